import { Alerts, isoOf, Jobs, rowsOf } from "@storeglass/plugin-api"
import { storefrontLanguage } from "@storeglass/stores/contract"
import { Clock, Context, Effect, Layer, Result, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { Owner } from "../Accounts.ts"
import { changedAlert, unlistedAlert } from "../alerts.ts"
import { type AppRow, Apps } from "../apps/Apps.ts"
import { Listings, type LiveTexts } from "../apps/Listings.ts"
import type { CurrentVersion, LiveListings } from "../contract.ts"
import { nothing } from "../errors.ts"
import { Watch } from "../jobRefs.ts"
import { Versions } from "../versions/Versions.ts"
import { Wall } from "../Wall.ts"
import { type LiveListing, type LiveStorefront, type TakeOver, watchedFields } from "./schema.ts"
import { shownIn, storefrontsFor } from "./storefronts.ts"

const NullOrText = Schema.NullOr(Schema.String)
const Texts = Schema.Struct({
  title: NullOrText,
  subtitle: NullOrText,
  shortDescription: NullOrText,
  description: NullOrText,
  whatsNew: NullOrText,
  storeVersion: NullOrText
})
const Seen = Schema.Struct({
  status: Schema.Literals(["listed", "not_listed"]),
  texts: Texts,
  checkedMs: Schema.Finite,
  differsMs: Schema.NullOr(Schema.Finite),
  /** The version that it was compared with. */
  versionId: Schema.NullOr(Schema.String)
})
type Seen = typeof Seen.Type
const liveRows = rowsOf(Schema.Struct({ seen: Schema.Record(Schema.String, Seen) }))
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

/** In how many storefronts an app is looked at, its own among them. */
const storefrontsMax = 5

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

  /** Within an account: what was seen of an app, by storefront. */
  const seenIn = (accountId: string, app: string) =>
    Effect.map(
      liveRows(sql`SELECT seen FROM workspace_live WHERE account_id = ${accountId}::uuid AND id = ${app}::uuid`),
      ([row]): Readonly<Record<string, Seen>> => row?.seen ?? {}
    )

  /** The app's storefronts that are looked at, each with the version that it should show. */
  const watchedOf = Effect.fnUntraced(function* (accountId: string, app: AppRow) {
    const all = yield* versions.current(accountId, app)
    const store = yield* listings.store(app.platform)
    const watched: Array<{ readonly country: string; readonly version: CurrentVersion | undefined }> = []
    for (const country of storefrontsFor(app.country, all, storefrontsMax)) {
      const isThere = country === app.country || Result.isSuccess(yield* Effect.result(store.parseCountry(country)))
      if (isThere) watched.push({ country, version: shownIn(country, all) })
    }
    return watched
  })

  const lookIn = Effect.fnUntraced(function* (
    app: AppRow,
    { country, version }: { readonly country: string; readonly version: CurrentVersion | undefined },
    before: Seen | undefined
  ) {
    const needsPage = version?.subtitle != null || version?.shortDescription != null
    const told = yield* listings.live(app.platform, app.appId, country, needsPage)
    if (told === "pending") return { country, seen: before, alerts: [] }
    const nowMs = yield* Clock.currentTimeMillis
    const texts = told === "not_found" ? noTexts : told
    const differences = version === undefined ? [] : differencesOf(texts, version)
    // What differed from another version says nothing of this one.
    const isSame = before?.versionId == null || before.versionId === version?.id
    const sinceMs = isSame ? (before?.differsMs ?? null) : null
    const seen: Seen = {
      status: told === "not_found" ? "not_listed" : "listed",
      texts,
      checkedMs: nowMs,
      differsMs: differences.length === 0 ? null : (sinceMs ?? nowMs),
      versionId: version?.id ?? null
    }
    const name = app.appName ?? app.appId
    const key = `${app.id}:${country}:${isoOf(nowMs).slice(0, 10)}`
    const changed =
      version === undefined || differences.length === 0 || sinceMs !== null
        ? []
        : [
            {
              kind: changedAlert,
              key: `${changedAlert}:${key}`,
              title: `The store shows other texts of ${name}`,
              text: `In ${country} it differs from version ${version.versionName} in: ${differences.map(({ field }) => field).join(", ")}. Take it over as a version if it's right; right after a release, it may not be live yet.`
            }
          ]
    const unlisted =
      told !== "not_found" || before?.status !== "listed"
        ? []
        : [
            {
              kind: unlistedAlert,
              key: `${unlistedAlert}:${key}`,
              title: `${name} is no longer listed`,
              text: `The store doesn't list it in ${country}, as it did when last looked at on ${isoOf(before.checkedMs).slice(0, 10)}.`
            }
          ]
    return { country, seen, alerts: [...changed, ...unlisted] }
  })

  /** Looks at one app, in each of its storefronts. What the store doesn't tell for now is looked at tomorrow. */
  const look = Effect.fn("Watches.look")(function* (accountId: string, app: AppRow) {
    const before = yield* wall.inAccount(accountId, seenIn(accountId, app.id))
    const watched = yield* watchedOf(accountId, app)
    const looked = yield* Effect.forEach(watched, (each) => lookIn(app, each, before[each.country]))
    const seen = Object.fromEntries(
      looked.flatMap(({ country, seen }) => (seen === undefined ? [] : [[country, seen]]))
    )
    yield* wall.inAccount(
      accountId,
      Effect.gen(function* () {
        // It may have been deleted meanwhile.
        if ((yield* apps.byId(accountId, app.id)) === undefined) return
        yield* sql`
          INSERT INTO workspace_live AS l (account_id, id, seen)
          VALUES (${accountId}::uuid, ${app.id}::uuid, ${JSON.stringify(seen)}::text::jsonb)
          ON CONFLICT (account_id, id) DO UPDATE SET seen = excluded.seen WHERE l.account_id = ${accountId}::uuid`
        const { notify } = yield* Alerts
        yield* Effect.forEach(
          looked.flatMap(({ alerts }) => alerts),
          (alert) => wall.outside(notify(accountId, alert)),
          { discard: true }
        )
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

  /** An app's storefronts, its own first, with what was seen there. */
  const seenOf = Effect.fnUntraced(function* (accountId: string, app: AppRow) {
    const seen = yield* wall.inAccount(accountId, seenIn(accountId, app.id))
    const watched = yield* watchedOf(accountId, app)
    return watched.map(({ country, version }) => ({
      country,
      version,
      language: storefrontLanguage(country),
      live: seen[country]
    }))
  })
  type SeenIn = Effect.Success<ReturnType<typeof seenOf>>[number]
  const read = Effect.fnUntraced(function* (accountId: string, appId: string) {
    return yield* seenOf(accountId, yield* wall.inAccount(accountId, apps.find(accountId, { appId })))
  })

  const storefrontOf = ({ country, language, live, version }: SeenIn): LiveStorefront => {
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
    const isOfIt = live?.versionId == null || live.versionId === version?.id
    return {
      status,
      checkedAt: live === undefined ? null : isoOf(live.checkedMs),
      // A version taken back may leave one that differs, before the next look says since when.
      since:
        status === "different" && live !== undefined
          ? isoOf(isOfIt ? (live.differsMs ?? live.checkedMs) : live.checkedMs)
          : null,
      country,
      language,
      storeVersion: live?.texts.storeVersion ?? null,
      version:
        version === undefined ? null : { id: version.id, versionName: version.versionName, language: version.language },
      differences
    }
  }
  const shownOf = ([own, ...others]: ReadonlyArray<SeenIn>): LiveListing | undefined =>
    own === undefined ? undefined : { ...storefrontOf(own), elsewhere: others.map(storefrontOf) }

  const show = Effect.fn("Watches.show")(function* (accountId: string, appId: string) {
    return shownOf(yield* read(accountId, appId)) ?? (yield* nothing("app"))
  })
  /** The same of an app by its id at the store; undefined: the account doesn't keep it. */
  const told: LiveListings["Service"]["of"] = Effect.fn("Watches.told")(function* (accountId, { appId, platform }) {
    const app = yield* wall.inAccount(accountId, apps.byAppId(accountId, platform, appId))
    // Its store is there, as the app is kept.
    const watched = app === undefined ? undefined : seenOf(accountId, app)
    return watched && shownOf(yield* Effect.catchTag(watched, "PLATFORM_UNSUPPORTED", Effect.die))
  })

  /** Keeps what the store shows as a released version: the current one with the texts that differ. */
  const take = Effect.fn("Watches.take")(function* (owner: Owner, appId: string, { country, versionName }: TakeOver) {
    const watched = yield* read(owner.accountId, appId)
    const place = country?.toLowerCase()
    const found = watched.find((each) => place === undefined || each.country === place)
    const { language, live, version } = found ?? (yield* nothing("storefront that is looked at"))
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
