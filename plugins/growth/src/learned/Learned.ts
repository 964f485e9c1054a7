import { isUuid, Jobs, rowsOf } from "@storeglass/plugin-api"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { GrowthChannels } from "../contract.ts"
import { noProject } from "../errors.ts"
import { Learn } from "../jobRefs.ts"
import { makeProjectTable } from "../projects/ProjectTable.ts"
import type { Candidate } from "../scans/candidates.ts"
import { Scored } from "../schema.ts"
import { type Moments, momentsOf } from "../scoring/urgency.ts"
import type { Learned as Answer } from "./schema.ts"
import {
  decisionsMax,
  decisionsMin,
  judge,
  learnedModel,
  type Read,
  rankedBy,
  readOf,
  type Weights,
  weigh
} from "./weights.ts"

const digests = rowsOf(Schema.Struct({ projectId: Schema.String, n: Schema.Int, digest: Schema.String }))
const decisionRows = rowsOf(
  Schema.Struct({
    title: Schema.String,
    excerpt: Schema.String,
    language: Schema.NullOr(Schema.String),
    scored: Scored,
    isHelpful: Schema.Boolean,
    hash: Schema.String
  })
)
const switches = rowsOf(Schema.Struct({ useLearned: Schema.Boolean }))
const rankedRows = rowsOf(
  Schema.Struct({
    id: Schema.String,
    title: Schema.String,
    excerpt: Schema.String,
    language: Schema.NullOr(Schema.String),
    publishedMs: Schema.Finite,
    score: Schema.Int,
    scored: Scored,
    mustMs: Schema.Finite,
    shouldMs: Schema.Finite,
    niceMs: Schema.Finite
  })
)
/** Weights are made again when what they stand on changes: of so many projects they're kept until then. */
const keptMax = 200
/** So many of a project's newest threads that are still to be answered have their urgency made anew. */
const rankedMax = 2_000
/** So many texts are read before others have a turn. */
const chunk = 50
const emptyDigest = "0"

type Ranked = Moments & Pick<Candidate, "score" | "scored" | "title" | "excerpt" | "language" | "publishedMs">

/** The same thread with the urgency that its learned score gives it. */
export const ranked = <C extends Ranked>(weights: Weights | undefined, halfLifeMs: number, candidate: C): C => {
  const { urge } = candidate.scored
  if (urge === undefined) return candidate
  const judged = weights === undefined ? undefined : judge(weights, { ...candidate, parts: candidate.scored.parts })
  const others = candidate.scored.scoredBy.filter((model) => model !== learnedModel)
  const relevance = judged === undefined ? candidate.score : rankedBy(candidate.score, judged.score)
  return {
    ...candidate,
    ...momentsOf({ ...urge, relevance, publishedMs: candidate.publishedMs, halfLifeMs }),
    scored: { ...candidate.scored, scoredBy: judged === undefined ? others : [...others, learnedModel] }
  }
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const jobs = yield* Jobs
  const channels = yield* GrowthChannels
  const table = yield* makeProjectTable
  const here = Effect.provideService(SqlClient.SqlClient, sql)
  /** By account and project; nothing of them is written down, so that what is erased stands in none. */
  const kept = new Map<string, { readonly digest: string; readonly weights: Weights }>()

  const hash =
    sql.literal(`hashtextextended(o.id::text || o.status || coalesce(o.language, '') || E'\\n' || o.title || E'\\n'
    || o.excerpt, 0)::numeric + jsonb_hash_extended(o.scored->'parts', 0)::numeric`)
  /** The newest decisions of a project that speak of relevance. */
  const decided = (columns: Statement.Fragment, accountId: string, projectId: Statement.Fragment) => sql`
    SELECT ${columns} FROM growth_opportunities o WHERE o.account_id = ${accountId}::uuid AND o.project_id = ${projectId}
      AND o.gone_ms IS NULL
      AND (o.status IN ('approved', 'replied') OR (o.status = 'dismissed' AND o.reason IN ('not_relevant', 'spam')))
    ORDER BY greatest(o.decided_ms, o.replied_ms) DESC, o.id DESC LIMIT ${decisionsMax}::int`

  const keep = (key: string, digest: string, weights: Weights) => {
    kept.delete(key)
    kept.set(key, { digest, weights })
    for (const oldest of kept.keys()) {
      if (kept.size <= keptMax) break
      kept.delete(oldest)
    }
  }

  const weighed = Effect.fnUntraced(function* (accountId: string, projectId: string) {
    const rows = yield* decisionRows(
      decided(
        sql`o.title, o.excerpt, o.language, o.scored, o.status <> 'dismissed' AS "isHelpful", (${hash})::text AS hash`,
        accountId,
        sql`${projectId}::uuid`
      )
    )
    const read: Array<Read> = []
    for (let from = 0; from < rows.length; from += chunk) {
      read.push(...rows.slice(from, from + chunk).map(({ scored, ...row }) => readOf({ ...row, parts: scored.parts })))
      yield* Effect.yieldNow
    }
    const weights = weigh(read)
    // Of what was read just now, which may be newer than what was asked for.
    keep(`${accountId} ${projectId}`, String(rows.reduce((sum, row) => sum + BigInt(row.hash), 0n)), weights)
    return weights
  })

  /** What each of these projects has learned, by its id. */
  const of = Effect.fn("Learned.of")(function* (accountId: string, projectIds: ReadonlyArray<string>) {
    const found = new Map<string, Weights>()
    if (projectIds.length === 0) return found
    const rows = yield* digests(sql`
      SELECT p.id AS "projectId", d.n, d.digest FROM unnest(${[...new Set(projectIds)]}::uuid[]) p (id) CROSS JOIN LATERAL (
        SELECT count(*)::int AS n, coalesce(sum(t.hash), 0)::text AS digest
        FROM (${decided(sql`(${hash}) AS hash`, accountId, sql.literal("p.id"))}) t) d`)
    for (const { digest, n, projectId } of rows) {
      const known = kept.get(`${accountId} ${projectId}`)
      const isSame = known?.digest === digest && digest !== emptyDigest
      if (!isSame) kept.delete(`${accountId} ${projectId}`)
      found.set(
        projectId,
        isSame
          ? known.weights
          : n < decisionsMin
            ? { ...weigh([]), decisions: n }
            : yield* weighed(accountId, projectId)
      )
    }
    return found
  })
  const ofOne = (accountId: string, projectId: string) =>
    Effect.map(of(accountId, [projectId]), (found) => found.get(projectId))

  const isUsed = (accountId: string, projectId: string) =>
    Effect.map(
      switches(sql`SELECT use_learned AS "useLearned" FROM growth_projects
        WHERE account_id = ${accountId}::uuid AND id = ${projectId}::uuid`),
      ([row]) => row?.useLearned === true
    )
  const enqueue = (accountId: string, projectId: string) =>
    here(jobs.enqueue(Learn, { accountId, projectId }, { key: `learn:${projectId}` }))

  return {
    of,
    enqueue,

    /** What takes part in a project's urgency; undefined: its switch is off. */
    ranking: Effect.fnUntraced(function* (accountId: string, projectId: string) {
      return (yield* isUsed(accountId, projectId)) ? yield* ofOne(accountId, projectId) : undefined
    }),

    /** Within the transaction of a decision: what has learned from it orders anew. */
    decided: Effect.fnUntraced(function* (accountId: string, projectId: string) {
      if (yield* isUsed(accountId, projectId)) yield* enqueue(accountId, projectId)
    }),

    /** Gives a project's threads that are to be answered the urgency of what it has learned by now, or of the base score alone. */
    rank: Effect.fn("Learned.rank")(function* (accountId: string, projectId: string) {
      const project = yield* table.scanned(accountId, projectId)
      const channel = project === undefined ? undefined : yield* channels.get(project.channel)
      if (project === undefined || channel === undefined) return
      yield* sql.withTransaction(
        Effect.gen(function* () {
          const weights = (yield* isUsed(accountId, projectId)) ? yield* ofOne(accountId, projectId) : undefined
          const ofProject = sql`f.account_id = ${accountId}::uuid AND f.project_id = ${projectId}::uuid`
          // In the order in which scans lock them.
          yield* sql`
            SELECT FROM growth_opportunities o WHERE o.account_id = ${accountId}::uuid AND o.id IN (
              SELECT f.opportunity_id FROM growth_finds f WHERE ${ofProject} AND f.status IN ('pending', 'snoozed', 'approved')
              ORDER BY f.published_ms DESC, f.opportunity_id DESC LIMIT ${rankedMax}::int)
            ORDER BY o.key FOR UPDATE`
          const rows = yield* rankedRows(sql`
            SELECT o.id, o.title, f.excerpt, o.language, o.published_ms::float8 AS "publishedMs", f.own_score AS score, f.scored,
              f.own_must_ms::float8 AS "mustMs", f.own_should_ms::float8 AS "shouldMs", f.own_nice_ms::float8 AS "niceMs"
            FROM growth_finds f JOIN growth_opportunities o ON o.account_id = f.account_id AND o.id = f.opportunity_id
            WHERE ${ofProject} AND f.status IN ('pending', 'snoozed', 'approved') AND o.gone_ms IS NULL
            ORDER BY f.published_ms DESC, f.opportunity_id DESC LIMIT ${rankedMax}::int`)
          if (rows.length === 0) return
          const all = rows.map((row) => {
            const { id, mustMs, niceMs, scored, shouldMs } = ranked(weights, channel.halfLifeMs, row)
            return { id, mustMs, shouldMs, niceMs, by: scored.scoredBy }
          })
          const given = sql`jsonb_to_recordset(${JSON.stringify(all)}::text::jsonb)
            AS c (id uuid, "mustMs" bigint, "shouldMs" bigint, "niceMs" bigint, by jsonb)`
          yield* sql`
            UPDATE growth_finds f SET own_must_ms = c."mustMs", own_should_ms = c."shouldMs", own_nice_ms = c."niceMs",
              scored = jsonb_set(f.scored, '{scoredBy}', c.by)
            FROM ${given} WHERE ${ofProject} AND f.opportunity_id = c.id
              AND (f.own_must_ms, f.own_should_ms, f.own_nice_ms, f.scored->'scoredBy')
                IS DISTINCT FROM (c."mustMs", c."shouldMs", c."niceMs", c.by)`
          yield* sql`
            UPDATE growth_opportunities o SET must_ms = c."mustMs", should_ms = c."shouldMs", nice_ms = c."niceMs",
              scored = jsonb_set(o.scored, '{scoredBy}', c.by)
            FROM ${given} WHERE o.account_id = ${accountId}::uuid AND o.project_id = ${projectId}::uuid AND o.id = c.id
              AND (o.must_ms, o.should_ms, o.nice_ms, o.scored->'scoredBy')
                IS DISTINCT FROM (c."mustMs", c."shouldMs", c."niceMs", c.by)`
        })
      )
    }),

    weights: Effect.fn("Learned.weights")(function* (accountId: string, id: string) {
      const project = isUuid(id) ? ((yield* table.scanned(accountId, id)) ?? (yield* noProject)) : yield* noProject
      const { byFeature: _, ...told } = (yield* ofOne(accountId, project.id)) ?? weigh([])
      const answer: Answer = {
        projectId: project.id,
        model: learnedModel,
        useLearned: project.useLearned,
        ...told
      }
      return answer
    })
  }
})

/** What projects learn from what their owners decide. */
export class Learned extends Context.Service<Learned, Effect.Success<typeof make>>()("@storeglass/growth/Learned") {
  static readonly layer = Layer.effect(Learned, make)
}
