// The best hand-made: the gateway's own ledger function, group-committed through `pg` as a named statement.
import type pg from "pg"
import { type Balance, serve } from "./fastifyPeer.ts"
import type { Holder } from "./KeyCache.ts"
import { credits } from "./peer.ts"

interface Waiting {
  readonly holder: Holder
  readonly requestId: string
  readonly resolve: (balance: Balance | undefined) => void
  readonly reject: (error: unknown) => void
}

interface Row {
  readonly ord: number
  readonly outcome: string
  readonly credit_limit: string
  readonly used: string
}

// As the gateway's ledger has them, and by its rule: a further statement goes when it has as many charges as are in flight.
const batchMax = 256
const statementsMax = 2

const text = `SELECT ord, outcome, credit_limit, used FROM core_charge(
  $1::uuid[], $2::uuid[], $3::smallint[], $4::date[], $5::int[], $6::int[], now(), 100, $7::uuid[])`

class ChargeQueue {
  private readonly waiting: Array<Waiting> = []
  private statements = 0
  private inFlight = 0
  private readonly pool: pg.Pool
  private readonly period: string

  constructor(pool: pg.Pool, period: string) {
    this.pool = pool
    this.period = period
  }

  charge(holder: Holder, requestId: string): Promise<Balance | undefined> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ holder, requestId, resolve, reject })
      // What arrives in one turn of the event loop goes together.
      if (this.waiting.length === Math.max(1, this.inFlight)) setImmediate(() => this.pump())
    })
  }

  private pump(): void {
    while (this.statements < statementsMax && this.waiting.length > 0 && this.waiting.length >= this.inFlight) {
      void this.settle(this.waiting.splice(0, batchMax))
    }
  }

  private async settle(batch: ReadonlyArray<Waiting>): Promise<void> {
    this.statements++
    this.inFlight += batch.length
    try {
      const rows = await this.send(batch)
      for (const { credit_limit, ord, outcome, used } of rows) {
        const balance = outcome === "charged" ? { limit: Number(credit_limit), used: Number(used) } : undefined
        batch[ord - 1]?.resolve(balance)
      }
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  private async send(batch: ReadonlyArray<Waiting>): Promise<ReadonlyArray<Row>> {
    const same = <A>(value: A) => batch.map(() => value)
    try {
      const { rows } = await this.pool.query<Row>({
        name: "charge",
        text,
        values: [
          batch.map(({ requestId }) => requestId),
          batch.map(({ holder }) => holder.accountId),
          same(0),
          same(this.period),
          same(credits),
          same(1),
          batch.map(({ holder }) => holder.keyId)
        ]
      })
      return rows
    } finally {
      this.statements--
      this.inFlight -= batch.length
      // The next goes before these are answered.
      this.pump()
    }
  }
}

await serve(async (pool, { period }) => {
  const queue = new ChargeQueue(pool, period)
  return (holder, requestId) => queue.charge(holder, requestId)
})
