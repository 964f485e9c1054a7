import { Directory, Mailer, type MailNotSent, rowsOf } from "@storeglass/plugin-api"
import { SavedReports } from "@storeglass/workspace/contract"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { OfReport } from "../jobRefs.ts"
import { ownerEmailOf, subjectOf, textOf } from "../report/inWords.ts"
import { Report } from "../report/schema.ts"
import { Channels } from "./Channels.ts"

const readReport = Schema.decodeUnknownOption(Report)
const reportRows = rowsOf(Schema.Struct({ appId: Schema.String, day: Schema.String, headline: Schema.String }))

const make = Effect.gen(function* () {
  const channels = yield* Channels
  const directory = yield* Directory
  const mailer = yield* Mailer
  const saved = yield* Effect.serviceOption(SavedReports)
  const sql = yield* SqlClient.SqlClient

  return {
    /** Mails a report to its account's owner: once, however often it's asked for. */
    send: Effect.fn("ReportMails.send")(function* ({ accountId, id }: OfReport) {
      const account = yield* directory.account(accountId)
      const [made] = yield* reportRows(sql`SELECT app_id AS "appId", day::text AS day, headline FROM cofounder_reports
        WHERE account_id = ${accountId}::uuid AND id = ${id}::uuid`)
      const enabled = yield* channels.of(accountId)
      if (account === undefined || made === undefined || !enabled.some(({ name }) => name === "email")) return
      const kept = Option.isNone(saved) ? undefined : yield* saved.value.read(accountId, id)
      const report = kept === undefined ? undefined : Option.getOrUndefined(readReport(kept.payload))
      const about = report ?? { appId: made.appId, appName: null, date: made.day, headline: made.headline }
      const rest =
        report === undefined ? `${made.headline}\n\nThe report itself isn't among your saved reports.` : textOf(report)
      yield* mailer
        .send({
          to: ownerEmailOf(account),
          subject: subjectOf(about),
          text: `${rest}\n\n--\nYou get this each day because mail is enabled for your daily reports. Switch it off in the settings of your account, or with PUT /v1/cofounder/preferences.`,
          accountId,
          kind: "cofounder.report",
          key: `cofounder.report/${id}`
        })
        .pipe(
          Effect.andThen(channels.note(accountId, "email", null)),
          // Only what may go better the next time is tried again.
          Effect.catchTag(
            "MailNotSent",
            (error): Effect.Effect<void, MailNotSent | SqlError.SqlError> =>
              error.reason === "failed" ? Effect.fail(error) : channels.note(accountId, "email", error.message)
          )
        )
    }),
    giveUp: ({ accountId }: OfReport) =>
      channels.note(accountId, "email", "a report couldn't be mailed: the mail service failed again and again")
  }
})

/** Reports by mail. */
export class ReportMails extends Context.Service<ReportMails, Effect.Success<typeof make>>()(
  "@storeglass/cofounder/ReportMails"
) {
  static readonly layer = Layer.effect(this, make)
}
