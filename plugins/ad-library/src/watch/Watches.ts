import { Alerts, asDocumented, Events, isoOf, Jobs, plusDays, rowsOf } from "@storeglass/plugin-api"
import { Workspace } from "@storeglass/workspace/contract"
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { moved } from "../alerts.ts"
import type { AdLibraryConfig } from "../config.ts"
import { AdMoves, AdsMoved, Move, type MovesOfDay } from "../contract.ts"
import { Tell, WatchApp } from "../jobRefs.ts"
import { Readings } from "../readings/Readings.ts"
import { alertOf, quietDays } from "./moves.ts"

const dayMs = 86_400_000
const pageSize = 500
/** Runs an hour of the job that looks for what is due. */
const runsAnHour = 12

const claimed = rowsOf(Schema.Struct({ appId: Schema.Finite }))
const states = rowsOf(Schema.Struct({ readMs: Schema.NullOr(Schema.Finite), isActive: Schema.NullOr(Schema.Boolean) }))
const newlyKnown = rowsOf(
  Schema.Struct({ kind: Schema.Literals(["country", "placement", "creative"]), value: Schema.String })
)
const sampled = rowsOf(Schema.Struct({ url: Schema.NullOr(Schema.String) }))
const watcherRows = rowsOf(Schema.Struct({ accountId: Schema.String, name: Schema.NullOr(Schema.String) }))
const moveRows = rowsOf(
  Schema.Struct({ seenMs: Schema.Finite, dataEnd: Schema.NullOr(Schema.String), moves: Schema.Array(Move) })
)
const watchedRows = rowsOf(
  Schema.Struct({
    appId: Schema.String,
    readMs: Schema.NullOr(Schema.Finite),
    isActive: Schema.NullOr(Schema.Boolean)
  })
)
const noteRows = rowsOf(
  Schema.Struct({ appId: Schema.String, dataEnd: Schema.NullOr(Schema.String), moves: Schema.Array(Move) })
)
const counts = rowsOf(Schema.Struct({ n: Schema.Int }))

const isTrackId = /^[1-9][0-9]{0,15}$/

/** When an app is due on a day: each at its own moment, so that all are spread over it. */
const placeMs = (appId: number) => (appId * 2_654_435_761) % dayMs
export const nextDueMs = (appId: number, nowMs: number) => {
  const today = nowMs - (nowMs % dayMs) + placeMs(appId)
  return today > nowMs ? today : today + dayMs
}

const make = Effect.fnUntraced(function* ({ storefronts, watchedAnHour }: AdLibraryConfig) {
  const sql = yield* SqlClient.SqlClient
  const alerts = yield* Alerts
  const events = yield* Events
  const jobs = yield* Jobs
  const readings = yield* Readings
  const workspace = yield* Effect.serviceOption(Workspace)
  const here = Effect.provideService(SqlClient.SqlClient, sql)
  const covered = storefronts.toSorted()

  /** All rows of a list that comes in pages. */
  const allOf = Effect.fnUntraced(function* <A, E>(
    read: (page: { readonly after?: string; readonly limit: number }) => Effect.Effect<ReadonlyArray<A>, E>,
    idOf: (row: A) => string
  ) {
    const all: Array<A> = []
    let after: string | undefined
    for (;;) {
      const page = yield* read({ limit: pageSize, ...(after === undefined ? {} : { after }) })
      all.push(...page)
      const last = page.at(-1)
      if (last === undefined || page.length < pageSize) return all
      after = idOf(last)
    }
  })

  /** The storea apps of an account and what they compete with; an own app that is a competitor as well is its own. */
  const watchedBy = Effect.fnUntraced(function* (accountId: string, { apps, competitors }: Workspace["Service"]) {
    const own = (yield* allOf(
      (page) => apps(accountId, page),
      ({ id }) => id
    )).filter(({ platform }) => platform === "storea")
    const others = yield* Effect.forEach(own, ({ id }) =>
      allOf(
        (page) => competitors(accountId, id, page),
        ({ id }) => id
      )
    )
    const watched = new Map<string, { readonly appId: string; readonly isOwn: boolean; readonly name: string | null }>()
    for (const { appId, name } of others.flat()) watched.set(appId, { appId, name, isOwn: false })
    for (const { appId, appName } of own) watched.set(appId, { appId, name: appName, isOwn: true })
    return [...watched.values()].filter(({ appId }) => isTrackId.test(appId))
  })

  /** Nobody watches it any more: it begins anew if somebody does again. */
  const forgetUnwatched = Effect.fnUntraced(function* () {
    yield* sql`
      WITH gone AS (DELETE FROM ad_library_watched w WHERE NOT EXISTS
        (SELECT 1 FROM ad_library_watchers o WHERE o.app_id = w.app_id) RETURNING app_id)
      DELETE FROM ad_library_known k USING gone WHERE k.app_id = gone.app_id`
  })

  const syncAccount = Effect.fn("Watches.syncAccount")(function* (accountId: string) {
    if (Option.isNone(workspace)) return
    const nowMs = yield* Clock.currentTimeMillis
    const watched = yield* watchedBy(accountId, workspace.value)
    yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`
          WITH told AS (
            SELECT "appId"::bigint AS app_id, "isOwn" AS is_own, name
            FROM jsonb_to_recordset(${JSON.stringify(watched)}::text::jsonb) AS r ("appId" text, "isOwn" boolean, name text)
          ), gone AS (
            DELETE FROM ad_library_watchers w WHERE account_id = ${accountId}::uuid
              AND NOT EXISTS (SELECT 1 FROM told WHERE told.app_id = w.app_id)
          )
          INSERT INTO ad_library_watchers (account_id, app_id, is_own, name, since_ms, synced_ms)
          SELECT ${accountId}::uuid, app_id, is_own, name, ${nowMs}::bigint, ${nowMs}::bigint FROM told ORDER BY app_id
          ON CONFLICT (account_id, app_id) DO UPDATE SET is_own = excluded.is_own, name = excluded.name,
            synced_ms = excluded.synced_ms`
        // What it's compared with is read soon; from then on each app has its own moment of the day.
        yield* sql`
          INSERT INTO ad_library_watched (app_id, due_ms)
          SELECT app_id, ${nowMs}::bigint FROM ad_library_watchers WHERE account_id = ${accountId}::uuid ORDER BY app_id
          ON CONFLICT DO NOTHING`
      })
    )
  })

  return {
    syncAccount,

    /** What all accounts watch; at once where an event told, and daily for what no event did. */
    syncAll: Effect.fn("Watches.syncAll")(function* () {
      if (Option.isNone(workspace)) return
      const startMs = yield* Clock.currentTimeMillis
      const accounts = yield* allOf(workspace.value.accounts, (id) => id)
      yield* Effect.forEach(accounts, syncAccount, { discard: true })
      yield* sql`DELETE FROM ad_library_watchers WHERE synced_ms < ${startMs}::bigint`
      yield* forgetUnwatched()
    }),

    /** Enqueues what is due, no more than the repository's pace leaves room for: the rest waits its turn. */
    due: Effect.fn("Watches.due")(function* () {
      const nowMs = yield* Clock.currentTimeMillis
      const most = Math.ceil(watchedAnHour / runsAnHour)
      yield* sql.withTransaction(
        Effect.gen(function* () {
          const apps = yield* claimed(sql`
            SELECT app_id::float8 AS "appId" FROM ad_library_watched WHERE due_ms <= ${nowMs}::bigint
            ORDER BY due_ms, app_id LIMIT ${most} FOR UPDATE SKIP LOCKED`)
          for (const { appId } of apps) {
            yield* sql`UPDATE ad_library_watched SET due_ms = ${nextDueMs(appId, nowMs)}::bigint
              WHERE app_id = ${appId}::bigint`
            yield* here(jobs.enqueue(WatchApp, { appId }, { key: `watch:${appId}` }))
          }
        })
      )
    }),

    /**
     * Reads an app and notes what changed since the reading before, of which there must be one. A reading that fails
     * fails this, and says nothing of the app.
     */
    look: Effect.fn("Watches.look")(function* (appId: number) {
      const wanted = { appId, datePreset: "LAST_90_DAYS" as const, storefronts: covered }
      const read = yield* readings.whole(wanted)
      const readMs = Math.min(...read.map((reading) => reading.readMs))
      const dataEnd = read
        .map((reading) => reading.dataEnd)
        .reduce((a, b) => (a !== null && (b === null || a < b) ? a : b))
      const end = dataEnd ?? isoOf(readMs - quietDays * dayMs).slice(0, 10)
      const isShown = (last: string | null) => last !== null && last > plusDays(end, -quietDays)
      const active = read.filter(({ part }) => isShown(part.last))
      const isActive = active.length > 0

      yield* sql.withTransaction(
        Effect.gen(function* () {
          const [state] = yield* states(sql`
            SELECT read_ms::float8 AS "readMs", is_active AS "isActive" FROM ad_library_watched
            WHERE app_id = ${appId}::bigint FOR UPDATE`)
          // Nobody watches it any more, or this reading was looked at.
          if (state === undefined || (state.readMs !== null && state.readMs >= readMs)) return
          const added = yield* newlyKnown(sql`
            INSERT INTO ad_library_known (app_id, kind, value)
            SELECT DISTINCT ${appId}::bigint, k.kind, k.value FROM ad_library_rows r
            CROSS JOIN LATERAL (VALUES ('country', r.storefront), ('placement', r.ad->>'placement'), ('creative', r.creative))
              AS k (kind, value)
            WHERE r.app_id = ${appId}::bigint AND r.preset = ${wanted.datePreset} AND k.value IS NOT NULL
            ORDER BY 2, 3
            ON CONFLICT DO NOTHING RETURNING kind, value`)
          yield* sql`UPDATE ad_library_watched SET read_ms = ${readMs}::bigint, is_active = ${isActive}
            WHERE app_id = ${appId}::bigint`
          // With nothing to compare with, nothing is new.
          if (state.readMs === null) return
          const valuesOf = (kind: string) =>
            added
              .filter((one) => one.kind === kind)
              .map(({ value }) => value)
              .toSorted()
          const pictures = yield* sampled(sql`
            SELECT (SELECT coalesce(a->>'pictureUrl', a->>'videoUrl', ad->'banner'->>'iconPictureUrl')
              FROM ad_library_rows LEFT JOIN LATERAL jsonb_array_elements(ad->'assets') a ON true
              WHERE app_id = ${appId}::bigint AND preset = ${wanted.datePreset} AND creative = c LIMIT 1) AS url
            FROM unnest(${valuesOf("creative")}::text[]) c`)
          const moves: ReadonlyArray<Move> = [
            ...(state.isActive === isActive
              ? []
              : isActive
                ? [{ kind: "started" as const, values: active.map(({ storefront }) => storefront).toSorted() }]
                : [{ kind: "stopped" as const, values: [] }]),
            { kind: "creative" as const, values: pictures.map(({ url }) => url ?? "") },
            { kind: "country" as const, values: valuesOf("country") },
            { kind: "placement" as const, values: valuesOf("placement") }
          ].filter(({ kind, values }) => kind === "started" || kind === "stopped" || values.length > 0)
          if (moves.length === 0) return
          yield* sql`
            INSERT INTO ad_library_moves (app_id, seen_ms, data_end, moves)
            VALUES (${appId}::bigint, ${readMs}::bigint, ${dataEnd}, ${JSON.stringify(moves)}::text::jsonb)`
          yield* here(events.publish(AdsMoved, { appId, moves, dataEndDate: dataEnd, seenAt: isoOf(readMs) }))
          yield* here(jobs.enqueue(Tell, { appId, seenMs: readMs }, { key: `tell:${appId}:${readMs}` }))
        })
      )
    }),

    /** Tells those who compete with an app what a reading brought: each once, whatever is repeated. */
    tell: Effect.fn("Watches.tell")(function* (appId: number, seenMs: number) {
      const [told] = yield* moveRows(sql`
        SELECT seen_ms::float8 AS "seenMs", data_end AS "dataEnd", moves FROM ad_library_moves
        WHERE app_id = ${appId}::bigint AND seen_ms = ${seenMs}::bigint`)
      if (told === undefined) return
      const watchers = yield* watcherRows(sql`
        SELECT account_id::text AS "accountId", name FROM ad_library_watchers
        WHERE app_id = ${appId}::bigint AND NOT is_own AND since_ms < ${seenMs}::bigint ORDER BY account_id`)
      yield* Effect.forEach(
        watchers,
        ({ accountId, name }) =>
          alerts.notify(accountId, {
            kind: moved,
            key: `${moved} ${appId} ${seenMs}`,
            ...alertOf(name ?? `app ${appId}`, told.moves, told.dataEnd),
            fields: { appId }
          }),
        { discard: true }
      )
    }),

    /** What changed in an app's ads since the account watches it, the newest first; null: it doesn't. */
    movesOf: Effect.fn("Watches.movesOf")(function* (accountId: string, appId: number, most: number) {
      const [watched] = yield* counts(sql`
        SELECT count(*)::int AS n FROM ad_library_watchers WHERE account_id = ${accountId}::uuid AND app_id = ${appId}::bigint`)
      if (watched?.n !== 1) return null
      return yield* moveRows(sql`
        SELECT m.seen_ms::float8 AS "seenMs", m.data_end AS "dataEnd", m.moves FROM ad_library_moves m
        JOIN ad_library_watchers w ON w.app_id = m.app_id AND w.account_id = ${accountId}::uuid
        WHERE m.app_id = ${appId}::bigint AND m.seen_ms > w.since_ms ORDER BY m.seen_ms DESC LIMIT ${most}`)
    }, asDocumented),

    /** What was noted on a day of those of these apps that the account watches. */
    movesOn: Effect.fn("Watches.movesOn")(function* (accountId: string, appIds: ReadonlyArray<string>, day: string) {
      const startMs = Date.parse(`${day}T00:00:00Z`)
      const wanted = appIds.filter((appId) => isTrackId.test(appId))
      const watched = yield* watchedRows(sql`
        SELECT w.app_id::text AS "appId", d.read_ms::float8 AS "readMs", d.is_active AS "isActive"
        FROM ad_library_watchers w LEFT JOIN ad_library_watched d ON d.app_id = w.app_id
        WHERE w.account_id = ${accountId}::uuid AND w.app_id = ANY(${`{${wanted.join(",")}}`}::bigint[]) ORDER BY w.app_id`)
      const noted = yield* noteRows(sql`
        SELECT m.app_id::text AS "appId", m.data_end AS "dataEnd", m.moves FROM ad_library_moves m
        JOIN ad_library_watchers w ON w.app_id = m.app_id AND w.account_id = ${accountId}::uuid
        WHERE m.app_id = ANY(${`{${wanted.join(",")}}`}::bigint[]) AND m.seen_ms > w.since_ms
          AND m.seen_ms >= ${startMs}::bigint AND m.seen_ms < ${startMs + dayMs}::bigint ORDER BY m.app_id, m.seen_ms`)
      return watched.map(({ appId, isActive, readMs }): MovesOfDay => {
        const own = noted.filter((each) => each.appId === appId)
        return {
          appId,
          readAt: readMs === null ? null : isoOf(readMs),
          isAdvertising: isActive,
          moves: own.flatMap(({ moves }) => moves),
          dataEndDate: own.at(-1)?.dataEnd ?? null
        }
      })
    }),

    prune: Effect.fnUntraced(function* (beforeMs: number) {
      yield* sql`DELETE FROM ad_library_moves WHERE seen_ms < ${beforeMs}::bigint`
      yield* forgetUnwatched()
    })
  }
})

/** The apps that accounts keep and compete with, looked at daily. */
export class Watches extends Context.Service<Watches, Effect.Success<ReturnType<typeof make>>>()(
  "@storeglass/ad-library/Watches"
) {
  static readonly layer = (config: AdLibraryConfig) => Layer.effect(this, make(config))
}

export const adMoves = Layer.effect(
  AdMoves,
  Effect.map(Watches, ({ movesOn }) => AdMoves.of({ on: movesOn }))
)
