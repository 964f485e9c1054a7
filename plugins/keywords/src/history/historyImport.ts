import { Clock, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { type ImportedSnapshot, KeywordHistory } from "../contract.ts"
import { ints } from "../database.ts"
import { termOf } from "../models/term.ts"
import { HistoryStore, type Snapshot } from "./HistoryStore.ts"
import { KeywordKeys } from "./KeywordKeys.ts"

const batch = 200
const clampRank = (apps: ImportedSnapshot["apps"], depth: number) =>
  [...new Map([...apps].reverse().map((app) => [app.appId, app])).values()].reverse().slice(0, depth)

export const keywordHistoryLayer = Layer.effect(
  KeywordHistory,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const keys = yield* KeywordKeys
    const history = yield* HistoryStore

    const resolve = Effect.fnUntraced(function* (snapshots: ReadonlyArray<ImportedSnapshot>) {
      const markets = new Map<string, ImportedSnapshot[]>()
      for (const snapshot of snapshots) {
        const key = `${snapshot.platform}:${snapshot.country}:${snapshot.device}`
        markets.set(key, [...(markets.get(key) ?? []), snapshot])
      }
      const resolved = yield* Effect.forEach(
        markets.values(),
        Effect.fnUntraced(function* (own) {
          const [first] = own
          if (first === undefined) return []
          const states = yield* keys.ensure(first, [...new Set(own.map(({ keyword }) => termOf(keyword)))])
          return yield* Effect.forEach(
            own,
            Effect.fnUntraced(function* (snapshot) {
              const state = states.get(termOf(snapshot.keyword))
              if (state === undefined) return []
              const { day, depth, difficulty, reach, resultCount, volume } = snapshot
              const made: Snapshot = {
                keywordId: state.id,
                marketId: state.marketId,
                sourceId: yield* keys.ensureSource(snapshot.source),
                day,
                observedMs: Date.parse(`${day}T12:00:00Z`),
                depth,
                resultCount,
                reach,
                volume,
                difficulty,
                apps: clampRank(snapshot.apps, depth)
              }
              return [made]
            })
          )
        })
      )
      return resolved.flat(2)
    })

    const importSnapshots: KeywordHistory["Service"]["importSnapshots"] = Effect.fn("KeywordHistory.importSnapshots")(
      function* (snapshots, { track = false } = {}) {
        let imported = 0
        const touched = new Set<number>()
        for (let from = 0; from < snapshots.length; from += batch) {
          const resolved = yield* resolve(snapshots.slice(from, from + batch))
          imported += yield* history.record(resolved, { live: false })
          for (const { keywordId } of resolved) touched.add(keywordId)
          if (track) {
            const nowMs = yield* Clock.currentTimeMillis
            yield* sql`UPDATE keywords_tracked SET tracked_at = to_timestamp(${nowMs}::float8 / 1000)
            WHERE tracked_at IS NULL AND id = ANY(${ints([...new Set(resolved.map(({ keywordId }) => keywordId))])}::int[])`
          }
        }
        yield* history.sumUp([...touched])
        return { imported, known: snapshots.length - imported }
      }
    )

    return KeywordHistory.of({ importSnapshots })
  })
)
