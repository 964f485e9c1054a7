import { erased, type LoadedPlugin } from "@storeglass/gateway"
import {
  confirmationField,
  costs,
  definePlugin,
  Metered,
  planIdField,
  previewFlag,
  StrictInput,
  UpstreamFailed,
  UpstreamRateLimited,
  UpstreamTimedOut,
  VendorWrites,
  Verdict,
  vendorWrite,
  writeAnswers,
  writeErrors,
  writeOperation
} from "@storeglass/plugin-api"
import { manifestOf } from "@storeglass/testkit"
import { Effect, Schema } from "effect"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { get, put, type Vendor, type VendorBroke } from "../../packages/core/test/writes/vendor.ts"

const Thing = Schema.Struct({ value: Schema.String }).annotate({ identifier: "WrittenThing" })
const SetThing = writeOperation("written.thing.set", { before: Thing, intent: Thing, after: Thing, readsLagMs: 0 })
const body = {
  value: Schema.String,
  planId: planIdField,
  confirmReplaceAll: confirmationField("all that is there is replaced")
}
const errors = [...writeErrors, UpstreamFailed.wire, UpstreamRateLimited.wire, UpstreamTimedOut.wire] as const
const described = (text: string) => [OpenApi.Description, text] as const

class Api extends HttpApi.make("written").add(
  HttpApiGroup.make("written")
    .add(
      HttpApiEndpoint.put("put", "/v1/written/things", {
        query: { dryRun: previewFlag() },
        payload: Schema.Struct(body),
        success: writeAnswers(Thing),
        error: errors
      })
        .annotateMerge(costs(2))
        .annotate(...described("Sets the thing.")),
      HttpApiEndpoint.post("post", "/v1/written/things", {
        query: { dryRun: previewFlag() },
        payload: Schema.Struct(body),
        success: writeAnswers(Thing, { status: 201 }),
        error: errors
      })
        .annotateMerge(costs(2))
        .annotate(...described("Makes the thing."))
    )
    .middleware(StrictInput)
    .middleware(Metered)
) {}

/** A connector of one thing, whose two routes are a few lines each. */
export const writtenPlugin = (vendor: Vendor): LoadedPlugin => {
  const down = (error: VendorBroke) => new UpstreamFailed("the vendor gave no usable answer", { cause: error })
  const read = Effect.mapError(
    Effect.map(get(vendor, "thing"), (value) => ({ value })),
    down
  )
  const settling = {
    verify: ({ intent }: { readonly intent: typeof Thing.Type }) =>
      Effect.map(read, (now) => (now.value === intent.value ? Verdict.applied(now) : Verdict.absent))
  }
  const write = (
    writes: VendorWrites["Service"],
    query: { readonly dryRun: boolean },
    { confirmReplaceAll, planId, value }: typeof Body.Type
  ) =>
    vendorWrite(writes, {
      ...settling,
      operation: SetThing,
      target: "thing",
      intent: { value },
      dryRun: query.dryRun,
      planId,
      confirm: { flag: "confirmReplaceAll", given: confirmReplaceAll, means: "all that is there is replaced" },
      read,
      checks: ({ value: from }) =>
        Effect.succeed(from === "" ? [] : [{ code: "REPLACES", message: `'${from}' is replaced` }]),
      diff: (before) => (before.value === value ? [] : [{ field: "value", from: before.value, to: value }]),
      unchanged: (before) => before,
      send: () =>
        put(vendor, "thing", value).pipe(
          Effect.mapError(down),
          Effect.filterOrFail(
            ({ status }) => status === 200,
            () => new UpstreamFailed("the vendor gave no usable answer")
          ),
          Effect.as({ after: { value } })
        )
    })

  const live = HttpApiBuilder.group(Api, "written", (handlers) =>
    Effect.gen(function* () {
      const writes = yield* VendorWrites
      yield* writes.register(SetThing, settling)
      return handlers
        .handle("put", ({ payload, query }) => write(writes, query, payload))
        .handle("post", ({ payload, query }) => write(writes, query, payload))
    })
  )
  return {
    plugin: erased(
      definePlugin({
        id: "written",
        manifest: manifestOf("written"),
        description: "Writes to a vendor.",
        config: Schema.Struct({}),
        api: Api,
        live: () => live
      })
    ),
    settings: {},
    from: "the test"
  }
}
const Body = Schema.Struct(body)
