import { type InventedApp, inventApp, isSoldIn } from "./InventedApp.ts"
import type { Market } from "./markets.ts"
import { hash, smooth, textHash, unit } from "./random.ts"
import { affinity } from "./ratings.ts"
import { gamesGenreId, themes } from "./themes.ts"

export type ChartKind = "top-free" | "top-paid" | "top-grossing" | "new" | "new-free" | "new-paid"

export interface WorldOptions {
  readonly seed: number
  /** How many apps there are on any day. */
  readonly size: number
}

const daysKept = 8
const appsKeptMax = 60_000
const searchesKeptMax = 500

/**
 * An invented store. It is a function of the seed and the day: nothing is carried over from one day to the next, so any
 * day can be asked first. A place in the store is taken by one app for its lifetime and then by another, so that on
 * every day, in any year, there are as many apps, with launches and removals.
 */
export class World {
  readonly seed: number
  readonly size: number
  private readonly developers: number
  private readonly days = new Map<number, WorldDay>()
  private readonly apps = new Map<number, InventedApp>()
  private vocabularyKept: ReadonlyArray<string> | undefined

  constructor(options: WorldOptions) {
    this.seed = hash(options.seed, 0)
    this.size = options.size
    this.developers = Math.max(1, Math.round(options.size / 3))
  }

  at(day: number): WorldDay {
    const kept = this.days.get(day)
    if (kept !== undefined) return kept
    const made = new WorldDay(this, day)
    for (const [oldest] of this.days) {
      if (this.days.size < daysKept) break
      this.days.delete(oldest)
    }
    this.days.set(day, made)
    return made
  }

  /** The app that holds a place on a day. */
  appIn(place: number, day: number): InventedApp {
    const key = hash(this.seed, place, 3)
    const lifetimeDays =
      unit(key, 1) < 0.2 ? 320 + Math.floor(unit(key, 2) * 120) : 5_000 + Math.floor(unit(key, 2) * 500)
    const offset = Math.floor(unit(key, 3) * lifetimeDays)
    const generation = Math.floor((day - offset) / lifetimeDays)
    const serial = (generation + 1000) * this.size + place
    const kept = this.apps.get(serial)
    if (kept !== undefined) return kept
    if (this.apps.size >= appsKeptMax) this.apps.clear()
    const app = inventApp({
      seed: this.seed,
      serial,
      releaseDay: offset + generation * lifetimeDays,
      developers: this.developers
    })
    this.apps.set(serial, app)
    return app
  }

  /** What people type beside the names of apps. */
  vocabulary(): ReadonlyArray<string> {
    this.vocabularyKept ??= [
      ...new Set(
        themes.flatMap((theme) =>
          theme.descriptors.flatMap((descriptor) => {
            const term = descriptor.toLowerCase()
            const playful = theme.genre === gamesGenreId || theme.genre === 6017
            const wishes = playful ? ["free", "offline", "for kids"] : ["free", "app"]
            const longer = wishes.filter((_, i) => unit(textHash(term), i) < 0.5)
            return [term, ...longer.map((wish) => `${term} ${wish}`)]
          })
        )
      )
    ]
    return this.vocabularyKept
  }
}

/** A few days after launch, and now and then for no reason, an app is on everybody's lips. */
const buzz = (app: InventedApp, day: number): number => {
  const age = day - app.releaseDay
  const launch = age < 60 ? 2.4 * unit(app.key, 71) * Math.exp(-age / 12) : 0
  const window = Math.floor(day / 60)
  if (unit(app.key, 72, window) >= 0.05) return launch
  const since = day - (window * 60 + Math.floor(unit(app.key, 73, window) * 44))
  return since < 0 ? launch : launch + 2.2 * (since === 0 ? 0.6 : Math.exp(-since / 5))
}

const stopWords = new Set(["app", "apps", "the", "for", "and", "of", "to", "in", "a", "best", "my", "free", "with"])

const termWords = (term: string): ReadonlyArray<string> => {
  const words = term
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
  const telling = words.filter((word) => !stopWords.has(word))
  return telling.length > 0 ? telling : words
}

export class WorldDay {
  readonly day: number
  private readonly world: World
  private appsKept: ReadonlyArray<InventedApp> | undefined
  private byIdKept: Map<number, InventedApp> | undefined
  private byBundleIdKept: Map<string, InventedApp> | undefined
  private readonly standings = new Map<number, number>()
  private readonly charts = new Map<string, ReadonlyArray<InventedApp>>()
  private readonly searches = new Map<string, ReadonlyArray<InventedApp>>()

  constructor(world: World, day: number) {
    this.world = world
    this.day = day
  }

  apps(): ReadonlyArray<InventedApp> {
    this.appsKept ??= Array.from({ length: this.world.size }, (_, place) => this.world.appIn(place, this.day))
    return this.appsKept
  }

  byId(id: number): InventedApp | undefined {
    this.byIdKept ??= new Map(this.apps().map((app) => [app.id, app]))
    return this.byIdKept.get(id)
  }

  byBundleId(bundleId: string): InventedApp | undefined {
    this.byBundleIdKept ??= new Map(this.apps().map((app) => [app.bundleId.toLowerCase(), app]))
    return this.byBundleIdKept.get(bundleId.toLowerCase())
  }

  byDeveloper(developerId: number): ReadonlyArray<InventedApp> {
    return this.apps().filter((app) => app.developer.id === developerId)
  }

  /** How an app does today in all countries together. */
  private standing(app: InventedApp): number {
    const kept = this.standings.get(app.id)
    if (kept !== undefined) return kept
    const standing =
      1.3 * app.popularity +
      0.35 * smooth(app.key ^ 0x61, this.day, 45) +
      0.25 * smooth(app.key ^ 0x62, this.day, 11) +
      buzz(app, this.day)
    this.standings.set(app.id, standing)
    return standing
  }

  /** How an app does today in one country: every chart there follows from it. */
  strength(app: InventedApp, market: Market): number {
    const local = hash(app.key, market.key, 63)
    return (
      this.standing(app) +
      0.55 * affinity(app, market) +
      0.4 * smooth(local, this.day, 60) +
      0.22 * smooth(local ^ 1, this.day, 5)
    )
  }

  /** A whole chart, best first. Genre charts are this one with the others left out. */
  chart(market: Market, kind: ChartKind, device: "phone" | "pad" | "desktop"): ReadonlyArray<InventedApp> {
    const key = `${market.country} ${kind} ${device}`
    const kept = this.charts.get(key)
    if (kept !== undefined) return kept
    const eligible = this.apps().filter((app) => isEligible(app, kind, device, this.day) && isSoldIn(app, market))
    const score = (app: InventedApp): number => {
      if (kind.startsWith("new")) return app.releaseDay
      const base = this.strength(app, market) + (device === "pad" ? unit(app.key, 64) : 0)
      return kind === "top-grossing" ? base * 0.8 + spending(app) + 0.15 * smooth(app.key ^ 0x65, this.day, 9) : base
    }
    const chart = eligible
      .map((app) => ({ app, score: score(app) }))
      .sort((a, b) => b.score - a.score || a.app.id - b.app.id)
      .map(({ app }) => app)
    this.charts.set(key, chart)
    return chart
  }

  /** The apps for a term, best first; `order` lets two engines disagree. */
  search(market: Market, term: string, order: number): ReadonlyArray<InventedApp> {
    const words = termWords(term)
    if (words.length === 0) return []
    const key = `${market.country} ${order} ${words.join(" ")}`
    const kept = this.searches.get(key)
    if (kept !== undefined) return kept
    const phrase = ` ${words.join(" ")}`
    const termKey = textHash(phrase) ^ order
    const found = this.apps()
      .map((app) => ({ app, match: matchOf(app, words, phrase) }))
      .filter(({ app, match }) => match > 0 && isSoldIn(app, market))
    const full = found.filter(({ match }) => match >= 1)
    const ranked = (full.length > 0 ? full : found)
      .map(({ app, match }) => ({
        app,
        score: match + 0.9 * this.strength(app, market) + 0.5 * smooth(hash(app.key, termKey), this.day, 8)
      }))
      .sort((a, b) => b.score - a.score || a.app.id - b.app.id)
      .map(({ app }) => app)
    if (this.searches.size >= searchesKeptMax) this.searches.clear()
    this.searches.set(key, ranked)
    return ranked
  }

  /** Completions of what was typed so far, most sought first. */
  hints(market: Market, typed: string, limit: number): ReadonlyArray<string> {
    const start = typed.toLowerCase().trim().replace(/\s+/g, " ")
    if (start === "") return []
    const matches = (term: string): boolean => term.startsWith(start) || term.includes(` ${start}`)
    const terms = this.world
      .vocabulary()
      .filter(matches)
      .map((term) => ({ term, score: this.demand(market, term) }))
    const names = this.apps()
      .filter((app) => app.kind === "mobile" && matches(app.titleText.slice(1)) && isSoldIn(app, market))
      .map((app) => ({ term: app.name.toLowerCase(), score: 0.6 * this.strength(app, market) }))
    const ordered = [...terms, ...names].sort((a, b) => b.score - a.score || (a.term < b.term ? -1 : 1))
    return [...new Set(ordered.map(({ term }) => term))].slice(0, limit)
  }

  trends(market: Market, limit: number): ReadonlyArray<string> {
    return this.world
      .vocabulary()
      .map((term) => ({ term, score: smooth(textHash(term) ^ market.key, this.day, 6) }))
      .sort((a, b) => b.score - a.score)
      .slice(0, limit)
      .map(({ term }) => term)
  }

  similar(app: InventedApp, market: Market, limit: number): ReadonlyArray<InventedApp> {
    return this.apps()
      .filter((other) => other.theme === app.theme && other.id !== app.id && other.kind === app.kind)
      .filter((other) => isSoldIn(other, market))
      .map((other) => ({
        other,
        score: this.strength(other, market) + (other.descriptor === app.descriptor ? 1.5 : 0)
      }))
      .sort((a, b) => b.score - a.score || a.other.id - b.other.id)
      .slice(0, limit)
      .map(({ other }) => other)
  }

  private demand(market: Market, term: string): number {
    const key = textHash(term)
    const length = term.split(" ").length
    return 3.2 * unit(key, 81) - 0.5 * length + 0.6 * unit(key, 82, market.key) + 0.4 * smooth(key, this.day, 20)
  }
}

const isEligible = (app: InventedApp, kind: ChartKind, device: "phone" | "pad" | "desktop", day: number): boolean => {
  if ((app.kind === "desktop") !== (device === "desktop")) return false
  if (device === "pad" && !app.hasPad) return false
  if (kind.startsWith("new") && day - app.releaseDay > 90) return false
  if (kind === "top-grossing") return app.usd > 0 || app.purchases.length > 0
  if (kind === "top-free" || kind === "new-free") return app.usd === 0
  return kind === "new" || app.usd > 0
}

/** What a user of this app tends to pay, beside other apps. */
const spending = (app: InventedApp): number => {
  const dearest = app.purchases.reduce((most, purchase) => Math.max(most, purchase.usd), app.usd)
  return 0.35 * Math.log1p(dearest) + 0.8 * unit(app.key, 66)
}

/** 1 and more when every word is found; the better the place, the more. Below 1 when only some are. */
const matchOf = (app: InventedApp, words: ReadonlyArray<string>, phrase: string): number => {
  let inTitle = 0
  let inOther = 0
  for (const word of words) {
    if (app.titleText.includes(` ${word}`)) inTitle++
    else if (app.otherText.includes(` ${word}`)) inOther++
  }
  const found = inTitle + inOther
  if (found === 0) return 0
  if (found < words.length) return (0.9 * found) / words.length
  const share = inTitle / words.length
  const phraseBonus = app.titleText.includes(phrase) ? 1 : app.otherText.includes(phrase) ? 0.4 : 0
  const startBonus = app.titleText.startsWith(phrase) ? 1 : 0
  const wholeBonus = app.titleText === phrase ? 4 : 0
  return 1 + 2.5 * share + phraseBonus + startBonus + wholeBonus
}
