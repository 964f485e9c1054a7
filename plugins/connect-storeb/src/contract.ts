/** What other plugins may import of connect-storeb: changes of an owner's own listings, and what its reports tell. */
import type {
  Caller,
  Change,
  IdempotencyInProgress,
  InvalidAppId,
  InvalidInput,
  PlanStale,
  SavedError,
  ServiceUnavailable,
  Warning,
  WriteOutcomeUnknown
} from "@storeglass/plugin-api"
import { Context, type Effect } from "effect"
import type { SqlError } from "effect/sql"
import type { EditInProgress } from "./edits/errors.ts"
import type { Listing } from "./edits/schema.ts"

export { EditInProgress } from "./edits/errors.ts"
export type { Listing } from "./edits/schema.ts"

/** Texts of one language; what is absent stays as it is. */
export interface ListingTexts {
  /** BCP 47, as the store writes it. */
  readonly language: string
  readonly title?: string
  readonly shortDescription?: string
  readonly fullDescription?: string
}

export interface ListingsChange {
  readonly packageName: string
  /** At least one, each language once. */
  readonly listings: ReadonlyArray<ListingTexts>
  /** Have the vendor check it, and commit nothing. */
  readonly validateOnly: boolean
  /** Adds languages that the listing lacks, which are otherwise NOT_FOUND. Default false. */
  readonly create?: boolean | undefined
  /** Default error: refused while changes of the app are in review. */
  readonly changesInReview?: "error" | "cancel" | undefined
  /** Default true. */
  readonly sendForReview?: boolean | undefined
  /** Of a preview: refused with PLAN_STALE if the state has moved on. */
  readonly planId?: string | undefined
}

export interface ListingsChanged {
  readonly validateOnly: boolean
  /** Whether the vendor takes it; false only with `validateOnly`, `warnings` then say why. */
  readonly valid: boolean
  /** Nothing was to be changed, and nothing was committed. */
  readonly unchanged: boolean
  /** `field` as `de-DE.title`. */
  readonly changes: ReadonlyArray<Change>
  readonly warnings: ReadonlyArray<Warning>
  /** With `validateOnly`. */
  readonly planId: string | null
  /** As they are then, or would be. */
  readonly listings: ReadonlyArray<Listing>
}

/** The owner's own listings, changed by the caller's saved connection. */
export class OwnListings extends Context.Service<
  OwnListings,
  {
    /** Checked, journalled and committed once, all languages or none. Not for use within a SQL transaction. */
    readonly change: (
      change: ListingsChange
    ) => Effect.Effect<
      ListingsChanged,
      | IdempotencyInProgress
      | SavedError
      | EditInProgress
      | InvalidAppId
      | InvalidInput
      | PlanStale
      | ServiceUnavailable
      | WriteOutcomeUnknown,
      Caller
    >
  }
>()("@storeglass/connect-storeb/OwnListings") {}

/** What a rule of the store says of a listing's text. */
export interface ListingIssue {
  readonly ruleId: string
  readonly severity: "error" | "warning" | "info"
  /** As the listing calls it. */
  readonly field: string
  readonly message: string
  readonly suggestion: string | null
}

/** What the store shows of the same language so far. */
export interface LiveListing {
  /** Null: it has no listing in this language. */
  readonly liveTitle: string | null
}

/**
 * Where a plugin brings the store's rules: previews of a listing's change then tell what these say of the texts that change.
 * The other way round (this plugin asking that one) the two would need each other at boot.
 */
export class ListingLints extends Context.Service<
  ListingLints,
  {
    /** For as long as the gateway runs; once, at boot. The lint is pure. */
    readonly register: (
      lint: (listing: Listing, live: LiveListing) => ReadonlyArray<ListingIssue>
    ) => Effect.Effect<void>
  }
>()("@storeglass/connect-storeb/ListingLints") {}

/** A review as the owner's console told it. */
export interface OwnReview {
  /** 1 to 5. */
  readonly rating: number
  readonly title: string | null
  readonly text: string
  /** When it was last changed, ISO 8601. */
  readonly date: string
}

/** Reviews of an account's own apps, as they're kept: nobody is asked for them. */
export class OwnReviews extends Context.Service<
  OwnReviews,
  {
    /** Written or changed in this time, `toMs` excluded, newest first, at most 1,000. Undefined: no review of the app is kept. */
    readonly written: (
      accountId: string,
      packageName: string,
      time: { readonly fromMs: number; readonly toMs: number }
    ) => Effect.Effect<ReadonlyArray<OwnReview> | undefined, SqlError.SqlError>
  }
>()("@storeglass/connect-storeb/OwnReviews") {}
