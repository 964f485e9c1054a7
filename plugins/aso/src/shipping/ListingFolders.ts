/** An account's versions as folders, and folders as its draft versions. */
import {
  asDocumented,
  brandOf,
  Caller,
  Content,
  Files,
  type InvalidAppId,
  InvalidInput,
  isoOf,
  NotFound,
  type Param,
  type PlatformUnsupported,
  type ServiceUnavailable,
  TierLimitExceeded
} from "@storeglass/plugin-api"
import { AppStores, byCodePoint, trackIdOf } from "@storeglass/stores/contract"
import { DraftVersions, KeptVersions, Workspace } from "@storeglass/workspace/contract"
import { Clock, Context, Effect, Layer, Option } from "effect"
import { MetadataRules } from "../contract.ts"
import { type Listing, listingsOfTree, metadataOf } from "../lint/listings.ts"
import { storeLocaleOf } from "../rules/locales.ts"
import type { Metadata, Platform } from "../rules/metadata.ts"
import { currentYear } from "../rules/year.ts"
import { chosen, onceByLanguage } from "./chosen.ts"
import { filesOf, folderOf } from "./layout.ts"
import { fileMs, type ListingFiles, type ReadAnswer, type ReadBody, type states, zipBytesMax } from "./schema.ts"
import { draftTexts, fieldsOf, localeOfVersion, neat, textsOf } from "./texts.ts"
import { treeOf } from "./tree.ts"
import { zipOf } from "./zip.ts"

interface OfApp {
  readonly id: string
  readonly platform: Param.Platform
}
export interface ExportQuery extends OfApp {
  readonly state: (typeof states)[number]
  readonly versionIds?: ReadonlyArray<string> | undefined
  readonly zip: boolean
}
export type ReadQuery = OfApp & Omit<ReadBody, "platform">

const archiveName = (appId: string, platform: Platform) => `${appId.replaceAll(/[^\w.-]/g, "_")}-${platform}.zip`

const sameText = (one: string, other: string | null) => other !== null && neat(one) === neat(other)

type Refused = InvalidAppId | InvalidInput | NotFound | PlatformUnsupported | ServiceUnavailable

/** Releases and drafts as folders of release tools, and back. */
export class ListingFolders extends Context.Service<
  ListingFolders,
  {
    readonly export: (query: ExportQuery) => Effect.Effect<ListingFiles, Refused, Caller>
    readonly read: (query: ReadQuery) => Effect.Effect<ReadAnswer, Refused | TierLimitExceeded, Caller>
  }
>()("@storeglass/aso/ListingFolders") {
  static readonly layer = Layer.effect(
    ListingFolders,
    Effect.gen(function* () {
      const stores = yield* AppStores
      const rules = yield* MetadataRules
      const files = yield* Files
      const content = yield* Content
      const kept = yield* Effect.serviceOption(KeptVersions)
      const drafts = yield* Effect.serviceOption(DraftVersions)
      const workspace = yield* Effect.serviceOption(Workspace)

      const appOf = Effect.fnUntraced(function* ({ id, platform }: OfApp) {
        const store = yield* stores.get(platform)
        return { platform: store.platform, appId: yield* store.parseAppId(id) }
      })
      const notKept = (appId: string) =>
        new NotFound(`id: ${appId} isn't in your workspace; add it with POST /v1/user/apps`)
      const versionsOf = Effect.fnUntraced(function* (app: { readonly platform: Platform; readonly appId: string }) {
        if (Option.isNone(kept))
          return yield* new NotFound("the plugin workspace, which keeps your versions, isn't enabled here")
        const { accountId } = yield* Caller
        const versions = yield* kept.value.of(accountId, app)
        return versions ?? (yield* notKept(app.appId))
      })
      /** By the name that the app is kept under: a draft's own title would excuse itself. */
      const linterFor = Effect.fnUntraced(function* ({ appId, platform }: { platform: Platform; appId: string }) {
        const { accountId } = yield* Caller
        const name = Option.isNone(workspace)
          ? null
          : ((yield* workspace.value.app(accountId, platform, appId))?.appName ?? null)
        const year = yield* currentYear
        const brand = name === null ? undefined : brandOf(name)
        return (metadata: Metadata) => {
          const { issues, score } = rules.check(metadata, { brand, year })
          const count = (of: string) => issues.filter(({ severity }) => severity === of).length
          return { errors: count("error"), warnings: count("warning"), score }
        }
      })

      const stored = Effect.fnUntraced(function* (name: string, shipped: ListingFiles["files"]) {
        const { accountId } = yield* Caller
        const encoder = new TextEncoder()
        const bytes = zipOf(shipped.map(({ path, text }) => ({ path, bytes: encoder.encode(text) })))
        const expiresAtMs = (yield* Clock.currentTimeMillis) + fileMs
        return yield* files.put({ accountId, name, type: "application/zip", bytes, expiresAtMs }).pipe(
          Effect.map(({ size, url }) => ({
            zip: { url, name, bytes: size, expiresAt: isoOf(expiresAtMs) },
            zipReason: null
          })),
          Effect.catchTag("FileRefused", ({ message }) => Effect.succeed({ zip: null, zipReason: message }))
        )
      })

      const exported = Effect.fn("ListingFolders.export")(function* (query: ExportQuery) {
        const app = yield* appOf(query)
        const { appId, platform } = app
        const all = yield* versionsOf(app)
        const lintOf = yield* linterFor(app)
        const { state, versionIds } = query
        const unknown = versionIds?.find((id) => !all.some((version) => version.id === id))
        if (unknown !== undefined) return yield* new NotFound(`versionIds: ${appId} has no version '${unknown}'`)
        const asked =
          versionIds === undefined
            ? all.filter(({ releasedAt }) => state === "latest" || (releasedAt !== null) === (state === "released"))
            : all.filter(({ id }) => versionIds.includes(id))
        // The release that holds is the latest released, not the latest made.
        const inOrder =
          state === "released" && versionIds === undefined
            ? asked.toSorted((a, b) => byCodePoint(b.releasedAt ?? "", a.releasedAt ?? "") || byCodePoint(b.id, a.id))
            : asked
        const { byLocale, skipped } = chosen(platform, inOrder, versionIds !== undefined)
        const listings = byLocale.map(([locale, version]) => ({ locale, version, texts: textsOf(platform, version) }))
        const shipped = listings.filter(({ texts }) => Object.keys(texts).length > 0)
        const empty = listings.filter(({ texts }) => Object.keys(texts).length === 0)
        const shippedFiles = shipped.flatMap(({ locale, texts }) => filesOf({ platform, locale, texts }))
        const archive =
          query.zip && shippedFiles.length > 0
            ? yield* stored(archiveName(appId, platform), shippedFiles)
            : { zip: null, zipReason: query.zip ? "there's no text to put into it" : null }
        return {
          appId: trackIdOf(platform, appId),
          platform,
          files: shippedFiles,
          listings: shipped.map(({ locale, texts, version }) => ({
            locale,
            folder: folderOf(platform, locale),
            versionId: version.id,
            versionName: version.versionName,
            isReleased: version.releasedAt !== null,
            lint: lintOf({ platform, locale, ...texts })
          })),
          skipped: onceByLanguage([
            ...skipped,
            ...empty.map(({ version: { id, language } }) => ({ versionId: id, language, reason: "no_texts" as const }))
          ]),
          ...archive
        }
      }, asDocumented)

      const unpacked = Effect.fnUntraced(function* (base64: string) {
        const packed = base64.replace(/[\s=]/g, "")
        const bytes = new Uint8Array(Buffer.from(packed, "base64"))
        if (bytes.length !== Math.floor((packed.length * 3) / 4))
          return yield* new InvalidInput("base64 (body): isn't base64")
        if (bytes.length > zipBytesMax)
          return yield* new InvalidInput("base64 (body): the archive has more than 2 MiB; leave the pictures out")
        const entries = yield* content
          .unzip(bytes, { bytesMax: 4 * zipBytesMax })
          .pipe(Effect.mapError(({ message }) => new InvalidInput(`base64 (body): ${message}`)))
        const tree = treeOf(entries.map(({ bytes, name }) => [name, bytes] as const))
        // Archives of a repository have one folder above all others.
        const within = (folder: string): Effect.Effect<ReadonlyArray<Listing>, InvalidInput> =>
          listingsOfTree(tree, folder).pipe(
            Effect.catch(({ message }) =>
              Effect.flatMap(tree.namesIn(folder), ([only, ...others]) =>
                only === undefined || others.length > 0 || !message.includes("has no listing")
                  ? Effect.fail(new InvalidInput(`base64 (body): ${folder === "" ? "the archive" : ""}${message}`))
                  : Effect.flatMap(tree.isFolder(tree.join(folder, only)), (isFolder) =>
                      isFolder
                        ? within(tree.join(folder, only))
                        : Effect.fail(new InvalidInput(`base64 (body): the archive${message}`))
                    )
              )
            )
          )
        return yield* within("")
      })

      const read = Effect.fn("ListingFolders.read")(function* ({
        base64,
        preview = true,
        versionName,
        ...of
      }: ReadQuery) {
        const app = yield* appOf(of)
        const { appId, platform } = app
        const versions = yield* versionsOf(app)
        const lintOf = yield* linterFor(app)
        const { accountId, plan } = yield* Caller
        if (Option.isNone(drafts)) return yield* notKept(appId)
        const listings = yield* unpacked(base64)
        const own = listings.filter((listing) => listing.platform === platform)
        const seen = new Set<string>()
        const rows = own
          .toSorted((a, b) => byCodePoint(a.locale ?? "", b.locale ?? ""))
          .map((listing) => {
            const { locale: folder = "default" } = listing
            const locale = storeLocaleOf(platform, folder)
            const skip = (reason: string) => ({ folder, listing, reason, latest: undefined, texts: {}, changes: [] })
            if (locale === undefined) return skip(`'${folder}' isn't one of the store's locales`)
            if (seen.has(locale)) return skip(`another folder is for ${locale} too`)
            seen.add(locale)
            const latest = versions.find((version) => localeOfVersion(platform, version) === locale)
            const told = Object.fromEntries([...listing.files].map(([field, { text }]) => [field, text]))
            const texts = draftTexts(platform, told)
            const before = latest === undefined ? {} : textsOf(platform, latest)
            const changes = fieldsOf(platform).flatMap((field) => {
              const after = neat(told[field] ?? "")
              const was = before[field] ?? null
              return after === "" || sameText(after, was) ? [] : [{ field, before: was, after }]
            })
            const reason = Object.keys(texts).length === 0 ? "its files are empty" : null
            return { folder, listing, reason, latest, texts, changes, language: latest?.language ?? locale }
          })
        const wanted = rows.flatMap(({ changes, reason, texts, ...row }) =>
          reason === null && changes.length > 0 && "language" in row
            ? [{ folder: row.folder, language: row.language, texts }]
            : []
        )
        const day = isoOf(yield* Clock.currentTimeMillis).slice(0, 10)
        const made =
          wanted.length === 0
            ? []
            : yield* drafts.value
                .draftAll({
                  accountId,
                  plan,
                  app,
                  versionName: versionName ?? `Folder ${day}`,
                  drafts: wanted.map(({ language, texts }) => ({ language, texts })),
                  isPreview: preview
                })
                .pipe(
                  Effect.catchTag("DraftRefused", ({ reason }) =>
                    Effect.fail(
                      /plan/.test(reason) ? new TierLimitExceeded(reason) : new InvalidInput(`base64 (body): ${reason}`)
                    )
                  )
                )
        if (made === undefined) return yield* notKept(appId)
        const drafted = new Map(wanted.map(({ folder }, index) => [folder, made[index]]))
        return {
          appId: trackIdOf(platform, appId),
          platform,
          isPreview: preview,
          drafted: made.length,
          listings: rows.map(({ changes, folder, listing, reason }) => {
            const version = drafted.get(folder)
            return {
              locale: folder,
              status:
                reason !== null
                  ? ("skipped" as const)
                  : version === undefined
                    ? ("unchanged" as const)
                    : ("drafted" as const),
              reason,
              version:
                version === undefined
                  ? null
                  : { id: preview ? null : version.id, versionName: version.versionName, language: version.language },
              changes: reason === null ? changes : [],
              lint: reason === null ? lintOf(metadataOf(listing)) : null
            }
          }),
          otherStore: listings.length - own.length
        }
      }, asDocumented)

      return ListingFolders.of({ export: exported, read })
    })
  )
}
