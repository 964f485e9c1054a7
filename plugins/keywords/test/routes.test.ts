import { World } from "@storeglass/sandbox/world"
import { describePlugin, useTestGateway } from "@storeglass/testkit"
import { Predicate, Schema } from "effect"
import { assert, describe, it } from "vitest"
import * as A from "../src/appSchema.ts"
import * as S from "../src/schema.ts"
import { dayOf, searched, signedIn, tracks } from "./signedIn.ts"

/** No history is read in the background: these tests begin with nothing. */
const plugins = { stores: true, keywords: { collect: { enabled: false } } } as const

/** An app that the sandbox lists, whatever the day. */
const competitor = () => {
  const day = Math.floor(Date.now() / 86_400_000)
  const app = new World({ seed: 1, size: 3000 })
    .at(day)
    .apps()
    .find((candidate) => candidate.kind === "mobile" && !candidate.soldInFewCountries)
  return String(app?.id)
}

let signed: ReturnType<typeof signedIn> | undefined

describePlugin("keywords", {
  plugins: { ...plugins, account: true },
  values: { keyword: "photo editor", competitorIds: competitor(), since: "2026-01-01" },
  bodies: { keywords_track: { keyword: "photo editor" } },
  prepare: async (gateway, _, operationId) => {
    // An app that the store shows, so that there are keywords to find.
    if (operationId === "keywords_appKeywords") return { [operationId]: { values: { id: competitor() } } }
    if (!operationId.startsWith("keywordsDashboard_")) return {}
    signed ??= signedIn(() => gateway)
    const { accountId, cookie } = await signed
    await searched(gateway, [
      ["kept piano", 8, "7 8 9"],
      ["kept piano", 0, "8 7 9"],
      ["kept camera", 8, "9 7"],
      ["kept camera", 0, "7 9"]
    ])
    await tracks(gateway, accountId, ["kept piano", "kept camera"])
    const window = { appId: "7", from: dayOf(8), to: dayOf(0) }
    return { [operationId]: { values: { ...window, limit: "10" }, headers: { cookie } } }
  }
})

const fault = (json: unknown) =>
  Predicate.hasProperty(json, "error") && Predicate.hasProperty(json.error, "code") ? json.error.code : undefined

describe("the routes", () => {
  const gateway = useTestGateway({ plugins })
  const read = async <A>(schema: Schema.Codec<A, unknown>, path: string, key: string): Promise<A> => {
    const answer = await gateway().ask(path, { key })
    assert.strictEqual(answer.status, 200, `${path} ${answer.text}`)
    return Schema.decodeUnknownSync(Schema.Struct({ data: schema }))(answer.json, { onExcessProperty: "error" }).data
  }

  const app = "appId=1000001"
  const listed = competitor()
  const trends = `/v1/apps/${listed}/keywords/trends?keyword=ab`
  const bounds: ReadonlyArray<readonly [path: string, code: string]> = [
    ["/v1/keywords/ranks", "INVALID_INPUT"],
    ["/v1/keywords/ranks?keyword=", "INVALID_INPUT"],
    ["/v1/keywords/ranks?keyword=a", "INVALID_KEYWORD"],
    ["/v1/keywords/ranks?keyword=%20%20", "INVALID_INPUT"],
    ["/v1/keywords/ranks?keyword=!!", "INVALID_KEYWORD"],
    [`/v1/keywords/ranks?keyword=${"a".repeat(101)}`, "INVALID_INPUT"],
    ["/v1/keywords/ranks?keyword=ab%00", "INVALID_INPUT"],
    ["/v1/keywords/ranks?keyword=ab&keyword=ab", "INVALID_INPUT"],
    ["/v1/keywords/ranks?keyword=ab&term=cd", "INVALID_INPUT"],
    ["/v1/keywords/ranks?keyword=ab&country=zz", "INVALID_COUNTRY"],
    ["/v1/keywords/ranks?keyword=ab&country=kp", "INVALID_COUNTRY"],
    ["/v1/keywords/ranks?keyword=ab&platform=other", "INVALID_INPUT"],
    ["/v1/keywords/ranks?keyword=ab&device=ipad", "INVALID_INPUT"],
    ["/v1/keywords/ranks?keyword=ab&device=watch", "INVALID_INPUT"],
    ["/v1/keywords/ranks?keyword=ab&date=2026-02-30", "INVALID_INPUT"],
    ["/v1/keywords/ranks?keyword=ab&date=21.11.2026", "INVALID_INPUT"],
    ["/v1/keywords/ranks?keyword=ab&date=2999-01-01", "INVALID_INPUT"],
    ["/v1/keywords/metrics?keyword=a", "INVALID_KEYWORD"],
    ["/v1/keywords/metrics?keyword=ab&countries=us,de", "INVALID_INPUT"],
    ["/v1/keywords/suggestions", "INVALID_INPUT"],
    ["/v1/keywords/suggestions?term=a", "INVALID_KEYWORD"],
    ["/v1/keywords/suggestions?term=ab&expand=2", "INVALID_INPUT"],
    ["/v1/keywords/suggestions?term=ab&metrics=yes", "INVALID_INPUT"],
    ["/v1/keywords/trending?days=0", "INVALID_INPUT"],
    ["/v1/keywords/trending?days=31", "INVALID_INPUT"],
    ["/v1/keywords/trending?days=1.5", "INVALID_INPUT"],
    ["/v1/keywords/trending?limit=0", "INVALID_INPUT"],
    ["/v1/keywords/trending?limit=101", "INVALID_INPUT"],
    ["/v1/keywords/trending?limit=1e9", "INVALID_INPUT"],
    ["/v1/keywords/trending?country=zz", "INVALID_COUNTRY"],
    ["/v1/keywords/trending?platform=storec", "INVALID_INPUT"],
    [trends.replace(listed, "0"), "INVALID_APP_ID"],
    [trends.replace(listed, "-1"), "INVALID_APP_ID"],
    [trends.replace(listed, "com.example"), "INVALID_APP_ID"],
    [`${trends}&platform=storeb`, "INVALID_APP_ID"],
    [`${trends}&days=6`, "INVALID_INPUT"],
    [`${trends}&days=91`, "INVALID_INPUT"],
    [trends.replace("?keyword=ab", ""), "INVALID_INPUT"],
    [trends.replace("=ab", "=a"), "INVALID_KEYWORD"],
    ["/v1/apps/abc/keywords", "INVALID_APP_ID"],
    ["/v1/apps/1000001/keywords?limit=0", "INVALID_INPUT"],
    ["/v1/apps/1000001/keywords?limit=501", "INVALID_INPUT"],
    ["/v1/keywords/visibility", "INVALID_INPUT"],
    ["/v1/keywords/visibility?appId=x", "INVALID_APP_ID"],
    [`/v1/keywords/visibility?${app}&days=6`, "INVALID_INPUT"],
    [`/v1/keywords/visibility?${app}&days=91`, "INVALID_INPUT"],
    ["/v1/keywords/movers", "INVALID_INPUT"],
    [`/v1/keywords/movers?${app}&days=0`, "INVALID_INPUT"],
    [`/v1/keywords/movers?${app}&days=91`, "INVALID_INPUT"],
    [`/v1/keywords/movers?${app}&limit=0`, "INVALID_INPUT"],
    [`/v1/keywords/movers?${app}&limit=51`, "INVALID_INPUT"],
    [`/v1/keywords/compare?${app}`, "INVALID_INPUT"],
    ["/v1/keywords/compare?competitorId=5", "INVALID_INPUT"],
    [`/v1/keywords/compare?${app}&competitorIds=5,6`, "INVALID_INPUT"],
    [`/v1/keywords/compare?${app}&competitorId=1000001`, "INVALID_INPUT"],
    [`/v1/keywords/compare?${app}&competitorId=x`, "INVALID_APP_ID"],
    [`/v1/keywords/compare?${app}&appId1=7&competitorId=5`, "INVALID_INPUT"],
    [`/v1/keywords/compare-cluster?${app}`, "INVALID_INPUT"],
    [`/v1/keywords/compare-cluster?${app}&competitors=1,2,3,4,5,6`, "INVALID_INPUT"],
    [`/v1/keywords/compare-cluster?${app}&competitors=1,2,3&competitorIds=4,5,6`, "INVALID_INPUT"],
    [`/v1/keywords/compare-cluster?${app}&competitors=5,`, "INVALID_INPUT"],
    [`/v1/keywords/gap?${app}`, "INVALID_INPUT"],
    [`/v1/keywords/gap?${app}&competitorIds=5&limit=0`, "INVALID_INPUT"],
    [`/v1/keywords/gap?${app}&competitorIds=5&limit=101`, "INVALID_INPUT"],
    [`/v1/keywords/gap?${app}&competitorIds=5&nope=1`, "INVALID_INPUT"]
  ]
  it("refuse what is out of bounds with its code, ask no store for it and charge nothing", async () => {
    const { accountId, key } = await gateway().account()
    gateway().running.sandbox?.control.clearRequests()
    for (const [path, code] of bounds) {
      const answer = await gateway().ask(path, { key })
      assert.deepStrictEqual([answer.status, fault(answer.json)], [400, code], `${path} ${answer.text}`)
    }
    assert.deepStrictEqual(gateway().running.sandbox?.control.requests(), [])
    assert.strictEqual(await gateway().used(accountId), 0)
  })

  it("take the ends of their bounds", async () => {
    const { key } = await gateway().account()
    for (const path of [
      "/v1/keywords/trending?days=1&limit=1",
      "/v1/keywords/trending?days=30&limit=100&country=DE&platform=storeb",
      `${trends}&days=7`,
      `${trends}&days=90`
    ])
      assert.strictEqual((await gateway().ask(path, { key })).status, 200, path)
  })

  const bodies: ReadonlyArray<readonly [body: unknown, code: string]> = [
    [{}, "INVALID_INPUT"],
    [{ keyword: "" }, "INVALID_INPUT"],
    [{ keyword: "a" }, "INVALID_KEYWORD"],
    [{ keyword: 5 }, "INVALID_INPUT"],
    [{ keyword: "a\u0000b" }, "INVALID_KEYWORD"],
    [{ keyword: "ab", country: "usa" }, "INVALID_COUNTRY"],
    [{ keyword: "x".repeat(101) }, "INVALID_INPUT"],
    [{ keyword: "ab", country: "zz" }, "INVALID_COUNTRY"],
    [{ keyword: "ab", contry: "de" }, "INVALID_INPUT"],
    [{ keyword: "ab", device: "ipad" }, "INVALID_INPUT"],
    [{ keyword: "ab", platform: "other" }, "INVALID_INPUT"],
    [{ keyword: "pho\u202eto" }, "INVALID_KEYWORD"],
    [{ keyword: "photo \u2066editor\u2069" }, "INVALID_KEYWORD"],
    [["ab"], "INVALID_INPUT"],
    ["not json", "INVALID_INPUT"]
  ]
  it("refuse a body to track that is wrong, an unknown field among it, and track nothing", async () => {
    const { accountId, key } = await gateway().account()
    for (const [body, code] of bodies) {
      const answer = await gateway().ask("/v1/keywords/track", { method: "POST", key, body })
      assert.deepStrictEqual([answer.status, fault(answer.json)], [400, code], `${JSON.stringify(body)} ${answer.text}`)
    }
    assert.strictEqual(await gateway().used(accountId), 0)
  })

  it("track a keyword with the documented answer, for both stores, and charge nothing for what is tracked already", async () => {
    const { accountId, key } = await gateway().account()
    for (const [index, platform] of (["storea", "storeb", "storea"] as const).entries()) {
      const { json, status, text } = await gateway().ask("/v1/keywords/track", {
        method: "POST",
        key,
        body: { keyword: "  Habit  Tracker ", platform }
      })
      assert.strictEqual(status, 200, text)
      const { data } = Schema.decodeUnknownSync(Schema.Struct({ data: S.TrackAnswer }))(json, {
        onExcessProperty: "error"
      })
      assert.deepInclude(data, {
        keyword: "habit tracker",
        country: "us",
        status: "tracked",
        platform,
        alreadyTracked: index === 2
      })
      assert.isNotEmpty(data.message)
    }
    assert.strictEqual(await gateway().used(accountId), 2)
  })

  it("list what the account tracks, no other's, and let it go", async () => {
    const { accountId, key } = await gateway().account()
    const other = await gateway().account()
    const empty = await read(S.TrackedAnswer, "/v1/keywords/tracked?country=jp", key)
    assert.deepStrictEqual([empty.keywords, empty.total], [[], 0])
    assert.include(empty.message, "nothing is tracked in jp: POST /v1/keywords/track")
    const track = (keyword: string, by: string) =>
      gateway().ask("/v1/keywords/track", { method: "POST", key: by, body: { keyword, country: "jp" } })
    assert.strictEqual((await track("写", key)).status, 200, "one character may be a word")
    assert.strictEqual((await track("カメラ", other.key)).status, 200)
    const all = await read(S.TrackedAnswer, "/v1/keywords/tracked", key)
    assert.deepStrictEqual(
      all.keywords.map(({ country, keyword }) => [keyword, country]),
      [["写", "jp"]]
    )
    for (const status of ["untracked", "not_tracked"] as const) {
      const path = `/v1/keywords/track?keyword=${encodeURIComponent("写")}&country=jp`
      const { json } = await gateway().ask(path, { method: "DELETE", key })
      const { data } = Schema.decodeUnknownSync(Schema.Struct({ data: S.UntrackAnswer }))(json)
      assert.deepInclude(data, { keyword: "写", country: "jp", status })
    }
    assert.strictEqual((await read(S.TrackedAnswer, "/v1/keywords/tracked", key)).total, 0)
    assert.strictEqual(await gateway().used(accountId), 1)
  })

  it("list what is tracked in pages, each keyword once, whatever is tracked or let go meanwhile", async () => {
    const { key } = await gateway().account()
    const track = (keyword: string, country = "us") =>
      gateway().ask("/v1/keywords/track", { method: "POST", key, body: { keyword, country } })
    const words = ["alarm", "Éclair", "éclair shop", "zoom lens", "カメラ", "写"]
    for (const word of words) await track(word, "jp")
    await track("alarm")
    const page = (cursor: string | null) =>
      read(S.TrackedAnswer, `/v1/keywords/tracked?limit=2${cursor === null ? "" : `&cursor=${cursor}`}`, key)
    const seen: Array<string> = []
    let cursor: string | null = null
    do {
      const now: typeof S.TrackedAnswer.Type = await page(cursor)
      assert.isAtMost(now.keywords.length, 2)
      seen.push(...now.keywords.map(({ country, keyword }) => `${keyword} ${country}`))
      if (cursor === null) {
        assert.strictEqual(now.total, 7)
        // Where the first page ended is gone, and something came before it.
        const last = encodeURIComponent(now.keywords[1]?.keyword ?? "")
        await gateway().ask(`/v1/keywords/track?keyword=${last}&country=${now.keywords[1]?.country}`, {
          method: "DELETE",
          key
        })
        await track("aardvark")
      }
      cursor = now.nextCursor
    } while (cursor !== null)
    assert.sameMembers(seen, [...words.map((word) => `${word.toLowerCase()} jp`), "alarm us"])
    assert.strictEqual((await gateway().ask("/v1/keywords/tracked?cursor=nowhere", { key })).status, 400)
  })

  it("answer in their documented shapes, in every spelling of their parameters, for both stores", async () => {
    const { key } = await gateway().account()
    for (const platform of ["storea", "storeb"]) {
      const p = `platform=${platform}`
      const ranks = await read(S.RanksAnswer, `/v1/keywords/ranks?keyword=Photo%20Editor&${p}`, key)
      assert.strictEqual(ranks.keyword, "photo editor")
      assert.strictEqual(ranks.popularity, ranks.volumeScore)
      assert.strictEqual(ranks.competitiveness, ranks.difficulty)
      assert.isAtMost(ranks.rankings.length, platform === "storea" ? 100 : 30)
      assert.deepStrictEqual(
        ranks.rankings.map(({ rank }) => rank),
        ranks.rankings.map((_, index) => index + 1)
      )
      const [one, two, three] = ranks.rankings.map(({ trackId }) => String(trackId))
      const metrics = await read(S.MetricsAnswer, `/v1/keywords/metrics?term=photo%20editor&${p}`, key)
      assert.strictEqual(metrics.volumeScore, ranks.volumeScore)
      assert.isNotNull(metrics.difficulty)
      if (platform === "storea") assert.isNotNull(metrics.marketDominance)
      const apps = await read(A.AppKeywordsAnswer, `/v1/apps/${one}/keywords?${p}`, key)
      assert.isAbove(apps.total, 0)
      for (const query of [
        `appId=${one}&competitorId=${two}`,
        `appId1=${one}&appId2=${two}`,
        `appId=${one}&competitorIds=${two}`
      ])
        assert.isAbove((await read(A.CompareAnswer, `/v1/keywords/compare?${query}&${p}`, key)).summary.totalShared, 0)
      for (const name of ["competitors", "competitorIds"]) {
        const cluster = await read(
          A.ClusterAnswer,
          `/v1/keywords/compare-cluster?appId=${one}&${name}=${two},${three}&${p}`,
          key
        )
        assert.strictEqual(cluster.appIds.length, 3)
        const { inAllApps, partialOverlap, primaryOnly, competitorExclusive } = cluster.summary
        assert.strictEqual(
          inAllApps.count + partialOverlap.count + primaryOnly.count + competitorExclusive.count,
          cluster.summary.totalUniqueKeywords
        )
        await read(A.GapAnswer, `/v1/keywords/gap?appId=${one}&${name}=${two},${three}&${p}`, key)
      }
      const visibility = await read(A.VisibilityAnswer, `/v1/keywords/visibility?appId=${one}&${p}`, key)
      assert.isAbove(visibility.score ?? 0, 0)
      await read(A.MoversAnswer, `/v1/keywords/movers?appId=${one}&${p}`, key)
      const trend = await read(A.TrendsAnswer, `/v1/apps/${one}/keywords/trends?keyword=photo%20editor&${p}`, key)
      assert.strictEqual(trend.history.length, 30)
      const suggested = await read(S.SuggestionsAnswer, `/v1/keywords/suggestions?keyword=ph&metrics=1&${p}`, key)
      assert.isAbove(suggested.suggestions.length, 0)
      assert.isTrue(suggested.suggestions.every(({ metricsStatus }) => metricsStatus !== undefined))
      const expanded = await read(S.SuggestionsAnswer, `/v1/keywords/suggestions?term=ph&expand=1&${p}`, key)
      assert.isAtLeast(expanded.suggestions.length, suggested.suggestions.length)
      await read(S.TrendingAnswer, `/v1/keywords/trending?${p}`, key)
    }
  })

  it("answer for several keywords at once, at the price of each, or for none of them", async () => {
    const { accountId, key } = await gateway().account()
    for (const [schema, route] of [
      [S.ManyRanksAnswer, "ranks"],
      [S.ManyMetricsAnswer, "metrics"]
    ] as const) {
      const answer = await gateway().ask(`/v1/keywords/${route}?keyword=photo%20editor&keywords=photo,video`, { key })
      const { data } = Schema.decodeUnknownSync(Schema.Struct({ data: schema }))(answer.json)
      assert.deepStrictEqual(
        [data.keyword, ...(data.more ?? []).map(({ keyword }) => keyword)],
        ["photo editor", "photo", "video"]
      )
      assert.strictEqual(answer.headers.get("x-credit-cost"), "6")
      const refused = await gateway().ask(`/v1/keywords/${route}?keyword=photo&keywords=!!`, { key })
      assert.deepStrictEqual([refused.status, fault(refused.json)], [400, "INVALID_KEYWORD"])
    }
    assert.strictEqual(await gateway().used(accountId), 12)
  })

  it("give the feed of changes to keys of the operator alone", async () => {
    const { key } = await gateway().account()
    const path = "/v1/internal/rank-changes?since=2026-11-01T00:00:00Z"
    assert.deepStrictEqual(
      [(await gateway().ask(path, { key })).status, (await gateway().ask(path)).status],
      [403, 401]
    )
    const own = await gateway().account({ scopes: ["internal"] })
    const changes = await read(
      A.RankChangesAnswer,
      `${path}&change_types=moved,fell_out&app_ids=1,com.example.app&limit=1000`,
      own.key
    )
    assert.deepInclude(changes, { total: 0, hasMore: false, changes: [] })
    for (const query of [
      "",
      "?since=yesterday",
      "?since=2026-11-01&until=2026-10-01",
      "?since=2026-11-01&change_types=up",
      "?since=2026-11-01&limit=1001",
      "?since=2026-11-01&limit=0"
    ]) {
      const answer = await gateway().ask(`/v1/internal/rank-changes${query}`, { key: own.key })
      assert.deepStrictEqual([answer.status, fault(answer.json)], [400, "INVALID_INPUT"], query)
    }
    assert.strictEqual(await gateway().used(own.accountId), 0)
  })
})

describe("suggestions under throttling", () => {
  const gateway = useTestGateway({ plugins })
  const stores = [
    ["search", "storea"],
    ["play", "storeb"]
  ] as const

  it("are an error that costs nothing when the store is silent, and are there when it speaks again", async () => {
    const { accountId, key } = await gateway().account()
    const control = gateway().running.sandbox?.control
    for (const [upstream, platform] of stores) {
      const path = `/v1/keywords/suggestions?term=me&platform=${platform}`
      control?.fail({ upstream, kind: "empty" })
      const silent = await gateway().ask(path, { key })
      assert.deepStrictEqual([silent.status, fault(silent.json)], [502, "UPSTREAM_ERROR"], silent.text)
      control?.clearFaults()
      const { data } = Schema.decodeUnknownSync(Schema.Struct({ data: S.SuggestionsAnswer }))(
        (await gateway().ask(path, { key })).json
      )
      assert.isNotEmpty(data.suggestions, platform)
    }
    assert.strictEqual(await gateway().used(accountId), 2)
  })

  it("are an error, never an empty list, whatever the store does instead of answering", async () => {
    const { accountId, key } = await gateway().account()
    const control = gateway().running.sandbox?.control
    for (const [upstream, platform] of stores) {
      for (const [index, kind] of (["429", "500", "malformed", "truncated"] as const).entries()) {
        control?.fail({ upstream, kind })
        const path = `/v1/keywords/suggestions?term=${"pscb"[index]}a&platform=${platform}`
        const answer = await gateway().ask(path, { key })
        control?.clearFaults()
        assert.isTrue([502, 503, 504].includes(answer.status), `${platform} ${kind} ${answer.status} ${answer.text}`)
      }
    }
    assert.strictEqual(await gateway().used(accountId), 0)
  })
})
