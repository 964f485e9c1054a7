/** What pages of an account read of keywords. */
import { Data } from "@storeglass/plugin-api"
import { codeOf, useTestGateway } from "@storeglass/testkit"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { assert, beforeAll, describe, it } from "vitest"
import {
  KeptKeywordsAnswer,
  MovedAnswer,
  RankLinesAnswer,
  VisibilityDaysAnswer,
  VisibilityLinesAnswer,
  WatchlistAnswer
} from "../src/dashboard/api.ts"
import { dayOf, searched, signedIn, tracks } from "./signedIn.ts"

const gateway = useTestGateway({
  plugins: { stores: true, apps: true, keywords: { collect: { enabled: false } }, account: true }
})
let one: Awaited<ReturnType<typeof signedIn>>
let other: typeof one

beforeAll(async () => {
  one = await signedIn(gateway)
  other = await signedIn(gateway)
  await searched(gateway(), [
    ["alpha", 10, "7 8 9"],
    ["alpha", 7, "9 8 7"],
    ["alpha", 2, "9 8"],
    ["alpha", 0, "7 8 9"],
    ["beta", 7, "7 9 8"],
    ["beta", 0, "9 8"],
    ["gamma", 0, "9 8 7"],
    ["secret", 7, "9 7"],
    ["secret", 0, "7 9"],
    // Nobody tracks it; it is collected all the same.
    ["open", 0, "7"]
  ])
  await tracks(gateway(), one.accountId, ["alpha", "beta", "gamma", "never searched"])
  await tracks(gateway(), other.accountId, ["secret"])
})

const base = "/dashboard/api/keywords"
const read = async <A>(schema: Schema.Codec<A, unknown>, path: string, by = one): Promise<A> => {
  gateway().running.sandbox?.control.clearRequests()
  const answer = await by.browser.ask(`${base}${path}`)
  assert.strictEqual(answer.status, 200, answer.text)
  assert.deepEqual(gateway().running.sandbox?.control.requests() ?? [], [], "a store was asked")
  return Schema.decodeUnknownSync(Data(schema))(answer.json, { onExcessProperty: "error" }).data
}
const ofApp = (appId: string, days = 8) => `appId=${appId}&from=${dayOf(days)}`

describe("every route of pages", () => {
  const paths = [
    "/moved",
    "/watchlist",
    "/tracked",
    "/visibility-lines",
    "/ranks?appId=7",
    "/keywords?appId=7",
    "/visibility?appId=7"
  ]
  it.each(paths)("%s is free, and for whoever is signed in alone", async (path) => {
    const { accountId, key } = await gateway().account()
    const byKey = await gateway().ask(`${base}${path}`, { key })
    assert.deepEqual([byKey.status, codeOf(byKey.json)], [401, "SESSION_REQUIRED"])
    assert.strictEqual(await gateway().used(accountId), 0)
    assert.strictEqual((await one.browser.ask(`${base}${path}`)).status, 200)
  })

  const bounds: ReadonlyArray<readonly [path: string, code: string]> = [
    ["/moved?limit=0", "INVALID_INPUT"],
    ["/moved?limit=51", "INVALID_INPUT"],
    ["/moved?days=7", "INVALID_INPUT"],
    ["/watchlist?limit=21", "INVALID_INPUT"],
    ["/watchlist?appId=7", "INVALID_INPUT"],
    ["/visibility-lines?days=7", "INVALID_INPUT"],
    ...["ranks", "keywords", "visibility"].flatMap(
      (name): ReadonlyArray<readonly [string, string]> => [
        [`/${name}`, "INVALID_INPUT"],
        [`/${name}?appId=0`, "INVALID_APP_ID"],
        [`/${name}?appId=com.example.app`, "INVALID_APP_ID"],
        [`/${name}?appId=7&platform=storeb`, "INVALID_APP_ID"],
        [`/${name}?appId=7&platform=storec`, "INVALID_INPUT"],
        [`/${name}?appId=7&country=zz`, "INVALID_COUNTRY"],
        [`/${name}?appId=7&device=phone`, "INVALID_INPUT"],
        [`/${name}?appId=7&from=2026-02-30`, "INVALID_INPUT"],
        [`/${name}?appId=7&from=2999-01-01`, "INVALID_INPUT"],
        [`/${name}?appId=7&from=2020-01-01`, "INVALID_INPUT"],
        [`/${name}?appId=7&from=${dayOf(1)}&to=${dayOf(2)}`, "INVALID_INPUT"],
        [`/${name}?appId=7&keyword=alpha`, "INVALID_INPUT"]
      ]
    ),
    ["/ranks?appId=7&limit=21", "INVALID_INPUT"],
    ["/keywords?appId=7&limit=201", "INVALID_INPUT"],
    ["/visibility?appId=7&limit=1", "INVALID_INPUT"]
  ]
  it.each(bounds)("%s answers 400", async (path, code) => {
    const answer = await one.browser.ask(`${base}${path}`)
    assert.deepEqual([answer.status, codeOf(answer.json)], [400, code], answer.text)
  })
})

describe("ranks over time", () => {
  it("tell a day without a search from a day without a rank", async () => {
    const { lines } = await read(RankLinesAnswer, `/ranks?${ofApp("7")}`)
    const alpha = lines.find(({ name }) => name === "alpha")
    assert.deepEqual(
      alpha?.days.map(({ date, depth, rank, status }) => [date, rank, status, depth]),
      [
        [dayOf(8), null, "not_measured", null],
        [dayOf(7), 3, "ranked", 100],
        ...[6, 5, 4, 3].map((back) => [dayOf(back), null, "not_measured", null]),
        [dayOf(2), null, "not_in_top_n", 100],
        [dayOf(1), null, "not_measured", null],
        [dayOf(0), 1, "ranked", 100]
      ]
    )
    assert.isTrue(
      lines.find(({ name }) => name === "never searched")?.days.every(({ status }) => status === "not_measured")
    )
  })

  it("are of the account's keywords first, then of others that the app is ranked for", async () => {
    const named = (lines: RankLinesAnswer["lines"]) => lines.map(({ name, tracked }) => [name, tracked])
    const { lines } = await read(RankLinesAnswer, `/ranks?${ofApp("7")}&limit=20`)
    assert.deepEqual(named(lines), [
      ["alpha", true],
      ["gamma", true],
      ["beta", true],
      ["never searched", true],
      ["open", false],
      ["secret", false]
    ])
    const first = await read(RankLinesAnswer, `/ranks?${ofApp("7")}&limit=2`)
    assert.deepEqual(named(first.lines), [
      ["alpha", true],
      ["gamma", true]
    ])
  })

  it("never say who else tracks a keyword", async () => {
    const { keywords } = await read(KeptKeywordsAnswer, `/keywords?${ofApp("7")}`, other)
    assert.deepEqual(
      keywords.filter(({ tracked }) => tracked).map(({ keyword }) => keyword),
      ["secret"]
    )
    // A keyword that only the other account tracks, and that the app isn't ranked for, isn't there at all.
    assert.notInclude(
      keywords.map(({ keyword }) => keyword),
      "never searched"
    )
    const unranked = await read(RankLinesAnswer, `/ranks?${ofApp("404")}`, other)
    assert.deepEqual(
      unranked.lines.map(({ name }) => name),
      ["secret"]
    )
  })

  it("leave out until tomorrow what a request had searched for today", async () => {
    const mark = (day: string | null) =>
      gateway().run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`UPDATE keywords_tracked SET requested_day = ${day}::date WHERE term = 'alpha'`
        )
      )
    await mark(dayOf(0))
    const { lines } = await read(RankLinesAnswer, `/ranks?${ofApp("7")}`)
    const { keywords } = await read(KeptKeywordsAnswer, `/keywords?${ofApp("7")}`)
    await mark(null)
    assert.strictEqual(lines.find(({ name }) => name === "alpha")?.days.at(-1)?.status, "not_measured")
    assert.strictEqual(keywords.find(({ keyword }) => keyword === "alpha")?.asOf, dayOf(2))
  })
})

describe("the keywords of an app", () => {
  it("are told with rank, change and best of these days, and what moved", async () => {
    const { keywords, movers } = await read(KeptKeywordsAnswer, `/keywords?${ofApp("7", 7)}`)
    const rows = keywords.filter(({ tracked }) => tracked)
    assert.deepEqual(
      rows.map(({ best, change, keyword, rank, status }) => [keyword, rank, status, change, best]),
      [
        ["alpha", 1, "ranked", 2, 1],
        ["gamma", 3, "ranked", null, 3],
        ["beta", null, "not_in_top_n", null, 1],
        ["never searched", null, "not_measured", null, null]
      ]
    )
    assert.strictEqual(rows[0]?.estimates.volume?.value, 50)
    assert.isNotNull(rows[0]?.estimates.volume?.range)
    assert.isNull(rows[3]?.estimates.volume)
    assert.deepEqual(
      movers.map(({ change, from, keyword, move, to }) => [keyword, move, from, to, change]),
      [
        ["beta", "dropped", 1, null, null],
        ["alpha", "gainer", 3, 1, 2],
        ["secret", "gainer", 2, 1, 1]
      ]
    )
  })

  it("are as they were at the end of a window of the past", async () => {
    const { keywords } = await read(KeptKeywordsAnswer, `/keywords?appId=7&from=${dayOf(10)}&to=${dayOf(6)}`)
    const alpha = keywords.find(({ keyword }) => keyword === "alpha")
    assert.deepEqual([alpha?.rank, alpha?.change, alpha?.best, alpha?.asOf], [3, -2, 1, dayOf(7)])
  })

  it("of a store or country that nothing was collected of are none, with what to do", async () => {
    for (const where of ["country=de", "platform=storeb"]) {
      const appId = where === "platform=storeb" ? "com.example.app" : "7"
      const answer = await read(KeptKeywordsAnswer, `/keywords?appId=${appId}&${where}`)
      assert.deepEqual([answer.keywords, answer.provenance.status], [[], "not_measured"])
      assert.isNotEmpty(answer.provenance.limitations ?? [])
    }
  })
})

describe("visibility over time", () => {
  it("has a score with its range where enough was measured, and none elsewhere", async () => {
    const { days, keywords, provenance } = await read(VisibilityDaysAnswer, `/visibility?${ofApp("7", 7)}`)
    assert.isAbove(keywords, 0)
    const [first, last] = [days[0], days.at(-1)]
    for (const day of [first, last]) {
      assert.strictEqual(day?.status, "estimated")
      assert.isAtMost(day?.low ?? Number.NaN, day?.score ?? Number.NaN)
      assert.isAtLeast(day?.high ?? Number.NaN, day?.score ?? Number.NaN)
    }
    // On both days three keywords of the same volume: (0.85 + 1 + 0.85) / 3 then, (1 + 0 + 1) / 3 now.
    assert.deepEqual([first?.score, last?.score], [90, 66.67])
    const between = days.slice(1, -1).filter(({ status }) => status === "not_measured")
    assert.isTrue(between.every(({ high, low, score }) => score === null && low === null && high === null))
    assert.isAtLeast(between.length, 5)
    assert.strictEqual(provenance.asOf?.slice(0, 10), dayOf(0))
  })

  it("is none of an app that no list has shown, and before what is kept", async () => {
    for (const query of ["appId=404", `appId=7&from=${dayOf(300)}&to=${dayOf(200)}`]) {
      const { days, provenance } = await read(VisibilityDaysAnswer, `/visibility?${query}`)
      assert.strictEqual(provenance.status, "not_measured")
      assert.isTrue(days.every(({ score, status }) => score === null && status === "not_measured"))
    }
  })
})

describe("an account's first page", () => {
  it("tells what moved for its keywords, of the apps that are seen for them, and of no others", async () => {
    const { moves, reason } = await read(MovedAnswer, "/moved?limit=50")
    assert.strictEqual(reason, "tracked")
    assert.include(
      moves.map(({ appId, change, from, keyword, to }) => [appId, keyword, from, to, change].join()),
      ["7", "alpha", 3, 1, 2].join()
    )
    assert.notInclude(JSON.stringify(moves), "secret")
    const theirs = await read(MovedAnswer, "/moved", other)
    assert.deepEqual([...new Set(theirs.moves.map(({ keyword }) => keyword))], ["secret"])
  })

  it("tells visibility now and a week ago over the same keywords", async () => {
    const { apps } = await read(WatchlistAnswer, "/watchlist")
    const seven = apps.find(({ appId }) => appId === "7")
    assert.deepInclude(seven, {
      app: "App 7",
      country: "us",
      keywords: 4,
      measured: 3,
      ranked: 2,
      // alpha and beta: (0.85 + 1) / 2 then, (1 + 0) / 2 now.
      visibility: 50,
      previousVisibility: 92.5,
      change: -42.5,
      status: "estimated"
    })
    assert.isNotNull(seven?.estimates.visibility?.range)
  })

  it("has the line of each market's 30 days, the same as over time, and none for what wasn't measured", async () => {
    const { apps } = await read(WatchlistAnswer, "/watchlist")
    const { lines } = await read(VisibilityLinesAnswer, "/visibility-lines")
    assert.isNotEmpty(lines)
    for (const { appId, country, days, device, platform } of lines) {
      const row = apps.find(
        (app) => app.appId === appId && app.country === country && app.device === device && app.platform === platform
      )
      assert.deepEqual(
        row?.trend,
        days.map(({ score }) => score)
      )
    }
    assert.isTrue(apps.every(({ trend }) => trend.length === 30 || trend.length === 0))
  })

  it("draws visibility of 30 days over the account's own keywords, with ranges and gaps", async () => {
    const { from, lines, provenance, reason, to } = await read(VisibilityLinesAnswer, "/visibility-lines")
    assert.deepEqual([from, to, reason, provenance.status], [dayOf(29), dayOf(0), "tracked", "estimated"])
    assert.isAtMost(lines.length, 6)
    const seven = lines.find(({ appId }) => appId === "7")
    // Of its keywords alpha alone was searched for on the first day.
    assert.deepEqual([seven?.name, seven?.keywords], ["App 7 · US", 1])
    const days = seven?.days ?? []
    assert.strictEqual(days.length, 30)
    const on = (back: number) => days.find((day) => day.date === dayOf(back))
    assert.deepEqual(
      [10, 7, 4, 2, 0].map((back) => on(back)?.score),
      [100, 85, null, 0, 100]
    )
    for (const { high, low, score, status } of days) {
      assert.strictEqual(status, score === null ? "not_measured" : "estimated")
      if (score === null) assert.deepEqual([low, high], [null, null])
      else assert.isTrue((low ?? Number.NaN) <= score && score <= (high ?? Number.NaN))
    }
  })

  it("names lines of apps that are called the same by what tells them apart", async () => {
    const rename = (name: string) =>
      gateway().run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`UPDATE keywords_listings SET name = ${name} WHERE app_id = '8'`
        )
      )
    await rename("App 7")
    const { lines } = await read(VisibilityLinesAnswer, "/visibility-lines")
    await rename("App 8")
    const names = lines.map(({ name }) => name)
    assert.includeMembers(names, ["App 7 · US · 7", "App 7 · US · 8"])
    assert.strictEqual(new Set(names).size, names.length)
  })

  it("draws another account nothing of it", async () => {
    const theirs = await read(VisibilityLinesAnswer, "/visibility-lines", other)
    assert.isTrue(theirs.lines.every(({ keywords }) => keywords === 1))
    const none = await read(VisibilityLinesAnswer, "/visibility-lines", await signedIn(gateway))
    assert.deepEqual([none.lines, none.provenance.status], [[], "not_measured"])
    assert.isNotEmpty(none.provenance.limitations ?? [])
  })

  it("never shows another account's watchlist", async () => {
    const mine = await read(WatchlistAnswer, "/watchlist")
    const theirs = await read(WatchlistAnswer, "/watchlist", other)
    assert.isTrue(mine.apps.every(({ keywords }) => keywords === 4))
    assert.isTrue(theirs.apps.every(({ keywords }) => keywords === 1))
    const stranger = await signedIn(gateway)
    const none = await read(WatchlistAnswer, "/watchlist", stranger)
    assert.deepEqual([none.apps, none.provenance.status], [[], "not_measured"])
    assert.isNotEmpty(none.provenance.limitations ?? [])
    assert.deepEqual((await read(MovedAnswer, "/moved", stranger)).moves, [])
  })

  it("tells the apps plugin which apps are seen for the keywords of an account, and of no other", async () => {
    const { status, text } = await one.browser.ask("/dashboard/api/apps")
    assert.strictEqual(status, 200, text)
    assert.include(text, '"reason":"tracked"')
    const stranger = await signedIn(gateway)
    assert.notInclude((await stranger.browser.ask("/dashboard/api/apps")).text, '"tracked"')
  })
})
