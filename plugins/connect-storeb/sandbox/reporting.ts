import { json, type Reply, type SandboxRequest } from "@storeglass/sandbox"
import type { Owned } from "./owned.ts"
import { failure, noSuchPath, notAllowed, pageOf } from "./replies.ts"
import { answerVitals } from "./vitals.ts"

const under = /^\/v1beta1\/apps\/([^/:]+)\/(.+)$/

/** The reporting API: which apps there are, and how they do. */
export const reporting = (
  request: SandboxRequest,
  { nowMs, owned, rights }: { readonly owned: Owned; readonly rights: ReadonlyArray<string>; readonly nowMs: number }
): Reply => {
  const { method, path, query } = request
  const [, packageName = "", below = ""] = under.exec(path) ?? []
  if (below !== "") {
    if (!rights.includes("vitals")) return notAllowed
    const app = owned.apps.find((one) => one.packageName === decodeURIComponent(packageName))
    if (app === undefined) return failure(404, "NOT_FOUND", `App not found: ${packageName}.`, { reason: "notFound" })
    return answerVitals(request, app.packageName, below, app.vitals, nowMs)
  }
  if (method !== "GET" || path !== "/v1beta1/apps:search") return noSuchPath
  if (!rights.includes("apps")) return notAllowed
  const { nextPageToken, page } = pageOf(owned.apps, query, { usual: 50, most: 1_000 })
  return json(200, {
    apps: page.map(({ displayName, packageName }) => ({ name: `apps/${packageName}`, packageName, displayName })),
    ...(nextPageToken === undefined ? {} : { nextPageToken })
  })
}
