import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Effect, Layer, Logger, References } from "effect"
import { Otlp } from "effect/observability"
import { type Environment, type GatewayConfig, loadConfig } from "./config.ts"

/** Log lines on standard error, and OTLP when a collector is configured. */
export const layer = (config: GatewayConfig, version: string) => {
  const format = config.logs?.format === "pretty" ? Logger.formatLogFmt : Logger.formatJson
  const logs = Layer.mergeAll(
    Logger.layer([Logger.withConsoleError(format)]),
    Layer.succeed(References.MinimumLogLevel, config.logs?.level ?? "Info")
  )
  const url = config.telemetry?.otlpUrl
  if (url === undefined) return logs
  return Otlp.layerJson({
    baseUrl: url,
    resource: { serviceName: "storeglass", serviceVersion: version },
    loggerMergeWithExisting: true
  }).pipe(Layer.provide(NodeHttpClient.layerUndici), Layer.provideMerge(logs))
}

/** The same, from a config file; a file that cannot be read logs by default until `boot` says what is wrong. */
export const layerOf = (configFile: string, environment: Environment) =>
  Effect.match(loadConfig(configFile, environment), {
    onFailure: () => Layer.empty,
    onSuccess: ({ config }) => layer(config, "0.1.0")
  })
