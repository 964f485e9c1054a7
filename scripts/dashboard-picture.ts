// `node scripts/dashboard-picture.ts`: the README's first picture, of a gateway that `npm start` runs. Needs Chromium.
import { writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join, resolve } from "node:path"
import { chromiumPath } from "../test/docs/pages.ts"

const root = resolve(import.meta.dirname, "..")
const url = process.argv[2] ?? "http://127.0.0.1:3000"
const { chromium }: typeof import("playwright-core") = createRequire(join(root, "test/package.json"))("playwright-core")
const { default: sharp }: typeof import("sharp") = createRequire(join(root, "plugins/ad-creatives/package.json"))(
  "sharp"
)

if (chromiumPath === undefined) throw new Error("no Chromium; install it first")
const browser = await chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox", "--disable-gpu"] })
try {
  const context = await browser.newContext({
    viewport: { width: 1360, height: 860 },
    deviceScaleFactor: 1.5,
    locale: "en"
  })
  await context.addCookies([{ name: "storeglass_theme", value: "light", url }])
  const entered = await context.request.post(`${url}/auth/demo`, { data: {}, headers: { origin: url } })
  if (!entered.ok()) throw new Error(`the demo account can't be entered: ${entered.status()}`)
  const page = await context.newPage()
  await page.goto(`${url}/dashboard`)
  await page.waitForLoadState("networkidle")
  await page.locator("canvas").first().waitFor()
  const picture = await sharp(await page.screenshot())
    .webp({ quality: 82 })
    .toBuffer()
  writeFileSync(join(root, "packages/dashboard/picture.webp"), picture)
  process.stderr.write(`storeglass: packages/dashboard/picture.webp, ${Math.round(picture.byteLength / 1000)} kB\n`)
} finally {
  await browser.close()
}
