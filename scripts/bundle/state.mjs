// Where the bundle is, and whether it's of these sources. Plain JavaScript on Node's own modules alone: the front door reads
// it on any Node, and each gateway before it loads anything else.
import fs from "node:fs"
import path from "node:path"
import { fileURLToPath } from "node:url"

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..")
/** Each build has a folder of its own in here; the manifest names the newest. */
export const bundles = path.join(root, ".storeglass", "bundle")
export const manifestFile = path.join(bundles, "manifest.json")

/** Also of a process that is another user's. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === "EPERM"
  }
}

export function readManifest() {
  try {
    return JSON.parse(fs.readFileSync(manifestFile, "utf8"))
  } catch {
    return undefined
  }
}

export function isFresh({ build, sources }) {
  return (
    fs.existsSync(path.join(bundles, build)) &&
    sources.every(([file, size, mtimeMs]) => {
      const stat = fs.statSync(path.join(root, file), { throwIfNoEntry: false })
      return stat !== undefined && stat.size === size && stat.mtimeMs === mtimeMs
    })
  )
}
