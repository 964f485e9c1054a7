import { json, type Reply, type SandboxRequest } from "@storeglass/sandbox"
import type { Owned } from "./owned.ts"
import { failure, noSuchPath, notFound } from "./replies.ts"

const list = /^\/storage\/v1\/b\/([^/]+)\/o$/

/** The bucket into which the vendor puts its reports. */
export const storage = (
  { method, path }: SandboxRequest,
  { owned, rights }: { readonly owned: Owned; readonly rights: ReadonlyArray<string> }
): Reply => {
  const [, bucket = ""] = list.exec(path) ?? []
  if (method !== "GET" || bucket === "") return noSuchPath
  if (decodeURIComponent(bucket) !== owned.bucket) return notFound("The specified bucket does not exist")
  return rights.includes("reports")
    ? json(200, { kind: "storage#objects", items: [] })
    : failure(
        403,
        "PERMISSION_DENIED",
        "The service account does not have storage.objects.list access to the Google Cloud Storage bucket. Permission 'storage.objects.list' denied on resource (or it may not exist).",
        { reason: "forbidden" }
      )
}
