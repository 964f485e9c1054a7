import { Schema } from "effect"
import { type UpstreamName, upstreamNames } from "../upstreams/index.ts"

/**
 * - `slow` answers after `delayMs`; it adds to any other fault
 * - `403`, `429` (with `retryAfterSeconds`), `500`, `503` answer with that status
 * - `truncated` promises more bytes than it sends, then cuts the connection
 * - `malformed` sends whole answers that do not parse
 * - `empty` sends the valid answer that says nothing, as a vendor does that throttles in silence
 * - `html` sends a captcha page with status 200
 * - `reset` cuts the connection without an answer
 */
export const FaultKind = Schema.Literals([
  "slow",
  "403",
  "429",
  "500",
  "503",
  "truncated",
  "malformed",
  "empty",
  "html",
  "reset"
])

export type FaultKind = typeof FaultKind.Type

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

export const Fault = Schema.Struct({
  kind: FaultKind,
  /** Absent: every upstream. */
  upstream: Schema.optionalKey(Schema.Literals(upstreamNames)),
  /** Tried on the path below the upstream's prefix, with its query. Absent: every path. */
  path: Schema.optionalKey(RegExpSource),
  delayMs: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 120_000 }))),
  retryAfterSeconds: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 86_400 }))),
  /** For so many requests; absent: until it is cleared. */
  times: Schema.optionalKey(Positive)
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
}

const defaultDelayMs = 1_000

/** What is told to go wrong, and how often still. */
export class Faults {
  private armed: Array<Armed> = []
  private lastId = 0

  add(fault: Fault): number {
    this.lastId++
    this.armed.push({
      id: this.lastId,
      fault,
      pattern: fault.path === undefined ? undefined : new RegExp(fault.path),
      timesLeft: fault.times ?? Number.POSITIVE_INFINITY
    })
    return this.lastId
  }

  /** Clears one fault, those of an upstream, or all. */
  clear(which: { readonly id?: number; readonly upstream?: UpstreamName } = {}): void {
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

  /** Takes what applies to a request: every `slow`, and the first of the others. */
  take(
    upstream: UpstreamName,
    pathAndQuery: string
  ): { readonly delayMs: number; readonly fault: Fault | undefined; readonly kinds: ReadonlyArray<FaultKind> } {
    let delayMs = 0
    let fault: Fault | undefined
    const kinds: Array<FaultKind> = []
    for (const armed of this.armed) {
      if (armed.fault.upstream !== undefined && armed.fault.upstream !== upstream) continue
      if (armed.pattern !== undefined && !armed.pattern.test(pathAndQuery)) continue
      if (armed.fault.kind !== "slow" && fault !== undefined) continue
      if (armed.fault.kind === "slow") delayMs += armed.fault.delayMs ?? defaultDelayMs
      else {
        fault = armed.fault
        delayMs += armed.fault.delayMs ?? 0
      }
      kinds.push(armed.fault.kind)
      armed.timesLeft--
    }
    this.armed = this.armed.filter(({ timesLeft }) => timesLeft > 0)
    return { delayMs, fault, kinds }
  }
}
