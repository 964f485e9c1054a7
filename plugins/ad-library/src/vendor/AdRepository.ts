import { readAnswer, UpstreamError, type UpstreamResponse, Upstreams } from "@storeglass/plugin-api"
import { Context, Effect, Layer, Ref, type Schema } from "effect"
import type { Ad, DatePreset } from "../ads.ts"
import type { AdLibraryConfig } from "../config.ts"
import { storefrontsAtOnce } from "../storefronts.ts"
import { type OffsetMeaning, type Page, pageSize, readPages } from "./pages.ts"
import * as V from "./shapes.ts"
import { makeTurns } from "./turns.ts"

/** Over this many rows a query is split by storefront. */
export const splitOver = 2_000

/** Whether a refusal's words name an ad: as a word of its own, not as a part of one. */
const isNamed = (words: string, adId: string) => new RegExp(`(?<![\\w-])${adId}(?![\\w-])`).test(words)

export interface EntityRow {
  readonly id: number
  readonly name: string
  readonly type: "APP" | "DEVELOPER"
}

/** Ads of some storefronts, and the window that they are of. */
export interface ReadAds {
  readonly ads: ReadonlyArray<Ad>
  /** YYYY-MM-DD. */
  readonly dataStart: string | null
  readonly dataEnd: string | null
}

interface AdOfApp {
  /** Null: it isn't told. */
  readonly appId: number | null
  readonly ad: Ad
}
/** Of each kind. */
const restrictionsMax = 500

const make = Effect.fnUntraced(function* ({ baseUrl, spacingMs, timeoutMs }: AdLibraryConfig) {
  const upstreams = yield* Upstreams
  const turn = yield* makeTurns(spacingMs)
  const repository = yield* upstreams.make({
    name: "storea.ads",
    baseUrl,
    timeoutMs,
    // Repeats take turns as well, so they are ours to make.
    attempts: 1,
    queueMsMax: 30_000,
    bodyBytesMax: 16 * 1024 * 1024,
    // `*/*` is refused.
    headers: { accept: "application/json" }
  })
  const offsets = yield* Ref.make<OffsetMeaning | undefined>(undefined)

  const send = (path: string, query: Readonly<Record<string, string | number>> = {}) =>
    turn(repository.request({ path, query })).pipe(
      Effect.catchTag(["LockUnavailable", "SqlError"], (cause) =>
        Effect.fail(new UpstreamError({ upstream: repository.name, reason: "failed", detail: "no turn", cause }))
      )
    )
  /** Once more where it may have been a moment's failure; a refusal and a timeout stand. */
  const request = (path: string, query?: Readonly<Record<string, string | number>>) =>
    Effect.catchTag(send(path, query), "UpstreamError", (error) =>
      error.reason === "failed" || error.reason === "unreachable" ? send(path, query) : Effect.fail(error)
    )

  const wordsOf = (answer: UpstreamResponse) =>
    readAnswer(repository, V.Refusal, answer, "a refusal").pipe(
      Effect.map(({ errors }) => V.textOf(errors?.[0]?.message) ?? ""),
      Effect.catchTag("UpstreamError", () => Effect.succeed(""))
    )
  const refused = Effect.fnUntraced(function* (answer: UpstreamResponse, what: string) {
    const words = yield* wordsOf(answer)
    yield* Effect.logWarning(`The ad repository refused ${what}`, { status: answer.status, words: words.slice(0, 500) })
    return yield* new UpstreamError({
      upstream: repository.name,
      reason: "failed",
      detail: `${what}: ${answer.status}`
    })
  })
  const ask = Effect.fnUntraced(function* <A>(
    path: string,
    query: Readonly<Record<string, string | number>>,
    schema: Schema.Codec<A, unknown>,
    what: string
  ) {
    const answer = yield* request(path, query)
    if (answer.status !== 200) return yield* refused(answer, what)
    return yield* readAnswer(repository, schema, answer, what)
  })
  const known = Effect.map(Ref.get(offsets), (meaning) => ({
    meaning,
    learnt: (told: OffsetMeaning) => Ref.set(offsets, told),
    drift: (detail: string) => repository.drift(detail)
  }))

  /** All rows of an app or a developer in at most 5 storefronts; "split": too many for one query. */
  const rowsOf = Effect.fn("AdRepository.ads")(function* (
    type: EntityRow["type"],
    id: number,
    datePreset: DatePreset,
    storefronts: ReadonlyArray<string>
  ) {
    if (storefronts.length > storefrontsAtOnce) return yield* Effect.die("too many storefronts in a query")
    const ql = `type==${type};id==${id};countryOrRegion=in=(${storefronts.join(",")});datePreset==${datePreset}`
    let window: { readonly dataStart: string | null; readonly dataEnd: string | null } = {
      dataStart: null,
      dataEnd: null
    }
    const page = (offset: number) =>
      ask("/ad-repository-ads", { ql, offset, limit: pageSize }, V.AdsPage, "ads").pipe(
        Effect.map((told): Page<AdOfApp> => {
          window = { dataStart: V.dateOf(told.dataStartDate), dataEnd: V.dateOf(told.dataEndDate) }
          return {
            rows: (told.data ?? []).map((row) => ({ appId: V.numberOf(row.appId), ad: V.adOf(row) })),
            total: V.numberOf(told.pagination?.totalResults)
          }
        })
      )
    const first = yield* page(0)
    if (first.total !== null && first.total > splitOver && storefronts.length > 1) return "split" as const
    const { drift, learnt, meaning } = yield* known
    const { rows } = yield* readPages({
      ask: page,
      first,
      // What is dropped later counts for the total that is told, so it stays a row until the end.
      keyOf: ({ ad, appId }) => `${appId ?? id} ${ad.adId} ${ad.country}`,
      merge: (known, again) => ((again.ad.last ?? "") >= (known.ad.last ?? "") ? again : known),
      meaning,
      learnt,
      drift
    })
    return { rows, ...window }
  })
  /** Without the rows that weren't asked for. */
  const asked = (
    rows: ReadonlyArray<AdOfApp>,
    about: { readonly type: EntityRow["type"]; readonly id: number },
    isAsked: (row: AdOfApp) => boolean
  ) => {
    const ads = rows.filter(isAsked)
    const foreign = rows.length - ads.length
    // Counted as drift, and no reason to do without the others.
    const drift = repository.drift(`${foreign} ads that ${about.type} ${about.id} wasn't asked for`)
    return foreign === 0 ? Effect.succeed(ads) : Effect.as(Effect.ignore(drift), ads)
  }

  const adsOf = Effect.fnUntraced(function* (
    appId: number,
    datePreset: DatePreset,
    storefronts: ReadonlyArray<string>
  ) {
    const told = yield* rowsOf("APP", appId, datePreset, storefronts)
    if (told === "split") return told
    const { rows, ...window } = told
    const ads = yield* asked(
      rows,
      { type: "APP", id: appId },
      (row) => (row.appId === null || row.appId === appId) && storefronts.includes(row.ad.country)
    )
    return { ads: ads.map(({ ad }) => ad), ...window } satisfies ReadAds
  })

  const restrictionsOf = (actionTaken: string, datePreset: DatePreset) =>
    Effect.gen(function* () {
      const { drift, learnt, meaning } = yield* known
      let n = 0
      const { rows } = yield* readPages({
        ask: (offset) =>
          ask(
            "/restrictions",
            { ql: `actionTaken==${actionTaken};datePreset==${datePreset}`, offset, limit: pageSize },
            V.RestrictionsPage,
            "restrictions"
          ).pipe(
            Effect.map(({ data, pagination }) => ({
              rows: (data ?? []).map(V.restrictionOf),
              total: V.numberOf(pagination?.totalResults)
            }))
          ),
        // They have no ids, and two may be the same in all that is told.
        keyOf: () => String(n++),
        merge: (known) => known,
        meaning,
        learnt,
        most: restrictionsMax,
        drift
      })
      return rows.slice(0, restrictionsMax)
    })

  return {
    adsOf,

    /** Ads of all apps of a developer, with the apps that they are of. */
    adsOfDeveloper: Effect.fnUntraced(function* (
      developerId: number,
      datePreset: DatePreset,
      storefronts: ReadonlyArray<string>
    ) {
      const told = yield* rowsOf("DEVELOPER", developerId, datePreset, storefronts)
      if (told === "split") return told
      const rows = yield* asked(
        told.rows,
        { type: "DEVELOPER", id: developerId },
        (row) => row.appId !== null && storefronts.includes(row.ad.country)
      )
      return rows.flatMap(({ ad, appId }) => (appId === null ? [] : [{ ad, appId }]))
    }),

    /** Removed ads and suspended accounts, at most 500 of each. */
    restrictions: Effect.fn("AdRepository.restrictions")(function* (datePreset: DatePreset) {
      const removed = yield* restrictionsOf("ACTION_ADVERTISING_REMOVED", datePreset)
      const suspended = yield* restrictionsOf("ACTION_ACCOUNT_SUSPENDED", datePreset)
      return [...removed, ...suspended]
    }),
    offsetMeaning: Ref.get(offsets),

    entities: Effect.fn("AdRepository.entities")(function* (name: string, types: ReadonlyArray<string>, most: number) {
      const { drift, learnt, meaning } = yield* known
      const { rows, total } = yield* readPages({
        ask: (offset) =>
          ask(
            "/ad-repository-entities",
            { name, types: types.join(","), offset, limit: pageSize },
            V.EntitiesPage,
            "a search"
          ).pipe(
            Effect.map(
              ({ data, pagination }): Page<{ readonly key: string; readonly entity: EntityRow | undefined }> => ({
                // One that can't be read counts for the total that is told, so it stays a row until the end.
                rows: (data ?? []).map(({ id, name, type }) => {
                  const kind = V.textOf(type)
                  const number = V.numberOf(id)
                  const isRead = number !== null && (kind === "APP" || kind === "DEVELOPER")
                  const entity: EntityRow | undefined = isRead
                    ? { id: number, name: V.textOf(name) ?? "", type: kind }
                    : undefined
                  return { key: `${kind} ${number ?? `? ${id}`}`, entity }
                }),
                total: V.numberOf(pagination?.totalResults)
              })
            )
          ),
        keyOf: ({ key }) => key,
        merge: (known) => known,
        meaning,
        learnt,
        most,
        drift
      })
      const entities = rows.flatMap(({ entity }) => entity ?? [])
      const unread = rows.length - entities.length
      if (unread > 0) yield* Effect.ignore(drift(`${unread} entities of a search that can't be read`))
      return { entities: entities.slice(0, most), total }
    }),

    /** Null: the repository doesn't know the ad in this window. */
    ad: Effect.fn("AdRepository.ad")(function* (adId: string, datePreset: DatePreset) {
      const answer = yield* request(`/ad-repository-ads/${encodeURIComponent(adId)}`, { datePreset })
      if (answer.status === 404) return null
      if (answer.status === 400 && isNamed(yield* wordsOf(answer), adId)) return null
      if (answer.status !== 200) return yield* refused(answer, "an ad")
      const { data, dataEndDate, dataStartDate } = yield* readAnswer(repository, V.DetailAnswer, answer, "an ad")
      if (data === null || data === undefined) return null
      const appId = V.numberOf(data.appId)
      if (appId === null) return yield* repository.drift("an ad of no app")
      return { data, appId, dataStart: V.dateOf(dataStartDate), dataEnd: V.dateOf(dataEndDate) }
    }),

    /** The storefronts that the repository itself says it covers. */
    storefronts: ask("/countries-or-regions", {}, V.Storefronts, "its storefronts").pipe(
      Effect.map(({ data }) => data.map(({ code }) => code.toUpperCase()).toSorted()),
      Effect.withSpan("AdRepository.storefronts")
    )
  }
})

/** The store's public repository of ads, asked at its pace. */
export class AdRepository extends Context.Service<AdRepository, Effect.Success<ReturnType<typeof make>>>()(
  "@storeglass/ad-library/AdRepository"
) {
  static readonly layer = (config: AdLibraryConfig) => Layer.effect(this, make(config))
}
