import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { ApiKey } from "@storeglass/core"
import { Effect, Layer, Logger, References, Tracer } from "effect"
import { Otlp } from "effect/observability"
import { type Environment, type GatewayConfig, loadConfig } from "./config.ts"

/** Whoever has the address of a file or a feed may read it. */
const openAddresses = /(\/(?:files|feeds)\/)[^/?#\s]+/g
const withoutSecrets = (text: string) => ApiKey.withoutKeys(text).replaceAll(openAddresses, "$1[hidden]")

/** Callers put keys into addresses, which spans tell: none of them goes to the collector. */
const withoutKeys = Layer.effect(
  Tracer.Tracer,
  Effect.map(Effect.tracer, (tracer) =>
    Tracer.make({
      ...(tracer.context === undefined ? {} : { context: tracer.context }),
      span: (options) => {
        const span = tracer.span(options)
        const told = span.attribute.bind(span)
        return Object.assign(span, {
          attribute: (name: string, value: unknown) =>
            told(name, typeof value === "string" ? withoutSecrets(value) : value)
        })
      }
    })
  )
)

/** Log lines on standard error, and OTLP when a collector is configured. */
export const layer = (config: GatewayConfig, version: string) => {
  const format = config.logs?.format === "pretty" ? Logger.formatLogFmt : Logger.formatJson
  const logs = Layer.mergeAll(
    Logger.layer([Logger.withConsoleError(format)]),
    Layer.succeed(References.MinimumLogLevel, config.logs?.level ?? "Info")
  )
  const url = config.telemetry?.otlpUrl
  if (url === undefined) return logs
  const collected = Otlp.layerJson({
    baseUrl: url,
    resource: { serviceName: "storeglass", serviceVersion: version },
    loggerMergeWithExisting: true
  }).pipe(Layer.provide(NodeHttpClient.layerUndici), Layer.provideMerge(logs))
  return Layer.provideMerge(withoutKeys, collected)
}

/** The same, from a config file; a file that cannot be read logs by default until `boot` says what is wrong. */
export const layerOf = (configFile: string, environment: Environment) =>
  Effect.match(loadConfig(configFile, environment), {
    onFailure: () => Layer.empty,
    onSuccess: ({ config }) => layer(config, "0.1.0")
  })
