/** What every analysis says of the snapshot it stands on. */
import { Field, Param } from "@storeglass/plugin-api"
import { Schema } from "effect"
import type { ReadLanguage } from "../schema.ts"
import type { Snapshot } from "./snapshot.ts"

const { text } = Field

export const SnapshotInputs = Schema.Array(
  Schema.Struct({
    source: text("What was read.", "store.page"),
    asOf: text("When the source said so, ISO 8601; of several answers the oldest."),
    stale: Schema.Boolean.annotate({ description: "The source failed, and this is an older answer." })
  })
)

export const SnapshotAnswer = Schema.Struct({
  id: text("Analyses with the same id stand on the same figures.", "5f0e6a34-8f36-4a52-9c1b-5e1d0b8f8a11"),
  asOf: text("When it was made, ISO 8601. It holds for 15 minutes."),
  inputs: SnapshotInputs
}).annotate({ identifier: "AsoSnapshot", description: "What the answer stands on." })

export const NotMeasured = Schema.Array(
  Schema.Struct({ what: text("What wasn't measured.", "search for 'budget app'"), reason: text("Why.") })
).annotate({ description: "What wasn't measured and why: it's null in the answer, and never 0." })

export const languageAnswer = ({ language }: Snapshot): typeof ReadLanguage.Type => {
  const { detectedBy, segmentation, stemmer, stopWords, tag } = language
  return { tag, detectedBy, stopWords, stemmer, segmentation }
}
export const snapshotAnswer = ({ asOf, id, inputs }: Snapshot): typeof SnapshotAnswer.Type => ({ id, asOf, inputs })

/** `language`: what the listing's texts are read in. */
export const language = Param.optional(
  Param.text({
    max: 60,
    description:
      "BCP 47 tag of the listing's language, such as en-US. Default: the storefront's, or what its script tells."
  })
)
