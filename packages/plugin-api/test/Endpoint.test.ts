import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiSchema, OpenApi } from "effect/http-api"
import { assert, describe, expectTypeOf, it } from "vitest"
import { ApiError, answers, Data, declare, Endpoint, group, NotFound, Param, ServiceUnavailable } from "../src/index.ts"

class InvalidSort extends ApiError("INVALID_SORT", 422, "Nothing is sorted that way.") {}
const App = Schema.Struct({ id: Schema.String, seenAt: Schema.DateTimeUtcFromString }).annotate({ identifier: "App" })
const NewApp = Schema.Struct({ id: Schema.String, releasedAt: Schema.optionalKey(Schema.DateTimeUtcFromString) })
const errors = [NotFound.wire, ServiceUnavailable.wire] as const
const params = { id: Param.appId }
const query = {
  day: Param.optional(Param.date({ description: "A day." })),
  sort: Param.text({ max: 9, description: "Order.", error: InvalidSort })
}
const headers = { "x-shop-token": Param.header({ description: "Of the shop.", secret: true }) }
const said = { summary: "App", description: "An app." }
const hints = {
  ...said,
  access: "session",
  price: { credits: "quoted", bucket: "creative" },
  requires: "apps",
  exhausted: InvalidSort,
  tool: false,
  body: { kind: "json", bytesMax: 9 }
} as const

/** Each kind of endpoint twice: as `Endpoint` has it, and spelt out. */
const kinds = {
  keyed: [
    Endpoint.get("get", "/v1/apps/:id", { params, query, answer: App, errors, price: 2, ...said }),
    declare(HttpApiEndpoint.get("get", "/v1/apps/:id", { params, query, ...answers(App, errors) }), {
      price: 2,
      ...said
    })
  ],
  shared: [
    Endpoint.get("list", "/v1/apps", { query, answer: Schema.Array(App), errors: [], shared: 1_000, ...said }),
    declare(HttpApiEndpoint.get("list", "/v1/apps", { query, ...answers(Schema.Array(App), []) }), {
      shared: 1_000,
      ...said
    })
  ],
  public: [
    Endpoint.put("put", "/v1/apps/:id", { params, payload: NewApp, answer: App, access: "public", ...said }),
    declare(HttpApiEndpoint.put("put", "/v1/apps/:id", { params, payload: NewApp, success: Data(App) }), {
      access: "public",
      ...said
    })
  ],
  made: [
    Endpoint.post("post", "/v1/apps", { headers, payload: NewApp, answer: App, status: 201, errors, ...said }),
    declare(
      HttpApiEndpoint.post("post", "/v1/apps", {
        headers,
        payload: NewApp,
        success: Data(App).pipe(HttpApiSchema.status(201)),
        error: errors
      }),
      said
    )
  ],
  hinted: [
    Endpoint.patch("patch", "/v1/apps", {
      payload: NewApp,
      answer: App,
      ...hints
    }),
    declare(HttpApiEndpoint.patch("patch", "/v1/apps", { payload: NewApp, ...answers(App, []) }), {
      ...hints
    })
  ],
  empty: [
    Endpoint.delete("delete", "/v1/apps/:id", { params, errors, ...said }),
    declare(
      HttpApiEndpoint.delete("delete", "/v1/apps/:id", { params, success: HttpApiSchema.NoContent, error: errors }),
      { answers: { kind: "none" }, ...said }
    )
  ]
} as const

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type Kinds = { readonly [K in keyof typeof kinds]: Same<(typeof kinds)[K][0], (typeof kinds)[K][1]> }

/** All that the host reads of an endpoint. */
const readOf = (endpoint: HttpApiEndpoint.Top) => ({
  document: OpenApi.fromApi(HttpApi.make("apps").add(group("apps", endpoint))),
  annotations: Object.fromEntries(endpoint.annotations.mapUnsafe),
  guards: [...endpoint.middlewares].map(({ key }) => key)
})

describe("an endpoint declared in one object", () => {
  it.each(Object.entries(kinds))("is what it would be spelt out: %s", (_, [short, long]) => {
    assert.deepEqual(readOf(short), readOf(long))
  })

  it("has the type it would have spelt out", () => {
    expectTypeOf<Kinds>().toEqualTypeOf<{ readonly [K in keyof typeof kinds]: true }>()
  })

  it("doesn't compile with an unknown field, or a body on GET", () => {
    // @ts-expect-error prices
    Endpoint.get("get", "/v1/apps", { answer: App, prices: 2, ...said })
    // @ts-expect-error payload
    Endpoint.get("get", "/v1/apps", { answer: App, payload: NewApp, ...said })
  })
})
