/** The service behind `Snapshots`. */
import { type OwnConversions, ownConversions } from "@storeglass/apps/contract"
import { type BookMarket, KeywordBook, marketOf } from "@storeglass/keywords/contract"
import { asDocumented, InvalidInput, isoOf, Locks, LockUnavailable, lockUnavailable } from "@storeglass/plugin-api"
import { type AppStore, AppStores, byCodePoint } from "@storeglass/stores/contract"
import { type CurrentVersion, CurrentVersions, Workspace } from "@storeglass/workspace/contract"
import { Clock, Effect, Layer, Option } from "effect"
import { primaryOf } from "../words/language.ts"
import { closenessTo, relevanceFrom } from "../words/relevance.ts"
import { type Language, languageOf } from "../words/words.ts"
import { notListed } from "./asking.ts"
import { readOwn } from "./own.ts"
import { readShared, tooLong } from "./reading.ts"
import { type Kept, SnapshotTable } from "./SnapshotTable.ts"
import {
  competitorsMax,
  isRecord,
  type Snapshot,
  type SnapshotBudget,
  type SnapshotQuery,
  Snapshots
} from "./snapshot.ts"
import type { Market, Own, Shared } from "./stored.ts"

type ConsoleApp = Parameters<OwnConversions["of"]>[1]
const onlyOwner = "only the app's own console tells how many of those who see its page get it"
const noConsole = `${onlyOwner}, and this gateway isn't connected to it`
const notTold = {
  storea: `${onlyOwner}: save your console's key (POST /v1/connect/storea/credentials); its first reports come within days`,
  storeb: `${onlyOwner}: save your service account with its bucket of reports (POST /v1/connect/storeb-play/credentials); they're read daily`
}

/** The storefront's listing as one text, to tell its language by. */
const textOf = ({ app, page }: Shared) => `${app.name} ${page.value?.subtitle ?? ""} ${app.description}`

/** The version in this language: its own tag first, then any of the same language. */
export const versionIn = (versions: ReadonlyArray<CurrentVersion>, { tag }: Language): CurrentVersion | null => {
  const alike = versions.filter(({ language }) => primaryOf(language) === primaryOf(tag))
  const exact = alike.find(({ language }) => language.toLowerCase() === tag.toLowerCase())
  return exact ?? [...alike].sort((a, b) => byCodePoint(a.language, b.language))[0] ?? null
}

/** Of markets whose terms were compared with the listing of late, the terms by language. */
const related = new WeakMap<Market, Map<string, Snapshot["terms"]>>()
const languagesMax = 4

/** The terms, each with how much it's about the app. */
const relatedTerms = (market: Market, { app, page }: Shared, language: Language): Snapshot["terms"] => {
  const known = related.get(market)
  const kept = known?.get(language.tag)
  if (kept !== undefined) return kept
  const closeness = closenessTo(
    { title: app.name, subtitle: page.value?.subtitle ?? null, description: app.description },
    language
  )
  const terms = market.terms.map((term) => ({
    ...term,
    relevance: relevanceFrom(closeness(term.keyword), term.topTenSameGenre)
  }))
  const others = known === undefined || known.size >= languagesMax ? [] : known
  related.set(market, new Map([...others, [language.tag, terms]]))
  return terms
}

interface Made {
  readonly shared: Kept<Shared>
  readonly own: Kept<Own> | null
  readonly competitorsFrom: Snapshot["competitorsFrom"]
  readonly version: CurrentVersion | null
  readonly conversion: Snapshot["conversion"]
  readonly language: Language
  readonly device: string
}

/** A snapshot as analyses read it. Pure. */
export const snapshotOf = ({ competitorsFrom, conversion, device, language, own, shared, version }: Made): Snapshot => {
  const { app, inputs, notMeasured, page, requests, reviews } = shared.body
  const market = own?.body.market ?? shared.body.market
  const { competitors, standings, visibility } = market
  const base = own?.id ?? shared.id
  const isStandings = ({ source }: { readonly source: string }) => source === "keywords.standings"
  const { value: told } = conversion
  return {
    id: [
      base,
      ...(version === null ? [] : [version.id]),
      ...(told === null ? [] : [`${told.to}-${told.downloads}-${told.pageViews}`])
    ].join(":"),
    sharedId: shared.id,
    asOf: isoOf(shared.madeMs),
    inputs: [
      ...inputs.filter((input) => own === null || !isStandings(input)),
      ...(own === null
        ? []
        : [
            ...own.body.inputs.map((input) => (isStandings(input) ? input : { ...input, source: "store.competitors" })),
            ...(competitorsFrom === "tracked"
              ? [{ source: "workspace.competitors", asOf: isoOf(own.madeMs), stale: false }]
              : [])
          ]),
      ...(version === null ? [] : [{ source: "workspace.version", asOf: version.releasedAt, stale: false }]),
      ...(told === null ? [] : [{ source: "console.conversion", asOf: isoOf(Date.parse(told.to)), stale: false }])
    ],
    platform: app.platform,
    country: app.country,
    device,
    app,
    page,
    reviews,
    language,
    terms: relatedTerms(market, shared.body, language),
    visibility,
    standings,
    competitorsFrom,
    competitors,
    version,
    conversion,
    isOwn: own !== null || version !== null || told !== null,
    notMeasured: own === null ? notMeasured : [...withoutRecords(notMeasured), ...own.body.notMeasured],
    requests: requests + (own?.body.requests ?? 0)
  }
}

/** What was missing of found competitors doesn't matter where others are named. */
const withoutRecords = (missing: Shared["notMeasured"]) => missing.filter((each) => !isRecord(each))

/** None of the competitors' records came, and not since the store lists none of them. */
const isUnread = ({ market: { competitors } }: Own): boolean =>
  competitors.every(({ app }) => app.status === "not_measured") &&
  competitors.some(({ app }) => app.status === "not_measured" && app.reason !== notListed)

export interface SnapshotsConfig extends SnapshotBudget {}

export const snapshotsLayer = (defaults: SnapshotBudget) =>
  Layer.effect(
    Snapshots,
    Effect.gen(function* () {
      const stores = yield* AppStores
      const book = yield* KeywordBook
      const table = yield* SnapshotTable
      const locks = yield* Locks
      const workspace = yield* Effect.serviceOption(Workspace)
      const versions = yield* Effect.serviceOption(CurrentVersions)
      const conversions = yield* ownConversions

      const conversionOf = Effect.fnUntraced(function* (accountId: string, { platform }: AppStore, app: ConsoleApp) {
        const untold = (reason: string) => ({ status: "not_measured", value: null, reason }) as const
        const told = conversions[platform]
        if (Option.isNone(told)) return untold(noConsole)
        const value = yield* told.value.of(accountId, app)
        return value === null ? untold(notTold[platform]) : ({ status: "measured", value } as const)
      })

      const parseCompetitors = Effect.fnUntraced(function* (
        store: AppStore,
        appId: string,
        given: ReadonlyArray<string>
      ) {
        const ids = yield* Effect.forEach(given, (id) => store.parseAppId(id, "competitorIds"))
        if (ids.length > competitorsMax)
          return yield* new InvalidInput(`competitorIds: send at most ${competitorsMax} apps`)
        if (new Set(ids).size < ids.length) return yield* new InvalidInput("competitorIds: name each app once")
        if (ids.includes(appId)) return yield* new InvalidInput("competitorIds: leave out the app itself")
        return ids
      })

      /** What the account tracks: direct competitors first, then in the order in which they were added. */
      const trackedBy = Effect.fnUntraced(function* (accountId: string, store: AppStore, appId: string) {
        if (Option.isNone(workspace)) return []
        const kept = yield* workspace.value.app(accountId, store.platform, appId)
        if (kept === undefined) return []
        const all = yield* workspace.value.competitors(accountId, kept.id)
        const direct = all.filter(({ relationship }) => relationship === "direct")
        const others = all.filter(({ relationship }) => relationship !== "direct")
        return [...direct, ...others].slice(0, competitorsMax).map((competitor) => competitor.appId)
      })

      const askedFor = Effect.fnUntraced(function* (query: SnapshotQuery) {
        const store = yield* stores.get(query.platform)
        const appId = yield* store.parseAppId(query.id, query.idField)
        const market = yield* marketOf(store, query)
        if (query.language !== undefined && primaryOf(query.language) === undefined)
          return yield* new InvalidInput("language: must be a BCP 47 language tag such as en-US")
        const given = yield* parseCompetitors(store, appId, query.competitorIds ?? [])
        return { store, appId, given, market }
      })

      const read = Effect.fnUntraced(function* (query: SnapshotQuery, budget: SnapshotBudget) {
        const { appId, given, market, store } = yield* askedFor(query)
        const key = { ...market, appId }
        const untilMs = (yield* Clock.currentTimeMillis) + budget.waitMs
        const depth = Math.min(budget.requestsMax, defaults.requestsMax)
        const spent = { shared: 0, own: 0 }

        const holding = Effect.map(table.shared(key), (kept) =>
          kept !== undefined && kept.body.requestsMax >= depth ? kept : undefined
        )
        const make = Effect.gen(function* () {
          const kept = yield* holding
          if (kept !== undefined) return kept
          // Waiting for another who made it was of the same time.
          const waitMs = untilMs - (yield* Clock.currentTimeMillis)
          if (waitMs <= 0) return yield* tooLong(store.platform)
          const body = yield* readShared(book, store, { appId, market }, { ...budget, waitMs })
          spent.shared = body.requests
          return yield* table.keepShared(key, body)
        })
        // Others who ask for the same meanwhile wait for this one, instead of asking the store too.
        const shared =
          (yield* holding) ??
          (yield* locks.withKey(`aso.snapshot:${Object.values(key).join(":")}`, make, { waitMs: budget.waitMs }).pipe(
            Effect.catchIf(
              (error) => error instanceof LockUnavailable,
              (error) =>
                Effect.gen(function* () {
                  return error.reason === "busy" ? yield* make : yield* lockUnavailable(error)
                })
            )
          ))

        const tracked = given.length > 0 ? [] : yield* trackedBy(query.accountId, store, appId)
        const named = given.length > 0 ? given : tracked
        const ownKey = ownKeyOf(query.accountId, shared, named)
        const own =
          named.length === 0
            ? null
            : ((yield* table.own(ownKey)) ??
              (yield* Effect.gen(function* () {
                const body = yield* readOwn(book, store, market, shared.body, named, untilMs)
                spent.own = body.requests
                // What the store failed to tell just now it may tell the next who asks.
                return isUnread(body)
                  ? { id: crypto.randomUUID(), madeMs: yield* Clock.currentTimeMillis, body }
                  : yield* table.keepOwn(ownKey, body)
              })))
        const competitorsFrom = given.length > 0 ? "given" : tracked.length > 0 ? "tracked" : "found"
        const snapshot = yield* readWith(query, { store, appId, market, shared, own, competitorsFrom })
        return { snapshot, spent }
      }, asDocumented)

      const of = Effect.fn("Snapshots.of")((query: SnapshotQuery, budget: SnapshotBudget = defaults) =>
        Effect.map(read(query, budget), ({ snapshot }) => snapshot)
      )

      const ownKeyOf = (accountId: string, shared: Kept<Shared>, named: ReadonlyArray<string>) => ({
        accountId,
        sharedId: shared.id,
        inputs: [...named].sort(byCodePoint).join(" ")
      })

      /** In the language asked for, with the account's version in it. */
      const readWith = Effect.fnUntraced(function* (
        query: Pick<SnapshotQuery, "accountId" | "language">,
        {
          appId,
          market,
          store,
          ...made
        }: Pick<Made, "shared" | "own" | "competitorsFrom"> & {
          readonly store: AppStore
          readonly appId: string
          readonly market: BookMarket
        }
      ) {
        const language = languageOf({ given: query.language, ...market, text: textOf(made.shared.body) })
        const released = Option.isNone(versions)
          ? []
          : yield* versions.value.of(query.accountId, { platform: store.platform, appId })
        const conversion = yield* conversionOf(query.accountId, store, { appId, country: market.country })
        const version = versionIn(released, language)
        return snapshotOf({ ...made, version, conversion, language, device: market.device })
      })

      const kept = Effect.fn("Snapshots.kept")(function* (query: Omit<SnapshotQuery, "competitorIds">) {
        const { appId, market, store } = yield* askedFor(query)
        const shared = yield* table.shared({ ...market, appId })
        if (shared === undefined) return undefined
        const tracked = yield* trackedBy(query.accountId, store, appId)
        const own =
          tracked.length === 0 ? null : ((yield* table.own(ownKeyOf(query.accountId, shared, tracked))) ?? null)
        return yield* readWith(query, {
          store,
          appId,
          market,
          shared,
          own,
          competitorsFrom: own === null ? "found" : "tracked"
        })
      }, asDocumented)

      return Snapshots.of({ of, read: Effect.fn("Snapshots.read")(read), kept })
    })
  )
