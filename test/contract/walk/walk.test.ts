import { at, type TestAccount, until, useTestGateway } from "@storeglass/testkit"
import { Ajv2020 } from "ajv/dist/2020.js"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { assert, beforeAll, describe, it } from "vitest"
import { fieldsOf, pricesOf } from "./document.ts"
import { isOf, untruths, valuesAt } from "./truths.ts"

const platforms = ["storea", "storeb"] as const
const countries = ["us", "gb", "de", "fr", "es", "jp", "kr", "br", "mx", "in", "sa", "tr"]
const seeded = { days: 9, countries: ["us", "jp"] }

interface Market {
  readonly platform: (typeof platforms)[number]
  readonly country: string
}

interface Step {
  readonly operation: string
  readonly path: string
  readonly method?: "GET" | "POST" | "DELETE"
  readonly body?: unknown
}

const Seeded = Schema.Struct({ done: Schema.Int, waiting: Schema.Int })

/** Every operation over the public stores, as a customer of a market calls it. */
const stepsOf = ({ country, platform }: Market, app: string, rival: string): ReadonlyArray<Step> => {
  const market = `country=${country}&platform=${platform}`
  const [genre, keyword] = [platform === "storea" ? "6014" : "GAME", "photo%20editor"]
  const pair = `appId=${app}&competitorIds=${rival}&${market}`
  return [
    { operation: "apps_search", path: `/v1/search?q=photo&limit=5&${market}` },
    { operation: "apps_get", path: `/v1/apps/${app}?${market}` },
    { operation: "apps_intelligence", path: `/v1/apps/${app}/intelligence?${market}` },
    { operation: "apps_countryRankings", path: `/v1/apps/${app}/country-rankings?chart=top-free&platform=${platform}` },
    { operation: "apps_reviews", path: `/v1/apps/${app}/reviews?page=1&${market}` },
    { operation: "apps_similar", path: `/v1/apps/${app}/similar?limit=5&${market}` },
    { operation: "apps_screenshots", path: `/v1/apps/${app}/screenshots?device=all&${market}` },
    { operation: "apps_competitorScreenshots", path: `/v1/apps/${app}/screenshots/competitors?limit=2&${market}` },
    { operation: "charts_categories", path: `/v1/categories?platform=${platform}` },
    { operation: "charts_top", path: `/v1/categories/${genre}/top?chart=top-free&limit=10&${market}` },
    {
      operation: "charts_topScreenshots",
      path: `/v1/categories/${genre}/top/screenshots?chart=top-free&limit=2&${market}`
    },
    { operation: "charts_newReleases", path: `/v1/new-releases?maxDays=30&limit=5&${market}` },
    { operation: "charts_discover", path: `/v1/discover?limit=5&${market}` },
    { operation: "charts_newNumberOne", path: `/v1/discover/new-number-1?${market}` },
    { operation: "charts_movers", path: `/v1/market/movers?chart=top-free&genre=all&limit=10&${market}` },
    { operation: "charts_activity", path: `/v1/market/activity?chart=top-free&genre=all&limit=10&${market}` },
    { operation: "keywords_ranks", path: `/v1/keywords/ranks?keyword=${keyword}&${market}` },
    {
      operation: "keywords_track",
      path: "/v1/keywords/track",
      method: "POST",
      body: { keyword: "photo editor", country, platform }
    },
    { operation: "keywords_tracked", path: `/v1/keywords/tracked?${market}` },
    { operation: "keywords_suggestions", path: `/v1/keywords/suggestions?keyword=pho&${market}` },
    { operation: "keywords_metrics", path: `/v1/keywords/metrics?keyword=${keyword}&${market}` },
    { operation: "keywords_trending", path: `/v1/keywords/trending?days=4&limit=10&${market}` },
    { operation: "keywords_compare", path: `/v1/keywords/compare?${pair}` },
    { operation: "keywords_compareCluster", path: `/v1/keywords/compare-cluster?${pair}` },
    { operation: "keywords_gap", path: `/v1/keywords/gap?limit=5&${pair}` },
    { operation: "keywords_visibility", path: `/v1/keywords/visibility?appId=${app}&${market}` },
    { operation: "keywords_movers", path: `/v1/keywords/movers?appId=${app}&${market}` },
    { operation: "keywords_appKeywords", path: `/v1/apps/${app}/keywords?${market}` },
    { operation: "keywords_trends", path: `/v1/apps/${app}/keywords/trends?keyword=${keyword}&${market}` },
    { operation: "keywords_untrack", path: `/v1/keywords/track?keyword=${keyword}&${market}`, method: "DELETE" },
    { operation: "account_usage", path: "/v1/auth/usage" },
    { operation: "service_version", path: "/v1/version" }
  ]
}

describe("a walk over every operation of the public stores", () => {
  const gateway = useTestGateway({
    plugins: {
      stores: true,
      apps: true,
      charts: { collectOnStart: false },
      keywords: { collect: { enabled: false } },
      "dev-seed": { days: seeded.days, keywords: { perMarket: 6, countries: seeded.countries } },
      mcp: true
    }
  })
  let account: TestAccount
  let document: unknown
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false, code: { optimize: false } })
  /** Fields of the document that came with a value, by operation. */
  const seen = new Set<string>()

  beforeAll(async () => {
    account = await gateway().account({ plan: "large" })
    document = (await gateway().ask("/openapi.json")).json
    ajv.addSchema({ $id: "openapi", ...Object(document) })
    const decode = Schema.decodeUnknownSync(Schema.Array(Seeded))
    // Two stores in each country, on each day.
    const wanted = 2 * seeded.countries.length * seeded.days
    const progress = Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.map(
        sql`SELECT (SELECT count(*)::int FROM dev_seed_days) AS done,
          (SELECT count(*)::int FROM graphile_worker.jobs
            WHERE task_identifier IN ('dev-seed.charts', 'dev-seed.keywords')) AS waiting`,
        (rows) => decode(rows)[0]
      )
    )
    await gateway().run(
      until(
        ["dev_seed_days", "graphile_worker._private_jobs"],
        progress,
        (now) => now !== undefined && now.done >= wanted && now.waiting === 0
      )
    )
  }, 300_000)

  const validatorOf = (operation: string, status: number) => {
    for (const [path, item] of Object.entries(Object(at(document, "paths")))) {
      for (const [method, declared] of Object.entries(Object(item))) {
        if (at(declared, "operationId") !== operation) continue
        const place = [path.replaceAll("~", "~0").replaceAll("/", "~1"), method, "responses", String(status)]
        const pointer = `openapi#/paths/${place.map(encodeURIComponent).join("/")}/content/application~1json/schema`
        const validate = ajv.getSchema(pointer)
        assert.isDefined(validate, `${operation} declares no ${status}`)
        return validate
      }
    }
    return assert.fail(`${operation} isn't in /openapi.json`)
  }

  /** Calls one operation, and holds the answer to what was declared, to the document, and to itself. */
  const take = async (market: Market, { body, method = "GET", operation, path }: Step): Promise<number> => {
    const answer = await gateway().ask(path, { key: account.key, method, ...(body === undefined ? {} : { body }) })
    const where = `${operation} ${market.platform} ${market.country}`
    assert.isTrue(
      answer.status === 200 || answer.status === 201,
      `${where}: ${answer.status} ${answer.text.slice(0, 300)}`
    )
    assert.deepEqual(Object.keys(Object(answer.json)), ["data"], where)
    const validate = validatorOf(operation, answer.status)
    assert.isFalse(validate?.({ data: 1 }), `${where}: its schema holds nothing out`)
    assert.isTrue(validate?.(answer.json), `${where}: ${ajv.errorsText(validate?.errors)}`)

    const data = at(answer.json, "data")
    assert.deepEqual(untruths(data), [], where)
    if (at(data, "platform") !== undefined) assert.strictEqual(at(data, "platform"), market.platform, where)
    const isOfOneCountry = !["apps_countryRankings", "charts_categories"].includes(operation)
    if (isOfOneCountry && at(data, "country") !== undefined) {
      assert.strictEqual(at(data, "country"), market.country, where)
    }
    for (const [field, kind] of Object.entries(fieldsOf[operation] ?? {})) {
      for (const value of valuesAt(data, field)) {
        if (value === null) continue
        assert.isTrue(isOf(kind, value, market.platform), `${where}: ${field} is ${JSON.stringify(value)}, no ${kind}`)
        seen.add(`${operation} ${field}`)
      }
    }

    const row = gateway().running.composition.operations.find(({ id }) => id === operation)
    const cost = Number(answer.headers.get("x-credit-cost") ?? Number.NaN)
    assert.strictEqual(cost, row?.credits, `${where}: its price`)
    const priced = pricesOf[operation]
    if (priced !== undefined) assert.strictEqual(cost, priced, `${where}: the document's price`)
    assert.match(answer.headers.get("x-ratelimit-reset") ?? "", /^\d+$/, where)
    assert.deepEqual(
      [answer.headers.get("x-plan"), answer.headers.get("x-credit-category"), answer.headers.get("x-ratelimit-limit")],
      ["large", "general", "1000000"],
      where
    )
    if (at(data, "provenance") !== undefined) {
      assert.strictEqual(answer.headers.get("x-data-source"), at(data, "provenance", "source"), where)
    }
    return cost
  }

  const markets = platforms.flatMap((platform) => countries.map((country): Market => ({ country, platform })))

  it.each(markets)(
    "$platform in $country: each answers as declared and as the document says, at its price",
    { timeout: 120_000 },
    async (market) => {
      const { country, platform } = market
      const before = await gateway().used(account.accountId)
      const search = `/v1/search?q=photo&limit=10&country=${country}&platform=${platform}`
      const found = at((await gateway().ask(search, { key: account.key })).json, "data", "results")
      const [app = "", rival = ""] = (Array.isArray(found) ? found : []).map((each) => String(at(each, "trackId")))
      assert.notStrictEqual(rival, "", "two apps to walk with")
      let cost = pricesOf.apps_search ?? 0
      for (const step of stepsOf(market, app, rival)) cost += await take(market, step)
      assert.strictEqual((await gateway().used(account.accountId)) - before, cost)
    }
  )

  it("took every operation that customers have over the stores", async () => {
    const walked = new Set(stepsOf({ platform: "storea", country: "us" }, "1", "2").map(({ operation }) => operation))
    const offered = gateway()
      .running.composition.operations.filter(({ access, endpoint }) => endpoint !== undefined && access === "key")
      .map(({ id }) => id)
    assert.sameMembers([...walked], offered)
    assert.isAtLeast(walked.size, 32)
    const health = await gateway().ask("/v1/health")
    assert.deepEqual([health.status, health.headers.get("x-credit-cost")], [200, null])
  })

  it("saw a value in every field that the document names", () => {
    const named = Object.entries(fieldsOf).flatMap(([operation, fields]) =>
      Object.keys(fields).map((field) => `${operation} ${field}`)
    )
    assert.deepEqual(
      named.filter((field) => !seen.has(field)),
      []
    )
  })
})

describe("the truths of the walk", () => {
  it("are not met by answers that contradict themselves", () => {
    const wrong = [
      { value: 0, status: "not_measured" },
      { rank: 3, status: "not_in_top_n" },
      { rank: null, status: "ranked" },
      { rank: 0, status: "ranked" },
      { value: 9, range: { low: 10, high: 12 } },
      { range: { low: 2, high: 1 } },
      { volumeScore: 101 }
    ]
    for (const each of wrong) assert.isNotEmpty(untruths({ list: [each] }), JSON.stringify(each))
    assert.deepEqual(untruths({ value: null, status: "not_measured", range: null }), [])
    assert.isFalse(isOf("id", "12", "storea"))
    assert.isFalse(isOf("time", "yesterday", "storea"))
    assert.isFalse(isOf("url", "icon.png", "storeb"))
    assert.deepEqual(valuesAt({ a: [{ b: 1 }, { b: null }] }, "a[].b"), [1, null])
  })
})
