import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { Effect } from "effect"
import { afterAll } from "vitest"

type Files = Readonly<Record<string, string>>

const makeFolder = (files: Files = {}) => {
  const folder = mkdtempSync(join(tmpdir(), "storeglass-boot-"))
  writeInto(folder, files)
  return folder
}
const writeInto = (folder: string, files: Files) => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}
const remove = (folder: string) => rmSync(folder, { recursive: true, force: true })

/** A folder with these files, by their paths, for the length of a test. */
export const folderOf = (files: Files) =>
  Effect.acquireRelease(
    Effect.sync(() => makeFolder(files)),
    (folder) => Effect.sync(() => remove(folder))
  )

/** A folder for the length of a suite. */
export const useFolder = () => {
  const folder = makeFolder()
  afterAll(() => remove(folder))
  return { folder, write: (files: Files) => writeInto(folder, files) }
}

export const packageJson = (name: string, exports: Files) => JSON.stringify({ name, type: "module", exports })
