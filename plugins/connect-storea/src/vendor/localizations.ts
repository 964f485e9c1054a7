/** Localizations: by themselves, as the documents have them, or on versions, as the vendor does since its 4.4.1. */
import { VendorConflict } from "@storeglass/plugin-api"
import { Effect } from "effect"
import * as Body from "./bodies.ts"
import { type ConsoleSettings, type Localized, type NewLocalization, VersionOpen } from "./Console.ts"
import type { LocalizedKind } from "./kinds.ts"
import { localizationOf } from "./neutral.ts"
import { refusalOf } from "./refusals.ts"
import { type Line, type Rename, rowsMax } from "./transport.ts"

const open = "PREPARE_FOR_SUBMISSION"
const offer =
  "send createVersion: true (body) to write it on the product's open version, or on a new one where none is open; a version can't be deleted"

/** What is refused because the product is approved can go on a version. */
const offersVersion: Rename = (status, said) => {
  const failure = refusalOf(status, said)
  return failure instanceof VendorConflict && !/DUPLICATE/.test(said.code ?? "")
    ? new VendorConflict(`${failure.message}; ${offer}`, { cause: failure })
    : undefined
}

export const localizationsOf = (
  line: Line,
  kind: LocalizedKind,
  { localizations }: Pick<ConsoleSettings, "localizations">
): Localized => {
  const { parent } = kind
  const onVersions = localizations === "versions"
  const path = onVersions ? kind.onVersion : kind.alone
  const idIn = (id: string) => `${path}/${encodeURIComponent(id)}`

  const list = (path: string, where: { readonly parentId: string; readonly versionId?: string }) =>
    line.rows({
      path,
      query: { limit: "200" },
      max: rowsMax,
      record: (resource) => localizationOf(resource, { parent, ...where })
    })

  const openVersion = Effect.fnUntraced(function* (parentId: string) {
    const versions = yield* line.rows({
      path: kind.versionsOf(parentId),
      query: { "filter[state]": open, limit: "200" },
      max: rowsMax,
      record: ({ id }) => id
    })
    return versions.items[0]
  })
  const latestVersion = Effect.fnUntraced(function* (parentId: string) {
    const versions = yield* line.rows({
      path: kind.versionsOf(parentId),
      query: { limit: "200" },
      max: rowsMax,
      record: ({ attributes, id }) => ({ id, version: Number(attributes?.version ?? 0) })
    })
    return versions.items.reduce<{ readonly id: string; readonly version: number } | undefined>(
      (best, each) => (best === undefined || each.version > best.version ? each : best),
      undefined
    )
  })

  const createOn = (versionId: string, parentId: string, localization: NewLocalization) =>
    line.send(
      { method: "POST", path: kind.onVersion, body: Body.newLocalizationOnVersion(kind, versionId, localization) },
      (resource) => localizationOf(resource, { parent, parentId, versionId })
    )

  /** The open version, or one that is made. */
  const createWithVersion = Effect.fnUntraced(function* (parentId: string, localization: NewLocalization) {
    const known = yield* openVersion(parentId)
    const openVersionId =
      known ??
      (yield* line.send({ method: "POST", path: kind.versions, body: Body.newVersion(kind, parentId) }, ({ id }) => id))
        .after
    return yield* Effect.mapError(
      createOn(openVersionId, parentId, localization),
      (failure) => new VersionOpen({ openVersionId, failure })
    )
  })

  return {
    list: Effect.fnUntraced(function* (parentId) {
      if (!onVersions) return yield* list(kind.ofParent(parentId), { parentId })
      const version = yield* latestVersion(parentId)
      return version === undefined
        ? { items: [], total: 0, truncated: false }
        : yield* list(kind.ofVersion(version.id), { parentId, versionId: version.id })
    }),
    get: (id) =>
      Effect.map(line.one(idIn(id), { include: onVersions ? "version" : parent }), ({ data }) =>
        localizationOf(data, { parent })
      ),
    // Where it hangs tells its path, whatever localizations are written by now.
    remove: ({ id, versionId }) =>
      line.remove(`${versionId === null ? kind.alone : kind.onVersion}/${encodeURIComponent(id)}`),
    create: Effect.fnUntraced(function* (parentId, localization, { createVersion = false } = {}) {
      if (createVersion) return yield* createWithVersion(parentId, localization)
      if (!onVersions) {
        return yield* line.send(
          {
            method: "POST",
            path: kind.alone,
            body: Body.newLocalization(kind, parentId, localization),
            rename: offersVersion
          },
          (resource) => localizationOf(resource, { parent, parentId })
        )
      }
      const versionId = yield* openVersion(parentId)
      return versionId === undefined
        ? yield* new VendorConflict(`the product has no open version; ${offer}`)
        : yield* createOn(versionId, parentId, localization)
    }),
    update: (id, patch) =>
      line.send(
        {
          method: "PATCH",
          path: idIn(id),
          body: Body.localizationPatch(kind, id, patch),
          rename: (status, said) => {
            const failure = refusalOf(status, said)
            return failure instanceof VendorConflict
              ? new VendorConflict(
                  `${failure.message}; of an approved product it is changed on a version: create the localization there, with createVersion: true (body)`,
                  { cause: failure }
                )
              : undefined
          }
        },
        (resource) => localizationOf(resource, { parent })
      )
  }
}
