import { AppNotFound, InvalidInput, type ServiceUnavailable, stored, UpstreamFailed } from "@storeglass/plugin-api"
import {
  type AppFailure,
  type AppStore,
  AppStores,
  byCodePoint,
  type StoreApp,
  type StorePage,
  screenshotsOf,
  trackIdOf
} from "@storeglass/stores/contract"
import { Clock, Context, Effect, Layer } from "effect"
import { phoneOf, tells } from "../audit/fromSnapshot.ts"
import { charCount, limitOf } from "../rules/metadata.ts"
import { type Asking, askingOf, noRequests, notListed } from "../snapshot/asking.ts"
import { recordsOf } from "../snapshot/reading.ts"
import { languageAnswer, snapshotAnswer } from "../snapshot/schema.ts"
import {
  competitorsMax,
  isRecord,
  type Part,
  recordOf,
  type Snapshot,
  type SnapshotBudget,
  type SnapshotQuery,
  Snapshots
} from "../snapshot/snapshot.ts"
import { type Ads, adsReader, noAdLibrary, untoldAds } from "./ads.ts"
import {
  type Contested,
  compared,
  type Figures,
  meetingOf,
  recommendationsFor,
  reportModel,
  type Velocity,
  velocityOf
} from "./model.ts"
import type { ReportAnswer } from "./schema.ts"

type Answer = typeof ReportAnswer.Type
type Side = Answer["metadata"]["you"]

const rowsMax = 10
const missingMax = 5
const topTen = 10
const dayMs = 86_400_000

/** What is read of an app beside its record. */
interface Beside {
  readonly page: Part<StorePage>
  readonly velocity: Velocity
  readonly ads: Ads
}
interface Read extends Beside {
  readonly app: StoreApp
  readonly visibility: number | null
}

const listingOf = ({ app, page }: Pick<Read, "app" | "page">): Side => {
  const { platform } = app
  const text = (field: "title" | "subtitle" | "shortDescription", value: string | null) => ({
    text: value,
    charCount: value === null ? null : charCount(value),
    maxChars: limitOf(platform, field)?.max ?? 0
  })
  return {
    name: app.name,
    developer: app.seller,
    category: app.genreName,
    price: app.formattedPrice,
    title: text("title", app.name),
    second: text(
      platform === "storea" ? "subtitle" : "shortDescription",
      page.status === "measured" && tells(page.value) ? (page.value.subtitle ?? "") : null
    ),
    descriptionChars: charCount(app.description),
    languages: app.languages.length === 0 ? null : app.languages.length
  }
}

const shotsOf = ({ app, page }: Pick<Read, "app" | "page">, { devices }: Pick<AppStore, "devices">) => {
  const told = page.status === "measured" ? { page: page.value } : { reason: page.reason }
  const { counts, unavailable } = screenshotsOf({ devices }, app, "all", told)
  const phone = phoneOf[app.platform]
  const count = counts[phone] ?? null
  return {
    count,
    hasPreview: page.status === "measured" && tells(page.value) ? page.value.previews.length > 0 : null,
    reason: count === null ? (unavailable[phone] ?? "the store doesn't tell its screenshots") : null
  }
}

const updatesOf = ({ currentVersionReleaseDate: releasedAt, version }: StoreApp, asOfMs: number) => {
  const ms = releasedAt === null ? Number.NaN : Date.parse(releasedAt)
  return { version, releasedAt, ageDays: Number.isNaN(ms) ? null : Math.max(0, Math.floor((asOfMs - ms) / dayMs)) }
}

const figuresOf = (read: Read, tools: Pick<AppStore, "devices">, asOfMs: number): Figures => ({
  average: read.app.averageRating,
  ratings: read.app.ratingCount,
  velocity: read.velocity.per30Days,
  visibility: read.visibility,
  screenshots: shotsOf(read, tools).count,
  age: updatesOf(read.app, asOfMs).ageDays
})

/** Where one of both is ranked, as far as the app's own rank is measured: most searched first. */
const contestedWith = (appId: string, { terms }: Snapshot): ReadonlyArray<Contested> =>
  terms
    .filter(({ rankStatus }) => rankStatus !== "not_measured")
    .map(({ competitors, keyword, rank, volume }) => ({
      keyword,
      volume: volume.value,
      yours: rank,
      theirs: competitors.find((one) => one.appId === appId)?.rank ?? null
    }))
    .filter(({ theirs, yours }) => theirs !== null || yours !== null)
    .sort((a, b) => (b.volume ?? -1) - (a.volume ?? -1) || byCodePoint(a.keyword, b.keyword))

const rowOf = ({ keyword, theirs, volume, yours }: Contested) => ({
  keyword,
  volumeScore: volume,
  yourRank: yours,
  theirRank: theirs
})

const keywordsWith = (appId: string, snapshot: Snapshot) => {
  const all = contestedWith(appId, snapshot)
  const of = (meeting: ReturnType<typeof meetingOf>) => all.filter((one) => meetingOf(one) === meeting)
  const [shared, onlyYou, onlyThem] = [of("shared"), of("only_you"), of("only_them")]
  const first = (some: ReadonlyArray<Contested>) => some.slice(0, rowsMax).map(rowOf)
  return {
    shared: shared.length,
    ahead: shared.filter(({ theirs, yours }) => yours !== null && theirs !== null && yours < theirs).length,
    onlyYou: onlyYou.length,
    onlyThem: onlyThem.length,
    sharedTop: first(shared),
    onlyYouTop: first(onlyYou),
    onlyThemTop: first(onlyThem)
  }
}

/** What others are in the first ten for, others' brands aside, and the app isn't ranked for. */
const missingIn = ({ terms }: Snapshot, ids: ReadonlySet<string>): ReadonlyArray<string> =>
  terms
    .filter(
      ({ brandOf, competitors, rankStatus }) =>
        brandOf === null &&
        rankStatus === "not_in_top_n" &&
        competitors.some(({ appId, rank }) => ids.has(appId) && rank <= topTen)
    )
    .sort((a, b) => (b.volume.value ?? -1) - (a.volume.value ?? -1) || byCodePoint(a.keyword, b.keyword))
    .slice(0, missingMax)
    .map(({ keyword }) => keyword)

/** The ads as an input: as old as the oldest that was read. */
const adInputs = (read: ReadonlyArray<Pick<Read, "ads">>): Snapshot["inputs"] => {
  const [asOf] = read.flatMap(({ ads }) => ads.asOf ?? []).toSorted(byCodePoint)
  return asOf === undefined ? [] : [{ source: "ad-library.presence", asOf, stale: false }]
}

/** The report over what was read; `others` in the order of the answer. Pure. */
export const answerOf = (
  snapshot: Snapshot,
  own: Beside,
  others: ReadonlyArray<Read>,
  unavailable: ReadonlyArray<{ readonly appId: string; readonly reason: string }>,
  more: Pick<Answer, "notMeasured"> & Pick<AppStore, "devices">
): Answer => {
  const { app, asOf, competitorsFrom, country, inputs, platform, terms, visibility } = snapshot
  const asOfMs = Date.parse(asOf)
  const idOf = (appId: string) => trackIdOf(platform, appId)
  const you: Read = { ...own, app, visibility: visibility.value }
  const sides = <A>(of: (read: Read) => A) => ({
    you: of(you),
    competitors: others.map((read) => ({ appId: idOf(read.app.appId), is: of(read) }))
  })
  const difference = compared(
    figuresOf(you, more, asOfMs),
    others.map((read) => ({ appId: read.app.appId, name: read.app.name, figures: figuresOf(read, more, asOfMs) }))
  )
  const told = (found: typeof difference.strengths) =>
    found.map(({ appId, ...one }) => ({ ...one, competitorId: idOf(appId) }))
  const missing = missingIn(snapshot, new Set(others.map(({ app: of }) => of.appId)))
  const read = new Set(others.map(({ app: of }) => recordOf(of.appId)))
  return {
    appId: idOf(app.appId),
    platform,
    competitorIds: others.map((read) => idOf(read.app.appId)),
    competitorsFrom,
    country,
    metadata: sides(listingOf),
    keywords: {
      you: { visibility: visibility.value },
      competitors: others.map((read) => ({
        appId: idOf(read.app.appId),
        visibility: read.visibility,
        ...keywordsWith(read.app.appId, snapshot)
      }))
    },
    ratings: sides(({ app: of, velocity }) => ({ average: of.averageRating, count: of.ratingCount, velocity })),
    screenshots: sides((read) => shotsOf(read, more)),
    updates: sides((read) => updatesOf(read.app, asOfMs)),
    ads: sides(({ ads }) => ads),
    strengths: told(difference.strengths),
    weaknesses: told(difference.weaknesses),
    recommendations: recommendationsFor(difference, others.length, missing).map(({ behind, ...one }) => ({
      ...one,
      competitorIds: behind.map(idOf)
    })),
    unavailable: unavailable.map(({ appId, reason }) => ({ appId: idOf(appId), reason })),
    notMeasured: [
      // A record that the snapshot lacks may have been read for the report.
      ...snapshot.notMeasured.filter((one) => !(isRecord(one) && read.has(one.what))),
      ...more.notMeasured
    ],
    language: languageAnswer(snapshot),
    snapshot: snapshotAnswer({ ...snapshot, inputs: [...inputs, ...adInputs([you, ...others])] }),
    model: reportModel,
    provenance: {
      ...stored(asOfMs, {
        status: "estimated",
        model: reportModel,
        sampleSize: terms.length,
        stale: inputs.some(({ stale }) => stale),
        limitations: [
          "what counts as ahead is a judgement by rules",
          "ranks are of collected keywords alone; volumes are estimates"
        ]
      }),
      confidence: "low"
    }
  }
}

const unread = (reason: string): Velocity => ({ per30Days: null, basis: null, sampleSize: 0, reason })

/** Where the app has no snapshot yet, what isn't spent on one: a report is about the competitors. */
const keptForCompetitors = (requestsMax: number) => Math.min(Math.ceil(0.4 * requestsMax), 2 * competitorsMax)
/** And of the time, what its making may take. */
const snapshotShare = 0.6

/** Records for which the snapshot had no requests left, as far as each still has its page read too. */
const lateRecords = Effect.fnUntraced(function* (
  asking: Asking,
  competitors: Snapshot["competitors"],
  country: string
) {
  const lacking = competitors.flatMap(({ app, appId }) =>
    app.status === "not_measured" && app.reason === noRequests ? [appId] : []
  )
  const known = competitors.length - lacking.length
  const room = Math.max(known === 0 ? 1 : 0, Math.floor((asking.left() - known) / 2))
  const wanted = lacking.slice(0, room)
  if (wanted.length === 0) return () => undefined
  const found = yield* recordsOf(asking, wanted, [], country)
  return (appId: string) => (wanted.includes(appId) ? found.partOf(appId) : undefined)
})

/** Apps beside their competitors. */
export class CompetitorReports extends Context.Service<
  CompetitorReports,
  { readonly of: (query: SnapshotQuery) => Effect.Effect<Answer, AppFailure | ServiceUnavailable> }
>()("@storeglass/aso/CompetitorReports") {
  static readonly layer = (budget: SnapshotBudget) =>
    Layer.effect(
      CompetitorReports,
      Effect.gen(function* () {
        const snapshots = yield* Snapshots
        const stores = yield* AppStores
        const adsOf = yield* adsReader

        const of = Effect.fn("CompetitorReports.of")(function* (query: SnapshotQuery) {
          const beganMs = yield* Clock.currentTimeMillis
          const { snapshot, spent } = yield* snapshots.read(query, {
            requestsMax: budget.requestsMax - keptForCompetitors(budget.requestsMax),
            waitMs: budget.waitMs * snapshotShare
          })
          const store = yield* stores.get(snapshot.platform)
          const { competitors, country } = snapshot
          if (competitors.length === 0)
            return yield* new InvalidInput(
              "competitorIds: your workspace tracks no competitors of this app, and none were found; name some"
            )
          const untilMs = beganMs + budget.waitMs
          const asking = askingOf(store, {
            requestsMax: Math.max(0, budget.requestsMax - spent.shared - spent.own),
            untilMs
          })
          const late = yield* lateRecords(asking, competitors, country)
          const sides = competitors.map(({ app, appId, visibility }) => ({
            appId,
            part: app.status === "measured" ? app : (late(appId) ?? app),
            visibility: visibility.value
          }))
          const [there, unavailable] = [
            sides.flatMap(({ part, visibility }) =>
              part.status === "measured" ? [{ app: part.value, visibility }] : []
            ),
            sides.flatMap(({ appId, part }) => (part.status === "measured" ? [] : [{ appId, reason: part.reason }]))
          ]
          if (there.length === 0) {
            if (unavailable.every(({ reason }) => reason === notListed))
              return yield* new AppNotFound("none of the competitors is listed in this country")
            return yield* new UpstreamFailed(
              `none of the competitors could be read, so nothing was charged: ${unavailable.map(({ appId, reason }) => `${appId}: ${reason}`).join("; ")}`
            )
          }
          const asOfMs = Date.parse(snapshot.asOf)
          const { perPage } = store.reviewDepth
          const ids = there.map(({ app: { appId } }) => appId)
          // Pages first: what a listing says is asked for before how fast its reviews come.
          const fromStore = Effect.gen(function* () {
            const pages = yield* Effect.forEach(
              ids,
              (appId) => asking.part("store.page", (from) => from.page(appId, country)),
              { concurrency: 3 }
            )
            const reviews = yield* Effect.forEach(
              ids,
              (appId) =>
                asking.part("store.reviews", (from) => from.reviews({ appId, country, sort: "mostRecent", page: 1 })),
              { concurrency: 3 }
            )
            return { pages, reviews }
          })
          const fromLibrary = Effect.forEach(
            [snapshot.app.appId, ...ids],
            (appId) => adsOf({ platform: snapshot.platform, appId }, untilMs),
            { concurrency: "unbounded" }
          )
          const [{ pages, reviews }, [ownAds = untoldAds(noAdLibrary), ...ads]] = yield* Effect.all(
            [fromStore, fromLibrary],
            { concurrency: "unbounded" }
          )
          const others = there.flatMap((one, at): ReadonlyArray<Read> => {
            const [page, newest, advertising] = [pages[at]?.part, reviews[at]?.part, ads[at]]
            if (page === undefined || newest === undefined || advertising === undefined) return []
            const velocity =
              newest.status === "measured"
                ? velocityOf(
                    newest.value.map(({ date }) => date),
                    { asOfMs, isWhole: newest.value.length < perPage }
                  )
                : unread(newest.reason)
            return [{ ...one, page, velocity, ads: advertising }]
          })
          const notMeasured = there.flatMap(({ app: { appId } }, at) => {
            const [page, newest] = [pages[at]?.part, reviews[at]?.part]
            return [
              ...(page?.status === "not_measured" ? [{ what: `page of ${appId}`, reason: page.reason }] : []),
              ...(newest?.status === "not_measured" ? [{ what: `reviews of ${appId}`, reason: newest.reason }] : [])
            ]
          })
          const own: Beside = {
            page: snapshot.page,
            ads: ownAds,
            velocity:
              snapshot.reviews.status === "measured"
                ? velocityOf(
                    snapshot.reviews.value.map(({ date }) => date),
                    { asOfMs, isWhole: snapshot.reviews.value.length < perPage }
                  )
                : unread(snapshot.reviews.reason)
          }
          return answerOf(snapshot, own, others, unavailable, { notMeasured, devices: store.devices })
        })
        return CompetitorReports.of({ of })
      })
    )
}
