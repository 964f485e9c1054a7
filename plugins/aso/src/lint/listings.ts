/** Listings in the folders that release tools read. */
import { Data, Effect } from "effect"
import type { FieldName, Metadata, Platform } from "../rules/check.ts"

export interface ListingFile {
  readonly path: string
  readonly text: string
}

export interface Listing {
  readonly platform: Platform
  /** As its folder is called; undefined: the texts are for every locale. */
  readonly locale: string | undefined
  readonly folder: string
  readonly files: ReadonlyMap<FieldName, ListingFile>
}

/** Within the folder of a locale. */
export const fileNames: Readonly<Record<Platform, ReadonlyArray<readonly [FieldName, string]>>> = {
  storea: [
    ["title", "name.txt"],
    ["subtitle", "subtitle.txt"],
    ["keywords", "keywords.txt"],
    ["fullDescription", "description.txt"],
    ["promotionalText", "promotional_text.txt"],
    ["whatsNew", "release_notes.txt"]
  ],
  storeb: [
    ["title", "title.txt"],
    ["shortDescription", "short_description.txt"],
    ["fullDescription", "full_description.txt"]
  ]
}
/** No text of a listing is near it. */
const bytesMax = 1_048_576

/** The notes of the newest version: the greatest number, else the default ones. */
const newestOf = (files: ReadonlyArray<string>): string | undefined =>
  files
    .filter((name) => /^\d{1,10}\.txt$/.test(name))
    .toSorted((a, b) => Number.parseInt(b, 10) - Number.parseInt(a, 10))[0] ??
  files.find((name) => name === "default.txt")

/** What is wrong with a folder or a file in it, by its path. */
export class FolderRefused extends Data.TaggedError("FolderRefused")<{ readonly message: string }> {}

/** Folders and files, on a disk or in an archive. */
export interface Tree {
  readonly isFolder: (path: string) => Effect.Effect<boolean>
  /** In their order; none where it's no folder. */
  readonly namesIn: (path: string) => Effect.Effect<ReadonlyArray<string>>
  readonly bytesOf: (path: string) => Effect.Effect<Uint8Array, FolderRefused>
  readonly join: (...parts: ReadonlyArray<string>) => string
  readonly basename: (path: string) => string
}

const reading = ({ basename, bytesOf, isFolder, join, namesIn }: Tree) => {
  const read = Effect.fnUntraced(function* (path: string) {
    const failed = (message: string) => new FolderRefused({ message: `${path}: ${message}` })
    const bytes = yield* bytesOf(path)
    if (bytes.length > bytesMax) return yield* failed(`${bytes.length} bytes, more than any text of a listing may have`)
    const text = yield* Effect.try({
      try: () => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes),
      catch: () => failed("isn't UTF-8; save it as UTF-8")
    })
    // Editors end a file with a line break, which release tools take off.
    return { path, text: text.replace(/\r?\n$/, "") }
  })

  const listingIn = Effect.fnUntraced(function* (platform: Platform, folder: string) {
    const inFolder = yield* namesIn(folder)
    const files = new Map<FieldName, ListingFile>()
    for (const [field, name] of fileNames[platform]) {
      if (inFolder.includes(name)) files.set(field, yield* read(join(folder, name)))
    }
    const notes = platform === "storeb" ? newestOf(yield* namesIn(join(folder, "changelogs"))) : undefined
    if (notes !== undefined) files.set("whatsNew", yield* read(join(folder, "changelogs", notes)))
    const locale = basename(folder)
    const listing: Listing = { platform, folder, files, locale: locale === "default" ? undefined : locale }
    return files.size === 0 ? [] : [listing]
  })

  const listingsOf = Effect.fnUntraced(function* (platform: Platform, parent: string) {
    const folders = yield* Effect.filter(yield* namesIn(parent), (name) => isFolder(join(parent, name)))
    return (yield* Effect.forEach(folders, (name) => listingIn(platform, join(parent, name)))).flat()
  })

  return Effect.fnUntraced(function* (folder: string) {
    if (!(yield* isFolder(folder))) return yield* new FolderRefused({ message: `${folder}: isn't a folder` })
    const [root = folder] = yield* Effect.filter(
      [join(folder, "fastlane", "metadata"), join(folder, "metadata")],
      isFolder
    )
    const both = [...(yield* listingsOf("storea", root)), ...(yield* listingsOf("storeb", join(root, "android")))]
    // The folder of one store alone may be named too.
    const all = both.length > 0 ? both : yield* listingsOf("storeb", root)
    if (all.length > 0) return all
    const expected = "metadata/<locale>/name.txt or metadata/android/<locale>/title.txt"
    return yield* new FolderRefused({ message: `${folder}: has no listing; expected ${expected}` })
  })
}

/** Of a repository, of its `metadata` folder, or of that of one store, in any tree. */
export const listingsOfTree = (tree: Tree, folder: string): Effect.Effect<ReadonlyArray<Listing>, FolderRefused> =>
  reading(tree)(folder)

export const metadataOf = ({ files, locale, platform }: Listing): Metadata => ({
  platform,
  locale,
  ...Object.fromEntries([...files].map(([field, { text }]) => [field, text]))
})
