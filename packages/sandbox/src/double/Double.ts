import type { Socket } from "node:net"
import type { Reply } from "../http/replies.ts"
import type { SandboxRequest } from "../http/request.ts"
import type { DescribedBy } from "../openapi/DescribedBy.ts"
import type { SecondWorld } from "../world/SecondWorld.ts"
import type { World } from "../world/World.ts"

/** The invented apps that all doubles tell of, in two shops: numbers name them in the first, package names in the second. */
export interface Worlds {
  readonly first: World
  readonly second: SecondWorld
}

/** What a double opens with, once at the start. */
export interface OpenOptions {
  readonly seed: number
  readonly worlds: Worlds
  /** A folder of recorded answers to serve instead of what is invented. */
  readonly recordings: string | undefined
  /** Tells of a recorded file that it is served (null), or why it is not. One that any double serves is served. */
  readonly onRecording: (path: string, unserved: string | null) => void
}

/** What every part of a double gets. */
export interface Surroundings<Shared> {
  /** `http://127.0.0.1:4711`, as the caller addressed it: links in answers lead back here. */
  readonly origin: string
  /** The address of a host of the sandbox; it throws for a name that there is not. */
  readonly address: (host: string) => string
  readonly nowMs: number
  readonly worlds: Worlds
  /** What `open` gave. */
  readonly shared: Shared
}

export interface DoubleContext<Shared, State> extends Surroundings<Shared> {
  /** The name of the host that is asked. */
  readonly host: string
  /** Who asks, as `credentialOf` told. */
  readonly credential: string
  /** What `seed` gave for the credential, with all that was done to it since; changed in place. */
  readonly state: State
  /** The double's own faults that are in force for this request, and `empty`. */
  readonly faults: ReadonlySet<string>
}

export interface ControlContext<Shared, State> extends Surroundings<Shared> {
  /** The state of a credential, for reading and changing in place. */
  readonly stateOf: (credential: string) => State
}

/** What a connection to a port gets. */
export interface PortContext<Shared, State> {
  readonly nowMs: () => number
  readonly shared: Shared
  /** The state of a credential, for reading and changing in place. */
  readonly stateOf: (credential: string) => State
}

/** Answers as the vendor does. It never throws for bad input: it says what the vendor says. */
export type Handle<Shared, State> = (
  request: SandboxRequest,
  context: DoubleContext<Shared, State>
) => Reply | Promise<Reply>

/** One host of a vendor. */
export interface HostDefinition<Shared, State> {
  /** The path under which it is served. Default: `/` and its name. */
  readonly prefix?: string
  readonly handle: Handle<Shared, State>
  /** What people see at its address, in a word such as `Mail`; `npm start` tells where it is. */
  readonly page?: string
  /** The vendor's description, against which requests and answers are held in tests. */
  readonly describedBy?: DescribedBy
  /** False: what it is asked is not written into the ledger. */
  readonly inLedger?: boolean
  /** Which requests change nothing; `lag` shows them an earlier state. Default: GET and HEAD. */
  readonly isRead?: (request: SandboxRequest) => boolean
}

/** What is told of a refusal that a fault wants. */
export interface Refusal {
  readonly status: number
  readonly retryAfterSeconds: number | undefined
  /** The vendor's sentence, when the fault gives one. */
  readonly message: string | undefined
}

export interface Quota {
  readonly limit: number
  readonly remaining: number
  readonly resetSeconds: number
}

/** A call of the gateway's own API. */
export interface DemoCall {
  readonly method: string
  readonly path: string
  /** Sent as JSON. */
  readonly body?: unknown
  /** It fills the demo account with what stays there, so that 409 is as good; tests' accounts do without. */
  readonly isOnce?: boolean
  /** The address of a list, asked before any call: with items in it, or where it isn't served, the call isn't made. */
  readonly unless?: string
  /** It waits, behind those that don't, until this list is such; where there's nobody to wait, it's made at once. */
  readonly until?: { readonly path: string; readonly holds: (items: ReadonlyArray<unknown>) => boolean }
  /** Put in place of `:item` in `path`: the id of the first in the list of `until`. Where it has none, the call isn't made. */
  readonly isOfItem?: boolean
}

/** What a package exports by default from `./sandbox`. */
export interface DoubleDefinition<Host extends string, Shared, State> {
  /** Kebab-case, as the plugin. */
  readonly name: string
  /** Of a vendor with one host, which has the double's name. */
  readonly handle?: Handle<Shared, State>
  /** Of a vendor with several; `${sandbox.<name>}` in the config gives the address of each. */
  readonly hosts?: { readonly [Name in Host]: HostDefinition<Shared, State> }
  /** What isn't HTTP, as mail by SMTP: `${sandbox.<name>}` in the config gives the number of the port, on loopback. */
  readonly ports?: Readonly<Record<string, (socket: Socket, context: PortContext<Shared, State>) => void>>
  /** What all credentials share: indexes, recordings. */
  readonly open?: (options: OpenOptions) => Shared | Promise<Shared>
  /** Who asks: an id, never the secret itself. Default: everybody is one. */
  readonly credentialOf?: (request: SandboxRequest) => string
  /** The state of a credential at its first request and after each reset: plain data. */
  readonly seed?: (credential: string, surroundings: Omit<Surroundings<Shared>, "origin" | "address">) => State
  /** What tests may do, by name. Input and result are JSON. */
  readonly control?: Readonly<
    Record<string, (input: unknown, context: ControlContext<Shared, State>) => unknown | Promise<unknown>>
  >
  /** Kinds of faults of its own, with what each does. */
  readonly faults?: Readonly<Record<string, string>>
  /** How the vendor refuses. */
  readonly refuse?: (refusal: Refusal, request: SandboxRequest) => Reply
  /** The headers in which the vendor tells how much is left. Default: `ratelimit-*`. */
  readonly quotaHeaders?: (quota: Quota) => Readonly<Record<string, string>>
  /** Request headers that the ledger keeps beside the common ones; never credentials. */
  readonly headersKept?: ReadonlyArray<string>
  /** Values for parameters that only this double can name, as `appId`. */
  readonly samples?: (
    surroundings: Surroundings<Shared>
  ) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>
  /**
   * Calls that connect an account to this vendor, in order. The sandbox's demo account makes them at every start, as the
   * double forgets what was before; so do tests for accounts of theirs.
   */
  readonly demo?: (surroundings: Surroundings<Shared>) => ReadonlyArray<DemoCall> | Promise<ReadonlyArray<DemoCall>>
  /**
   * Credentials for whoever tries the sandbox by hand, in JSON, where calls bring them along instead of connecting once.
   * `npm start` keeps them in `demo-<name>.json` beside the demo key, for its owner's eyes alone.
   */
  readonly credentials?: (surroundings: Surroundings<Shared>) => object | Promise<object>
}
