import { everyPlugin, useTestGateway } from "@storeglass/testkit"
import { Schema } from "effect"
import MiniSearch from "minisearch"
import { assert, describe, it } from "vitest"
import { makeSearch } from "../../packages/docs/src/assets/search.js"
import { crawl } from "./pages.ts"

const policy = "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'"

const decodeEntries = Schema.decodeUnknownSync(
  Schema.Array(
    Schema.Struct({
      title: Schema.NonEmptyString,
      where: Schema.NonEmptyString,
      href: Schema.String,
      words: Schema.String,
      text: Schema.String
    })
  )
)
const isPage = (headers: Headers) => headers.get("content-type")?.startsWith("text/html") === true

const codesOf = (document: unknown): ReadonlyArray<string> => [
  ...new Set(
    [...JSON.stringify(document).matchAll(/#\/components\/schemas\/([A-Z][A-Z_]+)"/g)].map(([, code = ""]) => code)
  )
]

describe("the documentation", { timeout: 120_000 }, () => {
  const gateway = useTestGateway({ plugins: everyPlugin })
  let found: ReturnType<typeof crawl> | undefined
  const crawled = () => {
    found ??= crawl(gateway().url)
    return found
  }
  const rows = () =>
    gateway().running.composition.operations.filter(
      (row) => row.endpoint !== undefined && row.access !== "internal" && row.access !== "session"
    )

  it("has no link and no anchor that leads nowhere", async () => {
    const pages = await crawled()
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
    for (const page of (await crawled()).values()) {
      for (const link of page.links) {
        assert.strictEqual(new URL(link, gateway().url).origin, gateway().url, `${page.path} links to ${link}`)
      }
    }
  })

  it("gives each page one title, one heading of the first rank, and ids that are used once", async () => {
    const titles = new Set<string>()
    for (const [path, { text, headers }] of await crawled()) {
      if (!isPage(headers)) continue
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
    for (const [path, { headers, text }] of await crawled()) {
      if (!path.startsWith("/docs")) continue
      assert.strictEqual(headers.get("content-security-policy"), policy, path)
      if (!isPage(headers)) continue
      assert.notMatch(text, /<script(?![^>]*\ssrc=)|\son\w+="|\sstyle="|<style/, path)
    }
  })

  it("keeps for good what has its content in its address, and asks again for the rest", async () => {
    const pages = await crawled()
    for (const [path, { headers }] of pages) {
      if (!path.startsWith("/docs")) continue
      const kept = path.startsWith("/docs/assets/") ? "public, max-age=31536000, immutable" : "no-cache"
      assert.strictEqual(headers.get("cache-control"), kept, path)
    }
    assert.lengthOf(
      [...pages.keys()].filter((path) => path.startsWith("/docs/assets/")),
      5
    )
  })

  it("makes a file once: the same mark each time, and 304 to whoever has it", async () => {
    for (const path of ["/docs", "/docs/reference/apps/apps_search", "/docs/search.json", "/llms.txt"]) {
      const [first, second] = [await gateway().ask(path), await gateway().ask(path)]
      const etag = first.headers.get("etag") ?? ""
      assert.match(etag, /^W\/"[\w-]+"$/, path)
      assert.strictEqual(second.headers.get("etag"), etag)
      const again = await gateway().ask(path, { headers: { "if-none-match": etag } })
      assert.deepEqual([again.status, again.text], [304, ""], path)
    }
  })

  it("has a page for each operation with its price, parameters, errors, samples, an answer and a form", async () => {
    const pages = await crawled()
    for (const row of rows()) {
      const { status, text } = pages.get(`/docs/reference/${row.plugin}/${row.id}`) ?? assert.fail(row.id)
      assert.strictEqual(status, 200, row.id)
      const path = row.path.replace(/:(\w+)/g, "{$1}")
      assert.include(text, `<code>${path}</code>`, row.id)
      assert.include(text, row.description.split(/[`'"&<]/)[0] ?? "", row.id)
      if (row.access === "public") assert.include(text, "No key needed")
      else if (row.credits === 0) assert.include(text, ">Free<")
      else if (row.credits !== "quoted") assert.match(text, new RegExp(`>${row.credits} (\\w+ )?credits?<`))
      for (const name of row.queryNames ?? []) {
        assert.include(text, `<code>${name}</code>`, row.id)
        assert.include(text, `id="try-query-${name}"`, row.id)
      }
      for (const sample of ["curl", "typescript", "python", "go"])
        assert.include(text, `data-sample="${sample}"`, row.id)
      assert.match(text, /<h2 id="errors">/)
      assert.match(text, />2\d\d response/)
      assert.strictEqual(text.includes('id="try-key"'), row.access !== "public", row.id)
      // What a form sends by itself would be in the address.
      assert.notMatch(text, /<(input|select|textarea|button)[^>]*\sname=/)
    }
  })

  it("has the same in Markdown at each page's address, without markup", async () => {
    const pages = await crawled()
    for (const { path, text, headers: own } of pages.values()) {
      if (!isPage(own)) continue
      const [, twin = ""] = /<link rel="alternate" type="text\/markdown" href="([^"]+)">/.exec(text) ?? []
      const { headers, status, text: markdown } = pages.get(twin) ?? assert.fail(twin)
      assert.deepEqual([status, headers.get("content-type")], [200, "text/markdown; charset=utf-8"], path)
      const title = /<h1>([^<]+)<\/h1>/.exec(text)?.[1] ?? ""
      assert.isTrue(markdown.startsWith(`# ${title.replaceAll("&#39;", "'").replaceAll("&amp;", "&")}\n`), path)
      const prose = markdown.replace(/```[\s\S]*?```/g, "").replace(/`[^`\n]*`/g, "")
      assert.notMatch(prose, /<\/?(a|p|div|table|code|span|ul|li)\b|<!--|undefined|\[object/, path)
      for (const [, link = ""] of prose.matchAll(/\]\((\/docs[^)#\s]*)/g)) {
        assert.isTrue(pages.has(link), `${twin} links to ${link}`)
      }
    }
  })

  it("lists every page for readers of text, with what it is about", async () => {
    const list = (await gateway().ask("/llms.txt")).text
    assert.match(list, /^# Storeglass\n\n> /)
    const links = [...list.matchAll(/\]\(([^)]+)\): \S/g)].map(([, link = ""]) => new URL(link).pathname)
    for (const row of rows()) assert.include(links, `/docs/reference/${row.plugin}/${row.id}.md`)
    for (const page of ["index", "quickstart", "client", "cli", "paging", "cors", "languages", "changelog", "mcp"]) {
      assert.include(links, `/docs/${page}.md`)
    }
    const pages = await crawled()
    for (const link of links) assert.isTrue(pages.has(link), link)
    const all = (await gateway().ask("/llms-full.txt")).text
    assert.include(all, "# Quickstart")
    assert.include(all, "GET /v1/search")
  })

  it("tells what changed in each package and plugin, and which have no more than their first version", async () => {
    const { text } = await gateway().ask("/docs/changelog")
    assert.include(text, ">@storeglass/plugin-api<")
    assert.match(text, /id="storeglassplugin-api"/)
    assert.include(text, ">2.0.0<")
    assert.match(text, /<code>@storeglass\/apps<\/code> \d/)
  })

  it("lists every operation with its price, every error code and every model, once", async () => {
    const pages = await crawled()
    const operations = pages.get("/docs/operations")?.text ?? ""
    for (const row of rows()) {
      assert.include(operations, `href="/docs/reference/${row.plugin}/${row.id}"`)
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

  let searching: ReturnType<typeof makeSearch> | undefined
  const searchOf = async () => {
    searching ??= makeSearch(MiniSearch, decodeEntries((await gateway().ask("/docs/search.json")).json))
    return searching
  }

  it("finds by its search nothing that is not there", async () => {
    const pages = await crawled()
    const entries = decodeEntries(pages.get("/docs/search.json")?.json)
    assert.isAbove(entries.length, 150)
    for (const { href } of entries) {
      const { hash, pathname } = new URL(href, gateway().url)
      assert.isTrue(pages.has(pathname), href)
      if (hash !== "") assert.isTrue(pages.get(pathname)?.ids.has(decodeURIComponent(hash.slice(1))), href)
    }
    for (const row of rows()) assert.isTrue(entries.some(({ href }) => href.endsWith(`/${row.id}`)))
  })

  it.each([
    ["averageUserRating", "/docs/reference/apps/apps_get"],
    ["averge user ratng", "/docs/reference/apps/apps_get"],
    ["idempotncy", "/docs/idempotency"],
    ["competitors", "/docs/reference/workspace/workspace_competitors"],
    ["how many downloads does an app have", "/docs/reference/apps/apps_intelligence"],
    ["country rankings", "/docs/reference/apps/apps_countryRankings"],
    ["UPSTREAM_TIMOUT", "/docs/errors#UPSTREAM_TIMEOUT"],
    ["keyword dificulty", "/docs/reference/keywords/keywords_metrics"],
    ["retry after", "/docs/errors"],
    ["next page", "/docs/paging"],
    ["cross origin", "/docs/cors"],
    ["pyton", "/docs/languages#python"],
    ["command line", "/docs/cli"],
    ["helm chart", "/docs/deploy#kubernetes"],
    ["credits left", "/docs/reference/system/account_usage"]
  ])("finds “%s” among the first five, whatever is misspelt in it", async (asked, href) => {
    const found = (await searchOf())(asked, 5).map(({ entry }) => entry.href)
    assert.isTrue(
      found.some((each) => each === href || each.startsWith(`${href}#`)),
      `${asked}: ${found.join(", ")}`
    )
  })

  it("shows why something was found, and nothing for what is nowhere", async () => {
    const find = await searchOf()
    const [first] = find("averge", 1)
    assert.isTrue(first?.excerpt.some(({ matched, text }) => matched && /^average/i.test(text)))
    assert.deepEqual(find("zzqxv"), [])
    assert.deepEqual(find("   "), [])
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

describe("the documentation of a gateway with few plugins", { timeout: 120_000 }, () => {
  const gateway = useTestGateway({ plugins: { stores: true, apps: true } })

  it("shows only these: no page, operation, model, setting or search entry of another", async () => {
    const pages = await crawl(gateway().url)
    const paths = [...pages.keys()].filter((path) => path.startsWith("/docs/reference/"))
    assert.deepEqual([...new Set(paths.map((path) => path.split("/")[3]?.replace(/\.md$/, "")))].sort(), [
      "apps",
      "system"
    ])
    assert.isFalse(pages.has("/docs/mcp"))
    const index = pages.get("/docs/search.json")
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
