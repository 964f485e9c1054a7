import { accountRoles } from "@storeglass/plugin-api"
import { Schema } from "effect"

// What several routes of the pages answer with. An identifier is what the type is called in packages/dashboard.

export const AccountRole = Schema.Literals(accountRoles).annotate({ identifier: "Role" })
export const Bucket = Schema.Literals(["general", "aiVisibility", "creative"]).annotate({ identifier: "Bucket" })

export const PersonShown = Schema.Struct({
  id: Schema.String,
  email: Schema.String,
  name: Schema.String,
  language: Schema.String
}).annotate({ identifier: "Person" })

export const LastUse = Schema.Struct({
  at: Schema.String,
  address: Schema.NullOr(Schema.String),
  agent: Schema.NullOr(Schema.String)
}).annotate({ identifier: "LastUse", description: "To the minute." })

/** Someone was sent a mail, or would have been. */
export const Asked = Schema.Struct({ ticket: Schema.String, expiresAt: Schema.String }).annotate({
  identifier: "Asked",
  description: "The ticket makes the code of the mail work, and only here."
})

export const Entered = Schema.Struct({
  signedIn: Schema.Boolean,
  needs: Schema.NullOr(Schema.Literals(["factor", "password"])).annotate({
    description:
      "`factor`: nothing opens until the second factor is given. `password`: the one chosen at sign-up wasn't taken."
  }),
  person: Schema.Struct({ id: Schema.String, email: Schema.String, name: Schema.String })
}).annotate({ identifier: "Entered" })

/** What is told of a key, to operators too. */
export const keyFields = {
  id: Schema.String,
  name: Schema.String,
  hint: Schema.String.annotate({ description: "`sg_live_…` and its last four characters." }),
  scopes: Schema.Array(Schema.Literals(["read", "write", "internal"])),
  plugins: Schema.NullOr(Schema.Array(Schema.String)).annotate({
    description: "The plugins whose operations it may call; null: all."
  }),
  addresses: Schema.NullOr(Schema.Array(Schema.String)).annotate({
    description: "The addresses and networks from which it may be used; null: any."
  }),
  createdAt: Schema.String,
  expiresAt: Schema.NullOr(Schema.String),
  madeBy: Schema.NullOr(Schema.String),
  revokedAt: Schema.NullOr(Schema.String),
  successorId: Schema.NullOr(Schema.String),
  endsAt: Schema.NullOr(Schema.String).annotate({ description: "Until when it's good beside its successor." }),
  lastUsed: Schema.NullOr(LastUse)
}
/** A key's value, as somebody found it: in a log, a repository, a message. */
export const KeyText = Schema.Struct({ key: Schema.String.check(Schema.isMaxLength(200)) })
export const Key = Schema.Struct({
  ...keyFields,
  maker: Schema.NullOr(
    Schema.Struct({
      kind: Schema.Literals(["member", "former", "command_line"]),
      name: Schema.NullOr(Schema.String).annotate({ description: "Of a member." })
    })
  ).annotate({ description: "Who made it. `former`: somebody who has left the account; null: not noted." })
}).annotate({ identifier: "KeyRow" })

/** An export without the addresses of its files. */
export const exportFields = {
  id: Schema.String,
  askedAt: Schema.String,
  state: Schema.Literals(["waiting", "ready", "failed"]),
  endedAt: Schema.NullOr(Schema.String),
  rows: Schema.Finite,
  problem: Schema.NullOr(Schema.String)
}
