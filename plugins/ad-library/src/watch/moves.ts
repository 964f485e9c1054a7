/** What changed in an app's ads from one reading to the next. */
import { delayDays } from "../ads.ts"
import type { Move } from "../contract.ts"

/** Ads that weren't shown for so many days have stopped: a week has quiet days. */
export const quietDays = 7

const phrases: Readonly<Record<Move["kind"], (values: ReadonlyArray<string>) => string>> = {
  started: (values) => `It started advertising${values.length === 0 ? "" : `, in ${values.join(", ")}`}.`,
  stopped: () => `It stopped advertising: no ad was shown for ${quietDays} days.`,
  creative: (values) => `It has ${values.length === 1 ? "a new creative" : `${values.length} new creatives`}.`,
  country: (values) => `It has ads in new storefronts: ${values.join(", ")}.`,
  placement: (values) => `It has ads in new places: ${values.join(", ")}.`
}

/** The moves of one reading, in sentences. */
export const textOf = (moves: ReadonlyArray<Move>) => moves.map(({ kind, values }) => phrases[kind](values)).join(" ")

/** What people are told of the moves of one reading, with how old they are. */
export const alertOf = (name: string, moves: ReadonlyArray<Move>, dataEnd: string | null) => {
  const [first] = moves
  const verb =
    first?.kind === "started" || first?.kind === "stopped"
      ? `${first.kind} advertising`
      : "has something new in its ads"
  return {
    title: `Ad library: ${name} ${verb} in the EU`,
    text: [
      textOf(moves),
      `The store's repository is ${delayDays} days behind${dataEnd === null ? "" : `: this is as of ${dataEnd}`}.`
    ].join(" ")
  }
}
