import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "vitest"

const pages = join(import.meta.dirname, "../page")

/** Each input of the pages, from its name to the end of its tag. */
const inputs = readdirSync(pages, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".tsx"))
  .flatMap((name) =>
    readFileSync(join(pages, name), "utf8")
      .split(/<(?=Input\b)/)
      .slice(1)
      .map((text) => ({ name, text: text.split(/\s\/>/)[0] ?? "" }))
  )

it("fields of passwords hide them, and leave pasting and password managers alone", () => {
  const fields = inputs.filter(({ text }) => /current-password|new-password|autoComplete=\{kind\}/.test(text))
  assert.isAtLeast(fields.length, 4)
  for (const { name, text } of fields) {
    assert.match(text, /type=(?:"password"|\{factor \|\| password \? "password")/, name)
    assert.notMatch(text, /onPaste|onCopy|onDrop|onBeforeInput|onKeyDown/, name)
  }
})
