import { Events, InvalidInput, isoOf, isUuid, Jobs, type Param, pageOf, rowsOf } from "@storeglass/plugin-api"
import { trackIdOf } from "@storeglass/stores/contract"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type AccountState, Accounts, type Owner } from "../Accounts.ts"
import { makeAudit } from "../audits.ts"
import { AppAdded, AppRemoved, CompetitorRemoved, type KeywordAdded, KeywordRemoved } from "../contract.ts"
import { idAt, makeWhere, numberRows, within } from "../database.ts"
import { Duplicate, nothing, StaleRevision } from "../errors.ts"
import { Fill, FillAll } from "../jobRefs.ts"
import { Collection } from "../keywords/Collection.ts"
import { makeLimits } from "../limits.ts"
import { byMoment, type Moment, positionOf } from "../pages.ts"
import { type App, type AppPatch, deviceFamilies, metadataStatuses, type NewApp } from "../schema.ts"
import { tagOf, tagsOf } from "../tags/text.ts"
import { languageOf, neat } from "../texts.ts"
import { Deleted } from "../undo/Deleted.ts"
import { Wall } from "../Wall.ts"
import { Listings } from "./Listings.ts"

const NullOrText = Schema.NullOr(Schema.String)
export const fillable = [
  "appName",
  "appIconUrl",
  "developerName",
  "bundleId",
  "subtitle",
  "description",
  "languages",
  "category"
] as const
type Fillable = (typeof fillable)[number]

const Row = Schema.Struct({
  id: Schema.String,
  platform: Schema.Literals(["storea", "storeb"]),
  appId: Schema.String,
  country: Schema.String,
  appName: NullOrText,
  appIconUrl: NullOrText,
  developerName: NullOrText,
  bundleId: NullOrText,
  subtitle: NullOrText,
  description: NullOrText,
  languages: Schema.Array(Schema.String),
  isLive: Schema.Boolean,
  category: NullOrText,
  deviceFamily: Schema.NullOr(Schema.Literals(deviceFamilies)),
  notes: NullOrText,
  tags: Schema.Array(Schema.String),
  given: Schema.Array(Schema.String),
  metadataStatus: Schema.Literals(metadataStatuses),
  competitors: Schema.Int,
  keywords: Schema.Int,
  versions: Schema.Int,
  revision: Schema.Int,
  createdMs: Schema.Finite,
  updatedMs: Schema.Finite
})
export type AppRow = typeof Row.Type
const appRows = rowsOf(Row)
const wordRows = rowsOf(
  Schema.Struct({ id: Schema.String, keyword: Schema.String, country: Schema.String, device: Schema.String })
)
const competitorRows = rowsOf(Schema.Struct({ id: Schema.String, competitorAppId: Schema.String }))
const pageRows = rowsOf(Schema.Struct({ pageMs: Schema.NullOr(Schema.Finite) }))
const idRows = rowsOf(Schema.Struct({ id: Schema.String }))
/** How old what an app's page told may get. */
const pageKeptMs = 7 * 86_400_000
/** How many names a day's upkeep asks for. */
const unfilledMax = 200
const AwaitedRow = Schema.Struct({
  kind: Schema.Literals(["app", "competitor"]),
  id: Schema.String,
  ms: Schema.Finite
})
export type Awaited = typeof AwaitedRow.Type
const awaitedRows = rowsOf(AwaitedRow)
/** When the job asks for names that a caller waits for: not before that has ended. */
export const askedLaterMs = 30_000

export const rowOf = ({
  appId,
  competitors,
  createdMs,
  given: _,
  keywords,
  updatedMs,
  versions,
  ...row
}: AppRow): App => ({
  ...row,
  appId: trackIdOf(row.platform, appId),
  counts: { competitors, keywords, versions },
  createdAt: isoOf(createdMs),
  updatedAt: isoOf(updatedMs)
})

/** What a request may change of an app. */
type Fields = Pick<
  AppRow,
  | "appName"
  | "appIconUrl"
  | "developerName"
  | "bundleId"
  | "subtitle"
  | "description"
  | "languages"
  | "isLive"
  | "category"
  | "deviceFamily"
  | "notes"
  | "tags"
  | "country"
>

const languagesOf = (tags: ReadonlyArray<string>) => [...new Set(tags.map((tag) => languageOf(tag) ?? tag))]

/** The given fields as they are kept. */
export const fieldsOf = (given: Omit<AppPatch, "id" | "appId" | "revision">): Partial<Fields> => {
  const text = (value: string | null) => (value === null ? null : neat(value))
  return {
    ...(given.country === undefined ? {} : { country: given.country }),
    ...(given.appName === undefined ? {} : { appName: text(given.appName) }),
    ...(given.appIconUrl === undefined ? {} : { appIconUrl: given.appIconUrl }),
    ...(given.developerName === undefined ? {} : { developerName: text(given.developerName) }),
    ...(given.bundleId === undefined ? {} : { bundleId: text(given.bundleId) }),
    ...(given.subtitle === undefined ? {} : { subtitle: text(given.subtitle) }),
    ...(given.description === undefined ? {} : { description: text(given.description) }),
    ...(given.languages === undefined ? {} : { languages: languagesOf(given.languages ?? []) }),
    ...(given.isLive === undefined ? {} : { isLive: given.isLive }),
    ...(given.category === undefined ? {} : { category: text(given.category) }),
    ...(given.deviceFamily === undefined ? {} : { deviceFamily: given.deviceFamily }),
    ...(given.notes === undefined ? {} : { notes: text(given.notes) }),
    ...(given.tags === undefined ? {} : { tags: tagsOf(given.tags ?? []) })
  }
}

export const givenIn = (fields: object): ReadonlyArray<Fillable> => fillable.filter((name) => name in fields)
export const needsStore = (given: ReadonlyArray<string>, isLive: boolean) =>
  isLive && fillable.some((name) => !given.includes(name))

/** An app that an account doesn't have yet, with what was given of it and told by the store. */
export interface FreshApp {
  readonly id?: string
  readonly platform: Param.Platform
  readonly appId: string
  readonly country: string
  readonly isLive: boolean
  readonly fields: Partial<Fields>
  /** Which of these were given. */
  readonly named: ReadonlyArray<string>
  readonly status: App["metadataStatus"]
  /** Names that are awaited are asked for at once, and by the job only where that fails. */
  readonly isAsked?: boolean
  /** Whoever adds it has all that is awaited filled: `enqueueFills`. */
  readonly isBulk?: boolean
}

interface Filter {
  readonly platform?: Param.Platform
  readonly appId?: string
  readonly q?: string
  readonly tag?: string
  readonly limit: number
  readonly cursor?: Moment
}

const nobody = Effect.void

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const wall = yield* Wall
  const accounts = yield* Accounts
  const listings = yield* Listings
  const limits = yield* makeLimits
  const events = yield* Events
  const jobs = yield* Jobs
  const collection = yield* Collection
  const whereOf = makeWhere(sql)
  const deleted = yield* Deleted
  const audit = yield* makeAudit

  const columns = sql`id, platform, app_id AS "appId", country, app_name AS "appName", app_icon_url AS "appIconUrl",
    developer_name AS "developerName", bundle_id AS "bundleId", subtitle, description, languages,
    is_live AS "isLive", category, device_family AS "deviceFamily", notes, tags, given,
    metadata_status AS "metadataStatus", competitors, keywords, versions, revision,
    created_ms::float8 AS "createdMs", updated_ms::float8 AS "updatedMs"`

  const byId = (accountId: string, id: string) =>
    Effect.map(
      appRows(
        sql`SELECT ${columns} FROM workspace_apps WHERE account_id = ${accountId}::uuid AND id = ${id.toLowerCase()}::uuid`
      ),
      ([row]) => row
    )
  const byAppId = (accountId: string, platform: Param.Platform, appId: string) =>
    Effect.map(
      appRows(sql`SELECT ${columns} FROM workspace_apps
        WHERE account_id = ${accountId}::uuid AND platform = ${platform} AND app_id = ${appId}`),
      ([row]) => row
    )

  /** Within an account: the row that a path or a body names, by the row's id or the app's. */
  const find = Effect.fnUntraced(function* (accountId: string, named: { id?: string; appId?: number | string }) {
    const { appId, id } = named
    const text = appId === undefined ? undefined : String(appId).trim()
    const rowId = id ?? (text !== undefined && isUuid(text) ? text : undefined)
    if (rowId === undefined && text === undefined) {
      return yield* new InvalidInput("id: send the id of the app's row, or appId")
    }
    const app = text === undefined || isUuid(text) ? undefined : yield* listings.parse(text)
    const row =
      rowId !== undefined
        ? yield* byId(accountId, rowId)
        : app === undefined
          ? undefined
          : yield* byAppId(accountId, app.platform, app.appId)
    const agrees =
      row !== undefined && (app === undefined || (row.platform === app.platform && row.appId === app.appId))
    return agrees ? row : yield* nothing("app")
  })

  /** The account has apps now. */
  const own = ({ accountId }: Owner) =>
    wall.outside(sql`INSERT INTO workspace_owners (account_id) VALUES (${accountId}::uuid) ON CONFLICT DO NOTHING`)

  const enqueueFill = (
    accountId: string,
    id: string,
    kind: "app" | "competitor" = "app",
    when: { readonly runAtMs?: number } = {}
  ) =>
    wall
      .outside(jobs.enqueue(Fill, { accountId, kind, id }, { key: `${kind}:${accountId}:${id}`, attempts: 8, ...when }))
      .pipe(Effect.provideService(SqlClient.SqlClient, sql))

  const enqueueFills = (accountId: string) =>
    wall
      .outside(jobs.enqueue(FillAll, { accountId }, { key: `fill-all:${accountId}`, attempts: 8 }))
      .pipe(Effect.provideService(SqlClient.SqlClient, sql))

  const publish = <A>(event: Parameters<typeof events.publish<A>>[0], payloads: ReadonlyArray<A>) =>
    payloads.length === 0
      ? Effect.void
      : wall.outside(events.publishAll(event, payloads)).pipe(Effect.provideService(SqlClient.SqlClient, sql))

  /** The same of all keywords of an app, deleted or not: read only where somebody listens, as there may be 100,000. */
  const publishOf = Effect.fnUntraced(function* (
    event: typeof KeywordAdded | typeof KeywordRemoved,
    { accountId, appId, id, platform }: { readonly accountId: string } & Pick<AppRow, "id" | "platform" | "appId">
  ) {
    if (!events.isHeard(event)) return
    const rows = yield* wordRows(sql`
      SELECT id, keyword, country, device FROM workspace_keyword_rows
      WHERE account_id = ${accountId}::uuid AND app = ${id}::uuid ORDER BY created_ms, id`)
    yield* publish(
      event,
      rows.map((row) => ({ accountId, platform, appId, ...row }))
    )
  })

  const duplicate = (id: string) => new Duplicate(`appId: your workspace has this app already, as ${id}`)

  /** Within `write`, and within the plan's limit: keeps an app that the account doesn't have. What's pending is filled by a job. */
  const insert = Effect.fnUntraced(function* (
    owner: Owner,
    state: Pick<AccountState, "apps">,
    { appId, country, fields, isAsked = false, isBulk = false, isLive, named, platform, status, ...fresh }: FreshApp
  ) {
    const nowMs = yield* Clock.currentTimeMillis
    const id = fresh.id ?? idAt(nowMs)
    const [row] = yield* appRows(sql`
      INSERT INTO workspace_apps (account_id, id, platform, app_id, country, app_name, app_icon_url, developer_name,
        bundle_id, subtitle, description, languages, is_live, category, device_family, notes, tags, given,
        metadata_status, created_ms, updated_ms)
      VALUES (${owner.accountId}::uuid, ${id}::uuid, ${platform}, ${appId}, ${country}, ${fields.appName ?? null},
        ${fields.appIconUrl ?? null}, ${fields.developerName ?? null}, ${fields.bundleId ?? null},
        ${fields.subtitle ?? null}, ${fields.description ?? null},
        ${JSON.stringify(fields.languages ?? [])}::text::jsonb, ${isLive}, ${fields.category ?? null},
        ${fields.deviceFamily ?? null}, ${fields.notes ?? null}, ${JSON.stringify(fields.tags ?? [])}::text::jsonb, ${JSON.stringify(named)}::text::jsonb, ${status},
        ${nowMs}::bigint, ${nowMs}::bigint)
      RETURNING ${columns}`)
    if (row === undefined) return yield* nothing("app")
    yield* accounts.add(owner, { apps: 1 })
    if (state.apps === 0) yield* own(owner)
    if (status === "pending" && !isBulk) {
      yield* enqueueFill(owner.accountId, id, "app", isAsked ? { runAtMs: nowMs + askedLaterMs } : {})
    }
    yield* publish(AppAdded, [{ accountId: owner.accountId, id, platform, appId, country, isLive }])
    return row
  })

  const add = Effect.fn("Apps.add")(function* (owner: Owner, body: NewApp) {
    const { appId: given, platform: confirmed, ...rest } = body
    const { appId, platform, store } = yield* listings.parse(given, confirmed)
    const country = yield* store.parseCountry((rest.country ?? "us").toLowerCase())
    const fields = fieldsOf({ ...rest, country })
    const isLive = fields.isLive ?? true
    const known = yield* wall.inAccount(owner.accountId, byAppId(owner.accountId, platform, appId))
    if (known !== undefined) return yield* duplicate(known.id)
    const named = givenIn(fields)
    const isAsked = needsStore(named, isLive)
    const status = isAsked ? "pending" : "given"
    // Kept first: what is refused costs the store nothing.
    const row = yield* accounts.write(owner, (state) =>
      Effect.gen(function* () {
        const other = yield* byAppId(owner.accountId, platform, appId)
        if (other !== undefined) return yield* duplicate(other.id)
        yield* limits.check(state.plan, "apps", state.apps, 1)
        return yield* insert(owner, state, { platform, appId, country, isLive, fields, named, status, isAsked })
      })
    )
    if (!isAsked) return rowOf(row)
    yield* fill(owner.accountId, row.id, { isFresh: true })
    return rowOf((yield* wall.inAccount(owner.accountId, byId(owner.accountId, row.id))) ?? row)
  })

  const update = Effect.fn("Apps.update")(function* (owner: Owner, { appId, id, revision, ...patch }: AppPatch) {
    const { accountId } = owner
    const named = { ...(id === undefined ? {} : { id }), ...(appId === undefined ? {} : { appId }) }
    return yield* accounts.write(owner, () =>
      Effect.gen(function* () {
        const before = yield* find(accountId, named)
        if (revision !== undefined && revision !== before.revision) {
          return yield* new StaleRevision(
            `revision: is ${before.revision} by now and not ${revision}; merge with details.present and send its revision`,
            { details: { present: rowOf(before) } }
          )
        }
        const store = yield* listings.store(before.platform)
        const country =
          patch.country === undefined ? before.country : yield* store.parseCountry(patch.country.toLowerCase())
        const given = fieldsOf({ ...patch, ...(patch.country === undefined ? {} : { country }) })
        const after = { ...before, ...given }
        const named2 = [...new Set([...before.given, ...givenIn(given)])]
        const isChanged = JSON.stringify(after) !== JSON.stringify(before) || named2.length !== before.given.length
        if (!isChanged) return rowOf(before)
        const goesLive = after.isLive && !before.isLive
        const asksAgain = needsStore(named2, after.isLive) && (goesLive || after.country !== before.country)
        // Of one that isn't live any more nothing is awaited.
        const isAwaited = before.metadataStatus !== "pending" || after.isLive
        const status = asksAgain ? "pending" : isAwaited ? before.metadataStatus : "given"
        const nowMs = yield* Clock.currentTimeMillis
        const [row] = yield* appRows(sql`
          UPDATE workspace_apps SET country = ${after.country}, app_name = ${after.appName},
            app_icon_url = ${after.appIconUrl}, developer_name = ${after.developerName}, bundle_id = ${after.bundleId},
            subtitle = ${after.subtitle}, description = ${after.description},
            languages = ${JSON.stringify(after.languages)}::text::jsonb, is_live = ${after.isLive},
            category = ${after.category}, device_family = ${after.deviceFamily}, notes = ${after.notes},
            tags = ${JSON.stringify(after.tags)}::text::jsonb, given = ${JSON.stringify(named2)}::text::jsonb, metadata_status = ${status},
            shelf = CASE WHEN country = ${after.country} THEN shelf END,
            page_ms = CASE WHEN country = ${after.country} THEN page_ms END,
            revision = revision + 1, updated_ms = ${nowMs}::bigint
          WHERE account_id = ${accountId}::uuid AND id = ${before.id}::uuid RETURNING ${columns}`)
        if (row === undefined) return yield* nothing("app")
        if (asksAgain) yield* enqueueFill(accountId, row.id)
        return rowOf(row)
      })
    )
  })

  const remove = Effect.fn("Apps.remove")(function* (owner: Owner, named: { id?: string; appId?: number | string }) {
    const { accountId } = owner
    return yield* accounts.write(owner, (state) =>
      Effect.gen(function* () {
        const { appId, competitors, id, keywords, platform, versions } = yield* find(accountId, named)
        const app = { accountId, platform, appId }
        yield* deleted.keep({ accountId, plan: state.plan }, id)
        const rivals = yield* competitorRows(sql`
          DELETE FROM workspace_competitors WHERE account_id = ${accountId}::uuid AND app = ${id}::uuid
          RETURNING id, competitor_app_id AS "competitorAppId"`)
        yield* sql`DELETE FROM workspace_versions WHERE account_id = ${accountId}::uuid AND app = ${id}::uuid`
        yield* sql`DELETE FROM workspace_apps WHERE account_id = ${accountId}::uuid AND id = ${id}::uuid`
        yield* accounts.add(owner, { apps: -1, versions: -versions })
        yield* collection.leave(accountId, { id, keywords }, state)
        if (state.apps === 1) {
          yield* wall.outside(sql`DELETE FROM workspace_owners WHERE account_id = ${accountId}::uuid`)
        }
        if (keywords > 0) yield* publishOf(KeywordRemoved, { ...app, id })
        yield* publish(
          CompetitorRemoved,
          rivals.map(({ competitorAppId, id }) => ({ ...app, id, competitorAppId }))
        )
        yield* publish(AppRemoved, [{ ...app, id }])
        const before = { platform, appId, competitors, keywords, versions }
        yield* audit(accountId, "workspace.app-deleted", { target: { kind: "app", id }, before })
        return { deleted: true as const, id, removed: { competitors, keywords, versions } }
      })
    )
  })

  /** Within an account: the rows of a page, and one more where there are more. */
  const page = Effect.fnUntraced(function* (
    accountId: string,
    {
      app,
      cursor,
      limit,
      platform,
      q,
      tag
    }: Omit<Filter, "appId"> & { readonly app?: Pick<FreshApp, "platform" | "appId"> }
  ) {
    const asked = whereOf(
      sql`account_id = ${accountId}::uuid`,
      platform === undefined ? undefined : sql`platform = ${platform}`,
      app === undefined ? undefined : sql`(platform, app_id) = (${app.platform}, ${app.appId})`,
      q === undefined
        ? undefined
        : sql`concat_ws(' ', app_name, app_id, developer_name, bundle_id, notes) ILIKE ${within(q)}`,
      tag === undefined ? undefined : sql`tags @> ${JSON.stringify([tagOf(tag)])}::text::jsonb`
    )
    const rest = cursor === undefined ? undefined : sql`(created_ms, id) > (${cursor.ms}::bigint, ${cursor.id}::uuid)`
    const rows = yield* appRows(sql`
      SELECT ${columns} FROM workspace_apps WHERE ${whereOf(asked, rest)}
      ORDER BY created_ms, id LIMIT ${limit + 1}::int`)
    const [counted] = yield* numberRows(sql`SELECT count(*)::int AS n FROM workspace_apps WHERE ${asked}`)
    return { rows, total: counted?.n ?? 0 }
  })

  const list = Effect.fn("Apps.list")(function* (accountId: string, { appId, ...filter }: Filter) {
    const { limit } = filter
    const app = appId === undefined ? {} : { app: yield* listings.parse(appId) }
    const { rows, total } = yield* wall.inAccount(accountId, page(accountId, { ...filter, ...app }))
    const { items, nextCursor } = pageOf(rows, { limit, cursor: byMoment, positionOf })
    return { items: items.map(rowOf), nextCursor, total }
  })

  /**
   * Asks the store for the names that are awaited and for what the app's page shows, and writes what it told. Gives
   * whether nothing is awaited any more. A page that can't be read now is read another time.
   */
  const fill = Effect.fn("Apps.fill")(function* (accountId: string, id: string, { isFresh = false } = {}) {
    const before = yield* wall.inAccount(accountId, byId(accountId, id))
    if (before === undefined || !before.isLive) return true
    const { appId, country, platform } = before
    const isAwaited = (row: AppRow) => row.metadataStatus === "pending" || row.metadataStatus === "not_found"
    const [told, page] = yield* Effect.all(
      [isAwaited(before) ? listings.ask(platform, appId, country) : nobody, listings.page(platform, appId, country)],
      { concurrency: 2 }
    )
    const nowMs = yield* Clock.currentTimeMillis
    return yield* wall.inAccount(
      accountId,
      Effect.gen(function* () {
        // It may be changed meanwhile, and not any more from here on.
        const [locked] = yield* pageRows(sql`
          SELECT page_ms::float8 AS "pageMs" FROM workspace_apps
          WHERE account_id = ${accountId}::uuid AND id = ${id}::uuid FOR UPDATE`)
        const now = locked === undefined ? undefined : yield* byId(accountId, id)
        if (locked === undefined || now === undefined || !now.isLive) return true
        if (now.country !== country) return false
        const isTold = isAwaited(now) && told !== undefined && told !== "pending"
        const names = isTold && told !== "not_found" ? told : {}
        const line = typeof page === "object" && locked.pageMs === null ? { subtitle: page.subtitle } : {}
        const free = Object.entries({ ...names, ...line }).filter(([name]) => !now.given.includes(name))
        const status = isTold ? (told === "not_found" ? "not_found" : "filled") : now.metadataStatus
        const after: AppRow = { ...now, ...Object.fromEntries(free), metadataStatus: status }
        const isChanged = JSON.stringify(after) !== JSON.stringify(now)
        const isRead = page !== "pending"
        const shelf = typeof page === "object" ? JSON.stringify(page.similar) : null
        const isSeen = isChanged && !isFresh
        yield* sql`
          UPDATE workspace_apps SET app_name = ${after.appName}, app_icon_url = ${after.appIconUrl},
            developer_name = ${after.developerName}, bundle_id = ${after.bundleId}, subtitle = ${after.subtitle},
            description = ${after.description}, languages = ${JSON.stringify(after.languages)}::text::jsonb,
            category = ${after.category}, metadata_status = ${status},
            shelf = CASE WHEN ${isRead}::boolean THEN ${shelf}::text::jsonb ELSE shelf END,
            page_ms = CASE WHEN ${isRead}::boolean THEN ${nowMs}::bigint ELSE page_ms END,
            revision = revision + ${isSeen ? 1 : 0}::int,
            updated_ms = CASE WHEN ${isSeen}::boolean THEN ${nowMs}::bigint ELSE updated_ms END
          WHERE account_id = ${accountId}::uuid AND id = ${id}::uuid`
        return status !== "pending"
      })
    )
  })

  /** Has the store asked again for names that it didn't tell, and for pages that were read long ago. */
  const refill = Effect.fn("Apps.refill")(function* (accountId: string) {
    const nowMs = yield* Clock.currentTimeMillis
    yield* wall.inAccount(
      accountId,
      Effect.gen(function* () {
        const stale = yield* idRows(sql`
          SELECT id FROM workspace_apps WHERE account_id = ${accountId}::uuid AND is_live
            AND (metadata_status = 'pending' OR page_ms IS NULL OR page_ms < ${nowMs - pageKeptMs}::bigint)
          ORDER BY page_ms NULLS FIRST, id LIMIT ${unfilledMax}::int`)
        yield* Effect.forEach(stale, ({ id }) => enqueueFill(accountId, id), { discard: true })
        const rivals = yield* idRows(sql`
          SELECT id FROM workspace_competitors WHERE account_id = ${accountId}::uuid AND is_pending LIMIT 1`)
        if (rivals.length > 0) yield* enqueueFills(accountId)
      })
    )
  })

  /** Apps and competitors whose names or icons are awaited, from behind this one on, oldest first. */
  const awaited = Effect.fn("Apps.awaited")(function* (accountId: string, after: Awaited | undefined) {
    const behind = after === undefined ? sql`true` : sql`(created_ms, id) > (${after.ms}::bigint, ${after.id}::uuid)`
    const of = (table: "apps" | "competitors") => sql`
      (SELECT ${table === "apps" ? "app" : "competitor"} AS kind, id, created_ms::float8 AS ms
      FROM ${sql(`workspace_${table}`)}
      WHERE account_id = ${accountId}::uuid AND ${table === "apps" ? sql`is_live AND metadata_status = 'pending'` : sql`is_pending`}
        AND ${behind} ORDER BY created_ms, id LIMIT ${unfilledMax}::int)`
    return yield* wall.inAccount(
      accountId,
      awaitedRows(sql`${of("apps")} UNION ALL ${of("competitors")} ORDER BY ms, id LIMIT ${unfilledMax}::int`)
    )
  })

  return {
    add,
    insert,
    own,
    enqueueFill,
    enqueueFills,
    awaited,
    refill,
    update,
    remove,
    list,
    page,
    find,
    byId,
    byAppId,
    fill,
    publish,
    publishOf
  }
})

/** The apps that accounts keep. */
export class Apps extends Context.Service<Apps, Effect.Success<typeof make>>()("@storeglass/workspace/Apps") {
  static readonly layer = Layer.effect(Apps, make)
}
