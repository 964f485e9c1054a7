import {
  Alerts,
  type Connection,
  type ConnectionStatus,
  Connections,
  InvalidInput,
  isTimeZone,
  type MissingRight,
  VendorRefused,
  vendorText
} from "@storeglass/plugin-api"
import { Context, Effect, Layer, Redacted, Schema, Semaphore } from "effect"
import {
  type Capability,
  capabilities,
  type KeyReport,
  type PaywallSource,
  type SourceProblem
} from "../PaywallSource.ts"
import type { Status } from "../schema.ts"

export const kind = "connect-paywall"
export const scopeLost = "connect-paywall.scope-lost"
export const connectRoute = "POST /v1/connect/paywall/credentials"

const Reached = Schema.Union([Schema.Literals(["available", "unknown"]), Schema.Struct({ missing: Schema.String })])
const flag = (absent: boolean) =>
  Schema.withDecodingDefaultKey<typeof Schema.Boolean>(Effect.succeed(absent))(Schema.Boolean)
const Details = Schema.Struct({
  organization: Schema.NullOr(Schema.Struct({ id: Schema.String, name: Schema.NullOr(Schema.String) })),
  timeZone: Schema.String,
  currency: Schema.NullOr(Schema.String),
  correctEstimates: flag(true),
  keepHistory: flag(false),
  capabilities: Schema.Struct({ apps: Reached, charts: Reached, campaigns: Reached, transactions: Reached })
})
type Details = typeof Details.Type
const detailsOf = (details: unknown) => Effect.orDie(Schema.decodeUnknownEffect(Details)(details))

/** An account's connection, opened, with what is known of it. */
export interface Link extends Connection {
  readonly known: Details
}

const missingOf = (found: Details["capabilities"], grantedAt: string): ReadonlyArray<MissingRight> => {
  const rights = capabilities.flatMap((name) => {
    const reached = found[name]
    return typeof reached === "string" ? [] : [reached.missing]
  })
  return [...new Set(rights)].map((right) => ({ right, grantedAt }))
}

const isVague = (error: SourceProblem): error is VendorRefused =>
  error._tag === "VendorRefused" &&
  error.refusal === "permission" &&
  !(error.right !== undefined && error.said.sentence?.includes(error.right) === true)

const keyText = /^[\x21-\x7e]{8,512}$/
const currencyText = /^[A-Z]{3}$/

const checkedKey = Effect.fnUntraced(function* (given: string, source: PaywallSource) {
  const key = given.trim()
  const problem = source.keyProblem(key)
  if (problem !== undefined) return yield* new InvalidInput(`secretKey (body): ${problem}`)
  if (!keyText.test(key)) {
    return yield* new InvalidInput("secretKey (body): must be 8 to 512 letters, digits and signs, without spaces")
  }
  return Redacted.make(key)
})

export interface Given {
  readonly secretKey: string
  readonly timeZone?: string
  readonly currency?: string
  readonly correctEstimates?: boolean
  readonly keepHistory?: boolean
}

const make = Effect.fnUntraced(function* (source: PaywallSource) {
  const connections = yield* Connections
  const alerts = yield* Alerts
  const noting = yield* Semaphore.make(1)

  const shown = Effect.fnUntraced(function* (status: ConnectionStatus | undefined): Effect.fn.Return<Status> {
    const none = { provider: source.provider, organization: null, capabilities: null, missingScopes: [] }
    if (status === undefined) {
      const never = {
        timeZone: null,
        currency: null,
        correctEstimates: null,
        keepHistory: null,
        connectedAt: null,
        lastVerifiedAt: null,
        lastError: null
      }
      return { ...none, connected: false, state: "not_connected", ...never }
    }
    const details = yield* detailsOf(status.details)
    const reached = (part: unknown, right: Capability) => {
      const found = details.capabilities[right]
      if (part === null) return "unsupported"
      return typeof found === "string" ? found : "missing_scope"
    }
    const missingScopes = status.missing.map(({ right }) => right)
    return {
      ...none,
      connected: true,
      state: status.state,
      organization: details.organization,
      capabilities: {
        apps: reached(source.apps, "apps"),
        overview: reached(source.overview, "transactions"),
        charts: reached(source.charts, "charts"),
        campaigns: reached(source.campaigns, "campaigns"),
        transactions: reached(source.transactions, "transactions")
      },
      missingScopes,
      timeZone: details.timeZone,
      currency: details.currency,
      correctEstimates: details.correctEstimates,
      keepHistory: details.keepHistory,
      connectedAt: status.connectedAt,
      lastVerifiedAt: status.checkedAt,
      lastError: errorOf(status, missingScopes)
    }
  })
  const errorOf = ({ rejection }: ConnectionStatus, missing: ReadonlyArray<string>): Status["lastError"] => {
    if (rejection !== null) {
      const why =
        rejection.reason === "vendor" ? "the provider no longer accepts the key" : "the saved key can't be opened here"
      const said = rejection.sentence === null ? "" : `: ${vendorText(rejection.sentence)}`
      return { code: "CONNECTION_REJECTED", message: `${why}; connect again with ${connectRoute}${said}` }
    }
    return missing.length === 0
      ? null
      : {
          code: "CONNECTION_PERMISSION_MISSING",
          message: `the key lacks ${missing.join(", ")}, granted at ${source.grantedAt}`
        }
  }

  /** Keeps what a request showed of a right, and tells the account's people when one went away. */
  const note = (link: Link, name: Capability, found: KeyReport["capabilities"][Capability]) =>
    noting.withPermit(
      Effect.gen(function* () {
        const { accountId, kind, revision } = link.saved
        const status = yield* connections.status(accountId, kind)
        if (status === undefined || status.revision !== revision) return
        const before = (yield* detailsOf(status.details)).capabilities
        if (JSON.stringify(before[name]) === JSON.stringify(found)) return
        const now = { ...before, [name]: found }
        const details = { capabilities: now }
        yield* connections.checked(link, { missing: missingOf(now, source.grantedAt), details })
        if (typeof found === "string") return
        yield* alerts.notify(accountId, {
          kind: scopeLost,
          key: `${scopeLost}:${revision}:${found.missing}`,
          title: "The paywall key lacks a scope",
          text: `The provider says that the saved key lacks ${found.missing}, so ${name} can't be read. Grant it again under ${source.grantedAt} at the provider.`
        })
      })
    )

  const noteRefusal = (link: Link, name: Capability, error: SourceProblem) =>
    error._tag === "VendorRefused" && error.refusal === "permission"
      ? note(link, name, { missing: error.right ?? "a scope" })
      : Effect.void

  return {
    source,
    connect: Effect.fn("Links.connect")(function* (accountId: string, given: Given) {
      const secret = yield* checkedKey(given.secretKey, source)
      const { correctEstimates = true, currency, keepHistory = false, timeZone = "UTC" } = given
      if (!isTimeZone(timeZone)) {
        return yield* new InvalidInput("timeZone (body): isn't a time zone; send an IANA name such as America/New_York")
      }
      if (currency !== undefined && !currencyText.test(currency)) {
        return yield* new InvalidInput("currency (body): must be three capital letters of ISO 4217, such as USD")
      }
      const verify = (candidate: Parameters<PaywallSource["verify"]>[0]) =>
        Effect.map(source.verify(candidate), ({ capabilities, organization }) => ({
          missing: missingOf(capabilities, source.grantedAt),
          details: { organization, capabilities, timeZone, currency: currency ?? null, correctEstimates, keepHistory }
        }))
      return yield* shown(yield* connections.connect({ accountId, kind, secret, verify }))
    }),
    status: (accountId: string) => Effect.flatMap(connections.status(accountId, kind), shown),
    disconnect: (accountId: string) => connections.disconnect({ accountId, kind, purge: true }),
    use: Effect.fn("Links.use")(function* (accountId: string) {
      const connection = yield* connections.use(accountId, kind)
      return { ...connection, known: yield* detailsOf(connection.details) }
    }),
    /**
     * Runs a read, and keeps what it showed of the right it takes. A refusal that names no right may be about what was asked
     * for: `reaches` tells whether the key reaches that at all.
     */
    through: <A>(
      link: Link,
      name: Capability,
      read: Effect.Effect<A, SourceProblem>,
      reaches: Effect.Effect<boolean> = Effect.succeed(true)
    ) =>
      read.pipe(
        Effect.catchIf(isVague, (refused) =>
          Effect.flatMap(reaches, (reached) =>
            Effect.fail(reached ? refused : new VendorRefused({ ...refused, refusal: "missing" }))
          )
        ),
        Effect.tapError((error) => noteRefusal(link, name, error)),
        Effect.tap(() => (link.known.capabilities[name] === "available" ? Effect.void : note(link, name, "available")))
      )
  }
})

/** Accounts' connections to the provider: made, shown, opened, and kept up to date with what their keys can do. */
export class Links extends Context.Service<Links, Effect.Success<ReturnType<typeof make>>>()(
  "@storeglass/connect-paywall/Links"
) {
  static readonly layer = (source: PaywallSource) => Layer.effect(Links, make(source))
}
