import { useTestGateway } from "@storeglass/testkit"
import { Schema } from "effect"
import { assert, describe, it } from "vitest"
import { crawl, sandboxPlugins } from "./pages.ts"

const policy = "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'"

const codesOf = (document: unknown): ReadonlyArray<string> => [
  ...new Set(
    [...JSON.stringify(document).matchAll(/#\/components\/schemas\/([A-Z][A-Z_]+)"/g)].map(([, code = ""]) => code)
  )
]

describe("the documentation", () => {
  const gateway = useTestGateway({ plugins: sandboxPlugins })
  const rows = () =>
    gateway().running.composition.operations.filter((row) => row.endpoint !== undefined && row.access !== "internal")

  it("has no link and no anchor that leads nowhere", async () => {
    const pages = await crawl(gateway().url)
    assert.isAbove(pages.size, 15)
    for (const page of pages.values()) {
      assert.strictEqual(page.status, 200, page.path)
      for (const link of page.links) {
        const { hash, origin, pathname } = new URL(link, `${gateway().url}${page.path}`)
        if (origin !== gateway().url || hash === "") continue
        const anchor = decodeURIComponent(hash.slice(1))
        assert.isTrue(pages.get(pathname)?.ids.has(anchor), `${page.path} links to ${pathname}#${anchor}`)
      }
    }
  })

  it("links to no other host", async () => {
    for (const page of (await crawl(gateway().url)).values()) {
      for (const link of page.links) {
        assert.strictEqual(new URL(link, gateway().url).origin, gateway().url, `${page.path} links to ${link}`)
      }
    }
  })

  it("gives each page one title, one heading of the first rank, and ids that are used once", async () => {
    const titles = new Set<string>()
    for (const [path, { text, headers }] of await crawl(gateway().url)) {
      if (headers.get("content-type")?.startsWith("text/html") !== true || path === "/docs/explorer") continue
      assert.lengthOf(text.match(/<h1[ >]/g) ?? [], 1, path)
      const title = /<title>([^<]+)<\/title>/.exec(text)?.[1] ?? ""
      assert.isFalse(titles.has(title), `${title} is the title of two pages`)
      titles.add(title)
      const ids = [...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)
      assert.strictEqual(new Set(ids).size, ids.length, path)
      assert.notMatch(text, /<!-- ?list|undefined|\[object Object\]/, path)
    }
  })

  it("lets a browser ask this host alone, and run nothing that is in a page", async () => {
    for (const [path, { headers, text }] of await crawl(gateway().url)) {
      if (!path.startsWith("/docs") || path === "/docs/explorer") continue
      assert.strictEqual(headers.get("content-security-policy"), policy, path)
      assert.notMatch(text, /<script(?![^>]*\ssrc=)|\son\w+="|\sstyle="|<style/, path)
    }
  })

  it("keeps for good what has its content in its address, and asks again for the rest", async () => {
    const pages = await crawl(gateway().url)
    for (const [path, { headers }] of pages) {
      if (!path.startsWith("/docs") || path === "/docs/explorer") continue
      const kept = path.startsWith("/docs/assets/") ? "public, max-age=31536000, immutable" : "no-cache"
      assert.strictEqual(headers.get("cache-control"), kept, path)
    }
    assert.lengthOf(
      [...pages.keys()].filter((path) => path.startsWith("/docs/assets/")),
      3
    )
  })

  it("documents every operation with its price, parameters, errors, a request and an answer", async () => {
    for (const row of rows()) {
      const { text } = await gateway().ask(`/docs/reference/${row.plugin}`)
      const [, section = ""] =
        new RegExp(`<section class="operation" id="${row.id}"([\\s\\S]*?)</section>`).exec(text) ?? []
      const path = row.path.replace(/:(\w+)/g, "{$1}")
      assert.include(section, `<code>${path}</code>`, row.id)
      assert.include(section, row.description.split(/[`'"&<]/)[0] ?? "", row.id)
      if (row.access === "public") assert.include(section, "No key needed")
      else if (row.credits === 0) assert.include(section, ">Free<")
      else if (row.credits !== "quoted") assert.match(section, new RegExp(`>${row.credits} (\\w+ )?credits?<`))
      for (const name of row.queryNames ?? []) assert.include(section, `<code>${name}</code>`, row.id)
      assert.match(section, /<h3>Errors<\/h3>/)
      assert.match(section, /Request<\/figcaption>|>Request</)
      assert.match(section, />2\d\d response/)
    }
  })

  it("lists every operation with its price, every error code and every model, once", async () => {
    const pages = await crawl(gateway().url)
    const operations = pages.get("/docs/operations")?.text ?? ""
    for (const row of rows()) {
      assert.include(operations, `href="/docs/reference/${row.plugin}#${row.id}"`)
    }
    const errors = pages.get("/docs/errors")
    for (const code of codesOf((await gateway().ask("/openapi.json")).json)) {
      assert.isTrue(errors?.ids.has(code), `${code} is not explained`)
      assert.notMatch(errors?.text ?? "", new RegExp(`id="${code}">${code}</code></td><td>Status \\d+\\.`))
    }
    const models = pages.get("/docs/estimates")?.text ?? ""
    for (const { plugin } of gateway().running.composition.plugins) {
      for (const model of Object.values(plugin.models ?? {})) assert.include(models, `<code>${model}</code>`)
    }
  })

  it("finds by its search nothing that is not there", async () => {
    const pages = await crawl(gateway().url)
    const index = [...pages.values()].find(({ path }) => path.startsWith("/docs/assets/search."))
    const Entries = Schema.Array(
      Schema.Struct({
        title: Schema.NonEmptyString,
        where: Schema.NonEmptyString,
        href: Schema.String,
        text: Schema.String
      })
    )
    const entries = Schema.decodeUnknownSync(Entries)(index?.json)
    assert.isAbove(entries.length, 60)
    for (const { href } of entries) {
      const { hash, pathname } = new URL(href, gateway().url)
      assert.isTrue(pages.has(pathname), href)
      if (hash !== "") assert.isTrue(pages.get(pathname)?.ids.has(decodeURIComponent(hash.slice(1))), href)
    }
    for (const row of rows()) assert.isTrue(entries.some(({ href }) => href.endsWith(`#${row.id}`)))
  })

  it("answers 404 with a way back for a page that is not there, and with nothing for a file", async () => {
    const page = await gateway().ask("/docs/reference/no-such-plugin")
    assert.deepEqual([page.status, page.headers.get("content-security-policy")], [404, policy])
    assert.include(page.text, 'href="/docs"')
    const file = await gateway().ask("/docs/assets/docs.000000000000.js")
    assert.deepEqual([file.status, file.text], [404, ""])
    const slash = await gateway().ask("/docs/quickstart/")
    assert.strictEqual(slash.status, 200)
  })
})

describe("the documentation of a gateway with few plugins", () => {
  const gateway = useTestGateway({ plugins: { stores: true, apps: true } })

  it("shows only these: no page, operation, model, setting or search entry of another", async () => {
    const pages = await crawl(gateway().url)
    const paths = [...pages.keys()].filter((path) => path.startsWith("/docs/reference/"))
    assert.deepEqual(paths.sort(), ["/docs/reference/apps", "/docs/reference/system"])
    assert.isFalse(pages.has("/docs/mcp"))
    const index = [...pages.values()].find(({ path }) => path.startsWith("/docs/assets/search."))
    const generated = [
      pages.get("/docs/operations"),
      pages.get("/docs/errors"),
      pages.get("/docs/configuration"),
      index
    ]
    const shown = generated.map((page) => page?.text ?? "").join("\n")
    for (const absent of [
      "keywords_",
      "charts_",
      "kw-volume@1",
      "INVALID_KEYWORD",
      "settings-charts",
      "/v1/categories"
    ]) {
      assert.notInclude(shown, absent)
    }
    assert.notInclude(pages.get("/docs/estimates")?.text ?? "", "kw-volume@1")
  })
})
