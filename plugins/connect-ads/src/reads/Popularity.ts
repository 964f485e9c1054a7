import { dayIn, plusDays } from "@storeglass/plugin-api"
import { Clock, Effect, Layer } from "effect"
import { AdsConnection } from "../AdsConnection.ts"
import { saved } from "../changes/Changes.ts"
import { PopularityUnavailable, SearchPopularity, type TermPopularity } from "../contract.ts"
import type { VendorPopularityRow } from "../vendor/shapes.ts"
import { AdsVendor, type Window } from "../vendor/Vendor.ts"
import { OwnerCache } from "./OwnerCache.ts"

const termsMax = 100

/** The last week, from Sunday to Saturday, that is published: a week is on the Monday after it. */
export const publishedWeek = (today: string): Window => {
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay()
  const monday = plusDays(today, -((weekday + 6) % 7))
  return { from: plusDays(monday, -8), to: plusDays(monday, -2) }
}

const plain = (term: string) => term.trim().toLowerCase()

const popularityOf = (term: string, rows: ReadonlyArray<VendorPopularityRow>): TermPopularity => {
  const own = rows.filter(({ searchTerm }) => plain(searchTerm) === plain(term))
  const [first] = own
  return {
    term,
    listed: first !== undefined,
    popularity: first?.searchPopularity1to100 ?? null,
    band: first?.searchPopularity1to5 ?? null,
    genres: own.map(({ genre, rankInGenre, searchPopularityInGenre }) => ({
      genre,
      rank: rankInGenre ?? null,
      popularity: searchPopularityInGenre ?? null
    }))
  }
}

/** As other plugins see it. */
export const searchPopularity = Layer.effect(
  SearchPopularity,
  Effect.gen(function* () {
    const cache = yield* OwnerCache
    const connection = yield* AdsConnection
    const vendor = yield* AdsVendor
    return SearchPopularity.of({
      lastWeek: (accountId, { country, terms }) =>
        Effect.gen(function* () {
          const ready = yield* connection.ready(accountId)
          const week = publishedWeek(dayIn("UTC", yield* Clock.currentTimeMillis))
          const asked = [...new Set(terms.map(plain))].sort().slice(0, termsMax)
          const rows = yield* cache.popularity(
            ready,
            [country, week.from, ...asked],
            vendor.popularity(ready.access, country.toUpperCase(), asked, week)
          )
          return { ...week, terms: terms.map((term) => popularityOf(term, rows)) }
        }).pipe(
          saved,
          Effect.mapError(({ _tag, message }) => new PopularityUnavailable({ code: _tag, message }))
        )
    })
  })
)
