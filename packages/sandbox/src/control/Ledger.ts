import type { UpstreamName } from "../upstreams/index.ts"
import type { FaultKind } from "./Faults.ts"

export interface LedgerEntry {
  readonly sequence: number
  readonly atMs: number
  readonly upstream: UpstreamName
  readonly method: string
  /** Below the upstream's prefix. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  /** What was answered; null when the connection was cut before an answer. */
  readonly status: number | null
  readonly faults: ReadonlyArray<FaultKind>
}

export interface LedgerFilter {
  readonly upstream?: UpstreamName
  /** A part of the path. */
  readonly path?: string
  /** Only entries after this one. */
  readonly afterSequence?: number
}

const entriesMax = 20_000

const headersKept = [
  "accept",
  "accept-language",
  "content-type",
  "if-none-match",
  "origin",
  "referer",
  "user-agent",
  "x-apple-store-front"
] as const

/** The headers that tell requests apart; credentials are not among them. */
export const selectHeaders = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  const selected: Record<string, string> = {}
  for (const name of headersKept) {
    const value = headers[name]
    if (value !== undefined) selected[name] = value
  }
  return selected
}

/** What the sandbox was asked, in the order of arrival. It keeps the newest; `count` goes on. */
export class Ledger {
  private entries: Array<LedgerEntry> = []
  private lastSequence = 0

  record(entry: Omit<LedgerEntry, "sequence">): void {
    this.lastSequence++
    this.entries.push({ ...entry, sequence: this.lastSequence })
    if (this.entries.length > entriesMax * 1.5) this.entries = this.entries.slice(-entriesMax)
  }

  list(filter: LedgerFilter = {}): ReadonlyArray<LedgerEntry> {
    return this.entries.filter(
      (entry) =>
        (filter.upstream === undefined || entry.upstream === filter.upstream) &&
        (filter.path === undefined || entry.path.includes(filter.path)) &&
        (filter.afterSequence === undefined || entry.sequence > filter.afterSequence)
    )
  }

  clear(): void {
    this.entries = []
  }
}
