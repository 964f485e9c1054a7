import { asDocumented, measured } from "@storeglass/plugin-api"
import {
  type AppFailure,
  type AppStore,
  type Device,
  deviceOf,
  type Sourced,
  type StoreApp,
  type StoreQuery,
  screenshotsOf,
  storeAsked
} from "@storeglass/stores/contract"
import { Context, Effect, Layer } from "effect"
import type { AppRecord } from "../schema.ts"
import { storeFacts } from "../storeFacts.ts"
import { AppPages, type PageAnswer, pageTold } from "./AppPages.ts"
import { RatingHistory } from "./RatingHistory.ts"
import { summaryOf } from "./summary.ts"

interface Query extends StoreQuery {
  readonly device?: Device
}

/** The metadata record of one app: the store's record, and from the app's page what only it tells. */
export class AppRecords extends Context.Service<
  AppRecords,
  { readonly get: (id: string, query: Query) => Effect.Effect<AppRecord, AppFailure> }
>()("@storeglass/apps/AppRecords") {
  static readonly layer = ({ pageWaitMs }: { readonly pageWaitMs: number }) =>
    Layer.effect(
      AppRecords,
      Effect.gen(function* () {
        const asks = yield* storeAsked
        const pages = yield* AppPages
        const history = yield* RatingHistory
        const get = Effect.fn("AppRecords.get")(function* (id: string, query: Query) {
          const asked = yield* asks.app(id, query)
          if (query.device !== undefined) yield* deviceOf(asked.store, query.device)
          const app = yield* asked.store.app(asked.appId, asked.country)
          yield* history.record({ ...app, value: [app.value] })
          return recordOf(asked.store, app, yield* pages.within(pageWaitMs, asked), query.device)
        }, asDocumented)
        return AppRecords.of({ get })
      })
    )
}

export const recordOf = (
  store: AppStore,
  sourced: Sourced<StoreApp>,
  answer: PageAnswer,
  asked: Device | undefined
): AppRecord => {
  const app = sourced.value
  const page = answer._tag === "Page" ? answer.page.value : null
  const device = asked ?? store.devices[0] ?? "all"
  const shots = screenshotsOf(store, app, device, pageTold(answer))
  const urls = Object.values(shots.screenshots).flatMap((list) => list.map(({ url }) => url))
  const facts = storeFacts[app.platform]
  const histogram = page?.ratingHistogram ?? null
  const line = page?.subtitle ?? null
  const fields = {
    ...summaryOf(app),
    currentVersionReleaseDate: app.currentVersionReleaseDate,
    screenshotUrls: urls,
    description: app.description,
    platform: app.platform,
    country: app.country,
    device,
    // The line under the name on one store, and the short description on the other.
    subtitle: app.platform === "storea" ? line : null,
    shortDescription: app.platform === "storeb" ? line : null,
    ipadScreenshotUrls: (app.screenshots.ipad ?? []).map(({ url }) => url),
    version: app.version,
    releaseNotes: app.releaseNotes,
    releaseDate: app.releaseDate,
    fileSizeBytes: app.fileSizeBytes,
    languageCodesISO2A: app.languages,
    contentAdvisoryRating: app.contentRating,
    minimumOsVersion: app.minimumOsVersion,
    primaryGenreId: app.genreId,
    genreIds: app.genreIds,
    genres: app.genres,
    developerId: app.developerId,
    sellerUrl: app.sellerUrl,
    privacyPolicyUrl: page?.privacyPolicyUrl ?? null,
    ratingHistogram:
      histogram === null
        ? null
        : { "1": histogram[0], "2": histogram[1], "3": histogram[2], "4": histogram[3], "5": histogram[4] },
    inAppPurchases: page?.hasInAppPurchases ?? null,
    containsAds: page?.containsAds ?? null,
    installs: app.installs
  }
  const unavailable: Record<string, string> = {}
  const reason = answer._tag === "Page" ? "the app's page doesn't give it" : answer.reason
  for (const field of pageFields) if (fields[field] === null) unavailable[field] = reason
  for (const field of recordFields)
    if (fields[field] === null) unavailable[field] = "the store doesn't give it for this app and country"
  for (const [field, why] of Object.entries(facts.untold)) if (isUntold(fields, field)) unavailable[field] = why
  if (app.ratingCount === 0)
    for (const field of ratingFields) if (fields[field] === null) unavailable[field] = "no ratings yet"
  const unknownShots = Object.values(shots.unavailable)[0]
  if (urls.length === 0 && unknownShots !== undefined) unavailable.screenshotUrls = unknownShots
  const available = app.price !== null || app.formattedPrice !== null
  return {
    ...fields,
    availability: {
      available,
      reason: available ? null : "the store lists it without a price: it isn't for sale in this country"
    },
    unavailable,
    provenance: measured(
      sourced,
      answer._tag === "Page"
        ? facts.record
        : [...facts.record, `fields from the app's page are missing: ${answer.reason}`]
    )
  }
}

const isUntold = (fields: Readonly<Record<string, unknown>>, field: string) => {
  const value = fields[field]
  return value === null || (Array.isArray(value) && value.length === 0)
}

/** Of an app that nobody has rated these are null, whoever tells them. */
const ratingFields = ["averageUserRating", "ratingHistogram"] as const
const pageFields = [
  "subtitle",
  "shortDescription",
  "privacyPolicyUrl",
  "ratingHistogram",
  "inAppPurchases",
  "containsAds"
] as const
const recordFields = [
  "installs",
  "primaryGenreName",
  "averageUserRating",
  "userRatingCount",
  "price",
  "currency",
  "formattedPrice",
  "artworkUrl512",
  "trackViewUrl",
  "currentVersionReleaseDate",
  "version",
  "releaseNotes",
  "releaseDate",
  "fileSizeBytes",
  "contentAdvisoryRating",
  "minimumOsVersion",
  "primaryGenreId",
  "developerId",
  "sellerUrl"
] as const
