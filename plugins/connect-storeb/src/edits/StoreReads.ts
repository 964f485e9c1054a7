import { asDocumented, Caches, type Connection, NotFound, VendorRefused, VendorWriteLog } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, type Schema } from "effect"
import { type Editing, Edits } from "./Edits.ts"
import { EditsVendor } from "./EditsVendor.ts"
import { listingOf, releaseStateOf, trackOf } from "./neutral.ts"
import * as S from "./schema.ts"

const freshMs = 60_000
/** How long a change may take until it's known. */
const openMs = 60_000

export const noListing = (language: string) =>
  new NotFound(`locale (path): the app's listing has no ${language}; GET listings names those it has`)
export const noTrack = (track: string) =>
  new NotFound(`track (path): the app has no track ${track}; GET tracks names those it has`)

/** A read of what may be missing. */
export const orMissing = <A, E, R, N>(read: Effect.Effect<A, E, R>, missing: N) =>
  Effect.mapError(read, (error) => (error instanceof VendorRefused && error.refusal === "missing" ? missing : error))

const make = Effect.gen(function* () {
  const caches = yield* Caches
  const edits = yield* Edits
  const log = yield* VendorWriteLog
  const vendor = yield* EditsVendor

  const cache = <A, I>(name: string, schema: Schema.Codec<A, I>) =>
    caches.make({ name: `connect-storeb.${name}`, version: 1, schema, freshMs, staleMs: 0 })
  const kept = {
    tracks: yield* cache("tracks", S.TrackList),
    track: yield* cache("track", S.Track),
    listings: yield* cache("listings", S.ListingList),
    listing: yield* cache("listing", S.Listing)
  }

  /** The account's own last change of the app: what is kept from before it isn't shown after it, on whatever node. */
  const lastChange = Effect.fnUntraced(function* (accountId: string, packageName: string) {
    const sinceMs = (yield* Clock.currentTimeMillis) - freshMs - openMs
    const rows = yield* asDocumented(log.list({ accountId, sinceMs, plugin: "connect-storeb", limit: 200 }))
    const last = rows.find(({ target }) => target.startsWith(`${packageName}/`))
    return last === undefined ? "" : `${last.id}${last.outcome ?? ""}`
  })

  const read = Effect.fnUntraced(function* <A, E, R>(
    {
      get
    }: {
      readonly get: <E2, R2>(
        key: string,
        lookup: Effect.Effect<A, E2, R2>
      ) => Effect.Effect<{ readonly value: A; readonly asOfMs: number }, E2, R2>
    },
    connection: Connection,
    packageName: string,
    what: string,
    lookup: (editing: Editing, id: string) => Effect.Effect<A, E, R>
  ) {
    const { accountId, revision } = connection.saved
    const change = yield* lastChange(accountId, packageName)
    const { asOfMs, value } = yield* get(
      `${accountId}/${revision}/${packageName}/${change}/${what}`,
      edits.with(connection, packageName, (editing) => Effect.flatMap(editing.id, (id) => lookup(editing, id)))
    )
    return { value, asOf: new Date(asOfMs).toISOString() }
  })

  return {
    tracks: Effect.fn("StoreReads.tracks")(function* (connection: Connection, packageName: string) {
      const { asOf, value } = yield* read(kept.tracks, connection, packageName, "", ({ app }, id) =>
        Effect.map(vendor.tracks(app, id), ({ tracks }) => (tracks ?? []).map(trackOf))
      )
      return { items: value, total: value.length, asOf }
    }),
    track: Effect.fn("StoreReads.track")(function* (connection: Connection, packageName: string, track: string) {
      const { asOf, value } = yield* read(kept.track, connection, packageName, track, ({ app }, id) =>
        Effect.map(orMissing(vendor.track(app, id, track), noTrack(track)), trackOf)
      )
      return { ...value, asOf }
    }),
    /** Asked without an edit. */
    releases: Effect.fn("StoreReads.releases")(function* (connection: Connection, packageName: string, track: string) {
      const { releases } = yield* vendor.releases({ credential: connection, packageName }, track)
      const items = (releases ?? []).map(releaseStateOf)
      return { track, items, total: items.length }
    }),
    listings: Effect.fn("StoreReads.listings")(function* (connection: Connection, packageName: string) {
      const { asOf, value } = yield* read(kept.listings, connection, packageName, "", ({ app }, id) =>
        Effect.map(vendor.listings(app, id), ({ listings }) => (listings ?? []).map(listingOf))
      )
      return { items: value, total: value.length, asOf }
    }),
    listing: Effect.fn("StoreReads.listing")(function* (connection: Connection, packageName: string, language: string) {
      const { asOf, value } = yield* read(kept.listing, connection, packageName, language, ({ app }, id) =>
        Effect.map(orMissing(vendor.listing(app, id, language), noListing(language)), listingOf)
      )
      return { ...value, asOf }
    })
  }
})

/** What only an edit shows of an app, kept for a minute; and its releases, which need none. */
export class StoreReads extends Context.Service<StoreReads, Effect.Success<typeof make>>()(
  "@storeglass/connect-storeb/StoreReads"
) {
  static readonly layer = Layer.effect(this, make)
}
