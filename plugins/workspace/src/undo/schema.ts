import { Page } from "@storeglass/plugin-api"
import { TrackId } from "@storeglass/stores/contract"
import { Schema } from "effect"

const Moment = (description: string) => Schema.String.annotate({ description, format: "date-time" })

export const DeletedApp = Schema.Struct({
  id: Schema.String.annotate({ description: "Id of the row, which it has again when it's restored.", format: "uuid" }),
  appId: TrackId,
  platform: Schema.Literals(["storea", "storeb"]),
  appName: Schema.NullOr(Schema.String).annotate({ description: "Its name; null: it had none." }),
  counts: Schema.Struct({ competitors: Schema.Int, keywords: Schema.Int, versions: Schema.Int }).annotate({
    description: "What comes back with it."
  }),
  deletedAt: Moment("When it was deleted."),
  restorableUntil: Moment("Until when it can be restored.")
}).annotate({ identifier: "WorkspaceDeletedApp" })
export type DeletedApp = typeof DeletedApp.Type
export const DeletedApps = Page(DeletedApp).annotate({ identifier: "WorkspaceDeletedApps" })
