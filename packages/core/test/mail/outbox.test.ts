import { assert, describe, it } from "@effect/vitest"
import { fromMail, type Mail, Mailer } from "@storeglass/plugin-api"
import { Effect, Layer } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { MailerLive, MailSource, Outbox, OutboxLive } from "../../src/mail/Outbox.ts"
import { migratedDatabase, poolOn, quiet } from "../credits.support.ts"

const withOutbox = <A, E>(
  effect: Effect.Effect<A, E, Mailer | MailSource | Outbox | SqlClient.SqlClient>,
  { sandbox = true } = {}
) =>
  Effect.flatMap(migratedDatabase, (url) =>
    Effect.provide(effect, Layer.merge(OutboxLive, MailerLive({ sandbox })).pipe(Layer.provideMerge(poolOn(url))))
  ).pipe(Effect.scoped, quiet)

const hello: Mail = { to: "ada@example.com", subject: "Hello, Ränge", text: "Welcome." }

describe("the sandbox's outbox", () => {
  it.live("keeps what is sent, newest first, and finds it by any of its recipients", () =>
    withOutbox(
      Effect.gen(function* () {
        const mailer = yield* Mailer
        const outbox = yield* Outbox
        const accountId = uuidV7Unsafe()
        const first = yield* mailer.send(hello)
        const whole = {
          to: ["Grace@example.com", "ada@example.com"],
          subject: "Report",
          text: "text",
          html: "<p>text</p>",
          replyTo: "team@example.com",
          headers: { "List-Unsubscribe": "<https://example.com/u>" },
          accountId,
          kind: "reports.weekly"
        }
        const second = yield* mailer.send(whole)
        const mails = yield* outbox.list()
        assert.deepEqual(
          mails.map(({ id }) => id),
          [second.id, first.id]
        )
        const [kept] = yield* outbox.list({ to: "grace@EXAMPLE.com" })
        const { at, ...rest } = kept ?? { at: "" }
        assert.deepEqual<object>(rest, { id: second.id, ...whole })
        assert.match(at, /^\d{4}-\d\d-\d\dT/)
        assert.deepEqual(yield* outbox.list({ to: "nobody@example.com" }), [])
        yield* outbox.clear
        assert.deepEqual(yield* outbox.list(), [])
      })
    )
  )

  it.live("keeps a mail of a key once, and gives its id again", () =>
    withOutbox(
      Effect.gen(function* () {
        const mailer = yield* Mailer
        const first = yield* mailer.send({ ...hello, key: "report/1" })
        const again = yield* mailer.send({ ...hello, key: "report/1" })
        yield* mailer.send({ ...hello, key: "report/2" })
        yield* mailer.send(hello)
        assert.strictEqual(again.id, first.id)
        assert.lengthOf(yield* (yield* Outbox).list(), 3)
      })
    )
  )

  it.live("keeps the last thousand", () =>
    withOutbox(
      Effect.gen(function* () {
        const mailer = yield* Mailer
        const sql = yield* SqlClient.SqlClient
        yield* sql`INSERT INTO core_outbox (id, at, recipients, subject, headers)
          SELECT gen_random_uuid(), now(), '{old@example.com}', 'old', '{}' FROM generate_series(1, 1200)`
        yield* mailer.send(hello)
        assert.strictEqual((yield* (yield* Outbox).list({ limit: 5_000 })).length, 1_000)
      })
    )
  )

  const wrong: ReadonlyArray<{ readonly what: string; readonly change: Partial<Mail> }> = [
    { what: "no address", change: { to: "ada" } },
    { what: "nobody", change: { to: [] } },
    { what: "a header in an address", change: { to: "ada@example.com\r\nBcc: all@example.com" } },
    { what: "two addresses in one", change: { to: "ada@example.com, all@example.com" } },
    { what: "a header in the subject", change: { subject: "a\r\nBcc: all@example.com" } },
    { what: "no subject", change: { subject: "" } },
    { what: "a header in a header", change: { headers: { "X-A": "a\nb" } } },
    { what: "a bad reply address", change: { replyTo: "nobody" } }
  ]
  it.live.each(wrong)("refuses $what, and keeps nothing", ({ change }) =>
    withOutbox(
      Effect.gen(function* () {
        const error = yield* Effect.flip((yield* Mailer).send({ ...hello, ...change }))
        assert.strictEqual(error.reason, "refused")
        assert.deepEqual(yield* (yield* Outbox).list(), [])
      })
    )
  )
})

describe("a gateway without a mailer", () => {
  it.live("says so with an error that a route turns into a 503", () =>
    withOutbox(
      Effect.gen(function* () {
        const mailer = yield* Mailer
        assert.isFalse(mailer.sends)
        const error = yield* Effect.flip(mailer.send(hello))
        assert.strictEqual(error.reason, "not_configured")
        const answer = fromMail(error)
        assert.deepEqual(
          [answer._tag, answer.status, answer.retryAfterSeconds],
          ["SERVICE_UNAVAILABLE", 503, undefined]
        )
        assert.include(answer.message, "sends no mail")
        assert.deepEqual(yield* (yield* Outbox).list(), [])
      }),
      { sandbox: false }
    )
  )
})

describe("a plugin that sends mail", () => {
  const sent: Array<Mail> = []
  const id = uuidV7Unsafe()
  const sender = (sends: boolean) => ({
    sends,
    send: (mail: Mail) => Effect.sync(() => sent.push(mail)).pipe(Effect.as({ id }))
  })

  it.live.each([true, false])("has all mail that could be sent, and the sandbox (%s) keeps it beside", (sandbox) =>
    withOutbox(
      Effect.gen(function* () {
        sent.length = 0
        const mailer = yield* Mailer
        ;(yield* MailSource).use(sender(true))
        assert.isTrue(mailer.sends)
        assert.deepEqual(yield* mailer.send(hello), { id })
        yield* Effect.flip(mailer.send({ ...hello, fromName: "Ada\nBcc: eve@example.com" }))
        assert.deepEqual(sent, [hello])
        assert.strictEqual((yield* (yield* Outbox).list()).length, sandbox ? 1 : 0)
      }),
      { sandbox }
    )
  )

  it.live("has none while it isn't set up", () =>
    withOutbox(
      Effect.gen(function* () {
        sent.length = 0
        ;(yield* MailSource).use(sender(false))
        const mailer = yield* Mailer
        assert.isFalse(mailer.sends)
        assert.strictEqual((yield* Effect.flip(mailer.send(hello))).reason, "not_configured")
        assert.deepEqual(sent, [])
      }),
      { sandbox: false }
    )
  )
})
