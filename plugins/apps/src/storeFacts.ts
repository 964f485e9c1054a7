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
    search: ["the order of the store's search service differs from that on a device"],
    reviews: [],
    overallChart: [],
    cards: [],
    untold: {
      shortDescription: "this store has no short description; see subtitle",
      installs: "this store has no public install counter",
      containsAds: "this store does not tell whether an app shows ads"
    }
  },
  storeb: {
    scope: "worldwide",
    hasRankCurves: false,
    record: ["ratings and installs are those of the whole world, whichever country is asked"],
    search: [
      "the order is that of the store's web search, which shows about 30 apps",
      "a result tells no number of ratings unless the app's page was read lately"
    ],
    reviews: ["reviews are those in the main language of the country, wherever they were written"],
    overallChart: ["the overall chart of this store holds no games, which have charts of their own (GAME)"],
    cards: [
      "apps are shown as the store's cards tell of them, without the number of ratings, unless their pages were read lately"
    ],
    untold: {
      subtitle: "this store has no subtitle; see shortDescription",
      ipadScreenshotUrls: "this store does not tell screenshots of tablets apart",
      fileSizeBytes: "this store does not tell the size",
      languageCodesISO2A: "this store does not tell the languages of an app",
      version: "the store does not tell it, or it varies with the device"
    }
  }
}
