// The API report of plugin-api: its declarations without comments, in the tree, so that a change of the contract shows
// in the diff of a pull request. `--check` only compares.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { declarationsOf } from "./build.ts"
import { root } from "./build-packages.ts"

export const reportFile = join(root, "packages/plugin-api/etc/plugin-api.api.md")

const head = `# API report of @storeglass/plugin-api

Made by \`npm run api-report\` from the declarations that are published; do not edit. A line that goes or changes breaks
plugins and needs a major version, a line that is added a minor one.
`

const section = (name: string, text: string) => {
  const declarations = text
    .split("\n")
    .filter((line) => !/^import .* from "\.\/[^"]+"; *$/.test(line) && line.trim() !== "")
    .join("\n")
  return `\n## ${name}\n\n\`\`\`ts\n${declarations}\n\`\`\`\n`
}

/** The report as it should be. */
export const apiReport = (): string =>
  declarationsOf("packages/plugin-api", (folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".d.ts"))
      .sort()
      .reduce(
        (report, name) => report + section(name.replace(".d.ts", ""), readFileSync(join(folder, name), "utf8")),
        head
      )
  )

if (process.argv[1] === import.meta.filename) {
  const report = apiReport()
  const stale = !existsSync(reportFile) || readFileSync(reportFile, "utf8") !== report
  if (stale && process.argv.includes("--check")) {
    process.stderr.write(`${reportFile} is stale; run npm run api-report, and add a changeset for plugin-api\n`)
    process.exitCode = 1
  } else if (stale) {
    mkdirSync(dirname(reportFile), { recursive: true })
    writeFileSync(reportFile, report)
  }
}
