/** The files of an archive as folders to read. */
import { Effect } from "effect"
import { FolderRefused, type Tree } from "../lint/listings.ts"

const steps = (path: string) => path.split("/").filter((step) => step !== "" && step !== ".")

/** What archivers add by themselves. */
const isNoise = (names: ReadonlyArray<string>) => names.includes("__MACOSX") || names.includes("..")

/** Paths that lead out of the archive, and what archivers add, are left out. */
export const treeOf = (files: Iterable<readonly [path: string, bytes: Uint8Array]>): Tree => {
  const byPath = new Map<string, Uint8Array>()
  const folders = new Map<string, Set<string>>([["", new Set()]])
  for (const [path, bytes] of files) {
    const names = steps(path.replaceAll("\\", "/"))
    if (names.length === 0 || isNoise(names)) continue
    byPath.set(names.join("/"), bytes)
    names.forEach((name, at) => {
      const parent = names.slice(0, at).join("/")
      folders.set(parent, (folders.get(parent) ?? new Set()).add(name))
    })
  }
  const plain = (path: string) => steps(path).join("/")
  return {
    isFolder: (path) => Effect.succeed(folders.has(plain(path))),
    namesIn: (path) => Effect.succeed([...(folders.get(plain(path)) ?? [])].toSorted()),
    bytesOf: (path) => {
      const bytes = byPath.get(plain(path))
      return bytes === undefined
        ? Effect.fail(new FolderRefused({ message: `${path}: isn't a file of the archive` }))
        : Effect.succeed(bytes)
    },
    join: (...parts) => parts.filter((part) => part !== "").join("/"),
    basename: (path) => steps(path).at(-1) ?? ""
  }
}
