import { InvalidInput, isoOf, pageOf, rowsOf } from "@storeglass/plugin-api"
import { trackIdOf } from "@storeglass/stores/contract"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Accounts, type Owner } from "../Accounts.ts"
import { type AppRow, Apps, askedLaterMs } from "../apps/Apps.ts"
import { Listings } from "../apps/Listings.ts"
import { CompetitorAdded, CompetitorRemoved } from "../contract.ts"
import { idAt, makeWhere } from "../database.ts"
import { Duplicate, nothing } from "../errors.ts"
import { makeLimits } from "../limits.ts"
import { byMoment, type Moment, positionOf } from "../pages.ts"
import { type Competitor, type NewCompetitor, relationships } from "../schema.ts"
import { neat } from "../texts.ts"
import { Wall } from "../Wall.ts"

const Row = Schema.Struct({
  id: Schema.String,
  app: Schema.String,
  competitorAppId: Schema.String,
  competitorName: Schema.NullOr(Schema.String),
  competitorIconUrl: Schema.NullOr(Schema.String),
  relationship: Schema.Literals(relationships),
  isPending: Schema.Boolean,
  createdMs: Schema.Finite
})
const rows = rowsOf(Row)

const rowOf = (
  { platform }: Pick<AppRow, "platform">,
  { app: _, competitorAppId, createdMs, isPending: __, ...row }: typeof Row.Type
): Competitor => ({ ...row, competitorAppId: trackIdOf(platform, competitorAppId), createdAt: isoOf(createdMs) })

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const wall = yield* Wall
  const accounts = yield* Accounts
  const apps = yield* Apps
  const listings = yield* Listings
  const limits = yield* makeLimits
  const whereOf = makeWhere(sql)

  const columns = sql`id, app, competitor_app_id AS "competitorAppId", name AS "competitorName",
    icon_url AS "competitorIconUrl", relationship, is_pending AS "isPending", created_ms::float8 AS "createdMs"`
  const found = (accountId: string, app: string, competitorAppId: string) =>
    Effect.map(
      rows(sql`SELECT ${columns} FROM workspace_competitors
        WHERE account_id = ${accountId}::uuid AND app = ${app}::uuid AND competitor_app_id = ${competitorAppId}`),
      ([row]) => row
    )
  const duplicate = (id: string) => new Duplicate(`competitorAppId: the app has this competitor already, as ${id}`)

  /** The competitor that a request names; it must be of the app's store. */
  const parse = Effect.fnUntraced(function* (app: AppRow, given: number | string) {
    const { appId, platform } = yield* listings.parse(given, undefined, "competitorAppId")
    if (platform !== app.platform) {
      return yield* new InvalidInput(
        `competitorAppId: is an id of ${platform}, but the app is on ${app.platform}; compare apps of one store`
      )
    }
    return appId
  })

  const list = Effect.fn("Competitors.list")(function* (
    accountId: string,
    appId: string,
    { cursor, limit }: { readonly limit: number; readonly cursor?: Moment }
  ) {
    return yield* wall.inAccount(
      accountId,
      Effect.gen(function* () {
        const app = yield* apps.find(accountId, { appId })
        const read = yield* rows(sql`
          SELECT ${columns} FROM workspace_competitors
          WHERE ${whereOf(
            sql`account_id = ${accountId}::uuid`,
            sql`app = ${app.id}::uuid`,
            cursor === undefined ? undefined : sql`(created_ms, id) > (${cursor.ms}::bigint, ${cursor.id}::uuid)`
          )}
          ORDER BY created_ms, id LIMIT ${limit + 1}::int`)
        const { items, nextCursor } = pageOf(read, { limit, cursor: byMoment, positionOf })
        return { items: items.map((row) => rowOf(app, row)), nextCursor, total: app.competitors }
      })
    )
  })

  const add = Effect.fn("Competitors.add")(function* (owner: Owner, appId: string, body: NewCompetitor) {
    const { accountId } = owner
    const app = yield* wall.inAccount(accountId, apps.find(accountId, { appId }))
    const competitorAppId = yield* parse(app, body.competitorAppId)
    if (competitorAppId === app.appId) {
      return yield* new InvalidInput("competitorAppId: is the app itself; send another app's id")
    }
    const known = yield* wall.inAccount(accountId, found(accountId, app.id, competitorAppId))
    if (known !== undefined) return yield* duplicate(known.id)
    const name = body.name === undefined ? null : neat(body.name)
    // Kept first: what is refused costs the store nothing.
    const kept = yield* accounts.write(owner, () =>
      Effect.gen(function* () {
        const now = yield* apps.find(accountId, { id: app.id })
        const other = yield* found(accountId, app.id, competitorAppId)
        if (other !== undefined) return yield* duplicate(other.id)
        yield* limits.competitors(now.competitors, 1)
        const nowMs = yield* Clock.currentTimeMillis
        const id = idAt(nowMs)
        const [row] = yield* rows(sql`
          INSERT INTO workspace_competitors (account_id, app, id, competitor_app_id, name, icon_url, is_name_given,
            is_pending, relationship, created_ms)
          VALUES (${accountId}::uuid, ${app.id}::uuid, ${id}::uuid, ${competitorAppId}, ${name},
            NULL, ${body.name !== undefined}, true, ${body.relationship ?? "direct"}, ${nowMs}::bigint)
          RETURNING ${columns}`)
        if (row === undefined) return yield* nothing("app")
        yield* sql`UPDATE workspace_apps SET competitors = competitors + 1
          WHERE account_id = ${accountId}::uuid AND id = ${app.id}::uuid`
        yield* apps.enqueueFill(accountId, id, "competitor", { runAtMs: nowMs + askedLaterMs })
        yield* apps.publish(CompetitorAdded, [
          { accountId, id, platform: app.platform, appId: app.appId, competitorAppId }
        ])
        return row
      })
    )
    yield* fill(accountId, kept.id)
    return rowOf(app, (yield* wall.inAccount(accountId, byId(accountId, kept.id))) ?? kept)
  })

  const remove = Effect.fn("Competitors.remove")(function* (
    owner: Owner,
    appId: string,
    named: { readonly id?: string; readonly competitorAppId?: number | string }
  ) {
    const { accountId } = owner
    if (named.id === undefined && named.competitorAppId === undefined) {
      return yield* new InvalidInput("id: send the id of the competitor's row, or competitorAppId")
    }
    return yield* accounts.write(owner, () =>
      Effect.gen(function* () {
        const app = yield* apps.find(accountId, { appId })
        const rival = named.competitorAppId === undefined ? null : yield* parse(app, named.competitorAppId)
        const [row] = yield* rows(sql`
          DELETE FROM workspace_competitors
          WHERE ${whereOf(
            sql`account_id = ${accountId}::uuid`,
            sql`app = ${app.id}::uuid`,
            named.id === undefined ? undefined : sql`id = ${named.id}::uuid`,
            rival === null ? undefined : sql`competitor_app_id = ${rival}`
          )}
          RETURNING ${columns}`)
        if (row === undefined) return yield* nothing("competitor")
        yield* sql`UPDATE workspace_apps SET competitors = competitors - 1
          WHERE account_id = ${accountId}::uuid AND id = ${app.id}::uuid`
        const { competitorAppId, id } = row
        yield* apps.publish(CompetitorRemoved, [
          { accountId, id, platform: app.platform, appId: app.appId, competitorAppId }
        ])
        return { deleted: true as const, id }
      })
    )
  })

  const byId = (accountId: string, id: string) =>
    Effect.map(
      rows(
        sql`SELECT ${columns} FROM workspace_competitors WHERE account_id = ${accountId}::uuid AND id = ${id}::uuid`
      ),
      ([row]) => row
    )

  /** Writes what the store told meanwhile. False: it's still away. */
  const fill = Effect.fn("Competitors.fill")(function* (accountId: string, id: string) {
    const before = yield* wall.inAccount(
      accountId,
      Effect.gen(function* () {
        const row = yield* byId(accountId, id)
        const app = row === undefined ? undefined : yield* apps.byId(accountId, row.app)
        return row === undefined || app === undefined ? undefined : { row, app }
      })
    )
    if (before === undefined || !before.row.isPending) return true
    const { app, row } = before
    const told = yield* listings.ask(app.platform, row.competitorAppId, app.country)
    if (told === "pending") return false
    const listing = told === "not_found" ? undefined : told
    yield* wall.inAccount(
      accountId,
      sql`UPDATE workspace_competitors SET is_pending = false, icon_url = ${listing?.appIconUrl ?? null}::text,
          name = CASE WHEN is_name_given THEN name ELSE ${listing?.appName ?? null}::text END
        WHERE account_id = ${accountId}::uuid AND id = ${id}::uuid AND is_pending`
    )
    return true
  })

  return { list, add, remove, fill }
})

/** The competitors that accounts keep with their apps. */
export class Competitors extends Context.Service<Competitors, Effect.Success<typeof make>>()(
  "@storeglass/workspace/Competitors"
) {
  static readonly layer = Layer.effect(Competitors, make)
}
