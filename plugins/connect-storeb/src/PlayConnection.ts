import {
  asDocumented,
  type ConnectionStatus,
  Connections,
  type Credential,
  CredentialsRejected,
  type MissingRight,
  type Connection as Saved,
  type ServiceUnavailable,
  VendorRefused,
  vendorText
} from "@storeglass/plugin-api"
import { Context, Effect, Layer, Schema } from "effect"
import { Check, type Connection, type Credentials } from "./schema.ts"
import { SyncStates } from "./sync/SyncStates.ts"
import { rights, vendorName } from "./vendor/refusals.ts"
import { readServiceAccount } from "./vendor/serviceAccount.ts"
import { PlayVendor } from "./vendor/Vendor.ts"

export const kind = "connect-storeb"
export const connectRoute = "POST /v1/connect/storeb-play/credentials"

const Details = Schema.Struct({
  serviceAccountEmail: Schema.String,
  defaultPackageName: Schema.NullOr(Schema.String),
  reportsBucket: Schema.NullOr(Schema.String),
  financialReportsBucket: Schema.NullOr(Schema.String),
  checks: Schema.Array(Check)
})
type Asked = Pick<typeof Details.Type, "defaultPackageName" | "financialReportsBucket" | "reportsBucket">
const detailsOf = (details: unknown) => Effect.orDie(Schema.decodeUnknownEffect(Details)(details))

type CheckName = Check["check"]
const waiting =
  "The console can take a day, and sometimes more, to pass this right on: if it was granted, wait and connect again."

const ok = (check: CheckName): Check => ({ check, status: "ok", right: null, grantedAt: null, message: null })
const unchecked = (check: CheckName, message: string): Check => ({
  check,
  status: "not_checked",
  right: null,
  grantedAt: null,
  message
})
const bucketOf = (given: string | undefined): string | null =>
  given === undefined ? null : given.replace(/^gs:\/\//, "").replace(/\/$/, "")

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
    : `it lacks ${missing.map(({ grantedAt, right }) => (grantedAt === undefined ? right : `"${right}", granted in ${grantedAt}`)).join("; ")}`
}

const none: Connection = {
  connected: false,
  state: "not_connected",
  serviceAccountEmail: null,
  defaultPackageName: null,
  reportsBucket: null,
  financialReportsBucket: null,
  checks: [],
  syncStatus: "never",
  connectedAt: null,
  lastVerifiedAt: null,
  lastSyncAt: null,
  lastError: null
}

/** Whether a refusal says that a right is missing, and not that the key is no good. A thing that can't be seen isn't there. */
const isLack = <E>(error: E): error is E & VendorRefused =>
  error instanceof VendorRefused && (error.refusal === "permission" || error.refusal === "missing")

const make = Effect.gen(function* () {
  const connections = yield* Connections
  const states = yield* SyncStates
  const vendor = yield* PlayVendor

  const shown = Effect.fnUntraced(function* (
    accountId: string,
    status: ConnectionStatus | undefined
  ): Effect.fn.Return<Connection, ServiceUnavailable> {
    const { problems, ...sync } = yield* asDocumented(states.status(accountId))
    if (status === undefined) return { ...none, ...sync }
    return {
      ...none,
      ...(yield* detailsOf(status.details)),
      ...sync,
      connected: status.state !== "rejected",
      state: status.state,
      connectedAt: status.connectedAt,
      lastVerifiedAt: status.checkedAt,
      lastError: errorOf(status) ?? (problems.length === 0 ? null : problems.join("; "))
    }
  })

  /** What came of trying something: a right that is missing is noted, any other failure is the connection's. */
  const tried = <E, R>(check: CheckName, attempt: Effect.Effect<unknown, E, R>, advice: string) =>
    attempt.pipe(
      Effect.as(ok(check)),
      Effect.catchIf(isLack, (error): Effect.Effect<Check> => {
        const said = error.said.sentence === undefined ? "" : vendorText(error.said.sentence)
        return Effect.succeed({
          check,
          status: "missing",
          right: error.right ?? rights[check].right,
          grantedAt: error.grantedAt ?? rights[check].grantedAt,
          message: [said, advice].filter(Boolean).join(" ")
        })
      })
    )

  const look = ({ defaultPackageName, financialReportsBucket, reportsBucket }: Asked) =>
    Effect.fnUntraced(function* (candidate: Credential) {
      const inBucket = (check: "reports" | "financialReports", bucket: string | null) =>
        bucket === null
          ? Effect.succeed(unchecked(check, "No bucket was given."))
          : tried(check, vendor.tryObjects(candidate, bucket, rights[check]), waiting)
      const apps = yield* tried("apps", vendor.tryApps(candidate), "Apps and vitals can't be read.")
      const reviews =
        defaultPackageName === null
          ? unchecked("reviews", "No default app was given.")
          : yield* tried("reviews", vendor.tryReviews(candidate, defaultPackageName), "Its reviews can't be read.")
      if (apps.status === "missing" && reviews.status !== "ok") {
        return yield* new CredentialsRejected(
          `${vendorName} lets this service account read neither apps nor reviews; nothing was saved. It lacks "${apps.right}", granted in ${apps.grantedAt}: ${apps.message}`
        )
      }
      const checks = [
        apps,
        reviews,
        yield* inBucket("reports", reportsBucket),
        yield* inBucket("financialReports", financialReportsBucket)
      ]
      const lacks = checks.flatMap(
        ({ grantedAt, right }): ReadonlyArray<MissingRight> =>
          right === null ? [] : [{ right, ...(grantedAt === null ? {} : { grantedAt }) }]
      )
      return {
        details: { checks },
        missing: lacks.filter(({ right }, index) => lacks.findIndex((other) => other.right === right) === index)
      }
    })

  return {
    connect: Effect.fn("PlayConnection.connect")(function* (accountId: string, given: Credentials) {
      const account = yield* readServiceAccount(given.serviceAccountJson)
      const { secret } = yield* vendor.credential(account)
      const asked = {
        defaultPackageName: given.defaultPackageName ?? null,
        reportsBucket: bucketOf(given.reportsBucket),
        financialReportsBucket: bucketOf(given.financialReportsBucket)
      }
      const details = { serviceAccountEmail: account.email, ...asked }
      return yield* shown(
        accountId,
        yield* connections.connect({ accountId, kind, secret, details, verify: look(asked) })
      )
    }),
    status: Effect.fn("PlayConnection.status")(function* (accountId: string) {
      return yield* shown(accountId, yield* connections.status(accountId, kind))
    }),
    disconnect: (accountId: string, purge: boolean) => connections.disconnect({ accountId, kind, purge }),
    /** The saved connection of an account. */
    ready: (accountId: string): Effect.Effect<Saved, Effect.Error<ReturnType<Connections["Service"]["use"]>>> =>
      connections.use(accountId, kind)
  }
})

/** The account's connection to its console in the second store. */
export class PlayConnection extends Context.Service<PlayConnection, Effect.Success<typeof make>>()(
  "@storeglass/connect-storeb/PlayConnection"
) {
  static readonly layer = Layer.effect(this, make)
}
