import { InvalidInput, isoOf, pageOf, rowsOf } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Accounts, type Owner } from "../Accounts.ts"
import { idAt, idsAt, makeWhere, numberRows } from "../database.ts"
import { Duplicate, nothing } from "../errors.ts"
import { makeLimits } from "../limits.ts"
import { byMoment, type Moment, positionOf } from "../pages.ts"
import { tagOf } from "../tags/text.ts"
import { languageOf, neat } from "../texts.ts"
import { Wall } from "../Wall.ts"
import { columns, filters, type Listed, lists, type NewView, SavedView, type ViewPatch } from "./schema.ts"

const Row = Schema.Struct({
  id: Schema.String,
  lists: Schema.Literals(lists),
  name: Schema.String,
  filter: SavedView.fields.filter,
  sort: SavedView.fields.sort,
  columns: SavedView.fields.columns,
  createdMs: Schema.Finite,
  updatedMs: Schema.Finite
})
const viewRows = rowsOf(Row)
const nameRows = rowsOf(Schema.Struct({ id: Schema.String, lists: Schema.Literals(lists), name: Schema.String }))

const shown = ({ createdMs, updatedMs, ...row }: typeof Row.Type): SavedView => ({
  ...row,
  createdAt: isoOf(createdMs),
  updatedAt: isoOf(updatedMs)
})

/** A view as it's kept. */
const filterOf = ({ country, language, q, tag, ...filter }: NonNullable<NewView["filter"]>) => ({
  ...filter,
  ...(country === undefined ? {} : { country: country.toLowerCase() }),
  ...(language === undefined ? {} : { language: languageOf(language) ?? language }),
  ...(q === undefined ? {} : { q: neat(q) }),
  ...(tag === undefined ? {} : { tag: tagOf(tag) })
})

/** What a view names that its list doesn't have. */
const problemOf = (of: Listed, view: Pick<NewView, "filter" | "sort" | "columns">): string | undefined => {
  const allowed: ReadonlyArray<string> = filters[of]
  const known: ReadonlyArray<string> = columns[of]
  const filter = Object.keys(view.filter ?? {}).find((name) => !allowed.includes(name))
  if (filter !== undefined) return `filter.${filter} (body): a list of ${of} is filtered by ${allowed.join(", ")}`
  const by = view.sort?.by
  if (by !== undefined && !known.includes(by)) return `sort.by (body): a list of ${of} has ${known.join(", ")}`
  const column = view.columns?.find((name) => !known.includes(name))
  if (column !== undefined) return `columns (body): a list of ${of} has ${known.join(", ")}, and no ${column}`
  return new Set(view.columns).size < (view.columns?.length ?? 0) ? "columns (body): name each once" : undefined
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const wall = yield* Wall
  const accounts = yield* Accounts
  const limits = yield* makeLimits
  const whereOf = makeWhere(sql)

  const rowColumns = sql`id, lists, name, filter, sort, columns, created_ms::float8 AS "createdMs",
    updated_ms::float8 AS "updatedMs"`
  const checked = (of: Listed, view: Pick<NewView, "filter" | "sort" | "columns">) => {
    const problem = problemOf(of, view)
    return problem === undefined ? Effect.void : Effect.fail(new InvalidInput(problem))
  }

  /** Within an account. */
  const page = Effect.fnUntraced(function* (
    accountId: string,
    { cursor, limit, lists }: { readonly limit: number; readonly cursor?: Moment; readonly lists?: Listed }
  ) {
    const asked = whereOf(sql`account_id = ${accountId}::uuid`, lists === undefined ? undefined : sql`lists = ${lists}`)
    const rest = cursor === undefined ? undefined : sql`(created_ms, id) > (${cursor.ms}::bigint, ${cursor.id}::uuid)`
    const rows = yield* viewRows(sql`
      SELECT ${rowColumns} FROM workspace_views WHERE ${whereOf(asked, rest)}
      ORDER BY created_ms, id LIMIT ${limit + 1}::int`)
    const [counted] = yield* numberRows(sql`SELECT count(*)::int AS n FROM workspace_views WHERE ${asked}`)
    return { rows, total: counted?.n ?? 0 }
  })

  const list = Effect.fn("Views.list")(function* (
    accountId: string,
    asked: { readonly limit: number; readonly cursor?: Moment; readonly lists?: Listed }
  ) {
    const { rows, total } = yield* wall.inAccount(accountId, page(accountId, asked))
    const { items, nextCursor } = pageOf(rows, { limit: asked.limit, cursor: byMoment, positionOf })
    return { items: items.map(shown), nextCursor, total }
  })

  /** Within an account: those of these names that are taken, of one list or the other. */
  const named = (accountId: string) =>
    nameRows(sql`SELECT id, lists, name FROM workspace_views WHERE account_id = ${accountId}::uuid`)

  /** Within `write`, and within the limit: keeps views whose names are free. */
  const insert = Effect.fnUntraced(function* (accountId: string, views: ReadonlyArray<NewView>) {
    const nowMs = yield* Clock.currentTimeMillis
    const ids = idsAt(nowMs, views.length)
    const json = JSON.stringify(
      views.map(({ columns = [], filter = {}, lists, name, sort = null }, index) => ({
        i: ids[index] ?? idAt(nowMs),
        l: lists,
        n: neat(name),
        f: filterOf(filter),
        s: sort,
        c: columns
      }))
    )
    return yield* viewRows(sql`
      INSERT INTO workspace_views (account_id, id, lists, name, filter, sort, columns, created_ms, updated_ms)
      SELECT ${accountId}::uuid, i, l, n, f, s, c, ${nowMs}::bigint, ${nowMs}::bigint
      FROM jsonb_to_recordset(${json}::text::jsonb) AS fresh (i uuid, l text, n text, f jsonb, s jsonb, c jsonb)
      RETURNING ${rowColumns}`)
  })

  const duplicate = (id: string) => new Duplicate(`name (body): the list has a view of this name already, as ${id}`)

  const add = Effect.fn("Views.add")(function* (owner: Owner, body: NewView) {
    const { accountId } = owner
    yield* checked(body.lists, body)
    return yield* accounts.write(owner, () =>
      Effect.gen(function* () {
        const there = yield* named(accountId)
        const other = there.find(({ lists, name }) => lists === body.lists && name === neat(body.name))
        if (other !== undefined) return yield* duplicate(other.id)
        yield* limits.views(there.length, 1)
        const [row] = yield* insert(accountId, [body])
        return row === undefined ? yield* nothing("view") : shown(row)
      })
    )
  })

  const update = Effect.fn("Views.update")(function* (owner: Owner, { id, ...patch }: ViewPatch) {
    const { accountId } = owner
    return yield* accounts.write(owner, () =>
      Effect.gen(function* () {
        const [before] = yield* viewRows(sql`
          SELECT ${rowColumns} FROM workspace_views WHERE account_id = ${accountId}::uuid AND id = ${id}::uuid`)
        if (before === undefined) return yield* nothing("view")
        yield* checked(before.lists, patch)
        const name = patch.name === undefined ? before.name : neat(patch.name)
        const there = name === before.name ? [] : yield* named(accountId)
        const other = there.find((view) => view.lists === before.lists && view.name === name)
        if (other !== undefined) return yield* duplicate(other.id)
        const filter = patch.filter === undefined ? before.filter : filterOf(patch.filter)
        const { columns = before.columns, sort = before.sort } = patch
        const nowMs = yield* Clock.currentTimeMillis
        const [row] = yield* viewRows(sql`
          UPDATE workspace_views SET name = ${name}, filter = ${JSON.stringify(filter)}::text::jsonb,
            sort = ${sort === null ? null : JSON.stringify(sort)}::text::jsonb,
            columns = ${JSON.stringify(columns)}::text::jsonb, updated_ms = ${nowMs}::bigint
          WHERE account_id = ${accountId}::uuid AND id = ${id}::uuid RETURNING ${rowColumns}`)
        return row === undefined ? yield* nothing("view") : shown(row)
      })
    )
  })

  const remove = Effect.fn("Views.remove")(function* (owner: Owner, id: string) {
    const { accountId } = owner
    return yield* accounts.write(owner, () =>
      Effect.gen(function* () {
        const [row] = yield* viewRows(sql`
          DELETE FROM workspace_views WHERE account_id = ${accountId}::uuid AND id = ${id}::uuid RETURNING ${rowColumns}`)
        return row === undefined ? yield* nothing("view") : { deleted: true as const, id: row.id }
      })
    )
  })

  return { list, add, update, remove, page, named, insert, checked }
})

/** What people have saved of how they look at their lists. */
export class Views extends Context.Service<Views, Effect.Success<typeof make>>()("@storeglass/workspace/Views") {
  static readonly layer = Layer.effect(Views, make)
}
