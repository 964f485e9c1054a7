// The API reports of the contracts that others build on: what plugin-api and stores publish for plugins, as declarations
// without comments, in the tree, so that a change of a contract shows in the diff of a pull request. `--check` only
// compares.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { declarationsOf } from "./build.ts"
import { root } from "./build-packages.ts"

interface Contract {
  readonly package: string
  readonly folder: string
  /** The modules that others import; what these export from is in the report too. */
  readonly entries: ReadonlyArray<string>
  readonly file: string
}
const contractOf = (name: string, folder: string, entries: ReadonlyArray<string>): Contract => ({
  package: `@storeglass/${name}`,
  folder,
  entries,
  file: join(root, folder, `etc/${name}.api.md`)
})
export const contracts: ReadonlyArray<Contract> = [
  contractOf("plugin-api", "packages/plugin-api", ["index", "cli"]),
  contractOf("stores", "plugins/stores", ["contract", "testing"])
]

const headOf = (name: string) => `# API report of ${name}

Made by \`npm run api-report\` from the declarations that are published; do not edit. A line that disappears or changes breaks
plugins and needs a major version, a line that is added a minor one.
`

const section = (name: string, text: string) => {
  const declarations = text
    .split("\n")
    .filter((line) => !/^import .* from "\.\/[^"]+"; *$/.test(line) && line.trim() !== "")
    .join("\n")
  return `\n## ${name}\n\n\`\`\`ts\n${declarations}\n\`\`\`\n`
}

/** The modules behind these entries, each with its declarations. */
const modulesOf = (folder: string, entries: ReadonlyArray<string>) => {
  const found = new Map<string, string>()
  const visit = (name: string) => {
    if (found.has(name)) return
    const text = readFileSync(join(folder, `${name}.d.ts`), "utf8")
    found.set(name, text)
    for (const [, next = ""] of text.matchAll(/from "\.\/([^"]+)\.ts"/g)) visit(next)
  }
  entries.forEach(visit)
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1))
}

/** The report as it should be. */
export const apiReport = ({ entries, folder, package: name }: Contract): string =>
  declarationsOf(folder, (declarations) =>
    modulesOf(declarations, entries).reduce((report, [module, text]) => report + section(module, text), headOf(name))
  )

if (process.argv[1] === import.meta.filename) {
  for (const contract of contracts) {
    const { file, package: name } = contract
    const report = apiReport(contract)
    if (existsSync(file) && readFileSync(file, "utf8") === report) continue
    if (process.argv.includes("--check")) {
      process.stderr.write(`${file} is stale; run npm run api-report, and add a changeset for ${name}\n`)
      process.exitCode = 1
    } else {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, report)
    }
  }
}
