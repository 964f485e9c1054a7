import {
  ConnectionPermissionMissing,
  type ConnectionStatus,
  Connections,
  type Credential,
  isTimeZone,
  type Connection as Saved,
  VendorRefused
} from "@storeglass/plugin-api"
import { Context, Effect, Layer, Schema } from "effect"
import { AdAccountRequired } from "./errors.ts"
import { AdAccount, type Connection, type Credentials } from "./schema.ts"
import type { AclAccount } from "./vendor/shapes.ts"
import { type Access, AdsVendor, writeRight } from "./vendor/Vendor.ts"

export const kind = "connect-ads"
export const connectRoute = "POST /v1/connect/storea-ads/credentials"

/** What is kept beside the secret, and shown to its owner. */
const Details = Schema.Struct({
  clientId: Schema.String,
  teamId: Schema.String,
  keyId: Schema.String,
  adAccount: AdAccount,
  roles: Schema.Array(Schema.String),
  canWrite: Schema.Boolean
})
const decodeDetails = Schema.decodeUnknownEffect(Details)

/** A saved connection, ready to ask with. */
export interface Ready {
  readonly access: Access
  readonly adAccount: AdAccount
  readonly canWrite: boolean
  readonly saved: Saved["saved"]
}

interface Acl {
  readonly adAccount: AclAccount
  readonly roles?: ReadonlyArray<string> | null
}

const listedMax = 20
const listOf = (acls: ReadonlyArray<Acl>) =>
  acls
    .slice(0, listedMax)
    .map(({ adAccount }) => `${adAccount.id} (${adAccount.name ?? "no name"})`)
    .join(", ")

/** The ad account that was named, or the only one. */
const chosen = (acls: ReadonlyArray<Acl>, asked: string | undefined): Effect.Effect<Acl, AdAccountRequired> => {
  const [only] = acls
  if (only === undefined) {
    return Effect.fail(
      new AdAccountRequired(
        "no ad account is open to these credentials: have one shared with their user; nothing was saved"
      )
    )
  }
  const found =
    asked === undefined ? (acls.length === 1 ? only : undefined) : acls.find(({ adAccount }) => adAccount.id === asked)
  if (found !== undefined) return Effect.succeed(found)
  const ofOrg = acls.filter(({ adAccount }) => adAccount.orgId === asked)
  const message =
    asked === undefined
      ? `${listOf(acls)}: send one as adAccountId (body); nothing was saved`
      : ofOrg.length > 0
        ? `${listOf(ofOrg)}: send one as adAccountId (body). ${asked} is the organization that they belong to; nothing was saved`
        : `${listOf(acls)}: send one as adAccountId (body). ${asked} isn't open to these credentials; nothing was saved`
  return Effect.fail(new AdAccountRequired(message))
}

/** A user all of whose roles only read can't write; of a role we don't know, the vendor decides. */
const writes = (roles: ReadonlyArray<string>) =>
  roles.length === 0 || roles.some((role) => !/read[\s-]*only/i.test(role))

const errorOf = ({ missing, rejection }: ConnectionStatus): string | null => {
  if (rejection !== null) {
    const why = {
      vendor: rejection.sentence ?? "the vendor no longer accepts the key",
      key_lost: "the gateway's vault key for it isn't configured",
      unreadable: "what was saved can't be opened"
    }[rejection.reason]
    return `${why}; connect it again`
  }
  const [right] = missing
  return right === undefined
    ? null
    : `it only reads: the role "${right.right}" is missing${right.grantedAt === undefined ? "" : `, granted in ${right.grantedAt}`}; then connect it again`
}

const none: Connection = {
  connected: false,
  state: "not_connected",
  clientId: null,
  teamId: null,
  keyId: null,
  adAccount: null,
  roles: [],
  canWrite: false,
  lastVerifiedAt: null,
  lastError: null
}

const shown = Effect.fnUntraced(function* (status: ConnectionStatus): Effect.fn.Return<Connection> {
  const details = yield* Effect.orDie(decodeDetails(status.details))
  const connected = status.state !== "rejected"
  return {
    connected,
    state: status.state,
    ...details,
    canWrite: connected && details.canWrite,
    lastVerifiedAt: status.checkedAt,
    lastError: errorOf(status)
  }
})

const make = Effect.gen(function* () {
  const connections = yield* Connections
  const vendor = yield* AdsVendor

  /** Currency and time zone, which the list of accounts may lack; some roles may not read them. */
  const factsOf = Effect.fnUntraced(function* (access: Access, { currency, timeZone }: AclAccount) {
    const known = typeof currency === "string" && typeof timeZone === "string"
    const account = known
      ? { currency, timezone: timeZone }
      : yield* Effect.catchIf(
          vendor.adAccount(access),
          (error) => error instanceof VendorRefused && ["permission", "missing"].includes(error.refusal),
          () => Effect.succeed({ currency: null, timezone: null })
        )
    const zone = account.timezone ?? timeZone ?? null
    return {
      currency: account.currency ?? currency ?? null,
      timeZone: zone !== null && isTimeZone(zone) ? zone : null
    }
  })

  const look = (asked: string | undefined) =>
    Effect.fnUntraced(function* (credential: Credential) {
      yield* vendor.me(credential)
      const { adAccount, roles } = yield* chosen(yield* vendor.acls(credential), asked)
      const facts = yield* factsOf({ credential, adAccountId: adAccount.id }, adAccount)
      const canWrite = writes(roles ?? [])
      return {
        missing: canWrite ? [] : [writeRight],
        details: {
          adAccount: { id: adAccount.id, name: adAccount.name ?? "", ...facts },
          roles: roles ?? [],
          canWrite
        }
      }
    })

  return {
    connect: Effect.fn("AdsConnection.connect")(function* (accountId: string, credentials: Credentials) {
      const { adAccountId, clientId, keyId, teamId } = credentials
      const { secret } = vendor.credential(credentials)
      const details = { clientId, teamId, keyId }
      return yield* shown(yield* connections.connect({ accountId, kind, secret, details, verify: look(adAccountId) }))
    }),
    status: Effect.fn("AdsConnection.status")(function* (accountId: string) {
      const found = yield* connections.status(accountId, kind)
      return found === undefined ? none : yield* shown(found)
    }),
    /** What was copied goes with it. */
    disconnect: (accountId: string) => connections.disconnect({ accountId, kind, purge: true }),
    /** The saved connection of an account. */
    ready: Effect.fn("AdsConnection.ready")(function* (
      accountId: string
    ): Effect.fn.Return<Ready, Effect.Error<ReturnType<Connections["Service"]["use"]>>> {
      const connection = yield* connections.use(accountId, kind)
      const { adAccount, canWrite } = yield* Effect.orDie(decodeDetails(connection.details))
      return {
        access: { credential: connection, adAccountId: adAccount.id },
        adAccount,
        canWrite,
        saved: connection.saved
      }
    })
  }
})

/** Refuses to write before anything is asked. */
export const ensureWrites = ({ canWrite }: Ready): Effect.Effect<void, ConnectionPermissionMissing> =>
  canWrite
    ? Effect.void
    : Effect.fail(
        new ConnectionPermissionMissing(
          `the search ads connection only reads: it lacks the role "${writeRight.right}", granted in ${writeRight.grantedAt}; nothing was written. Connect it again once it has the role`
        )
      )

/** The account's connection to its search ads. */
export class AdsConnection extends Context.Service<AdsConnection, Effect.Success<typeof make>>()(
  "@storeglass/connect-ads/AdsConnection"
) {
  static readonly layer = Layer.effect(this, make)
}
