/** What a scan costs before it is asked for, and what asking several times adds to a score. */
import { randomUUID } from "node:crypto"
import { draw } from "@storeglass/plugin-api"
import { sampleValues, until, usePluginGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { Due, LeftBand } from "../src/jobRefs.ts"
import { makeAddUp } from "../src/migrations/0010_app_sums.ts"
import plugin from "../src/plugin.ts"
import { sql as sums } from "../src/results/sums.ts"
import { domainOf } from "../src/scans/citing.ts"
import { tallyAll } from "../src/scoring/Tally.ts"
import { type Provider, startProvider } from "./provider.ts"
import {
  type Actor,
  actor,
  at,
  begun,
  dataOf,
  finished,
  groundedSettingsOf,
  listOf,
  type NewActor,
  newActorOf,
  questionOf,
  refused
} from "./support.ts"

const provider: Provider = await startProvider()
afterAll(() => provider.stop())
const gateway = usePluginGateway(plugin, { plugins: { stores: true }, settings: groundedSettingsOf(provider) })

const list = "1. **Photo Studio** is great.\n2. **Snap Master** is fine.\n3. **Pixel Lab**"
let apps = 950_000
const newActor = (options: NewActor = {}) => newActorOf(gateway(), String(++apps), options)
const stored = ({ accountId }: Actor) =>
  gateway().run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`SELECT (SELECT count(*)::int FROM ai_visibility_runs WHERE account_id = ${accountId}::uuid) AS runs,
        (SELECT count(*)::int FROM ai_visibility_answers WHERE account_id = ${accountId}::uuid) AS answers`
    )
  )

describe("a scan with dryRun=true", () => {
  let own: Awaited<ReturnType<typeof newActor>>
  const preview = async (actor: Actor) => {
    const answer = await actor.ask("POST", "/scan?dryRun=true")
    assert.strictEqual(answer.headers.get("x-credit-cost"), "0", answer.text)
    return dataOf(answer)
  }
  beforeAll(async () => {
    provider.says(() => ({ text: list }))
    own = await newActor({ models: ["model_a", "model_b"] })
  })

  it("says what would be asked, reused and held, to the credit, and does nothing", async () => {
    const before = await own.remaining()
    const asked = provider.calls.length
    const told = await preview(own)
    assert.deepInclude(Object(told), {
      dryRun: true,
      promptsTotal: 3,
      models: ["model_a", "model_b"],
      reused: 0,
      estimatedCost: 72,
      creditsRemaining: before,
      fits: true,
      warnings: []
    })
    assert.deepEqual(listOf(told, "calls"), [
      { modelSlug: "model_a", creditsEach: 9, ownKey: false, asked: 3, reused: 0, credits: 27 },
      { modelSlug: "model_b", creditsEach: 15, ownKey: false, asked: 3, reused: 0, credits: 45 }
    ])
    assert.deepEqual([await own.remaining(), provider.calls.length - asked], [before, 0])
    assert.deepEqual(await stored(own), [{ runs: 0, answers: 0 }])
    const { data } = await own.scan()
    assert.strictEqual(at(data, "estimatedCost"), 72)
    assert.strictEqual(before - (await own.remaining()), 72)
  })

  it("counts what the day has already, and what was edited", async () => {
    assert.deepInclude(Object(await preview(own)), { reused: 6, estimatedCost: 0, fits: true })
    await own.done("PATCH", `/prompts/${own.promptIds[0]}`, { text: questionOf("edited") })
    const told = await preview(own)
    assert.deepInclude(Object(told), { reused: 4, estimatedCost: 24 })
    assert.strictEqual(at((await own.scan()).data, "estimatedCost"), 24)
  })

  it("says what the credits don't pay for, and what a scheduled scan would leave out", async () => {
    const poor = await newActor({ models: ["model_a", "model_b"] })
    await gateway().drain(poor.accountId, "aiVisibility", 40)
    const told = await preview(poor)
    assert.deepInclude(Object(told), { estimatedCost: 72, creditsRemaining: 40, fits: false })
    assert.deepEqual(at(told, "scheduled"), {
      models: ["model_a"],
      modelsDropped: ["model_b"],
      estimatedCost: 27,
      skipped: false
    })
    assert.deepEqual(
      listOf(told, "warnings").map((warning) => at(warning, "code")),
      ["AI_VISIBILITY_QUOTA_EXCEEDED"]
    )
    refused(await poor.ask("POST", "/scan"), 429, "AI_VISIBILITY_QUOTA_EXCEEDED")
    await gateway().drain(poor.accountId, "aiVisibility", 0)
    assert.deepInclude(Object(await preview(poor)), { creditsRemaining: 0, fits: false })
    assert.deepEqual(at(await preview(poor), "scheduled"), {
      models: [],
      modelsDropped: ["model_a", "model_b"],
      estimatedCost: 0,
      skipped: true
    })
  })

  it("names what the plan or the gateway leaves out", async () => {
    const other = await newActor({ models: ["model_c", "model_a"], plan: "indie" })
    const told = await preview(other)
    assert.deepInclude(Object(told), { models: [], estimatedCost: 0 })
    assert.deepEqual(
      listOf(told, "warnings").map((warning) => at(warning, "code")),
      ["MODELS_OVER_PLAN", "MODELS_WITHOUT_KEY"]
    )
  })

  it("is refused as the scan itself, uncharged", async () => {
    const before = await own.remaining()
    refused(await own.ask("POST", "/scan?dryRun=true&country=de"), 400, "NO_PROMPTS")
    refused(await own.ask("POST", "/scan?dryRun=perhaps"), 400, "INVALID_INPUT")
    assert.strictEqual(await own.remaining(), before)
  })
})

describe("a scan of several samples", () => {
  let own: Awaited<ReturnType<typeof newActor>>
  beforeAll(async () => {
    own = await newActor({ models: ["model_a"], prompts: 4 })
    provider.says(() => ({ text: list }))
  })
  const fingerprints = () =>
    gateway().run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql<{ sample: number; fingerprint: string; no: number }>`
          SELECT sample, fingerprint, prompt_no AS no FROM ai_visibility_answers
          WHERE account_id = ${own.accountId}::uuid AND status <> 'error' ORDER BY prompt_no, sample`
      )
    )

  it("is set from 1 to 5, and nothing else", async () => {
    assert.strictEqual(at(await own.done("GET", "/settings"), "settings", "samples"), 1)
    for (const samples of [0, 6, 1.5, "2", null]) {
      refused(await own.ask("PUT", "/settings", { samples }), 400, "INVALID_INPUT")
    }
    assert.strictEqual(at(await own.done("GET", "/settings"), "settings", "samples"), 1)
  })

  it("keeps what one sample had on that day, and asks and charges only the others", async () => {
    await own.scan()
    const first = await fingerprints()
    const before = Object(await own.done("GET", "/settings")).aiVisibilityCredits.estimatedMonthlyCost
    const after = Object(await own.done("PUT", "/settings", { samples: 3 }))
    assert.deepEqual([after.settings.samples, after.aiVisibilityCredits.estimatedMonthlyCost], [3, 3 * before])
    const preview = await own.done("POST", "/scan?dryRun=true")
    assert.deepInclude(Object(preview), { samples: 3, reused: 4, estimatedCost: 4 * 2 * 9 })
    assert.deepEqual(listOf(preview, "calls"), [
      { modelSlug: "model_a", creditsEach: 9, ownKey: false, asked: 8, reused: 4, credits: 72 }
    ])
    const asked = provider.calls.length
    const remaining = await own.remaining()
    const { data } = await own.scan()
    assert.deepInclude(Object(data), { samples: 3, promptsTotal: 4, estimatedCost: 72 })
    assert.deepEqual([provider.calls.length - asked, remaining - (await own.remaining())], [8, 72])
    const all = await fingerprints()
    assert.deepEqual(
      all.filter(({ sample }) => sample === 1),
      first
    )
    assert.strictEqual(new Set(all.map(({ fingerprint }) => fingerprint)).size, 12)
    assert.strictEqual(at((await own.scan()).data, "estimatedCost"), 0)
  })

  it("is counted by prompts, as before, and by answers", async () => {
    const overview = Object(await own.done("GET", "/overview"))
    assert.deepInclude(overview, { sampleSize: 12, promptsScored: 4 })
    const [day] = listOf(await own.done("GET", "/trend"))
    assert.deepInclude(Object(day), {
      promptsTotal: 4,
      promptsWithOwner: 4,
      sampleSize: 12,
      promptsScored: 4,
      change: null
    })
    assert.deepEqual(at(day, "interval"), at(overview, "visibilityScore", "interval"))
    const [competitor] = listOf(await own.done("GET", "/competitors"))
    assert.deepInclude(Object(competitor), { appearancesTotal: 4, visibilityPct: 100, positionAvg: 2 })
    const detail = await own.done("GET", `/intents/${own.intentId}?model=model_a`)
    assert.deepEqual(
      listOf(detail, "prompts", 0, "latestAnswers").map((answer) => at(answer, "sample")),
      [1, 2, 3]
    )
    assert.deepInclude(Object(detail), { promptsWithOwner: 4, sampleSize: 12 })
  })

  it("forgets all samples of a text that was edited", async () => {
    await own.done("PUT", "/settings", { samples: 1 })
    const text = questionOf("of another text")
    await own.done("PATCH", `/prompts/${own.promptIds[0]}`, { text })
    provider.says(() => ({ text: "1. **Snap Master** is fine.\n2. **Pixel Lab**" }))
    assert.strictEqual(at((await own.scan()).data, "estimatedCost"), 9)
    // Three prompts with three answers each, one with one.
    assert.deepInclude(Object(await own.done("GET", "/overview")), { sampleSize: 10, promptsScored: 4 })
    const detail = await own.done("GET", `/intents/${own.intentId}?model=model_a`)
    const latest = listOf(detail, "prompts")
      .filter((prompt) => at(prompt, "text") === text)
      .flatMap((prompt) => listOf(prompt, "latestAnswers"))
    assert.deepEqual(
      latest.map((answer) => [at(answer, "sample"), at(answer, "ownerMentioned")]),
      [[1, false]]
    )
  })

  it("costs as many times as much by schedule, and is dropped or skipped by that", async () => {
    const two = await newActor({ models: ["model_a", "model_b"], prompts: 2 })
    await two.done("PUT", "/settings", { samples: 5 })
    await gateway().drain(two.accountId, "aiVisibility", 100)
    provider.says(() => ({ text: list }))
    await gateway().runJob(Due, { accountId: two.accountId, appId: two.appId, country: "us" })
    const { taskRunId } = Object(await two.lastRun())
    await finished(gateway(), taskRunId)
    assert.deepInclude(Object(await two.lastRun()), {
      modelsDropped: ["model_b"],
      answered: 10,
      reused: 0,
      creditsCharged: 90
    })
  })
})

const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
/** Adds intents up to their app, as the end of a scan does. */
const addUpApp = ({ accountId }: Pick<Actor, "accountId">) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const addUp = yield* makeAddUp
    const places = sql`account_id = ${accountId}::uuid`
    yield* sql`DELETE FROM ai_visibility_app_days WHERE ${places}`
    yield* addUp.days({ places, days: sql`true` })
  })

/** Days as scans leave them: of 40 prompts so many name the app first. */
const withDays = (
  own: Pick<Actor, "accountId" | "appId">,
  days: ReadonlyArray<{
    readonly ago: number
    readonly named: number
    readonly intent?: string
    readonly model?: string
  }>
) =>
  gateway().run(
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.andThen(
        Effect.forEach(days, ({ ago, intent = randomUUID(), model = "model_a-1", named }) => {
          const tally = tallyAll(
            Array.from({ length: 40 }, (_, prompt) => ({
              status: "ok" as const,
              owner: prompt < named ? { position: 1, sentiment: null } : null,
              prompt
            }))
          )
          return sql`
          INSERT INTO ai_visibility_rollups (account_id, app_id, country, day, model_slug, intent, ungrounded, model_id,
            prompts, ${sql.literal(sums.columns)})
          SELECT ${own.accountId}::uuid, ${own.appId}, 'us', ${dayAgo(ago)}::date, 'model_a', ${intent}::uuid, 0,
            ${model}, '{}', ${sql.literal(sums.names)}
          FROM json_to_recordset(${JSON.stringify([tally])}::text::json) AS r (${sql.literal(sums.types)})`
        }),
        addUpApp(own)
      )
    )
  )

describe("a trend", () => {
  it("says no_change where intervals overlap, and up or down where they don't", async () => {
    apps += 1
    const own = actor(gateway(), await gateway().account({ plan: "small" }), String(apps))
    await begun(gateway(), own)
    await withDays(own, [
      { ago: 4, named: 10 },
      { ago: 3, named: 14 },
      { ago: 2, named: 35 },
      { ago: 1, named: 5 }
    ])
    const rows = listOf(await own.done("GET", "/trend"))
    assert.deepEqual(
      rows.map((row) => [at(row, "visibilityScore"), at(row, "change")]),
      [
        [25, null],
        [35, "no_change"],
        [88, "up"],
        [13, "down"]
      ]
    )
    for (const row of rows) {
      const { interval, visibilityScore } = Object(row)
      assert.isTrue(interval.low < visibilityScore && visibilityScore < interval.high)
    }
    assert.strictEqual(at(await own.done("GET", "/overview"), "trend", "change"), "down")
  })

  it("has no interval for days from before prompts were counted, and as many prompts as answers", async () => {
    apps += 1
    const own = actor(gateway(), await gateway().account({ plan: "small" }), String(apps))
    await begun(gateway(), own)
    await withDays(own, [
      { ago: 2, named: 10 },
      { ago: 1, named: 30 }
    ])
    await gateway().run(
      Effect.flatMap(SqlClient.SqlClient, (sql) =>
        Effect.andThen(
          sql`UPDATE ai_visibility_rollups SET prompts_asked = null, prompts_named = null, prompts_ok = 0, nn = 0,
          nw = 0, nm = 0, ns = 0, ww = 0, wm = 0, ws = 0, mm = 0, ms = 0, ss = 0
          WHERE account_id = ${own.accountId}::uuid AND day = ${dayAgo(2)}::date`,
          addUpApp(own)
        )
      )
    )
    const [former, latter] = listOf(await own.done("GET", "/trend"))
    assert.deepInclude(Object(former), {
      visibilityScore: 25,
      promptsTotal: 40,
      promptsWithOwner: 10,
      promptsScored: 0,
      interval: null
    })
    assert.deepInclude(Object(latter), { visibilityScore: 75, change: null })
    assert.isNotNull(at(latter, "interval"))
  })
})

describe("the notes of a trend", () => {
  const kindsOf = (row: unknown) => listOf(row, "notes").map((note) => [at(note, "kind"), at(note, "count")])

  it("say what changed in what is measured between two scans, and what only after them don't", async () => {
    const own = await newActor({ models: ["model_a"], prompts: 3 })
    provider.says(() => ({ text: list }))
    const [first, second, third] = own.promptIds
    await withDays(own, [
      { ago: 2, named: 20, intent: own.intentId },
      { ago: 1, named: 20, intent: own.intentId, model: "model_a-0" }
    ])
    await own.done("PATCH", `/prompts/${first}`, { text: questionOf("noted") })
    await own.done("PATCH", `/prompts/${first}`, { style: "problem" })
    await own.done("PATCH", `/prompts/${second}`, { status: "paused" })
    await own.done("PATCH", `/prompts/${second}`, { text: questionOf("noted while paused") })
    await own.done("DELETE", `/prompts/${third}`)
    await own.done("PUT", "/settings", { samples: 2 })
    const other = await own.done("POST", "/intents", { label: "Print photos" }, 201)
    await own.done("POST", `/intents/${at(other, "intentId")}/prompts`, { text: questionOf("to print") }, 201)
    await own.scan()
    const read = async (query = "") => listOf(await own.done("GET", `/trend${query}`))
    const rows = await read()
    assert.deepEqual(rows.map(kindsOf), [
      [],
      [["model_changed", 1]],
      [
        ["model_changed", 1],
        ["prompts_edited", 1],
        ["prompts_paused", 1],
        ["prompts_archived", 1],
        ["samples_changed", 1],
        ["prompts_added", 4]
      ]
    ])
    assert.deepEqual(
      listOf(rows[2], "notes")
        .slice(0, 2)
        .map((note) => at(note, "detail")),
      ["model_a-0 → model_a-1", questionOf("noted")]
    )
    const view = gateway().running.composition.operations.find(({ id }) => id === "aiVisibility_trend")?.view
    const drawn = view === undefined ? [] : draw(view, rows).lines.flatMap((line) => line.rows)
    assert.deepEqual(
      drawn.map(({ notes }) => notes),
      rows.map((row) => listOf(row, "notes").map((note) => ({ title: at(note, "kind"), text: at(note, "detail") })))
    )
    // Of one intent, what is of another isn't said.
    assert.deepInclude(kindsOf((await read(`?intentId=${own.intentId}`))[2]), ["prompts_added", 3])
    await own.done("PATCH", `/prompts/${second}`, { status: "active" })
    assert.deepEqual(await read(), rows)
    await own.scan()
    assert.deepInclude(kindsOf((await read())[2]), ["prompts_activated", 1])
  })

  it("have what changed in the listing, once", async () => {
    const own = await newActor({ prompts: 1 })
    await withDays(own, [{ ago: 1, named: 20 }])
    const listing = (more: object) =>
      gateway().run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`UPDATE ai_visibility_settings SET profile_ms = 0, app_id = ${storeId},
            listing = ${JSON.stringify({ name: "Former", category: null, price: null, description: "", ...more })}
            WHERE account_id = ${own.accountId}::uuid`
        )
      )
    const { id: storeId = "" } = await sampleValues(gateway())
    await listing({})
    const runProfiles = () =>
      gateway().run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql<{ kind: string; detail: string }>`SELECT kind, detail FROM ai_visibility_changes
            WHERE account_id = ${own.accountId}::uuid AND kind = 'listing_changed'`
        )
      )
    const scanned = actor(gateway(), own, storeId)
    const made = await scanned.done("POST", "/intents", { label: "Edit photos" }, 201)
    await scanned.done("POST", `/intents/${at(made, "intentId")}/prompts`, { text: questionOf("of a listing") }, 201)
    await scanned.scan()
    const [noted, ...more] = await runProfiles()
    assert.isEmpty(more)
    assert.match(noted?.detail ?? "", /^name, category, price, description$|^name, category, description$/)
    await gateway().run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`UPDATE ai_visibility_settings SET profile_ms = 0 WHERE account_id = ${own.accountId}::uuid`
      )
    )
    await scanned.done("POST", `/intents/${at(made, "intentId")}/prompts`, { text: questionOf("of it again") }, 201)
    await scanned.scan()
    assert.lengthOf(await runProfiles(), 1)
  })
})

describe("the sources of answers", () => {
  it("are the cited domains, and whether the answers that cite them name the app", async () => {
    const own = await newActor({ models: ["model_d"], prompts: 4 })
    const cited = [
      ["https://www.reviews.example.com/a", "https://reviews.example.com/b"],
      ["https://reviews.example.com/c", "https://blog.example.org/x", "ftp://files.example.net/y"],
      ["https://blog.example.org/z", "http://[bad"],
      []
    ]
    provider.says(({ prompt }) => {
      const n = Number(/question (\d+)/.exec(prompt)?.[1] ?? 1) - 1
      const sources = (cited[n] ?? []).map((url) => ({ url, title: `Title of ${url}` }))
      return { text: n === 2 ? "1. **Snap Master** is fine.\n2. **Pixel Lab**" : list, sources }
    })
    await own.scan()
    const rows = listOf(await own.done("GET", "/sources"))
    assert.deepEqual(rows, [
      {
        domain: "blog.example.org",
        answersTotal: 2,
        answersWithOwner: 1,
        answersWithoutOwner: 1,
        ownerNamed: "sometimes",
        sharePct: 50,
        intentsCovered: 1,
        intentsWithOwner: 1,
        lastCitedOn: dayAgo(0),
        exampleUrl: at(rows[0], "exampleUrl"),
        exampleTitle: `Title of ${at(rows[0], "exampleUrl")}`
      },
      {
        domain: "reviews.example.com",
        answersTotal: 2,
        answersWithOwner: 2,
        answersWithoutOwner: 0,
        ownerNamed: "always",
        sharePct: 50,
        intentsCovered: 1,
        intentsWithOwner: 1,
        lastCitedOn: dayAgo(0),
        exampleUrl: at(rows[1], "exampleUrl"),
        exampleTitle: `Title of ${at(rows[1], "exampleUrl")}`
      }
    ])
    assert.include(String(at(rows[0], "exampleUrl")), "https://blog.example.org/")
  })

  it("are none where nothing grounded was asked, and nobody else's", async () => {
    const own = await newActor({ models: ["model_a"], prompts: 1 })
    const answer = await own.ask("GET", "/sources?windowDays=90")
    assert.deepEqual([dataOf(answer), answer.headers.get("x-credit-cost")], [[], "1"])
    refused(await own.ask("GET", "/sources?windowDays=91"), 400, "INVALID_INPUT")
    refused(await own.ask("GET", "/sources?country=de"), 404, "NOT_FOUND")
  })
})

describe("the domain of an address", () => {
  it("is its host without www., and none of what isn't a web address", () => {
    const all = [
      "https://www.Example.com/a",
      "http://example.com.:8080/",
      "https://www.com/",
      "ftp://a.b/",
      "",
      "nonsense"
    ]
    assert.deepEqual(all.map(domainOf), ["example.com", "example.com", "www.com", undefined, undefined, undefined])
  })
})

describe("a score that leaves its band", () => {
  const left = (own: Pick<Actor, "accountId">) =>
    gateway().run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql<{ model: string; day: string; low: number; high: number; toldMs: number | null }>`
          SELECT model_slug AS model, left_on::text AS day, low, high, told_ms::float8 AS "toldMs" FROM ai_visibility_left
          WHERE account_id = ${own.accountId}::uuid`
      )
    )
  const toldBy = (own: Pick<Actor, "accountId">) =>
    gateway().run(
      until(
        ["ai_visibility_left"],
        Effect.promise(() => left(own)),
        ([row]) => (row?.toldMs ?? null) !== null
      )
    )

  it("is told once, however often it's scanned outside, and anew when it has been back", async () => {
    const own = await newActor({ models: ["model_a"], prompts: 3 })
    await withDays(own, [...[8, 7, 6, 5, 4].map((ago) => ({ ago, named: 20 })), { ago: 2, named: 0 }])
    provider.says(() => ({ text: "1. **Snap Master** is fine." }))
    await own.scan()
    const [first, ...more] = await toldBy(own)
    assert.isEmpty(more)
    assert.deepInclude(first, { model: "model_a", day: dayAgo(0) })
    assert.isTrue(first !== undefined && first.low < 50 && 50 < first.high)
    const { accountId, appId } = own
    const again = {
      accountId,
      appId,
      country: "us",
      model: "model_a" as const,
      day: dayAgo(0),
      score: 0,
      low: 1,
      high: 2
    }
    await gateway().runJob(LeftBand, { ...again, side: "below" })
    await own.done("PATCH", `/prompts/${own.promptIds[0]}`, { text: questionOf("outside") })
    await own.scan()
    assert.deepEqual(await left(own), first === undefined ? [] : [first])
    // Back: all name it, in prose.
    provider.says(() => ({ text: "I'd take Photo Studio for that." }))
    for (const id of own.promptIds) await own.done("PATCH", `/prompts/${id}`, { text: questionOf(`back ${id}`) })
    await own.scan()
    assert.deepEqual(await left(own), [])
  })
})
