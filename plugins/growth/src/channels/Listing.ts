import { isoOf, rowsOf } from "@storeglass/plugin-api"
import { Clock, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { GrowthChannels } from "../contract.ts"

const states = rowsOf(
  Schema.Struct({
    channel: Schema.String,
    lastOkMs: Schema.NullOr(Schema.Finite),
    cooldownMs: Schema.NullOr(Schema.Finite),
    closed: Schema.Array(Schema.String)
  })
)

/** The channels as callers see them. */
export const listedChannels = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const channels = yield* GrowthChannels
  return Effect.gen(function* () {
    const nowMs = yield* Clock.currentTimeMillis
    const rows =
      yield* states(sql`SELECT channel, max(last_ok_ms)::float8 AS "lastOkMs", max(cooldown_ms)::float8 AS "cooldownMs",
        coalesce(array_agg(source) FILTER (WHERE closed_ms IS NOT NULL), '{}') AS closed
      FROM growth_sources GROUP BY channel`)
    const of = new Map(rows.map((row) => [row.channel, row]))
    return {
      channels: (yield* channels.all).map((channel) => {
        const state = of.get(channel.id)
        const lastOkMs = state?.lastOkMs ?? null
        // Where each source rests by itself, one of them says nothing of the channel.
        const cooldownMs = channel.restsTogether ? (state?.cooldownMs ?? null) : null
        const closed = new Set(state?.closed)
        const sources = channel.sources ?? []
        const isClosed = sources.length > 0 && sources.every((source) => closed.has(source))
        const reason =
          channel.unavailable ??
          (isClosed ? `closed to the anonymous: ${sources.join(", ")}; the operator can set other instances` : null)
        return {
          id: channel.id,
          name: channel.name,
          available: reason === null,
          requiresCredentials: channel.requiresCredentials,
          configured: channel.unavailable === null,
          reason,
          filters: channel.filters.map(({ description, isRequired, max, name }) => ({
            name,
            description,
            max,
            required: isRequired
          })),
          limits: channel.limits,
          rules: channel.rules,
          lastOkAt: lastOkMs === null ? null : isoOf(lastOkMs),
          cooldownUntil: cooldownMs === null || cooldownMs <= nowMs ? null : isoOf(cooldownMs)
        }
      })
    }
  })
})
