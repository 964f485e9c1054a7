/** What everybody sees at `/v1/health` of models that end, on the machine's own time: another clock degrades it by itself. */
import { usePluginGateway } from "@storeglass/testkit"
import { afterAll, assert, it, vi } from "vitest"
import { Models } from "../src/jobRefs.ts"
import plugin from "../src/plugin.ts"
import { type Provider, startProvider } from "./provider.ts"
import { at, settingsOf } from "./support.ts"

const provider: Provider = await startProvider()
afterAll(() => provider.stop())
const gateway = usePluginGateway(plugin, { plugins: { stores: true }, settings: settingsOf(provider) })

it("the gateway is degraded from 30 days before a model ends until another is configured", {
  timeout: 60_000
}, async () => {
  const listed = async (days: number | undefined) => {
    const ends =
      days === undefined ? {} : { shutdown_date: new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10) }
    const data = ["model_a-1", "model_b-1"].map((id) => ({ type: "model", id, ...ends }))
    provider.says(() => ({ body: { data, has_more: false } }))
    await gateway().runJob(Models, {})
  }
  // Health is looked at once a second.
  const isToBe = (status: string) =>
    vi.waitFor(
      async () => {
        const { json, text } = await gateway().ask("/v1/health")
        assert.strictEqual(at(json, "data", "status"), status)
        assert.notInclude(text, "model_a-1")
      },
      { timeout: 10_000, interval: 50 }
    )
  await listed(undefined)
  await isToBe("ok")
  await listed(29)
  await isToBe("degraded")
  await listed(32)
  await isToBe("ok")
})
