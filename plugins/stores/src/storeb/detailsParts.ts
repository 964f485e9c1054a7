/** The parts of an app's node that are lists. */
import { Option, Schema } from "effect"
import { HttpUrl, loose } from "../common/loose.ts"
import type { StorePage } from "../contract.ts"
import {
  categoriesTree,
  categoryEntry,
  detailsPositions,
  histogramCount,
  picture,
  screenshotsList
} from "./detailsPositions.ts"
import { at, listAt, type Path, pick } from "./path.ts"

export const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

const Picture = Schema.Struct({ url: HttpUrl, width: loose(Count), height: loose(Count) })
const decodePicture = Schema.decodeUnknownOption(Picture)

/** Pictures at a list, each once though the store repeats them; one that has no address is left out. */
export const picturesOf = (root: unknown, list: Path): ReadonlyArray<typeof Picture.Type> => {
  const pictures = new Map<string, typeof Picture.Type>()
  for (const entry of listAt(root, list)) {
    const read = Option.getOrUndefined(decodePicture(pick(entry, picture)))
    if (read !== undefined && !pictures.has(read.url)) pictures.set(read.url, read)
  }
  return [...pictures.values()]
}

/** The store does not say which device a screenshot shows. */
export const screenshotsOf = (node: unknown): ReadonlyArray<typeof Picture.Type> => picturesOf(node, screenshotsList)

const Histogram = Schema.Tuple([Count, Count, Count, Count, Count])
const decodeHistogram = Schema.decodeUnknownOption(Histogram)

/** So many installs without a single rating are not believed: the ratings have moved. */
const installsUnratedMax = 10_000

/**
 * How many ratings there are. An app that nobody has rated has a count of 0, or no block of ratings at all; of an app
 * that many have installed, the latter says nothing.
 */
export const ratingCountOf = (
  node: unknown,
  counted: number | null,
  installs: number | null
): { readonly count: number | null; readonly odd: string | null } => {
  if (at(node, detailsPositions.ratings) !== undefined) return { count: counted, odd: null }
  return installs !== null && installs >= installsUnratedMax
    ? { count: null, odd: "many installs without a block of ratings" }
    : { count: 0, odd: null }
}

/**
 * Stars that do not add up to the ratings are none: one of the two has moved. They are always a few short. Without any
 * rating there are none to add up.
 */
export const histogramOf = (
  node: unknown,
  ratings: number | null
): { readonly counts: StorePage["ratingHistogram"]; readonly odd: string | null } => {
  const stars = [1, 2, 3, 4, 5] as const
  const counts = Option.getOrNull(decodeHistogram(stars.map((star) => at(node, histogramCount(star)))))
  const sum = counts?.reduce((total, count) => total + count, 0) ?? 0
  if (ratings === 0 && sum === 0) return { counts: null, odd: null }
  if (counts === null)
    return { counts, odd: at(node, detailsPositions.ratingCount) === undefined ? null : "ratings without their stars" }
  return ratings === null || Math.abs(sum - ratings) > Math.max(10, ratings / 10)
    ? { counts: null, odd: "stars that do not add up to the ratings" }
    : { counts, odd: null }
}

const Category = Schema.Struct({
  id: Schema.String.check(Schema.isPattern(/^[A-Z][A-Z_]+$/)),
  name: Schema.NonEmptyString
})
const decodeCategory = Schema.decodeUnknownOption(Category)

/** The genres in the tree; themes, which have no id, are not genres. */
export const categoriesOf = (node: unknown): ReadonlyArray<typeof Category.Type> => {
  const walk = (value: unknown, depth: number): ReadonlyArray<typeof Category.Type> => {
    if (!Array.isArray(value) || depth > 6) return []
    const found = decodeCategory(pick(value, categoryEntry))
    return found._tag === "Some" ? [found.value] : value.flatMap((entry: unknown) => walk(entry, depth + 1))
  }
  return walk(at(node, categoriesTree), 0)
}
