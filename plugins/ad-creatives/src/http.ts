import { asDocumented, served } from "@storeglass/plugin-api"
import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AdCreativesApi } from "./api.ts"
import { MadeAds } from "./dashboard/MadeAds.ts"
import { Acceptance } from "./job/Acceptance.ts"
import { Reading } from "./job/Reading.ts"

const keyed = HttpApiBuilder.group(
  AdCreativesApi,
  "adCreatives",
  Effect.fn(function* (handlers) {
    const acceptance = yield* Acceptance
    const reading = yield* Reading
    return handlers.handleAll({
      generate: ({ headers, payload }) =>
        acceptance.accept(payload, headers["x-imageprovider-key"]).pipe(
          Effect.map((data) => ({ data })),
          asDocumented
        ),
      job: ({ params }) =>
        reading.job(params.jobId).pipe(
          Effect.map((data) => ({ data })),
          asDocumented
        )
    })
  })
)

const dashboard = HttpApiBuilder.group(
  AdCreativesApi,
  "adCreativesDashboard",
  Effect.fn(function* (handlers) {
    const made = yield* MadeAds
    return handlers.handleAll({ made: ({ query }) => served(made.of(query)) })
  })
)

export const handlers = Layer.mergeAll(keyed, dashboard.pipe(Layer.provide(MadeAds.layer)))
