import { asDocumented, rawRoute, ServiceUnavailable, verifyWebhook } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { HookRejected } from "./errors.ts"
import { Syncs } from "./Syncs.ts"
import type { Config } from "./Vendor.ts"

export const routes = ({ webhookSecret }: Config) => [
  rawRoute({
    id: "vendorHook",
    method: "POST",
    path: "/hooks/trial",
    access: "public",
    price: 0,
    body: { kind: "bytes", bytesMax: 10_000 },
    headers: [
      { name: "webhook-id", description: "The message's id." },
      { name: "webhook-timestamp", description: "When it was sent." },
      { name: "webhook-signature", description: "Its signature.", secret: true }
    ],
    errors: [HookRejected, ServiceUnavailable],
    summary: "The vendor's messages",
    description: "Takes each message of the vendor once.",
    handler: Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const body = new Uint8Array(yield* Effect.orDie(request.arrayBuffer))
      const id = yield* Effect.mapError(
        verifyWebhook({ headers: request.headers, body, secrets: [webhookSecret] }),
        ({ message }) => new HookRejected(message)
      )
      const { takeHook } = yield* Syncs
      const taken = yield* asDocumented(takeHook(id, new TextDecoder().decode(body)))
      return HttpServerResponse.jsonUnsafe({ data: { taken } })
    })
  })
]
