/** Which sources want to be left alone, known to all nodes before anyone asks again. */
import { Locks, rowsOf } from "@storeglass/plugin-api"
import { Clock, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { GrowthChannel, SourceFailed } from "../contract.ts"

const pauses = rowsOf(Schema.Struct({ cooldownMs: Schema.NullOr(Schema.Finite) }))

export const makePauses = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const locks = yield* Locks

  const pauseOf = (channel: GrowthChannel, source: string, nowMs: number) =>
    pauses(sql`SELECT max(cooldown_ms)::float8 AS "cooldownMs" FROM growth_sources
      WHERE channel = ${channel.id} AND (${channel.restsTogether} OR source = ${source})`).pipe(
      Effect.map(([row]) => Math.max(0, (row?.cooldownMs ?? 0) - nowMs))
    )
  const note = (
    channel: GrowthChannel,
    source: string,
    answer: { readonly okMs?: number; readonly restMs?: number; readonly closedMs?: number }
  ) =>
    sql`
      INSERT INTO growth_sources (channel, source, last_ok_ms, cooldown_ms, closed_ms)
      VALUES (${channel.id}, ${source}, ${answer.okMs ?? null}::bigint, ${answer.restMs ?? null}::bigint,
        ${answer.closedMs ?? null}::bigint)
      ON CONFLICT (channel, source) DO UPDATE SET last_ok_ms = coalesce(excluded.last_ok_ms, growth_sources.last_ok_ms),
        cooldown_ms = coalesce(greatest(excluded.cooldown_ms, growth_sources.cooldown_ms), growth_sources.cooldown_ms),
        closed_ms = CASE WHEN excluded.last_ok_ms IS NULL THEN coalesce(excluded.closed_ms, growth_sources.closed_ms) END`

  return {
    note,
    /** What the source answers, or for how many ms it must be left alone. */
    ask: <A extends { readonly restSeconds?: number | undefined }, R>(
      channel: GrowthChannel,
      source: string,
      answer: Effect.Effect<A, SourceFailed, R>
    ) => {
      const once = Effect.gen(function* () {
        const pauseMs = yield* pauseOf(channel, source, yield* Clock.currentTimeMillis)
        if (pauseMs > 0) return { pauseMs, answer: undefined }
        const rest = (seconds: number | undefined) =>
          seconds === undefined
            ? Effect.void
            : Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
                Effect.asVoid(note(channel, source, { restMs: nowMs + seconds * 1_000 }))
              )
        const told = yield* answer.pipe(
          Effect.tapError(({ isClosed, isOurs, retryAfterSeconds }) =>
            isClosed === true
              ? Effect.flatMap(Clock.currentTimeMillis, (closedMs) => note(channel, source, { closedMs }))
              : rest(isOurs === true ? undefined : retryAfterSeconds)
          ),
          Effect.ensuring(channel.spacingMs === undefined ? Effect.void : Effect.sleep(channel.spacingMs))
        )
        yield* rest(told.restSeconds)
        return { pauseMs: 0, answer: told }
      })
      return channel.asksOneByOne ? locks.withKey(`growth.channel:${channel.id}`, once, { waitMs: 60_000 }) : once
    }
  }
})
