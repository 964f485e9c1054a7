// Made by `npm run generate` from the declarations of the plugins. Do not edit.

export interface WorkspaceApp {
  /** Id of the row. */
  readonly id: string
  /** App id: a number on storea, the package name on storeb. */
  readonly appId: number | string
  readonly platform: "storea" | "storeb"
  /** Storefront whose listing its names are of. */
  readonly country: string
  /** Its name; null until it's given or the store tells it. */
  readonly appName: string | null
  /** Address of its icon; null until it's given or the store tells it. */
  readonly appIconUrl: string | null
  /** Its developer; null until given or told by the store. */
  readonly developerName: string | null
  /** Its bundle id or package name; null until given or told by the store. */
  readonly bundleId: string | null
  /** Its subtitle or short description; null: not given. */
  readonly subtitle: string | null
  /** Its description; null until given or told by the store. */
  readonly description: string | null
  /** Its category; null until given or told by the store. */
  readonly category: string | null
  /** Its languages, as BCP 47 tags. */
  readonly languages: ReadonlyArray<string>
  /** False: not released yet; the store isn't asked. */
  readonly isLive: boolean
  /** Kind of device; null: not given. */
  readonly deviceFamily: "ios" | "macos" | "tvos" | null
  /** Your notes; null: none. */
  readonly notes: string | null
  /** Your tags, in lower case. */
  readonly tags: ReadonlyArray<string>
  /**
   * Where the names come from: given with the app, filled from the store, pending while the store is away,
   * not_found where the store doesn't list it.
   */
  readonly metadataStatus: "given" | "filled" | "pending" | "not_found"
  readonly counts: {
    readonly competitors: number
    readonly keywords: number
    readonly versions: number
  }
  /** Grows with each change. Send it with a change to be refused if the row has changed since. */
  readonly revision: number
  /** ISO 8601. */
  readonly createdAt: string
  /** ISO 8601. */
  readonly updatedAt: string
}

export interface WorkspaceAppDeleted {
  readonly deleted: true
  /** Id of the row. */
  readonly id: string
  /** How many went with it. */
  readonly removed: {
    readonly competitors: number
    readonly keywords: number
    readonly versions: number
  }
}

export interface WorkspaceApps {
  readonly items: ReadonlyArray<WorkspaceApp>
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly nextCursor: string | null
  /** Rows that match, over all pages. */
  readonly total: number
}

export interface WorkspaceCompetitor {
  /** Id of the row. */
  readonly id: string
  /** App id: a number on storea, the package name on storeb. */
  readonly competitorAppId: number | string
  /** Its name; null until given or told by the store. */
  readonly competitorName: string | null
  /** Address of its icon; null until told by the store. */
  readonly competitorIconUrl: string | null
  readonly relationship: "direct" | "indirect" | "aspiration"
  /** ISO 8601. */
  readonly createdAt: string
}

export interface WorkspaceCompetitorDeleted {
  readonly deleted: true
  /** Id of the row. */
  readonly id: string
}

export interface WorkspaceCompetitors {
  readonly items: ReadonlyArray<WorkspaceCompetitor>
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly nextCursor: string | null
  /** Rows that match, over all pages. */
  readonly total: number
}

export interface WorkspaceDeletedApp {
  /** Id of the row, which it has again when it's restored. */
  readonly id: string
  /** App id: a number on storea, the package name on storeb. */
  readonly appId: number | string
  readonly platform: "storea" | "storeb"
  /** Its name; null: it had none. */
  readonly appName: string | null
  /** What comes back with it. */
  readonly counts: {
    readonly competitors: number
    readonly keywords: number
    readonly versions: number
  }
  /** When it was deleted. */
  readonly deletedAt: string
  /** Until when it can be restored. */
  readonly restorableUntil: string
}

export interface WorkspaceDeletedApps {
  readonly items: ReadonlyArray<WorkspaceDeletedApp>
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly nextCursor: string | null
}

export interface WorkspaceExport {
  readonly items: ReadonlyArray<WorkspaceMovedApp>
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly nextCursor: string | null
  /** Apps, or with part=reports reports, over all pages. */
  readonly total: number
  /** What this is, with its version. */
  readonly format: "storeglass.workspace/1"
  /** ISO 8601. */
  readonly exportedAt: string
  /** Saved views; only on the first page of apps. */
  readonly views?: ReadonlyArray<WorkspaceMovedView>
  /** Only with part=reports: newest first. */
  readonly reports?: ReadonlyArray<WorkspaceMovedReport>
}

export interface WorkspaceImported {
  /** Whether nothing was written. */
  readonly preview: boolean
  /** A table of rows, or an export of a workspace. */
  readonly format: "rows" | "workspace"
  /** How the file's text is written. */
  readonly encoding: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252"
  /** Between columns; null: it's no table. */
  readonly separator: string | null
  readonly columns: ReadonlyArray<{
    /** As the file calls it; null: it has no names. */
    readonly name: string | null
    /** What it was recognised as; null: it isn't taken over. */
    readonly means: "keyword" | "country" | "language" | "device" | "app" | "competitor" | "name" | "relationship" | null
  }>
  /** Rows of data in a table; apps in an export. */
  readonly rows: number
  readonly apps: WorkspaceTally
  readonly competitors: WorkspaceTally
  readonly keywords: WorkspaceTally
  readonly versions: WorkspaceTally
  readonly reports: WorkspaceTally
  readonly views: WorkspaceTally
  /** Rows that can't be taken over. */
  readonly refused: number
  /** The first 100 of them. */
  readonly refusals: ReadonlyArray<{
    /** Place in the file, from 1, not counting empty rows; null: it isn't of a table. */
    readonly row: number | null
    /** What stands there. */
    readonly value: string
    readonly reason: "INVALID_KEYWORD" | "INVALID_COUNTRY" | "INVALID_DEVICE" | "INVALID_APP_ID" | "OTHER_STORE" | "SAME_APP" | "APP_NOT_KEPT" | "REPORT_TOO_LARGE" | "INVALID_VIEW" | "LINT_FAILED"
  }>
  /** Of a preview: which limit of the plan keeps all of it from being written; null: none. */
  readonly limit: string | null
}

export interface WorkspaceKeyword {
  /** Id of the row. */
  readonly id: string
  /** In its one form: lower case, single spaces. */
  readonly keyword: string
  /** As it was typed. */
  readonly typed: string
  /** Two-letter code. */
  readonly country: string
  /** BCP 47 tag; null: not given. */
  readonly language: string | null
  /** Device whose search it is: iphone on storea, phone on storeb. */
  readonly device: string
  /** Your tags, in lower case. */
  readonly tags: ReadonlyArray<string>
  /** ISO 8601. */
  readonly createdAt: string
  readonly collection: {
    /**
     * collecting: searched for daily. waiting: beyond what the plan includes. off: not collected on this gateway,
     * or untracked elsewhere.
     */
    readonly status: "collecting" | "waiting" | "off"
    /** Collected for your account since; null: not collected. */
    readonly since: string | null
    /** When it was last searched for; null: not yet. */
    readonly lastCollectedAt: string | null
    /** The app's rank, 1 is first; null: see rankStatus. */
    readonly rank: number | null
    readonly rankStatus: "ranked" | "not_in_top_n" | "not_measured"
    /** How far down was looked; null: not measured. */
    readonly depth: number | null
  }
}

export interface WorkspaceKeywordDeleted {
  readonly deleted: true
  /** Id of the row. */
  readonly id: string
  /** Whether it's still collected for your account: another app has it, or you track it by itself. */
  readonly collected: boolean
}

export interface WorkspaceKeywords {
  readonly items: ReadonlyArray<WorkspaceKeyword>
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly nextCursor: string | null
  /** Rows that match, over all pages. */
  readonly total: number
}

export interface WorkspaceKeywordsAdded {
  readonly added: ReadonlyArray<WorkspaceKeyword>
  /** Those that the app has already. */
  readonly duplicates: ReadonlyArray<{
    /** Id of the row. */
    readonly id: string
    readonly keyword: string
    readonly country: string
  }>
  /** Those that no store can be searched for, or not there. */
  readonly refused: ReadonlyArray<{
    readonly keyword: string
    readonly country: string
    readonly reason: "INVALID_KEYWORD" | "INVALID_COUNTRY"
  }>
}

export interface WorkspaceLiveListing {
  /**
   * same: the store shows the current version. different: it shows another text. no_version: no version is released
   * to compare with. not_listed: the store doesn't list the app. not_checked: not looked at yet; that's done daily.
   */
  readonly status: "same" | "different" | "no_version" | "not_listed" | "not_checked"
  /** When the store was last looked at; null: not yet. */
  readonly checkedAt: string | null
  /** Since when it's known to differ; null: it doesn't. */
  readonly since: string | null
  /** Storefront that is looked at. */
  readonly country: string
  /** Language of the storefront, in which the versions are that it's compared with. */
  readonly language: string
  /** The app's own version as the store tells it; null: it doesn't. */
  readonly storeVersion: string | null
  /** The current version; null: none is released in this language. */
  readonly version: {
    readonly id: string
    readonly versionName: string
    readonly language: string
  } | null
  /** Fields whose text differs. What the version leaves open isn't compared. */
  readonly differences: ReadonlyArray<{
    readonly field: "title" | "subtitle" | "shortDescription" | "description" | "whatsNew"
    /** What the current version has; null: nothing, where there is no version. */
    readonly kept: string | null
    /** What the store shows. */
    readonly live: string
  }>
  /**
   * The same of up to four more storefronts: one for each further language that has a current version. Above it is
   * the app's own.
   */
  readonly elsewhere: ReadonlyArray<WorkspaceLiveStorefront>
}

export interface WorkspaceLiveStorefront {
  /**
   * same: the store shows the current version. different: it shows another text. no_version: no version is released
   * to compare with. not_listed: the store doesn't list the app. not_checked: not looked at yet; that's done daily.
   */
  readonly status: "same" | "different" | "no_version" | "not_listed" | "not_checked"
  /** When the store was last looked at; null: not yet. */
  readonly checkedAt: string | null
  /** Since when it's known to differ; null: it doesn't. */
  readonly since: string | null
  /** Storefront that is looked at. */
  readonly country: string
  /** Language of the storefront, in which the versions are that it's compared with. */
  readonly language: string
  /** The app's own version as the store tells it; null: it doesn't. */
  readonly storeVersion: string | null
  /** The current version; null: none is released in this language. */
  readonly version: {
    readonly id: string
    readonly versionName: string
    readonly language: string
  } | null
  /** Fields whose text differs. What the version leaves open isn't compared. */
  readonly differences: ReadonlyArray<{
    readonly field: "title" | "subtitle" | "shortDescription" | "description" | "whatsNew"
    /** What the current version has; null: nothing, where there is no version. */
    readonly kept: string | null
    /** What the store shows. */
    readonly live: string
  }>
}

export interface WorkspaceMovedApp {
  /** App id: a number on storea, the package name on storeb. Its form says which store. */
  readonly appId: number | string
  /** Which store; the id's form says it too, so this only confirms it. */
  readonly platform?: "storea" | "storeb"
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string
  /** Name. What you give is kept over what the store tells. */
  readonly appName?: string
  /** Address of its icon; kept, never fetched. */
  readonly appIconUrl?: string
  /** Developer. */
  readonly developerName?: string
  /** Bundle id or package name. */
  readonly bundleId?: string
  /** Subtitle or short description. */
  readonly subtitle?: string
  /** Description. */
  readonly description?: string
  /** Its languages, as BCP 47 tags, at most 60. */
  readonly languages?: ReadonlyArray<string>
  /** False: not released yet, so the store isn't asked. Default true. */
  readonly isLive?: boolean
  /** Category. */
  readonly category?: string
  /** Kind of device. */
  readonly deviceFamily?: "ios" | "macos" | "tvos"
  /** Your notes. */
  readonly notes?: string
  /** Your tags for it, at most 20. */
  readonly tags?: ReadonlyArray<string>
  /** Which of its fields the store told. */
  readonly filled?: ReadonlyArray<"appName" | "appIconUrl" | "developerName" | "bundleId" | "subtitle" | "description" | "languages" | "category">
  /** Its competitors. */
  readonly competitors?: ReadonlyArray<{
    /** App id: a number on storea, the package name on storeb. Its form says which store. */
    readonly competitorAppId: number | string
    /** Its name. Default: what the store calls it. */
    readonly name?: string
    /** Default direct. */
    readonly relationship?: "direct" | "indirect" | "aspiration"
  }>
  /** Its keywords. */
  readonly keywords?: ReadonlyArray<WorkspaceMovedKeyword>
  /** Its listing versions. */
  readonly versions?: ReadonlyArray<WorkspaceMovedVersion>
}

export interface WorkspaceMovedKeyword {
  /** A keyword, 2 to 100 characters, or 1 of Chinese, Japanese or Korean. */
  readonly keyword: string
  /** Storefront. */
  readonly country: string
  /** Device whose search it is. */
  readonly device?: string
  /** Its language. */
  readonly language?: string
  /** Your tags for it, at most 20. */
  readonly tags?: ReadonlyArray<string>
}

export interface WorkspaceMovedReport {
  /** Id of a row. */
  readonly id: string
  /** Which analysis it is of, such as aso.audit. */
  readonly kind: string
  /** Title. */
  readonly title: string
  /** Store of the app it's about. */
  readonly platform?: "storea" | "storeb"
  /** The app it's about. */
  readonly appId?: string
  /** Its storefront. */
  readonly country?: string
  /** Model that made it. */
  readonly model?: string
  readonly params: unknown
  readonly payload: unknown
  /** Whether the payload was cut to 1 MiB. Default false. */
  readonly isCut?: boolean
  /** Whether it's kept until it's deleted. Default false. */
  readonly isPinned?: boolean
  readonly createdAt: string
}

export interface WorkspaceMovedVersion {
  /** What you call it, such as a version number. */
  readonly versionName: string
  /** Its language. Default: that of copyFrom, or en-US. */
  readonly language?: string
  /** Title. A draft may be over the store's limit. */
  readonly title?: string
  /** Subtitle. */
  readonly subtitle?: string
  /** Description. */
  readonly description?: string
  /** Short description. */
  readonly shortDescription?: string
  /** Promotional text. */
  readonly promotionalText?: string
  /** What's new. */
  readonly whatsNew?: string
  /** Your notes; they may change after release. */
  readonly notes?: string
  /** true releases it; false takes a release back. */
  readonly isReleased?: boolean
  /** When it was released, not in the future. Default: now. Only with a release. */
  readonly releasedAt?: string
  /** Of a release: whether it's taken over although it breaks rules of the store. Default false. */
  readonly force?: boolean
  /** Separated by commas. */
  readonly keywords?: string
  /** Whether it's hidden. Default false. */
  readonly isArchived?: boolean
}

export interface WorkspaceMovedView {
  /** Which list it's a view of. */
  readonly lists: "apps" | "keywords"
  /** What you call it. Each list has a name once. */
  readonly name: string
  readonly filter?: WorkspaceViewFilter
  /** Its order; null: as they were added. */
  readonly sort?: WorkspaceViewSort | null
  /** Columns in their order; none: those that the page shows by itself. */
  readonly columns?: ReadonlyArray<"appName" | "appId" | "platform" | "country" | "developerName" | "category" | "competitors" | "keywords" | "versions" | "tags" | "notes" | "createdAt" | "updatedAt" | "keyword" | "language" | "device" | "rank" | "rankStatus" | "status" | "lastCollectedAt">
}

export interface WorkspaceRankOfDay {
  /** 1 is first; null: see rankStatus. */
  readonly rank: number | null
  readonly rankStatus: "ranked" | "not_in_top_n" | "not_measured"
  /** How far down was looked; null: not measured. */
  readonly depth: number | null
  /** Day of the search (UTC); null: not measured. */
  readonly day: string | null
}

export interface WorkspaceReport {
  /** Id of the row. */
  readonly id: string
  /** Which analysis it is of, such as aso.audit. */
  readonly kind: string
  /** App it's about; null: none. */
  readonly appId: number | string | null
  /** Its store; null: none. */
  readonly platform: "storea" | "storeb" | null
  /** Its storefront; null: none. */
  readonly country: string | null
  /** Title. */
  readonly title: string
  /** Model that made it; null: none. */
  readonly model: string | null
  readonly params: unknown
  /** Size of the payload. */
  readonly bytes: number
  /** Whether the payload was cut to 1 MiB. */
  readonly isCut: boolean
  /** Whether it's kept until you delete it: neither age nor a newer report of its kind removes it. */
  readonly isPinned: boolean
  /** ISO 8601. */
  readonly createdAt: string
  readonly payload?: unknown
}

export interface WorkspaceReports {
  readonly items: ReadonlyArray<WorkspaceReport>
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly nextCursor: string | null
  /** Rows that match, over all pages. */
  readonly total: number
}

export interface WorkspaceReportsDeleted {
  /** How many were there and are deleted. */
  readonly deleted: number
}

export interface WorkspaceSuggestedCompetitor {
  /** App id: a number on storea, the package name on storeb. */
  readonly appId: number | string
  /** As the store told of late; null: it didn't. */
  readonly name: string | null
  /** For how many of your app's keywords it's among the first ten. */
  readonly sharedKeywords: number
  /** Up to five of them, best first. */
  readonly keywords: ReadonlyArray<{
    readonly keyword: string
    /** Storefront. */
    readonly country: string
    /** Its place in the latest search, from 1. */
    readonly position: number
  }>
  /** Its place among the apps that the store shows as similar to yours, from 1; null: it isn't there. */
  readonly similarPosition: number | null
  /** Why it's suggested, in a sentence. */
  readonly reason: string
}

export interface WorkspaceSuggestedCompetitors {
  /** App id: a number on storea, the package name on storeb. */
  readonly appId: number | string
  readonly platform: "storea" | "storeb"
  /** The app's storefront, whose similar apps are shown. */
  readonly country: string
  /** What the suggestions stand on. */
  readonly basis: {
    /** How many of the app's keywords were looked up: its oldest 200. */
    readonly keywords: number
    /** How many of them were searched for within a week. The others say nothing yet. */
    readonly searched: number
    /**
     * read: the store's similar apps were read within a week. none: it shows none. not_listed: the store doesn't
     * list the app, or it isn't live. unavailable: they couldn't be read yet; that's tried daily.
     */
    readonly similar: "read" | "none" | "not_listed" | "unavailable"
  }
  /** Most shared keywords first. */
  readonly items: ReadonlyArray<WorkspaceSuggestedCompetitor>
}

export interface WorkspaceTag {
  /** The tag, in lower case. */
  readonly tag: string
  /** Apps that have it. */
  readonly apps: number
  /** Keywords that have it, over all apps. */
  readonly keywords: number
}

export interface WorkspaceTagged {
  /** Apps whose tags changed. */
  readonly apps: number
  /** Keywords whose tags changed. */
  readonly keywords: number
}

export interface WorkspaceTags {
  readonly items: ReadonlyArray<WorkspaceTag>
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly nextCursor: string | null
  /** Tags in use, over all pages. */
  readonly total: number
}

export interface WorkspaceTally {
  /** New ones. */
  readonly added: number
  /** Those that are kept already, or were in the file before. */
  readonly duplicates: number
}

export interface WorkspaceTimeline {
  /** Released versions, newest first, at most 500. */
  readonly items: ReadonlyArray<{
    /** Id of the version. */
    readonly id: string
    /** What you call it. */
    readonly versionName: string
    /** BCP 47 tag. */
    readonly language: string
    /** When it was released; null: a draft. */
    readonly releasedAt: string | null
    /** When the next one in its language was released; null: it's the current one. */
    readonly until: string | null
    /** Id of the release before it in its language, to compare it with; null: it's the first. */
    readonly previousId: string | null
    /** Fields that differ from the release before; all that it has, for the first. */
    readonly changed: ReadonlyArray<"title" | "subtitle" | "keywords" | "shortDescription" | "promotionalText" | "description" | "whatsNew">
  }>
}

export interface WorkspaceVersion {
  /** Id of the row. */
  readonly id: string
  /** What you call it. */
  readonly versionName: string
  /** BCP 47 tag. */
  readonly language: string
  /** Title; null: none. */
  readonly title: string | null
  /** Subtitle; null: none. */
  readonly subtitle: string | null
  /** Description; null: none. */
  readonly description: string | null
  /** Keyword field, separated by commas; null: none. */
  readonly keywords: string | null
  /** Short description; null: none. */
  readonly shortDescription: string | null
  /** Promotional text; null: none. */
  readonly promotionalText: string | null
  /** What's new; null: none. */
  readonly whatsNew: string | null
  /** Your notes; null: none. */
  readonly notes: string | null
  readonly status: "draft" | "released"
  readonly isReleased: boolean
  /** When it was released; null: a draft. */
  readonly releasedAt: string | null
  /** The latest released one of the app in its language. */
  readonly isCurrent: boolean
  readonly isArchived: boolean
  /** Written, copied from another version, imported, or taken over from the store. */
  readonly origin: "manual" | "copy" | "import" | "store"
  /** What the store's rules say of it; null where this gateway has no such rules. */
  readonly lint: {
    /** Rules broken for which a store may refuse it. */
    readonly errors: number
    /** Rules broken that a store may hold against it. */
    readonly warnings: number
    /** 0 to 100; 100: nothing to say. */
    readonly score: number
  } | null
  /** Grows with each change. Send it with a change to be refused if the row has changed since. */
  readonly revision: number
  /** ISO 8601. */
  readonly createdAt: string
  /** ISO 8601. */
  readonly updatedAt: string
}

export interface WorkspaceVersionDiff {
  readonly from: WorkspaceVersionSide
  readonly to: WorkspaceVersionSide
  /** Fields that either of them has. */
  readonly fields: ReadonlyArray<{
    readonly field: "title" | "subtitle" | "keywords" | "shortDescription" | "promotionalText" | "description" | "whatsNew"
    readonly isChanged: boolean
    /** The text in its order: without what was added it's the former one, without what was removed the latter. */
    readonly pieces: ReadonlyArray<{
      readonly op: "same" | "removed" | "added"
      readonly text: string
    }>
  }>
  /** Your keywords that came into the text or left it, at most 200, with the app's ranks before and after. */
  readonly terms: ReadonlyArray<{
    /** One of the app's keywords. */
    readonly keyword: string
    /** Two-letter code. */
    readonly country: string
    /** Device whose search it is. */
    readonly device: string
    /**
     * Whether all its words are in the latter's title, subtitle, short description or keywords only, or in the
     * former's.
     */
    readonly change: "added" | "removed"
    readonly before: WorkspaceRankOfDay
    readonly after: WorkspaceRankOfDay
  }>
  /**
   * Ranks before are of the last search up to this day: the one before the latter was released, or today if it's a
   * draft.
   */
  readonly ranksBefore: string
  /** Ranks after are of the last search up to this day: today, or before the next release; null: it's a draft. */
  readonly ranksAfter: string | null
}

export interface WorkspaceVersionIssue {
  readonly ruleId: string
  readonly severity: "error" | "warning" | "info"
  /** As it's called in the version's row. */
  readonly field: string
  readonly message: string
  /** Where in the field's text, in code points; null: all of it. */
  readonly span: {
    readonly start: number
    readonly end: number
  } | null
  /** What to write instead; null: none. */
  readonly suggestion: string | null
  /** Why it's a rule. */
  readonly basis: string
  /** Address of what the rule is from. */
  readonly source: string
}

export interface WorkspaceVersions {
  readonly items: ReadonlyArray<WorkspaceVersion>
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly nextCursor: string | null
  /** Rows that match, over all pages. */
  readonly total: number
}

export interface WorkspaceVersionSide {
  /** Id of the version. */
  readonly id: string
  /** What you call it. */
  readonly versionName: string
  /** BCP 47 tag. */
  readonly language: string
  /** When it was released; null: a draft. */
  readonly releasedAt: string | null
}

export interface WorkspaceView {
  /** Id of the view. */
  readonly id: string
  /** Which list it's a view of. */
  readonly lists: "apps" | "keywords"
  /** What you call it. */
  readonly name: string
  readonly filter: WorkspaceViewFilter
  /** Its order; null: as they were added. */
  readonly sort: WorkspaceViewSort | null
  /** Columns in their order; none: those that the page shows by itself. */
  readonly columns: ReadonlyArray<"appName" | "appId" | "platform" | "country" | "developerName" | "category" | "competitors" | "keywords" | "versions" | "tags" | "notes" | "createdAt" | "updatedAt" | "keyword" | "language" | "device" | "rank" | "rankStatus" | "status" | "lastCollectedAt">
  /** ISO 8601. */
  readonly createdAt: string
  /** ISO 8601. */
  readonly updatedAt: string
}

export interface WorkspaceViewDeleted {
  readonly deleted: true
  /** Id of the view. */
  readonly id: string
}

/** Which rows: of apps by platform, q and tag, of keywords by country, language, q and tag. Absent: any. */
export interface WorkspaceViewFilter {
  /** Apps of this store. */
  readonly platform?: "storea" | "storeb"
  /** Keywords of this storefront. */
  readonly country?: string
  /** Keywords of this language. */
  readonly language?: string
  /** Rows whose text has this in it. */
  readonly q?: string
  /** Rows that have this tag. */
  readonly tag?: string
}

export interface WorkspaceViews {
  readonly items: ReadonlyArray<WorkspaceView>
  /** Send it as `cursor` to get the next page; null on the last page. */
  readonly nextCursor: string | null
  /** Views, over all pages. */
  readonly total: number
}

export interface WorkspaceViewSort {
  /** A column of the list. */
  readonly by: "appName" | "appId" | "platform" | "country" | "developerName" | "category" | "competitors" | "keywords" | "versions" | "tags" | "notes" | "createdAt" | "updatedAt" | "keyword" | "language" | "device" | "rank" | "rankStatus" | "status" | "lastCollectedAt"
  /** Largest or latest first. */
  readonly descending: boolean
}

/** The codes of the gateway's errors. */
export type ErrorCode =
  | "DUPLICATE"
  | "INVALID_KEYWORD"
  | "LINT_FAILED"
  | "STALE_REVISION"
  | "TOO_MANY_WRITES"
  | "VERSION_RELEASED"
