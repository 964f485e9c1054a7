import { Effect } from "effect"
import { RequestAtHand } from "../http/RequestAtHand.ts"

/** On whose behalf a write is made: the caller of the request at hand, or whom a job names. */
export const actorOf = Effect.fnUntraced(function* (
  by: { readonly accountId: string; readonly key?: string | undefined } | undefined
) {
  const request = yield* RequestAtHand
  if (by !== undefined) {
    // One request may make several writes, each under a key of its own.
    const own = request?.caller?.accountId === by.accountId ? request : undefined
    return {
      accountId: by.accountId,
      keyId: own?.caller?.keyId,
      requestId: own?.exchange.requestId,
      key: by.key
    }
  }
  if (request?.caller === undefined) {
    return yield* Effect.die(new Error("a vendor write outside a request needs `by`: the account it is made for"))
  }
  const { caller, exchange } = request
  return {
    accountId: caller.accountId,
    keyId: caller.keyId,
    requestId: exchange.requestId,
    key: exchange.idempotencyKey
  }
})
