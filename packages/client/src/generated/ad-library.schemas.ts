// Made by `npm run generate` from the declarations of the plugins. Do not edit.
import type { Provenance } from "./contract.schemas.ts"
export type { Provenance } from "./contract.schemas.ts"

/** By what its audience was narrowed. */
export interface AdAudience {
  /** Whether any of these was used. */
  readonly used: boolean
  readonly age: boolean
  readonly gender: boolean
  readonly location: boolean
  /** The kind of customers it's shown to; null: all. */
  readonly customerType: string | null
}

export interface AdDeviceAsset {
  readonly type: "image" | "video"
  readonly url: string
  /** PORTRAIT, LANDSCAPE, or what else the repository says. */
  readonly orientation: string | null
  /** In pixels. */
  readonly width: number | null
  /** In pixels. */
  readonly height: number | null
  /** Its place among the others. */
  readonly order: number | null
  /** The language that it's for. */
  readonly locale: string | null
  /** The device, in the repository's words. */
  readonly previewDevice: string | null
}

export interface AdEntities {
  /** In the repository's order. */
  readonly entities: ReadonlyArray<AdEntity>
  /** How many the repository has in all. */
  readonly totalResults: number
  readonly provenance: Provenance
}

export interface AdEntity {
  /** Id of the app or of the developer. */
  readonly id: number
  /** Its name. */
  readonly name: string
  readonly type: "APP" | "DEVELOPER"
}

export interface AdEntry {
  /** Opaque. The same ad comes once per storefront. */
  readonly adId: string
  /** The advertised app. */
  readonly appId: number
  /** The app's name in the ad. */
  readonly appName: string | null
  /** Id of its developer. */
  readonly developerId: number | null
  /** Who is shown as its developer. */
  readonly developerName: string | null
  /** Who is legally its developer. */
  readonly legalName: string | null
  /** Where it's shown. */
  readonly placement: string
  /** What it consists of. */
  readonly format: string
  /** More on its format, where it's told. */
  readonly subFormat: string | null
  /** Storefront. */
  readonly countryOrRegion: string
  /** First shown; null where it isn't told or is over a year ago, YYYY-MM-DD. */
  readonly firstImpressionDate: string | null
  /** Whether it was first shown over a year ago, in the repository's words. */
  readonly firstImpressionOverOneYear: boolean
  /** Last shown, YYYY-MM-DD. */
  readonly lastImpressionDate: string | null
  readonly audienceRefinement: AdAudience
  readonly adBanner: {
    /** Its subtitle. */
    readonly subtitle: string | null
    /** Its category, as the storefront says it. */
    readonly primaryCategory: string | null
    /** Address of its icon. */
    readonly iconPictureUrl: string | null
    /** Its promotional text. */
    readonly promotionalText: string | null
    /** What the developer says of it. */
    readonly shortDescription: string | null
    /** Whether it tells of in-app purchases; null: it isn't told. */
    readonly inAppPurchases: boolean | null
    /** Whether it has an editorial badge; null: it isn't told. */
    readonly editorialBadge: boolean | null
  }
  /** Pictures and videos of the ad. */
  readonly adAssets: ReadonlyArray<{
    /** Address of the picture; null: it's a video. */
    readonly pictureUrl: string | null
    /** Address of the video; null: it's a picture. */
    readonly videoUrl: string | null
    /** PORTRAIT, LANDSCAPE, or what else the repository says. */
    readonly orientation: string | null
    /** In pixels. */
    readonly width: number | null
    /** In pixels. */
    readonly height: number | null
    /** Its place among the others. */
    readonly order: number | null
  }>
  /** The custom product page that it leads to, where an address of the ad names one. */
  readonly productPageId: string | null
}

export interface AdInFull {
  /** Opaque. The same ad comes once per storefront. */
  readonly adId: string
  /** The advertised app. */
  readonly appId: number
  /** The app's name in the ad. */
  readonly appName: string | null
  /** Id of its developer. */
  readonly developerId: number | null
  /** Who is shown as its developer. */
  readonly developerName: string | null
  /** Who is legally its developer. */
  readonly legalName: string | null
  /** Where it's shown. */
  readonly placement: string
  /** What it consists of. */
  readonly format: string
  /** More on its format, where it's told. */
  readonly subFormat: string | null
  /** Storefront. */
  readonly countryOrRegion: string
  /** First shown; null where it isn't told or is over a year ago, YYYY-MM-DD. */
  readonly firstImpressionDate: string | null
  /** Whether it was first shown over a year ago, in the repository's words. */
  readonly firstImpressionOverOneYear: boolean
  /** Last shown, YYYY-MM-DD. */
  readonly lastImpressionDate: string | null
  /** The window that was asked for. */
  readonly datePreset: "LAST_90_DAYS" | "LAST_180_DAYS" | "LAST_YEAR"
  /** First day of the window, YYYY-MM-DD. */
  readonly dataStartDate: string | null
  /** Last day of the window, YYYY-MM-DD. */
  readonly dataEndDate: string | null
  /** The ad's default language. */
  readonly defaultLanguage: string | null
  readonly localeVariations: ReadonlyArray<{
    /** Language. */
    readonly locale: string | null
    /** Its name. */
    readonly languageName: string | null
    /** The app's name in it. */
    readonly title: string | null
    /** Its subtitle. */
    readonly subtitle: string | null
    /** Its category. */
    readonly primaryCategory: string | null
    /** Its promotional text. */
    readonly promotionalText: string | null
  }>
  /** By device: iphone, ipad, mac, tv, watch, other. Those of the default language come first. */
  readonly creativeAssets: Readonly<Record<string, ReadonlyArray<AdDeviceAsset>>>
  /** Icons that the ad was shown with. */
  readonly appIconVariations: ReadonlyArray<{
    readonly url: string
    /** The language that it's for. */
    readonly locale: string | null
  }>
  readonly audienceRefinement: AdAudience
  /** The custom product page that it leads to, where an address of the ad names one. */
  readonly productPageId: string | null
  /** How many days the repository is behind. */
  readonly dataDelayDays: 7
  readonly provenance: Provenance
}

export interface AdLibraryResult {
  /** The app. */
  readonly appId: number
  /** The window that was asked for. */
  readonly datePreset: "LAST_90_DAYS" | "LAST_180_DAYS" | "LAST_YEAR"
  /** First day of the window, YYYY-MM-DD. */
  readonly dataStartDate: string | null
  /** Last day of the window, YYYY-MM-DD. */
  readonly dataEndDate: string | null
  readonly coverage: "EU_ONLY"
  readonly summary: AdSummary
  /** Ads by id, however many storefronts show them. */
  readonly distinctAds: number
  /** Pictures and videos, by address. */
  readonly distinctCreatives: number
  /** Storefronts that were asked. */
  readonly storefronts: ReadonlyArray<string>
  /** Of those sent, what the repository doesn't cover. */
  readonly ignoredCountries: ReadonlyArray<string>
  /** Last shown first. Absent with includeAds=false. */
  readonly ads?: ReadonlyArray<AdEntry>
  /** Whether there are more ads than are listed here. */
  readonly adsTruncated: boolean
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly nextCursor: string | null
  /** How many days the repository is behind. */
  readonly dataDelayDays: 7
  readonly provenance: Provenance
}

/** Over all ads of the asked storefronts, whatever limit says. */
export interface AdSummary {
  /** Whether at least one ad was shown in the window. */
  readonly isAdvertising: boolean
  /** Ads over the storefronts: an ad counts once in each. The sum of countries, of placements and of formats. */
  readonly totalAds: number
  /** Storefronts with ads, most first. */
  readonly countries: ReadonlyArray<{
    /** Storefront. */
    readonly code: string
    /** Ads there. */
    readonly adCount: number
  }>
  /** Ads by where they're shown. */
  readonly placements: Readonly<Record<string, number>>
  /** Ads by what they consist of. */
  readonly formats: Readonly<Record<string, number>>
  /** Earliest first impression that is told; null: none, YYYY-MM-DD. */
  readonly firstImpressionDate: string | null
  /** Whether some ad was first shown over a year ago, before firstImpressionDate. */
  readonly firstImpressionOverOneYear: boolean
  /** Latest impression, YYYY-MM-DD. */
  readonly lastImpressionDate: string | null
  /** Whether any ad's audience was narrowed by age, gender, place or kind of customer. */
  readonly usesAudienceRefinement: boolean
}

/** The codes of the gateway's errors. */
export type ErrorCode =
  | "APPLE_AD_REPOSITORY_RATE_LIMITED"
  | "APPLE_AD_REPOSITORY_TIMEOUT"
  | "APPLE_AD_REPOSITORY_UPSTREAM_ERROR"
  | "INVALID_QUERY"
