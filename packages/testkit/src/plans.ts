import { isPlanId, type PlanId, planIds } from "@storeglass/core"
import { Entitlements } from "@storeglass/plugin-api"
import { Effect } from "effect"
import type { TestGateway } from "./TestGateway.ts"

const ids = planIds.filter(isPlanId)

const limits = (gateway: TestGateway, feature: string) =>
  gateway.run(
    Effect.map(Entitlements, (entitlements) => ids.map((plan) => ({ plan, limit: entitlements.limit(plan, feature) })))
  )

/** A plan that lacks a feature, if one does. */
export const refusingPlan = async (gateway: TestGateway, feature: string): Promise<PlanId | undefined> =>
  (await limits(gateway, feature)).find(({ limit }) => limit === 0)?.plan

/** A plan that has a feature, `medium` where any will do. */
export const acceptingPlan = async (gateway: TestGateway, feature: string | undefined): Promise<PlanId> => {
  if (feature === undefined) return "medium"
  const able = (await limits(gateway, feature)).filter(({ limit }) => limit !== 0).map(({ plan }) => plan)
  return able.find((plan) => plan === "medium") ?? able.at(-1) ?? "medium"
}
