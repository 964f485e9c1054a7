/** How fast and how well made the first pages are, in a browser and by Lighthouse. */
import { existsSync, mkdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { freePort, root, useTestGateway } from "@storeglass/testkit"
import { Schema } from "effect"
import type { BrowserContext } from "playwright-core"
import { assert, describe, it } from "vitest"
import { signedUp } from "../../plugins/account/test/support.ts"
import { chromiumPath } from "../docs/pages.ts"
import { run } from "../scaffold/checkout.ts"
import { openPage, useChromium } from "./pages.ts"
import { tides } from "./tides.ts"

const port = await freePort()
const own = `http://127.0.0.1:${port}`

/** A page that does no more than to ask who is there and to write it down. */
const barePage = `<!doctype html><title>bare</title><body><script>
fetch("/dashboard/api/me").then((answer) => answer.json()).then(({ data }) => { document.body.textContent = "Hello " + data.person.name })
</script>`

const lighthouse = "13.5.0"
/** Too heavy to come with every checkout: fetched once, as packages are by the suites beside this one. */
const lighthousePath = () => {
  const folder = join(root, "node_modules/.cache/storeglass-lighthouse", lighthouse)
  const file = join(folder, "node_modules/lighthouse/cli/index.js")
  if (existsSync(file)) return file
  mkdirSync(folder, { recursive: true })
  const { code, output } = run(
    "npm",
    ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", folder, `lighthouse@${lighthouse}`],
    folder
  )
  assert.strictEqual(code, 0, output)
  return file
}

const Report = Schema.fromJsonString(
  Schema.Struct({
    categories: Schema.Record(Schema.String, Schema.Struct({ score: Schema.NullOr(Schema.Finite) })),
    audits: Schema.Record(Schema.String, Schema.Struct({ title: Schema.String, score: Schema.NullOr(Schema.Finite) }))
  })
)

const median = (values: ReadonlyArray<number>) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

describe.skipIf(chromiumPath === undefined)("the first pages (need Chromium)", { timeout: 600_000 }, () => {
  const gateway = useTestGateway({
    plugins: { account: true, stores: true, apps: true, charts: true, keywords: true, workspace: true },
    further: [tides],
    config: { server: { host: "127.0.0.1", port, publicUrl: own } }
  })
  const chrome = useChromium()

  it("show the overview's data within four times of what a bare page with one request takes", async () => {
    const { browser } = await signedUp(gateway)
    const { context, told } = await openPage(chrome(), own, { browser })
    await context.route(`${own}/bare`, (route) => route.fulfill({ contentType: "text/html", body: barePage }))
    const timeOf = async (from: BrowserContext, path: string, text: string) => {
      const page = await from.newPage()
      await page.goto(`${own}${path}`, { waitUntil: "commit" })
      const ms = await page.evaluate(
        (wanted) =>
          new Promise<number>((resolve) => {
            const look = () => {
              // Once it's painted, not only there.
              if (document.body?.textContent.includes(wanted)) requestAnimationFrame(() => resolve(performance.now()))
              else requestAnimationFrame(look)
            }
            look()
          }),
        text
      )
      await page.close()
      return ms
    }
    const times: { readonly bare: Array<number>; readonly overview: Array<number> } = { bare: [], overview: [] }
    for (let round = 0; round < 8; round++) {
      const bare = await timeOf(context, "/bare", "Hello ")
      // The last that the page shows: a panel's own answer.
      const overview = await timeOf(context, "/dashboard", "High water")
      // The first round fills caches.
      if (round > 0) {
        times.bare.push(bare)
        times.overview.push(overview)
      }
    }
    const ratio = median(times.overview) / median(times.bare)
    process.stderr.write(
      `overview ${median(times.overview).toFixed(0)} ms, bare page ${median(times.bare).toFixed(0)} ms: ${ratio.toFixed(2)}x\n`
    )
    assert.isAtMost(ratio, 4)
    assert.deepEqual(told, [])
    await context.close()
  })

  it.each([
    ["sign-in", false],
    ["overview", true]
  ])("have by Lighthouse 100 for accessibility, 95 for practices and 90 for performance: %s", async (name, isIn) => {
    const { browser } = await signedUp(gateway)
    const cookie = [...browser.cookies].map(([key, value]) => `${key}=${value}`).join("; ")
    const file = join(root, "node_modules/.cache/storeglass-lighthouse", `${name}.json`)
    process.env.CHROME_PATH = chromiumPath
    const { code, output } = run(
      process.execPath,
      [
        lighthousePath(),
        `${own}/dashboard`,
        "--quiet",
        "--preset=desktop",
        "--only-categories=accessibility,best-practices,performance",
        "--output=json",
        `--output-path=${file}`,
        "--chrome-flags=--headless=new --no-sandbox --disable-gpu",
        ...(isIn ? [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`] : [])
      ],
      root
    )
    assert.strictEqual(code, 0, output)
    const { audits, categories } = Schema.decodeUnknownSync(Report)(readFileSync(file, "utf8"))
    const scoreOf = (category: string) => Math.round((categories[category]?.score ?? 0) * 100)
    const lost = Object.values(audits).flatMap(({ score, title }) => (score !== null && score < 0.9 ? [title] : []))
    const scores = ["accessibility", "best-practices", "performance"].map(scoreOf)
    const told = `${name}: accessibility, practices, performance ${scores.join(", ")}; below: ${lost.join("; ")}`
    process.stderr.write(`${told}\n`)
    assert.strictEqual(scores[0], 100, told)
    assert.isAtLeast(scores[1] ?? 0, 95, told)
    assert.isAtLeast(scores[2] ?? 0, 90, told)
  })
})
