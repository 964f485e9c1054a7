import { Effect, Predicate, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { type Day, monthOf, nextMonth } from "./days.ts"

/** Tables of one history, partitioned by month. */
export interface PartitionedTables {
  /** A month of `<table>` is the table `<table>_YYYYMM`. */
  readonly tables: ReadonlyArray<string>
  /**
   * SQL function that makes the month of a `date` in each of the tables, and does nothing where it is there. Two nodes
   * may call it at once.
   */
  readonly makeMonth: string
}

/** The months of a history. */
export interface HistoryPartitions {
  /** Makes the months of these moments, where they are missing; a month is asked for once a process. */
  readonly ensure: (moments: Iterable<number>) => Effect.Effect<void, SqlError.SqlError>
  /**
   * Makes this month and the next two, and drops those that ended before `keptFromMs`: a month of all tables in one
   * transaction, the oldest first. Gives the names of the partitions that were dropped.
   */
  readonly maintain: (options: {
    readonly nowMs: number
    readonly keptFromMs: number
  }) => Effect.Effect<ReadonlyArray<string>, SqlError.SqlError>
}

const decode = Schema.decodeUnknownEffect(
  Schema.Array(Schema.Struct({ month: Schema.String, names: Schema.Array(Schema.String) }))
)

/** PostgreSQL's duplicate_table. */
const isThereAlready = ({ reason }: SqlError.SqlError) =>
  Predicate.hasProperty(reason.cause, "code") && reason.cause.code === "42P07"

/** What makes and drops the months of these tables, by names in the database at hand. */
export const makePartitions = ({
  makeMonth,
  tables
}: PartitionedTables): Effect.Effect<HistoryPartitions, never, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const made = new Set<Day>()

    const make = Effect.fnUntraced(function* (months: Iterable<Day>) {
      for (const month of months) {
        if (made.has(month)) continue
        // A node that looked before another's commit still takes the month for missing; the next look finds it.
        yield* Effect.retry(sql`SELECT ${sql(makeMonth)}(${month}::date)`, { times: 1, while: isThereAlready })
        made.add(month)
      }
    })

    /** Those that ended before, oldest first. */
    const before = (month: Day) =>
      sql`
        SELECT right(c.relname, 6) AS month, jsonb_agg(c.relname ORDER BY c.relname) AS names
        FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent = ANY(${`{${tables.join(",")}}`}::regclass[]) AND c.relname ~ '_[0-9]{6}$'
          AND right(c.relname, 6) < ${month.replaceAll("-", "").slice(0, 6)}
        GROUP BY 1 ORDER BY 1`.pipe(Effect.flatMap((rows) => Effect.orDie(decode(rows))))

    const maintain = Effect.fn("Partitions.maintain")(function* (options: {
      readonly nowMs: number
      readonly keptFromMs: number
    }) {
      const month = monthOf(options.nowMs)
      yield* make([month, nextMonth(month), nextMonth(nextMonth(month))])
      const dropped: Array<string> = []
      for (const { names } of yield* before(monthOf(options.keptFromMs))) {
        // Dropping waits for all who read; who reads after it must not wait long behind it.
        yield* sql.withTransaction(
          Effect.andThen(
            sql`SET LOCAL lock_timeout = '5s'`,
            Effect.forEach(names, (name) => sql`DROP TABLE IF EXISTS ${sql(name)}`, { discard: true })
          )
        )
        made.clear()
        dropped.push(...names)
      }
      return dropped
    })

    return {
      ensure: Effect.fn("Partitions.ensure")((moments: Iterable<number>) =>
        make(new Set(Array.from(moments, monthOf)))
      ),
      maintain
    }
  })
