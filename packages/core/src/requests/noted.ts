import type { Client } from "@storeglass/plugin-api"
import type { KeyHolder } from "../auth/KeyRing.ts"
import type { RouteMeta } from "../http/route.ts"
import { loggedCode, loggedPath, loggedQuery } from "./loggedText.ts"

/** In the order of their numbers in the table. */
export const ways = ["http", "mcp", "explorer"] as const

/** What the log is told of a request, by the guard and by the lane of kept answers. */
export interface Noted {
  /** Of version 7: the log is ordered by it. */
  readonly requestId: string
  readonly client: Client
  readonly holder: KeyHolder | undefined
  readonly route: RouteMeta | undefined
  /** The number under which the ledger counts the route. */
  readonly operationId: number
  /** With its query. */
  readonly url: string
  readonly way: (typeof ways)[number]
  readonly status: number
  readonly ms: number
  /** What the answer told that it cost. */
  readonly credits: number
  readonly bucket: number
  readonly holdId: string | undefined
  /** The id that the answer told; undefined: its own. */
  readonly toldId: string | undefined
  readonly replayed: boolean
  /** It came with an Idempotency-Key. */
  readonly keyed: boolean
  /** The body of a failure. */
  readonly failure: Uint8Array | undefined
}

/** A row of the table, and how many requests it stands for. */
export interface Row {
  readonly noted: Noted
  readonly weight: number
}

/** When a request came, by its id. */
export const msOfId = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

/** Statuses over and over that tell an account nothing new: successes, and that it asks too much. */
const isPlenty = (status: number) => status < 300 || status === 429

interface Second {
  second: number
  rows: number
  /** What was left out since the last drain, by kind: the first, and how many. An account has few kinds. */
  out: Array<{ readonly noted: Noted; weight: number }>
}

const isAlike = (one: Noted, other: Noted) =>
  one.operationId === other.operationId &&
  one.status === other.status &&
  one.way === other.way &&
  one.holder?.keyId === other.holder?.keyId

/**
 * Chooses rows so that an account, and the process, write no more than so many a second, and one for each kind of what else
 * there was, with how many. Failures but 429s are all there. Where the process answers more than it may write, the accounts that ask
 * most are the first of which less is written; where there are more accounts than that, each waits for its turn.
 */
export class Sampling {
  private readonly accounts = new Map<string, Second>()
  private readonly accountMax: number
  private readonly processMax: number
  /** How often a second the rows of what was left out are taken. */
  private readonly drains: number
  private share: number
  private second = 0
  /** Rows of their own since the last drain. */
  private taken = 0

  constructor(accountMax: number, processMax = Number.POSITIVE_INFINITY, drains = 1) {
    this.accountMax = accountMax
    this.processMax = processMax
    this.drains = drains
    this.share = accountMax
  }

  /** Whether less is written of accounts than each of them may have. */
  get isShort(): boolean {
    return this.share < this.accountMax
  }

  /** How many rows each account may have now, by what they asked in the second that was. */
  private begin(second: number) {
    let left = this.processMax
    let asked: Array<number> = []
    for (const seen of this.accounts.values()) {
      if (seen.second === this.second) asked.push(Math.min(seen.rows, this.accountMax))
    }
    this.second = second
    this.share = this.accountMax
    // Those that ask for less than an even share leave the rest to the others.
    while (asked.length > 0) {
      const even = left / asked.length
      const more = asked.filter((rows) => rows > even)
      if (more.length === 0) return
      this.share = Math.max(0, Math.floor(even - this.drains))
      if (more.length === asked.length) return
      for (const rows of asked) if (rows <= even) left -= rows
      asked = more
    }
  }

  /** Whether this request is a row of its own. `second` is any count of seconds. */
  takes(noted: Noted, accountId: string, second: number): boolean {
    if (second !== this.second) this.begin(second)
    let seen = this.accounts.get(accountId)
    if (seen === undefined) {
      seen = { second, rows: 0, out: [] }
      this.accounts.set(accountId, seen)
    } else if (seen.second !== second) {
      seen.second = second
      seen.rows = 0
    }
    if (++seen.rows <= this.share || !isPlenty(noted.status)) {
      this.taken += 1
      return true
    }
    const left = seen.out.find((each) => isAlike(each.noted, noted))
    if (left === undefined) seen.out.push({ noted, weight: 1 })
    else left.weight += 1
    return false
  }

  /**
   * The rows that stand for what was left out, as far as the process may write them now, of those first that waited longest;
   * `all` gives the rest too. Forgets accounts that are quiet.
   */
  drain(second: number, all = false): { readonly rows: ReadonlyArray<Row>; readonly isMore: boolean } {
    if (second !== this.second) this.begin(second)
    const most = all
      ? Number.POSITIVE_INFINITY
      : Math.max(this.processMax / this.drains - this.taken, this.processMax / this.drains / 4, 1)
    this.taken = 0
    const rows: Array<Row> = []
    for (const [accountId, seen] of this.accounts) {
      if (seen.out.length > 0) {
        if (rows.length >= most) return { rows, isMore: true }
        rows.push(...seen.out)
        seen.out = []
        // To the end of the row.
        this.accounts.delete(accountId)
        this.accounts.set(accountId, seen)
      } else if (seen.second < second - 1) this.accounts.delete(accountId)
    }
    return { rows, isMore: false }
  }
}

const column = <A>(rows: ReadonlyArray<Row>, of: (noted: Noted, row: Row) => A) => rows.map((row) => of(row.noted, row))

/** Columns of a batch. Without a value: an empty text, as the client has no type for an array of nulls. */
export const columnsOf = (rows: ReadonlyArray<Row>) => ({
  account: column(rows, ({ holder }) => holder?.accountId ?? ""),
  id: column(rows, ({ requestId }) => requestId),
  told: column(rows, ({ requestId, toldId }) => (toldId === requestId ? "" : (toldId ?? ""))),
  credential: column(rows, ({ holder }) => holder?.keyId ?? ""),
  hold: column(rows, ({ holdId }) => holdId ?? ""),
  at: column(rows, ({ requestId }) => new Date(msOfId(requestId)).toISOString()),
  operation: column(rows, ({ operationId }) => operationId),
  credits: column(rows, ({ credits }) => credits),
  weight: column(rows, (_, { weight }) => weight),
  ms: column(rows, ({ ms }) => String(Math.round(ms * 100) / 100)),
  status: column(rows, ({ status }) => status),
  bucket: column(rows, ({ bucket }) => bucket),
  via: column(rows, ({ way }) => ways.indexOf(way)),
  /** 1: replayed, 2: keyed. */
  flags: column(rows, ({ keyed, replayed }) => (replayed ? 1 : 0) + (keyed ? 2 : 0)),
  code: column(rows, ({ failure }) => (failure === undefined ? "" : loggedCode(failure))),
  path: column(rows, ({ url }) => loggedPath(url)),
  query: column(rows, ({ route, url }) => loggedQuery(url, route)),
  address: column(rows, ({ client }) => client.address ?? ""),
  agent: column(rows, ({ client }) => client.agent ?? "")
})
