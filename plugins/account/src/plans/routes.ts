import { asDocumented, Forbidden, InvalidInput, NotFound, rawRoute, ServiceUnavailable } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { HttpServerRequest } from "effect/http"
import { changes, fresh, member, reading, sessionRoute } from "../dashboard.ts"
import { ConfirmationNeeded } from "../errors.ts"
import { bodyBytesMax, bodyOf, dataOf, jsonBody } from "../request.ts"
import { Billing } from "./Billing.ts"
import { periods } from "./config.ts"
import { PlanByOperator, PlanRefused, SignatureRefused } from "./errors.ts"
import { Plans } from "./Plans.ts"

const Wanted = Schema.Struct({
  plan: Schema.NonEmptyString,
  period: Schema.optionalKey(Schema.Literals(periods))
})
const gone = new NotFound("the account is gone")

/** The plan of an account, and the payment backend's way in. */
export const planRoutes = [
  rawRoute({
    ...sessionRoute,
    id: "plan",
    method: "GET",
    path: "/dashboard/api/plan",
    errors: [...reading, NotFound],
    summary: "The account's plan",
    description: "What it has and has used, who changes it, and the plans that are offered with their prices.",
    handler: Effect.gen(function* () {
      const { accountId } = yield* member
      const plans = yield* Plans
      return dataOf((yield* asDocumented(plans.of(accountId))) ?? (yield* gone))
    })
  }),
  rawRoute({
    ...sessionRoute,
    query: ["plan"],
    id: "previewPlan",
    method: "GET",
    path: "/dashboard/api/plan/preview",
    errors: [...reading, InvalidInput, NotFound],
    summary: "What another plan would change",
    description:
      "Credits (0 are left until the reset where more is used than the other plan has), features, and how many tracked things would pause. Nothing is deleted by a change.",
    handler: Effect.gen(function* () {
      const { accountId } = yield* member
      const { plan } = yield* HttpServerRequest.ParsedSearchParams
      if (typeof plan !== "string") return yield* new InvalidInput("plan (query): is required, once")
      const plans = yield* Plans
      return dataOf((yield* asDocumented(plans.preview(accountId, plan))) ?? (yield* gone))
    })
  }),
  rawRoute({
    ...sessionRoute,
    ...fresh,
    role: "owner",
    id: "changePlan",
    method: "POST",
    path: "/dashboard/api/plan",
    body: jsonBody,
    errors: [...changes, ConfirmationNeeded, PlanByOperator, PlanRefused],
    summary: "Change the plan",
    description:
      "`changed`: at once, on all nodes. `redirected`: open redirectUrl to pay; the plan changes when the payment backend says so. `unchanged`: it was that plan already.",
    handler: Effect.gen(function* () {
      const { accountId, personId } = yield* member
      const { period = "month", plan } = yield* bodyOf(Wanted)
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
      return dataOf({ outcome: yield* asDocumented(plans.take(event)) })
    })
  })
]
