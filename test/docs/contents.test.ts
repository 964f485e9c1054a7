import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "@storeglass/testkit"
import { assert, describe, it } from "vitest"
import { gates } from "../gates/gates.ts"

const textOf = (path: string) => readFileSync(join(root, path), "utf8")
/** The fragment of a heading, as the sites that show Markdown make it. */
const fragmentOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, "")
    .replaceAll(" ", "-")

describe("pages for operators and contributors", () => {
  const pages = readdirSync(join(root, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => ({ name, text: textOf(`docs/${name}`) }))
    .filter(({ text }) => /^# .+\n\n(?:.+\n|\n(?!## ))*?- \[.+\]\(#/.test(text))

  it("that begin with their contents have each of their sections in it, in order", () => {
    assert.includeMembers(
      pages.map(({ name }) => name),
      ["operating.md", "security.md"]
    )
    for (const { name, text } of pages) {
      const listed = [...text.matchAll(/^- \[(.+?)\]\(#(.+?)\)/gm)].map(([, title, fragment]) => [title, fragment])
      const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, title = ""]) => [title, fragmentOf(title)])
      assert.deepEqual(listed, headings, name)
    }
  })

  it("name each gate that there is, and no other", () => {
    const [, table = ""] = textOf("CONTRIBUTING.md").split("| Gate | What it does, and what must hold |\n")
    const named = [...(table.split("\n\n")[0] ?? "").matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name = ""]) => name)
    assert.deepEqual(named.toSorted(), gates.map(([name]) => name).toSorted())
  })
})
