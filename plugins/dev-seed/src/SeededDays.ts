import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"

const kinds = ["assistants", "charts", "demo-keywords", "keywords"] as const
/** What is filled. */
export type Kind = (typeof kinds)[number]

const decodeDays = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ day: Schema.String, items: Schema.Int })))
const decodeProgress = Schema.decodeUnknownEffect(
  Schema.Array(Schema.Struct({ kind: Schema.Literals(kinds), done: Schema.Int, total: Schema.Int }))
)

/** Which days are filled, so that no node and no later boot fills them again. */
export class SeededDays extends Context.Service<
  SeededDays,
  {
    /** Days of a part that were asked for, with how much there was. */
    readonly of: (kind: Kind, part: string) => Effect.Effect<ReadonlyMap<string, number>, SqlError.SqlError>
    readonly mark: (kind: Kind, part: string, day: string, items: number) => Effect.Effect<void, SqlError.SqlError>
    /** Notes how many days of parts there are to fill. */
    readonly plan: (kind: Kind, total: number) => Effect.Effect<void, SqlError.SqlError>
    readonly progress: Effect.Effect<
      ReadonlyArray<{ readonly kind: Kind; readonly done: number; readonly total: number }>,
      SqlError.SqlError
    >
  }
>()("@storeglass/dev-seed/SeededDays") {
  static readonly layer = Layer.effect(
    SeededDays,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return SeededDays.of({
        of: (kind, part) =>
          Effect.flatMap(
            sql`SELECT day::text AS day, items FROM dev_seed_days WHERE kind = ${kind} AND part = ${part}`,
            (rows) =>
              Effect.map(Effect.orDie(decodeDays(rows)), (all) => new Map(all.map((row) => [row.day, row.items])))
          ),
        mark: (kind, part, day, items) =>
          Effect.asVoid(sql`
            INSERT INTO dev_seed_days (kind, part, day, items)
            VALUES (${kind}, ${part}, ${day}::date, ${items}::int) ON CONFLICT DO NOTHING`),
        plan: (kind, total) =>
          Effect.asVoid(sql`
            INSERT INTO dev_seed_totals (kind, total) VALUES (${kind}, ${total}::int)
            ON CONFLICT (kind) DO UPDATE SET total = EXCLUDED.total`),
        progress: Effect.flatMap(
          sql`
            SELECT t.kind, t.total, least(t.total, (
              SELECT count(*) FROM dev_seed_days d WHERE d.kind = t.kind AND d.items > 0))::int AS done
            FROM dev_seed_totals t ORDER BY t.kind`,
          (rows) => Effect.orDie(decodeProgress(rows))
        )
      })
    })
  )
}
