/** The rules over changes of the owner's own listings. */
import { ListingLints } from "@storeglass/connect-storeb/contract"
import { Effect, Layer, Option } from "effect"
import { MetadataRules } from "../contract.ts"

/** Brings the rules to the second store's console, where there is one. */
export const lintListings = Layer.effectDiscard(
  Effect.gen(function* () {
    const lints = yield* Effect.serviceOption(ListingLints)
    const rules = yield* MetadataRules
    if (Option.isNone(lints)) return
    yield* lints.value.register(
      ({ fullDescription, language, shortDescription, title }) =>
        rules.check({
          platform: "storeb",
          locale: language,
          title: title ?? undefined,
          shortDescription: shortDescription ?? undefined,
          fullDescription: fullDescription ?? undefined
        }).issues
    )
  })
)
