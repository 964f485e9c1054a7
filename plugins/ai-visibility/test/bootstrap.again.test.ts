/** Bootstrap where an app ranks for terms, and where it's run again with something new to ask. */

import { contextOf, PluginContexts } from "@storeglass/gateway"
import keywords from "@storeglass/keywords"
import { KeywordHistory } from "@storeglass/keywords/contract"
import { sampleValues, usePluginGateway } from "@storeglass/testkit"
import { Context, Effect } from "effect"
import { afterAll, assert, beforeEach, describe, it } from "vitest"
import plugin from "../src/plugin.ts"
import { type Provider, startProvider } from "./provider.ts"
import { type Actor, actor, at, listOf, settingsOf } from "./support.ts"

const provider: Provider = await startProvider()
afterAll(() => provider.stop())
const gateway = usePluginGateway(plugin, { plugins: { stores: true, keywords: true }, settings: settingsOf(provider) })

const labels = async (own: Actor) =>
  listOf(await own.done("GET", "/intents")).map((intent) => String(at(intent, "label")))
const promptsOf = async (own: Actor) => {
  const intents = listOf(await own.done("GET", "/intents"))
  const lists = await Promise.all(intents.map((one) => own.done("GET", `/intents/${at(one, "intentId")}/prompts`)))
  return lists.flatMap((list) => listOf(list)).map((prompt) => String(at(prompt, "text")))
}
/** A search of the past in which the app has that rank. */
const ranked = (appId: string, terms: ReadonlyArray<readonly [keyword: string, rank: number]>) =>
  gateway().run(
    KeywordHistory.use(({ importSnapshots }) =>
      importSnapshots(
        terms.map(([keyword, rank]) => ({
          platform: "storea" as const,
          country: "us",
          device: "iphone",
          keyword,
          day: new Date().toISOString().slice(0, 10),
          source: "test",
          depth: 200,
          resultCount: rank,
          reach: 1_000,
          volume: 40,
          difficulty: 30,
          apps: Array.from({ length: rank }, (_, n) => ({
            appId: n === rank - 1 ? appId : `99${n}`,
            name: `App ${n}`,
            seller: "Seller"
          }))
        })),
        { track: true }
      )
    ).pipe(Effect.provideContext(contextOf(Context.get(gateway().running.services, PluginContexts), keywords)))
  )
let appId = ""
beforeEach(async () => {
  appId = (await sampleValues(gateway())).id ?? ""
  provider.says(() => ({ text: "1. **Snap Master** is great.\n2. **Pixel Lab** is fine." }))
})
const newActor = async () => actor(gateway(), await gateway().account({ plan: "small" }), appId)

describe("a bootstrap that is run again", () => {
  it("adds intents of terms that the app ranks for by now, best first, and asks these alone", async () => {
    const own = await newActor()
    await own.bootstrap()
    const before = { labels: await labels(own), prompts: await promptsOf(own), used: await own.used() }
    await ranked(appId, [
      ["kite building plans", 7],
      ["origami swans", 2]
    ])
    const asked = provider.calls.length
    await own.bootstrap()
    const added = (await labels(own)).filter((label) => !before.labels.includes(label))
    assert.deepEqual(added.toSorted(), ["Kite building plans", "Origami swans"])
    const now = await promptsOf(own)
    const fresh = now.filter((text) => !before.prompts.includes(text))
    assert.deepEqual(
      before.prompts.filter((text) => !now.includes(text)),
      []
    )
    assert.isAtLeast(fresh.length, 10)
    assert.isTrue(fresh.every((text) => /kite building plans|origami swans/i.test(text)))
    const calls = provider.calls.slice(asked)
    assert.deepEqual(new Set(calls.map(({ prompt }) => prompt)), new Set(fresh))
    const run = Object(await own.lastRun())
    assert.deepInclude(run, { status: "finished", promptsTotal: fresh.length, answered: calls.length })
    const prices = { model_a: 9, model_b: 15, model_c: 5, model_d: 3 }
    const cost = calls.reduce((sum, { slug }) => sum + prices[slug], 0)
    assert.strictEqual(run.creditsCharged, cost)
  })

  it("adds what is new and asks none of it where the bucket can't pay for all, and says so", async () => {
    const own = await newActor()
    await own.bootstrap()
    const before = await promptsOf(own)
    await ranked(appId, [["paper boat regatta", 3]])
    await gateway().drain(own.accountId, "aiVisibility", 40)
    const asked = provider.calls.length
    await own.bootstrap()
    assert.strictEqual(provider.calls.length, asked)
    const fresh = (await promptsOf(own)).filter((text) => !before.includes(text))
    assert.isTrue(fresh.length >= 5 && fresh.every((text) => /paper boat regatta/i.test(text)), fresh.join())
    const run = Object(await own.lastRun())
    assert.deepInclude(run, { status: "finished", answered: 0, creditsCharged: 0 })
    assert.match(run.degradedReason, /^0 of \d+ calls are asked now: all cost \d+ credits and \d+ are left$/)
  })

  it("writes in the language of settings, unless it's told another", async () => {
    const own = await newActor()
    await own.bootstrap({ language: "de" })
    const german = await promptsOf(own)
    assert.isTrue(german.some((text) => /^Welche App ist die beste/.test(text)))
    await own.bootstrap()
    assert.deepEqual(await promptsOf(own), german)
    await own.done("PUT", "/settings", { language: "fr" })
    await own.bootstrap()
    const fresh = (await promptsOf(own)).filter((text) => !german.includes(text))
    assert.isAtLeast(fresh.length, 5)
    assert.isFalse(
      fresh.some((text) => /^(Welche|What|Which)\b/.test(text)),
      fresh.join("\n")
    )
    const { settings } = Object(await own.done("GET", "/settings"))
    assert.strictEqual(settings.language, "fr")
  })
})
