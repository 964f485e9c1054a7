// What a plugin imports against what its package.json says it needs. An export that came in a later minor says so by
// `@since 2.1.0` in its docstring; one without a tag has been there since the first version of its major.
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { Schema } from "effect"
import * as SemVer from "effect/SemVer"
import * as SemVerRange from "effect/SemVerRange"

/** Versions by exported name, as far as a tag gives them; members of a namespace as `Param.cursor`. */
export type Since = ReadonlyMap<string, string>

const declaration =
  /\/\*\*((?:[^*]|\*(?!\/))*)\*\/\s*export\s+(?:declare\s+)?(?:const|class|function|interface|type)\s+(\w+)/g
const reExport = /export (?:type )?(?:\*(?: as (\w+))?|\{[^}]*\}) from "(\.[^"]+)"/g

/** The tags of a module and of what it exports from its neighbours. */
export const sinceOf = (file: string, prefix = ""): Since => {
  const text = readFileSync(file, "utf8")
  const found = new Map<string, string>()
  for (const [, doc = "", name = ""] of text.matchAll(declaration)) {
    const version = /@since (\d+\.\d+\.\d+)/.exec(doc)?.[1]
    if (version !== undefined) found.set(`${prefix}${name}`, version)
  }
  for (const [, namespace, from = ""] of text.matchAll(reExport)) {
    const inner = namespace === undefined ? prefix : `${prefix}${namespace}.`
    for (const [name, version] of sinceOf(resolve(dirname(file), from), inner)) found.set(name, version)
  }
  return found
}

/** What one file imports from other packages: names by module, members of namespaces as `Param.cursor`. */
export const importsOf = (text: string): ReadonlyArray<readonly [module: string, names: ReadonlyArray<string>]> =>
  [...text.matchAll(/import (?:type )?\{([^}]*)\} from "(@storeglass\/[^"]+)"/g)].map(([, list = "", module = ""]) => {
    const names = list.split(",").flatMap((item) => /^\s*(?:type )?(\w+)/.exec(item)?.[1] ?? [])
    const members = names.flatMap((name) =>
      [...text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, "g"))].map(([, member]) => `${name}.${member}`)
    )
    return [module, [...new Set([...names, ...members])]]
  })

const Manifest = Schema.fromJsonString(
  Schema.Struct({
    name: Schema.String,
    dependencies: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
    peerDependencies: Schema.optionalKey(Schema.Record(Schema.String, Schema.String))
  })
)

const sourcesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(join(folder, name), "utf8"))

/**
 * What is wrong with the ranges of a plugin in `folder`: a module that it imports without a range for its package, and
 * an export that a version in its range does not have. `since` has the tags by module.
 */
export const wrongRanges = (folder: string, since: ReadonlyMap<string, Since>): ReadonlyArray<string> => {
  const {
    dependencies = {},
    name,
    peerDependencies = {}
  } = Schema.decodeSync(Manifest)(readFileSync(join(folder, "package.json"), "utf8"))
  const imports = sourcesIn(join(folder, "src")).flatMap(importsOf)
  const wrong = imports.flatMap(([module, names]) => {
    const [scope = "", own = ""] = module.split("/")
    // A library that the plugin brings along is no contract with its host.
    if (dependencies[`${scope}/${own}`] !== undefined) return []
    const range = peerDependencies[`${scope}/${own}`]
    if (range === undefined) return [`${name} imports ${module} without a range for it in peerDependencies`]
    return names.flatMap((imported) => {
      const version = since.get(module)?.get(imported)
      return version === undefined || !takesOlder(range, version)
        ? []
        : [`${name} allows ${scope}/${own} ${range} but imports ${imported}, which was added in ${version}`]
    })
  })
  return [...new Set(wrong)]
}

/** Whether a range takes a version of the same major before this one. */
const takesOlder = (range: string, version: string) => {
  const { major, minor, patch } = SemVer.parseUnsafe(version)
  const taken = SemVerRange.parseUnsafe(range)
  const takes = (text: string) => SemVerRange.matches(taken, SemVer.parseUnsafe(text))
  const minors = Array.from({ length: minor }, (_, at) => `${major}.${at}.999`)
  const patches = Array.from({ length: patch }, (_, at) => `${major}.${minor}.${at}`)
  return [...minors, ...patches].some(takes)
}
