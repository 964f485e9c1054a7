// Made by `npm run generate` from the declarations of the plugins. Do not edit.

export interface BucketUsage {
  readonly limit: number
  readonly used: number
  /** What is left, not counting credits held for running work. */
  readonly remaining: number
}

export interface Health {
  readonly status: "ok" | "degraded"
  /** Seconds since startup. */
  readonly uptime: number
  readonly timestamp: string
  readonly version: string
  /** Set when the stores are the sandbox's: invented (`generated`) or recorded. */
  readonly sandbox: "generated" | "recordings" | null
  readonly draining: boolean
  readonly checks: {
    readonly database: "ok" | "degraded" | "down" | "off"
    readonly queue: "ok" | "degraded" | "down" | "off"
    /** The shared cache; `off` when each process has its own. */
    readonly cache: "ok" | "degraded" | "down" | "off"
  }
  /** Enabled plugins that haven't run against their live vendors yet, by id, with what that means. */
  readonly unproven: Readonly<Record<string, string>>
}

export interface Usage {
  readonly plan: string
  /** General API credits for the period. */
  readonly monthlyCredits: number
  /** Credits consumed across all buckets. */
  readonly used: number
  /** General API credits left. */
  readonly remaining: number
  readonly credits: {
    readonly general: BucketUsage
    readonly aiVisibility: BucketUsage
    readonly creative: BucketUsage
    readonly resetDate: string
  }
  readonly resetDate: string
  readonly usageByEndpoint: ReadonlyArray<{
    readonly endpoint: string
    readonly totalCredits: number
    readonly requestCount: number
  }>
}

export interface Version {
  readonly name: "storeglass"
  readonly version: string
  readonly apiVersion: "v1"
  readonly pluginApi: string
  /** Enabled plugins and their versions. */
  readonly plugins: Readonly<Record<string, string>>
  /** Estimators and their versions, `name@version`. */
  readonly models: Readonly<Record<string, string>>
}

/** The codes of the gateway's errors. */
export type ErrorCode = never
