/** What a caller should know about the figures of each store, and why a store never tells some of them. */
import type { Param } from "@storeglass/plugin-api"

/** Whose figures the counters of a store are, and the estimates that rest on them. */
export const scopes = ["country", "worldwide"] as const
export type Scope = (typeof scopes)[number]

interface StoreFacts {
  readonly scope: Scope
  /** Whether the rank curves are fitted on charts of this store. */
  readonly hasRankCurves: boolean
  /** About every record. */
  readonly record: ReadonlyArray<string>
  readonly search: ReadonlyArray<string>
  readonly reviews: ReadonlyArray<string>
  /** About the chart over all genres. */
  readonly overallChart: ReadonlyArray<string>
  /** About lists of apps that are known from cards and not from their pages. */
  readonly cards: ReadonlyArray<string>
  /** By field of the record, why this store never tells it, or what null means there. */
  readonly untold: Readonly<Record<string, string>>
}

export const storeFacts: Readonly<Record<Param.Platform, StoreFacts>> = {
  storea: {
    scope: "country",
    hasRankCurves: true,
    record: [],
    search: ["the order of the store's search service differs from the order on a device"],
    reviews: [],
    overallChart: [],
    cards: [],
    untold: {
      shortDescription: "this store has no short description; see subtitle",
      installs: "this store has no public install counter"
    }
  },
  storeb: {
    scope: "worldwide",
    hasRankCurves: false,
    record: ["ratings and installs are worldwide, whichever country is requested"],
    search: [
      "the order is the store's web search, which shows about 30 apps",
      "a result has no number of ratings unless the app's page was read recently"
    ],
    reviews: ["reviews are in the country's main language, wherever they were written"],
    overallChart: ["this store's overall chart has no games, which have their own charts (GAME)"],
    cards: [
      "apps are shown as on the store's cards, without the number of ratings, unless their pages were read recently"
    ],
    untold: {
      subtitle: "this store has no subtitle; see shortDescription",
      ipadScreenshotUrls: "this store doesn't separate tablet screenshots",
      fileSizeBytes: "this store doesn't give the size",
      languageCodesISO2A: "this store doesn't give an app's languages",
      version: "the store doesn't give it, or it varies by device"
    }
  }
}
