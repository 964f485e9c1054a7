import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { textsOfPanels } from "@storeglass/gateway"
import { freePort, useTestGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { BrowserContext, Page, Route } from "playwright-core"
import { assert, describe, it } from "vitest"
import { pseudo } from "../../packages/dashboard/src/pseudo.ts"
import { demoEmail } from "../../plugins/account/src/signIn/SigningIn.ts"
import { goodPassword, mailsOf, newEmail, signedUp, textAt } from "../../plugins/account/test/support.ts"
import { chromiumPath } from "../docs/pages.ts"
import { violationsOn } from "./axe.ts"
import { type Opening, openPage, settled, useChromium } from "./pages.ts"
import { heightsOf, tides } from "./tides.ts"

const port = await freePort()
const own = `http://127.0.0.1:${port}`
/** Where pictures of all pages go, to be looked at. */
const pictures = process.env.STOREGLASS_PICTURES

const pages = [
  "",
  "/apps",
  "/apps/storea/5955846580",
  "/compare?apps=storea:3,storea:4",
  "/keywords",
  "/connections",
  "/connections/connect-paywall",
  "/alerts",
  "/reports",
  "/explorer",
  "/explorer/apps_get",
  "/requests",
  "/usage",
  "/keys",
  "/team",
  "/plan",
  "/settings",
  "/settings?tab=sign-in",
  "/settings?tab=account",
  "/settings?tab=audit",
  "/nothing"
]

describe.skipIf(chromiumPath === undefined)("the dashboard in a browser (needs Chromium)", { timeout: 900_000 }, () => {
  const gateway = useTestGateway({
    plugins: {
      account: true,
      stores: true,
      apps: true,
      charts: true,
      keywords: true,
      workspace: true,
      aso: true,
      growth: true,
      "connect-ads": true,
      "connect-paywall": true,
      "ad-library": true,
      mcp: true
    },
    further: [tides],
    config: { server: { host: "127.0.0.1", port, publicUrl: own } }
  })
  const chrome = useChromium()
  const opened = (more: Opening = {}) => openPage(chrome(), own, more)
  const picture = async (page: Page, folder: string, path: string) => {
    if (pictures === undefined) return
    mkdirSync(join(pictures, folder), { recursive: true })
    await page.screenshot({
      path: join(pictures, folder, `${path.replaceAll(/[/?=]+/g, "-") || "-overview"}.png`.slice(1)),
      fullPage: true
    })
  }
  const isWide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  const someone = async () => {
    await gateway().run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`DELETE FROM account_limits`))
    return signedUp(gateway)
  }
  const closed = async (context: BrowserContext) => {
    await context.close()
  }

  it("takes a newcomer from nothing to a charged call of their own and a revoked key, within a minute", async () => {
    await gateway().run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`DELETE FROM account_limits`))
    const { context, page, told } = await opened()
    const email = newEmail("newcomer")
    const began = Date.now()
    await page.goto(`${own}/`)
    await page.waitForURL(`${own}/dashboard`)
    await page.getByRole("button", { name: "Make an account" }).click()
    await page.getByLabel("Name").fill("Grace")
    await page.getByLabel("E-mail address").fill(email)
    await page.getByLabel("Password").fill(goodPassword)
    await page.getByRole("button", { name: "Sign up" }).click()
    const code = page.getByLabel("Code of the mail")
    await code.waitFor()
    const [mail] = await mailsOf(gateway(), email)
    await code.fill(mail?.code ?? assert.fail("no code in the mail"))
    await page.getByRole("button", { name: "Go on" }).click()
    await page.getByRole("heading", { name: "Hello Grace" }).waitFor()

    await page.getByRole("link", { name: "Keys" }).first().click()
    await page.getByRole("button", { name: "Make a key" }).click()
    await page.getByRole("dialog").getByLabel("Name").fill("laptop")
    await page.getByRole("button", { name: "Make the key" }).click()
    await page.getByRole("heading", { name: "Your key" }).waitFor()
    const key = (await page.getByRole("dialog").locator("pre").textContent()) ?? ""
    assert.match(key, /^sg_live_/)
    await page.getByRole("button", { name: "Close" }).click()
    assert.notInclude(await page.content(), key, "the value is gone with its window")
    assert.notInclude(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])), key)

    const called = await gateway().ask("/v1/search?q=photo&limit=3", { key })
    assert.strictEqual(called.status, 200, called.text)
    await page.getByRole("link", { name: "Usage" }).first().click()
    await page.getByRole("button", { name: "GET /v1/search" }).waitFor()

    await page.getByRole("link", { name: "Keys" }).first().click()
    await page.getByRole("button", { name: "Revoke" }).click()
    await page.getByRole("button", { name: "Revoke the key" }).click()
    await page.getByText("Ended", { exact: true }).waitFor()
    const refused = await gateway().ask("/v1/search?q=photo&limit=3", { key })
    assert.strictEqual(refused.status, 401)
    assert.isBelow(Date.now() - began, 60_000)
    assert.deepEqual(told, [])
    await closed(context)
  })

  it("makes one real call for the newcomer on the first page, and shows what it cost", async () => {
    const { browser } = await someone()
    const { context, page, told } = await opened({ browser })
    await page.goto(`${own}/dashboard`)
    await page.getByRole("button", { name: /Search for “photo”/ }).click()
    await page.getByText("1 credit charged").waitFor()
    const usage = await browser.ask("/dashboard/api/usage")
    assert.strictEqual(textAt(usage.json, "data", "to").length, 10)
    assert.include(usage.text, '"totals":{"credits":1,"requests":1}')
    assert.deepEqual(told, [])
    await closed(context)
  })

  it("asks once what its document names, by the same words", async () => {
    const { browser } = await someone()
    const { context, page } = await opened({ browser })
    const asked: Array<string> = []
    page.on("request", (request) => {
      if (request.url().startsWith(`${own}/dashboard/api/`)) asked.push(request.url())
    })
    await page.goto(`${own}/dashboard`)
    await settled(page)
    await page.waitForLoadState("networkidle")
    const named = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLLinkElement>("link[rel=preload]")].map(({ href }) => href)
    )
    assert.isAbove(named.length, 8)
    for (const address of named) {
      assert.lengthOf(
        asked.filter((each) => each === address),
        1,
        address
      )
    }
    // Nor is any of it asked by other words.
    const paths = asked.map((address) => new URL(address).pathname)
    assert.deepEqual(paths.toSorted(), [...new Set(paths)].sort())
    await closed(context)
  })

  it("goes on as the demo account by one click, and out again", async () => {
    await gateway().run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`INSERT INTO core_accounts (id, email, plan, created_at)
          VALUES (gen_random_uuid(), ${demoEmail}, 'medium', now())`
      )
    )
    const { context, page, told } = await opened()
    await page.goto(`${own}/dashboard`)
    await page.getByRole("button", { name: "Continue as the demo account" }).click()
    await page.getByRole("heading", { name: "Hello Demo" }).waitFor()
    await page.getByRole("button", { name: "Account and person" }).click()
    await page.getByRole("menuitem", { name: "Sign out" }).click()
    await page.getByRole("heading", { name: "Sign in" }).waitFor()
    assert.deepEqual(told, [])
    await closed(context)
  })

  it("asks an operation in the explorer by its form: what the address says, the price, the answer, and a refusal at its field", async () => {
    const { browser } = await someone()
    const { context, page, told } = await opened({ browser })
    await page.goto(`${own}/dashboard/explorer/apps_search?q=photo&limit=2`)
    await page.getByLabel("Q", { exact: true }).waitFor()
    assert.strictEqual(await page.getByLabel("Q", { exact: true }).inputValue(), "photo")
    await page.getByRole("button", { name: /^Ask/ }).click()
    await page.getByText("1 credit charged").waitFor()
    await page.getByLabel(/^Limit/).fill("9999")
    await page.getByLabel(/^Limit/).evaluate((input) => input.closest("form")?.setAttribute("novalidate", ""))
    await page.getByRole("button", { name: /^Ask/ }).click()
    await page.getByRole("alert").waitFor()
    assert.strictEqual(await page.getByLabel(/^Limit/).getAttribute("aria-invalid"), "true")
    assert.deepEqual(told, [])
    await closed(context)
  })

  it("finds pages, operations and requests by Ctrl K, and gives the focus back", async () => {
    const { browser } = await someone()
    const { context, page } = await opened({ browser })
    await page.goto(`${own}/dashboard/keys`)
    await settled(page)
    const opener = page.getByRole("button", { name: /^Search/ })
    await opener.focus()
    await page.keyboard.press("Control+k")
    await page.getByRole("combobox").fill("reviews")
    await page.getByRole("option", { name: /\/v1\/apps\/:id\/reviews/ }).waitFor()
    await page.keyboard.press("Escape")
    await page.getByRole("dialog").waitFor({ state: "detached" })
    await page.waitForFunction(() => document.activeElement?.textContent.includes("Ctrl K") === true)
    await page.keyboard.press("Control+k")
    await page.getByRole("combobox").fill("usage")
    await page.getByRole("option").first().waitFor()
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { level: 1, name: "Usage" }).waitFor()
    await page.keyboard.press("?")
    await page.getByRole("heading", { name: "Keyboard", level: 2 }).waitFor()
    await closed(context)
  })

  it("is free of what axe finds, of errors and of sideways scrolling on every page: with data or none, on a phone, loading, failed and not allowed, light and dark", async () => {
    const { browser } = await someone()
    const wrong: Array<string> = []
    // All but what says who is signed in and what there is.
    const data = /\/dashboard\/api\/(?!me$|catalogue|token)|\/v1\//
    const refused = (status: number, code: string, message: string) => (route: Route) =>
      route.fulfill({
        status,
        contentType: "application/json",
        headers: { "x-request-id": "01a21d9a-191c-7515-a4d2-9cef77d389cc" },
        body: JSON.stringify({ error: { code, message } })
      })
    for (const { answer, name, width } of [
      { name: "desktop", width: 1280 },
      { name: "phone", width: 390 },
      { name: "twice the size", width: 640 },
      { name: "loading", width: 390, answer: () => undefined },
      { name: "failed", width: 390, answer: refused(503, "SERVICE_UNAVAILABLE", "the database is away for a moment") },
      {
        name: "not allowed",
        width: 1280,
        answer: refused(403, "FORBIDDEN", "this takes the role admin; yours is viewer")
      }
    ]) {
      const { context, page, told } = await opened({ browser, theme: "light", width })
      if (answer !== undefined) await page.route(data, answer)
      for (const path of pages) {
        await page.goto(`${own}/dashboard${path}`)
        if (name === "loading") await page.getByRole("heading", { level: 1 }).waitFor()
        else await settled(page)
        await picture(page, name, path)
        const violations = await violationsOn(page)
        if (violations !== "[]") wrong.push(`${path}, ${name}: ${violations}`)
        // In the other theme nothing but colours differs.
        await page.evaluate(() => {
          document.documentElement.dataset.theme = "dark"
        })
        const inDark = await violationsOn(page, ["color-contrast"])
        if (inDark !== "[]") wrong.push(`${path}, ${name}, dark: ${inDark}`)
        const over = await isWide(page)
        if (over > 0) wrong.push(`${path}, ${name}: ${over} px wider than the screen`)
      }
      wrong.push(...told.map((text) => `${name}: ${text}`))
      await closed(context)
    }
    assert.deepEqual(wrong, [])
  })

  it("keeps its places while something is on its way, and says so", async () => {
    const { browser } = await someone()
    const { context, page } = await opened({ browser })
    const waiting: Array<() => Promise<void>> = []
    await page.route(/\/dashboard\/api\/(usage|requests|keys)/, (route) => {
      waiting.push(() => route.continue())
    })
    await page.goto(`${own}/dashboard/usage`)
    await page.getByText("Loading…").first().waitFor({ state: "attached" })
    assert.strictEqual(await violationsOn(page), "[]")
    for (const go of waiting) await go()
    await page.getByText("Nothing was charged in these days.").waitFor()
    await closed(context)
  })

  it("is translated: in the language that shows what isn't, no text of the page is as it's written, nor too wide for a phone", async () => {
    const { browser } = await someone()
    const wrong: Array<string> = []
    // What plugins declare is in the language that it's written in.
    const declared = (await browser.ask("/dashboard/api/catalogue")).text
    const { context, page } = await opened({ browser, width: 390 })
    for (const path of pages.filter((each) => !each.startsWith("/explorer"))) {
      await page.goto(`${own}/dashboard${path}${path.includes("?") ? "&" : "?"}language=pseudo`)
      await settled(page)
      const over = await isWide(page)
      if (over > 0) wrong.push(`${path} is ${over} px wider than the screen`)
      const plain = await page.evaluate(() =>
        [...document.querySelectorAll("h1, nav a, main label, main button, main th")].map((element) =>
          element.textContent.trim()
        )
      )
      // Names, numbers and days are nobody's words.
      for (const text of new Set(plain))
        if (/^[A-Z][a-z]+( [a-z]+)+$/.test(text) && !declared.includes(`"${text}"`)) wrong.push(`${path}: ${text}`)
    }
    assert.deepEqual(wrong, [])
    await closed(context)
  })

  it("shows the panels of plugins in the language that is spoken: none of their texts as it's written, nor too wide for a phone", async () => {
    const { browser } = await someone()
    const { operations, plugins } = gateway().running.composition
    const speaking = plugins.flatMap(({ plugin }) => {
      if ((plugin.panels ?? []).length === 0 || plugin.id === "tides") return []
      const texts = textsOfPanels(
        plugin,
        operations.filter((operation) => operation.plugin === plugin.id)
      )
      return [{ id: plugin.id, texts }]
    })
    // A word alone may be a name, or stand in somebody's data.
    const written = new Set(speaking.flatMap(({ texts }) => texts.filter((text) => text.includes(" "))))
    assert.isAbove(written.size, 100)
    const tabs = speaking.map(({ id }) => `/apps/storea/5955846580?tab=${id}`)
    const connections = speaking.filter(({ id }) => id.startsWith("connect-")).map(({ id }) => `/connections/${id}`)
    const wrong: Array<string> = []
    const { context, page } = await opened({ browser, width: 390 })
    const seen = new Set<string>()
    for (const path of ["", ...tabs, ...connections, "/connections", "/alerts", "/keywords", "/settings"]) {
      await page.goto(`${own}/dashboard${path}${path.includes("?") ? "&" : "?"}language=pseudo`)
      await settled(page)
      const over = await isWide(page)
      if (over > 0) wrong.push(`${path} is ${over} px wider than the screen`)
      const shown = await page.evaluate(() => {
        const walker = document.createTreeWalker(document.querySelector("main") ?? document.body, NodeFilter.SHOW_TEXT)
        const texts: Array<string> = []
        for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
          // What is marked as English is documentation of the API.
          if (node.parentElement?.closest("body [lang=en]") === null) texts.push(node.textContent?.trim() ?? "")
        }
        return texts.filter((text) => text !== "")
      })
      for (const text of shown) {
        seen.add(text)
        if (written.has(text)) wrong.push(`${path}: ${text}`)
      }
    }
    assert.deepEqual([...new Set(wrong)], [])
    // They are there, and said.
    for (const text of ["Your apps in the charts", "Ranks over time", "Suggested competitors", "Search ads"]) {
      assert.include([...seen], pseudo(text))
    }
    await closed(context)
  })

  it("changes the panels with the language, without another document", async () => {
    const { browser } = await someone()
    const { context, page, told } = await opened({ browser })
    await page.goto(`${own}/dashboard/settings`)
    await page.getByRole("link", { name: "Workspace", exact: true }).waitFor()
    await page.evaluate(() => Object.assign(window, { isSame: true }))
    await page.getByLabel("Language", { exact: true }).selectOption("de")
    await page.getByRole("button", { name: "Save" }).first().click()
    await page.getByRole("link", { name: "Arbeitsbereich", exact: true }).waitFor()
    assert.isTrue(await page.evaluate(() => Reflect.get(window, "isSame")))
    await page.getByRole("link", { name: "Übersicht" }).first().click()
    await page.getByRole("region", { name: "Deine Apps in den Charts" }).waitFor()
    assert.deepEqual(told, [])
    await closed(context)
  })

  it("speaks German where its person does", async () => {
    const { browser } = await someone()
    const me = await browser.ask("/dashboard/api/me")
    await browser.ask("/dashboard/api/me", {
      method: "PATCH",
      body: { language: "de" },
      headers: { "x-csrf-token": textAt(me.json, "data", "csrfToken") }
    })
    const { context, page } = await opened({ browser })
    await page.goto(`${own}/dashboard/keys`)
    await page.getByRole("heading", { level: 1, name: "Schlüssel" }).waitFor()
    assert.strictEqual(await page.evaluate(() => document.documentElement.lang), "de")
    await page.goto(`${own}/dashboard/apps/storea/5955846580?tab=keywords`)
    await page.getByRole("heading", { name: "Ränge im Lauf der Zeit" }).waitFor()
    await page.goto(`${own}/dashboard/connections/connect-paywall`)
    await page.getByRole("heading", { level: 1, name: "Paywall" }).waitFor()
    await page.getByText("Verbinde deine Organisation mit einem Schlüssel, der Leserechte hat.").waitFor()
    await picture(page, "german", "/connections/connect-paywall")
    await closed(context)
  })

  it("shows the panel of a plugin that it has never heard of, asks what is free at once and what costs when told to", async () => {
    const { browser } = await someone()
    const { context, page, told } = await opened({ browser })
    await page.goto(`${own}/dashboard`)
    const card = page.getByRole("region", { name: "Tides" })
    await card.getByText("High water").waitFor()
    await card.getByText("4.2").waitFor()
    await card.getByRole("button", { name: /Ask now/ }).click()
    await card.getByText("low water").waitFor()
    // What a row's button has is sent as what it is; what it lacks is asked for; what doesn't fit the row isn't there.
    const [noted] = await Promise.all([
      page.waitForRequest((request) => request.method() === "PUT"),
      card.getByRole("button", { name: "Note", exact: true }).click()
    ])
    assert.deepEqual(noted.postDataJSON(), { what: "low water", isLoud: true })
    assert.strictEqual((await noted.response())?.status(), 200)
    assert.strictEqual(await card.getByRole("button", { name: "Never" }).count(), 0)
    await card.getByRole("button", { name: "Ask", exact: true }).click()
    await page.getByRole("dialog").getByLabel("Is loud").selectOption("false")
    const [asked] = await Promise.all([
      page.waitForRequest((request) => request.method() === "PUT"),
      page.getByRole("dialog").getByRole("button", { name: /^Send/ }).click()
    ])
    assert.deepEqual(asked.postDataJSON(), { what: "low water", isLoud: false })
    await page.keyboard.press("Escape")
    assert.include((await browser.ask("/dashboard/api/usage")).text, '"totals":{"credits":2,"requests":1}')
    assert.deepEqual(told, [])
    await closed(context)
  })

  it("compares up to five apps in one chart of each panel, with the numbers that each app's own answer has", async () => {
    const { browser } = await someone()
    const { context, page, told } = await opened({ browser })
    await page.goto(`${own}/dashboard/apps`)
    await page.getByRole("link", { name: "Compare apps" }).click()
    await page.getByText("Add at least two apps").waitFor()
    for (const id of ["1000003", "1000004"]) {
      await page.getByLabel("Add an app").fill(id)
      await page.getByRole("button", { name: id, exact: true }).click()
    }
    const card = page.getByRole("region", { name: "Heights", exact: true })
    await card.locator("canvas").waitFor()
    await card.getByText("As a table").click()
    const rows = () =>
      card
        .locator("details tbody tr")
        .evaluateAll((all) => all.map((row) => [...row.querySelectorAll("td")].map(({ textContent }) => textContent)))
    const shown = (...ids: ReadonlyArray<string>) =>
      [2, 1, 0].map((day) =>
        ids.map((id) => {
          const metres = heightsOf(id)[day]?.metres ?? null
          return metres === null ? "not measured" : new Intl.NumberFormat("en").format(metres)
        })
      )
    assert.deepEqual(await rows(), shown("1000003", "1000004"))
    for (const id of ["1000005", "1000006", "1000007"]) {
      await page.getByLabel("Add an app").fill(id)
      await page.keyboard.press("Enter")
    }
    await page.getByText("5 apps are as many as a chart can tell apart.").waitFor()
    await page.getByRole("button", { name: "Leave out 1000004" }).click()
    await page.getByLabel("Add an app").waitFor()
    await card.locator("canvas").waitFor()
    assert.match(page.url(), /apps=[^&]*1000003[^&]*1000005[^&]*1000006[^&]*1000007/)
    // The address alone brings the same back.
    await page.reload()
    await card.locator("canvas").waitFor()
    await card.getByText("As a table").click()
    assert.deepEqual(await rows(), shown("1000003", "1000005", "1000006", "1000007"))
    assert.include((await browser.ask("/dashboard/api/usage")).text, '"totals":{"credits":0')
    assert.deepEqual(told, [])
    await closed(context)
  })

  it("marks what one panel tells of in the charts of all, and reads it out as arrow keys walk to it", async () => {
    const { browser } = await someone()
    const { context, page, told } = await opened({ browser })
    await page.goto(`${own}/dashboard/apps/storea/1000003?tab=tides`)
    const chart = page.getByRole("group", { name: /^Heights/ })
    await chart.locator("canvas").waitFor()
    await page.getByText("Marked above.").waitFor()
    await chart.focus()
    await page.keyboard.press("Home")
    const figure = page.locator("figure", { has: chart })
    await figure.getByText("January 1, 2026").waitFor()
    assert.strictEqual(await figure.getByText("Storm Ada").count(), 0)
    await page.keyboard.press("ArrowRight")
    await figure.getByText("Storm Ada: north-west").waitFor()
    await figure.getByText("not measured").waitFor()
    assert.deepEqual(told, [])
    await closed(context)
  })

  it("can't be framed, and asks to sign in once the session has ended", async () => {
    const { browser } = await someone()
    const { context, page } = await opened({ browser })
    await page.goto(`${own}/dashboard`)
    await settled(page)
    await gateway().run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`DELETE FROM account_sessions`))
    // Whichever of its requests is the next hears of it.
    await page.evaluate(() => document.querySelector<HTMLElement>('nav a[href$="/requests"]')?.click())
    await page.getByRole("heading", { name: "Sign in" }).waitFor()
    await page.setContent(`<iframe src="${own}/dashboard"></iframe>`)
    await page.waitForTimeout(500)
    const frame = page.frames().find((each) => each !== page.mainFrame())
    assert.notInclude((await frame?.content().catch(() => "")) ?? "", 'id="page"')
    await closed(context)
  })
})
