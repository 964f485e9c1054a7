/** Which rows a page has, found by indexes and in a bounded number of rows whatever an account has. */
import { rowsOf } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { SqlClient, type SqlError, type Statement } from "effect/sql"
import type { statuses } from "../schema.ts"
import { type Urgency, urgencies } from "../scoring/urgency.ts"

export const sorts = ["urgency", "newest", "relevance"] as const
export type Sort = (typeof sorts)[number]

export interface Filter {
  /** A UUID. */
  readonly projectId?: string | undefined
  readonly channel?: string | undefined
  readonly status?: (typeof statuses)[number] | undefined
  readonly urgency?: Urgency | undefined
  readonly intent?: string | undefined
  readonly minRelevance: number
  readonly q?: string | undefined
  /** Published from then on, ms since the epoch. */
  readonly fromMs?: number | undefined
  /** Published before. */
  readonly toMs?: number | undefined
}

/** Of a row in its order; `rank` is 3 for must_reply down to 0, and 0 in other orders than by urgency. */
export interface Place {
  readonly rank: number
  /** When it was published, or its score when sorted by relevance. */
  readonly by: number
  readonly id: string
}

export interface Asked {
  readonly accountId: string
  readonly sort: Sort
  readonly limit: number
  readonly after?: Place | undefined
  /** When snoozes end, and when classes are looked at. */
  readonly nowMs: number
  readonly atMs: number
}

export interface Found {
  readonly places: ReadonlyArray<Place>
  /** Where the next page begins; null: nothing is behind it. */
  readonly next: Place | null
  readonly total: number
  readonly isExact: boolean
}

/** So many rows of an index are looked at, one after the other, before a page is given as it is. */
export const lookedMax = 5_000
/** Whether a row has a status as of now: a snooze ends by itself. */
export const hasStatus = (
  sql: SqlClient.SqlClient,
  table: string,
  status: (typeof statuses)[number],
  nowMs: number
): Statement.Fragment => {
  const [of, until] = [sql.literal(`${table}.status`), sql.literal(`${table}.snooze_ms`)]
  if (status === "pending") return sql`(${of} = 'pending' OR (${of} = 'snoozed' AND ${until} <= ${nowMs}::bigint))`
  if (status === "snoozed") return sql`(${of} = 'snoozed' AND ${until} > ${nowMs}::bigint)`
  return sql`${of} = ${status}`
}

/** Fewer where the text of each must be read. */
export const textsMax = 1_000

const PlaceRow = Schema.Struct({ rank: Schema.Int, by: Schema.Finite, id: Schema.String })
const lookRows = rowsOf(
  Schema.Struct({
    looked: Schema.Int,
    matched: Schema.Int,
    places: Schema.Array(PlaceRow),
    last: Schema.NullOr(PlaceRow)
  })
)
const counted = rowsOf(Schema.Struct({ n: Schema.Int }))

/** In counts: the whole account. */
export const nilProject = "00000000-0000-0000-0000-000000000000"
const like = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`
const rankOf = (urgency: Urgency) => 3 - urgencies.indexOf(urgency)

/** In which order an index is read, and what it's read of. */
export type Way = "newest" | "relevance" | "open" | "channel" | "intent" | "decided"

export interface Look {
  readonly way: Way
  /** Goes on behind `after` in the order of the index; otherwise all that the index has of it is wanted, and one more is asked. */
  readonly isWalk: boolean
  /** Only this class; only those from it up. */
  readonly rank?: number
  readonly rankMin?: number
  readonly max: number
}

/** By what of the filter the fewest rows are found, as far as that can be told without looking. */
export const firstWay = ({ channel, intent, projectId, status }: Filter): Way =>
  status !== undefined && status !== "pending"
    ? "decided"
    : projectId !== undefined
      ? "newest"
      : channel !== undefined
        ? "channel"
        : intent !== undefined
          ? "intent"
          : "newest"

/** Reads an index in its order, so many rows of it, and gives those that match. */
export const lookStatement = (sql: SqlClient.SqlClient) => {
  const rank = (atMs: number) => sql`(CASE WHEN t.must_ms >= ${atMs}::bigint THEN 3
    WHEN t.should_ms >= ${atMs}::bigint THEN 2 WHEN t.nice_ms >= ${atMs}::bigint THEN 1 ELSE 0 END)`
  const all = (conditions: ReadonlyArray<Statement.Fragment>) =>
    conditions.length === 0 ? sql`true` : sql.and(conditions)

  return (filter: Filter, asked: Asked, look: Look) => {
    const { accountId, after, atMs, limit, nowMs, sort } = asked
    const { channel, fromMs, intent, minRelevance, projectId, q, status, toMs, urgency } = filter
    const { isWalk, max, way } = look
    const id = sql.literal(projectId === undefined ? "t.id" : "t.opportunity_id")
    const table = sql.literal(projectId === undefined ? "growth_opportunities" : "growth_finds")
    const isByScore = sort === "relevance"
    const by = sql.literal(isByScore ? "score" : "published_ms")

    // What an index finds by itself. Literals: one of some rows is taken only where it's plain that those are all.
    const bounds: Array<Statement.Fragment> = [sql`t.account_id = ${accountId}::uuid`]
    if (projectId !== undefined) bounds.push(sql`t.project_id = ${projectId}::uuid`)
    if (way === "channel") bounds.push(sql`t.channel = ${channel ?? ""}`)
    if (way === "intent") bounds.push(sql`t.intent = ${intent ?? ""}`)
    if (way === "decided") bounds.push(sql.literal(`t.status = '${status}' AND t.status <> 'pending'`))
    if (way === "relevance") bounds.push(sql`t.score >= ${minRelevance}::int`)
    if (way === "open") bounds.push(sql`t.nice_ms >= ${atMs}::bigint`)
    const times: Array<Statement.Fragment> = []
    if (fromMs !== undefined) times.push(sql`t.published_ms >= ${fromMs}::bigint`)
    if (toMs !== undefined) times.push(sql`t.published_ms < ${toMs}::bigint`)
    if (way !== "relevance" && way !== "open") bounds.push(...times)
    const key = sql.literal(isByScore && way === "relevance" ? "t.score" : "t.published_ms")
    if (isWalk && after !== undefined) bounds.push(sql`(${key}, ${id}) < (${after.by}::bigint, ${after.id}::uuid)`)
    const order =
      way === "open"
        ? sql`t.nice_ms DESC`
        : way === "relevance"
          ? sql`t.score DESC, ${id} DESC`
          : sql`t.published_ms DESC, ${id} DESC`

    const others: Array<Statement.Fragment> = []
    if (way === "relevance" || way === "open") others.push(...times)
    if (minRelevance > 0) others.push(sql`t.score >= ${minRelevance}::int`)
    if (channel !== undefined) others.push(sql`t.channel = ${channel}`)
    if (intent !== undefined) others.push(sql`t.intent = ${intent}`)
    if (status !== undefined) others.push(hasStatus(sql, "t", status, nowMs))
    const wanted = look.rank ?? (urgency === undefined ? undefined : rankOf(urgency))
    if (wanted !== undefined) others.push(sql`${rank(atMs)} = ${wanted}::int`)
    if (look.rankMin !== undefined) others.push(sql`${rank(atMs)} >= ${look.rankMin}::int`)

    const isByRank = sort === "urgency"
    const shown = isByRank ? rank(atMs) : sql`0`
    const place = sql`(l.rank, l.by, l.id)`
    const behind =
      isWalk || after === undefined
        ? sql`true`
        : sql`${place} < (${after.rank}::int, ${after.by}::bigint, ${after.id}::uuid)`
    const text =
      q === undefined
        ? sql`true`
        : // A value and not EXISTS, which would be a join: that reads the texts of all accounts first.
          sql`(SELECT x.searched LIKE lower(${like(q)}) FROM growth_opportunities x
            WHERE x.account_id = ${accountId}::uuid AND x.id = l.id)`
    const from = sql`FROM ${table} t WHERE ${sql.and(bounds)} ORDER BY ${order}`
    const seen = sql`SELECT ${id} AS id, t.${by} AS by, ${shown} AS rank, (${all(others)}) AS is_wanted ${from}`
    const places = sql`(SELECT coalesce(jsonb_agg(jsonb_build_object('rank', p.rank, 'by', p.by, 'id', p.id)
      ORDER BY p.rank DESC, p.by DESC, p.id DESC), '[]') FROM page p) AS places`
    // A walk ends with its page, and looks at where it got to only when the page isn't full.
    return isWalk
      ? sql`
        WITH page AS MATERIALIZED (SELECT l.id, l.by, l.rank FROM (${seen} LIMIT ${max}::int) l WHERE l.is_wanted AND ${text}
            LIMIT ${limit + 1}::int),
          edge AS MATERIALIZED (SELECT ${id} AS id, t.${by} AS by ${from} LIMIT ${max}::int),
          told AS MATERIALIZED (SELECT count(*)::int AS n FROM page)
        SELECT CASE WHEN told.n > ${limit}::int THEN 0 ELSE (SELECT count(*)::int FROM edge) END AS looked, told.n AS matched,
          CASE WHEN told.n > ${limit}::int THEN NULL ELSE (SELECT jsonb_build_object('rank', 0, 'by', l.by, 'id', l.id)
            FROM (SELECT * FROM edge ORDER BY by, id LIMIT 1) l) END AS last, ${places}
        FROM told`
      : sql`
        WITH looked AS MATERIALIZED (${seen} LIMIT ${max + 1}::int),
          matching AS MATERIALIZED (SELECT l.id, l.by, l.rank FROM looked l WHERE l.is_wanted AND ${text}),
          page AS (SELECT l.* FROM matching l WHERE ${behind} ORDER BY l.rank DESC, l.by DESC, l.id DESC LIMIT ${limit + 1}::int)
        SELECT (SELECT count(*)::int FROM looked) AS looked, (SELECT count(*)::int FROM matching) AS matched, NULL AS last, ${places}`
  }
}

export const makeFind = Effect.map(SqlClient.SqlClient, (sql) => {
  const statementOf = lookStatement(sql)
  const look = (filter: Filter, asked: Asked, how: Look) =>
    Effect.map(
      lookRows(statementOf(filter, asked, how)),
      ([row]) => row ?? { looked: 0, matched: 0, places: [], last: null }
    )

  /** Kept in step by the database; undefined: the filter asks for more than what is counted. */
  const countedTotal = Effect.fnUntraced(function* (filter: Filter, { accountId, nowMs }: Asked) {
    const { minRelevance, projectId, status, ...rest } = filter
    if (minRelevance > 0 || Object.values(rest).some((value) => value !== undefined)) return undefined
    const table = sql.literal(projectId === undefined ? "growth_opportunities" : "growth_finds")
    const ofProject = projectId === undefined ? sql`true` : sql`t.project_id = ${projectId}::uuid`
    const values = status === undefined ? [] : status === "dismissed" ? ["dismissed", "gone"] : [status]
    const sign = status === "pending" ? 1 : status === "snoozed" ? -1 : 0
    const awake = sql`(SELECT count(*) FROM ${table} t WHERE t.account_id = ${accountId}::uuid AND ${ofProject}
      AND t.status = 'snoozed' AND t.status <> 'pending' AND t.snooze_ms <= ${nowMs}::bigint)`
    const [row] = yield* counted(sql`
      SELECT (coalesce(sum(n), 0) + ${sign === 0 ? sql`0` : sign === 1 ? awake : sql`-${awake}`})::int AS n FROM growth_counts
      WHERE account_id = ${accountId}::uuid AND project_id = ${projectId ?? nilProject}::uuid AND facet = 'total'
        ${values.length === 0 ? sql`` : sql`AND value IN ${sql.in(values)}`}`)
    return row?.n ?? 0
  })

  const behindIn = (after: Place | undefined, rank: number) =>
    after === undefined || after.rank > rank ? undefined : after

  /** Class after class, the most urgent first: what is still open by the index of it, where that isn't too much. */
  const walkClasses = Effect.fnUntraced(function* (filter: Filter, asked: Asked, way: Way, max: number) {
    const { after, limit } = asked
    const only = filter.urgency === undefined ? undefined : rankOf(filter.urgency)
    const places: Array<Place> = []
    let top = only ?? 3
    if (after !== undefined) top = Math.min(top, after.rank)
    if (top > 0 && only === undefined) {
      const open = yield* look(filter, asked, { way: "open", isWalk: false, rankMin: 1, max })
      if (open.looked <= max) {
        places.push(...open.places)
        top = 0
      }
    }
    for (let rank = top; rank >= (only ?? 0) && places.length <= limit; rank--) {
      const left = { ...asked, after: behindIn(after, rank), limit: limit - places.length }
      const told = yield* look(filter, left, { way, isWalk: true, rank, max })
      places.push(...told.places)
      if (places.length > limit) break
      if (told.looked >= max) return { places, last: told.last === null ? null : { ...told.last, rank } }
    }
    return { places, last: null }
  })

  /** The rows of a page. */
  return Effect.fnUntraced(function* (filter: Filter, asked: Asked): Effect.fn.Return<Found, SqlError.SqlError> {
    const { limit, sort } = asked
    const max = filter.q === undefined ? lookedMax : textsMax
    const first = firstWay(filter)
    const ways: Array<Way> = [first]
    if (filter.urgency !== undefined && filter.urgency !== "ignore") ways.push("open")
    if (filter.minRelevance > 0) ways.push("relevance")
    let least = 0
    for (const way of ways) {
      const told = yield* look(filter, asked, { way, isWalk: false, max })
      if (told.looked <= max) {
        const places = told.places.slice(0, limit)
        const next = told.places.length > limit ? (places.at(-1) ?? null) : null
        return { places, next, total: told.matched, isExact: true }
      }
      if (way === first) least = told.matched
    }
    const total = yield* countedTotal(filter, asked)
    const sums = { total: total ?? least, isExact: total !== undefined }
    const walked =
      sort === "urgency"
        ? yield* walkClasses(filter, asked, first, max)
        : yield* Effect.map(
            look(filter, asked, { way: sort === "relevance" ? "relevance" : first, isWalk: true, max }),
            ({ last, looked, places }) => ({ places, last: looked >= max ? last : null })
          )
    const places = walked.places.slice(0, limit)
    const next = walked.places.length > limit ? (places.at(-1) ?? null) : walked.last
    return { places, next, ...sums }
  })
})
