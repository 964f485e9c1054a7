/** Parts of answers that all rooms have. */
import { Field } from "@storeglass/plugin-api"
import { Schema } from "effect"

/** What texts and terms were read in. */
export const ReadLanguage = Schema.Struct({
  tag: Field.text("BCP 47 tag.", "en-US"),
  detectedBy: Schema.Literals(["given", "storefront", "script"]).annotate({
    description: "given by the caller, the storefront's, or the one that most texts in this script are in."
  }),
  stopWords: Schema.Boolean.annotate({ description: "Whether there is a list of its stop words." }),
  stemmer: Schema.NullOr(Schema.String).annotate({
    description: "What stems its words; null: they're compared whole."
  }),
  segmentation: Schema.Literals(["spaces", "dictionary", "bigrams"]).annotate({
    description: "What sets words apart: spaces, a dictionary, or spaces with pairs of characters beside."
  })
}).annotate({ identifier: "ReadLanguage", description: "Language that the texts were read in." })
