import type { Bucket, Role } from "../../types.ts"

// What the session routes behind these pages answer with.

export interface Member {
  readonly personId: string
  readonly name: string
  readonly email: string
  readonly role: Role
  readonly joinedAt: string
  readonly isYou: boolean
}

export interface Invitation {
  readonly id: string
  readonly email: string
  readonly role: Role
  readonly invitedBy: string | null
  readonly createdAt: string
  readonly expiresAt: string
}
export interface OwnInvitation extends Invitation {
  /** The account's e-mail. */
  readonly account: string | null
}
export interface Invited {
  readonly invitation: Invitation
  readonly mailed: boolean
  /** Where no mail goes out. */
  readonly link: string | null
}

export interface CreditChange {
  readonly bucket: Bucket
  readonly limit: number
  readonly limitAfter: number
  readonly used: number
  readonly remaining: number
  readonly remainingAfter: number
  readonly resetAt: string
}
/** Null: without limit; 0: not in the plan. */
export interface FeatureChange {
  readonly feature: string
  readonly description: string
  readonly limit: number | null
  readonly limitAfter: number | null
  /** Null: nobody counts it. */
  readonly used: number | null
  readonly pausing: number
}
export interface PlanChange {
  readonly from: string
  readonly to: string
  readonly credits: ReadonlyArray<CreditChange>
  readonly features: ReadonlyArray<FeatureChange>
}
export type Period = "month" | "year"
export interface Offer {
  readonly plan: string
  readonly name: string
  readonly prices: Readonly<Record<Period, number | null>>
  readonly credits: Readonly<Record<Bucket, number>>
}
export interface PlanState {
  readonly plan: string
  readonly name: string
  readonly period: Period | null
  readonly mode: "off" | "free" | "hook"
  readonly currency: string
  readonly credits: ReadonlyArray<CreditChange>
  readonly features: ReadonlyArray<FeatureChange>
  readonly offers: ReadonlyArray<Offer>
}
export interface PlanAsked {
  readonly state: "changed" | "redirected" | "unchanged"
  readonly plan: string
  readonly redirectUrl: string | null
}

export interface Device {
  readonly id: string
  readonly method: string
  readonly address: string | null
  readonly agent: string | null
  readonly isThis: boolean
  readonly signedInAt: string
  readonly lastSeenAt: string
}

export interface Passkey {
  readonly id: string
  readonly name: string
  readonly synced: boolean
  readonly backedUp: boolean
  readonly verifies: boolean
  readonly model: string
  readonly createdAt: string
  readonly lastUsedAt: string | null
}

export interface ConnectedApp {
  readonly id: string
  readonly name: string
  /** Who vouches for the name; null: nobody. */
  readonly host: string | null
  readonly scopes: ReadonlyArray<string>
  readonly toolsets: ReadonlyArray<string> | null
  readonly person: { readonly id: string; readonly email: string }
  readonly connectedAt: string | null
  readonly endsAt: string | null
  readonly lastUsed: { readonly at: string; readonly address: string | null; readonly agent: string | null } | null
}

export interface RequestLogState {
  readonly isOn: boolean
  readonly keptDays: number
}

export interface AccountExport {
  readonly id: string
  readonly askedAt: string
  readonly state: "waiting" | "ready" | "failed"
  readonly endedAt: string | null
  readonly files?: ReadonlyArray<{
    readonly name: string
    readonly url: string
    readonly bytes: number
    readonly expiresAt: string
  }>
  readonly rows: number
  readonly problem: string | null
}

export interface AccountState {
  readonly id: string
  readonly email: string
  readonly plan: string
  readonly createdAt: string
  readonly suspended: { readonly since: string; readonly reason: string | null } | null
  readonly deletion: { readonly dueAt: string } | null
  readonly support: string | null
}

export interface Secret {
  readonly secret: string
  /** otpauth:// */
  readonly address: string
}
export interface BackupCodes {
  readonly backupCodes: ReadonlyArray<string>
}

export interface AuditEntry {
  readonly id: string
  readonly at: string
  readonly action: string
  readonly before: unknown
  readonly after: unknown
  readonly address: string | null
  readonly requestId: string | null
  readonly actor: { readonly kind: ActorKind; readonly id: string | null; readonly name: string | null }
  readonly target: { readonly kind: string; readonly id: string; readonly name: string | null } | null
}
export type ActorKind = "person" | "key" | "operator" | "cli" | "system"
export interface AuditPage {
  readonly entries: ReadonlyArray<AuditEntry>
  readonly nextCursor: string | null
}
export interface AuditAction {
  readonly action: string
  readonly meaning: string
}
