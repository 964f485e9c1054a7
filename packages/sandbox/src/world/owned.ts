import type { InventedApp } from "./InventedApp.ts"
import type { World } from "./World.ts"

const yearDays = 365

/**
 * The apps that the sandbox's customer owns at every vendor, so that what one double tells of an app can be joined with what
 * another does: the best known of a shop that are a year old or more and sold everywhere.
 */
export const ownedApps = (world: World, day: number, count: number): ReadonlyArray<InventedApp> =>
  world
    .at(day)
    .apps()
    .filter(
      ({ kind, releaseDay, soldInFewCountries }) =>
        kind === "mobile" && !soldInFewCountries && releaseDay <= day - yearDays
    )
    .toSorted((a, b) => b.popularity - a.popularity || a.id - b.id)
    .slice(0, count)
