import { addDays, type Day, dayNumberOf } from "@storeglass/history"
import { rowsOf } from "@storeglass/plugin-api"
import { Context, Deferred, Effect, Exit, Layer, Queue, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { ints, NullableInt } from "../database.ts"
import { scoresVersion } from "../estimates.ts"
import type { Autocompletion } from "../models/autocomplete.ts"
import { type ReachSums, reachDays, reachSumsOf, shiftedReach } from "../models/reachSums.ts"
import { KeywordLists } from "./KeywordLists.ts"
import { makeListingIds } from "./ListingIds.ts"

/** One search as it is stored: a keyword on a day. */
export interface Snapshot {
  readonly keywordId: number
  readonly marketId: number
  readonly sourceId: number
  readonly day: Day
  /** When the store said so. */
  readonly observedMs: number
  /** How far down was looked. */
  readonly depth: number
  readonly resultCount: number
  /** Ratings of the first app. */
  readonly reach: number | null
  readonly volume: number | null
  readonly difficulty: number | null
  /** First is best; at most `depth`, each once. */
  readonly apps: ReadonlyArray<{ readonly appId: string; readonly name: string; readonly seller: string }>
  /** How the store completes the term, when it was asked this time. */
  readonly autocompletion?: Autocompletion
  /** Made by a request and not by the collection. */
  readonly requested?: boolean
}

/** Days of which is known whether they were measured: the latest, and those before it. */
const measuredDays = 96
const intMax = 2 ** 31 - 1
/** Snapshots of one transaction. */
const batchMax = 200
/** Keywords that are summed up at once. */
const summedAtOnce = 200

const stateRows = rowsOf(
  Schema.Struct({
    id: Schema.Int,
    marketId: Schema.Int,
    latestDay: Schema.NullOr(Schema.String),
    sourceId: NullableInt
  })
)
const Maxima = Schema.Array(NullableInt)
const sumRows = rowsOf(
  Schema.Struct({
    id: Schema.Int,
    day: Schema.String,
    sourceId: Schema.Int,
    current: Maxima,
    previous: Maxima,
    nextCurrent: Maxima,
    nextPrevious: Maxima
  })
)

/** A keyword's latest day, and what it and those before it add up to. */
interface Summed {
  readonly id: number
  readonly marketId: number
  readonly sourceId: number
  readonly day: Day
  readonly sums: ReachSums
  /** Days that have passed since the one that was latest before, or which of all there were were measured. */
  readonly measured: { readonly passed: number } | { readonly bits: string }
}

type State = Effect.Success<ReturnType<typeof stateRows>>[number]

interface Waiting {
  readonly snapshots: ReadonlyArray<Snapshot>
  readonly live: boolean
  readonly done: Deferred.Deferred<number, SqlError.SqlError>
}

/** As they are written: all bits, or how far those that are known move on. */
const measuredIn = ({ measured }: Summed) =>
  "bits" in measured ? { ps: null, b: measured.bits } : { ps: Math.min(measured.passed, measuredDays), b: null }
const maximaText = (values: ReadonlyArray<number | null>) =>
  `{${values.map((value) => (value === null ? "NULL" : Math.min(value, intMax))).join(",")}}`

/** Writes snapshots, a keyword and day once. */
export class HistoryStore extends Context.Service<
  HistoryStore,
  {
    /**
     * Writes those whose keyword and day are not stored yet; gives how many those were. `live` snapshots enter the feed of
     * changes in the order of their commits; others keep the time of their day. What is written at the same time shares a
     * transaction, so this is not for one of the caller's.
     */
    readonly record: (
      snapshots: ReadonlyArray<Snapshot>,
      options: { readonly live: boolean }
    ) => Effect.Effect<number, SqlError.SqlError>
    /** Sums up anew what trending and visibility read of these keywords: at the end of an import. */
    readonly sumUp: (keywordIds: ReadonlyArray<number>) => Effect.Effect<void, SqlError.SqlError>
  }
>()("@storeglass/keywords/HistoryStore") {
  static readonly layer = Layer.effect(
    HistoryStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const lists = yield* KeywordLists
      const listings = yield* makeListingIds()

      const bits = sql.literal("coalesce(b::bit(96), set_bit(measured >> ps, 0, 1))")

      /** Locks these keywords, in one order everywhere, and tells how they stand. */
      const locked = (ids: ReadonlyArray<number>) =>
        stateRows(sql`
          SELECT id, market_id AS "marketId", latest_day::text AS "latestDay", source_id AS "sourceId" FROM keywords_tracked
          WHERE id = ANY(${ints(ids)}::int[]) ORDER BY id FOR UPDATE`)

      const noteLatest = (snapshots: ReadonlyArray<Snapshot>, summed: ReadonlyArray<Summed>) => {
        const sums = new Map(summed.map((one) => [one.id, measuredIn(one)]))
        const latest = snapshots.map((snapshot) => ({
          ...(sums.get(snapshot.keywordId) ?? { ps: null, b: null }),
          k: snapshot.keywordId,
          d: snapshot.day,
          o: snapshot.observedMs,
          s: snapshot.sourceId,
          p: snapshot.depth,
          n: snapshot.resultCount,
          e: snapshot.reach,
          v: snapshot.volume,
          h: snapshot.difficulty,
          c: snapshot.autocompletion !== undefined,
          cl: snapshot.autocompletion?.prefixLength ?? null,
          cp: snapshot.autocompletion?.position ?? null,
          cs: snapshot.autocompletion?.search ?? null,
          q: snapshot.requested === true
        }))
        return sql`
          WITH news AS (
            SELECT DISTINCT ON (k) *, min(d) OVER (PARTITION BY k) AS first FROM jsonb_to_recordset(${JSON.stringify(latest)}::text::jsonb) AS n (
              k int, d date, o float8, s smallint, p smallint, n int, e bigint, v smallint, h smallint,
              c boolean, cl smallint, cp smallint, cs text, q boolean, ps int, b text)
            ORDER BY k, d DESC)
          UPDATE keywords_tracked t SET
            first_day = least(first_day, first),
            latest_day = CASE WHEN newer THEN d ELSE latest_day END,
            latest_ms = CASE WHEN newer THEN o ELSE latest_ms END,
            source_id = CASE WHEN newer THEN s ELSE source_id END,
            depth = CASE WHEN newer THEN p ELSE depth END,
            result_count = CASE WHEN newer THEN n ELSE result_count END,
            reach = CASE WHEN newer THEN e ELSE reach END,
            volume = CASE WHEN newer THEN v ELSE volume END,
            difficulty = CASE WHEN newer THEN h ELSE difficulty END,
            prefix_length = CASE WHEN newer AND c THEN cl ELSE prefix_length END,
            prefix_position = CASE WHEN newer AND c THEN cp ELSE prefix_position END,
            prefix_search = CASE WHEN newer AND c THEN cs ELSE prefix_search END,
            prefix_day = CASE WHEN newer AND c THEN d ELSE prefix_day END,
            requested_day = CASE WHEN newer THEN CASE WHEN q THEN d END ELSE requested_day END,
            measured = coalesce(${bits}, measured)
          FROM (
            SELECT news.*, latest_day IS NULL OR latest_day < d AS newer
            FROM news JOIN keywords_tracked own ON own.id = k) AS news
          WHERE t.id = k AND (newer OR first_day IS NULL OR first_day > first OR b IS NOT NULL)`
      }

      /** What they are from all that is stored. */
      const summedUp = Effect.fnUntraced(function* (
        keywords: ReadonlyArray<{
          readonly id: number
          readonly marketId: number
          readonly sourceId: number
          readonly day: Day
        }>
      ) {
        const days = keywords.map(({ day }) => day).sort()
        const [first = "", last = ""] = [days[0], days.at(-1)]
        if (keywords.length === 0) return []
        const ids = keywords.map(({ id }) => id)
        const { facts } = yield* lists.facts(ids, addDays(first, 1 - reachDays), last)
        const measured = yield* lists.measured(ids, addDays(first, 1 - measuredDays), last)
        const own = Map.groupBy(facts, ({ owner }) => owner)
        return keywords.map(({ day, id, marketId, sourceId }): Summed => {
          const byAge = new Array<number | null>(reachDays).fill(null)
          const latest = dayNumberOf(day)
          for (const fact of own.get(id) ?? []) {
            const age = latest - dayNumberOf(fact.day)
            if (fact.source === sourceId && age >= 0 && age < reachDays) byAge[age] = fact.facts.reach
          }
          const from = latest - dayNumberOf(addDays(first, 1 - measuredDays))
          const bits = Array.from({ length: measuredDays }, (_, age) =>
            measured.get(id)?.[from - age]?.source === sourceId ? "1" : "0"
          ).join("")
          return { id, marketId, sourceId, day, sums: reachSumsOf(byAge), measured: { bits } }
        })
      })

      const keepSums = Effect.fnUntraced(function* (summed: ReadonlyArray<Summed>) {
        if (summed.length === 0) return
        const rows = summed.map(({ day, id, marketId, sourceId, sums }) => ({
          k: id,
          m: marketId,
          s: sourceId,
          d: day,
          c: maximaText(sums.current),
          p: maximaText(sums.previous),
          nc: maximaText(sums.nextCurrent),
          np: maximaText(sums.nextPrevious)
        }))
        yield* sql`
          INSERT INTO keywords_reach (keyword_id, market_id, source_id, day, current, previous, next_current, next_previous)
          SELECT k, m, s, d, c::int[], p::int[], nc::int[], np::int[]
          FROM jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) AS given (
            k int, m smallint, s smallint, d date, c text, p text, nc text, np text)
          ORDER BY k
          ON CONFLICT (keyword_id) DO UPDATE SET market_id = excluded.market_id, source_id = excluded.source_id,
            day = excluded.day, current = excluded.current, previous = excluded.previous,
            next_current = excluded.next_current, next_previous = excluded.next_previous`
      })

      /** What these keywords, which were `states` before, add up to with what was written. */
      const sumsWith = Effect.fnUntraced(function* (
        written: ReadonlyMap<number, ReadonlyArray<Snapshot>>,
        states: ReadonlyArray<State>
      ) {
        const known = new Map(
          (yield* sumRows(sql`
            SELECT keyword_id AS id, day::text AS day, source_id AS "sourceId", to_json(current) AS current,
              to_json(previous) AS previous, to_json(next_current) AS "nextCurrent", to_json(next_previous) AS "nextPrevious"
            FROM keywords_reach WHERE keyword_id = ANY(${ints(states.map(({ id }) => id))}::int[])`)).map((row) => [
            row.id,
            row
          ])
        )
        const shifted: Array<Summed> = []
        const anew: Array<Omit<Summed, "sums" | "measured">> = []
        for (const { id, latestDay, marketId, sourceId } of states) {
          const own = written.get(id) ?? []
          const snapshot = own.reduce<Snapshot | undefined>(
            (last, one) => (last === undefined || last.day < one.day ? one : last),
            undefined
          )
          if (snapshot === undefined) continue
          const before = known.get(id)
          const { day } = snapshot
          const isNewer = latestDay === null || latestDay < day
          const passed = latestDay === null ? measuredDays : dayNumberOf(day) - dayNumberOf(latestDay)
          const keyword = { id, marketId, sourceId: snapshot.sourceId, day }
          const isNext =
            before !== undefined &&
            before.day === latestDay &&
            before.sourceId === sourceId &&
            sourceId === snapshot.sourceId
          const isOne = own.length === 1
          if (isOne && latestDay === null)
            shifted.push({ ...keyword, sums: reachSumsOf([snapshot.reach]), measured: { passed } })
          else if (isOne && isNewer && isNext)
            shifted.push({ ...keyword, sums: shiftedReach(before, passed, snapshot.reach), measured: { passed } })
          else anew.push(isNewer ? keyword : { ...keyword, sourceId: sourceId ?? snapshot.sourceId, day: latestDay })
        }
        return [...shifted, ...(yield* summedUp(anew))]
      })

      const sumUp = Effect.fn("HistoryStore.sumUp")(function* (keywordIds: ReadonlyArray<number>) {
        const ids = keywordIds.toSorted((a, b) => a - b)
        for (let from = 0; from < ids.length; from += summedAtOnce)
          yield* sql.withTransaction(
            Effect.gen(function* () {
              // Keywords before their sums, in the order in which a record locks both.
              const states = yield* locked(ids.slice(from, from + summedAtOnce))
              const summed = yield* summedUp(
                states.flatMap(({ id, latestDay, marketId, sourceId }) =>
                  latestDay === null || sourceId === null ? [] : [{ id, marketId, sourceId, day: latestDay }]
                )
              )
              yield* keepSums(summed)
              const rows = summed.map((one) => ({ k: one.id, ...measuredIn(one) }))
              yield* sql`
                UPDATE keywords_tracked SET measured = ${bits}
                FROM jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) AS given (k int, ps int, b text) WHERE id = k`
            })
          )
      })

      const write = Effect.fn("HistoryStore.write")(function* (snapshots: ReadonlyArray<Snapshot>, live: boolean) {
        const ids = yield* listings.ensure(
          snapshots.flatMap(({ apps, marketId }) => apps.map((app) => ({ marketId, ...app }))),
          { live }
        )
        return yield* sql.withTransaction(
          Effect.gen(function* () {
            const appended = yield* lists.append(
              snapshots.map(
                ({ apps, difficulty, keywordId, marketId, observedMs, reach, resultCount, volume, ...own }) => ({
                  owner: keywordId,
                  market: marketId,
                  source: own.sourceId,
                  day: own.day,
                  depth: own.depth,
                  observedMs: Math.round(observedMs),
                  facts: { resultCount, reach, volume, difficulty, scoredBy: scoresVersion },
                  listings: apps.flatMap(({ appId }) => ids.get(listings.keyOf({ marketId, appId })) ?? [])
                })
              ),
              { live }
            )
            const refused = appended.flatMap((one) => (one.outcome === "refused" ? [one.reason] : []))
            if (refused.length > 0)
              yield* Effect.logWarning("Snapshots of keywords weren't taken.", {
                count: refused.length,
                first: refused[0]
              })
            const isTaken = appended.map(({ outcome }) => outcome === "taken")
            const written = snapshots.filter((_, index) => isTaken[index] === true)
            if (written.length > 0) {
              const own = Map.groupBy(written, ({ keywordId }) => keywordId)
              const states = yield* locked([...own.keys()])
              const summed = live ? yield* sumsWith(own, states) : []
              yield* noteLatest(written, summed)
              yield* keepSums(summed)
            }
            return isTaken
          })
        )
      })

      const waiting = yield* Queue.unbounded<Waiting>()
      /** Those that were asked for together, in one transaction; if it fails, each in one of its own. */
      const settle = (group: ReadonlyArray<Waiting>, live: boolean) =>
        write(
          group.flatMap(({ snapshots }) => snapshots),
          live
        ).pipe(
          Effect.exit,
          Effect.flatMap((exit) => {
            if (Exit.isFailure(exit) && group.length > 1)
              return Effect.forEach(group, (one) => settleOne(one), { discard: true })
            let from = 0
            return Effect.forEach(
              group,
              ({ done, snapshots }) => {
                const own = Exit.map(exit, (taken) => taken.slice(from, from + snapshots.length).filter(Boolean).length)
                from += snapshots.length
                return Deferred.done(done, own)
              },
              { discard: true }
            )
          })
        )
      const settleOne = ({ done, live, snapshots }: Waiting) =>
        Effect.flatMap(
          Effect.exit(Effect.map(write(snapshots, live), (taken) => taken.filter(Boolean).length)),
          (exit) => Deferred.done(done, exit)
        )

      /** All writers of the feed take turns, so what arrives while one is at work is written together. */
      const writing = Effect.gen(function* () {
        let left = yield* Queue.takeBetween(waiting, 1, batchMax)
        while (left.length > 0) {
          const live = left[0]?.live ?? true
          const group: Array<Waiting> = []
          let count = 0
          for (const one of left) {
            if (one.live !== live || (group.length > 0 && count + one.snapshots.length > batchMax)) break
            group.push(one)
            count += one.snapshots.length
          }
          left = left.slice(group.length)
          yield* settle(group, live)
        }
      })
      yield* Effect.forkScoped(Effect.forever(writing))

      const record = Effect.fn("HistoryStore.record")(function* (
        snapshots: ReadonlyArray<Snapshot>,
        { live }: { readonly live: boolean }
      ) {
        if (snapshots.length === 0) return 0
        const done = yield* Deferred.make<number, SqlError.SqlError>()
        yield* Queue.offer(waiting, { snapshots, live, done })
        return yield* Deferred.await(done)
      })

      return HistoryStore.of({ record, sumUp })
    })
  )
}
