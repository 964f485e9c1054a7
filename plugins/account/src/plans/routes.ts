import { asDocumented, Forbidden, InvalidInput, NotFound, rawRoute, ServiceUnavailable } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { HttpServerRequest } from "effect/http"
import { Bucket } from "../answers.ts"
import { changes, fresh, member, reading, sessionRoute } from "../dashboard.ts"
import { ConfirmationNeeded } from "../errors.ts"
import { jsonRoute } from "../jsonRoute.ts"
import { bodyBytesMax, dataOf, responseOf } from "../request.ts"
import { Billing } from "./Billing.ts"
import { periods } from "./config.ts"
import { PlanByOperator, PlanRefused, SignatureRefused } from "./errors.ts"
import { Plans } from "./Plans.ts"

const CreditChange = Schema.Struct({
  bucket: Bucket,
  limit: Schema.Finite,
  limitAfter: Schema.Finite,
  used: Schema.Finite,
  remaining: Schema.Finite,
  remainingAfter: Schema.Finite.annotate({ description: "0 where more is used than the other plan has." }),
  resetAt: Schema.String
}).annotate({ identifier: "CreditChange" })
const FeatureChange = Schema.Struct({
  feature: Schema.String,
  description: Schema.String,
  limit: Schema.NullOr(Schema.Finite).annotate({ description: "Null: without limit; 0: not in the plan." }),
  limitAfter: Schema.NullOr(Schema.Finite),
  used: Schema.NullOr(Schema.Finite).annotate({ description: "Null: nobody counts it." }),
  pausing: Schema.Finite
}).annotate({ identifier: "FeatureChange" })
const PlanChange = Schema.Struct({
  from: Schema.String,
  to: Schema.String,
  credits: Schema.Array(CreditChange),
  features: Schema.Array(FeatureChange)
}).annotate({ identifier: "PlanChange" })
const Period = Schema.Literals(periods).annotate({ identifier: "Period" })
const Price = Schema.NullOr(Schema.Finite)
const Offer = Schema.Struct({
  plan: Schema.String,
  name: Schema.String,
  prices: Schema.Struct({ month: Price, year: Price }),
  credits: Schema.Struct({ general: Schema.Finite, aiVisibility: Schema.Finite, creative: Schema.Finite })
}).annotate({ identifier: "Offer" })
const PlanState = Schema.Struct({
  plan: Schema.String,
  name: Schema.String,
  period: Schema.NullOr(Period),
  mode: Schema.Literals(["off", "free", "hook"]),
  currency: Schema.String,
  credits: Schema.Array(CreditChange),
  features: Schema.Array(FeatureChange),
  offers: Schema.Array(Offer)
}).annotate({ identifier: "PlanState" })
const PlanAsked = Schema.Struct({
  state: Schema.Literals(["changed", "redirected", "unchanged"]),
  plan: Schema.String,
  redirectUrl: Schema.NullOr(Schema.String).annotate({ description: "Where the owner pays." })
}).annotate({ identifier: "PlanAsked" })

const Wanted = Schema.Struct({
  plan: Schema.NonEmptyString,
  period: Schema.optionalKey(Schema.Literals(periods))
})
const Preview = Schema.Struct({ plan: Schema.String })
const gone = new NotFound("the account is gone")

/** The plan of an account, and the payment backend's way in. */
export const planRoutes = [
  jsonRoute({
    ...sessionRoute,
    id: "plan",
    method: "GET",
    path: "/dashboard/api/plan",
    answer: PlanState,
    errors: [...reading, NotFound],
    summary: "The account's plan",
    description: "What it has and has used, who changes it, and the plans that are offered with their prices.",
    handler: () =>
      Effect.gen(function* () {
        const { accountId } = yield* member
        const plans = yield* Plans
        return dataOf((yield* asDocumented(plans.of(accountId))) ?? (yield* gone))
      })
  }),
  jsonRoute({
    ...sessionRoute,
    id: "previewPlan",
    method: "GET",
    path: "/dashboard/api/plan/preview",
    query: Preview,
    answer: PlanChange,
    errors: [...reading, InvalidInput, NotFound],
    summary: "What another plan would change",
    description:
      "Credits (0 are left until the reset where more is used than the other plan has), features, and how many tracked things would pause. Nothing is deleted by a change.",
    handler: ({ query }) =>
      Effect.gen(function* () {
        const { accountId } = yield* member
        const { plan } = yield* query
        const plans = yield* Plans
        return dataOf((yield* asDocumented(plans.preview(accountId, plan))) ?? (yield* gone))
      })
  }),
  jsonRoute({
    ...sessionRoute,
    ...fresh,
    role: "owner",
    id: "changePlan",
    method: "POST",
    path: "/dashboard/api/plan",
    payload: Wanted,
    answer: PlanAsked,
    errors: [...changes, ConfirmationNeeded, PlanByOperator, PlanRefused],
    summary: "Change the plan",
    description:
      "`changed`: at once, on all nodes. `redirected`: open redirectUrl to pay; the plan changes when the payment backend says so. `unchanged`: it was that plan already.",
    handler: ({ payload }) =>
      Effect.gen(function* () {
        const { accountId, personId } = yield* member
        const { period = "month", plan } = yield* payload
        const plans = yield* Plans
        const asked = yield* asDocumented(plans.ask({ accountId, personId, plan, period }))
        return dataOf(asked, asked.state === "redirected" ? 202 : 200)
      })
  }),
  rawRoute({
    access: "public",
    price: 0,
    query: [],
    tool: false,
    id: "billingEvent",
    method: "POST",
    path: "/dashboard/hooks/billing",
    body: { kind: "bytes", bytesMax: bodyBytesMax },
    headers: [
      { name: "webhook-id", description: "The event's id, the same however often it's sent." },
      { name: "webhook-timestamp", description: "Unix time of this attempt." },
      { name: "webhook-signature", description: "`v1,` and the base64 of the HMAC-SHA256.", secret: true }
    ],
    errors: [Forbidden, InvalidInput, NotFound, ServiceUnavailable, SignatureRefused],
    summary: "What the payment backend tells",
    description:
      "By a signed request: an account has a plan from a time on, or no longer. Each event is applied once, in any order.",
    handler: Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const billing = yield* Billing
      const body = new Uint8Array(yield* Effect.orDie(request.arrayBuffer))
      const event = yield* billing.receive({ headers: request.headers, body }).pipe(
        Effect.catchTag("WebhookRejected", ({ message }) => Effect.fail(new SignatureRefused(message))),
        Effect.catchTag("EventInvalid", ({ message }) => Effect.fail(new InvalidInput(message)))
      )
      // As of any address that there isn't.
      if (event === undefined) return yield* new NotFound("no such route; GET /openapi.json lists them all")
      const plans = yield* Plans
      return responseOf(dataOf({ outcome: yield* asDocumented(plans.take(event)) }))
    })
  })
]
