/** What a scan asks, keeps and charges, over the real pipeline. */
import { rows, until, usePluginGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { Ask, Due, Finish, Scan } from "../src/jobRefs.ts"
import plugin from "../src/plugin.ts"
import { type Provider, startProvider } from "./provider.ts"
import {
  type Actor,
  at,
  finished,
  listOf,
  type NewActor,
  newActorOf,
  questionOf,
  refused,
  settingsOf
} from "./support.ts"

const provider: Provider = await startProvider()
afterAll(() => provider.stop())
const gateway = usePluginGateway(plugin, {
  plugins: { stores: true },
  settings: settingsOf(provider),
  config: { operators: { mail: ["ops@example.com"] } }
})

const list = "1. **Photo Studio** is great.\n2. **Snap Master** is fine.\n3. **Pixel Lab**"
let apps = 900_000
const newActor = (options: NewActor = {}) => newActorOf(gateway(), String(++apps), options)
const answersOf = ({ accountId }: Actor) =>
  gateway().run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql<{ id: string; run: string; status: string; fingerprint: string; model: string }>`
        SELECT id, run, status, fingerprint, model_slug AS model FROM ai_visibility_answers
        WHERE account_id = ${accountId}::uuid ORDER BY prompt_no, model_slug, id`
    )
  )

describe("a scan", () => {
  let own: Awaited<ReturnType<typeof newActor>>
  beforeAll(async () => {
    own = await newActor({ models: ["model_a", "model_b"] })
    provider.says(() => ({ text: list }))
  })

  it("holds the sum of its calls, says so, and charges it when it's finished", async () => {
    const before = await own.used()
    const { answer, data } = await own.scan()
    assert.strictEqual(answer.headers.get("x-credit-cost"), "72")
    assert.strictEqual(answer.headers.get("x-credit-category"), "aiVisibility")
    assert.deepEqual(
      [at(data, "promptsTotal"), at(data, "models"), at(data, "estimatedCost")],
      [3, ["model_a", "model_b"], 72]
    )
    assert.strictEqual((await own.used()) - before, 72)
    const run = Object(await own.lastRun())
    assert.strictEqual(run.taskRunId, at(data, "taskRunId"))
    assert.deepInclude(run, { status: "finished", answered: 6, errors: 0, reused: 0, creditsCharged: 72 })
    assert.deepInclude(run, { modelsDropped: [], degradedReason: null, models: ["model_a", "model_b"] })
    assert.deepEqual(
      (await answersOf(own)).map(({ status }) => status),
      Array(6).fill("ok")
    )
  })

  it("asks no assistant again on the same day, and costs nothing", async () => {
    const asked = provider.calls.length
    const before = await own.used()
    const { answer, data } = await own.scan()
    assert.deepEqual([answer.headers.get("x-credit-cost"), at(data, "estimatedCost")], ["0", 0])
    assert.deepInclude(Object(await own.lastRun()), { status: "finished", reused: 6, answered: 0, creditsCharged: 0 })
    // Reading the settings costs 1.
    assert.deepEqual([provider.calls.length - asked, (await own.used()) - before], [0, 1])
  })

  it("asks an edited prompt anew, and nothing else", async () => {
    const text = questionOf("edited")
    await own.done("PATCH", `/prompts/${own.promptIds[0]}`, { text })
    const asked = provider.calls.length
    const { data } = await own.scan()
    assert.strictEqual(at(data, "estimatedCost"), 24)
    assert.deepEqual(
      provider.calls.slice(asked).map(({ prompt }) => prompt),
      [text, text]
    )
  })

  it("doesn't ask what is paused or archived, nor prompts of a paused intent", async () => {
    const other = await newActor({ prompts: 3 })
    const [first, second] = other.promptIds
    await other.done("PATCH", `/prompts/${first}`, { status: "paused" })
    await other.done("DELETE", `/prompts/${second}`)
    const { data } = await other.scan()
    assert.deepEqual([at(data, "promptsTotal"), at(data, "estimatedCost")], [1, 9])
    await other.done("PATCH", `/intents/${other.intentId}`, { status: "paused" })
    refused(await other.ask("POST", "/scan"), 400, "NO_PROMPTS")
  })

  it("shows its figures everywhere alike", async () => {
    const overview = Object(await own.done("GET", "/overview"))
    // The edited prompt was asked twice, and its last answer counts: three, each with the app first.
    assert.deepInclude(overview, { sampleSize: 3, intentsTotal: 1, intentsCovered: 1, modelId: "model_a-1" })
    assert.strictEqual(at(overview, "visibilityPct"), 100)
    assert.deepEqual([at(overview, "visibilityScore", "status"), at(overview, "positionAvg")], ["measured", 1])
    const [day] = listOf(await own.done("GET", "/trend"))
    assert.strictEqual(at(day, "visibilityScore"), at(overview, "visibilityScore", "score"))
    assert.deepInclude(Object(day), { promptsTotal: 3, promptsWithOwner: 3, visibilityPct: 100, modelChanged: false })
    const [intent] = listOf(await own.done("GET", "/intents"))
    assert.strictEqual(at(intent, "visibilityScore"), at(day, "visibilityScore"))
    assert.deepEqual(
      listOf(intent, "topApps").map((app) => [at(app, "name"), at(app, "isOwnerApp")]),
      [
        ["Photo Studio", true],
        ["Snap Master", false],
        ["Pixel Lab", false]
      ]
    )
    const competitors = listOf(await own.done("GET", "/competitors"))
    assert.deepEqual(
      competitors.map((row) => [
        at(row, "name"),
        at(row, "appearancesTotal"),
        at(row, "positionAvg"),
        at(row, "visibilityPct")
      ]),
      [
        ["Snap Master", 3, 2, 100],
        ["Pixel Lab", 3, 3, 100]
      ]
    )
    assert.strictEqual(at(competitors[0], "iconUrl"), null)
    const detail = await own.done("GET", `/intents/${own.intentId}?model=model_b`)
    const [latest] = listOf(detail, "prompts", 0, "latestAnswers")
    assert.deepInclude(Object(latest), { modelSlug: "model_b", ownerMentioned: true, ownerPosition: 1, status: "ok" })
    const told = await own.done("GET", `/answers/${at(latest, "answerId")}`)
    assert.strictEqual(at(told, "answer", "rawText"), list)
    assert.deepEqual(
      listOf(told, "mentions").map((mention) => [
        at(mention, "name"),
        at(mention, "position"),
        at(mention, "isOwnerApp")
      ]),
      [
        ["Photo Studio", 1, true],
        ["Snap Master", 2, false],
        ["Pixel Lab", 3, false]
      ]
    )
  })

  it("says in headers where its figures come from", async () => {
    const { headers } = await own.ask("GET", "/overview")
    assert.deepEqual([headers.get("x-data-source"), headers.get("x-model-version")], ["llm", "visibility@1"])
    assert.match(headers.get("x-data-as-of") ?? "", /^\d{4}-\d\d-\d\dT00:00:00\.000Z$/)
    const limitations = "asked over the provider's API, not in its app; no personal context"
    assert.strictEqual(headers.get("x-data-limitations"), limitations)
  })
})

describe("what a scan delivers", () => {
  it("counts refusals as answered and charged, and leaves them out of the score", async () => {
    const own = await newActor({ prompts: 2 })
    provider.says(({ prompt }) =>
      prompt === questionOf(1) ? { refusal: true, text: "I can't help with that." } : { text: list }
    )
    await own.scan()
    const run = Object(await own.lastRun())
    assert.deepInclude(run, { status: "finished", answered: 2, refusals: 1, creditsCharged: 18 })
    assert.deepInclude(Object(await own.done("GET", "/overview")), { sampleSize: 1, refusals: 1, errors: 0 })
  })

  it("charges no error, and tries it again with the next scan of the day", async () => {
    const own = await newActor({ prompts: 2 })
    provider.says(({ prompt }) =>
      prompt === questionOf(1)
        ? { status: 400, body: { error: { message: "no", type: "invalid_request_error" } } }
        : { text: list }
    )
    await own.scan()
    assert.deepInclude(Object(await own.lastRun()), { status: "finished", answered: 1, errors: 1, creditsCharged: 9 })
    assert.deepInclude(Object(await own.done("GET", "/overview")), { sampleSize: 1, errors: 1 })
    provider.says(() => ({ text: list }))
    const { data } = await own.scan()
    assert.strictEqual(at(data, "estimatedCost"), 9)
    assert.deepInclude(Object(await own.lastRun()), { answered: 1, reused: 1, creditsCharged: 9 })
    assert.deepInclude(Object(await own.done("GET", "/overview")), { sampleSize: 2, errors: 0 })
  })

  it("is nothing where every provider fails: the run failed, and no credit is gone", async () => {
    const own = await newActor({ models: ["model_a", "model_b"] })
    const before = await own.remaining()
    provider.says(() => ({ status: 401, body: { error: { message: "bad key", code: "invalid_api_key" } } }))
    await own.scan()
    assert.strictEqual(await own.remaining(), before)
    assert.deepInclude(Object(await own.lastRun()), { status: "failed", answered: 0, errors: 6, creditsCharged: 0 })
    const overview = await own.done("GET", "/overview")
    assert.deepEqual(at(overview, "visibilityScore"), {
      score: null,
      label: null,
      interval: null,
      status: "not_measured"
    })
    assert.deepEqual(await own.done("GET", "/trend"), [])
  })

  it("is what the others answered where one provider refuses the key, which is asked no further", async () => {
    const own = await newActor({ models: ["model_a", "model_b"], prompts: 6 })
    provider.says(({ slug }) =>
      slug === "model_b"
        ? { status: 401, body: { type: "error", error: { type: "authentication_error", message: "no" } } }
        : { text: list }
    )
    await own.scan()
    assert.deepInclude(Object(await own.lastRun()), { status: "finished", answered: 6, errors: 6, creditsCharged: 54 })
    const { json, text } = await gateway().askInternal("/health")
    assert.include(text, "takes no questions (credentials)")
    assert.include(
      String(at(json, "data", "checks", "plugins", "core.alerts", "detail")),
      "AI visibility: model_b takes no questions (credentials)"
    )
    // Once, of all the calls that were refused, and without the key.
    const mails = (await gateway().outbox("ops@example.com")).filter(({ subject }) => subject.includes("model_b"))
    assert.lengthOf(mails, 1)
    assert.include(mails[0]?.text, "Look at its key")
    assert.notInclude(JSON.stringify(mails), "key-b")
  })
})

describe("a scan that the credits don't pay for", () => {
  it("is refused when it's asked for: nothing asked, nothing held, nothing charged", async () => {
    const own = await newActor({ models: ["model_a", "model_b"] })
    await gateway().drain(own.accountId, "aiVisibility", 71)
    const asked = provider.calls.length
    const message = refused(await own.ask("POST", "/scan"), 429, "AI_VISIBILITY_QUOTA_EXCEEDED")
    assert.include(message, "costs 72 AI Visibility credits and 71 are left")
    assert.deepEqual([provider.calls.length - asked, await own.remaining()], [0, 71])
  })

  it("goes on without model_b when it's due by schedule, and says so", async () => {
    const own = await newActor({ models: ["model_a", "model_b"] })
    provider.says(() => ({ text: list }))
    await gateway().drain(own.accountId, "aiVisibility", 40)
    await gateway().runJob(Due, { accountId: own.accountId, appId: own.appId, country: "us" })
    const run = Object(await own.lastRun())
    await finished(gateway(), run.taskRunId)
    const over = Object(await own.lastRun())
    assert.deepInclude(over, {
      status: "finished",
      models: ["model_a"],
      modelsDropped: ["model_b"],
      creditsCharged: 27
    })
    assert.include(over.degradedReason, "without model_b it fits")
  })

  it("is skipped when not even one assistant fits, and due again a day later", async () => {
    const own = await newActor({ models: ["model_a"] })
    await gateway().drain(own.accountId, "aiVisibility", 26)
    const before = Date.now()
    await gateway().runJob(Due, { accountId: own.accountId, appId: own.appId, country: "us" })
    const { settings } = Object(await own.done("GET", "/settings"))
    assert.deepInclude(settings.lastRun, {
      status: "skipped",
      answered: 0,
      creditsCharged: 0,
      modelsDropped: ["model_a"]
    })
    const inMs = Date.parse(settings.nextScanAt) - before
    assert.isTrue(inMs >= 86_400_000 && inMs < 86_400_000 + 600_000, String(inMs))
    assert.strictEqual(await own.remaining(), 25)
  })
})

describe("the jobs of a scan", () => {
  it("do nothing twice: neither asking, nor charging", async () => {
    const own = await newActor({ prompts: 2 })
    provider.says(() => ({ text: list }))
    const { data } = await own.scan()
    const runId = String(at(data, "taskRunId"))
    const { accountId } = own
    const used = await own.used()
    const asked = provider.calls.length
    await gateway().runJob(Scan, { accountId, runId })
    for (const { id } of await answersOf(own)) await gateway().runJob(Ask, { accountId, runId, answerId: id })
    await gateway().runJob(Finish, { accountId, runId })
    assert.deepEqual([provider.calls.length, await own.used()], [asked, used])
  })

  it("ask one fingerprint once when two scans are asked for at once", async () => {
    const own = await newActor({ prompts: 3 })
    const asked = provider.calls.length
    const answers = await Promise.all([own.ask("POST", "/scan"), own.ask("POST", "/scan"), own.ask("POST", "/scan")])
    const costs = answers.map(({ json }) => Number(at(json, "data", "estimatedCost")))
    assert.deepEqual(
      costs.toSorted((a, b) => a - b),
      [0, 0, 27]
    )
    for (const { json } of answers) await finished(gateway(), at(json, "data", "taskRunId"))
    assert.strictEqual(provider.calls.length - asked, 3)
    assert.strictEqual(await own.used(), 27 + 3)
  })
})

/** Its deadline is over. */
const isOver = (runId: string) => rows(gateway(), `UPDATE ai_visibility_runs SET deadline_ms = 1 WHERE id = '${runId}'`)

describe("a limit of an assistant", () => {
  const limits: ReadonlyArray<readonly [name: string, status: number, slug: "model_a" | "model_b"]> = [
    ["429", 429, "model_a"],
    ["529", 529, "model_b"]
  ]
  it.each(limits)("told by %s is waited for, and the answer that follows is charged", async (_, status, slug) => {
    const own = await newActor({ prompts: 2, models: [slug] })
    const limited = new Set<string>()
    provider.says(({ prompt }) => {
      if (limited.has(prompt)) return { text: list }
      limited.add(prompt)
      return {
        status,
        body: { type: "error", error: { type: "overloaded_error", code: "rate_limit_exceeded", message: "later" } }
      }
    })
    const { data } = await own.ask("POST", "/scan").then((answer) => ({ data: at(answer.json, "data") }))
    const { accountId } = own
    const runId = String(at(data, "taskRunId"))
    // The job comes back by itself in seconds: here each is tried at once.
    await gateway().run(
      until(
        ["graphile_worker._private_jobs"],
        SqlClient.SqlClient.use(
          (sql) => sql<{ n: number }>`SELECT count(*)::int AS n FROM graphile_worker._private_jobs jobs
            JOIN graphile_worker._private_tasks tasks ON tasks.id = jobs.task_id
            WHERE tasks.identifier = ${Ask.name} AND jobs.attempts > 0 AND jobs.locked_at IS NULL
              AND jobs.payload->'payload'->>'runId' = ${runId}`
        ),
        ([row]) => row?.n === 2
      )
    )
    const waiting = await answersOf(own)
    assert.deepEqual(
      waiting.map((answer) => answer.status),
      ["waiting", "waiting"]
    )
    for (const { id } of waiting) await gateway().runJob(Ask, { accountId, runId, answerId: id }, { attempt: 2 })
    await finished(gateway(), runId)
    assert.deepInclude(Object(await own.lastRun()), {
      status: "finished",
      answered: 2,
      errors: 0,
      creditsCharged: slug === "model_a" ? 18 : 30
    })
  })

  it("that lasts beyond the run's deadline costs nothing, and the others' answers stand", async () => {
    const own = await newActor({ prompts: 2, models: ["model_a", "model_b"] })
    provider.says(({ slug }) =>
      slug === "model_a"
        ? { status: 429, body: { error: { code: "rate_limit_exceeded", message: "later" } } }
        : { text: list }
    )
    const { json } = await own.ask("POST", "/scan")
    const { accountId } = own
    const runId = String(at(json, "data", "taskRunId"))
    await gateway().run(
      until(
        ["ai_visibility_answers"],
        Effect.promise(() => answersOf(own)),
        (rows) => rows.filter(({ status }) => status === "ok").length === 2
      )
    )
    await isOver(runId)
    for (const { id, model } of await answersOf(own)) {
      if (model === "model_a") await gateway().runJob(Ask, { accountId, runId, answerId: id }, { attempt: 3 })
    }
    await gateway().runJob(Finish, { accountId, runId })
    assert.deepInclude(Object(await own.lastRun()), { status: "finished", answered: 2, errors: 2, creditsCharged: 30 })
  })
})

describe("an answer that can't be read", () => {
  it("is charged as a call, counted apart, and in no score", async () => {
    const own = await newActor({ prompts: 2, models: ["model_a"] })
    provider.says(({ prompt }) => ({ text: prompt === questionOf(1) ? '{"apps": [1, 2, 3]}' : list }))
    await own.scan()
    assert.deepInclude(Object(await own.lastRun()), {
      status: "finished",
      answered: 2,
      errors: 0,
      unparsed: 1,
      creditsCharged: 18
    })
    assert.deepEqual((await answersOf(own)).map(({ status }) => status).toSorted(), ["ok", "parse_failed"])
    const overview = Object(await own.done("GET", "/overview"))
    assert.deepInclude(overview, { sampleSize: 1, visibilityPct: 100 })
  })
})
