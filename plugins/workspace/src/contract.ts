/** What other plugins may use of the workspace. No plugin reads its tables. */
import { ApiError, defineEvent, Field, Param, type TierLimitExceeded } from "@storeglass/plugin-api"
import { Context, Data, type Effect, Schema } from "effect"
import type { SqlError } from "effect/sql"
import type { LiveListing } from "./watch/schema.ts"

export { type TermChange, termChangeOf } from "./history/terms.ts"
export type { LiveListing } from "./watch/schema.ts"

type Platform = Param.Platform

const Text = Schema.String
const app = { accountId: Text, id: Text, platform: Schema.Literals(Param.platforms), appId: Text }

/** Published in the writer's transaction; `id` is the row's, and `appId` the app that the row is of. */
export const AppAdded = defineEvent(
  "workspace.app.added",
  Schema.Struct({ ...app, country: Text, isLive: Schema.Boolean })
)
export const AppRemoved = defineEvent("workspace.app.removed", Schema.Struct(app))
const competitor = Schema.Struct({ ...app, competitorAppId: Text })
export const CompetitorAdded = defineEvent("workspace.competitor.added", competitor)
export const CompetitorRemoved = defineEvent("workspace.competitor.removed", competitor)
const keyword = Schema.Struct({ ...app, keyword: Text, country: Text, device: Text })
export const KeywordAdded = defineEvent("workspace.keyword.added", keyword)
export const KeywordRemoved = defineEvent("workspace.keyword.removed", keyword)
export const VersionReleasedEvent = defineEvent(
  "workspace.version.released",
  Schema.Struct({ ...app, versionName: Text, language: Text, releasedAt: Text })
)
export const ReportSaved = defineEvent(
  "workspace.report.saved",
  Schema.Struct({ accountId: Text, id: Text, kind: Text, title: Text })
)
/** Older reports of its kind and app, `ids`, made room for the one with this id, as whoever saved it asked by `keptMax`. */
export const ReportsReplaced = defineEvent(
  "workspace.reports.replaced",
  Schema.Struct({ accountId: Text, id: Text, kind: Text, ids: Schema.Array(Text) })
)

export interface KeptApp {
  /** The row's. */
  readonly id: string
  readonly platform: Platform
  /** As text, also on storea. */
  readonly appId: string
  readonly country: string
  readonly appName: string | null
  readonly isLive: boolean
}
export interface KeptCompetitor {
  readonly id: string
  readonly appId: string
  readonly name: string | null
  readonly relationship: "direct" | "indirect" | "aspiration"
}
export interface KeptKeyword {
  readonly id: string
  /** In its one form. */
  readonly keyword: string
  readonly country: string
  readonly device: string
  readonly language: string | null
}

/** The rows after this one, at most so many. */
export interface PageOf {
  /** Id of the last row of the page before. */
  readonly after?: string | undefined
  /** Default 500. */
  readonly limit?: number | undefined
}

/** What an account keeps. Lists are in the order of their ids. */
export class Workspace extends Context.Service<
  Workspace,
  {
    readonly apps: (accountId: string, page?: PageOf) => Effect.Effect<ReadonlyArray<KeptApp>, SqlError.SqlError>
    /** By its id at the store; undefined: the account doesn't keep it. */
    readonly app: (
      accountId: string,
      platform: Platform,
      appId: string
    ) => Effect.Effect<KeptApp | undefined, SqlError.SqlError>
    readonly competitors: (
      accountId: string,
      /** The row's id. */
      app: string,
      page?: PageOf
    ) => Effect.Effect<ReadonlyArray<KeptCompetitor>, SqlError.SqlError>
    readonly keywords: (
      accountId: string,
      app: string,
      page?: PageOf
    ) => Effect.Effect<ReadonlyArray<KeptKeyword>, SqlError.SqlError>
    /** Accounts that have an app, for jobs over all of them. */
    readonly accounts: (page?: PageOf) => Effect.Effect<ReadonlyArray<string>, SqlError.SqlError>
  }
>()("@storeglass/workspace/Workspace") {}

/** The listing that is live, as the account keeps it. */
export interface CurrentVersion {
  readonly id: string
  readonly versionName: string
  readonly language: string
  readonly title: string | null
  readonly subtitle: string | null
  readonly description: string | null
  /** Separated by commas. */
  readonly keywords: string | null
  readonly shortDescription: string | null
  readonly promotionalText: string | null
  readonly whatsNew: string | null
  readonly releasedAt: string
}

/** What is live by app and language. */
export class CurrentVersions extends Context.Service<
  CurrentVersions,
  {
    /** One for each language that has a released version; or that of one language. */
    readonly of: (
      accountId: string,
      app: { readonly platform: Platform; readonly appId: string },
      language?: string
    ) => Effect.Effect<ReadonlyArray<CurrentVersion>, SqlError.SqlError>
  }
>()("@storeglass/workspace/CurrentVersions") {}

/** A version as the account keeps it, released or not. */
export interface KeptVersion extends Omit<CurrentVersion, "releasedAt"> {
  /** ISO 8601; null: a draft. */
  readonly releasedAt: string | null
}

/** All versions of an app, for plugins that compare or export them. */
export class KeptVersions extends Context.Service<
  KeptVersions,
  {
    /** The last one made first, archived ones only with `isArchived`, at most `limit` (1,000). Undefined: the account doesn't keep the app. */
    readonly of: (
      accountId: string,
      app: { readonly platform: Platform; readonly appId: string },
      filter?: { readonly isReleased?: boolean; readonly isArchived?: boolean; readonly limit?: number }
    ) => Effect.Effect<ReadonlyArray<KeptVersion> | undefined, SqlError.SqlError>
  }
>()("@storeglass/workspace/KeptVersions") {}

/** What the store showed of an account's apps when they were last looked at, beside the versions that are live: nobody is asked. */
export class LiveListings extends Context.Service<
  LiveListings,
  {
    /** Undefined: the account doesn't keep the app. */
    readonly of: (
      accountId: string,
      app: { readonly platform: Platform; readonly appId: string }
    ) => Effect.Effect<LiveListing | undefined, SqlError.SqlError>
  }
>()("@storeglass/workspace/LiveListings") {}

/** A version's texts, as a lint reads them. */
export interface LintedVersion {
  readonly platform: Platform
  /** BCP 47 tag. */
  readonly language: string
  readonly title: string | null
  readonly subtitle: string | null
  /** Separated by commas. */
  readonly keywords: string | null
  readonly shortDescription: string | null
  readonly description: string | null
  readonly promotionalText: string | null
  readonly whatsNew: string | null
  /** The app's own brand: the name it's kept under, up to its first separator; null: it has none. */
  readonly brand: string | null
}

const Severity = Schema.Literals(["error", "warning", "info"])
/** Something that a store's rules say of a text. */
export const VersionIssue = Schema.Struct({
  ruleId: Text,
  severity: Severity,
  field: Field.text("As it's called in the version's row."),
  message: Text,
  span: Schema.NullOr(Schema.Struct({ start: Schema.Int, end: Schema.Int })).annotate({
    description: "Where in the field's text, in code points; null: all of it."
  }),
  suggestion: Schema.NullOr(Text).annotate({ description: "What to write instead; null: none." }),
  basis: Field.text("Why it's a rule."),
  source: Field.text("Address of what the rule is from.")
}).annotate({ identifier: "WorkspaceVersionIssue" })
export type VersionIssue = typeof VersionIssue.Type

/** How many rules a version breaks. */
export const Lint = Schema.Struct({
  errors: Field.whole("Rules broken for which a store may refuse it."),
  warnings: Field.whole("Rules broken that a store may hold against it."),
  score: Schema.Int.annotate({ description: "0 to 100; 100: nothing to say." })
})
/** A version isn't sent on its way with errors, unless it's forced. */
export class LintFailed extends ApiError(
  "LINT_FAILED",
  422,
  "The version breaks rules of the store, so it's neither released nor published. details.issues says which; fix them, or send force: true.",
  { details: Schema.Struct({ ...Lint.fields, issues: Schema.Array(VersionIssue) }) }
) {}

export interface VersionLint {
  readonly errors: number
  readonly warnings: number
  /** 0 to 100. */
  readonly score: number
  readonly issues: ReadonlyArray<VersionIssue>
}

/**
 * Where a plugin brings the stores' rules: versions then tell what these say of them, and one with errors isn't released
 * unless it's forced. The other way round (the workspace asking that plugin) the two would need each other at boot.
 */
export class VersionLints extends Context.Service<
  VersionLints,
  {
    /**
     * For as long as the gateway runs; once, at boot. The lint is the same for the same version, which the workspace
     * relies on, and is asked within transactions: it reads no database and waits for nothing.
     */
    readonly register: (lint: (version: LintedVersion) => Effect.Effect<VersionLint>) => Effect.Effect<void>
  }
>()("@storeglass/workspace/VersionLints") {}

/** A version that another plugin has written for the account, to be looked at before it's released. */
export interface NewDraft {
  readonly accountId: string
  /** The account's plan, whose number of versions holds. */
  readonly plan: string
  readonly app: { readonly platform: Platform; readonly appId: string }
  /** BCP 47. */
  readonly language: string
  /** Numbered where the app has such a version in this language. */
  readonly versionName: string
  /** Over those of the version that is live in this language, if there is one. */
  readonly texts: {
    readonly title?: string
    readonly subtitle?: string
    /** Separated by commas. */
    readonly keywords?: string
    readonly shortDescription?: string
    readonly description?: string
    readonly promotionalText?: string
    readonly whatsNew?: string
    readonly notes?: string
  }
}
/** Drafts in several languages. */
export interface NewDrafts extends Pick<NewDraft, "accountId" | "plan" | "app" | "versionName"> {
  /** One for each language. */
  readonly drafts: ReadonlyArray<Pick<NewDraft, "language" | "texts">>
  /** Nothing is written, and the answer is what it would have been, but for the ids. */
  readonly isPreview?: boolean
}
export interface DraftedVersion {
  readonly id: string
  readonly versionName: string
  readonly language: string
}
/** The workspace has no room for it, or takes no more writes for now. */
export class DraftRefused extends Data.TaggedError("DraftRefused")<{ readonly reason: string }> {}

/** Drafts by other plugins. */
export class DraftVersions extends Context.Service<
  DraftVersions,
  {
    /** Undefined: the account doesn't keep the app. */
    readonly draft: (draft: NewDraft) => Effect.Effect<DraftedVersion | undefined, DraftRefused | SqlError.SqlError>
    /** The same for several at once, all or none, in their order. */
    readonly draftAll: (
      drafts: NewDrafts
    ) => Effect.Effect<ReadonlyArray<DraftedVersion> | undefined, DraftRefused | SqlError.SqlError>
  }
>()("@storeglass/workspace/DraftVersions") {}

/** The id that was brought is taken by another report of the account. */
export class ReportIdTaken extends Data.TaggedError("ReportIdTaken")<{ readonly id: string }> {}
/** Over 1 MiB even when cut. */
export class ReportTooLarge extends Data.TaggedError("ReportTooLarge")<{ readonly bytes: number }> {}

export interface NewReport {
  readonly accountId: string
  /** The account's plan, whose number of reports holds. */
  readonly plan: string
  /** A UUID. Default: a new one. */
  readonly id?: string
  /** `<plugin>.<analysis>`, as in `aso.audit`. */
  readonly kind: string
  readonly title: string
  readonly app?: { readonly platform: Platform; readonly appId: string }
  readonly country?: string
  readonly model?: string
  /** What the analysis was asked, as JSON. */
  readonly params: unknown
  /** The answer as it was given, with its models and provenance, as JSON. */
  readonly payload: unknown
  /** Shortens a payload of more than 1 MiB, as its kind can bear it. */
  readonly cut?: (payload: unknown) => unknown
  /** Kept until it's deleted. */
  readonly isPinned?: boolean
  /**
   * So many of this kind and app are kept: older ones that aren't pinned make room, which the answer and `ReportsReplaced` tell.
   * Default: all.
   */
  readonly keptMax?: number
}

export interface KeptReport {
  readonly id: string
  readonly kind: string
  readonly title: string
  readonly platform: Platform | null
  readonly appId: string | null
  readonly country: string | null
  readonly model: string | null
  readonly params: unknown
  readonly bytes: number
  readonly isCut: boolean
  /** Whether it's kept until it's deleted. */
  readonly isPinned: boolean
  readonly createdAt: string
}

/** Analyses that accounts keep. */
export class SavedReports extends Context.Service<
  SavedReports,
  {
    /** In the caller's transaction, if there is one. Over the plan's number it's refused: nothing else is deleted for it. */
    readonly save: (report: NewReport) => Effect.Effect<
      {
        readonly id: string
        readonly isCut: boolean
        /** Ids of those that `keptMax` had make room for it. */
        readonly replaced: ReadonlyArray<string>
      },
      TierLimitExceeded | ReportIdTaken | ReportTooLarge | SqlError.SqlError
    >
    /** Newest first. */
    readonly list: (
      accountId: string,
      filter?: { readonly kind?: string; readonly appId?: string; readonly limit?: number }
    ) => Effect.Effect<ReadonlyArray<KeptReport>, SqlError.SqlError>
    /** Undefined: the account has no such report. */
    readonly read: (
      accountId: string,
      id: string
    ) => Effect.Effect<(KeptReport & { readonly payload: unknown }) | undefined, SqlError.SqlError>
    /** Keeps a report until it's deleted, or no longer so; false: the account has no such report. */
    readonly pin: (
      accountId: string,
      report: { readonly id: string; readonly isPinned: boolean }
    ) => Effect.Effect<boolean, SqlError.SqlError>
  }
>()("@storeglass/workspace/SavedReports") {}
