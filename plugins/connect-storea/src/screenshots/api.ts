import { Body, declare, Endpoint, group, Param, writeAnswers } from "@storeglass/plugin-api"
import { HttpApiEndpoint } from "effect/http-api"
import { ReviewScreenshot } from "../vendor/records.ts"
import { changing, idOf, prefix, previewed, read } from "../writes/declared.ts"
import * as S from "./schema.ts"

const iapId = idOf("in-app purchase", "the list of an app's in-app purchases")
const subscriptionId = idOf("subscription", "the list of a group's subscriptions")

const shown = (what: string) =>
  ({
    ...read,
    answer: S.Screenshot,
    summary: `Review screenshot of ${what}`,
    description: `The picture of ${what} that the vendor's review looks at, what became of its upload, and what the vendor found wrong with it. Customers don't see it.`,
    tool: { words: ["screenshot for review", "is my review screenshot there"] }
  }) as const
const uploading = (what: string) =>
  ({
    price: 1,
    summary: `Upload the review screenshot of ${what}`,
    description: `Reserves a place at the vendor, sends the file in the parts that it names, commits it with its MD5, and waits some seconds for what becomes of it; UPLOAD_COMPLETE means that the vendor still looks at it. If anything fails, the reservation is deleted. There is one screenshot for each: where there is another, it's 409, so delete that first. The same file again is answered with unchanged: true. ${previewed}`,
    tool: { title: `Upload the review screenshot of ${what}`, words: ["upload review screenshot", "missing metadata"] }
  }) as const
const deleting = (what: string) =>
  ({
    price: 1,
    summary: `Delete the review screenshot of ${what}`,
    description: `Takes the review screenshot away at the vendor, for good: the file isn't kept here. Where there is none it's answered with unchanged: true. ${previewed}`,
    tool: {
      destructive: true,
      title: `Delete the review screenshot of ${what}`,
      words: ["remove review screenshot", "replace review screenshot"]
    }
  }) as const

const upload = { ...changing, payload: S.NewScreenshot, success: writeAnswers(ReviewScreenshot, { status: 201 }) }
const gone = {
  ...changing,
  query: {
    ...changing.query,
    planId: Param.optional(
      Param.text({
        max: 64,
        description: "The planId of a preview. Refused with PLAN_STALE if the state has changed since."
      })
    )
  },
  success: writeAnswers(S.Gone)
}
const body = { kind: "json", bytesMax: S.bodyBytesMax } as const
const iap = "an in-app purchase"
const subscription = "a subscription"
const iapPath = `${prefix}/iaps/:iapId/review-screenshot` as const
const subscriptionPath = `${prefix}/subscriptions/:subscriptionId/review-screenshot` as const

/** Screenshots for the vendor's review. */
export const screenshotGroup = group(
  "connectStoreaScreenshots",
  Endpoint.get("iap", iapPath, { ...shown(iap), params: { iapId } }),
  declare(
    HttpApiEndpoint.post("uploadIap", iapPath, { ...upload, params: { iapId } }).annotate(Body, body),
    uploading(iap)
  ),
  declare(HttpApiEndpoint.delete("deleteIap", iapPath, { ...gone, params: { iapId } }), deleting(iap)),
  Endpoint.get("subscription", subscriptionPath, { ...shown(subscription), params: { subscriptionId } }),
  declare(
    HttpApiEndpoint.post("uploadSubscription", subscriptionPath, { ...upload, params: { subscriptionId } }).annotate(
      Body,
      body
    ),
    uploading(subscription)
  ),
  declare(
    HttpApiEndpoint.delete("deleteSubscription", subscriptionPath, { ...gone, params: { subscriptionId } }),
    deleting(subscription)
  )
)
