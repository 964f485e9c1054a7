import {
  Caller,
  type CreditsExhausted,
  Exchange,
  isoOf,
  pageOf,
  rowsOf,
  type ServiceUnavailable
} from "@storeglass/plugin-api"
import type { BadRequest } from "@storeglass/stores/contract"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Asked, type MarketQuery, parseTerm } from "../Asked.ts"
import { type TrackedKeyword, TrackedKeywords } from "../contract.ts"
import { available } from "../database.ts"
import type { InvalidKeyword } from "../errors.ts"
import { KeywordKeys } from "../history/KeywordKeys.ts"
import { termOf } from "../models/term.ts"
import { type KeywordQuery, trackedCursor } from "../parameters.ts"
import type { TrackAnswer, TrackedAnswer, UntrackAnswer } from "../schema.ts"
import { makeTrackMany } from "./trackMany.ts"

const trackedRows = rowsOf(
  Schema.Struct({
    platform: Schema.Literals(["storea", "storeb"]),
    country: Schema.String,
    device: Schema.String,
    keyword: Schema.String,
    sinceMs: Schema.Finite
  })
)

const counted = rowsOf(Schema.Struct({ n: Schema.Int }))

/** Who tracks what. The keyword itself is shared and collected once; who tracks it never leaves the account. */
export const trackedKeywordsLayer = Layer.effect(
  TrackedKeywords,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const keys = yield* KeywordKeys
    const many = yield* makeTrackMany

    const track: TrackedKeywords["Service"]["track"] = Effect.fn("TrackedKeywords.track")(
      function* (accountId, keyword) {
        const term = termOf(keyword.keyword)
        const state = (yield* keys.ensure(keyword, [term])).get(term)
        if (state === undefined) return false
        const nowMs = yield* Clock.currentTimeMillis
        // What is tracked for a list only is from now on tracked by itself too.
        const added = yield* sql`
        WITH before AS (
          SELECT by_itself FROM keywords_watchers WHERE account_id = ${accountId}::uuid AND keyword_id = ${state.id}),
        added AS (
          INSERT INTO keywords_watchers AS w (account_id, keyword_id, since, by_itself)
          VALUES (${accountId}::uuid, ${state.id}, to_timestamp(${nowMs}::float8 / 1000), true)
          ON CONFLICT (account_id, keyword_id) DO UPDATE SET by_itself = true WHERE w.by_itself IS NOT TRUE
          RETURNING keyword_id, xmax = 0 AS is_new),
        counted AS (
          UPDATE keywords_tracked SET watchers = watchers + 1,
            tracked_at = coalesce(tracked_at, to_timestamp(${nowMs}::float8 / 1000))
          WHERE id IN (SELECT keyword_id FROM added WHERE is_new))
        SELECT FROM added WHERE is_new OR (SELECT NOT by_itself FROM before)`
        return added.length > 0
      }
    )

    const untrack: TrackedKeywords["Service"]["untrack"] = Effect.fn("TrackedKeywords.untrack")(
      function* (accountId, keyword) {
        const state = yield* keys.find({ ...keyword, term: termOf(keyword.keyword) })
        if (state === null) return false
        // What nobody tracks and nobody asked for of late is let go by the daily maintenance.
        const removed = yield* sql`
        WITH removed AS (
          DELETE FROM keywords_watchers WHERE account_id = ${accountId}::uuid AND keyword_id = ${state.id}
          RETURNING keyword_id)
        UPDATE keywords_tracked SET watchers = greatest(watchers - 1, 0)
        WHERE id IN (SELECT keyword_id FROM removed) RETURNING id`
        return removed.length > 0
      }
    )

    const list: TrackedKeywords["Service"]["list"] = Effect.fn("TrackedKeywords.list")(function* (
      accountId,
      filter = {}
    ) {
      const after = filter.after ?? null
      const rows = yield* trackedRows(sql`
        SELECT m.platform, m.country, m.device, k.term AS keyword,
          (extract(epoch FROM w.since) * 1000)::float8 AS "sinceMs"
        FROM keywords_watchers w JOIN keywords_tracked k ON k.id = w.keyword_id
        JOIN keywords_markets m ON m.id = k.market_id
        WHERE w.account_id = ${accountId}::uuid
          AND (${filter.platform ?? null}::text IS NULL OR m.platform = ${filter.platform ?? null}::text)
          AND (${filter.country ?? null}::text IS NULL OR m.country = ${filter.country ?? null}::text)
          AND (${after === null} OR (k.term, m.platform, m.country, m.device) >
            (${after?.keyword ?? ""}::text, ${after?.platform ?? ""}::text, ${after?.country ?? ""}::text, ${after?.device ?? ""}::text))
        ORDER BY k.term, m.platform, m.country, m.device LIMIT ${filter.limit ?? null}::int`)
      return rows.map(({ sinceMs, ...keyword }) => ({ ...keyword, since: isoOf(sinceMs) }))
    })

    const count: TrackedKeywords["Service"]["count"] = Effect.fn("TrackedKeywords.count")(function* (
      accountId,
      filter = {}
    ) {
      const [row] = yield* counted(sql`
        SELECT count(*)::int AS n FROM keywords_watchers w JOIN keywords_tracked k ON k.id = w.keyword_id
        JOIN keywords_markets m ON m.id = k.market_id
        WHERE w.account_id = ${accountId}::uuid
          AND (${filter.platform ?? null}::text IS NULL OR m.platform = ${filter.platform ?? null}::text)
          AND (${filter.country ?? null}::text IS NULL OR m.country = ${filter.country ?? null}::text)`)
      return row?.n ?? 0
    })

    return TrackedKeywords.of({ track, untrack, ...many, list, count })
  })
)

interface Body extends Partial<MarketQuery> {
  readonly keyword: string
}

interface ListQuery {
  readonly platform?: TrackedKeyword["platform"]
  readonly country?: string
  readonly cursor?: TrackedKeyword
  readonly limit: number
}

/** Tracking for the caller of a request. */
export class Tracking extends Context.Service<
  Tracking,
  {
    readonly track: (
      body: Body
    ) => Effect.Effect<
      typeof TrackAnswer.Type,
      BadRequest | InvalidKeyword | CreditsExhausted | ServiceUnavailable,
      Caller | Exchange
    >
    readonly list: (filter: ListQuery) => Effect.Effect<typeof TrackedAnswer.Type, ServiceUnavailable, Caller>
    readonly untrack: (
      query: KeywordQuery & MarketQuery
    ) => Effect.Effect<typeof UntrackAnswer.Type, BadRequest | InvalidKeyword | ServiceUnavailable, Caller>
  }
>()("@storeglass/keywords/Tracking") {
  static readonly layer = Layer.effect(
    Tracking,
    Effect.gen(function* () {
      const asks = yield* Asked
      const tracked = yield* TrackedKeywords
      const track = Effect.fn("Tracking.track")(function* (body: Body) {
        const { country, device, platform } = yield* asks.market({
          platform: body.platform ?? "storea",
          country: (body.country ?? "us").toLowerCase(),
          ...(body.device === undefined ? {} : { device: body.device })
        })
        const keyword = yield* parseTerm(body.keyword)
        const { accountId } = yield* Caller
        const isNew = yield* available(tracked.track(accountId, { platform, country, device, keyword }))
        if (!isNew) yield* (yield* Exchange).quote({ credits: 0 })
        return {
          keyword,
          country,
          status: "tracked" as const,
          message: `'${keyword}' is collected daily in ${country.toUpperCase()}; its history starts with the first collection.`,
          platform,
          device,
          alreadyTracked: !isNew
        }
      })

      const list = Effect.fn("Tracking.list")(function* ({ country, cursor, limit, platform }: ListQuery) {
        const { accountId } = yield* Caller
        const where = { ...(platform === undefined ? {} : { platform }), ...(country === undefined ? {} : { country }) }
        const after = cursor === undefined ? {} : { after: cursor }
        // One more than asked for tells whether there is another page.
        const rows = yield* available(tracked.list(accountId, { ...where, ...after, limit: limit + 1 }))
        const total = yield* available(tracked.count(accountId, where))
        const { items, nextCursor } = pageOf(rows, {
          limit,
          cursor: trackedCursor,
          positionOf: ({ since: _, ...keyword }) => keyword
        })
        const place = [platform, country].filter((part) => part !== undefined).join(" ")
        return {
          keywords: items,
          nextCursor,
          total,
          message:
            total === 0
              ? `nothing is tracked${place === "" ? "" : ` in ${place}`}: POST /v1/keywords/track has a keyword collected daily`
              : `${total} tracked${place === "" ? "" : ` in ${place}`}`
        }
      })

      const untrack = Effect.fn("Tracking.untrack")(function* (query: KeywordQuery & MarketQuery) {
        const { country, device, platform } = yield* asks.market(query)
        const keyword = yield* parseTerm(query.keyword)
        const { accountId } = yield* Caller
        const removed = yield* available(tracked.untrack(accountId, { platform, country, device, keyword }))
        return {
          keyword,
          platform,
          country,
          device,
          status: removed ? ("untracked" as const) : ("not_tracked" as const)
        }
      })
      return Tracking.of({ track, list, untrack })
    })
  )
}
