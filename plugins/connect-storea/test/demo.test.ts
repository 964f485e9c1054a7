/** The console that everybody may try has reports too. */
import { at, connectDemo, listAt, usePluginGateway } from "@storeglass/testkit"
import { assert, describe, it } from "vitest"
import plugin from "../src/plugin.ts"
import { SyncConsole } from "../src/sync/Nightly.ts"

const gateway = usePluginGateway(plugin, {
  plugins: { "connect-storea": { apiUrl: "${sandbox.console}", requestsPerMinute: 60_000, syncDays: 45 } },
  config: { jobs: { concurrency: 0, lanes: { "connect-storea.sync": 0 } } }
})

describe("the sandbox's console", () => {
  it("connects the demo account, and gives it sales and analytics reports as the vendor describes them", async () => {
    const account = await gateway().account()
    await connectDemo(gateway(), account)
    await gateway().runJob(SyncConsole, { accountId: account.accountId })
    const { json } = await gateway().ask("/v1/connect/storea/credentials/status", { key: account.key })
    const imports = listAt(at(json, "data"), "imports")
    assert.deepEqual(
      imports.map((one) => [at(one, "source"), at(one, "imported"), at(one, "waiting"), at(one, "failed")]),
      [
        ["downloads", 18, 0, 0],
        ["engagement", 18, 0, 0],
        ["installations", 18, 0, 0],
        ["sales", 45, 0, 0]
      ]
    )
    assert.deepEqual(gateway().running.sandbox?.control.violations(), [])
  })

  it("is all that this was tried against, and health says so", async () => {
    assert.include((await gateway().ask("/v1/health")).text, `"connect-storea":"${plugin.unproven}"`)
  })
})
