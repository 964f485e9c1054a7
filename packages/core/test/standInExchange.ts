import type { Exchange } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"

/** The exchange of a request that no server got; what a handler tells it goes nowhere. */
export const standInExchange = (
  told: Partial<Pick<Exchange["Service"], "client" | "idempotencyKey">> = {}
): Exchange["Service"] => ({
  requestId: uuidV7Unsafe(),
  client: { address: undefined, network: "in-process", agent: undefined },
  idempotencyKey: undefined,
  setHeader: () => Effect.void,
  describe: () => Effect.void,
  nextPage: () => Effect.void,
  empty: Effect.void,
  quote: () => Effect.void,
  held: () => Effect.void,
  draining: Effect.never,
  sender: Effect.succeed(undefined),
  challenge: Effect.succeed(undefined),
  ...told
})
