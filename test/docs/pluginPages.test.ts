import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { erased, type LoadedPlugin } from "@storeglass/gateway"
import { definePlugin } from "@storeglass/plugin-api"
import { manifestOf, useTestGateway } from "@storeglass/testkit"
import { Layer, Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { afterAll, assert, describe, it } from "vitest"

const folder = mkdtempSync(join(tmpdir(), "storeglass-pages-"))
afterAll(() => rmSync(folder, { recursive: true }))
const page = (name: string, order: number, text: string) =>
  writeFileSync(
    join(folder, "guide", `${name}.md`),
    `---\ntitle: ${name} of tides\nsummary: What ${name} is.\nsection: Tides\norder: ${order}\n---\n${text}\n`
  )
mkdirSync(join(folder, "guide"))
page("index", 51, "## High water\n\nSee [the moon](moon.md#full) and [errors](errors.md).")
page("moon", 52, "## Full\n\nBack to [the tides](index.md). Mastercurve.")

class Api extends HttpApi.make("tides") {}
const tides: LoadedPlugin = {
  plugin: erased(
    definePlugin({
      id: "tides",
      manifest: manifestOf("tides"),
      description: "Tides.",
      config: Schema.Struct({}),
      api: Api,
      guide: pathToFileURL(`${folder}/guide/`),
      live: () => Layer.empty
    })
  ),
  settings: {},
  from: "the test"
}

describe("the pages of a plugin", () => {
  const gateway = useTestGateway({ further: [tides] })

  it("are served under its id, link to each other and to the guide, and are in the list of pages", async () => {
    const index = await gateway().ask("/docs/tides")
    assert.strictEqual(index.status, 200)
    assert.include(index.text, '<h2 id="high-water">')
    assert.include(index.text, '<a href="/docs/tides/moon#full">the moon</a>')
    assert.include(index.text, '<a href="/docs/errors">errors</a>')
    const moon = await gateway().ask("/docs/tides/moon")
    assert.include(moon.text, '<a href="/docs/tides">the tides</a>')
    assert.include(moon.text, 'href="/docs/tides/moon" aria-current="page"')
  })

  it("are found by the search", async () => {
    assert.include((await gateway().ask("/docs/search.json")).text, "Mastercurve")
  })
})

describe("a gateway without the plugin", () => {
  const gateway = useTestGateway({})

  it("has none of its pages", async () => {
    assert.strictEqual((await gateway().ask("/docs/tides")).status, 404)
    assert.strictEqual((await gateway().ask("/docs/mcp")).status, 404)
  })
})
