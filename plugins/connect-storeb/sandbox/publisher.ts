import { json, type Reply, type SandboxRequest } from "@storeglass/sandbox"
import type { Owned } from "./owned.ts"
import { failure, noSuchPath, notAllowed, pageOf } from "./replies.ts"

const under = /^\/androidpublisher\/v3\/applications\/([^/]+)\/(reviews|subscriptions|oneTimeProducts)$/

/** The publishing API: what an app sells. */
export const publisher = (
  { method, path, query }: SandboxRequest,
  { owned, rights }: { readonly owned: Owned; readonly rights: ReadonlyArray<string> }
): Reply => {
  const [, packageName = "", list = ""] = under.exec(path) ?? []
  if (method !== "GET" || list === "") return noSuchPath
  if (!rights.includes(list === "reviews" ? "reviews" : "products")) return notAllowed
  const app = owned.apps.find((one) => one.packageName === decodeURIComponent(packageName))
  if (app === undefined) {
    return failure(404, "NOT_FOUND", `Package not found: ${packageName}.`, {
      reason: "applicationNotFound",
      domain: "androidpublisher"
    })
  }
  if (list === "reviews")
    return json(200, { reviews: [], pageInfo: { totalResults: 0, resultPerPage: 0, startIndex: 0 } })
  if (list === "subscriptions") {
    const shown = app.subscriptions.filter(({ archived = false }) => !archived || query.get("showArchived") === "true")
    const { nextPageToken, page } = pageOf(shown, query, { usual: 50, most: 1_000 })
    return json(200, { subscriptions: page, ...(nextPageToken === undefined ? {} : { nextPageToken }) })
  }
  const { nextPageToken, page } = pageOf(app.products, query, { usual: 50, most: 1_000 })
  return json(200, { oneTimeProducts: page, ...(nextPageToken === undefined ? {} : { nextPageToken }) })
}
