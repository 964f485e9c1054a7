/**
 * From a chart position to a month's downloads or revenue: `b × rank^-a`, the power law that public studies of store
 * charts find (Garg & Telang, MIS Quarterly 37(4), 2013: a = 0.94 for paid apps; 0.82 for free ones). The curves are
 * fitted on the US and carried to other countries by the size of the market.
 */
import { type Candidate, candidate, clampSpread, type ModelAnswer, noBasis } from "./Candidate.ts"
import { daysPerMonth, type Market, type RankCurve, type RankCurves } from "./calibration.ts"
import type { ChartPosition } from "./chartPosition.ts"

/** The curve alone, a day. */
export const perDayAt = (curve: RankCurve, rank: number) =>
  Math.min(curve.topPerDay, curve.perDay * rank ** -curve.exponent)

interface RankInput {
  readonly position: ChartPosition
  readonly chart: keyof RankCurves
  readonly country: string
  readonly curves: RankCurves
  readonly markets: Readonly<Record<string, Market>>
}

const rankModel =
  (model: string, measure: keyof Market) =>
  ({ chart, country, curves, markets, position }: RankInput): ModelAnswer => {
    if (position._tag === "Unplaced") return noBasis(model, position.reason)
    const scale = markets[country]?.[measure] ?? null
    if (scale === null) return noBasis(model, `not calibrated for ${country}; set estimates.markets.${country}`)
    const curve = curves[chart]
    const inferred = position._tag === "Inferred"
    const beyond = position.rank > curve.ranks
    const foreign = country !== "us"
    const limitations: Array<string> = []
    if (inferred) limitations.push("not in the overall chart: its place there is inferred from the genre's chart")
    if (beyond) limitations.push(`below rank ${curve.ranks}, where the curve is extrapolated`)
    if (foreign) limitations.push("the curve is fitted on the US and scaled by the size of the market")
    const inputs: Array<Candidate["inputs"][number]> = [
      { name: "chart", value: chart },
      { name: inferred ? "inferredRank" : "rank", value: position.rank }
    ]
    if (inferred) inputs.push({ name: "genreRank", value: position.genreRank })
    inputs.push({ name: "marketScale", value: scale }, { name: "calibratedAsOf", value: curve.asOf })
    return candidate({
      model,
      value: perDayAt(curve, position.rank) * scale * daysPerMonth,
      weight: inferred || beyond ? 0.4 : 0.8,
      spread: clampSpread(1.6 * (inferred || beyond ? 1.5 : 1) * (foreign ? 1.5 : 1)),
      grade: inferred || beyond || foreign ? "coarse" : "calibrated",
      inputs,
      limitations
    })
  }

/** Downloads a month in the country, from the top-free or top-paid chart. */
export const rankDownloads = rankModel("rank-downloads@1", "downloads")

/** USD a month from the country's top-grossing chart, net of the store's share. Says nothing about ad income. */
export const grossingRevenue = rankModel("grossing-revenue@1", "revenue")
