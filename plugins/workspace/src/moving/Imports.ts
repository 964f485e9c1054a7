import { InvalidInput, isoOf, type Param, rowsOf, type TierLimitExceeded } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Result, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type AccountState, Accounts, type Owner } from "../Accounts.ts"
import { type AppRow, Apps, type FreshApp, fieldsOf, givenIn, needsStore } from "../apps/Apps.ts"
import { Listings } from "../apps/Listings.ts"
import { makeAudit } from "../audits.ts"
import { CompetitorAdded, VersionReleasedEvent } from "../contract.ts"
import { idAt, idsAt } from "../database.ts"
import { Collection } from "../keywords/Collection.ts"
import { type FreshKeyword, formOf, Keywords, typedOf } from "../keywords/Keywords.ts"
import { competitorsMax, makeLimits } from "../limits.ts"
import { type BroughtReport, Reports, reportBytesMax } from "../reports/Reports.ts"
import { relationships } from "../schema.ts"
import { tagsOf } from "../tags/text.ts"
import { cutTo, keywordMax, languageOf, neat } from "../texts.ts"
import { Lints } from "../versions/Lints.ts"
import { lintedOf } from "../versions/Versions.ts"
import type { NewView } from "../views/schema.ts"
import { Views } from "../views/Views.ts"
import { Wall } from "../Wall.ts"
import type { Import, Imported, MovedApp } from "./schema.ts"
import { appOf, countryOf, type File, fileOf, nameOf, type Refusal, tagOf, type WantedRow } from "./wanted.ts"

interface Rival {
  readonly appId: string
  readonly name: string | null
  readonly relationship: (typeof relationships)[number]
}
type MovedVersion = NonNullable<MovedApp["versions"]>[number]

/** What is asked to be kept with one app, each once. */
interface Part {
  /** The row; undefined: the app is new. */
  readonly kept: AppRow | undefined
  readonly app: FreshApp
  readonly rivals: Map<string, Rival>
  readonly keywords: Map<string, FreshKeyword>
  readonly versions: Map<string, MovedVersion>
}
interface Tally {
  added: number
  duplicates: number
}

const textRows = rowsOf(Schema.Struct({ key: Schema.String }))
const keptRows = rowsOf(Schema.Struct({ id: Schema.String, language: Schema.String, versionName: Schema.String }))
const stateRows = rowsOf(
  Schema.Struct({ apps: Schema.Int, keywords: Schema.Int, versions: Schema.Int, reports: Schema.Int })
)

const textOf = (value: string | undefined) => (value === undefined ? null : neat(value))
const textsOf = (version: MovedVersion) => ({
  title: textOf(version.title),
  subtitle: textOf(version.subtitle),
  description: textOf(version.description),
  keywords: textOf(version.keywords),
  shortDescription: textOf(version.shortDescription),
  promotionalText: textOf(version.promotionalText),
  whatsNew: textOf(version.whatsNew),
  notes: textOf(version.notes)
})
const columnsOf = ({ promotionalText, shortDescription, whatsNew, ...texts }: ReturnType<typeof textsOf>) => ({
  ...texts,
  short_description: shortDescription,
  promotional_text: promotionalText,
  whats_new: whatsNew
})

const isRelationship = (text: string | undefined): text is Rival["relationship"] =>
  relationships.some((each) => each === text)
const keyOf = (...parts: ReadonlyArray<string>) => JSON.stringify(parts)
const refusalsShown = 100

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const wall = yield* Wall
  const accounts = yield* Accounts
  const apps = yield* Apps
  const keywords = yield* Keywords
  const listings = yield* Listings
  const collection = yield* Collection
  const limits = yield* makeLimits
  const reports = yield* Reports
  const views = yield* Views
  const lints = yield* Lints
  const audit = yield* makeAudit

  /** Within an account: the reports of a file that it doesn't have, each once. */
  const gatherReports = Effect.fnUntraced(function* (accountId: string, file: File) {
    const fresh = new Map<string, BroughtReport>()
    const refusals: Array<Refusal> = []
    let duplicates = 0
    for (const { id, payload, ...report } of file.kind === "export" ? file.reports : []) {
      const text = JSON.stringify(payload) ?? "null"
      const key = id.toLowerCase()
      if (Buffer.byteLength(text) > reportBytesMax) {
        refusals.push({ row: null, value: `${report.title} ${key}`, reason: "REPORT_TOO_LARGE" })
      } else if (fresh.has(key)) duplicates += 1
      else fresh.set(key, { ...report, id: key, payload: text })
    }
    if (fresh.size > 0) {
      for (const id of yield* reports.known(accountId, [...fresh.keys()])) duplicates += fresh.delete(id) ? 1 : 0
    }
    return { fresh: [...fresh.values()], refusals, duplicates }
  })

  /** Within an account: the views of a file whose names are free, each once. */
  const gatherViews = Effect.fnUntraced(function* (accountId: string, file: File) {
    const asked = file.kind === "export" ? file.views : []
    const there = asked.length === 0 ? [] : yield* views.named(accountId)
    const names = new Set(there.map(({ lists, name }) => keyOf(lists, name)))
    const fresh: Array<NewView> = []
    const refusals: Array<Refusal> = []
    let duplicates = 0
    for (const view of asked) {
      const key = keyOf(view.lists, neat(view.name))
      if (Result.isFailure(yield* Effect.result(views.checked(view.lists, view)))) {
        refusals.push({ row: null, value: neat(view.name), reason: "INVALID_VIEW" })
      } else if (names.has(key)) duplicates += 1
      else fresh.push(view)
      names.add(key)
    }
    return { fresh, refusals, duplicates, used: there.length }
  })

  /** Within an account: sorts what a file asks for by its apps, each thing once. */
  const gather = Effect.fnUntraced(function* (accountId: string, file: File, body: Import, nowMs: number) {
    const parts = new Map<string, Part>()
    const refusals: Array<Refusal> = []
    const repeated = { apps: 0, competitors: 0, keywords: 0, versions: 0 }
    const refuse = (row: number | null, value: string, reason: Refusal["reason"]) => {
      refusals.push({ row, value: cutTo(value, keywordMax), reason })
    }
    const once = <A>(map: Map<string, A>, key: string, made: () => A, what: keyof typeof repeated) => {
      if (map.has(key)) repeated[what] += 1
      else map.set(key, made())
    }

    const places = new Map<string, string | undefined>()
    const country = Effect.fnUntraced(function* (platform: Param.Platform, given: string) {
      const key = keyOf(platform, given)
      if (!places.has(key)) {
        const store = yield* listings.store(platform)
        const parsed = yield* Effect.result(store.parseCountry(given.toLowerCase()))
        places.set(key, Result.isSuccess(parsed) ? parsed.success : undefined)
      }
      return places.get(key)
    })
    const devices = new Map<string, string | undefined>()
    const device = Effect.fnUntraced(function* (platform: Param.Platform, given: string | undefined) {
      const key = keyOf(platform, given ?? "")
      if (!devices.has(key)) {
        const found = yield* Effect.result(keywords.deviceOf(platform, given))
        devices.set(key, Result.isSuccess(found) ? found.success : undefined)
      }
      return devices.get(key)
    })
    const ids = new Map<string, { readonly platform: Param.Platform; readonly appId: string } | undefined>()
    const parse = Effect.fnUntraced(function* (given: string) {
      if (!ids.has(given)) {
        const found = yield* Effect.result(listings.parse(given))
        ids.set(given, Result.isSuccess(found) ? found.success : undefined)
      }
      return ids.get(given)
    })
    const partOf = (kept: AppRow): Part => {
      const key = keyOf(kept.platform, kept.appId)
      const part = parts.get(key) ?? {
        kept,
        app: {
          platform: kept.platform,
          appId: kept.appId,
          country: kept.country,
          isLive: kept.isLive,
          fields: {},
          named: [],
          status: kept.metadataStatus
        },
        rivals: new Map(),
        keywords: new Map(),
        versions: new Map()
      }
      parts.set(key, part)
      return part
    }
    const rival = Effect.fnUntraced(function* (
      { app, rivals }: Part,
      at: number | null,
      given: string,
      name: string | undefined,
      relationship: string | undefined
    ) {
      const found = yield* parse(given)
      if (found === undefined) return refuse(at, given, "INVALID_APP_ID")
      if (found.platform !== app.platform) return refuse(at, given, "OTHER_STORE")
      if (found.appId === app.appId) return refuse(at, given, "SAME_APP")
      const { appId } = found
      const made = (): Rival => ({
        appId,
        name: name ?? null,
        relationship: isRelationship(relationship) ? relationship : "direct"
      })
      once(rivals, appId, made, "competitors")
    })
    const keyword = Effect.fnUntraced(function* (
      { app, keywords: wanted }: Part,
      at: number | null,
      given: {
        readonly keyword: string
        readonly country: string
        readonly device: string | undefined
        readonly language: string | undefined
        readonly tags?: ReadonlyArray<string>
      }
    ) {
      const form = formOf(given.keyword)
      if (form === undefined) return refuse(at, given.keyword, "INVALID_KEYWORD")
      const place = yield* country(app.platform, given.country)
      if (place === undefined) return refuse(at, `${given.keyword} ${given.country}`, "INVALID_COUNTRY")
      const on = yield* device(app.platform, given.device)
      if (on === undefined) return refuse(at, `${given.keyword} ${given.device}`, "INVALID_DEVICE")
      const made = (): FreshKeyword => ({
        id: idAt(nowMs),
        keyword: form,
        typed: typedOf(given.keyword, form),
        country: place,
        device: on,
        language: given.language ?? null,
        tags: tagsOf(given.tags ?? [])
      })
      once(wanted, keyOf(form, place, on), made, "keywords")
    })

    if (file.kind === "export") {
      for (const { competitors = [], filled = [], keywords: words = [], versions = [], ...given } of file.apps) {
        const { appId: asked, platform, country: at, isLive = true, ...fields } = given
        const found = yield* parse(String(asked))
        if (found === undefined || (platform !== undefined && platform !== found.platform)) {
          refuse(null, String(asked), "INVALID_APP_ID")
          continue
        }
        const place = yield* country(found.platform, at ?? "us")
        if (place === undefined) {
          refuse(null, `${found.appId} ${at}`, "INVALID_COUNTRY")
          continue
        }
        const kept = yield* apps.byAppId(accountId, found.platform, found.appId)
        const key = keyOf(found.platform, found.appId)
        const told = fieldsOf(fields)
        const named = givenIn(told).filter((name) => !filled.includes(name))
        const asks = needsStore(named, isLive)
        const status = !asks ? "given" : filled.length > 0 ? "filled" : "pending"
        const app: FreshApp = { ...found, country: place, isLive, fields: told, named, status }
        if (parts.has(key)) repeated.apps += 1
        const part = parts.get(key) ?? (kept === undefined ? undefined : partOf(kept))
        const into = part ?? { kept, app, rivals: new Map(), keywords: new Map(), versions: new Map() }
        parts.set(key, into)
        for (const { competitorAppId, name, relationship } of competitors) {
          yield* rival(into, null, String(competitorAppId), name === undefined ? undefined : neat(name), relationship)
        }
        for (const each of words) {
          const language = each.language === undefined ? undefined : languageOf(each.language)
          yield* keyword(into, null, { ...each, device: each.device, language })
        }
        for (const version of versions) {
          const tag = languageOf(version.language ?? "en-US") ?? "en-US"
          const versionName = neat(version.versionName)
          once(into.versions, keyOf(tag, versionName), () => ({ ...version, language: tag, versionName }), "versions")
        }
      }
      return { parts: [...parts.values()], refusals, repeated }
    }

    const named = body.appId === undefined ? undefined : yield* apps.find(accountId, { appId: body.appId })
    const kept = new Map<string, AppRow | undefined>()
    const appOfRow = Effect.fnUntraced(function* ({ app, at }: WantedRow) {
      if (app === undefined) {
        if (named !== undefined) return named
        return yield* new InvalidInput(
          file.kind === "keywords"
            ? "appId (body): which app are the keywords for? The file doesn't say it"
            : "appId (body): whose competitors are these? The file doesn't say it"
        )
      }
      const given = appOf(app)
      if (!kept.has(given)) {
        const found = yield* parse(given)
        kept.set(given, found && (yield* apps.byAppId(accountId, found.platform, found.appId)))
      }
      const row = kept.get(given)
      if (row === undefined) refuse(at, app, ids.get(given) === undefined ? "INVALID_APP_ID" : "APP_NOT_KEPT")
      return row
    })
    for (const row of file.rows) {
      const app = yield* appOfRow(row)
      if (app === undefined) continue
      if (file.kind === "competitors") {
        const { at, competitor = "", name, relationship } = row
        yield* rival(partOf(app), at, appOf(competitor), name === undefined ? undefined : nameOf(name), relationship)
        continue
      }
      const language = row.language === undefined ? undefined : tagOf(row.language)
      yield* keyword(partOf(app), row.at, {
        keyword: row.keyword ?? "",
        country: row.country === undefined ? (body.country ?? app.country) : countryOf(row.country),
        device: row.device,
        language: language ?? (body.language === undefined ? undefined : languageOf(body.language))
      })
    }
    return { parts: [...parts.values()], refusals, repeated }
  })

  /** Within an account: takes out of a part what is there already; gives how much that is. */
  const without = Effect.fnUntraced(function* (accountId: string, { kept, keywords: words, rivals, versions }: Part) {
    const known = { competitors: 0, keywords: 0, versions: 0 }
    if (kept === undefined) return known
    const there =
      rivals.size === 0
        ? []
        : yield* textRows(sql`
      SELECT competitor_app_id AS key FROM workspace_competitors
      WHERE account_id = ${accountId}::uuid AND app = ${kept.id}::uuid`)
    for (const { key } of there) known.competitors += rivals.delete(key) ? 1 : 0
    for (const { country, device, keyword } of yield* keywords.known(accountId, kept.id, [...words.values()])) {
      known.keywords += words.delete(keyOf(keyword, country, device)) ? 1 : 0
    }
    const drafted =
      versions.size === 0
        ? []
        : yield* keptRows(sql`
      SELECT id, language, version_name AS "versionName" FROM workspace_versions
      WHERE account_id = ${accountId}::uuid AND app = ${kept.id}::uuid`)
    for (const { language, versionName } of drafted) {
      known.versions += versions.delete(keyOf(language, versionName)) ? 1 : 0
    }
    return known
  })

  /** Takes out of a part the releases that break rules of their store, unless they're forced; gives what they are. */
  const unreleasable = Effect.fnUntraced(function* ({ app, kept, versions }: Part) {
    const refusals: Array<Refusal> = []
    const appName = kept === undefined ? (app.fields.appName ?? null) : kept.appName
    for (const [key, version] of versions) {
      if (version.isReleased !== true || version.force === true) continue
      const { language = "en-US" } = version
      const lint = yield* lints.counts(lintedOf({ platform: app.platform, appName }, { ...textsOf(version), language }))
      if (lint === null || lint.errors === 0) continue
      versions.delete(key)
      refusals.push({
        row: null,
        value: cutTo(`${version.versionName} ${language}`, keywordMax),
        reason: "LINT_FAILED"
      })
    }
    return refusals
  })

  /** What would be written, and which limit keeps it from being. */
  const sort = Effect.fnUntraced(function* (
    { accountId, plan }: Owner,
    state: Pick<AccountState, "apps" | "keywords" | "versions" | "reports">,
    { body, file, nowMs }: { readonly file: File; readonly body: Import; readonly nowMs: number }
  ) {
    const { parts, repeated, ...gathered } = yield* gather(accountId, file, body, nowMs)
    const saved = yield* gatherReports(accountId, file)
    const seen = yield* gatherViews(accountId, file)
    const refusals = [...gathered.refusals, ...saved.refusals, ...seen.refusals]
    const tally = (what: keyof typeof repeated): Tally => ({ added: 0, duplicates: repeated[what] })
    const counts = {
      apps: tally("apps"),
      competitors: tally("competitors"),
      keywords: tally("keywords"),
      versions: tally("versions"),
      reports: { added: saved.fresh.length, duplicates: saved.duplicates },
      views: { added: seen.fresh.length, duplicates: seen.duplicates }
    }
    for (const part of parts) {
      const known = yield* without(accountId, part)
      refusals.push(...(yield* unreleasable(part)))
      if (part.kept === undefined) counts.apps.added += 1
      else if (file.kind === "export") counts.apps.duplicates += 1
      counts.competitors.added += part.rivals.size
      counts.competitors.duplicates += known.competitors
      counts.keywords.added += part.keywords.size
      counts.keywords.duplicates += known.keywords
      counts.versions.added += part.versions.size
      counts.versions.duplicates += known.versions
    }
    const crowded = parts.find(
      ({ kept, rivals }) => rivals.size > 0 && (kept?.competitors ?? 0) + rivals.size > competitorsMax
    )
    const checks = [
      limits.check(plan, "apps", state.apps, counts.apps.added),
      limits.check(plan, "keywords", state.keywords, counts.keywords.added),
      limits.check(plan, "versions", state.versions, counts.versions.added),
      limits.check(plan, "reports", state.reports, counts.reports.added),
      limits.views(seen.used, seen.fresh.length),
      crowded === undefined ? Effect.void : limits.competitors(crowded.kept?.competitors ?? 0, crowded.rivals.size)
    ]
    const judged = yield* Effect.forEach(checks, (check) => Effect.result(check))
    const over: TierLimitExceeded | undefined = judged.find(Result.isFailure)?.failure
    const answer: Omit<Imported, "preview"> = {
      ...file.told,
      rows: file.kind === "export" ? file.apps.length : file.rows.length,
      ...counts,
      refused: refusals.length,
      refusals: refusals.slice(0, refusalsShown),
      limit: over?.message ?? null
    }
    return { parts, saved: saved.fresh, views: seen.fresh, answer, over }
  })

  const putRivals = Effect.fnUntraced(function* (
    accountId: string,
    app: AppRow,
    rivals: ReadonlyArray<Rival>,
    nowMs: number
  ) {
    if (rivals.length === 0) return
    const ids = idsAt(nowMs, rivals.length)
    const rows = rivals.map((rival, index) => ({ ...rival, id: ids[index] ?? idAt(nowMs) }))
    // Whose name was given is asked for its icon only.
    const json = JSON.stringify(
      rows.map(({ appId, id, name, relationship }) => ({ i: id, a: appId, n: name, r: relationship }))
    )
    yield* sql`
      INSERT INTO workspace_competitors (account_id, app, id, competitor_app_id, name, icon_url, is_name_given,
        is_pending, relationship, created_ms)
      SELECT ${accountId}::uuid, ${app.id}::uuid, i, a, n, NULL, n IS NOT NULL, true, r, ${nowMs}::bigint
      FROM jsonb_to_recordset(${json}::text::jsonb) AS fresh (i uuid, a text, n text, r text)`
    yield* sql`UPDATE workspace_apps SET competitors = competitors + ${rows.length}::int
      WHERE account_id = ${accountId}::uuid AND id = ${app.id}::uuid`
    yield* apps.publish(
      CompetitorAdded,
      rows.map(({ appId, id }) => ({ accountId, id, platform: app.platform, appId: app.appId, competitorAppId: appId }))
    )
  })

  const putVersions = Effect.fnUntraced(function* (
    owner: Owner,
    app: AppRow,
    versions: ReadonlyArray<MovedVersion>,
    nowMs: number
  ) {
    if (versions.length === 0) return
    const { accountId } = owner
    const ids = idsAt(nowMs, versions.length)
    const rows = versions.map(
      ({ isArchived = false, isReleased, language = "en-US", releasedAt, ...version }, index) => ({
        id: ids[index] ?? idAt(nowMs),
        version_name: version.versionName,
        language,
        ...columnsOf(textsOf(version)),
        // One from a clock that's ahead is released now.
        released_ms:
          isReleased === true
            ? Math.min(nowMs, releasedAt === undefined ? nowMs : Math.floor(Date.parse(releasedAt)))
            : null,
        is_archived: isArchived
      })
    )
    yield* sql`
      INSERT INTO workspace_versions (account_id, app, id, version_name, language, title, subtitle, description,
        keywords, short_description, promotional_text, whats_new, notes, released_ms, is_archived, origin,
        created_ms, updated_ms)
      SELECT ${accountId}::uuid, ${app.id}::uuid, id, version_name, language, title, subtitle, description, keywords,
        short_description, promotional_text, whats_new, notes, released_ms, is_archived, 'import',
        ${nowMs}::bigint, ${nowMs}::bigint
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) AS fresh (id uuid, version_name text, language text,
        title text, subtitle text, description text, keywords text, short_description text, promotional_text text,
        whats_new text, notes text, released_ms bigint, is_archived boolean)`
    yield* accounts.add(owner, { versions: rows.length })
    yield* sql`UPDATE workspace_apps SET versions = versions + ${rows.length}::int
      WHERE account_id = ${accountId}::uuid AND id = ${app.id}::uuid`
    const released = rows.flatMap(({ id, language, released_ms, version_name }) =>
      released_ms === null
        ? []
        : [
            {
              id,
              platform: app.platform,
              appId: app.appId,
              versionName: version_name,
              language,
              releasedAt: isoOf(released_ms)
            }
          ]
    )
    yield* Effect.forEach(
      released,
      ({ id, ...after }) => audit(accountId, "workspace.version-released", { target: { kind: "version", id }, after }),
      { discard: true }
    )
    yield* apps.publish(
      VersionReleasedEvent,
      released.map((each) => ({ accountId, ...each }))
    )
  })

  const put = Effect.fnUntraced(function* (
    owner: Owner,
    state: AccountState,
    parts: ReadonlyArray<Part>,
    nowMs: number
  ) {
    let owned = state.apps
    const ids = idsAt(nowMs, parts.length)
    for (const [index, { app, kept, keywords: words, rivals, versions }] of parts.entries()) {
      const row =
        kept ?? (yield* apps.insert(owner, { apps: owned }, { ...app, id: ids[index] ?? idAt(nowMs), isBulk: true }))
      if (kept === undefined) owned += 1
      yield* putRivals(owner.accountId, row, [...rivals.values()], nowMs)
      const wordIds = idsAt(nowMs, words.size)
      const fresh = [...words.values()].map((word, at) => ({ ...word, id: wordIds[at] ?? word.id }))
      if (fresh.length > 0) yield* keywords.insert(owner, row, fresh, nowMs)
      yield* putVersions(owner, row, [...versions.values()], nowMs)
    }
    if (parts.some(({ app, kept, rivals }) => rivals.size > 0 || (kept === undefined && app.status === "pending"))) {
      yield* apps.enqueueFills(owner.accountId)
    }
    if (!state.isSettled) yield* collection.settle({ accountId: owner.accountId, plan: state.plan })
  })

  /** Reads a file and keeps what is new of it, all or nothing; a preview tells the same and keeps nothing. */
  const bring = Effect.fn("Imports.bring")(function* (owner: Owner, body: Import) {
    // A preview writes nothing and reads as much, so it counts as a write, too.
    if (body.preview === true) yield* accounts.write(owner, () => Effect.void)
    const file = yield* fileOf(body)
    const nowMs = yield* Clock.currentTimeMillis
    if (body.preview === true) {
      return yield* wall.inAccount(
        owner.accountId,
        Effect.gen(function* () {
          const [state = { apps: 0, keywords: 0, versions: 0, reports: 0 }] = yield* stateRows(sql`
            SELECT apps, keywords, versions, reports FROM workspace_accounts WHERE account_id = ${owner.accountId}::uuid`)
          const { answer } = yield* sort(owner, state, { file, body, nowMs })
          return { preview: true, ...answer }
        })
      )
    }
    return yield* accounts.write(owner, (state) =>
      Effect.gen(function* () {
        const { accountId } = owner
        const {
          answer,
          over,
          parts,
          saved,
          views: fresh
        } = yield* sort({ accountId, plan: state.plan }, state, {
          file,
          body,
          nowMs
        })
        if (over !== undefined) return yield* over
        yield* put(owner, state, parts, nowMs)
        yield* reports.bring(owner, saved)
        if (fresh.length > 0) yield* views.insert(accountId, fresh)
        return { preview: false, ...answer }
      })
    )
  })

  return { bring }
})

/** What people bring from elsewhere: lists of keywords and competitors, and exports of workspaces. */
export class Imports extends Context.Service<Imports, Effect.Success<typeof make>>()("@storeglass/workspace/Imports") {
  static readonly layer = Layer.effect(Imports, make)
}
