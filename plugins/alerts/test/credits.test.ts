import { assert, describe, it } from "@effect/vitest"
import { usePluginGateway } from "@storeglass/testkit"
import { Deliver, LookAtCredits } from "../src/jobRefs.ts"
import plugin from "../src/plugin.ts"
import { bot, linked, said } from "./support.ts"

const gateway = usePluginGateway(plugin, {
  plugins: { alerts: { bot: { ...bot, polling: false } } },
  config: { jobs: { lanes: { "alerts.messages": 0 } } }
})

describe("credits", () => {
  it("that run low are told at 80 % and when none are left, once each", async () => {
    const { accountId } = await linked(gateway())
    const look = async () => {
      await gateway().runJob(LookAtCredits, {})
      await gateway().runJob(LookAtCredits, {})
      await gateway().runJob(Deliver, { accountId })
      return (await said(gateway())).map((text) => text.split("\n")[0])
    }
    assert.deepEqual(await look(), [])
    const all = await gateway().remaining(accountId)
    await gateway().drain(accountId, "general", Math.floor(all * 0.2))
    assert.deepEqual(await look(), ["80 % of the general credits are used"])
    await gateway().drain(accountId)
    assert.deepEqual(await look(), ["80 % of the general credits are used", "No general credits are left"])
  })
})
