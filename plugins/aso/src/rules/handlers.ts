import { InvalidInput } from "@storeglass/plugin-api"
import { Clock, Effect } from "effect"
import type { MetadataRules } from "../contract.ts"
import { fieldNames, limitOf, type Metadata } from "./metadata.ts"
import type { ValidateBody } from "./schema.ts"

const joined = (keywords: ValidateBody["keywords"]): string | undefined =>
  keywords === undefined || typeof keywords === "string" ? keywords : keywords.join(",")

const metadataOf = ({
  brand: _brand,
  keywords,
  otherLocales: _others,
  platform = "storea",
  ...texts
}: ValidateBody): Metadata => ({
  ...texts,
  platform,
  keywords: joined(keywords)
})

export const validate = Effect.fn("aso.validate")(function* (rules: MetadataRules["Service"], body: ValidateBody) {
  const metadata = metadataOf(body)
  const { platform } = metadata
  const own = fieldNames.filter((name) => limitOf(platform, name) !== undefined)
  if (own.every((name) => metadata[name] === undefined)) {
    return yield* new InvalidInput(`body: nothing to validate; send at least one of ${own.join(", ")}`)
  }
  const checked = rules.check(metadata, {
    brand: body.brand,
    otherLocales: body.otherLocales?.map((other) => ({ ...other, keywords: joined(other.keywords) })),
    year: new Date(yield* Clock.currentTimeMillis).getUTCFullYear()
  })
  return { platform, locale: body.locale ?? null, ...checked, model: rules.model }
})
