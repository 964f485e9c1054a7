import { Context, Data, type Effect, type Redacted, type Schema, type Scope } from "effect"
import type { Credential } from "./Connections.ts"
import type { ConnectionUnusable, NoConnection, VendorRefused } from "./connectorProblems.ts"
import type { ServiceUnavailable } from "./errors.ts"

/** The key doesn't have the form that is needed. Its text isn't in here. */
export class SigningKeyUnreadable extends Data.TaggedError("SigningKeyUnreadable")<{
  readonly alg: SigningAlgorithm
  /** "a P-256 private key in PKCS#8 or SEC1 form". */
  readonly expected: string
}> {}

/** `ES256`: a P-256 key. `RS256`: RSA of 2048 bits or more. */
export type SigningAlgorithm = "ES256" | "RS256"

export interface SigningRequest {
  readonly alg: SigningAlgorithm
  /**
   * PKCS#8, and of P-256 keys SEC1 too: as PEM, also with `\n` written out, as base64 of the PEM, or as base64 of the DER
   * bytes.
   */
  readonly key: Redacted.Redacted<string>
  /** Beside `alg` and `typ`. */
  readonly header?: Readonly<Record<string, string>>
  readonly claims: Readonly<Record<string, Schema.Json>>
}

/** A token that was just made. */
export interface Minted {
  readonly token: Redacted.Redacted<string>
  /** How long it is accepted, in ms. */
  readonly forMs: number
}

/** The part of a vendor's answer by which a token is judged; `UpstreamResponse` and its like have it. */
export interface Judged {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

/** The vendor's token endpoint refused the credential. The answer's headers tell the vendor's clock. */
export interface MintRefusal {
  readonly refused: true
  readonly headers: Readonly<Record<string, string>>
  /** What the vendor said. */
  readonly sentence?: string
}

export interface TokenSpec<E> {
  /** Unique, as in `search-ads`; shown in the internal `/health`. */
  readonly source: string
  /**
   * Makes a token. `nowMs` is the time by the vendor's clock, for `iat` and `exp`. Vendors' addresses come from the config:
   * never from the credential, whatever URLs a key file holds.
   */
  readonly mint: (credential: Credential, nowMs: number) => Effect.Effect<Minted | MintRefusal, E>
}

export interface TokenSource<E> {
  /**
   * Sends with a token of this credential: kept in memory, made once for all who wait, renewed 60 s early. After a 401 it is
   * sent once more with a fresh one; after the second it fails as refused
   * credentials, and a saved connection is `rejected`.
   */
  readonly send: <A extends Judged, E2, R>(
    credential: Credential,
    send: (token: Redacted.Redacted<string>) => Effect.Effect<A, E2, R>
  ) => Effect.Effect<A, E | E2 | VendorRefused | NoConnection | ConnectionUnusable | ServiceUnavailable, R>
}

/** Access tokens of vendors, and what they are signed with. Tokens are in memory alone. */
export class Tokens extends Context.Service<
  Tokens,
  {
    readonly make: <E>(spec: TokenSpec<E>) => Effect.Effect<TokenSource<E>, never, Scope.Scope>
    /** A JWT as vendors take it. */
    readonly sign: (request: SigningRequest) => Effect.Effect<Redacted.Redacted<string>, SigningKeyUnreadable>
    /**
     * A credential out of a request's headers: its parts, in this order, are its identity. Of one part it is the `secret`,
     * of more the secret is a JSON list of them.
     */
    readonly credential: (...parts: ReadonlyArray<string | Redacted.Redacted<string>>) => Credential
  }
>()("@storeglass/plugin-api/Tokens") {}
