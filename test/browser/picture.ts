// `node test/browser/picture.ts`: the README's first picture, of a gateway that `npm start` runs with its 60 days seeded.
// Needs Chromium.
import { writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { chromium } from "playwright-core"
import { chromiumPath } from "../docs/pages.ts"

const url = process.argv[2] ?? "http://127.0.0.1:3000"
const file = join(resolve(import.meta.dirname, "../.."), "packages/dashboard/picture.png")

if (chromiumPath === undefined) throw new Error("no Chromium; install it first")
const browser = await chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox", "--disable-gpu"] })
try {
  const context = await browser.newContext({ viewport: { width: 1360, height: 860 }, locale: "en" })
  await context.addCookies([{ name: "storeglass_theme", value: "light", url }])
  const entered = await context.request.post(`${url}/auth/demo`, { data: {}, headers: { origin: url } })
  if (!entered.ok()) throw new Error(`the demo account can't be entered: ${entered.status()}`)
  const page = await context.newPage()
  await page.goto(`${url}/dashboard`)
  await page.locator("canvas").first().waitFor()
  await page.waitForLoadState("networkidle")
  const picture = await page.screenshot()
  writeFileSync(file, picture)
  process.stderr.write(`${file}, ${Math.round(picture.byteLength / 1000)} kB\n`)
} finally {
  await browser.close()
}
