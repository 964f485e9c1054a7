import { readFileSync } from "node:fs"
import { join } from "node:path"
import { useTestGateway } from "@storeglass/testkit"
import { type Browser, chromium as launcher, type Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { buildClient, chromium } from "./support.ts"

describe.skipIf(chromium === undefined)("the built client in a browser (needs Chromium)", () => {
  const gateway = useTestGateway({ plugins: { stores: true, apps: true } })
  let built: ReturnType<typeof buildClient> | undefined
  let browser: Browser | undefined
  beforeAll(async () => {
    built = buildClient()
    browser = await launcher.launch({
      ...(chromium === undefined ? {} : { executablePath: chromium }),
      args: ["--no-sandbox", "--disable-gpu"]
    })
  })
  afterAll(async () => {
    await browser?.close()
    built?.remove()
  })

  /** A page at this origin with the client's files beside it, and nothing else of ours. */
  const pageAt = async (origin: string): Promise<Page> => {
    if (browser === undefined) throw new Error("no browser")
    const page = await browser.newPage()
    await page.route(`${origin}/client-test/**`, (route) => {
      const file = new URL(route.request().url()).pathname.replace("/client-test/", "")
      return file === "page.html"
        ? route.fulfill({ contentType: "text/html", body: "<!doctype html><title>page</title>" })
        : route.fulfill({
            contentType: "text/javascript",
            body: readFileSync(join(built?.folder ?? "", "node_modules/@storeglass/client/dist", file), "utf8")
          })
    })
    await page.goto(`${origin}/client-test/page.html`)
    return page
  }

  /** Runs in the page; text, so that nothing of this process gets into it. */
  const script = (url: string, key: string) => `(async () => {
    const { createClient, StoreglassError } = await import("/client-test/index.js")
    const client = createClient({ baseUrl: ${JSON.stringify(url)}, key: ${JSON.stringify(key)}, retry: { attempts: 1 } })
    try {
      const { data, credits, requestId } = await client.apps.search({ q: "photo editor", limit: 3 })
      const seen = []
      for await (const review of client.apps.reviews.items({ id: data.results[0].trackId })) {
        seen.push(review.id)
        if (seen.length === 60) break
      }
      const error = await client.apps.get({ id: "1" }).catch((error) => error)
      return {
        total: data.results.length, cost: credits.cost, requestId, reviews: seen.length, left: client.credits.remaining,
        error: error instanceof StoreglassError ? error.code : String(error)
      }
    } catch (error) {
      return { failed: error.code ?? String(error) }
    }
  })()`

  it("calls, walks pages and tells errors from a page of the gateway's origin", async () => {
    const { accountId, key } = await gateway().account()
    const page = await pageAt(gateway().url)
    const told: Readonly<Record<string, unknown>> = await page.evaluate(script(gateway().url, key))
    await page.close()
    assert.deepInclude(told, { total: 3, cost: 1, error: "APP_NOT_FOUND" }, JSON.stringify(told))
    assert.match(String(told.requestId), /^[0-9a-f-]{36}$/)
    assert.isAbove(Number(told.reviews), 0)
    assert.strictEqual(told.left, 100_000 - (await gateway().used(accountId)))
  }, 60_000)

  it("says NETWORK_ERROR from a page of another origin: the gateway lets none of them in", async () => {
    const { accountId, key } = await gateway().account()
    const page = await pageAt("http://elsewhere.localhost")
    const told: Readonly<Record<string, unknown>> = await page.evaluate(script(gateway().url, key))
    await page.close()
    assert.deepEqual(told, { failed: "NETWORK_ERROR" })
    assert.strictEqual(await gateway().used(accountId), 0)
  }, 60_000)
})
