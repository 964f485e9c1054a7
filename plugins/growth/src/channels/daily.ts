/** What a source allows a day, counted where all nodes look and no restart forgets it. */
import { rowsOf } from "@storeglass/plugin-api"
import { Clock, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { SourceFailed } from "../contract.ts"
import { dayMs, minuteMs } from "./asking.ts"

/** Requests are counted by so many minutes. */
const spanMs = 10 * minuteMs
/** Until the last request of a span, which may be sent a while after it was counted, is a day old. */
const countedMs = dayMs + 2 * spanMs

const asked = rowsOf(Schema.Struct({ fromMs: Schema.Finite, n: Schema.Int }))

export const makeDaily = Effect.fnUntraced(function* (channel: string, perDay: number) {
  const sql = yield* SqlClient.SqlClient

  /** Spans that still count, oldest first. Within a transaction: whoever counts at the same time waits for its end. */
  const counted = Effect.fnUntraced(function* (nowMs: number) {
    yield* sql`INSERT INTO growth_asked (channel, from_ms, n) VALUES (${channel}, 0, 0)
      ON CONFLICT (channel, from_ms) DO UPDATE SET n = 0`
    return yield* asked(sql`SELECT from_ms::float8 AS "fromMs", n FROM growth_asked
      WHERE channel = ${channel} AND from_ms > ${nowMs - countedMs}::bigint ORDER BY from_ms`)
  })
  const count = Effect.fnUntraced(function* (nowMs: number, n: number) {
    const fromMs = nowMs - (nowMs % spanMs)
    yield* sql`INSERT INTO growth_asked (channel, from_ms, n) VALUES (${channel}, ${fromMs}::bigint, ${n}::int)
      ON CONFLICT (channel, from_ms) DO UPDATE SET n = growth_asked.n + excluded.n`
    yield* sql`DELETE FROM growth_asked WHERE channel = ${channel} AND from_ms > 0
      AND from_ms <= ${nowMs - countedMs}::bigint`
  })
  const spentOf = (spans: ReadonlyArray<{ readonly n: number }>) => spans.reduce((sum, { n }) => sum + n, 0)
  const away = (cause: unknown) => new SourceFailed({ message: "what it was asked today can't be counted", cause })

  return {
    /** Counts a request that is about to be sent; fails where the day has none left but those that are kept back. */
    take: (keptBack: number) =>
      Effect.gen(function* () {
        const nowMs = yield* Clock.currentTimeMillis
        const spans = yield* counted(nowMs)
        const tooMany = spentOf(spans) + 1 - (perDay - keptBack)
        if (tooMany <= 0) return yield* count(nowMs, 1)
        const last = spans.find((_, at) => spentOf(spans.slice(0, at + 1)) >= tooMany)
        return yield* new SourceFailed({
          message: "the requests that it allows a day are used up",
          retryAfterSeconds: Math.ceil(((last?.fromMs ?? nowMs) + countedMs - nowMs) / 1_000),
          isOurs: true
        })
      }).pipe(
        sql.withTransaction,
        Effect.catchTag("SqlError", (cause) => Effect.fail(away(cause)))
      ),

    /** The source says how many are left: where that's fewer than are counted here, others have asked from this address. */
    told: (left: number) =>
      Effect.gen(function* () {
        const nowMs = yield* Clock.currentTimeMillis
        const unknown = perDay - spentOf(yield* counted(nowMs)) - Math.max(0, Math.floor(left))
        if (unknown > 0) yield* count(nowMs, unknown)
      }).pipe(sql.withTransaction, Effect.mapError(away))
  }
})
