import { Effect, Schema } from "effect"
import { ApiError } from "./ApiError.ts"
import { ContentError } from "./Content.ts"
import {
  ConnectionUnusable,
  NoConnection,
  quotedVendor,
  UnusableCredentials,
  VendorRefused,
  vendorText
} from "./connectorProblems.ts"
import { fromUpstream, NotFound, UpstreamFailed, UpstreamRateLimited, UpstreamTimedOut } from "./errors.ts"
import { UpstreamError } from "./Upstreams.ts"
import { WriteOutcomeUnknown } from "./writes.ts"

/** Credentials belong in headers of this request, and one is missing. The vendor is not asked. */
export class MissingConsoleCredentials extends ApiError(
  "MISSING_CONSOLE_CREDENTIALS",
  400,
  "A credential header is missing from the request. The vendor wasn't asked."
) {}
/** Credentials in headers that cannot be read, such as a key that is no P-256 PKCS#8 key. The vendor is not asked. */
export class InvalidConsoleCredentials extends ApiError(
  "INVALID_CONSOLE_CREDENTIALS",
  400,
  "The credentials in the headers can't be read. The vendor wasn't asked."
) {}
/** The vendor refuses the credentials in the headers. */
export class ConsoleCredentialsInvalid extends ApiError(
  "CONSOLE_CREDENTIALS_INVALID",
  401,
  "The vendor refuses the credentials in the headers."
) {}
/** The credentials in the headers are valid and lack a role. */
export class ConsoleRoleInsufficient extends ApiError(
  "CONSOLE_ROLE_INSUFFICIENT",
  403,
  "The credentials are valid but lack a role; the message names it and where to grant it."
) {}
/** The saved connection is valid and lacks a right. */
export class ConnectionPermissionMissing extends ApiError(
  "CONNECTION_PERMISSION_MISSING",
  403,
  "The saved connection lacks a right; the message names it and where to grant it."
) {}
/** The account has no saved connection of this kind. */
export class NotConnected extends ApiError(
  "NOT_CONNECTED",
  409,
  "There is no saved connection; the message names the operation that connects."
) {}
/** The saved connection no longer works; connecting again fixes it. */
export class ConnectionRejected extends ApiError(
  "CONNECTION_REJECTED",
  409,
  "The vendor no longer accepts the saved credentials. Connect again."
) {}
/** What a refused change left at the vendor, for the next try. */
const leftAtVendor = Schema.Struct({
  openVersionId: Schema.optionalKey(
    Schema.String.annotate({
      description: "Id of the version that was opened for the change and stays open; the next try writes on it."
    })
  )
}).annotate({ description: "What the refused change left at the vendor, if anything." })

/** The vendor's state does not allow it: locked, in review, exists already. */
export class VendorConflict extends ApiError(
  "VENDOR_CONFLICT",
  409,
  "The state at the vendor doesn't allow it: locked, in review, or already there.",
  { detailsIfKnown: leftAtVendor }
) {}
/** While connecting, the vendor refused the credentials; nothing was saved. */
export class CredentialsRejected extends ApiError(
  "CREDENTIALS_REJECTED",
  422,
  "The vendor refused the credentials; nothing was saved."
) {}
/** The vendor's own validation refused the request. */
export class VendorRejected extends ApiError(
  "VENDOR_REJECTED",
  422,
  "The vendor's own validation refused the request; the message quotes it.",
  { detailsIfKnown: leftAtVendor }
) {}

interface Sent {
  /** A write had been sent; `idempotencyKey` says whether the request had one: a repeat with it never writes twice. */
  readonly sent: { readonly idempotencyKey: boolean }
}

/** The credentials came in the caller's headers. */
export interface ConsoleContext {
  readonly credentials: "headers"
}
/** The credentials are being connected. */
export interface ConnectingContext {
  readonly credentials: "connecting"
}
/** The credentials are a saved connection's. */
export interface SavedContext {
  readonly credentials: "saved"
  /** The route that connects, as in `POST /v1/search-ads/connection`; named to who has no connection. */
  readonly connectRoute: string
}

export type ConsoleProblem = UnusableCredentials | VendorRefused | UpstreamError | ContentError
export type ConnectingProblem = UnusableCredentials | VendorRefused | UpstreamError | ContentError
export type SavedProblem =
  | NoConnection
  | ConnectionUnusable
  | UnusableCredentials
  | VendorRefused
  | UpstreamError
  | ContentError

type Upstreamed = UpstreamFailed | UpstreamRateLimited | UpstreamTimedOut
type Refused = NotFound | VendorRejected | VendorConflict
export type ConsoleError =
  | Upstreamed
  | Refused
  | MissingConsoleCredentials
  | InvalidConsoleCredentials
  | ConsoleCredentialsInvalid
  | ConsoleRoleInsufficient
export type ConnectingError = Upstreamed | Refused | CredentialsRejected | ConnectionPermissionMissing
export type SavedError = Upstreamed | Refused | NotConnected | ConnectionRejected | ConnectionPermissionMissing

type Context = (ConsoleContext | ConnectingContext | SavedContext) & Partial<Sent>
type Problem = ConsoleProblem | SavedProblem
type Documented = ConsoleError | ConnectingError | SavedError | WriteOutcomeUnknown

const unusable: Readonly<Record<ConnectionUnusable["reason"], string>> = {
  vendor: "the vendor no longer accepts it",
  key_lost: "its vault key isn't configured on this gateway",
  unreadable: "the saved value can't be opened",
  replaced: "it was reconnected meanwhile"
}

const connectBy = (context: Context) =>
  context.credentials === "saved" ? `connect it with ${context.connectRoute}` : "connect it"
const notCharged = "nothing was charged"

const ofRefusal = (refused: VendorRefused, context: Context): Documented => {
  const { credentials } = context
  const { grantedAt, right, said, vendor } = refused
  const options = { cause: refused }
  switch (refused.refusal) {
    case "credentials":
      if (credentials === "headers") {
        return new ConsoleCredentialsInvalid(`${vendor} doesn't accept these credentials${quotedVendor(said)}`, options)
      }
      return credentials === "connecting"
        ? new CredentialsRejected(
            `${vendor} doesn't accept these credentials; nothing was saved${quotedVendor(said)}`,
            options
          )
        : new ConnectionRejected(
            `${vendor} no longer accepts the saved connection; ${connectBy(context)}${quotedVendor(said)}`,
            options
          )
    case "permission": {
      const what = right === undefined ? "a right this needs" : `the right "${vendorText(right)}"`
      const where = grantedAt === undefined ? "" : `, granted at ${vendorText(grantedAt)}`
      const message = `the credentials for ${vendor} lack ${what}${where}${quotedVendor(said)}`
      return credentials === "headers"
        ? new ConsoleRoleInsufficient(message, options)
        : new ConnectionPermissionMissing(message, options)
    }
    case "missing":
      return new NotFound(`${vendor} has no such thing for this account`, options)
    case "conflict":
      return new VendorConflict(`${vendor} can't do that in its current state${quotedVendor(said)}`, options)
    case "invalid":
      return new VendorRejected(`${vendor} refused the request${quotedVendor(said)}`, options)
  }
}

const isProblem = (error: unknown): error is Problem =>
  error instanceof NoConnection ||
  error instanceof ConnectionUnusable ||
  error instanceof UnusableCredentials ||
  error instanceof VendorRefused ||
  error instanceof UpstreamError ||
  error instanceof ContentError

/** After these the vendor may have done the write. */
const open: ReadonlySet<UpstreamError["reason"]> = new Set([
  "timeout",
  "unreachable",
  "failed",
  "blocked",
  "drift",
  "suspect",
  "too_large"
])

const ofUpstream = (error: UpstreamError, { sent }: Context): Documented => {
  if (sent === undefined || !open.has(error.reason)) return fromUpstream(error)
  const repeat = sent.idempotencyKey
    ? "repeat it with the same Idempotency-Key; that never writes twice"
    : "check before repeating it: without an Idempotency-Key it would write again"
  return new WriteOutcomeUnknown(
    `the write was sent to ${error.upstream}, but it isn't known whether it took effect; ${notCharged}; ${repeat}`,
    { cause: error }
  )
}

const documented = (problem: Problem, context: Context): Documented => {
  switch (problem._tag) {
    case "UnusableCredentials": {
      const expected = problem.expected === undefined ? "" : `; it must be ${problem.expected}`
      if (context.credentials === "connecting") {
        return new CredentialsRejected(`the credentials can't be read, nothing was saved${expected}`)
      }
      if (context.credentials === "saved") {
        return new ConnectionRejected(`the saved credentials can't be read; ${connectBy(context)} again`)
      }
      return problem.problem === "missing"
        ? new MissingConsoleCredentials(`${problem.header}: this header is missing${expected}`)
        : new InvalidConsoleCredentials(`${problem.header}: this header can't be read${expected}`)
    }
    case "NoConnection":
      return new NotConnected(`there is no ${problem.kind} connection; ${connectBy(context)}`)
    case "ConnectionUnusable": {
      const said = quotedVendor({ sentence: problem.sentence })
      const why = `the ${problem.kind} connection is rejected, ${unusable[problem.reason]}`
      const next = problem.reason === "replaced" ? "repeat the request" : `${connectBy(context)} again`
      return new ConnectionRejected(`${why}; ${next}${said}`, { cause: problem })
    }
    case "VendorRefused":
      return ofRefusal(problem, context)
    case "ContentError":
      return new UpstreamFailed(`the vendor's file can't be read: ${problem.message}; ${notCharged}`, {
        cause: problem
      })
    case "UpstreamError":
      return ofUpstream(problem, context)
  }
}

/**
 * The one table of errors of all connectors: what happened, as the error that every plugin answers with. A vendor's
 * limit is 503 with `Retry-After`, never our 429, which means that credits are used up.
 *
 * @example
 * Effect.mapError(asConnectorError({ credentials: "saved", connectRoute: "POST /v1/search-ads/connection" }))
 */
export function asConnectorError(
  context: ConsoleContext & Sent
): (problem: ConsoleProblem) => ConsoleError | WriteOutcomeUnknown
export function asConnectorError(context: ConsoleContext): (problem: ConsoleProblem) => ConsoleError
export function asConnectorError(context: ConnectingContext): (problem: ConnectingProblem) => ConnectingError
export function asConnectorError(
  context: SavedContext & Sent
): (problem: SavedProblem) => SavedError | WriteOutcomeUnknown
export function asConnectorError(context: SavedContext): (problem: SavedProblem) => SavedError
export function asConnectorError(context: Context): (problem: never) => Documented {
  return (problem: Problem) => documented(problem, context)
}

type ConnectorAnswer<D> = <A, E, R>(effect: Effect.Effect<A, E | Problem, R>) => Effect.Effect<A, E | D, R>

/**
 * The same over an effect, for one client of a vendor in all its routes: what isn't of the table, such as an error that is
 * declared already, is left as it is.
 *
 * @example
 * const saved = asConnectorAnswer({ credentials: "saved", connectRoute: "POST /v1/search-ads/connection" })
 * Effect.flatMap(connections.use(accountId, "search-ads"), read).pipe(saved)
 */
export function asConnectorAnswer(context: ConsoleContext): ConnectorAnswer<ConsoleError>
export function asConnectorAnswer(context: ConnectingContext): ConnectorAnswer<ConnectingError>
export function asConnectorAnswer(context: SavedContext): ConnectorAnswer<SavedError>
export function asConnectorAnswer(context: Context): ConnectorAnswer<Documented> {
  return (effect) => Effect.mapError(effect, (error) => (isProblem(error) ? documented(error, context) : error))
}

const upstream = [UpstreamFailed.wire, UpstreamRateLimited.wire, UpstreamTimedOut.wire] as const
const refused = [NotFound.wire, VendorRejected.wire, VendorConflict.wire] as const

/** The errors of a route that asks a vendor with the caller's saved connection. */
export const savedErrors = [
  ...upstream,
  ...refused,
  NotConnected.wire,
  ConnectionRejected.wire,
  ConnectionPermissionMissing.wire
] as const
/** The errors of a route that saves a connection. */
export const connectingErrors = [
  ...upstream,
  ...refused,
  CredentialsRejected.wire,
  ConnectionPermissionMissing.wire
] as const
/** The errors of a route that asks a vendor with credentials in the caller's headers. */
export const consoleErrors = [
  ...upstream,
  ...refused,
  MissingConsoleCredentials.wire,
  InvalidConsoleCredentials.wire,
  ConsoleCredentialsInvalid.wire,
  ConsoleRoleInsufficient.wire
] as const
