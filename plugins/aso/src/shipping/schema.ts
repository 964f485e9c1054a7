import { Change, Field, Param, planIdField, Warning } from "@storeglass/plugin-api"
import { TrackId } from "@storeglass/stores/contract"
import { Schema } from "effect"
import { fieldNames } from "../rules/metadata.ts"

const { NullOr } = Schema
const { text, whole } = Field
const optional = Schema.optionalKey

/** Of an archive that is sent; it unpacks to at most four times as much. */
export const zipBytesMax = 2_097_152
/** Its base64, and what is beside it. */
export const bodyBytesMax = 3_145_728
/** An archive that was made is kept for a day. */
export const fileMs = 86_400_000
export const versionsMax = 80

const platform = Schema.Literals(Param.platforms)
const locale = text("The store's locale, which the folder is called after.", "en-US")
const lint = Schema.Struct({
  errors: whole("Errors of our rules.", 0),
  warnings: whole("Warnings.", 1),
  score: whole("0 to 100.", 92)
}).annotate({ identifier: "AsoFolderLint", description: "As of POST /v1/aso/metadata/validate." })

export const states = ["latest", "released", "draft"] as const
export const skipReasons = ["no_locale", "no_texts", "same_locale"] as const

export const ListingFiles = Schema.Struct({
  appId: TrackId,
  platform,
  files: Schema.Array(
    Schema.Struct({
      path: text("Within the archive.", "metadata/en-US/name.txt"),
      field: Schema.Literals(fieldNames),
      text: text("What is in it, with a line break at the end.")
    })
  ).annotate({ description: "As release tools read them." }),
  listings: Schema.Array(
    Schema.Struct({
      locale,
      folder: text("Where its files are.", "metadata/en-US"),
      versionId: text("Id of the version in your workspace."),
      versionName: text("What you call it.", "2.4"),
      isReleased: Schema.Boolean.annotate({ description: "false: a draft." }),
      lint
    })
  ).annotate({ description: "By locale." }),
  skipped: Schema.Array(
    Schema.Struct({
      versionId: text("Id of the version."),
      language: text("BCP 47 tag that it's in.", "de-AT"),
      reason: Schema.Literals(skipReasons).annotate({
        description:
          "no_locale: the store has no such locale; no_texts: none that the folders hold; same_locale: another version stands for it."
      })
    })
  ).annotate({ description: "Versions that aren't in it." }),
  zip: NullOr(
    Schema.Struct({
      url: text("Where to load it: who has the address may, without a key."),
      name: text("File name.", "284882215-storea.zip"),
      bytes: whole("Size.", 1_240),
      expiresAt: text("Until when, ISO 8601.")
    })
  ).annotate({ description: "With zip=true: the files as an archive; null without, and where zipReason says why." }),
  zipReason: NullOr(Schema.String).annotate({
    description: "Why there's no archive though it was asked for; null else."
  })
}).annotate({ identifier: "AsoListingFiles" })
export type ListingFiles = typeof ListingFiles.Type

export const ReadBody = Schema.Struct({
  base64: Schema.String.check(Schema.isMinLength(1)).annotate({
    description:
      "The archive (zip, at most 2 MiB) in base64: metadata/<locale>/name.txt, metadata/android/<locale>/title.txt.",
    contentEncoding: "base64"
  }),
  platform: optional(platform.annotate({ description: "Store of the app. Default storea." })),
  versionName: optional(
    Schema.Trimmed.check(Schema.isMinLength(1), Schema.isMaxLength(50)).annotate({
      description: "What to call the drafts, 1 to 50 characters. Default: Folder and the day.",
      examples: ["2.5"]
    })
  ),
  preview: optional(Schema.Boolean.annotate({ description: "Only tell what would be drafted. Default true." }))
})
export type ReadBody = typeof ReadBody.Type

export const rowStatuses = ["drafted", "unchanged", "skipped"] as const

export const ReadAnswer = Schema.Struct({
  appId: TrackId,
  platform,
  isPreview: Schema.Boolean.annotate({ description: "true: nothing was written; send preview: false to write it." }),
  drafted: whole("Drafts that were made, or would be.", 2),
  listings: Schema.Array(
    Schema.Struct({
      locale: text("As its folder is called.", "en-US"),
      status: Schema.Literals(rowStatuses).annotate({
        description:
          "drafted: it says something else than the latest version in its language; unchanged: it doesn't; skipped: see reason."
      }),
      reason: NullOr(Schema.String).annotate({ description: "Why it's skipped; null otherwise." }),
      version: NullOr(
        Schema.Struct({
          id: NullOr(Schema.String).annotate({ description: "Id of the draft; null in a preview." }),
          versionName: text("What it's called.", "2.5"),
          language: text("BCP 47 tag.", "en-US")
        })
      ).annotate({ description: "The draft; null where there's none." }),
      changes: Schema.Array(
        Schema.Struct({
          field: Schema.Literals(fieldNames),
          before: NullOr(Schema.String).annotate({ description: "What the latest version says; null: nothing." }),
          after: text("What the folder says.")
        })
      ).annotate({ description: "Texts that differ from the latest version in its language." }),
      lint: NullOr(lint).annotate({ description: "Of what the folder has; null where it's skipped." })
    })
  ).annotate({ description: "By locale." }),
  otherStore: whole("Listings of the other store in the archive, which aren't looked at.", 0)
}).annotate({ identifier: "AsoFolderRead" })
export type ReadAnswer = typeof ReadAnswer.Type

const versionIds = Schema.Array(Schema.String.check(Schema.isMaxLength(36)))
  .check(
    Schema.isMinLength(1),
    Schema.isMaxLength(versionsMax),
    Schema.makeFilter((ids) => new Set(ids).size === ids.length || "must not have an id twice")
  )
  .annotate({
    description: "Versions by id, one for each language. Default: the latest of each language, where that is a draft."
  })

export const PublishBody = Schema.Struct({
  versionIds: optional(versionIds),
  preview: optional(
    Schema.Boolean.annotate({
      description:
        "Have the store check it and tell what would change, without committing. Default true; false needs the planId of a preview."
    })
  ),
  planId: planIdField,
  create: optional(
    Schema.Boolean.annotate({
      description: "Add languages that the listing lacks, which are NOT_FOUND otherwise. Default false."
    })
  ),
  changesInReview: optional(
    Schema.Literals(["error", "cancel"]).annotate({
      description:
        "Where changes of the app are in review: error (the default) refuses with VENDOR_CONFLICT, cancel ends that review and sends everything anew."
    })
  ),
  sendForReview: optional(
    Schema.Boolean.annotate({
      description: "false: commits without sending for review, which someone then does in the console. Default true."
    })
  ),
  force: optional(Schema.Boolean.annotate({ description: "Commit although rules of severity error are broken." }))
})
export type PublishBody = typeof PublishBody.Type

export const Published = Schema.Struct({
  appId: text("Package name.", "com.example.app"),
  platform,
  isPreview: Schema.Boolean.annotate({ description: "true: nothing was committed." }),
  valid: Schema.Boolean.annotate({
    description: "Whether the store takes it. false: warnings say what it objects to; only in a preview."
  }),
  unchanged: Schema.Boolean.annotate({ description: "The store has these texts already; nothing was committed." }),
  planId: NullOr(Schema.String).annotate({
    description:
      "In a preview: send it back with preview: false. PLAN_STALE if the listing has changed since; null otherwise."
  }),
  changes: Schema.Array(Change).annotate({ description: "Field by field, such as de-DE.title." }),
  warnings: Schema.Array(Warning).annotate({ description: "What to know before you commit." }),
  listings: Schema.Array(
    Schema.Struct({
      locale,
      versionId: text("Id of the version in your workspace."),
      versionName: text("What you call it.", "2.4"),
      isReleased: Schema.Boolean.annotate({ description: "false: a draft." }),
      lint
    })
  ).annotate({ description: "By locale." }),
  skipped: ListingFiles.fields.skipped
}).annotate({ identifier: "AsoPublished" })
export type Published = typeof Published.Type
