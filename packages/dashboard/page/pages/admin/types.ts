import type { Bucket, KeyRow, Role } from "../../types.ts"
import type { AccountExport } from "../settings/types.ts"

// What the operator's routes answer with.

export interface Operator {
  readonly person: { readonly id: string; readonly email: string; readonly name: string; readonly language: string }
  readonly csrfToken: string
}

export interface AccountDetails {
  readonly id: string
  readonly email: string
  readonly plan: string
  readonly planSince: string | null
  readonly createdAt: string
  readonly suspendedAt: string | null
  readonly suspendedFor: string | null
  readonly deletionDueAt: string | null
}
export interface FoundAccount extends AccountDetails {
  readonly owners: ReadonlyArray<string>
}
export interface AccountsPage {
  readonly accounts: ReadonlyArray<FoundAccount>
  readonly next: string | null
}

export interface CreditBalance {
  readonly limit: number
  readonly used: number
  readonly held: number
  readonly remaining: number
  readonly resetMs: number
}
export interface LookedAt {
  readonly account: AccountDetails
  readonly members: ReadonlyArray<{
    readonly personId: string
    readonly name: string
    readonly email: string
    readonly role: Role
    readonly sessions: number
    readonly lastSeenAt: string | null
  }>
  readonly keys: ReadonlyArray<KeyRow>
  readonly credits: Readonly<Record<Bucket, CreditBalance>>
  readonly featuresUsed: Readonly<Record<string, number>>
  readonly exports: ReadonlyArray<AccountExport>
}

export interface HealthCheck {
  readonly status: string
  readonly detail?: string
}
export interface Health {
  readonly status: "ok" | "degraded"
  readonly uptime?: number
  readonly version?: string
  readonly draining?: boolean
  readonly checks?: {
    readonly database: string
    readonly queue: string
    readonly cache: string
    readonly upstreams: Readonly<Record<string, HealthCheck>>
    readonly tokens: Readonly<Record<string, HealthCheck>>
    readonly plugins: Readonly<Record<string, HealthCheck>>
  }
  readonly unproven?: Readonly<Record<string, string>>
}

export interface QueueCount {
  readonly waiting: number
  readonly running: number
  readonly failed: number
  readonly oldestWaitingMs: number | null
}
export interface GivenUp {
  readonly id: string
  readonly job: string
  readonly attempts: number
  readonly lastError: string | null
  readonly createdAt: string
}
export interface Jobs extends QueueCount {
  readonly jobs: ReadonlyArray<QueueCount & { readonly job: string }>
  readonly undeclared: ReadonlyArray<string>
  readonly schedules: { readonly total: number; readonly due: number; readonly late: number; readonly paused: number }
  readonly givenUp: ReadonlyArray<GivenUp>
}

export interface CollectionRow {
  readonly plugin: string
  readonly what: string
  readonly platform: string
  readonly demandPerDay: number
  readonly capacityPerDay: number | null
  readonly uncovered: number
  readonly done: number
  readonly due: number
  readonly lagSeconds: number
}

export interface MailState {
  readonly waiting: number
  readonly running: number
  readonly givenUp: ReadonlyArray<GivenUp>
}
