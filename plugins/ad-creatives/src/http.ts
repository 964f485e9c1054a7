import { asDocumented } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AdCreativesApi } from "./api.ts"
import { Acceptance } from "./job/Acceptance.ts"
import { Reading } from "./job/Reading.ts"

export const handlers = HttpApiBuilder.group(
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
