import { createHmac } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import { Deliveries, Egress, verifyWebhook, webhookSecretOf } from "@storeglass/plugin-api"
import { adjustableClock } from "@storeglass/testkit"
import { Clock, Effect, Layer, Redacted } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { DeliveriesLive, DeliveryLog } from "../../src/deliveries/DeliveriesLive.ts"
import { coreSealedColumns, generateVaultKey, rotateVault, type VaultKeys, VaultLive } from "../../src/vault/index.ts"
import { migratedDatabase, poolOn, quiet } from "../credits.support.ts"
import { listener, loopbackEgress, names } from "../egress.support.ts"

interface Got {
  readonly path: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Buffer
}

/** A customer's server, that answers in turn as it is told (204 when it isn't) and notes what it gets. */
const customer = (...answers: ReadonlyArray<(response: ServerResponse, request: IncomingMessage) => void>) =>
  Effect.gen(function* () {
    const got: Array<Got> = []
    const host = yield* listener((request, response) => {
      const chunks: Array<Buffer> = []
      request.on("data", (chunk: Buffer) => chunks.push(chunk))
      request.on("end", () => {
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join() : value])
        )
        got.push({ path: `${request.method} ${request.url}`, headers, body: Buffer.concat(chunks) })
        const answer = answers[Math.min(got.length, answers.length) - 1]
        if (answer === undefined) response.writeHead(204).end()
        else answer(response, request)
      })
    })
    return { got, port: host.port, connections: host.connections, url: `http://127.0.0.1:${host.port}/hook` }
  })

const nodeOn = Effect.fnUntraced(function* (
  url: Redacted.Redacted<string>,
  keys: VaultKeys,
  loopbackPort: number,
  lookup = names({}).lookup
) {
  const { beyond, egress } = yield* loopbackEgress({ loopbackPort }, lookup)
  const context = yield* Layer.build(
    DeliveriesLive.pipe(
      Layer.provide(Layer.succeed(Egress, egress)),
      Layer.provideMerge(VaultLive(keys)),
      Layer.provideMerge(poolOn(url))
    )
  )
  return yield* Effect.provideContext(
    Effect.all({
      beyond: Effect.succeed(beyond),
      deliveries: Deliveries,
      log: DeliveryLog,
      sql: SqlClient.SqlClient,
      rotate: Effect.succeed(Effect.provideContext(rotateVault(keys.currentKeyId, coreSealedColumns), context))
    }),
    context
  )
})

const deliveriesOn = Effect.fnUntraced(function* (loopbackPort: number, lookup = names({}).lookup) {
  const key = yield* generateVaultKey
  return yield* nodeOn(yield* migratedDatabase, { keys: [key], currentKeyId: key.id }, loopbackPort, lookup)
})

const registered = Effect.fnUntraced(function* (deliveries: Deliveries["Service"], url: string) {
  const accountId = uuidV7Unsafe()
  const { endpoint, secret } = yield* deliveries.register({ accountId, name: "alerts.events", url })
  if (secret === undefined) return yield* Effect.die("no secret")
  return { accountId, endpointId: endpoint.id, secret }
})

const believed = (got: Got | undefined, ...secrets: ReadonlyArray<Redacted.Redacted<string>>) =>
  verifyWebhook({ headers: got?.headers ?? {}, body: got?.body ?? "", secrets })

describe("a webhook", () => {
  it.live("is posted once, signed so that its receiver believes it, and recorded with what was answered", () =>
    Effect.gen(function* () {
      const host = yield* customer((response) => response.writeHead(201).end("thanks"))
      const { deliveries } = yield* deliveriesOn(host.port)
      const { accountId, endpointId, secret } = yield* registered(deliveries, host.url)
      const body = JSON.stringify({ event: "rank", text: "Ränge" })
      const { atMs, deliveryId, ms, webhookId, ...rest } = yield* deliveries.send({ accountId, endpointId, body })
      const how = { attempt: 1, outcome: "delivered", status: 201, message: null, answer: "thanks" }
      assert.deepEqual<object>(rest, how)
      assert.isAtLeast(ms ?? -1, 0)
      assert.strictEqual(host.got.length, 1)
      const [got] = host.got
      assert.deepEqual([got?.path, got?.headers["content-type"]], ["POST /hook", "application/json"])
      assert.strictEqual(got?.body.toString(), body)
      assert.strictEqual(yield* believed(got, secret), webhookId)
      const [recorded] = yield* deliveries.attempts(accountId)
      assert.deepEqual([recorded?.deliveryId, recorded?.status, recorded?.answer], [deliveryId, 201, "thanks"])
      assert.isAtMost(Math.abs((recorded?.atMs ?? 0) - atMs), 10_000)
    }).pipe(Effect.scoped, quiet)
  )

  it.live("is tried again by its caller alone, each time signed afresh under the same id, until it is delivered", () =>
    Effect.gen(function* () {
      const host = yield* customer(
        (response) => response.writeHead(500).end("down"),
        (_, request) => request.socket.destroy(),
        (response) => response.writeHead(302, { location: "/elsewhere" }).end(),
        (response) => response.writeHead(200).end("ok")
      )
      const { deliveries } = yield* deliveriesOn(host.port)
      const { accountId, endpointId, secret } = yield* registered(deliveries, host.url)
      const time = adjustableClock(Date.parse("2026-11-22T12:00:00Z"))
      const inTime = Effect.provideService(Clock.Clock, time.clock)
      const outcomes: Array<readonly [string, number | null]> = []
      for (const body of ["first", "second", "third", "fourth", "fifth"]) {
        const sent = yield* inTime(deliveries.send({ accountId, endpointId, body, id: "job-7" }))
        outcomes.push([sent.outcome, sent.status])
        time.advanceMs(10_000)
      }
      assert.deepEqual(outcomes, [
        ["rejected", 500],
        ["failed", null],
        ["rejected", 302],
        ["delivered", 200],
        ["delivered", 200]
      ])
      // Nothing after what was delivered, nothing to where a redirect leads, and the body of the first time always.
      assert.deepEqual(
        host.got.map(({ body, headers, path }) => [path, headers["webhook-id"], body.toString()]),
        Array.from({ length: 4 }, () => ["POST /hook", "job-7", "first"])
      )
      assert.strictEqual(new Set(host.got.map(({ headers }) => headers["webhook-timestamp"])).size, 4)
      assert.strictEqual(new Set(host.got.map(({ headers }) => headers["webhook-signature"])).size, 4)
      yield* inTime(believed(host.got[3], secret))
      const attempts = yield* deliveries.attempts(accountId)
      assert.deepEqual(
        attempts.map(({ attempt }) => attempt),
        [4, 3, 2, 1]
      )
    }).pipe(Effect.scoped, quiet)
  )

  it.live("that was sent, and whose outcome can't be recorded, isn't told as one that wasn't sent", () =>
    Effect.gen(function* () {
      let meanwhile = Effect.void
      const host = yield* customer(
        (response) => void Effect.runPromise(meanwhile).then(() => response.writeHead(204).end()),
        (response) => response.writeHead(204).end()
      )
      const { deliveries, sql } = yield* deliveriesOn(host.port)
      const { accountId, endpointId } = yield* registered(deliveries, host.url)
      meanwhile = Effect.orDie(Effect.asVoid(sql`ALTER TABLE core_delivery_attempts RENAME TO away`))
      const failure = yield* Effect.flip(deliveries.send({ accountId, endpointId, body: "{}", id: "job-8" }))
      assert.match(String(failure.message), /was sent, but its outcome can't be recorded/)
      assert.match(String((yield* Effect.flip(deliveries.attempts(accountId))).message), /can't be read just now/)
      yield* sql`ALTER TABLE away RENAME TO core_delivery_attempts`
      assert.strictEqual(
        (yield* deliveries.send({ accountId, endpointId, body: "{}", id: "job-8" })).outcome,
        "delivered"
      )
      assert.deepEqual(
        host.got.map(({ headers }) => headers["webhook-id"]),
        ["job-8", "job-8"]
      )
    }).pipe(Effect.scoped, quiet)
  )

  it.live("is signed with both secrets after the vault's key was changed and the old one taken away", () =>
    Effect.gen(function* () {
      const host = yield* customer()
      const url = yield* migratedDatabase
      const [old, next] = yield* Effect.all([generateVaultKey, generateVaultKey])
      const before = yield* nodeOn(url, { keys: [old], currentKeyId: old.id }, host.port)
      const { accountId, endpointId, secret } = yield* registered(before.deliveries, host.url)
      const newer = yield* before.deliveries.rotate(accountId, endpointId)
      const during = yield* nodeOn(url, { keys: [old, next], currentKeyId: next.id }, host.port)
      assert.deepEqual(yield* during.rotate, { rewrapped: 2, failed: {} })
      assert.deepEqual(yield* during.rotate, { rewrapped: 0, failed: {} })
      const after = yield* nodeOn(url, { keys: [next], currentKeyId: next.id }, host.port)
      yield* after.deliveries.send({ accountId, endpointId, body: "{}" })
      for (const known of [secret, newer]) yield* believed(host.got[0], known)
    }).pipe(Effect.scoped, quiet)
  )

  it.live("is replayed by an operator as it was, also when it was delivered", () =>
    Effect.gen(function* () {
      const host = yield* customer()
      const { deliveries, log } = yield* deliveriesOn(host.port)
      const { accountId, endpointId, secret } = yield* registered(deliveries, host.url)
      const body = new Uint8Array([0, 255, 1])
      const contentType = "application/octet-stream"
      const { deliveryId, webhookId } = yield* deliveries.send({ accountId, endpointId, body, contentType })
      const again = yield* log.replay(deliveryId)
      assert.deepEqual([again.attempt, again.outcome, again.webhookId], [2, "delivered", webhookId])
      assert.deepEqual([...(host.got[1]?.body ?? [])], [...body])
      assert.strictEqual(host.got[1]?.headers["content-type"], contentType)
      yield* believed(host.got[1], secret)
      assert.strictEqual((yield* Effect.flip(log.replay(uuidV7Unsafe())))._tag, "DeliveryRefused")
      assert.strictEqual((yield* Effect.flip(log.replay("x")))._tag, "DeliveryRefused")
      assert.strictEqual((yield* log.list({ deliveryId, limit: 10 })).length, 2)
      assert.deepEqual(yield* log.list({ isFailed: true, limit: 10 }), [])
    }).pipe(Effect.scoped, quiet)
  )

  it.live("keeps the first KiB of the answer, whatever bytes it is", () =>
    Effect.gen(function* () {
      const host = yield* customer(
        (response) => response.writeHead(400).end(`${"x".repeat(1_020)}yyyyzzzz`),
        (response) => response.writeHead(400).end(Buffer.from([0x61, 0, 0xff, 0x62]))
      )
      const { deliveries } = yield* deliveriesOn(host.port)
      const { accountId, endpointId } = yield* registered(deliveries, host.url)
      yield* deliveries.send({ accountId, endpointId, body: "1" })
      yield* deliveries.send({ accountId, endpointId, body: "2" })
      const [second, first] = yield* deliveries.attempts(accountId)
      assert.strictEqual(first?.answer, `${"x".repeat(1_020)}yyyy`)
      assert.strictEqual(second?.answer, "a\uFFFD\uFFFDb")
    }).pipe(Effect.scoped, quiet)
  )

  it.live("of over 1 MiB, under a bad id or to no endpoint isn't sent", () =>
    Effect.gen(function* () {
      const host = yield* customer()
      const { deliveries } = yield* deliveriesOn(host.port)
      const { accountId, endpointId } = yield* registered(deliveries, host.url)
      const message = { accountId, endpointId, body: "x".repeat(1024 * 1024) }
      const wrong = [
        { reason: "too_large", change: { body: `${message.body}x` } },
        { reason: "id", change: { id: "a.b" } },
        { reason: "endpoint", change: { endpointId: uuidV7Unsafe() } },
        { reason: "endpoint", change: { endpointId: "x" } }
      ]
      for (const { change, reason } of wrong) {
        const error = yield* Effect.flip(deliveries.send({ ...message, ...change }))
        assert.strictEqual<string | false>(error._tag === "DeliveryRefused" && error.reason, reason)
      }
      assert.strictEqual((yield* deliveries.send(message)).outcome, "delivered")
      assert.strictEqual(host.connections(), 1)
    }).pipe(Effect.scoped, quiet)
  )

  it.live("never goes to a private address: not registered, and not sent when its name leads there later", () =>
    Effect.gen(function* () {
      const { beyond, deliveries } = yield* deliveriesOn(1, names({ "hooks.storeglass.dev": [["10.0.0.7"]] }).lookup)
      const accountId = uuidV7Unsafe()
      for (const url of [
        "https://10.0.0.7/hook",
        "http://hooks.storeglass.dev/",
        "https://localhost/",
        "ftp://a.com/"
      ]) {
        const error = yield* Effect.flip(deliveries.register({ accountId, name: "a.b", url }))
        assert.strictEqual(error._tag, "EgressRefused")
      }
      const { secret: _, ...endpoint } = yield* registered(deliveries, "https://hooks.storeglass.dev/hook")
      const sent = yield* deliveries.send({ ...endpoint, body: "{}" })
      assert.deepEqual(
        [sent.outcome, sent.status, sent.message],
        ["refused", null, "url: must lead to a public address"]
      )
      assert.deepEqual(beyond, [])
    }).pipe(Effect.scoped, quiet)
  )
})

describe("an endpoint", () => {
  it.live("has one secret of its own, sealed, that a new address leaves as it is and a rotation follows up", () =>
    Effect.gen(function* () {
      const host = yield* customer()
      const { deliveries, sql } = yield* deliveriesOn(host.port)
      const { accountId, endpointId, secret } = yield* registered(deliveries, `${host.url}/old`)
      const moved = yield* deliveries.register({ accountId, name: "alerts.events", url: host.url })
      assert.deepEqual([moved.endpoint.id, moved.secret], [endpointId, undefined])
      assert.strictEqual((yield* deliveries.endpoints(accountId)).length, 1)
      const other = yield* registered(deliveries, host.url)
      const next = yield* deliveries.rotate(accountId, endpointId)
      yield* deliveries.send({ accountId, endpointId, body: "{}" })
      yield* believed(host.got[0], secret)
      yield* believed(host.got[0], next)
      yield* Effect.flip(believed(host.got[0], other.secret))
      assert.strictEqual(host.got[0]?.path, "POST /hook")
      yield* sql`UPDATE core_webhook_endpoints SET previous_until = now() - interval '1 second'`
      yield* deliveries.send({ accountId, endpointId, body: "{}" })
      yield* Effect.flip(believed(host.got[1], secret))
      yield* believed(host.got[1], next)
      const rows = yield* sql<{ secret: string }>`SELECT secret FROM core_webhook_endpoints`
      for (const row of rows) assert.match(row.secret, /^sgv1\./)
    }).pipe(Effect.scoped, quiet)
  )

  it.live("is its account's alone: another's is as one that doesn't exist", () =>
    Effect.gen(function* () {
      const host = yield* customer()
      const { deliveries } = yield* deliveriesOn(host.port)
      const { accountId, endpointId } = yield* registered(deliveries, host.url)
      yield* deliveries.send({ accountId, endpointId, body: "{}" })
      const stranger = uuidV7Unsafe()
      const toward = (id: string) => Effect.flip(deliveries.send({ accountId: stranger, endpointId: id, body: "{}" }))
      const theirs = yield* toward(endpointId)
      const nobodys = yield* toward(uuidV7Unsafe())
      assert.deepEqual([theirs._tag, theirs.message], [nobodys._tag, nobodys.message])
      assert.strictEqual((yield* Effect.flip(deliveries.rotate(stranger, endpointId)))._tag, "DeliveryRefused")
      assert.isFalse(yield* deliveries.remove(stranger, endpointId))
      assert.strictEqual(yield* deliveries.removeAll(stranger), 0)
      assert.deepEqual(yield* deliveries.endpoints(stranger), [])
      assert.deepEqual(yield* deliveries.attempts(stranger, { endpointId }), [])
      assert.strictEqual(host.got.length, 1)
      assert.isTrue(yield* deliveries.remove(accountId, endpointId))
      assert.deepEqual(yield* deliveries.attempts(accountId), [])
    }).pipe(Effect.scoped, quiet)
  )

  it.live("may have the customer's own secret, in a header too, and take a redirect for an answer", () =>
    Effect.gen(function* () {
      const host = yield* customer(
        (response) => response.writeHead(302, { location: "/elsewhere" }).end("x".repeat(2_000_000)),
        (response) => response.writeHead(204).end()
      )
      const { deliveries, sql } = yield* deliveriesOn(host.port)
      const accountId = uuidV7Unsafe()
      const own = { accountId, name: "fixture.own", url: host.url }
      const form = { secretHeader: "x-fixture-secret", userAgent: "Fixture/1", redirectDelivers: true }
      const time = adjustableClock(Date.parse("2026-11-22T12:00:00Z"))
      const inTime = Effect.provideService(Clock.Clock, time.clock)
      const set = (secret?: Redacted.Redacted<string> | null) =>
        inTime(deliveries.register({ ...own, form, ...(secret === undefined ? {} : { secret }) }))
      const send = (endpointId: string) => inTime(deliveries.send({ accountId, endpointId, body: "{}" }))
      const last = () => host.got.at(-1)
      const signatureOf = (text: string | Buffer) =>
        `v1,${createHmac("sha256", text)
          .update(`${last()?.headers["webhook-id"]}.${last()?.headers["webhook-timestamp"]}.{}`)
          .digest("base64")}`

      const { endpoint, secret } = yield* set(Redacted.make("as I like it"))
      assert.isUndefined(secret)
      const { answer, outcome, status } = yield* send(endpoint.id)
      assert.deepEqual([outcome, status, answer], ["delivered", 302, "x".repeat(1_024)])
      assert.deepInclude(last()?.headers, {
        "x-fixture-secret": "as I like it",
        "user-agent": "Fixture/1",
        "webhook-signature": signatureOf("as I like it")
      })
      const sealed = JSON.stringify(yield* sql`SELECT * FROM core_webhook_endpoints`)
      assert.notInclude(sealed, "as I like it")

      // What isn't said stays; another signs beside the one before for a day.
      yield* set()
      yield* send(endpoint.id)
      assert.strictEqual(last()?.headers["webhook-signature"], signatureOf("as I like it"))
      const next = `whsec_${Buffer.from("another").toString("base64")}`
      yield* set(Redacted.make(next))
      yield* set(Redacted.make(next))
      yield* send(endpoint.id)
      assert.deepInclude(last()?.headers, {
        "x-fixture-secret": next,
        "webhook-signature": `${signatureOf("another")} ${signatureOf("as I like it")}`
      })
      time.advanceMs(24 * 3_600_000)
      yield* send(endpoint.id)
      assert.strictEqual(last()?.headers["webhook-signature"], signatureOf("another"))

      yield* set(null)
      yield* send(endpoint.id)
      assert.notProperty(last()?.headers, "webhook-signature")
      assert.notProperty(last()?.headers, "x-fixture-secret")
      assert.deepEqual(yield* deliveries.endpoints(accountId), [endpoint])
    }).pipe(Effect.scoped, quiet)
  )

  it.live("takes another secret where the key of the one before is lost", () =>
    Effect.gen(function* () {
      const host = yield* customer()
      const url = yield* migratedDatabase
      const [old, next] = yield* Effect.all([generateVaultKey, generateVaultKey])
      const before = yield* nodeOn(url, { keys: [old], currentKeyId: old.id }, host.port)
      const own = { accountId: uuidV7Unsafe(), name: "fixture.own", url: host.url }
      yield* before.deliveries.register({ ...own, secret: Redacted.make("the first of mine") })
      yield* before.deliveries.register({ ...own, secret: Redacted.make("the second of mine") })
      const { deliveries } = yield* nodeOn(url, { keys: [next], currentKeyId: next.id }, host.port)
      const third = Redacted.make("the third of mine")
      const { endpoint } = yield* deliveries.register({ ...own, secret: third })
      yield* deliveries.send({ accountId: own.accountId, endpointId: endpoint.id, body: "{}" })
      yield* believed(host.got[0], webhookSecretOf(third))
      assert.notInclude(host.got[0]?.headers["webhook-signature"], " ")
    }).pipe(Effect.scoped, quiet)
  )

  it.live("can be tried before it is registered, and leaves nothing then", () =>
    Effect.gen(function* () {
      const host = yield* customer((response) => response.writeHead(418).end("no"))
      const { beyond, deliveries, sql } = yield* deliveriesOn(host.port)
      const accountId = uuidV7Unsafe()
      const probe = { accountId, name: "fixture.own", url: host.url, body: '{"is":"it"}' }
      const secret = Redacted.make("one of mine")
      const { atMs, ...tried } = yield* deliveries.probe({ ...probe, secret })
      assert.isAbove(atMs, 0)
      assert.deepInclude(tried, { outcome: "rejected", status: 418, message: null, answer: "no" })
      assert.property(host.got[0]?.headers, "webhook-signature")
      yield* deliveries.probe({ ...probe, secret: null })
      assert.notProperty(host.got[1]?.headers, "webhook-signature")
      // With the secret of the one that is there.
      yield* deliveries.register({ ...probe, url: "https://example.com/hook", secret })
      yield* deliveries.probe(probe)
      yield* believed(host.got[2], webhookSecretOf(secret))
      assert.strictEqual((yield* deliveries.probe({ ...probe, url: "http://10.0.0.1/" })).outcome, "refused")
      assert.deepEqual(yield* deliveries.attempts(accountId), [])
      assert.deepEqual(yield* sql`SELECT 1 FROM core_deliveries`, [])
      assert.deepEqual(
        (yield* deliveries.endpoints(accountId)).map(({ url }) => url),
        ["https://example.com/hook"]
      )
      assert.deepEqual(beyond, [])
    }).pipe(Effect.scoped, quiet)
  )

  it.live("is made once, and with one secret, by many at once", () =>
    Effect.gen(function* () {
      const host = yield* customer()
      const { deliveries } = yield* deliveriesOn(host.port)
      const accountId = uuidV7Unsafe()
      const made = yield* Effect.forEach(
        Array.from({ length: 12 }, (_, n) => n),
        (n) =>
          deliveries.register({
            accountId,
            name: "fixture.own",
            url: host.url,
            ...(n % 2 === 0 ? {} : { secret: Redacted.make(`mine ${n}`) })
          }),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(new Set(made.map(({ endpoint }) => endpoint.id)).size, 1)
      const [endpoint] = yield* deliveries.endpoints(accountId)
      const sent = yield* deliveries.send({ accountId, endpointId: endpoint?.id ?? "", body: "{}" })
      assert.strictEqual(sent.outcome, "delivered")
    }).pipe(Effect.scoped, quiet)
  )

  it.live("keeps its records for 30 days", () =>
    Effect.gen(function* () {
      const host = yield* customer()
      const { deliveries, log, sql } = yield* deliveriesOn(host.port)
      const { accountId, endpointId } = yield* registered(deliveries, host.url)
      yield* deliveries.send({ accountId, endpointId, body: "old" })
      yield* sql`UPDATE core_deliveries SET created_at = created_at - interval '30 days 1 minute'`
      const { deliveryId } = yield* deliveries.send({ accountId, endpointId, body: "new" })
      assert.strictEqual(yield* log.removeOld, 1)
      assert.deepEqual(
        (yield* deliveries.attempts(accountId)).map((attempt) => attempt.deliveryId),
        [deliveryId]
      )
    }).pipe(Effect.scoped, quiet)
  )
})
