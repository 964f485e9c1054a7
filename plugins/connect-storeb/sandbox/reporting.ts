import { json, type Reply, type SandboxRequest } from "@storeglass/sandbox"
import type { Owned } from "./owned.ts"
import { noSuchPath, notAllowed, pageOf } from "./replies.ts"

/** The reporting API: which apps there are. */
export const reporting = (
  { method, path, query }: SandboxRequest,
  { owned, rights }: { readonly owned: Owned; readonly rights: ReadonlyArray<string> }
): Reply => {
  if (method !== "GET" || path !== "/v1beta1/apps:search") return noSuchPath
  if (!rights.includes("apps")) return notAllowed
  const { nextPageToken, page } = pageOf(owned.apps, query, { usual: 50, most: 1_000 })
  return json(200, {
    apps: page.map(({ displayName, packageName }) => ({ name: `apps/${packageName}`, packageName, displayName })),
    ...(nextPageToken === undefined ? {} : { nextPageToken })
  })
}
