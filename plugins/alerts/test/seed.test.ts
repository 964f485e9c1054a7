import { assert, describe, it } from "@effect/vitest"
import { until, usePluginGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import plugin from "../src/plugin.ts"
import { bot, rows, said } from "./support.ts"

const gateway = usePluginGateway(plugin, {
  plugins: { alerts: { bot: { ...bot, polling: true } }, stores: true, "dev-seed": { days: 1 } }
})

describe("the sandbox's chat", () => {
  it("is linked once to the demo account by pressing Start, and has an example", async () => {
    const { accountId } = await gateway().account()
    await rows(gateway(), `UPDATE core_accounts SET email = 'demo@storeglass.invalid' WHERE id = '${accountId}'`)
    await gateway().run(
      until(
        ["alerts_queue"],
        Effect.promise(() => said(gateway())),
        (lines) => lines.length >= 2
      )
    )
    const [linked, example, ...more] = await said(gateway())
    assert.match(linked ?? "", /^Linked\. This chat gets the alerts of demo@storeglass\.invalid/)
    assert.match(example ?? "", /^Alerts come here\n\n/)
    assert.deepEqual(more, [])
    assert.deepEqual(await rows(gateway(), "SELECT chat_id::int AS chat FROM alerts_pairings"), [{ chat: 4711 }])
  })

  it("is shown on the page that the start tells of", async () => {
    const { pages } = gateway().running.sandbox ?? assert.fail("there is no sandbox")
    const page = pages.find(({ title }) => title === "Alerts") ?? assert.fail("there is no page")
    assert.include(await (await fetch(page.url)).text(), "Alerts come here")
  })
})
