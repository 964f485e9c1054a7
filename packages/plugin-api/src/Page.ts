import { Schema } from "effect"

const nextCursor = Schema.NullOr(Schema.String).annotate({
  description: "Send it as `cursor` to get the next page; null on the last page."
})

/**
 * A page of a list, for `Data(Page(Report))`; `more` are fields beside it, as `{ total: Schema.Int, provenance: Provenance }`.
 * `pageOf` makes its value.
 */
export function Page<S extends Schema.Constraint>(
  item: S
): Schema.Struct<{ readonly items: Schema.$Array<S>; readonly nextCursor: typeof nextCursor }>
export function Page<S extends Schema.Constraint, const F extends Schema.Struct.Fields>(
  item: S,
  more: F
): Schema.Struct<{ readonly items: Schema.$Array<S>; readonly nextCursor: typeof nextCursor } & F>
export function Page(item: Schema.Constraint, more: Schema.Struct.Fields = {}) {
  return Schema.Struct({ items: Schema.Array(item), nextCursor, ...more })
}

/**
 * The first `limit` of `rows`, and the cursor behind the last of them where there are more. Read one row more than the
 * limit to know.
 *
 * @example
 * pageOf(rows, { limit: query.limit, cursor, positionOf: ({ createdAtMs, id }) => ({ createdAtMs, id }) })
 */
export const pageOf = <Row, A>(
  rows: ReadonlyArray<Row>,
  options: {
    readonly limit: number
    /** What `Param.cursor` gave. */
    readonly cursor: Schema.Codec<A, string>
    readonly positionOf: (row: Row) => A
  }
): { readonly items: ReadonlyArray<Row>; readonly nextCursor: string | null } => {
  const items = rows.slice(0, options.limit)
  const last = items.at(-1)
  return {
    items,
    nextCursor:
      last === undefined || rows.length <= options.limit
        ? null
        : Schema.encodeSync(options.cursor)(options.positionOf(last))
  }
}
