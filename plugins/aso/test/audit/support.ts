import { rankWeight } from "@storeglass/keywords/contract"
import { storeApp, storePage, storeShots } from "@storeglass/stores/testing"
import type { CurrentVersion } from "@storeglass/workspace/contract"
import type { AuditTools } from "../../src/audit/fromSnapshot.ts"
import { checkMetadata } from "../../src/rules/check.ts"
import type { Snapshot, SnapshotTerm } from "../../src/snapshot/snapshot.ts"
import { languageOf } from "../../src/words/words.ts"

const devicesOf = { storea: ["iphone", "ipad", "appletv", "watch"], storeb: ["phone"] } as const
export const toolsOf = ({ platform }: Pick<Snapshot, "platform">): AuditTools => ({
  devices: devicesOf[platform],
  benchmark: () => undefined,
  check: checkMetadata
})

const score = (value: number | null, model: string): SnapshotTerm["volume"] => ({
  value,
  range: value === null ? null : { low: value, high: value },
  status: value === null ? "not_measured" : "estimated",
  model
})

export const term = (
  keyword: string,
  {
    brandOf = null,
    difficulty = 50,
    rank = null,
    rankStatus = rank === null ? "not_in_top_n" : "ranked",
    relevance = 80,
    volume = 40
  }: {
    readonly volume?: number | null
    readonly difficulty?: number | null
    readonly relevance?: number | null
    readonly rank?: number | null
    readonly rankStatus?: SnapshotTerm["rankStatus"]
    readonly brandOf?: string | null
  } = {}
): SnapshotTerm => ({
  keyword,
  from: ["standing"],
  volume: score(volume, "kw-volume@2"),
  difficulty: score(difficulty, "kw-difficulty@2"),
  relevance,
  rank,
  rankStatus,
  depth: rankStatus === "not_measured" ? null : 100,
  asOf: "2026-11-20T06:00:00.000Z",
  top: null,
  topTenSameGenre: null,
  brandOf,
  isOwnBrand: false,
  competitors: []
})

/** kw-visibility over terms, as keywords has it. */
export const visibilityOf = (terms: ReadonlyArray<SnapshotTerm>): Snapshot["visibility"] => {
  const measured = terms.flatMap(({ rank, rankStatus, volume }) =>
    rankStatus === "not_measured" || volume.value === null ? [] : [{ rank, volume: volume.value }]
  )
  const all = measured.reduce((sum, { volume }) => sum + volume, 0)
  const seen = measured.reduce((sum, { rank, volume }) => sum + volume * rankWeight(rank), 0)
  const value = all === 0 ? null : Math.round((10_000 * seen) / all) / 100
  return { ...score(value, "kw-visibility@1"), terms: measured.length }
}

export const standingsOf = (terms: ReadonlyArray<SnapshotTerm>): Snapshot["standings"] => {
  const ranks = terms.flatMap(({ rank }) => (rank === null ? [] : [rank]))
  return {
    basketId: "basket",
    ranked: ranks.length,
    top10: ranks.filter((rank) => rank <= 10).length,
    avgRank: ranks.length === 0 ? null : Math.round((10 * ranks.reduce((a, b) => a + b, 0)) / ranks.length) / 10
  }
}

export const peer = (
  appId: string,
  over: Parameters<typeof storeApp>[1] = {},
  visibility: number | null = 20
): Snapshot["competitors"][number] => ({
  appId,
  app: { status: "measured", value: storeApp(appId, over) },
  visibility: { ...score(visibility, "kw-visibility@1"), terms: 5 }
})

export const version = (keywords: string | null): CurrentVersion => ({
  id: "019c8e2a-7b41-7c3d-9e5f-2a6b8c0d1e3f",
  versionName: "1.2",
  language: "en-US",
  title: null,
  subtitle: null,
  description: null,
  keywords,
  shortDescription: null,
  promotionalText: null,
  whatsNew: null,
  releasedAt: "2026-11-01T00:00:00Z"
})

export const asOf = "2026-11-21T00:00:00.000Z"

export const terms: ReadonlyArray<SnapshotTerm> = [
  term("habit tracker", { volume: 60, rank: 12 }),
  term("daily planner", { volume: 50, rank: 40 }),
  term("routine", { volume: 30, difficulty: 20, rank: 3 }),
  term("goal setting", { volume: 20 }),
  term("to do list", { volume: 70, difficulty: 90, relevance: 50 }),
  term("weather", { volume: 90, relevance: 5 }),
  term("streaks", { volume: 40, brandOf: "Streaks" })
]

/** A snapshot of a plain app on storea; `visibility` and `standings` follow from its terms. */
export const snapshotOf = (over: Partial<Snapshot> = {}): Snapshot => {
  const platform = over.platform ?? "storea"
  const own = over.terms ?? terms
  return {
    id: "s1",
    sharedId: "s1",
    asOf,
    inputs: [],
    platform,
    country: "us",
    device: platform === "storea" ? "iphone" : "phone",
    app: storeApp("1", {
      platform,
      name: "Lumen: Habit Tracker",
      averageRating: 4.4,
      ratingCount: 999,
      currentVersionReleaseDate: "2026-11-01T00:00:00Z",
      languages: platform === "storea" ? ["EN", "DE", "FR"] : [],
      screenshots:
        platform === "storea"
          ? { iphone: storeShots("1", "2", "3", "4"), ipad: storeShots("1") }
          : { phone: storeShots("1", "2", "3", "4") },
      description: "Lumen helps you keep the habits you choose.\nPlan a routine for each day and see how it goes."
    }),
    page: { status: "measured", value: storePage({ subtitle: "Your daily planner", screenshots: {}, previews: [] }) },
    reviews: {
      status: "measured",
      value: [5, 5, 4, 2, 1].map((rating) => ({ rating, date: null, version: null }))
    },
    language: languageOf({ given: "en-US" }),
    terms: own,
    visibility: visibilityOf(own),
    standings: standingsOf(own),
    competitorsFrom: "tracked",
    competitors: [
      peer("2", { averageRating: 4.8, ratingCount: 50_000 }, 40),
      peer("3", { averageRating: 4.1, ratingCount: 300 }, 5),
      peer("4", { averageRating: 4.4, ratingCount: 999 }, 10)
    ],
    version: null,
    conversion: { status: "not_measured", value: null, reason: "no console is connected" },
    isOwn: false,
    notMeasured: [],
    requests: 0,
    ...over
  }
}
