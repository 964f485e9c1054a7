/** Over the providers' doubles, the whole way: what is shown equals what anybody can count from the answers themselves. */
import { adjustableClock, sampleValues, usePluginGateway } from "@storeglass/testkit"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { assert, beforeAll, describe, it } from "vitest"
import plugin from "../src/plugin.ts"
import { appOf, counted, type Row, Rows, tenth, trackIdOf } from "./counted.ts"
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
    const found = await gateway().run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`SELECT day::text, intent, prompt, model_slug AS model, status, mentions FROM ai_visibility_answers
          WHERE account_id = ${own.accountId}::uuid ORDER BY day, prompt_no`
      )
    )
    rows = Schema.decodeUnknownSync(Rows)(found)
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
    const intents = [undefined, ...new Set(rows.map(({ intent }) => intent))]
    for (const model of models) {
      for (const intent of intents) {
        const query = `?model=${model}${intent === undefined ? "" : `&intentId=${intent}`}`
        const trend = listOf(await own.done("GET", `/trend${query}`))
        const expected = ["2030-03-10", "2030-03-11"].flatMap((date) => {
          const of = rows.filter(
            (row) => row.day === date && row.model === model && (intent === undefined || row.intent === intent)
          )
          const figures = counted(of)
          return figures.sampleSize === 0 ? [] : [{ date, promptsTotal: of.length, ...figures }]
        })
        assert.deepEqual(
          trend.map((row) => ({
            date: at(row, "date"),
            promptsTotal: at(row, "promptsTotal"),
            sampleSize: at(row, "sampleSize"),
            promptsWithOwner: at(row, "promptsWithOwner"),
            visibilityScore: at(row, "visibilityScore"),
            sentimentPct: at(row, "sentimentPct")
          })),
          expected
        )
      }
    }
  })

  it("has the competitors that its answers name, most appearances first", async () => {
    for (const model of models) {
      const ok = rows.filter((row) => row.model === model && row.status === "ok")
      const apps = new Map<string, { answers: number; prompts: Set<string>; intents: Set<string> }>()
      for (const { intent, mentions, prompt } of ok) {
        for (const key of new Set(mentions.filter(({ isOwnerApp }) => !isOwnerApp).map(appOf))) {
          const app = apps.get(key) ?? { answers: 0, prompts: new Set(), intents: new Set() }
          apps.set(key, {
            answers: app.answers + 1,
            prompts: app.prompts.add(prompt),
            intents: app.intents.add(intent)
          })
        }
      }
      const prompts = new Set(ok.map(({ prompt }) => prompt)).size
      const shown = listOf(await own.done("GET", `/competitors?model=${model}`))
      assert.isAtMost(shown.length, 20)
      const counts = shown.map((row) => Number(at(row, "appearancesTotal")))
      assert.deepEqual(
        counts,
        counts.toSorted((a, b) => b - a)
      )
      assert.deepEqual(
        counts,
        [...apps.values()]
          .map(({ answers }) => answers)
          .toSorted((a, b) => b - a)
          .slice(0, 20)
      )
      for (const row of shown) {
        const app = apps.get(appOf({ name: String(at(row, "name")), trackId: trackIdOf(row) }))
        assert.strictEqual(at(row, "appearancesTotal"), app?.answers, String(at(row, "name")))
        assert.strictEqual(at(row, "intentsCovered"), app?.intents.size)
        assert.strictEqual(at(row, "visibilityPct"), tenth((100 * (app?.prompts.size ?? 0)) / prompts))
      }
    }
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
