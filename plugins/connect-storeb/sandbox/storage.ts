import { bytes, json, type Reply, type SandboxRequest } from "@storeglass/sandbox"
import type { Owned } from "./owned.ts"
import { failure, noSuchPath, notFound, pageOf } from "./replies.ts"
import { md5Of, type ReportObject, reportsIn } from "./reports.ts"

const list = /^\/storage\/v1\/b\/([^/]+)\/o$/
const one = /^\/storage\/v1\/b\/([^/]+)\/o\/([^/]+)$/

const resourceOf = (bucket: string, { bytes, contentType, generation, name, updatedMs }: ReportObject) => ({
  kind: "storage#object",
  id: `${bucket}/${name}/${generation}`,
  name,
  bucket,
  generation,
  contentType,
  size: String(bytes.length),
  md5Hash: md5Of(bytes),
  updated: new Date(updatedMs).toISOString(),
  timeCreated: new Date(updatedMs).toISOString()
})

/** The buckets into which the vendor puts its reports. */
export const storage = (
  { method, path, query }: SandboxRequest,
  { nowMs, owned, rights }: { readonly owned: Owned; readonly rights: ReadonlyArray<string>; readonly nowMs: number }
): Reply => {
  const [, listed = ""] = list.exec(path) ?? []
  const [, of = "", name = ""] = one.exec(path) ?? []
  const bucket = decodeURIComponent(listed === "" ? of : listed)
  if (method !== "GET" || bucket === "") return noSuchPath
  const isFinancial = bucket === owned.financialBucket
  if (bucket !== owned.bucket && !isFinancial) return notFound("The specified bucket does not exist")
  if (!rights.includes(isFinancial ? "financialReports" : "reports")) {
    return failure(
      403,
      "PERMISSION_DENIED",
      "The service account does not have storage.objects.list access to the Google Cloud Storage bucket. Permission 'storage.objects.list' denied on resource (or it may not exist).",
      { reason: "forbidden" }
    )
  }
  const apps = owned.apps.map(({ packageName }) => packageName)
  const objects = reportsIn(owned.reports, apps, isFinancial, nowMs)
  if (listed !== "") {
    const prefix = query.get("prefix") ?? ""
    const found = objects.filter((object) => object.name.startsWith(prefix))
    const { nextPageToken, page } = pageOf(found, query, { sizeName: "maxResults", usual: 1_000, most: 1_000 })
    return json(200, {
      kind: "storage#objects",
      items: page.map((object) => resourceOf(bucket, object)),
      ...(nextPageToken === undefined ? {} : { nextPageToken })
    })
  }
  const object = objects.find((candidate) => candidate.name === decodeURIComponent(name))
  const asked = query.get("generation")
  if (object === undefined || (asked !== null && asked !== object.generation))
    return notFound(`No such object: ${name}`)
  if (query.get("alt") !== "media") return json(200, resourceOf(bucket, object))
  const isTorn = owned.reports.torn.delete(object.name)
  return bytes(200, object.contentType, isTorn ? object.bytes.subarray(0, object.bytes.length / 2) : object.bytes)
}
