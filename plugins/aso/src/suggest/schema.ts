import { Field, Param, Provenance } from "@storeglass/plugin-api"
import { TrackId } from "@storeglass/stores/contract"
import { Schema } from "effect"
import { MetadataIssue } from "../rules/schema.ts"
import { savedFields, saveField } from "../saving.ts"
import { ReadLanguage } from "../schema.ts"
import { NotMeasured, SnapshotAnswer } from "../snapshot/schema.ts"
import { figureNames } from "./figures.ts"
import { uncoveredReasons } from "./suggest.ts"

const { number, text, texts, whole } = Field
const NullOr = Schema.NullOr
const optional = Schema.optionalKey
const flag = (description: string) => Schema.Boolean.annotate({ description })
const textOrNull = (description: string) => NullOr(Schema.String).annotate({ description })
const wholeOrNull = (description: string) => NullOr(Schema.Int).annotate({ description })
const share = (description: string) =>
  Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 })).annotate({ description })

const typed = (max: number, description: string, ...examples: ReadonlyArray<string>) =>
  Schema.String.check(
    Schema.makeFilter(
      (given: string) =>
        !given.isWellFormed()
          ? "must be well-formed Unicode"
          : [...given].length > max || given.trim() === ""
            ? `must have 1 to ${max} characters`
            : true,
      { toJsonSchema: () => ({ minLength: 1, maxLength: max }) }
    )
  ).annotate({ description, ...(examples.length === 0 ? {} : { examples }) })
const AppId = Schema.Union([Schema.Int, typed(255, "Package name.")]).annotate({
  ...Field.standsFor("app"),
  description: "App id: a number on storea, the package name on storeb.",
  examples: [5902651938]
})

export const SuggestBody = Schema.Struct({
  appId: AppId,
  keywords: Schema.Array(typed(100, "A keyword.", "photo editor"))
    .check(Schema.isMinLength(1), Schema.isMaxLength(50))
    .annotate({
      description: "What the app should be found for, 1 to 50; 2 to 10 work best. Upper and lower case count once.",
      examples: [["photo editor", "collage maker", "video filters"]]
    }),
  country: optional(Field.countryCode("Storefront, as a two-letter ISO 3166-1 code. Default us.")),
  platform: optional(
    Schema.Literals(Param.platforms).annotate({
      description:
        "Store that the app and the keywords' figures are read from. Default storea; texts are suggested for both."
    })
  ),
  language: optional(
    typed(
      60,
      "BCP 47 tag of the language to write in, such as en-US. Default: the storefront's, or what the listing's script tells.",
      "en-US"
    )
  ),
  brand: optional(
    typed(100, "What titles begin with. Default: the live name up to its first separator.", "Photo Studio")
  ),
  avoid: optional(
    Schema.Array(typed(100, "A word or phrase."))
      .check(Schema.isMaxLength(50))
      .annotate({ description: "Words and phrases that must not be placed, at most 50." })
  ),
  competitorIds: optional(
    Schema.Array(AppId).check(Schema.isMaxLength(5)).annotate({
      description:
        "App ids of up to 5 competitors, whose names are kept out. Default: those your workspace tracks, else those found beside the app in searches."
    })
  ),
  save: optional(
    saveField.schema.annotate({
      description:
        "Keep the answer as a report in your workspace, and its texts as a draft version if the app is kept there; the key needs the scope write. Default false."
    })
  )
})
export type SuggestBody = typeof SuggestBody.Type

const written = {
  text: textOrNull("The text; null: none, see reason."),
  charCount: wholeOrNull("Its code points in normal form C; null without a text."),
  maxChars: whole("The store's limit."),
  reason: textOrNull("Why there is none; null where there's a text.")
}
const Written = Schema.Struct(written).annotate({ identifier: "SuggestedText" })
const storea = {
  title: Written,
  subtitle: Written,
  keywords: Schema.Struct({ ...written, keywordCount: whole("Terms in it.") }).annotate({
    description: "Keyword field: words that title and subtitle don't have, separated by commas."
  })
}
const storeb = { title: Written, shortDescription: Written }
const worth = share("What it's worth beside the best, 0 to 1.")
const Checks = Schema.Struct({
  issues: Schema.Array(MetadataIssue).annotate({ description: "As of POST /v1/aso/metadata/validate." }),
  skipped: Schema.Array(Schema.Struct({ ruleId: Schema.String, reason: Schema.String })).annotate({
    description: "Rules that weren't applied, and why."
  }),
  score: whole("0 to 100."),
  isValid: flag("No error.")
}).annotate({ identifier: "SuggestedChecks" })
const platforms = Schema.Literals(Param.platforms)
const keyword = text("The keyword as given.", "photo editor")

export const SuggestAnswer = Schema.Struct({
  appId: TrackId,
  platform: platforms.annotate({ description: "The store that was read." }),
  country: text("Storefront, lowercase ISO 3166-1 alpha-2.", "us"),
  brand: textOrNull("What the titles begin with; null: no brand is known."),
  storea: Schema.Struct(storea),
  storeb: Schema.Struct(storeb),
  targetKeywords: Schema.Array(
    Schema.Struct({
      keyword,
      volumeScore: NullOr(Schema.Finite).annotate({
        description: "Estimated search volume, 0 to 100; null: not measured."
      }),
      difficulty: NullOr(Schema.Finite).annotate({
        description: "How hard it is to rank for, 0 to 100; null: not measured."
      }),
      relevance: NullOr(Schema.Finite).annotate({
        description: "How close it is to the live listing, 0 to 100; null: nothing to go by."
      }),
      assumed: Schema.Array(Schema.Literals(figureNames)).annotate({
        description: "Figures that are null and were counted as the worst of the other keywords'."
      })
    })
  ).annotate({ description: "The keywords, worth most first: volume × (100 − difficulty) × relevance." }),
  alternatives: Schema.Struct({
    storea: Schema.Array(Schema.Struct({ ...storea, share: worth })),
    storeb: Schema.Array(Schema.Struct({ ...storeb, share: worth }))
  }).annotate({ description: "Up to three more for each store, each with other phrases in its title." }),
  coverage: Schema.Array(
    Schema.Struct({
      keyword,
      storea: Schema.Struct({
        title: flag("The title has it as a phrase."),
        subtitle: flag("The subtitle has it as a phrase."),
        keywordField: flag("The keyword field has all its words."),
        viaCombination: NullOr(Schema.Boolean).annotate({
          description:
            "Its words stand apart in title, subtitle and keyword field; null: whether words combine isn't known in its script."
        })
      }),
      storeb: Schema.Struct({
        title: flag("The title has it as a phrase."),
        shortDescription: flag("The short description has it as a phrase."),
        fullDescription: NullOr(Schema.Boolean).annotate({
          description: "The live description has it as a phrase; null: there's no description."
        })
      })
    })
  ).annotate({ description: "Where each keyword that could be placed stands." }),
  uncovered: Schema.Array(
    Schema.Struct({
      keyword,
      reason: Schema.Literals(uncoveredReasons).annotate({
        description:
          "other_brand: it's another app's; avoided: you asked to avoid it; no_words: signs or stop words alone; rules: it breaks ruleIds; no_room: others are worth more."
      }),
      stores: Schema.Array(platforms).annotate({ description: "Where it isn't covered." }),
      ruleIds: texts("Rules that keep it out.")
    })
  ),
  missingInDescription: NullOr(Schema.Array(Schema.String)).annotate({
    description: "Keywords that the live description doesn't say; storeb searches it. null: there's no description."
  }),
  checks: Schema.Struct({ storea: Checks, storeb: Checks }).annotate({
    description: "What our own rules say of the suggested texts: no errors and no warnings."
  }),
  gap: Schema.Struct({
    storea: share("On storea."),
    storeb: share("On storeb.")
  }).annotate({
    description:
      "How much more the best of all texts could be worth, as a share of that. 0: these are the best. Up to 12 keywords are searched to the end."
  }),
  placeWeights: Schema.Struct({
    title: number("The title has it as a phrase."),
    titleWords: number("The title has its words."),
    subtitle: number("Title and subtitle have its words."),
    keywordField: number("Title, subtitle and keyword field have its words."),
    basis: Schema.Literal("community_practice").annotate({ description: "No store has published such weights." })
  }).annotate({ description: "What a place counts for." }),
  notMeasured: NotMeasured,
  language: ReadLanguage,
  snapshot: SnapshotAnswer,
  model: text("Model and version.", "metadata-suggest@1"),
  provenance: Provenance,
  draftVersion: optional(
    NullOr(
      Schema.Struct({
        id: text("Id of the version."),
        versionName: text("Its name."),
        language: text("Its language, a BCP 47 tag.")
      })
    ).annotate({ description: "With save: the draft in your workspace; null: there's none, see draftReason." })
  ),
  draftReason: optional(text("With save: why no draft was made.")),
  ...savedFields
}).annotate({ identifier: "SuggestedMetadata" })
export type SuggestAnswer = typeof SuggestAnswer.Type
