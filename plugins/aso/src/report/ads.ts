/** Whether apps advertise, as far as the gateway's ad library tells. */
import { AdPresence } from "@storeglass/ad-library/contract"
import type { Param, ServiceUnavailable } from "@storeglass/plugin-api"
import { Clock, Effect, Option } from "effect"
import type { Advertising } from "./schema.ts"

export type Ads = typeof Advertising.Type

export const untoldAds = (reason: string): Ads => ({
  status: "not_measured",
  isAdvertising: null,
  totalAds: null,
  storefronts: null,
  since: null,
  sinceOverOneYear: null,
  last: null,
  asOf: null,
  reason
})

export const noAdLibrary = "no ad library is enabled on this gateway"
const otherStore = "stores publish ads in the EU for storea alone"
const busy = "the store's ad repository is taking no more requests right now"
const unusable = "the store's ad repository didn't give a usable answer"
const late = "its ads weren't read in the time that an analysis has; a later answer may have them"

/** Of one app, read by `untilMs` at most. */
export type AdsOf = (
  app: { readonly platform: Param.Platform; readonly appId: string },
  untilMs: number
) => Effect.Effect<Ads, ServiceUnavailable>

export const adsReader: Effect.Effect<AdsOf> = Effect.gen(function* () {
  const presence = yield* Effect.serviceOption(AdPresence)
  return Effect.fn("CompetitorReports.adsOf")(function* ({ appId, platform }, untilMs) {
    if (Option.isNone(presence)) return untoldAds(noAdLibrary)
    if (platform !== "storea") return untoldAds(otherStore)
    const budgetMs = Math.max(0, untilMs - (yield* Clock.currentTimeMillis))
    return yield* presence.value.of(Number(appId), budgetMs).pipe(
      Effect.map((told): Ads => (told === undefined ? untoldAds(late) : { status: "measured", ...told, reason: null })),
      Effect.catchTags({
        APPLE_AD_REPOSITORY_RATE_LIMITED: () => Effect.succeed(untoldAds(busy)),
        APPLE_AD_REPOSITORY_UPSTREAM_ERROR: () => Effect.succeed(untoldAds(unusable)),
        APPLE_AD_REPOSITORY_TIMEOUT: () => Effect.succeed(untoldAds(late))
      })
    )
  })
})
