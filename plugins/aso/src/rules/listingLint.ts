/** The rules over changes of the owner's own listings. */
import { ListingLints } from "@storeglass/connect-storeb/contract"
import { brandOf } from "@storeglass/plugin-api"
import { Clock, Effect, Layer, Option } from "effect"
import { MetadataRules } from "../contract.ts"
import { yearOf } from "./year.ts"

/** Brings the rules to the second store's console, where there is one. */
export const lintListings = Layer.effectDiscard(
  Effect.gen(function* () {
    const lints = yield* Effect.serviceOption(ListingLints)
    const rules = yield* MetadataRules
    const clock = yield* Clock.Clock
    if (Option.isNone(lints)) return
    yield* lints.value.register(
      ({ fullDescription, language, shortDescription, title }, { liveTitle }) =>
        rules.check(
          {
            platform: "storeb",
            locale: language,
            title: title ?? undefined,
            shortDescription: shortDescription ?? undefined,
            fullDescription: fullDescription ?? undefined
          },
          { brand: liveTitle === null ? undefined : brandOf(liveTitle), year: yearOf(clock.currentTimeMillisUnsafe()) }
        ).issues
    )
  })
)
