/** What other plugins may import of apps: what an owner's own consoles counted. */
import { dayIn, type Param, plusDays } from "@storeglass/plugin-api"
import type { Sourced, StoreApp } from "@storeglass/stores/contract"
import { Array as Arr, Clock, Context, Effect, Option } from "effect"
import type { SqlError } from "effect/sql"

/**
 * Who counted, the most trusted first. A paywall provider counts the purchases made through it, and what a store's own console
 * tells of the same month takes their place.
 */
export const actualSources = ["console", "paywall"] as const
export type ActualSource = (typeof actualSources)[number]

/** In place of a country, where the source doesn't tell it: for stores whose figures are of the world. */
export const worldwide = "ww"

/** A day of an account's own app in one country, as its console counted it. */
export interface OwnedActual {
  readonly platform: Param.Platform
  readonly appId: string
  /** ISO 3166-1 alpha-2, lower case; or `worldwide`. */
  readonly country: string
  /** `YYYY-MM-DD`, the store's day. */
  readonly day: string
  /** First downloads; null where the console doesn't tell them. */
  readonly units: number | null
  /** What the owner earns, after the store's share; null where the console doesn't tell it. */
  readonly proceeds: number | null
  /** ISO 4217 code of `proceeds`. */
  readonly currency: string | null
}

/**
 * Counted figures of an account's own apps. The estimates that this account sees are calibrated by them; nobody else's
 * are, and no route shows them.
 */
export class OwnedActuals extends Context.Service<
  OwnedActuals,
  {
    /** Adds days, or replaces those that are there from the same source: consoles correct the last days. Default: console. */
    readonly record: (
      accountId: string,
      actuals: ReadonlyArray<OwnedActual>,
      source?: ActualSource
    ) => Effect.Effect<void, SqlError.SqlError>
    /**
     * Removes all that a source counted of an account in one store, with what was learnt there; gives how many days. What other
     * sources counted is learnt from again with the next calibration. Default: console.
     */
    readonly forget: (
      accountId: string,
      platform: Param.Platform,
      source?: ActualSource
    ) => Effect.Effect<number, SqlError.SqlError>
  }
>()("@storeglass/apps/OwnedActuals") {}

/** So many days of apps and countries are one statement. */
const daysAtOnce = 2_000

/** For those who count: what they did goes to the estimators, where this gateway has the apps plugin. */
export const actualsOf = (source: ActualSource) =>
  Effect.map(Effect.serviceOption(OwnedActuals), (owned) => ({
    /** Whether anybody learns from it. */
    isUsed: Option.isSome(owned),
    /** Gives any number of days, in their order. */
    record: (accountId: string, days: ReadonlyArray<OwnedActual>): Effect.Effect<void, SqlError.SqlError> =>
      Option.match(owned, {
        onNone: () => Effect.void,
        onSome: (actuals) =>
          Effect.forEach(Arr.chunksOf(days, daysAtOnce), (some) => actuals.record(accountId, some, source), {
            discard: true
          })
      }),
    /** Takes back what was given of these stores, and what was learnt from it. */
    forget: (accountId: string, platforms: ReadonlyArray<Param.Platform>): Effect.Effect<void, SqlError.SqlError> =>
      Option.match(owned, {
        onNone: () => Effect.void,
        onSome: (actuals) =>
          Effect.forEach(platforms, (platform) => actuals.forget(accountId, platform, source), { discard: true })
      })
  }))

/** The same for consoles of one store. */
export const consoleActuals = (platform: Param.Platform) =>
  Effect.map(actualsOf("console"), ({ forget, isUsed, record }) => ({
    isUsed,
    record: (accountId: string, days: ReadonlyArray<Omit<OwnedActual, "platform">>) =>
      record(
        accountId,
        days.map((day) => ({ platform, ...day }))
      ),
    forget: (accountId: string) => forget(accountId, [platform])
  }))

/** Of those who saw an app's page, how many got it. */
export interface PageConversion {
  /** The first and the last day, `YYYY-MM-DD`, and how many of those between are counted. */
  readonly from: string
  readonly to: string
  readonly days: number
  /** By day, added up; above 0. */
  readonly pageViews: number
  /** First downloads from the page. */
  readonly downloads: number
}
/** An app's page in one country, over some days. */
export interface CountedPage {
  readonly accountId: string
  readonly appId: string
  readonly country: string
  readonly from: string
  readonly to: string
}

/** What an account's own console told of; nobody else's answers may use it. */
export interface OwnConversions {
  /** Of the last four weeks. Null: the account has connected no console, it has no such app, or its reports don't tell yet. */
  readonly of: (
    accountId: string,
    app: Pick<CountedPage, "appId" | "country">
  ) => Effect.Effect<PageConversion | null, SqlError.SqlError>
  /** The same of other days, of the console's own time zone; `days` says how many of them are counted. */
  readonly within: (page: CountedPage) => Effect.Effect<PageConversion | null, SqlError.SqlError>
}
/** Offered by the connector of the default store's consoles. */
export class StoreaConversions extends Context.Service<StoreaConversions, OwnConversions>()(
  "@storeglass/apps/StoreaConversions"
) {}
/** Offered by the connector of the second store's consoles. */
export class StorebConversions extends Context.Service<StorebConversions, OwnConversions>()(
  "@storeglass/apps/StorebConversions"
) {}

const weeksBack = 4
/** For consoles of one store: conversions of the last weeks, by how it counts a page over days of its time zone. */
export const consoleConversions = (
  zone: string,
  counts: (page: CountedPage) => Effect.Effect<PageConversion | null, SqlError.SqlError>
): OwnConversions => ({
  within: counts,
  of: Effect.fn("OwnConversions.of")(function* (accountId, { appId, country }) {
    const to = plusDays(dayIn(zone, yield* Clock.currentTimeMillis), -1)
    return yield* counts({ accountId, appId, country, from: plusDays(to, 1 - 7 * weeksBack), to })
  })
})

/** For those who ask: the conversions of each store, where this gateway has a connector of its consoles. */
export const ownConversions = Effect.gen(function* () {
  const told: Readonly<Record<Param.Platform, Option.Option<OwnConversions>>> = {
    storea: yield* Effect.serviceOption(StoreaConversions),
    storeb: yield* Effect.serviceOption(StorebConversions)
  }
  return told
})

/** A day as an account's own consoles counted it, over all countries. */
export interface OwnedDay {
  /** `YYYY-MM-DD`, the store's day. */
  readonly day: string
  /** First downloads; null where no console told them. */
  readonly units: number | null
  /** What the owner earned, by currency (ISO 4217). */
  readonly proceeds: Readonly<Record<string, number>>
}
/** First and last day, `YYYY-MM-DD`, both included. */
interface Days {
  readonly from: string
  readonly to: string
}

/** What is kept of an account's own app by day; nothing is asked of anybody for it. */
export class DailyFigures extends Context.Service<
  DailyFigures,
  {
    /**
     * The account's own figures, oldest first, each by the most trusted source that told it, or by the one that's named. Days
     * without any are absent.
     */
    readonly owned: (
      accountId: string,
      app: { readonly platform: Param.Platform; readonly appId: string },
      days: Days,
      source?: ActualSource
    ) => Effect.Effect<ReadonlyArray<OwnedDay>, SqlError.SqlError>
  }
>()("@storeglass/apps/DailyFigures") {}

/** A review as its themes are read. */
export interface ThemedReview {
  /** 1 to 5. */
  readonly rating: number
  readonly title: string | null
  readonly text: string
  /** ISO 8601. */
  readonly date: string | null
}
/** What several reviews of one sentiment are about. */
export interface ReviewTheme {
  readonly theme: string
  readonly polarity: "positive" | "negative"
  /** How many of them mention it. */
  readonly mentions: number
  /** Most frequent first. */
  readonly phrases: ReadonlyArray<string>
}

/** What reviews talk about, by the model of the intelligence report. Read from English texts; others have no themes. */
export class ReviewThemes extends Context.Service<
  ReviewThemes,
  {
    /** As `themes@1`. */
    readonly model: string
    /** Themes of one review, which may be about several. */
    readonly inReview: (review: ThemedReview) => ReadonlyArray<string>
    /** Themes of many, most mentioned first; pure. */
    readonly of: (reviews: ReadonlyArray<ThemedReview>) => ReadonlyArray<ReviewTheme>
  }
>()("@storeglass/apps/ReviewThemes") {}

/** What an app was rated on a day, in the country that it was asked for, or everywhere where its store counts so. */
export interface RatedDay {
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string
  readonly average: number
  readonly count: number | null
}

/** Ratings of apps from day to day, as far as somebody asked for them. They are no account's. */
export class KnownRatings extends Context.Service<
  KnownRatings,
  {
    /** Keeps what a store told of an app, unless its day is there, and gives the days that are known from then on, the oldest first. */
    readonly since: (
      app: Sourced<StoreApp>,
      fromDay: string
    ) => Effect.Effect<ReadonlyArray<RatedDay>, SqlError.SqlError>
    /** Those that are known of these days, oldest first, without adding any. */
    readonly within: (
      app: { readonly platform: Param.Platform; readonly appId: string; readonly country: string },
      days: Days
    ) => Effect.Effect<ReadonlyArray<RatedDay>, SqlError.SqlError>
  }
>()("@storeglass/apps/KnownRatings") {}

/** How an account comes to an app: it keeps it, or the app is seen for keywords that the account tracks. */
export const watchReasons = ["workspace", "tracked"] as const
export type WatchReason = (typeof watchReasons)[number]

/** An app that an account watches, as whoever knows of that knows it. */
export interface WatchedApp {
  readonly platform: Param.Platform
  /** As text, also on storea. */
  readonly appId: string
  /** ISO 3166-1 alpha-2, lower case: where it's looked at. */
  readonly country: string
  readonly name: string | null
  readonly iconUrl: string | null
  readonly developer: string | null
}

/**
 * The apps that accounts watch, as the plugins tell that keep them. Those register here; the other way round (this plugin asking
 * them) the two would need each other at boot.
 */
export class WatchedApps extends Context.Service<
  WatchedApps,
  {
    /** For as long as the gateway runs; once, at boot. `of` gives those of one account and of no other, the most important first. */
    readonly register: (source: {
      readonly reason: WatchReason
      readonly of: (accountId: string) => Effect.Effect<ReadonlyArray<WatchedApp>, SqlError.SqlError>
    }) => Effect.Effect<void>
    /** Each app once, those kept before those that are only seen. Empty where nobody tells. */
    readonly of: (
      accountId: string
    ) => Effect.Effect<ReadonlyArray<WatchedApp & { readonly reason: WatchReason }>, SqlError.SqlError>
  }
>()("@storeglass/apps/WatchedApps") {}
