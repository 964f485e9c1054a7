import { InvalidInput, isoOf, pageOf, rowsOf } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Accounts, type Owner } from "../Accounts.ts"
import { type AppRow, Apps } from "../apps/Apps.ts"
import { makeAudit } from "../audits.ts"
import {
  type CurrentVersion,
  type KeptVersion,
  type KeptVersions,
  LintFailed,
  VersionReleasedEvent
} from "../contract.ts"
import { idAt, makeWhere, numberRows } from "../database.ts"
import { Duplicate, nothing, StaleRevision, VersionReleased } from "../errors.ts"
import { makeLimits } from "../limits.ts"
import { byMoment, type Moment, positionOf } from "../pages.ts"
import type { NewVersion, Version, VersionPatch } from "../schema.ts"
import { askedLanguage, languageOf, neat } from "../texts.ts"
import { Wall } from "../Wall.ts"
import { brandOf, Lints } from "./Lints.ts"

const NullOrText = Schema.NullOr(Schema.String)
const texts = {
  title: NullOrText,
  subtitle: NullOrText,
  description: NullOrText,
  keywords: NullOrText,
  shortDescription: NullOrText,
  promotionalText: NullOrText,
  whatsNew: NullOrText,
  notes: NullOrText
}
const Texts = Schema.Struct(texts)
type Texts = typeof Texts.Type

const Row = Schema.Struct({
  id: Schema.String,
  versionName: Schema.String,
  language: Schema.String,
  ...texts,
  releasedMs: Schema.NullOr(Schema.Finite),
  isCurrent: Schema.Boolean,
  isArchived: Schema.Boolean,
  origin: Schema.Literals(["manual", "copy", "import", "store"]),
  revision: Schema.Int,
  createdMs: Schema.Finite,
  updatedMs: Schema.Finite
})
type Row = typeof Row.Type
const versionRows = rowsOf(Row)
const idRows = rowsOf(Schema.Struct({ id: Schema.String }))

export type LintedApp = Pick<AppRow, "platform" | "appName">
/** A version as rules read it. */
export const lintedOf = (
  { appName, platform }: LintedApp,
  { language, ...row }: Texts & { readonly language: string }
) => {
  const { description, keywords, promotionalText, shortDescription, subtitle, title, whatsNew } = row
  const texts = { title, subtitle, keywords, shortDescription, description, promotionalText, whatsNew }
  return { platform, language, ...texts, brand: brandOf(appName) }
}

const rowOf = ({ createdMs, releasedMs, updatedMs, ...row }: Row, lint: Version["lint"]): Version => ({
  ...row,
  status: releasedMs === null ? "draft" : "released",
  isReleased: releasedMs !== null,
  releasedAt: releasedMs === null ? null : isoOf(releasedMs),
  lint,
  createdAt: isoOf(createdMs),
  updatedAt: isoOf(updatedMs)
})

/** As other plugins see it. */
const keptOf = (row: Row): KeptVersion => {
  const { description, id, keywords, language, promotionalText, releasedMs, shortDescription, subtitle } = row
  const { title, versionName, whatsNew } = row
  const texts = { title, subtitle, description, keywords, shortDescription, promotionalText, whatsNew }
  return { id, versionName, language, ...texts, releasedAt: releasedMs === null ? null : isoOf(releasedMs) }
}

const text = (value: string | null) => (value === null ? null : neat(value))
const joined = (value: string | ReadonlyArray<string> | null) =>
  typeof value === "string" || value === null ? text(value) : value.map(neat).join(",")

/** The given texts as they are kept. */
const textsOf = (given: Omit<VersionPatch, "id">): Partial<Texts> => ({
  ...(given.title === undefined ? {} : { title: text(given.title) }),
  ...(given.subtitle === undefined ? {} : { subtitle: text(given.subtitle) }),
  ...(given.description === undefined ? {} : { description: text(given.description) }),
  ...(given.keywords === undefined ? {} : { keywords: joined(given.keywords) }),
  ...(given.shortDescription === undefined ? {} : { shortDescription: text(given.shortDescription) }),
  ...(given.promotionalText === undefined ? {} : { promotionalText: text(given.promotionalText) }),
  ...(given.whatsNew === undefined ? {} : { whatsNew: text(given.whatsNew) }),
  ...(given.notes === undefined ? {} : { notes: text(given.notes) })
})
const noTexts: Texts = {
  title: null,
  subtitle: null,
  description: null,
  keywords: null,
  shortDescription: null,
  promotionalText: null,
  whatsNew: null,
  notes: null
}

interface Filter {
  readonly language?: string
  readonly isReleased?: boolean
  readonly includeArchived: boolean
  readonly limit: number
  readonly cursor?: Moment
}

/** Versions of an app that another plugin reads at once. */
const keptMax = 1_000
const noId = "00000000-0000-0000-0000-000000000000"
const defaultLanguage = "en-US"
const tagOf = (tag: string) => languageOf(tag) ?? tag

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const wall = yield* Wall
  const accounts = yield* Accounts
  const apps = yield* Apps
  const limits = yield* makeLimits
  const lints = yield* Lints
  const audit = yield* makeAudit
  const whereOf = makeWhere(sql)

  const shown = (app: LintedApp, row: Row) => Effect.map(lints.counts(lintedOf(app, row)), (lint) => rowOf(row, lint))

  const columns = sql`v.id, v.version_name AS "versionName", v.language, v.title, v.subtitle, v.description, v.keywords,
    v.short_description AS "shortDescription", v.promotional_text AS "promotionalText", v.whats_new AS "whatsNew",
    v.notes, v.released_ms::float8 AS "releasedMs", v.is_archived AS "isArchived", v.origin, v.revision,
    v.created_ms::float8 AS "createdMs", v.updated_ms::float8 AS "updatedMs",
    v.released_ms IS NOT NULL AND NOT EXISTS (SELECT FROM workspace_versions o
      WHERE o.account_id = v.account_id AND o.app = v.app AND o.language = v.language
        AND (o.released_ms, o.id) > (v.released_ms, v.id)) AS "isCurrent"`

  const byId = (accountId: string, app: string, id: string) =>
    Effect.map(
      versionRows(sql`SELECT ${columns} FROM workspace_versions v
        WHERE v.account_id = ${accountId}::uuid AND v.app = ${app}::uuid AND v.id = ${id}::uuid`),
      ([row]) => row
    )

  const unused = Effect.fnUntraced(function* (
    accountId: string,
    app: string,
    { language, versionName }: { readonly language: string; readonly versionName: string },
    id: string
  ) {
    const [other] = yield* idRows(sql`
      SELECT id FROM workspace_versions WHERE account_id = ${accountId}::uuid AND app = ${app}::uuid
        AND language = ${language} AND version_name = ${versionName} AND id <> ${id}::uuid`)
    if (other !== undefined) {
      return yield* new Duplicate(`versionName: '${versionName}' is there in ${language} already, as ${other.id}`)
    }
  })

  /** When it's released; null: it's a draft. */
  const release = Effect.fnUntraced(function* (
    { isReleased, releasedAt }: Pick<VersionPatch, "isReleased" | "releasedAt">,
    before: number | null
  ) {
    const nowMs = yield* Clock.currentTimeMillis
    const goesOut = isReleased ?? before !== null
    if (!goesOut) {
      return releasedAt === undefined
        ? null
        : yield* new InvalidInput("releasedAt (body): is of a released version; send isReleased: true with it")
    }
    if (releasedAt === undefined) return before ?? nowMs
    const givenMs = Math.floor(Date.parse(releasedAt))
    return givenMs > nowMs || givenMs < 0
      ? yield* new InvalidInput("releasedAt (body): must not be in the future, nor before 1970")
      : givenMs
  })

  /** Refuses to release what breaks the store's rules, unless it's forced. */
  const clear = Effect.fnUntraced(function* (app: LintedApp, version: Texts & { readonly language: string }) {
    const lint = yield* lints.of(lintedOf(app, version))
    if (lint !== null && lint.errors > 0) {
      const [first] = lint.issues.filter(({ severity }) => severity === "error")
      return yield* new LintFailed(
        `isReleased (body): the version breaks ${lint.errors} rule${lint.errors === 1 ? "" : "s"} of the store${first === undefined ? "" : `, such as ${first.ruleId} in ${first.field}`}; fix what details.issues lists, or send force: true`,
        { details: lint }
      )
    }
  })

  /** Tells of a release, and notes who made it or took it back. */
  const tell = Effect.fnUntraced(function* (
    accountId: string,
    { appId, platform }: { readonly platform: "storea" | "storeb"; readonly appId: string },
    { id, language, releasedMs, versionName }: Row,
    before: number | null
  ) {
    if (releasedMs === before) return
    const target = { kind: "version", id }
    const of = { platform, appId, versionName, language }
    if (releasedMs === null) return yield* audit(accountId, "workspace.release-withdrawn", { target, before: of })
    const released = { ...of, releasedAt: isoOf(releasedMs) }
    // Of one that was out already the day is another, and with it which version is current.
    const was = before === null ? {} : { before: { ...of, releasedAt: isoOf(before) } }
    yield* audit(accountId, "workspace.version-released", { target, ...was, after: released })
    yield* apps.publish(VersionReleasedEvent, [{ accountId, id, ...released }])
  })

  const list = Effect.fn("Versions.list")(function* (
    accountId: string,
    appId: string,
    { cursor, includeArchived, isReleased, limit, ...filter }: Filter
  ) {
    const language = filter.language === undefined ? undefined : yield* askedLanguage(filter.language)
    const found = yield* wall.inAccount(
      accountId,
      Effect.gen(function* () {
        const app = yield* apps.find(accountId, { appId })
        const asked = whereOf(
          sql`v.account_id = ${accountId}::uuid`,
          sql`v.app = ${app.id}::uuid`,
          language === undefined ? undefined : sql`v.language = ${language}`,
          isReleased === undefined ? undefined : sql`(v.released_ms IS NOT NULL) = ${isReleased}::boolean`,
          includeArchived ? undefined : sql`NOT v.is_archived`
        )
        const rest =
          cursor === undefined ? undefined : sql`(v.created_ms, v.id) < (${cursor.ms}::bigint, ${cursor.id}::uuid)`
        const rows = yield* versionRows(sql`
          SELECT ${columns} FROM workspace_versions v WHERE ${whereOf(asked, rest)}
          ORDER BY v.created_ms DESC, v.id DESC LIMIT ${limit + 1}::int`)
        const [counted] = yield* numberRows(sql`SELECT count(*)::int AS n FROM workspace_versions v WHERE ${asked}`)
        return { app, rows, total: counted?.n ?? 0 }
      })
    )
    const { items, nextCursor } = pageOf(found.rows, { limit, cursor: byMoment, positionOf })
    return { items: yield* Effect.forEach(items, (row) => shown(found.app, row)), nextCursor, total: found.total }
  })

  const add = Effect.fn("Versions.add")(function* (
    owner: Owner,
    appId: string,
    body: NewVersion,
    { isGuarded = true, origin }: { readonly origin?: Version["origin"]; readonly isGuarded?: boolean } = {}
  ) {
    const { accountId } = owner
    const { copyFrom, language, versionName, ...given } = body
    return yield* accounts.write(
      owner,
      (state) =>
        Effect.gen(function* () {
          const app = yield* apps.find(accountId, { appId })
          const source = copyFrom === undefined ? undefined : yield* byId(accountId, app.id, copyFrom)
          if (copyFrom !== undefined && source === undefined) return yield* nothing("version")
          const kept = {
            versionName: neat(versionName),
            language: tagOf(language ?? source?.language ?? defaultLanguage)
          }
          yield* unused(accountId, app.id, kept, noId)
          yield* limits.check(state.plan, "versions", state.versions, 1)
          const releasedMs = yield* release(given, null)
          const nowMs = yield* Clock.currentTimeMillis
          const id = idAt(nowMs)
          const told: Texts = { ...noTexts, ...source, ...textsOf(given) }
          if (releasedMs !== null && given.force !== true) yield* clear(app, { ...told, language: kept.language })
          yield* sql`
          INSERT INTO workspace_versions (account_id, app, id, version_name, language, title, subtitle, description,
            keywords, short_description, promotional_text, whats_new, notes, released_ms, is_archived, origin,
            created_ms, updated_ms)
          VALUES (${accountId}::uuid, ${app.id}::uuid, ${id}::uuid, ${kept.versionName}, ${kept.language},
            ${told.title}, ${told.subtitle}, ${told.description}, ${told.keywords}, ${told.shortDescription},
            ${told.promotionalText}, ${told.whatsNew}, ${told.notes}, ${releasedMs}::bigint, false,
            ${origin ?? (source === undefined ? "manual" : "copy")}, ${nowMs}::bigint, ${nowMs}::bigint)`
          yield* accounts.add(owner, { versions: 1 })
          yield* sql`UPDATE workspace_apps SET versions = versions + 1
          WHERE account_id = ${accountId}::uuid AND id = ${app.id}::uuid`
          const row = yield* byId(accountId, app.id, id)
          if (row === undefined) return yield* nothing("version")
          yield* tell(accountId, app, row, null)
          return yield* shown(app, row)
        }),
      { guarded: isGuarded }
    )
  })

  const update = Effect.fn("Versions.update")(function* (owner: Owner, appId: string, body: VersionPatch) {
    const { accountId } = owner
    const { force, id, isArchived, isReleased, language, releasedAt, revision, versionName, ...given } = body
    return yield* accounts.write(owner, () =>
      Effect.gen(function* () {
        const app = yield* apps.find(accountId, { appId })
        const before = yield* byId(accountId, app.id, id)
        if (before === undefined) return yield* nothing("version")
        if (revision !== undefined && revision !== before.revision) {
          return yield* new StaleRevision(
            `revision: is ${before.revision} by now and not ${revision}; merge with details.present and send its revision`,
            { details: { present: yield* shown(app, before) } }
          )
        }
        const releasedMs = yield* release(
          {
            ...(isReleased === undefined ? {} : { isReleased }),
            ...(releasedAt === undefined ? {} : { releasedAt })
          },
          before.releasedMs
        )
        const after: Row = {
          ...before,
          ...textsOf(given),
          versionName: versionName === undefined ? before.versionName : neat(versionName),
          language: language === undefined ? before.language : tagOf(language),
          isArchived: isArchived ?? before.isArchived,
          releasedMs
        }
        const { isArchived: _, notes: __, releasedMs: ___, ...frozen } = after
        const { isArchived: _a, notes: _n, releasedMs: wasReleasedMs, ...frozenBefore } = before
        if (wasReleasedMs !== null && releasedMs !== null && JSON.stringify(frozen) !== JSON.stringify(frozenBefore)) {
          return yield* new VersionReleased(
            `'${before.versionName}' is released, so its text can't change; send copyFrom: ${before.id} with a new version, or take the release back with isReleased: false`
          )
        }
        if (JSON.stringify(after) === JSON.stringify(before)) return yield* shown(app, before)
        yield* unused(accountId, app.id, after, before.id)
        if (wasReleasedMs === null && releasedMs !== null && force !== true) yield* clear(app, after)
        const nowMs = yield* Clock.currentTimeMillis
        yield* sql`
          UPDATE workspace_versions SET version_name = ${after.versionName}, language = ${after.language},
            title = ${after.title}, subtitle = ${after.subtitle}, description = ${after.description},
            keywords = ${after.keywords}, short_description = ${after.shortDescription},
            promotional_text = ${after.promotionalText}, whats_new = ${after.whatsNew}, notes = ${after.notes},
            released_ms = ${releasedMs}::bigint, is_archived = ${after.isArchived}, revision = revision + 1,
            updated_ms = ${nowMs}::bigint
          WHERE account_id = ${accountId}::uuid AND app = ${app.id}::uuid AND id = ${before.id}::uuid`
        const row = yield* byId(accountId, app.id, before.id)
        if (row === undefined) return yield* nothing("version")
        yield* tell(accountId, app, row, wasReleasedMs)
        return yield* shown(app, row)
      })
    )
  })

  /** What is live of an app, by language; of one that isn't kept, nothing. */
  const current = Effect.fn("Versions.current")(function* (
    accountId: string,
    { appId, platform }: { readonly platform: "storea" | "storeb"; readonly appId: string },
    language?: string
  ) {
    const tag = language === undefined ? null : tagOf(language)
    const rows = yield* wall.inAccount(
      accountId,
      Effect.gen(function* () {
        const app = yield* apps.byAppId(accountId, platform, appId)
        if (app === undefined) return []
        return yield* versionRows(sql`
          SELECT DISTINCT ON (v.language) ${columns} FROM workspace_versions v
          WHERE v.account_id = ${accountId}::uuid AND v.app = ${app.id}::uuid AND v.released_ms IS NOT NULL
            AND (${tag}::text IS NULL OR v.language = ${tag}::text)
          ORDER BY v.language, v.released_ms DESC, v.id DESC`)
      })
    )
    return rows.map((row): CurrentVersion => ({ ...keptOf(row), releasedAt: isoOf(row.releasedMs ?? 0) }))
  })

  /** All of an app, the last one made first; of one that isn't kept, undefined. */
  const kept: KeptVersions["Service"]["of"] = Effect.fn("Versions.kept")(function* (
    accountId,
    { appId, platform },
    { isArchived = false, isReleased, limit = keptMax } = {}
  ) {
    return yield* wall.inAccount(
      accountId,
      Effect.gen(function* () {
        const app = yield* apps.byAppId(accountId, platform, appId)
        if (app === undefined) return undefined
        const rows = yield* versionRows(sql`
          SELECT ${columns} FROM workspace_versions v
          WHERE v.account_id = ${accountId}::uuid AND v.app = ${app.id}::uuid AND (${isArchived}::boolean OR NOT v.is_archived)
            AND (${isReleased ?? null}::boolean IS NULL OR (v.released_ms IS NOT NULL) = ${isReleased ?? null}::boolean)
          ORDER BY v.created_ms DESC, v.id DESC LIMIT ${limit}::int`)
        return rows.map(keptOf)
      })
    )
  })

  return { list, add, update, current, kept }
})

/** The versions of a listing that accounts keep. */
export class Versions extends Context.Service<Versions, Effect.Success<typeof make>>()(
  "@storeglass/workspace/Versions"
) {
  static readonly layer = Layer.effect(Versions, make)
}
