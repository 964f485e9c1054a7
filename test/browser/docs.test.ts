import { everyPlugin, useTestGateway } from "@storeglass/testkit"
import type { BrowserContextOptions, Page } from "playwright-core"
import { assert, describe, it } from "vitest"
import { chromiumPath, crawl } from "../docs/pages.ts"
import { violationsOn } from "./axe.ts"
import { useChromium } from "./pages.ts"

const desktop = { width: 1440, height: 900 }
const phone = { width: 360, height: 740 }
const shown = [
  "/docs",
  "/docs/quickstart",
  "/docs/errors",
  "/docs/operations",
  "/docs/configuration",
  "/docs/languages",
  "/docs/changelog",
  "/docs/reference/apps",
  "/docs/reference/apps/apps_reviews",
  "/docs/reference/keywords/keywords_track"
]

/** What follows what in a page, by tags and the attributes that say what they are; its headings in their order. */
const structuresOf = (html: string): ReadonlySet<string> => {
  const markup = html.replace(/<(script|style|svg)\b[\s\S]*?<\/\1>/g, "<$1>")
  const tags = [...markup.matchAll(/<([a-z][a-z0-9-]*)((?:\s+[^\s=>"]+(?:="[^"]*")?)*)\s*\/?>/g)].map(
    ([, tag = "", attributes = ""]) => {
      const names = [...attributes.matchAll(/\s([^\s=>"]+)(?:="([^"]*)")?/g)].map(([, name = "", value = ""]) =>
        /^(class|role|type|scope|aria-live|aria-haspopup)$/.test(name) ? `${name}=${value}` : name
      )
      return [tag, ...names.sort()].join(" ")
    }
  )
  const headings = tags.flatMap((tag) => /^h[1-6]/.exec(tag)?.[0] ?? [])
  const pairsOf = (list: ReadonlyArray<string>) => list.map((each, at) => `${list[at - 1] ?? ""} > ${each}`)
  return new Set([...pairsOf(tags), ...pairsOf(headings)])
}

/** As few pages as it takes, about, to see each structure once: most of two hundred operations' pages look alike. */
const withEachStructure = <Found extends { readonly text: string }>(
  pages: ReadonlyArray<Found>
): ReadonlyArray<Found> => {
  const left = pages.map((page) => ({ page, structures: structuresOf(page.text) }))
  const seen = new Set<string>()
  const chosen: Array<Found> = []
  const news = (structures: ReadonlySet<string>) => [...structures].filter((each) => !seen.has(each)).length
  for (;;) {
    const best = left.reduce<{ page: Found; count: number; structures: ReadonlySet<string> } | undefined>(
      (found, { page, structures }) => {
        const count = news(structures)
        return count > (found?.count ?? 0) ? { page, count, structures } : found
      },
      undefined
    )
    if (best === undefined) return chosen
    chosen.push(best.page)
    for (const each of best.structures) seen.add(each)
  }
}

interface Watched {
  readonly page: Page
  /** Addresses asked of another host. */
  readonly away: ReadonlyArray<string>
  readonly errors: ReadonlyArray<string>
}

describe.skipIf(chromiumPath === undefined)(
  "the documentation in a browser (needs Chromium)",
  { timeout: 120_000 },
  () => {
    const gateway = useTestGateway({ plugins: everyPlugin })
    const chrome = useChromium()

    const open = async (options: BrowserContextOptions = {}): Promise<Watched> => {
      const page = await chrome().newPage({ viewport: desktop, ...options })
      const away: Array<string> = []
      const errors: Array<string> = []
      const own = new URL(gateway().url).host
      page.on("request", (request) => {
        if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).host !== own) away.push(request.url())
      })
      page.on("console", (message) => message.type() === "error" && errors.push(message.text()))
      page.on("pageerror", (error) => errors.push(error.message))
      return { page, away, errors }
    }
    const visit = (page: Page, path: string) => page.goto(`${gateway().url}${path}`)

    it("asks no other host, and logs no error, on any page, with its search in use", async () => {
      const { away, errors, page } = await open()
      for (const path of shown) await visit(page, path)
      await page.getByRole("combobox", { name: "Search the documentation" }).fill("reviews")
      await page.getByRole("option").first().waitFor()
      await page.close()
      assert.deepEqual([away, errors], [[], []])
    })

    it("is refused by the browser what its policy does not allow", async () => {
      const { page } = await open()
      await visit(page, "/docs")
      const refused = await page.evaluate(async () => {
        const blocked = new Promise<string>((resolve) => {
          addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective))
        })
        await fetch("http://127.0.0.2:9/").catch(() => undefined)
        return blocked
      })
      await page.close()
      assert.strictEqual(refused, "connect-src")
    })

    it.each([
      { name: "on a desktop", options: { viewport: desktop } },
      { name: "on a phone", options: { viewport: phone, hasTouch: true } }
    ])("meets WCAG 2.2 AA by axe in light and dark, and is no wider than the screen: $name", async ({ options }) => {
      const { page } = await open({ colorScheme: "light", ...options })
      for (const path of shown) {
        await visit(page, path)
        assert.strictEqual(await violationsOn(page), "[]", path)
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        assert.isAtMost(over, 0, `${path} is wider than the screen`)
        // In the other theme nothing but colours differs.
        await page.evaluate(() => {
          document.documentElement.dataset.theme = "dark"
        })
        assert.strictEqual(await violationsOn(page, ["color-contrast"]), "[]", `${path}, dark`)
      }
      await page.close()
    })

    it("meets it in every structure that a page has, and by the answer of a form", { timeout: 600_000 }, async () => {
      const { page } = await open({ colorScheme: "light" })
      const pages = [...(await crawl(gateway().url)).values()].filter(
        ({ headers }) => headers.get("content-type")?.startsWith("text/html") === true
      )
      assert.isAbove(pages.length, 50)
      for (const { path } of withEachStructure(pages)) {
        await visit(page, path)
        assert.strictEqual(await violationsOn(page), "[]", path)
      }
      await visit(page, "/docs/reference/apps/apps_search")
      await page.locator("#try-key").fill((await gateway().account()).key)
      await page.getByRole("button", { name: "Send" }).click()
      await page.locator(".try-status").waitFor()
      assert.strictEqual(await violationsOn(page), "[]")
      await page.close()
    })

    it("is found through and gone to by keyboard alone", async () => {
      const { page } = await open()
      await visit(page, "/docs")
      await page.keyboard.press("Tab")
      assert.strictEqual(await page.evaluate(() => document.activeElement?.textContent), "Skip to content")
      await page.keyboard.press("/")
      await page.keyboard.type("country rankings")
      await page.getByRole("option").first().waitFor()
      await page.keyboard.press("ArrowDown")
      await page.keyboard.press("ArrowUp")
      await page.keyboard.press("Enter")
      await page.waitForURL(/\/docs\/reference\/apps\/apps_countryRankings$/)
      await page.keyboard.press("/")
      await page.keyboard.type("averge user ratng")
      const found = page.getByRole("option").filter({ hasText: "GET /v1/apps/{id}" }).first()
      await found.waitFor()
      assert.match((await found.locator("mark").first().textContent()) ?? "", /^average/i)
      await page.getByRole("combobox", { name: "Search the documentation" }).fill("zzqxv")
      await page.getByText("Nothing found for “zzqxv”").waitFor()
      await page.keyboard.press("Escape")
      assert.isTrue(await page.locator("#results").isHidden())
      await page.close()
    })

    it("keeps the theme that was chosen, and begins with that of the machine", async () => {
      const { page } = await open({ colorScheme: "dark" })
      await visit(page, "/docs")
      const theme = () => page.evaluate(() => document.documentElement.dataset.theme)
      assert.strictEqual(await theme(), "dark")
      await page.getByRole("button", { name: "Switch between light and dark" }).click()
      assert.strictEqual(await theme(), "light")
      await visit(page, "/docs/errors")
      assert.strictEqual(await theme(), "light")
      await page.close()
    })

    it("has its list of pages behind a button on a phone, which closes again", async () => {
      const { page } = await open({ viewport: phone, hasTouch: true })
      await visit(page, "/docs")
      const sidebar = page.getByRole("navigation", { name: "Documentation" })
      assert.isTrue(await sidebar.isHidden())
      const menu = page.getByRole("button", { name: "Menu" })
      await menu.click()
      assert.strictEqual(await menu.getAttribute("aria-expanded"), "true")
      const box = await sidebar.getByRole("heading", { name: "Start" }).boundingBox()
      assert.isAbove(box?.y ?? 0, 50, "the list begins below the bar")
      await page.keyboard.press("Escape")
      assert.isTrue(await sidebar.isHidden())
      await menu.click()
      await sidebar.getByRole("link", { name: "Quickstart" }).click()
      await page.waitForURL(/\/docs\/quickstart$/)
      await page.close()
    })

    it("reads without its script: pages, links, list of pages", async () => {
      const { page } = await open({ javaScriptEnabled: false, viewport: phone })
      await visit(page, "/docs/quickstart")
      assert.isTrue(await page.getByRole("navigation", { name: "Documentation" }).isVisible())
      assert.isTrue(await page.getByRole("heading", { name: "Quickstart", level: 1 }).isVisible())
      await page.close()
    })

    const reviews = "/docs/reference/apps/apps_reviews"

    it("shows one language's sample at a time, chosen by mouse or arrow keys, and keeps the choice", async () => {
      const { page } = await open()
      await visit(page, reviews)
      const tab = (name: string) => page.getByRole("tab", { name })
      assert.isTrue(await page.locator('[data-sample="curl"]').isVisible())
      await tab("Python").click()
      assert.strictEqual(await tab("Python").getAttribute("aria-selected"), "true")
      assert.isTrue(await page.locator('[data-sample="curl"]').isHidden())
      await page.keyboard.press("ArrowRight")
      assert.isTrue(await page.locator('[data-sample="go"]').isVisible())
      await visit(page, "/docs/reference/apps/apps_search")
      assert.isTrue(await page.locator('[data-sample="go"]').isVisible())
      await page.close()
    })

    it("has every language's sample on a page without its script, and no form that does nothing", async () => {
      const { page } = await open({ javaScriptEnabled: false })
      await visit(page, reviews)
      for (const name of ["curl", "typescript", "python", "go"]) {
        assert.isTrue(await page.locator(`[data-sample="${name}"]`).isVisible(), name)
      }
      assert.isTrue(await page.getByRole("button", { name: "Send" }).isHidden())
      assert.isTrue(await page.getByText("This needs JavaScript").isVisible())
      await page.close()
    })

    it("asks the gateway what its form says, with the key that was typed, and the samples follow", async () => {
      const { page, away, errors } = await open()
      const { key } = await gateway().account()
      await visit(page, "/docs/reference/apps/apps_search")
      await page.locator("#try-query-q").fill("photo & 'more'")
      await page.locator("#try-query-limit").fill("1")
      const sample = async (name: string) => (await page.locator(`[data-sample="${name}"] code`).textContent()) ?? ""
      assert.include(await sample("curl"), "/v1/search?q=photo%20%26%20'more'")
      assert.include(await sample("typescript"), `q: "photo & 'more'"`)
      assert.include(await sample("python"), '"limit": 1')
      await page.getByRole("button", { name: "Send" }).click()
      await page.getByText("Type a key first.").waitFor()
      await page.locator("#try-query-q").fill("photo")
      await page.locator("#try-key").fill(key)
      await page.locator("#try-key").press("Enter")
      await page.locator(".try-status.ok").waitFor()
      assert.match(
        (await page.locator(".try-answer").textContent()) ?? "",
        /^200 .* 1 credit charged .*"query": "photo"/s
      )
      await page.locator("#try-query-country").fill("zz")
      await page.getByRole("button", { name: "Send" }).click()
      await page.locator(".try-status.failed").waitFor()
      assert.include((await page.locator(".try-answer").textContent()) ?? "", "INVALID_COUNTRY")
      // The browser itself writes that a request was answered 400.
      assert.deepEqual([away, errors.filter((text) => !text.includes("400"))], [[], []])
      await page.close()
    })

    it("keeps the key in the page alone: no storage, no address, no cookie has it, and leaving forgets it", async () => {
      const { page } = await open()
      const { key } = await gateway().account()
      await visit(page, reviews)
      await page.locator("#try-key").fill(key)
      await page.getByRole("button", { name: "Send" }).click()
      await page.locator(".try-status").waitFor()
      const stored = await page.evaluate(() =>
        JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href])
      )
      assert.notInclude(stored, key)
      for (const name of ["curl", "typescript", "python", "go"]) {
        assert.notInclude((await page.locator(`[data-sample="${name}"]`).textContent()) ?? "", key)
      }
      await page.reload()
      assert.strictEqual(await page.locator("#try-key").inputValue(), "")
      await page.close()
    })

    it("copies a snippet as it is written", async () => {
      const { page } = await open({ permissions: ["clipboard-read", "clipboard-write"] })
      await visit(page, "/docs/quickstart")
      await page.getByRole("button", { name: "Copy" }).first().click()
      assert.strictEqual((await page.evaluate(() => navigator.clipboard.readText())).trim(), "npm start")
      await page.close()
    })
  }
)
