import { generateKeyPairSync } from "node:crypto"
import { assert, describe, it, layer } from "@effect/vitest"
import { Connections, type Credential, type Minted, type MintRefusal, Tokens } from "@storeglass/plugin-api"
import { adjustableClock } from "@storeglass/testkit"
import { Clock, Context, Effect, Layer, Logger, Metric, Redacted, References, Result } from "effect"
import { SqlClient } from "effect/sql"
import { jwtVerify } from "jose"
import { revocationBoundMs } from "../../src/auth/KeyRing.ts"
import { TokenHealth } from "../../src/tokens/TokenHealth.ts"
import { eventually, quiet } from "../credits.support.ts"
import { connectWith, migrated, newAccount, nodeOn } from "./support.ts"

/** A vendor with a clock of its own that takes the tokens it gave, as long as they live. */
const makeVendor = (clock: () => number) => {
  const vendor = { minted: 0, asked: 0, aheadMs: 0, lifeMs: 3_600_000, refusing: false, revoked: new Set<string>() }
  const headers = () => ({ date: new Date(clock() + vendor.aheadMs).toUTCString() })
  const mint = (_: Credential, nowMs: number): Effect.Effect<Minted | MintRefusal> =>
    Effect.sync(() => {
      vendor.minted += 1
      return { token: Redacted.make(`token-${vendor.minted}-${nowMs}`), forMs: vendor.lifeMs }
    })
  const ask = (token: Redacted.Redacted<string>) =>
    Effect.sync(() => {
      vendor.asked += 1
      const text = Redacted.value(token)
      const madeMs = Number(text.split("-")[2])
      const taken =
        !vendor.refusing && !vendor.revoked.has(text) && Math.abs(madeMs - clock() - vendor.aheadMs) < vendor.lifeMs
      return { status: taken ? 200 : 401, headers: headers(), token: text }
    })
  return { vendor, mint, ask, headers }
}
let sources = 0
const nextSource = () => {
  sources += 1
  return `vendor-${sources}`
}

const time = adjustableClock()
const nowMs = () => time.clock.currentTimeMillisUnsafe()
const node = Layer.unwrap(Effect.map(migrated, (url) => nodeOn(url)))

const setUp = Effect.gen(function* () {
  const made = makeVendor(nowMs)
  const source = nextSource()
  const tokens = yield* Tokens
  const { send } = yield* tokens.make({ source, mint: made.mint })
  const connections = yield* Connections
  const accountId = yield* newAccount
  yield* connectWith(connections, accountId, "S3CRET")
  const connection = yield* connections.use(accountId, "ads")
  const health = Effect.map(
    Effect.flatMap(TokenHealth, ({ snapshot }) => snapshot),
    (states) => states[source]
  )
  return { ...made, send, connections, accountId, connection, tokens, health, source }
})
const timed = <A, E, R>(self: Effect.Effect<A, E, R>) => Effect.provideService(self, Clock.Clock, time.clock)

layer(node)("tokens", (it) => {
  it.effect("are minted once for all who wait, and kept", () =>
    Effect.gen(function* () {
      const { ask, connection, send, vendor } = yield* setUp
      const answers = yield* Effect.all(
        Array.from({ length: 100 }, () => send(connection, ask)),
        { concurrency: "unbounded" }
      )
      assert.isTrue(answers.every(({ status }) => status === 200))
      yield* send(connection, ask)
      assert.deepStrictEqual([vendor.minted, vendor.asked], [1, 101])
    }).pipe(timed, Effect.scoped)
  )

  it.effect("are renewed 60 s before they end, and short-lived ones at half their life", () =>
    Effect.gen(function* () {
      const { ask, connection, send, vendor } = yield* setUp
      yield* send(connection, ask)
      time.advanceMs(3_600_000 - 60_000 - 500)
      yield* send(connection, ask)
      assert.strictEqual(vendor.minted, 1)
      vendor.lifeMs = 40_000
      time.advanceMs(500)
      yield* send(connection, ask)
      assert.strictEqual(vendor.minted, 2)
      time.advanceMs(19_000)
      yield* send(connection, ask)
      assert.strictEqual(vendor.minted, 2)
      time.advanceMs(1_000)
      yield* send(connection, ask)
      assert.strictEqual(vendor.minted, 3)
    }).pipe(timed, Effect.scoped)
  )

  it.effect("after a 401 are made afresh once, also when many meet it at once", () =>
    Effect.gen(function* () {
      const { ask, connection, connections, send, vendor } = yield* setUp
      const { token } = yield* send(connection, ask)
      vendor.revoked.add(token)
      const all = Array.from({ length: 20 }, () => send(connection, ask))
      const answers = yield* Effect.all(all, { concurrency: "unbounded" })
      assert.isTrue(answers.every(({ status }) => status === 200))
      assert.strictEqual(vendor.minted, 2)
      const { accountId, kind } = connection.saved
      assert.strictEqual((yield* connections.status(accountId, kind))?.state, "connected")
    }).pipe(timed, Effect.scoped)
  )

  it.effect("that are refused twice reject the connection, until it is connected again; others go on", () =>
    Effect.gen(function* () {
      const { accountId, ask, connection, connections, send, vendor } = yield* setUp
      const other = yield* newAccount
      yield* connectWith(connections, other, "another")
      const others = yield* connections.use(other, "ads")
      vendor.refusing = true
      const failure = yield* Effect.flip(send(connection, ask))
      assert.deepInclude(failure, { _tag: "VendorRefused", refusal: "credentials" })
      assert.deepStrictEqual([vendor.minted, vendor.asked], [2, 2])
      assert.strictEqual((yield* connections.status(accountId, "ads"))?.state, "rejected")
      vendor.refusing = false
      yield* eventually(Effect.result(send(connection, ask)), Result.isFailure)
      assert.deepInclude(yield* Effect.flip(connections.use(accountId, "ads")), { reason: "vendor" })
      assert.strictEqual((yield* send(others, ask)).status, 200)
      yield* connectWith(connections, accountId, "new")
      assert.strictEqual((yield* send(yield* connections.use(accountId, "ads"), ask)).status, 200)
    }).pipe(timed, Effect.scoped, quiet)
  )

  it.effect("allow for the vendor's clock once a 401 showed it, say so in health, and stop when the clocks agree", () =>
    Effect.gen(function* () {
      const { ask, connection, health, send, vendor } = yield* setUp
      assert.deepStrictEqual(yield* health, { status: "ok", clockSkewMs: 0 })
      vendor.lifeMs = 300_000
      vendor.aheadMs = 900_000
      assert.strictEqual((yield* send(connection, ask)).status, 200)
      assert.deepStrictEqual([vendor.minted, vendor.asked], [2, 2])
      const skewed = yield* health
      assert.strictEqual(skewed?.status, "degraded")
      assert.approximately(skewed?.clockSkewMs ?? 0, 900_000, 2_000)
      vendor.aheadMs = 0
      yield* send(connection, ask)
      assert.deepStrictEqual(yield* health, { status: "ok", clockSkewMs: 0 })
    }).pipe(timed, Effect.scoped, quiet)
  )

  it.effect("that the vendor will not mint by our clock are minted by its own; a plain refusal rejects", () =>
    Effect.gen(function* () {
      const { connections, headers, tokens, vendor } = yield* setUp
      vendor.aheadMs = -600_000
      const seen: Array<number> = []
      const { send } = yield* tokens.make({
        source: nextSource(),
        mint: (_, madeMs): Effect.Effect<Minted | MintRefusal> =>
          Effect.sync(() => {
            seen.push(madeMs - nowMs() - vendor.aheadMs)
            if (Math.abs(madeMs - nowMs() - vendor.aheadMs) > 60_000 || vendor.refusing) {
              return { refused: true, headers: headers(), sentence: "invalid_grant" }
            }
            return { token: Redacted.make("token"), forMs: 1_000 }
          })
      })
      const accountId = yield* newAccount
      yield* connectWith(connections, accountId, "S3CRET")
      const connection = yield* connections.use(accountId, "ads")
      const ask = () => Effect.succeed({ status: 200, headers: headers() })
      assert.strictEqual((yield* send(connection, ask)).status, 200)
      assert.strictEqual(seen.length, 2)
      vendor.refusing = true
      time.advanceMs(2_000)
      const failure = yield* Effect.flip(send(connection, ask))
      assert.deepInclude(failure, { _tag: "VendorRefused", said: { sentence: "invalid_grant" } })
      const status = yield* connections.status(accountId, "ads")
      assert.deepStrictEqual(status?.rejection, { reason: "vendor", sentence: "invalid_grant" })
    }).pipe(timed, Effect.scoped, quiet)
  )

  it.effect("of credentials out of headers are kept apart by all their parts, and saved nowhere", () =>
    Effect.gen(function* () {
      const { ask, send, tokens, vendor } = yield* setUp
      const sql = yield* SqlClient.SqlClient
      const one = tokens.credential("issuer", "key", Redacted.make("S3CRET"))
      const same = tokens.credential("issuer", "key", Redacted.make("S3CRET"))
      const others = [tokens.credential("issuer", "keyS3CRET"), tokens.credential("issuerkey", "S3CRET")]
      for (const credential of [one, same, ...others]) yield* send(credential, ask)
      assert.strictEqual(vendor.minted, 3)
      assert.strictEqual(one.lane, same.lane)
      assert.deepStrictEqual(JSON.parse(Redacted.value(one.secret)), ["issuer", "key", "S3CRET"])
      vendor.refusing = true
      const before = yield* sql`SELECT * FROM core_connections`
      assert.deepInclude(yield* Effect.flip(send(one, ask)), { _tag: "VendorRefused" })
      assert.deepStrictEqual(yield* sql`SELECT * FROM core_connections`, before)
      assert.notInclude(JSON.stringify([one, others]), "S3CRET")
    }).pipe(timed, Effect.scoped, quiet)
  )

  it.effect("secrets and tokens appear in no log, trace attribute, error or metric", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const { connection, send, vendor, ask } = yield* setUp
      const told = yield* Effect.gen(function* () {
        yield* send(connection, ask)
        vendor.refusing = true
        return yield* Effect.exit(send(connection, ask))
      }).pipe(
        Effect.provide(Logger.layer([Logger.map(Logger.formatJson, (line) => void lines.push(line))])),
        Effect.provideService(References.MinimumLogLevel, "All")
      )
      const all = [...lines, String(told), JSON.stringify(told), JSON.stringify(yield* Metric.snapshot)].join("\n")
      assert.notInclude(all, "S3CRET")
      assert.notInclude(all, "token-")
    }).pipe(timed, Effect.scoped)
  )
})

describe("a connection that ends", () => {
  const twoNodes = Effect.gen(function* () {
    const url = yield* migrated
    const one = yield* Layer.build(nodeOn(url))
    const two = yield* timed(Layer.build(nodeOn(url)))
    const { ask, mint, vendor } = makeVendor(nowMs)
    const { send } = yield* Context.get(two, Tokens).make({ source: "vendor", mint })
    const accountId = yield* Effect.provide(newAccount, one)
    const connections = Context.get(one, Connections)
    yield* connectWith(connections, accountId, "S3CRET")
    const connection = yield* Context.get(two, Connections).use(accountId, "ads")
    yield* timed(send(connection, ask))
    return {
      accountId,
      connections,
      ask: timed(send(connection, ask)),
      vendor,
      sql: Context.get(one, SqlClient.SqlClient)
    }
  })

  it.live("ends its tokens at once on every node that hears of it", () =>
    Effect.gen(function* () {
      const { accountId, ask, connections, vendor } = yield* twoNodes
      yield* connections.disconnect({ accountId, kind: "ads" })
      const startedMs = yield* Clock.currentTimeMillis
      yield* eventually(Effect.result(ask), Result.isFailure)
      assert.isBelow((yield* Clock.currentTimeMillis) - startedMs, revocationBoundMs / 2)
      assert.deepInclude(yield* Effect.flip(ask), { _tag: "NoConnection", kind: "ads" })
      assert.strictEqual(vendor.minted, 1)
    }).pipe(Effect.scoped, quiet)
  )

  it.live("ends them within the bound also when its notification is lost", () =>
    Effect.gen(function* () {
      const { accountId, ask, sql } = yield* twoNodes
      yield* eventually(Effect.result(ask), Result.isSuccess)
      time.advanceMs(revocationBoundMs)
      yield* ask
      yield* sql`DELETE FROM core_connections WHERE account_id = ${accountId}::uuid`
      time.advanceMs(revocationBoundMs - 1_000)
      yield* ask
      time.advanceMs(1_000)
      assert.deepInclude(yield* Effect.flip(ask), { _tag: "NoConnection" })
    }).pipe(Effect.scoped, quiet)
  )

  it.live("and is connected anew tells work that holds the old one so", () =>
    Effect.gen(function* () {
      const { accountId, ask, connections } = yield* twoNodes
      yield* connectWith(connections, accountId, "another")
      yield* eventually(Effect.result(ask), Result.isFailure)
      assert.deepInclude(yield* Effect.flip(ask), { _tag: "ConnectionUnusable", reason: "replaced" })
    }).pipe(Effect.scoped, quiet)
  )
})

describe("signing", () => {
  const p256 = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const rsa = generateKeyPairSync("rsa", { modulusLength: 2_048 })
  const pemOf = (key: typeof p256.privateKey) => key.export({ format: "pem", type: "pkcs8" }).toString()
  const derOf = (key: typeof p256.privateKey) => key.export({ format: "der", type: "pkcs8" }).toString("base64")
  const sign = (alg: "ES256" | "RS256", key: string) =>
    Tokens.use((tokens) =>
      tokens.sign({ alg, key: Redacted.make(key), header: { kid: "K1" }, claims: { iss: "me", iat: 1, exp: 4e9 } })
    )
  const pem = pemOf(p256.privateKey)

  layer(node)((it) => {
    it.effect.each([
      ["PEM", pem],
      ["PEM with \\n written out", pem.trim().replaceAll("\n", "\\n")],
      ["base64 of the PEM", Buffer.from(pem).toString("base64")],
      ["base64 of the DER bytes", derOf(p256.privateKey)]
    ])("takes a key as %s", ([, key]) =>
      Effect.gen(function* () {
        const token = yield* sign("ES256", key ?? "")
        const { payload, protectedHeader } = yield* Effect.promise(() =>
          jwtVerify(Redacted.value(token), p256.publicKey)
        )
        assert.deepStrictEqual(protectedHeader, { typ: "JWT", kid: "K1", alg: "ES256" })
        assert.deepStrictEqual(payload, { iss: "me", iat: 1, exp: 4e9 })
        assert.notInclude(String(token), Redacted.value(token))
      })
    )

    it.effect("signs RS256", () =>
      Effect.gen(function* () {
        const token = yield* sign("RS256", pemOf(rsa.privateKey))
        const { protectedHeader } = yield* Effect.promise(() => jwtVerify(Redacted.value(token), rsa.publicKey))
        assert.strictEqual(protectedHeader.alg, "RS256")
      })
    )

    it.effect("refuses every other key, and says nothing of it", () =>
      Effect.gen(function* () {
        const p384 = generateKeyPairSync("ec", { namedCurve: "P-384" }).privateKey
        const short = generateKeyPairSync("rsa", { modulusLength: 1_024 }).privateKey
        const sec1 = p384.export({ format: "pem", type: "sec1" }).toString()
        const open = p256.publicKey.export({ format: "pem", type: "spki" }).toString()
        const keys = [
          "",
          "S3CRET",
          "x".repeat(100_000),
          sec1,
          open,
          pemOf(p384),
          pemOf(rsa.privateKey),
          pem.slice(0, 90)
        ]
        for (const key of keys) {
          const error = yield* Effect.flip(sign("ES256", key))
          assert.deepInclude(error, { _tag: "SigningKeyUnreadable", alg: "ES256" })
          assert.notInclude(JSON.stringify(error) + String(error.stack), "S3CRET")
        }
        for (const key of [pemOf(short), pem]) {
          assert.strictEqual((yield* Effect.flip(sign("RS256", key)))._tag, "SigningKeyUnreadable")
        }
      })
    )
  })
})
