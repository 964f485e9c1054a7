// Made by `npm run generate` from the declarations of the plugins. Do not edit.

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

export interface AccountExport {
  readonly id: string
  readonly askedAt: string
  readonly state: "waiting" | "ready" | "failed"
  readonly endedAt: string | null
  readonly rows: number
  readonly problem: string | null
  /** Whoever has an address may read the file. */
  readonly files: ReadonlyArray<{
    readonly name: string
    readonly url: string
    readonly bytes: number
    readonly expiresAt: string
  }>
}

export interface AccountState {
  readonly id: string
  readonly email: string
  readonly plan: string
  readonly createdAt: string
  readonly suspended: {
    readonly since: string
    readonly reason: string | null
  } | null
  readonly deletion: {
    readonly dueAt: string
  } | null
  readonly support: string | null
}

export interface AccountsPage {
  readonly accounts: ReadonlyArray<FoundAccount>
  /** `after` of the next page. */
  readonly next: string | null
}

export type ActorKind = "person" | "key" | "operator" | "cli" | "system"

/** The ticket makes the code of the mail work, and only here. */
export interface Asked {
  readonly ticket: string
  readonly expiresAt: string
}

export interface AskedBlock {
  readonly kind: "view" | "form" | "action" | "marks" | "download"
  readonly operation: string
  readonly title?: string
  readonly params?: Readonly<Record<string, PanelParam>>
  readonly platforms?: ReadonlyArray<"storea" | "storeb">
  readonly view?: ShownView
  readonly actions?: ReadonlyArray<RowAction>
  readonly fields?: ReadonlyArray<string>
  readonly values?: Readonly<Record<string, FieldValues>>
  readonly start?: FormStart
  readonly live?: LiveForm
  readonly shows?: ReadonlyArray<FormShown>
  readonly file?: FileForm
  readonly saveAs?: string
  readonly marks?: Marks
}

export interface AuditAction {
  readonly action: string
  readonly meaning: string
}

export interface AuditEntry {
  readonly id: string
  readonly at: string
  readonly action: string
  readonly before: unknown
  readonly after: unknown
  readonly address: string | null
  readonly requestId: string | null
  readonly actor: {
    readonly kind: ActorKind
    readonly id: string | null
    readonly name: string | null
  }
  readonly target: {
    readonly kind: string
    readonly id: string
    readonly name: string | null
  } | null
}

export interface AuditPage {
  readonly entries: ReadonlyArray<AuditEntry>
  readonly nextCursor: string | null
}

export interface BackupCodes {
  readonly backupCodes: ReadonlyArray<string>
}

export interface Balance {
  readonly bucket: Bucket
  readonly limit: number
  readonly used: number
  readonly held: number
  readonly remaining: number
  readonly resetsAt: string
  readonly creditsPerDay: number
  /** The day, at the pace of the last 7. */
  readonly emptyOn: string | null
}

export type Block = {
  readonly kind: "text"
  readonly text: string
} | AskedBlock

export type Bucket = "general" | "aiVisibility" | "creative"

export interface Catalogue {
  readonly gateway: {
    readonly version: string
    readonly url: string
    readonly sandbox: boolean
  }
  readonly plugins: ReadonlyArray<{
    readonly id: string
    readonly description: string
  }>
  readonly operations: ReadonlyArray<OperationRow>
  readonly panels: ReadonlyArray<PanelRow>
  /** What panels say in the language that was asked for, by plugin and by their English. */
  readonly texts: Readonly<Record<string, Readonly<Record<string, string>>>>
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

/** By what somebody can confirm that it's them. */
export interface ConfirmingWays {
  readonly factor: boolean
  readonly passkey: boolean
  readonly password: boolean
  readonly mail: boolean
  readonly providers: ReadonlyArray<{
    readonly id: string
    readonly name: string
  }>
}

export interface ConnectedApp {
  readonly id: string
  /** As many as times it was connected; usage and logs count under them. */
  readonly grantIds: ReadonlyArray<string>
  readonly name: string
  readonly clientId: string
  /** Who vouches for the name; null: nobody. */
  readonly host: string | null
  readonly scopes: ReadonlyArray<"read" | "write">
  readonly toolsets: ReadonlyArray<string> | null
  readonly person: {
    readonly id: string
    readonly email: string
  }
  readonly connectedAt: string
  readonly endsAt: string | null
  readonly lastUsed: LastUse | null
}

export interface CreditBalance {
  readonly limit: number
  readonly used: number
  readonly held: number
  readonly remaining: number
  readonly resetMs: number
}

export interface CreditChange {
  readonly bucket: Bucket
  readonly limit: number
  readonly limitAfter: number
  readonly used: number
  readonly remaining: number
  /** 0 where more is used than the other plan has. */
  readonly remainingAfter: number
  readonly resetAt: string
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

export interface EndedSessions {
  readonly sessions: number
  readonly grants: number
}

export interface Entered {
  readonly signedIn: boolean
  /** `factor`: nothing opens until the second factor is given. `password`: the one chosen at sign-up wasn't taken. */
  readonly needs: "factor" | "password" | null
  readonly person: {
    readonly id: string
    readonly email: string
    readonly name: string
  }
}

export interface ErrorGroup {
  readonly code: string | null
  readonly status: number
  readonly requests: number
  readonly lastAt: string
  /** Of the newest. */
  readonly requestId: string
  readonly operations: ReadonlyArray<string>
  /** What it means and what to do about it; null where none of these operations declares it. */
  readonly meaning: string | null
}

export interface FactorSecret {
  readonly secret: string
  /** otpauth:// */
  readonly address: string
}

export interface FeatureChange {
  readonly feature: string
  readonly description: string
  /** Null: without limit; 0: not in the plan. */
  readonly limit: number | null
  readonly limitAfter: number | null
  /** Null: nobody counts it. */
  readonly used: number | null
  readonly pausing: number
}

export interface FieldValues {
  readonly operation: string
  readonly params?: Readonly<Record<string, PanelParam | {
    readonly field: string
  }>>
  readonly rows: string
  readonly value: string
  readonly title?: string
  readonly note?: string
  readonly only?: true
}

export interface FileForm {
  readonly field: string
  readonly preview: string
  readonly endings: ReadonlyArray<string>
  readonly hinders?: string
}

export interface FormShown {
  readonly title: string
  readonly view: ShownView
}

export interface FormStart {
  readonly operation: string
  readonly params?: Readonly<Record<string, PanelParam | {
    readonly field: string
  }>>
  readonly fields: Readonly<Record<string, string>>
}

export interface FoundAccount {
  readonly id: string
  readonly email: string
  readonly plan: string
  readonly planSince: string | null
  readonly createdAt: string
  readonly suspendedAt: string | null
  readonly suspendedFor: string | null
  readonly deletionDueAt: string | null
  readonly owners: ReadonlyArray<string>
}

export interface FoundKey {
  readonly accountId: string
  readonly key: KeyRow
}

export interface GivenUp {
  readonly id: string
  readonly job: string
  readonly attempts: number
  readonly lastError: string | null
  readonly createdAt: string
}

export interface Health {
  readonly status: "ok" | "degraded"
  /** Seconds. */
  readonly uptime: number
  readonly timestamp: string
  readonly version: string
  readonly sandbox: string | null
  readonly draining: boolean
  readonly checks: {
    readonly database: string
    readonly queue: string
    readonly cache: string
    readonly upstreams: Readonly<Record<string, HealthCheck>>
    readonly tokens: Readonly<Record<string, HealthCheck>>
    readonly plugins: Readonly<Record<string, HealthCheck>>
  }
  readonly unproven: Readonly<Record<string, string>>
}

export interface HealthCheck {
  readonly status: string
  readonly detail?: string
}

export interface Invitation {
  readonly id: string
  readonly email: string
  readonly role: Role
  readonly invitedBy: string | null
  readonly createdAt: string
  readonly expiresAt: string
}

export interface Invited {
  readonly invitation: Invitation
  readonly mailed: boolean
  /** Where no mail goes out. */
  readonly link: string | null
}

export interface JobCount {
  readonly waiting: number
  readonly running: number
  readonly failed: number
  readonly oldestWaitingMs: number | null
  readonly job: string
}

export interface Jobs {
  readonly waiting: number
  readonly running: number
  readonly failed: number
  readonly oldestWaitingMs: number | null
  readonly jobs: ReadonlyArray<JobCount>
  readonly undeclared: ReadonlyArray<string>
  readonly schedules: {
    readonly total: number
    readonly due: number
    readonly late: number
    readonly paused: number
  }
  readonly givenUp: ReadonlyArray<GivenUp>
}

export interface KeyOfAccount {
  readonly id: string
  readonly name: string
  /** `sg_live_…` and its last four characters. */
  readonly hint: string
  readonly scopes: ReadonlyArray<"read" | "write" | "internal">
  /** The plugins whose operations it may call; null: all. */
  readonly plugins: ReadonlyArray<string> | null
  /** The addresses and networks from which it may be used; null: any. */
  readonly addresses: ReadonlyArray<string> | null
  readonly createdAt: string
  readonly expiresAt: string | null
  readonly madeBy: string | null
  readonly revokedAt: string | null
  readonly successorId: string | null
  /** Until when it's good beside its successor. */
  readonly endsAt: string | null
  readonly lastUsed: LastUse | null
}

export interface KeyRow {
  readonly id: string
  readonly name: string
  /** `sg_live_…` and its last four characters. */
  readonly hint: string
  readonly scopes: ReadonlyArray<"read" | "write" | "internal">
  /** The plugins whose operations it may call; null: all. */
  readonly plugins: ReadonlyArray<string> | null
  /** The addresses and networks from which it may be used; null: any. */
  readonly addresses: ReadonlyArray<string> | null
  readonly createdAt: string
  readonly expiresAt: string | null
  readonly madeBy: string | null
  readonly revokedAt: string | null
  readonly successorId: string | null
  /** Until when it's good beside its successor. */
  readonly endsAt: string | null
  readonly lastUsed: LastUse | null
  /** Who made it. `former`: somebody who has left the account; null: not noted. */
  readonly maker: {
    readonly kind: "member" | "former" | "command_line"
    /** Of a member. */
    readonly name: string | null
  } | null
}

export interface KnownPasskey {
  readonly id: string
  readonly type: string
  readonly transports?: ReadonlyArray<string>
}

/** To the minute. */
export interface LastUse {
  readonly at: string
  readonly address: string | null
  readonly agent: string | null
}

export interface LiveForm {
  readonly counts?: {
    readonly rows: string
    readonly field: string
    readonly max: string
  }
  readonly findings: {
    readonly rows: string
    readonly field: string
    readonly text: string
    readonly note?: string
    readonly more?: string
  }
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
  readonly keys: ReadonlyArray<KeyOfAccount>
  readonly credits: {
    readonly general: CreditBalance
    readonly aiVisibility: CreditBalance
    readonly creative: CreditBalance
  }
  readonly featuresUsed: Readonly<Record<string, number>>
  readonly exports: ReadonlyArray<{
    readonly id: string
    readonly askedAt: string
    readonly state: "waiting" | "ready" | "failed"
    readonly endedAt: string | null
    readonly rows: number
    readonly problem: string | null
  }>
}

export interface MadeKey {
  readonly key: KeyRow
  readonly value: string
}

export interface MailInDoubt {
  readonly id: string
  readonly kind: string
  readonly to: ReadonlyArray<string>
  readonly at: string
  readonly problem: string | null
}

export interface MailState {
  readonly waiting: number
  readonly running: number
  readonly givenUp: ReadonlyArray<GivenUp>
  /**
   * Mail of all plugins of which nobody knows whether it was sent, oldest first, at most 100 single ones and 100 of
   * broadcasts. Null: what sends mail here can't tell.
   */
  readonly inDoubt: ReadonlyArray<MailInDoubt> | null
}

export interface Marks {
  readonly rows: string
  readonly at: string
  readonly title: string
  readonly text?: string
}

export interface Me {
  readonly person: Person
  /** The account that the session looks at. */
  readonly accountId: string | null
  readonly accounts: ReadonlyArray<{
    readonly id: string
    readonly role: Role
    readonly email: string | null
    readonly plan: string | null
  }>
  readonly session: {
    readonly id: string
    readonly method: string
    readonly createdAt: string
  }
  readonly secondFactor: {
    readonly totp: boolean
    readonly backupCodesLeft: number
  }
  readonly operator: "yes" | "no" | "needs-factor"
  readonly providers: ReadonlyArray<{
    readonly id: string
    /** Null: it's in the config no longer. */
    readonly provider: string | null
    readonly name: string | null
    readonly issuer: string
    readonly email: string | null
    readonly linkedAt: string
    readonly lastUsedAt: string | null
  }>
  /** What each change must carry. */
  readonly csrfToken: string
}

export interface Member {
  readonly personId: string
  readonly name: string
  readonly email: string
  readonly role: Role
  readonly joinedAt: string
  readonly isYou: boolean
}

export interface Offer {
  readonly plan: string
  readonly name: string
  readonly prices: {
    readonly month: number | null
    readonly year: number | null
  }
  readonly credits: {
    readonly general: number
    readonly aiVisibility: number
    readonly creative: number
  }
}

export interface OperationRow {
  readonly id: string
  readonly plugin: string
  readonly method: string
  readonly path: string
  readonly access: "key" | "public" | "session" | "internal"
  readonly credits: number | "quoted"
  readonly bucket: Bucket
  readonly summary: string
  readonly description: string
  readonly title: string
  readonly reads: boolean
  readonly destroys: boolean
  readonly view?: ShownView
}

export interface Operator {
  readonly person: Person
  readonly csrfToken: string
}

export interface OwnInvitation {
  readonly id: string
  readonly email: string
  readonly role: Role
  readonly invitedBy: string | null
  readonly createdAt: string
  readonly expiresAt: string
  /** The account's e-mail. */
  readonly account: string | null
}

export interface PageToken {
  readonly token: string
  readonly tokenType: "Bearer"
  readonly scopes: ReadonlyArray<"read" | "write">
  readonly expiresAt: string
}

export type PanelParam = string | {
  readonly page: "app" | "platform" | "country" | "from" | "to"
}

export interface PanelRow {
  readonly id: string
  readonly plugin: string
  readonly slot: "overview" | "app" | "connections" | "alerts" | "settings" | "admin"
  readonly title: string
  readonly role: "viewer" | "member" | "admin" | "owner" | "operator"
  /** `plan`: the account's plan lacks the feature that it needs. */
  readonly open: "yes" | "plan"
  readonly blocks: ReadonlyArray<Block>
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

export interface PasskeyCreation {
  readonly challenge: string
  readonly rp: {
    readonly name: string
    readonly id?: string
  }
  readonly user: {
    readonly id: string
    readonly name: string
    readonly displayName: string
  }
  readonly pubKeyCredParams: ReadonlyArray<{
    readonly alg: number
    readonly type: "public-key"
  }>
  readonly timeout?: number
  readonly excludeCredentials?: ReadonlyArray<KnownPasskey>
  readonly authenticatorSelection?: {
    readonly authenticatorAttachment?: "cross-platform" | "platform"
    readonly residentKey?: "discouraged" | "preferred" | "required"
    readonly requireResidentKey?: boolean
    readonly userVerification?: "discouraged" | "preferred" | "required"
  }
  readonly attestation?: "direct" | "enterprise" | "indirect" | "none"
  readonly extensions?: {
    readonly credProps?: boolean
  }
}

export interface PasskeyRequest {
  readonly challenge: string
  readonly rpId?: string
  readonly allowCredentials?: ReadonlyArray<KnownPasskey>
  readonly timeout?: number
  readonly userVerification?: "discouraged" | "preferred" | "required"
}

export type Period = "month" | "year"

export interface Person {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly language: string
}

export interface Pin {
  readonly id: string
  readonly panel: string
  readonly block: string
  readonly appId: string
  readonly platform: "storea" | "storeb"
  readonly country: string
  readonly name: string
}

export interface Pins {
  /** The oldest first, 12 at most. */
  readonly pins: ReadonlyArray<Pin>
}

export interface PlanAsked {
  readonly state: "changed" | "redirected" | "unchanged"
  readonly plan: string
  /** Where the owner pays. */
  readonly redirectUrl: string | null
}

export interface PlanChange {
  readonly from: string
  readonly to: string
  readonly credits: ReadonlyArray<CreditChange>
  readonly features: ReadonlyArray<FeatureChange>
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

export interface RequestLogState {
  readonly isOn: boolean
  readonly keptDays: number
  /** Requests that the node which answers couldn't write down since it started. They were charged all the same. */
  readonly dropped: number
}

export interface RequestRow {
  readonly rowId: string
  readonly requestId: string
  readonly at: string
  readonly credentialId: string
  readonly operation: string
  readonly path: string
  readonly query: string
  /** 499: the client was gone before the answer. */
  readonly status: number
  readonly code: string | null
  readonly credits: number
  readonly held: number
  readonly bucket: Bucket
  readonly ms: number
  readonly replayed: boolean
  readonly by: "http" | "mcp" | "explorer"
  readonly address: string | null
  readonly agent: string | null
  /** It stands for so many like it. */
  readonly weight: number
}

export interface RequestsPage {
  readonly requests: ReadonlyArray<RequestRow>
  readonly nextCursor: string | null
  /** What the rows' credentials are called, as far as they're still there. */
  readonly credentials: ReadonlyArray<{
    readonly id: string
    readonly kind: "key" | "app" | "page"
    readonly name: string
    readonly hint: string | null
    readonly personId: string | null
  }>
}

export type Role = "viewer" | "member" | "admin" | "owner"

export interface RotatedKey {
  readonly key: KeyRow
  readonly value: string
  readonly replaced: KeyRow
}

export interface RowAction {
  readonly operation: string
  readonly title: string
  readonly params: Readonly<Record<string, string | {
    readonly page: "app" | "platform" | "country" | "from" | "to"
  } | {
    readonly row: string
  }>>
  readonly when?: {
    readonly row: string
    readonly is: ReadonlyArray<string>
  }
}

export interface Shapes {
  readonly parameters: ReadonlyArray<{
    readonly name: string
    readonly in: "path" | "query" | "header"
    readonly required: boolean
    readonly secret: boolean
    readonly deprecated?: boolean
    readonly schema: Readonly<Record<string, unknown>>
  }>
  readonly payload: {
    readonly required: boolean
    readonly schema: Readonly<Record<string, unknown>>
  } | null
  readonly gives: "json" | "none" | "other"
  readonly errors: ReadonlyArray<{
    readonly status: number
    readonly code: string
    readonly meaning: string
    readonly retry: "retry" | "wait" | "fix"
  }>
  readonly definitions: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

export interface ShownInvitation {
  readonly email: string
  readonly role: Role
  readonly inviter: string | null
  /** The account's e-mail. */
  readonly account: string
  readonly expiresAt: string
}

export type ShownView = {
  readonly kind: "stat"
  readonly rows?: string
  readonly title: string
  readonly value: string
  readonly previous?: string
  readonly unit?: string
  readonly status?: string
  readonly listed?: Readonly<Record<string, ReadonlyArray<string>>>
} | {
  readonly kind: "series"
  readonly rows: string
  readonly lines?: string
  readonly name?: string
  readonly x: string
  readonly y: string
  readonly status?: string
  readonly low?: string
  readonly high?: string
  readonly notes?: {
    readonly rows: string
    readonly title: string
    readonly text?: string
  }
  readonly listed?: Readonly<Record<string, ReadonlyArray<string>>>
} | {
  readonly kind: "ranks"
  readonly rows: string
  readonly lines?: string
  readonly name?: string
  readonly x: string
  readonly y: string
  readonly status?: string
  readonly listed?: Readonly<Record<string, ReadonlyArray<string>>>
} | {
  readonly kind: "bars"
  readonly rows: string
  readonly title: string
  readonly value: string
  readonly share?: string
  readonly status?: string
  readonly listed?: Readonly<Record<string, ReadonlyArray<string>>>
} | {
  readonly kind: "parts"
  readonly parts: ReadonlyArray<{
    readonly field: string
    readonly title: string
    readonly line?: "series" | "ranks"
  }>
  readonly listed?: Readonly<Record<string, ReadonlyArray<string>>>
} | {
  readonly kind: "heatmap"
  readonly rows: string
  readonly x: string
  readonly y: string
  readonly value: string
  readonly listed?: Readonly<Record<string, ReadonlyArray<string>>>
} | {
  readonly kind: "table"
  readonly rows: string
  readonly columns: ReadonlyArray<{
    readonly field: string
    readonly title: string
    readonly line?: "series" | "ranks"
  }>
  readonly listed?: Readonly<Record<string, ReadonlyArray<string>>>
} | {
  readonly kind: "list"
  readonly rows: string
  readonly title: string
  readonly text?: string
  readonly note?: string
  readonly link?: string
  readonly listed?: Readonly<Record<string, ReadonlyArray<string>>>
} | {
  readonly kind: "gallery"
  readonly rows: string
  readonly picture: string
  readonly title: string
  readonly text?: string
  readonly link?: string
  readonly listed?: Readonly<Record<string, ReadonlyArray<string>>>
} | {
  readonly kind: "status"
  readonly state: string
  readonly details?: ReadonlyArray<{
    readonly field: string
    readonly title: string
    readonly line?: "series" | "ranks"
  }>
  readonly listed?: Readonly<Record<string, ReadonlyArray<string>>>
} | {
  readonly kind: "steps"
  readonly rows: string
  readonly title: string
  readonly done: string
  readonly listed?: Readonly<Record<string, ReadonlyArray<string>>>
} | {
  readonly kind: "changes"
  readonly rows: string
  readonly title: string
  readonly pieces: {
    readonly rows: string
    readonly op: string
    readonly text: string
  }
  readonly listed?: Readonly<Record<string, ReadonlyArray<string>>>
}

export interface Usage {
  readonly from: string
  readonly to: string
  readonly by: ReadonlyArray<"day" | "key" | "member" | "operation" | "bucket">
  readonly rows: ReadonlyArray<UsageRow>
  readonly totals: {
    readonly credits: number
    readonly requests: number
  }
  /** As long a span before. */
  readonly before: {
    readonly from: string
    readonly to: string
    readonly credits: number
    readonly requests: number
  }
  readonly balances: ReadonlyArray<Balance>
  readonly keys: ReadonlyArray<{
    readonly id: string
    readonly kind: "key" | "app" | "page"
    readonly name: string
    readonly hint: string | null
    readonly personId: string | null
  }>
  readonly members: ReadonlyArray<{
    readonly personId: string
    readonly name: string
    readonly email: string
  }>
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

export interface Ways {
  readonly signUp: "open" | "domains" | "invite" | "closed"
  readonly mail: boolean
  readonly providers: ReadonlyArray<{
    readonly id: string
    readonly name: string
  }>
  /** This browser is signed in but for the second factor, by a mail's link or a provider. */
  readonly needsFactor: boolean
  readonly passkeys: {
    readonly available: boolean
    readonly reason: string | null
  }
  /** Whether browsers keep anybody signed in at this address. */
  readonly sessions: {
    readonly available: boolean
    readonly reason: string | null
  }
  readonly demo: boolean
  /** Where the sandbox shows its mails. */
  readonly outbox: string | null
}

/** What each route is asked and answers. */
export interface AccountRoutes {
  /** Sign up. */
  readonly "POST /auth/sign-up": {
    readonly asked: { readonly body: {
      readonly email: string
      readonly password: string
      /** What to call them. */
      readonly name?: string
      readonly language?: "en" | "de"
    } }
    readonly answer: Asked
  }
  /** Sign in by password. */
  readonly "POST /auth/sign-in": {
    readonly asked: { readonly body: {
      readonly email: string
      readonly password: string
    } }
    readonly answer: Entered
  }
  /** Sign in by mail. */
  readonly "POST /auth/mail/sign-in": {
    readonly asked: { readonly body: {
      readonly email: string
      readonly language?: "en" | "de"
    } }
    readonly answer: Asked
  }
  /** Forgotten password. */
  readonly "POST /auth/mail/reset": {
    readonly asked: { readonly body: {
      readonly email: string
      readonly language?: "en" | "de"
    } }
    readonly answer: Asked
  }
  /** Use a mail's link or code. */
  readonly "POST /auth/mail": {
    readonly asked: { readonly body: {
      readonly token: string
      readonly password?: string
    } | {
      readonly ticket: string
      readonly code: string
      readonly password?: string
    } }
    readonly answer: Entered
  }
  /** Give the second factor. */
  readonly "POST /auth/factor": {
    readonly asked: { readonly body: {
      readonly code: string
    } }
    readonly answer: Entered
  }
  /** Sign in as the demo account. */
  readonly "POST /auth/demo": {
    readonly asked: Readonly<Record<never, never>>
    readonly answer: Entered
  }
  /** Sign out. */
  readonly "POST /auth/sign-out": {
    readonly asked: Readonly<Record<never, never>>
    readonly answer: {
      readonly signedIn: false
    }
  }
  /** How to confirm that it's you. */
  readonly "GET /auth/confirm": {
    readonly asked: Readonly<Record<never, never>>
    readonly answer: ConfirmingWays
  }
  /** Confirm that it's you. */
  readonly "POST /auth/confirm": {
    readonly asked: { readonly body: {
      readonly password: string
    } | {
      readonly code: string
    } }
    readonly answer: {
      readonly confirmed: true
    }
  }
  /** Mail a code to confirm with. */
  readonly "POST /auth/confirm/mail": {
    readonly asked: Readonly<Record<never, never>>
    readonly answer: {
      readonly expiresAt: string
    }
  }
  /** Begin to confirm by a passkey. */
  readonly "POST /auth/confirm/passkey/options": {
    readonly asked: Readonly<Record<never, never>>
    readonly answer: {
      readonly options: PasskeyRequest
    }
  }
  /** Confirm by a passkey that it's you. */
  readonly "POST /auth/confirm/passkey": {
    readonly asked: { readonly body: {
      readonly credential: {
        readonly id: string
        readonly rawId: string
        readonly type: "public-key"
        readonly authenticatorAttachment?: string | null
        readonly clientExtensionResults?: Readonly<Record<string, unknown>>
        readonly response: {
          readonly clientDataJSON: string
          readonly authenticatorData: string
          readonly signature: string
          readonly userHandle?: string | null
        }
      }
    } }
    readonly answer: Entered
  }
  /** Look at an invitation. */
  readonly "POST /auth/invitation/show": {
    readonly asked: { readonly body: {
      readonly token: string
    } }
    readonly answer: ShownInvitation
  }
  /** Join an account. */
  readonly "POST /auth/invitation": {
    readonly asked: { readonly body: {
      readonly token: string
      /** What to call them. */
      readonly name?: string
      readonly password?: string
      readonly language?: "en" | "de"
    } | {
      readonly email: string
      readonly code: string
      /** What to call them. */
      readonly name?: string
      readonly password?: string
      readonly language?: "en" | "de"
    } }
    readonly answer: Entered
  }
  /** Who is signed in. */
  readonly "GET /dashboard/api/me": {
    readonly asked: Readonly<Record<never, never>>
    readonly answer: Me
  }
  /** Change name or language. */
  readonly "PATCH /dashboard/api/me": {
    readonly asked: { readonly body: {
      /** What to call them. */
      readonly name?: string
      readonly language?: "en" | "de"
    } }
    readonly answer: Me
  }
  /** Choose the account to look at. */
  readonly "POST /dashboard/api/account": {
    readonly asked: { readonly body: {
      readonly accountId: string
    } }
    readonly answer: Me
  }
  /** Set or change the password. */
  readonly "POST /dashboard/api/password": {
    readonly asked: { readonly body: {
      readonly current?: string
      readonly password: string
    } }
    readonly answer: {
      readonly changed: true
    }
  }
  /** Where the person is signed in. */
  readonly "GET /dashboard/api/devices": {
    readonly asked: Readonly<Record<never, never>>
    readonly answer: {
      readonly devices: ReadonlyArray<Device>
    }
  }
  /** Sign out a device. */
  readonly "DELETE /dashboard/api/devices/:id": {
    readonly asked: { readonly params: { readonly id: string } }
    readonly answer: {
      /** How many devices. */
      readonly signedOut: number
    }
  }
  /** Sign out all other devices. */
  readonly "POST /dashboard/api/devices/sign-out-others": {
    readonly asked: Readonly<Record<never, never>>
    readonly answer: {
      /** How many devices. */
      readonly signedOut: number
    }
  }
  /** Set up an authenticator app. */
  readonly "POST /dashboard/api/factors/totp": {
    readonly asked: Readonly<Record<never, never>>
    readonly answer: FactorSecret
  }
  /** Turn the authenticator app on. */
  readonly "POST /dashboard/api/factors/totp/confirm": {
    readonly asked: { readonly body: {
      readonly code: string
    } }
    readonly answer: BackupCodes
  }
  /** New backup codes. */
  readonly "POST /dashboard/api/factors/backup-codes": {
    readonly asked: Readonly<Record<never, never>>
    readonly answer: BackupCodes
  }
  /** Remove the authenticator app. */
  readonly "DELETE /dashboard/api/factors/totp": {
    readonly asked: Readonly<Record<never, never>>
    readonly answer: {
      readonly removed: true
    }
  }
  /** What is pinned to the overview. */
  readonly "GET /dashboard/api/pins": {
    readonly asked: Readonly<Record<never, never>>
    readonly answer: Pins
  }
  /** Pin something to the overview. */
  readonly "POST /dashboard/api/pins": {
    readonly asked: { readonly body: {
      /** The plugin and the panel's id: `apps app`. */
      readonly panel: string
      /** The operation that the block asks and its title, in English. */
      readonly block: string
      /** The app that was looked at. */
      readonly appId: string
      readonly platform: "storea" | "storeb"
      readonly country: string
      /** What the app is called. */
      readonly name: string
    } }
    readonly answer: Pins
  }
  /** Take something off the overview. */
  readonly "DELETE /dashboard/api/pins/:id": {
    readonly asked: { readonly params: { readonly id: string } }
    readonly answer: Pins
  }
  /** Keys of the account. */
  readonly "GET /dashboard/api/keys": {
    readonly asked: Readonly<Record<never, never>>
    readonly answer: {
      readonly keys: ReadonlyArray<KeyRow>
    }
  }
  /** Make a key. */
  readonly "POST /dashboard/api/keys": {
    readonly asked: { readonly body: {
      /** What it's for. */
      readonly name: string
      readonly scopes?: ReadonlyArray<"read" | "write">
      readonly plugins?: ReadonlyArray<string> | null
      readonly addresses?: ReadonlyArray<string> | null
      readonly expiresAt?: string | null
    } }
    readonly answer: MadeKey
  }
  /** Which of your keys it is. */
  readonly "POST /dashboard/api/keys/find": {
    readonly asked: { readonly body: {
      readonly key: string
    } }
    readonly answer: FoundKey
  }
  /** Rotate a key. */
  readonly "POST /dashboard/api/keys/:id/rotate": {
    readonly asked: { readonly params: { readonly id: string }; readonly body: {
      readonly overlapHours?: 0 | 1 | 24 | 168
    } }
    readonly answer: RotatedKey
  }
  /** Revoke a key. */
  readonly "DELETE /dashboard/api/keys/:id": {
    readonly asked: { readonly params: { readonly id: string } }
    readonly answer: {
      readonly key: KeyRow
    }
  }
  /** Members of the account. */
  readonly "GET /dashboard/api/members": {
    readonly asked: Readonly<Record<never, never>>
    readonly answer: {
      readonly members: ReadonlyArray<Member>
    }
  }
  /** Change a member's role. */
  readonly "PATCH /dashboard/api/members/:personId": {
    readonly asked: { readonly params: { readonly personId: string }; readonly body: {
      readonly role: "viewer" | "member" | "admin" | "owner"
    } }
    readonly answer: {
      readonly member: Member
    }
  }
  /** Remove a member. */
  readonly "DELETE /dashboard/api/members/:personId": {
    readonly asked: { readonly params: { readonly personId: string } }
    readonly answer: {
      readonly removed: true
    }
  }
  /** Leave the account. */
  readonly "POST /dashboard/api/members/leave": {
    readonly asked: Readonly<Record<never, never>>
    readonly answer: {
      readonly left: true
    }
  }
  /** Transfer the account. */
  readonly "POST /dashboard/api/account/transfer": {
    readonly asked: { readonly body: {
      readonly personId: string
    } }
    readonly answer: {
      readonly owner: Member
    }
  }
  /** Open invitations. */
  readonly "GET /dashboard/api/invitations": {
    readonly asked: Readonly<Record<never, never>>
    readonly answer: {
      readonly invitations: ReadonlyArray<Invitation>
    }
  }
  /** Invite someone. */
  readonly "POST /dashboard/api/invitations": {
    readonly asked: { readonly body: {
      readonly email: string
      readonly role: "viewer" | "member" | "admin" | "owner"
      readonly language?: "en" | "de"
    } }
    readonly answer: Invited
  }
  /** Withdraw an invitation. */
  readonly "DELETE /dashboard/api/invitations/:id": {
    readonly asked: { readonly params: { readonly id: string } }
    readonly answer: {
      readonly withdrawn: true
    }
  }
  /** What the person is invited to. */
  readonly "GET /dashboard/api/me/invitations": {
    readonly asked: Readonly<Record<never, never>>
    readonly answer: {
      readonly invitations: ReadonlyArray<OwnInvitation>
    }
  }
  /** Accept an invitation. */
  readonly "POST /dashboard/api/me/invitations/:id/accept": {
    readonly asked: { readonly params: { readonly id: string } }
    readonly answer: {
      readonly accountId: string
      readonly role: Role
    }
  }
  /** Decline an invitation. */
  readonly "DELETE /dashboard/api/me/invitations/:id": {
    readonly asked: { readonly params: { readonly id: string } }
    readonly answer: {
      readonly declined: true
    }
  }
  /** Change the e-mail address. */
  readonly "POST /dashboard/api/email": {
    readonly asked: { readonly body: {
      readonly email: string
    } }
    readonly answer: Asked
  }
  /** Confirm the new address. */
  readonly "POST /dashboard/api/email/confirm": {
    readonly asked: { readonly body: {
      readonly token: string
    } | {
      readonly ticket: string
      readonly code: string
    } }
    readonly answer: {
      readonly email: string
    }
  }
  /** Usage. */
  readonly "GET /dashboard/api/usage": {
    readonly asked: { readonly query?: { readonly from?: string | number | undefined; readonly to?: string | number | undefined; readonly by?: string | number | undefined; readonly key?: string | number | undefined; readonly operation?: string | number | undefined; readonly bucket?: "general" | "aiVisibility" | "creative" | undefined } }
    readonly answer: Usage
  }
  /** Requests. */
  readonly "GET /dashboard/api/requests": {
    readonly asked: { readonly query?: { readonly from?: string | number | undefined; readonly to?: string | number | undefined; readonly status?: string | number | undefined; readonly code?: string | number | undefined; readonly operation?: string | number | undefined; readonly key?: string | number | undefined; readonly bucket?: "general" | "aiVisibility" | "creative" | undefined; readonly by?: "http" | "mcp" | "explorer" | undefined; readonly path?: string | number | undefined; readonly text?: string | number | undefined; readonly id?: string | number | undefined; readonly cursor?: string | number | undefined; readonly limit?: string | number | undefined } }
    readonly answer: RequestsPage
  }
  /** Failures by code. */
  readonly "GET /dashboard/api/requests/errors": {
    readonly asked: { readonly query?: { readonly from?: string | number | undefined; readonly to?: string | number | undefined; readonly status?: string | number | undefined; readonly code?: string | number | undefined; readonly operation?: string | number | undefined; readonly key?: string | number | undefined; readonly bucket?: "general" | "aiVisibility" | "creative" | undefined; readonly by?: "http" | "mcp" | "explorer" | undefined; readonly path?: string | number | undefined; readonly text?: string | number | undefined; readonly id?: string | number | undefined } }
    readonly answer: {
      readonly errors: ReadonlyArray<ErrorGroup>
      readonly isWhole: boolean
    }
  }
  /** A request. */
  readonly "GET /dashboard/api/requests/:id": {
    readonly asked: { readonly params: { readonly id: string } }
    readonly answer: {
      readonly request: RequestRow
    }
  }
  /** Whether requests are logged. */
  readonly "GET /dashboard/api/request-log": {
    readonly asked: Readonly<Record<never, never>>
    readonly answer: RequestLogState
  }
  /** Switch the log of requests. */
  readonly "PUT /dashboard/api/request-log": {
    readonly asked: { readonly body: {
      readonly isOn: boolean
    } }
    readonly answer: RequestLogState
  }
  /** Audit log. */
  readonly "GET /dashboard/api/audit": {
    readonly asked: { readonly query?: { readonly from?: string | number | undefined; readonly to?: string | number | undefined; readonly action?: string | number | undefined; readonly actorKind?: "person" | "key" | "operator" | "cli" | "system" | undefined; readonly actor?: string | number | undefined; readonly targetKind?: string | number | undefined; readonly target?: string | number | undefined; readonly cursor?: string | number | undefined; readonly limit?: string | number | undefined } }
    readonly answer: AuditPage
  }
  /** Actions of the audit log. */
  readonly "GET /dashboard/api/audit/actions": {
    readonly asked: Readonly<Record<never, never>>
    readonly answer: {
      readonly actions: ReadonlyArray<AuditAction>
    }
  }
  /** The operator who is signed in. */
  readonly "GET /dashboard/api/admin": {
    readonly asked: Readonly<Record<never, never>>
    readonly answer: Operator
  }
  /** Find accounts. */
  readonly "GET /dashboard/api/admin/accounts": {
    readonly asked: { readonly query?: { readonly q?: string | number | undefined; readonly after?: string | number | undefined; readonly limit?: string | number | undefined } }
    readonly answer: AccountsPage
  }
  /** Whose key it is. */
  readonly "POST /dashboard/api/admin/find-key": {
    readonly asked: { readonly body: {
      readonly key: string
    } }
    readonly answer: {
      readonly account: FoundAccount
    }
  }
  /** Look at an account. */
  readonly "GET /dashboard/api/admin/accounts/:id": {
    readonly asked: { readonly params: { readonly id: string } }
    readonly answer: LookedAt
  }
  /** Change an account's plan. */
  readonly "POST /dashboard/api/admin/accounts/:id/plan": {
    readonly asked: { readonly params: { readonly id: string }; readonly body: {
      readonly plan: string
    } }
    readonly answer: {
      readonly account: AccountDetails
    }
  }
  /** Grant credits. */
  readonly "POST /dashboard/api/admin/accounts/:id/credits": {
    readonly asked: { readonly params: { readonly id: string }; readonly body: {
      readonly id: string
      readonly bucket: "general" | "aiVisibility" | "creative"
      readonly credits: number
      /** Why, as the account's people may read it. */
      readonly reason: string
    } }
    readonly answer: {
      readonly bucket: Bucket
      readonly grantedThisMonth: number
    }
  }
  /** Suspend an account. */
  readonly "POST /dashboard/api/admin/accounts/:id/suspend": {
    readonly asked: { readonly params: { readonly id: string }; readonly body: {
      /** Why, as the account's people may read it. */
      readonly reason: string
    } }
    readonly answer: {
      readonly account: AccountDetails
    }
  }
  /** Lift a suspension. */
  readonly "POST /dashboard/api/admin/accounts/:id/resume": {
    readonly asked: { readonly params: { readonly id: string } }
    readonly answer: {
      readonly account: AccountDetails
    }
  }
  /** End an account's sessions and grants. */
  readonly "POST /dashboard/api/admin/accounts/:id/end-sessions": {
    readonly asked: { readonly params: { readonly id: string } }
    readonly answer: EndedSessions
  }
  /** Send a mail again. */
  readonly "POST /dashboard/api/admin/resend-mail": {
    readonly asked: { readonly body: {
      readonly email: string
    } }
    readonly answer: {
      readonly mail: string
    }
  }
  /** Health. */
  readonly "GET /dashboard/api/admin/health": {
    readonly asked: Readonly<Record<never, never>>
    readonly answer: Health
  }
  /** Jobs and schedules. */
  readonly "GET /dashboard/api/admin/jobs": {
    readonly asked: { readonly query?: { readonly after?: string | number | undefined } }
    readonly answer: Jobs
  }
  /** Run a job again. */
  readonly "POST /dashboard/api/admin/jobs/:id/retry": {
    readonly asked: { readonly params: { readonly id: string } }
    readonly answer: {
      readonly retried: true
    }
  }
  /** Collection. */
  readonly "GET /dashboard/api/admin/collection": {
    readonly asked: Readonly<Record<never, never>>
    readonly answer: {
      readonly rows: ReadonlyArray<CollectionRow>
    }
  }
  /** Mail in doubt. */
  readonly "GET /dashboard/api/admin/mail": {
    readonly asked: Readonly<Record<never, never>>
    readonly answer: MailState
  }
  /** The account's plan. */
  readonly "GET /dashboard/api/plan": {
    readonly asked: Readonly<Record<never, never>>
    readonly answer: PlanState
  }
  /** What another plan would change. */
  readonly "GET /dashboard/api/plan/preview": {
    readonly asked: { readonly query: { readonly plan: string | number } }
    readonly answer: PlanChange
  }
  /** Change the plan. */
  readonly "POST /dashboard/api/plan": {
    readonly asked: { readonly body: {
      readonly plan: string
      readonly period?: "month" | "year"
    } }
    readonly answer: PlanAsked
  }
  /** State of the account. */
  readonly "GET /dashboard/api/account": {
    readonly asked: Readonly<Record<never, never>>
    readonly answer: AccountState
  }
  /** Exports of the account. */
  readonly "GET /dashboard/api/exports": {
    readonly asked: Readonly<Record<never, never>>
    readonly answer: {
      readonly exports: ReadonlyArray<AccountExport>
    }
  }
  /** Export everything. */
  readonly "POST /dashboard/api/exports": {
    readonly asked: Readonly<Record<never, never>>
    readonly answer: {
      readonly export: AccountExport
    }
  }
  /** Delete the account. */
  readonly "POST /dashboard/api/account/delete": {
    readonly asked: { readonly body: {
      readonly name: string
    } }
    readonly answer: {
      readonly deletion: {
        readonly dueAt: string
      } | null
    }
  }
  /** Undo the deletion. */
  readonly "POST /dashboard/api/account/keep": {
    readonly asked: Readonly<Record<never, never>>
    readonly answer: {
      readonly deletion: {
        readonly dueAt: string
      } | null
    }
  }
  /** Undo a deletion by mail. */
  readonly "POST /auth/keep-account": {
    readonly asked: { readonly body: {
      readonly token: string
    } }
    readonly answer: {
      readonly deletion: {
        readonly dueAt: string
      } | null
    }
  }
  /** A token for this page. */
  readonly "POST /dashboard/api/token": {
    readonly asked: Readonly<Record<never, never>>
    readonly answer: PageToken
  }
  /** Ways to sign up and in. */
  readonly "GET /auth/ways": {
    readonly asked: Readonly<Record<never, never>>
    readonly answer: Ways
  }
  /** Sign in by a provider. */
  readonly "POST /auth/providers/:id/begin": {
    readonly asked: { readonly params: { readonly id: string }; readonly body: {
      readonly returnTo?: string
      readonly language?: "en" | "de"
    } }
    readonly answer: {
      /** What to open. */
      readonly address: string
    }
  }
  /** Come back from a provider. */
  readonly "POST /auth/providers/:id": {
    readonly asked: { readonly params: { readonly id: string }; readonly body: {
      readonly state: string
      readonly code?: string
      readonly iss?: string
      readonly error?: string
    } }
    readonly answer: {
      readonly signedIn: boolean
      /**
       * `factor`: nothing opens until the second factor is given. `password`: the one chosen at sign-up wasn't
       * taken.
       */
      readonly needs: "factor" | "password" | null
      readonly person: {
        readonly id: string
        readonly email: string
        readonly name: string
      }
      readonly returnTo: string
    } | {
      readonly ticket: string
      readonly expiresAt: string
      readonly signedIn: false
      readonly needs: "mail"
      readonly returnTo: string
    } | {
      readonly linked: true
      readonly returnTo: string
    } | {
      readonly confirmed: true
      readonly returnTo: string
    }
  }
  /** Confirm by a provider that it's you. */
  readonly "POST /auth/confirm/providers/:id": {
    readonly asked: { readonly params: { readonly id: string }; readonly body: {
      readonly returnTo?: string
      readonly language?: "en" | "de"
    } }
    readonly answer: {
      /** What to open. */
      readonly address: string
    }
  }
  /** Link a provider. */
  readonly "POST /dashboard/api/providers/:id/link": {
    readonly asked: { readonly params: { readonly id: string }; readonly body: {
      readonly returnTo?: string
      readonly language?: "en" | "de"
    } }
    readonly answer: {
      /** What to open. */
      readonly address: string
    }
  }
  /** Unlink a provider. */
  readonly "DELETE /dashboard/api/identities/:id": {
    readonly asked: { readonly params: { readonly id: string } }
    readonly answer: {
      readonly unlinked: true
    }
  }
  /** Begin to sign in by a passkey. */
  readonly "POST /auth/passkeys/options": {
    readonly asked: Readonly<Record<never, never>>
    readonly answer: {
      readonly options: PasskeyRequest
    }
  }
  /** Sign in by a passkey. */
  readonly "POST /auth/passkeys": {
    readonly asked: { readonly body: {
      readonly credential: {
        readonly id: string
        readonly rawId: string
        readonly type: "public-key"
        readonly authenticatorAttachment?: string | null
        readonly clientExtensionResults?: Readonly<Record<string, unknown>>
        readonly response: {
          readonly clientDataJSON: string
          readonly authenticatorData: string
          readonly signature: string
          readonly userHandle?: string | null
        }
      }
    } }
    readonly answer: Entered
  }
  /** Passkeys of the person. */
  readonly "GET /dashboard/api/passkeys": {
    readonly asked: Readonly<Record<never, never>>
    readonly answer: {
      readonly passkeys: ReadonlyArray<Passkey>
    }
  }
  /** Begin to make a passkey. */
  readonly "POST /dashboard/api/passkeys/options": {
    readonly asked: Readonly<Record<never, never>>
    readonly answer: {
      readonly options: PasskeyCreation
    }
  }
  /** Make a passkey. */
  readonly "POST /dashboard/api/passkeys": {
    readonly asked: { readonly body: {
      /** What to call it. */
      readonly name: string
      readonly credential: {
        readonly id: string
        readonly rawId: string
        readonly type: "public-key"
        readonly authenticatorAttachment?: string | null
        readonly clientExtensionResults?: Readonly<Record<string, unknown>>
        readonly response: {
          readonly clientDataJSON: string
          readonly attestationObject: string
          readonly transports?: ReadonlyArray<string>
          readonly authenticatorData?: string
          readonly publicKey?: string | null
          readonly publicKeyAlgorithm?: number
        }
      }
    } }
    readonly answer: {
      readonly passkey: Passkey
    }
  }
  /** Rename a passkey. */
  readonly "PATCH /dashboard/api/passkeys/:id": {
    readonly asked: { readonly params: { readonly id: string }; readonly body: {
      /** What to call it. */
      readonly name: string
    } }
    readonly answer: {
      readonly renamed: true
    }
  }
  /** Remove a passkey. */
  readonly "DELETE /dashboard/api/passkeys/:id": {
    readonly asked: { readonly params: { readonly id: string } }
    readonly answer: {
      readonly removed: true
    }
  }
  /** Connected apps. */
  readonly "GET /dashboard/api/connected-apps": {
    readonly asked: Readonly<Record<never, never>>
    readonly answer: {
      readonly apps: ReadonlyArray<ConnectedApp>
    }
  }
  /** Disconnect an app. */
  readonly "DELETE /dashboard/api/connected-apps/:id": {
    readonly asked: { readonly params: { readonly id: string } }
    readonly answer: {
      readonly disconnected: true
    }
  }
  /** What the pages are drawn by. */
  readonly "GET /dashboard/api/catalogue": {
    readonly asked: { readonly query?: { readonly language?: "en" | "de" | undefined } }
    readonly answer: Catalogue
  }
  /** What an operation asks for. */
  readonly "GET /dashboard/api/catalogue/:id": {
    readonly asked: { readonly params: { readonly id: string } }
    readonly answer: Shapes
  }
}
