import {
  costs,
  Data,
  free,
  Metered,
  NotFound,
  Param,
  ServiceUnavailable,
  StrictInput,
  upstreamErrors
} from "@storeglass/plugin-api"
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"

const Item = Schema.Struct({ id: Schema.String, name: Schema.String })
const name = Param.text({ max: 60, description: "Its name.", example: "a name" })
// It is sent as a header.
const secret = Schema.String.check(Schema.isPattern(/^[\x21-\x7e]{1,200}$/)).annotate({
  description: "Its secret: 1 to 200 visible ASCII characters.",
  examples: ["s3cret"]
})
const params = { id: Param.text({ max: 60, description: "Its id, a UUID." }) }
const errors = [NotFound.wire, ServiceUnavailable.wire] as const
const described = (text: string) => [OpenApi.Description, text] as const

/** Things that belong to an account, each with a secret, and jobs whose end can be watched. */
export class Api extends HttpApi.make("gate").add(
  HttpApiGroup.make("gate")
    .add(
      HttpApiEndpoint.post("create", "/v1/gate/items", {
        payload: Schema.Struct({ name, secret }),
        success: Data(Item),
        error: ServiceUnavailable.wire
      })
        .annotateMerge(costs(1))
        .annotate(...described("Makes an item; its secret is sealed.")),
      HttpApiEndpoint.get("list", "/v1/gate/items", {
        success: Data(Schema.Array(Item)),
        error: ServiceUnavailable.wire
      })
        .annotateMerge(costs(1))
        .annotate(...described("The items of the account.")),
      HttpApiEndpoint.get("get", "/v1/gate/items/:id", { params, success: Data(Item), error: errors })
        .annotateMerge(costs(1))
        .annotate(...described("One item.")),
      HttpApiEndpoint.patch("rename", "/v1/gate/items/:id", {
        params,
        payload: Schema.Struct({ name }),
        success: Data(Item),
        error: errors
      })
        .annotateMerge(costs(1))
        .annotate(...described("Renames an item.")),
      HttpApiEndpoint.post("check", "/v1/gate/items/:id/check", {
        params,
        success: Data(Schema.Struct({ status: Schema.Int })),
        error: [...errors, ...upstreamErrors]
      })
        .annotateMerge(costs(1))
        .annotate(...described("Asks the upstream with the item's secret.")),
      HttpApiEndpoint.post("echo", "/v1/gate/echo", {
        payload: Schema.Struct({
          text: Schema.String,
          count: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1000 })),
          tags: Schema.optionalKey(Schema.Array(Schema.Literals(["one", "two"])))
        }),
        success: Data(Schema.Struct({ text: Schema.String, count: Schema.Int }))
      })
        .annotateMerge(costs(2))
        .annotate(...described("Says what it was told.")),
      HttpApiEndpoint.post("quote", "/v1/gate/quotes", {
        payload: Schema.Struct({
          credits: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1000 })),
          bad: Schema.optionalKey(Schema.Literals(["negative", "fraction", "huge", "endless", "nan"]))
        }),
        success: Data(Schema.Struct({ credits: Schema.Int })),
        error: ServiceUnavailable.wire
      })
        .annotateMerge(costs("quoted"))
        .annotate(...described("Costs what it is told to cost.")),
      HttpApiEndpoint.post("run", "/v1/gate/runs", {
        payload: Schema.Struct({
          key: Param.text({ max: 60, description: "Under which it notes that it ran." }),
          once: Schema.Boolean
        }),
        success: Data(Schema.Struct({ run: Schema.String })),
        error: errors
      })
        .annotateMerge(costs(3))
        .annotate(...described("Takes its time, and answers each run differently; with `once` a second one is 404.")),
      HttpApiEndpoint.post("enqueue", "/v1/gate/jobs", {
        payload: Schema.Struct({
          job: Schema.Literals(["work", "poison"]),
          key: Param.text({ max: 60, description: "What it leaves behind." }),
          commit: Schema.Boolean,
          attempts: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10 })))
        }),
        success: Data(Schema.Struct({ key: Schema.String })),
        error: errors
      })
        .annotateMerge(free())
        .annotate(...described("Notes an order and enqueues its job in one transaction, which can be rolled back.")),
      HttpApiEndpoint.post("tell", "/v1/gate/alerts", {
        payload: Schema.Struct({
          key: Param.text({ max: 60, description: "What the alerts are called." }),
          count: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 }))
        }),
        success: Data(Schema.Struct({ key: Schema.String })),
        error: ServiceUnavailable.wire
      })
        .annotateMerge(free())
        .annotate(...described("Tells its account of something, so many times."))
    )
    .middleware(StrictInput)
    .middleware(Metered)
) {}
