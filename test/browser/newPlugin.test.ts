/** What `storeglass plugin new` makes, in the pages of an account. */
import { join } from "node:path"
import { freePort, sampleApp, useTestGateway } from "@storeglass/testkit"
import { createPluginInCheckout } from "create-storeglass-plugin"
import { Schema } from "effect"
import { assert, describe, it } from "vitest"
import { signedUp } from "../../plugins/account/test/support.ts"
import { chromiumPath } from "../docs/pages.ts"
import { linkedCheckout, useTemporaryFolder } from "../scaffold/checkout.ts"
import { openPage, settled, useChromium } from "./pages.ts"

const port = await freePort()
const own = `http://127.0.0.1:${port}`

const Rating = Schema.Struct({ data: Schema.Struct({ name: Schema.String, averageRating: Schema.Finite }) })

describe.skipIf(chromiumPath === undefined)("a new plugin in the dashboard (needs Chromium)", () => {
  const checkout = linkedCheckout(useTemporaryFolder()())
  const config = join(checkout, "config/sandbox.yaml")
  const { folder } = createPluginInCheckout({ id: "rating-watch", checkout, config })
  const gateway = useTestGateway({
    plugins: { account: true, stores: true, apps: true, "rating-watch": { package: folder } },
    config: { server: { host: "127.0.0.1", port, publicUrl: own } }
  })
  const chrome = useChromium()

  it("shows its panel on an app's page with no other edit, and asks at its price", { timeout: 120_000 }, async () => {
    const { browser } = await signedUp(gateway)
    const { context, page, told } = await openPage(chrome(), own, { browser })
    await page.goto(`${own}/dashboard/apps/storea/${await sampleApp(gateway())}`)
    await settled(page)
    await page.getByRole("tab", { name: "Rating", exact: true }).click()
    const [answer] = await Promise.all([
      page.waitForResponse((each) => new URL(each.url()).pathname.startsWith("/v1/rating-watch/")),
      page.getByRole("button", { name: /^Ask now\s*1 credit$/ }).click()
    ])
    const { data } = Schema.decodeUnknownSync(Rating)(await answer.json())
    await page.getByText(data.name, { exact: true }).waitFor()
    await page.getByText(new Intl.NumberFormat("en", { maximumFractionDigits: 2 }).format(data.averageRating)).waitFor()
    assert.strictEqual(answer.headers()["x-credit-cost"], "1")
    assert.deepEqual(told, [])
    await context.close()
  })
})
