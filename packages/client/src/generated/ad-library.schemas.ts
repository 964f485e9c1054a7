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

export interface AdCreative {
  /** The same for the same pictures, whatever ads and storefronts they are in. */
  readonly id: string
  /** Ads, each once in each storefront. */
  readonly totalAds: number
  /** Ads by id. */
  readonly distinctAds: number
  /** Storefronts that show it. */
  readonly storefronts: ReadonlyArray<string>
  /** Where it's shown. */
  readonly placements: ReadonlyArray<string>
  /** Earliest first impression that is told, YYYY-MM-DD. */
  readonly firstImpressionDate: string | null
  /** Whether some were first shown over a year ago. */
  readonly firstImpressionOverOneYear: boolean
  /** Latest impression, YYYY-MM-DD. */
  readonly lastImpressionDate: string | null
  /** From the first to the last of these, both counted; null: a date isn't told. */
  readonly days: number | null
  /** Addresses of its pictures; of an ad without any, of its icon. */
  readonly pictures: ReadonlyArray<string>
  /** Addresses of its videos. */
  readonly videos: ReadonlyArray<string>
}

/** With include=creatives: ads with the same pictures and videos as one, with its reach. */
export interface AdCreatives {
  /** Creatives of the window; the 200 with most ads are listed. */
  readonly total: number
  /** Most ads first. */
  readonly groups: ReadonlyArray<AdCreative>
}

export interface AdCreativeSeen {
  /** Address of the picture or video. */
  readonly url: string
  /** When it was first read here, ISO 8601. */
  readonly firstSeenAt: string
  /** When it was last read here, ISO 8601. */
  readonly lastSeenAt: string
  /** With save, where the gateway keeps pictures: a copy of it, for 90 days; null: it couldn't be read. */
  readonly fileUrl?: string | null
}

export interface AdDefaultPage {
  /** Whose page. */
  readonly storefront: string
  readonly screenshots: ReadonlyArray<AdDefaultScreenshot>
  readonly provenance: Provenance
}

export interface AdDefaultScreenshot {
  readonly device: string
  readonly url: string
  /** In pixels; null: the store doesn't tell. */
  readonly width: number | null
  /** In pixels; null: the store doesn't tell. */
  readonly height: number | null
}

/** With include=developer: all apps of the app's developer that advertise in the storefronts. */
export interface AdDeveloper {
  /** The developer. */
  readonly developerId: number
  /** Who is shown as the developer. */
  readonly developerName: string | null
  /** Ads of all its apps in the storefronts. */
  readonly totalAds: number
  /** Most ads first. */
  readonly apps: ReadonlyArray<AdDeveloperApp>
  readonly provenance: Provenance
}

export interface AdDeveloperApp {
  readonly appId: number
  /** The app's name in its ads. */
  readonly appName: string | null
  /** Its ads. */
  readonly totalAds: number
  /** Storefronts with its ads, most first. */
  readonly storefronts: ReadonlyArray<string>
  readonly placements: Readonly<Record<string, number>>
  /** Earliest first impression that is told, YYYY-MM-DD. */
  readonly firstImpressionDate: string | null
  readonly firstImpressionOverOneYear: boolean
  /** Latest impression, YYYY-MM-DD. */
  readonly lastImpressionDate: string | null
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

/**
 * With include=history: what was ever read here of the app's ads, also where the repository has forgotten it. None
 * of it counts for the summary.
 */
export interface AdHistory {
  /** When the first of it was seen here, ISO 8601; null: none was. */
  readonly keptSince: string | null
  /** Ads ever seen here, each once in each storefront. */
  readonly totalAds: number
  /** Last seen first, at most 500. */
  readonly ads: ReadonlyArray<AdSeen>
  /** Last seen first, at most 500. */
  readonly creatives: ReadonlyArray<AdCreativeSeen>
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
  /** The app's name in the ad that was shown last, or at the store; null: neither tells. */
  readonly appName: string | null
  /** Address of its icon, of the same source. */
  readonly appIconUrl: string | null
  readonly creatives?: AdCreatives
  readonly productPages?: AdProductPages
  readonly history?: AdHistory
  /** With include=developer: all advertised apps of its developer; null: nobody says who that is. */
  readonly developer?: AdDeveloper | null
  /** With include=moves: what changed since your account watches the app; null: it's neither yours nor a competitor. */
  readonly moves?: ReadonlyArray<AdMoved> | null
  readonly restrictions?: AdRestrictions
  /** With save: where the answer is kept; null: it isn't, see reason. */
  readonly savedReport?: {
    /** Id of the report. */
    readonly id: string
  } | null
  /** With save: why the answer wasn't kept. */
  readonly reason?: string
  readonly provenance: Provenance
}

export interface AdMove {
  readonly kind: "started" | "stopped" | "creative" | "country" | "placement"
  readonly values: ReadonlyArray<string>
}

export interface AdMoved {
  /** When it was seen, ISO 8601. */
  readonly seenAt: string
  /** The last day that the repository told of, YYYY-MM-DD. */
  readonly dataEndDate: string | null
  /** In sentences. */
  readonly text: string
  readonly moves: ReadonlyArray<AdMove>
}

export interface AdProductPage {
  /** The custom product page that an address of the ads names. */
  readonly productPageId: string
  /** Ads, each once in each storefront. */
  readonly totalAds: number
  /** Ads by id. */
  readonly distinctAds: number
  /** Storefronts that show it. */
  readonly storefronts: ReadonlyArray<string>
  /** Where it's shown. */
  readonly placements: ReadonlyArray<string>
  /** Earliest first impression that is told, YYYY-MM-DD. */
  readonly firstImpressionDate: string | null
  /** Whether some were first shown over a year ago. */
  readonly firstImpressionOverOneYear: boolean
  /** Latest impression, YYYY-MM-DD. */
  readonly lastImpressionDate: string | null
  /** From the first to the last of these, both counted; null: a date isn't told. */
  readonly days: number | null
  /** Ads that lead to it, at most 50. */
  readonly adIds: ReadonlyArray<string>
  /** Pictures of these ads, at most 20. */
  readonly pictures: ReadonlyArray<string>
}

/** With include=productPages: which ads lead to which custom product page, beside the default page. */
export interface AdProductPages {
  /** Most ads first, at most 100. */
  readonly pages: ReadonlyArray<AdProductPage>
  /** Ads that name no custom page: it isn't told whether they lead to one. */
  readonly adsWithoutPage: number
  /** The app's own screenshots; null: the store didn't tell. */
  readonly defaultPage: AdDefaultPage | null
}

export interface AdRestriction {
  /** What was done. */
  readonly actionTaken: string
  /** When, YYYY-MM-DD. */
  readonly actionDate: string | null
  /** Why, in the repository's words. */
  readonly reason: string | null
  /** On what ground, in the repository's words. */
  readonly basis: string | null
  /** What else it says. */
  readonly details: string | null
  /** When the ads were first shown, YYYY-MM-DD. */
  readonly firstImpressionDate: string | null
  /** Where they were shown. */
  readonly storefronts: ReadonlyArray<string>
  /** In which places. */
  readonly placements: ReadonlyArray<string>
}

/**
 * With include=restrictions: removed ads and suspended accounts of the asked storefronts. The repository names no
 * app, developer or category of them.
 */
export interface AdRestrictions {
  /** Latest first, at most 500. */
  readonly items: ReadonlyArray<AdRestriction>
  readonly provenance: Provenance
}

export interface AdSeen {
  readonly adId: string
  readonly countryOrRegion: string
  readonly placement: string
  readonly format: string
  /** First shown, as it was told at first, YYYY-MM-DD. */
  readonly firstImpressionDate: string | null
  /** True: over a year before it was read here, so that its first day isn't told. */
  readonly firstImpressionOverOneYear: boolean
  /** Last shown, YYYY-MM-DD. */
  readonly lastImpressionDate: string | null
  /** When it was first read here, ISO 8601. */
  readonly firstSeenAt: string
  /** When it was last read here, ISO 8601. */
  readonly lastSeenAt: string
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
