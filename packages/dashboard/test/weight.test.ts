import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { built } from "../src/places.ts"

interface Chunk {
  readonly file: string
  readonly css?: ReadonlyArray<string>
  readonly imports?: ReadonlyArray<string>
  readonly dynamicImports?: ReadonlyArray<string>
}

const manifest: Readonly<Record<string, Chunk>> = JSON.parse(readFileSync(join(built, ".vite/manifest.json"), "utf8"))
const kB = 1000
const sizeOf = (file: string) => readFileSync(join(built, `${file}.br`)).byteLength

/** What is loaded for this: its file, and all that these import at once. */
const closure = (...keys: ReadonlyArray<string>): ReadonlySet<string> => {
  const files = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key] ?? assert.fail(`no ${key} in the manifest`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    for (const each of chunk.imports ?? []) visit(each)
  }
  for (const key of keys) visit(key)
  return files
}
const sum = (files: Iterable<string>) => [...files].reduce((all, file) => all + sizeOf(file), 0)

const shell = ["main.tsx", "App.tsx"]
const overview = closure(...shell, "pages/Overview.tsx")
const pages = (manifest["App.tsx"]?.dynamicImports ?? []).filter((key) => key.startsWith("pages/"))

describe("the weight of the pages, in brotli", () => {
  it("is at most 120 kB for sign-in, 200 kB for the overview, 20 kB for the style", () => {
    assert.isAtMost(sum(closure("main.tsx", "signIn/SignIn.tsx")), 120 * kB)
    assert.isAtMost(sum(overview), 200 * kB)
    assert.isAtMost(sizeOf(manifest["style.css"]?.file ?? assert.fail("no style")), 20 * kB)
  })

  it("is at most 60 kB more for any other page, with its chart or its form", () => {
    assert.isAtLeast(pages.length, 15)
    for (const key of [...pages, "charts/TimeChart.tsx", "panels/FormBlock.tsx", "Palette.tsx"]) {
      const more = [...closure(key)].filter((file) => !overview.has(file))
      assert.isAtMost(sum(more), 60 * kB, key)
    }
  })

  it("is at most 400 kB for everything", () => {
    const all = readdirSync(join(built, "assets")).filter((name) => !name.endsWith(".br"))
    assert.isAtMost(sum(all.map((name) => `assets/${name}`)), 400 * kB)
  })
})
