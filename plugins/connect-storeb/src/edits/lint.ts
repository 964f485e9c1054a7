import { type Checked, type FieldName, MetadataRules } from "@storeglass/aso/contract"
import type { Warning } from "@storeglass/plugin-api"
import { Context, Effect, Layer, Option } from "effect"
import type { Listing } from "./schema.ts"

const issuesMax = 20

const warningOf = ({ field, message, ruleId, severity, suggestion }: Checked["issues"][number]): Warning => ({
  code: "LISTING_LINT",
  message: `${field}: ${message}${suggestion === null ? "" : ` Try: ${suggestion}`} (${ruleId}, ${severity})`
})

const make = Effect.gen(function* () {
  const rules = Option.getOrUndefined(yield* Effect.serviceOption(MetadataRules))
  return {
    /** What the store's rules for texts say of the fields that change, the worst first; nothing where the plugin aso isn't enabled. */
    warnings: (
      { fullDescription, language, shortDescription, title }: Listing,
      changed: ReadonlySet<string>
    ): ReadonlyArray<Warning> => {
      if (rules === undefined) return []
      const told = (name: FieldName, text: string | null) => (text === null ? {} : { [name]: text })
      const { issues } = rules.check({
        platform: "storeb",
        locale: language,
        ...told("title", title),
        ...told("shortDescription", shortDescription),
        ...told("fullDescription", fullDescription)
      })
      return issues
        .filter(({ field }) => changed.has(field))
        .slice(0, issuesMax)
        .map(warningOf)
    }
  }
})

/** The rules for listings' texts, where they are at hand. */
export class ListingLint extends Context.Service<ListingLint, Effect.Success<typeof make>>()(
  "@storeglass/connect-storeb/ListingLint"
) {
  static readonly layer = Layer.effect(this, make)
}
