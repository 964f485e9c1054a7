import { rowsOf } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { AlertsConfig } from "../config.ts"

const turnRows = rowsOf(Schema.Struct({ atMs: Schema.Finite }))
/** A node whose clock is ahead makes the others wait no longer. */
const aheadMsMax = 30_000

const make = Effect.fnUntraced(function* ({ bot }: AlertsConfig) {
  const sql = yield* SqlClient.SqlClient
  const spacingMs = Math.ceil(1_000 / (bot?.messagesPerSecond ?? 25))
  /** The moment of the next turn, which nobody else has. */
  const next = (nowMs: number) =>
    Effect.map(
      turnRows(sql`
        UPDATE alerts_turns
        SET next_ms = greatest(least(next_ms, ${nowMs + aheadMsMax}::bigint), ${nowMs}::bigint) + ${spacingMs}::int
        RETURNING (next_ms - ${spacingMs}::int)::float8 AS "atMs"`),
      ([turn]) => turn?.atMs ?? nowMs
    )
  return {
    next,
    /** Waits for it. */
    take: Effect.fn("Turns.take")(function* () {
      const nowMs = yield* Clock.currentTimeMillis
      const atMs = yield* next(nowMs)
      if (atMs > nowMs) yield* Effect.sleep(atMs - nowMs)
    })()
  }
})

/** When a message may go to the platform, evenly over all nodes: it counts what the bot sends, whoever sends it. */
export class Turns extends Context.Service<Turns, Effect.Success<ReturnType<typeof make>>>()(
  "@storeglass/alerts/Turns"
) {
  static readonly layer = (config: AlertsConfig) => Layer.effect(Turns, make(config))
}
