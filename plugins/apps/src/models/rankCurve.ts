/**
 * From a chart position to a month's downloads or revenue: `b × (rank + c)^-a`, the power law that public studies of
 * store charts find (Garg & Telang, MIS Quarterly 37(4), 2013), with an offset for the flat top. The curves are fitted
 * on the US and carried to other countries by the size of the market.
 */
import { type Candidate, candidate, factorsOf, type ModelAnswer, noBasis } from "./Candidate.ts"
import { daysPerMonth, type Market, type RankCurve, type RankCurves } from "./calibration.ts"
import type { ChartPosition } from "./chartPosition.ts"

/** The curve alone, a day. */
export const perDayAt = (curve: RankCurve, rank: number) => curve.perDay * (rank + curve.offset) ** -curve.exponent

interface RankInput {
  readonly position: ChartPosition
  readonly chart: keyof RankCurves
  readonly country: string
  readonly isGame: boolean
  readonly curves: RankCurves
  readonly markets: Readonly<Record<string, Market>>
}

/** Further standard deviations of the logarithm, by judgement: nothing public measures them. */
const unmeasured = { inferred: 0.5, foreign: 0.4, otherKind: 0.4 } as const

const rankModel =
  (model: string, measure: keyof Market) =>
  ({ chart, country, curves, isGame, markets, position }: RankInput): ModelAnswer => {
    if (position._tag === "Unplaced") return noBasis(model, position.reason)
    const scale = markets[country]?.[measure] ?? null
    if (scale === null) return noBasis(model, `not calibrated for ${country}; set estimates.markets.${country}`)
    const curve = curves[chart]
    const inferred = position._tag === "Inferred"
    const beyond = position.rank > curve.ranks
    const foreign = country !== "us"
    const otherKind = curve.kind === "games" && !isGame
    const limitations: Array<string> = []
    if (inferred) limitations.push("not in the overall chart: its place there is inferred from the genre's chart")
    if (beyond) limitations.push(`below rank ${curve.ranks}, where the curve is extrapolated`)
    if (foreign) limitations.push("the curve is fitted on the US and scaled by the size of the market")
    if (otherKind) limitations.push("the curve is fitted on games; this app isn't one")
    const inputs: Array<Candidate["inputs"][number]> = [
      { name: "chart", value: chart },
      { name: inferred ? "inferredRank" : "rank", value: position.rank }
    ]
    if (inferred) inputs.push({ name: "genreRank", value: position.genreRank })
    inputs.push({ name: "marketScale", value: scale }, { name: "calibratedAsOf", value: curve.asOf })
    const sigma = Math.hypot(
      curve.sigma,
      inferred || beyond ? unmeasured.inferred : 0,
      foreign ? unmeasured.foreign : 0,
      otherKind ? unmeasured.otherKind : 0
    )
    return candidate({
      model,
      value: perDayAt(curve, position.rank) * scale * daysPerMonth,
      factors: factorsOf(sigma),
      evidence: {
        coverageObserved: null,
        n: null,
        calibratedOn: `${chart} of the US, overall, ${curve.kind === "games" ? "games" : "games and others"}, ${curve.asOf}`,
        fittedAt: "2026-11-22"
      },
      inputs,
      limitations
    })
  }

/** Downloads a month in the country, from the top-free or top-paid chart. */
export const rankDownloads = rankModel("rank-downloads@2", "downloads")

/** USD a month from the country's top-grossing chart, net of the store's share. Says nothing about ad income. */
export const grossingRevenue = rankModel("grossing-revenue@2", "revenue")
