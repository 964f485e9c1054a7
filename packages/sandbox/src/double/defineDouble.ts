import type { Socket } from "node:net"
import { json, type Reply } from "../http/replies.ts"
import type { SandboxRequest } from "../http/request.ts"
import type { DescribedBy } from "../openapi/DescribedBy.ts"
import type { DemoCall, DoubleDefinition, HostDefinition, OpenOptions, Quota, Refusal, Surroundings } from "./Double.ts"
import { States } from "./States.ts"

/** A host without what its double keeps to itself. */
export interface DoubleHost<Host extends string = string> {
  readonly name: Host
  readonly prefix: string
  readonly page: string | undefined
  readonly describedBy: DescribedBy | undefined
  readonly inLedger: boolean
  readonly isRead: (request: SandboxRequest) => boolean
}

type Around = Omit<Surroundings<unknown>, "shared">

/** A request on its way to a host. */
export interface Call extends Around {
  readonly host: string
  readonly credential: string
  readonly request: SandboxRequest
  readonly faults: ReadonlySet<string>
  /** True: it is shown the state before the last change. */
  readonly lags: boolean
}

/** A double at work. */
export interface OpenDouble {
  readonly handle: (call: Call) => Promise<Reply>
  /** From here on keeps what a state was before its last change. */
  readonly keepBefore: () => void
  /** Forgets what was done to the state of a credential, or of all. */
  readonly reset: (credential?: string) => void
  /** Does a control action; undefined when there is none of that name. */
  readonly act: (action: string, input: unknown, around: Around) => { readonly result: Promise<unknown> } | undefined
  /** Takes a connection to one of its ports. */
  readonly connect: (port: string, socket: Socket, around: () => Around) => void
  readonly samples: (around: Around) => Promise<Readonly<Record<string, string>>>
  readonly demo: (around: Around) => Promise<ReadonlyArray<DemoCall>>
  readonly credentials: (around: Around) => Promise<object | undefined>
}

/** A vendor's double, as the gateway loads it. */
export interface Double<Host extends string = string> {
  readonly kind: "storeglass/double"
  readonly name: string
  readonly hosts: ReadonlyArray<DoubleHost<Host>>
  readonly faults: Readonly<Record<string, string>>
  readonly headersKept: ReadonlyArray<string>
  readonly actions: ReadonlyArray<string>
  /** The names of its ports that aren't HTTP. */
  readonly ports: ReadonlyArray<string>
  readonly credentialOf: (request: SandboxRequest) => string
  readonly refuse: (refusal: Refusal, request: SandboxRequest) => Reply
  readonly quotaHeaders: (quota: Quota) => Readonly<Record<string, string>>
  readonly open: (options: OpenOptions) => Promise<OpenDouble>
}

const readMethods = new Set(["GET", "HEAD"])

const refuse = ({ message, retryAfterSeconds, status }: Refusal): Reply =>
  json(
    status,
    { error: { status, message: message ?? "The sandbox was told to refuse." } },
    retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) }
  )

const quotaHeaders = ({ limit, remaining, resetSeconds }: Quota) => ({
  "ratelimit-limit": String(limit),
  "ratelimit-remaining": String(remaining),
  "ratelimit-reset": String(resetSeconds)
})

/** A double of one host, named as the double. */
export function defineDouble<const Name extends string, Shared = undefined, State = undefined>(
  definition: DoubleDefinition<never, Shared, State> & {
    readonly name: Name
    readonly handle: HostDefinition<Shared, State>["handle"]
    readonly hosts?: never
  } & Omit<HostDefinition<Shared, State>, "handle">
): Double<Name>
/** A double of several hosts. */
export function defineDouble<const Host extends string, Shared = undefined, State = undefined>(
  definition: DoubleDefinition<Host, Shared, State> & {
    readonly hosts: { readonly [Name in Host]: HostDefinition<Shared, State> }
    readonly handle?: never
  }
): Double<Host>
export function defineDouble<Shared, State>(
  definition: DoubleDefinition<string, Shared, State> & Partial<HostDefinition<Shared, State>>
): Double {
  const { handle, name } = definition
  const hosts: Readonly<Record<string, HostDefinition<Shared, State>>> =
    definition.hosts ?? (handle === undefined ? {} : { [name]: { ...definition, handle } })
  return {
    kind: "storeglass/double",
    name,
    hosts: Object.entries(hosts).map(([host, { describedBy, inLedger = true, isRead, page, prefix = `/${host}` }]) => ({
      name: host,
      prefix,
      page,
      describedBy,
      inLedger,
      isRead: isRead ?? (({ method }) => readMethods.has(method))
    })),
    faults: definition.faults ?? {},
    headersKept: definition.headersKept ?? [],
    actions: Object.keys(definition.control ?? {}),
    ports: Object.keys(definition.ports ?? {}),
    credentialOf: definition.credentialOf ?? (() => ""),
    refuse: definition.refuse ?? refuse,
    quotaHeaders: definition.quotaHeaders ?? quotaHeaders,
    open: (options) => openDouble(definition, hosts, options)
  }
}

const openDouble = async <Shared, State>(
  { control = {}, credentials, demo, open, ports = {}, samples, seed }: DoubleDefinition<string, Shared, State>,
  hosts: Readonly<Record<string, HostDefinition<Shared, State>>>,
  options: OpenOptions
): Promise<OpenDouble> => {
  const shared = await openShared(open, options)
  const states = new States<State>()
  const seeded = (credential: string, { nowMs, worlds }: Around) => seedOf(seed, credential, { nowMs, worlds, shared })
  return {
    handle: async ({ faults, lags, request, ...call }) => {
      const host = hosts[call.host]
      if (host === undefined) throw new Error(`There's no host '${call.host}'.`)
      const read = host.isRead?.(request) ?? readMethods.has(request.method)
      const make = () => seeded(call.credential, call)
      const state = lags ? states.before(call.credential, make) : states.now(call.credential, make, !read)
      return host.handle(request, { ...call, faults, shared, state })
    },
    keepBefore: () => states.keepBefore(),
    reset: (credential) => states.reset(credential),
    act: (action, input, around) => {
      const run = Object.hasOwn(control, action) ? control[action] : undefined
      if (run === undefined) return undefined
      const stateOf = (credential: string) => states.now(credential, () => seeded(credential, around), true)
      return { result: Promise.resolve().then(() => run(input, { ...around, shared, stateOf })) }
    },
    connect: (port, socket, around) => {
      const nowMs = () => around().nowMs
      const stateOf = (credential: string) => states.now(credential, () => seeded(credential, around()), false)
      ports[port]?.(socket, { nowMs, shared, stateOf })
    },
    samples: async (around) => (await samples?.({ ...around, shared })) ?? {},
    demo: async (around) => (await demo?.({ ...around, shared })) ?? [],
    credentials: async (around) => credentials?.({ ...around, shared })
  }
}

// A definition without `open` or `seed` has `undefined` for what they would give: the defaults of its types say so.
function openShared<Shared>(
  open: ((options: OpenOptions) => Shared | Promise<Shared>) | undefined,
  options: OpenOptions
): Promise<Shared>
async function openShared(open: ((options: OpenOptions) => unknown) | undefined, options: OpenOptions) {
  return await open?.(options)
}

type Seed<Shared, State> = DoubleDefinition<string, Shared, State>["seed"]
function seedOf<Shared, State>(
  seed: Seed<Shared, State>,
  credential: string,
  surroundings: Omit<Surroundings<Shared>, "origin" | "address">
): State
function seedOf<Shared>(
  seed: Seed<Shared, unknown>,
  credential: string,
  surroundings: Omit<Surroundings<Shared>, "origin" | "address">
): unknown {
  return seed?.(credential, surroundings)
}

/** Whether a module's default export is a double. */
export const isDouble = (value: unknown): value is Double =>
  typeof value === "object" && value !== null && "kind" in value && value.kind === "storeglass/double"
