import { Endpoint, group, Param, View } from "@storeglass/plugin-api"
import { HttpApi } from "effect/http-api"
import { dashboard } from "./dashboard/api.ts"
import * as E from "./errors.ts"
import { Timeline, VersionDiff } from "./history/schema.ts"
import { InvalidKeyword } from "./keywords/InvalidKeyword.ts"
import * as M from "./moving/schema.ts"
import { byMoment } from "./pages.ts"
import { SuggestedCompetitors } from "./rivals/schema.ts"
import * as S from "./schema.ts"
import { removeTag, renameTag, tagRows, tags } from "./tags/api.ts"
import { tagMax } from "./tags/text.ts"
import { DeletedApps } from "./undo/schema.ts"
import { addView, removeView, updateView, views } from "./views/api.ts"
import { LiveListing, TakeOver } from "./watch/schema.ts"

const base = "/v1/user/apps"
const params = {
  appId: Param.text({
    max: 255,
    description: "The app: its id at the store, or the id of its row.",
    picks: "app",
    example: "284882215"
  })
}
const rowId = (what: string) => Param.optional(Param.text({ max: 36, description: `Id of the ${what}.` }))
const namedApp = Param.optional(
  Param.text({ max: 255, description: "App id: a number on storea, the package name on storeb.", picks: "app" })
)
const searched = Param.optional(Param.text({ max: 200, description: "Only those whose text has this in it." }))
const tag = Param.optional(Param.text({ max: tagMax, description: "Only those that have this tag." }))
const cursor = byMoment
const device = Param.optional(
  Param.oneOf({ values: ["iphone", "phone"], description: "Device to search on. Default: the store's." })
)

const apps = Endpoint.get("apps", base, {
  query: {
    platform: Param.optional(Param.oneOf({ values: Param.platforms, description: "Only this store." })),
    appId: namedApp,
    q: searched,
    tag,
    limit: Param.limit({ of: "apps", max: 200, default: 50 }),
    cursor
  },
  answer: S.Apps,
  errors: E.appErrors,
  summary: "Your apps",
  description: "The apps your account keeps, in the order they were added, with their counts.",
  tool: { words: ["which apps are mine, my portfolio, apps I follow"] },
  view: View.table({
    rows: "items",
    columns: [
      { field: "appName", title: "App" },
      { field: "appId", title: "Id" },
      { field: "platform", title: "Store" },
      { field: "counts.keywords", title: "Keywords" },
      { field: "counts.competitors", title: "Competitors" },
      { field: "counts.versions", title: "Versions" }
    ]
  })
})

const addApp = Endpoint.post("addApp", base, {
  payload: S.NewApp,
  answer: S.App,
  errors: E.addErrors,
  summary: "Add an app",
  description:
    "Keeps an app in your account's workspace. Names that you don't give are read from the store; if it's away they follow later. Unreleased apps can be kept too: send isLive: false.",
  tool: { destructive: false, words: ["follow an app, add my app"] }
})

const updateApp = Endpoint.patch("updateApp", base, {
  payload: S.AppPatch,
  answer: S.App,
  errors: E.updateErrors,
  summary: "Change an app",
  description:
    "Changes what you keep of an app, named by id or appId. A field that is absent stays, null clears it. With revision, the change is refused if the row has changed since.",
  tool: { destructive: false, idempotent: true }
})

const removeApp = Endpoint.delete("removeApp", base, {
  query: { id: rowId("app's row. Send it or appId"), appId: namedApp },
  answer: S.AppDeleted,
  errors: E.removeErrors,
  summary: "Delete an app",
  description:
    "Deletes an app of your workspace with its competitors, keywords (their collection ends) and versions. Saved reports stay. The same fields may be sent as a JSON body.",
  tool: { words: ["stop following an app"] }
})

const competitors = Endpoint.get("competitors", `${base}/:appId/competitors`, {
  params,
  query: { limit: Param.limit({ of: "competitors", max: 200, default: 50 }), cursor },
  answer: S.Competitors,
  errors: E.appErrors,
  summary: "Competitors of your app",
  description: "The competitors kept with an app, in the order they were added.",
  view: View.table({
    rows: "items",
    columns: [
      { field: "competitorName", title: "Competitor" },
      { field: "competitorAppId", title: "Id" },
      { field: "relationship", title: "Relationship" }
    ]
  })
})

const addCompetitor = Endpoint.post("addCompetitor", `${base}/:appId/competitors`, {
  params,
  payload: S.NewCompetitor,
  answer: S.Competitor,
  errors: E.addErrors,
  summary: "Add a competitor",
  description: "Keeps an app of the same store as a competitor, at most 25 an app.",
  tool: { destructive: false, words: ["rival, compare my app with"] }
})

const removeCompetitor = Endpoint.delete("removeCompetitor", `${base}/:appId/competitors`, {
  params,
  query: { id: rowId("competitor's row. Send it or competitorAppId"), competitorAppId: namedApp },
  answer: S.CompetitorDeleted,
  errors: E.removeErrors,
  summary: "Delete a competitor",
  description: "Deletes a competitor of an app. The same fields may be sent as a JSON body."
})

const suggestedCompetitors = Endpoint.get("suggestedCompetitors", `${base}/:appId/competitors/suggested`, {
  params,
  query: { limit: Param.limit({ of: "apps", max: 10, default: 10 }) },
  answer: SuggestedCompetitors,
  errors: E.appErrors,
  summary: "Suggested competitors",
  description:
    "Apps that compete with yours and that you don't keep yet, each with the reason: those that come first for your app's keywords, and those that the store shows as similar.",
  tool: { words: ["who competes with my app, find competitors"] },
  view: View.table({
    rows: "items",
    columns: [
      { field: "name", title: "App" },
      { field: "appId", title: "Id" },
      { field: "sharedKeywords", title: "Shared keywords" },
      { field: "reason", title: "Why" }
    ]
  })
})

const keywords = Endpoint.get("keywords", `${base}/:appId/keywords`, {
  params,
  query: {
    country: Param.optional(Param.countryCode({ description: "Only this storefront." })),
    language: Param.optional(Param.text({ max: 60, description: "Only this language, as a BCP 47 tag." })),
    q: searched,
    tag,
    limit: Param.limit({ of: "keywords", max: 500, default: 100 }),
    cursor
  },
  answer: S.Keywords,
  errors: E.appErrors,
  summary: "Keywords of your app",
  description:
    "The keywords kept with an app, in the order they were added, each with its collection and the app's latest rank.",
  tool: { words: ["keyword list of my app, where do I rank for my keywords"] },
  view: View.table({
    rows: "items",
    columns: [
      { field: "keyword", title: "Keyword" },
      { field: "country", title: "Country" },
      { field: "collection.rank", title: "Rank" },
      { field: "collection.rankStatus", title: "Measured" },
      { field: "collection.status", title: "Collection" }
    ]
  })
})

const addKeywords = Endpoint.post("addKeywords", `${base}/:appId/keywords`, {
  params,
  payload: S.NewKeywords,
  answer: S.KeywordOrAdded,
  errors: E.addKeywordErrors,
  summary: "Add keywords",
  description:
    "Adds one keyword, or up to 200 in up to 20 countries at once, to an app and to the daily collection. A single keyword is answered with its row; a list with what was added, what was there, and what was refused.",
  tool: { destructive: false, words: ["track keywords for my app"] }
})

const removeKeyword = Endpoint.delete("removeKeyword", `${base}/:appId/keywords`, {
  params,
  query: {
    id: rowId("keyword's row. Send it or keyword"),
    keyword: Param.optional(
      Param.text({ max: 100, description: "The keyword.", picks: "keyword", error: InvalidKeyword })
    ),
    country: Param.optional(Param.countryCode({ description: "Its storefront. Default: the app's." })),
    device
  },
  answer: S.KeywordDeleted,
  errors: E.removeKeywordErrors,
  summary: "Delete a keyword",
  description:
    "Deletes a keyword of an app. Its collection ends for your account unless another of your apps has it. The same fields may be sent as a JSON body."
})

const versions = Endpoint.get("versions", `${base}/:appId/versions`, {
  params,
  query: {
    language: Param.optional(Param.text({ max: 60, description: "Only this language, as a BCP 47 tag." })),
    isReleased: Param.optional(Param.boolean({ description: "true: released ones; false: drafts." })),
    includeArchived: Param.boolean({ default: false, description: "Also archived ones. Default false." }),
    limit: Param.limit({ of: "versions", max: 200, default: 50 }),
    cursor
  },
  answer: S.Versions,
  errors: E.appErrors,
  summary: "Metadata versions",
  description: "The versions of an app's listing that are kept, newest first: drafts and releases, a language each.",
  tool: { words: ["drafts of my listing, which text is live"] },
  view: View.table({
    rows: "items",
    columns: [
      { field: "versionName", title: "Version" },
      { field: "language", title: "Language" },
      { field: "title", title: "Title" },
      { field: "status", title: "Status" },
      { field: "isCurrent", title: "Current" }
    ]
  })
})

const addVersion = Endpoint.post("addVersion", `${base}/:appId/versions`, {
  params,
  payload: S.NewVersion,
  answer: S.Version,
  errors: E.addVersionErrors,
  summary: "Save a metadata version",
  description:
    "Saves a version of an app's listing in one language, as a draft unless isReleased is true. copyFrom starts with another version's texts.",
  tool: { destructive: false }
})

const updateVersion = Endpoint.patch("updateVersion", `${base}/:appId/versions`, {
  params,
  payload: S.VersionPatch,
  answer: S.Version,
  errors: E.updateVersionErrors,
  summary: "Change or release a version",
  description:
    "Changes a draft, releases it (isReleased: true), takes a release back (false), or archives it. The text of a released version can't change.",
  tool: { destructive: false, idempotent: true }
})

const reports = Endpoint.get("reports", "/v1/user/reports", {
  query: {
    id: rowId("one report, given with its payload"),
    appId: namedApp,
    kind: Param.optional(Param.text({ max: 60, description: "Only this kind, such as aso.audit." })),
    from: Param.optional(Param.date({ description: "First day (UTC)." })),
    to: Param.optional(Param.date({ description: "Last day (UTC), included." })),
    limit: Param.limit({ of: "reports", max: 100, default: 25 }),
    cursor
  },
  answer: S.Reports,
  errors: E.appErrors,
  summary: "Saved reports",
  description: "Analyses that were saved, newest first, without their payload. With id: that one, with its payload.",
  tool: {
    words: ["earlier audits and analyses"],
    resources: {
      name: "reports",
      description: "A saved report with its payload, such as an audit or the day's report of an app.",
      by: "id",
      id: "id",
      title: "title",
      about: "kind",
      at: "createdAt"
    }
  },
  view: View.table({
    rows: "items",
    columns: [
      { field: "title", title: "Report" },
      { field: "kind", title: "Kind" },
      { field: "createdAt", title: "Saved" },
      { field: "isPinned", title: "Pinned" }
    ]
  })
})

const updateReport = Endpoint.patch("updateReport", "/v1/user/reports", {
  payload: S.ReportPatch,
  answer: S.Report,
  errors: E.reportErrors,
  summary: "Pin a saved report",
  description:
    "Keeps a saved report until you delete it, or no longer does. Others are deleted after 400 days unless configured otherwise, and some make room for newer ones of their kind.",
  tool: { destructive: false, idempotent: true }
})

const removeReports = Endpoint.delete("removeReports", "/v1/user/reports", {
  query: {
    id: rowId("report"),
    ids: Param.optional(
      Param.list({
        of: Param.text({ max: 36, description: "Id of a report." }),
        max: 100,
        description: "Several ids."
      })
    )
  },
  answer: S.ReportsDeleted,
  errors: E.reportErrors,
  summary: "Delete saved reports",
  description: "Deletes one saved report, or up to 100. The same fields may be sent as a JSON body."
})

const importFile = Endpoint.post("importFile", "/v1/user/import", {
  payload: M.Import,
  answer: M.Imported,
  errors: E.importErrors,
  summary: "Import keywords, competitors or a workspace",
  description:
    "Reads a list of keywords or competitors as other tools export it, or an export of a workspace, and keeps what is new, all or nothing. Columns are recognised by name and content. With preview: true it tells the same and writes nothing.",
  body: { kind: "json", bytesMax: M.importBytesMax },
  tool: { destructive: false, words: ["import a CSV, upload my keyword list"] }
})

const exportAll = Endpoint.get("exportAll", "/v1/user/export", {
  query: {
    part: Param.optional(
      Param.oneOf({ values: ["apps", "reports"], description: "What to export: apps (default), or saved reports." })
    ),
    limit: Param.limit({ of: "rows", max: 100, default: 20 }),
    cursor
  },
  answer: M.Exported,
  errors: E.listErrors,
  summary: "Export your workspace",
  description:
    "Your apps with their competitors, keywords and listing versions, or with part=reports your saved reports, in a form that can be imported again. A page of reports ends at 4 MiB.",
  tool: { words: ["back up my workspace"] }
})

const versionId = (which: string) =>
  Param.text({ max: 36, description: `Id of the ${which} version.`, example: "019c8e2a-7b41-7c3d-9e5f-2a6b8c0d1e3f" })

const diffVersions = Endpoint.get("diffVersions", `${base}/:appId/versions/diff`, {
  params,
  query: { from: versionId("former"), to: versionId("latter") },
  answer: VersionDiff,
  errors: E.appErrors,
  summary: "Compare two versions",
  description:
    "Two versions of an app's listing word by word, with the keywords of yours that came into the text or left it, and the app's ranks for them before and after.",
  tool: { words: ["what changed in my listing, did the new keywords help"] },
  view: View.table({
    rows: "terms",
    columns: [
      { field: "keyword", title: "Keyword" },
      { field: "country", title: "Country" },
      { field: "change", title: "Change" },
      { field: "before.rank", title: "Rank before" },
      { field: "after.rank", title: "Rank after" }
    ]
  })
})

const versionTimeline = Endpoint.get("versionTimeline", `${base}/:appId/versions/timeline`, {
  params,
  query: { language: Param.optional(Param.text({ max: 60, description: "Only this language, as a BCP 47 tag." })) },
  answer: Timeline,
  errors: E.appErrors,
  summary: "Releases of a listing",
  description:
    "The released versions of an app's listing, newest first, with how long each was live and what it changed.",
  view: View.table({
    rows: "items",
    columns: [
      { field: "versionName", title: "Version" },
      { field: "language", title: "Language" },
      { field: "releasedAt", title: "Released" },
      { field: "until", title: "Until" }
    ]
  })
})

const deletedApps = Endpoint.get("deletedApps", "/v1/user/deleted-apps", {
  query: { limit: Param.limit({ of: "apps", max: 200, default: 50 }), cursor },
  answer: DeletedApps,
  errors: E.listErrors,
  summary: "Deleted apps",
  description: "Apps of your workspace that were deleted within 7 days, newest first, and can be restored.",
  view: View.table({
    rows: "items",
    columns: [
      { field: "appName", title: "App" },
      { field: "appId", title: "Id" },
      { field: "deletedAt", title: "Deleted" },
      { field: "restorableUntil", title: "Restorable until" }
    ]
  })
})

const restoreApp = Endpoint.post("restoreApp", "/v1/user/deleted-apps/:id/restore", {
  params: {
    id: Param.text({ max: 36, description: "Id of its row.", example: "019c8e2a-7b41-7c3d-9e5f-2a6b8c0d1e3f" })
  },
  answer: S.App,
  errors: E.restoreErrors,
  summary: "Restore a deleted app",
  description:
    "Puts an app back that was deleted within 7 days, with its competitors, keywords (they're collected again) and versions, under the ids that they had.",
  tool: { destructive: false, words: ["undo deleting an app"] }
})

const liveListing = Endpoint.get("liveListing", `${base}/:appId/live`, {
  params,
  answer: LiveListing,
  errors: E.appErrors,
  summary: "What the store shows of your app",
  description:
    "Whether the store shows the current version of your app's listing, as the daily look at it found, and the texts that differ: in the app's storefront, and in one for each further language that has a version.",
  tool: { words: ["has my release gone live, was my listing changed"] },
  view: View.table({
    rows: "differences",
    columns: [
      { field: "field", title: "Field" },
      { field: "kept", title: "Current version" },
      { field: "live", title: "At the store" }
    ]
  })
})

const takeLive = Endpoint.post("takeLive", `${base}/:appId/live/take`, {
  params,
  payload: TakeOver,
  answer: S.Version,
  errors: E.addVersionErrors,
  summary: "Keep what the store shows as a version",
  description:
    "Keeps the texts that the store shows otherwise as a released version; the rest is copied from the current one.",
  tool: { destructive: false }
})

export class WorkspaceApi extends HttpApi.make("workspace").add(
  group(
    "workspace",
    apps,
    addApp,
    updateApp,
    removeApp,
    competitors,
    addCompetitor,
    removeCompetitor,
    suggestedCompetitors,
    keywords,
    addKeywords,
    removeKeyword,
    versions,
    addVersion,
    updateVersion,
    reports,
    updateReport,
    removeReports,
    importFile,
    exportAll,
    deletedApps,
    restoreApp,
    diffVersions,
    versionTimeline,
    liveListing,
    takeLive,
    tags,
    tagRows,
    renameTag,
    removeTag,
    views,
    addView,
    updateView,
    removeView
  ),
  dashboard
) {}
