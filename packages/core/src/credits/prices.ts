import { Effect } from "effect"

/** Maximum credits of one charge, hold or grant; the ledger's columns hold twice that. */
export const creditsMax = 1_000_000_000

/** Whether a number can be a price: the ledger would round a fraction, and a negative one would give credits away. */
export const isPrice = (credits: number): boolean => Number.isInteger(credits) && credits >= 0 && credits <= creditsMax

/** What is wrong with an amount of credits, as a defect of its maker. */
export const wrongAmount = (what: string, credits: number, min = 0) =>
  new Error(`${what} of ${credits} credits: it must be a whole number from ${min} to 1 000 000 000`)

/** Fails, as a defect, a hold or grant that the ledger can't take. */
export const assertAmount = (what: string, credits: number, min = 0): Effect.Effect<void> =>
  isPrice(credits) && credits >= min ? Effect.void : Effect.die(wrongAmount(what, credits, min))
