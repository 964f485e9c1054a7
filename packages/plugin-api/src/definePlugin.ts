import type { Context, Effect, Layer, Schema } from "effect"
import type { HttpApi, HttpApiGroup } from "effect/http-api"
import type { SqlClient } from "effect/sql"
import manifest from "../package.json" with { type: "json" }
import type { AccountAdmin } from "./AccountAdmin.ts"
import type { Alerts } from "./Alerts.ts"
import type { ApiKeys } from "./ApiKeys.ts"
import type { AuditLog } from "./AuditLog.ts"
import type { Caches } from "./Caches.ts"
import type { CollectionRow } from "./Collection.ts"
import type { Connections } from "./Connections.ts"
import type { Content } from "./Content.ts"
import type { Credits } from "./Credits.ts"
import type { CreditUsage } from "./CreditUsage.ts"
import type { Deliveries } from "./Deliveries.ts"
import type { Directory } from "./Directory.ts"
import type { Egress } from "./Egress.ts"
import type { Entitlements } from "./Entitlements.ts"
import type { EventHandler, Events } from "./Events.ts"
import type { Files } from "./Files.ts"
import type { GatewayState } from "./GatewayState.ts"
import type { Job, Jobs } from "./Jobs.ts"
import type { LedgerLoad } from "./LedgerLoad.ts"
import type { Locks } from "./Locks.ts"
import type { Mailer } from "./Mailer.ts"
import type { Metered, MeteredShared, StrictInput, Unmetered } from "./Metered.ts"
import type { Operations } from "./Operations.ts"
import type { OperatorAlerts } from "./OperatorAlerts.ts"
import type { Panel, PanelTexts } from "./Panel.ts"
import type { Personal } from "./Personal.ts"
import type { RawRoute } from "./RawRoute.ts"
import type { RequestLoad } from "./RequestLoad.ts"
import type { RequestLog } from "./RequestLog.ts"
import type { Schedules } from "./Schedules.ts"
import type { Tokens } from "./Tokens.ts"
import type { Upstreams } from "./Upstreams.ts"
import type { SealedColumn, Vault } from "./Vault.ts"
import type { VendorWriteLog, VendorWrites } from "./VendorWrites.ts"

/** The version of this contract: that of this package. A plugin's package.json names the range that it is built for. */
export const apiVersion: string = manifest.version

/** What a plugin's package.json says of it; nothing else states a version. */
export interface PluginManifest {
  readonly name: string
  readonly version: string
  /** The ranges of `@storeglass/plugin-api` and of the plugins that it uses, by the names of their packages. */
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/**
 * Another plugin by its id, whose package is `@storeglass/<id>`; for one from elsewhere `{ id: "its-package" }`. The range
 * is the one under `peerDependencies` of the manifest.
 */
export type PluginUse = string | Readonly<Record<string, string>>

/** Something that a plan may include, which `requires` asks for. */
export interface Feature {
  readonly description: string
  /** How much of it each plan has, by plan id: null without limit, 0 (or left out) not in the plan. */
  readonly plans: Readonly<Record<string, number | null>>
}

/** A kind of message that a plugin sends to people, who choose which they want. */
export interface AlertKind {
  readonly title: string
  /** One sentence: when it is sent. */
  readonly description: string
}

/** The closed list of what the core gives to every plugin. */
export type CoreServices =
  | SqlClient.SqlClient
  | Upstreams
  | Content
  | Egress
  | Caches
  | Jobs
  | Schedules
  | Events
  | Vault
  | Connections
  | Tokens
  | Credits
  | CreditUsage
  | LedgerLoad
  | RequestLoad
  | RequestLog
  | Entitlements
  | VendorWrites
  | VendorWriteLog
  | Locks
  | Directory
  | Files
  | Deliveries
  | Mailer
  | Alerts
  | OperatorAlerts
  | AccountAdmin
  | GatewayState
  | ApiKeys
  | AuditLog
  | Operations
  | Metered
  | MeteredShared
  | Unmetered
  | StrictInput

/** State of one part of a plugin, shown in the internal `/health`. */
export interface HealthCheck {
  readonly status: "ok" | "degraded" | "down"
  readonly detail?: string
}

/** A migration runs once, inside a transaction; its tables are prefixed with the plugin's id. */
export type Migration = Effect.Effect<unknown, unknown, SqlClient.SqlClient>

export interface Plugin<Id extends string, G extends HttpApiGroup.Constraint, Config, Needs, Offers, Own = never> {
  /** Kebab-case: the folder, the package suffix and the config key. */
  readonly id: Id
  /** `import manifest from "../package.json" with { type: "json" }`. */
  readonly manifest: PluginManifest
  /** One sentence for lists. */
  readonly description: string
  /** Other plugins that it needs. */
  readonly uses?: ReadonlyArray<PluginUse>
  /** Plugins that it works without, and with where they are enabled: their services by `Effect.serviceOption`. */
  readonly usesIfEnabled?: ReadonlyArray<PluginUse>
  /** Services taken from the plugins named in `uses`. */
  readonly needs?: ReadonlyArray<Tag>
  /** Services given to other plugins; no other plugin sees anything else of what `live` builds. */
  readonly offers?: ReadonlyArray<Tag>
  /** Services that `live` builds for the plugin's own jobs, routes, health and collection. */
  readonly own?: ReadonlyArray<Tag>
  /** Strict: an unknown key stops the boot. Each field describes itself by `annotate({ description })`. */
  readonly config: Schema.Codec<Config, unknown>
  readonly api: HttpApi.HttpApi<Id, G>
  readonly live: (
    config: Config
  ) => Layer.Layer<HttpApiGroup.ToService<Id, G> | Offers | Own, never, CoreServices | Needs>
  /** In order of their names, `0001_<what>`; only ever appended. */
  readonly migrations?: Readonly<Record<string, Migration>>
  readonly jobs?: (config: Config) => ReadonlyArray<Job<CoreServices | Needs | Offers | Own>>
  /** What it does when it, or a plugin that it uses, has published an event: `onEvent(AppAdded, …)`. */
  readonly on?: (config: Config) => ReadonlyArray<EventHandler<CoreServices | Needs | Offers | Own>>
  /** What is no HttpApi: pages, inbound webhooks, made by `rawRoute`. Guarded and charged like endpoints. */
  readonly routes?: (config: Config) => ReadonlyArray<RawRoute<CoreServices | Needs | Offers | Own>>
  /** Kinds of alerts that it sends, by name, as `keywords.rank-drop`: the plugin's id comes first. */
  readonly alerts?: Readonly<Record<string, AlertKind>>
  /** What it writes into the audit log, by name, as `workspace.app-deleted`: the plugin's id comes first. One sentence each. */
  readonly audits?: Readonly<Record<string, string>>
  /** What it shows in the pages of an account. */
  readonly panels?: ReadonlyArray<Panel>
  /** The texts of its panels in other languages. */
  readonly panelTexts?: PanelTexts
  /** What it keeps of accounts, for their export and their deletion. */
  readonly personal?: (config: Config) => Personal<CoreServices | Needs | Offers | Own>
  /** Every column with values that it sealed: `storeglass vault rotate` wraps them under a new key. */
  readonly sealed?: ReadonlyArray<SealedColumn>
  /** Features of plans that it brings, by name, as `aiVisibility`; an operator changes them under `plans`. */
  readonly features?: Readonly<Record<string, Feature>>
  /** How much of its features an account uses, where that is a number of things: what a smaller plan has less of. */
  readonly featuresUsed?: (
    config: Config
  ) => (
    accountId: string
  ) => Effect.Effect<Readonly<Record<string, number>>, unknown, CoreServices | Needs | Offers | Own>
  /** A folder of Markdown pages for `/docs`: `new URL("../guide/", import.meta.url)`. */
  readonly guide?: URL
  /** The estimators it serves, as `keywordVolume: "kw-volume@1"`; shown in `/v1/version`. */
  readonly models?: Readonly<Record<string, string>>
  /**
   * A sentence for a plugin that hasn't proven itself at its live vendor, such as "Not yet run against the live vendor."
   * `/v1/health` and its pages of the reference show it.
   */
  readonly unproven?: string
  /** What its jobs must collect against what their limits allow. */
  readonly collection?: (
    config: Config
  ) => Effect.Effect<ReadonlyArray<CollectionRow>, unknown, CoreServices | Needs | Offers | Own>
  readonly health?: (
    config: Config
  ) => Effect.Effect<Readonly<Record<string, HealthCheck>>, never, CoreServices | Needs | Offers | Own>
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
  const Offers extends ReadonlyArray<Tag> = readonly [],
  const Own extends ReadonlyArray<Tag> = readonly []
>(
  plugin: Plugin<
    Id,
    G,
    Config,
    IdentifierOf<Needs[number]>,
    IdentifierOf<Offers[number]>,
    IdentifierOf<Own[number]>
  > & {
    readonly needs?: Needs
    readonly offers?: Offers
    readonly own?: Own
  }
): Plugin<Id, G, Config, IdentifierOf<Needs[number]>, IdentifierOf<Offers[number]>, IdentifierOf<Own[number]>> => plugin
