import type { IncomingMessage, ServerResponse } from "node:http"
import { Clock, Effect, Exit } from "effect"
import { HttpServerResponse } from "effect/http"
import { type KeyHolder, KeyRing } from "../auth/KeyRing.ts"
import type { ChargeReceipt, Settled } from "../credits/ChargeQueue.ts"
import { CreditLedger } from "../credits/CreditLedger.ts"
import { periodEndMs, periodOf } from "../credits/period.ts"
import { bucketNumber } from "../credits/plans.ts"
import type { BalanceHints } from "./BalanceHints.ts"
import { creditHeaders, remainingOf } from "./creditHeaders.ts"
import { failureResponse } from "./envelope.ts"
import { keyOf } from "./keyOf.ts"
import { Lifecycle } from "./Lifecycle.ts"
import { makeRequestId } from "./requestIds.ts"
import { SharedAnswers } from "./SharedAnswers.ts"

const bucket = "general"
const ledgerBucket = bucketNumber[bucket]

const text = (value: string | ReadonlyArray<string> | undefined) => (typeof value === "string" ? value : undefined)

/**
 * Answers what can be answered from memory before it gets to the router: a GET whose answer is kept, with a key that is
 * remembered. It makes the same checks as the guard and the same charge, without a fibre for each request; whatever it
 * has any doubt about goes the long way.
 */
export const makeSharedLane = Effect.fnUntraced(function* (hints: BalanceHints) {
  const ring = yield* KeyRing
  const ledger = yield* CreditLedger
  const shared = yield* SharedAnswers
  const lifecycle = yield* Lifecycle
  const clock = yield* Clock.Clock
  const runFork = Effect.runForkWith(yield* Effect.context<never>())

  const holderOf = (incoming: IncomingMessage): KeyHolder | undefined => {
    const key = keyOf(text(incoming.headers["x-api-key"]), incoming.headers.authorization)
    const holder = key === undefined ? undefined : ring.remembered(key)
    return holder?.scopes.includes("read") === true ? holder : undefined
  }

  /** True: it is answered, or will be. */
  return (incoming: IncomingMessage, outgoing: ServerResponse): boolean => {
    const { headers, method, url } = incoming
    if (method !== "GET" || url === undefined || headers["idempotency-key"] !== undefined) return false
    // A body would have to be read.
    if (headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined) return false
    const answer = shared.get(url)
    if (answer === undefined || lifecycle.isDraining()) return false
    const holder = holderOf(incoming)
    if (holder === undefined) return false
    const nowMs = clock.currentTimeMillisUnsafe()
    const period = periodOf(nowMs)
    const { credits, observe, operationId } = answer.route
    const hint = hints.get(holder.accountId, bucket, period)
    if (hint !== undefined && remainingOf(hint) < credits) return false
    if (!lifecycle.enter()) return false
    if (!lifecycle.enterAccount(holder.accountId)) {
      lifecycle.leave()
      return false
    }
    const startedNs = clock.monotonicTimeNanosUnsafe()
    const requestId = makeRequestId(nowMs)

    const give = (receipt: ChargeReceipt) => {
      hints.remember(holder.accountId, bucket, period, receipt)
      const state = { plan: receipt.plan ?? holder.plan, general: receipt }
      const own = Object.entries(creditHeaders(state, { credits, bucket }, periodEndMs(period) / 1000)).flat()
      own.push("x-request-id", requestId)
      if (lifecycle.isDraining()) own.push("connection", "close")
      outgoing.writeHead(200, answer.headers.concat(own))
      outgoing.end(answer.body)
    }
    const decline = (response: HttpServerResponse.HttpServerResponse) => {
      const { body, headers, status } = HttpServerResponse.setHeaders(response, {
        ...shared.commonHeaders,
        "x-request-id": requestId,
        ...(lifecycle.isDraining() ? { connection: "close" } : {})
      })
      outgoing.writeHead(status, { ...headers })
      outgoing.end(body._tag === "Uint8Array" ? body.body : undefined)
    }
    /** Ends the request; the ledger tells others too, and must not be stopped by one who cannot be answered. */
    const finish = (status: number, write: () => void) => {
      lifecycle.leaveAccount(holder.accountId)
      lifecycle.leave()
      observe(status, Number(clock.monotonicTimeNanosUnsafe() - startedNs) / 1e6)
      try {
        write()
      } catch {
        outgoing.destroy()
      }
    }
    const done = (settled: Settled) => {
      if (Exit.isSuccess(settled) && settled.value.outcome === "charged") return finish(200, () => give(settled.value))
      const declined = Effect.matchEffect(settled, {
        onFailure: (failure) => Effect.succeed(failureResponse(failure)),
        onSuccess: (receipt) => answer.route.answerSettled(answer.response, holder, period, receipt)
      })
      runFork(Effect.map(declined, (response) => finish(response.status, () => decline(response))))
    }
    const item = { id: requestId, accountId: holder.accountId, bucket: ledgerBucket, period, credits, operationId }
    ledger.submit(item, { done, isThere: () => !outgoing.destroyed })
    return true
  }
})
