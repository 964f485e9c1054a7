import { erased, type LoadedPlugin } from "@storeglass/gateway"
import {
  ApiError,
  accountRoles,
  Caller,
  Credits,
  CreditsExhausted,
  declare,
  definePlugin,
  Endpoint,
  Exchange,
  Forbidden,
  group,
  InvalidInput,
  Param,
  rawRoute,
  ServiceUnavailable,
  Sessions
} from "@storeglass/plugin-api"
import { manifestOf } from "@storeglass/testkit"
import { Effect, Layer, Option, Schema, Stream } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { HttpServerRequest, HttpServerResponse, Multipart } from "effect/http"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { SqlClient } from "effect/sql"

export class ScanQuotaExceeded extends ApiError("SCAN_QUOTA_EXCEEDED", 402, "The month's scans are used up.") {}
export class Unreadable extends ApiError("UNREADABLE", 422, "The body cannot be read.") {}

const Word = Schema.Struct({ word: Schema.String })

const make = Endpoint.post("make", "/v1/shapes/words", {
  headers: { "x-shop-token": Param.optional(Param.header({ max: 50, description: "Of the shop.", secret: true })) },
  query: {
    a: Param.optional(Param.text({ max: 9, description: "A." })),
    b: Param.optional(Param.text({ max: 9, description: "B." }))
  },
  payload: Schema.Struct({ word: Schema.String, note: Schema.optionalKey(Schema.String) }),
  answer: Word,
  status: 201,
  errors: [Unreadable.wire],
  price: 2,
  summary: "Make",
  description: "Makes a word."
})
const remove = Endpoint.delete("remove", "/v1/shapes/words/:n", {
  params: { n: Param.int({ min: 1, max: 9, description: "Which." }) },
  price: 1,
  summary: "Remove",
  description: "Removes a word."
})
const accept = Endpoint.post("accept", "/v1/shapes/jobs", {
  answer: Word,
  status: 202,
  price: { credits: "quoted", bucket: "creative" },
  summary: "Accept",
  description: "Holds 7 creative credits."
})
const scan = Endpoint.get("scan", "/v1/shapes/scan", {
  answer: Word,
  errors: [ScanQuotaExceeded.wire],
  price: { credits: 4, bucket: "aiVisibility" },
  requires: "scans",
  exhausted: ScanQuotaExceeded,
  summary: "Scan",
  description: "For plans that have scans."
})
const quoteScan = Endpoint.get("quoteScan", "/v1/shapes/quoted-scan", {
  answer: Word,
  price: { credits: "quoted", bucket: "aiVisibility" },
  requires: "scans",
  exhausted: ScanQuotaExceeded,
  summary: "Quoted scan",
  description: "States its price by itself."
})
const events = declare(
  HttpApiEndpoint.get("events", "/v1/shapes/events", {
    query: { goodbye: Param.boolean({ default: false, description: "Whether it says goodbye." }) },
    success: HttpApiSchema.StreamSse({ data: Schema.Struct({ tick: Schema.String }) })
  }),
  { price: 3, summary: "Events", description: "Stays open." }
)
const upload = Endpoint.post("upload", "/v1/shapes/uploads", {
  payload: Schema.Struct({ name: Schema.String, file: Multipart.SingleFileSchema }).pipe(HttpApiSchema.asMultipart()),
  answer: Word,
  price: 1,
  body: { kind: "multipart", bytesMax: 200_000 },
  summary: "Upload",
  description: "Takes a file."
})
const publicEcho = Endpoint.post("publicEcho", "/v1/shapes/open", {
  payload: Schema.Struct({ word: Schema.String }),
  answer: Word,
  access: "public",
  summary: "Open",
  description: "For anyone."
})
const internalEcho = Endpoint.post("internalEcho", "/v1/shapes/internal", {
  payload: Schema.Struct({ word: Schema.String }),
  answer: Word,
  access: "internal",
  summary: "Internal",
  description: "For the operator."
})

class Api extends HttpApi.make("shapes").add(
  group("shapes", make, remove, accept, scan, quoteScan, events, upload, publicEcho, internalEcho)
) {}

/** What the test sees of the plugin. */
export interface Shapes {
  readonly plugin: LoadedPlugin
  readonly runs: () => number
  readonly holds: Array<string>
}

/** A plugin with a route for each shape of body and answer, and each kind of access. */
export const makeShapes = (): Shapes => {
  let runs = 0
  const holds: Array<string> = []
  const word = (text: string) =>
    Effect.sync(() => {
      runs += 1
      return { data: { word: text } }
    })

  const live = HttpApiBuilder.group(Api, "shapes", (handlers) =>
    Effect.gen(function* () {
      const credits = yield* Credits
      const sql = yield* SqlClient.SqlClient
      return handlers
        .handle("make", ({ payload, request }) =>
          Effect.gen(function* () {
            yield* Effect.logInfo("asked with", request.headers)
            if (payload.word === "unreadable") return yield* new Unreadable("word: cannot be read")
            const { setHeader } = yield* Exchange
            yield* setHeader("Location", "/v1/shapes/words/1")
            yield* setHeader("X-Shape", payload.word)
            return yield* word(payload.word)
          })
        )
        .handle("remove", () => Effect.asVoid(word("gone")))
        .handle("accept", () =>
          Effect.gen(function* () {
            const { accountId } = yield* Caller
            const { held } = yield* Exchange
            const holdId = uuidV7Unsafe()
            holds.push(holdId)
            yield* Effect.orDie(
              Effect.provideService(
                credits.hold({
                  id: holdId,
                  accountId,
                  bucket: "creative",
                  credits: 7,
                  operation: "shapes.job",
                  forMs: 60_000
                }),
                SqlClient.SqlClient,
                sql
              )
            )
            yield* held({ holdId, credits: 7, bucket: "creative" })
            return yield* word("accepted")
          })
        )
        .handle("scan", () => word("scanned"))
        .handle("quoteScan", () =>
          Effect.gen(function* () {
            const { quote } = yield* Exchange
            yield* quote({ credits: 1_000_000 })
            return yield* word("scanned")
          })
        )
        .handle("events", ({ query }) =>
          Effect.map(Exchange, ({ draining }) => {
            runs += 1
            const goodbye = Stream.fromEffect(Effect.as(draining, { tick: "goodbye" }))
            return Stream.concat(Stream.make({ tick: "first" }), query.goodbye ? goodbye : Stream.never)
          })
        )
        .handle("upload", ({ payload }) => word(`${payload.name} ${payload.file.name}`))
        .handle("publicEcho", ({ payload }) => word(payload.word))
        .handle("internalEcho", ({ payload }) => word(payload.word))
    })
  )

  const json = (data: unknown) => HttpServerResponse.jsonUnsafe({ data })
  const lengthOf = Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const bytes = yield* Effect.orDie(request.arrayBuffer)
    runs += 1
    return json({ bytes: bytes.byteLength, hex: Buffer.from(bytes).subarray(0, 8).toString("hex") })
  })
  const streamedLength = Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const bytes = yield* Effect.orDie(
      Stream.runFold(
        request.stream,
        () => 0,
        (sum, chunk) => sum + chunk.length
      )
    )
    runs += 1
    return json({ bytes })
  })
  const table = Effect.sync(() => {
    runs += 1
    return HttpServerResponse.stream(Stream.encodeText(Stream.make("a,b\n", "1,2\n")), { contentType: "text/csv" })
  })
  const whoAmI = Effect.gen(function* () {
    const { accountId, actsAsOperator, credential, keyId, personId, plan, role } = yield* Caller
    const { headers } = yield* HttpServerRequest.HttpServerRequest
    if (headers["x-wrong"] !== undefined) return yield* new InvalidInput("name: is empty", { field: "name" })
    return json({ accountId, actsAsOperator, credential, keyId, personId, plan, role })
  })
  const priced = Effect.gen(function* () {
    const { accountId } = yield* Caller
    const { quote } = yield* Exchange
    const request = yield* HttpServerRequest.HttpServerRequest
    yield* quote({ credits: 5, bucket: "creative" })
    if (request.headers["x-wanted"] === "no") return yield* new Forbidden("not that one", { retryAfterSeconds: 9 })
    return json({ accountId })
  })

  const plugin = definePlugin({
    id: "shapes",
    manifest: manifestOf("shapes"),
    description: "A route for each shape of body and answer.",
    config: Schema.Struct({}),
    offers: [Sessions],
    features: { scans: { description: "Scans.", plans: { indie: 5, medium: null } } },
    api: Api,
    live: () =>
      Layer.merge(
        live,
        Layer.succeed(Sessions, {
          resolve: ({ cookies }) =>
            Effect.succeed(
              cookies.session === undefined
                ? Option.none()
                : Option.some({
                    personId: "00000000-0000-7000-8000-00000000beef",
                    accountId: cookies.session === "none" ? undefined : cookies.session,
                    role: accountRoles.find((role) => role === cookies.role) ?? "member",
                    isOperator: cookies.role === "operator",
                    plan: "medium",
                    freshAtMs: cookies.stale === undefined ? Date.now() : Date.now() - 16 * 60_000,
                    csrfToken: `csrf-${cookies.session}`
                  })
            )
        })
      ),
    routes: () => [
      rawRoute({
        id: "hook",
        method: "POST",
        path: "/hooks/shapes",
        access: "public",
        price: 0,
        body: { kind: "bytes", bytesMax: 65_536 },
        errors: [],
        summary: "A hook",
        description: "Takes bytes of anyone.",
        handler: lengthOf
      }),
      rawRoute({
        id: "blob",
        method: "POST",
        path: "/v1/shapes/blob",
        access: "key",
        price: 2,
        body: { kind: "bytes", bytesMax: 65_536, contentTypes: ["application/octet-stream", "image/*"] },
        errors: [],
        summary: "A blob",
        description: "Takes bytes.",
        handler: lengthOf
      }),
      rawRoute({
        id: "streamed",
        method: "POST",
        path: "/v1/shapes/streamed",
        access: "key",
        price: 2,
        body: { kind: "stream", bytesMax: 1_000_000 },
        errors: [],
        summary: "A stream",
        description: "Reads its body as it comes.",
        handler: streamedLength
      }),
      rawRoute({
        id: "table",
        method: "GET",
        path: "/v1/shapes/table",
        access: "key",
        price: 2,
        query: [],
        answers: { kind: "csv", contentType: "text/csv" },
        errors: [],
        summary: "A table",
        description: "A download.",
        handler: table
      }),
      rawRoute({
        id: "priced",
        method: "GET",
        path: "/v1/shapes/priced",
        access: "key",
        price: "quoted",
        headers: [{ name: "X-Wanted", description: "What is wanted." }],
        errors: [Forbidden, CreditsExhausted, ServiceUnavailable],
        summary: "Priced",
        description: "Costs 5 creative credits.",
        handler: priced
      }),
      rawRoute({
        id: "me",
        method: "GET",
        path: "/panel/shapes/me",
        access: "session",
        role: "viewer",
        price: 0,
        errors: [InvalidInput],
        summary: "Who is signed in",
        description: "For the dashboard.",
        handler: whoAmI
      }),
      rawRoute({
        id: "change",
        method: "POST",
        path: "/panel/shapes/me",
        access: "session",
        role: "member",
        price: 0,
        errors: [InvalidInput],
        summary: "A change",
        description: "For the dashboard.",
        handler: whoAmI
      }),
      rawRoute({
        id: "closeAccount",
        method: "DELETE",
        path: "/panel/shapes/me",
        access: "session",
        role: "owner",
        freshMinutes: 15,
        price: 0,
        errors: [InvalidInput],
        summary: "An end",
        description: "For owners who have just shown that it's them.",
        handler: whoAmI
      }),
      rawRoute({
        id: "operate",
        method: "GET",
        path: "/panel/shapes/all",
        access: "session",
        role: "operator",
        price: 0,
        errors: [InvalidInput],
        summary: "All accounts",
        description: "For operators.",
        handler: whoAmI
      })
    ]
  })
  return { plugin: { plugin: erased(plugin), settings: {}, from: "the test" }, runs: () => runs, holds }
}
