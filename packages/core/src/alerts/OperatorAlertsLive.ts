import { Mailer, OperatorAlerts, rowsOf } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"

const mailedEveryMs = 24 * 60 * 60_000

const OpenAlert = Schema.Struct({
  cause: Schema.String,
  title: Schema.String,
  text: Schema.String,
  /** How often it was raised. */
  times: Schema.Int,
  sinceMs: Schema.Finite,
  lastMs: Schema.Finite,
  /** Null: nobody got a mail. */
  mailedMs: Schema.NullOr(Schema.Finite)
})
/** An alert of operators that isn't settled. */
export type OpenAlert = typeof OpenAlert.Type
const openRows = rowsOf(OpenAlert)

/** The alerts that are open, for those who operate the gateway. */
export class OperatorAlertAdmin extends Context.Service<
  OperatorAlertAdmin,
  {
    /** Newest first. */
    readonly list: Effect.Effect<ReadonlyArray<OpenAlert>, SqlError.SqlError>
    /** True when it was open. */
    readonly settle: (cause: string) => Effect.Effect<boolean, SqlError.SqlError>
  }
>()("@storeglass/core/OperatorAlertAdmin") {}

export const OperatorAlertAdminLive: Layer.Layer<OperatorAlertAdmin, never, SqlClient.SqlClient> = Layer.effect(
  OperatorAlertAdmin,
  Effect.map(SqlClient.SqlClient, (sql) =>
    OperatorAlertAdmin.of({
      list: openRows(sql`
        SELECT cause, title, body_text AS text, times, since_ms::float8 AS "sinceMs", last_ms::float8 AS "lastMs",
          mailed_ms::float8 AS "mailedMs"
        FROM core_operator_alerts ORDER BY last_ms DESC, cause LIMIT 1000`),
      settle: Effect.fn("OperatorAlertAdmin.settle")((cause: string) =>
        Effect.map(sql`DELETE FROM core_operator_alerts WHERE cause = ${cause} RETURNING 1`, (rows) => rows.length > 0)
      )
    })
  )
)

/** Keeps alerts in the database, so that all nodes tell of them, and mails them to these addresses. */
export const OperatorAlertsLive = ({
  mail = []
}: {
  readonly mail?: ReadonlyArray<string> | undefined
} = {}): Layer.Layer<OperatorAlerts, never, SqlClient.SqlClient | Mailer> =>
  Layer.effect(
    OperatorAlerts,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const mailer = yield* Mailer
      /** One node of all has the mail of a day; one that can't be sent is tried again when the cause is raised again. */
      const mailOf = Effect.fnUntraced(function* (cause: string, title: string, text: string) {
        if (mail.length === 0 || mailer.sends === false) return
        const nowMs = yield* Clock.currentTimeMillis
        const won = yield* sql`UPDATE core_operator_alerts SET mailed_ms = ${nowMs}::bigint
          WHERE cause = ${cause} AND (mailed_ms IS NULL OR mailed_ms <= ${nowMs - mailedEveryMs}::bigint) RETURNING 1`
        if (won.length === 0) return
        const sent = mailer.send({ to: mail, subject: `Storeglass: ${title}`, text, kind: "core.operator-alert" })
        yield* sent.pipe(
          Effect.catch(({ message }) =>
            Effect.andThen(
              Effect.logWarning(`An alert couldn't be mailed: ${message}`),
              sql`UPDATE core_operator_alerts SET mailed_ms = NULL WHERE cause = ${cause}`
            )
          )
        )
      })

      const raise = Effect.fn("OperatorAlerts.raise")(function* (given: {
        readonly cause: string
        readonly title: string
        readonly text: string
      }) {
        const { cause } = given
        const title = given.title.replace(/\s+/g, " ").slice(0, 200)
        const text = given.text.slice(0, 4_000)
        const nowMs = yield* Clock.currentTimeMillis
        const [kept] = yield* sql<{ times: number }>`
          INSERT INTO core_operator_alerts (cause, title, body_text, times, since_ms, last_ms)
          VALUES (${cause}, ${title}, ${text}, 1, ${nowMs}::bigint, ${nowMs}::bigint)
          ON CONFLICT (cause) DO UPDATE SET title = excluded.title, body_text = excluded.body_text, last_ms = excluded.last_ms,
            times = core_operator_alerts.times + 1
          RETURNING times`
        if (kept?.times === 1) yield* Effect.logWarning(title).pipe(Effect.annotateLogs({ cause }))
        yield* mailOf(cause, title, text)
      })

      return OperatorAlerts.of({
        raise: (alert) =>
          Effect.catchCause(raise(alert), (cause) =>
            Effect.logWarning(`An alert for operators couldn't be kept: ${alert.title}`, cause)
          ),
        settle: Effect.fn("OperatorAlerts.settle")((cause: string) =>
          Effect.catchCause(sql`DELETE FROM core_operator_alerts WHERE cause = ${cause}`, (why) =>
            Effect.logWarning("An alert for operators couldn't be settled", why)
          ).pipe(Effect.asVoid)
        )
      })
    })
  )
