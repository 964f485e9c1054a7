// The packages that are published, and what their package.json says of it. In the checkout they run from src; packed,
// publishConfig points to dist. `--write` fills that in, `--check` compares.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { Schema } from "effect"

export const root = resolve(import.meta.dirname, "..")

const Exports = Schema.Record(Schema.String, Schema.Unknown)
const Manifest = Schema.Struct({
  name: Schema.String,
  version: Schema.String,
  private: Schema.optionalKey(Schema.Boolean),
  exports: Schema.optionalKey(Exports),
  files: Schema.optionalKey(Schema.Array(Schema.String)),
  publishConfig: Schema.optionalKey(Exports),
  peerDependencies: Schema.optionalKey(Exports),
  dependencies: Schema.optionalKey(Exports),
  devDependencies: Schema.optionalKey(Exports)
})
const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Manifest))
const decodeAll = Schema.decodeUnknownSync(Schema.fromJsonString(Exports))

export interface Package {
  /** Relative to the root, as `plugins/apps`. */
  readonly folder: string
  readonly manifest: typeof Manifest.Type
}

const foldersIn = (parent: string) =>
  readdirSync(join(root, parent), { withFileTypes: true })
    .map(({ name }) => `${parent}/${name}`)
    .filter((folder) => existsSync(join(root, folder, "package.json")))

const manifestFile = (folder: string) => join(root, folder, "package.json")

/** Every package and plugin that is not private. */
export const packages = (): ReadonlyArray<Package> =>
  ["packages", "plugins"]
    .flatMap(foldersIn)
    .sort()
    .map((folder) => ({ folder, manifest: decode(readFileSync(manifestFile(folder), "utf8")) }))
    .filter(({ manifest }) => manifest.private !== true)

/** Where the build puts a source file. */
export const builtOf = (source: string) => source.replace(/^\.\/(?:src\/)?/, "./dist/").replace(/\.ts$/, ".js")

/** What programs of others use, which may still be CommonJS. The rest runs in a gateway, which isn't. */
export const isForCommonJs = ({ folder }: Package): boolean => folder === "packages/client"

const entryOf = (built: string) => ({ types: built.replace(/\.js$/, ".d.ts"), default: built })

const publishedExport =
  (each: Package) =>
  (target: unknown): unknown => {
    if (typeof target !== "string" || !target.endsWith(".ts")) return target
    const built = builtOf(target)
    if (!isForCommonJs(each)) return entryOf(built)
    return { import: entryOf(built), require: entryOf(built.replace("./dist/", "./dist/cjs/")) }
  }

const mapValues = (record: Readonly<Record<string, unknown>>, to: (value: unknown) => unknown) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(value)]))

/** The package.json with what publishing needs. A plugin shares effect and the contract with its host: they are peers. */
const published = (each: Package): Readonly<Record<string, unknown>> => {
  const { folder, manifest } = each
  const {
    dependencies = {},
    devDependencies = {},
    peerDependencies = {},
    ...rest
  } = decodeAll(readFileSync(manifestFile(folder), "utf8"))
  const own: Record<string, unknown> = { ...asRecord(dependencies) }
  const dev: Record<string, unknown> = { ...asRecord(devDependencies) }
  const peers: Record<string, unknown> = { ...asRecord(peerDependencies) }
  if (folder.startsWith("plugins/")) {
    for (const [name, range, inHere] of hostPeers) {
      if (own[name] !== undefined) dev[name] = inHere
      delete own[name]
      peers[name] ??= range
    }
  }
  return {
    ...rest,
    license: "Apache-2.0",
    scripts: { ...asRecord(rest.scripts), prepack: "node ../../scripts/only-pnpm-packs.mjs" },
    files: [
      ...new Set([
        ...(manifest.files ?? ["dist"]),
        ...[examples, "guide", "CHANGELOG.md"].filter((name) => existsSync(join(root, folder, name)))
      ])
    ],
    publishConfig: {
      ...manifest.publishConfig,
      access: "public",
      ...(manifest.exports === undefined ? {} : { exports: mapValues(manifest.exports, publishedExport(each)) })
    },
    ...section("peerDependencies", peers),
    ...section("dependencies", own),
    ...section("devDependencies", dev)
  }
}

/** Recorded answers, which the documentation of a gateway shows, as it does pages and changes. */
const examples = "examples.gen.json"

const hostPeers = [
  ["@storeglass/plugin-api", "^2.0.0", "workspace:^"],
  ["effect", "^4.1.0", "catalog:"]
] as const

const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {}

const section = (name: string, entries: Readonly<Record<string, unknown>>) =>
  Object.keys(entries).length === 0
    ? {}
    : { [name]: Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1))) }

/** The package.json files that publishing would have otherwise, by folder. */
export const staleManifests = (): ReadonlyMap<string, string> =>
  new Map(
    packages().flatMap((each) => {
      const next = published(each)
      const before = decodeAll(readFileSync(manifestFile(each.folder), "utf8"))
      const same = JSON.stringify(sorted(before)) === JSON.stringify(sorted(next))
      return same ? [] : [[each.folder, `${JSON.stringify(next, undefined, 2)}\n`] as const]
    })
  )

const sorted = (value: unknown): unknown =>
  typeof value !== "object" || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(
        Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, inner]) => [key, sorted(inner)])
      )

if (process.argv[1] === import.meta.filename) {
  for (const [folder, text] of staleManifests()) {
    if (process.argv.includes("--write")) writeFileSync(manifestFile(folder), text)
    else {
      process.stderr.write(`${folder}/package.json isn't ready to publish; run npm run build -- --write\n`)
      process.exitCode = 1
    }
  }
}
