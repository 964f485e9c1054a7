// Made by `npm run generate` from the declarations of the plugins. Do not edit.
import type { Bind, Operation, PagedOperation } from "../operation.ts"
import type * as S from "./workspace.schemas.ts"

export interface WorkspaceAppsInput {
  /** Only this store. */
  readonly platform?: "storea" | "storeb" | undefined
  /** App id: a number on storea, the package name on storeb. */
  readonly appId?: string | number | undefined
  /** Only those whose text has this in it. */
  readonly q?: string | undefined
  /** Only those that have this tag. */
  readonly tag?: string | undefined
  /** At most this many apps, 1 to 200. Default 50. */
  readonly limit?: number | undefined
  /** Where to continue: the previous page's nextCursor. Omit it for the first page. */
  readonly cursor?: string | undefined
}

export interface WorkspaceAddAppInput {
  /** App id: a number on storea, the package name on storeb. Its form says which store. */
  readonly appId: number | string
  /** Which store; the id's form says it too, so this only confirms it. */
  readonly platform?: "storea" | "storeb" | undefined
  /** Storefront, as a two-letter ISO 3166-1 code. Default us. */
  readonly country?: string | undefined
  /** Name. What you give is kept over what the store tells. */
  readonly appName?: string | undefined
  /** Address of its icon; kept, never fetched. */
  readonly appIconUrl?: string | undefined
  /** Developer. */
  readonly developerName?: string | undefined
  /** Bundle id or package name. */
  readonly bundleId?: string | undefined
  /** Subtitle or short description. */
  readonly subtitle?: string | undefined
  /** Description. */
  readonly description?: string | undefined
  /** Its languages, as BCP 47 tags, at most 60. */
  readonly languages?: ReadonlyArray<string> | undefined
  /** False: not released yet, so the store isn't asked. Default true. */
  readonly isLive?: boolean | undefined
  /** Category. */
  readonly category?: string | undefined
  /** Kind of device. */
  readonly deviceFamily?: "ios" | "macos" | "tvos" | undefined
  /** Your notes. */
  readonly notes?: string | undefined
  /** Your tags for it, at most 20. */
  readonly tags?: ReadonlyArray<string> | undefined
}

export interface WorkspaceRemoveAppInput {
  /** Id of the app's row. Send it or appId. */
  readonly id?: string | number | undefined
  /** App id: a number on storea, the package name on storeb. */
  readonly appId?: string | number | undefined
}

export interface WorkspaceUpdateAppInput {
  /** Id of the app's row. Send it or appId. */
  readonly id?: string | undefined
  /** App id: a number on storea, the package name on storeb. Its form says which store. */
  readonly appId?: number | string | undefined
  /** Storefront, as a two-letter ISO 3166-1 code. */
  readonly country?: string | undefined
  /** Name. null clears it. */
  readonly appName?: string | null | undefined
  /** Address of its icon; kept, never fetched. null clears it. */
  readonly appIconUrl?: string | null | undefined
  /** Developer. null clears it. */
  readonly developerName?: string | null | undefined
  /** Bundle id or package name. null clears it. */
  readonly bundleId?: string | null | undefined
  /** Subtitle or short description. null clears it. */
  readonly subtitle?: string | null | undefined
  /** Description. null clears it. */
  readonly description?: string | null | undefined
  /** Its languages, as BCP 47 tags, at most 60. null clears it. */
  readonly languages?: ReadonlyArray<string> | null | undefined
  /** False: not released yet, so the store isn't asked. Default true. */
  readonly isLive?: boolean | undefined
  /** Category. null clears it. */
  readonly category?: string | null | undefined
  /** Kind of device. null clears it. */
  readonly deviceFamily?: "ios" | "macos" | "tvos" | null | undefined
  /** Your notes. null clears it. */
  readonly notes?: string | null | undefined
  /** Your tags for it, in place of those it has, at most 20. null clears it. */
  readonly tags?: ReadonlyArray<string> | null | undefined
  /** The revision you read. If it isn't the present one, the answer is 409 STALE_REVISION. */
  readonly revision?: number | undefined
}

export interface WorkspaceCompetitorsInput {
  /** The app: its id at the store, or the id of its row. */
  readonly appId: string | number
  /** At most this many competitors, 1 to 200. Default 50. */
  readonly limit?: number | undefined
  /** Where to continue: the previous page's nextCursor. Omit it for the first page. */
  readonly cursor?: string | undefined
}

export interface WorkspaceAddCompetitorInput {
  /** The app: its id at the store, or the id of its row. */
  readonly appId: string | number
  /** App id: a number on storea, the package name on storeb. Its form says which store. */
  readonly competitorAppId: number | string
  /** Its name. Default: what the store calls it. */
  readonly name?: string | undefined
  /** Default direct. */
  readonly relationship?: "direct" | "indirect" | "aspiration" | undefined
}

export interface WorkspaceRemoveCompetitorInput {
  /** The app: its id at the store, or the id of its row. */
  readonly appId: string | number
  /** Id of the competitor's row. Send it or competitorAppId. */
  readonly id?: string | number | undefined
  /** App id: a number on storea, the package name on storeb. */
  readonly competitorAppId?: string | number | undefined
}

export interface WorkspaceSuggestedCompetitorsInput {
  /** The app: its id at the store, or the id of its row. */
  readonly appId: string | number
  /** At most this many apps, 1 to 10. Default 10. */
  readonly limit?: number | undefined
}

export interface WorkspaceKeywordsInput {
  /** The app: its id at the store, or the id of its row. */
  readonly appId: string | number
  /** Only this storefront. */
  readonly country?: string | undefined
  /** Only this language, as a BCP 47 tag. */
  readonly language?: string | undefined
  /** Only those whose text has this in it. */
  readonly q?: string | undefined
  /** Only those that have this tag. */
  readonly tag?: string | undefined
  /** At most this many keywords, 1 to 500. Default 100. */
  readonly limit?: number | undefined
  /** Where to continue: the previous page's nextCursor. Omit it for the first page. */
  readonly cursor?: string | undefined
}

export interface WorkspaceAddKeywordsInput {
  /** The app: its id at the store, or the id of its row. */
  readonly appId: string | number
  /** A keyword, 2 to 100 characters, or 1 of Chinese, Japanese or Korean. */
  readonly keyword?: string | undefined
  /** Several keywords, 1 to 200, in place of keyword. */
  readonly keywords?: ReadonlyArray<string> | undefined
  /** Storefront, as a two-letter ISO 3166-1 code. Default: the app's. */
  readonly country?: string | undefined
  /** Several storefronts, 1 to 20, in place of country. */
  readonly countries?: ReadonlyArray<string> | undefined
  /** Language of the keywords. */
  readonly language?: string | undefined
  /** Device to search on: iphone on storea, phone on storeb. Default: the store's. */
  readonly device?: "iphone" | "phone" | undefined
  /** Your tags for those that are added, at most 20. */
  readonly tags?: ReadonlyArray<string> | undefined
}

export interface WorkspaceRemoveKeywordInput {
  /** The app: its id at the store, or the id of its row. */
  readonly appId: string | number
  /** Id of the keyword's row. Send it or keyword. */
  readonly id?: string | number | undefined
  /** The keyword. */
  readonly keyword?: string | undefined
  /** Its storefront. Default: the app's. */
  readonly country?: string | undefined
  /** Device to search on. Default: the store's. */
  readonly device?: "iphone" | "phone" | undefined
}

export interface WorkspaceVersionsInput {
  /** The app: its id at the store, or the id of its row. */
  readonly appId: string | number
  /** Only this language, as a BCP 47 tag. */
  readonly language?: string | undefined
  /** true: released ones; false: drafts. */
  readonly isReleased?: boolean | undefined
  /** Also archived ones. Default false. */
  readonly includeArchived?: boolean | undefined
  /** At most this many versions, 1 to 200. Default 50. */
  readonly limit?: number | undefined
  /** Where to continue: the previous page's nextCursor. Omit it for the first page. */
  readonly cursor?: string | undefined
}

export interface WorkspaceAddVersionInput {
  /** The app: its id at the store, or the id of its row. */
  readonly appId: string | number
  /** What you call it, such as a version number. */
  readonly versionName: string
  /** Its language. Default: that of copyFrom, or en-US. */
  readonly language?: string | undefined
  /** Title. A draft may be over the store's limit. */
  readonly title?: string | undefined
  /** Subtitle. */
  readonly subtitle?: string | undefined
  /** Description. */
  readonly description?: string | undefined
  /** Keyword field: text with commas, or a list. */
  readonly keywords?: string | ReadonlyArray<string> | undefined
  /** Short description. */
  readonly shortDescription?: string | undefined
  /** Promotional text. */
  readonly promotionalText?: string | undefined
  /** What's new. */
  readonly whatsNew?: string | undefined
  /** Your notes; they may change after release. */
  readonly notes?: string | undefined
  /** true releases it; false takes a release back. */
  readonly isReleased?: boolean | undefined
  /** When it was released, not in the future. Default: now. Only with a release. */
  readonly releasedAt?: string | undefined
  /** Releases it although it breaks rules of the store. Default false. */
  readonly force?: boolean | undefined
  /** Id of a version of this app whose texts it starts with. */
  readonly copyFrom?: string | undefined
}

export interface WorkspaceUpdateVersionInput {
  /** The app: its id at the store, or the id of its row. */
  readonly appId: string | number
  /** Id of the version. */
  readonly id: string
  /** What you call it, such as a version number. */
  readonly versionName?: string | undefined
  /** Its language. */
  readonly language?: string | undefined
  /** Title. null clears it. */
  readonly title?: string | null | undefined
  /** Subtitle. null clears it. */
  readonly subtitle?: string | null | undefined
  /** Description. null clears it. */
  readonly description?: string | null | undefined
  /** Keyword field: text with commas, or a list. null clears it. */
  readonly keywords?: string | ReadonlyArray<string> | null | undefined
  /** Short description. null clears it. */
  readonly shortDescription?: string | null | undefined
  /** Promotional text. null clears it. */
  readonly promotionalText?: string | null | undefined
  /** What's new. null clears it. */
  readonly whatsNew?: string | null | undefined
  /** Your notes; they may change after release. null clears it. */
  readonly notes?: string | null | undefined
  /** true releases it; false takes a release back. */
  readonly isReleased?: boolean | undefined
  /** When it was released, not in the future. Default: now. Only with a release. */
  readonly releasedAt?: string | undefined
  /** Releases it although it breaks rules of the store. Default false. */
  readonly force?: boolean | undefined
  /** true hides it from the list. */
  readonly isArchived?: boolean | undefined
  /** The revision you read. If it isn't the present one, the answer is 409 STALE_REVISION. */
  readonly revision?: number | undefined
}

export interface WorkspaceReportsInput {
  /** Id of the one report, given with its payload. */
  readonly id?: string | number | undefined
  /** App id: a number on storea, the package name on storeb. */
  readonly appId?: string | number | undefined
  /** Only this kind, such as aso.audit. */
  readonly kind?: string | undefined
  /** First day (UTC). */
  readonly from?: string | undefined
  /** Last day (UTC), included. */
  readonly to?: string | undefined
  /** At most this many reports, 1 to 100. Default 25. */
  readonly limit?: number | undefined
  /** Where to continue: the previous page's nextCursor. Omit it for the first page. */
  readonly cursor?: string | undefined
}

export interface WorkspaceRemoveReportsInput {
  /** Id of the report. */
  readonly id?: string | number | undefined
  /** Several ids. */
  readonly ids?: ReadonlyArray<string | number> | string | undefined
}

export interface WorkspaceUpdateReportInput {
  /** Id of the report. */
  readonly id: string
  /** true keeps it until you delete it; false no longer does. */
  readonly isPinned: boolean
}

export interface WorkspaceImportFileInput {
  /** The file as text: rows of a CSV, a list with one keyword a line, or an export of a workspace. */
  readonly text?: string | undefined
  readonly base64?: string | undefined
  /** The app that rows are for, by its id at the store. Needed unless the file names one in each row. */
  readonly appId?: number | string | undefined
  /** Storefront of keywords whose row names none. Default: the app's. */
  readonly country?: string | undefined
  /** Language of keywords whose row names none. */
  readonly language?: string | undefined
  /** true: tells what would be added, and writes nothing. Default false. */
  readonly preview?: boolean | undefined
}

export interface WorkspaceExportAllInput {
  /** What to export: apps (default), or saved reports. */
  readonly part?: "apps" | "reports" | undefined
  /** At most this many rows, 1 to 100. Default 20. */
  readonly limit?: number | undefined
  /** Where to continue: the previous page's nextCursor. Omit it for the first page. */
  readonly cursor?: string | undefined
}

export interface WorkspaceDeletedAppsInput {
  /** At most this many apps, 1 to 200. Default 50. */
  readonly limit?: number | undefined
  /** Where to continue: the previous page's nextCursor. Omit it for the first page. */
  readonly cursor?: string | undefined
}

export interface WorkspaceRestoreAppInput {
  /** Id of its row. */
  readonly id: string | number
}

export interface WorkspaceDiffVersionsInput {
  /** The app: its id at the store, or the id of its row. */
  readonly appId: string | number
  /** Id of the former version. */
  readonly from: string
  /** Id of the latter version. */
  readonly to: string
}

export interface WorkspaceVersionTimelineInput {
  /** The app: its id at the store, or the id of its row. */
  readonly appId: string | number
  /** Only this language, as a BCP 47 tag. */
  readonly language?: string | undefined
}

export interface WorkspaceLiveListingInput {
  /** The app: its id at the store, or the id of its row. */
  readonly appId: string | number
}

export interface WorkspaceTakeLiveInput {
  /** The app: its id at the store, or the id of its row. */
  readonly appId: string | number
  /** Storefront whose texts to keep. Default: the app's. */
  readonly country?: string | undefined
  /** What to call the version. Default: the app's version as the store tells it. */
  readonly versionName?: string | undefined
}

export interface WorkspaceTagsInput {
  /** At most this many tags, 1 to 500. Default 100. */
  readonly limit?: number | undefined
  /** Where to continue: the previous page's nextCursor. Omit it for the first page. */
  readonly cursor?: string | undefined
}

export interface WorkspaceTagRowsInput {
  /** Tags to put on them. A row has at most 20. */
  readonly add?: ReadonlyArray<string> | undefined
  /** Tags to take off them, at most 20. */
  readonly remove?: ReadonlyArray<string> | undefined
  /** Ids of the rows of apps, at most 200. */
  readonly apps?: ReadonlyArray<string> | undefined
  /** Ids of the rows of keywords, at most 500. */
  readonly keywords?: ReadonlyArray<string> | undefined
}

export interface WorkspaceRemoveTagInput {
  /** The tag. */
  readonly tag?: string | undefined
}

export interface WorkspaceRenameTagInput {
  /** The tag to rename. */
  readonly tag: string
  /** Its new name. Rows that have this tag too have it once. */
  readonly name: string
}

export interface WorkspaceViewsInput {
  /** Only views of this list. */
  readonly lists?: "apps" | "keywords" | undefined
  /** At most this many views, 1 to 100. Default 100. */
  readonly limit?: number | undefined
  /** Where to continue: the previous page's nextCursor. Omit it for the first page. */
  readonly cursor?: string | undefined
}

export interface WorkspaceAddViewInput {
  /** Which list it's a view of. */
  readonly lists: "apps" | "keywords"
  /** What you call it. Each list has a name once. */
  readonly name: string
  readonly filter?: S.WorkspaceViewFilter | undefined
  /** Its order; null: as they were added. */
  readonly sort?: S.WorkspaceViewSort | null | undefined
  /** Columns in their order; none: those that the page shows by itself. */
  readonly columns?: ReadonlyArray<"appName" | "appId" | "platform" | "country" | "developerName" | "category" | "competitors" | "keywords" | "versions" | "tags" | "notes" | "createdAt" | "updatedAt" | "keyword" | "language" | "device" | "rank" | "rankStatus" | "status" | "lastCollectedAt"> | undefined
}

export interface WorkspaceRemoveViewInput {
  /** Id of the view. */
  readonly id?: string | number | undefined
}

export interface WorkspaceUpdateViewInput {
  /** Id of the view. */
  readonly id: string
  /** What you call it. Each list has a name once. */
  readonly name?: string | undefined
  readonly filter?: S.WorkspaceViewFilter | undefined
  /** Its order; null: as they were added. */
  readonly sort?: S.WorkspaceViewSort | null | undefined
  /** Columns in their order; none: those that the page shows by itself. */
  readonly columns?: ReadonlyArray<"appName" | "appId" | "platform" | "country" | "developerName" | "category" | "competitors" | "keywords" | "versions" | "tags" | "notes" | "createdAt" | "updatedAt" | "keyword" | "language" | "device" | "rank" | "rankStatus" | "status" | "lastCollectedAt"> | undefined
}

export interface Workspace {
  /**
   * Your apps.
   *
   * The apps your account keeps, in the order they were added, with their counts.
   *
   * Costs no credits. `GET /v1/user/apps`
   */
  readonly apps: PagedOperation<WorkspaceAppsInput, S.WorkspaceApps, S.WorkspaceApp>
  /**
   * Add an app.
   *
   * Keeps an app in your account's workspace. Names that you don't give are read from the store; if it's away they
   * follow later. Unreleased apps can be kept too: send isLive: false.
   *
   * Costs no credits. `POST /v1/user/apps`
   */
  readonly addApp: Operation<WorkspaceAddAppInput, S.WorkspaceApp>
  /**
   * Delete an app.
   *
   * Deletes an app of your workspace with its competitors, keywords (their collection ends) and versions. Saved
   * reports stay. The same fields may be sent as a JSON body.
   *
   * Costs no credits. `DELETE /v1/user/apps`
   */
  readonly removeApp: Operation<WorkspaceRemoveAppInput, S.WorkspaceAppDeleted>
  /**
   * Change an app.
   *
   * Changes what you keep of an app, named by id or appId. A field that is absent stays, null clears it. With
   * revision, the change is refused if the row has changed since.
   *
   * Costs no credits. `PATCH /v1/user/apps`
   */
  readonly updateApp: Operation<WorkspaceUpdateAppInput, S.WorkspaceApp>
  /**
   * Competitors of your app.
   *
   * The competitors kept with an app, in the order they were added.
   *
   * Costs no credits. `GET /v1/user/apps/{appId}/competitors`
   */
  readonly competitors: PagedOperation<WorkspaceCompetitorsInput, S.WorkspaceCompetitors, S.WorkspaceCompetitor>
  /**
   * Add a competitor.
   *
   * Keeps an app of the same store as a competitor, at most 25 an app.
   *
   * Costs no credits. `POST /v1/user/apps/{appId}/competitors`
   */
  readonly addCompetitor: Operation<WorkspaceAddCompetitorInput, S.WorkspaceCompetitor>
  /**
   * Delete a competitor.
   *
   * Deletes a competitor of an app. The same fields may be sent as a JSON body.
   *
   * Costs no credits. `DELETE /v1/user/apps/{appId}/competitors`
   */
  readonly removeCompetitor: Operation<WorkspaceRemoveCompetitorInput, S.WorkspaceCompetitorDeleted>
  /**
   * Suggested competitors.
   *
   * Apps that compete with yours and that you don't keep yet, each with the reason: those that come first for your
   * app's keywords, and those that the store shows as similar.
   *
   * Costs no credits. `GET /v1/user/apps/{appId}/competitors/suggested`
   */
  readonly suggestedCompetitors: Operation<WorkspaceSuggestedCompetitorsInput, S.WorkspaceSuggestedCompetitors>
  /**
   * Keywords of your app.
   *
   * The keywords kept with an app, in the order they were added, each with its collection and the app's latest
   * rank.
   *
   * Costs no credits. `GET /v1/user/apps/{appId}/keywords`
   */
  readonly keywords: PagedOperation<WorkspaceKeywordsInput, S.WorkspaceKeywords, S.WorkspaceKeyword>
  /**
   * Add keywords.
   *
   * Adds one keyword, or up to 200 in up to 20 countries at once, to an app and to the daily collection. A single
   * keyword is answered with its row; a list with what was added, what was there, and what was refused.
   *
   * Costs no credits. `POST /v1/user/apps/{appId}/keywords`
   */
  readonly addKeywords: Operation<WorkspaceAddKeywordsInput, S.WorkspaceKeyword | S.WorkspaceKeywordsAdded>
  /**
   * Delete a keyword.
   *
   * Deletes a keyword of an app. Its collection ends for your account unless another of your apps has it. The same
   * fields may be sent as a JSON body.
   *
   * Costs no credits. `DELETE /v1/user/apps/{appId}/keywords`
   */
  readonly removeKeyword: Operation<WorkspaceRemoveKeywordInput, S.WorkspaceKeywordDeleted>
  /**
   * Metadata versions.
   *
   * The versions of an app's listing that are kept, newest first: drafts and releases, a language each.
   *
   * Costs no credits. `GET /v1/user/apps/{appId}/versions`
   */
  readonly versions: PagedOperation<WorkspaceVersionsInput, S.WorkspaceVersions, S.WorkspaceVersion>
  /**
   * Save a metadata version.
   *
   * Saves a version of an app's listing in one language, as a draft unless isReleased is true. copyFrom starts with
   * another version's texts.
   *
   * Costs no credits. `POST /v1/user/apps/{appId}/versions`
   */
  readonly addVersion: Operation<WorkspaceAddVersionInput, S.WorkspaceVersion>
  /**
   * Change or release a version.
   *
   * Changes a draft, releases it (isReleased: true), takes a release back (false), or archives it. The text of a
   * released version can't change.
   *
   * Costs no credits. `PATCH /v1/user/apps/{appId}/versions`
   */
  readonly updateVersion: Operation<WorkspaceUpdateVersionInput, S.WorkspaceVersion>
  /**
   * Saved reports.
   *
   * Analyses that were saved, newest first, without their payload. With id: that one, with its payload.
   *
   * Costs no credits. `GET /v1/user/reports`
   */
  readonly reports: PagedOperation<WorkspaceReportsInput, S.WorkspaceReports, S.WorkspaceReport>
  /**
   * Delete saved reports.
   *
   * Deletes one saved report, or up to 100. The same fields may be sent as a JSON body.
   *
   * Costs no credits. `DELETE /v1/user/reports`
   */
  readonly removeReports: Operation<WorkspaceRemoveReportsInput, S.WorkspaceReportsDeleted>
  /**
   * Pin a saved report.
   *
   * Keeps a saved report until you delete it, or no longer does. Others are deleted after 400 days unless
   * configured otherwise, and some make room for newer ones of their kind.
   *
   * Costs no credits. `PATCH /v1/user/reports`
   */
  readonly updateReport: Operation<WorkspaceUpdateReportInput, S.WorkspaceReport>
  /**
   * Import keywords, competitors or a workspace.
   *
   * Reads a list of keywords or competitors as other tools export it, or an export of a workspace, and keeps what
   * is new, all or nothing. Columns are recognised by name and content. With preview: true it tells the same and
   * writes nothing.
   *
   * Costs no credits. `POST /v1/user/import`
   */
  readonly importFile: Operation<WorkspaceImportFileInput, S.WorkspaceImported>
  /**
   * Export your workspace.
   *
   * Your apps with their competitors, keywords and listing versions, or with part=reports your saved reports, in a
   * form that can be imported again. A page of reports ends at 4 MiB.
   *
   * Costs no credits. `GET /v1/user/export`
   */
  readonly exportAll: Operation<WorkspaceExportAllInput, S.WorkspaceExport>
  /**
   * Deleted apps.
   *
   * Apps of your workspace that were deleted within 7 days, newest first, and can be restored.
   *
   * Costs no credits. `GET /v1/user/deleted-apps`
   */
  readonly deletedApps: PagedOperation<WorkspaceDeletedAppsInput, S.WorkspaceDeletedApps, S.WorkspaceDeletedApp>
  /**
   * Restore a deleted app.
   *
   * Puts an app back that was deleted within 7 days, with its competitors, keywords (they're collected again) and
   * versions, under the ids that they had.
   *
   * Costs no credits. `POST /v1/user/deleted-apps/{id}/restore`
   */
  readonly restoreApp: Operation<WorkspaceRestoreAppInput, S.WorkspaceApp>
  /**
   * Compare two versions.
   *
   * Two versions of an app's listing word by word, with the keywords of yours that came into the text or left it,
   * and the app's ranks for them before and after.
   *
   * Costs no credits. `GET /v1/user/apps/{appId}/versions/diff`
   */
  readonly diffVersions: Operation<WorkspaceDiffVersionsInput, S.WorkspaceVersionDiff>
  /**
   * Releases of a listing.
   *
   * The released versions of an app's listing, newest first, with how long each was live and what it changed.
   *
   * Costs no credits. `GET /v1/user/apps/{appId}/versions/timeline`
   */
  readonly versionTimeline: Operation<WorkspaceVersionTimelineInput, S.WorkspaceTimeline>
  /**
   * What the store shows of your app.
   *
   * Whether the store shows the current version of your app's listing, as the daily look at it found, and the texts
   * that differ: in the app's storefront, and in one for each further language that has a version.
   *
   * Costs no credits. `GET /v1/user/apps/{appId}/live`
   */
  readonly liveListing: Operation<WorkspaceLiveListingInput, S.WorkspaceLiveListing>
  /**
   * Keep what the store shows as a version.
   *
   * Keeps the texts that the store shows otherwise as a released version; the rest is copied from the current one.
   *
   * Costs no credits. `POST /v1/user/apps/{appId}/live/take`
   */
  readonly takeLive: Operation<WorkspaceTakeLiveInput, S.WorkspaceVersion>
  /**
   * Your tags.
   *
   * The tags on apps and keywords of your workspace, in order, each with the number of rows that have it.
   *
   * Costs no credits. `GET /v1/user/tags`
   */
  readonly tags: PagedOperation<WorkspaceTagsInput, S.WorkspaceTags, S.WorkspaceTag>
  /**
   * Tag apps and keywords.
   *
   * Adds tags to apps and keywords of your workspace, or removes them, all or nothing. A tag exists from its first
   * use to its last.
   *
   * Costs no credits. `POST /v1/user/tags`
   */
  readonly tagRows: Operation<WorkspaceTagRowsInput, S.WorkspaceTagged>
  /**
   * Delete a tag.
   *
   * Removes a tag from all apps and keywords that have it; they stay. The same field may be sent as a JSON body.
   *
   * Costs no credits. `DELETE /v1/user/tags`
   */
  readonly removeTag: Operation<WorkspaceRemoveTagInput, S.WorkspaceTagged>
  /**
   * Rename a tag.
   *
   * Renames a tag on all apps and keywords that have it. If there is a tag of that name already, the two become
   * one.
   *
   * Costs no credits. `PATCH /v1/user/tags`
   */
  readonly renameTag: Operation<WorkspaceRenameTagInput, S.WorkspaceTagged>
  /**
   * Saved views.
   *
   * The views that your account has saved of its lists of apps and keywords, in the order they were added.
   *
   * Costs no credits. `GET /v1/user/views`
   */
  readonly views: PagedOperation<WorkspaceViewsInput, S.WorkspaceViews, S.WorkspaceView>
  /**
   * Save a view.
   *
   * Saves a view of your list of apps or keywords: its rows, order and columns. A view of keywords works for each
   * of your apps. Everyone in the account has it. An account keeps at most 100.
   *
   * Costs no credits. `POST /v1/user/views`
   */
  readonly addView: Operation<WorkspaceAddViewInput, S.WorkspaceView>
  /**
   * Delete a view.
   *
   * Deletes a saved view; the rows that it shows stay. The same field may be sent as a JSON body.
   *
   * Costs no credits. `DELETE /v1/user/views`
   */
  readonly removeView: Operation<WorkspaceRemoveViewInput, S.WorkspaceViewDeleted>
  /**
   * Change a view.
   *
   * Changes a saved view. A field that is absent stays; filter and columns are replaced whole.
   *
   * Costs no credits. `PATCH /v1/user/views`
   */
  readonly updateView: Operation<WorkspaceUpdateViewInput, S.WorkspaceView>
}

export interface Operations {
  readonly workspace: Workspace
}

export const operations = (bind: Bind): Operations => ({
  workspace: {
    apps: bind.paged({ method: "GET", path: "/v1/user/apps", access: "key", query: ["platform", "appId", "q", "tag", "limit", "cursor"], paging: { by: "cursor", param: "cursor", next: "nextCursor" }, items: "items" }),
    addApp: bind.operation({ method: "POST", path: "/v1/user/apps", access: "key", body: ["appId", "platform", "country", "appName", "appIconUrl", "developerName", "bundleId", "subtitle", "description", "languages", "isLive", "category", "deviceFamily", "notes", "tags"] }),
    removeApp: bind.operation({ method: "DELETE", path: "/v1/user/apps", access: "key", query: ["id", "appId"] }),
    updateApp: bind.operation({ method: "PATCH", path: "/v1/user/apps", access: "key", body: ["id", "appId", "country", "appName", "appIconUrl", "developerName", "bundleId", "subtitle", "description", "languages", "isLive", "category", "deviceFamily", "notes", "tags", "revision"] }),
    competitors: bind.paged({ method: "GET", path: "/v1/user/apps/{appId}/competitors", access: "key", query: ["limit", "cursor"], paging: { by: "cursor", param: "cursor", next: "nextCursor" }, items: "items" }),
    addCompetitor: bind.operation({ method: "POST", path: "/v1/user/apps/{appId}/competitors", access: "key", body: ["competitorAppId", "name", "relationship"] }),
    removeCompetitor: bind.operation({ method: "DELETE", path: "/v1/user/apps/{appId}/competitors", access: "key", query: ["id", "competitorAppId"] }),
    suggestedCompetitors: bind.operation({ method: "GET", path: "/v1/user/apps/{appId}/competitors/suggested", access: "key", query: ["limit"] }),
    keywords: bind.paged({ method: "GET", path: "/v1/user/apps/{appId}/keywords", access: "key", query: ["country", "language", "q", "tag", "limit", "cursor"], paging: { by: "cursor", param: "cursor", next: "nextCursor" }, items: "items" }),
    addKeywords: bind.operation({ method: "POST", path: "/v1/user/apps/{appId}/keywords", access: "key", body: ["keyword", "keywords", "country", "countries", "language", "device", "tags"] }),
    removeKeyword: bind.operation({ method: "DELETE", path: "/v1/user/apps/{appId}/keywords", access: "key", query: ["id", "keyword", "country", "device"] }),
    versions: bind.paged({ method: "GET", path: "/v1/user/apps/{appId}/versions", access: "key", query: ["language", "isReleased", "includeArchived", "limit", "cursor"], paging: { by: "cursor", param: "cursor", next: "nextCursor" }, items: "items" }),
    addVersion: bind.operation({ method: "POST", path: "/v1/user/apps/{appId}/versions", access: "key", body: ["versionName", "language", "title", "subtitle", "description", "keywords", "shortDescription", "promotionalText", "whatsNew", "notes", "isReleased", "releasedAt", "force", "copyFrom"] }),
    updateVersion: bind.operation({ method: "PATCH", path: "/v1/user/apps/{appId}/versions", access: "key", body: ["id", "versionName", "language", "title", "subtitle", "description", "keywords", "shortDescription", "promotionalText", "whatsNew", "notes", "isReleased", "releasedAt", "force", "isArchived", "revision"] }),
    reports: bind.paged({ method: "GET", path: "/v1/user/reports", access: "key", query: ["id", "appId", "kind", "from", "to", "limit", "cursor"], paging: { by: "cursor", param: "cursor", next: "nextCursor" }, items: "items" }),
    removeReports: bind.operation({ method: "DELETE", path: "/v1/user/reports", access: "key", query: ["id", "ids"], lists: ["ids"] }),
    updateReport: bind.operation({ method: "PATCH", path: "/v1/user/reports", access: "key", body: ["id", "isPinned"] }),
    importFile: bind.operation({ method: "POST", path: "/v1/user/import", access: "key", body: ["text", "base64", "appId", "country", "language", "preview"] }),
    exportAll: bind.operation({ method: "GET", path: "/v1/user/export", access: "key", query: ["part", "limit", "cursor"] }),
    deletedApps: bind.paged({ method: "GET", path: "/v1/user/deleted-apps", access: "key", query: ["limit", "cursor"], paging: { by: "cursor", param: "cursor", next: "nextCursor" }, items: "items" }),
    restoreApp: bind.operation({ method: "POST", path: "/v1/user/deleted-apps/{id}/restore", access: "key" }),
    diffVersions: bind.operation({ method: "GET", path: "/v1/user/apps/{appId}/versions/diff", access: "key", query: ["from", "to"] }),
    versionTimeline: bind.operation({ method: "GET", path: "/v1/user/apps/{appId}/versions/timeline", access: "key", query: ["language"] }),
    liveListing: bind.operation({ method: "GET", path: "/v1/user/apps/{appId}/live", access: "key" }),
    takeLive: bind.operation({ method: "POST", path: "/v1/user/apps/{appId}/live/take", access: "key", body: ["country", "versionName"] }),
    tags: bind.paged({ method: "GET", path: "/v1/user/tags", access: "key", query: ["limit", "cursor"], paging: { by: "cursor", param: "cursor", next: "nextCursor" }, items: "items" }),
    tagRows: bind.operation({ method: "POST", path: "/v1/user/tags", access: "key", body: ["add", "remove", "apps", "keywords"] }),
    removeTag: bind.operation({ method: "DELETE", path: "/v1/user/tags", access: "key", query: ["tag"] }),
    renameTag: bind.operation({ method: "PATCH", path: "/v1/user/tags", access: "key", body: ["tag", "name"] }),
    views: bind.paged({ method: "GET", path: "/v1/user/views", access: "key", query: ["lists", "limit", "cursor"], paging: { by: "cursor", param: "cursor", next: "nextCursor" }, items: "items" }),
    addView: bind.operation({ method: "POST", path: "/v1/user/views", access: "key", body: ["lists", "name", "filter", "sort", "columns"] }),
    removeView: bind.operation({ method: "DELETE", path: "/v1/user/views", access: "key", query: ["id"] }),
    updateView: bind.operation({ method: "PATCH", path: "/v1/user/views", access: "key", body: ["id", "name", "filter", "sort", "columns"] })
  }
})

/** What to do about each error code. */
export const retryAdvice = { DUPLICATE: "fix", FORBIDDEN: "fix", IDEMPOTENCY_IN_PROGRESS: "retry", IDEMPOTENCY_KEY_REUSED: "fix", IDEMPOTENCY_QUOTA_EXCEEDED: "wait", INTERNAL_ERROR: "fix", INVALID_API_KEY: "fix", INVALID_APP_ID: "fix", INVALID_COUNTRY: "fix", INVALID_INPUT: "fix", INVALID_KEYWORD: "fix", LINT_FAILED: "fix", MISSING_API_KEY: "fix", NOT_FOUND: "fix", PAYLOAD_TOO_LARGE: "fix", PLATFORM_UNSUPPORTED: "fix", RATE_LIMIT_EXCEEDED: "wait", SERVICE_UNAVAILABLE: "retry", STALE_REVISION: "fix", TIER_LIMIT_EXCEEDED: "fix", TOO_MANY_REQUESTS: "retry", TOO_MANY_WRITES: "retry", UNSUPPORTED_MEDIA_TYPE: "fix", VERSION_RELEASED: "fix" } as const
