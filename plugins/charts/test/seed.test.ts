/** The history of the sandbox's past days, beside what the real adapters read from its feeds. */
import { adjustableClock, freshDatabase, startTestGateway, type TestGateway } from "@storeglass/testkit"
import { Clock, Effect, Exit, Schedule, Schema, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { dayMs, startMs } from "./support.ts"

const Top = Schema.Struct({
  data: Schema.Struct({
    apps: Schema.Array(Schema.Struct({ trackId: Schema.Union([Schema.Int, Schema.String]), trackName: Schema.String }))
  })
})
const Movers = Schema.Struct({
  data: Schema.Struct({
    period: Schema.Struct({ current: Schema.String, previous: Schema.String }),
    summary: Schema.Struct({ gainers: Schema.Int, losers: Schema.Int }),
    topGainers: Schema.Array(Schema.Struct({ appName: Schema.String, rankChange: Schema.Int }))
  })
})
const days = 3
/** A genre that no app of the sandbox is in. */
const empty = "6061"
const genres = {
  storea: ["all", "6014", "6002", "7012", "6061"],
  storeb: ["all", "GAME", "TOOLS", "GAME_PUZZLE"]
} as const

describe("seeding from the sandbox", () => {
  const scope = Effect.runSync(Scope.make())
  let gateway: TestGateway
  let key: string
  const clock = adjustableClock(startMs)
  const start = (databaseUrl: Effect.Success<ReturnType<typeof freshDatabase>>) =>
    startTestGateway({
      clock,
      databaseUrl,
      plugins: {
        stores: true,
        charts: {
          countries: ["us", "jp"],
          genres: [...new Set([...genres.storea, ...genres.storeb])]
        },
        "dev-seed": { days }
      }
    }).pipe(Scope.provide(scope), Effect.provideService(Clock.Clock, clock.clock))

  const rows = <A extends object>(text: string) =>
    gateway.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<A>(text)))
  const count = async (text: string) =>
    (await rows<{ n: number }>(`SELECT count(*)::int AS n FROM ${text}`))[0]?.n ?? -1
  /** Until neither seeding nor reading is left to do. */
  const settled = (node: TestGateway) =>
    Effect.promise(() =>
      node.run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`
            SELECT 1 FROM graphile_worker.jobs
            WHERE task_identifier LIKE 'charts.%' OR task_identifier LIKE 'dev-seed.%'
            UNION ALL SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM dev_seed_totals)`
        )
      )
    ).pipe(
      Effect.flatMap((left) => (left.length === 0 ? Effect.void : Effect.fail("not yet"))),
      Effect.retry({ schedule: Schedule.spaced(50), times: 600 })
    )

  beforeAll(async () => {
    const databaseUrl = await Effect.runPromise(freshDatabase())
    gateway = await Effect.runPromise(start(databaseUrl))
    key = (await gateway.account()).key
    await Effect.runPromise(settled(gateway))
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  const listOf = async (platform: string, country: string, chart: string, genre: string) => {
    const found = await rows<{ id: string; name: string }>(`
      SELECT a.app_id AS id, a.name FROM charts_keys k
      JOIN LATERAL (SELECT apps FROM charts_snapshots WHERE chart_id = k.id ORDER BY at DESC LIMIT 1) newest ON true
      CROSS JOIN LATERAL unnest(newest.apps) WITH ORDINALITY AS listed (id, rank)
      JOIN charts_apps a ON a.id = listed.id
      WHERE k.platform = '${platform}' AND k.country = '${country}' AND k.chart = '${chart}' AND k.genre = '${genre}'
      ORDER BY listed.rank`)
    return found.map(({ id }) => id)
  }

  it.each(["storea", "storeb"] as const)(
    "equals what the adapter of %s reads from the feeds of the same day",
    async (platform) => {
      for (const genre of genres[platform].filter((id) => id !== empty)) {
        for (const chart of ["top-free", "top-paid", "top-grossing"]) {
          const answer = await gateway.ask(
            `/v1/categories/${genre}/top?platform=${platform}&country=jp&chart=${chart}&limit=200`,
            { key }
          )
          const { apps } = Schema.decodeUnknownSync(Top)(answer.json).data
          const kept = await listOf(platform, "jp", chart, genre)
          assert.isNotEmpty(kept, `${chart} ${genre}`)
          assert.deepStrictEqual(
            kept,
            apps.map(({ trackId }) => String(trackId)),
            `${chart} ${genre}`
          )
        }
      }
    }
  )

  it("keeps a list a day of each chart, asks no feed for it, and has movers at once", async () => {
    assert.strictEqual(
      await count("charts_snapshots"),
      days * 2 * 3 * (genres.storea.length - 1 + genres.storeb.length)
    )
    assert.strictEqual(await count("dev_seed_days"), days * 2 * 2)
    for (const platform of ["storea", "storeb"]) {
      const answer = await gateway.ask(`/v1/market/movers?platform=${platform}&limit=3`, { key })
      const { period, summary, topGainers } = Schema.decodeUnknownSync(Movers)(answer.json).data
      assert.strictEqual(Date.parse(period.current) - Date.parse(period.previous), dayMs)
      assert.isAbove(summary.gainers + summary.losers, 10)
      assert.isNotEmpty(topGainers)
    }
  })

  it("shows its progress in the health of the gateway", async () => {
    const { json } = await gateway.askInternal("/health")
    assert.include(JSON.stringify(json), `${days * 4} of ${days * 4} days of history filled`)
  })

  it("does it once: another node on the same database adds nothing", async () => {
    const before = await count("charts_snapshots")
    const other = await Effect.runPromise(start(gateway.running.databaseUrl))
    await Effect.runPromise(settled(other))
    assert.strictEqual(await count("charts_snapshots"), before)
    assert.deepEqual(
      other.running.sandbox?.control.requests().filter(({ path }) => path.includes("rss") || path.includes("batch")),
      [],
      "what the seed has filled is not read again"
    )
  })
})
