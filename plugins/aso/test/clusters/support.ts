import type { ClusterTerm } from "../../src/clusters/clusters.ts"

export const market = { platform: "storea", appId: "1", country: "us", device: "iphone" }

export const termOf = (keyword: string, known: Partial<ClusterTerm> = {}): ClusterTerm => ({
  keyword,
  volume: null,
  rank: null,
  rankStatus: known.rank == null ? "not_measured" : "ranked",
  top: null,
  brandOf: null,
  isOwnBrand: false,
  competitors: [],
  ...known
})
