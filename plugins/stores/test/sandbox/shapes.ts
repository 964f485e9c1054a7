import { Schema } from "effect"

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
