import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { addDays, type CheckPosition, dayMs, dayOf, type ListHistory, startMsOf } from "../src/index.ts"
import {
  database,
  type Facts,
  memory,
  numbersFrom,
  packed,
  snapshot,
  stillTime,
  told,
  wholeFeed
} from "./historySupport.ts"

const today = "2026-11-20"
const nowMs = startMsOf(today) + 10 * 3_600_000
const range = { from: "2026-01-01", to: "2026-12-31" }
const live = { live: true }
const past = { live: false }
/** Lists are old enough to become words at once. */
const atOnce = { feedDays: -20 }

interface Engine {
  readonly history: ListHistory<Facts>
  /** Takes what was written to where this engine keeps it in the end. */
  readonly settle: Effect.Effect<unknown, unknown>
}
const engines: Readonly<Record<string, Effect.Effect<Engine, unknown, SqlClient.SqlClient>>> = {
  memory: Effect.map(memory, (history) => ({ history, settle: Effect.void })),
  "packed, as it came": Effect.map(packed(), (history) => ({ history, settle: Effect.void })),
  "packed, flushed": Effect.map(packed({ ranksMax: 9 }), (history) => ({ history, settle: history.flush })),
  "packed, merged": Effect.map(packed({ ranksMax: 9 }), (history) => ({
    history,
    settle: Effect.andThen(history.flush, history.merge)
  })),
  "packed, folded": Effect.map(packed({ ...atOnce, ranksMax: 9 }), (history) => ({
    history,
    settle: Effect.andThen(history.flush, Effect.andThen(history.merge, history.fold))
  }))
}

for (const [name, make] of Object.entries(engines)) {
  const on = (test: (engine: Engine) => Effect.Effect<void, unknown, SqlClient.SqlClient>) => () =>
    stillTime(nowMs).in(Effect.flatMap(make, test).pipe(Effect.provide(database())))

  describe(`a history of lists: ${name}`, () => {
    it.effect(
      "tells a place, no place and no measurement apart, by listing and by owner, over the months",
      on(
        Effect.fnUntraced(function* ({ history, settle }) {
          yield* history.append(
            [
              snapshot(1, "2026-10-31", [10, 11, 12]),
              snapshot(1, "2026-11-01", [11, 10]),
              snapshot(1, "2026-11-03", [], { source: 2, depth: 50 }),
              snapshot(2, "2026-11-01", [10], { market: 2, facts: { reach: null, results: 2 ** 40 } })
            ],
            past
          )
          yield* settle
          const { measured, matrices, lists } = yield* told(history, {
            owners: [1, 2, 3],
            listings: [10, 12, 99],
            from: "2026-10-31",
            to: "2026-11-03"
          })
          assert.deepStrictEqual(
            matrices.map(({ places }) => places),
            [
              [
                [1, [1, 2, 0, 0]],
                [2, [0, 1, 0, 0]]
              ],
              [[1, [3, 0, 0, 0]]],
              []
            ]
          )
          const at = { source: 1, depth: 100 }
          assert.deepStrictEqual(measured, [
            [1, [at, at, null, { source: 2, depth: 50 }]],
            [2, [null, at, null, null]],
            [3, [null, null, null, null]]
          ])
          assert.deepStrictEqual(
            lists.lists.map(({ day, facts, listings, owner }) => [owner, day, listings, facts]),
            [
              [1, "2026-10-31", [10, 11, 12], { reach: 1_000, results: null }],
              [1, "2026-11-01", [11, 10], { reach: 1_000, results: null }],
              [1, "2026-11-03", [], { reach: 1_000, results: null }],
              [2, "2026-11-01", [10], { reach: null, results: 2 ** 40 }]
            ]
          )
        })
      )
    )

    it.effect(
      "takes a day of an owner once, for ever, whoever gives it and in whatever batch",
      on(
        Effect.fnUntraced(function* ({ history, settle }) {
          const outcomes = (given: ReadonlyArray<{ readonly outcome: string }>) => given.map(({ outcome }) => outcome)
          const first = snapshot(1, today, [10, 11])
          assert.deepStrictEqual(
            outcomes(
              yield* history.append([first, first, snapshot(1, today, [12]), snapshot(1, "2026-11-19", [])], live)
            ),
            ["taken", "known", "known", "taken"]
          )
          yield* settle
          const others = yield* Effect.all(
            [
              history.append([snapshot(1, today, [13]), snapshot(2, today, [20])], live),
              history.append([snapshot(2, today, [21])], live)
            ],
            { concurrency: 2 }
          )
          assert.strictEqual(others.flat().filter(({ outcome }) => outcome === "taken").length, 1)
          yield* settle
          assert.deepStrictEqual(outcomes(yield* history.append([snapshot(1, today, [14])], past)), ["known"])
          const { lists } = yield* history.lists([1], today, today)
          assert.deepStrictEqual(
            lists.map(({ listings }) => listings),
            [[10, 11]]
          )
        })
      )
    )

    it.effect(
      "refuses what is no snapshot with its reason, and takes the rest of the batch",
      on(
        Effect.fnUntraced(function* ({ history, settle }) {
          const many = Array.from({ length: 401 }, (_, index) => index + 1)
          const given = yield* history.append(
            [
              snapshot(1, today, [10, 11, 10]),
              snapshot(0, today, []),
              snapshot(2, today, [1, 2], { depth: 1 }),
              snapshot(3, "2026-11-21", []),
              snapshot(4, "2025-10-15", []),
              snapshot(5, today, many, { depth: 401 }),
              snapshot(6, "2026-02-30", []),
              snapshot(7, today, [0]),
              snapshot(8, today, [], { market: 40_000 }),
              snapshot(9, today, [], { facts: { reach: 0.5, results: null } }),
              snapshot(10, today, [], { observedMs: Number.NaN }),
              snapshot(11, today, [], { source: 0 }),
              snapshot(12, "2025-10-16", many.slice(0, 400), { depth: 400 })
            ],
            past
          )
          assert.deepStrictEqual(
            given.map((one) => (one.outcome === "refused" ? one.reason : one.outcome)),
            [
              "listing 10 is in it twice",
              "its owner 0 is no id",
              "2 listings are more than its depth of 1",
              "2026-11-21 is in the future",
              "2025-10-15 is before 2025-10-16, the first day that is kept",
              "its depth 401 is not between 1 and 400",
              "'2026-02-30' is no day",
              "its listing 0 is no id",
              "its market 40000 is no id",
              "0.5 is no whole number up to 2^50",
              "its moment NaN is no whole number of milliseconds",
              "its source 0 is no id",
              "taken"
            ]
          )
          yield* settle
          const { lists } = yield* history.lists([12], "2025-10-16", "2025-10-16")
          assert.deepStrictEqual(lists[0]?.listings, many.slice(0, 400))
          assert.deepStrictEqual(yield* history.append([], live), [])
        })
      )
    )

    it.effect(
      "feeds what is live in the order of its commits, and what is not at the time of its day",
      on(
        Effect.fnUntraced(function* ({ history, settle }) {
          yield* history.append([snapshot(5, today, []), snapshot(4, today, [])], live)
          yield* settle
          yield* history.append([snapshot(3, "2026-11-19", [], { market: 2 })], live)
          yield* history.append([snapshot(9, "2026-10-02", [], { market: 2 }), snapshot(8, "2026-10-02", [])], past)
          yield* settle
          const entries = (yield* wholeFeed(history, 2)).map(({ day, market, owner, recordedMs }) => [
            owner,
            day,
            market,
            recordedMs
          ])
          const october = startMsOf("2026-10-02")
          assert.deepStrictEqual(entries, [
            [8, "2026-10-02", 1, october + 8],
            [9, "2026-10-02", 2, october + 9],
            [5, today, 1, nowMs - 1],
            [4, today, 1, nowMs],
            [3, "2026-11-19", 2, nowMs + 1]
          ])
          assert.deepStrictEqual(
            (yield* wholeFeed(history, 1, [2])).map(({ owner }) => owner),
            [9, 3]
          )
          const until = yield* history.feed({
            after: { recordedMs: october + 8, owner: 8 },
            untilMs: nowMs - 1,
            limit: 9
          })
          assert.deepStrictEqual(
            until.entries.map(({ owner }) => owner),
            [9, 5]
          )
          const ofAllTime = { after: { recordedMs: -1, owner: 0 }, untilMs: Number.MAX_SAFE_INTEGER, limit: 9 }
          assert.strictEqual((yield* history.feed(ofAllTime)).entries.length, 5)
        })
      )
    )

    it.effect(
      "forgets owners in every read, leaves the others, and takes their days anew",
      on(
        Effect.fnUntraced(function* ({ history, settle }) {
          yield* history.append(
            [
              snapshot(1, "2026-11-01", [10, 11]),
              snapshot(2, "2026-11-01", [11, 10]),
              snapshot(1, "2026-10-01", [12]),
              snapshot(3, "2026-11-02", [11])
            ],
            past
          )
          yield* settle
          yield* history.append([snapshot(1, "2026-11-02", [11])], past)
          yield* history.forget([1, 3])
          const all = { owners: [1, 2, 3], listings: [10, 11, 12], from: "2026-10-01", to: "2026-11-03" }
          const { feed, lists, matrices, measured } = yield* told(history, all)
          assert.deepStrictEqual(
            lists.lists.map(({ day, owner }) => [owner, day]),
            [[2, "2026-11-01"]]
          )
          assert.deepStrictEqual(
            matrices.map(({ places }) => places.map(([owner]) => owner)),
            [[2], [2], []]
          )
          assert.deepStrictEqual(
            feed.map(({ owner }) => owner),
            [2]
          )
          assert.deepStrictEqual(
            measured.map(([, days]) => days.filter((day) => day !== null).length),
            [0, 1, 0]
          )
          const again = yield* history.append([snapshot(1, "2026-11-01", [12])], past)
          assert.strictEqual(again[0]?.outcome, "taken")
        })
      )
    )

    it.effect(
      "drops whole months for good, and keeps those after them",
      on(
        Effect.fnUntraced(function* ({ history, settle }) {
          const days = ["2025-12-30", "2026-09-30", "2026-10-01", "2026-11-01"]
          yield* history.append(
            days.map((day) => snapshot(1, day, [10])),
            past
          )
          yield* settle
          yield* history.append([snapshot(2, "2026-09-01", [10])], past)
          yield* history.drop("2026-10-17")
          const { feed, lists, matrices, measured } = yield* told(history, {
            owners: [1, 2],
            listings: [10],
            from: "2025-12-01",
            to: today
          })
          assert.deepStrictEqual(
            lists.lists.map(({ day }) => day),
            days.slice(2)
          )
          assert.strictEqual(matrices[0]?.places.flatMap(([, row]) => row.filter((place) => place > 0)).length, 2)
          assert.strictEqual(measured.flatMap(([, own]) => own.filter((day) => day !== null)).length, 2)
          assert.deepStrictEqual(
            feed.map(({ day }) => day),
            days.slice(2)
          )
          const again = yield* history.append([snapshot(1, "2026-09-30", [10])], past)
          assert.strictEqual(again[0]?.outcome, "refused")
        })
      )
    )

    it.effect(
      "finds nothing wrong with itself",
      on(
        Effect.fnUntraced(function* ({ history, settle }) {
          yield* history.append(
            [snapshot(1, "2026-11-01", [10, 11]), snapshot(2, "2026-11-01", []), snapshot(1, "2025-12-01", [11])],
            past
          )
          yield* settle
          assert.deepStrictEqual(yield* history.check({ ownersMax: null }), {
            owners: 2,
            lists: 3,
            ranks: 3,
            faults: [],
            next: null
          })
          const { levels } = yield* history.stats
          assert.isAbove(levels.length, 0)
          const calendar = levels.find(({ level }) => level === "calendar")
          assert.notStrictEqual(calendar?.bytes, 0, "tables without months have a size too")
        })
      )
    )
  })
}

describe("a packed history", () => {
  const on =
    <A, E>(test: (time: ReturnType<typeof stillTime>) => Effect.Effect<A, E, SqlClient.SqlClient>) =>
    () => {
      const time = stillTime(nowMs)
      return time.in(Effect.provide(test(time), database()))
    }

  it.effect.each([1, 2, 3, 4, 5, 6])(
    "tells what the one in memory tells, whatever is written, moved, forgotten and dropped (%i)",
    (seed) =>
      on((time) =>
        Effect.gen(function* () {
          const below = numbersFrom(seed)
          const model = yield* memory
          const real = yield* packed({
            feedDays: below(2) === 0 ? -20 : 10,
            ranksMax: 5 + below(60),
            // One of them in a thread of its own, however small its work is.
            ...(seed === 1 ? { inlineBytesMax: 0 } : {})
          })
          const owners = Array.from({ length: 9 }, (_, index) => 1 + index)
          const listings = Array.from({ length: 25 }, (_, index) => 100 + index * 7)
          let day = "2026-05-01"
          time.set(startMsOf(day))
          const randomList = () => {
            const length = below(12)
            const left = [...listings]
            return Array.from({ length }, () => left.splice(below(left.length), 1)[0] ?? 1)
          }
          for (let step = 0; step < 70; step++) {
            const choice = below(20)
            if (choice < 11) {
              // Mostly of today, some late, some given twice, and some by a second writer with another list.
              const given = Array.from({ length: 1 + below(6) }, () =>
                snapshot(
                  owners[below(owners.length)] ?? 1,
                  below(3) > 0 ? day : addDays(day, -below(150)),
                  randomList(),
                  {
                    source: 1 + below(2),
                    depth: 12 + below(3),
                    market: 1 + below(2)
                  }
                )
              )
              const isLive = { live: below(4) > 0 }
              assert.deepStrictEqual(yield* real.append(given, isLive), yield* model.append(given, isLive))
            } else if (choice < 14) yield* real.flush
            else if (choice < 15) yield* real.merge
            else if (choice < 17) yield* real.fold
            else if (choice < 18) {
              day = addDays(day, 1 + below(12))
              time.set(startMsOf(day) + below(dayMs))
              yield* real.upkeep
            } else if (choice < 19 && step % 3 === 0) {
              const gone = [owners[below(owners.length)] ?? 1]
              yield* real.forget(gone)
              yield* model.forget(gone)
            } else if (step % 5 === 0) {
              const before = addDays(day, -100)
              yield* real.drop(before)
              yield* model.drop(before)
            }
            if (step % 10 < 9) continue
            const all = { owners, listings, from: addDays(day, -160), to: day }
            assert.deepStrictEqual(yield* told(real, all), yield* told(model, all))
            const part = { owners: owners.slice(2, 5), listings: [], from: addDays(day, -20), to: addDays(day, -3) }
            assert.deepStrictEqual(yield* told(real, part), yield* told(model, part))
          }
          assert.deepStrictEqual((yield* real.check({ ownersMax: null })).faults, [])
        })
      )()
  )

  it.effect(
    "keeps an owner of more listings than a block takes in several parts",
    on(() =>
      Effect.gen(function* () {
        const history = yield* packed(atOnce)
        const days = Array.from({ length: 15 }, (_, index) => addDays("2026-10-01", index))
        const lists = days.map((day, nth) =>
          snapshot(
            1,
            day,
            Array.from({ length: 400 }, (_, index) => 1 + nth * 400 + index),
            { depth: 400 }
          )
        )
        yield* history.append(lists, past)
        yield* history.flush
        yield* history.fold
        const sql = yield* SqlClient.SqlClient
        const [parts] = yield* sql<{ n: number }>`SELECT count(*)::int AS n FROM words_words`
        assert.strictEqual(parts?.n, 2)
        const stored = yield* history.lists([1], "2026-10-01", "2026-10-31")
        assert.deepStrictEqual(
          stored.lists.map(({ listings }) => listings),
          lists.map(({ listings }) => listings)
        )
      })
    )
  )

  it.effect(
    "loses to a block that can't be read its owner and month alone, says why, and mends neither by a move",
    on(() =>
      Effect.gen(function* () {
        const history = yield* packed(atOnce)
        const sql = yield* SqlClient.SqlClient
        const months = ["2026-09-10", "2026-10-10", "2026-11-10"]
        yield* history.append(
          [1, 2].flatMap((owner) => months.map((day) => snapshot(owner, day, [10, 11]))),
          past
        )
        yield* history.flush
        yield* history.merge
        yield* history.fold
        yield* sql`UPDATE words_months SET block = set_byte(block, 8, get_byte(block, 8) # 1)
          WHERE listing_id = 10 AND month = '2026-10-01'`
        yield* sql`UPDATE words_words SET places = '\\x02' WHERE owner_id = 1 AND month = '2026-09-01'`
        yield* sql`UPDATE words_words SET facts = substring(facts FROM 1 FOR 9) WHERE owner_id = 2 AND month = '2026-11-01'`
        const look = Effect.gen(function* () {
          const all = yield* told(history, { owners: [1, 2], listings: [10, 11], ...range })
          assert.deepStrictEqual(
            all.matrices.map(({ unreadable }) => unreadable),
            [[{ id: 10, month: "2026-10-01", reason: "its checksum is another" }], []]
          )
          assert.deepStrictEqual(all.lists.unreadable, [
            { id: 1, month: "2026-09-01", reason: "it is shorter than its head" },
            { id: 2, month: "2026-11-01", reason: "its checksum is another" }
          ])
          assert.deepStrictEqual(all.facts.unreadable, all.lists.unreadable.slice(1))
          return [all.lists.lists.length, all.matrices[0]?.places.length]
        })
        assert.deepStrictEqual(yield* look, [4, 2])
        const faults = (yield* history.check({ ownersMax: null })).faults
        assert.include(faults, "listing 10, 2026-10: its checksum is another")
        assert.include(faults, "owner 1, 2026-09: it is shorter than its head")
        // What comes to the same months lies beside it.
        yield* history.append(
          [snapshot(1, "2026-09-12", [10]), snapshot(2, "2026-10-12", [10]), snapshot(2, "2026-11-12", [11])],
          past
        )
        yield* history.flush
        yield* history.merge
        yield* history.fold
        assert.deepStrictEqual(yield* look, [5, 2])
      })
    )
  )

  it.effect(
    "does by its upkeep what is due alone: a flush when a day is over or a slot is full, a merge once a week",
    on((time) =>
      Effect.gen(function* () {
        const history = yield* packed({ slotListsMax: 3 })
        assert.deepStrictEqual(yield* history.upkeep, { flushedLists: 0, mergedBlocks: 0, foldedLists: 0 })
        yield* history.append([snapshot(1, today, [10, 11]), snapshot(2, today, [10])], live)
        assert.deepStrictEqual(yield* history.upkeep, { flushedLists: 0, mergedBlocks: 0, foldedLists: 0 })
        yield* history.append([snapshot(3, today, [10])], live)
        assert.deepStrictEqual(yield* history.upkeep, { flushedLists: 3, mergedBlocks: 0, foldedLists: 0 })
        yield* history.append([snapshot(4, today, [12])], live)
        time.pass(dayMs)
        assert.deepStrictEqual(yield* history.upkeep, { flushedLists: 1, mergedBlocks: 0, foldedLists: 0 })
        time.pass(6 * dayMs)
        assert.deepStrictEqual(yield* history.upkeep, { flushedLists: 0, mergedBlocks: 3, foldedLists: 0 })
        time.pass(39 * dayMs)
        assert.deepStrictEqual((yield* history.upkeep).foldedLists, 4)
        const { lists } = yield* history.lists([1, 4], today, today)
        assert.strictEqual(lists.length, 2)
        assert.strictEqual(dayOf(nowMs), today)
      })
    )
  )

  it.effect(
    "empties a slot of a writer that held it while it was flushed the next time",
    on(() =>
      Effect.gen(function* () {
        const history = yield* packed()
        const sql = yield* SqlClient.SqlClient
        yield* history.append([snapshot(1, today, [10])], live)
        yield* sql.withTransaction(
          Effect.andThen(
            history.append([snapshot(2, today, [10, 11])], live),
            // Others move meanwhile; what is not committed yet they neither take nor truncate.
            Effect.promise(() => Effect.runPromise(Effect.provideService(history.flush, SqlClient.SqlClient, sql)))
          )
        )
        const places = Effect.map(history.matrix(10, today, today), (found) => [...found.places.keys()].toSorted())
        assert.deepStrictEqual(yield* places, [1, 2])
        yield* history.flush
        yield* history.flush
        assert.deepStrictEqual(yield* places, [1, 2])
        const [left] = yield* sql<{ n: number }>`SELECT count(*)::int AS n FROM words_inbox`
        assert.strictEqual(left?.n, 0)
      })
    )
  )

  const damaged = Effect.gen(function* () {
    const history = yield* packed({ ...atOnce, ranksMax: 20 })
    const far = 2 ** 20 + 7
    yield* history.append(
      [1, 2, far].flatMap((owner) =>
        ["2026-10-30", "2026-11-10", "2026-11-11"].map((day) => snapshot(owner, day, [10, 11, 12 + (owner % 3)]))
      ),
      past
    )
    yield* history.flush
    yield* history.merge
    yield* history.append([snapshot(1, "2026-11-12", [10]), snapshot(2, "2026-11-12", [12])], past)
    yield* history.flush
    yield* history.append([snapshot(1, "2026-11-13", [11])], past)
    return { history, far, sql: yield* SqlClient.SqlClient }
  })

  it.effect(
    "finds by its check a list without its day, a day without its list, a place that is gone and one that is there twice",
    on(() =>
      Effect.gen(function* () {
        const { far, history, sql } = yield* damaged
        const whole = { owners: 3, lists: 12, ranks: 30 }
        assert.deepStrictEqual(yield* history.check({ ownersMax: null }), { ...whole, faults: [], next: null })
        yield* sql`UPDATE words_calendar SET days = days & ~set_bit(0::bit(366), extract(doy FROM date '2026-11-10')::int - 1, 1)
          WHERE owner_id = 1`
        yield* sql`UPDATE words_calendar SET days = set_bit(days, extract(doy FROM date '2026-11-12')::int - 1, 1),
          spans = words_spans(spans, ARRAY[extract(doy FROM date '2026-11-12'), extract(doy FROM date '2026-11-12'), 1, 100]::smallint[])
          WHERE owner_id = ${far}`
        yield* sql`DELETE FROM words_months WHERE listing_id = 11 AND month = '2026-10-01'`
        yield* sql`INSERT INTO words_runs SELECT listing_id, month, 900, part, block FROM words_months
          WHERE listing_id = 13 AND month = '2026-11-01'`
        const expected = [
          "owner and day 1048583:2026-11-12: measured, and no list",
          "owner and day 1048583:2026-10-30: listing 11 at 2 in the list, and not by listing",
          "owner and day 1:2026-10-30: listing 11 at 2 in the list, and not by listing",
          "owner and day 1:2026-11-10: a list, and not measured",
          "owner and day 1:2026-11-10: listing 13 is there twice by listing",
          "owner and day 1:2026-11-11: listing 13 is there twice by listing",
          "owner and day 2:2026-10-30: listing 11 at 2 in the list, and not by listing"
        ]
        const all = yield* history.check({ ownersMax: null })
        assert.deepStrictEqual(all.faults.toSorted(), expected.toSorted())
        const sample = yield* history.check({ ownersMax: 3 })
        // Spread over the ids, of which few are between the first and the last.
        assert.deepStrictEqual(
          sample.faults.toSorted(),
          expected.filter((fault) => !fault.startsWith("owner and day 2:")).toSorted()
        )
        assert.deepStrictEqual({ ...sample, faults: [] }, { owners: 2, lists: 8, ranks: 20, faults: [], next: null })
      })
    )
  )

  it.effect(
    "checks a part at a time, and goes on where it stopped",
    on(() =>
      Effect.gen(function* () {
        const { history } = yield* damaged
        const sums = { lists: 0, ranks: 0 }
        const parts: Array<string> = []
        for (let after: CheckPosition | undefined; ; ) {
          const { faults, lists, next, owners, ranks } = yield* history.check({
            ownersMax: null,
            partsMax: 5,
            ...(after === undefined ? {} : { after })
          })
          assert.deepStrictEqual(faults, [])
          sums.lists += lists
          sums.ranks += ranks
          if (next === null) {
            assert.strictEqual(owners, 3)
            break
          }
          parts.push(`${next.month} ${next.part}`)
          after = next
        }
        assert.deepStrictEqual(sums, { lists: 12, ranks: 30 })
        // Two parts of each of a year's months, but for the last four of them.
        assert.deepStrictEqual(parts, ["2026-03-01 0", "2026-05-01 1", "2026-08-01 0", "2026-10-01 1"])
      })
    )
  )

  it.effect(
    "forgets many owners a few at a time, and those of whom a block can't be read",
    on(() =>
      Effect.gen(function* () {
        const history = yield* packed({ ...atOnce, ranksMax: 250 })
        const sql = yield* SqlClient.SqlClient
        const gone = [1, 2, 3, 4, 5, 6]
        yield* history.append(
          [...gone, 7].flatMap((owner) =>
            ["2026-10-30", "2026-11-10"].map((day) => snapshot(owner, day, [10, 10 + owner], { market: owner }))
          ),
          past
        )
        yield* history.flush
        yield* history.merge
        yield* history.fold
        yield* history.append([snapshot(1, "2026-11-11", [10]), snapshot(7, "2026-11-11", [10])], past)
        yield* history.flush
        yield* history.append([snapshot(1, "2026-11-12", [10]), snapshot(7, "2026-11-12", [10])], past)
        yield* sql`UPDATE words_words SET places = '\\x02' WHERE owner_id = 2 AND month = '2026-10-01'`
        yield* sql`UPDATE words_words SET facts = '\\x02' WHERE owner_id = 3 AND month = '2026-11-01'`
        yield* history.forget(gone)
        const { feed, lists, matrices } = yield* told(history, {
          owners: [...gone, 7],
          listings: [10, 11, 12, 13, 17],
          ...range
        })
        const days = ["2026-10-30", "2026-11-10", "2026-11-11", "2026-11-12"]
        assert.deepStrictEqual(
          lists.lists.map(({ day, owner }) => [owner, day]),
          days.map((day) => [7, day])
        )
        assert.deepStrictEqual(
          matrices.map(({ places }) => places.map(([owner]) => owner)),
          [[7], [], [], [], [7]]
        )
        assert.deepStrictEqual(
          feed.map(({ owner }) => owner),
          [7, 7, 7, 7]
        )
        assert.deepStrictEqual(yield* history.check({ ownersMax: null }), {
          owners: 1,
          lists: 4,
          ranks: 6,
          faults: [],
          next: null
        })
        // Nothing is left to be done for who asks again.
        yield* history.forget(gone)
      })
    )
  )
})
