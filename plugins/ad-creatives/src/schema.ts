import { Field, Param, StoredText } from "@storeglass/plugin-api"
import { Schema } from "effect"
import { imagePresets } from "./presets.ts"

export const modes = ["analyze", "generate", "edit"] as const
export const ModeSchema = Schema.Literals(modes)
export const qualities = ["low", "medium", "high"] as const
export const QualitySchema = Schema.Literals(qualities)
export type Quality = (typeof qualities)[number]
export const ImagePresetSchema = Schema.Literals(imagePresets)
export const statuses = ["queued", "processing", "completed", "failed"] as const
/** What a job goes through, in this order. */
export const stages = ["listing", "analysis", "copy", "image", "compose", "store"] as const
export type Stage = (typeof stages)[number]

export const keyPointsMax = 20
export const keyPointLengthMax = 300
export const extraScreenshotsMax = 8

const { text, whole } = Field
const NullOr = Schema.NullOr
const words = (description: string, max: number) => StoredText({ max, description })
const time = (description: string) => Schema.String.annotate({ description, format: "date-time" })

const Fact = words("A fact.", keyPointLengthMax)
const factsOf = (facts: Readonly<Record<string, string | ReadonlyArray<string>>>) => Object.values(facts).flat()
const KeyPoints = Schema.Record(
  words("What the fact is about.", 60),
  Schema.Union([Fact, Schema.Array(Fact).check(Schema.isNonEmpty())])
)
  .check(
    Schema.makeFilter(
      (facts) => {
        const { length } = factsOf(facts)
        return length >= 1 && length <= keyPointsMax
          ? true
          : `must have 1 to ${keyPointsMax} facts in all; leave it out to have them taken from the listing`
      },
      { toJsonSchema: () => ({ minProperties: 1, maxProperties: keyPointsMax }) }
    )
  )
  .annotate({
    description:
      "Confirmed facts of the product: name to text or list of texts, at most 20 of 300 characters. Given, nothing is inferred beside them.",
    examples: [{ offline: "Works without a connection", price: "No subscription" }]
  })

export const Copy = Schema.Struct({
  primaryText: text("The text beside the picture, at most 125 characters."),
  headline: text("At most 40 characters."),
  description: text("At most 30 characters."),
  callToAction: text("One of 8 of the language.")
}).annotate({ identifier: "AdCopy" })

export const PreviousCopy = Schema.Struct({
  primaryText: Schema.optionalKey(words("As it is to stay.", 125)),
  headline: Schema.optionalKey(words("As it is to stay.", 40)),
  description: Schema.optionalKey(words("As it is to stay.", 30)),
  callToAction: Schema.optionalKey(words("As it is to stay.", 40))
})

/** What the job itself knows better. */
const asWas = Schema.optionalKey(
  NullOr(Schema.String.check(Schema.isMaxLength(8_000))).annotate({ description: "Taken, and not read." })
)

/** An earlier `ad`, or the job that made it. What we answered may be sent back as it is. */
const PreviousAd = Schema.Struct({
  jobId: Schema.optionalKey(Schema.String.annotate({ description: "The job that made it.", format: "uuid" })),
  imageUrl: Schema.optionalKey(words("The address of its picture, as an answer gave it; it's good for 7 days.", 2_048)),
  copy: Schema.optionalKey(PreviousCopy.annotate({ description: "Its copy, changed or not. Absent: as it was made." })),
  imagePrompt: asWas,
  style: asWas,
  imagePreset: asWas,
  angle: asWas,
  quality: asWas,
  model: asWas,
  copyModel: asWas
}).annotate({
  description: "The earlier `ad` with its imageUrl, or `{ jobId }`. Only pictures that jobs of yours made are edited."
})

export const Generate = Schema.Struct({
  appUrl: Schema.optionalKey(
    words(
      "Address of the listing in either store. It isn't fetched: id, country and language are taken from it.",
      2_048
    )
  ),
  platform: Schema.optionalKey(
    Schema.Literals(Param.platforms).annotate({ description: "With appId: the store that lists it." })
  ),
  appId: Schema.optionalKey(
    words("With platform: digits on storea, the package name on storeb.", 255).annotate(Field.standsFor("app"))
  ),
  country: Schema.optionalKey(
    Field.countryCode("Storefront, as a two-letter ISO 3166-1 code. Default: that of appUrl, else us.")
  ),
  lang: Schema.optionalKey(
    Schema.String.check(Schema.isPattern(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/)).annotate({
      description:
        "Language of the copy, as BCP 47; storeb is asked for its listing in it. Default: that of appUrl, else en.",
      examples: ["en"]
    })
  ),
  mode: Schema.optionalKey(
    Schema.Literals(modes).annotate({
      description:
        "analyze: facts of the listing alone. generate (default): copy and picture. edit: an earlier ad, changed as editInstruction says."
    })
  ),
  style: Schema.optionalKey(
    words("ugc (default), professional, problem_solution, before_after, lifestyle, or a style of your own.", 60)
  ),
  imagePreset: Schema.optionalKey(
    Schema.Literals(imagePresets).annotate({ description: "How the picture is laid out. Default branded_showcase." })
  ),
  angle: Schema.optionalKey(words("What the ad is about. Default: inferred.", 200)),
  audience: Schema.optionalKey(words("Whom it's for. Default: inferred.", 200)),
  keyPoints: Schema.optionalKey(KeyPoints),
  extraScreenshotUrls: Schema.optionalKey(
    Schema.Array(words("Public https address of a png, jpeg or webp of at most 10 MiB and 40 megapixels.", 2_048))
      .check(Schema.isMaxLength(extraScreenshotsMax))
      .annotate({ description: "Further screenshots, at most 8. They come before those of the listing." })
  ),
  generateImage: Schema.optionalKey(
    Schema.Boolean.annotate({ description: "false: analysis and copy alone. Default true." })
  ),
  quality: Schema.optionalKey(
    Schema.Literals(qualities).annotate({
      description: "Of the model's picture, which sets the price. Default medium."
    })
  ),
  editInstruction: Schema.optionalKey(words("With mode edit: what to change.", 1_000)),
  previousAd: Schema.optionalKey(PreviousAd)
})
export type Generate = typeof Generate.Type

const Category = Schema.Literals(["general", "creative"]).annotate({ description: "The bucket that pays." })

export const Accepted = Schema.Struct({
  jobId: Schema.String.annotate({ description: "Of GET /v1/app-ad-creatives/jobs/:jobId.", format: "uuid" }),
  status: Schema.Literals(["queued"]),
  estimatedCredits: whole("Held now; charged when it's completed, given back when it isn't."),
  creditCategory: Category
}).annotate({ identifier: "AdCreativeAccepted" })

export const KeyPoint = Schema.Struct({
  text: text("The fact."),
  source: text("The sentence of the listing that it stands on, or `keyPoints.<name>` of the request.")
})
export const Check = Schema.Struct({
  field: text("Which text of the copy."),
  kind: text("number, superlative, award, rating, price, users, brand, store, text or length."),
  claim: text("What it said."),
  action: text("removed, replaced or shortened."),
  message: text("Why.")
}).annotate({ identifier: "AdCreativeCheck" })
export type Check = typeof Check.Type

const Ad = Schema.Struct({
  copy: Copy,
  imageUrl: NullOr(
    text(
      "A square PNG of 1024x1024 pixels. The address is made anew at each read and good for 7 days; null: none was asked for."
    )
  ),
  imagePrompt: NullOr(text("What a model was or would be asked for.")),
  style: text("As asked for."),
  imagePreset: Schema.Literals(imagePresets),
  angle: NullOr(text("As asked for, else inferred; null: nothing to infer it from.")),
  quality: NullOr(Schema.Literals(qualities)).annotate({ description: "Of the model's picture; null: no model drew." }),
  model: NullOr(text("What drew it: the provider's model, or `layout@1`; null: no picture was asked for.")),
  copyModel: text("What wrote the copy: `copy-rules@1`, or an assistant.")
}).annotate({ identifier: "AdCreative" })

export const Result = Schema.Struct({
  keyPoints: Schema.Array(KeyPoint),
  audience: NullOr(text("As asked for, else inferred.")),
  language: text("The language of the copy."),
  ad: NullOr(Ad).annotate({ description: "Null with mode analyze." }),
  sources: Schema.Struct({
    iconUrl: NullOr(text("The icon of the listing; null: it has none.")),
    screenshotUrls: Schema.Array(Schema.String).annotate({
      description: "Those that are in the picture, first one first."
    }),
    asOf: time("When the store told of the listing.")
  }),
  checks: Schema.Array(Check).annotate({
    description: "What the copy claimed without a source, and what became of it."
  }),
  warnings: Schema.Array(Schema.Struct({ code: Schema.String, message: Schema.String }))
}).annotate({ identifier: "AdCreativeResult" })

export const Job = Schema.Struct({
  jobId: Schema.String.annotate({ format: "uuid" }),
  status: Schema.Literals(statuses),
  stage: NullOr(Schema.Literals(stages)).annotate({
    description: "What it's at, or was at when it failed; null: done, or not begun."
  }),
  mode: Schema.Literals(modes),
  createdAt: time("When it was asked for."),
  updatedAt: time("When it last got on."),
  result: NullOr(Result).annotate({ description: "Null until it's completed." }),
  error: NullOr(Schema.Struct({ code: Schema.String, message: Schema.String })).annotate({
    description:
      "Why it failed, and that it cost nothing: CREATIVE_BLOCKED, IMAGE_KEY_REJECTED, IMAGE_PROVIDER_UNAVAILABLE, IMAGE_MISSING, LISTING_UNREADABLE, FILES_FULL, HOLD_EXPIRED or INTERNAL_ERROR."
  }),
  creditCost: Schema.Struct({
    category: Category,
    amount: whole("Held while it runs, charged once it's completed, 0 when it failed.")
  })
}).annotate({ identifier: "AdCreativeJob" })
export type Job = typeof Job.Type
