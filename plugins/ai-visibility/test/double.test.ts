/** Over the providers' doubles, the whole way: what is shown equals what anybody can count from the answers themselves. */
import { adjustableClock, sampleValues, usePluginGateway } from "@storeglass/testkit"
import { assert, beforeAll, describe, it } from "vitest"
import plugin from "../src/plugin.ts"
import { assertCompetitors, assertSources, assertTrends, type Row, rowsIn } from "./counted.ts"
import { type Actor, actor, at, listOf } from "./support.ts"

// Ahead of the queue, whose time is the database's: what is due later waits.
const clock = adjustableClock(Date.UTC(2030, 2, 10, 12))
const gateway = usePluginGateway(plugin, {
  plugins: { stores: true, keywords: true, "ai-visibility": { callsAtOnce: 16, writer: "model_a" } },
  clock
})
const models = ["model_a", "model_d"] as const

describe("a bootstrap and a scan a day later, over the doubles", () => {
  let own: Actor
  let rows: ReadonlyArray<Row> = []
  let first: unknown
  beforeAll(async () => {
    const { id: appId = "" } = await sampleValues(gateway())
    own = actor(gateway(), await gateway().account({ plan: "small" }), appId)
    await own.bootstrap()
    first = await own.lastRun()
    clock.advanceMs(86_400_000)
    await own.scan()
    rows = await rowsIn(gateway(), own)
  }, 120_000)

  it("had its prompts written by the assistant that the config names", () => {
    assert.strictEqual(at(first, "promptsModel"), "model_a")
  })

  it("asked each prompt of each assistant once a day, and charged that", async () => {
    const run = Object(await own.lastRun())
    assert.strictEqual(run.status, "finished")
    const today = rows.filter(({ day }) => day === "2030-03-11")
    assert.strictEqual(new Set(today.map(({ model, prompt }) => `${prompt} ${model}`)).size, today.length)
    const answered = (model: string) => today.filter((row) => row.model === model && row.status !== "error").length
    assert.strictEqual(run.creditsCharged, answered("model_a") * 9 + answered("model_d") * 3)
    assert.deepEqual(run.models, [...models])
  })

  it("has the trend that its answers have, to the integer, for the app and for each intent", async () => {
    const days = ["2030-03-10", "2030-03-11"]
    for (const model of models) await assertTrends(own, rows, { model, days })
  })

  it("has the competitors that its answers name, most appearances first", async () => {
    for (const model of models) await assertCompetitors(own, rows, model)
  })

  it("has the domains that its answers cite, most cited first", async () => {
    await assertSources(own, rows)
  })

  it("has sources with the grounded assistant alone", async () => {
    const intents = listOf(await own.done("GET", "/intents"))
    const detail = await own.done("GET", `/intents/${at(intents[0], "intentId")}`)
    const answers = listOf(detail, "prompts").flatMap((prompt) => listOf(prompt, "latestAnswers"))
    for (const answer of answers.slice(0, 6)) {
      const { answer: told } = Object(await own.done("GET", `/answers/${at(answer, "answerId")}`))
      if (told.modelSlug === "model_a") assert.isEmpty(told.citations)
      for (const { url } of told.citations) assert.match(url, /^(https?:\/\/|$)/)
    }
    const cited = answers.filter((answer) => at(answer, "modelSlug") === "model_d")
    assert.isNotEmpty(cited)
  })
})
