import { type Client, Jobs, jobRef, Mailer } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { PersonAudit } from "../team/PersonAudit.ts"
import { type WayKind, wayKinds } from "./wayTexts.ts"

export const noticeKinds = [
  "password-changed",
  "new-device",
  "email-changed-from",
  "email-changed-to",
  ...wayKinds
] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** Tells someone what happened to their account. */
export const SendNotice = jobRef(
  "account.send-notice",
  Schema.Struct({
    personId: Schema.String,
    kind: Schema.Literals(noticeKinds),
    atMs: Schema.Number,
    device: Schema.String,
    /** What a way to sign in is called. */
    way: Schema.optionalKey(Schema.String),
    /** Where to, if not to the person's address of now. */
    to: Schema.optionalKey(Schema.String)
  })
)

export const deviceOf = ({ address, agent }: Client) =>
  [agent ?? "an unknown device", address].filter(Boolean).join(", ")

/** How someone's way to sign in changed. */
export interface WayChange {
  readonly kind: WayKind
  readonly personId: string
  readonly client: Client
  /** What the person calls it. */
  readonly way?: string
  readonly before?: unknown
  readonly after?: unknown
}

/** What people are told of their own sign-in. Mails are queued, in the transaction at hand. */
export class Notices extends Context.Service<
  Notices,
  {
    readonly tell: (notice: {
      readonly kind: NoticeKind
      readonly personId: string
      readonly client: Client
      readonly way?: string
      readonly to?: string
    }) => Effect.Effect<void, SqlError.SqlError>
    /** Notes it in the audit logs of their accounts, and tells them. */
    readonly wayChanged: (change: WayChange) => Effect.Effect<void, SqlError.SqlError>
  }
>()("@storeglass/account/Notices") {
  static readonly layer = Layer.effect(
    Notices,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const jobs = yield* Jobs
      const audit = yield* PersonAudit
      const mailer = yield* Mailer
      const tell: Notices["Service"]["tell"] = Effect.fn("Notices.tell")(
        function* ({ client, ...notice }) {
          if (mailer.sends === false) return
          const atMs = yield* Clock.currentTimeMillis
          yield* jobs.enqueue(SendNotice, { ...notice, atMs, device: deviceOf(client) })
        },
        Effect.provideService(SqlClient.SqlClient, sql)
      )
      return Notices.of({
        tell,
        wayChanged: Effect.fn("Notices.wayChanged")(function* ({ client, kind, personId, way, ...change }) {
          yield* audit.record({ personId, action: `account.${kind}`, ...change })
          yield* tell({ kind, personId, client, ...(way === undefined ? {} : { way }) })
        })
      })
    })
  )
}
