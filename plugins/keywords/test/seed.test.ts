import { addDays, dayOf } from "@storeglass/history"
import { rowsOf } from "@storeglass/plugin-api"
import { until, useTestGateway } from "@storeglass/testkit"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { assert, describe, it } from "vitest"
import * as A from "../src/appSchema.ts"
import * as S from "../src/schema.ts"

const days = 9
const keywords = 4
const counts = rowsOf(Schema.Struct({ facts: Schema.Int, days: Schema.Int, seeded: Schema.Int, waiting: Schema.Int }))
const Searches = Schema.Struct({
  searches: Schema.Array(
    Schema.Struct({
      term: Schema.String,
      reach: Schema.NullOr(Schema.Int),
      apps: Schema.Array(Schema.Struct({ appId: Schema.String, name: Schema.String }))
    })
  )
})
const Terms = Schema.Struct({ terms: Schema.Array(Schema.String) })

describe("a sandbox's history", () => {
  const attempts = async () =>
    (await gateway().askInternal("/metrics")).text
      .split("\n")
      .filter((line) => line.startsWith("storeglass_job_attempts_total"))

  const gateway = useTestGateway({
    plugins: {
      stores: true,
      // Both at work at once, as after a first start.
      keywords: {
        collect: { spread: false, searchesPerMinute: { storea: 600, storeb: 600 } }
      },
      "dev-seed": { days, keywords: { perMarket: keywords } }
    }
  })
  const count = Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      counts(sql`SELECT (SELECT coalesce(sum(bit_count(days)), 0)::int FROM keywords_history_calendar) AS facts,
            (SELECT coalesce(sum(bit_count(days)), 0)::int FROM (
              SELECT bit_or(days) AS days FROM keywords_history_calendar GROUP BY year) AS years) AS days,
            (SELECT count(*)::int FROM dev_seed_days) AS seeded,
            (SELECT count(*)::int FROM graphile_worker.jobs WHERE task_identifier = 'dev-seed.keywords') AS waiting`),
      ([row]) => row ?? { facts: 0, days: 0, seeded: 0, waiting: 0 }
    )
  )
  const filled = () =>
    gateway().run(
      until(
        ["dev_seed_days", "graphile_worker._private_jobs"],
        count,
        ({ seeded, waiting }) => seeded >= 2 * days && waiting === 0
      )
    )
  const control = async <A>(schema: Schema.Codec<A, unknown>, query: string): Promise<A> => {
    const origin = gateway().running.sandbox?.baseUrls.history
    return Schema.decodeUnknownSync(schema)(await (await fetch(`${origin}/searches?${query}`)).json())
  }
  const read = async <A>(schema: Schema.Codec<A, unknown>, path: string): Promise<A> => {
    const { key } = await gateway().account()
    const answer = await gateway().ask(path, { key })
    assert.strictEqual(answer.status, 200, answer.text)
    return Schema.decodeUnknownSync(Schema.Struct({ data: schema }))(answer.json).data
  }

  it("and the collection beside it never fail an attempt", async () => {
    const collect = Effect.flatMap(
      SqlClient.SqlClient,
      (sql) =>
        sql`SELECT 1 FROM generate_series(1, 5), LATERAL graphile_worker.add_job('keywords.collect', '{"payload":{}}'::json)`
    )
    await gateway().run(collect)
    await filled()
    for (;;) {
      const lines = await attempts()
      if (lines.some((line) => line.includes('job="keywords.collect"'))) {
        assert.isNotEmpty(lines.filter((line) => line.includes('job="dev-seed.keywords"') && line.includes('"done"')))
        assert.deepStrictEqual(
          lines.filter((line) => !line.includes('outcome="done"')),
          []
        )
        break
      }
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  })

  it("is filled in the background, once, and its past days equal what the store would have said", async () => {
    assert.deepInclude(await filled(), { facts: 2 * keywords * (days + 1), days: days + 1 })
    const today = dayOf(Date.now())
    for (const platform of ["storea", "storeb"]) {
      const about = `platform=${platform}&country=us`
      const { terms } = await control(Terms, `${about}&day=${today}&limit=${keywords}`)
      assert.strictEqual(terms.length, keywords)
      const asked = (day: string) =>
        control(Searches, `${about}&day=${day}&terms=${encodeURIComponent(terms.join("\n"))}`)
      const now = await asked(today)
      const then = await asked(addDays(today, -5))
      for (const [index, term] of terms.entries()) {
        const live = await read(
          S.RanksAnswer,
          `/v1/keywords/ranks?keyword=${encodeURIComponent(term)}&platform=${platform}`
        )
        const same = now.searches[index]
        assert.deepStrictEqual(
          live.rankings.map(({ trackId }) => String(trackId)),
          same?.apps.slice(0, 100).map(({ appId }) => appId),
          term
        )
        assert.strictEqual(live.totalResults, same?.apps.length)
        const past = await read(
          S.RanksAnswer,
          `/v1/keywords/ranks?keyword=${encodeURIComponent(term)}&platform=${platform}&date=${addDays(today, -5)}`
        )
        assert.deepStrictEqual(
          past.rankings.map(({ trackId }) => String(trackId)),
          then.searches[index]?.apps.slice(0, 100).map(({ appId }) => appId)
        )
        assert.strictEqual(past.source, live.source, "the source of today's ranks, so that they compare")
      }
    }
  })

  it("lets trends, movers, visibility and the feed of changes show something at once", async () => {
    await filled()
    const today = dayOf(Date.now())
    const { terms } = await control(Terms, `platform=storea&country=us&day=${today}&limit=${keywords}`)
    const keyword = encodeURIComponent(terms[0] ?? "")
    const ranks = await read(S.RanksAnswer, `/v1/keywords/ranks?keyword=${keyword}`)
    const app = ranks.rankings[0]?.trackId
    const trend = await read(A.TrendsAnswer, `/v1/apps/${app}/keywords/trends?keyword=${keyword}&days=10`)
    assert.isTrue(trend.history.slice(1).every(({ status }) => status === "ranked"))
    assert.isNotNull(trend.rankChange7d)
    const visibility = await read(A.VisibilityAnswer, `/v1/keywords/visibility?appId=${app}&days=9`)
    assert.strictEqual(visibility.series.length, 9)
    const movers = await read(A.MoversAnswer, `/v1/keywords/movers?appId=${app}&days=7`)
    assert.isAbove(movers.summary.totalKeywords, 0)
    const own = await gateway().account({ scopes: ["internal"] })
    const { json } = await gateway().ask(`/v1/internal/rank-changes?since=${addDays(today, -7)}&limit=1000`, {
      key: own.key
    })
    const { data } = Schema.decodeUnknownSync(Schema.Struct({ data: A.RankChangesAnswer }))(json)
    assert.isAbove(data.total, 0)
  })

  it("answers a bad question about it with what is wrong", async () => {
    const origin = gateway().running.sandbox?.baseUrls.history
    for (const query of [
      "",
      "platform=storea&country=zz&day=2026-11-01",
      "platform=storea&country=us&day=today",
      "platform=storea&country=us&day=2026-11-01&x=1"
    ])
      assert.strictEqual((await fetch(`${origin}/searches?${query}`)).status, 400, query)
  })
})
