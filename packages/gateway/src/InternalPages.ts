import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { ClientAddresses, Lifecycle } from "@storeglass/core"
import { Context, Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { PrometheusMetrics } from "effect/observability"
import { BootError } from "./BootError.ts"
import type { LoadedConfig } from "./config.ts"
import { HostInfo } from "./HostInfo.ts"
import * as Pages from "./pages.ts"
import { makeFront } from "./server.ts"
import { healthReport } from "./system/health.ts"

/** The operator's pages, on their own port: what callers can see doesn't depend on what a proxy blocks. */
export class InternalPages extends Context.Service<
  InternalPages,
  {
    /** `http://127.0.0.1:4000`; undefined where nothing listens. */
    readonly url: string | undefined
  }
>()("@storeglass/gateway/InternalPages") {}

export const none = Layer.succeed(InternalPages, { url: undefined })

const connectionsMax = 200
const closeMsMax = 500

const metrics = HttpRouter.add(
  "GET",
  "/metrics",
  Effect.map(PrometheusMetrics.format(), (text) =>
    HttpServerResponse.text(text, { contentType: "text/plain; version=0.0.4; charset=utf-8" })
  )
)

const health = HttpRouter.add(
  "GET",
  "/health",
  Effect.map(healthReport, (report) => HttpServerResponse.jsonUnsafe({ data: report }))
)

export const layer = ({ config, internal: { host, port } }: LoadedConfig) =>
  Layer.effect(
    InternalPages,
    Effect.gen(function* () {
      const pages = config.metrics?.enabled === false ? health : Layer.merge(health, metrics)
      const handle = yield* Effect.provideService(
        HttpRouter.toHttpEffect(pages),
        HttpRouter.RouterConfig,
        Pages.routerConfig
      )
      const front = makeFront({
        connectionsMax,
        connectionsPerAddressMax: connectionsMax,
        addresses: ClientAddresses.makeClientAddresses([])
      })
      const server = yield* Effect.mapError(
        NodeHttpServer.make(() => front.server, { host, port }),
        (cause) =>
          new BootError({
            subject: `internal port ${port}`,
            reason: `can't listen on ${host}:${port}: ${cause.cause instanceof Error ? cause.cause.message : "refused"}; stop what uses it, or set internal.port`,
            cause
          })
      )
      const { sandbox } = yield* HostInfo
      yield* server.serve(
        Pages.outermost(handle, {
          operations: [],
          sandbox: sandbox !== false,
          lifecycle: yield* Lifecycle.Lifecycle,
          rates: undefined
        })
      )
      front.open({ take: () => false, onCrowded: () => undefined })
      yield* Effect.addFinalizer(() => Effect.andThen(front.stopListening, front.close(closeMsMax)))
      const { address } = server
      return InternalPages.of({ url: `http://${host}:${address._tag === "UnixPathAddress" ? port : address.port}` })
    })
  )
