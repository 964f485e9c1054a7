import { Directory, Mailer, type MailNotSent, rowsOf } from "@storeglass/plugin-api"
import { SavedReports } from "@storeglass/workspace/contract"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { OfReport } from "../jobRefs.ts"
import { Report } from "../report/schema.ts"
import { Channels } from "./Channels.ts"

const subjectMax = 200
const readReport = Schema.decodeUnknownOption(Report)
const reportRows = rowsOf(Schema.Struct({ appId: Schema.String, day: Schema.String, headline: Schema.String }))

/** The report in plain words: its headline, what to do, and what was found. */
export const textOf = (report: Report): string => {
  const actions = report.actions.map(({ title, why }) => `- ${title}: ${why}`)
  const sections = report.sections.flatMap(({ findings, title }) =>
    findings.length === 0 ? [] : [`${title}\n${findings.map(({ text }) => `- ${text}`).join("\n")}`]
  )
  return [report.headline, ...(actions.length === 0 ? [] : [`What to do\n${actions.join("\n")}`]), ...sections].join(
    "\n\n"
  )
}
/** `Lens, 2026-11-26: left the top 10.` in one line. */
export const titleOf = (
  { appId, appName, date, headline }: Pick<Report, "appId" | "appName" | "date" | "headline">,
  max = subjectMax
): string => {
  const whole = `${appName ?? appId}, ${date}: ${headline}`.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
  return [...whole].length <= max ? whole : `${[...whole].slice(0, max - 1).join("")}…`
}

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
      const to = account.members.find(({ role }) => role === "owner")?.email ?? account.email
      const rest =
        report === undefined ? `${made.headline}\n\nThe report itself isn't among your saved reports.` : textOf(report)
      yield* mailer
        .send({
          to,
          subject: titleOf(about),
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
