import { Caches, Egress, InvalidInput, NotFound, pictureKindOf, resizedPicture } from "@storeglass/plugin-api"
import { Context, Effect, Layer, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { base64Of, bytesOf } from "../crypto.ts"
import { queryOf } from "../reading/query.ts"

const bytesMax = 2 * 1024 * 1024
const keptMs = 24 * 3_600_000

export const sizes = ["64", "128", "512"] as const

const Query = Schema.Struct({
  url: Schema.String.check(
    Schema.isMaxLength(2048),
    Schema.isPattern(/^https?:\/\//i, { message: "must be an http or https address" })
  ),
  size: Schema.optionalKey(Schema.Literals(sizes))
})

const answerOf = (bytes: Uint8Array, type: string) =>
  HttpServerResponse.uint8Array(bytes, {
    contentType: type,
    headers: {
      "cache-control": "private, max-age=86400",
      "content-security-policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin"
    }
  })

/** Pictures of stores, by their address, in base64. */
export class Pictures extends Context.Service<
  Pictures,
  { readonly at: (address: string) => Effect.Effect<string, InvalidInput | NotFound> }
>()("@storeglass/account/Pictures") {
  static readonly layer = Layer.effect(
    Pictures,
    Effect.gen(function* () {
      const egress = yield* Egress
      const caches = yield* Caches
      const kept = yield* caches.make({
        name: "account.pictures",
        version: 1,
        schema: Schema.String,
        freshMs: keptMs,
        staleMs: 0
      })
      const asked = Effect.fnUntraced(function* (address: string) {
        const answer = yield* Effect.mapError(
          egress.request({
            url: address,
            timeoutMs: 5_000,
            bodyBytesMax: bytesMax,
            redirectsMax: 2,
            headers: { accept: "image/png, image/jpeg, image/webp" }
          }),
          (failure) =>
            failure._tag === "EgressRefused"
              ? new InvalidInput(`url (query): ${failure.message}`, { field: "url" })
              : new NotFound("the picture can't be fetched right now; retry in a moment")
        )
        if (answer.status !== 200 || pictureKindOf(answer.body) === undefined) {
          return yield* new NotFound("there's no picture at that address")
        }
        return base64Of(answer.body)
      })
      return Pictures.of({
        at: (address) => Effect.map(kept.get(address, asked(address)), ({ value }) => value)
      })
    })
  )
}

/**
 * A picture of a store, asked for by this gateway so that no store sees who looks at what. Addresses are checked like those that
 * customers give, so nothing of the operator's network is reached.
 */
export const picture = Effect.gen(function* () {
  const { size = "64", url } = yield* queryOf(Query)
  const pictures = yield* Pictures
  const bytes = bytesOf(yield* pictures.at(resizedPicture(url, Number(size), "smaller")))
  return answerOf(bytes, `image/${pictureKindOf(bytes)}`)
})
