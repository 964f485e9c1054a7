// The version of each package is in its package.json, where changesets raises it. What the code says of it follows:
// `--write` writes it there, otherwise it is compared.
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { packages, root } from "./build-packages.ts"

const places: Readonly<Record<string, readonly [file: string, line: RegExp]>> = {
  "packages/plugin-api": ["src/definePlugin.ts", /^(export const apiVersion = ")([^"]+)(")$/m],
  "packages/gateway": ["src/boot.ts", /^(export const version = ")([^"]+)(")$/m]
}
const inPlugin = ["src/plugin.ts", /^( {2}version: ")([^"]+)(",?)$/m] as const

/** Files that name another version than their package.json, with what they should be. */
export const staleVersions = (): ReadonlyMap<string, string> =>
  new Map(
    packages().flatMap(({ folder, manifest: { version } }) => {
      const place = places[folder] ?? (folder.startsWith("plugins/") ? inPlugin : undefined)
      if (place === undefined) return []
      const file = join(root, folder, place[0])
      const text = readFileSync(file, "utf8")
      if (!place[1].test(text)) throw new Error(`${file} does not say its version where it is expected`)
      const next = text.replace(place[1], (_, before: string, _old: string, after: string) => before + version + after)
      return next === text ? [] : [[file, next] as const]
    })
  )

if (process.argv[1] === import.meta.filename) {
  for (const [file, text] of staleVersions()) {
    if (process.argv.includes("--write")) writeFileSync(file, text)
    else {
      process.stderr.write(`${file} names another version than its package.json; run npm run bump\n`)
      process.exitCode = 1
    }
  }
}
