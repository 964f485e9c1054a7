/** One platform-neutral service over both public stores, and its shapes. */
import type {
  AppNotFound,
  InvalidAppId,
  InvalidCountry,
  Param,
  PlatformUnsupported,
  UpstreamError
} from "@storeglass/plugin-api"
import { Context, type Effect, Schema } from "effect"

type Platform = Param.Platform
const NullOr = Schema.NullOr
const Text = Schema.String
const Whole = Schema.Int

/** A picture of the listing; what the store does not tell of its size is null. */
export const StoreScreenshot = Schema.Struct({ url: Text, width: NullOr(Whole), height: NullOr(Whole) })
export type StoreScreenshot = typeof StoreScreenshot.Type

/** One app as a store lists it in one country. What the store does not tell is null. */
export const StoreApp = Schema.Struct({
  platform: Schema.Literals(["storea", "storeb"]),
  country: Text,
  /** The id as text: digits on storea, the package name on storeb. */
  appId: Text,
  name: Text,
  seller: Text,
  /** The store's id of the developer, as text. */
  developerId: NullOr(Text),
  bundleId: Text,
  genreId: NullOr(Text),
  genreName: NullOr(Text),
  genreIds: Schema.Array(Text),
  genres: Schema.Array(Text),
  averageRating: NullOr(Schema.Finite),
  ratingCount: NullOr(Whole),
  /** In `currency`; 0 is free; null if not for sale. */
  price: NullOr(Schema.Finite),
  formattedPrice: NullOr(Text),
  currency: NullOr(Text),
  version: NullOr(Text),
  releaseNotes: NullOr(Text),
  /** ISO 8601. */
  releaseDate: NullOr(Text),
  /** ISO 8601. */
  currentVersionReleaseDate: NullOr(Text),
  iconUrl: NullOr(Text),
  /** By device: `iphone`, `ipad`, `appletv`, `phone`, … Each once. */
  screenshots: Schema.Record(Text, Schema.Array(StoreScreenshot)),
  description: Text,
  fileSizeBytes: NullOr(Whole),
  languages: Schema.Array(Text),
  contentRating: NullOr(Text),
  minimumOsVersion: NullOr(Text),
  sellerUrl: NullOr(Text),
  url: NullOr(Text),
  /** Public install counter, where the store has one. */
  installs: NullOr(Schema.Struct({ min: Whole, max: NullOr(Whole), label: Text })),
  /** Whether it's made for tablets too, and doesn't only run on them; absent where the store doesn't tell. */
  madeForTablets: Schema.optionalKey(Schema.Boolean)
})
export type StoreApp = typeof StoreApp.Type

/** What only the app's own page tells. */
export const StorePage = Schema.Struct({
  subtitle: NullOr(Text),
  hasInAppPurchases: NullOr(Schema.Boolean),
  /** The purchases that the page lists, with prices as the store formats them; null when it has no such list. */
  inAppPurchases: NullOr(Schema.Array(Schema.Struct({ name: Text, price: Text }))),
  /** Ids under "similar apps", in the order of the page; null when the page has no such shelf. */
  similarAppIds: NullOr(Schema.Array(Text)),
  /** Counts of 1 to 5 stars. */
  ratingHistogram: NullOr(Schema.Tuple([Whole, Whole, Whole, Whole, Whole])),
  screenshots: Schema.Record(Text, Schema.Array(StoreScreenshot)),
  previews: Schema.Array(Schema.Struct({ url: Text, posterUrl: NullOr(Text), device: Text })),
  privacyPolicyUrl: NullOr(Text),
  containsAds: NullOr(Schema.Boolean)
})
export type StorePage = typeof StorePage.Type

export const StoreReview = Schema.Struct({
  id: Text,
  author: Text,
  rating: Whole,
  title: NullOr(Text),
  text: Text,
  version: NullOr(Text),
  /** ISO 8601; null in answers that do not date reviews. */
  date: NullOr(Text),
  helpfulCount: NullOr(Whole),
  developerReply: NullOr(Schema.Struct({ text: Text, date: NullOr(Text) }))
})
export type StoreReview = typeof StoreReview.Type

export const ChartEntry = Schema.Struct({
  /** 1 is first. */
  rank: Whole,
  appId: Text,
  name: Text,
  seller: Text,
  bundleId: NullOr(Text),
  genreId: NullOr(Text),
  genreName: NullOr(Text),
  price: NullOr(Schema.Finite),
  currency: NullOr(Text),
  iconUrl: NullOr(Text),
  /** ISO 8601. */
  releaseDate: NullOr(Text),
  url: NullOr(Text)
})
export type ChartEntry = typeof ChartEntry.Type

const Declared = NullOr(
  Schema.Array(
    Schema.Struct({
      category: NullOr(Text),
      name: Text,
      /** Whether users may say no. */
      optional: NullOr(Schema.Boolean),
      purposes: NullOr(Text)
    })
  )
)

/** What a developer declares about an app's handling of data, in the store's words. */
export const StorePrivacy = Schema.Struct({
  /** Data given to others; null when nothing is declared. */
  shared: Declared,
  collected: Declared,
  practices: Schema.Array(Schema.Struct({ name: Text, description: NullOr(Text) })),
  privacyPolicyUrl: NullOr(Text)
})
export type StorePrivacy = typeof StorePrivacy.Type

/** What an app may do on a device, in the store's words. */
export const StorePermissions = Schema.Array(Schema.Struct({ group: NullOr(Text), permissions: Schema.Array(Text) }))
export type StorePermissions = typeof StorePermissions.Type

export const chartNames = ["top-free", "top-paid", "top-grossing", "new"] as const
export type ChartName = (typeof chartNames)[number]
export const reviewSorts = ["mostRecent", "mostHelpful", "mostFavorable", "mostCritical"] as const
export type ReviewSort = (typeof reviewSorts)[number]

/** A value and where it comes from. */
export interface Sourced<A> {
  readonly value: A
  /** When the store said so, ms since the epoch. */
  readonly asOfMs: number
  /** True when the store did not answer and this is an older answer. */
  readonly stale: boolean
  readonly source: "store_live" | "store_feed" | "store_page"
  /** The upstream that said so, as in `/v1/health`. Ranks that different ones gave do not compare. */
  readonly upstream?: string
}

/** What a search found. */
export interface Found extends Sourced<ReadonlyArray<StoreApp>> {
  /** How many apps the store's answer has, before the limit. */
  readonly total: number
}

/** The name under which a list's source is kept; lists compare only within one. */
export const sourceNameOf = (
  platform: Param.Platform,
  { source, upstream }: Pick<Sourced<unknown>, "source" | "upstream">
) => upstream ?? `${platform}.${source}`

export interface Genre {
  readonly id: string
  readonly name: string
  readonly parentId: string | null
}
export interface Storefront {
  /** ISO 3166-1 alpha-2, lower case. */
  readonly country: string
  readonly name: string
}

/** One public store. All methods fail with the upstream's reason when the store gives no usable answer. */
export interface AppStore {
  readonly platform: Platform
  readonly genres: ReadonlyArray<Genre>
  readonly storefronts: ReadonlyArray<Storefront>
  /** The devices by which charts and screenshots differ. */
  readonly devices: ReadonlyArray<string>
  /** How many ranks of a chart the store shows at most. */
  readonly chartDepth: number
  /** The charts that the store has; absent: all of `chartNames`. Any other fails. */
  readonly charts?: ReadonlyArray<ChartName>
  /** How many apps a search gives at most, where that is fewer than the caller may ask for. */
  readonly searchDepth?: number
  /** How many reviews a country and sort order can give at most, and how many a page holds. */
  readonly reviewDepth: { readonly pages: number; readonly perPage: number }
  /** The id in its one form, or an error that says what an id looks like here and names the field it's from: `id` by default. */
  readonly parseAppId: (text: string, field?: string) => Effect.Effect<string, InvalidAppId>
  /** Fails when the store has no storefront there. */
  readonly parseCountry: (country: string) => Effect.Effect<string, InvalidCountry>
  /** Where the store shows an app in a country, whether it is sold there or not. */
  readonly pageUrl: (appId: string, country: string) => string
  /** `language`, ISO 639-1: of the texts, where the store can be asked for one; else the storefront's own. */
  readonly app: (
    appId: string,
    country: string,
    options?: { readonly language?: string | undefined }
  ) => Effect.Effect<Sourced<StoreApp>, AppNotFound | UpstreamError>
  /** Those found, in the order asked; any number of ids, batched as the store allows. */
  readonly apps: (
    appIds: ReadonlyArray<string>,
    country: string
  ) => Effect.Effect<Sourced<ReadonlyArray<StoreApp>>, UpstreamError>
  /**
   * What is kept of apps, from their pages or from charts and searches that showed them, without asking the store.
   * Absent where `apps` costs few requests.
   */
  readonly known?: (appIds: ReadonlyArray<string>, country: string) => Effect.Effect<ReadonlyArray<StoreApp>>
  /** What only the page tells; slower and more brittle than the rest, so callers do without it when it fails. */
  readonly page: (appId: string, country: string) => Effect.Effect<Sourced<StorePage>, AppNotFound | UpstreamError>
  readonly search: (query: {
    readonly term: string
    readonly country: string
    readonly limit: number
  }) => Effect.Effect<Found, UpstreamError>
  /** The whole list as the store shows it; empty only when the store says that it is. */
  readonly chart: (query: {
    readonly chart: ChartName
    readonly country: string
    /** Null: all genres. */
    readonly genreId: string | null
    readonly device?: string
    /** What is kept for longer is not served: the store is asked anew, and its failure is one. */
    readonly maxAgeMs?: number
  }) => Effect.Effect<Sourced<ReadonlyArray<ChartEntry>>, UpstreamError>
  /** One page, from 1. An empty page is past the end; an empty answer that contradicts the rating count fails. */
  readonly reviews: (query: {
    readonly appId: string
    readonly country: string
    readonly sort: ReviewSort
    readonly page: number
  }) => Effect.Effect<Sourced<ReadonlyArray<StoreReview>>, UpstreamError>
  readonly suggestions: (query: {
    readonly prefix: string
    readonly country: string
  }) => Effect.Effect<Sourced<ReadonlyArray<string>>, UpstreamError>
  /** Apps of a developer, by `StoreApp.developerId`; empty when there is no such developer. Absent: not told. */
  readonly developerApps?: (
    developerId: string,
    country: string
  ) => Effect.Effect<Sourced<ReadonlyArray<StoreApp>>, UpstreamError>
  /** What the developer declares about data. Absent: not told. */
  readonly privacy?: (
    appId: string,
    country: string
  ) => Effect.Effect<Sourced<StorePrivacy>, AppNotFound | UpstreamError>
  /** What the app may do on a device; empty when it asks for nothing. Absent: not told. */
  readonly permissions?: (
    appId: string,
    country: string
  ) => Effect.Effect<Sourced<StorePermissions>, AppNotFound | UpstreamError>
}

/** Both public stores behind one door. */
export class AppStores extends Context.Service<
  AppStores,
  {
    /** Fails for a platform whose adapter is not part of this host. */
    readonly get: (platform: Platform) => Effect.Effect<AppStore, PlatformUnsupported>
  }
>()("@storeglass/stores/AppStores") {}
