import { Param } from "@storeglass/plugin-api"
import { Schema } from "effect"
import { auditFields } from "./audit/config.ts"
import { fieldNames } from "./rules/metadata.ts"
import { snapshotFields } from "./snapshot/config.ts"
import { suggestFields } from "./suggest/config.ts"
import { missingFromIcu } from "./words/words.ts"

const optional = <A, I>(schema: Schema.Codec<A, I>, description: string) =>
  Schema.optionalKey(schema.annotate({ description }))
const chars = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 20_000 }))

const HouseRule = Schema.Struct({
  id: Schema.String.check(Schema.isPattern(/^house\.[a-z0-9][a-z0-9.-]{0,58}$/)).annotate({
    description: "Its id, which begins with `house.`, such as house.no-slang."
  }),
  severity: optional(Schema.Literals(["error", "warning", "info"]), "Default warning."),
  platforms: optional(Schema.Array(Schema.Literals(Param.platforms)), "Stores that it's for. Default: both."),
  fields: optional(Schema.Array(Schema.Literals(fieldNames)), "Texts that it looks at. Default: all."),
  words: optional(
    Schema.Array(Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(100))).check(Schema.isMaxLength(1_000)),
    "Words and phrases that it fires on; `*` at the end is any ending."
  ),
  minChars: optional(chars, "Fewer characters than this and it fires."),
  maxChars: optional(chars, "More characters than this and it fires."),
  message: optional(Schema.String.check(Schema.isMaxLength(300)), "What it says."),
  suggestion: optional(Schema.String.check(Schema.isMaxLength(300)), "What to do about it.")
})

const distinct = Schema.makeFilter((rules: ReadonlyArray<{ readonly id: string }>) =>
  new Set(rules.map(({ id }) => id)).size === rules.length ? true : "two rules have the same id"
)

export const AsoConfig = Schema.Struct({
  houseRules: optional(
    Schema.Array(HouseRule).check(distinct, Schema.isMaxLength(200)),
    "Rules of your own for listings: words and limits, each with an id."
  ),
  ...auditFields,
  ...suggestFields,
  ...snapshotFields
}).check(Schema.makeFilter(() => missingFromIcu() ?? true))
export type AsoConfig = typeof AsoConfig.Type
