import { hash } from "node:crypto"
import { addressesOf } from "@storeglass/core"
import { Predicate, Redacted, Result } from "effect"
import type { Composition } from "./compose.ts"
import type { LoadedConfig } from "./config.ts"

/** An address by its scheme and host alone: what else is in it may be a secret. */
const hostIn = (url: string) => {
  if (!URL.canParse(url)) return "set"
  const { host: inAuthority, protocol, searchParams } = new URL(url)
  const named = searchParams.get("host") ?? ""
  const host = inAuthority === "" && !named.startsWith("/") ? named : inAuthority
  return host === "" ? `${protocol}//a local socket` : `${protocol}//${host}`
}

/** The same of the database, which may have several. */
const hostsIn = (url: Redacted.Redacted<string>) => {
  const addresses = addressesOf(url)
  return Result.isFailure(addresses) ? "set" : addresses.success.map((one) => hostIn(Redacted.value(one))).join(", ")
}

/** Values in the order of their names, so that the same settings have the same hash; `Redacted` ones by that word. */
const canonical = (value: unknown): unknown => {
  if (Redacted.isRedacted(value)) return "<redacted>"
  if (Array.isArray(value)) return value.map(canonical)
  if (!Predicate.isReadonlyObject(value)) return value
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((name) => [name, canonical(value[name])])
  )
}

/**
 * What a gateway was started with, for the log: which plugins, what it trusts and what is open. The hash changes with any
 * other setting, secrets aside: from none of them could one be told or tried out.
 */
export const summaryOf = (
  { config, databaseUrl, file, host, port, redisUrl }: LoadedConfig,
  { plugins }: Pick<Composition, "plugins">,
  version: string
) => {
  const { database, plugins: _, redis, telemetry, vault, ...plain } = config
  const settings = canonical({
    ...plain,
    databaseConnectionsMax: database?.connectionsMax,
    keptAnswersEvery: telemetry?.keptAnswersEvery,
    vaultKeyIds: vault === undefined ? [] : Object.keys(vault.keys),
    vaultCurrentKeyId: vault?.currentKeyId,
    plugins: plugins.map(({ config: own, plugin }) => ({ id: plugin.id, version: plugin.manifest.version, own }))
  })
  return {
    version,
    file,
    listens: `${host}:${port}`,
    plugins: plugins.map(({ plugin }) => `${plugin.id} ${plugin.manifest.version}`),
    database: databaseUrl === undefined ? "embedded" : hostsIn(databaseUrl),
    redis: redisUrl === undefined ? "none" : hostIn(Redacted.value(redisUrl)),
    vault: vault === undefined ? "key file" : `config, current key ${vault.currentKeyId}`,
    telemetry: telemetry?.otlpUrl === undefined ? "none" : hostIn(telemetry.otlpUrl),
    sandbox: config.sandbox !== undefined,
    metrics: config.metrics?.enabled !== false,
    egressHttp: config.egress?.http === true,
    egressPorts: (config.egress?.ports ?? [80, 443]).map(String),
    egressLoopbackPort: config.egress?.loopbackPort === undefined ? "none" : String(config.egress.loopbackPort),
    configHash: hash("sha256", JSON.stringify(settings), "hex").slice(0, 16)
  }
}
