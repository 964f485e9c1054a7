/** A snapshot made by hand. */
import { type BookScore, termOf } from "@storeglass/keywords/contract"
import { storeApp, storePage } from "@storeglass/stores/testing"
import type { Snapshot, SnapshotTerm } from "../../src/snapshot/snapshot.ts"
import { languageOf } from "../../src/words/words.ts"

export const score = (value: number | null, error = 10): BookScore => ({
  value,
  range: value === null ? null : { low: Math.max(0, value - error), high: Math.min(100, value + error) },
  status: value === null ? "not_measured" : "estimated",
  model: "m@1"
})

export const term = (keyword: string, over: Partial<SnapshotTerm> = {}): SnapshotTerm => ({
  keyword: termOf(keyword),
  from: ["listing"],
  volume: score(50),
  difficulty: score(40),
  relevance: 80,
  rank: null,
  rankStatus: over.rank === undefined || over.rank === null ? "not_in_top_n" : "ranked",
  depth: 100,
  asOf: "2026-11-23T00:00:00.000Z",
  top: [],
  topTenSameGenre: null,
  brandOf: null,
  isOwnBrand: false,
  competitors: [],
  ...over
})

export const snapshot = (terms: ReadonlyArray<SnapshotTerm>, over: Partial<Snapshot> = {}): Snapshot => ({
  id: "00000000-0000-4000-8000-000000000001",
  sharedId: "00000000-0000-4000-8000-000000000001",
  asOf: "2026-11-23T00:00:00.000Z",
  inputs: [],
  platform: "storea",
  country: "us",
  device: "iphone",
  app: storeApp("1", { name: "Moneta: Budget Planner", description: "Plan your money." }),
  page: { status: "measured", value: storePage({ subtitle: "Track every expense" }) },
  reviews: { status: "measured", value: [] },
  language: languageOf({ given: "en" }),
  terms,
  visibility: { ...score(null), terms: 0 },
  standings: { basketId: "b", ranked: 0, top10: 0, avgRank: null },
  competitorsFrom: "found",
  competitors: [],
  version: null,
  conversion: { status: "not_measured", value: null, reason: "no console is connected" },
  isOwn: false,
  notMeasured: [],
  requests: 0,
  ...over
})
