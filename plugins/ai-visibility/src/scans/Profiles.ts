import { AppStores } from "@storeglass/stores/contract"
import { Clock, Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { makeChanges } from "../kept/Changes.ts"
import { type Listing, listingText, makeSettingsTable, type Profile, profileText } from "../kept/SettingsTable.ts"
import type { Place } from "../Subjects.ts"
import { digestOf } from "../writing/promptText.ts"

const freshMs = 24 * 60 * 60_000
const namesMax = 10
const none: Profile = { names: [], category: [] }

/** The fields of a listing that aren't what they were. */
const differing = (before: Listing, after: Listing): ReadonlyArray<string> =>
  (["name", "category", "price", "description"] as const).filter((field) => before[field] !== after[field])

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const store = yield* Effect.flatMap(AppStores, (stores) => Effect.orDie(stores.get("storea")))
  const settings = yield* makeSettingsTable
  const changes = yield* makeChanges

  /** A listing that isn't what it was is noted, by who finds it first. */
  const save = (place: Place, profile: Profile, listing: Listing) =>
    sql.withTransaction(
      Effect.gen(function* () {
        const before = yield* settings.lock(place)
        const nowMs = yield* Clock.currentTimeMillis
        yield* sql`UPDATE ai_visibility_settings SET profile = ${profileText(profile)}, profile_ms = ${nowMs}::bigint,
          listing = ${listingText(listing)} WHERE ${settings.of(place)}`
        const changed = before?.listing == null ? [] : differing(before.listing, listing)
        const detail = changed.join(", ")
        if (changed.length > 0) yield* changes.note(place, { kind: "listing_changed", n: 1, detail })
      })
    )

  return {
    /** What is known of an app, by which answers are read. */
    of: (place: Place) => Effect.map(settings.read(place), (row) => row?.profile ?? none),
    /** Reads the listing's name again where that was done more than a day ago: former names are kept. */
    refresh: Effect.fn("Profiles.refresh")(function* (place: Place, terms?: ReadonlyArray<string>) {
      const row = yield* settings.read(place)
      const nowMs = yield* Clock.currentTimeMillis
      if (row === undefined) return
      if (terms === undefined && row.profileMs !== null && nowMs - row.profileMs < freshMs) return
      const found = yield* Effect.option(store.app(place.appId, place.country))
      if (Option.isNone(found)) return
      const { description, formattedPrice, genreName, genres, name } = found.value.value
      const before = row.profile ?? none
      const profile = {
        names: [...new Set([name, ...before.names])].slice(0, namesMax),
        category: terms === undefined ? before.category : [...new Set([...genres, ...terms])]
      }
      yield* save(place, profile, {
        name,
        category: genreName,
        price: formattedPrice,
        description: yield* digestOf(description)
      })
    })
  }
})

/** How the apps of accounts are called, now and before. */
export class Profiles extends Context.Service<Profiles, Effect.Success<typeof make>>()(
  "@storeglass/ai-visibility/Profiles"
) {
  static readonly layer = Layer.effect(Profiles, make)
}
