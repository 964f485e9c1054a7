import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { type SandboxOptions, startSandbox } from "@storeglass/sandbox"
import { Effect, Schema } from "effect"
import stores from "../../sandbox/index.ts"

/** 2026-11-20, noon. */
export const noonMs = Date.UTC(2026, 10, 20, 12)
export const noonDay = noonMs / 86_400_000 - 0.5

/** Recorded answers of the real vendors, kept beside the checkout and never in it. */
export const recordingsFolder = fileURLToPath(new URL("../../../../../shared/recordings", import.meta.url))
export const recordingsAreThere = existsSync(recordingsFolder)

export type Running = Effect.Success<ReturnType<typeof start>>

export const start = (options: Omit<SandboxOptions, "doubles"> = {}) =>
  startSandbox({ nowMs: () => noonMs, size: 1200, ...options, doubles: [stores] })

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

export const get = (url: string, headers: Readonly<Record<string, string>> = {}): Effect.Effect<Answer> =>
  Effect.promise(async () => {
    const response = await fetch(url, { headers, redirect: "manual" })
    return { status: response.status, headers: response.headers, body: await response.text() }
  })

/** Fails the test with the schema's own words when the answer has another shape. */
export const decode = <A, I>(schema: Schema.Codec<A, I>, body: string): A =>
  Schema.decodeUnknownSync(Schema.fromJsonString(schema))(body)

const Label = Schema.Struct({ label: Schema.String })

export const LookupRecord = Schema.Struct({
  trackId: Schema.Int,
  trackName: Schema.NonEmptyString,
  kind: Schema.Literals(["software", "mac-software"]),
  wrapperType: Schema.Literal("software"),
  bundleId: Schema.NonEmptyString,
  artistId: Schema.Int,
  artistName: Schema.NonEmptyString,
  sellerName: Schema.NonEmptyString,
  primaryGenreId: Schema.Int,
  primaryGenreName: Schema.String,
  genreIds: Schema.Array(Schema.String),
  genres: Schema.Array(Schema.String),
  price: Schema.Number,
  formattedPrice: Schema.NonEmptyString,
  currency: Schema.String,
  averageUserRating: Schema.Number,
  userRatingCount: Schema.Int,
  version: Schema.NonEmptyString,
  releaseDate: Schema.String,
  currentVersionReleaseDate: Schema.String,
  fileSizeBytes: Schema.String,
  screenshotUrls: Schema.Array(Schema.String),
  ipadScreenshotUrls: Schema.optionalKey(Schema.Array(Schema.String)),
  appletvScreenshotUrls: Schema.optionalKey(Schema.Array(Schema.String)),
  artworkUrl100: Schema.String,
  trackViewUrl: Schema.String,
  languageCodesISO2A: Schema.Array(Schema.String),
  description: Schema.String
})

export const Lookup = Schema.Struct({ resultCount: Schema.Int, results: Schema.Array(LookupRecord) })

/** For recorded answers, of which some were cut by whoever recorded them. */
export const LooseLookup = Schema.Struct({
  resultCount: Schema.Int,
  results: Schema.Array(Schema.Struct({ trackId: Schema.Int, trackName: Schema.String, kind: Schema.String }))
})

export const ChartEntry = Schema.Struct({
  "im:name": Label,
  "im:artist": Label,
  "im:price": Schema.Struct({
    label: Schema.String,
    attributes: Schema.Struct({ amount: Schema.String, currency: Schema.String })
  }),
  "im:image": Schema.Array(Label),
  "im:releaseDate": Label,
  category: Schema.Struct({ attributes: Schema.Struct({ "im:id": Schema.String, term: Schema.String }) }),
  id: Schema.Struct({
    label: Schema.String,
    attributes: Schema.Struct({ "im:id": Schema.String, "im:bundleId": Schema.String })
  })
})

const LooseEntry = Schema.Struct({
  "im:name": Label,
  id: Schema.Struct({ attributes: Schema.Struct({ "im:id": Schema.String }) })
})

const feedOf = <A, I>(entry: Schema.Codec<A, I>) =>
  Schema.Struct({
    feed: Schema.Struct({
      updated: Label,
      title: Label,
      entry: Schema.optionalKey(Schema.Union([Schema.Array(entry), entry])),
      link: Schema.Array(Schema.Struct({ attributes: Schema.Struct({ rel: Schema.String, href: Schema.String }) }))
    })
  })

export const ChartFeed = feedOf(ChartEntry)
export const LooseChartFeed = feedOf(LooseEntry)

export const Review = Schema.Struct({
  id: Label,
  author: Schema.Struct({ name: Label }),
  updated: Schema.optionalKey(Label),
  "im:rating": Label,
  "im:version": Label,
  "im:voteSum": Label,
  "im:voteCount": Label,
  title: Label,
  content: Label
})

export const ReviewsFeed = feedOf(Review)

const isMany = <A>(entry: A | ReadonlyArray<A>): entry is ReadonlyArray<A> => Array.isArray(entry)

export const oneOrMany = <A>(entry: A | ReadonlyArray<A> | undefined): ReadonlyArray<A> => {
  if (entry === undefined) return []
  return isMany(entry) ? entry : [entry]
}

export const ChartV2 = Schema.Struct({
  feed: Schema.Struct({
    country: Schema.String,
    updated: Schema.String,
    results: Schema.Array(
      Schema.Struct({
        id: Schema.String,
        name: Schema.String,
        artistName: Schema.String,
        kind: Schema.Literal("apps"),
        genres: Schema.Array(Schema.Never),
        url: Schema.String
      })
    )
  })
})

/** The terms of a hints plist, in their order. */
export const hintTerms = (plist: string): ReadonlyArray<string> =>
  [...plist.matchAll(/<key>term<\/key>\s*<string>([^<]*)<\/string>/g)].map((match) => match[1] ?? "")

export const frontOf = (storefrontId: number) => ({ "x-apple-store-front": `${storefrontId}-1,29` })

/** The id that stands at a rank of the free chart of all categories. */
export const idAtRank = (sandbox: Running, country: string, rank: number): Effect.Effect<string> =>
  get(`${sandbox.baseUrls.rssV2}/api/v2/${country}/apps/top-free/100/apps.json`).pipe(
    Effect.map(({ body }) => decode(ChartV2, body).feed.results[rank - 1]?.id ?? "none")
  )
