import { Jobs } from "@storeglass/plugin-api"
import { adjustableClock, at, codeOf, migratedDatabase, startTestGateway, usePluginGateway } from "@storeglass/testkit"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { afterEach, assert, beforeAll, beforeEach, describe, it } from "vitest"
import { AdPresence } from "../src/contract.ts"
import { CompareStorefronts, Prune, Read } from "../src/jobRefs.ts"
import adLibrary from "../src/plugin.ts"
import { covered } from "../src/storefronts.ts"

const clock = adjustableClock()
const gateway = usePluginGateway(adLibrary, {
  // Room for several requests to the double, and no more.
  plugins: { "ad-library": { timeoutMs: 1_000, deadlineMs: 3_000 } },
  clock
})
const hour = 3_600_000
const day = 24 * hour

const Apps = Schema.Struct({ some: Schema.Int, one: Schema.Int, none: Schema.Int })
let apps: typeof Apps.Type
let key = ""
let accountId = ""
const control = () => {
  const found = gateway().running.sandbox?.control
  if (found === undefined) throw new Error("there is no sandbox")
  return found
}
const rows = (statement: (sql: SqlClient.SqlClient) => Effect.Effect<ReadonlyArray<unknown>, unknown>) =>
  gateway().run(Effect.orDie(Effect.flatMap(SqlClient.SqlClient, statement)))
const count = async (table: string) => {
  const [row] = await rows((sql) => sql`SELECT count(*)::int AS n FROM ${sql.literal(table)}`)
  return Number(Reflect.get(Object(row), "n"))
}
const ask = (appId: number) => gateway().ask(`/v1/apps/${appId}/storea-ads`, { key })
const healthOf = async () => (await gateway().askInternal("/health")).json

beforeAll(async () => {
  ;({ accountId, key } = await gateway().account({ plan: "large" }))
})
// What is advertised changes from day to day.
beforeEach(async () => {
  apps = Schema.decodeUnknownSync(Apps)(await control().act("ad-repository", "apps", {}))
})
afterEach(async () => {
  control().clearFaults()
  await control().act("ad-repository", "behave", { storefronts: null })
  clock.advanceMs(13 * hour)
  assert.deepEqual(await control().act("ad-repository", "violations", {}), [])
})

describe("what takes longer than a caller waits", () => {
  it("by the repository's silence is 504, and costs nothing", async () => {
    control().fail({ kind: "slow", delayMs: 20_000, upstream: "ad-repository" })
    const answer = await ask(apps.one)
    assert.deepEqual([answer.status, codeOf(answer.json)], [504, "APPLE_AD_REPOSITORY_TIMEOUT"])
    assert.strictEqual(await gateway().used(accountId), 0)
  })

  it("goes on in a job, and the repeat has it", async () => {
    control().fail({ kind: "slow", delayMs: 800, upstream: "ad-repository" })
    const answer = await ask(apps.one)
    assert.deepEqual([answer.status, codeOf(answer.json)], [504, "APPLE_AD_REPOSITORY_TIMEOUT"])
    assert.isNotNull(answer.headers.get("retry-after"))
    const wanted = { appId: apps.one, datePreset: "LAST_90_DAYS" as const, storefronts: [...covered] }
    const left = await gateway().run(
      Effect.flatMap(Jobs, (jobs) => jobs.abort(Read, `${apps.one}:LAST_90_DAYS:${covered.join(",")}`))
    )
    assert.notStrictEqual(left, "none")
    control().clearFaults()
    await gateway().runJob(Read, wanted)
    const before = control().requests({ upstream: "ad-repository" }).length
    assert.strictEqual((await ask(apps.one)).status, 200)
    assert.strictEqual(control().requests({ upstream: "ad-repository" }).length, before)
  })
})

describe("the daily jobs", () => {
  it("compare the storefronts with the repository's, and tell a difference in health alone", async () => {
    await gateway().runJob(CompareStorefronts, {})
    assert.include(JSON.stringify(await healthOf()), "as the repository lists them")
    await control().act("ad-repository", "behave", { storefronts: ["DE", "FR", "MT"] })
    await gateway().runJob(CompareStorefronts, {})
    // What health tells may be a moment old.
    clock.advanceMs(60_000)
    const told = JSON.stringify(await healthOf())
    assert.include(told, "MT is new")
    assert.include(told, "AT is gone")
    const { json } = await ask(apps.one)
    assert.deepEqual(at(json, "data", "storefronts"), [...covered])
  })

  it("keep what was seen for 400 days, and delete it then", async () => {
    const told = await ask(apps.some)
    assert.strictEqual(told.status, 200, told.text)
    const seen = await count("ad_library_seen")
    assert.isAbove(seen, 0)
    assert.isAbove(await count("ad_library_creatives"), 0)
    assert.isAbove(await count("ad_library_rows"), 0)
    clock.advanceMs(380 * day)
    await gateway().runJob(Prune, {})
    assert.deepEqual([await count("ad_library_readings"), await count("ad_library_rows")], [0, 0])
    assert.strictEqual(await count("ad_library_seen"), seen)
    clock.advanceMs(30 * day)
    await gateway().runJob(Prune, {})
    assert.deepEqual([await count("ad_library_seen"), await count("ad_library_creatives")], [0, 0])
  })

  it("fail a reading that a storefront lacks, so that it's tried again", async () => {
    control().fail({ kind: "500", upstream: "ad-repository" })
    const wanted = { appId: apps.none, datePreset: "LAST_90_DAYS" as const, storefronts: ["DE"] }
    const failed = await gateway()
      .runJob(Read, wanted)
      .then(() => false)
      .catch(() => true)
    assert.isTrue(failed)
  })
})

describe("whether an app advertises", () => {
  const presence = (appId: number, budgetMs: number) =>
    gateway().run(Effect.flatMap(AdPresence, (presence) => presence.of(appId, budgetMs)))

  it("is told of what is kept, or read within a budget", async () => {
    assert.isUndefined(await presence(apps.some, 0))
    const read = await presence(apps.some, 20_000)
    assert.isTrue(read?.isAdvertising)
    assert.strictEqual(read?.storefronts.length, 25)
    const before = control().requests({ upstream: "ad-repository" }).length
    assert.deepEqual(await presence(apps.some, 0), read)
    assert.strictEqual(control().requests({ upstream: "ad-repository" }).length, before)
    assert.isFalse((await presence(apps.none, 20_000))?.isAdvertising)
  })
})

describe("several nodes", () => {
  const spacingMs = 40
  /** What three nodes asked, each reading an app's ads in two groups. */
  const asked = (wanted: ReadonlyArray<number>) =>
    Effect.gen(function* () {
      const databaseUrl = yield* migratedDatabase
      const baseUrl = gateway().running.sandbox?.baseUrls["ad-repository"]
      const plugins = { "ad-library": { spacingMs, baseUrl } }
      const first = yield* startTestGateway({ plugins, databaseUrl })
      const others = yield* Effect.all([1, 2].map(() => startTestGateway({ plugins, databaseUrl })))
      const account = yield* Effect.promise(() => first.account({ plan: "large" }))
      const before = control().requests({ upstream: "ad-repository" }).at(-1)?.sequence ?? 0
      const answers = yield* Effect.promise(() =>
        Promise.all(
          [first, ...others].map((node, i) =>
            node.ask(`/v1/apps/${wanted[i]}/storea-ads?countries=DE,FR,IT,ES,PL,NL`, { key: account.key })
          )
        )
      )
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200, 200]
      )
      return control().requests({ upstream: "ad-repository", afterSequence: before })
    }).pipe(Effect.scoped, Effect.runPromise)
  const starts = async (wanted: ReadonlyArray<number>) =>
    (await asked(wanted)).map(({ atMs }) => atMs).toSorted((a, b) => a - b)

  it("ask in turns, spaced, whatever each of them has to read", async () => {
    const atMs = await starts([apps.one, apps.none, apps.some])
    assert.isAtLeast(atMs.length, 6)
    // Any one may be late on its way: together they can't be quicker than their turns.
    const tookMs = (atMs.at(-1) ?? 0) - (atMs[0] ?? 0)
    assert.isAtLeast(tookMs, (atMs.length - 2) * spacingMs)
  }, 60_000)

  it("read an app that all of them are asked for once", async () => {
    const pages = (await asked([apps.some, apps.some, apps.some])).map(({ query }) => `${query.ql} ${query.offset}`)
    assert.isAtLeast(pages.length, 2)
    assert.strictEqual(new Set(pages).size, pages.length)
  }, 60_000)

  it("have two requests in flight together, and never a third", async () => {
    const delayMs = 250
    control().fail({ kind: "slow", delayMs, upstream: "ad-repository" })
    const atMs = await starts([apps.one, apps.none, apps.some])
    // Each is answered so long after it came, and the third after it comes no sooner. A timer may be a moment early.
    for (const [n, ms] of atMs.entries()) {
      const third = atMs[n + 2]
      if (third !== undefined) assert.isAtLeast(third - ms, delayMs - 2)
    }
    assert.isTrue(atMs.some((ms, n) => (atMs[n + 1] ?? Number.POSITIVE_INFINITY) - ms < delayMs))
  }, 60_000)
})
