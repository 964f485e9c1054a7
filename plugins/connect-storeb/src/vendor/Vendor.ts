import type { Credential } from "@storeglass/plugin-api"
import { Context, Effect, Layer } from "effect"
import { oneTimeProductOf, subscriptionOf } from "./neutral.ts"
import { type Right, rights } from "./refusals.ts"
import * as V from "./shapes.ts"
import { applicationPath, PlayTransport, pagesMax } from "./transport.ts"

const appsPage = 1_000
const productsPage = 100
/** Of what no owner has as many. */
const productsMax = 1_000

const make = Effect.gen(function* () {
  const { ask, credential, pages, publisher, reporting, storage } = yield* PlayTransport

  const searchApps = (credential: Credential, pageSize: number, pageToken?: string) =>
    ask(
      reporting,
      credential,
      { path: "/v1beta1/apps:search", query: { pageSize, pageToken } },
      V.AppsPage,
      rights.apps,
      "the list of apps"
    )

  return {
    credential,
    /** Whether apps can be listed. */
    tryApps: (credential: Credential) => searchApps(credential, 1),
    tryReviews: (credential: Credential, packageName: string) =>
      ask(
        publisher,
        credential,
        { path: `${applicationPath(packageName)}/reviews`, query: { maxResults: 1 } },
        V.ReviewsPage,
        rights.reviews,
        "a page of reviews"
      ),
    tryObjects: (credential: Credential, bucket: string, right: Right) =>
      ask(
        storage,
        credential,
        { path: `/storage/v1/b/${encodeURIComponent(bucket)}/o`, query: { maxResults: 1 } },
        V.ObjectsPage,
        right,
        "a page of reports"
      ),
    apps: (credential: Credential) =>
      pages(
        reporting,
        pagesMax * appsPage,
        (pageToken) => searchApps(credential, appsPage, pageToken),
        ({ apps }) =>
          (apps ?? []).map(({ displayName, packageName }) => ({ packageName, displayName: displayName ?? null }))
      ),
    subscriptions: (credential: Credential, packageName: string, archived: boolean) =>
      pages(
        publisher,
        productsMax,
        (pageToken) =>
          ask(
            publisher,
            credential,
            {
              path: `${applicationPath(packageName)}/subscriptions`,
              query: { pageSize: productsPage, pageToken, showArchived: archived ? "true" : undefined }
            },
            V.SubscriptionsPage,
            rights.products,
            "a page of subscriptions"
          ),
        ({ subscriptions }) => (subscriptions ?? []).map(subscriptionOf)
      ),
    oneTimeProducts: (credential: Credential, packageName: string) =>
      pages(
        publisher,
        productsMax,
        (pageToken) =>
          ask(
            publisher,
            credential,
            { path: `${applicationPath(packageName)}/oneTimeProducts`, query: { pageSize: productsPage, pageToken } },
            V.OneTimeProductsPage,
            rights.products,
            "a page of one-time products"
          ),
        ({ oneTimeProducts }) => (oneTimeProducts ?? []).map(oneTimeProductOf)
      )
  }
})

/** What the console has, as far as it's read without an edit. */
export class PlayVendor extends Context.Service<PlayVendor, Effect.Success<typeof make>>()(
  "@storeglass/connect-storeb/PlayVendor"
) {
  static readonly layer = Layer.effect(this, make)
}
