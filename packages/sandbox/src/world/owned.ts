import type { InventedApp } from "./InventedApp.ts"
import type { World } from "./World.ts"

const yearDays = 365

/** Of a world and a day, all of them: doubles ask at every request. */
const known = new WeakMap<World, Map<number, ReadonlyArray<InventedApp>>>()
const daysKeptMax = 32

/**
 * The apps that the sandbox's customer owns at every vendor, so that what one double tells of an app can be joined with what
 * another does: the best known of a shop that are a year old or more and sold everywhere.
 */
export const ownedApps = (world: World, day: number, count: number): ReadonlyArray<InventedApp> => {
  const days = known.get(world) ?? new Map<number, ReadonlyArray<InventedApp>>()
  known.set(world, days)
  let owned = days.get(day)
  if (owned === undefined) {
    owned = world
      .at(day)
      .apps()
      .filter(
        ({ kind, releaseDay, soldInFewCountries }) =>
          kind === "mobile" && !soldInFewCountries && releaseDay <= day - yearDays
      )
      .toSorted((a, b) => b.popularity - a.popularity || a.id - b.id)
    if (days.size >= daysKeptMax) days.clear()
    days.set(day, owned)
  }
  return owned.slice(0, count)
}
