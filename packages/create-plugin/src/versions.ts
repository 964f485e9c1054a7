import { readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { ScaffoldError } from "./names.ts"

const own = resolve(import.meta.dirname, "..")
const readJson = (file: string): unknown => JSON.parse(readFileSync(file, "utf8"))

const at = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined

const textAt = (file: string, ...keys: ReadonlyArray<string>) => {
  const value = keys.reduce(at, readJson(file))
  if (typeof value !== "string") throw new ScaffoldError(`${file}: has no ${keys.join(".")}`)
  return value
}

/** The version of a package or plugin of the checkout. */
export const versionIn = (checkout: string, folder: string) => textAt(join(checkout, folder, "package.json"), "version")

/** The range of the plugin API that a plugin of the checkout is built for. */
export const versionsIn = (checkout: string) => ({
  core: `^${versionIn(checkout, "packages/plugin-api")}`,
  stores: `^${versionIn(checkout, "plugins/stores")}`
})

/** The range of a package that this one was published with. In the checkout itself: its version there. */
export const publishedWith = (name: string): string => {
  const range = textAt(join(own, "package.json"), "devDependencies", name)
  const checkout = resolve(own, "../..")
  if (range.startsWith("workspace:")) {
    const folder = name.replace("@storeglass/", "")
    return `^${versionIn(checkout, folder === "stores" ? `plugins/${folder}` : `packages/${folder}`)}`
  }
  if (!range.startsWith("catalog:")) return range
  const catalog = readFileSync(join(checkout, "pnpm-workspace.yaml"), "utf8")
  const version = new RegExp(`^ {2}"?${name}"?: (.+)$`, "m").exec(catalog)?.[1]
  if (version === undefined) throw new ScaffoldError(`pnpm-workspace.yaml: has no ${name} in its catalog`)
  return version
}
