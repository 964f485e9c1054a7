import { NodeHttpClient } from "@effect/platform-node"
import { Effect, Layer, Logger, References } from "effect"
import { Otlp } from "effect/observability"
import { type Environment, type GatewayConfig, loadConfig } from "./config.ts"

const levels = { Debug: "Debug", Info: "Info", Warn: "Warn", Error: "Error", None: "None" } as const

/** Log lines on standard error, and OTLP when a collector is configured. */
export const layer = (config: GatewayConfig, version: string) => {
  const format = config.logs?.format ?? "json"
  const logger = Logger.withConsoleError(format === "json" ? Logger.formatJson : Logger.formatLogFmt)
  const logs = Layer.mergeAll(
    Logger.layer([logger]),
    Layer.succeed(References.MinimumLogLevel, levels[config.logs?.level ?? "Info"])
  )
  const url = config.telemetry?.otlpUrl
  return url === undefined
    ? logs
    : Layer.mergeAll(
        Layer.succeed(References.MinimumLogLevel, levels[config.logs?.level ?? "Info"]),
        Logger.layer([logger]),
        Otlp.layerJson({ baseUrl: url, resource: { serviceName: "storeglass", serviceVersion: version } }).pipe(
          Layer.provide(NodeHttpClient.layerUndici)
        )
      )
}

/** The same, from a config file; a file that cannot be read logs by default until `boot` says what is wrong. */
export const layerOf = (configFile: string, environment: Environment) =>
  Effect.match(loadConfig(configFile, environment), {
    onFailure: () => Layer.empty,
    onSuccess: ({ config }) => layer(config, "0.1.0")
  })
