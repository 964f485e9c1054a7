import type { Market } from "./markets.ts"
import { appName, type Developer, inventedWord, makeDeveloper } from "./names.ts"
import { hash, normalOf, Random, unit } from "./random.ts"
import { slugOf } from "./slug.ts"
import { gamesGenreId, type Theme, themes } from "./themes.ts"

export interface InAppPurchase {
  readonly name: string
  readonly usd: number
}

/** What never changes about an app. Everything that moves is a function of this and the day. */
export interface InventedApp {
  readonly id: number
  /** Seeds everything about this app. */
  readonly key: number
  readonly kind: "mobile" | "desktop"
  readonly name: string
  readonly subtitle: string
  readonly descriptor: string
  readonly keywords: ReadonlyArray<string>
  readonly developer: Developer
  readonly bundleId: string
  readonly theme: Theme
  readonly genreIds: readonly [number, ...ReadonlyArray<number>]
  readonly usd: number
  readonly purchases: ReadonlyArray<InAppPurchase>
  readonly releaseDay: number
  /** Standard normal: 0 is an app that few know, 3.5 the best known of thousands. */
  readonly popularity: number
  /** The average rating it tends to. */
  readonly quality: number
  readonly cadenceDays: number
  readonly soldInFewCountries: boolean
  readonly hasPad: boolean
  readonly hasTv: boolean
  readonly screenshots: { readonly phone: number; readonly pad: number; readonly tv: number }
  readonly languages: ReadonlyArray<string>
  readonly ageRating: "4+" | "9+" | "12+" | "17+"
  readonly minimumOs: string
  readonly baseBytes: number
  readonly website: boolean
  /** Lower case, each word after a space, so that " word" finds words by their beginning. */
  readonly titleText: string
  readonly otherText: string
}

// Ids are spread by an affine map modulo a prime: unique without a table, and they look like the vendor's.
const idPrime = 5_400_000_011
const idStep = 48_271

export const idOf = (seed: number, serial: number, base: number): number =>
  base + ((serial * idStep + (seed % 1_000_003) * 31) % idPrime)

const themesWeight = themes.reduce((sum, theme) => sum + theme.weight, 0)

const pickTheme = (u: number): Theme => {
  let rest = u * themesWeight
  for (const theme of themes) {
    rest -= theme.weight
    if (rest < 0) return theme
  }
  return themes[0]
}

const tiers = [0.99, 1.99, 2.99, 3.99, 4.99, 4.99, 6.99, 9.99, 14.99, 24.99] as const
const packs = [
  "Handful of Coins",
  "Pile of Coins",
  "Bag of Gems",
  "Chest of Gems",
  "Starter Pack",
  "Season Pass"
] as const

const purchasesOf = (random: Random, theme: Theme, usd: number): ReadonlyArray<InAppPurchase> => {
  if (!random.chance(usd > 0 ? 0.15 : 0.68)) return []
  if (theme.genre === gamesGenreId) {
    const bought = random.sample(packs, random.int(2, 5)).map((name) => ({ name, usd: random.pick(tiers) }))
    return random.chance(0.6) ? [{ name: "Remove Ads", usd: random.pick([2.99, 3.99, 4.99]) }, ...bought] : bought
  }
  if (!theme.subscriptions) return [{ name: "Support the Developer", usd: random.pick(tiers) }]
  const monthly = random.pick([1.99, 2.99, 4.99, 7.99, 9.99])
  const plans: Array<InAppPurchase> = [
    { name: "Premium Monthly", usd: monthly },
    { name: "Premium Annual", usd: Math.round(monthly * random.pick([4, 6, 8])) - 0.01 }
  ]
  if (random.chance(0.4)) plans.push({ name: "Premium Weekly", usd: random.pick([0.99, 2.99, 4.99, 6.99]) })
  if (random.chance(0.35)) plans.push({ name: "Lifetime", usd: random.pick([29.99, 49.99, 79.99]) })
  return plans
}

const languagePool = ["DE", "FR", "ES", "JA", "PT", "IT", "KO", "ZH", "RU", "TR", "NL", "AR", "PL", "SV", "ID", "VI"]

const words = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()}`

const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

const subtitleOf = (random: Random, theme: Theme): string => {
  const [first = "", second = ""] = random.sample(theme.features, 2)
  const subtitle = `${capitalized(first)} & ${second}`
  return subtitle.length <= 30 ? subtitle : capitalized(first)
}

const ageRatingOf = (random: Random, theme: Theme): InventedApp["ageRating"] => {
  if (theme.subgenre === 7006) return "17+"
  if (theme.genre === 6005) return random.pick(["12+", "17+"])
  return random.pick(["4+", "4+", "4+", "4+", "4+", "9+", "12+", "17+"])
}

const genreIdsOf = (theme: Theme): InventedApp["genreIds"] => {
  const second = theme.secondary === undefined ? [] : [theme.secondary]
  return theme.subgenre === undefined ? [theme.genre, ...second] : [theme.genre, theme.subgenre, ...second]
}

export interface Birth {
  readonly seed: number
  /** Unique over all apps that ever were. */
  readonly serial: number
  readonly releaseDay: number
  readonly developers: number
}

export const inventApp = ({ developers, releaseDay, seed, serial }: Birth): InventedApp => {
  const key = hash(seed, serial, 1)
  const random = new Random(key)
  const theme = pickTheme(random.next())
  const game = theme.genre === gamesGenreId
  // Squared, so that some developers have dozens of apps and most have one or two.
  const developerIndex = Math.floor(random.next() ** 2 * developers)
  const developer = makeDeveloper(
    hash(seed, developerIndex, 2),
    developerIndex,
    idOf(seed + 1, developerIndex, 300_000_000)
  )
  const kind = !game && random.chance(0.035) ? "desktop" : "mobile"
  const descriptor = random.pick(theme.descriptors)
  const name = appName(random, inventedWord(random), descriptor)
  const subtitle = subtitleOf(random, theme)
  const keywords = [...random.sample(theme.descriptors, 3), ...random.sample(theme.features, 3)]
  const paidShare = kind === "desktop" ? 0.4 : game ? 0.08 : 0.15
  const usd = random.chance(paidShare) ? random.pick(tiers) : 0
  const hasPad = random.chance(0.72)
  const hasTv = random.chance(0.05)
  const phoneShots = random.chance(0.006) ? 0 : random.int(3, 9)
  const popularity = normalOf(unit(key, 11), unit(key, 12))
  return {
    id: idOf(seed, serial, 1_000_000_000),
    key,
    kind,
    name,
    subtitle,
    descriptor,
    keywords,
    developer,
    bundleId: `com.${developer.domain}.${slugOf(name.split(/[:-]/)[0] ?? name).replaceAll("-", "")}${serial.toString(36)}`,
    theme,
    genreIds: genreIdsOf(theme),
    usd,
    purchases: purchasesOf(random, theme, usd),
    releaseDay,
    popularity,
    quality: Math.min(4.9, Math.max(1.7, 4.35 + 0.08 * popularity + 0.45 * -Math.abs(random.normal()) + 0.3)),
    cadenceDays: Math.round(Math.min(160, Math.max(6, 45 * Math.exp(0.7 * random.normal() - 0.35 * popularity)))),
    soldInFewCountries: random.chance(0.1),
    hasPad,
    hasTv,
    screenshots: { phone: phoneShots, pad: hasPad ? random.int(2, 8) : 0, tv: hasTv ? random.int(2, 4) : 0 },
    languages: ["EN", ...random.sample(languagePool, random.int(0, popularity > 1 ? 14 : 5))],
    ageRating: ageRatingOf(random, theme),
    minimumOs: random.pick(["13.0", "14.0", "15.0", "15.1", "16.0", "17.0"]),
    baseBytes: Math.round((game ? 180 : 60) * 1_000_000 * Math.exp(0.7 * random.normal())),
    website: random.chance(0.67),
    titleText: words(name),
    otherText: words([subtitle, ...keywords, developer.name].join(" "))
  }
}

/** The chance that an app is not sold in a country; one country licenses what others do not. */
const missing = (app: InventedApp, market: Market): number => {
  if (market.country === "us") return 0
  if (market.country === "cn") return app.theme.genre === gamesGenreId ? 0.6 : 0.35
  return unit(app.key, 21) < 0.6 ? 0.01 : 0.14
}

export const isSoldIn = (app: InventedApp, market: Market): boolean => {
  if (market.country === app.developer.home) return true
  const u = unit(app.key, 22, market.key)
  return app.soldInFewCountries ? u < 0.12 : u >= missing(app, market)
}

const currentHour = (app: InventedApp, index: number): number => unit(app.key, 33, index) * 72_000_000

export interface Version {
  readonly index: number
  readonly text: string
  readonly day: number
  /** Within its day. */
  readonly ms: number
}

const versionAt = (app: InventedApp, index: number): Version => {
  const perMajor = 6 + (app.key % 9)
  const minor = index % perMajor
  const patch = unit(app.key, 31, index) < 0.35 ? `.${1 + (hash(app.key, index, 32) % 4)}` : ""
  const jitter = index === 0 ? 0 : Math.floor(unit(app.key, 30, index) * app.cadenceDays * 0.6)
  return {
    index,
    text: `${1 + Math.floor(index / perMajor)}.${minor}${patch === "" && minor % 2 === 0 ? ".0" : patch}`,
    day: app.releaseDay + index * app.cadenceDays + jitter,
    ms: currentHour(app, index)
  }
}

/** The version that is out on a day. */
export const versionOn = (app: InventedApp, day: number): Version => {
  const index = Math.max(0, Math.floor((day - app.releaseDay) / app.cadenceDays))
  const version = versionAt(app, index)
  return version.day > day && index > 0 ? versionAt(app, index - 1) : version
}

export const versionsUpTo = (app: InventedApp, day: number, count: number): ReadonlyArray<Version> => {
  const latest = versionOn(app, day).index
  return Array.from({ length: Math.min(count, latest + 1) }, (_, i) => versionAt(app, latest - i))
}

/** Some releases are bad: reviews sour for a while and talk of crashes. */
export const isBadRelease = (app: InventedApp, version: Version): boolean => unit(app.key, 34, version.index) < 0.12
