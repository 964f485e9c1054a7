/** Listings in folders on a disk. */
import { CommandFailed } from "@storeglass/plugin-api/cli"
import { Effect, FileSystem, Path } from "effect"
import { FolderRefused, listingsOfTree, type Tree } from "./listings.ts"

const onDisk = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const { basename, join } = yield* Path.Path
  const tree: Tree = {
    isFolder: (path) =>
      fs.stat(path).pipe(
        Effect.map(({ type }) => type === "Directory"),
        Effect.orElseSucceed(() => false)
      ),
    namesIn: (path) =>
      fs.readDirectory(path).pipe(
        Effect.map((found) => found.toSorted()),
        Effect.orElseSucceed((): ReadonlyArray<string> => [])
      ),
    bytesOf: (path) =>
      Effect.mapError(
        fs.readFile(path),
        ({ message }) => new FolderRefused({ message: `${path}: can't be read: ${message}` })
      ),
    join,
    basename
  }
  return tree
})

/** Of a repository, of its `metadata` folder, or of that of one store. */
export const listingsIn = Effect.fn("listingsIn")(function* (folder: string) {
  return yield* listingsOfTree(yield* onDisk, folder).pipe(
    Effect.mapError(({ message }) => new CommandFailed({ message }))
  )
})
