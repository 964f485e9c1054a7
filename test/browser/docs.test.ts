import { existsSync } from "node:fs"
import { useTestGateway } from "@storeglass/testkit"
import { chromium } from "playwright-core"
import { assert, describe, it } from "vitest"

const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) =>
  existsSync(path)
)

describe.skipIf(executablePath === undefined)("the docs page (needs Chromium)", () => {
  const gateway = useTestGateway({ plugins: { stores: true, apps: true } })

  it("shows the operations, asks no other host, and logs no error", async () => {
    const browser = await chromium.launch({
      ...(executablePath === undefined ? {} : { executablePath }),
      args: ["--no-sandbox", "--disable-gpu"]
    })
    const page = await browser.newPage({ viewport: { width: 1400, height: 1000 } })
    const asked: Array<string> = []
    const errors: Array<string> = []
    page.on("request", (request) => asked.push(request.url()))
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()))
    await page.goto(`${gateway().url}/docs`)
    await page.getByText("Service health").first().waitFor()
    await page.getByText("apps", { exact: true }).first().click()
    await page.getByText("/v1/search").first().waitFor()
    await browser.close()
    const own = new URL(gateway().url).host
    assert.deepEqual(
      asked.filter((address) => !/^(data|blob):/.test(address) && new URL(address).host !== own),
      []
    )
    assert.deepEqual(errors, [])
  }, 90_000)
})
