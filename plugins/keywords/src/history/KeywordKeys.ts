import { type Day, makeInterning } from "@storeglass/history"
import { type Param, rowsOf } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { KeywordsConfig } from "../config.ts"
import { NullableInt } from "../database.ts"
import { type Autocompletion, type PrefixSearch, prefixSearches } from "../models/autocomplete.ts"

/** Where a search is made: ranks of one market do not compare with those of another. */
export interface Market {
  readonly platform: Param.Platform
  readonly country: string
  readonly device: string
}

/** What is searched where. `term` is in its one form, as `termOf` gives it. */
export interface KeywordKey extends Market {
  readonly term: string
}

/** What is known of a keyword: its latest snapshot, and how the store completes it. */
export interface KeywordState {
  readonly id: number
  readonly marketId: number
  readonly tracked: boolean
  readonly latestDay: Day | null
  readonly latestMs: number | null
  readonly sourceId: number | null
  readonly depth: number | null
  readonly resultCount: number | null
  readonly reach: number | null
  readonly volume: number | null
  readonly difficulty: number | null
  readonly prefixLength: number | null
  readonly prefixPosition: number | null
  readonly prefixSearch: PrefixSearch | null
  readonly prefixDay: Day | null
  /** The day whose snapshot a request made, and not the collection. */
  readonly requestedDay: Day | null
}

/** How the store completes the term, as it was last read; null: never read. */
export const autocompletionIn = (state: KeywordState | null | undefined): Autocompletion | null =>
  state?.prefixDay == null
    ? null
    : { prefixLength: state.prefixLength, position: state.prefixPosition, search: state.prefixSearch }

const StateRow = Schema.Struct({
  id: Schema.Int,
  marketId: Schema.Int,
  term: Schema.String,
  tracked: Schema.Boolean,
  latestDay: Schema.NullOr(Schema.String),
  latestMs: Schema.NullOr(Schema.Finite),
  sourceId: NullableInt,
  depth: NullableInt,
  resultCount: NullableInt,
  reach: Schema.NullOr(Schema.Finite),
  volume: NullableInt,
  difficulty: NullableInt,
  prefixLength: NullableInt,
  prefixPosition: NullableInt,
  prefixSearch: Schema.NullOr(Schema.Literals(prefixSearches)),
  prefixDay: Schema.NullOr(Schema.String),
  requestedDay: Schema.NullOr(Schema.String)
})
const states = rowsOf(StateRow)

/** Ids of markets, sources and keywords, and whether a keyword is collected. */
export class KeywordKeys extends Context.Service<
  KeywordKeys,
  {
    /** Null: nothing was ever stored of this market. */
    readonly marketId: (market: Market) => Effect.Effect<number | null, SqlError.SqlError>
    readonly ensureMarket: (market: Market) => Effect.Effect<number, SqlError.SqlError>
    readonly ensureSource: (name: string) => Effect.Effect<number, SqlError.SqlError>
    readonly sourceName: (id: number) => Effect.Effect<string | null, SqlError.SqlError>
    readonly find: (key: KeywordKey) => Effect.Effect<KeywordState | null, SqlError.SqlError>
    /** Those of a market that are known, by term. */
    readonly findAll: (
      market: Market,
      terms: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyMap<string, KeywordState>, SqlError.SqlError>
    /** The same, making those that are missing; they are not collected. */
    readonly ensure: (
      market: Market,
      terms: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyMap<string, KeywordState>, SqlError.SqlError>
    /** Notes that these were asked for; what is asked often enough is collected from then on, while there is room. */
    readonly asked: (
      ids: ReadonlyArray<number>,
      options: { readonly times: number }
    ) => Effect.Effect<void, SqlError.SqlError>
  }
>()("@storeglass/keywords/KeywordKeys") {
  static readonly layer = ({ autoTrackAsks, autoTrackMax }: Pick<KeywordsConfig, "autoTrackAsks" | "autoTrackMax">) =>
    Layer.effect(
      KeywordKeys,
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const markets = yield* makeInterning({
          table: "keywords_markets",
          columns: ["platform", "country", "device"]
        })
        const sources = yield* makeInterning({ table: "keywords_sources", columns: ["name"] })
        const nameOf = ({ country, device, platform }: Market) => [platform, country, device]

        const marketId = (market: Market) => Effect.map(markets.find([nameOf(market)]), ([id = null]) => id)
        const ensureMarket = (market: Market) => markets.ensureOne(nameOf(market))
        const ensureSource = (name: string) => sources.ensureOne([name])
        const sourceName = (id: number) => Effect.map(sources.nameOf(id), (name) => name?.[0] ?? null)

        const read = (market: number, terms: ReadonlyArray<string>) =>
          Effect.map(
            states(sql`
              SELECT id, market_id AS "marketId", term, tracked_at IS NOT NULL AS tracked,
                latest_day::text AS "latestDay", latest_ms AS "latestMs", source_id AS "sourceId", depth,
                result_count AS "resultCount", reach::float8 AS reach, volume, difficulty,
                prefix_length AS "prefixLength", prefix_position AS "prefixPosition",
                prefix_search AS "prefixSearch", prefix_day::text AS "prefixDay",
                requested_day::text AS "requestedDay"
              FROM keywords_tracked
              WHERE market_id = ${market}
                AND term IN (SELECT jsonb_array_elements_text(${JSON.stringify(terms)}::text::jsonb))`),
            (rows) => new Map(rows.map(({ term, ...state }) => [term, state]))
          )

        const findAll = Effect.fn("KeywordKeys.findAll")(function* (market: Market, terms: ReadonlyArray<string>) {
          const id = yield* marketId(market)
          return id === null || terms.length === 0 ? new Map<string, KeywordState>() : yield* read(id, terms)
        })

        const ensure = Effect.fn("KeywordKeys.ensure")(function* (market: Market, terms: ReadonlyArray<string>) {
          const id = yield* ensureMarket(market)
          const known = yield* read(id, terms)
          const missing = terms.filter((term) => !known.has(term))
          if (missing.length === 0) return known
          const nowMs = yield* Clock.currentTimeMillis
          // Conflicts use up ids, so only what is missing is put in. Who makes it known is about to measure it: since when it's
          // asked for keeps it from being let go before.
          yield* sql`INSERT INTO keywords_tracked (market_id, term, asked_at)
            SELECT ${id}::smallint, term, to_timestamp(${nowMs}::float8 / 1000) FROM jsonb_array_elements_text(${JSON.stringify(missing)}::text::jsonb) AS t (term)
            ORDER BY term ON CONFLICT DO NOTHING`
          return yield* read(id, terms)
        })

        const asked = Effect.fn("KeywordKeys.asked")(function* (
          keywordIds: ReadonlyArray<number>,
          { times }: { readonly times: number }
        ) {
          if (keywordIds.length === 0) return
          const nowMs = yield* Clock.currentTimeMillis
          yield* sql`
            UPDATE keywords_tracked SET
              asked = least(asked + ${times}::int, 1000000), asked_at = to_timestamp(${nowMs}::float8 / 1000),
              tracked_at = CASE
                WHEN tracked_at IS NULL AND asked + ${times}::int >= ${autoTrackAsks}::int
                  AND (SELECT coalesce(sum(tracked - watched), 0) FROM keywords_counts)
                    < ${autoTrackMax}::int
                THEN to_timestamp(${nowMs}::float8 / 1000) ELSE tracked_at END
            WHERE id IN (SELECT id FROM keywords_tracked
              WHERE id = ANY(${`{${keywordIds.join(",")}}`}::int[]) ORDER BY id FOR UPDATE)`
        })

        return KeywordKeys.of({
          marketId,
          ensureMarket,
          ensureSource,
          sourceName,
          find: (key) => Effect.map(findAll(key, [key.term]), (found) => found.get(key.term) ?? null),
          findAll,
          ensure,
          asked
        })
      })
    )
}
