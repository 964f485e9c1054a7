// The client has two generated files for each plugin. What puts them together is made from their names and exports, and
// is not in git: two new plugins change no line that both would change. Plain JavaScript, since `run.mjs` needs it.
import fs from "node:fs"
import path from "node:path"

const head = "// Generated from the files beside it. Not in git.\n"
const made = ["operations.ts", "schemas.ts"]

const camel = (id) => id.replace(/-([a-z0-9])/g, (_, letter) => letter.toUpperCase())
const pascal = (id) => camel(`-${id}`)
const exportsOf = (text) => [...text.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name]) => name)

const operationsIndex = (ids) => {
  const imports = ids.map(
    (id) =>
      `import { type Operations as ${pascal(id)}Operations, operations as ${camel(id)}Operations, retryAdvice as ${camel(id)}Advice } from "./${id}.operations.ts"\n`
  )
  const all = ids.map((id) => `${pascal(id)}Operations`).join(", ")
  const advice = ids.map((id) => `  ...${camel(id)}Advice`).join(",\n")
  const spread = ids.map((id) => `  ...${camel(id)}Operations(bind)`).join(",\n")
  return [
    `${head}import type { Bind } from "../operation.ts"\n${imports.join("")}`,
    ids.map((id) => `export type * from "./${id}.operations.ts"\n`).join(""),
    `export interface Operations${ids.length === 0 ? "" : ` extends ${all}`} {}\n`,
    `export const operations = (bind: Bind): Operations => ({\n${spread}\n})\n`,
    `/** What to do about each error code. */\nexport const retryAdvice = {\n${advice}\n} as const\n`
  ].join("\n")
}

// A shape that several plugins give is the same in each: the first stands for all. What plugin-api declares, such as the
// provenance, is in contract.schemas.ts.
const schemasIndex = (files) => {
  const taken = new Set(["ErrorCode"])
  const exported = files.flatMap(({ id, text }) => {
    const names = exportsOf(text).filter((name) => !taken.has(name))
    for (const name of names) taken.add(name)
    return names.length === 0 ? [] : [`export type { ${names.join(", ")} } from "./${id}.schemas.ts"\n`]
  })
  const imports = files.map(({ id }) => `import type { ErrorCode as ${pascal(id)}Code } from "./${id}.schemas.ts"\n`)
  const codes = files.map(({ id }) => `${pascal(id)}Code`).join(" | ")
  return [
    `${head}${imports.join("")}`,
    exported.join(""),
    `/** The codes of the gateway's errors. */\nexport type ErrorCode = ${codes === "" ? "never" : codes}\n`
  ].join("\n")
}

/** The files that put together what is in `packages/client/src/generated`, by their paths. */
export const clientIndex = (root) => {
  const folder = path.join(root, "packages/client/src/generated")
  const ids = fs
    .readdirSync(folder)
    .flatMap((name) => /^(.+)\.operations\.ts$/.exec(name)?.[1] ?? [])
    .sort()
  const text = (id) => fs.readFileSync(path.join(folder, `${id}.schemas.ts`), "utf8")
  const files = ["contract", ...ids].map((id) => ({ id, text: text(id) }))
  const [operations, schemas] = made.map((name) => path.join(folder, name))
  return new Map([
    [operations, operationsIndex(ids)],
    [schemas, schemasIndex(files)]
  ])
}

/** Writes them where they are not as they should be. */
export const writeClientIndex = (root) => {
  for (const [file, text] of clientIndex(root)) {
    if (!fs.existsSync(file) || fs.readFileSync(file, "utf8") !== text) fs.writeFileSync(file, text)
  }
}
