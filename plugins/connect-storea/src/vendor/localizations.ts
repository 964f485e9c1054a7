/** Localizations: by themselves, as the documents have them, or on versions, as the vendor does since its 4.4.1. */
import { VendorConflict } from "@storeglass/plugin-api"
import { Effect } from "effect"
import * as Body from "./bodies.ts"
import {
  type ConsoleFailure,
  type ConsoleSettings,
  type LocalizationPatch,
  type Localized,
  type NewLocalization,
  VersionOpen
} from "./Console.ts"
import type { LocalizedKind } from "./kinds.ts"
import { localizationOf, related } from "./neutral.ts"
import type { Localization } from "./records.ts"
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

  /** Writes on the open version, or on one that is made. */
  const withVersion = Effect.fnUntraced(function* <A>(
    parentId: string,
    write: (versionId: string) => Effect.Effect<A, ConsoleFailure>
  ) {
    const known = yield* openVersion(parentId)
    const openVersionId =
      known ??
      (yield* line.send({ method: "POST", path: kind.versions, body: Body.newVersion(kind, parentId) }, ({ id }) => id))
        .after
    return yield* Effect.mapError(write(openVersionId), (failure) => new VersionOpen({ openVersionId, failure }))
  })

  const shown = { include: onVersions ? "version" : parent }
  const get = (id: string) => Effect.map(line.one(idIn(id), shown), ({ data }) => localizationOf(data, { parent }))
  /** By itself or on a version, wherever it is, with whose it is. */
  const placed = Effect.fnUntraced(function* (id: string) {
    const found = onVersions ? null : yield* line.found(idIn(id), shown)
    const { data } = found ?? (yield* line.one(`${kind.onVersion}/${encodeURIComponent(id)}`, { include: "version" }))
    const localization = localizationOf(data, { parent })
    const { parentId, versionId } = localization
    if (parentId !== null) return { localization, parentId }
    if (versionId === null) return yield* line.drift(`${kind.type}: one that doesn't tell whose it is`)
    const version = yield* line.one(`${kind.versions}/${encodeURIComponent(versionId)}`, {
      include: kind.versionParent
    })
    const owner = related(version.data, kind.versionParent)
    return owner === null
      ? yield* line.drift(`${kind.versionType}: one that doesn't tell whose it is`)
      : { localization: { ...localization, parentId: owner }, parentId: owner }
  })
  /** The same language on a version; the vendor may have copied it there. */
  const sameOn = (versionId: string, parentId: string, { locale }: Localization) =>
    Effect.map(list(kind.ofVersion(versionId), { parentId, versionId }), ({ items }) =>
      items.find((one) => one.locale === locale)
    )
  const patchOn = (versionId: string, parentId: string, localization: Localization, patch: LocalizationPatch) =>
    Effect.flatMap(sameOn(versionId, parentId, localization), (there) => {
      if (there !== undefined) {
        return line.send(
          {
            method: "PATCH",
            path: `${kind.onVersion}/${encodeURIComponent(there.id)}`,
            body: Body.localizationPatch(kind, there.id, patch)
          },
          (resource) => localizationOf(resource, { parent, parentId, versionId })
        )
      }
      const { locale, name } = localization
      const description = (patch.description === undefined ? localization.description : patch.description) ?? undefined
      return createOn(versionId, parentId, { locale: locale ?? "", name: patch.name ?? name ?? "", description })
    })

  return {
    list: Effect.fnUntraced(function* (parentId) {
      if (!onVersions) return yield* list(kind.ofParent(parentId), { parentId })
      const version = yield* latestVersion(parentId)
      return version === undefined
        ? { items: [], total: 0, truncated: false }
        : yield* list(kind.ofVersion(version.id), { parentId, versionId: version.id })
    }),
    get: Effect.fnUntraced(function* (id, { createVersion = false } = {}) {
      if (!createVersion) return yield* get(id)
      const { localization, parentId } = yield* placed(id)
      const versionId = yield* openVersion(parentId)
      return (versionId === undefined ? undefined : yield* sameOn(versionId, parentId, localization)) ?? localization
    }),
    // Where it hangs tells its path, whatever localizations are written by now.
    remove: ({ id, versionId }) =>
      line.remove(`${versionId === null ? kind.alone : kind.onVersion}/${encodeURIComponent(id)}`),
    create: Effect.fnUntraced(function* (parentId, localization, { createVersion = false } = {}) {
      if (createVersion) return yield* withVersion(parentId, (id) => createOn(id, parentId, localization))
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
    update: Effect.fnUntraced(function* (id, patch, { createVersion = false } = {}) {
      if (createVersion) {
        const { localization, parentId } = yield* placed(id)
        return yield* withVersion(parentId, (versionId) => patchOn(versionId, parentId, localization, patch))
      }
      return yield* line.send(
        { method: "PATCH", path: idIn(id), body: Body.localizationPatch(kind, id, patch), rename: offersVersion },
        (resource) => localizationOf(resource, { parent })
      )
    })
  }
}
