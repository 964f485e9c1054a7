import type { AccessTokens, Client, TokenUse } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { type KeyHolder, minuteOf } from "./KeyHolder.ts"

const minuteMs = 60_000
/** Keys in one statement. */
const writtenAtOnce = 5_000
/** Credentials whose use is remembered until it is written; beyond that the oldest are forgotten. */
const usesMax = 200_000

interface Use extends TokenUse {
  readonly credential: KeyHolder["credential"]
}

/**
 * Notes when keys and grants were last used, to the minute: a comparison for each request, and a statement or two a minute,
 * however many keys there are.
 */
export const makeKeyUses = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  let noted = new Map<string, Use>()
  let tellTokens: AccessTokens["Service"]["used"]

  const write = (uses: ReadonlyArray<Use>) => {
    // In one order on all nodes, so that they don't wait for each other in a circle.
    const sorted = uses.toSorted((a, b) => (a.grantId < b.grantId ? -1 : 1))
    return sql`WITH used AS (
        SELECT * FROM unnest(${sorted.map(({ grantId }) => grantId)}::uuid[], ${sorted.map(({ atMs }) => atMs)}::float8[],
          ${sorted.map(({ address }) => address ?? "")}::text[], ${sorted.map(({ agent }) => agent ?? "")}::text[])
          AS u (id, at_ms, address, agent)),
      locked AS (
        SELECT k.id FROM core_api_keys k JOIN used u ON u.id = k.id ORDER BY k.id FOR NO KEY UPDATE OF k)
      UPDATE core_api_keys k SET last_used_at = to_timestamp(u.at_ms / 1000), last_used_address = nullif(u.address, ''),
        last_used_agent = nullif(u.agent, '')
      FROM used u JOIN locked ON locked.id = u.id
      WHERE k.id = u.id AND (k.last_used_at IS NULL OR k.last_used_at < to_timestamp(u.at_ms / 1000))`
  }

  const flush = Effect.gen(function* () {
    const uses = [...noted.values()]
    if (uses.length === 0) return
    noted = new Map()
    const ofKeys = uses.filter(({ credential }) => credential === "key")
    for (let at = 0; at < ofKeys.length; at += writtenAtOnce) {
      const batch = ofKeys.slice(at, at + writtenAtOnce)
      yield* Effect.catchCause(write(batch), () =>
        // Next minute again, but for those that were used meanwhile.
        Effect.sync(() => {
          for (const use of batch) if (!noted.has(use.grantId)) noted.set(use.grantId, use)
        })
      )
    }
    const ofTokens = uses.filter(({ credential }) => credential === "token")
    if (ofTokens.length > 0 && tellTokens !== undefined) {
      yield* Effect.ignoreCause(tellTokens(ofTokens.map(({ credential: _, ...use }) => use)))
    }
  }).pipe(Effect.withSpan("KeyUses.flush"))

  yield* Effect.forkScoped(Effect.forever(Effect.delay(flush, minuteMs)))
  // The pool closes after this.
  yield* Effect.addFinalizer(() => flush)

  return {
    flush,
    tellTokens: (tell: AccessTokens["Service"]["used"]) => {
      tellTokens = tell
    },
    note: (holder: KeyHolder, nowMs: number, { address, agent }: Client) => {
      const minute = minuteOf(nowMs)
      holder.notedMinute = minute
      noted.delete(holder.keyId)
      noted.set(holder.keyId, {
        credential: holder.credential,
        grantId: holder.keyId,
        atMs: minute * minuteMs,
        address,
        agent
      })
      if (noted.size <= usesMax) return
      for (const [oldest] of noted) {
        noted.delete(oldest)
        break
      }
    }
  }
})
export type KeyUses = Effect.Success<typeof makeKeyUses>
