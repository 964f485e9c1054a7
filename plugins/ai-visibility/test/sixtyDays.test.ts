/** Over the providers' doubles, the whole way: what is shown equals what anybody can count from the answers themselves. */
import { adjustableClock, sampleValues, usePluginGateway } from "@storeglass/testkit"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { assert, beforeAll, describe, it } from "vitest"
import { ScanHistory } from "../src/contract.ts"
import plugin from "../src/plugin.ts"
import { assertCompetitors, assertSources, assertTrends, counted, type Row, rowsIn } from "./counted.ts"
import { type Actor, actor, at, listOf } from "./support.ts"

// Ahead of the queue, whose time is the database's: what is due later waits.
const clock = adjustableClock(Date.UTC(2030, 2, 10, 12))
const gateway = usePluginGateway(plugin, {
  plugins: { stores: true, keywords: true, "ai-visibility": { callsAtOnce: 16, writer: "model_a" } },
  clock
})
const models = ["model_a", "model_d"] as const

const today = "2030-03-11"
const dayBefore = (back: number) =>
  new Date(Date.parse(`${today}T12:00:00Z`) - back * 86_400_000).toISOString().slice(0, 10)
/** Scanned days, oldest first. */
const days = Array.from({ length: 60 }, (_, at) => dayBefore(59 - at))
/** Scans the days before it was set up. */
const scanPast = ({ accountId, appId }: Actor) =>
  gateway().run(
    ScanHistory.use((history) =>
      Effect.forEach(
        days.slice(0, 58),
        (day) => {
          const keyOf = (model: string) => Redacted.make(`sandbox-key-of-assistant-${model.slice(-1)}-on-${day}`)
          return history.scan({ place: { accountId, appId, country: "us" }, day, keyOf, callsMax: 500 })
        },
        { discard: true }
      )
    )
  )

describe("a bootstrap, a scan a day later and 58 days before, over the doubles", () => {
  let own: Actor
  let rows: ReadonlyArray<Row> = []
  let first: unknown
  let unpaid = -1
  beforeAll(async () => {
    const { id: appId = "" } = await sampleValues(gateway())
    own = actor(gateway(), await gateway().account({ plan: "small" }), appId)
    await own.bootstrap()
    first = await own.lastRun()
    // Three prompts are enough from here on.
    const [kept, ...others] = listOf(await own.done("GET", "/intents"))
    for (const intent of others) await own.done("PATCH", `/intents/${at(intent, "intentId")}`, { status: "paused" })
    for (const prompt of listOf(await own.done("GET", `/intents/${at(kept, "intentId")}/prompts`)).slice(3)) {
      await own.done("PATCH", `/prompts/${at(prompt, "promptId")}`, { status: "paused" })
    }
    const before = await own.used()
    await scanPast(own)
    unpaid = (await own.used()) - before
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
    const scanned = rows.filter(({ day }) => day === today)
    assert.strictEqual(new Set(scanned.map(({ model, prompt }) => `${prompt} ${model}`)).size, scanned.length)
    const answered = (model: string) => scanned.filter((row) => row.model === model && row.status !== "error").length
    assert.strictEqual(run.creditsCharged, answered("model_a") * 9 + answered("model_d") * 3)
    assert.deepEqual(run.models, [...models])
  })

  it("has sixty days, of which those before it was set up are free and don't change what was last", async () => {
    assert.deepEqual([...new Set(rows.map(({ day }) => day))], days)
    assert.strictEqual(unpaid, 0)
    const { lastScanAt } = Object(at(await own.done("GET", "/settings"), "settings"))
    assert.strictEqual(String(lastScanAt).slice(0, 10), today)
    // The double has an own answer for each day.
    const texts = await gateway().run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (
          sql
        ) => sql`SELECT count(DISTINCT raw_text)::int AS texts, max(to_timestamp(fetched_ms / 1000)::date - day) AS late
          FROM ai_visibility_answers WHERE account_id = ${own.accountId}::uuid AND status = 'ok' GROUP BY prompt, model_slug
          ORDER BY 1 DESC LIMIT 1`
      )
    )
    assert.isAbove(Number(at(texts[0], "texts")), 50)
    assert.strictEqual(at(texts[0], "late"), 0)
  })

  it("has the trend that its answers have, to the integer, for the app and for each intent", async () => {
    for (const model of models) await assertTrends(own, rows, { model, days, window: "&windowDays=90" })
  })

  it("has the overview and the intents that its answers have", async () => {
    for (const model of models) {
      const of = rows.filter((row) => row.model === model)
      const [latest, before] = [today, dayBefore(1)].map((date) => counted(of.filter(({ day }) => day === date)))
      const overview = await own.done("GET", `/overview?model=${model}`)
      assert.deepEqual(
        [
          at(overview, "scoredAt"),
          at(overview, "visibilityScore", "score"),
          at(overview, "sentimentPct"),
          at(overview, "sampleSize"),
          at(overview, "trend", "visibilityScorePrev")
        ],
        [today, latest?.visibilityScore, latest?.sentimentPct, latest?.sampleSize, before?.visibilityScore]
      )
      for (const intent of listOf(await own.done("GET", `/intents?model=${model}`))) {
        const own = of.filter((row) => row.intent === at(intent, "intentId") && row.status === "ok")
        const last = own.map(({ day }) => day).at(-1)
        const figures = counted(own.filter(({ day }) => day === last))
        assert.deepEqual(
          [
            at(intent, "scoredAt"),
            at(intent, "visibilityScore"),
            at(intent, "promptsWithOwner"),
            at(intent, "sampleSize")
          ],
          [last, figures.visibilityScore, figures.promptsWithOwner, figures.sampleSize]
        )
      }
    }
  })

  it("has rows of sums that are those of its answers, one by one, for intents and for the app", async () => {
    const figures = `json_build_array(ok, refused, unread, failed, named, position_sum, position_n, sentiment_n) AS figures`
    const kept = (table: string, key: string) =>
      gateway().run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql<{ at: string; figures: ReadonlyArray<number> }>`
            SELECT concat_ws(' ', ${sql.literal(key)}) AS at, ${sql.literal(figures)} FROM ${sql(table)}
            WHERE account_id = ${own.accountId}::uuid ORDER BY 1`
        )
      )
    const expected = (keyOf: (row: Row) => string) =>
      [...Map.groupBy(rows, keyOf)]
        .map(([at, group]) => {
          const having = (status: string) => group.filter((row) => row.status === status)
          const owners = having("ok").flatMap(({ mentions }) =>
            mentions.filter(({ isOwnerApp }) => isOwnerApp).slice(0, 1)
          )
          const positions = owners.flatMap(({ position }) => (position === null ? [] : [position]))
          const figures = [
            ...["ok", "refusal", "parse_failed", "error"].map((status) => having(status).length),
            owners.length,
            positions.reduce((sum, position) => sum + position, 0),
            positions.length,
            owners.filter(({ sentiment }) => sentiment !== null).length
          ]
          return { at, figures }
        })
        .toSorted((a, b) => (a.at < b.at ? -1 : 1))
    const ofIntents = await kept("ai_visibility_rollups", "day, model_slug, intent")
    assert.isAtLeast(ofIntents.length, 60 * 2)
    assert.deepEqual(
      ofIntents,
      expected(({ day, intent, model }) => `${day} ${model} ${intent}`)
    )
    const ofApp = await kept("ai_visibility_app_days", "day, model_slug")
    assert.deepEqual(
      ofApp,
      expected(({ day, model }) => `${day} ${model}`)
    )
  })

  it("has the competitors that its answers name, most appearances first", async () => {
    for (const model of models) await assertCompetitors(own, rows, model, "&windowDays=90")
  })

  it("has the domains that its answers cite, most cited first", async () => {
    await assertSources(own, rows, "?windowDays=90")
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
