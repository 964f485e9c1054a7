import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { useTestGateway } from "@storeglass/testkit"
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { chromiumPath, sandboxPlugins } from "../docs/pages.ts"

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")
const desktop = { width: 1440, height: 900 }
const phone = { width: 360, height: 740 }
const shown = [
  "/docs",
  "/docs/quickstart",
  "/docs/errors",
  "/docs/operations",
  "/docs/configuration",
  "/docs/reference/apps"
]

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
    const gateway = useTestGateway({ plugins: sandboxPlugins })
    let browser: Browser | undefined
    beforeAll(async () => {
      browser = await chromium.launch({
        ...(chromiumPath === undefined ? {} : { executablePath: chromiumPath }),
        args: ["--no-sandbox", "--disable-gpu"]
      })
    })
    afterAll(() => browser?.close())

    const open = async (options: BrowserContextOptions = {}): Promise<Watched> => {
      const page = await (browser ?? assert.fail("no browser")).newPage({ viewport: desktop, ...options })
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
      await page.getByRole("combobox").fill("reviews")
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

    const settings = [
      { name: "light, on a desktop", options: { colorScheme: "light", viewport: desktop } },
      { name: "dark, on a desktop", options: { colorScheme: "dark", viewport: desktop } },
      { name: "light, on a phone", options: { colorScheme: "light", viewport: phone, hasTouch: true } },
      { name: "dark, on a phone", options: { colorScheme: "dark", viewport: phone, hasTouch: true } }
    ] as const
    it.each(settings)("meets WCAG 2.2 AA by axe, and is no wider than the screen: $name", async ({ options }) => {
      const { page } = await open(options)
      for (const path of shown) {
        await visit(page, path)
        await page.evaluate(axe)
        const violations = await page.evaluate(async () => {
          const run: unknown = Reflect.get(Reflect.get(globalThis, "axe"), "run")
          const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
          const found = typeof run === "function" ? await run(document, { runOnly: tags }) : { violations: ["no axe"] }
          return JSON.stringify(
            found.violations.map(
              (violation: { readonly id: string; readonly nodes: ReadonlyArray<{ readonly html: string }> }) => ({
                id: violation.id,
                first: violation.nodes[0]?.html.slice(0, 200)
              })
            )
          )
        })
        assert.strictEqual(violations, "[]", path)
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        assert.isAtMost(over, 0, `${path} is wider than the screen`)
      }
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
      await page.waitForURL(/\/docs\/reference\/apps#apps_countryRankings$/)
      await page.keyboard.press("/")
      await page.keyboard.type("zzqx")
      await page.getByText("Nothing found for “zzqx”").waitFor()
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

    it("copies a snippet as it is written", async () => {
      const { page } = await open({ permissions: ["clipboard-read", "clipboard-write"] })
      await visit(page, "/docs/quickstart")
      await page.getByRole("button", { name: "Copy" }).first().click()
      assert.strictEqual((await page.evaluate(() => navigator.clipboard.readText())).trim(), "npm start")
      await page.close()
    })
  }
)

describe.skipIf(chromiumPath === undefined)("the API explorer (needs Chromium)", () => {
  const gateway = useTestGateway({ plugins: { stores: true, apps: true } })

  it("runs nothing inline: no policy of it allows that, and each page has a nonce of its own", async () => {
    const [first, second] = [await gateway().ask("/docs/explorer"), await gateway().ask("/docs/explorer")]
    const policy = first.headers.get("content-security-policy") ?? ""
    assert.notMatch(policy, /unsafe/)
    const nonceOf = (text: string | null) => /'nonce-([\w-]{22})'/.exec(text ?? "")?.[1] ?? assert.fail("no nonce")
    const nonce = nonceOf(policy)
    assert.notStrictEqual(nonce, nonceOf(second.headers.get("content-security-policy")))
    assert.include(first.text, `nonce="${nonce}"`)
    assert.notMatch(first.text, /<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/)
  })

  it("shows the operations, asks no other host, and logs no error", async () => {
    const browser = await chromium.launch({
      ...(chromiumPath === undefined ? {} : { executablePath: chromiumPath }),
      args: ["--no-sandbox", "--disable-gpu"]
    })
    const page = await browser.newPage({ viewport: { width: 1400, height: 1000 } })
    const asked: Array<string> = []
    const errors: Array<string> = []
    page.on("request", (request) => asked.push(request.url()))
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()))
    await page.goto(`${gateway().url}/docs/explorer`)
    await page.getByText("Service health").first().waitFor()
    await page.getByText("apps", { exact: true }).first().click()
    await page.getByText("/v1/search").first().waitFor()
    const styled = page.locator("code[style]").first()
    await styled.waitFor({ state: "attached" })
    assert.match((await styled.getAttribute("style")) ?? "", /--line-count: \d/)
    await browser.close()
    const own = new URL(gateway().url).host
    assert.deepEqual(
      asked.filter((address) => !/^(data|blob):/.test(address) && new URL(address).host !== own),
      []
    )
    assert.deepEqual(errors, [])
  }, 90_000)
})
