import type {
  FieldValues,
  FormStart,
  LiveForm,
  Marks,
  PanelParam,
  RowAction,
  ShownView
} from "@storeglass/plugin-api/draw"

// What the session routes of plugins/account answer with.

export type Role = "viewer" | "member" | "admin" | "owner"

export interface Me {
  readonly person: { readonly id: string; readonly email: string; readonly name: string; readonly language: string }
  readonly accountId: string | null
  readonly accounts: ReadonlyArray<{
    readonly id: string
    readonly role: Role
    readonly email: string | null
    readonly plan: string | null
  }>
  readonly session: { readonly id: string; readonly method: string; readonly createdAt: string }
  readonly secondFactor: { readonly totp: boolean; readonly backupCodesLeft: number }
  readonly operator: "yes" | "no" | "needs-factor"
  readonly providers: ReadonlyArray<{
    readonly id: string
    /** Null: it's in the config no longer. */
    readonly provider: string | null
    readonly name: string | null
    readonly issuer: string
    readonly email?: string | null
    readonly linkedAt: string
    readonly lastUsedAt: string | null
  }>
  readonly csrfToken: string
}

/** By what somebody confirms that it's them. */
export interface ConfirmingWays {
  readonly factor: boolean
  readonly passkey: boolean
  readonly password: boolean
  readonly mail: boolean
  readonly providers: ReadonlyArray<{ readonly id: string; readonly name: string }>
}

export type Bucket = "general" | "aiVisibility" | "creative"

export interface OperationRow {
  readonly id: string
  readonly plugin: string
  readonly method: string
  readonly path: string
  readonly access: "key" | "public" | "session"
  readonly credits: number | "quoted"
  readonly bucket: Bucket
  readonly summary: string
  readonly description: string
  readonly title: string
  readonly gives: "json" | "none" | "other"
  readonly reads: boolean
  readonly destroys: boolean
  readonly view?: ShownView
}

export interface PanelRow {
  readonly id: string
  readonly plugin: string
  readonly slot: "overview" | "app" | "connections" | "alerts" | "settings" | "admin"
  readonly title: string
  readonly role: Role | "operator"
  /** `plan`: the account's plan lacks the feature that it needs. */
  readonly open: "yes" | "plan"
  readonly blocks: ReadonlyArray<Block>
}

export interface AskedBlock {
  readonly kind: "view" | "form" | "action" | "marks"
  readonly operation: string
  readonly title?: string
  readonly params?: Readonly<Record<string, PanelParam>>
  readonly platforms?: ReadonlyArray<string>
  readonly view?: ShownView
  readonly actions?: ReadonlyArray<RowAction>
  readonly fields?: ReadonlyArray<string>
  readonly values?: Readonly<Record<string, FieldValues>>
  readonly start?: FormStart
  readonly live?: LiveForm
  readonly marks?: Marks
}
export type Block = { readonly kind: "text"; readonly text: string } | AskedBlock

export interface Catalogue {
  readonly gateway: { readonly version: string; readonly url: string; readonly sandbox: boolean }
  readonly plugins: ReadonlyArray<{ readonly id: string; readonly description: string }>
  readonly operations: ReadonlyArray<OperationRow>
  readonly panels: ReadonlyArray<PanelRow>
  /** What panels say in the language that was asked for, by plugin and by their English. */
  readonly texts: Readonly<Record<string, Readonly<Record<string, string>>>>
}

export type Json = Readonly<Record<string, unknown>>

export interface Shapes {
  readonly parameters: ReadonlyArray<{
    readonly name: string
    readonly in: "path" | "query" | "header"
    readonly required: boolean
    readonly secret: boolean
    readonly deprecated?: boolean
    readonly schema: Json
  }>
  readonly payload: { readonly required: boolean; readonly schema: Json } | null
  readonly errors: ReadonlyArray<{
    readonly status: number
    readonly code: string
    readonly meaning: string
    readonly retry: string
  }>
  readonly definitions: Readonly<Record<string, Json>>
}

export interface Balance {
  readonly bucket: Bucket
  readonly limit: number
  readonly used: number
  readonly held: number
  readonly remaining: number
  readonly resetsAt: string
  readonly creditsPerDay: number
  readonly emptyOn: string | null
}

export interface UsageRow {
  readonly day?: string
  readonly keyId?: string | null
  readonly memberId?: string | null
  readonly operation?: string
  readonly bucket?: Bucket
  readonly credits: number
  readonly requests: number
}

export interface Usage {
  readonly from: string
  readonly to: string
  readonly by: ReadonlyArray<string>
  readonly rows: ReadonlyArray<UsageRow>
  readonly totals: { readonly credits: number; readonly requests: number }
  readonly before: { readonly from: string; readonly to: string; readonly credits: number; readonly requests: number }
  readonly balances: ReadonlyArray<Balance>
  readonly keys: ReadonlyArray<{ readonly id: string; readonly name: string; readonly hint?: string }>
  readonly members: ReadonlyArray<{ readonly personId: string; readonly name: string; readonly email: string }>
}

export interface RequestRow {
  readonly rowId: string
  readonly requestId: string
  readonly credentialId: string | null
  readonly operation: string
  readonly path: string
  readonly query: string
  readonly status: number
  readonly code: string | null
  readonly credits: number
  readonly held: number
  readonly ms: number
  readonly replayed: boolean
  readonly address: string | null
  readonly agent: string | null
  readonly weight: number
  readonly at: string
  readonly bucket: Bucket | null
  readonly by: string
}

export interface ErrorGroup {
  readonly code: string
  readonly status: number
  readonly requests: number
  readonly lastAt: string
  readonly operations: ReadonlyArray<string>
}

export interface KeyRow {
  readonly id: string
  readonly name: string
  readonly hint: string
  readonly scopes: ReadonlyArray<string>
  readonly plugins: ReadonlyArray<string> | null
  readonly addresses: ReadonlyArray<string> | null
  readonly createdAt: string
  readonly expiresAt: string | null
  readonly madeBy: string | null
  readonly revokedAt: string | null
  readonly successorId: string | null
  readonly endsAt: string | null
  readonly lastUsed: { readonly at: string; readonly address: string | null; readonly agent: string | null } | null
}

export interface Ways {
  /** This browser is signed in but for the second factor, by a mail's link or a provider. */
  readonly needsFactor: boolean
  readonly signUp: "open" | "domains" | "invite" | "closed"
  readonly mail: boolean
  readonly providers: ReadonlyArray<{ readonly id: string; readonly name: string }>
  readonly passkeys: { readonly available: boolean; readonly reason?: string }
  readonly demo: boolean
  /** Where the sandbox shows its mails. */
  readonly outbox: string | null
}

export interface Entered {
  readonly signedIn: boolean
  readonly needs: "factor" | "password" | null
}

export interface Asked {
  readonly ticket: string
  readonly expiresAt: string
}
