import { asDocumented, Caller, measured, type UpstreamError } from "@storeglass/plugin-api"
import {
  type AppFailure,
  type AskedApp,
  reasonOf,
  type Sourced,
  type StoreApp,
  type StoreQuery,
  type StoreReview,
  storeAsked,
  trackIdOf
} from "@storeglass/stores/contract"
import { Clock, Context, Effect, Layer, type Result } from "effect"
import { ActualsStore, noResiduals } from "../actuals/ActualsStore.ts"
import { type AppsConfig, calibrationOf } from "../config.ts"
import { worldwide } from "../contract.ts"
import { correctionFor } from "../models/residuals.ts"
import { analyseReviews, topThemesOf } from "../models/reviewAnalysis.ts"
import { currencyOf } from "../parameters.ts"
import { AppPages, type PageAnswer } from "../records/AppPages.ts"
import { RatingHistory } from "../records/RatingHistory.ts"
import { newestReviews } from "../records/Reviews.ts"
import type { IntelligenceReport, SentimentAnalysis } from "../report.ts"
import { SimilarApps, type SimilarFound } from "../similar/SimilarApps.ts"
import { storeFacts } from "../storeFacts.ts"
import { MarketReadings } from "./MarketReadings.ts"
import { downloadsModel, estimateMarket, ofTheWorld, revenueModel } from "./marketEstimates.ts"

/** All that have a part in a report; sent as `X-Model-Version`. */
const models = [downloadsModel, revenueModel, "sentiment@1", "themes@1"]

type Attempt<A> = Result.Result<A, UpstreamError>

/** The intelligence report. Each part stands alone: one whose source fails is null with its reason. */
export class Intelligence extends Context.Service<
  Intelligence,
  {
    readonly report: (
      id: string,
      query: StoreQuery & { readonly currency: string }
    ) => Effect.Effect<IntelligenceReport, AppFailure, Caller>
  }
>()("@storeglass/apps/Intelligence") {
  static readonly layer = (config: AppsConfig) =>
    Layer.effect(
      Intelligence,
      Effect.gen(function* () {
        const asks = yield* storeAsked
        const pages = yield* AppPages
        const history = yield* RatingHistory
        const readings = yield* MarketReadings
        const actuals = yield* ActualsStore
        const similar = yield* SimilarApps
        const calibration = calibrationOf(config)

        /** What the caller's own figures say; nothing where they can't be read. */
        const correctionsOf = Effect.fnUntraced(function* ({ country, store }: AskedApp, app: StoreApp) {
          const { accountId } = yield* Caller
          const residuals = yield* actuals
            .residuals(accountId, store.platform)
            .pipe(
              Effect.catch((failure) =>
                Effect.as(Effect.logWarning("Couldn't read the account's residuals", failure), noResiduals)
              )
            )
          const about = {
            country: storeFacts[store.platform].scope === "worldwide" ? worldwide : country,
            genreId: app.genreId,
            developerId: app.developerId
          }
          return {
            downloads: correctionFor(residuals.downloads, about),
            revenue: correctionFor(residuals.revenue, about)
          }
        })

        const report = Effect.fn("Intelligence.report")(function* (
          id: string,
          query: StoreQuery & { readonly currency: string }
        ) {
          const currency = yield* currencyOf(calibration.rates, query.currency)
          const asked = yield* asks.app(id, query)
          const { appId, country, store } = asked
          const sourced = yield* store.app(appId, country)
          const app = sourced.value
          const nowMs = yield* Clock.currentTimeMillis
          yield* history.record({ ...sourced, value: [app] })
          const read = yield* Effect.all(
            {
              page: pages.within(config.reportPageWaitMs, asked),
              market: readings.of(asked, app),
              corrections: correctionsOf(asked, app),
              reviews: Effect.result(newestReviews(store, appId, country, config.reviewPages)),
              similar: Effect.result(similar.of(asked, app, 10, config.reportPageWaitMs))
            },
            { concurrency: "unbounded" }
          )
          const market = estimateMarket(
            { app, nowMs, asOfMs: sourced.asOfMs, ...read.market, calibration, currency },
            read.corrections
          )
          const purchases = purchasesOf(read.page)
          const failed = [read.reviews, read.similar].flatMap((part) => (part._tag === "Failure" ? [part.failure] : []))
          const [firstFailure] = failed
          // The store's record alone is no report.
          if (
            firstFailure !== undefined &&
            failed.length === 2 &&
            market.estimatedDownloads.value === null &&
            purchases.value === null
          )
            return yield* Effect.fail(firstFailure)
          const unavailable: Record<string, string> = {}
          if (purchases.reason !== null) unavailable.inAppPurchases = purchases.reason
          if (read.similar._tag === "Failure") unavailable.similarApps = reasonOf(read.similar.failure)
          if (read.reviews._tag === "Failure") unavailable.sentimentAnalysis = reasonOf(read.reviews.failure)
          for (const figure of ["estimatedDownloads", "estimatedRevenue"] as const) {
            if (market[figure].value !== null) {
              if (market[figure].inCountry === null) unavailable[`marketIntelligence.${figure}.inCountry`] = ofTheWorld
            } else
              unavailable[`marketIntelligence.${figure}`] = market[figure].notUsed
                .map(({ reason }) => reason)
                .join("; ")
          }
          return {
            trackId: trackIdOf(store.platform, appId),
            trackName: app.name,
            platform: store.platform,
            country,
            marketIntelligence: market,
            inAppPurchases: purchases.value,
            similarApps: similarOf(read.similar),
            sentimentAnalysis: sentimentOf(sourced, read.reviews),
            unavailable,
            provenance: { ...measured(sourced, storeFacts[store.platform].record), model: models.join(", ") }
          }
        }, asDocumented)

        return Intelligence.of({ report })
      })
    )
}

const purchasesOf = (answer: PageAnswer) => {
  if (answer._tag === "NoPage") return { value: null, reason: answer.reason }
  const { hasInAppPurchases, inAppPurchases } = answer.page.value
  if (inAppPurchases !== null) return { value: inAppPurchases, reason: null }
  return hasInAppPurchases === false
    ? { value: [], reason: null }
    : { value: null, reason: "the app's page doesn't list them" }
}

const similarOf = (found: Attempt<SimilarFound>) =>
  found._tag === "Failure"
    ? null
    : found.success.apps.map(({ app, relation }) => ({
        trackId: trackIdOf(app.platform, app.appId),
        trackName: app.name,
        sellerName: app.seller,
        relation
      }))

const method =
  "stars joined with a lexicon score of English texts (sentiment@1); themes by log-odds of phrases between positive and negative reviews (themes@1)"

const sentimentOf = (app: Sourced<StoreApp>, read: Attempt<Sourced<ReadonlyArray<StoreReview>>>): SentimentAnalysis => {
  const base = { averageRating: app.value.averageRating, totalReviews: app.value.ratingCount, method }
  const analysis = analyseReviews(read._tag === "Success" ? read.success.value : [])
  const common = {
    ...base,
    positivePercentage: analysis.positivePercentage,
    positiveRange: analysis.positiveRange,
    themes: analysis.themes,
    sampleSize: analysis.sampleSize,
    sampleAverageRating: analysis.sampleAverageRating,
    window: analysis.window
  }
  if (read._tag === "Failure")
    return {
      ...common,
      topPositiveThemes: null,
      topNegativeThemes: null,
      provenance: {
        source: "model",
        asOf: null,
        status: "unavailable",
        model: "sentiment@1",
        sampleSize: 0,
        limitations: [reasonOf(read.failure)]
      }
    }
  const unread = analysis.sampleSize - analysis.themeSampleSize
  return {
    ...common,
    topPositiveThemes: topThemesOf(analysis.themes, "positive"),
    topNegativeThemes: topThemesOf(analysis.themes, "negative"),
    provenance: {
      ...measured(read.success, [
        "only the newest written reviews, which are fewer and harsher than ratings",
        ...storeFacts[app.value.platform].reviews,
        ...(unread > 0 ? [`themes come from English reviews only: ${unread} others are left out`] : [])
      ]),
      model: "sentiment@1",
      sampleSize: analysis.sampleSize,
      confidence: analysis.sampleSize >= 50 ? "medium" : analysis.sampleSize > 0 ? "low" : "none",
      status: analysis.sampleSize === 0 ? "unavailable" : "estimated"
    }
  }
}
