import { Field, isUuid, Page, Param } from "@storeglass/plugin-api"
import { TrackId } from "@storeglass/stores/contract"
import { Schema } from "effect"
import { Lint } from "./contract.ts"
import { GivenTags } from "./tags/text.ts"
import { address, kept, keywordText, languageTag } from "./texts.ts"

const Id = Schema.String.annotate({ description: "Id of the row.", format: "uuid" })
const Time = Schema.String.annotate({ description: "ISO 8601.", format: "date-time" })
const timeOrNull = (description: string) => Schema.NullOr(Schema.String).annotate({ description, format: "date-time" })
const textOrNull = (description: string) => Schema.NullOr(Schema.String).annotate({ description })
const Platform = Schema.Literals(Param.platforms)
const Revision = Schema.Int.annotate({
  description: "Grows with each change. Send it with a change to be refused if the row has changed since."
})
const Total = Schema.Int.annotate({ description: "Rows that match, over all pages." })
const list = <S extends Schema.Constraint>(item: S) => Page(item, { total: Total })

export const deviceFamilies = ["ios", "macos", "tvos"] as const
const DeviceFamily = Schema.Literals(deviceFamilies)
export const relationships = ["direct", "indirect", "aspiration"] as const
const Relationship = Schema.Literals(relationships)

const Tags = Field.texts("Your tags, in lower case.")

/** What the store may fill where the account gave nothing. */
const names = {
  appName: textOrNull("Its name; null until it's given or the store tells it."),
  appIconUrl: textOrNull("Address of its icon; null until it's given or the store tells it."),
  developerName: textOrNull("Its developer; null until given or told by the store."),
  bundleId: textOrNull("Its bundle id or package name; null until given or told by the store."),
  subtitle: textOrNull("Its subtitle or short description; null: not given."),
  description: textOrNull("Its description; null until given or told by the store."),
  category: textOrNull("Its category; null until given or told by the store.")
}

export const metadataStatuses = ["given", "filled", "pending", "not_found"] as const

export const App = Schema.Struct({
  id: Id,
  appId: TrackId,
  platform: Platform,
  country: Field.text("Storefront whose listing its names are of."),
  ...names,
  languages: Field.texts("Its languages, as BCP 47 tags."),
  isLive: Schema.Boolean.annotate({ description: "False: not released yet; the store isn't asked." }),
  deviceFamily: Schema.NullOr(DeviceFamily).annotate({ description: "Kind of device; null: not given." }),
  notes: textOrNull("Your notes; null: none."),
  tags: Tags,
  metadataStatus: Schema.Literals(metadataStatuses).annotate({
    description:
      "Where the names come from: given with the app, filled from the store, pending while the store is away, not_found where the store doesn't list it."
  }),
  counts: Schema.Struct({ competitors: Schema.Int, keywords: Schema.Int, versions: Schema.Int }),
  revision: Revision,
  createdAt: Time,
  updatedAt: Time
}).annotate({ identifier: "WorkspaceApp" })
export type App = typeof App.Type
export const Apps = list(App).annotate({ identifier: "WorkspaceApps" })

export const AppId = Schema.Union([Schema.Int, Schema.String.check(Schema.isMaxLength(255))]).annotate({
  ...Field.standsFor("app"),
  description: "App id: a number on storea, the package name on storeb. Its form says which store.",
  examples: [284882215]
})

const given = {
  appName: kept("Name. What you give is kept over what the store tells.", { max: 200 }, "Photo Studio"),
  appIconUrl: address("Address of its icon; kept, never fetched."),
  developerName: kept("Developer.", { max: 200 }),
  bundleId: kept("Bundle id or package name.", { max: 200 }),
  subtitle: kept("Subtitle or short description.", { max: 200 }),
  description: kept("Description.", { max: 20_000, lines: true }),
  category: kept("Category.", { max: 200 }),
  deviceFamily: DeviceFamily.annotate({ description: "Kind of device." }),
  notes: kept("Your notes.", { max: 2_000, lines: true })
}
const languages = Schema.Array(languageTag("A BCP 47 tag."))
  .check(Schema.isMaxLength(60))
  .annotate({ description: "Its languages, as BCP 47 tags, at most 60." })
const isLive = Schema.Boolean.annotate({
  description: "False: not released yet, so the store isn't asked. Default true."
})
const optional = Schema.optionalKey
const clearable = <S extends Schema.Constraint>(schema: S, description: string) =>
  Schema.optionalKey(Schema.NullOr(schema).annotate({ description: `${description} null clears it.` }))

export const NewApp = Schema.Struct({
  appId: AppId,
  platform: optional(
    Platform.annotate({ description: "Which store; the id's form says it too, so this only confirms it." })
  ),
  country: optional(Field.countryCode("Storefront, as a two-letter ISO 3166-1 code. Default us.")),
  appName: optional(given.appName),
  appIconUrl: optional(given.appIconUrl),
  developerName: optional(given.developerName),
  bundleId: optional(given.bundleId),
  subtitle: optional(given.subtitle),
  description: optional(given.description),
  languages: optional(languages),
  isLive: optional(isLive),
  category: optional(given.category),
  deviceFamily: optional(given.deviceFamily),
  notes: optional(given.notes),
  tags: optional(GivenTags)
})
export type NewApp = typeof NewApp.Type

const rowIdExample = "019c8e2a-7b41-7c3d-9e5f-2a6b8c0d1e3f"
export const RowId = Schema.String.check(
  Schema.makeFilter((text: string) => isUuid(text) || "must be the id of a row, a UUID", {
    toJsonSchema: () => ({ format: "uuid" })
  })
).annotate({ description: "Id of a row.", examples: [rowIdExample] })
const rowId = (what: string) =>
  optional(RowId.annotate({ description: `Id of the ${what}.`, examples: [rowIdExample] }))
const revision = optional(
  Schema.Int.annotate({
    description: "The revision you read. If it isn't the present one, the answer is 409 STALE_REVISION."
  })
)

export const AppPatch = Schema.Struct({
  id: rowId("app's row. Send it or appId"),
  appId: optional(AppId),
  country: optional(Field.countryCode("Storefront, as a two-letter ISO 3166-1 code.")),
  appName: clearable(given.appName, "Name."),
  appIconUrl: clearable(given.appIconUrl, "Address of its icon; kept, never fetched."),
  developerName: clearable(given.developerName, "Developer."),
  bundleId: clearable(given.bundleId, "Bundle id or package name."),
  subtitle: clearable(given.subtitle, "Subtitle or short description."),
  description: clearable(given.description, "Description."),
  languages: clearable(languages, "Its languages, as BCP 47 tags, at most 60."),
  isLive: optional(isLive),
  category: clearable(given.category, "Category."),
  deviceFamily: clearable(DeviceFamily, "Kind of device."),
  notes: clearable(given.notes, "Your notes."),
  tags: clearable(GivenTags, "Your tags for it, in place of those it has, at most 20."),
  revision
})
export type AppPatch = typeof AppPatch.Type

const Deleted = Schema.Literal(true)
export const AppDeleted = Schema.Struct({
  deleted: Deleted,
  id: Id,
  removed: Schema.Struct({ competitors: Schema.Int, keywords: Schema.Int, versions: Schema.Int }).annotate({
    description: "How many went with it."
  })
}).annotate({ identifier: "WorkspaceAppDeleted" })

export const Competitor = Schema.Struct({
  id: Id,
  competitorAppId: TrackId,
  competitorName: textOrNull("Its name; null until given or told by the store."),
  competitorIconUrl: textOrNull("Address of its icon; null until told by the store."),
  relationship: Relationship,
  createdAt: Time
}).annotate({ identifier: "WorkspaceCompetitor" })
export type Competitor = typeof Competitor.Type
export const Competitors = list(Competitor).annotate({ identifier: "WorkspaceCompetitors" })
export const NewCompetitor = Schema.Struct({
  competitorAppId: AppId,
  name: optional(kept("Its name. Default: what the store calls it.", { max: 200 })),
  relationship: optional(Relationship.annotate({ description: "Default direct." }))
})
export type NewCompetitor = typeof NewCompetitor.Type
export const CompetitorDeleted = Schema.Struct({ deleted: Deleted, id: Id }).annotate({
  identifier: "WorkspaceCompetitorDeleted"
})

export const collectionStatuses = ["collecting", "waiting", "off"] as const
export const rankStatuses = ["ranked", "not_in_top_n", "not_measured"] as const
export const Keyword = Schema.Struct({
  id: Id,
  keyword: Field.text("In its one form: lower case, single spaces."),
  typed: Field.text("As it was typed."),
  country: Field.text("Two-letter code."),
  language: textOrNull("BCP 47 tag; null: not given."),
  device: Field.text("Device whose search it is: iphone on storea, phone on storeb."),
  tags: Tags,
  createdAt: Time,
  collection: Schema.Struct({
    status: Schema.Literals(collectionStatuses).annotate({
      description:
        "collecting: searched for daily. waiting: beyond what the plan includes. off: not collected on this gateway, or untracked elsewhere."
    }),
    since: timeOrNull("Collected for your account since; null: not collected."),
    lastCollectedAt: timeOrNull("When it was last searched for; null: not yet."),
    rank: Schema.NullOr(Schema.Int).annotate({ description: "The app's rank, 1 is first; null: see rankStatus." }),
    rankStatus: Schema.Literals(rankStatuses),
    depth: Schema.NullOr(Schema.Int).annotate({ description: "How far down was looked; null: not measured." })
  })
}).annotate({ identifier: "WorkspaceKeyword" })
export type Keyword = typeof Keyword.Type
export const Keywords = list(Keyword).annotate({ identifier: "WorkspaceKeywords" })

const KeywordDevice = Schema.Literals(["iphone", "phone"]).annotate({
  description: "Device to search on: iphone on storea, phone on storeb. Default: the store's."
})
export const NewKeywords = Schema.Struct({
  keyword: optional(keywordText),
  keywords: optional(
    Schema.Array(Schema.String.check(Schema.isMaxLength(1_000)))
      .check(Schema.isMinLength(1), Schema.isMaxLength(200))
      .annotate({ description: "Several keywords, 1 to 200, in place of keyword." })
  ),
  country: optional(Field.countryCode("Storefront, as a two-letter ISO 3166-1 code. Default: the app's.")),
  countries: optional(
    Schema.Array(Schema.String.check(Schema.isMaxLength(10)))
      .check(Schema.isMinLength(1), Schema.isMaxLength(20))
      .annotate({ description: "Several storefronts, 1 to 20, in place of country." })
  ),
  language: optional(languageTag("Language of the keywords.")),
  device: optional(KeywordDevice),
  tags: optional(GivenTags.annotate({ description: "Your tags for those that are added, at most 20." }))
})
export type NewKeywords = typeof NewKeywords.Type

export const KeywordsAdded = Schema.Struct({
  added: Schema.Array(Keyword),
  duplicates: Schema.Array(Schema.Struct({ id: Id, keyword: Schema.String, country: Schema.String })).annotate({
    description: "Those that the app has already."
  }),
  refused: Schema.Array(
    Schema.Struct({
      keyword: Schema.String,
      country: Schema.String,
      reason: Schema.Literals(["INVALID_KEYWORD", "INVALID_COUNTRY"])
    })
  ).annotate({ description: "Those that no store can be searched for, or not there." })
}).annotate({ identifier: "WorkspaceKeywordsAdded" })
export const KeywordOrAdded = Schema.Union([Keyword, KeywordsAdded])
export const KeywordDeleted = Schema.Struct({
  deleted: Deleted,
  id: Id,
  collected: Schema.Boolean.annotate({
    description: "Whether it's still collected for your account: another app has it, or you track it by itself."
  })
}).annotate({ identifier: "WorkspaceKeywordDeleted" })

export const Version = Schema.Struct({
  id: Id,
  versionName: Field.text("What you call it."),
  language: Field.text("BCP 47 tag."),
  title: textOrNull("Title; null: none."),
  subtitle: textOrNull("Subtitle; null: none."),
  description: textOrNull("Description; null: none."),
  keywords: textOrNull("Keyword field, separated by commas; null: none."),
  shortDescription: textOrNull("Short description; null: none."),
  promotionalText: textOrNull("Promotional text; null: none."),
  whatsNew: textOrNull("What's new; null: none."),
  notes: textOrNull("Your notes; null: none."),
  status: Schema.Literals(["draft", "released"]),
  isReleased: Schema.Boolean,
  releasedAt: timeOrNull("When it was released; null: a draft."),
  isCurrent: Schema.Boolean.annotate({ description: "The latest released one of the app in its language." }),
  isArchived: Schema.Boolean,
  origin: Schema.Literals(["manual", "copy", "import", "store"]).annotate({
    description: "Written, copied from another version, imported, or taken over from the store."
  }),
  lint: Schema.NullOr(Lint).annotate({
    description: "What the store's rules say of it; null where this gateway has no such rules."
  }),
  revision: Revision,
  createdAt: Time,
  updatedAt: Time
}).annotate({ identifier: "WorkspaceVersion" })
export type Version = typeof Version.Type
export const Versions = list(Version).annotate({ identifier: "WorkspaceVersions" })

const versionName = kept("What you call it, such as a version number.", { max: 60 }, "2.4.0")
const language = languageTag("Its language.")
const keywordField = Schema.Union([
  kept("Separated by commas.", { max: 2_000 }),
  Schema.Array(kept("A keyword.", { max: 100 })).check(Schema.isMinLength(1), Schema.isMaxLength(200))
])
const written = {
  title: kept("Title. A draft may be over the store's limit.", { max: 200 }),
  subtitle: kept("Subtitle.", { max: 200 }),
  description: kept("Description.", { max: 20_000, lines: true }),
  keywords: keywordField.annotate({ description: "Keyword field: text with commas, or a list." }),
  shortDescription: kept("Short description.", { max: 20_000, lines: true }),
  promotionalText: kept("Promotional text.", { max: 20_000, lines: true }),
  whatsNew: kept("What's new.", { max: 20_000, lines: true }),
  notes: kept("Your notes; they may change after release.", { max: 2_000, lines: true })
}
const isReleased = Schema.Boolean.annotate({ description: "true releases it; false takes a release back." })
const force = Schema.Boolean.annotate({
  description: "Releases it although it breaks rules of the store. Default false."
})
const releasedAt = Schema.String.check(
  Schema.makeFilter(
    (text: string) =>
      (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/.test(text) &&
        Number.isFinite(Date.parse(text))) ||
      "must be an ISO 8601 time such as 2026-11-21T08:00:00Z",
    { toJsonSchema: () => ({ format: "date-time" }) }
  )
).annotate({ description: "When it was released, not in the future. Default: now. Only with a release." })

export const NewVersion = Schema.Struct({
  versionName,
  language: optional(languageTag("Its language. Default: that of copyFrom, or en-US.")),
  title: optional(written.title),
  subtitle: optional(written.subtitle),
  description: optional(written.description),
  keywords: optional(written.keywords),
  shortDescription: optional(written.shortDescription),
  promotionalText: optional(written.promotionalText),
  whatsNew: optional(written.whatsNew),
  notes: optional(written.notes),
  isReleased: optional(isReleased),
  releasedAt: optional(releasedAt),
  force: optional(force),
  copyFrom: optional(
    RowId.annotate({ description: "Id of a version of this app whose texts it starts with.", examples: [rowIdExample] })
  )
})
export type NewVersion = typeof NewVersion.Type

export const VersionPatch = Schema.Struct({
  id: RowId.annotate({ description: "Id of the version.", examples: [rowIdExample] }),
  versionName: optional(versionName),
  language: optional(language),
  title: clearable(written.title, "Title."),
  subtitle: clearable(written.subtitle, "Subtitle."),
  description: clearable(written.description, "Description."),
  keywords: clearable(keywordField, "Keyword field: text with commas, or a list."),
  shortDescription: clearable(written.shortDescription, "Short description."),
  promotionalText: clearable(written.promotionalText, "Promotional text."),
  whatsNew: clearable(written.whatsNew, "What's new."),
  notes: clearable(written.notes, "Your notes; they may change after release."),
  isReleased: optional(isReleased),
  releasedAt: optional(releasedAt),
  force: optional(force),
  isArchived: optional(Schema.Boolean.annotate({ description: "true hides it from the list." })),
  revision
})
export type VersionPatch = typeof VersionPatch.Type

export const Report = Schema.Struct({
  id: Id,
  kind: Field.text("Which analysis it is of, such as aso.audit."),
  appId: Schema.NullOr(TrackId).annotate({ description: "App it's about; null: none." }),
  platform: Schema.NullOr(Platform).annotate({ description: "Its store; null: none." }),
  country: textOrNull("Its storefront; null: none."),
  title: Field.text("Title."),
  model: textOrNull("Model that made it; null: none."),
  params: Schema.Unknown.annotate({ description: "What the analysis was asked." }),
  bytes: Field.whole("Size of the payload."),
  isCut: Schema.Boolean.annotate({ description: "Whether the payload was cut to 1 MiB." }),
  isPinned: Schema.Boolean.annotate({
    description: "Whether it's kept until you delete it: neither age nor a newer report of its kind removes it."
  }),
  createdAt: Time,
  payload: Schema.optionalKey(
    Schema.Unknown.annotate({ description: "The answer as it was given. Only where one report is asked for by id." })
  )
}).annotate({ identifier: "WorkspaceReport" })
export type Report = typeof Report.Type
export const Reports = list(Report).annotate({ identifier: "WorkspaceReports" })
export const ReportPatch = Schema.Struct({
  id: RowId.annotate({ description: "Id of the report." }),
  isPinned: Schema.Boolean.annotate({ description: "true keeps it until you delete it; false no longer does." })
})
export type ReportPatch = typeof ReportPatch.Type
export const ReportsDeleted = Schema.Struct({
  deleted: Schema.Int.annotate({ description: "How many were there and are deleted." })
}).annotate({ identifier: "WorkspaceReportsDeleted" })

/** The bodies that DELETE takes beside its query: the same fields. */
export const AppNamed = Schema.Struct({ id: optional(RowId), appId: optional(AppId) })
export const CompetitorNamed = Schema.Struct({ id: optional(RowId), competitorAppId: optional(AppId) })
export const KeywordNamed = Schema.Struct({
  id: optional(RowId),
  keyword: optional(keywordText),
  country: optional(Field.countryCode("Storefront.")),
  device: optional(KeywordDevice)
})
export const ReportsNamed = Schema.Struct({
  id: optional(RowId),
  ids: optional(Schema.Array(RowId).check(Schema.isMinLength(1), Schema.isMaxLength(100)))
})
