/** Price points by what they cost. */
import { compareAmounts, InvalidInput, subtractAmount, VendorRejected } from "@storeglass/plugin-api"
import { Effect } from "effect"
import type { PricePoint } from "../vendor/records.ts"
import type { Failure } from "../writes/Changes.ts"
import { tagText } from "../writes/previews.ts"

/** Each needs a list of some 800 points. */
const territoriesMax = 20

/** An entry of a body: its point, or what it is to cost. */
export interface Pointed {
  readonly territory: string
  readonly pricePointId?: string
  readonly customerPrice?: string
}

/** The point of exactly this price; else the nearest below and above it. */
export const pointOf = (
  points: ReadonlyArray<PricePoint>,
  customerPrice: string
): { readonly point: PricePoint } | { readonly point: undefined; readonly nearest: ReadonlyArray<PricePoint> } => {
  let below: PricePoint | undefined
  let above: PricePoint | undefined
  const isNearer = (one: PricePoint, best: PricePoint | undefined) => {
    const away = (point: PricePoint) => subtractAmount(point.customerPrice ?? "", customerPrice)?.replace("-", "") ?? ""
    return best === undefined || (compareAmounts(away(one), away(best)) ?? 0) < 0
  }
  for (const point of points) {
    const compared = compareAmounts(point.customerPrice ?? "", customerPrice)
    if (compared === 0) return { point }
    if (compared !== undefined && compared < 0 && isNearer(point, below)) below = point
    if (compared !== undefined && compared > 0 && isNearer(point, above)) above = point
  }
  return { point: undefined, nearest: [below, above].flatMap((point) => point ?? []) }
}

/** Entries with their points, looked up where a price was sent in place of one. `at` names an entry of the body. */
export const withPoints = Effect.fn("withPoints")(function* <E extends Pointed>(
  entries: ReadonlyArray<E>,
  pointsIn: (territory: string) => Effect.Effect<{ readonly items: ReadonlyArray<PricePoint> }, Failure>,
  at: (index: number) => string
): Effect.fn.Return<
  ReadonlyArray<Omit<E, "pricePointId" | "customerPrice"> & { readonly pricePointId: string }>,
  Failure
> {
  const asked = new Set(
    entries.flatMap(({ customerPrice, territory }) => (customerPrice === undefined ? [] : [territory]))
  )
  if (asked.size > territoriesMax) {
    return yield* new InvalidInput(
      `prices (body): customerPrice is looked up in at most ${territoriesMax} territories; send pricePointId for the others`
    )
  }
  const known = new Map<string, ReadonlyArray<PricePoint>>()
  for (const territory of asked) known.set(territory, (yield* pointsIn(territory)).items)
  return yield* Effect.forEach(
    entries,
    Effect.fnUntraced(function* ({ customerPrice, pricePointId, ...entry }, index) {
      if (customerPrice === undefined || pricePointId !== undefined)
        return { ...entry, pricePointId: pricePointId ?? "" }
      const found = pointOf(known.get(entry.territory) ?? [], customerPrice)
      if (found.point !== undefined) return { ...entry, pricePointId: found.point.id }
      const nearest = found.nearest.map((point) => `${tagText(point)} (pricePointId ${point.id})`).join(" and ")
      return yield* new VendorRejected(
        `${at(index)}customerPrice (body): ${entry.territory} has no price of ${customerPrice}; ${
          nearest === "" ? "it has no price points" : `the nearest are ${nearest}`
        }; nothing was written`
      )
    })
  )
})
