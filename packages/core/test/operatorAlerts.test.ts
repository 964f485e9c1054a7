import { assert, describe, it } from "@effect/vitest"
import { Mailer, MailNotSent, OperatorAlerts } from "@storeglass/plugin-api"
import { migratedDatabase } from "@storeglass/testkit"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { OperatorAlertAdmin, OperatorAlertAdminLive, OperatorAlertsLive } from "../src/alerts/OperatorAlertsLive.ts"
import { MailerLive, Outbox, OutboxLive } from "../src/mail/Outbox.ts"
import { poolOn, quiet } from "./credits.support.ts"

const mail = ["ops@example.com", "boss@example.com"]
const refused = { cause: "vendor key", title: "The vendor refuses the key", text: "Look at the key." }

const withAlerts = <A, E>(
  work: Effect.Effect<A, E, OperatorAlerts | OperatorAlertAdmin | Outbox | SqlClient.SqlClient>,
  mailer: Layer.Layer<Mailer, never, SqlClient.SqlClient> = MailerLive({ sandbox: true })
) =>
  Effect.flatMap(migratedDatabase, (url) =>
    Effect.provide(
      work,
      Layer.mergeAll(OperatorAlertsLive({ mail }).pipe(Layer.provide(mailer)), OperatorAlertAdminLive, OutboxLive).pipe(
        Layer.provideMerge(poolOn(url))
      )
    )
  ).pipe(Effect.scoped, quiet)
const mails = Outbox.use((outbox) => outbox.list())
/** Hours go by. */
const pass = (hours: number) =>
  SqlClient.SqlClient.use(
    (sql) => sql`UPDATE core_operator_alerts SET mailed_ms = mailed_ms - ${hours * 3_600_000}::bigint`
  )
const open = OperatorAlertAdmin.use((admin) => admin.list)

describe("alerts of operators", () => {
  it.live("are mailed once a cause and day, however often they are raised", () =>
    withAlerts(
      Effect.gen(function* () {
        const alerts = yield* OperatorAlerts
        yield* Effect.forEach(Array.from({ length: 8 }), () => alerts.raise(refused))
        yield* alerts.raise({ ...refused, cause: "other key" })
        const first = yield* mails
        assert.strictEqual(first.length, 2)
        assert.deepEqual(first[1]?.to, mail)
        assert.strictEqual(first[1]?.subject, "Storeglass: The vendor refuses the key")
        assert.strictEqual(first[1]?.text, "Look at the key.")
        yield* pass(23)
        yield* alerts.raise(refused)
        assert.strictEqual((yield* mails).length, 2)
        yield* pass(1)
        yield* alerts.raise({ ...refused, text: "Still." })
        assert.deepEqual(
          (yield* mails).map(({ text }) => text),
          ["Still.", "Look at the key.", "Look at the key."]
        )
        const [latest] = yield* open
        assert.deepInclude(latest, { cause: "vendor key", times: 10, text: "Still." })
      })
    )
  )

  it.live("are open until they're settled, and then news again", () =>
    withAlerts(
      Effect.gen(function* () {
        const alerts = yield* OperatorAlerts
        const admin = yield* OperatorAlertAdmin
        yield* alerts.raise(refused)
        yield* alerts.settle("something else")
        assert.strictEqual((yield* open).length, 1)
        yield* alerts.settle(refused.cause)
        assert.deepEqual(yield* open, [])
        yield* alerts.raise(refused)
        assert.strictEqual((yield* mails).length, 2)
        assert.isTrue(yield* admin.settle(refused.cause))
        assert.isFalse(yield* admin.settle(refused.cause))
      })
    )
  )

  it.live("are kept where no mail goes out, and mailed once it does", () =>
    withAlerts(
      Effect.gen(function* () {
        yield* OperatorAlerts.use((alerts) => alerts.raise(refused))
        assert.deepInclude((yield* open)[0], { cause: refused.cause, mailedMs: null })
        assert.deepEqual(yield* mails, [])
      }),
      MailerLive({ sandbox: false })
    )
  )

  it.live("whose mail fails are mailed when they're raised again", () => {
    let works = false
    const flaky = Layer.effect(
      Mailer,
      Effect.map(Mailer, (outbox) =>
        Mailer.of({
          send: (one) =>
            works ? outbox.send(one) : Effect.fail(new MailNotSent({ reason: "failed", message: "down" }))
        })
      )
    ).pipe(Layer.provide(MailerLive({ sandbox: true })))
    return withAlerts(
      Effect.gen(function* () {
        const alerts = yield* OperatorAlerts
        yield* alerts.raise(refused)
        assert.deepInclude((yield* open)[0], { mailedMs: null })
        works = true
        yield* alerts.raise(refused)
        assert.strictEqual((yield* mails).length, 1)
      }),
      flaky
    )
  })
})
