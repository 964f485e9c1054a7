/** What an account keeps, in a browser: files that are dropped, versions side by side, tags and saved views. */
import { mkdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { freePort, useTestGateway } from "@storeglass/testkit"
import type { Locator, Page } from "playwright-core"
import { assert, beforeAll, describe, it } from "vitest"
import { type SignedIn, signedIn } from "../../plugins/account/test/signedIn.ts"
import { visitorOf } from "../../plugins/account/test/visitor.ts"
import { chromiumPath } from "../docs/pages.ts"
import { violationsOn } from "./axe.ts"
import { type Opening, openPage, settled, useChromium } from "./pages.ts"

const port = await freePort()
const own = `http://127.0.0.1:${port}`
/** Where pictures go, to be looked at. */
const pictures = process.env.STOREGLASS_PICTURES

const list = "Keyword;Country;Volume\nphoto editor;us;40\nbeach map;de;12\nsea;xx;3\nphoto editor;us;40\n"
const csv = { name: "keywords.csv", mimeType: "text/csv", buffer: Buffer.from(list) }

describe.skipIf(chromiumPath === undefined)("the workspace in a browser (needs Chromium)", { timeout: 300_000 }, () => {
  const gateway = useTestGateway({
    plugins: { account: true, stores: true, apps: true, charts: true, keywords: true, workspace: true },
    config: { server: { host: "127.0.0.1", port, publicUrl: own } }
  })
  const chrome = useChromium()
  let who: SignedIn

  const ask = async (path: string, body?: unknown) => {
    const answer = await gateway().ask(path, { key: who.key, ...(body === undefined ? {} : { method: "POST", body }) })
    assert.strictEqual(answer.status, 200, answer.text)
    return Object(answer.json).data
  }
  const apps = { mine: 950_001, other: 950_002 }
  const keywordsOf = async (appId: number): Promise<ReadonlyArray<string>> => {
    const { items } = await ask(`/v1/user/apps/${appId}/keywords`)
    return items.map(({ country, keyword }: { country: string; keyword: string }) => `${keyword} ${country}`)
  }
  beforeAll(async () => {
    who = await signedIn(gateway)
    for (const [appName, appId] of Object.entries(apps)) {
      await ask("/v1/user/apps", { appId, isLive: false, appName: `${appName} app`, tags: [appName] })
    }
    await ask(`/v1/user/apps/${apps.other}/keywords`, { keywords: ["tide", "moon"], tags: ["core"] })
    await ask(`/v1/user/apps/${apps.other}/keywords`, { keyword: "surf", countries: ["us", "de"] })
    const version = (versionName: string, more: object) =>
      ask(`/v1/user/apps/${apps.other}/versions`, {
        versionName,
        description: `Tides. ${"Calm water. ".repeat(60)}`,
        ...more
      })
    await version("1.0", {
      title: "Tide clock",
      keywords: "moon,sea",
      isReleased: true,
      releasedAt: "2026-03-01T10:00:00Z",
      force: true
    })
    await version("2.0", { title: "Tide & surf clock", keywords: "sea,harbour" })
    await version("2.0", { title: "Gezeitenuhr", language: "de-DE" })
  })

  const opened = (more: Opening = {}) => openPage(chrome(), own, { browser: who.browser, ...more })
  const goTo = async (page: Page, path: string) => {
    await page.goto(`${own}/dashboard${path}`)
    await settled(page)
  }
  const cardOf = (page: Page, name: string): Locator => page.getByRole("region", { name, exact: true }).first()
  const figure = async (card: Locator, title: string) =>
    (await card.getByText(title, { exact: true }).first().locator("xpath=..").textContent())?.replace(title, "")

  it("shows what a file would add before anything is written, then adds just that, and nothing the second time", async () => {
    const { context, page, told } = await opened()
    await goTo(page, "/settings?tab=workspace.move")
    const card = cardOf(page, "Import and export")
    const input = card.getByLabel("File: Import a file")
    // By keyboard it's reached like a button.
    await input.focus()
    assert.isTrue(await input.evaluate((element) => element === document.activeElement))
    await input.setInputFiles(csv)
    await card.getByText("Which app are the keywords for? The file doesn't say it.").first().waitFor()
    assert.strictEqual(await card.getByRole("button", { name: /^Go ahead/ }).count(), 0)
    await card.getByLabel(/^App id/).fill(String(apps.mine))
    const go = card.getByRole("button", { name: "Go ahead with keywords.csv" })
    await go.waitFor()
    await card.getByText("So far nothing was written").waitFor()
    const figures = async () => [
      await figure(card, "Rows"),
      await figure(card, "New"),
      await figure(card, "There already"),
      await figure(card, "Refused")
    ]
    assert.deepEqual(await figures(), ["4", "2", "1", "1"])
    await card.getByText("The store has no such storefront; write its two-letter code").waitFor()
    assert.strictEqual(await violationsOn(page), "[]")
    assert.deepEqual(await keywordsOf(apps.mine), [])
    await go.click()
    await card.getByText("Done: this is what became of keywords.csv.").waitFor()
    assert.deepEqual(await figures(), ["4", "2", "1", "1"])
    assert.sameMembers([...(await keywordsOf(apps.mine))], ["photo editor us", "beach map de"])
    await input.setInputFiles(csv)
    await card.getByText("So far nothing was written").waitFor()
    assert.deepEqual(await figures(), ["4", "0", "3", "1"])
    await card.getByRole("button", { name: "Go ahead with keywords.csv" }).click()
    await card.getByText("Done: this is what became of keywords.csv.").waitFor()
    assert.lengthOf(await keywordsOf(apps.mine), 2)
    assert.deepEqual(told, [])
    await context.close()
  })

  it("takes a file that's dropped on an app's page for that app, and says what it can't take", async () => {
    const { context, page, told } = await opened()
    await goTo(page, `/apps/storea/${apps.mine}?tab=workspace`)
    const card = cardOf(page, "Import keywords or competitors")
    const drop = async (files: ReadonlyArray<{ readonly name: string; readonly text: string }>) => {
      const transfer = await page.evaluateHandle((given) => {
        const transfer = new DataTransfer()
        for (const { name, text } of given) transfer.items.add(new File([text], name))
        return transfer
      }, files)
      await card.getByText(/Drop a file here|Drop or choose another/).dispatchEvent("drop", { dataTransfer: transfer })
    }
    await drop([{ name: "empty.csv", text: "" }])
    await card.getByText("empty.csv is empty.").waitFor()
    await drop([
      { name: "a.csv", text: "a" },
      { name: "b.csv", text: "b" }
    ])
    await card.getByText("One file at a time.").waitFor()
    await drop([{ name: "book.xlsx", text: "PK\u0003\u0004 and more" }])
    await card.getByText("save it as CSV and send that").first().waitFor()
    await drop([{ name: "more.csv", text: "keyword\nlighthouse\n" }])
    const go = card.getByRole("button", { name: "Go ahead with more.csv" })
    await go.click()
    await card.getByText("Done: this is what became of more.csv.").waitFor()
    assert.include(await keywordsOf(apps.mine), "lighthouse us")
    assert.deepEqual(told, [])
    await context.close()
  })

  it("saves the workspace as a file that another account can import", async () => {
    const { context, page, told } = await opened()
    await goTo(page, "/settings?tab=workspace.move")
    const download = page.waitForEvent("download")
    await page.getByRole("button", { name: "Export your workspace" }).click()
    const file = await download
    assert.strictEqual(file.suggestedFilename(), "storeglass-workspace.json")
    const text = readFileSync(await file.path(), "utf8")
    assert.lengthOf(JSON.parse(text).items, 2)
    const next = await signedIn(gateway)
    const body = { base64: Buffer.from(text).toString("base64") }
    const brought = await gateway().ask("/dashboard/api/workspace/import", {
      method: "POST",
      headers: next.changing,
      body
    })
    assert.strictEqual(brought.status, 200, brought.text)
    assert.deepEqual(told, [])
    await context.close()
  })

  it("compares a draft with what it would replace, and any other two that are chosen", async () => {
    const { context, page, told } = await opened()
    await goTo(page, `/apps/storea/${apps.other}?tab=workspace`)
    const card = cardOf(page, "Compare versions")
    const [from, to] = [card.getByLabel("From"), card.getByLabel("To")]
    await card.getByText("Word by word").waitFor()
    const chosen = async (select: Locator) =>
      select.evaluate((element) => (element instanceof HTMLSelectElement ? element.selectedOptions[0]?.text : ""))
    assert.deepEqual(
      [await chosen(from), await chosen(to)],
      ["1.0 · en-US · 2026-03-01 (Current)", "2.0 · en-US (Draft)"]
    )
    assert.include((await card.locator("ins").allTextContents()).join(" "), "surf")
    assert.include((await card.locator("del").allTextContents()).join(" "), "moon")
    // What is the same in both is named, not shown.
    assert.strictEqual(await card.getByText("unchanged").count(), 1)
    assert.strictEqual(await card.getByText(/Calm water/).count(), 0)
    const terms = card.getByRole("table", { name: "Ranks of the terms that changed" })
    await terms.getByRole("row", { name: /moon.*Removed/ }).waitFor()
    await terms.getByRole("row", { name: /surf us.*Added/ }).waitFor()
    await to.selectOption({ label: "2.0 · de-DE (Draft)" })
    await card.locator("ins").getByText("Gezeitenuhr").waitFor()
    assert.strictEqual(await violationsOn(page), "[]")
    // An app without versions has nothing to choose from, and that's no error.
    await goTo(page, `/apps/storea/${apps.mine}?tab=workspace`)
    await cardOf(page, "Compare versions").getByLabel("From").waitFor()
    assert.strictEqual(await cardOf(page, "Compare versions").getByRole("alert").count(), 0)
    assert.deepEqual(told, [])
    await context.close()
  })

  it("filters apps and keywords by tag, saves the filter as a view, opens, changes and deletes it", async () => {
    const { context, page, told } = await opened()
    await goTo(page, "/apps")
    const yours = cardOf(page, "Your apps")
    await yours.getByLabel("Tag", { exact: true }).selectOption("other")
    await yours.getByRole("link", { name: "other app" }).waitFor()
    await yours.getByText("1 row", { exact: true }).waitFor()
    assert.strictEqual(await yours.getByRole("link", { name: "mine app" }).count(), 0)
    assert.match(page.url(), /[?&]tag=other/)

    await goTo(page, `/keywords?app=storea:${apps.other}`)
    const kept = cardOf(page, "Kept keywords")
    await kept.getByText("4 rows", { exact: true }).waitFor()
    // A tag is put on what is chosen, then asked for.
    for (const box of await kept.getByRole("checkbox", { name: "Choose surf" }).all()) await box.check()
    await kept.getByLabel("Tag for what is chosen").fill("Summer")
    await kept.getByRole("button", { name: "Tag 2", exact: true }).click()
    await kept.getByText("2 rows were changed.").waitFor()
    await kept.getByLabel("Tag", { exact: true }).selectOption("summer")
    await kept.getByText("2 rows", { exact: true }).waitFor()
    await kept.getByText("Order and columns").click()
    await kept.getByLabel("Ordered by").selectOption("country")
    await kept.getByLabel("Device").check()
    await kept.getByRole("columnheader", { name: "Device" }).waitFor()
    assert.strictEqual(await violationsOn(page), "[]")
    await kept.getByRole("button", { name: "Save as a view" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Name of the view").fill("Summer terms")
    await page.keyboard.press("Enter")
    await dialog.waitFor({ state: "detached" })
    const view = kept.getByLabel("Saved view")
    await view.getByRole("option", { name: "Summer terms" }).waitFor({ state: "attached" })

    // Opened anew, it's as it was saved.
    await goTo(page, `/keywords?app=storea:${apps.other}`)
    await kept.getByText("4 rows", { exact: true }).waitFor()
    await view.selectOption({ label: "Summer terms" })
    await kept.getByText("2 rows", { exact: true }).waitFor()
    await kept.getByRole("columnheader", { name: "Device" }).waitFor()
    assert.match(page.url(), /tag=summer/)
    const countries = await kept.getByRole("row").allTextContents()
    assert.isTrue(String(countries[1]).includes("de") && String(countries[2]).includes("us"), countries.join("\n"))
    await kept.getByLabel("Tag", { exact: true }).selectOption("core")
    await kept.getByRole("button", { name: "Change the view Summer terms" }).click()
    await kept.getByRole("button", { name: "Change the view Summer terms" }).waitFor({ state: "detached" })
    const { items } = await ask("/v1/user/views")
    assert.deepInclude(items[0], { lists: "keywords", name: "Summer terms", filter: { tag: "core" } })
    await kept.getByRole("button", { name: "Delete the view" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click()
    await page.getByRole("dialog").waitFor({ state: "detached" })
    assert.strictEqual((await ask("/v1/user/views")).total, 0)
    assert.deepEqual(told, [])
    await context.close()
  })

  it("lets a viewer look and filter, and change nothing", async () => {
    const { context, page, told } = await opened()
    const viewer = await visitorOf(gateway, who.accountId, "viewer")
    await context.clearCookies({ name: /storeglass_\d+/ })
    await context.addCookies(
      viewer
        .headers()
        .cookie.split("; ")
        .map((pair) => ({ name: pair.slice(0, pair.indexOf("=")), value: pair.slice(pair.indexOf("=") + 1), url: own }))
    )
    await goTo(page, `/keywords?app=storea:${apps.other}&tag=core`)
    const kept = cardOf(page, "Kept keywords")
    await kept.getByText("2 rows", { exact: true }).waitFor()
    assert.strictEqual(await kept.getByRole("checkbox", { name: /^Choose/ }).count(), 0)
    assert.strictEqual(await kept.getByRole("button", { name: "Save as a view" }).count(), 0)
    await goTo(page, `/apps/storea/${apps.other}?tab=workspace`)
    await cardOf(page, "Compare versions").getByText("Word by word").waitFor()
    assert.strictEqual(await page.getByText("Drop a file here").count(), 0)
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
      for (const [name, path] of [
        ["import", `/settings?tab=workspace.move`],
        ["versions", `/apps/storea/${apps.other}?tab=workspace`],
        ["apps", "/apps?sort=appName"],
        ["keywords", `/keywords?app=storea:${apps.other}&sort=keyword`]
      ] as const) {
        await goTo(page, path)
        if (name === "import") {
          const card = cardOf(page, "Import and export")
          await card.getByLabel("File: Import a file").setInputFiles(csv)
          await card.getByLabel(/^App id/).fill(String(apps.mine))
          await card.getByRole("button", { name: /^Go ahead/ }).waitFor()
        }
        if (name === "versions") await cardOf(page, "Compare versions").getByText("Word by word").waitFor()
        const violations = await violationsOn(page)
        if (violations !== "[]") wrong.push(`${name}, ${setting.name}: ${violations}`)
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        if (over > 0) wrong.push(`${name}, ${setting.name}: ${over} px wider than the screen`)
        if (pictures !== undefined) {
          mkdirSync(pictures, { recursive: true })
          await page.screenshot({ path: join(pictures, `workspace-${name}-${setting.name}.png`), fullPage: true })
        }
      }
      await context.close()
    }
    assert.deepEqual(wrong, [])
  })
})
