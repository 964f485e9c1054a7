// `node scripts/bundle/make.ts`: what a gateway of this checkout loads, in a hundred files instead of 3,000, if it isn't made of
// these sources yet. Modules keep their order, and what is imported late stays apart.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { pathToFileURL } from "node:url"
import { isPageBuilt, sources as pageSources } from "@storeglass/dashboard/build"
import { type Plugin, rolldown } from "rolldown"
import { bundles, isAlive, isFresh, manifestFile, readManifest, root } from "./state.mjs"

/**
 * Packages of many modules, none of which reads a file beside it or asks where it is. The others stay where they are, and are
 * found as ever.
 */
const packed = [
  ...["effect", "@effect/platform-node", "@effect/platform-node-shared", "@effect/sql-pg"],
  ...["@orama/stemmers", "csv-parse", "fflate", "hyparquet", "hyparquet-writer", "jose", "lru-cache", "minisearch"],
  ...["dom-serializer", "domelementtype", "domhandler", "domutils", "entities", "htmlparser2"],
  ...["@nodable/entities", "fast-xml-builder", "fast-xml-parser", "is-unsafe", "path-expression-matcher", "plist"],
  ...["strnum", "xml-naming", "xmlbuilder", "@xmldom/xmldom", "undici", "ws", "yaml", "debug", "ms"],
  ...[
    "@ioredis/commands",
    "cluster-key-slot",
    "denque",
    "ioredis",
    "redis-errors",
    "redis-parser",
    "standard-as-callback"
  ],
  ...["pg", "pg-connection-string", "pg-int8", "pg-pool", "pg-protocol", "pg-types", "pgpass", "split2", "xtend"],
  ...["postgres-array", "postgres-bytea", "postgres-date", "postgres-interval"]
]
const inside = new RegExp(`/node_modules/(${packed.join("|")})/(?!.*/node_modules/)`)
const packageOf = (file: string) => inside.exec(file)?.[1]

const isSource = (file: string) => file.startsWith(`${root}/`) && !file.includes("/node_modules/")

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}
const isNode = (value: unknown): value is Node & Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string"

const isMeta = (node: unknown) => isNode(node) && node.type === "MetaProperty"
const nameOf = (node: unknown) => (isNode(node) && typeof node.name === "string" ? node.name : "")

/** A module asks where it is: there it stays. */
const places: Plugin = {
  name: "places",
  transform: {
    filter: { code: /import\.meta/ },
    handler(code, id) {
      const url = pathToFileURL(id).href
      const values: Readonly<Record<string, string>> = { url, dirname: dirname(id), filename: id }
      const edits: Array<readonly [start: number, end: number, text: string]> = []
      const walk = (node: unknown): void => {
        if (Array.isArray(node)) for (const each of node) walk(each)
        if (!isNode(node)) return
        if (node.type === "CallExpression" && isNode(node.callee) && isMeta(node.callee.object)) {
          const [first] = Array.isArray(node.arguments) ? node.arguments : []
          if (nameOf(node.callee.property) === "resolve" && isNode(first)) {
            edits.push([first.start, first.start, `${JSON.stringify(`storeglass-from:${url}#`)} + (`])
            edits.push([first.end, first.end, ")"])
          }
        }
        if (node.type === "MemberExpression" && isMeta(node.object)) {
          const value = values[nameOf(node.property)]
          if (value !== undefined) edits.push([node.start, node.end, JSON.stringify(value)])
          return
        }
        for (const child of Object.values(node)) if (typeof child === "object") walk(child)
      }
      walk(this.parse(code, { lang: id.endsWith(".ts") ? "ts" : "js" }))
      let text = code
      for (const [start, end, replacement] of edits.toSorted((one, other) => other[0] - one[0])) {
        text = text.slice(0, start) + replacement + text.slice(end)
      }
      return { code: text }
    }
  }
}

/** A CommonJS module as others import it: what it exports has names, which a bundler can't see. */
const named = "\0named:"
const commonJs = "module.exports"
const exportsOf = async (file: string): Promise<object> => import(pathToFileURL(file).href)
const isCommonJs = async (file: string) =>
  !/\/node_modules\/@?effect\//.test(file) && Object.hasOwn(await exportsOf(file), commonJs)

/** What isn't part of it is imported from where it is, and not from beside the bundle. */
const externalsInto = (externals: Set<string>): Plugin => ({
  name: "externals",
  async resolveId(specifier, importer, options) {
    if (importer === undefined || specifier.startsWith("node:") || specifier.startsWith(named)) return null
    const resolved = await this.resolve(specifier, importer, { ...options, skipSelf: true })
    if (resolved === null || resolved.external !== false || isSource(resolved.id)) return resolved
    const name = packageOf(resolved.id)
    if (name !== undefined) {
      const isAsked = options.kind !== "require-call" && packageOf(importer) !== name && !importer.startsWith(named)
      return isAsked && (await isCommonJs(resolved.id)) ? `${named}${resolved.id}` : resolved
    }
    // Asked for as CommonJS, a module has no address but its path.
    if (options.kind === "require-call") return { id: resolved.id, external: "absolute" }
    const { href } = pathToFileURL(resolved.id)
    externals.add(href)
    return { id: href, external: "absolute" }
  },
  async load(id) {
    if (!id.startsWith(named)) return null
    const file = id.slice(named.length)
    const names = Object.keys(await exportsOf(file)).filter((name) => !["default", commonJs].includes(name))
    return [
      `import all from ${JSON.stringify(file)}`,
      "export default all",
      ...names.map((name) => `const its_${name} = all.${name}\nexport { its_${name} as ${name} }`)
    ].join("\n")
  }
})

/** The modules that are asked for by their address: the command line's, and what a plugin's package exports to a gateway. */
const doors = () => {
  const found: Record<string, string> = {}
  for (const name of ["start", "cli", "cli/run", "cli/callOperation"]) {
    found[name.replace("/", "-")] = join(root, `packages/gateway/src/${name}.ts`)
  }
  for (const id of readdirSync(join(root, "plugins"))) {
    const manifest: unknown = JSON.parse(readFileSync(join(root, "plugins", id, "package.json"), "utf8"))
    const exports = typeof manifest === "object" && manifest !== null && "exports" in manifest ? manifest.exports : {}
    for (const [name, target] of Object.entries(exports ?? {})) {
      if ([".", "./cli", "./sandbox"].includes(name) && typeof target === "string") {
        found[`${id}${name.slice(1).replace("/", "-")}`] = join(root, "plugins", id, target)
      }
    }
  }
  return found
}

/** Takes away the builds that aren't the newest, that no process has loaded and none is making. */
export const clearOld = (builds: string, build: string) => {
  for (const name of readdirSync(builds)) {
    const folder = join(builds, name)
    if (name === build || !statSync(folder).isDirectory()) continue
    const users = [name, ...readdirSync(folder)].flatMap((each) => /^(?:made|used)-by-(\d+)$/.exec(each)?.[1] ?? [])
    if (!users.some((pid) => isAlive(Number(pid)))) rmSync(folder, { recursive: true, force: true })
  }
}

/** What else decides what is loaded: which packages there are, what they export, and how the bundle is made. */
const further = () => [
  "node_modules/.storeglass-stamp",
  ...["packages", "plugins"].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}/package.json`)
  ),
  ...readdirSync(import.meta.dirname).map((name) => `scripts/bundle/${name}`)
]

const sourceOf = (file: string) => {
  const { mtimeMs, size } = statSync(join(root, file))
  return [file, size, mtimeMs] as const
}

/** Makes the bundle, unless it's of these sources already. Answers whether there was anything to do. */
export const makeBundle = async (): Promise<boolean> => {
  const last = readManifest()
  const isBuilt = isPageBuilt()
  if (last !== undefined && isFresh(last) && last.isPageBuilt === isBuilt) return false
  const beganMs = performance.timeOrigin + performance.now()
  const externals = new Set<string>()
  const bundle = await rolldown({
    input: doors(),
    platform: "node",
    logLevel: "silent",
    plugins: [externalsInto(externals), places]
  })
  const build = `${Math.trunc(beganMs)}-${process.pid}`
  const making = join(bundles, `made-by-${process.pid}`)
  const { output } = await bundle.write({
    dir: making,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name]-[hash].js",
    comments: false
  })
  const modules = (await bundle.watchFiles).filter(isSource).map((file) => relative(root, file))
  await bundle.close()
  const entries: Record<string, string> = {}
  for (const chunk of output) {
    if (chunk.type === "chunk" && chunk.isEntry && chunk.facadeModuleId !== null) {
      entries[pathToFileURL(chunk.facadeModuleId).href] = chunk.fileName
    }
  }
  // With a page that's built, who finds the bundle fresh needs to look no further before a start.
  const ofPage = isBuilt ? pageSources().map((file) => relative(root, file)) : []
  const sources = [...new Set([...modules, ...further(), ...ofPage])]
    .filter((file) => existsSync(join(root, file)))
    .map(sourceOf)
  // What was edited meanwhile may have been read before: the next one to make it sees that.
  const settled = sources.map(([file, size, mtimeMs]) => [file, size, mtimeMs > beganMs ? 0 : mtimeMs] as const)
  renameSync(making, join(bundles, build))
  const aside = `${manifestFile}.${process.pid}`
  writeFileSync(
    aside,
    JSON.stringify({ build, isPageBuilt: isBuilt, sources: settled, entries, externals: [...externals] })
  )
  renameSync(aside, manifestFile)
  clearOld(bundles, build)
  // Compiled code of modules that nobody loads any more would only grow.
  rmSync(join(root, ".storeglass/compiled"), { recursive: true, force: true })
  return true
}

if (import.meta.main) {
  const began = performance.now()
  const say = (text: string) => process.stderr.write(`storeglass: ${text}\n`)
  try {
    if (await makeBundle()) say(`bundled the gateway in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  } catch (error) {
    say(
      `can't bundle the gateway, which then starts from its sources: ${error instanceof Error ? error.message : error}`
    )
  }
}
