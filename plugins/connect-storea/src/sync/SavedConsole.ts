import {
  type Connection,
  type ConnectionStatus,
  Connections,
  type Credential,
  dayIn,
  InvalidInput,
  type MissingRight,
  plusDays,
  type VendorRefused,
  vendorText
} from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { readCredentials } from "../vendor/credentials.ts"
import { credentialsIn } from "../vendor/transport.ts"
import { Figures } from "./Figures.ts"
import { type BudgetSpent, type Problem, type Reports, ReportsVendor, rights } from "./ReportsVendor.ts"
import type { Credentials, SavedConnection } from "./schema.ts"

export const kind = "connect-storea"
export const connectRoute = "POST /v1/connect/storea/credentials"
/** In which the vendor's days begin and end. */
export const storeZone = "America/Los_Angeles"
/** As often as a look at the vendor while connecting asks, with room. */
const looksMax = 20

const Details = Schema.Struct({
  issuerId: Schema.String,
  keyId: Schema.String,
  vendorNumber: Schema.NullOr(Schema.String),
  analytics: Schema.Boolean,
  correctEstimates: Schema.Boolean
})
export type Details = typeof Details.Type
const detailsOf = (details: unknown) => Effect.orDie(Schema.decodeUnknownEffect(Details)(details))

/** An account's saved console, ready to be asked for reports. */
export interface Ready {
  readonly connection: Connection
  readonly details: Details
  readonly reports: Reports
}

const isLacking = (error: { readonly _tag: string }): error is VendorRefused =>
  error._tag === "VendorRefused" && "refusal" in error && error.refusal === "permission"
/** The right that a refusal is about; of other failures none. */
export const lackOf = (error: { readonly _tag: string }): MissingRight | undefined => {
  if (!isLacking(error)) return undefined
  const { grantedAt, right = rights.read.right } = error
  return { right, ...(grantedAt === undefined ? {} : { grantedAt }) }
}

/** Here they are in the body, and not in headers. */
const inBody = ({ message }: { readonly message: string }) => {
  const [header = "", said = ""] = message.split(/: this header /)
  const field = { "X-Console-Issuer-Id": "issuerId", "X-Console-Key-Id": "keyId" }[header] ?? "privateKey"
  return new InvalidInput(`${field} (body): ${said}`)
}

const errorOf = ({ missing, rejection }: ConnectionStatus): string | null => {
  if (rejection !== null) {
    const why = {
      vendor: rejection.sentence === null ? "the vendor no longer accepts the key" : vendorText(rejection.sentence),
      key_lost: "the gateway's vault key for it isn't configured",
      unreadable: "what was saved can't be opened"
    }[rejection.reason]
    return `${why}; connect again with ${connectRoute}`
  }
  return missing.length === 0
    ? null
    : `the key lacks ${missing.map(({ grantedAt, right }) => (grantedAt === undefined ? right : `${right}, granted in ${grantedAt}`)).join("; ")}`
}

const make = Effect.gen(function* () {
  const connections = yield* Connections
  const figures = yield* Figures
  const vendor = yield* ReportsVendor

  const look = ({ analytics, issuerId, keyId, vendorNumber }: Details) =>
    Effect.fnUntraced(function* (candidate: Credential) {
      const reports = yield* vendor.open(candidate, { issuerId, keyId }, looksMax)
      const unless = <A, R>(asked: Effect.Effect<A, Problem | BudgetSpent, R>) =>
        asked.pipe(
          Effect.as<ReadonlyArray<MissingRight>>([]),
          // More pages than a look reads say nothing against the key.
          Effect.catchTag("BudgetSpent", () => Effect.succeed([])),
          Effect.catchIf(isLacking, (error) => Effect.succeed([lackOf(error) ?? rights.read]))
        )
      const app = yield* Effect.catchTag(reports.anyApp, "BudgetSpent", Effect.die)
      const day = plusDays(dayIn(storeZone, yield* Clock.currentTimeMillis), -3)
      const missing = [
        ...(analytics && app !== undefined ? yield* unless(reports.ongoing(app.id)) : []),
        ...(vendorNumber === null ? [] : yield* unless(Effect.scoped(reports.sales(vendorNumber, day))))
      ]
      return {
        missing: missing.filter(({ right }, index) => missing.findIndex((other) => other.right === right) === index)
      }
    })

  const shown = Effect.fnUntraced(function* (
    accountId: string,
    status: ConnectionStatus | undefined
  ): Effect.fn.Return<SavedConnection, Effect.Error<ReturnType<typeof figures.progress>>> {
    const imports = yield* figures.progress(accountId)
    if (status === undefined) {
      return {
        connected: false,
        state: "not_connected",
        issuerId: null,
        keyId: null,
        vendorNumber: null,
        analytics: null,
        correctEstimates: null,
        missingRights: [],
        connectedAt: null,
        lastVerifiedAt: null,
        lastError: null,
        imports
      }
    }
    return {
      connected: status.state !== "rejected",
      state: status.state,
      ...(yield* detailsOf(status.details)),
      missingRights: status.missing.map(({ right }) => right),
      connectedAt: status.connectedAt,
      lastVerifiedAt: status.checkedAt,
      lastError: errorOf(status),
      imports
    }
  })

  return {
    connect: Effect.fn("SavedConsole.connect")(function* (accountId: string, given: Credentials) {
      const { analytics = true, correctEstimates = true, vendorNumber = null } = given
      const { issuerId, keyId, privateKey } = yield* Effect.mapError(readCredentials(given), inBody)
      const details: Details = { issuerId, keyId, vendorNumber, analytics, correctEstimates }
      const { secret } = vendor.credential(issuerId, keyId, privateKey)
      const verify = look(details)
      const status = yield* connections
        .connect({ accountId, kind, secret, details: { ...details }, verify })
        // A key that can't sign shows before the vendor is asked.
        .pipe(Effect.catchTag("INVALID_CONSOLE_CREDENTIALS", (error) => Effect.fail(inBody(error))))
      return yield* shown(accountId, status)
    }),
    status: (accountId: string) =>
      Effect.flatMap(connections.status(accountId, kind), (status) => shown(accountId, status)),
    disconnect: (accountId: string, purge: boolean) => connections.disconnect({ accountId, kind, purge }),
    details: (accountId: string) =>
      Effect.flatMap(connections.status(accountId, kind), (status) =>
        status === undefined ? Effect.undefined : detailsOf(status.details)
      ),
    /** Opened for at most so many requests. */
    ready: Effect.fn("SavedConsole.ready")(function* (accountId: string, requestsMax: number) {
      const connection = yield* connections.use(accountId, kind)
      const details = yield* detailsOf(connection.details)
      return { connection, details, reports: yield* vendor.open(connection, details, requestsMax) }
    }),
    /** What an account saved, to ask with; undefined where there is nothing, or nothing that works. */
    credentials: (accountId: string) =>
      connections.use(accountId, kind).pipe(
        Effect.flatMap(({ secret }) => credentialsIn(secret)),
        Effect.catchTags({ NoConnection: () => Effect.undefined, ConnectionUnusable: () => Effect.undefined })
      ),
    /** Notes which rights a sync found to be missing. */
    noteRights: ({ connection }: Ready, missing: ReadonlyArray<MissingRight>) =>
      connections.checked(connection, { missing }),
    onPurge: (purge: Parameters<typeof connections.onPurge>[1]) => connections.onPurge(kind, purge)
  }
})

/** Accounts' saved console keys, which read reports, and clear up after crashed uploads. */
export class SavedConsole extends Context.Service<SavedConsole, Effect.Success<typeof make>>()(
  "@storeglass/connect-storea/SavedConsole"
) {
  static readonly layer = Layer.effect(SavedConsole, make)
}
