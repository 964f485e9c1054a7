import {
  type ApiFailure,
  type Bucket,
  CreditsExhausted,
  type Exchange,
  ServiceUnavailable
} from "@storeglass/plugin-api"
import { Clock, Data, Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import type { KeyHolder } from "../auth/KeyRing.ts"
import type { ChargeReceipt } from "../credits/ChargeQueue.ts"
import { type Charge, CreditLedger } from "../credits/CreditLedger.ts"
import { periodEndMs } from "../credits/period.ts"
import { bucketNumber } from "../credits/plans.ts"
import { isPrice, wrongAmount } from "../credits/prices.ts"
import { noteHeader } from "./answerHeaders.ts"
import type { BalanceHints } from "./BalanceHints.ts"
import { type CreditState, creditHeaders, remainingOf } from "./creditHeaders.ts"
import { EmptyAnswers } from "./EmptyAnswers.ts"
import { failureResponse } from "./envelope.ts"
import { Lifecycle } from "./Lifecycle.ts"
import { nextPageIn, PublicUrl } from "./pageLinks.ts"
import { makeRequestId } from "./requestIds.ts"
import { type Charged, type RouteMeta, routeName, sharesAnswers } from "./route.ts"
import { runHandler } from "./runHandler.ts"
import { SharedAnswers, type SharedRoute } from "./SharedAnswers.ts"
import type { Observe, Visit } from "./visits.ts"

type Response = HttpServerResponse.HttpServerResponse

const notSettled = failureResponse(
  new ServiceUnavailable("the charge couldn't be settled; nothing was charged, retry", { retryAfterSeconds: 1 })
)

/** One run of a route for a caller. */
export interface Run {
  readonly holder: KeyHolder
  readonly requestId: string
  /** Noted there: what it cost. */
  readonly visit: Visit
  readonly period: string
  /** Whether somebody still waits for the answer. */
  readonly isThere: () => boolean
  readonly idempotency?: Charge["idempotency"]
  /** Taken over from an attempt that ended without an answer, and may have been charged. */
  readonly takenOver?: boolean
  /** Called when its price is paid. */
  readonly onPaid?: () => void
  /** Called when its work goes on after the answer, for credits that are held. */
  readonly onHeld?: () => void
}

/** Another run of the same Idempotency-Key has taken the place of this one, whose answer must not be sent. */
export class FenceLost extends Data.TaggedError("FenceLost") {}

/** Charges for one route: an early no, the charge between a 2xx and the answer, and the headers that tell of it. */
export const makeRouteMeter = Effect.fnUntraced(function* (route: RouteMeta, hints: BalanceHints, observe: Observe) {
  const ledger = yield* CreditLedger
  const shared = yield* SharedAnswers
  const lifecycle = yield* Lifecycle
  const clock = yield* Clock.Clock
  const publicUrl = yield* PublicUrl
  const emptyIsFree = (yield* EmptyAnswers) === "free"
  const operationId = yield* ledger.operationId(routeName(route))
  const declared: Charged = { credits: route.credits === "quoted" ? 0 : route.credits, bucket: route.bucket }
  const shares = sharesAnswers(route)

  /** The balances, by one look at the ledger; cheap, as looks are batched with charges. */
  const look = (holder: KeyHolder, bucket: Bucket, period: string) =>
    Effect.map(
      ledger.settle({
        id: makeRequestId(clock.currentTimeMillisUnsafe()),
        accountId: holder.accountId,
        bucket: bucketNumber[bucket],
        period,
        credits: 0,
        operationId
      }),
      (receipt) => hints.remember(holder.accountId, bucket, period, receipt)
    )

  const exhausted = (bucket: Bucket, credits: number, receipt: ChargeReceipt, resetMs: number) =>
    new (route.exhausted ?? CreditsExhausted)(
      `this call costs ${credits} ${bucket} credit${credits === 1 ? "" : "s"} and ${remainingOf(receipt)} of ${receipt.limit} are left until ${new Date(resetMs).toISOString()}; a larger plan takes effect at once`,
      { retryAfterSeconds: Math.max(1, Math.ceil((resetMs - clock.currentTimeMillisUnsafe()) / 1000)) }
    )

  /** Refuses what can't be paid for before work is done. The charge itself is exact; this only saves the work. */
  const assertAffordable = Effect.fnUntraced(function* (holder: KeyHolder, price: Charged, period: string) {
    if (price.credits === 0) return
    const hint = hints.get(holder.accountId, price.bucket, period)
    if (hint !== undefined && remainingOf(hint) >= price.credits) return
    const receipt = yield* look(holder, price.bucket, period)
    if (remainingOf(receipt) >= price.credits) return
    return yield* exhausted(price.bucket, price.credits, receipt, periodEndMs(period))
  })

  const stateOf = Effect.fnUntraced(function* (
    holder: KeyHolder,
    bucket: Bucket,
    period: string,
    receipt: ChargeReceipt | undefined
  ) {
    const own = receipt ?? (yield* look(holder, bucket, period))
    const general = bucket === "general" ? own : yield* look(holder, "general", period)
    const state: CreditState = {
      plan: own.plan ?? holder.plan,
      general,
      own: bucket === "general" ? undefined : { bucket, receipt: own }
    }
    return state
  })

  const withCredits = (
    response: Response,
    holder: KeyHolder,
    charged: Charged,
    period: string,
    receipt?: ChargeReceipt
  ): Effect.Effect<Response> =>
    // Pages show credits by themselves, and ask often.
    route.access === "session" && charged.credits === 0
      ? Effect.succeed(response)
      : stateOf(holder, charged.bucket, period, receipt).pipe(
          Effect.map((state) =>
            HttpServerResponse.setHeaders(response, creditHeaders(state, charged, periodEndMs(period) / 1000))
          ),
          // The balance is a courtesy on an answer that costs nothing; it must not turn one into a 503.
          Effect.catch(() => Effect.succeed(response))
        )

  /** The same without asking the ledger, for answers that must cost nothing to give. */
  const withKnownCredits = (response: Response, holder: KeyHolder, period: string): Response => {
    const general = hints.get(holder.accountId, "general", period)
    if (general === undefined || route.bucket !== "general") return response
    const state = { plan: general.plan ?? holder.plan, general }
    return HttpServerResponse.setHeaders(
      response,
      creditHeaders(state, { credits: 0, bucket: "general" }, periodEndMs(period) / 1000)
    )
  }

  /** The answer after its charge. */
  const settled = (
    response: Response,
    holder: KeyHolder,
    price: Charged,
    period: string,
    receipt: ChargeReceipt
  ): Effect.Effect<Response> => {
    hints.remember(holder.accountId, price.bucket, period, receipt)
    switch (receipt.outcome) {
      case "charged":
      case "duplicate":
        return withCredits(response, holder, price, period, receipt)
      case "refused":
        return withCredits(
          failureResponse(exhausted(price.bucket, price.credits, receipt, periodEndMs(period))),
          holder,
          { credits: 0, bucket: price.bucket },
          period,
          receipt
        )
      default:
        return Effect.succeed(notSettled)
    }
  }

  const sharedRoute: SharedRoute = {
    route,
    operationId,
    credits: declared.credits,
    observe,
    answerSettled: (kept, holder, period, receipt) => settled(kept, holder, declared, period, receipt)
  }

  /** The answer of one run with its price paid, and whether the ledger confirmed. */
  const answer = Effect.fnUntraced(function* <E, R>(handler: Effect.Effect<Response, E, R>, run: Run) {
    const request = yield* HttpServerRequest.HttpServerRequest
    const { holder, isThere, period } = run
    const extra: Record<string, string> = {}
    let price = declared
    let held: (Charged & { readonly holdId: string }) | undefined
    let empty = false
    let wrong: Error | undefined
    /** A price that can't be charged ends the handler, and its answer too if it goes on all the same. */
    const checked = (what: string, { bucket, credits }: Charged): Effect.Effect<void> =>
      Effect.suspend(() => {
        if (isPrice(credits) && Object.hasOwn(bucketNumber, bucket)) return Effect.void
        wrong = wrongAmount(`${routeName(route)}: ${what} in the bucket '${bucket}'`, credits)
        return Effect.die(wrong)
      })
    const exchange: Exchange["Service"] = {
      requestId: run.requestId,
      client: run.visit.client,
      idempotencyKey: run.idempotency?.key,
      setHeader: (name, value) => Effect.sync(() => noteHeader(extra, name, value)),
      describe: (provenance) =>
        Effect.sync(() => {
          extra["x-data-source"] = provenance.source
          if (provenance.asOf !== null) extra["x-data-as-of"] = provenance.asOf
          if (provenance.model !== undefined) extra["x-model-version"] = provenance.model
          if (provenance.stale === true) extra.warning = '110 - "Response is Stale"'
        }),
      nextPage: (next) => nextPageIn(extra, publicUrl, route, request, next),
      empty: Effect.sync(() => {
        empty = true
      }),
      quote: ({ bucket = route.bucket, credits }) =>
        checked("a quote", { credits, bucket }).pipe(
          Effect.andThen(assertPayable({ credits, bucket })),
          Effect.andThen(
            Effect.sync(() => {
              price = { credits, bucket }
            })
          ),
          // A handler cannot name the route's own error, so that ends it as it is.
          Effect.catch((failure) =>
            failure instanceof CreditsExhausted || failure instanceof ServiceUnavailable
              ? Effect.fail(failure)
              : Effect.die(failure)
          )
        ),
      held: ({ bucket = route.bucket, credits, holdId }) =>
        Effect.andThen(
          checked("a hold", { credits, bucket }),
          Effect.sync(() => {
            held = { credits, bucket, holdId }
          })
        ),
      draining: lifecycle.draining,
      sender: Effect.succeed(holder),
      challenge: Effect.succeed(undefined)
    }
    // What was charged already needs no remaining credits.
    const assertPayable = (wanted: Charged): Effect.Effect<void, ApiFailure> =>
      run.takenOver === true ? Effect.void : assertAffordable(holder, wanted, period)

    const refusal = yield* Effect.flip(assertPayable(declared)).pipe(
      Effect.map(failureResponse),
      Effect.catch(() => Effect.succeed(undefined))
    )
    if (refusal !== undefined)
      return yield* withCredits(refusal, holder, { credits: 0, bucket: declared.bucket }, period)

    // Nobody waits for this work, or would be told of its charge.
    if (!isThere()) return yield* Effect.interrupt
    const shareUrl = shares ? request.url : undefined
    const kept = shareUrl === undefined ? undefined : shared.get(shareUrl)?.response
    const priced = Effect.tap(handler, () => (wrong === undefined ? Effect.void : Effect.die(wrong)))
    let response =
      kept ??
      HttpServerResponse.setHeaders(
        yield* Effect.interruptible(runHandler(priced, route, holder, exchange, { isThere, audience: route.audience })),
        extra
      )
    if (response.status < 200 || response.status >= 300) {
      return yield* withCredits(response, holder, { credits: 0, bucket: price.bucket }, period)
    }
    if (empty && emptyIsFree) {
      return yield* withCredits(response, holder, { credits: 0, bucket: price.bucket }, period)
    }
    if (shareUrl !== undefined && kept === undefined && route.sharedForMs !== undefined) {
      shared.set(shareUrl, sharedRoute, response, route.sharedForMs)
      // With the mark by which it is told again.
      response = shared.get(shareUrl)?.response ?? response
    }
    if (held !== undefined) {
      run.onHeld?.()
      run.visit.credits = held.credits
      run.visit.bucket = bucketNumber[held.bucket]
      run.visit.holdId = held.holdId
      return yield* withCredits(response, holder, held, period)
    }
    if (price.credits === 0) return yield* withCredits(response, holder, price, period)

    const charge = {
      id: run.requestId,
      accountId: holder.accountId,
      bucket: bucketNumber[price.bucket],
      period,
      credits: price.credits,
      operationId,
      credentialId: holder.keyId,
      idempotency: run.idempotency
    }
    const receipt = yield* ledger.settle(charge, isThere)
    if (receipt.outcome === "fenced") return yield* new FenceLost()
    run.onPaid?.()
    if (receipt.outcome === "charged" || receipt.outcome === "duplicate") {
      run.visit.credits = price.credits
      run.visit.bucket = bucketNumber[price.bucket]
    }
    return yield* settled(response, holder, price, period, receipt)
  })

  /** Takes back what a run was charged, with the record of its key: its caller is told that it failed. */
  const takeBack = ({ holder, idempotency, period, requestId }: Run) =>
    ledger.takeBack({
      id: requestId,
      accountId: holder.accountId,
      bucket: bucketNumber[route.bucket],
      period,
      credits: 0,
      operationId,
      credentialId: holder.keyId,
      idempotency
    })

  const charged = { bucket: bucketNumber[route.bucket], operationId }
  return { answer, withCredits, withKnownCredits, takeBack, charged }
})
export type RouteMeter = Effect.Success<ReturnType<typeof makeRouteMeter>>
