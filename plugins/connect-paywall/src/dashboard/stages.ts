/** The way of people through paywalls, in its order. */
export const stages = ["Saw a paywall", "Began a trial", "Paid for the first time"] as const
export type Stage = (typeof stages)[number]

/** The charts by which providers count each, as they spell them, the nearest first. */
export const spellings: Readonly<Record<Stage, ReadonlyArray<string>>> = {
  "Saw a paywall": ["paywalledusers", "paywallusers", "paywallopens", "paywallviews"],
  "Began a trial": ["newtrials", "trialstarts"],
  "Paid for the first time": ["newsubscriptions", "subscriptionstarts", "initialpurchases"]
}
