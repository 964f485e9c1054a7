/** What the sales of a paid app come to: downloads × price, less the store's share. Knows nothing of in-app purchases. */
import { candidate, clampSpread, type ModelAnswer, noBasis, spreadMax } from "./Candidate.ts"
import type { Combined, Nothing } from "./combine.ts"

export const paidRevenue = (input: {
  readonly downloads: Combined | Nothing
  readonly price: number | null
  readonly commission: number
  /** Whether the downloads are those of the whole world, sold at other prices elsewhere. */
  readonly worldwide?: boolean
}): ModelAnswer => {
  const model = "paid-revenue@1"
  const worldwide = input.worldwide === true
  if (input.price === null) return noBasis(model, "the store lists no price")
  if (input.price === 0) return noBasis(model, "the app is free: nothing public shows what is bought inside it")
  if (input.downloads.value === null) return noBasis(model, "no downloads could be estimated")
  return candidate({
    model,
    value: input.downloads.value * input.price * (1 - input.commission),
    weight: 0.6,
    spread: worldwide ? spreadMax : clampSpread(input.downloads.high / input.downloads.value),
    grade: worldwide || input.downloads.confidence === "low" ? "coarse" : "calibrated",
    inputs: [
      { name: "downloads", value: Math.round(input.downloads.value) },
      { name: "price", value: input.price },
      { name: "commission", value: input.commission }
    ],
    limitations: [
      "sales of the app alone, without in-app purchases",
      ...(worldwide ? ["this country's price is used for all countries"] : [])
    ]
  })
}
