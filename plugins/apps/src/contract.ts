/** What other plugins may import of apps: what an owner's own consoles counted. */
import type { Param } from "@storeglass/plugin-api"
import { Array as Arr, Context, Effect, Option } from "effect"
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

/** For consoles of one store: what their owners counted goes to the estimators, where this gateway has the apps plugin. */
export const consoleActuals = (platform: Param.Platform) =>
  Effect.map(Effect.serviceOption(OwnedActuals), (owned) => ({
    /** Whether anybody learns from it. */
    isUsed: Option.isSome(owned),
    /** Gives any number of days, in their order. */
    record: (
      accountId: string,
      days: ReadonlyArray<Omit<OwnedActual, "platform">>
    ): Effect.Effect<void, SqlError.SqlError> =>
      Option.match(owned, {
        onNone: () => Effect.void,
        onSome: (actuals) =>
          Effect.forEach(
            Arr.chunksOf(days, daysAtOnce),
            (some) =>
              actuals.record(
                accountId,
                some.map((day) => ({ platform, ...day }))
              ),
            { discard: true }
          )
      }),
    /** Takes back what was given, and what was learnt from it. */
    forget: (accountId: string): Effect.Effect<void, SqlError.SqlError> =>
      Option.match(owned, {
        onNone: () => Effect.void,
        onSome: (actuals) => Effect.asVoid(actuals.forget(accountId, platform))
      })
  }))

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
