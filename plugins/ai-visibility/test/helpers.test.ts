/** Assistants that write prompts and read answers once more, where the operator chose them. */
import { sampleValues, usePluginGateway } from "@storeglass/testkit"
import { afterAll, assert, describe, it } from "vitest"
import plugin from "../src/plugin.ts"
import { promptStyles } from "../src/writing/Writing.ts"
import { type Provider, startProvider } from "./provider.ts"
import { actor, at, listOf, settingsOf } from "./support.ts"

const provider: Provider = await startProvider()
afterAll(() => provider.stop())
const settings = { ...settingsOf(provider), writer: "model_b", secondReader: "model_b" } as const
const gateway = usePluginGateway(plugin, { plugins: { stores: true, keywords: true }, settings })

const intents = Array.from({ length: 8 }, (_, at) => ({
  label: `Goal ${at + 1}`,
  description: `What goal ${at + 1} is.`,
  prompts: promptStyles.map((style) => ({ style, text: `Which app serves goal ${at + 1} in the way of ${style}?` }))
}))
const mentions = [
  { name: "zoomly", position: 1, sentiment: 0.5 },
  { name: "Planted App", position: 1, sentiment: 1 }
]

describe("assistants that help", () => {
  it("write the prompts, and add to what the parser read of every answer; nobody pays for it", async () => {
    const asked: Array<string> = []
    provider.says(({ prompt, slug }) => {
      if (slug === "model_a") return { text: "1. **Snap Master** is great.\n2. **Pixel Lab** is fine.\n\nAnd zoomly." }
      asked.push(prompt)
      return { text: JSON.stringify(prompt.startsWith('{"answer"') ? { mentions } : { intents }) }
    })
    const appId = (await sampleValues(gateway())).id ?? ""
    const own = actor(gateway(), await gateway().account({ plan: "indie" }), appId)
    await own.bootstrap()
    const run = await own.lastRun()
    const kept = listOf(await own.done("GET", "/intents"))
    assert.includeMembers(
      intents.map(({ label }) => label),
      kept.map((intent) => String(at(intent, "label")))
    )
    const answered = Number(at(run, "answered"))
    assert.isAbove(answered, 0)
    assert.strictEqual(at(run, "creditsCharged"), answered * 9)
    assert.lengthOf(asked, answered + 1)
    const drillDown = await own.done("GET", `/intents/${String(at(kept[0], "intentId"))}`)
    const answerId = String(at(drillDown, "prompts", 0, "latestAnswers", 0, "answerId"))
    const names = listOf(await own.done("GET", `/answers/${answerId}`), "mentions").map((one) => [
      at(one, "name"),
      at(one, "position"),
      at(one, "sentiment")
    ])
    assert.deepEqual(
      names.map(([name, position]) => [name, position]),
      [
        ["Snap Master", 1],
        ["Pixel Lab", 2],
        ["zoomly", null]
      ]
    )
    assert.strictEqual(names[2]?.[2], 0.5)
  })
})
