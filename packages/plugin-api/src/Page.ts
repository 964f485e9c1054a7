import { Predicate, Schema } from "effect"

/** The parameter by which an operation is paged. */
export type PagedBy = "cursor" | "page" | "offset"

/** The field of a paged answer that says where the next page begins, by the parameter it is sent as. */
export const nextFields = { cursor: "nextCursor", page: "nextPage", offset: "nextOffset" } as const

/** Field of an answer that is paged by `cursor`, where its list isn't named `items`. */
export const nextCursor = Schema.NullOr(Schema.String).annotate({
  description: "Send it as `cursor` to get the next page; null on the last page."
})

/** Field of an answer that is paged by `page`. */
export const nextPage = Schema.NullOr(Schema.Int).annotate({
  description: "Send it as `page` to get the next page; null on the last page."
})

/** Field of an answer that is paged by `offset`. */
export const nextOffset = Schema.NullOr(Schema.Int).annotate({
  description: "Send it as `offset` to get the next page; null on the last page."
})

/** Where the page after this one begins, as an answer says it; undefined where it says of no other. */
export const nextOf = (data: unknown): string | number | undefined => {
  for (const field of Object.values(nextFields)) {
    const next = Predicate.hasProperty(data, field) ? data[field] : undefined
    if (typeof next === "string" || typeof next === "number") return next
  }
  return undefined
}

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
