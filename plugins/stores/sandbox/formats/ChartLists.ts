import type { ChartKind } from "@storeglass/sandbox/world"
import type { Storefront } from "./storefronts.ts"

export type Platform = "storea" | "storeb"

export interface ChartListsQuery {
  readonly platform: Platform
  readonly storefront: Storefront
  /** Days since 1970. */
  readonly day: number
  readonly charts: ReadonlyArray<ChartKind>
  /** Ids, and `all` for the overall chart. */
  readonly genres: ReadonlyArray<string>
  /** Where links in the answer lead. */
  readonly origin: string
}

export interface ListedApp {
  readonly name: string | null
  readonly seller: string | null
  readonly iconUrl: string | null
  readonly genreId: string | null
  readonly genreName: string | null
}

export interface ChartLists {
  readonly lists: ReadonlyArray<{
    readonly chart: ChartKind
    readonly genre: string
    readonly asOfMs: number
    readonly appIds: ReadonlyArray<string>
  }>
  /** By id. */
  readonly apps: Readonly<Record<string, ListedApp>>
}

/** How deep the vendors' charts are. */
export const chartDepth: Readonly<Record<Platform, number>> = { storea: 100, storeb: 200 }

/** The charts of a day in the past, without the vendors' forms. Charts that nobody knows are absent. */
export type ChartHistory = (query: ChartListsQuery) => ChartLists
