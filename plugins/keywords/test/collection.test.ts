import { randomUUID } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { CollectionQueue } from "../src/collection/CollectionQueue.ts"
import { Collector, quotaOf } from "../src/collection/Collector.ts"
import { CollectionPlan, TrackedKeywords } from "../src/contract.ts"
import { KeywordLists } from "../src/history/KeywordLists.ts"
import { harness, makeWorld, noonMs, storedDays, type World } from "./support.ts"

const minuteMs = 60_000
const terms = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta"]
const searches = () => Object.fromEntries(terms.map((term, index) => [term, [`${index + 1}`, "7", "8", "9"]]))
const world = (over: Partial<World> = {}) => makeWorld({ searches: searches(), ...over })

const stored = Effect.map(storedDays, (days) =>
  days.map(({ day, facts: { reach, resultCount }, term }) => ({ term, day, resultCount, reach }))
)
/** Lists and ranks, and places by listing that are not those of the lists. */
const counts = Effect.gen(function* () {
  const lists = yield* KeywordLists
  const { faults, ...checked } = yield* lists.check({ ownersMax: null })
  return { lists: checked.lists, ranks: checked.ranks, faults }
})
const track = (all: ReadonlyArray<string>, accountId: string = randomUUID()) =>
  Effect.flatMap(TrackedKeywords, (tracked) =>
    Effect.forEach(all, (keyword) =>
      tracked.track(accountId, { platform: "storea", country: "us", device: "iphone", keyword })
    )
  )
const slice = Effect.flatMap(Collector, (collector) => collector.slice("storea"))
const plan = Effect.flatMap(CollectionPlan, ({ read }) => Effect.map(read, ([storea]) => storea))
const searchesOf = ({ asked }: World) => asked.filter((line) => line.startsWith("search"))

describe("the daily collection", () => {
  it.live("collects every tracked keyword once a day, the most watched first, and nothing a second time", () => {
    const store = world()
    const { layer, nextDay } = harness(store)
    return Effect.gen(function* () {
      yield* track(terms)
      yield* track(["gamma"])
      yield* track(["gamma", "zeta"])
      assert.deepInclude(yield* slice, { claimed: 6, collected: 6, failed: 0, throttled: false })
      assert.deepStrictEqual(searchesOf(store).slice(0, 2), ["search us gamma", "search us zeta"])
      assert.deepInclude(yield* slice, { claimed: 0, collected: 0 })
      assert.strictEqual(searchesOf(store).length, 6)
      nextDay()
      assert.deepInclude(yield* slice, { collected: 6 })
      assert.deepStrictEqual(
        (yield* stored).map(({ day, term }) => `${day} ${term}`),
        [
          ...[...terms].sort().map((term) => `2026-11-21 ${term}`),
          ...[...terms].sort().map((term) => `2026-11-22 ${term}`)
        ]
      )
      assert.deepStrictEqual(yield* counts, { ranks: 48, lists: 12, faults: [] })
    }).pipe(Effect.provide(layer))
  })

  it.live("gives a throttled day back to the queue, uses up no tries, and goes on where it stopped", () => {
    const store = world()
    const { layer, time } = harness(store)
    return Effect.gen(function* () {
      yield* track(terms)
      store.fails.search = "rate_limited"
      for (let minute = 0; minute < 30; minute++) {
        assert.isTrue((yield* slice).throttled)
        time.advanceMs(2 * minuteMs)
      }
      assert.strictEqual(searchesOf(store).length, 30, "one question a slice, and then it lets the store alone")
      assert.deepInclude(yield* plan, { done: 0, due: 6, givenUp: 0 })
      delete store.fails.search
      assert.deepInclude(yield* slice, { collected: 6 })
      assert.deepInclude(yield* plan, { done: 6, due: 0 })
    }).pipe(Effect.provide(layer))
  })

  it.live("never stores silence, an older answer or one of yesterday as today's ranking", () => {
    const store = world()
    const { layer, nextDay, time } = harness(store)
    return Effect.gen(function* () {
      yield* track(["alpha"])
      yield* slice
      nextDay()
      store.searches = {}
      assert.deepInclude(yield* slice, { collected: 0, failed: 1 })
      store.searches = searches()
      time.advanceMs(2 * minuteMs)
      store.stale = true
      assert.deepInclude(yield* slice, { collected: 0, failed: 1 })
      store.stale = false
      time.advanceMs(10 * minuteMs)
      store.ageMs = 13 * 60 * minuteMs
      assert.deepInclude(yield* slice, { collected: 0, failed: 1 })
      assert.strictEqual((yield* stored).length, 1)
      store.ageMs = 0
      time.advanceMs(20 * minuteMs)
      assert.deepInclude(yield* slice, { collected: 1 })
      assert.deepStrictEqual(
        (yield* stored).map(({ resultCount }) => resultCount),
        [4, 4]
      )
    }).pipe(Effect.provide(layer))
  })

  it.live("stores a keyword that never had results as one without results", () => {
    const store = world()
    const { layer } = harness(store)
    return Effect.gen(function* () {
      yield* track(["unheard of"])
      assert.deepInclude(yield* slice, { collected: 1 })
      assert.deepStrictEqual(yield* stored, [{ term: "unheard of", day: "2026-11-21", resultCount: 0, reach: null }])
    }).pipe(Effect.provide(layer))
  })

  it.live("tries a failing keyword a few times, leaves it for the next day, and says so", () => {
    const store = world({ fails: { search: "drift" } })
    const { layer, nextDay, time } = harness(store, { collect: { spread: false, attempts: 3 } })
    return Effect.gen(function* () {
      yield* track(["alpha"])
      for (let hour = 0; hour < 8; hour++) {
        yield* slice
        time.advanceMs(60 * minuteMs)
      }
      assert.strictEqual(searchesOf(store).length, 3)
      assert.deepInclude(yield* plan, { due: 0, done: 0, givenUp: 1 })
      delete store.fails.search
      nextDay()
      assert.deepInclude(yield* slice, { collected: 1 })
    }).pipe(Effect.provide(layer))
  })

  it.live("finishes what a killed node had taken, once its claim is over, and not before", () => {
    const store = world()
    const { config, layer, time } = harness(store)
    return Effect.gen(function* () {
      yield* track(terms)
      const queue = yield* CollectionQueue
      const taken = yield* queue.claim("storea", noonMs, 4)
      assert.strictEqual(taken.length, 4)
      assert.deepInclude(yield* slice, { claimed: 2, collected: 2 })
      assert.deepInclude(yield* slice, { claimed: 0 })
      time.advanceMs(config.collect.claimMs + 1_000)
      assert.deepInclude(yield* slice, { claimed: 4, collected: 4 })
      assert.deepStrictEqual((yield* stored).length, 6)
    }).pipe(Effect.provide(layer))
  })

  it.live("writes no keyword of a day twice, however many nodes collect at once", () => {
    const store = world()
    const { layer } = harness(store)
    return Effect.gen(function* () {
      yield* track(terms)
      const slices = yield* Effect.all([slice, slice, slice, slice], { concurrency: "unbounded" })
      assert.strictEqual(
        slices.reduce((sum, { collected }) => sum + collected, 0),
        6
      )
      assert.strictEqual(searchesOf(store).length, 6)
      assert.deepStrictEqual(yield* counts, { ranks: 24, lists: 6, faults: [] })
    }).pipe(Effect.provide(layer))
  })

  it.live("ends complete and without a second copy after a day of throttling, silence and a killed node", () => {
    const store = world()
    const { config, layer, nextDay, time } = harness(store)
    return Effect.gen(function* () {
      yield* track(terms)
      yield* slice
      nextDay()
      const queue = yield* CollectionQueue
      yield* queue.claim("storea", noonMs + 86_400_000, 2)
      store.fails.search = "rate_limited"
      yield* slice
      time.advanceMs(2 * minuteMs)
      delete store.fails.search
      store.searches = {}
      yield* slice
      store.searches = searches()
      for (let round = 0; round < 5; round++) {
        time.advanceMs(config.collect.claimMs)
        yield* slice
      }
      assert.deepInclude(yield* plan, { done: 6, due: 0, givenUp: 0 })
      assert.deepStrictEqual(yield* counts, { ranks: 48, lists: 12, faults: [] })
      assert.isTrue((yield* stored).every(({ resultCount }) => resultCount === 4))
    }).pipe(Effect.provide(layer))
  })

  it.live("says what the limits do not cover", () => {
    const { layer, time } = harness(world(), { collect: { searchesPerMinute: { storea: 1 } } })
    return Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* track(["alpha"])
      yield* sql`INSERT INTO keywords_tracked (market_id, term, tracked_at) SELECT 1, 't' || n, to_timestamp(${noonMs / 1000}::float8) FROM generate_series(1, 1999) AS n`
      time.advanceMs(60 * minuteMs)
      const demand = yield* plan
      assert.deepInclude(demand, {
        tracked: 2000,
        watched: 1,
        due: 2000,
        capacityPerDay: 1440,
        uncovered: 560,
        covered: false
      })
      assert.approximately(demand?.lagSeconds ?? 0, 3600, 5)
      assert.strictEqual(demand?.secondsLeft, 120_000)
    }).pipe(Effect.provide(layer))
  })

  it("spreads what is due over the rest of the day, and hurries when the day ends", () => {
    const at = (hours: number, due: number) => quotaOf({ due, nowMs: hours * 3_600_000, perMinute: 12, spread: true })
    assert.strictEqual(at(0, 1_320), 1)
    assert.strictEqual(at(0, 13_200), 10)
    assert.strictEqual(at(0, 100_000), 12)
    assert.strictEqual(at(23, 5), 5)
    assert.strictEqual(at(12, 0), 0)
    assert.strictEqual(quotaOf({ due: 9, nowMs: 0, perMinute: 12, spread: false }), 9)
  })
})

describe("who tracks what", () => {
  const alpha = { platform: "storea" as const, country: "us", device: "iphone", keyword: "alpha" }

  it.live("never shows an account what another tracks, though both are collected once", () => {
    const store = world()
    const { layer } = harness(store)
    return Effect.gen(function* () {
      const tracked = yield* TrackedKeywords
      const [one, other] = [randomUUID(), randomUUID()]
      yield* track(["alpha", "beta"], one)
      yield* track(["alpha", "gamma"], other)
      const listed = (account: string) => Effect.map(tracked.list(account), (all) => all.map(({ keyword }) => keyword))
      assert.deepStrictEqual(yield* listed(one), ["alpha", "beta"])
      assert.deepStrictEqual(yield* listed(other), ["alpha", "gamma"])
      assert.deepStrictEqual(yield* listed(randomUUID()), [])
      assert.deepInclude(yield* slice, { collected: 3 })
      assert.isFalse(yield* tracked.untrack(other, { ...alpha, keyword: "beta" }))
      assert.isTrue(yield* tracked.untrack(other, alpha))
      assert.deepStrictEqual(yield* listed(one), ["alpha", "beta"])
      assert.deepStrictEqual(yield* listed(other), ["gamma"])
    }).pipe(Effect.provide(layer))
  })

  it.live("goes on for what was tracked by itself when a list ends that has it too", () => {
    const { layer } = harness(world())
    return Effect.gen(function* () {
      const tracked = yield* TrackedKeywords
      const account = randomUUID()
      const [beta, gamma] = [
        { ...alpha, keyword: "beta" },
        { ...alpha, keyword: "gamma" }
      ]
      assert.isTrue(yield* tracked.track(account, alpha))
      assert.deepStrictEqual(yield* tracked.trackAll(account, [alpha, beta, gamma]), [beta, gamma])
      assert.isTrue(yield* tracked.track(account, beta))
      assert.isFalse(yield* tracked.track(account, beta))
      assert.deepInclude(yield* plan, { tracked: 3, watched: 3 })
      assert.deepStrictEqual(yield* tracked.untrackAll(account, [alpha, beta, gamma]), [gamma])
      const listed = Effect.map(tracked.list(account), (all) => all.map(({ keyword }) => keyword))
      assert.deepStrictEqual(yield* listed, ["alpha", "beta"])
      assert.isTrue(yield* tracked.untrack(account, beta))
      assert.deepStrictEqual(yield* listed, ["alpha"])
      assert.deepInclude(yield* plan, { watched: 1 })
    }).pipe(Effect.provide(layer))
  })

  it.live("counts a watcher once, whatever the spelling and however often", () => {
    const { layer } = harness(world())
    return Effect.gen(function* () {
      const account = randomUUID()
      yield* track(["alpha", " ALPHA ", "Alpha", "alpha"], account)
      assert.deepInclude(yield* plan, { tracked: 1, watched: 1 })
      const tracked = yield* TrackedKeywords
      yield* Effect.all(
        Array.from({ length: 8 }, () => tracked.untrack(account, alpha)),
        { concurrency: 8 }
      )
      assert.deepInclude(yield* plan, { tracked: 1, watched: 0 })
    }).pipe(Effect.provide(layer))
  })

  it.live("counts the watchers of long lists a moment later, and lets none of them go before", () => {
    const { layer, time } = harness(world())
    return Effect.gen(function* () {
      const [queue, tracked] = yield* Effect.all([CollectionQueue, TrackedKeywords])
      const [one, other] = [randomUUID(), randomUUID()]
      const terms = Array.from({ length: 1_500 }, (_, n) => ({ ...alpha, keyword: `term ${n}` }))
      const spelt = terms.map((term) => ({ ...term, keyword: term.keyword.toUpperCase() }))
      assert.lengthOf(yield* tracked.trackAll(one, [...terms, ...spelt]), terms.length)
      assert.deepInclude(yield* plan, { tracked: 1_500, watched: 1_500 })
      assert.lengthOf(yield* tracked.untrackAll(one, spelt), terms.length)
      assert.lengthOf(yield* tracked.untrackAll(one, terms), 0)
      assert.strictEqual(yield* queue.recount, 1_500)
      assert.deepInclude(yield* plan, { tracked: 1_500, watched: 0 })
      assert.lengthOf(yield* tracked.trackAll(other, terms), terms.length)
      assert.isTrue(yield* tracked.track(one, { ...alpha, keyword: "term 7" }))
      assert.deepInclude(yield* plan, { watched: 1 })
      // Nobody is counted yet, and it's a month since any was asked for.
      const later = noonMs + 31 * 86_400_000
      time.advanceMs(31 * 86_400_000)
      assert.deepStrictEqual(yield* queue.prune(later), { untracked: 0, removed: 0 })
      assert.strictEqual(yield* queue.recount, 1_500)
      assert.strictEqual(yield* queue.recount, 0)
      assert.deepInclude(yield* plan, { tracked: 1_500, watched: 1_500 })
      // What was let go is collected again once it's tracked, however long the list.
      yield* tracked.untrackAll(other, terms)
      assert.deepInclude(yield* queue.prune(later), { untracked: 0 })
      yield* queue.recount
      assert.deepInclude(yield* queue.prune(later), { untracked: 1_499 })
      assert.deepInclude(yield* plan, { tracked: 1, watched: 1 })
      assert.lengthOf(yield* tracked.trackAll(other, terms), 1_500)
      assert.deepInclude(yield* plan, { tracked: 1_500, watched: 1 })
    }).pipe(Effect.provide(layer))
  })

  it.live("lets go what nobody tracks or asks for any more, and drops months that are too old", () => {
    const store = world()
    const { layer, time } = harness(store, { historyDays: 31 })
    return Effect.gen(function* () {
      const [queue, lists, tracked] = yield* Effect.all([CollectionQueue, KeywordLists, TrackedKeywords])
      const account = randomUUID()
      yield* track(["alpha", "beta"], account)
      yield* slice
      yield* tracked.untrack(account, alpha)
      time.advanceMs(31 * 86_400_000)
      assert.deepStrictEqual(yield* queue.prune(noonMs + 31 * 86_400_000), { untracked: 1, removed: 0 })
      assert.deepInclude(yield* plan, { tracked: 1, watched: 1 })
      assert.strictEqual(yield* lists.dropOld, "2026-11-21")
      assert.strictEqual((yield* stored).length, 2, "of a month that is not over for 31 days")
      time.advanceMs(10 * 86_400_000)
      assert.strictEqual(yield* lists.dropOld, "2026-12-01")
      assert.strictEqual((yield* stored).length, 0)
      assert.deepInclude(yield* slice, { collected: 1 })
    }).pipe(Effect.provide(layer))
  })
})
