import type { Context, Effect, Layer, Schema } from "effect"
import type { HttpApi, HttpApiGroup } from "effect/http-api"
import type { SqlClient } from "effect/sql"
import type { Caches } from "./Caches.ts"
import type { CollectionRow } from "./Collection.ts"
import type { Content } from "./Content.ts"
import type { Credits } from "./Credits.ts"
import type { Egress } from "./Egress.ts"
import type { Entitlements } from "./Entitlements.ts"
import type { Job, Jobs } from "./Jobs.ts"
import type { Locks } from "./Locks.ts"
import type { Metered, StrictInput, Unmetered } from "./Metered.ts"
import type { Operations } from "./Operations.ts"
import type { RawRoute } from "./RawRoute.ts"
import type { Upstreams } from "./Upstreams.ts"
import type { Vault } from "./Vault.ts"
import type { VendorWriteLog, VendorWrites } from "./VendorWrites.ts"

/** The version of this contract; a plugin names the range it is built for in `core`. */
export const apiVersion = "1.1.0"

/** The closed list of what the core gives to every plugin. */
export type CoreServices =
  | SqlClient.SqlClient
  | Upstreams
  | Content
  | Egress
  | Caches
  | Jobs
  | Vault
  | Credits
  | Entitlements
  | VendorWrites
  | VendorWriteLog
  | Locks
  | Operations
  | Metered
  | Unmetered
  | StrictInput

/** State of one part of a plugin, shown in `/v1/health`. */
export interface HealthCheck {
  readonly status: "ok" | "degraded" | "down"
  readonly detail?: string
}

/** A migration runs once, inside a transaction; its tables are prefixed with the plugin's id. */
export type Migration = Effect.Effect<unknown, unknown, SqlClient.SqlClient>

export interface Plugin<Id extends string, G extends HttpApiGroup.Constraint, Config, Needs, Offers> {
  /** Kebab-case: the folder, the package suffix and the config key. */
  readonly id: Id
  readonly version: string
  /** One sentence for lists. */
  readonly description: string
  /** The range of `apiVersion` it is built for. */
  readonly core: string
  /** Other plugins and the ranges of them that it works with. */
  readonly uses?: Readonly<Record<string, string>>
  /** Plugins that it works without, and with where they are enabled: their services by `Effect.serviceOption`. */
  readonly usesIfEnabled?: Readonly<Record<string, string>>
  /** Services taken from the plugins named in `uses`. */
  readonly needs?: ReadonlyArray<Tag>
  /** Services given to other plugins. */
  readonly offers?: ReadonlyArray<Tag>
  /** Strict: an unknown key stops the boot. Each field describes itself by `annotate({ description })`. */
  readonly config: Schema.Codec<Config, unknown>
  readonly api: HttpApi.HttpApi<Id, G>
  readonly live: (config: Config) => Layer.Layer<HttpApiGroup.ToService<Id, G> | Offers, never, CoreServices | Needs>
  /** In order of their names, `0001_<what>`; only ever appended. */
  readonly migrations?: Readonly<Record<string, Migration>>
  readonly jobs?: (config: Config) => ReadonlyArray<Job<CoreServices | Needs | Offers>>
  /** What is no HttpApi: pages, inbound webhooks, made by `rawRoute`. Guarded and charged like endpoints. */
  readonly routes?: (config: Config) => ReadonlyArray<RawRoute<CoreServices | Needs | Offers>>
  /** The estimators it serves, as `keywordVolume: "kw-volume@1"`; shown in `/v1/version`. */
  readonly models?: Readonly<Record<string, string>>
  /** What its jobs have to collect against what their limits allow. */
  readonly collection?: (
    config: Config
  ) => Effect.Effect<ReadonlyArray<CollectionRow>, unknown, CoreServices | Needs | Offers>
  readonly health?: (
    config: Config
  ) => Effect.Effect<Readonly<Record<string, HealthCheck>>, never, CoreServices | Needs | Offers>
}

/** The tag of a service, whatever it is. */
export type Tag = Context.Key<unknown, unknown>
type IdentifierOf<T> = T extends Context.Key<infer Identifier, infer _> ? Identifier : never

/** The one declaration of a plugin: routes, OpenAPI, MCP tools, client, meter and docs derive from it. */
export const definePlugin = <
  const Id extends string,
  G extends HttpApiGroup.Constraint,
  Config,
  const Needs extends ReadonlyArray<Tag> = readonly [],
  const Offers extends ReadonlyArray<Tag> = readonly []
>(
  plugin: Plugin<Id, G, Config, IdentifierOf<Needs[number]>, IdentifierOf<Offers[number]>> & {
    readonly needs?: Needs
    readonly offers?: Offers
  }
): Plugin<Id, G, Config, IdentifierOf<Needs[number]>, IdentifierOf<Offers[number]>> => plugin
