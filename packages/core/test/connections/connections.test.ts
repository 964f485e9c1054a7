import { assert, describe, it, layer } from "@effect/vitest"
import { type ConnectionStatus, Connections, Vault } from "@storeglass/plugin-api"
import { Context, Effect, Layer, Redacted, Result } from "effect"
import { SqlClient } from "effect/sql"
import { listConnections } from "../../src/connections/ConnectionAdmin.ts"
import { type ConnectionChange, ConnectionHooks } from "../../src/connections/ConnectionHooks.ts"
import { coreSealedColumns, rotateVault } from "../../src/vault/rotate.ts"
import { quiet } from "../credits.support.ts"
import { connectWith, migrated, newAccount, newKey, nodeOn, oldKey, told } from "./support.ts"

const shown = (status: ConnectionStatus | undefined) => [status?.state, status?.rejection?.reason]
const unknownAccount = "00000000-0000-7000-8000-000000000000"

layer(Layer.unwrap(Effect.map(migrated, (url) => nodeOn(url))))("a connection", (it) => {
  it.effect("is saved once verify passed, and opened for use", () =>
    Effect.gen(function* () {
      const connections = yield* Connections
      const accountId = yield* newAccount
      const lanes: Array<string> = []
      const status = yield* connections.connect({
        accountId,
        kind: "ads",
        secret: Redacted.make("S3CRET"),
        details: { org: 7 },
        verify: ({ lane, secret }) => {
          lanes.push(lane)
          assert.strictEqual(Redacted.value(secret), "S3CRET")
          return Effect.succeed({ details: { name: "Acme" }, missing: [{ right: "Reports", grantedAt: "Users" }] })
        }
      })
      assert.deepInclude(status, {
        kind: "ads",
        state: "degraded",
        rejection: null,
        details: { org: 7, name: "Acme" },
        missing: [{ right: "Reports", grantedAt: "Users" }]
      })
      assert.deepStrictEqual(yield* connections.status(accountId, "ads"), status)
      assert.deepStrictEqual(yield* connections.list(accountId), [status])
      const used = yield* connections.use(accountId, "ads")
      assert.strictEqual(Redacted.value(used.secret), "S3CRET")
      assert.deepStrictEqual([used.lane], lanes)
      assert.notInclude(JSON.stringify([used, status]), "S3CRET")
    })
  )

  it.effect("a failed replacement leaves the old one working, and a failed first one saves nothing", () =>
    Effect.gen(function* () {
      const connections = yield* Connections
      const accountId = yield* newAccount
      const failing = (secret: string) =>
        Effect.flip(
          connections.connect({
            accountId,
            kind: "ads",
            secret: Redacted.make(secret),
            verify: () => Effect.fail("refused" as const)
          })
        )
      assert.strictEqual(yield* failing("first"), "refused")
      assert.isUndefined(yield* connections.status(accountId, "ads"))
      const before = yield* connectWith(connections, accountId, "works")
      assert.strictEqual(yield* failing("second"), "refused")
      assert.deepStrictEqual(yield* connections.status(accountId, "ads"), before)
      assert.strictEqual(Redacted.value((yield* connections.use(accountId, "ads")).secret), "works")
    })
  )

  it.effect("of 50 connects at once one is left, whole", () =>
    Effect.gen(function* () {
      const connections = yield* Connections
      const sql = yield* SqlClient.SqlClient
      const accountId = yield* newAccount
      const connects = Array.from({ length: 50 }, (_, index) =>
        connectWith(connections, accountId, `secret ${1_000 + index}`)
      )
      const made = yield* Effect.all(connects, { concurrency: "unbounded" })
      assert.strictEqual(new Set(made.map(({ revision }) => revision)).size, 50)
      const rows = yield* sql`SELECT 1 FROM core_connections WHERE account_id = ${accountId}::uuid`
      assert.strictEqual(rows.length, 1)
      const { details, saved, secret } = yield* connections.use(accountId, "ads")
      assert.strictEqual(Redacted.value(secret), `secret ${details.name}`)
      const { connectedAt, ...left } = made.find(({ revision }) => revision === saved.revision) ?? assert.fail()
      assert.deepInclude(left, { details, state: "connected" })
      assert.isString(connectedAt)
    })
  )

  it.effect("that is not yours is the same as none, for every function", () =>
    Effect.gen(function* () {
      const connections = yield* Connections
      const [owner, other] = [yield* newAccount, yield* newAccount]
      yield* connectWith(connections, owner, "owner's")
      const { revision } = (yield* connections.status(owner, "ads")) ?? assert.fail()
      const ask = (accountId: string, kind: string) =>
        Effect.all([
          Effect.map(Effect.result(connections.use(accountId, kind)), (result) =>
            Result.isFailure(result) ? result.failure._tag : "opened"
          ),
          connections.status(accountId, kind),
          connections.list(accountId),
          connections.disconnect({ accountId, kind }),
          connections.disconnect({ accountId, kind, purge: true })
        ])
      const notYours = yield* ask(other, "ads")
      const notThere = yield* ask(unknownAccount, "ads")
      assert.deepStrictEqual(notYours, notThere)
      assert.deepStrictEqual(notYours, ["NoConnection", undefined, [], false, false])
      assert.strictEqual((yield* connections.status(owner, "ads"))?.revision, revision)
    })
  )

  it.effect("copied to another account opens nowhere, and hurts no other", () =>
    Effect.gen(function* () {
      const connections = yield* Connections
      const sql = yield* SqlClient.SqlClient
      const [owner, thief] = [yield* newAccount, yield* newAccount]
      yield* connectWith(connections, owner, "owner's")
      yield* connectWith(connections, owner, "owner's other", "ads.reports")
      const steal = (from: string, to: string) =>
        sql`INSERT INTO core_connections (account_id, kind, sealed, details, state, connected_at, checked_at)
          SELECT ${thief}::uuid, ${to}, sealed, details, state, connected_at, checked_at FROM core_connections
          WHERE account_id = ${owner}::uuid AND kind = ${from}`
      yield* steal("ads", "ads")
      yield* steal("ads", "ads.reports")
      for (const kind of ["ads", "ads.reports"]) {
        const failure = yield* Effect.flip(connections.use(thief, kind))
        assert.deepInclude(failure, { _tag: "ConnectionUnusable", reason: "unreadable" })
        assert.deepStrictEqual(shown(yield* connections.status(thief, kind)), ["rejected", "unreadable"])
      }
      assert.strictEqual(Redacted.value((yield* connections.use(owner, "ads")).secret), "owner's")
    }).pipe(quiet)
  )

  it.effect("is rejected by the vendor until it is connected again; an older one's verdict does not touch it", () =>
    Effect.gen(function* () {
      const connections = yield* Connections
      const accountId = yield* newAccount
      yield* connectWith(connections, accountId, "first")
      const first = yield* connections.use(accountId, "ads")
      yield* connections.reject(first, "No\u0000pe.")
      const status = yield* connections.status(accountId, "ads")
      assert.deepStrictEqual(status?.rejection, { reason: "vendor", sentence: "No pe." })
      assert.deepInclude(yield* Effect.flip(connections.use(accountId, "ads")), {
        _tag: "ConnectionUnusable",
        reason: "vendor",
        sentence: "No pe."
      })
      yield* connections.checked(first, {})
      assert.deepStrictEqual(shown(yield* connections.status(accountId, "ads")), ["rejected", "vendor"])
      yield* connectWith(connections, accountId, "second")
      yield* connections.reject(first)
      yield* connections.checked(first, { missing: [{ right: "old" }] })
      assert.deepStrictEqual(shown(yield* connections.status(accountId, "ads")), ["connected", undefined])
      const second = yield* connections.use(accountId, "ads")
      yield* connections.checked(second, { missing: [{ right: "Reports" }], details: { more: 1 } })
      const degraded = yield* connections.status(accountId, "ads")
      assert.deepInclude(degraded, { state: "degraded", details: { name: "cond", more: 1 } })
    })
  )

  it.effect("tells its account alone that the vendor refused it, once until it's connected again", () =>
    Effect.gen(function* () {
      const connections = yield* Connections
      const [accountId, other] = [yield* newAccount, yield* newAccount]
      const toldTo = (id: string) => told.filter((one) => one.accountId === id).map(({ alert }) => alert.title)
      const title = "The credentials saved for ads are no longer accepted"
      yield* connectWith(connections, accountId, "first")
      yield* connectWith(connections, other, "other's")
      const first = yield* connections.use(accountId, "ads")
      yield* connections.reject(first, "No.")
      yield* connections.reject(first, "No.")
      assert.deepStrictEqual([toldTo(accountId), toldTo(other)], [[title], []])
      yield* connectWith(connections, accountId, "second")
      yield* connections.reject(first)
      assert.deepStrictEqual(toldTo(accountId), [title])
      yield* connections.reject(yield* connections.use(accountId, "ads"))
      assert.deepStrictEqual([toldTo(accountId), toldTo(other)], [[title, title], []])
    })
  )

  it.effect("that ends takes its sealed value along, and stops what hangs on it in the same transaction", () =>
    Effect.gen(function* () {
      const connections = yield* Connections
      const sql = yield* SqlClient.SqlClient
      const hooks = yield* ConnectionHooks
      const accountId = yield* newAccount
      const changes: Array<ConnectionChange> = []
      let failing = false
      yield* hooks.add((change) =>
        change.accountId !== accountId
          ? Effect.void
          : failing
            ? Effect.asVoid(sql`SELECT 1 / 0`)
            : Effect.sync(() => void changes.push(change))
      )
      const purged: Array<string> = []
      yield* connections.onPurge("ads", (account) => Effect.sync(() => void purged.push(account)))
      yield* connectWith(connections, accountId, "one")
      yield* connections.reject(yield* connections.use(accountId, "ads"))
      failing = true
      yield* Effect.exit(connections.disconnect({ accountId, kind: "ads", purge: true }))
      assert.deepStrictEqual(shown(yield* connections.status(accountId, "ads")), ["rejected", "vendor"])
      failing = false
      assert.isTrue(yield* connections.disconnect({ accountId, kind: "ads" }))
      assert.deepStrictEqual(purged, [])
      yield* connections.disconnect({ accountId, kind: "ads", purge: true })
      assert.deepStrictEqual(purged, [accountId])
      assert.deepStrictEqual(
        changes.map(({ plugin, to }) => [plugin, to]),
        [
          ["ads", "connected"],
          ["ads", "rejected"],
          ["ads", "disconnected"]
        ]
      )
      assert.strictEqual((yield* sql`SELECT 1 FROM core_connections WHERE account_id = ${accountId}::uuid`).length, 0)
    }).pipe(Effect.scoped, quiet)
  )

  it.effect("pauses the schedules that hang on it, and lets them go on when it is connected again", () =>
    Effect.gen(function* () {
      const connections = yield* Connections
      const sql = yield* SqlClient.SqlClient
      const [accountId, other] = [yield* newAccount, yield* newAccount]
      for (const [account, plugin, name] of [
        [accountId, "ads", "sync"],
        [accountId, "ads", "reports"],
        [accountId, "other", "sync"],
        [other, "ads", "sync"]
      ]) {
        yield* sql`INSERT INTO core_schedules (plugin, account_id, name, job, payload, every_ms, anchor_ms, next_ms)
          VALUES (${plugin}, ${account}, ${name}, 'job', '{}', 60000, 0, 0)`
      }
      const paused = Effect.map(
        sql<{
          name: string
        }>`SELECT plugin || '/' || name AS name FROM core_schedules WHERE paused = '{connection}' ORDER BY 1`,
        (rows) => rows.map(({ name }) => name)
      )
      yield* connectWith(connections, accountId, "one")
      yield* connectWith(connections, accountId, "two", "ads.reports")
      yield* connections.disconnect({ accountId, kind: "ads.reports" })
      assert.deepStrictEqual(yield* paused, ["ads/reports"])
      yield* connections.reject(yield* connections.use(accountId, "ads"))
      assert.deepStrictEqual(yield* paused, ["ads/reports", "ads/sync"])
      yield* connectWith(connections, accountId, "again")
      assert.deepStrictEqual(yield* paused, [])
    })
  )

  it.effect("lies in the database as ciphertext alone", () =>
    Effect.gen(function* () {
      const connections = yield* Connections
      const sql = yield* SqlClient.SqlClient
      const accountId = yield* newAccount
      yield* connectWith(connections, accountId, "CANARY-7f3a")
      yield* connections.reject(yield* connections.use(accountId, "ads"), "no")
      const tables = yield* sql<{ name: string }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`
      for (const { name } of tables) {
        const rows = yield* sql<{ text: string }>`SELECT t::text AS text FROM ${sql(name)} AS t`
        assert.notInclude(rows.map(({ text }) => text).join("\n"), "CANARY", name)
      }
    })
  )
})

describe("the vault's keys", () => {
  const over = 1_200

  it.live("rotate in steps under load, begin again where they stopped, and leave no value under the old key", () =>
    Effect.gen(function* () {
      const url = yield* migrated
      const before = yield* Layer.build(nodeOn(url, [oldKey]))
      const during = yield* Layer.build(nodeOn(url, [oldKey, newKey]))
      const accountId = yield* Effect.provide(newAccount, before)
      const old = Context.get(before, Connections)
      const kinds = Array.from({ length: over }, (_, index) => `ads.k${index}`)
      yield* Effect.forEach(kinds, (kind) => connectWith(old, accountId, `secret of ${kind}`, kind), {
        concurrency: 6,
        discard: true
      })
      const rotate = Effect.provide(rotateVault("new", coreSealedColumns), during)
      const connections = Context.get(during, Connections)
      let wrong = 0
      const load = Effect.forEach(
        kinds.slice(0, 400),
        (kind, index) =>
          Effect.gen(function* () {
            if (index % 3 === 0) yield* connectWith(connections, accountId, `secret of ${kind}`, kind)
            const { secret } = yield* connections.use(accountId, kind)
            if (Redacted.value(secret) !== `secret of ${kind}`) wrong += 1
          }),
        { concurrency: 4, discard: true }
      )
      // Two that rotate at once, and one that is stopped on its way.
      yield* Effect.all([load, rotate, Effect.timeoutOption(rotate, 20)], { concurrency: "unbounded" })
      yield* rotate
      assert.deepStrictEqual(yield* rotate, { rewrapped: 0, failed: {} })
      assert.strictEqual(wrong, 0)
      const after = Context.get(yield* Layer.build(nodeOn(url, [newKey])), Connections)
      for (const kind of kinds) {
        assert.strictEqual(Redacted.value((yield* after.use(accountId, kind)).secret), `secret of ${kind}`)
      }
    }).pipe(Effect.scoped, quiet)
  )

  it.live(
    "one that is lost rejects the connections under it by its own reason, hurts no other, and may come back",
    () =>
      Effect.gen(function* () {
        const url = yield* migrated
        const before = yield* Layer.build(nodeOn(url, [oldKey]))
        const [lost, fine] = [yield* Effect.provide(newAccount, before), yield* Effect.provide(newAccount, before)]
        yield* connectWith(Context.get(before, Connections), lost, "under the old")
        const without = yield* Layer.build(nodeOn(url, [newKey]))
        const connections = Context.get(without, Connections)
        yield* connectWith(connections, fine, "under the new")
        assert.deepInclude(yield* Effect.flip(connections.use(lost, "ads")), {
          _tag: "ConnectionUnusable",
          reason: "key_lost"
        })
        assert.deepStrictEqual(shown(yield* connections.status(lost, "ads")), ["rejected", "key_lost"])
        assert.strictEqual(Redacted.value((yield* connections.use(fine, "ads")).secret), "under the new")
        const rotation = yield* Effect.provide(rotateVault("new", coreSealedColumns), without)
        assert.deepStrictEqual(rotation, { rewrapped: 0, failed: { 'The vault key "old" isn\'t configured.': 1 } })
        const listed = yield* Effect.provide(listConnections(undefined), without)
        assert.deepStrictEqual(
          listed.map(({ accountId, ...status }) => [accountId, ...shown(status)]),
          [
            [lost, "rejected", "key_lost"],
            [fine, "connected", undefined]
          ]
        )
        assert.notInclude(JSON.stringify(listed), "sgv1")
        yield* connectWith(connections, lost, "connected again")
        assert.deepStrictEqual(shown(yield* connections.status(lost, "ads")), ["connected", undefined])
        assert.isDefined(Context.get(without, Vault))
      }).pipe(Effect.scoped, quiet)
  )
})
