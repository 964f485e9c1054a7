/** Which of a territory's price points stands for a price that was worked out from another territory's. */
import { compareAmounts, subtractAmount, timesAmount } from "@storeglass/plugin-api"
import type { PricePoint } from "../vendor/records.ts"

export interface Rounding {
  readonly to: "nearest" | "up" | "down"
  /** How the price ends as the vendor tells it: `.99`, `00`. */
  readonly endings: ReadonlyArray<string>
}

/** A price moves by at most a quarter to come by its ending. */
const quarter = "4"

const awayOf = (point: PricePoint, from: PricePoint) =>
  subtractAmount(point.customerPrice ?? "", from.customerPrice ?? "")
const isNear = (away: string, { customerPrice }: PricePoint) => {
  const times = timesAmount(away.replace("-", ""), quarter)
  return times !== undefined && (compareAmounts(times, customerPrice ?? "") ?? 1) <= 0
}

/** The nearest point that ends as is wanted; the equalised one itself where none is near. */
export const rounded = (
  points: ReadonlyArray<PricePoint>,
  equalized: PricePoint,
  { endings, to }: Rounding
): PricePoint => {
  let best: { readonly point: PricePoint; readonly away: string } | undefined
  for (const point of points) {
    const { customerPrice } = point
    if (customerPrice === null || !endings.some((ending) => customerPrice.endsWith(ending))) continue
    const away = awayOf(point, equalized)
    if (away === undefined || !isNear(away, equalized)) continue
    const side = compareAmounts(away, "0") ?? 0
    if ((to === "up" && side < 0) || (to === "down" && side > 0)) continue
    const compared = best === undefined ? -1 : (compareAmounts(away.replace("-", ""), best.away.replace("-", "")) ?? 0)
    // Of two that are as near, the lower: nobody pays more for a tie.
    if (compared < 0 || (compared === 0 && side < 0)) best = { point, away }
  }
  return best?.point ?? equalized
}

export type Move = "raise" | "lower" | "same" | "new" | "unknown"
export interface Priced {
  readonly pricePointId: string | null
  readonly customerPrice: string | null
  readonly currency: string | null
}
/** What becomes of a territory's price. */
export const moveOf = (from: Priced | undefined, to: PricePoint): Move => {
  if (from === undefined) return "new"
  if (from.pricePointId === to.id) return "same"
  if (from.currency !== to.currency) return "unknown"
  const compared = compareAmounts(to.customerPrice ?? "", from.customerPrice ?? "")
  return compared === undefined ? "unknown" : compared > 0 ? "raise" : compared < 0 ? "lower" : "same"
}
