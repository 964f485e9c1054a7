import { isoOf, isUuid, pageOf, rowsOf } from "@storeglass/plugin-api"
import { trackIdOf } from "@storeglass/stores/contract"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Accounts, type Owner } from "../Accounts.ts"
import { Apps, rowOf } from "../apps/Apps.ts"
import { makeAudit } from "../audits.ts"
import { AppAdded, CompetitorAdded } from "../contract.ts"
import { columnsOf } from "../database.ts"
import { Duplicate, nothing } from "../errors.ts"
import { Collection } from "../keywords/Collection.ts"
import { Keywords } from "../keywords/Keywords.ts"
import { makeLimits } from "../limits.ts"
import { byMoment, type Moment, positionOf } from "../pages.ts"
import { Wall } from "../Wall.ts"
import { keptMs } from "./Deleted.ts"
import type { DeletedApp } from "./schema.ts"

const deletedRows = rowsOf(
  Schema.Struct({
    id: Schema.String,
    appId: Schema.String,
    platform: Schema.Literals(["storea", "storeb"]),
    appName: Schema.NullOr(Schema.String),
    competitors: Schema.Int,
    keywords: Schema.Int,
    versions: Schema.Int,
    createdMs: Schema.Finite
  })
)
const rivalRows = rowsOf(
  Schema.Struct({ id: Schema.String, competitorAppId: Schema.String, isPending: Schema.Boolean })
)
const countsOf = ({ competitors, keywords, versions }: DeletedApp["counts"]) => ({ competitors, keywords, versions })
const noId = "ffffffff-ffff-ffff-ffff-ffffffffffff"

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const wall = yield* Wall
  const accounts = yield* Accounts
  const apps = yield* Apps
  const keywords = yield* Keywords
  const collection = yield* Collection
  const limits = yield* makeLimits
  const audit = yield* makeAudit

  const columns = sql`id, row->>'app_id' AS "appId", row->>'platform' AS platform, row->>'app_name' AS "appName",
    (row->>'competitors')::int AS competitors, (row->>'keywords')::int AS keywords,
    (row->>'versions')::int AS versions, deleted_ms::float8 AS "createdMs"`

  const list = Effect.fn("Restores.list")(function* (
    accountId: string,
    { cursor, limit }: { readonly limit: number; readonly cursor?: Moment }
  ) {
    const sinceMs = (yield* Clock.currentTimeMillis) - keptMs
    const rows = yield* wall.inAccount(
      accountId,
      deletedRows(sql`
        SELECT ${columns} FROM workspace_deleted
        WHERE account_id = ${accountId}::uuid AND deleted_ms > ${sinceMs}::bigint
          AND (${cursor === undefined} OR (deleted_ms, id) < (${cursor?.ms ?? 0}::bigint, ${cursor?.id ?? noId}::uuid))
        ORDER BY deleted_ms DESC, id DESC LIMIT ${limit + 1}::int`)
    )
    const { items, nextCursor } = pageOf(rows, { limit, cursor: byMoment, positionOf })
    return {
      nextCursor,
      items: items.map(
        ({ appId, createdMs, id, appName, platform, ...counts }): DeletedApp => ({
          id,
          appName,
          platform,
          appId: trackIdOf(platform, appId),
          counts: countsOf(counts),
          deletedAt: isoOf(createdMs),
          restorableUntil: isoOf(createdMs + keptMs)
        })
      )
    }
  })

  /** Puts a deleted app back with all that it had, under the ids that it had. */
  const restore = Effect.fn("Restores.restore")(function* (owner: Owner, id: string) {
    const { accountId } = owner
    return yield* accounts.write(owner, (state) =>
      Effect.gen(function* () {
        const nowMs = yield* Clock.currentTimeMillis
        const [found] = isUuid(id)
          ? yield* deletedRows(sql`
              SELECT ${columns} FROM workspace_deleted WHERE account_id = ${accountId}::uuid AND id = ${id}::uuid
                AND deleted_ms > ${nowMs - keptMs}::bigint FOR UPDATE`)
          : []
        if (found === undefined) return yield* nothing("deleted app")
        const { appId, platform } = found
        const other = yield* apps.byAppId(accountId, platform, appId)
        if (other !== undefined) {
          return yield* new Duplicate(`id: your workspace has this app again, as ${other.id}; delete that one first`)
        }
        yield* limits.check(state.plan, "apps", state.apps, 1)
        yield* limits.check(state.plan, "keywords", state.keywords, found.keywords)
        yield* limits.check(state.plan, "versions", state.versions, found.versions)
        const ofApps = yield* columnsOf(sql, "workspace_apps")
        const ofRivals = yield* columnsOf(sql, "workspace_competitors")
        const ofVersions = yield* columnsOf(sql, "workspace_versions")
        const ofLive = yield* columnsOf(sql, "workspace_live")
        // Before the app is there: among its own rows nothing is collected.
        yield* keywords.bringBack(owner, { id: found.id, platform, appId }, found.keywords)
        // What was deleted before there were tags has none.
        yield* sql`
          INSERT INTO workspace_apps (${ofApps.names})
          SELECT ${ofApps.from("kept")} FROM workspace_deleted d,
            jsonb_populate_record(NULL::workspace_apps, '{"tags": []}'::jsonb || d.row) AS kept
          WHERE d.account_id = ${accountId}::uuid AND d.id = ${found.id}::uuid`
        yield* sql`
          INSERT INTO workspace_competitors (${ofRivals.names})
          SELECT ${ofRivals.from("kept")} FROM workspace_deleted_rows d, jsonb_populate_record(NULL::workspace_competitors, d.row) AS kept
          WHERE d.account_id = ${accountId}::uuid AND d.app = ${found.id}::uuid AND d.kind = 'competitor'`
        yield* sql`
          INSERT INTO workspace_versions (${ofVersions.names})
          SELECT ${ofVersions.from("kept")} FROM workspace_deleted_rows d, jsonb_populate_record(NULL::workspace_versions, d.row) AS kept
          WHERE d.account_id = ${accountId}::uuid AND d.app = ${found.id}::uuid AND d.kind = 'version'`
        // So that a difference which was told already isn't told again.
        yield* sql`
          INSERT INTO workspace_live (${ofLive.names})
          SELECT ${ofLive.from("kept")} FROM workspace_deleted_rows d, jsonb_populate_record(NULL::workspace_live, d.row) AS kept
          WHERE d.account_id = ${accountId}::uuid AND d.app = ${found.id}::uuid AND d.kind = 'live'`
        yield* accounts.add(owner, { apps: 1, versions: found.versions })
        if (state.apps === 0) yield* apps.own(owner)
        const row = yield* apps.byId(accountId, found.id)
        if (row === undefined) return yield* nothing("deleted app")
        const rivals = yield* rivalRows(sql`
          SELECT id, competitor_app_id AS "competitorAppId", is_pending AS "isPending" FROM workspace_competitors
          WHERE account_id = ${accountId}::uuid AND app = ${found.id}::uuid`)
        yield* sql`DELETE FROM workspace_deleted WHERE account_id = ${accountId}::uuid AND id = ${found.id}::uuid`
        if (!state.isSettled) yield* collection.settle({ accountId, plan: state.plan })
        if (row.metadataStatus === "pending" || rivals.some(({ isPending }) => isPending)) {
          yield* apps.enqueueFills(accountId)
        }
        const { country, isLive } = row
        yield* apps.publish(AppAdded, [{ accountId, id: row.id, platform, appId, country, isLive }])
        yield* apps.publish(
          CompetitorAdded,
          rivals.map(({ competitorAppId, id }) => ({ accountId, id, platform, appId, competitorAppId }))
        )
        const after = { platform, appId, ...countsOf(found) }
        yield* audit(accountId, "workspace.app-restored", { target: { kind: "app", id: row.id }, after })
        return rowOf((yield* apps.byId(accountId, found.id)) ?? row)
      })
    )
  })

  return { list, restore }
})

/** What was deleted, and how it comes back. */
export class Restores extends Context.Service<Restores, Effect.Success<typeof make>>()(
  "@storeglass/workspace/Restores"
) {
  static readonly layer = Layer.effect(Restores, make)
}
