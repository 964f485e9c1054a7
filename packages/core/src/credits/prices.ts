import { Effect } from "effect"

/** The most credits that one charge, hold or grant may be of; the ledger's columns take twice that. */
export const creditsMax = 1_000_000_000

/** Whether a number can be a price: the ledger would round a fraction, and a negative one would give credits away. */
export const isPrice = (credits: number): boolean => Number.isInteger(credits) && credits >= 0 && credits <= creditsMax

/** What is wrong with an amount of credits, as a defect of who made it. */
export const wrongAmount = (what: string, credits: number, min = 0) =>
  new Error(`${what} of ${credits} credits: it must be a whole number from ${min} to 1 000 000 000`)

/** Ends who makes a hold or grant that the ledger can't take as it is. */
export const assertAmount = (what: string, credits: number, min = 0): Effect.Effect<void> =>
  isPrice(credits) && credits >= min ? Effect.void : Effect.die(wrongAmount(what, credits, min))
