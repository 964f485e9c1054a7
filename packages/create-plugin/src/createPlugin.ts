import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { basename, dirname, join, relative, resolve } from "node:path"
import { withPlugin } from "./enable.ts"
import { camelCase, pascalCase, ScaffoldError, wrongWithId } from "./names.ts"
import { publishedWith, versionsIn } from "./versions.ts"

const templates = resolve(import.meta.dirname, "../template")

/** What was written. */
export interface CreatedPlugin {
  readonly folder: string
  /** Relative to the folder. */
  readonly files: ReadonlyArray<string>
  /** The config file that got a line. */
  readonly config: string | undefined
}

/** Whether a folder is the root of a Storeglass checkout. */
export const isCheckout = (folder: string) =>
  existsSync(join(folder, "pnpm-workspace.yaml")) && existsSync(join(folder, "packages/plugin-api/package.json"))

const checkId = (id: string) => {
  const wrong = wrongWithId(id)
  if (wrong !== undefined) throw new ScaffoldError(`'${id}' ${wrong}`)
}

const filesOf = (template: string): ReadonlyArray<readonly [path: string, text: string]> =>
  readdirSync(join(templates, template), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [realName(relative(join(templates, template), file)), readFileSync(file, "utf8")] as const)

// Files of these names mean something to npm wherever they lie in a package.
const realName = (path: string) => path.replace(/^_package$/, "package.json").replace(/^_gitignore$/, ".gitignore")

type Versions = Readonly<Record<"core" | "stores", string>>

const named = (text: string, id: string, versions: Versions) =>
  text
    .replaceAll("my-plugin", id)
    .replaceAll("MyPlugin", pascalCase(id))
    .replaceAll("myPlugin", camelCase(id))
    .replaceAll("{core}", versions.core)
    .replaceAll("{stores}", versions.stores)

// Appears whole or not at all, and never over what is there.
const writeFolder = (folder: string, files: ReadonlyArray<readonly [path: string, text: string]>) => {
  if (existsSync(folder)) throw new ScaffoldError(`${folder} already exists; nothing was written. Use another id`)
  mkdirSync(dirname(folder), { recursive: true })
  const aside = mkdtempSync(join(dirname(folder), `.${basename(folder)}-`))
  try {
    for (const [path, text] of files) {
      mkdirSync(dirname(join(aside, path)), { recursive: true })
      writeFileSync(join(aside, path), text)
    }
    renameSync(aside, folder)
  } catch (error) {
    rmSync(aside, { recursive: true, force: true })
    throw error
  }
}

const written = (
  folder: string,
  id: string,
  versions: Versions,
  parts: ReadonlyArray<readonly [path: string, text: string]>
) => {
  const files = parts.map(([path, text]) => [named(path, id, versions), named(text, id, versions)] as const)
  writeFolder(folder, files)
  return files.map(([path]) => path).sort()
}

/** Writes `plugins/<id>` of a checkout, and its line in a config file unless that is undefined. */
export const createPluginInCheckout = (options: {
  readonly id: string
  readonly checkout: string
  readonly config: string | undefined
}): CreatedPlugin => {
  const { checkout, config, id } = options
  checkId(id)
  if (config !== undefined && !existsSync(config)) throw new ScaffoldError(`${config}: no such config file`)
  const enabled = config === undefined ? undefined : withPlugin(readFileSync(config, "utf8"), id, config)
  const folder = join(checkout, "plugins", id)
  const parts = [...filesOf("shared"), ...filesOf("workspace")]
  const files = written(folder, id, versionsIn(checkout), parts)
  if (config !== undefined && enabled !== undefined) writeFileSync(config, enabled)
  return { folder, files, config }
}

const withVersions = (text: string) =>
  text.replace(/"([^"]+)": "(\^?)"/g, (_, name: string, caret: string) => `"${name}": "${caret}${publishedWith(name)}"`)

/** Writes a plugin that is an npm package of its own. */
export const createPluginPackage = (options: { readonly id: string; readonly folder: string }): CreatedPlugin => {
  const { folder, id } = options
  checkId(id)
  const versions = { core: publishedWith("@storeglass/plugin-api"), stores: publishedWith("@storeglass/stores") }
  const own = filesOf("standalone").map(([path, text]): readonly [string, string] => [
    path,
    path === "package.json" ? withVersions(text) : text
  ])
  // A package of its own is loaded from where it is, as a gateway will do it.
  const shared = filesOf("shared").map(([path, text]): readonly [string, string] => [
    path,
    text.replace("[id]: true", "[id]: { package: `${import.meta.dirname}/..` }")
  ])
  return { folder, files: written(folder, id, versions, [...shared, ...own]), config: undefined }
}
