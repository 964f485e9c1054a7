import {
  dayMs,
  type InventedApp,
  isoInstant,
  ratingAverage,
  ratingCount,
  versionOn,
  type World
} from "@storeglass/sandbox/world"
import type { FoundApp, SearchHistory } from "../formats/SearchLists.ts"
import type { Storefront } from "../formats/storefronts.ts"
import { releaseInstantMs } from "./lookupRecord.ts"
import { playAverage, playInstalls, playRatings } from "./playFacts.ts"

/** The orders in which the two search services list their hits. */
const orders = { storea: 1, storeb: 3 } as const
const depths = { storea: 200, storeb: 30, besideTop: 19 } as const
/** Counting the ratings of all countries takes long; only of the first ones are installs asked for. */
const telling = 10

const found = (app: InventedApp, storefront: Storefront, day: number): FoundApp => {
  const version = versionOn(app, day)
  const ratings = ratingCount(app, storefront, day)
  return {
    appId: String(app.id),
    name: app.name,
    seller: app.developer.sellerName,
    ratingCount: ratings,
    averageRating: ratings === 0 ? null : ratingAverage(app, storefront, day),
    installs: null,
    releaseDate: isoInstant(releaseInstantMs(app)),
    currentVersionReleaseDate: isoInstant(version.day * dayMs + version.ms)
  }
}

const foundOnSecond = (app: InventedApp, index: number, day: number): FoundApp => ({
  appId: app.bundleId,
  name: app.name,
  seller: app.developer.name,
  ratingCount: null,
  averageRating: playAverage(app, day),
  installs: index < telling ? playInstalls(app, playRatings(app, day).count).min : null,
  releaseDate: null,
  currentVersionReleaseDate: null
})

/** The searches of both invented stores on any day, in the order in which their services give them. */
export const worldSearches = (first: World, second: World): SearchHistory => {
  const ofFirst = (term: string, storefront: Storefront, day: number) => {
    const all = first.at(day).search(storefront, term, orders.storea).slice(0, depths.storea)
    const apps = all.filter((app) => app.kind === "mobile").map((app) => found(app, storefront, day))
    return { term, reach: apps[0]?.ratingCount ?? null, apps }
  }
  const ofSecond = (term: string, storefront: Storefront, day: number) => {
    const all = second.at(day).search(storefront, term, orders.storeb)
    const [best] = all
    const onTop = best !== undefined && best.titleText.trim() === term.toLowerCase().trim() ? [best] : []
    const rest = all.filter((app) => !onTop.includes(app))
    const shown = [...onTop, ...rest.slice(0, onTop.length === 0 ? depths.storeb : depths.besideTop)]
    const [leader] = shown
    return {
      term,
      reach: leader === undefined ? null : playRatings(leader, day).count,
      apps: shown.map((app, index) => foundOnSecond(app, index, day))
    }
  }
  return {
    searches: ({ day, platform, storefront, terms }) =>
      terms.map((term) => (platform === "storea" ? ofFirst : ofSecond)(term, storefront, day)),
    terms: ({ day, platform, storefront }, limit) =>
      (platform === "storea" ? first : second).at(day).trends(storefront, limit)
  }
}
