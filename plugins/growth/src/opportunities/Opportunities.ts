import { InvalidInput, isoOf, isUuid, plusDays, rowsOf } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { opportunitiesCursor } from "../api.ts"
import { kinds } from "../contract.ts"
import { AlreadyReplied, noOpportunity } from "../errors.ts"
import { Learned } from "../learned/Learned.ts"
import { judge, learnedModel, type Weights, weigh } from "../learned/weights.ts"
import { Projects } from "../projects/Projects.ts"
import { answeredText } from "../replies/Replies.ts"
import { type Opportunity, type Reply, type Review, reasons, Scored, statuses } from "../schema.ts"
import { type Urgency, urgencyFrom } from "../scoring/urgency.ts"
import { intents } from "../texts/lists.ts"
import { type Filter, makeFind, type Place, type Sort } from "./find.ts"

const NullOr = Schema.NullOr
const Row = Schema.Struct({
  id: Schema.String,
  projectId: Schema.String,
  projectIds: Schema.Array(Schema.String),
  channel: Schema.String,
  source: Schema.String,
  kind: Schema.Literals(kinds),
  title: Schema.String,
  excerpt: Schema.String,
  url: NullOr(Schema.String),
  author: NullOr(Schema.String),
  publishedMs: Schema.Finite,
  foundMs: Schema.Finite,
  points: NullOr(Schema.Int),
  replies: NullOr(Schema.Int),
  score: Schema.Int,
  scored: Scored,
  mustMs: Schema.Finite,
  shouldMs: Schema.Finite,
  niceMs: Schema.Finite,
  intent: NullOr(Schema.Literals(intents)),
  language: NullOr(Schema.String),
  status: Schema.Literals(statuses),
  reason: NullOr(Schema.Literals([...reasons, "gone"])),
  note: NullOr(Schema.String),
  snoozeMs: NullOr(Schema.Finite),
  decidedMs: NullOr(Schema.Finite),
  replyUrl: NullOr(Schema.String),
  repliedMs: NullOr(Schema.Finite),
  sameLink: NullOr(Schema.String),
  suggestedReply: NullOr(Schema.String),
  goneMs: NullOr(Schema.Finite)
})
type Row = typeof Row.Type
const rows = rowsOf(Row)

export interface Query {
  readonly projectId?: string
  readonly channel?: string
  readonly status?: Filter["status"]
  readonly urgency?: Urgency
  readonly intent?: string
  readonly minRelevance: number
  readonly q?: string
  readonly from?: string
  readonly to?: string
  readonly sort: Sort
  readonly limit: number
  readonly cursor?: Place & { readonly sort: Sort; readonly atMs: number }
}

const snoozeDaysMax = 90
const startOf = (day: string) => Date.parse(`${day}T00:00:00Z`)
const isDay = (day: string) => !Number.isNaN(startOf(day)) && isoOf(startOf(day)).startsWith(day)

const hostOf = (url: string) => new URL(url).hostname.toLowerCase().replace(/^(?:www|old|m)\./, "")

const warningsOf = ({ replyUrl, url }: Row): Opportunity["warnings"] =>
  replyUrl === null || url === null || hostOf(replyUrl) === hostOf(url)
    ? []
    : [
        {
          code: "OTHER_HOST",
          message: `replyUrl leads to ${hostOf(replyUrl)} and the thread is on ${hostOf(url)}; it's kept as it is`
        }
      ]

/** What a thread's project has learned of it. */
const learnedOf = (row: Row, weights: Weights | undefined): Pick<Opportunity, "learnedScore" | "learned"> => {
  const told = weights ?? weigh([])
  const judged = row.goneMs === null ? judge(told, { ...row, parts: row.scored.parts }) : undefined
  return {
    learnedScore: judged?.score ?? null,
    learned: {
      status: told.status,
      model: learnedModel,
      decisions: told.decisions,
      prior: told.prior,
      features: judged?.features ?? []
    }
  }
}

const shown = (row: Row, nowMs: number, weights: Weights | undefined): Opportunity => {
  const [urgency, untilMs] = urgencyFrom(row, nowMs)
  const day = row.snoozeMs === null ? null : isoOf(row.snoozeMs).slice(0, 10)
  return {
    id: row.id,
    projectId: row.projectId,
    projectIds: row.projectIds,
    channel: row.channel,
    kind: row.kind,
    title: row.title,
    excerpt: row.excerpt,
    matched: row.scored.matched,
    url: row.url,
    author: row.author,
    publishedAt: isoOf(row.publishedMs),
    foundAt: isoOf(row.foundMs),
    engagement: { points: row.points, replies: row.replies },
    relevanceScore: row.score,
    relevanceParts: row.scored.parts,
    ...learnedOf(row, weights),
    urgency,
    urgencyUntil: untilMs === null ? null : isoOf(untilMs),
    intent: row.intent,
    language: row.language,
    replyHints: row.scored.hints,
    suggestedReply: row.suggestedReply,
    status: row.status,
    decision: row.decidedMs === null ? null : { reason: row.reason, note: row.note, snoozeUntil: day },
    decidedAt: row.decidedMs === null ? null : isoOf(row.decidedMs),
    replyUrl: row.replyUrl,
    repliedAt: row.repliedMs === null ? null : isoOf(row.repliedMs),
    sameLink: row.sameLink,
    scoredBy: row.scored.scoredBy,
    warnings: warningsOf(row),
    source: row.source,
    provenance: { source: "stored", asOf: isoOf(row.foundMs), status: "measured" }
  }
}

const statusOf = { approve: "approved", dismiss: "dismissed", snooze: "snoozed", reopen: "pending" } as const
const invalid = (message: string) => Effect.fail(new InvalidInput(message))

/** Until when a decision snoozes; null: it doesn't. */
const snoozeOf = Effect.fnUntraced(function* ({ decision, reason, snoozeUntil }: Review, nowMs: number) {
  if (reason !== undefined && decision !== "dismiss")
    return yield* invalid("reason: goes with decision dismiss alone; leave it out")
  if (decision !== "snooze") {
    return snoozeUntil === undefined
      ? null
      : yield* invalid("snoozeUntil: goes with decision snooze alone; leave it out")
  }
  if (snoozeUntil === undefined)
    return yield* invalid("snoozeUntil: is required with decision snooze; send a day, YYYY-MM-DD")
  const today = isoOf(nowMs).slice(0, 10)
  const last = plusDays(today, snoozeDaysMax)
  return isDay(snoozeUntil) && snoozeUntil > today && snoozeUntil <= last
    ? startOf(snoozeUntil)
    : yield* invalid(`snoozeUntil: must be a day from ${plusDays(today, 1)} to ${last}`)
})

const momentOf = Effect.fnUntraced(function* (text: string | undefined, nowMs: number) {
  if (text === undefined) return nowMs
  const ms = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(ms) || ms > nowMs + 60_000
    ? yield* invalid("repliedAt: must be a past moment in ISO 8601, such as 2026-11-24T10:00:00Z")
    : ms
})

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const find = yield* makeFind
  const projects = yield* Projects
  const learned = yield* Learned
  const shownAll = Effect.fnUntraced(function* (accountId: string, rows: ReadonlyArray<Row>, nowMs: number) {
    const weights = yield* learned.of(
      accountId,
      rows.map(({ projectId }) => projectId)
    )
    return rows.map((row) => shown(row, nowMs, weights.get(row.projectId)))
  })
  const one = Effect.fnUntraced(function* (accountId: string, id: string, nowMs: number) {
    const row = yield* read(accountId, id, nowMs)
    return shown(row, nowMs, (yield* learned.of(accountId, [row.projectId])).get(row.projectId))
  })

  const columns = (nowMs: number) => sql`o.id, o.project_id AS "projectId",
    ARRAY(SELECT f.project_id::text FROM growth_finds f WHERE f.account_id = o.account_id AND f.opportunity_id = o.id
      ORDER BY f.found_ms, f.project_id) AS "projectIds",
    o.channel, o.source, o.kind, o.title, o.excerpt, o.url, o.author, o.published_ms::float8 AS "publishedMs",
    o.found_ms::float8 AS "foundMs", o.points, o.replies, o.score, o.scored, o.must_ms::float8 AS "mustMs",
    o.should_ms::float8 AS "shouldMs", o.nice_ms::float8 AS "niceMs", o.intent, o.language, ${status(nowMs)} AS status,
    o.reason, o.note, o.snooze_ms::float8 AS "snoozeMs", o.decided_ms::float8 AS "decidedMs", o.reply_url AS "replyUrl",
    o.replied_ms::float8 AS "repliedMs", o.same_link AS "sameLink",
    CASE WHEN o.suggested->>'of' = ${sql.literal(answeredText)} THEN o.suggested->>'text' END AS "suggestedReply", o.gone_ms::float8 AS "goneMs"`
  /** A snooze ends by itself. */
  const status = (nowMs: number) =>
    sql`(CASE WHEN o.status = 'snoozed' AND o.snooze_ms <= ${nowMs}::bigint THEN 'pending' ELSE o.status END)`

  const read = Effect.fnUntraced(function* (accountId: string, id: string, nowMs: number) {
    if (!isUuid(id)) return yield* noOpportunity
    const [row] = yield* rows(sql`SELECT ${columns(nowMs)} FROM growth_opportunities o
      WHERE o.account_id = ${accountId}::uuid AND o.id = ${id}::uuid`)
    return row ?? (yield* noOpportunity)
  })
  const locked = (accountId: string, id: string) =>
    isUuid(id)
      ? sql`SELECT FROM growth_opportunities WHERE account_id = ${accountId}::uuid AND id = ${id}::uuid FOR UPDATE`
      : Effect.void

  return {
    list: Effect.fn("Opportunities.list")(function* (accountId: string, query: Query) {
      const nowMs = yield* Clock.currentTimeMillis
      const { cursor, from, limit, projectId, sort, to, ...filter } = query
      yield* projects.assertKnown(accountId, filter.channel)
      if (cursor !== undefined && cursor.sort !== sort) {
        return yield* invalid(
          `cursor: is of a list with sort=${cursor.sort}; send that, or no cursor for the first page`
        )
      }
      if (projectId !== undefined && !isUuid(projectId)) {
        return { items: [], nextCursor: null, total: 0, totalIsExact: true }
      }
      if (from !== undefined && to !== undefined && from > to) return yield* invalid("from: must not be after to")
      // Classes sink while pages are read: all pages are of the moment of the first.
      const atMs = Math.min(nowMs, cursor?.atMs ?? nowMs)
      const { isExact, next, places, total } = yield* find(
        {
          ...filter,
          projectId,
          fromMs: from === undefined ? undefined : startOf(from),
          toMs: to === undefined ? undefined : startOf(plusDays(to, 1))
        },
        { accountId, sort, limit, after: cursor, nowMs, atMs }
      )
      const found =
        places.length === 0
          ? []
          : yield* rows(sql`SELECT ${columns(nowMs)} FROM growth_opportunities o
              WHERE o.account_id = ${accountId}::uuid AND o.id = ANY(${places.map(({ id }) => id)}::uuid[])`)
      const byId = new Map((yield* shownAll(accountId, found, nowMs)).map((row) => [row.id, row]))
      return {
        items: places.flatMap(({ id }) => byId.get(id) ?? []),
        nextCursor: next === null ? null : Schema.encodeSync(opportunitiesCursor)({ sort, atMs, ...next }),
        total,
        totalIsExact: isExact
      }
    }),

    /** Those of these ids that are there, the newest first. */
    named: Effect.fnUntraced(function* (accountId: string, ids: ReadonlyArray<string>) {
      if (ids.length === 0) return []
      const nowMs = yield* Clock.currentTimeMillis
      const found = yield* rows(sql`SELECT ${columns(nowMs)} FROM growth_opportunities o
        WHERE o.account_id = ${accountId}::uuid AND o.id = ANY(${ids}::uuid[]) ORDER BY o.published_ms DESC, o.id DESC`)
      return yield* shownAll(accountId, found, nowMs)
    }),

    review: Effect.fn("Opportunities.review")(function* (accountId: string, id: string, review: Review) {
      const nowMs = yield* Clock.currentTimeMillis
      const snoozeMs = yield* snoozeOf(review, nowMs)
      const next = statusOf[review.decision]
      const note = review.note?.normalize("NFC").trim() ?? null
      yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* locked(accountId, id)
          const row = yield* read(accountId, id, nowMs)
          if (row.status === "replied") {
            return yield* new AlreadyReplied(`id: it's marked as replied at ${row.replyUrl}, so its review is closed`)
          }
          if (row.goneMs !== null) {
            if (next === "dismissed") return
            return yield* invalid("decision: the post is gone at its source, so it stays dismissed")
          }
          const isSame =
            row.status === next &&
            row.decidedMs !== null &&
            row.reason === (review.reason ?? null) &&
            row.note === note &&
            row.snoozeMs === snoozeMs
          if (isSame) return
          yield* sql`
            UPDATE growth_opportunities SET status = ${next}, reason = ${review.reason ?? null}, note = ${note},
              snooze_ms = ${snoozeMs}::bigint, decided_ms = ${nowMs}::bigint
            WHERE account_id = ${accountId}::uuid AND id = ${id}::uuid`
          yield* learned.decided(accountId, row.projectId)
        })
      )
      return yield* one(accountId, id, nowMs)
    }),

    markReplied: Effect.fn("Opportunities.markReplied")(function* (accountId: string, id: string, reply: Reply) {
      const nowMs = yield* Clock.currentTimeMillis
      if (!URL.canParse(reply.replyUrl)) return yield* invalid("replyUrl: must be an https address")
      const { href, password, username } = new URL(reply.replyUrl)
      if (username !== "" || password !== "") return yield* invalid("replyUrl: must have no user name or password")
      if (href.length > 2_048) return yield* invalid("replyUrl: must have at most 2048 characters")
      const repliedMs = yield* momentOf(reply.repliedAt, nowMs)
      yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* locked(accountId, id)
          const row = yield* read(accountId, id, nowMs)
          if (reply.repliedAt !== undefined && repliedMs < row.publishedMs) {
            return yield* invalid(
              `repliedAt: must not be before ${isoOf(row.publishedMs)}, when the thread was published`
            )
          }
          if (row.status === "replied") {
            const isSame = row.replyUrl === href && (reply.repliedAt === undefined || row.repliedMs === repliedMs)
            if (isSame) return
            if (reply.replace !== true) {
              return yield* new AlreadyReplied(
                `replyUrl: it's marked as replied at ${row.replyUrl}; send replace: true to change that`
              )
            }
          }
          yield* sql`
            UPDATE growth_opportunities SET status = 'replied', reply_url = ${href}, replied_ms = ${repliedMs}::bigint,
              snooze_ms = null
            WHERE account_id = ${accountId}::uuid AND id = ${id}::uuid`
          yield* learned.decided(accountId, row.projectId)
        })
      )
      return yield* one(accountId, id, nowMs)
    })
  }
})

/** What was found, and what its owner decides on it. */
export class Opportunities extends Context.Service<Opportunities, Effect.Success<typeof make>>()(
  "@storeglass/growth/Opportunities"
) {
  static readonly layer = Layer.effect(Opportunities, make)
}
