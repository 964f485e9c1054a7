import type { AlertKind, Operation } from "@storeglass/plugin-api"

/** What the site shows of an enabled plugin. */
export interface DocumentedPlugin {
  readonly id: string
  readonly version: string
  readonly description: string
  /** What keeps it from being trusted yet. */
  readonly unproven: string | undefined
  /** Estimators, as `keywordVolume: "kw-volume@1"`. */
  readonly models: Readonly<Record<string, string>>
  /** Kinds of alerts that it sends. */
  readonly alerts: Readonly<Record<string, AlertKind>>
  readonly settings: () => { readonly schema: unknown; readonly defaults: unknown }
  /** A folder of Markdown pages, served under `/docs/<id>`. */
  readonly guide: URL | undefined
  /** The file that it was loaded from: recorded answers lie beside its package.json. */
  readonly from: string
}

/** What the site is made of: the gateway gives it at run time, so that it shows what is enabled and no more. */
export interface SiteOptions {
  readonly version: string
  /** Where callers reach the gateway. */
  readonly url: string
  readonly sandbox: boolean
  readonly plugins: ReadonlyArray<DocumentedPlugin>
  /** The operations of the reference. */
  readonly operations: ReadonlyArray<Operation>
  /** JSON Schema of the gateway's own config. */
  readonly settings: () => unknown
  /** Monthly credits by plan and bucket. */
  readonly plans: Readonly<Record<string, Readonly<Record<"general" | "aiVisibility" | "creative", number>>>>
  /** A file in each package that the gateway is made of, beside its plugins. */
  readonly packages: ReadonlyArray<string>
  /** Descriptions of the headers of answers, by name. */
  readonly headers: Readonly<Record<string, string>>
}
