import { Alerts, isoOf, Jobs, type Param, rowsOf } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { Owner } from "../Accounts.ts"
import { type AppRow, Apps } from "../Apps.ts"
import { changedAlert, unlistedAlert } from "../alerts.ts"
import type { CurrentVersion, LiveListings } from "../contract.ts"
import { nothing } from "../errors.ts"
import { Watch } from "../jobRefs.ts"
import { Listings, type LiveTexts } from "../Listings.ts"
import { Versions } from "../Versions.ts"
import { Wall } from "../Wall.ts"
import { type LiveListing, type TakeOver, watchedFields } from "./schema.ts"

const NullOrText = Schema.NullOr(Schema.String)
const Texts = Schema.Struct({
  title: NullOrText,
  subtitle: NullOrText,
  shortDescription: NullOrText,
  description: NullOrText,
  whatsNew: NullOrText,
  storeVersion: NullOrText
})
const liveRows = rowsOf(
  Schema.Struct({
    status: Schema.Literals(["listed", "not_listed"]),
    texts: Texts,
    checkedMs: Schema.Finite,
    differsMs: Schema.NullOr(Schema.Finite)
  })
)
const watchedRows = rowsOf(Schema.Struct({ id: Schema.String }))
const noTexts: LiveTexts = {
  title: null,
  subtitle: null,
  shortDescription: null,
  description: null,
  whatsNew: null,
  storeVersion: null
}
const atOnce = 25
const first = "00000000-0000-0000-0000-000000000000"

/** The language that a storefront's listing is in unless it's asked for another. */
const languageOfCountry = (country: string) => new Intl.Locale(`und-${country}`).maximize().language

/** What the store shows otherwise; where there's no version, all of it. */
const differencesOf = (texts: LiveTexts, version: CurrentVersion | undefined): LiveListing["differences"] =>
  watchedFields.flatMap((field) => {
    const [live, kept] = [texts[field], version?.[field] ?? null]
    if (live === null || live === kept || (version !== undefined && kept === null)) return []
    return [{ field, kept, live }]
  })

const releasedMsOf = (version: CurrentVersion | undefined) =>
  version === undefined ? 0 : Date.parse(version.releasedAt)
/** What was seen before a release says nothing of it. */
const isCheckedSince = (checkedMs: number | undefined, version: CurrentVersion | undefined) =>
  checkedMs !== undefined && checkedMs >= releasedMsOf(version)

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const wall = yield* Wall
  const apps = yield* Apps
  const versions = yield* Versions
  const listings = yield* Listings
  const jobs = yield* Jobs

  const columns = sql`status, texts, checked_ms::float8 AS "checkedMs", differs_ms::float8 AS "differsMs"`

  /** The current version in the storefront's language, whatever its region. */
  const currentOf = Effect.fnUntraced(function* (
    accountId: string,
    app: { readonly platform: Param.Platform; readonly appId: string; readonly country: string }
  ) {
    const language = languageOfCountry(app.country)
    const all = yield* versions.current(accountId, app)
    const alike = all.filter((version) => new Intl.Locale(version.language).language === language)
    const local = alike.find((version) => new Intl.Locale(version.language).region?.toLowerCase() === app.country)
    return { language, version: local ?? alike[0] }
  })

  /** Looks at one app. What the store doesn't tell for now is looked at tomorrow. */
  const look = Effect.fn("Watches.look")(function* (accountId: string, app: AppRow) {
    const { version } = yield* currentOf(accountId, app)
    const needsPage = version?.subtitle != null || version?.shortDescription != null
    const told = yield* listings.live(app.platform, app.appId, app.country, needsPage)
    if (told === "pending") return
    const nowMs = yield* Clock.currentTimeMillis
    const texts = told === "not_found" ? noTexts : told
    const differences = version === undefined ? [] : differencesOf(texts, version)
    const differs = differences.length > 0
    const name = app.appName ?? app.appId
    const key = `${app.id}:${isoOf(nowMs).slice(0, 10)}`
    yield* wall.inAccount(
      accountId,
      Effect.gen(function* () {
        // It may have been deleted meanwhile.
        if ((yield* apps.byId(accountId, app.id)) === undefined) return
        const [before] = yield* liveRows(sql`
          SELECT ${columns} FROM workspace_live WHERE account_id = ${accountId}::uuid AND id = ${app.id}::uuid`)
        yield* sql`
          INSERT INTO workspace_live AS l (account_id, id, status, texts, checked_ms, differs_ms)
          VALUES (${accountId}::uuid, ${app.id}::uuid, ${told === "not_found" ? "not_listed" : "listed"},
            ${JSON.stringify(texts)}::text::jsonb, ${nowMs}::bigint, ${differs ? nowMs : null}::bigint)
          ON CONFLICT (account_id, id) DO UPDATE SET status = excluded.status, texts = excluded.texts,
            checked_ms = excluded.checked_ms,
            differs_ms = CASE WHEN excluded.differs_ms IS NULL THEN NULL ELSE coalesce(l.differs_ms, excluded.differs_ms) END
          WHERE l.account_id = ${accountId}::uuid`
        const { notify } = yield* Alerts
        if (version !== undefined && differs && before?.differsMs == null) {
          const fields = differences.map(({ field }) => field).join(", ")
          const alert = {
            kind: changedAlert,
            key: `${changedAlert}:${key}`,
            title: `The store shows other texts of ${name}`,
            text: `In ${app.country} it differs from version ${version.versionName} in: ${fields}. Take it over as a version if it's right; right after a release, it may not be live yet.`
          }
          yield* wall.outside(notify(accountId, alert))
        }
        if (told === "not_found" && before?.status === "listed") {
          const alert = {
            kind: unlistedAlert,
            key: `${unlistedAlert}:${key}`,
            title: `${name} is no longer listed`,
            text: `The store doesn't list it in ${app.country}, as it did when last looked at on ${isoOf(before.checkedMs).slice(0, 10)}.`
          }
          yield* wall.outside(notify(accountId, alert))
        }
      })
    )
  })

  /** Looks at the next of an account's apps that have versions and are live, and leaves the rest to the next job. */
  const round = Effect.fn("Watches.round")(function* (accountId: string, after: string = first) {
    const rows = yield* wall.inAccount(
      accountId,
      watchedRows(sql`
        SELECT id FROM workspace_apps WHERE account_id = ${accountId}::uuid AND id > ${after}::uuid
          AND is_live AND versions > 0 ORDER BY id LIMIT ${atOnce}::int`)
    )
    for (const { id } of rows) {
      const app = yield* wall.inAccount(accountId, apps.byId(accountId, id))
      if (app !== undefined) yield* look(accountId, app)
    }
    const last = rows.length < atOnce ? undefined : rows.at(-1)
    if (last !== undefined) {
      yield* jobs.enqueue(Watch, { accountId, after: last.id }, { key: `watch:${accountId}:${last.id}`, attempts: 3 })
    }
  })

  const seenOf = Effect.fnUntraced(function* (accountId: string, app: AppRow) {
    const [live] = yield* wall.inAccount(
      accountId,
      liveRows(sql`
        SELECT ${columns} FROM workspace_live WHERE account_id = ${accountId}::uuid AND id = ${app.id}::uuid`)
    )
    return { app, live, ...(yield* currentOf(accountId, app)) }
  })
  const read = Effect.fnUntraced(function* (accountId: string, appId: string) {
    return yield* seenOf(accountId, yield* wall.inAccount(accountId, apps.find(accountId, { appId })))
  })

  const shownOf = ({ app, language, live, version }: Effect.Success<ReturnType<typeof seenOf>>) => {
    const isListed = live?.status === "listed"
    const isChecked = isCheckedSince(live?.checkedMs, version)
    const differences = isListed && isChecked ? differencesOf(live.texts, version) : []
    const status = !isChecked
      ? ("not_checked" as const)
      : !isListed
        ? ("not_listed" as const)
        : version === undefined
          ? ("no_version" as const)
          : differences.length > 0
            ? ("different" as const)
            : ("same" as const)
    const answer: LiveListing = {
      status,
      checkedAt: live === undefined ? null : isoOf(live.checkedMs),
      // A version taken back may leave one that differs, before the next look says since when.
      since: status === "different" && live !== undefined ? isoOf(live.differsMs ?? live.checkedMs) : null,
      country: app.country,
      language,
      storeVersion: live?.texts.storeVersion ?? null,
      version:
        version === undefined ? null : { id: version.id, versionName: version.versionName, language: version.language },
      differences
    }
    return answer
  }

  const show = Effect.fn("Watches.show")(function* (accountId: string, appId: string) {
    return shownOf(yield* read(accountId, appId))
  })
  /** The same of an app by its id at the store; undefined: the account doesn't keep it. */
  const told: LiveListings["Service"]["of"] = Effect.fn("Watches.told")(function* (accountId, { appId, platform }) {
    const app = yield* wall.inAccount(accountId, apps.byAppId(accountId, platform, appId))
    return app === undefined ? undefined : shownOf(yield* seenOf(accountId, app))
  })

  /** Keeps what the store shows as a released version: the current one with the texts that differ. */
  const take = Effect.fn("Watches.take")(function* (owner: Owner, appId: string, { versionName }: TakeOver) {
    const { language, live, version } = yield* read(owner.accountId, appId)
    const isChecked = isCheckedSince(live?.checkedMs, version)
    const differences = live?.status === "listed" && isChecked ? differencesOf(live.texts, version) : []
    if (live === undefined || differences.length === 0) return yield* nothing("difference from the store")
    const day = isoOf(live.checkedMs).slice(0, 10)
    return yield* versions.add(
      owner,
      appId,
      {
        versionName: versionName ?? live.texts.storeVersion ?? day,
        language: version?.language ?? language,
        ...(version === undefined ? {} : { copyFrom: version.id }),
        ...Object.fromEntries(differences.map(({ field, live: text }) => [field, text])),
        isReleased: true,
        releasedAt: isoOf(Math.max(live.differsMs ?? live.checkedMs, releasedMsOf(version))),
        // It is live, whatever the rules say.
        force: true
      },
      { origin: "store" }
    )
  })

  return { look, round, show, take, told }
})

/** Whether the store shows what an account says is live. */
export class Watches extends Context.Service<Watches, Effect.Success<typeof make>>()("@storeglass/workspace/Watches") {
  static readonly layer = Layer.effect(Watches, make)
}
