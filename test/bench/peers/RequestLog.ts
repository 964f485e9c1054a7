import type pg from "pg"
import type { Holder } from "./KeyCache.ts"
import { credits } from "./peer.ts"

export interface Logged {
  readonly holder: Holder
  /** A UUID of version 7: the table's partitions are ranges of it. */
  readonly requestId: string
  readonly status: number
  readonly ms: number
  readonly path: string
  readonly address: string
  readonly agent: string
}
interface Row {
  readonly logged: Logged
  weight: number
}

/** The gateway's own bounds: a thousand rows a second, a hundred of one account, written four times a second. */
const gatherMs = 250
const rowsMax = 1_000 / (1_000 / gatherMs)
const accountRowsMax = 100 / (1_000 / gatherMs)

const text = `WITH fast AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))
  INSERT INTO core_requests (account_id, id, credential_id, at, operation_id, credits, weight, ms, status, bucket, via,
    replayed, keyed, path, query, address, agent)
  SELECT r.account, r.id, r.credential, core_request_at(r.id) AT TIME ZONE 'UTC', 1, ${credits}, r.weight, r.ms, r.status, 0, 0,
    false, false, r.path, '', r.address, r.agent
  FROM fast, unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::int[], $5::real[], $6::int[], $7::text[], $8::text[], $9::text[])
    AS r (account, id, credential, weight, ms, status, path, address, agent)`

/**
 * The gateway's log of requests, by hand: rows wait for each other, off the path of the answers, and for no disk. What is over
 * the bounds is counted in a row for each account.
 */
export class RequestLog {
  private rows: Array<Row> = []
  private readonly own = new Map<string, number>()
  /** Of what has no row of its own yet, by account; those come first that have waited longest. */
  private readonly others = new Map<string, Row>()
  private readonly pool: pg.Pool

  constructor(pool: pg.Pool) {
    this.pool = pool
    setInterval(() => void this.write(), gatherMs).unref()
  }

  note(logged: Logged): void {
    const { accountId } = logged.holder
    const own = this.own.get(accountId) ?? 0
    const other = this.others.get(accountId)
    if (other !== undefined) other.weight += 1
    else if (own >= accountRowsMax || this.rows.length >= rowsMax) this.others.set(accountId, { logged, weight: 1 })
    else {
      this.own.set(accountId, own + 1)
      this.rows.push({ logged, weight: 1 })
    }
  }

  private async write(): Promise<void> {
    const rows = this.rows
    // What waits gets its turn, however many are new.
    const most = Math.max(rowsMax, rows.length + rowsMax / 4)
    for (const [accountId, row] of this.others) {
      if (rows.length >= most) break
      this.others.delete(accountId)
      rows.push(row)
    }
    this.rows = []
    this.own.clear()
    if (rows.length === 0) return
    const of = <A>(column: (row: Logged) => A) => rows.map(({ logged }) => column(logged))
    await this.pool.query({
      name: "requests",
      text,
      values: [
        of(({ holder }) => holder.accountId),
        of(({ requestId }) => requestId),
        of(({ holder }) => holder.keyId),
        rows.map(({ weight }) => weight),
        of(({ ms }) => Math.round(ms * 100) / 100),
        of(({ status }) => status),
        of(({ path }) => path),
        of(({ address }) => address),
        of(({ agent }) => agent)
      ]
    })
  }
}
