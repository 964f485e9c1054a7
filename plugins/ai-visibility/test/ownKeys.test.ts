/** Accounts' own keys: saving them, what scans ask and cost with them, and what becomes of a scan when they change. */
import { rotatable, rotateAll, usePluginGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, assert, beforeEach, describe, it } from "vitest"
import { Ask, Due, Finish, Scan } from "../src/jobRefs.ts"
import plugin from "../src/plugin.ts"
import { type Provider, type Slug, startProvider } from "./provider.ts"
import { type Actor, actor, at, begun, dataOf, listOf, refused, settingsOf, withPrompts } from "./support.ts"

const provider: Provider = await startProvider()
afterAll(() => provider.stop())
const { assistants, ...more } = settingsOf(provider)
const { apiKey: _, ...keyless } = assistants.model_a
const gateway = usePluginGateway(plugin, {
  plugins: { stores: true },
  // The operator has no key for model_d, and asks no model_c.
  settings: { ...more, assistants: { ...assistants, model_d: { ...keyless, model: "model_d-1" } } },
  // The test does the jobs, when it wants them done.
  config: {
    operators: { mail: ["ops@example.com"] },
    ...rotatable,
    jobs: { concurrency: 0, lanes: { "ai-visibility.answers": 0 } }
  }
})
const list = "1. **Photo Studio** is great.\n2. **Snap Master** is fine."
beforeEach(() => {
  provider.refusedKeys.clear()
  provider.lists(["model_a-1", "model_b-1"])
  provider.says(() => ({ text: list }))
})

let made = 960_000
interface NewOwner {
  readonly models?: ReadonlyArray<string>
  readonly plan?: "indie" | "small" | "growth" | "free"
  readonly prompts?: number
}
const keyAt = (own: Pick<Actor, "key">) => {
  const ask = (method: string, path: string, body?: unknown) =>
    gateway().ask(`/v1/connect/assistants${path}`, { method, key: own.key, ...(body === undefined ? {} : { body }) })
  return {
    ask,
    save: (slug: string, apiKey: string, more: object = {}) => ask("POST", `/${slug}/key`, { apiKey, ...more }),
    saved: async (slug: string, apiKey: string, more: object = {}) =>
      Object(dataOf(await ask("POST", `/${slug}/key`, { apiKey, ...more }), 201)),
    remove: async (slug: string) => Object(dataOf(await ask("DELETE", `/${slug}/key`))),
    all: async () => listOf(dataOf(await ask("GET", "/keys"))).map((row) => Object(row)),
    of: async (slug: string) =>
      Object(listOf(dataOf(await ask("GET", "/keys"))).find((row) => at(row, "modelSlug") === slug))
  }
}
const newOwner = async ({ models = ["model_a", "model_b"], plan = "growth", prompts = 2 }: NewOwner = {}) => {
  made += 1
  const own = actor(gateway(), await gateway().account({ plan }), String(made))
  if (plan !== "free") {
    await begun(gateway(), own, { models })
    await withPrompts(own, prompts)
  }
  return { ...own, keys: keyAt(own), ownKey: `own-key-of-${made}` }
}
const waiting = ({ accountId }: Pick<Actor, "accountId">, runId: string) =>
  gateway().run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql<{ id: string; model: Slug }>`SELECT id, model_slug AS model FROM ai_visibility_answers
        WHERE account_id = ${accountId}::uuid AND run = ${runId}::uuid AND status = 'waiting' ORDER BY prompt_no, model_slug`
    )
  )
const accepted = async (own: Actor) => {
  const answer = await own.ask("POST", "/scan")
  const runId = String(at(dataOf(answer, 201), "taskRunId"))
  await gateway().runJob(Scan, { accountId: own.accountId, runId })
  return { answer, runId }
}
const asked = async (own: Actor, runId: string, most = Number.POSITIVE_INFINITY) => {
  const { accountId } = own
  for (const { id } of (await waiting(own, runId)).slice(0, most)) {
    await gateway().runJob(Ask, { accountId, runId, answerId: id })
  }
}
const ended = async (own: Actor, runId: string) => {
  await asked(own, runId)
  await gateway().runJob(Finish, { accountId: own.accountId, runId })
  return Object(await own.lastRun())
}
/** Keys with which an assistant was asked since so many calls. */
const keysSince = (from: number, slug?: Slug) =>
  provider.calls
    .slice(from)
    .flatMap((call) => (call.prompt !== "undefined" && (slug === undefined || call.slug === slug) ? [call.key] : []))

describe("an own key", () => {
  it("is verified and saved, and never shown: only its end and a fingerprint", async () => {
    const own = await newOwner()
    const answer = await own.keys.save("model_a", own.ownKey)
    const saved = Object(dataOf(answer, 201))
    assert.notInclude(answer.text, own.ownKey)
    assert.deepInclude(saved, {
      modelSlug: "model_a",
      state: "connected",
      lastFour: own.ownKey.slice(-4),
      fallback: false,
      asks: "own_key",
      creditsEach: 1,
      lastFailure: null,
      lastError: null
    })
    assert.match(saved.fingerprint, /^[0-9a-f]{16}$/)
    const [calls, used] = [provider.calls.length, await own.used()]
    const read = await own.keys.ask("GET", "/keys")
    assert.notInclude(read.text, own.ownKey)
    assert.deepEqual(listOf(dataOf(read))[0], saved)
    assert.strictEqual(provider.calls.length, calls, "reading asks nobody")
    assert.strictEqual(read.headers.get("x-credit-cost"), "0")
    assert.strictEqual(await own.used(), used)
  })

  it("stands with each assistant: what asks it, and at which price", async () => {
    const own = await newOwner()
    const before = await own.keys.all()
    assert.deepEqual(
      before.map(({ asks, creditsEach, modelSlug, state }) => [modelSlug, state, asks, creditsEach]),
      [
        ["model_a", "none", "gateway_key", 9],
        ["model_b", "none", "gateway_key", 15],
        ["model_c", "none", "nobody", null],
        ["model_d", "none", "nobody", null]
      ]
    )
    assert.deepEqual(at(await own.done("GET", "/settings"), "availableModels"), ["model_a", "model_b"])
    await own.keys.saved("model_d", own.ownKey)
    assert.deepInclude(await own.keys.of("model_d"), { asks: "own_key", creditsEach: 1 })
    assert.deepEqual(at(await own.done("GET", "/settings"), "availableModels"), ["model_a", "model_b", "model_d"])
  })

  it.each([
    ["a short text", { apiKey: "short" }, "apiKey"],
    ["one with a space", { apiKey: "sk 0123456789" }, "apiKey"],
    ["a header", { apiKey: "sk-0123456789\r\nx: y" }, "apiKey"],
    ["a long text", { apiKey: "s".repeat(513) }, "apiKey"],
    ["none", {}, "apiKey"],
    ["a fallback that isn't one", { apiKey: "own-key-0000", fallback: "yes" }, "fallback"],
    ["a field that it doesn't know", { apiKey: "own-key-0000", key: "own-key-0001" }, "key"]
  ])("is refused before anybody is asked, as %s, and isn't quoted", async (_, body, named) => {
    const own = await newOwner({ prompts: 0 })
    const calls = provider.calls.length
    const answer = await own.keys.ask("POST", "/model_a/key", body)
    assert.include(refused(answer, 400, "INVALID_INPUT"), named)
    for (const value of Object.values(body)) {
      if (typeof value === "string" && value.length > 6) assert.notInclude(answer.text, value)
    }
    assert.strictEqual(provider.calls.length, calls)
    refused(await own.keys.ask("POST", "/model_e/key", { apiKey: own.ownKey }), 400, "INVALID_INPUT")
  })

  it("isn't saved when its provider refuses it, nor quoted, and an earlier one goes on", async () => {
    const own = await newOwner()
    for (const slug of ["model_a", "model_b", "model_d"]) {
      provider.refusedKeys.add("refused-key-0001")
      const answer = await own.keys.save(slug, "refused-key-0001")
      assert.include(refused(answer, 422, "CREDENTIALS_REJECTED"), slug)
      assert.notInclude(answer.text, "refused-key-0001")
      assert.deepInclude(await own.keys.of(slug), { state: "none", fallback: true })
    }
    await own.keys.saved("model_a", own.ownKey)
    refused(await own.keys.save("model_a", "refused-key-0001", { fallback: true }), 422, "CREDENTIALS_REJECTED")
    assert.deepInclude(await own.keys.of("model_a"), { lastFour: own.ownKey.slice(-4), fallback: false })
  })

  it("of an assistant that the gateway has no model for isn't there to be saved", async () => {
    const own = await newOwner({ prompts: 0 })
    assert.include(refused(await own.keys.save("model_c", own.ownKey), 404, "NOT_FOUND"), "model_c")
  })

  it("that can't use the model is saved as degraded, and says what mends it", async () => {
    const own = await newOwner()
    provider.lists(["model_b-1"])
    const saved = await own.keys.saved("model_a", own.ownKey)
    assert.deepInclude(saved, { state: "degraded", asks: "own_key" })
    assert.include(saved.lastError, "doesn't list the model")
  })

  it("needs a plan with AI visibility to be saved, and none to be read or deleted", async () => {
    const own = await newOwner({ plan: "free" })
    refused(await own.keys.save("model_a", own.ownKey), 403, "TIER_LIMIT_EXCEEDED")
    assert.lengthOf(await own.keys.all(), 4)
    assert.isFalse((await own.keys.remove("model_a")).deleted)
  })

  it("is one account's: another neither sees nor uses it, and deletes only its own", async () => {
    const [one, other] = [await newOwner(), await newOwner()]
    await one.keys.saved("model_a", one.ownKey)
    assert.deepInclude(await other.keys.of("model_a"), { state: "none", lastFour: null, asks: "gateway_key" })
    assert.isFalse((await other.keys.remove("model_a")).deleted)
    assert.deepInclude(await one.keys.of("model_a"), { state: "connected" })
    const from = provider.calls.length
    await ended(other, (await accepted(other)).runId)
    assert.notInclude(keysSince(from), one.ownKey)
    await ended(one, (await accepted(one)).runId)
    assert.deepEqual([...new Set(keysSince(from, "model_a"))], ["key-a", one.ownKey])
  })
})

describe("a scan with an own key", () => {
  it("costs 1 credit a call of it, in its price, hold and charge, and counts these answers apart", async () => {
    const own = await newOwner()
    await own.keys.saved("model_a", own.ownKey)
    const preview = Object(await own.done("POST", "/scan?dryRun=true"))
    assert.strictEqual(preview.estimatedCost, 2 + 30)
    assert.deepEqual(
      listOf(preview, "calls").map((call) => [at(call, "modelSlug"), at(call, "creditsEach"), at(call, "ownKey")]),
      [
        ["model_a", 1, true],
        ["model_b", 15, false]
      ]
    )
    const [from, used] = [provider.calls.length, await own.used()]
    const { answer, runId } = await accepted(own)
    assert.strictEqual(answer.headers.get("x-credit-cost"), "32")
    const run = await ended(own, runId)
    assert.deepInclude(run, { answered: 4, ownKeyAnswers: 2, ownKeyModels: ["model_a"], creditsCharged: 32 })
    // And 1 for reading the run.
    assert.strictEqual((await own.used()) - used, 32 + 1)
    assert.deepEqual([...new Set(keysSince(from, "model_a"))], [own.ownKey])
    assert.deepEqual([...new Set(keysSince(from, "model_b"))], ["key-b"])
    const { settings } = Object(await own.done("GET", "/settings"))
    assert.deepInclude(settings, { ownKeyModels: ["model_a"], ownKeyAnswers: 2 })
    // Answered with whichever key: the day has it.
    await own.keys.remove("model_a")
    assert.strictEqual(at(await own.done("POST", "/scan?dryRun=true"), "estimatedCost"), 0)
  })

  it("is in the estimate of the month, and a schedule that didn't fit fits with it", async () => {
    const own = await newOwner({ plan: "indie", models: ["model_a"], prompts: 12 })
    const credits = async () =>
      Object(at(await own.done("PUT", "/settings", { scanCadenceDays: 1 }), "aiVisibilityCredits"))
    assert.deepInclude(await credits(), { estimatedMonthlyCost: 12 * 9 * 30, fits: false })
    await own.keys.saved("model_a", own.ownKey)
    assert.deepInclude(await credits(), { estimatedMonthlyCost: 12 * 30, fits: true })
    // Kept from the gateway's key, it isn't asked and costs nothing.
    await own.keys.remove("model_a")
    assert.deepInclude(await credits(), { estimatedMonthlyCost: 0, fits: true })
  })

  it("is weighed at that price by a schedule that the credits hardly pay for", async () => {
    for (const [left, models, dropped] of [
      [20, ["model_a", "model_b"], []],
      [19, ["model_a"], ["model_b"]]
    ] as const) {
      const own = await newOwner()
      await own.keys.saved("model_b", own.ownKey)
      await gateway().drain(own.accountId, "aiVisibility", left)
      await gateway().runJob(Due, { accountId: own.accountId, appId: own.appId, country: "us" })
      // Reading settings costs a credit; changing nothing of them doesn't.
      const run = at(await own.done("PUT", "/settings", {}), "settings", "lastRun")
      assert.deepInclude(Object(run), { models, modelsDropped: dropped })
    }
  })
})

describe("a key that changes while a scan runs", () => {
  const creditsOf = async (own: Actor, runId: string) => at(await ended(own, runId), "creditsCharged")

  it("saved then, isn't used by it: the price was held for the gateway's", async () => {
    const own = await newOwner({ models: ["model_a"] })
    const from = provider.calls.length
    const { runId } = await accepted(own)
    await asked(own, runId, 1)
    await own.keys.saved("model_a", own.ownKey)
    assert.strictEqual(await creditsOf(own, runId), 18)
    assert.deepEqual([...new Set(keysSince(from))], ["key-a"])
  })

  it("deleted then, ends that assistant's calls: uncharged, and never asked with the gateway's key", async () => {
    const own = await newOwner({ models: ["model_a", "model_b"], prompts: 3 })
    await own.keys.saved("model_a", own.ownKey, { fallback: true })
    const from = provider.calls.length
    const { runId } = await accepted(own)
    // The first prompt of both.
    await asked(own, runId, 2)
    assert.deepInclude(await own.keys.remove("model_a"), { deleted: true })
    const run = await ended(own, runId)
    assert.deepInclude(run, { answered: 4, errors: 2, ownKeyAnswers: 1, creditsCharged: 1 + 45 })
    assert.deepEqual(keysSince(from, "model_a"), [own.ownKey])
    // The next scan of the day asks what is missing as its owner allowed, at the price it says.
    const { answer, runId: next } = await accepted(own)
    assert.strictEqual(answer.headers.get("x-credit-cost"), "18")
    assert.strictEqual(await creditsOf(own, next), 18)
  })

  it("replaced then, is asked with the new one, at the same price", async () => {
    const own = await newOwner({ models: ["model_a"] })
    await own.keys.saved("model_a", own.ownKey)
    const from = provider.calls.length
    const { runId } = await accepted(own)
    await asked(own, runId, 1)
    await own.keys.saved("model_a", `${own.ownKey}-2`)
    assert.strictEqual(await creditsOf(own, runId), 2)
    assert.deepEqual(keysSince(from), [own.ownKey, `${own.ownKey}-2`])
  })

  it("refused then, closes that assistant for this account and run alone, and tells the account, not the operator", async () => {
    const own = await newOwner({ prompts: 3 })
    const other = await newOwner()
    await own.keys.saved("model_a", own.ownKey)
    const { runId } = await accepted(own)
    provider.refusedKeys.add(own.ownKey)
    const from = provider.calls.length
    const run = await ended(own, runId)
    assert.deepInclude(run, { status: "finished", answered: 3, errors: 3, ownKeyAnswers: 0, creditsCharged: 45 })
    assert.isEmpty(keysSince(from, "model_a"), "asked once, refused, and asked no further or with another key")
    const { lastFailure, state } = await own.keys.of("model_a")
    assert.deepInclude(lastFailure, { reason: "credentials", taskRunId: runId })
    assert.strictEqual(state, "connected")
    assert.isEmpty(await gateway().outbox("ops@example.com"))
    assert.notInclude((await gateway().askInternal("/health")).text, "takes no questions")
    // Others go on, and so does the account with its next scan.
    assert.deepInclude(await ended(other, (await accepted(other)).runId), { answered: 4, errors: 0 })
    provider.refusedKeys.clear()
    assert.deepInclude(await ended(own, (await accepted(own)).runId), { ownKeyAnswers: 3, creditsCharged: 3 })
  })

  it("replaced or deleted while a call waits for its answer, isn't blamed for the refusal of the former", async () => {
    for (const change of ["replaced", "deleted"] as const) {
      const own = await newOwner({ models: ["model_a"] })
      await own.keys.saved("model_a", own.ownKey)
      const { runId } = await accepted(own)
      provider.says(async ({ key, prompt }) => {
        if (key !== own.ownKey || prompt === "undefined") return { text: list }
        if (change === "deleted") await own.keys.remove("model_a")
        else await own.keys.saved("model_a", `${own.ownKey}-2`)
        return { status: 401, body: { error: { message: "revoked", type: "authentication_error", code: "revoked" } } }
      })
      const [first] = await waiting(own, runId)
      const payload = { accountId: own.accountId, runId, answerId: first?.id ?? "" }
      const tried = await gateway()
        .runJob(Ask, payload)
        .catch((error: unknown) => error)
      assert.strictEqual(at(tried, "cause", "_tag"), "RetryAfter")
      const run = await ended(own, runId)
      assert.deepInclude(
        run,
        change === "deleted"
          ? { answered: 0, errors: 2, creditsCharged: 0 }
          : { answered: 2, errors: 0, creditsCharged: 2 }
      )
      assert.isNull((await own.keys.of("model_a")).lastFailure)
    }
  })

  it("under another key of the vault, goes on, also in the middle of a scan", async () => {
    const own = await newOwner({ models: ["model_a"] })
    await own.keys.saved("model_a", own.ownKey)
    const { runId } = await accepted(own)
    const from = provider.calls.length
    await asked(own, runId, 1)
    const rotation = await rotateAll(gateway())
    assert.isAtLeast(rotation.rewrapped, 1)
    assert.deepEqual(rotation.failed, {})
    assert.deepInclude(await ended(own, runId), { answered: 2, ownKeyAnswers: 2, creditsCharged: 2 })
    assert.deepEqual(keysSince(from), [own.ownKey, own.ownKey])
  })

  it("that can't be opened any more ends its calls, and later scans go by what its owner allowed", async () => {
    const own = await newOwner({ models: ["model_a"] })
    await own.keys.saved("model_a", own.ownKey)
    const { runId } = await accepted(own)
    await gateway().run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) =>
          sql`UPDATE core_connections SET sealed = left(sealed, -4) || 'AAAA' WHERE account_id = ${own.accountId}::uuid`
      )
    )
    const from = provider.calls.length
    assert.deepInclude(await ended(own, runId), { status: "failed", errors: 2, creditsCharged: 0 })
    const shown = await own.keys.of("model_a")
    assert.deepInclude(shown, { state: "rejected", asks: "nobody", creditsEach: null })
    assert.include(shown.lastError, "POST /v1/connect/assistants/model_a/key")
    assert.lengthOf(provider.calls, from)
    await own.keys.ask("PATCH", "/model_a/key", { fallback: true })
    assert.deepInclude(await ended(own, (await accepted(own)).runId), { ownKeyAnswers: 0, creditsCharged: 18 })
    assert.deepEqual([...new Set(keysSince(from))], ["key-a"])
  })

  it("without credit at its provider, says so", async () => {
    const own = await newOwner({ models: ["model_a"] })
    await own.keys.saved("model_a", own.ownKey)
    provider.says(() => ({
      status: 429,
      body: { error: { message: "no", type: "insufficient_quota", code: "insufficient_quota" } }
    }))
    const run = await ended(own, (await accepted(own)).runId)
    assert.deepInclude(run, { status: "failed", answered: 0, creditsCharged: 0 })
    assert.strictEqual(at(await own.keys.of("model_a"), "lastFailure", "reason"), "quota")
  })
})

describe("an assistant without its key", () => {
  it("isn't asked by later scans, by hand or schedule, unless its owner allowed the gateway's", async () => {
    const own = await newOwner({ models: ["model_a"] })
    await own.keys.saved("model_a", own.ownKey)
    const { key } = await own.keys.remove("model_a")
    assert.deepInclude(key, { state: "none", fallback: false, asks: "nobody", creditsEach: null })
    const preview = Object(await own.done("POST", "/scan?dryRun=true"))
    assert.deepInclude(preview, { models: [], estimatedCost: 0 })
    assert.strictEqual(at(preview, "warnings", "0", "code"), "MODELS_WITHOUT_KEY")
    const from = provider.calls.length
    await gateway().runJob(Due, { accountId: own.accountId, appId: own.appId, country: "us" })
    // What a schedule can't ask is a run that says why, not silence.
    const skipped = at(await own.done("PUT", "/settings", {}), "settings", "lastRun")
    assert.deepInclude(Object(skipped), { status: "skipped", models: [], creditsCharged: 0 })
    assert.include(String(at(skipped, "degradedReason")), "no key")
    const { answer, runId } = await accepted(own)
    assert.strictEqual(answer.headers.get("x-credit-cost"), "0")
    await ended(own, runId)
    assert.lengthOf(provider.calls, from)
    const allowed = Object(dataOf(await own.keys.ask("PATCH", "/model_a/key", { fallback: true })))
    assert.deepInclude(allowed, { asks: "gateway_key", creditsEach: 9 })
    assert.strictEqual(at(await own.done("POST", "/scan?dryRun=true"), "estimatedCost"), 18)
  })

  it("that the gateway has no key for either is asked by nobody, whatever its owner allows", async () => {
    const own = await newOwner({ models: ["model_d"] })
    await own.keys.saved("model_d", own.ownKey, { fallback: true })
    assert.deepInclude((await own.keys.remove("model_d")).key, { fallback: true, asks: "nobody", creditsEach: null })
    assert.deepInclude(Object(await own.done("POST", "/scan?dryRun=true")), { models: [], estimatedCost: 0 })
    const from = provider.calls.length
    const run = await ended(own, (await accepted(own)).runId)
    assert.deepInclude(run, { answered: 0, creditsCharged: 0 })
    assert.lengthOf(provider.calls, from)
  })

  it("keeps what was said of it when a key is saved again", async () => {
    const own = await newOwner({ prompts: 0 })
    await own.keys.saved("model_a", own.ownKey, { fallback: true })
    assert.deepInclude(await own.keys.saved("model_a", `${own.ownKey}-2`), { fallback: true })
    assert.deepInclude(await own.keys.saved("model_a", own.ownKey, { fallback: false }), { fallback: false })
  })
})
