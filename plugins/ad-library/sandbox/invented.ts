/** What the invented apps advertise: a function of the app and the day. */
import type { Worlds } from "@storeglass/sandbox"
import { dayOf, hash, type InventedApp, isoDate, unit } from "@storeglass/sandbox/world"

/** In the order of the vendor's list. */
export const storefronts = [
  ["Austria", "AT"],
  ["Belgium", "BE"],
  ["Bulgaria", "BG"],
  ["Croatia", "HR"],
  ["Cyprus", "CY"],
  ["Czech Republic", "CZ"],
  ["Denmark", "DK"],
  ["Estonia", "EE"],
  ["Finland", "FI"],
  ["France", "FR"],
  ["Germany", "DE"],
  ["Greece", "GR"],
  ["Hungary", "HU"],
  ["Ireland", "IE"],
  ["Italy", "IT"],
  ["Latvia", "LV"],
  ["Luxembourg", "LU"],
  ["Netherlands", "NL"],
  ["Poland", "PL"],
  ["Portugal", "PT"],
  ["Romania", "RO"],
  ["Slovakia", "SK"],
  ["Slovenia", "SI"],
  ["Spain", "ES"],
  ["Sweden", "SE"]
] as const

/** Of `Over 1 Year Ago`. */
const yearDays = 365
/** The data end so many days ago. */
const delayDays = 7
const presets: Readonly<Record<string, number>> = { LAST_90_DAYS: 90, LAST_180_DAYS: 180, LAST_YEAR: 365 }

export interface Window {
  readonly start: number
  readonly end: number
}
export const windowOf = (preset: string, nowMs: number): Window | undefined => {
  const days = presets[preset]
  const end = dayOf(nowMs) - delayDays
  return days === undefined ? undefined : { start: end - days, end }
}

/** An ad in a storefront, by days. */
export interface Shown {
  readonly app: InventedApp
  readonly serial: number
  readonly country: string
  readonly first: number
  readonly last: number
}

/** The app with more ads than one query may read. */
export const largest = (worlds: Worlds, nowMs: number): InventedApp => {
  const app = worlds.first
    .at(dayOf(nowMs))
    .apps()
    .reduce<InventedApp | undefined>(
      (most, app) => (most === undefined || app.popularity > most.popularity ? app : most),
      undefined
    )
  if (app === undefined) throw new Error("the world has no apps")
  return app
}
const largestAds = 120

export const isAdvertiser = (app: InventedApp, isLargest: boolean) => isLargest || unit(app.key, 901) < 1 / 3

const adsOf = (app: InventedApp, isLargest: boolean) => {
  if (!isAdvertiser(app, isLargest)) return 0
  return isLargest ? largestAds : 1 + Math.floor(unit(app.key, 902) * 6)
}

/** 32 hexadecimal digits, or decimal ones of which some begin with zeros and some are more than a number holds. */
export const adIdOf = (app: InventedApp, serial: number): string => {
  const parts = [1, 2, 3, 4].map((n) => hash(app.key, 903, serial, n))
  const hex = parts.map((part) => part.toString(16).padStart(8, "0")).join("")
  return unit(app.key, 904, serial) < 0.75 ? hex : parts.join("").slice(0, 18).padStart(18, "0")
}

/** All that an app shows in a window, an ad once for each storefront. */
export const shownIn = (app: InventedApp, window: Window, isLargest: boolean): ReadonlyArray<Shown> => {
  const shown: Array<Shown> = []
  for (let serial = 0; serial < adsOf(app, isLargest); serial++) {
    const everywhere = isLargest || unit(app.key, 905, serial) < 0.25
    const begun = app.releaseDay + Math.floor(unit(app.key, 906, serial) * 200)
    storefronts.forEach(([, country], place) => {
      const inCountry = everywhere || unit(app.key, 907, serial, place) < 0.2
      // Some come later than the others, and some go.
      const first = begun + (unit(app.key, 908, serial, place) < 0.2 ? Math.floor(unit(app.key, 909, serial) * 300) : 0)
      const last = unit(app.key, 910, serial, place) < 0.15 && !isLargest ? first + 400 : window.end
      if (!inCountry || first > window.end || last < window.start) return
      shown.push({ app, serial, country, first, last: Math.min(last, window.end) })
    })
  }
  return shown
}

const placements = [
  "APPSTORE_SEARCH_RESULTS",
  "APPSTORE_SEARCH_RESULTS",
  "APPSTORE_SEARCH_RESULT",
  "APPSTORE_TODAY_TAB",
  "APPSTORE_SEARCH_TAB",
  "APPSTORE_PRODUCT_PAGE"
] as const
const customers = ["ALL_USERS", "NEW_USERS", "RETURNING_USERS", "USERS_OF_MY_OTHER_APPS"] as const

/** A boolean, or the text of it. */
const told = (key: number, value: boolean): boolean | string => (unit(key, 1) < 0.5 ? value : String(value))
const dateTold = (key: number, day: number, window: Window): string => {
  if (day < window.end - yearDays) return "Over 1 Year Ago"
  return unit(key, 2) < 0.5 ? isoDate(day) : `${isoDate(day)} 00:00:00.0`
}
/** The store's artwork host, which has a picture for every address. */
const pictureOf = (origin: string, app: InventedApp, serial: number, n: number, ppid = "") =>
  `${origin}/images/thumb/${app.id}/ad-${serial}-${n}.png/1242x2688bb.png${ppid}`
const iconOf = (origin: string, app: InventedApp, name = "icon") =>
  `${origin}/images/thumb/${app.id}/${name}.png/512x512bb.png`

const asset = (origin: string, app: InventedApp, serial: number, n: number) => {
  const key = hash(app.key, 920, serial, n)
  const isVideo = n === 1 && unit(key, 1) < 0.3
  return {
    videoUrl: isVideo ? `${origin}/videos/${app.id}/${serial}-${n}.mp4` : "null",
    pictureUrl: isVideo
      ? null
      : pictureOf(
          origin,
          app,
          serial,
          n,
          unit(app.key, 921, serial) < 0.1 ? `?ppid=${hash(app.key, 922, serial)}` : ""
        ),
    order: unit(key, 2) < 0.5 ? n : String(n),
    width: unit(key, 3) < 0.5 ? 1242 : "1242",
    height: 2688,
    orientation: "PORTRAIT"
  }
}

/** A row of the list. */
export const rowOf = ({ app, country, first, last, serial }: Shown, window: Window, origin: string) => {
  const key = hash(app.key, 911, serial)
  const refined = unit(key, 12) < 0.3
  const hasAssets = unit(key, 13) < 0.6
  const customer = customers[Math.floor(unit(key, 14) * customers.length)] ?? "ALL_USERS"
  return {
    adId: adIdOf(app, serial),
    appId: app.id,
    appName: app.name,
    developerId: app.developer.id,
    developerName: app.developer.name,
    legalName: app.developer.name,
    placement: placements[Math.floor(unit(key, 15) * placements.length)],
    format: hasAssets ? "Icon + Asset Ad" : "Icon Ad",
    subFormat: unit(key, 16) < 0.3 ? "Default" : null,
    countryOrRegion: country,
    audienceRefinement: {
      ageTarget: told(hash(key, 1), refined),
      genderTarget: told(hash(key, 2), false),
      locationTarget: told(hash(key, 3), refined && unit(key, 17) < 0.5),
      customerTypeTarget: unit(key, 18) < 0.5 ? customer : told(hash(key, 4), false)
    },
    firstImpressionDate: dateTold(hash(key, 5), first, window),
    lastImpressionDate: dateTold(hash(key, 6), last, window),
    defaultLanguageTag: "en-GB",
    defaultLanguageDisplayName: "English (UK)",
    defaultPreviewDevice: unit(key, 19) < 0.5 ? "iPhone_6.5" : "iphone_6_5",
    adBanner: {
      iconPictureUrl: iconOf(origin, app),
      subtitle: app.subtitle,
      primaryCategory: app.descriptor,
      inAppPurchases: told(hash(key, 7), app.purchases.length > 0),
      promotionalText: "null",
      editorialBadge: told(hash(key, 8), false),
      shortDescription: app.descriptor,
      joeColor: null
    },
    adAssets: hasAssets ? [1, 2, 3].map((n) => asset(origin, app, serial, n)) : [],
    appIconVariations: [],
    adLocaleVariations: []
  }
}

/** An ad in full. */
export const detailOf = (shown: Shown, window: Window, origin: string) => {
  const { app, serial } = shown
  const languages = [
    ["de-DE", "German"],
    ["en-GB", "English (UK)"],
    ["fr-FR", "French"]
  ] as const
  return {
    ...rowOf(shown, window, origin),
    appIconVariations: [iconOf(origin, app), iconOf(origin, app, `icon-${serial}`)],
    adLocaleVariations: languages.map(([languageTag, languageDisplayName], place) => ({
      languageTag,
      languageDisplayName,
      appName: app.name,
      subTitle: app.subtitle,
      primaryCategory: app.descriptor,
      promotionalText: place === 0 ? "null" : app.descriptor,
      deviceAssets: [
        { previewDevice: "iPhone_6.5", adAssets: [asset(origin, app, serial, 10 + place)] },
        { previewDevice: "ipad_pro_129", adAssets: app.hasPad ? [asset(origin, app, serial, 20 + place)] : [] }
      ]
    }))
  }
}

/** Removed ads and suspended accounts of the last months: of whom, the vendor doesn't tell. */
export const restrictionsOf = (nowMs: number) => {
  const end = dayOf(nowMs) - delayDays
  return Array.from({ length: 12 }, (_, n) => ({
    actionDate: `${isoDate(end - 5 * n)} 00:00:00.0`,
    actionTaken: n % 4 === 0 ? "ACTION_ACCOUNT_SUSPENDED" : "ACTION_ADVERTISING_REMOVED",
    reason: n % 3 === 0 ? "REASON_THIRD_PARTY_REPORT" : "REASON_POLICY_RESTRICTION",
    basis: "BASIS_APPLE_DETERMINATION",
    details: n % 2 === 0 ? null : "null",
    firstImpressionDate: n % 5 === 0 ? "Over 1 Year Ago" : isoDate(end - 5 * n - 20),
    affectedPlacements: [
      {
        placement: placements[n % placements.length],
        countriesOrRegions: storefronts.flatMap(([, code], place) => ((place + n) % 4 === 0 ? [code] : []))
      }
    ],
    audienceRefinement: {
      ageTarget: told(n, false),
      genderTarget: false,
      locationTarget: "null",
      customerTypeTarget: null
    }
  }))
}
