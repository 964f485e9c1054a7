import { Data, declare, group } from "@storeglass/plugin-api"
import { HttpApiEndpoint } from "effect/http-api"
import { changing, idOf, prefix } from "../writes/declared.ts"
import * as S from "./schema.ts"

const success = [
  Data(S.AppliedPlan).annotate({ httpApiStatus: 201 }),
  Data(S.PlanPreview).annotate({ httpApiStatus: 200 })
] as const
const about =
  "The prices of all territories, worked out from one: the vendor's equalised price there, rounded as you say. dryRun=true shows every territory with what it costs now, and gives the planId that the real request needs with confirm: true."

const planIap = declare(
  HttpApiEndpoint.post("iap", `${prefix}/iaps/:iapId/price-plan`, {
    ...changing,
    params: { iapId: idOf("in-app purchase", "the list of an app's in-app purchases") },
    payload: S.IapPlan,
    success
  }),
  {
    price: 1,
    summary: "Price an in-app purchase in all territories",
    description: `${about} It's written as one price schedule, which replaces all manual prices: a price that isn't rounded follows the base territory's by itself. PLAN_STALE if the schedule has changed since.`,
    tool: {
      destructive: true,
      title: "Price an in-app purchase in all territories",
      words: ["price in every country", "round prices to .99", "equalize prices"]
    }
  }
)
const planSubscription = declare(
  HttpApiEndpoint.post("subscription", `${prefix}/subscriptions/:subscriptionId/price-plan`, {
    ...changing,
    params: { subscriptionId: idOf("subscription", "the list of a group's subscriptions") },
    payload: S.SubscriptionPlan,
    success
  }),
  {
    price: 1,
    summary: "Price a subscription in all territories",
    description: `${about} The vendor takes one territory at a time: a request writes for some seconds and says how many are left; send the same body again until none is. No territory is written twice under a planId, whatever breaks off. PLAN_STALE if a price has changed since the preview.`,
    tool: {
      destructive: true,
      title: "Price a subscription in all territories",
      words: ["subscription price in every country", "raise a subscription everywhere", "regional prices"]
    }
  }
)

/** Prices over all territories. */
export const planGroup = group("connectStoreaPlans", planIap, planSubscription)
