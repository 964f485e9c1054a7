import { Field, Param, Provenance } from "@storeglass/plugin-api"
import { Schema } from "effect"
import { ReadLanguage } from "../schema.ts"
import { SnapshotInputs } from "../snapshot/schema.ts"
import { charCount, fieldNames } from "./metadata.ts"

/** Of a field; beyond it nothing is a listing. */
export const fieldMax = 20_000

const textProblem = (text: string, max: number) =>
  !text.isWellFormed()
    ? "must be well-formed Unicode"
    : text.length > max && charCount(text) > max
      ? `must have at most ${max} characters`
      : undefined
const text = (description: string, max = fieldMax, ...examples: ReadonlyArray<string>) =>
  Schema.String.check(
    Schema.makeFilter((given: string) => textProblem(given, max) ?? true, {
      toJsonSchema: () => ({ maxLength: max })
    })
  ).annotate({ description, ...(examples.length === 0 ? {} : { examples }) })
const optional = Schema.optionalKey

const isTag = (tag: string) => {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}
const localeTag = (description: string, example: string) =>
  Schema.String.check(
    Schema.makeFilter(
      (tag: string) => (tag.length <= 60 && isTag(tag)) || "must be a BCP 47 language tag such as en-US",
      { toJsonSchema: () => ({ minLength: 2, maxLength: 60 }) }
    )
  ).annotate({ description, examples: [example] })

/** The list as the one text that it's checked as. */
export const joinedKeywords = (keywords: ReadonlyArray<string>): string => keywords.join(",")

const keywordField = Schema.Union([
  text("Separated by commas."),
  Schema.Array(text("A keyword.", 200)).check(
    Schema.isMaxLength(1_000),
    Schema.makeFilter(
      (keywords: ReadonlyArray<string>) =>
        textProblem(joinedKeywords(keywords), fieldMax) === undefined ||
        `must have at most ${fieldMax} characters, commas between the keywords included`
    )
  )
])

export const ValidateBody = Schema.Struct({
  platform: optional(Schema.Literals(Param.platforms).annotate({ description: "Store. Default storea." })),
  locale: optional(localeTag("Locale of the texts. It decides which word lists apply.", "en-US")),
  title: optional(text("Title.", fieldMax, "Photo Studio: Free Collage App")),
  subtitle: optional(text("Subtitle (storea).", fieldMax, "Filters, frames and fonts")),
  keywords: optional(
    keywordField.annotate({
      description: "Keyword field (storea): text with commas, or a list.",
      examples: ["collage, filter,frame"]
    })
  ),
  shortDescription: optional(text("Short description (storeb).")),
  fullDescription: optional(text("Description.")),
  promotionalText: optional(text("Promotional text (storea).")),
  whatsNew: optional(text("What's new.")),
  developerName: optional(text("Developer name (storeb).")),
  brand: optional(text("The app's own name. What a rule finds in it is only information.", 200, "Photo Studio")),
  appId: optional(
    Schema.Union([Schema.Int, Schema.String.check(Schema.isMaxLength(255))]).annotate({
      ...Field.standsFor("app"),
      description:
        "The app that it's for. If it's live, its name up to the first separator is its own name where you give no brand, and its category counts. What your workspace keeps of it (competitors, released versions), the terms of an audit of the last 15 minutes and measured volumes count too; what isn't known is in skipped."
    })
  ),
  otherLocales: optional(
    Schema.Array(
      Schema.Struct({
        locale: localeTag("Its locale.", "es-MX"),
        title: optional(text("Its title.")),
        subtitle: optional(text("Its subtitle.")),
        keywords: optional(keywordField.annotate({ description: "Its keyword field." }))
      })
    )
      .check(Schema.isMaxLength(49))
      .annotate({ description: "The app's other locales (storea), at most 49." })
  )
}).annotate({
  examples: [
    {
      platform: "storea",
      locale: "en-US",
      title: "Photo Studio: Free Collage App",
      subtitle: "Filters, frames and fonts",
      keywords: "collage, filter,frame",
      brand: "Photo Studio"
    }
  ]
})
export type ValidateBody = typeof ValidateBody.Type

const severities = ["error", "warning", "info"] as const
export const IssueFields = Schema.Literals([...fieldNames, "locale"])

export const MetadataIssue = Schema.Struct({
  ruleId: Field.text("Rule, such as title.price."),
  severity: Schema.Literals(severities).annotate({
    description: "error: the store refuses it, or its policy forbids it; warning: likely to; info: worth a look."
  }),
  field: IssueFields.annotate({ description: "Text that it's in, or the locale." }),
  message: Field.text("What is wrong."),
  span: Schema.NullOr(
    Schema.Struct({ start: Field.whole("First character."), end: Field.whole("Behind the last character.") })
  ).annotate({ description: "Where, in code points of the field's value; null: all of it, or what isn't there." }),
  suggestion: Schema.NullOr(Schema.String).annotate({ description: "What to do; null: nothing to say." }),
  basis: Field.text("What the rule stands on: the store's help, API or a guideline, or practice."),
  source: Schema.NullOr(Schema.String).annotate({
    description: "Address of the store's page; null for the operator's own rules."
  })
}).annotate({ identifier: "MetadataIssue" })

export const Validated = Schema.Struct({
  platform: Schema.Literals(Param.platforms),
  locale: Schema.NullOr(Schema.String).annotate({ description: "As given; null: none was." }),
  language: ReadLanguage,
  fields: Schema.Array(
    Schema.Struct({
      field: Schema.Literals(fieldNames),
      value: Field.text("As it was checked; keywords with commas."),
      charCount: Field.whole("Code points in normal form C."),
      maxChars: Schema.NullOr(Schema.Int).annotate({ description: "The store's limit; null: it has no such field." }),
      utf8Bytes: Field.whole("Bytes of UTF-8."),
      utf16Units: Field.whole("Units of UTF-16."),
      isValid: Schema.Boolean.annotate({ description: "No error in it." }),
      message: Field.text("Such as 24/30 characters (6 remaining).")
    })
  ),
  issues: Schema.Array(MetadataIssue).annotate({
    description: "Errors first, then by field and place; at most 3 of a rule in a field."
  }),
  skipped: Schema.Array(Schema.Struct({ ruleId: Schema.String, reason: Schema.String })).annotate({
    description: "Rules that weren't applied, or not in full, and why."
  }),
  score: Field.whole("100 − 25 for an error, 8 for a warning, 2 for information; 0 at least."),
  isValid: Schema.Boolean.annotate({ description: "No error." }),
  snapshot: Schema.Struct({
    id: Schema.NullOr(Schema.String).annotate({
      description:
        "Of the analysis whose terms count; null: appId wasn't given, or none was made in the last 15 minutes."
    }),
    asOf: Schema.NullOr(Schema.String).annotate({ description: "When that was made, ISO 8601." }),
    inputs: SnapshotInputs.annotate({ description: "What was read of the app; empty without appId." })
  }).annotate({ identifier: "AsoRulesSnapshot", description: "What the answer stands on beside the texts." }),
  provenance: Provenance,
  model: Field.text("Version of the rules, such as metadata-rules@2026-11.")
}).annotate({ identifier: "ValidatedMetadata" })
