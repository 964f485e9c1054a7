import { asDocumented, served } from "@storeglass/plugin-api"
import { AppStores } from "@storeglass/stores/contract"
import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AsoApi } from "./api.ts"
import { auditHandlers } from "./audit/handlers.ts"
import { beforeAfterHandlers } from "./beforeAfter/handlers.ts"
import { clusterHandlers } from "./clusters/handlers.ts"
import { MetadataRules } from "./contract.ts"
import { dashboardHandlers } from "./dashboard/handlers.ts"
import { localePlanHandlers } from "./localePlan/handlers.ts"
import { opportunityHandlers } from "./opportunities/handlers.ts"
import { productPagesHandlers } from "./productPages/handlers.ts"
import { accountKnown } from "./rules/accountKnown.ts"
import { validate } from "./rules/handlers.ts"
import { shippingHandlers } from "./shipping/handlers.ts"
import { suggestHandlers } from "./suggest/handlers.ts"

const keyed = HttpApiBuilder.group(
  AsoApi,
  "aso",
  Effect.fn(function* (handlers) {
    const rules = yield* MetadataRules
    const stores = yield* AppStores
    const knownOf = yield* accountKnown
    const opportunities = yield* opportunityHandlers
    return handlers.handleAll({
      ...(yield* auditHandlers),
      validate: ({ payload }) => served(asDocumented(validate(rules, stores, knownOf, payload))),
      ...(yield* clusterHandlers),
      ...(yield* suggestHandlers),
      ...(yield* productPagesHandlers),
      ...(yield* localePlanHandlers),
      ...(yield* beforeAfterHandlers),
      ...(yield* shippingHandlers),
      ...opportunities
    })
  })
)

export const handlers = Layer.mergeAll(keyed, dashboardHandlers)
