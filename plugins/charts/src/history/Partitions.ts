import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { dayOf } from "../time.ts"

const decode = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ name: Schema.String })))
const monthOf = (ms: number) => `${dayOf(ms).slice(0, 7)}-01`
const nextMonth = (month: string) => {
  const [year = 0, number = 0] = month.split("-").map(Number)
  return number === 12 ? `${year + 1}-01-01` : `${year}-${String(number + 1).padStart(2, "0")}-01`
}

/** The months of the history. */
export class Partitions extends Context.Service<
  Partitions,
  {
    /** Makes the partitions of these moments, where they are missing. */
    readonly ensure: (moments: Iterable<number>) => Effect.Effect<void, SqlError.SqlError>
    /** Makes those of this month and the next two, and drops those that ended before `keptFromMs`; gives their names. */
    readonly maintain: (options: {
      readonly nowMs: number
      readonly keptFromMs: number
    }) => Effect.Effect<ReadonlyArray<string>, SqlError.SqlError>
  }
>()("@storeglass/charts/Partitions") {
  static readonly layer = Layer.effect(
    Partitions,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const made = new Set<string>()

      const make = Effect.fnUntraced(function* (months: Iterable<string>) {
        for (const month of months) {
          if (made.has(month)) continue
          yield* sql`SELECT charts_partition(${month}::date)`
          made.add(month)
        }
      })

      const maintain = Effect.fn("Partitions.maintain")(function* (options: {
        readonly nowMs: number
        readonly keptFromMs: number
      }) {
        const month = monthOf(options.nowMs)
        yield* make([month, nextMonth(month), nextMonth(nextMonth(month))])
        const oldest = monthOf(options.keptFromMs).replaceAll("-", "").slice(0, 6)
        const rows = yield* sql`
          SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
          WHERE i.inhparent = 'charts_snapshots'::regclass AND c.relname < ${`charts_snapshots_${oldest}`}
          ORDER BY 1`
        const names = (yield* Effect.orDie(decode(rows))).map(({ name }) => name)
        for (const name of names) {
          // Dropping waits for all who read; who reads after it must not wait long behind it.
          yield* sql.withTransaction(
            Effect.andThen(sql`SET LOCAL lock_timeout = '5s'`, sql`DROP TABLE IF EXISTS ${sql(name)}`)
          )
        }
        if (names.length > 0) made.clear()
        return names
      })

      return Partitions.of({
        ensure: Effect.fn("Partitions.ensure")((moments) => make(new Set(Array.from(moments, monthOf)))),
        maintain
      })
    })
  )
}
