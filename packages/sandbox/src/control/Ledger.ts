export interface LedgerEntry {
  readonly sequence: number
  readonly atMs: number
  /** The name of the host. */
  readonly upstream: string
  readonly method: string
  /** Below the host's prefix. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  readonly bodyBytes: number
  /** Who asked, as the double tells credentials apart; empty where it does not. */
  readonly credential: string
  /** The status with which the double did its work; null when it was not asked. */
  readonly handled: number | null
  /** What was answered; null when the connection was cut before an answer. */
  readonly status: number | null
  readonly faults: ReadonlyArray<string>
}

export interface LedgerFilter {
  readonly upstream?: string
  /** A part of the path. */
  readonly path?: string
  readonly credential?: string
  /** Only entries after this one. */
  readonly afterSequence?: number
}

const entriesMax = 20_000

const headersKept = [
  "accept",
  "accept-language",
  "content-encoding",
  "content-type",
  "if-match",
  "if-none-match",
  "origin",
  "range",
  "referer",
  "user-agent"
] as const

/** The headers that tell requests apart; credentials are not among them. */
export const selectHeaders = (
  headers: Readonly<Record<string, string>>,
  further: ReadonlyArray<string>
): Readonly<Record<string, string>> => {
  const selected: Record<string, string> = {}
  for (const name of [...headersKept, ...further]) {
    const value = headers[name]
    if (value !== undefined) selected[name] = value
  }
  return selected
}

/** What the sandbox was asked, in the order of arrival. It keeps the newest; `sequence` goes on. */
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
        (filter.credential === undefined || entry.credential === filter.credential) &&
        (filter.afterSequence === undefined || entry.sequence > filter.afterSequence)
    )
  }

  clear(): void {
    this.entries = []
  }
}
