import type { Ask } from "./load.ts"
import type { Prng } from "./prng.ts"
import type { ChargedRoutes } from "./routes.ts"

export interface MixOptions {
  /** Starts every Idempotency-Key. */
  readonly label: string
  /** Of the requests, how many carry an Idempotency-Key. */
  readonly keyedShare?: number
  /** Of those with a key, how many repeat an earlier one. */
  readonly repeatedShare?: number
}

/** Requests on charged routes for these keys: some with an Idempotency-Key, and some of those sent before. */
export const mixedAsks = (
  random: Prng,
  apiKeys: ReadonlyArray<string>,
  routes: Pick<ChargedRoutes, "any">,
  { keyedShare = 0.3, label, repeatedShare = 0.1 }: MixOptions
): (() => Ask) => {
  const keyed: Array<Ask> = []
  let count = 0
  return () => {
    const ask: Ask = { path: routes.any(random), apiKey: apiKeys[random.int(0, apiKeys.length - 1)] ?? "" }
    if (!random.chance(keyedShare)) return ask
    const [first, ...rest] = keyed
    if (first !== undefined && random.chance(repeatedShare)) return random.pick([first, ...rest])
    const own: Ask = { ...ask, idempotencyKey: `${label}-${count++}` }
    keyed.push(own)
    if (keyed.length > 200) keyed.shift()
    return own
  }
}
