import { Schema } from "effect"

/**
 * What every host can be told to do:
 * - `slow` answers after `delayMs`; it adds to any other fault
 * - `401`, `403`, `409`, `429` (with `retryAfterSeconds`), `500`, `503` refuse with that status and do no work
 * - `quota` lets `limit` requests through, whose headers run down, then refuses with 429
 * - `lag` shows the next reads the state before the last change; writes go through and are not counted
 * - `lostAnswer` does the work, then cuts the connection
 * - `reset` cuts the connection without work or answer
 * - `truncated` promises more bytes than it sends, then cuts the connection
 * - `malformed` sends whole answers that do not parse
 * - `gzipBroken` sends gzip that does not unpack
 * - `empty` sends the valid answer that says nothing, as a vendor does that throttles in silence
 * - `html` sends a captcha page with status 200
 */
export const faultKinds = [
  "slow",
  "401",
  "403",
  "409",
  "429",
  "500",
  "503",
  "quota",
  "lag",
  "lostAnswer",
  "reset",
  "truncated",
  "malformed",
  "gzipBroken",
  "empty",
  "html"
] as const

export type FaultKind = (typeof faultKinds)[number]

const isFaultKind: (kind: string) => kind is FaultKind = Schema.is(Schema.Literals(faultKinds))

const isRegExp = (source: string): boolean => {
  try {
    new RegExp(source)
    return true
  } catch {
    return false
  }
}

const RegExpSource = Schema.String.check(Schema.makeFilter(isRegExp, { message: "a regular expression" }))
const Positive = Schema.Int.check(Schema.isGreaterThan(0))
const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const optional = Schema.optionalKey

export const Fault = Schema.Struct({
  /** One of `faultKinds`, or a kind of the double's own. */
  kind: Schema.NonEmptyString,
  /** The host. Absent: every host. */
  upstream: optional(Schema.String),
  /** Tried on the path below the host's prefix, with its query. Absent: every path. */
  path: optional(RegExpSource),
  /** Only requests of this method, as `PUT`. */
  method: optional(Schema.String),
  /** Only for who asks with this credential. */
  credential: optional(Schema.String),
  delayMs: optional(between(0, 120_000)),
  retryAfterSeconds: optional(between(0, 86_400)),
  /** The vendor's sentence in a refusal. */
  message: optional(Schema.String),
  /** Of `quota`: requests that go through. Default 3. */
  limit: optional(between(0, 100_000)),
  /** For so many requests; absent: until it is cleared. Of `quota`: refusals. */
  times: optional(Positive)
})

export type Fault = typeof Fault.Type

export interface ActiveFault {
  readonly id: number
  readonly fault: Fault
  readonly timesLeft: number | null
}

interface Armed {
  readonly id: number
  readonly fault: Fault
  readonly pattern: RegExp | undefined
  timesLeft: number
  letThrough: number
}

/** What applies to one request. */
export interface Taken {
  readonly delayMs: number
  /** The first of those that decide the answer. */
  readonly decides: { readonly kind: FaultKind; readonly fault: Fault } | undefined
  readonly lags: boolean
  /** What is left, when a quota counts. */
  readonly quota: { readonly limit: number; readonly remaining: number; readonly resetSeconds: number } | undefined
  /** The double's own. */
  readonly own: ReadonlySet<string>
  readonly kinds: ReadonlyArray<string>
}

export interface Asked {
  readonly upstream: string
  readonly method: string
  readonly credential: string
  readonly pathAndQuery: string
  readonly isRead: boolean
}

const defaultDelayMs = 1_000
const defaultLimit = 3
const defaultResetSeconds = 60
const beside = new Set(["slow", "lag", "quota"])

/** What is told to go wrong, and how often still. */
export class Faults {
  private readonly hosts: ReadonlyMap<string, ReadonlySet<string>>
  private armed: Array<Armed> = []
  private lastId = 0
  private readonly onLag: () => void

  /** The kinds of its double's own, by host; `onLag` is called before reads are told to lag. */
  constructor(hosts: ReadonlyMap<string, ReadonlySet<string>>, onLag: () => void) {
    this.hosts = hosts
    this.onLag = onLag
  }

  /** What is wrong with a fault: a host or a kind that there is not. */
  problemOf({ kind, upstream }: Fault): string | undefined {
    const own = upstream === undefined ? [...this.hosts.values()] : [this.hosts.get(upstream)]
    if (own.includes(undefined)) return `there's no host '${upstream}'; there are ${[...this.hosts.keys()].join(", ")}`
    const known = isFaultKind(kind) || own.some((kinds) => kinds?.has(kind))
    return known ? undefined : `there's no fault '${kind}'`
  }

  add(fault: Fault): number {
    const problem = this.problemOf(fault)
    if (problem !== undefined) throw new Error(problem)
    if (fault.kind === "lag") this.onLag()
    this.lastId++
    this.armed.push({
      id: this.lastId,
      fault,
      pattern: fault.path === undefined ? undefined : new RegExp(fault.path),
      timesLeft: fault.times ?? Number.POSITIVE_INFINITY,
      letThrough: fault.limit ?? defaultLimit
    })
    return this.lastId
  }

  /** Clears one fault, those of a host, or all. */
  clear(which: { readonly id?: number; readonly upstream?: string } = {}): void {
    this.armed = this.armed.filter(
      ({ fault, id }) =>
        (which.id !== undefined && which.id !== id) ||
        (which.upstream !== undefined && which.upstream !== fault.upstream)
    )
  }

  list(): ReadonlyArray<ActiveFault> {
    return this.armed.map(({ fault, id, timesLeft }) => ({
      id,
      fault,
      timesLeft: Number.isFinite(timesLeft) ? timesLeft : null
    }))
  }

  /** Takes what applies to a request: all that go beside others, and the first that decides the answer. */
  take(asked: Asked): Taken {
    let delayMs = 0
    let lags = false
    let decides: Taken["decides"]
    let quota: Taken["quota"]
    const own = new Set<string>()
    const kinds: Array<string> = []
    for (const armed of this.armed) {
      const { fault } = armed
      if (!this.applies(armed, asked)) continue
      const spent = fault.kind === "quota" && armed.letThrough <= 0
      const deciding = spent || (isFaultKind(fault.kind) && !beside.has(fault.kind))
      if (deciding && decides !== undefined) continue
      kinds.push(fault.kind)
      delayMs += fault.delayMs ?? (fault.kind === "slow" ? defaultDelayMs : 0)
      if (fault.kind === "lag") lags = true
      if (!isFaultKind(fault.kind)) own.add(fault.kind)
      else if (deciding) decides = { kind: spent ? "429" : fault.kind, fault }
      if (fault.kind === "quota") {
        quota = quotaOf(armed)
        armed.letThrough--
        if (!spent) continue
      }
      armed.timesLeft--
    }
    this.armed = this.armed.filter(({ timesLeft }) => timesLeft > 0)
    return { delayMs, decides, lags, quota, own, kinds }
  }

  private applies({ fault, pattern }: Armed, { credential, isRead, method, pathAndQuery, upstream }: Asked): boolean {
    if (fault.upstream !== undefined && fault.upstream !== upstream) return false
    if (fault.method !== undefined && fault.method !== method) return false
    if (fault.credential !== undefined && fault.credential !== credential) return false
    if (fault.kind === "lag" && !isRead) return false
    if (!isFaultKind(fault.kind) && this.hosts.get(upstream)?.has(fault.kind) !== true) return false
    return pattern === undefined || pattern.test(pathAndQuery)
  }
}

const quotaOf = ({ fault, letThrough }: Armed) => ({
  limit: fault.limit ?? defaultLimit,
  remaining: Math.max(0, letThrough - 1),
  resetSeconds: fault.retryAfterSeconds ?? defaultResetSeconds
})
