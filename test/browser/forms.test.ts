import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { freePort, useTestGateway } from "@storeglass/testkit"
import type { Page } from "playwright-core"
import { assert, beforeAll, describe, it } from "vitest"
import { type SignedIn, signedIn } from "../../plugins/account/test/signedIn.ts"
import { chromiumPath } from "../docs/pages.ts"
import { violationsOn } from "./axe.ts"
import { type Opening, openPage, settled, useChromium } from "./pages.ts"

const port = await freePort()
const own = `http://127.0.0.1:${port}`
/** Where pictures of the forms go, to be looked at. */
const pictures = process.env.STOREGLASS_PICTURES

describe.skipIf(chromiumPath === undefined)("forms in a browser (needs Chromium)", { timeout: 300_000 }, () => {
  const gateway = useTestGateway({
    plugins: {
      account: true,
      stores: true,
      apps: true,
      charts: true,
      keywords: true,
      workspace: true,
      aso: true,
      mcp: true
    },
    config: { server: { host: "127.0.0.1", port, publicUrl: own } }
  })
  const chrome = useChromium()
  let who: SignedIn
  let app: { readonly id: string; readonly name: string }

  beforeAll(async () => {
    who = await signedIn(gateway)
    const ask = async (path: string, body?: unknown) => {
      const answer = await gateway().ask(path, {
        key: who.key,
        ...(body === undefined ? {} : { method: "POST", body })
      })
      assert.strictEqual(answer.status, 200, answer.text)
      return answer.json
    }
    const found = await ask("/v1/search?q=photo&limit=1")
    const [row] = [Object(Object(Object(found).data).results[0])]
    app = { id: String(row.trackId), name: String(row.trackName) }
    await ask("/v1/user/apps", { appId: Number(app.id) })
    await ask(`/v1/user/apps/${app.id}/keywords`, { keyword: "collage maker", country: "us" })
    await ask(`/v1/user/apps/${app.id}/versions`, {
      versionName: "2.5",
      language: "en-US",
      title: "Quiet Harbour Sketches",
      subtitle: "Draw by the sea"
    })
  })
  const opened = (more: Opening = {}) => openPage(chrome(), own, { browser: who.browser, ...more })
  const goTo = async (page: Page, path: string) => {
    await page.goto(`${own}/dashboard${path}`)
    await settled(page)
  }
  const isWide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

  it("checks a listing as one types, from the draft on: findings come and go, the focus stays, nothing is charged", async () => {
    const { context, page, told } = await opened()
    await goTo(page, `/apps/storea/${app.id}?tab=aso`)
    const card = page.getByRole("region", { name: "Write the listing" })
    const title = card.getByLabel(/^Title/)
    await title.waitFor()
    assert.strictEqual(await title.inputValue(), "Quiet Harbour Sketches")
    await card.getByText("22/30").waitFor()
    const before = await gateway().used(who.accountId)
    const asked: Array<string> = []
    page.on("request", (request) => {
      if (request.url().endsWith("/dashboard/api/aso/lint")) asked.push(String(request.postData()))
    })
    await title.fill("")
    await title.pressSequentially("Best free photo editor of the world", { delay: 5 })
    const found = card.getByRole("list", { name: "Found in Title" })
    await found.getByText("Error").first().waitFor()
    await card.getByText("35/30").waitFor()
    await card.getByText("5 too many").waitFor()
    assert.isTrue(await title.evaluate((element) => element === document.activeElement))
    // Asked after the pause, not at each letter.
    assert.isAtMost(asked.length, 3)
    await title.fill("Quiet Harbour Sketches")
    await found.getByText("Error").first().waitFor({ state: "detached" })
    assert.isTrue(await title.evaluate((element) => element === document.activeElement))
    assert.strictEqual(await gateway().used(who.accountId), before)
    assert.deepEqual(told, [])
    await context.close()
  })

  it("ends a question that is outdated before its answer is there", async () => {
    const { context, page } = await opened()
    await goTo(page, `/apps/storea/${app.id}?tab=aso`)
    const card = page.getByRole("region", { name: "Write the listing" })
    const title = card.getByLabel(/^Title/)
    await card.getByText("22/30").waitFor()
    await page.route("**/dashboard/api/aso/lint", async (route) => {
      // The first stays without an answer.
      if (!String(route.request().postData()).includes("Slow")) await route.continue()
    })
    const slow = page.waitForRequest((request) => String(request.postData()).includes("Slow"))
    await title.fill("Slow")
    const first = await slow
    const failed = page.waitForEvent("requestfailed", (request) => request === first)
    await title.fill("A title that is far too long for any of the stores")
    assert.match((await failed).failure()?.errorText ?? "", /ABORTED/)
    await card.getByText("50/30").waitFor()
    await context.close()
  })

  it("offers apps, countries and tracked keywords where the declaration says so, by mouse and keyboard", async () => {
    const { context, page, told } = await opened()
    await goTo(page, "/explorer/keywords_trends")
    const id = page.getByLabel("Id", { exact: true })
    await id.pressSequentially(app.name.slice(0, 4))
    const option = page.getByRole("option").filter({ hasText: app.name }).first()
    await option.waitFor()
    await option.click()
    assert.strictEqual(await id.inputValue(), app.id)
    await page.locator("main form").getByText(app.name).waitFor()
    assert.strictEqual(await page.getByLabel(/^Platform/).inputValue(), "storea")
    const country = page.getByLabel(/^Country/)
    await country.focus()
    assert.isAbove(await page.getByRole("option").count(), 240)
    await country.fill("unit")
    await page.keyboard.press("ArrowDown")
    await page.locator("[role=option][aria-selected=true]").waitFor()
    await country.fill("united states")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    assert.strictEqual(await country.inputValue(), "us")
    const keyword = page.getByLabel(/^Keyword/)
    await keyword.focus()
    await page.getByRole("option").filter({ hasText: "collage maker" }).click()
    assert.strictEqual(await keyword.inputValue(), "collage maker")
    assert.strictEqual(await violationsOn(page), "[]")
    // What nobody offers may be typed too.
    await keyword.fill("something else")
    assert.strictEqual(await keyword.inputValue(), "something else")
    assert.deepEqual(told, [])
    await context.close()
  })

  it("offers the rows of a free read in a panel's form", async () => {
    const { context, page, told } = await opened()
    await goTo(page, `/apps/storea/${app.id}?tab=workspace`)
    await page.getByRole("button", { name: "Change or release a version" }).click()
    const dialog = page.getByRole("dialog")
    const id = dialog.getByLabel("Id", { exact: true }).or(dialog.getByLabel(/^Id /)).first()
    await id.focus()
    await dialog.getByRole("option").filter({ hasText: "2.5" }).click()
    assert.match(await id.inputValue(), /^[0-9a-f-]{36}$/)
    // Escape closes what is open in the window before the window.
    await id.focus()
    await page.keyboard.press("ArrowDown")
    await dialog.getByRole("listbox").waitFor()
    await page.keyboard.press("Escape")
    await dialog.getByRole("listbox").waitFor({ state: "detached" })
    await dialog.waitFor()
    assert.deepEqual(told, [])
    await context.close()
  })

  it("shows an answer as picture, table, tree and JSON, and the call in five languages, at an address with parameters and no credential", async () => {
    const { context, page, told } = await opened()
    await goTo(page, `/explorer/charts_top`)
    await page.getByLabel(/^Genre id/i).fill("6014")
    await page.getByLabel(/^Limit/).fill("3")
    const samples = page.getByRole("region", { name: "From elsewhere" })
    for (const [language, ...texts] of [
      ["curl", "curl -s", "/v1/categories/6014/top", "$STOREGLASS_API_KEY"],
      ["TypeScript", "createClient", "client.charts.top(", '"6014"'],
      ["Python", "requests.get(", "/v1/categories/6014/top", 'response.json()["data"]'],
      ["Go", "http.NewRequest", "/v1/categories/6014/top?limit=3"],
      ["MCP", '"charts_top"', '"limit"']
    ] as const) {
      await samples.getByRole("button", { name: language, exact: true }).click()
      const code = (await samples.locator("pre").textContent()) ?? ""
      for (const text of texts) assert.include(code, text, language)
      assert.notMatch(code, /sg_live_|eyJ/, language)
    }
    await page.locator("main form button[type=submit]").click()
    const answer = page.getByRole("status", { name: "Answer" })
    await answer.waitFor()
    const way = async (name: string) => answer.getByRole("button", { name, exact: true }).click()
    await way("Table")
    assert.isAbove(await answer.getByRole("row").count(), 3)
    await way("Tree")
    await answer
      .getByText(/^3 items$/)
      .first()
      .waitFor()
    await way("JSON")
    await answer.getByText('"data"').first().waitFor()
    const address = new URL(page.url())
    assert.strictEqual(address.pathname, "/dashboard/explorer/charts_top")
    assert.strictEqual(address.searchParams.get("genreId"), "6014")
    assert.strictEqual(address.searchParams.get("limit"), "3")
    assert.notMatch(page.url(), /sg_live_|eyJ|token|key=/)
    assert.notInclude(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])), "eyJ")
    await page.goto(page.url())
    await page.getByLabel(/^Limit/).waitFor()
    assert.strictEqual(await page.getByLabel(/^Limit/).inputValue(), "3")
    assert.deepEqual(told, [])
    await context.close()
  })

  it("fits a phone and has nothing that axe finds, light and dark", async () => {
    const wrong: Array<string> = []
    for (const setting of [
      { name: "light", theme: "light", width: 1280 },
      { name: "dark", theme: "dark", width: 1280 },
      { name: "phone", theme: "dark", width: 390 }
    ] as const) {
      const { context, page } = await opened(setting)
      for (const path of [`/apps/storea/${app.id}?tab=aso`, "/explorer/keywords_trends"]) {
        await goTo(page, path)
        if (path.startsWith("/apps")) {
          const card = page.getByRole("region", { name: "Write the listing" })
          await card.getByLabel(/^Title/).fill("Best free photo editor of the world")
          await card.getByText("35/30").waitFor()
          await card.getByRole("list", { name: "Found in Title" }).waitFor()
        } else {
          await page.getByLabel("Id", { exact: true }).pressSequentially(app.name.slice(0, 4))
          await page.getByRole("option").first().waitFor()
        }
        const violations = await violationsOn(page)
        if (violations !== "[]") wrong.push(`${path}, ${setting.name}: ${violations}`)
        const over = await isWide(page)
        if (over > 0) wrong.push(`${path}, ${setting.name}: ${over} px wider than the screen`)
        if (pictures !== undefined) {
          mkdirSync(pictures, { recursive: true })
          const name = `forms-${setting.name}-${path.startsWith("/apps") ? "live" : "picker"}.png`
          await page.screenshot({ path: join(pictures, name), fullPage: true })
        }
      }
      await context.close()
    }
    assert.deepEqual(wrong, [])
  })
})
