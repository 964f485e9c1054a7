import { type Browser as Chromium, chromium, type Page } from "playwright-core"
import { afterAll, assert, beforeAll } from "vitest"
import type { Browser } from "../../plugins/account/test/support.ts"
import { chromiumPath } from "../docs/pages.ts"

export const launchOptions = (path = chromiumPath) => ({
  ...(path === undefined ? {} : { executablePath: path }),
  args: ["--no-sandbox", "--disable-gpu"]
})

/** Starts Chromium before the tests of the suite at hand, and stops it after them. */
export const useChromium = (path = chromiumPath): (() => Chromium) => {
  let chrome: Chromium | undefined
  beforeAll(async () => {
    chrome = await chromium.launch(launchOptions(path))
  })
  afterAll(() => chrome?.close())
  return () => chrome ?? assert.fail("no browser")
}

export interface Opening {
  /** Whose cookies the browser has. */
  readonly browser?: Pick<Browser, "cookies"> | undefined
  readonly theme?: "light" | "dark"
  readonly width?: number
}

/** The cookies of somebody who is signed in, as a browser keeps them. */
export const cookiesOf = ({ cookies }: Pick<Browser, "cookies">, own: string) =>
  [...cookies].map(([name, value]) => ({ name, value, url: own, httpOnly: true }))

/** A page of a new browser, and what it complains of: errors, refusals by the policy, and requests to other hosts. */
export const openPage = async (
  chrome: Chromium,
  own: string,
  { browser, theme = "light", width = 1280 }: Opening = {}
) => {
  const context = await chrome.newContext({
    viewport: { width, height: 860 },
    locale: "en",
    // Nothing is looked at while it moves, and moving it takes time.
    reducedMotion: "reduce"
  })
  await context.addCookies([
    { name: "storeglass_theme", value: theme, url: own },
    ...(browser === undefined ? [] : cookiesOf(browser, own))
  ])
  const page = await context.newPage()
  const told: Array<string> = []
  page.on("console", (message) => {
    // Of answers that refuse, browsers say themselves what status they have.
    if (message.type() === "error" && !/the server responded with a status of [45]\d\d/.test(message.text())) {
      told.push(message.text())
    }
  })
  page.on("pageerror", (error) => told.push(error.message))
  page.on("request", (request) => {
    if (!request.url().startsWith(`${own}/`) && !request.url().startsWith("data:")) told.push(`asked ${request.url()}`)
  })
  return { context, page, told }
}

/** Once nothing of the page is on its way. */
export const settled = async (page: Page) => {
  await page.getByRole("heading", { level: 1 }).waitFor()
  await page.waitForFunction(
    () => document.querySelector("[role=status].animate-pulse, [aria-busy=true]") === null,
    undefined,
    { timeout: 30_000 }
  )
}
