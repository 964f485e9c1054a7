import type { OpenOptions } from "@storeglass/sandbox"
import type { CatalogSource } from "./formats/CatalogSource.ts"
import type { ChartHistory } from "./formats/ChartLists.ts"
import type { PlaySource } from "./formats/PlaySource.ts"
import { noSearchHistory, type SearchHistory } from "./formats/SearchLists.ts"
import { worldChartLists } from "./invented/chartLists.ts"
import { playWorldSource } from "./invented/PlayWorldSource.ts"
import { worldSearches } from "./invented/searchLists.ts"
import { worldSource } from "./invented/WorldSource.ts"
import { recordedChartLists } from "./recordings/chartLists.ts"
import { loadRecordings } from "./recordings/index.ts"

/** Both stores, invented or recorded. */
export interface Stores {
  readonly catalog: (nowMs: number, origin: string) => CatalogSource
  readonly play: (nowMs: number, origin: string) => PlaySource
  readonly chartHistory: ChartHistory
  readonly searchHistory: SearchHistory
}

export const openStores = async ({
  onRecording,
  recordings,
  worlds: { first, second }
}: OpenOptions): Promise<Stores> => {
  if (recordings === undefined) {
    return {
      catalog: (nowMs, origin) => worldSource(first, nowMs, origin),
      play: (nowMs, origin) => playWorldSource(second, nowMs, origin),
      chartHistory: worldChartLists(first, second),
      searchHistory: worldSearches(first, second)
    }
  }
  const recorded = await loadRecordings(recordings, onRecording)
  return { ...recorded, chartHistory: recordedChartLists(recorded), searchHistory: noSearchHistory }
}
