import type { Snapshot } from "../snapshot/snapshot.ts"
import { type ClusterReading, readClusters } from "./clusters.ts"

/** The clusters that a snapshot holds. Pure. */
export const clustersIn = ({ app, country, device, language, platform, terms }: Snapshot): ClusterReading =>
  readClusters(
    terms.map(({ volume, ...term }) => ({ ...term, volume: volume.value })),
    { platform, appId: app.appId, country, device },
    language
  )
