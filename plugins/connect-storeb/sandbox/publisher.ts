import { json, type Reply, type SandboxRequest, type Worlds } from "@storeglass/sandbox"
import { answerEdits } from "./edits.ts"
import type { Owned } from "./owned.ts"
import { failure, noSuchPath, notAllowed, pageOf } from "./replies.ts"
import { answerReviews } from "./reviews.ts"

const under = /^\/androidpublisher\/v3\/applications\/([^/]+)\/(subscriptions|oneTimeProducts)$/
const edited = /^\/androidpublisher\/v3\/applications\/([^/]+)\/((?:edits|tracks)(?:\/.+)?)$/
const reviewed = /^\/androidpublisher\/v3\/applications\/([^/]+)\/(reviews(?:\/.+)?)$/
const noSuchApp = (packageName: string) =>
  failure(404, "NOT_FOUND", `Package not found: ${packageName}.`, {
    reason: "applicationNotFound",
    domain: "androidpublisher"
  })

/** The publishing API: what an app sells, and what it shows. */
export const publisher = (
  request: SandboxRequest,
  {
    nowMs,
    owned,
    rights,
    worlds
  }: {
    readonly owned: Owned
    readonly rights: ReadonlyArray<string>
    readonly nowMs: number
    readonly worlds: Worlds
  }
): Reply => {
  const { method, path, query } = request
  const [, ofEdits = "", below = ""] = edited.exec(path) ?? []
  if (below !== "") {
    const app = owned.apps.find((one) => one.packageName === decodeURIComponent(ofEdits))
    if (app === undefined) return noSuchApp(ofEdits)
    return answerEdits(request, below, app.edits, { nowMs, rights }) ?? noSuchPath
  }
  const [, ofReviews = "", belowApp = ""] = reviewed.exec(path) ?? []
  if (belowApp !== "") {
    if (!rights.includes(method === "POST" ? "reply" : "reviews")) return notAllowed
    const app = owned.apps.find((one) => one.packageName === decodeURIComponent(ofReviews))
    return app === undefined ? noSuchApp(ofReviews) : answerReviews(request, belowApp, app, { nowMs, worlds })
  }
  const [, packageName = "", list = ""] = under.exec(path) ?? []
  if (method !== "GET" || list === "") return noSuchPath
  if (!rights.includes("products")) return notAllowed
  const app = owned.apps.find((one) => one.packageName === decodeURIComponent(packageName))
  if (app === undefined) return noSuchApp(packageName)
  if (list === "subscriptions") {
    const shown = app.subscriptions.filter(({ archived = false }) => !archived || query.get("showArchived") === "true")
    const { nextPageToken, page } = pageOf(shown, query, { usual: 50, most: 1_000 })
    return json(200, { subscriptions: page, ...(nextPageToken === undefined ? {} : { nextPageToken }) })
  }
  const { nextPageToken, page } = pageOf(app.products, query, { usual: 50, most: 1_000 })
  return json(200, { oneTimeProducts: page, ...(nextPageToken === undefined ? {} : { nextPageToken }) })
}
