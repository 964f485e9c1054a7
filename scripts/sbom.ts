// `npm run -s sbom`: a CycloneDX bill of materials of everything a gateway runs, on standard output. It comes from
// pnpm-lock.yaml, so the same checkout always gives the same document; licenses are what each installed package says.
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Enums, Models, Serialize, SPDX, Spec } from "@cyclonedx/cyclonedx-library"
import { Schema } from "effect"
import { parse } from "yaml"

const root = join(import.meta.dirname, "..")

const Dependencies = Schema.Record(Schema.String, Schema.Struct({ version: Schema.String }))
const Resolved = Schema.Record(Schema.String, Schema.String)
const Lock = Schema.Struct({
  importers: Schema.Record(
    Schema.String,
    Schema.Struct({
      dependencies: Schema.optionalKey(Dependencies),
      optionalDependencies: Schema.optionalKey(Dependencies)
    })
  ),
  packages: Schema.Record(
    Schema.String,
    Schema.Struct({ resolution: Schema.Struct({ integrity: Schema.optionalKey(Schema.String) }) })
  ),
  snapshots: Schema.Record(
    Schema.String,
    Schema.Struct({
      dependencies: Schema.optionalKey(Resolved),
      optionalDependencies: Schema.optionalKey(Resolved)
    })
  )
})
const Manifest = Schema.fromJsonString(
  Schema.Struct({
    version: Schema.optionalKey(Schema.String),
    license: Schema.optionalKey(Schema.String),
    description: Schema.optionalKey(Schema.String)
  })
)
const manifestAt = (folder: string) => {
  const file = join(folder, "package.json")
  return existsSync(file) ? Schema.decodeUnknownSync(Manifest)(readFileSync(file, "utf8")) : {}
}

const lock = Schema.decodeUnknownSync(Lock)(parse(readFileSync(join(root, "pnpm-lock.yaml"), "utf8")))

// What only develops or tests isn't run by a gateway; the root's optional dependency is the Node that runs it.
const development = new Set(["packages/testkit", "packages/create-plugin", "test"])
const bare = (key: string) => key.replace(/\(.*$/, "")
type Resolutions = Readonly<Record<string, string | { readonly version: string }>>
const keysOf = (...resolved: ReadonlyArray<Resolutions | undefined>) =>
  resolved
    .flatMap((each) => Object.entries(each ?? {}))
    .map(([name, told]) => [name, typeof told === "string" ? told : told.version] as const)
    .filter(([, version]) => !version.startsWith("link:"))
    .map(([name, version]) => `${name}@${version}`)

const direct = Object.entries(lock.importers).flatMap(([path, { dependencies, optionalDependencies }]) =>
  development.has(path) ? [] : keysOf(dependencies, optionalDependencies)
)
/** By package without its peers, as it's one package however it is put together: the packages it depends on. */
const graph = new Map<string, Set<string>>()
const seen = new Set<string>()
const pending = [...direct]
for (let key = pending.pop(); key !== undefined; key = pending.pop()) {
  if (seen.has(key)) continue
  seen.add(key)
  const snapshot = lock.snapshots[key]
  if (snapshot === undefined) throw new Error(`pnpm-lock.yaml has no snapshot of ${key}; run npx pnpm install`)
  const further = keysOf(snapshot.dependencies, snapshot.optionalDependencies)
  pending.push(...further)
  graph.set(bare(key), new Set([...(graph.get(bare(key)) ?? []), ...further.map(bare)]))
}

/** pnpm's folder of a package: peers are in its name, and a long name ends in a hash. */
const folders = existsSync(join(root, "node_modules/.pnpm")) ? readdirSync(join(root, "node_modules/.pnpm")) : []
const manifestOf = (name: string, version: string) => {
  const start = `${name.replaceAll("/", "+")}@${version}`
  const folder = folders.find((each) => each === start || each.startsWith(`${start}_`) || each.startsWith(`${start}(`))
  return folder === undefined ? {} : manifestAt(join(root, "node_modules/.pnpm", folder, "node_modules", name))
}

const purlOf = (name: string, version: string) => `pkg:npm/${name.replace("@", "%40")}@${encodeURIComponent(version)}`

const licenseOf = (license: string) =>
  SPDX.isSupportedSpdxId(license)
    ? new Models.SpdxLicense(license)
    : / (OR|AND|WITH) /.test(license)
      ? new Models.LicenseExpression(license)
      : new Models.NamedLicense(license)

const product = manifestAt(root)
const bom = new Models.Bom()
bom.metadata.component = new Models.Component(Enums.ComponentType.Application, "storeglass", {
  version: product.version ?? "",
  bomRef: "storeglass"
})
const components = new Map<string, Models.Component>()
for (const key of graph.keys()) {
  const at = key.lastIndexOf("@")
  const [name, version] = [key.slice(0, at), key.slice(at + 1)]
  const { description, license } = manifestOf(name, version)
  const slash = name.indexOf("/")
  const component = new Models.Component(Enums.ComponentType.Library, name.slice(slash + 1), {
    version,
    bomRef: key,
    purl: purlOf(name, version),
    scope: Enums.ComponentScope.Required,
    ...(slash < 0 ? {} : { group: name.slice(0, slash) }),
    ...(description === undefined ? {} : { description })
  })
  const integrity = lock.packages[key]?.resolution.integrity
  if (integrity?.startsWith("sha512-") === true) {
    component.hashes.set(
      Enums.HashAlgorithm["SHA-512"],
      Buffer.from(integrity.slice("sha512-".length), "base64").toString("hex")
    )
  }
  if (license !== undefined) component.licenses.add(licenseOf(license))
  components.set(key, component)
  bom.components.add(component)
}
const link = (from: Models.Component, keys: Iterable<string>) => {
  for (const key of keys) {
    const to = components.get(key)
    if (to !== undefined) from.dependencies.add(to.bomRef)
  }
}
for (const [key, component] of components) link(component, graph.get(key) ?? [])
link(bom.metadata.component, direct.map(bare))

const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6))
process.stdout.write(`${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`)
