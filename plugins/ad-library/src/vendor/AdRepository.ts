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
  /** Rows of other apps or storefronts than were asked for, which are dropped. */
  readonly foreign: number
}

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

  const adsOf = Effect.fn("AdRepository.ads")(function* (
    appId: number,
    datePreset: DatePreset,
    storefronts: ReadonlyArray<string>
  ) {
    if (storefronts.length > storefrontsAtOnce) return yield* Effect.die("too many storefronts in a query")
    const ql = `type==APP;id==${appId};countryOrRegion=in=(${storefronts.join(",")});datePreset==${datePreset}`
    let window: { readonly dataStart: string | null; readonly dataEnd: string | null } = {
      dataStart: null,
      dataEnd: null
    }
    let foreign = 0
    const page = (offset: number) =>
      ask("/ad-repository-ads", { ql, offset, limit: pageSize }, V.AdsPage, "ads").pipe(
        Effect.map((told): Page<Ad> => {
          window = { dataStart: V.dateOf(told.dataStartDate), dataEnd: V.dateOf(told.dataEndDate) }
          const rows: Array<Ad> = []
          for (const row of told.data ?? []) {
            const ad = V.adOf(row)
            const of = V.numberOf(row.appId)
            // What is dropped counts for the total that is told, so it stays a row until the end.
            rows.push(of !== null && of !== appId ? { ...ad, country: `${ad.country} of ${of}` } : ad)
          }
          return { rows, total: V.numberOf(told.pagination?.totalResults) }
        })
      )
    const first = yield* page(0)
    if (first.total !== null && first.total > splitOver && storefronts.length > 1) return "split" as const
    const { drift, learnt, meaning } = yield* known
    const { rows } = yield* readPages({
      ask: page,
      first,
      keyOf: ({ adId, country }) => `${adId} ${country}`,
      merge: (known, again) => ((again.last ?? "") >= (known.last ?? "") ? again : known),
      meaning,
      learnt,
      drift
    })
    const ads = rows.filter(({ country }) => {
      const isAsked = storefronts.includes(country)
      if (!isAsked) foreign += 1
      return isAsked
    })
    if (foreign > 0) yield* Effect.logWarning("The ad repository gave ads that weren't asked for", { appId, foreign })
    return { ads, foreign, ...window } satisfies ReadAds
  })

  return {
    adsOf,
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
              ({ data, pagination }): Page<EntityRow> => ({
                rows: (data ?? []).flatMap(({ id, name, type }) => {
                  const kind = V.textOf(type)
                  const number = V.numberOf(id)
                  return number === null || (kind !== "APP" && kind !== "DEVELOPER")
                    ? []
                    : [{ id: number, name: V.textOf(name) ?? "", type: kind }]
                }),
                total: V.numberOf(pagination?.totalResults)
              })
            )
          ),
        keyOf: ({ id, type }) => `${type} ${id}`,
        merge: (known) => known,
        meaning,
        learnt,
        most,
        drift
      })
      return { entities: rows.slice(0, most), total }
    }),

    /** Null: the repository doesn't know the ad in this window. */
    ad: Effect.fn("AdRepository.ad")(function* (adId: string, datePreset: DatePreset) {
      const answer = yield* request(`/ad-repository-ads/${encodeURIComponent(adId)}`, { datePreset })
      if (answer.status === 404) return null
      if (answer.status === 400 && (yield* wordsOf(answer)).includes(adId)) return null
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
