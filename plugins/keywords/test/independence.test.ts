/** No answer about an app depends on what another account asked before: the same calls with and without the other's. */
import { assert, describe, it } from "@effect/vitest"
import { addDays, dayOf } from "@storeglass/history"
import { Caller } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { AppKeywords } from "../src/compare/AppKeywords.ts"
import { Comparison } from "../src/compare/Comparison.ts"
import { Movers } from "../src/compare/Movers.ts"
import { Visibility } from "../src/compare/Visibility.ts"
import { type ImportedSnapshot, KeywordHistory, TrackedKeywords } from "../src/contract.ts"
import { Trends } from "../src/history/Trends.ts"
import { Metrics } from "../src/ranks/Metrics.ts"
import { Ranks } from "../src/ranks/Ranks.ts"
import { harness, makeWorld, noonMs } from "./support.ts"

const today = dayOf(noonMs)
const accounts = ["00000000-0000-0000-0000-00000000000a", "00000000-0000-0000-0000-00000000000b"] as const
const apps = ["1", "2", "3"] as const
const terms = ["lessons", "learn spanish", "duo", "lingo", "spanish", "verbs", "travel phrases"] as const

const world = (countries: ReadonlyArray<string>) =>
  makeWorld({
    countries,
    apps: {
      "1": { name: "Duo: Lessons", description: "Learn with lessons." },
      "2": { name: "Lingo: Learn Spanish", description: "Learn Spanish verbs." },
      "3": { name: "Verbs", description: "Spanish verbs for travel phrases." }
    },
    searches: {
      lessons: ["9", "1", "2"],
      "learn spanish": ["2", "1", "3"],
      duo: ["9", "1"],
      lingo: ["2"],
      spanish: ["3", "2", "1"],
      verbs: ["1", "3", "2"],
      "travel phrases": ["3", "1"]
    },
    suggestions: [...terms]
  })

const pick = <A>(random: () => number, all: ReadonlyArray<A>): A => {
  const [first] = all
  const picked = all[Math.floor(random() * all.length)] ?? first
  if (picked === undefined) throw new Error("nothing to pick from")
  return picked
}

/** The same numbers for the same seed. */
const randomOf = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

const calls = [
  "track",
  "ranks",
  "metrics",
  "keywords",
  "compare",
  "cluster",
  "gap",
  "visibility",
  "movers",
  "trends"
] as const
interface Call {
  readonly account: 0 | 1
  readonly what: (typeof calls)[number]
  readonly app: string
  readonly other: string
  readonly term: string
}
const callOf = (random: () => number): Call => {
  const app = pick(random, apps)
  return {
    account: random() < 0.5 ? 0 : 1,
    what: pick(random, calls),
    app,
    other: pick(
      random,
      apps.filter((id) => id !== app)
    ),
    term: pick(random, terms)
  }
}

const made = ({ account, app, other, term, what }: Call, country: string) =>
  Effect.gen(function* () {
    const market = { platform: "storea" as const, country }
    const [comparison, trends, tracked] = yield* Effect.all([Comparison, Trends, TrackedKeywords])
    switch (what) {
      case "track":
        return yield* tracked.track(accounts[account], { ...market, device: "iphone", keyword: term })
      case "ranks":
        return yield* (yield* Ranks).of({ ...market, keyword: term })
      case "metrics":
        return yield* (yield* Metrics).of({ ...market, keyword: term })
      case "keywords":
        return yield* (yield* AppKeywords).of(app, { ...market, limit: 100 })
      case "compare":
        return yield* comparison.pair({ ...market, appId: app, competitorIds: [other] })
      case "cluster":
        return yield* comparison.cluster({ ...market, appId: app, competitorIds: apps.filter((id) => id !== app) })
      case "gap":
        return yield* comparison.gaps({ ...market, appId: app, competitorIds: [other], limit: 100 })
      case "visibility":
        return yield* (yield* Visibility).of({ ...market, appId: app, days: 30 })
      case "movers":
        return yield* (yield* Movers).of({ ...market, appId: app, days: 7, limit: 50 })
      case "trends":
        return yield* trends.of(app, { ...market, keyword: term, days: 30 })
    }
  }).pipe(
    Effect.provideService(
      Caller,
      Caller.of({
        accountId: accounts[account],
        keyId: "k",
        credential: "key",
        personId: undefined,
        plan: "free",
        scopes: ["read"]
      })
    )
  )

/** But for the country, and the moment at which a store was asked. */
// The two runs are of two countries, which some sentences name.
const textOf = (answer: unknown) =>
  JSON.stringify(answer, (key, value: unknown) =>
    /^(country|asOf|updatedAt)$/.test(key)
      ? undefined
      : typeof value === "string"
        ? value.replace(/\(country [a-z]{2},/, "(country,")
        : value
  )

/** What was collected before either account came: two of the terms, for eight days. */
const past = (country: string): ReadonlyArray<ImportedSnapshot> =>
  Array.from({ length: 8 }, (_, index) => index + 1).flatMap((back) =>
    (["spanish", "lessons"] as const).map((keyword, index) => ({
      platform: "storea" as const,
      country,
      device: "iphone",
      keyword,
      day: addDays(today, -back),
      source: "storea.catalog",
      depth: 100,
      resultCount: 3,
      reach: 1_000,
      volume: 50,
      difficulty: 40,
      apps: (index === 0 ? ["3", "1", "2"] : ["2", "1", "9"]).map((appId) => ({
        appId,
        name: `App ${appId}`,
        seller: `Seller ${appId}`
      }))
    }))
  )

describe("answers of an account", () => {
  const cases = 8
  const codes = Array.from(
    { length: 2 * cases },
    (_, index) => `${"abcdefgh"[index % 8]}${"xy"[Math.floor(index / 8)]}`
  )
  it.live(
    "are the same whether or not another account called in between, whatever it called",
    () =>
      Effect.gen(function* () {
        const history = yield* KeywordHistory
        yield* history.importSnapshots(codes.flatMap(past), { track: true })
        for (let seed = 1; seed <= cases; seed++) {
          const random = randomOf(seed)
          const [alone = "", together = ""] = [codes[seed - 1], codes[cases + seed - 1]]
          const all = Array.from({ length: 16 }, () => callOf(random))
          for (const [index, call] of all.entries()) {
            const answer = yield* made(call, together)
            if (call.account === 1) continue
            const expected = yield* made(call, alone)
            assert.strictEqual(
              textOf(answer),
              textOf(expected),
              `seed ${seed}, call ${index}: ${JSON.stringify(call)} after ${JSON.stringify(all.slice(0, index))}`
            )
          }
        }
      }).pipe(Effect.provide(harness(world(codes)).layer)),
    120_000
  )

  it.live("don't change with what another account tracks, but for what it tracks itself", () =>
    Effect.gen(function* () {
      const trends = made({ account: 0, what: "trends", app: "1", other: "2", term: "verbs" }, "us")
      yield* made({ account: 1, what: "track", app: "1", other: "2", term: "verbs" }, "us")
      assert.propertyVal(yield* trends, "tracked", false)
      yield* made({ account: 0, what: "track", app: "1", other: "2", term: "verbs" }, "us")
      assert.propertyVal(yield* trends, "tracked", true)
    }).pipe(Effect.provide(harness(world(["us"])).layer))
  )
})
