import { type Cache, Caches } from "@storeglass/plugin-api"
import { Context, Effect, Layer, Schema } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import type { Ready } from "../AdsConnection.ts"
import * as S from "../schema.ts"
import { PopularityRow } from "../vendor/shapes.ts"

const freshMs = 60_000
const dayMs = 86_400_000

const listed = <A, I>(items: Schema.Codec<A, I>) =>
  Schema.Struct({ items: Schema.Array(items), total: Schema.NullOr(Schema.Int) })

/** What is kept for this connection of this account, or what `lookup` gives. */
export type Kept<A> = <E, R>(
  ready: Ready,
  asked: ReadonlyArray<string | number>,
  lookup: Effect.Effect<A, E, R>
) => Effect.Effect<A, E, R>

const make = Effect.gen(function* () {
  const caches = yield* Caches
  const cache = <A, I>(name: string, schema: Schema.Codec<A, I>) =>
    caches.make({ name: `connect-ads.${name}`, version: 1, schema, freshMs, staleMs: 0 })
  const campaign = yield* cache("campaign", S.Campaign)
  const campaigns = yield* cache("campaigns", listed(S.Campaign))
  const adGroups = yield* cache("adGroups", listed(S.AdGroup))
  const keywords = yield* cache("keywords", S.KeywordReport)
  const searchTerms = yield* cache("searchTerms", S.SearchTermReport)
  const waste = yield* cache("waste", S.WasteReport)
  const appSpend = yield* cache("appSpend", S.AppSpend)
  const history = yield* cache("history", S.ChangeHistory)
  // What was changed at a time doesn't change.
  const historyDetail = yield* caches.make({
    name: "connect-ads.historyDetail",
    version: 1,
    schema: Schema.Array(S.HistoryChange),
    freshMs: dayMs,
    staleMs: 0
  })
  const popularity = yield* caches.make({
    name: "connect-ads.popularity",
    version: 1,
    schema: Schema.Array(PopularityRow),
    freshMs: dayMs,
    staleMs: 0
  })
  // Which entries of an account count: those of an older generation are never read again.
  const generations = yield* caches.make({
    name: "connect-ads.generation",
    version: 1,
    schema: Schema.String,
    freshMs: dayMs,
    staleMs: 0
  })
  const next = Effect.sync(() => uuidV7Unsafe())

  const kept =
    <A>(of: Cache<A>): Kept<A> =>
    ({ saved }, asked, lookup) =>
      Effect.gen(function* () {
        const { accountId, revision } = saved
        const { value: generation } = yield* generations.get(accountId, next)
        const key = [accountId, revision, generation, ...asked].join(" ")
        return (yield* of.get(key, lookup)).value
      })

  return {
    campaign: kept(campaign),
    campaigns: kept(campaigns),
    adGroups: kept(adGroups),
    keywords: kept(keywords),
    searchTerms: kept(searchTerms),
    waste: kept(waste),
    appSpend: kept(appSpend),
    history: kept(history),
    popularity: kept(popularity),
    historyDetail: kept(historyDetail),
    /** Forgets all that is kept for an account. */
    drop: (accountId: string) => Effect.flatMap(next, (generation) => generations.set(accountId, generation))
  }
})

/** What was read at the vendor, kept for a minute for the account that it belongs to. */
export class OwnerCache extends Context.Service<OwnerCache, Effect.Success<typeof make>>()(
  "@storeglass/connect-ads/OwnerCache"
) {
  static readonly layer = Layer.effect(this, make)
}
