/** Keeps what a page has: one row a thread, whoever finds it and how often. */
import { Events, Jobs, rowsOf, sha256 } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { alertsADay } from "../alerts.ts"
import { OpportunityFound } from "../contract.ts"
import { Suggest, Tell } from "../jobRefs.ts"
import { makeAnonymous } from "../upkeep/forgotten.ts"
import { isGone } from "../upkeep/gone.ts"
import type { Candidate } from "./candidates.ts"

const keptRows = rowsOf(
  Schema.Struct({
    id: Schema.String,
    isNew: Schema.Boolean,
    score: Schema.Int,
    mustMs: Schema.Finite,
    shouldMs: Schema.Finite
  })
)
const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")
/** With a hash in place of the whole text that it was scored by. */
const hashed = ({ state, ...candidate }: Candidate) =>
  Effect.map(sha256(state), (bytes) => ({ ...candidate, stateHash: hex(bytes) }))
const dayMs = 86_400_000
const knownRows = rowsOf(Schema.Struct({ key: Schema.String, publishedMs: Schema.Finite, isOwn: Schema.Boolean }))
const toldRows = rowsOf(Schema.Struct({ n: Schema.Int }))

export interface Kept {
  readonly found: number
  readonly updated: number
}

/** `repliesADay`: so many threads a day are suggested an answer; 0: none is. */
export const makeKeeping = Effect.fnUntraced(function* ({ repliesADay }: { readonly repliesADay: number }) {
  const sql = yield* SqlClient.SqlClient
  const events = yield* Events
  const jobs = yield* Jobs
  const anonymous = yield* makeAnonymous
  const here = Effect.provideService(SqlClient.SqlClient, sql)

  /**
   * What is to be written: threads to keep, and those that aren't any more where the project has them. What is known is as old
   * as it was when it was found, also where its source gives it no date or another.
   */
  const writable = Effect.fnUntraced(function* (
    { accountId, projectId }: { readonly accountId: string; readonly projectId: string },
    given: ReadonlyArray<Candidate>
  ) {
    const rows = yield* knownRows(sql`
      SELECT o.key, o.published_ms::float8 AS "publishedMs", EXISTS (SELECT FROM growth_finds f
        WHERE f.account_id = o.account_id AND f.opportunity_id = o.id AND f.project_id = ${projectId}::uuid) AS "isOwn"
      FROM growth_opportunities o WHERE o.account_id = ${accountId}::uuid
        AND o.key = ANY(${given.map(({ key }) => key)}::text[])`)
    const known = new Map(rows.map((row) => [row.key, row]))
    return given.flatMap((candidate) => {
      const row = known.get(candidate.key)
      if (!candidate.isKept && row?.isOwn !== true) return []
      if (row === undefined || row.publishedMs === candidate.publishedMs) return [candidate]
      const laterMs = candidate.publishedMs - row.publishedMs
      const moved = (untilMs: number) => (untilMs === 0 ? 0 : untilMs - laterMs)
      const { mustMs, niceMs, shouldMs } = candidate
      const moments = { mustMs: moved(mustMs), shouldMs: moved(shouldMs), niceMs: moved(niceMs) }
      return [{ ...candidate, ...moments, publishedMs: row.publishedMs }]
    })
  })

  /** Within a transaction: as many of the threads as a day has left for what is done with each. */
  const today = Effect.fnUntraced(function* (
    accountId: string,
    day: string,
    what: "alerts" | "replies",
    max: number,
    ids: ReadonlyArray<string>
  ) {
    if (ids.length === 0 || max === 0) return []
    const column = sql.literal(what)
    const [before] = yield* toldRows(sql`
      INSERT INTO growth_told (account_id, day, alerts) VALUES (${accountId}::uuid, ${day}::date, 0)
      ON CONFLICT (account_id, day) DO UPDATE SET alerts = growth_told.alerts RETURNING ${column} AS n`)
    const now = ids.slice(0, Math.max(0, max - (before?.n ?? 0)))
    if (now.length > 0) {
      yield* sql`UPDATE growth_told SET ${column} = ${column} + ${now.length}::int
        WHERE account_id = ${accountId}::uuid AND day = ${day}::date`
    }
    return now
  })

  /** Within a transaction. */
  return Effect.fnUntraced(function* (
    where: {
      readonly accountId: string
      readonly projectId: string
      readonly channel: string
      readonly source: string
      readonly nowMs: number
      readonly day: string
    },
    given: ReadonlyArray<Candidate>
  ) {
    const { accountId, channel, day, nowMs, projectId, source } = where
    // Sorted, so that two that write the same rows wait for each other and don't lock each other out.
    const once = [...new Map((yield* anonymous(channel, given)).map((one) => [one.key, one])).values()]
    if (once.length === 0) return { found: 0, updated: 0 } satisfies Kept
    const candidates = (yield* Effect.forEach(yield* writable(where, once), hashed))
      .toSorted((a, b) => (a.key < b.key ? -1 : 1))
      .map((candidate) => ({ id: uuidV7Unsafe(), ...candidate }))
    if (candidates.length === 0) return { found: 0, updated: 0 } satisfies Kept
    const text = JSON.stringify(candidates)
    const columns = sql`AS c (id uuid, key text, kind text, "nativeId" text, title text, excerpt text, url text, author text,
      "publishedMs" bigint, points int, replies int, language text, "sameLink" text, "reviewOf" text, stars int, score int, intent text,
      "mustMs" bigint, "shouldMs" bigint, "niceMs" bigint, scored jsonb, "stateHash" text)`
    // What is gone at its source isn't brought back by an index that still has it.
    const kept = yield* keptRows(sql`
      INSERT INTO growth_opportunities (account_id, id, key, channel, source, native_id, kind, title, excerpt, url, author,
        published_ms, found_ms, points, replies, language, same_link, project_id, score, scored, intent, must_ms, should_ms,
        nice_ms, status, next_look_ms, review_of, stars)
      SELECT ${accountId}::uuid, id, key, ${channel}, ${source}, "nativeId", kind, title, excerpt, url, author,
        "publishedMs", ${nowMs}::bigint, points, replies, language, "sameLink", ${projectId}::uuid, score, scored, intent,
        "mustMs", "shouldMs", "niceMs", 'pending', CASE WHEN "nativeId" IS NOT NULL THEN ${nowMs + dayMs}::bigint END, "reviewOf", stars
      FROM jsonb_to_recordset(${text}::text::jsonb) ${columns}
      WHERE NOT ${isGone(sql, accountId, "c.key")}
      ORDER BY key
      ON CONFLICT (account_id, key) DO UPDATE SET title = excluded.title, author = excluded.author, url = excluded.url,
        points = coalesce(excluded.points, growth_opportunities.points),
        replies = coalesce(excluded.replies, growth_opportunities.replies),
        language = excluded.language, same_link = excluded.same_link,
        review_of = coalesce(excluded.review_of, growth_opportunities.review_of),
        stars = coalesce(excluded.stars, growth_opportunities.stars)
      WHERE growth_opportunities.gone_ms IS NULL
      RETURNING id, (xmax = 0) AS "isNew", score, must_ms::float8 AS "mustMs", should_ms::float8 AS "shouldMs"`)
    yield* sql`
      INSERT INTO growth_finds (account_id, opportunity_id, project_id, found_ms, own_score, scored, excerpt, own_intent,
        own_must_ms, own_should_ms, own_nice_ms, score, intent, must_ms, should_ms, nice_ms, status, reason, snooze_ms,
        published_ms, replied_ms, channel, state_hash)
      SELECT ${accountId}::uuid, o.id, ${projectId}::uuid, ${nowMs}::bigint, c.score, c.scored, c.excerpt, c.intent,
        c."mustMs", c."shouldMs", c."niceMs", o.score, o.intent, o.must_ms, o.should_ms, o.nice_ms, o.status, o.reason,
        o.snooze_ms, o.published_ms, o.replied_ms, o.channel, c."stateHash"
      FROM jsonb_to_recordset(${text}::text::jsonb) ${columns}
      JOIN growth_opportunities o ON o.account_id = ${accountId}::uuid AND o.key = c.key AND o.gone_ms IS NULL
      ORDER BY o.id
      ON CONFLICT (account_id, opportunity_id, project_id) DO UPDATE SET own_score = excluded.own_score,
        scored = excluded.scored, excerpt = excluded.excerpt, own_intent = excluded.own_intent,
        own_must_ms = excluded.own_must_ms, own_should_ms = excluded.own_should_ms, own_nice_ms = excluded.own_nice_ms,
        state_hash = excluded.state_hash`
    // The best score stands, whoever found it last, of those by the text and the state that it has now.
    yield* sql`
      UPDATE growth_opportunities o SET project_id = best.project_id, score = best.own_score, scored = best.scored,
        excerpt = best.excerpt, intent = best.own_intent, must_ms = best.own_must_ms, should_ms = best.own_should_ms,
        nice_ms = best.own_nice_ms
      FROM (SELECT DISTINCT ON (f.opportunity_id) f.* FROM growth_finds f
        JOIN growth_finds latest ON latest.account_id = f.account_id AND latest.opportunity_id = f.opportunity_id
          AND latest.project_id = ${projectId}::uuid
        WHERE f.account_id = ${accountId}::uuid AND f.opportunity_id = ANY(${kept.map(({ id }) => id)}::uuid[])
        ORDER BY f.opportunity_id, (f.state_hash IS NOT DISTINCT FROM latest.state_hash) DESC, f.own_score DESC,
          f.project_id) best
      WHERE o.account_id = ${accountId}::uuid AND o.id = best.opportunity_id
        AND (o.project_id, o.score, o.scored, o.excerpt, o.intent, o.must_ms, o.should_ms, o.nice_ms)
          IS DISTINCT FROM (best.project_id, best.own_score, best.scored, best.excerpt, best.own_intent, best.own_must_ms,
            best.own_should_ms, best.own_nice_ms)`
    const fresh = kept.filter(({ isNew }) => isNew)
    yield* here(
      events.publishAll(
        OpportunityFound,
        fresh.map(({ id, score }) => ({ accountId, id, projectId, channel, relevanceScore: score }))
      )
    )
    const until = (last: (row: (typeof fresh)[number]) => number) =>
      fresh.filter((row) => last(row) >= nowMs).map(({ id }) => id)
    const must = until(({ mustMs }) => mustMs)
    yield* Effect.forEach(
      yield* today(accountId, day, "alerts", alertsADay, must),
      (id) => here(jobs.enqueue(Tell, { accountId, id }, { key: `tell:${id}` })),
      { discard: true }
    )
    // Those that an answer helps soonest first.
    const should = [...new Set([...must, ...until(({ shouldMs }) => shouldMs)])]
    yield* Effect.forEach(
      yield* today(accountId, day, "replies", repliesADay, should),
      (id) => here(jobs.enqueue(Suggest, { accountId, id }, { key: `suggest:${id}` })),
      { discard: true }
    )
    return { found: fresh.length, updated: kept.length - fresh.length } satisfies Kept
  })
})
