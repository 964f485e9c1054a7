/** What the sales of a paid app come to: downloads × price, less the store's share. Knows nothing of in-app purchases. */
import { candidate, factorsOf, type ModelAnswer, noBasis, together } from "./Candidate.ts"
import type { Combined, Nothing } from "./combine.ts"

/** Prices elsewhere differ from this country's. By judgement. */
const worldwideSigma = 0.4

export const paidRevenue = (input: {
  readonly downloads: Combined | Nothing
  /** In the currency of the answer. */
  readonly price: number | null
  readonly commission: number
  /** Whether the downloads are those of the whole world, sold at other prices elsewhere. */
  readonly worldwide?: boolean
}): ModelAnswer => {
  const model = "paid-revenue@2"
  const { commission, downloads, price } = input
  const worldwide = input.worldwide === true
  if (price === null) return noBasis(model, "the store lists no price")
  if (price === 0) return noBasis(model, "the app is free: nothing public shows what is bought inside it")
  if (downloads.value === null)
    return noBasis(
      model,
      "no downloads could be estimated",
      downloads.notUsed.some(({ notYet }) => notYet)
    )
  const known = { below: downloads.low / downloads.value, above: downloads.high / downloads.value }
  return candidate({
    model,
    value: downloads.value * price * (1 - commission),
    factors: worldwide ? together(known, factorsOf(worldwideSigma)) : known,
    evidence: { ...downloads.evidence, coverageObserved: null, n: null },
    inputs: [
      { name: "downloads", value: Math.round(downloads.value) },
      { name: "price", value: Number(price.toPrecision(4)) },
      { name: "commission", value: commission }
    ],
    limitations: [
      "sales of the app alone, without in-app purchases",
      ...(worldwide ? ["this country's price is used for all countries"] : [])
    ]
  })
}
