import { InvalidInput, Param, pageOf, rowsOf } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { Accounts, type Owner } from "../Accounts.ts"
import { makeWhere, numberRows } from "../database.ts"
import { nothing } from "../errors.ts"
import { Wall } from "../Wall.ts"
import type { TagRows } from "./schema.ts"
import { tagOf, tagsMax, tagsOf } from "./text.ts"

/** A tag's place in the list. */
export const byTag = Param.cursor(Schema.Struct({ tag: Schema.String }))

const tagRows = rowsOf(Schema.Struct({ tag: Schema.String, apps: Schema.Int, keywords: Schema.Int }))
const taggedRows = rowsOf(Schema.Struct({ id: Schema.String, tags: Schema.Array(Schema.String) }))

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const wall = yield* Wall
  const accounts = yield* Accounts
  const whereOf = makeWhere(sql)

  const list = Effect.fn("Tags.list")(function* (
    accountId: string,
    { cursor, limit }: { readonly limit: number; readonly cursor?: { readonly tag: string } }
  ) {
    const used = sql`
      SELECT jsonb_array_elements_text(tags) AS tag, 1 AS app, 0 AS keyword FROM workspace_apps
      WHERE account_id = ${accountId}::uuid AND tags <> '[]'
      UNION ALL SELECT jsonb_array_elements_text(tags), 0, 1 FROM workspace_keywords
      WHERE account_id = ${accountId}::uuid AND tags <> '[]'`
    return yield* wall.inAccount(
      accountId,
      Effect.gen(function* () {
        const rows = yield* tagRows(sql`
          SELECT tag, sum(app)::int AS apps, sum(keyword)::int AS keywords FROM (${used}) AS used
          WHERE ${whereOf(cursor === undefined ? sql`true` : sql`tag COLLATE "C" > ${cursor.tag}`)}
          GROUP BY tag ORDER BY tag COLLATE "C" LIMIT ${limit + 1}::int`)
        const [counted] = yield* numberRows(sql`SELECT count(DISTINCT tag)::int AS n FROM (${used}) AS used`)
        const page = pageOf(rows, { limit, cursor: byTag, positionOf: ({ tag }) => ({ tag }) })
        return { ...page, total: counted?.n ?? 0 }
      })
    )
  })

  /** Within `write`: changes the tags of these rows of a table; gives how many have others now. */
  const change = Effect.fnUntraced(function* (
    accountId: string,
    what: "app" | "keyword",
    ids: ReadonlyArray<string>,
    { add, remove }: { readonly add: ReadonlyArray<string>; readonly remove: ReadonlyArray<string> }
  ) {
    if (ids.length === 0) return 0
    const wanted = [...new Set(ids.map((id) => id.toLowerCase()))]
    const among = sql`account_id = ${accountId}::uuid
      AND id IN (SELECT jsonb_array_elements_text(${JSON.stringify(wanted)}::text::jsonb)::uuid)`
    const rows = yield* taggedRows(
      what === "app"
        ? sql`SELECT id, tags FROM workspace_apps WHERE ${among}`
        : sql`SELECT id, tags FROM workspace_keywords WHERE ${among}`
    )
    if (rows.length < wanted.length) return yield* nothing(what)
    const changed = rows.flatMap(({ id, tags }) => {
      const after = tagsOf([...tags.filter((tag) => !remove.includes(tag)), ...add])
      return after.join(",") === [...tags].join(",") ? [] : [{ i: id, t: after }]
    })
    const full = changed.find(({ t }) => t.length > tagsMax)
    if (full !== undefined) {
      return yield* new InvalidInput(
        `add (body): a row has at most ${tagsMax} tags, and ${what} ${full.i} would have ${full.t.length}`
      )
    }
    if (changed.length === 0) return 0
    const fresh = sql`jsonb_to_recordset(${JSON.stringify(changed)}::text::jsonb) AS fresh (i uuid, t jsonb)`
    yield* what === "app"
      ? sql`UPDATE workspace_apps SET tags = t, ${yield* revised} FROM ${fresh} WHERE account_id = ${accountId}::uuid AND id = i`
      : sql`UPDATE workspace_keywords SET tags = t FROM ${fresh} WHERE account_id = ${accountId}::uuid AND id = i`
    return changed.length
  })

  /** What goes with each change of an app. */
  const revised = Effect.map(
    Clock.currentTimeMillis,
    (nowMs) => sql`revision = revision + 1, updated_ms = ${nowMs}::bigint`
  )

  const tagRowsOf = Effect.fn("Tags.tagRows")(function* (owner: Owner, body: TagRows) {
    const { apps = [], keywords = [] } = body
    const asked = { add: tagsOf(body.add ?? []), remove: tagsOf(body.remove ?? []) }
    if (apps.length + keywords.length === 0) {
      return yield* new InvalidInput("apps (body): send the ids of apps, or keywords with those of keywords")
    }
    if (asked.add.length + asked.remove.length === 0) {
      return yield* new InvalidInput("add (body): send tags to add, or remove with those to take off")
    }
    const both = asked.add.find((tag) => asked.remove.includes(tag))
    if (both !== undefined) return yield* new InvalidInput(`remove (body): '${both}' is in add too; send it in one`)
    return yield* accounts.write(owner, () =>
      Effect.all({
        apps: change(owner.accountId, "app", apps, asked),
        keywords: change(owner.accountId, "keyword", keywords, asked)
      })
    )
  })

  /** On all rows that have the tag; 404 where none has. */
  const everywhere = (owner: Owner, tag: string, after: Statement.Fragment) =>
    accounts.write(owner, () =>
      Effect.gen(function* () {
        const having = sql`account_id = ${owner.accountId}::uuid AND tags <> '[]'
          AND tags @> ${JSON.stringify([tag])}::text::jsonb`
        const apps = yield* sql`
          UPDATE workspace_apps SET tags = ${after}, ${yield* revised} WHERE ${having} RETURNING 1`
        const keywords = yield* sql`UPDATE workspace_keywords SET tags = ${after} WHERE ${having} RETURNING 1`
        const counts = { apps: apps.length, keywords: keywords.length }
        return counts.apps + counts.keywords === 0 ? yield* nothing("tag") : counts
      })
    )

  const rename = Effect.fn("Tags.rename")(function* (
    owner: Owner,
    given: { readonly tag: string; readonly name: string }
  ) {
    const [tag, name] = [tagOf(given.tag), tagOf(given.name)]
    return yield* everywhere(
      owner,
      tag,
      sql`(SELECT jsonb_agg(one ORDER BY one COLLATE "C") FROM (
        SELECT DISTINCT CASE WHEN each = ${tag} THEN ${name} ELSE each END AS one
        FROM jsonb_array_elements_text(tags) AS each) AS renamed)`
    )
  })

  const remove = Effect.fn("Tags.remove")(function* (owner: Owner, given: { readonly tag: string }) {
    const tag = tagOf(given.tag)
    return yield* everywhere(owner, tag, sql`tags - ${tag}::text`)
  })

  return { list, tagRows: tagRowsOf, rename, remove }
})

/** The tags that an account has put on its apps and keywords. */
export class Tags extends Context.Service<Tags, Effect.Success<typeof make>>()("@storeglass/workspace/Tags") {
  static readonly layer = Layer.effect(Tags, make)
}
