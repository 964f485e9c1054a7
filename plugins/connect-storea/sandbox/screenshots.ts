// Screenshots for the review: a reservation, parts at signed addresses, a commit, and what the vendor makes of them.
import { createHash } from "node:crypto"
import { json, nothing, type Reply, type SandboxRequest } from "@storeglass/sandbox"
import { dropScreenshot, nextId, type Owned, type Product, type Screenshot } from "./owned.ts"
import {
  at,
  badAttribute,
  badRelationship,
  bodyOf,
  notFound,
  one,
  ref,
  relatedIn,
  textAt,
  type Wire,
  wrongState
} from "./wire.ts"

interface Asked {
  readonly request: SandboxRequest
  readonly base: string
  /** Where parts of this owner's uploads are sent. */
  readonly uploads: string
  readonly owned: Owned
}
type Route = readonly [method: string, path: string, handler: (asked: Asked, id: string) => Reply]

/** So that a small image comes in several parts too. */
const partBytes = 40
const kinds = {
  iap: { type: "inAppPurchaseAppStoreReviewScreenshots", parentType: "inAppPurchases", parent: "inAppPurchaseV2" },
  subscription: { type: "subscriptionAppStoreReviewScreenshots", parentType: "subscriptions", parent: "subscription" }
} as const
type Kind = keyof typeof kinds
const lists = { iap: "/v2/inAppPurchases/:id", subscription: "/v1/subscriptions/:id" } as const

const operationsOf = (uploads: string, { fileSize, id }: Screenshot) => {
  const most = Math.max(partBytes, Math.ceil(fileSize / 3))
  return Array.from({ length: Math.ceil(fileSize / most) }, (_, nth) => ({
    method: "PUT",
    url: `${uploads}/${id}/${nth * most}?signature=sandbox`,
    offset: nth * most,
    length: Math.min(most, fileSize - nth * most),
    requestHeaders: [{ name: "Content-Type", value: "image/png" }]
  }))
}
const wireOf = (kind: Kind, shot: Screenshot, operations: ReadonlyArray<object> = []): Wire => {
  const { checksum, fileName, fileSize, id, parentId, problem, state } = shot
  const { parent, parentType, type } = kinds[kind]
  return {
    type,
    id,
    attributes: {
      fileName,
      fileSize,
      ...(checksum === null ? {} : { sourceFileChecksum: checksum }),
      ...(operations.length === 0 ? {} : { uploadOperations: operations }),
      ...(state === "COMPLETE"
        ? { imageAsset: { templateUrl: `https://is1.example.com/${id}/{w}x{h}bb.{f}`, width: 1290, height: 2796 } }
        : {}),
      assetDeliveryState: {
        state,
        errors: problem === null ? [] : [{ code: "IMAGE_INVALID", description: problem }],
        warnings: []
      }
    },
    relationships: { [parent]: ref(parentType, parentId) }
  }
}

/** It looks at an image when it's asked for it the next time. */
const looked = (shot: Screenshot): Screenshot => {
  if (shot.state === "UPLOAD_COMPLETE") shot.state = shot.problem === null ? "COMPLETE" : "FAILED"
  return shot
}
const bytesOf = ({ parts }: Screenshot) =>
  Buffer.concat(
    Object.entries(parts)
      .sort(([a], [b]) => Number(a) - Number(b))
      .map(([, part]) => Buffer.from(part, "base64"))
  )

const routesOf = (kind: Kind): ReadonlyArray<Route> => {
  const { parent, parentType, type } = kinds[kind]
  const productOf = ({ owned }: Asked, id: string): Product | undefined =>
    owned.products.find((product) => product.kind === kind && product.id === id)
  const shotOf = (asked: Asked, id: string) =>
    asked.owned.screenshots.find((shot) => shot.id === id && productOf(asked, shot.parentId) !== undefined)
  return [
    [
      "GET",
      `${lists[kind]}/appStoreReviewScreenshot`,
      (asked, id) => {
        if (productOf(asked, id) === undefined) return notFound(parentType, id)
        const shot = asked.owned.screenshots.find(({ parentId }) => parentId === id)
        return shot === undefined
          ? json(200, { data: null, links: { self: `${asked.base}${asked.request.path}` } })
          : one(asked, wireOf(kind, looked(shot)))
      }
    ],
    [
      "GET",
      `/v1/${type}/:id`,
      (asked, id) => {
        const shot = shotOf(asked, id)
        return shot === undefined ? notFound(type, id) : one(asked, wireOf(kind, looked(shot)))
      }
    ],
    [
      "POST",
      `/v1/${type}`,
      (asked) => {
        const body = bodyOf(asked.request)
        const parentId = relatedIn(body, parent)
        if (productOf(asked, parentId) === undefined) {
          return badRelationship(`/data/relationships/${parent}`, `There is no '${parentId}'`)
        }
        if (asked.owned.screenshots.some((shot) => shot.parentId === parentId)) {
          return wrongState("There is a review screenshot already; only one is allowed")
        }
        const fileSize = Number(at(body, "data", "attributes", "fileSize"))
        if (!(fileSize > 0)) return badAttribute("fileSize", "The size must be above 0")
        const made: Screenshot = {
          id: nextId(asked.owned),
          parentId,
          fileName: textAt(body, "data", "attributes", "fileName") ?? "",
          fileSize,
          parts: {},
          state: "AWAITING_UPLOAD",
          checksum: null,
          problem: null
        }
        asked.owned.screenshots.push(made)
        return one(asked, wireOf(kind, made, operationsOf(asked.uploads, made)), [], 201)
      }
    ],
    [
      "PATCH",
      `/v1/${type}/:id`,
      (asked, id) => {
        const shot = shotOf(asked, id)
        if (shot === undefined) return notFound(type, id)
        if (shot.state !== "AWAITING_UPLOAD") return wrongState("It was uploaded already")
        const attributes = at(bodyOf(asked.request), "data", "attributes")
        const bytes = bytesOf(shot)
        if (at(attributes, "uploaded") !== true || bytes.length !== shot.fileSize) {
          return wrongState("Parts of the file are missing")
        }
        const checksum = createHash("md5").update(bytes).digest("hex")
        shot.checksum = textAt(attributes, "sourceFileChecksum") ?? null
        if (shot.checksum !== checksum) shot.problem = "The checksum isn't that of the file"
        else if (bytes.includes("blurred")) shot.problem = "The image is too small"
        shot.state = "UPLOAD_COMPLETE"
        return one(asked, wireOf(kind, shot))
      }
    ],
    [
      "DELETE",
      `/v1/${type}/:id`,
      (asked, id) => {
        const shot = shotOf(asked, id)
        if (shot === undefined) return notFound(type, id)
        dropScreenshot(asked.owned, shot)
        return nothing()
      }
    ]
  ]
}

export const screenshotRoutes = [...routesOf("iap"), ...routesOf("subscription")]

/** A part that came to its signed address; it takes no token. */
export const partAnswer = (request: SandboxRequest, owned: Owned): Reply => {
  const [, id, offset = ""] = /^\/(\d+)\/(\d+)$/.exec(request.path) ?? []
  const shot = owned.screenshots.find((each) => each.id === id)
  if (request.method !== "PUT" || shot === undefined || request.headers.authorization !== undefined) {
    return { status: 403, headers: {}, body: "" }
  }
  shot.parts[offset] = Buffer.from(request.bytes).toString("base64")
  return { status: 200, headers: {}, body: "" }
}
