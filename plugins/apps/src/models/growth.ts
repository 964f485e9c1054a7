/**
 * What the intervals of the models of growth rest on: apps of a store that counts installs exactly, seen twice eleven
 * months apart (2020 and 2021). Few, and mostly small; `npm run -s backtest` holds the models against them.
 */
import { type Evidence, type Factors, factorsOf } from "./Candidate.ts"

const common = { calibratedOn: "storeb apps seen in 2020 and 2021", fittedAt: "2026-11-22" }

/** A month's installs now, beside the average month since the release: most apps have their best time behind them. */
export const pace: { readonly share: number; readonly factors: Factors; readonly evidence: Evidence } = {
  share: 0.6,
  factors: { below: 0.05, above: 2 },
  evidence: { ...common, coverageObserved: 0.8182, n: 22 }
}

/** New installs beside new ratings ÷ the app's own share of ratings. */
export const ownShare: { readonly factors: Factors; readonly evidence: Evidence } = {
  factors: { below: 0.3, above: 1.8 },
  evidence: { ...common, coverageObserved: 0.8125, n: 16 }
}

/** By how much a small count is off by chance alone: its logarithm has a standard deviation of 1/√count. */
export const chance = (count: number): Factors => factorsOf(1 / Math.sqrt(count))
