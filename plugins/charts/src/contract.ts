/** What other plugins may import of charts: the history of chart positions. */
import type { DayWindow, Param } from "@storeglass/plugin-api"
import { Context, Data, Effect } from "effect"
import type { SqlError } from "effect/sql"

/** The charts that history is kept of. */
export const chartNames = ["top-free", "top-paid", "top-grossing"] as const
export type Chart = (typeof chartNames)[number]

/** One chart of one storefront. */
export interface ChartKey {
  readonly platform: Param.Platform
  /** ISO 3166-1 alpha-2, lower case. */
  readonly country: string
  readonly chart: Chart
  /** Null: all genres. */
  readonly genreId: string | null
}

/** An app as a chart names it. What the chart did not tell is null. */
export interface ListedApp {
  readonly appId: string
  readonly name: string | null
  readonly seller: string | null
  readonly iconUrl: string | null
  readonly genreId: string | null
  readonly genreName: string | null
}

/** A whole list as it stood, to be kept. */
export interface ChartSnapshot {
  readonly key: ChartKey
  /** When the store said so, ms since the epoch. */
  readonly asOfMs: number
  /** Who said so, as `storea.charts`. Ranks that different sources gave are never compared. */
  readonly source: string
  /** In any order; ranks from 1, none twice. Details that are absent are filled in by later lists. */
  readonly entries: ReadonlyArray<{ readonly rank: number; readonly appId: string } & Partial<ListedApp>>
}

/** A list that cannot be kept, and why. */
export class InvalidSnapshot extends Data.TaggedError("InvalidSnapshot")<{ readonly message: string }> {}

/** A kept list. */
export interface ChartReading {
  readonly asOfMs: number
  readonly source: string
  /** App ids, first rank first; null where the list had no app at a rank. */
  readonly appIds: ReadonlyArray<string | null>
}

/** A list that is looked for. */
export interface AskedReading {
  readonly key: ChartKey
  /** Not older than this, and not younger than `toMs`. */
  readonly fromMs: number
  readonly toMs: number
  /** Null: of any. */
  readonly source: string | null
}

/** Two lists of one chart and source, for comparing. */
export interface ReadingPair {
  readonly current: ChartReading
  /** The newest that is at least half a collection interval older; null while there is none. */
  readonly previous: ChartReading | null
  /** Set when the newest list of all is from another source, with which nothing compares yet. */
  readonly uncompared: { readonly asOfMs: number; readonly source: string } | null
}

/** The first of a chart. */
export interface Leader {
  readonly key: ChartKey
  readonly asOfMs: number
  readonly app: ListedApp
  /** When it was first seen there in this run; null when it has been first as long as this chart is read. */
  readonly reachedAtMs: number | null
  /** The oldest list of this chart and source. */
  readonly readSinceMs: number
  /** The app that was first before; null if that wasn't observed. */
  readonly previous: ListedApp | null
}

/** Ranks of one app at the times its chart was read. */
export interface RankPoint {
  readonly asOfMs: number
  readonly source: string
  /** Null: the list was read and does not hold the app. Times at which it was not read are absent. */
  readonly rank: number | null
  /** How many ranks the list had. */
  readonly depth: number
}

/** Where an app stands now. */
export interface AppPosition {
  readonly key: ChartKey
  readonly asOfMs: number
  readonly rank: number
  readonly depth: number
}

/** What became of lists that were handed in. */
export interface ImportReport {
  readonly added: number
  /** Were there already. */
  readonly known: number
  readonly refused: number
  /** The first reasons, at most 20. */
  readonly reasons: ReadonlyArray<string>
}

export interface CollectionProgress {
  readonly platform: Param.Platform
  /** Charts to be read in each interval. */
  readonly planned: number
  /** Of these, read in the current interval. */
  readonly read: number
  /** Charts the configured rate can read in an interval. What is planned beyond that waits for the next. */
  readonly capacity: number
  /** Age of the oldest newest list among those planned; null when one was never read. */
  readonly lagMs: number | null
}

/** Chart positions over time. */
export class ChartHistory extends Context.Service<
  ChartHistory,
  {
    /** Keeps one list, unless the chart was read at or after `unlessReadSinceMs`. False: it is not new. */
    readonly add: (
      snapshot: ChartSnapshot,
      options?: { readonly unlessReadSinceMs?: number }
    ) => Effect.Effect<boolean, SqlError.SqlError | InvalidSnapshot>
    /** Keeps lists of any age through the same checks and tables, in batches; repeating it adds nothing. */
    readonly importSnapshots: (snapshots: Iterable<ChartSnapshot>) => Effect.Effect<ImportReport, SqlError.SqlError>
    /** Has these charts collected from now on, for as long as they are asked for. */
    readonly track: (keys: ReadonlyArray<ChartKey>) => Effect.Effect<void, SqlError.SqlError>
    /** The newest list; null when there is none. */
    readonly latest: (key: ChartKey) => Effect.Effect<ChartReading | null, SqlError.SqlError>
    /** The newest list of a source that is not younger than `atMs`; null when there is none. */
    readonly before: (
      key: ChartKey,
      source: string,
      atMs: number
    ) => Effect.Effect<ChartReading | null, SqlError.SqlError>
    /** The newest list of each, in the order asked, in one question; null where there is none. */
    readonly newestOf: (
      asked: ReadonlyArray<AskedReading>
    ) => Effect.Effect<ReadonlyArray<ChartReading | null>, SqlError.SqlError>
    /** The newest list of a time from `fromMs` to before `toMs`, of any source; null when there is none. */
    readonly within: (
      key: ChartKey,
      fromMs: number,
      toMs: number
    ) => Effect.Effect<ChartReading | null, SqlError.SqlError>
    /** The two lists that movements are told from; null when there is none at all. */
    readonly pair: (key: ChartKey) => Effect.Effect<ReadingPair | null, SqlError.SqlError>
    /** Who is first, in the order of the keys; null where no list is young enough. */
    readonly leaders: (
      keys: ReadonlyArray<ChartKey>,
      sinceMs: number
    ) => Effect.Effect<ReadonlyArray<Leader | null>, SqlError.SqlError>
    /** Ranks of an app in one chart, oldest first, each time that the chart was read. */
    readonly ranks: (query: {
      readonly key: ChartKey
      readonly appId: string
      readonly fromMs: number
      readonly toMs: number
    }) => Effect.Effect<ReadonlyArray<RankPoint>, SqlError.SqlError>
    /** All charts whose newest list, not older than `sinceMs`, holds the app; best rank first. */
    readonly positions: (query: {
      readonly platform: Param.Platform
      readonly appId: string
      readonly sinceMs: number
      readonly country?: string
    }) => Effect.Effect<ReadonlyArray<AppPosition>, SqlError.SqlError>
    /** What is known of apps, by id. */
    readonly apps: (
      platform: Param.Platform,
      appIds: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyMap<string, ListedApp>, SqlError.SqlError>
    /** What is planned for collection against what the configured rate allows. */
    readonly progress: Effect.Effect<ReadonlyArray<CollectionProgress>, SqlError.SqlError>
  }
>()("@storeglass/charts/ChartHistory") {}

/** The charts that the settings have collected, in the stores that this host has. */
export class ConfiguredCharts extends Context.Service<
  ConfiguredCharts,
  { readonly keys: Effect.Effect<ReadonlyArray<ChartKey>> }
>()("@storeglass/charts/ConfiguredCharts") {}

const titles = { "top-free": "Top free", "top-paid": "Top paid", "top-grossing": "Top grossing" } as const

/** As people call a chart: "Top free, Games". `genres` are those of its store. */
export const chartTitle = (
  genres: ReadonlyArray<{ readonly id: string; readonly name: string }>,
  { chart, genreId }: Pick<ChartKey, "chart" | "genreId">
): string =>
  `${titles[chart]}, ${genreId === null ? "all categories" : (genres.find(({ id }) => id === genreId)?.name ?? genreId)}`

/** An app of which a chart told. */
export interface KnownApp extends ListedApp {
  readonly platform: Param.Platform
  /** Where its name was read, ISO 3166-1 alpha-2 in lower case; null: nowhere yet. */
  readonly country: string | null
}

/** How an app stood in the last list that a chart had on a day. */
export interface ChartDay {
  /** YYYY-MM-DD (UTC). */
  readonly day: string
  readonly asOfMs: number
  /** Null: the list was read and doesn't hold the app. */
  readonly rank: number | null
  /** How many ranks the list had. */
  readonly depth: number
  /** Of an overall chart below which the app is: how many of its apps are of the app's genre. Null elsewhere, and unless asked for. */
  readonly ofGenre: number | null
}

/** How an app stood in a chart on the days of a window. */
export interface ChartedDays {
  readonly key: ChartKey
  /** Of the newest list; lists of others aren't among the days. */
  readonly source: string
  /** Oldest first; days on which it wasn't read are absent. */
  readonly days: ReadonlyArray<ChartDay>
}

/** Where an app stands in a chart, and stood some days before by the same source. */
export interface ChartMove {
  readonly platform: Param.Platform
  readonly appId: string
  readonly name: string | null
  readonly key: ChartKey
  readonly asOfMs: number
  readonly previousAsOfMs: number
  /** Null: not among the ranks that both lists have; never in both. */
  readonly rank: number | null
  readonly previousRank: number | null
  /** How many ranks both lists have. */
  readonly depth: number
}

/** What is kept of charts by app, for pages. Nothing in it is an account's own, and nothing is asked of a store. */
export class ChartedApps extends Context.Service<
  ChartedApps,
  {
    /**
     * The overall charts of the country, those of the app's genre, and those whose newest list of these days holds it: the best
     * newest rank first. Empty for an app that no chart has ever held.
     */
    readonly within: (
      app: { readonly platform: Param.Platform; readonly appId: string; readonly country: string },
      days: DayWindow,
      options?: { readonly withGenre?: boolean }
    ) => Effect.Effect<ReadonlyArray<ChartedDays>, SqlError.SqlError>
    /** How these apps stand in charts of their countries beside so many days before, where that is told; the largest change first. */
    readonly moves: (
      apps: ReadonlyArray<{ readonly platform: Param.Platform; readonly appId: string; readonly country: string }>,
      days: number
    ) => Effect.Effect<ReadonlyArray<ChartMove>, SqlError.SqlError>
    /**
     * Apps with words in their names that begin as those of `q` do, or with this id; without `q` those of a newest overall
     * chart, first rank first.
     */
    readonly find: (query: {
      readonly q?: string | undefined
      readonly platform?: Param.Platform | undefined
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<KnownApp>, SqlError.SqlError>
    /** What is known of these. */
    readonly of: (
      apps: ReadonlyArray<{ readonly platform: Param.Platform; readonly appId: string }>
    ) => Effect.Effect<ReadonlyArray<KnownApp>, SqlError.SqlError>
  }
>()("@storeglass/charts/ChartedApps") {}

/** Keeps normalised lists of any age, as `ChartHistory.importSnapshots`. */
export const importSnapshots = (
  snapshots: Iterable<ChartSnapshot>
): Effect.Effect<ImportReport, SqlError.SqlError, ChartHistory> =>
  Effect.flatMap(ChartHistory, (history) => history.importSnapshots(snapshots))
