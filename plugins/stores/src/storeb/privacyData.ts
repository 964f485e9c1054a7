/** What an app does with data, as its developer declares it, and what it may do on a device. */
import { Option, Result, Schema } from "effect"
import { misread, type Read } from "../common/answers.ts"
import { plainText } from "../common/html.ts"
import { HttpUrl, loose } from "../common/loose.ts"
import type { StorePermissions, StorePrivacy } from "../contract.ts"
import { blockOf, type PageBlocks } from "./pageBlocks.ts"
import { at, listAt, pick } from "./path.ts"
import {
  permissionGroup,
  permissionGroups,
  permissionsAlone,
  permissionText,
  safetyBlock,
  safetyCategory,
  safetyItem,
  safetyList,
  safetyPositions,
  safetyPractice
} from "./privacyPositions.ts"

const Item = Schema.Struct({
  name: Schema.NonEmptyString,
  optional: loose(Schema.Union([Schema.Boolean, Schema.Literals([0, 1])])),
  purposes: loose(Schema.String)
})
const decodeItem = Schema.decodeUnknownOption(Item)
const Practice = Schema.Struct({ name: Schema.NonEmptyString, description: loose(Schema.NonEmptyString) })
const decodePractice = Schema.decodeUnknownOption(Practice)
const decodeUrl = Schema.decodeUnknownOption(HttpUrl)

/** Reads a data safety page, which must be about this app. */
export const readPrivacy = (page: PageBlocks, appId: string): Read<StorePrivacy> => {
  const block = blockOf(page, {
    ...safetyBlock,
    fits: (value) => typeof at(value, safetyPositions.appId) === "string"
  })
  if (block === undefined) return misread("data safety is not where it was")
  const own = at(block, safetyPositions.appId)
  if (own !== appId) return misread(`the page is of ${String(own)}, not of ${appId}`)
  return Result.succeed({
    shared: declared(at(block, safetyPositions.shared)),
    collected: declared(at(block, safetyPositions.collected)),
    practices: listAt(block, safetyPositions.practices).flatMap((entry) =>
      Option.toArray(decodePractice(pick(entry, safetyPractice))).map(({ description, name }) => ({
        name,
        description: description === null ? null : plainText(description)
      }))
    ),
    privacyPolicyUrl: Option.getOrNull(decodeUrl(at(block, safetyPositions.privacyPolicyUrl)))
  })
}

/** A heading without a list says that there is none; without a heading nothing is declared. */
const declared = (part: unknown): StorePrivacy["shared"] => {
  if (part === undefined) return null
  return listAt(part, safetyList).flatMap((entry) => {
    const category = at(entry, safetyCategory.name)
    return listAt(entry, safetyCategory.items).flatMap((item) =>
      Option.toArray(decodeItem(pick(item, safetyItem))).map(({ name, optional, purposes }) => ({
        category: typeof category === "string" ? category : null,
        name,
        optional: optional === null ? null : Boolean(optional),
        purposes: purposes === null ? null : plainText(purposes)
      }))
    )
  })
}

const textsOf = (entries: ReadonlyArray<unknown>): ReadonlyArray<string> =>
  entries.flatMap((entry) => {
    const text = at(entry, permissionText)
    return typeof text === "string" && text !== "" ? [text] : []
  })

/** Reads the payload of an answer with permissions; null is an app that asks for none. */
export const readPermissions = (payload: unknown): Read<StorePermissions> => {
  if (payload !== null && !Array.isArray(payload)) return misread("permissions are not where they were")
  const groups = permissionGroups.flatMap((path) =>
    listAt(payload, path).map((entry) => {
      const name = at(entry, permissionGroup.name)
      return {
        group: typeof name === "string" ? name : null,
        permissions: textsOf(listAt(entry, permissionGroup.permissions))
      }
    })
  )
  const alone = textsOf(listAt(payload, permissionsAlone))
  const all = alone.length === 0 ? groups : [...groups, { group: null, permissions: alone }]
  return all.some(({ permissions }) => permissions.length === 0)
    ? misread("a group of permissions without any")
    : Result.succeed(all)
}
