import { NotFound, VendorConflict } from "@storeglass/plugin-api"
import { Context, Effect, Layer } from "effect"
import type { Ready } from "../AdsConnection.ts"
import type { Campaign } from "../schema.ts"
import { AdsVendor, appCampaign, type PageAsked } from "../vendor/Vendor.ts"
import { OwnerCache } from "./OwnerCache.ts"

/** The campaign, if it is one of an app. */
export const ofApp = (campaign: Campaign): Effect.Effect<Campaign, VendorConflict> =>
  campaign.promotedObjectType === null || campaign.promotedObjectType === appCampaign
    ? Effect.succeed(campaign)
    : Effect.fail(
        new VendorConflict(
          `campaign ${campaign.id} doesn't promote an app (${campaign.promotedObjectType}): it is managed in the vendor's own console`
        )
      )

/** Where the page after this one begins; null after the last. Without a total a full page may not be the last. */
export const nextOffsetOf = ({ limit, offset }: PageAsked, found: number, total: number | null): number | null =>
  (total === null ? found === limit : offset + found < total) && found > 0 ? offset + found : null

export const notThere = (what: string, id: string) => new NotFound(`the ad account has no ${what} ${id}`)

const make = Effect.gen(function* () {
  const cache = yield* OwnerCache
  const vendor = yield* AdsVendor
  const campaign = Effect.fnUntraced(function* (ready: Ready, id: string) {
    return yield* ofApp(yield* cache.campaign(ready, [id], vendor.campaign(ready.access, id)))
  })
  return {
    /** One of an app, at most a minute old. */
    campaign,
    list: Effect.fn("Campaigns.list")(function* (ready: Ready, page: PageAsked) {
      const found = yield* cache.campaigns(ready, [page.limit, page.offset], vendor.campaigns(ready.access, page))
      return { ...found, ...page, nextOffset: nextOffsetOf(page, found.items.length, found.total) }
    }),
    adGroups: Effect.fn("Campaigns.adGroups")(function* (ready: Ready, campaignId: string, page: PageAsked) {
      const above = yield* campaign(ready, campaignId)
      const asked = [campaignId, page.limit, page.offset]
      const found = yield* cache.adGroups(ready, asked, vendor.adGroups(ready.access, above, page))
      return { ...found, ...page, nextOffset: nextOffsetOf(page, found.items.length, found.total) }
    })
  }
})

/** Campaigns of apps, and their ad groups. */
export class Campaigns extends Context.Service<Campaigns, Effect.Success<typeof make>>()(
  "@storeglass/connect-ads/Campaigns"
) {
  static readonly layer = Layer.effect(this, make)
}
