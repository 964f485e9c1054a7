import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Asked, type AskedMarket, type MarketQuery, parseTerm } from "../Asked.ts"
import type { KeywordsConfig } from "../config.ts"
import { KeywordKeys, type KeywordState } from "../history/KeywordKeys.ts"
import type { KeywordQuery } from "../parameters.ts"
import { Measurements } from "./Measurements.ts"

export interface OneKeywordQuery extends KeywordQuery, MarketQuery {}

/** What answers about one keyword are made with: what is asked, what is stored of it, and a measurement of now. */
export const measuring = Effect.fnUntraced(function* ({
  suggestionsWaitMs
}: Pick<KeywordsConfig, "suggestionsWaitMs">) {
  const sql = yield* SqlClient.SqlClient
  const asks = yield* Asked
  const keys = yield* KeywordKeys
  const measurements = yield* Measurements

  const parse = Effect.fnUntraced(function* (query: OneKeywordQuery) {
    const asked = yield* asks.market(query)
    return { asked, term: yield* parseTerm(query.keyword) }
  })
  const measure = ({ country, device, platform, store }: AskedMarket, term: string, state: KeywordState | null) =>
    measurements.measure(store, { platform, country, device, term }, state, suggestionsWaitMs)
  return { sql, keys, parse, measure }
})
