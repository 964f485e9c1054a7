import { Effect } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { ListHistory, Series } from "../ListHistory.ts"
import { type Adopted, makeAdoption } from "./adoption.ts"
import { makeAppend } from "./append.ts"
import { makeCheck } from "./check.ts"
import { type MoveOptions, makeMoves } from "./moves.ts"
import { makeReads } from "./reads.ts"
import { makeRemoval } from "./removal.ts"
import { tablesOf } from "./rows.ts"

/** A history in blocks, in the database at hand; `upkeep` does what is due of the moves, and each can be asked for. */
export interface PackedHistory<F> extends ListHistory<F> {
  readonly flush: Effect.Effect<number, SqlError.SqlError>
  readonly merge: Effect.Effect<number, SqlError.SqlError>
  readonly fold: Effect.Effect<number, SqlError.SqlError>
  /**
   * Takes lists of an older store, those that `next` gives, in one transaction with `next`. Gives how many they were;
   * null: `next` gave null.
   */
  readonly adopt: (
    next: Effect.Effect<Adopted | null, SqlError.SqlError>
  ) => Effect.Effect<number | null, SqlError.SqlError>
}

/** Its tables are those of `packedTables`. */
export const makePackedHistory = <F>(
  series: Series<F>,
  options: MoveOptions = {}
): Effect.Effect<PackedHistory<F>, never, SqlClient.SqlClient> =>
  Effect.map(SqlClient.SqlClient, (sql) => {
    const tables = tablesOf(sql, series)
    const reads = makeReads(tables)
    const moves = makeMoves(tables, options)
    return {
      append: makeAppend(tables),
      ...reads,
      ...makeRemoval(tables, moves),
      ...makeCheck(tables, reads, moves),
      ...makeAdoption(tables, moves),
      upkeep: moves.upkeep,
      flush: moves.flush(),
      merge: moves.merge(),
      fold: moves.fold()
    }
  })
