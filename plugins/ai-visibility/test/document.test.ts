/** Document 3, row by row: fields and their types, defaults, bounds, costs, success statuses, errors. */
import { readFileSync } from "node:fs"
import { AccountAdmin } from "@storeglass/plugin-api"
import { rows, usePluginGateway } from "@storeglass/testkit"
import { afterAll, assert, beforeAll, describe, it, vi } from "vitest"
import plugin from "../src/plugin.ts"
import { type Provider, startProvider } from "./provider.ts"
import {
  type Actor,
  actor,
  at,
  begun,
  dataOf,
  groundedSettingsOf,
  listOf,
  questionOf,
  refused,
  withPrompts
} from "./support.ts"

const provider: Provider = await startProvider()
afterAll(() => provider.stop())
const gateway = usePluginGateway(plugin, { plugins: { stores: true }, settings: groundedSettingsOf(provider) })

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
const day = /^\d{4}-\d\d-\d\d$/
type Check = (value: unknown) => boolean
const matching =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === "string" && pattern.test(value)
const text: Check = (value) => typeof value === "string"
const whole: Check = (value) => Number.isInteger(value)
const number: Check = (value) => typeof value === "number"
const truth: Check = (value) => typeof value === "boolean"
const slug = matching(/^model_[a-d]$/)
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value)
const all =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check)
const [id, time, date] = [uuid, moment, day].map(matching)
const anything: Check = () => true

/** An object has these fields and no others, each of its type. */
const assertFields = (value: unknown, fields: Readonly<Record<string, Check | undefined>>, what: string) => {
  assert.sameMembers(Object.keys(Object(value)), Object.keys(fields), what)
  for (const [name, check = anything] of Object.entries(fields)) {
    assert.isTrue(check(at(value, name)), `${what}.${name}: ${JSON.stringify(at(value, name))}`)
  }
}

const never = "018f0000-0000-7000-8000-000000000000"
let apps = 960_000
const newActor = async (plan: "indie" | "small" | "growth" = "growth") =>
  actor(gateway(), await gateway().account({ plan }), String(++apps))
const startedActor = async () => {
  const own = await newActor()
  await begun(gateway(), own, { models: ["model_a", "model_d"] })
  return own
}

describe("the fields of document 3", () => {
  let own: Actor
  let intentId = ""
  let accepted: unknown
  beforeAll(async () => {
    provider.says(({ slug }) => ({
      text: "1. **Photo Studio** is great [1].\n2. **Snap Master**\n\nAlso **Pixel Lab** is worth a look.",
      sources: slug === "model_d" ? [{ url: "https://reviews.example.com/a", title: "Reviews" }] : []
    }))
    own = await startedActor()
    intentId = (await withPrompts(own, 2)).intentId
    accepted = (await own.scan()).data
  })

  it("are those of an answer and its mentions", async () => {
    const detail = await own.done("GET", `/intents/${intentId}`)
    const answers = listOf(detail, "prompts").flatMap((prompt) => listOf(prompt, "latestAnswers"))
    assert.lengthOf(answers, 4)
    for (const latest of answers) {
      const told = await own.done("GET", `/answers/${at(latest, "answerId")}`)
      assertFields(told, { answer: anything, mentions: all(anything) }, "data")
      assertFields(
        at(told, "answer"),
        {
          id: (value) => value === at(latest, "answerId"),
          promptId: id,
          intentId: (value) => value === intentId,
          modelSlug: slug,
          modelId: text,
          rawText: text,
          citations: all(anything),
          fetchedAt: time,
          status: matching(/^ok$/)
        },
        "answer"
      )
      const cited = listOf(told, "answer", "citations")
      assert.lengthOf(cited, at(told, "answer", "modelSlug") === "model_d" ? 1 : 0)
      for (const citation of cited) assertFields(citation, { url: text, title: text }, "citation")
      for (const mention of listOf(told, "mentions")) {
        assertFields(
          mention,
          {
            name: text,
            position: orNull(whole),
            trackId: orNull(text),
            isOwnerApp: truth,
            sentiment: orNull((value) => Number(value) >= -1 && Number(value) <= 1)
          },
          "mention"
        )
      }
      // By position, what stands in prose last.
      assert.deepEqual(
        listOf(told, "mentions").map((mention) => at(mention, "position")),
        [1, 2, null]
      )
    }
  })

  it("are those of competitors, with an icon that is always null", async () => {
    const rows = listOf(await own.done("GET", "/competitors"))
    assert.lengthOf(rows, 2)
    for (const row of rows) {
      assertFields(
        row,
        {
          trackId: orNull(text),
          name: text,
          iconUrl: (value) => value === null,
          appearancesTotal: whole,
          intentsCovered: whole,
          positionAvg: orNull(number),
          visibilityPct: number
        },
        "competitor"
      )
    }
    assert.isNull(at(rows[1], "positionAvg"))
  })

  it("are those of the trend, and what says on what a score rests", async () => {
    const rows = listOf(await own.done("GET", "/trend"))
    assert.lengthOf(rows, 1)
    assertFields(
      rows[0],
      {
        date,
        visibilityScore: whole,
        visibilityPct: number,
        sentimentPct: orNull(number),
        positionAvg: orNull(number),
        promptsTotal: whole,
        promptsWithOwner: whole,
        // Added.
        sampleSize: whole,
        promptsScored: whole,
        errors: whole,
        refusals: whole,
        unparsed: whole,
        modelId: orNull(text),
        modelChanged: truth,
        interval: anything,
        change: anything,
        notes: all(anything)
      },
      "trend row"
    )
  })

  it("are those of settings, plan, credits and the latest run", async () => {
    const data = await own.done("GET", "/settings")
    assertFields(
      data,
      { settings: anything, availableModels: all(slug), tier: anything, aiVisibilityCredits: anything },
      "data"
    )
    assertFields(
      at(data, "settings"),
      {
        ownerEmail: text,
        appId: text,
        country: text,
        language: text,
        enabled: truth,
        models: all(slug),
        scanCadenceDays: whole,
        nextScanAt: orNull(time ?? anything),
        lastScanAt: time,
        lastBootstrapAt: time,
        // Added.
        samples: whole,
        ownKeyModels: all(slug),
        ownKeyAnswers: whole,
        lastRun: anything
      },
      "settings"
    )
    assertFields(
      at(data, "settings", "lastRun"),
      {
        taskRunId: (value) => value === at(accepted, "taskRunId"),
        status: matching(/^finished$/),
        promptsTotal: whole,
        answered: whole,
        reused: whole,
        errors: whole,
        refusals: whole,
        models: all(slug),
        modelsDropped: all(slug),
        degradedReason: orNull(text),
        creditsCharged: (value) => value === 2 * 9 + 2 * 3,
        startedAt: time,
        finishedAt: time,
        // Added beside what the issue lists.
        unparsed: whole,
        ungrounded: whole,
        ownKeyAnswers: whole,
        ownKeyModels: all(slug),
        promptsModel: orNull(text)
      },
      "lastRun"
    )
    assertFields(
      at(data, "tier"),
      { planId: text, enabled: truth, maxModels: whole, maxApps: whole, maxCountries: whole },
      "tier"
    )
    assertFields(
      at(data, "aiVisibilityCredits"),
      {
        limit: whole,
        used: whole,
        remaining: whole,
        estimatedMonthlyCost: whole,
        resetDate: time,
        // Added.
        fits: truth,
        warning: orNull(text),
        nextCadenceThatFits: orNull(whole)
      },
      "aiVisibilityCredits"
    )
  })

  it("are those of an accepted scan, whose price the header says too", async () => {
    assertFields(
      accepted,
      { taskRunId: id, promptsTotal: whole, models: all(slug), estimatedCost: whole, samples: whole },
      "scan"
    )
    assert.deepInclude(Object(accepted), { promptsTotal: 2, models: ["model_a", "model_d"], estimatedCost: 24 })
  })
})

/** Copies of a prompt that make it so many, each newer than the one before. */
const copied = (promptId: string | undefined, count: number) =>
  rows(
    gateway(),
    `INSERT INTO ai_visibility_prompts (account_id, id, intent, app_id, country, language, text, folded, seed, style,
       status, source, created_ms, updated_ms)
     SELECT account_id, gen_random_uuid(), intent, app_id, country, language, text || n, folded || n, seed || n, style,
       status, source, created_ms + n, updated_ms
     FROM ai_visibility_prompts, generate_series(2, ${count}) n WHERE id = '${promptId}'`
  )

describe("the plans of document 3", () => {
  it.each([
    ["indie", 3_000, 1, 1, 1],
    ["small", 8_000, 2, 2, 2],
    ["growth", 20_000, 4, 5, 5],
    ["medium", 50_000, 4, 10, 10],
    ["large", 150_000, 4, 50, 30]
  ] as const)(
    "%s has %i credits a month, %i assistants at once, %i apps in %i countries",
    async (planId, ...figures) => {
      const [limit, maxModels, maxApps, maxCountries] = figures
      const own = actor(gateway(), await gateway().account({ plan: planId }), String(++apps))
      const data = await own.done("GET", "/settings")
      assert.deepEqual(at(data, "tier"), { planId, enabled: true, maxModels, maxApps, maxCountries })
      assert.strictEqual(at(data, "aiVisibilityCredits", "limit"), limit)
    }
  )

  it.each([
    ["indie", 100],
    ["small", 150],
    ["growth", 300],
    ["medium", 600],
    ["large", 2_000]
  ] as const)("%s has room for %i active prompts, and says so of one more", async (plan, most) => {
    const own = actor(gateway(), await gateway().account({ plan }), String(++apps))
    await begun(gateway(), own)
    const { intentId, promptIds } = await withPrompts(own, 1)
    await copied(promptIds[0], most - 1)
    const path = `/intents/${intentId}/prompts`
    const last = await own.done("POST", path, { text: "Which app is the last that fits the plan?" }, 201)
    const more = { text: "Which app is one too many for the plan?" }
    const message = refused(await own.ask("POST", path, more), 403, "TIER_LIMIT_EXCEEDED")
    assert.include(message, String(most))
    // Room is for active ones.
    await own.done("PATCH", `/prompts/${at(last, "promptId")}`, { status: "paused" })
    await own.done("POST", path, more, 201)
    refused(
      await own.ask("PATCH", `/prompts/${at(last, "promptId")}`, { status: "active" }),
      403,
      "TIER_LIMIT_EXCEEDED"
    )
  })

  it("asks of a plan that has less room than before the oldest prompts, and the price says so", async () => {
    const own = actor(gateway(), await gateway().account({ plan: "small" }), String(++apps))
    await begun(gateway(), own)
    const { promptIds } = await withPrompts(own, 1)
    await copied(promptIds[0], 105)
    await gateway().run(AccountAdmin.use((admin) => admin.setPlan(own.accountId, "indie")))
    // Who has looked the key up just then has its former plan for a moment.
    await vi.waitFor(
      async () => {
        const told = await own.done("POST", "/scan?dryRun=true", undefined, 200)
        assert.strictEqual(at(told, "promptsTotal"), 100, JSON.stringify(told))
        assert.include(JSON.stringify(told), "PROMPTS_OVER_PLAN")
      },
      { timeout: 30_000, interval: 20 }
    )
  })
})

describe("the parameters of document 3", () => {
  const documented: unknown = JSON.parse(readFileSync(new URL("./ai-visibility.openapi.json", import.meta.url), "utf8"))
  it.each([
    ["get", "/settings", { country: "us" }],
    ["put", "/settings", { country: "us" }],
    ["post", "/scan", { country: "us" }],
    ["get", "/overview", { country: "us", model: "model_a" }],
    ["get", "/intents", { country: "us", model: "model_a" }],
    ["get", "/competitors", { country: "us", model: "model_a", windowDays: 14 }],
    ["get", "/trend", { country: "us", model: "model_a", windowDays: 30 }]
  ])("of %s %s have its defaults", (method, path, defaults) => {
    const parameters = listOf(documented, `/v1/ai-visibility/{appId}${path}`, method, "parameters")
    for (const [name, value] of Object.entries(defaults)) {
      const parameter = parameters.find((one) => at(one, "name") === name)
      assert.strictEqual(at(parameter, "schema", "default"), value, name)
      assert.notStrictEqual(at(parameter, "required"), true, name)
    }
  })

  it("are taken at their bounds and refused beyond them, with the field's name", async () => {
    const own = await startedActor()
    const { intentId, promptIds } = await withPrompts(own, 1)
    const taken: ReadonlyArray<readonly [method: string, path: string, body?: unknown, status?: number]> = [
      ["GET", "/competitors?windowDays=1"],
      ["GET", "/competitors?windowDays=90"],
      ["GET", "/trend?windowDays=1"],
      ["GET", "/trend?windowDays=90"],
      ...["model_a", "model_b", "model_c", "model_d"].map((model) => ["GET", `/overview?model=${model}`] as const),
      ["PUT", "/settings", { scanCadenceDays: 0 }],
      ["PUT", "/settings", { scanCadenceDays: 30 }],
      ["PUT", "/settings", {}],
      ["POST", "/intents", { label: "abc" }, 201],
      ["POST", "/intents", { label: "x".repeat(120), description: "x".repeat(500) }, 201],
      ["POST", `/intents/${intentId}/prompts`, { text: `${"w".repeat(14)}?` }, 201],
      ["POST", `/intents/${intentId}/prompts`, { text: `${"w".repeat(219)}?` }, 201],
      ...["active", "paused", "archived"].map(
        (status) => ["GET", `/intents/${intentId}/prompts?status=${status}`] as const
      )
    ]
    for (const [method, path, body, status = 200] of taken) await own.done(method, path, body, status)
    const refusals: ReadonlyArray<readonly [method: string, path: string, body: unknown, code: string, named: string]> =
      [
        ["GET", "/competitors?windowDays=0", undefined, "INVALID_INPUT", "windowDays"],
        ["GET", "/competitors?windowDays=91", undefined, "INVALID_INPUT", "windowDays"],
        ["GET", "/trend?windowDays=0", undefined, "INVALID_INPUT", "windowDays"],
        ["GET", "/trend?windowDays=91", undefined, "INVALID_INPUT", "windowDays"],
        ["GET", "/trend?windowDays=x", undefined, "INVALID_INPUT", "windowDays"],
        ...["overview", "intents", "competitors", "trend", `intents/${intentId}`].map(
          (path) => ["GET", `/${path}?model=model_e`, undefined, "INVALID_INPUT", "model"] as const
        ),
        ...["settings", "overview", "intents", "competitors", "trend"].map(
          (path) => ["GET", `/${path}?country=xx`, undefined, "INVALID_COUNTRY", "country"] as const
        ),
        ["PUT", "/settings?country=xx", {}, "INVALID_COUNTRY", "country"],
        ["POST", "/scan?country=xx", undefined, "INVALID_COUNTRY", "country"],
        ["POST", "/bootstrap", { country: "xx" }, "INVALID_COUNTRY", "country"],
        ["POST", "/bootstrap", { language: "english" }, "INVALID_INPUT", "language"],
        ["PUT", "/settings", { scanCadenceDays: 31 }, "INVALID_INPUT", "scanCadenceDays"],
        ["PUT", "/settings", { scanCadenceDays: -1 }, "INVALID_INPUT", "scanCadenceDays"],
        ["PUT", "/settings", { models: ["model_e"] }, "INVALID_INPUT", "models"],
        ["PUT", "/settings", { language: "english" }, "INVALID_INPUT", "language"],
        ["PUT", "/settings", { enabled: 1 }, "INVALID_INPUT", "enabled"],
        ["POST", "/intents", { label: "ab" }, "INVALID_INPUT", "label"],
        ["POST", "/intents", { label: "x".repeat(121) }, "INVALID_INPUT", "label"],
        ["POST", "/intents", {}, "INVALID_INPUT", "label"],
        ["POST", "/intents", { label: "abc", description: "x".repeat(501) }, "INVALID_INPUT", "description"],
        ["PATCH", `/intents/${intentId}`, { label: "ab" }, "INVALID_INPUT", "label"],
        ["PATCH", `/intents/${intentId}`, { status: "gone" }, "INVALID_INPUT", "status"],
        ["GET", `/intents/${intentId}/prompts?status=gone`, undefined, "INVALID_INPUT", "status"],
        ["POST", `/intents/${intentId}/prompts`, { text: `${"w".repeat(13)}?` }, "INVALID_INPUT", "text"],
        ["POST", `/intents/${intentId}/prompts`, { text: `${"w".repeat(220)}?` }, "INVALID_INPUT", "text"],
        ["POST", `/intents/${intentId}/prompts`, { text: questionOf(2), style: "rude" }, "INVALID_INPUT", "style"],
        ["PATCH", `/prompts/${promptIds[0]}`, { text: "too short" }, "INVALID_INPUT", "text"],
        ["PATCH", `/prompts/${promptIds[0]}`, { status: "archived" }, "INVALID_INPUT", "status"]
      ]
    for (const [method, path, body, code, named] of refusals) {
      assert.include(refused(await own.ask(method, path, body), 400, code), named, `${method} ${path}`)
    }
  })
})

describe("the costs, successes and errors of document 3", () => {
  const routes = (ids: {
    readonly intentId: string
    readonly promptId: string
    readonly answerId: string
  }): ReadonlyArray<readonly [method: string, path: string, body: unknown, status: number, credits: number]> => [
    ["GET", "/settings", undefined, 200, 1],
    ["PUT", "/settings", {}, 200, 0],
    ["GET", "/overview", undefined, 200, 1],
    ["GET", "/intents", undefined, 200, 1],
    ["POST", "/intents", { label: "Edit videos" }, 201, 0],
    ["GET", `/intents/${ids.intentId}`, undefined, 200, 2],
    ["PATCH", `/intents/${ids.intentId}`, { label: "Edit pictures" }, 200, 0],
    ["GET", `/intents/${ids.intentId}/prompts`, undefined, 200, 1],
    ["POST", `/intents/${ids.intentId}/prompts`, { text: questionOf(7) }, 201, 1],
    ["PATCH", `/prompts/${ids.promptId}`, { style: "problem" }, 200, 0],
    ["GET", "/competitors", undefined, 200, 1],
    ["GET", "/sources", undefined, 200, 1],
    ["GET", "/trend", undefined, 200, 1],
    ["GET", `/answers/${ids.answerId}`, undefined, 200, 1],
    ["DELETE", `/prompts/${ids.promptId}`, undefined, 200, 0],
    ["DELETE", `/intents/${ids.intentId}`, undefined, 200, 0]
  ]

  it("are charged to the bucket of AI visibility, and its headers say so", async () => {
    const own = await startedActor()
    const { intentId, promptIds } = await withPrompts(own, 1)
    await own.scan()
    const detail = await own.done("GET", `/intents/${intentId}`)
    const answerId = String(at(listOf(detail, "prompts", 0, "latestAnswers")[0], "answerId"))
    for (const [method, path, body, status, credits] of routes({ intentId, promptId: promptIds[0] ?? "", answerId })) {
      const before = await own.used()
      const answer = await own.ask(method, path, body)
      dataOf(answer, status)
      assert.strictEqual((await own.used()) - before, credits, `${method} ${path}`)
      assert.deepEqual(
        ["x-credit-cost", "x-aivisibility-limit"].map((name) => answer.headers.get(name)),
        [String(credits), "20000"],
        `${method} ${path}`
      )
      if (credits > 0) {
        assert.strictEqual(answer.headers.get("x-aivisibility-remaining"), String(await own.remaining()))
      }
    }
  })

  it("refuse every route an app id that is none, with the same code, before anything else", async () => {
    const own = await newActor()
    const ids = { intentId: never, promptId: never, answerId: never }
    const all = [...routes(ids), ["POST", "/scan", undefined] as const, ["POST", "/bootstrap", {}] as const]
    for (const appId of ["0", "com.example.app", "12x", "-5"]) {
      for (const [method, path, body] of all) {
        refused(await actor(gateway(), own, appId).ask(method, path, body), 400, "INVALID_APP_ID")
      }
    }
  })

  it("are 429 of the bucket where a scan can't be paid for, and of the gateway elsewhere", async () => {
    const own = await startedActor()
    await withPrompts(own, 1)
    await gateway().drain(own.accountId, "aiVisibility", 0)
    refused(await own.ask("POST", "/scan"), 429, "AI_VISIBILITY_QUOTA_EXCEEDED")
    for (const path of ["/settings", "/overview", "/intents", "/competitors", "/trend"]) {
      refused(await own.ask("GET", path), 429, "RATE_LIMIT_EXCEEDED")
    }
    // What costs nothing goes on.
    await own.done("PUT", "/settings", { enabled: false })
  })

  it("are 401 without a key, on every route", async () => {
    const ids = { intentId: never, promptId: never, answerId: never }
    const all = [...routes(ids), ["POST", "/scan", undefined] as const, ["POST", "/bootstrap", {}] as const]
    for (const [method, path, body] of all) {
      const answer = await gateway().ask(`/v1/ai-visibility/1${path}`, {
        method,
        ...(body === undefined ? {} : { body })
      })
      assert.strictEqual(answer.status, 401, `${method} ${path}`)
    }
  })
})
