/** What the second store says of an app on a day. Its ratings are those of all countries together. */
import {
  type Developer,
  type InventedApp,
  ratingAverage,
  ratingCount,
  starShares,
  unit
} from "@storeglass/sandbox/world"
import { playCategoryOf } from "../formats/playCategories.ts"
import { storefrontOf, storefronts } from "../formats/storefronts.ts"

const home = storefrontOf("us")

export interface PlayRatings {
  readonly count: number
  readonly average: number | null
  /** From one star to five; a few ratings are in none of them. */
  readonly stars: readonly [number, number, number, number, number]
  readonly written: number
}

/** The average alone, for cards: counting all countries takes longer. */
export const playAverage = (app: InventedApp, day: number): number | null =>
  home === undefined || ratingCount(app, home, day) === 0 ? null : ratingAverage(app, home, day)

/** Counting over all countries takes its time, and every card shows what follows from it. */
const counted = new WeakMap<InventedApp, { readonly day: number; readonly ratings: PlayRatings }>()

export const playRatings = (app: InventedApp, day: number): PlayRatings => {
  const kept = counted.get(app)
  if (kept?.day === day) return kept.ratings
  const ratings = countRatings(app, day)
  counted.set(app, { day, ratings })
  return ratings
}

const countRatings = (app: InventedApp, day: number): PlayRatings => {
  const average = playAverage(app, day)
  if (average === null) return { count: 0, average, stars: [0, 0, 0, 0, 0], written: 0 }
  const count = 2 * storefronts.reduce((sum, storefront) => sum + ratingCount(app, storefront, day), 0)
  const [five = 0, four = 0, three = 0, two = 0, one = 0] = starShares(average).map((share) =>
    Math.floor(share * count)
  )
  return { count, average, stars: [one, two, three, four, five], written: Math.floor(count / 30) }
}

const steps = [1, 5] as const

/** The counter is shown as the last step that it passed: 1, 5, 10, 50, 100 … */
export const playInstalls = (app: InventedApp, ratings: number): { readonly min: number; readonly real: number } => {
  const real = Math.round((ratings + 3) * (35 + 70 * unit(app.key, 0xc1)))
  let min = 1
  for (let power = 1; power <= real; power *= 10) {
    for (const step of steps) if (step * power <= real) min = step * power
  }
  return { min, real }
}

export const playCategory = (app: InventedApp): string =>
  playCategoryOf(app.theme.subgenre ?? app.theme.genre, unit(app.key, 0xc2))

export interface PlayDeveloper {
  readonly id: string
  readonly path: string
}

/** Some developers are known by a number, others by their name. */
export const playDeveloper = (developer: Developer): PlayDeveloper => {
  if (developer.index % 3 !== 0)
    return {
      id: developer.name,
      path: `/store/apps/developer?id=${encodeURIComponent(developer.name).replaceAll("%20", "+")}`
    }
  const id = `4${String(developer.id).padStart(18, "0")}`
  return { id, path: `/store/apps/dev?id=${id}` }
}
