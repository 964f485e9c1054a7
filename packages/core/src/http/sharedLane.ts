import type { IncomingMessage, ServerResponse } from "node:http"
import { Clock, Effect, Exit } from "effect"
import { HttpServerResponse } from "effect/http"
import { isNoted, type KeyHolder, KeyRing } from "../auth/KeyRing.ts"
import type { ChargeReceipt, Settled } from "../credits/ChargeQueue.ts"
import { CreditLedger } from "../credits/CreditLedger.ts"
import { periodEndMs, periodOf } from "../credits/period.ts"
import { bucketNumber } from "../credits/plans.ts"
import type { BalanceHints } from "./BalanceHints.ts"
import { ClientAddresses } from "./clientAddresses.ts"
import { creditHeaders, remainingOf } from "./creditHeaders.ts"
import { codingOf, isUnchanged } from "./encodings.ts"
import { failureOf, failureResponse } from "./envelope.ts"
import { isThere } from "./isThere.ts"
import { keyOf } from "./keyOf.ts"
import { Lifecycle } from "./Lifecycle.ts"
import { makeLaneSpans } from "./laneSpans.ts"
import { SharedAnswers } from "./SharedAnswers.ts"
import type { Visits } from "./visits.ts"

const bucket = "general"
const ledgerBucket = bucketNumber[bucket]

const text = (value: string | ReadonlyArray<string> | undefined) => (typeof value === "string" ? value : undefined)

/**
 * Answers what can be answered from memory before it gets to the router: a GET whose answer is kept, with a key that is
 * remembered. Its admission, its charge and the end of its answer are the guard's own, without a fibre for each request;
 * whatever it has any doubt about goes the long way.
 */
export const makeSharedLane = Effect.fnUntraced(function* (hints: BalanceHints, visits: Visits) {
  const ring = yield* KeyRing
  const addresses = yield* ClientAddresses
  const ledger = yield* CreditLedger
  const shared = yield* SharedAnswers
  const lifecycle = yield* Lifecycle
  const clock = yield* Clock.Clock
  const spanOf = yield* makeLaneSpans
  const runFork = Effect.runForkWith(yield* Effect.context<never>())

  const holderOf = (incoming: IncomingMessage): KeyHolder | undefined => {
    const key = keyOf(text(incoming.headers["x-api-key"]), incoming.headers.authorization)
    return key === undefined ? undefined : ring.remembered(key)
  }

  /** True: it is answered, or will be. */
  return (incoming: IncomingMessage, outgoing: ServerResponse): boolean => {
    const { headers, method, url } = incoming
    if (method !== "GET" || url === undefined || headers["idempotency-key"] !== undefined) return false
    // A body would have to be read.
    if (headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined) return false
    const answer = shared.get(url)
    if (answer === undefined || lifecycle.isDraining()) return false
    if (shared.byOrigin && headers.origin !== undefined) return false
    const coding = codingOf(text(headers["accept-encoding"]))
    const wire = coding === undefined ? answer : answer.inCoding(coding)
    if (wire === undefined) return false
    const holder = holderOf(incoming)
    if (holder === undefined || (holder.audience !== undefined && holder.audience !== "/v1")) return false
    if (holder.mayComeFrom !== undefined && !holder.mayComeFrom(addresses.ofIncoming(incoming))) return false
    const nowMs = clock.currentTimeMillisUnsafe()
    const period = periodOf(nowMs)
    const { credits, observe, operationId, route } = answer.route
    const hint = hints.get(holder.accountId, bucket, period)
    if (hint !== undefined && remainingOf(hint) < credits) return false
    const visit = visits.begin()
    visit.client = addresses.clientOfIncoming(incoming)
    visit.holder = holder
    visit.operationId = operationId
    visit.url = url
    visit.bucket = ledgerBucket
    if (holder.credential === "token") visit.way = "explorer"
    if (visits.admit(visit, route, holder) !== undefined) {
      visits.leave(visit)
      return false
    }
    if (!isNoted(holder, nowMs)) ring.used(holder, nowMs, visit.client)
    const endSpan = spanOf(incoming, route)

    const give = (receipt: ChargeReceipt, own: Record<string, string>) => {
      hints.remember(holder.accountId, bucket, period, receipt)
      const state = { plan: receipt.plan ?? holder.plan, general: receipt }
      const told = creditHeaders(state, { credits, bucket }, periodEndMs(period) / 1000)
      const unchanged = isUnchanged(headers["if-none-match"], answer.etag)
      const kept = unchanged ? answer.unchanged : wire.headers
      const lines = [...kept]
      for (const name in told) lines.push(name, told[name] ?? "")
      for (const name in own) lines.push(name, own[name] ?? "")
      outgoing.writeHead(unchanged ? 304 : 200, lines)
      outgoing.end(unchanged ? undefined : wire.body)
    }
    const decline = (response: HttpServerResponse.HttpServerResponse, own: Record<string, string>) => {
      const { body, headers, status } = HttpServerResponse.setHeaders(response, { ...shared.commonHeaders, ...own })
      outgoing.writeHead(status, { ...headers })
      outgoing.end(body._tag === "Uint8Array" ? body.body : undefined)
    }
    /** Ends the request; the ledger tells others too, and must not be stopped by one who cannot be answered. */
    const finish = (status: number, failure: Uint8Array | undefined, write: (own: Record<string, string>) => void) => {
      visits.leave(visit)
      // A 304 in its place costs the same.
      visit.credits = credits
      const ending = { toldId: undefined, replayed: false, failure, isThere: isThere(incoming) }
      const own = visits.finish(visit, route, status, observe, status === 200, ending)
      endSpan?.(status)
      try {
        write(own)
      } catch {
        outgoing.destroy()
      }
    }
    const done = (settled: Settled) => {
      if (Exit.isSuccess(settled) && settled.value.outcome === "charged") {
        const receipt = settled.value
        return finish(200, undefined, (own) => give(receipt, own))
      }
      const declined = Effect.matchEffect(settled, {
        onFailure: (failure) => Effect.succeed(failureResponse(failure)),
        onSuccess: (receipt) => answer.route.answerSettled(answer.response, holder, period, receipt)
      })
      runFork(
        Effect.map(declined, (response) =>
          finish(response.status, failureOf(response), (own) => decline(response, own))
        )
      )
    }
    const { requestId: id } = visit
    const { accountId, keyId: credentialId } = holder
    const item = { id, accountId, bucket: ledgerBucket, period, credits, operationId, credentialId }
    ledger.submit(item, { done, isThere: () => isThere(incoming) })
    return true
  }
})
