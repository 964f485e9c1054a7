/** Fields, bounds, defaults and errors of document 3, and who sees what. */
import { readFileSync } from "node:fs"
import { usePluginGateway } from "@storeglass/testkit"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import plugin from "../src/plugin.ts"
import { type Provider, startProvider } from "./provider.ts"
import { type Actor, actor, at, begun, listOf, questionOf, refused, settingsOf, withPrompts } from "./support.ts"

const provider: Provider = await startProvider()
afterAll(() => provider.stop())
const gateway = usePluginGateway(plugin, { plugins: { stores: true }, settings: settingsOf(provider) })

const never = "018f0000-0000-7000-8000-000000000000"
let apps = 910_000
const newActor = async (plan: "indie" | "small" | "growth" | "free" | "web_startup" = "small", appId?: string) => {
  apps += 1
  return actor(gateway(), await gateway().account({ plan }), appId ?? String(apps))
}
const startedActor = async (plan: "indie" | "small" | "growth" = "small") => {
  const own = await newActor(plan)
  await begun(gateway(), own)
  return own
}

describe("plans", () => {
  it("without AI visibility get 403 everywhere, before any bucket is looked at", async () => {
    const routes: ReadonlyArray<readonly [method: string, path: string, body?: unknown]> = [
      ["POST", "/bootstrap", {}],
      ["POST", "/scan"],
      ["GET", "/settings"],
      ["PUT", "/settings", {}],
      ["GET", "/overview"],
      ["GET", "/intents"],
      ["POST", "/intents", { label: "Edit photos" }],
      ["GET", `/intents/${never}`],
      ["PATCH", `/intents/${never}`, {}],
      ["DELETE", `/intents/${never}`],
      ["GET", `/intents/${never}/prompts`],
      ["POST", `/intents/${never}/prompts`, { text: questionOf(1) }],
      ["PATCH", `/prompts/${never}`, {}],
      ["DELETE", `/prompts/${never}`],
      ["GET", "/competitors"],
      ["GET", "/trend"],
      ["GET", `/answers/${never}`],
      ["GET", "/sources"]
    ]
    for (const plan of ["free", "web_startup"] as const) {
      const own = await newActor(plan)
      for (const [method, path, body] of routes) refused(await own.ask(method, path, body), 403, "TIER_LIMIT_EXCEEDED")
    }
    // The document's, and those that were added to it. Of own keys only saving needs a plan: see there.
    const paths: Readonly<Record<string, object>> = JSON.parse(
      readFileSync(new URL("./ai-visibility.openapi.json", import.meta.url), "utf8")
    )
    const ofApps = Object.entries(paths).filter(([path]) => path.startsWith("/v1/ai-visibility/"))
    assert.lengthOf(routes, ofApps.flatMap(([, methods]) => Object.keys(methods)).length)
  })

  it("with fewer assistants at once refuse more in settings, and change nothing", async () => {
    const own = await startedActor("indie")
    const before = await own.done("GET", "/settings")
    const models = ["model_a", "model_d"]
    refused(await own.ask("PUT", "/settings", { models, scanCadenceDays: 14 }), 403, "TIER_LIMIT_EXCEEDED")
    const after = await own.done("GET", "/settings")
    assert.deepEqual(at(after, "settings"), at(before, "settings"))
  })
})

describe("what isn't begun", () => {
  it("is 404 that names bootstrap, and isn't charged; settings are null, and a scan has no prompts", async () => {
    const own = await newActor()
    for (const path of ["/overview", "/intents", "/competitors", "/trend"]) {
      assert.include(refused(await own.ask("GET", path), 404, "NOT_FOUND"), "bootstrap")
    }
    assert.include(refused(await own.ask("PUT", "/settings", {}), 404, "NOT_FOUND"), "bootstrap")
    assert.include(refused(await own.ask("POST", "/intents", { label: "Edit photos" }), 404, "NOT_FOUND"), "bootstrap")
    refused(await own.ask("POST", "/scan"), 400, "NO_PROMPTS")
    assert.strictEqual(await own.used(), 0)
    const data = Object(await own.done("GET", "/settings"))
    assert.isNull(data.settings)
    assert.deepEqual(data.availableModels, ["model_a", "model_b"])
  })

  it("is null and not measured, never 0 and poor, before the first scan", async () => {
    const own = await startedActor()
    const overview = Object(await own.done("GET", "/overview"))
    assert.deepEqual(overview.visibilityScore, { score: null, label: null, interval: null, status: "not_measured" })
    assert.deepInclude(overview, {
      scoredAt: null,
      sentimentPct: null,
      positionAvg: null,
      sampleSize: 0,
      modelId: null
    })
    assert.deepEqual(overview.trend, {
      scoredAtPrev: null,
      visibilityScorePrev: null,
      sentimentPctPrev: null,
      change: null
    })
    assert.deepEqual(await own.done("GET", "/trend"), [])
    assert.deepEqual(await own.done("GET", "/competitors"), [])
    await withPrompts(own, 1)
    const [intent] = listOf(await own.done("GET", "/intents"))
    assert.deepInclude(Object(intent), {
      visibilityScore: null,
      visibilityPct: null,
      scoreStatus: "not_measured",
      topApps: []
    })
  })
})

describe("settings", () => {
  it("have the document's fields, and those that were added", async () => {
    const own = await startedActor()
    const data = Object(await own.done("GET", "/settings"))
    assert.sameMembers(Object.keys(data), ["settings", "availableModels", "tier", "aiVisibilityCredits"])
    assert.sameMembers(Object.keys(data.settings), [
      ...["ownerEmail", "appId", "country", "language", "enabled", "models", "scanCadenceDays", "nextScanAt"],
      ...["lastScanAt", "lastBootstrapAt", "lastRun", "samples", "ownKeyModels", "ownKeyAnswers"]
    ])
    assert.sameMembers(Object.keys(data.aiVisibilityCredits), [
      ...["limit", "used", "remaining", "estimatedMonthlyCost", "resetDate", "fits", "warning", "nextCadenceThatFits"]
    ])
    assert.match(data.settings.ownerEmail, /@example\.com$/)
    assert.deepInclude(data.settings, { appId: own.appId, country: "us", language: "en", enabled: true })
  })

  it("move the next scan to so many days from now, and end the schedule with 0 or when it's off", async () => {
    const own = await startedActor()
    const next = (data: unknown) => at(data, "settings", "nextScanAt")
    const inDays = (data: unknown) => Math.round((Date.parse(String(next(data))) - Date.now()) / 8_640_000) / 10
    assert.strictEqual(inDays(await own.done("PUT", "/settings", { scanCadenceDays: 1 })), 1)
    assert.strictEqual(inDays(await own.done("PUT", "/settings", { scanCadenceDays: 30 })), 30)
    assert.strictEqual(inDays(await own.done("PUT", "/settings", { language: "de" })), 30)
    assert.isNull(next(await own.done("PUT", "/settings", { enabled: false })))
    assert.strictEqual(inDays(await own.done("PUT", "/settings", { enabled: true, scanCadenceDays: 4 })), 4)
    const off = await own.done("PUT", "/settings", { scanCadenceDays: 0 })
    assert.isNull(next(off))
    assert.strictEqual(at(off, "aiVisibilityCredits", "estimatedMonthlyCost"), 0)
    assert.strictEqual(at(off, "settings", "language"), "de")
  })

  it("that the credits can't pay for are taken with a warning", async () => {
    const own = await startedActor("indie")
    await withPrompts(own, 12)
    const data = await own.done("PUT", "/settings", { scanCadenceDays: 1 })
    const { aiVisibilityCredits } = Object(data)
    assert.strictEqual(aiVisibilityCredits.estimatedMonthlyCost, 12 * 9 * 30)
    assert.deepInclude(aiVisibilityCredits, { fits: false, nextCadenceThatFits: 3 })
    assert.include(aiVisibilityCredits.warning, "every 3 days would fit")
  })

  it("refuse what they don't know, and name it", async () => {
    const own = await startedActor()
    const wrong: ReadonlyArray<readonly [body: unknown, named: string]> = [
      [{ scanCadenceDays: 31 }, "scanCadenceDays"],
      [{ scanCadenceDays: -1 }, "scanCadenceDays"],
      [{ scanCadenceDays: 1.5 }, "scanCadenceDays"],
      [{ models: [] }, "models"],
      [{ models: ["model_e"] }, "models"],
      [{ models: ["model_a", "model_a"] }, "models"],
      [{ language: "deutsch" }, "language"],
      [{ enabled: "yes" }, "enabled"],
      [{ cadence: 3 }, "cadence"]
    ]
    for (const [body, named] of wrong) {
      assert.include(refused(await own.ask("PUT", "/settings", body), 400, "INVALID_INPUT"), named)
    }
  })
})

describe("intents", () => {
  it("are made, changed, archived and brought back, and an archived one isn't there for changes", async () => {
    const own = await startedActor()
    const made = Object(await own.done("POST", "/intents", { label: "Edit photos", description: "On a train" }, 201))
    assert.deepInclude(made, { label: "Edit photos", description: "On a train", status: "active", source: "user" })
    assert.deepInclude(made, { country: "us", language: "en", promptsTotal: 0 })
    const path = `/intents/${made.intentId}`
    await own.done("POST", `${path}/prompts`, { text: questionOf(1) }, 201)
    assert.isNull(at(await own.done("PATCH", path, { description: null }), "description"))
    assert.strictEqual(at(await own.done("PATCH", path, { status: "paused" }), "status"), "paused")
    const gone = await own.done("DELETE", path)
    assert.strictEqual(at(gone, "status"), "archived")
    assert.deepEqual(await own.done("DELETE", path), gone)
    assert.deepEqual(await own.done("GET", "/intents"), [])
    refused(await own.ask("PATCH", path, { label: "Other" }), 404, "NOT_FOUND")
    refused(await own.ask("POST", `${path}/prompts`, { text: questionOf(2) }), 404, "NOT_FOUND")
    assert.strictEqual(at(await own.done("PATCH", path, { status: "active" }), "status"), "active")
    const archived = listOf(await own.done("GET", `${path}/prompts?status=archived`))
    assert.strictEqual(at(archived[0], "status"), "archived")
  })

  it("refuse labels and descriptions out of bounds", async () => {
    const own = await startedActor()
    for (const label of ["ab", "   ", " ab ", "\u{1f389}\u{1f389}", "x".repeat(121), "a\u0000b c", "\u202eabc"]) {
      assert.include(refused(await own.ask("POST", "/intents", { label }), 400, "INVALID_INPUT"), "label")
    }
    const description = "x".repeat(501)
    assert.include(
      refused(await own.ask("POST", "/intents", { label: "abc", description }), 400, "INVALID_INPUT"),
      "description"
    )
    await own.done("POST", "/intents", { label: "abc", description: "x".repeat(500) }, 201)
    await own.done("POST", "/intents", { label: "x".repeat(120) }, 201)
    const spaced = { label: "  Cafe\u0301s nearby ", description: " on foot " }
    const made = Object(await own.done("POST", "/intents", spaced, 201))
    assert.deepInclude(made, { label: "Caf\u00e9s nearby", description: "on foot" })
    const path = `/intents/${made.intentId}`
    assert.deepInclude(Object(await own.done("PATCH", path, { label: " Bars " })), { label: "Bars" })
  })

  it("stay as they are when nothing of them changes", async () => {
    const own = await startedActor()
    const intent = Object(await own.done("POST", "/intents", { label: "Edit photos" }, 201))
    const path = `/intents/${intent.intentId}`
    const prompt = Object(await own.done("POST", `${path}/prompts`, { text: questionOf(1) }, 201))
    for (const same of [{}, { label: "Edit photos", description: null, status: "active" }]) {
      const told = Object(await own.done("PATCH", path, same))
      assert.strictEqual(told.updatedAt, intent.updatedAt)
    }
    for (const same of [{}, { text: questionOf(1), style: "unbranded", status: "active" }]) {
      assert.deepEqual(await own.done("PATCH", `/prompts/${prompt.promptId}`, same), prompt)
    }
  })
})

describe("prompts", () => {
  it("with a text that is there give what is there, and bring back what was archived", async () => {
    const own = await startedActor()
    const { intentId, promptIds } = await withPrompts(own, 1)
    const path = `/intents/${intentId}/prompts`
    const again = await own.done("POST", path, { text: `  ${questionOf(1).toUpperCase()} ` }, 201)
    assert.strictEqual(at(again, "promptId"), promptIds[0])
    assert.strictEqual(at(again, "style"), "unbranded")
    assert.strictEqual(at(await own.done("DELETE", `/prompts/${promptIds[0]}`), "status"), "archived")
    refused(await own.ask("PATCH", `/prompts/${promptIds[0]}`, { style: "problem" }), 404, "NOT_FOUND")
    const other = String(at(await own.done("POST", "/intents", { label: "Other" }, 201), "intentId"))
    const back = await own.done("POST", `/intents/${other}/prompts`, { text: questionOf(1), style: "problem" }, 201)
    assert.deepInclude(Object(back), { promptId: promptIds[0], status: "active", intentId: other, style: "problem" })
  })

  it("are refused out of bounds: length in code points, no control or private characters, no address alone", async () => {
    const own = await startedActor()
    const { intentId, promptIds } = await withPrompts(own, 2)
    const path = `/intents/${intentId}/prompts`
    const wrong = [
      "Fourteen chars",
      `${"x".repeat(220)}?`,
      "   Fourteen chars     ",
      "Which app is best\u0007 for photos?",
      "Which app is best \ue000 for photos?",
      "Which app is best \ud800 for photos?",
      "https://example.com/which-app-is-best"
    ]
    for (const text of wrong) {
      assert.include(refused(await own.ask("POST", path, { text }), 400, "INVALID_INPUT"), "text")
      assert.include(
        refused(await own.ask("PATCH", `/prompts/${promptIds[0]}`, { text }), 400, "INVALID_INPUT"),
        "text"
      )
    }
    assert.include(
      refused(await own.ask("PATCH", `/prompts/${promptIds[0]}`, { text: questionOf(2) }), 400, "INVALID_INPUT"),
      "another prompt"
    )
    refused(await own.ask("POST", path, { text: questionOf(3), style: "rude" }), 400, "INVALID_INPUT")
    const right = ["Fifteen chars ?", "写真を編集するのに一番いいアプリは何ですか？", `${"😀".repeat(219)}?`]
    for (const text of right) assert.strictEqual(at(await own.done("POST", path, { text }, 201), "text"), text)
    const folded = await own.done("POST", path, { text: "  Which  app\n is best\tfor reading? " }, 201)
    assert.strictEqual(at(folded, "text"), "Which app is best for reading?")
  })

  it("cost 1 to list or add, an intent 2 to open, and changes nothing", async () => {
    const own = await startedActor()
    const { intentId, promptIds } = await withPrompts(own, 1)
    const cost = async (method: string, path: string, body?: unknown) =>
      Number((await own.ask(method, path, body)).headers.get("x-credit-cost"))
    assert.strictEqual(await cost("GET", `/intents/${intentId}`), 2)
    assert.strictEqual(await cost("GET", `/intents/${intentId}/prompts`), 1)
    assert.strictEqual(await cost("POST", `/intents/${intentId}/prompts`, { text: questionOf(2) }), 1)
    assert.strictEqual(await cost("PATCH", `/prompts/${promptIds[0]}`, { style: "branded" }), 0)
    assert.strictEqual(await cost("GET", "/overview"), 1)
    assert.strictEqual(await cost("PUT", "/settings", {}), 0)
  })
})

describe("parameters", () => {
  it("are refused out of bounds, with the document's codes", async () => {
    const own = await startedActor()
    const wrong: ReadonlyArray<readonly [path: string, code: string]> = [
      ["/competitors?windowDays=0", "INVALID_INPUT"],
      ["/competitors?windowDays=91", "INVALID_INPUT"],
      ["/trend?windowDays=91", "INVALID_INPUT"],
      ["/trend?model=model_e", "INVALID_INPUT"],
      ["/overview?country=zz", "INVALID_COUNTRY"],
      ["/overview?country=usa", "INVALID_COUNTRY"]
    ]
    for (const [path, code] of wrong) refused(await own.ask("GET", path), 400, code)
    for (const appId of ["0", "-1", "abc", "1.5", "com.example.app"]) {
      const message = refused(await actor(gateway(), own, appId).ask("GET", "/settings"), 400, "INVALID_APP_ID")
      assert.match(message, /^appId: /)
    }
    await own.done("GET", "/competitors?windowDays=90")
    await own.done("GET", "/trend?windowDays=1")
    await own.done("GET", "/overview?country=US")
  })
})

describe("another account", () => {
  let owner: Actor
  let stranger: Actor
  let ids: { intentId: string; promptId: string; answerId: string }
  beforeAll(async () => {
    provider.says(() => ({ text: "1. **Photo Studio** is great.\n2. **Snap Master** is fine." }))
    owner = await startedActor()
    const { intentId, promptIds } = await withPrompts(owner, 1)
    await owner.scan()
    const detail = await owner.done("GET", `/intents/${intentId}`)
    const answerId = String(at(listOf(detail, "prompts", 0, "latestAnswers")[0], "answerId"))
    ids = { intentId, promptId: promptIds[0] ?? "", answerId }
    // The same app, and scanned too.
    stranger = await newActor("small", owner.appId)
    await begun(gateway(), stranger)
  })

  const routes = (named: typeof ids): ReadonlyArray<readonly [method: string, path: string, body?: unknown]> => [
    ["GET", `/intents/${named.intentId}`],
    ["PATCH", `/intents/${named.intentId}`, { label: "Mine now" }],
    ["DELETE", `/intents/${named.intentId}`],
    ["GET", `/intents/${named.intentId}/prompts`],
    ["POST", `/intents/${named.intentId}/prompts`, { text: questionOf(9) }],
    ["PATCH", `/prompts/${named.promptId}`, { status: "paused" }],
    ["PATCH", `/prompts/${named.promptId}`, { text: questionOf(8) }],
    ["DELETE", `/prompts/${named.promptId}`],
    ["GET", `/trend?intentId=${named.intentId}`],
    ["GET", `/answers/${named.answerId}`]
  ]
  const missing = { intentId: never, promptId: never, answerId: never }
  const alike = async (who: Actor) => {
    const [there, none] = [routes(ids), routes(missing)]
    for (const [index, [method, path, body]] of there.entries()) {
      const [, nowhere = ""] = none[index] ?? []
      const answer = await who.ask(method, path, body)
      const other = await who.ask(method, nowhere, body)
      refused(answer, 404, "NOT_FOUND")
      assert.strictEqual(answer.text, other.text, `${method} ${path}`)
    }
  }

  it("sees nothing by any id, as if there were none", () => alike(stranger))
  it("sees nothing of another app of its own either", async () => {
    const other = actor(gateway(), owner, "919999")
    await begun(gateway(), other)
    await alike(other)
  })
  it("has none of the figures", async () => {
    assert.strictEqual(at(await stranger.done("GET", "/overview"), "visibilityScore", "score"), null)
    for (const path of ["/intents", "/trend", "/competitors"]) assert.deepEqual(await stranger.done("GET", path), [])
    assert.isNull(await stranger.lastRun())
    assert.strictEqual(at(await owner.done("GET", "/overview"), "sampleSize"), 1)
  })
})
