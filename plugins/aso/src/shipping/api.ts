import { EditInProgress } from "@storeglass/connect-storeb/contract"
import {
  Endpoint,
  InvalidAppId,
  InvalidInput,
  NotFound,
  Param,
  PlanStale,
  PlatformUnsupported,
  ServiceUnavailable,
  savedErrors,
  TierLimitExceeded,
  WriteOutcomeUnknown
} from "@storeglass/plugin-api"
import { LintFailed } from "@storeglass/workspace/contract"
import {
  bodyBytesMax,
  ListingFiles,
  PublishBody,
  Published,
  ReadAnswer,
  ReadBody,
  states,
  versionsMax
} from "./schema.ts"

const errors = [InvalidInput.wire, InvalidAppId.wire, PlatformUnsupported.wire, NotFound.wire] as const

export const listingFiles = Endpoint.get("listingFiles", "/v1/aso/apps/:id/listing-files", {
  params: { id: Param.appId },
  query: {
    platform: Param.platform,
    state: Param.oneOf({
      values: states,
      default: "latest",
      description:
        "Which version of each language: the latest made, the latest released, or the latest draft. Default latest."
    }),
    versionIds: Param.optional(
      Param.list({
        of: Param.text({ max: 36, description: "Id of a version." }),
        max: versionsMax,
        repeats: "refused",
        description: "These versions instead, by id, separated by commas: one for each language."
      })
    ),
    zip: Param.boolean({
      default: false,
      description: "Also make an archive of the files, which can be downloaded for a day. Default false."
    })
  },
  answer: ListingFiles,
  errors,
  summary: "A listing as folders",
  description:
    "The versions in your workspace as the files that release tools read: metadata/<locale>/name.txt and its like, or metadata/android/<locale>/title.txt, as `storeglass lint` checks them. With zip=true as an archive too.",
  tool: { words: ["export my listing, metadata folder, zip for my release tool"] }
})

export const readFolder = Endpoint.post("readFolder", "/v1/aso/apps/:id/listing-files", {
  params: { id: Param.appId },
  payload: ReadBody,
  answer: ReadAnswer,
  errors: [...errors, TierLimitExceeded.wire],
  summary: "Read a listing from folders",
  description:
    "Reads the metadata folders of release tools, as a zip, and says for each locale what differs from the latest version in your workspace. With preview: false each that differs becomes a draft version, all or none; what a folder lacks stays as it is in the live version.",
  body: { kind: "json", bytesMax: bodyBytesMax },
  tool: { destructive: false, words: ["import my metadata folder, draft versions from my repository"] }
})

export const publish = Endpoint.post("publish", "/v1/aso/apps/:id/publish", {
  params: { id: Param.appId },
  payload: PublishBody,
  answer: Published,
  errors: [
    InvalidInput.wire,
    InvalidAppId.wire,
    PlatformUnsupported.wire,
    LintFailed.wire,
    EditInProgress.wire,
    PlanStale.wire,
    WriteOutcomeUnknown.wire,
    ServiceUnavailable.wire,
    ...savedErrors
  ],
  price: 1,
  summary: "Publish drafts at the store",
  description:
    "Writes versions of your workspace into your own listing on storeb, by your saved connection to its console: all languages in one edit, or none. A preview, the default, has the store check it and tells what would change; preview: false with its planId commits it. With an Idempotency-Key a repeat is never committed twice. A commit sends for review whatever else was prepared in the console. storea has no such connector: take its listings as folders.",
  tool: {
    destructive: true,
    title: "Publish a listing",
    words: ["publish my draft listing, upload metadata to the store"]
  }
})
