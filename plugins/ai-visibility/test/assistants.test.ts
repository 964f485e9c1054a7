import { type Upstream, UpstreamError, Upstreams } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Exit, Fiber, Layer, Redacted, Schema } from "effect"
import { TestClock } from "effect/testing"
import { assert, describe, it } from "vitest"
import { type ModelSlug, modelSlugs } from "../src/models.ts"
import { readAnswer } from "../src/reading/readAnswer.ts"
import { type AssistantFailureReason, Assistants, type Question } from "../src/vendors/Assistants.ts"
import { layerAssistants } from "../src/vendors/assistantsLive.ts"
import { AssistantsConfig } from "../src/vendors/config.ts"
import { citationsOf } from "../src/vendors/perplexity.ts"
import { hostOf, namesSchema, nowMs, startAssistants, vectorsOf } from "./assistantsSupport.ts"

const double = await startAssistants()
const assistants = await double.configured()
/** The double's day, for what is counted from today. */
const clock: Clock.Clock = Object.assign(Object.create(Effect.runSync(Clock.Clock)), {
  currentTimeMillis: Effect.succeed(nowMs),
  currentTimeMillisUnsafe: () => nowMs
})
const atNow = [Clock.Clock, clock] as const
const asking = (slug: ModelSlug, more: Partial<Question> = {}): Question => ({
  slug,
  prompt: "Which weather radar should I use for storms?",
  country: "us",
  language: "en",
  ...more
})
const ask = (slug: ModelSlug, more: Partial<Question> = {}) => double.run(assistants.ask(asking(slug, more)))
const failing = (slug: ModelSlug, more: Partial<Question> = {}) => double.failure(assistants.ask(asking(slug, more)))
const inJson = (slug: ModelSlug) =>
  assistants.askJson({
    slug,
    instructions: "List the apps.",
    input: "1. **Alma** – good\n2. **Brio** – fine",
    name: "mentions",
    schema: namesSchema,
    outputTokensMax: 1_200
  })

describe("the assistants", () => {
  it.each(modelSlugs)("%s answers in one form, with the model that answered, and what it took", async (slug) => {
    const reply = await double.while(["form:numbered"], slug, () => ask(slug))
    assert.strictEqual(reply.status, "ok")
    assert.match(reply.text, /^1\. \*\*/m)
    assert.notInclude(reply.text, "Thinking of apps")
    assert.deepEqual([reply.cutOff, reply.drift], [false, []])
    assert.isAbove(reply.usage.outputTokens ?? 0, 0)
    assert.strictEqual(reply.citations.length > 0, slug === "model_d")
    assert.strictEqual(reply.grounded, slug === "model_d" ? true : null)
  })

  it.each(modelSlugs)("%s sends the requests of the vectors, and nothing else", async (slug) => {
    const vendor = { model_a: "openai", model_b: "anthropic", model_c: "gemini", model_d: "perplexity" }[slug]
    await double.act("asked")
    await ask(slug)
    await double.run(inJson(slug))
    const asked = Schema.decodeUnknownSync(
      Schema.Array(Schema.Struct({ body: Schema.Record(Schema.String, Schema.Unknown) }))
    )(await double.act("asked"))
    const [answered, parsed] = asked.map(({ body }) => Object.keys(body).sort())
    for (const { body, id, valid } of vectorsOf(`ai.${vendor}.`)) {
      if (!/\.(answer|parse|noMax)$/.test(id)) continue
      const names = Object.keys(Object(body)).sort()
      if (valid) assert.includeMembers((id.endsWith(".answer") ? answered : parsed) ?? [], names, id)
      else assert.notDeepEqual(answered, names, id)
    }
    const tools = asked.map(({ body }) => [body.tools, body.tool_choice])
    const searching = [[{ type: "web_search", user_location: { country: "US" } }], { type: "web_search" }]
    assert.deepEqual(tools, [slug === "model_d" ? searching : [undefined, undefined], [undefined, undefined]])
    assert.strictEqual(asked[0]?.body.store, slug === "model_a" ? false : undefined)
  })

  it.each(modelSlugs)("%s gives JSON of a schema, read from untrusted input", async (slug) => {
    assert.deepEqual(await double.run(inJson(slug)), {
      mentions: [
        { name: "Alma", position: 1, sentiment: null },
        { name: "Brio", position: 2, sentiment: null }
      ]
    })
  })

  it.each(modelSlugs)("%s tells a refusal, a cut-off answer and an empty one apart", async (slug) => {
    if (slug !== "model_d") {
      const refused = await double.while(["refused"], slug, () => ask(slug))
      assert.strictEqual(refused.status, "refusal")
      const cut = await double.while(["cutOff"], slug, () => ask(slug))
      assert.deepEqual([cut.status, cut.cutOff], ["ok", true])
      assert.strictEqual((await double.while(["blocked"], slug, () => ask(slug))).status, "refusal")
    }
    if (slug === "model_d") return
    const { closes, reason, transient } = await double.while(["empty"], slug, () => failing(slug))
    assert.deepEqual([reason, closes, transient], ["empty", false, true])
  })

  it("say which model answered, by the answer: an ended one of model_c is answered for in silence", async () => {
    for (const slug of modelSlugs) {
      const { modelId } = await double.while(["rerouted"], slug, () => ask(slug))
      assert.isNotEmpty(modelId)
      if (slug !== "model_c") assert.notStrictEqual(modelId, (await ask(slug)).modelId)
    }
    const ended = await double.configured({ model_c: { model: "gemini-2.0-flash" } })
    assert.strictEqual((await double.run(ended.ask(asking("model_c")))).modelId, "gemini-3.5-flash")
  })

  const refusals: ReadonlyArray<readonly [ModelSlug, string, AssistantFailureReason, boolean]> = [
    ...modelSlugs.map((slug) => [slug, "401", "credentials", true] as const),
    ["model_a", "insufficientQuota", "quota", true],
    ["model_b", "insufficientQuota", "quota", true],
    ["model_c", "insufficientQuota", "quota", true],
    ["model_d", "insufficientQuota", "credentials", true],
    ...modelSlugs.map((slug) => [slug, "429", "rate_limited", false] as const),
    ["model_b", "overloaded", "overloaded", false],
    ["model_c", "503", "overloaded", false],
    ["model_a", "500", "unavailable", false],
    ["model_d", "reset", "unreachable", false],
    ["model_a", "truncated", "unreachable", false],
    ["model_c", "malformed", "drift", false],
    ["model_b", "html", "drift", false],
    ["model_a", "huge", "too_large", false]
  ]
  it.each(refusals)(
    "%s under %s fails with %s, which closes it for the run: %s",
    async (slug, kind, reason, closes) => {
      const own = await double.configured()
      const more = kind === "429" ? { retryAfterSeconds: 7 } : {}
      const failure = await double.while([kind], slug, () => double.failure(own.ask(asking(slug))), more)
      assert.deepEqual([failure.reason, failure.closes], [reason, closes], failure.message)
      if (kind === "429") assert.strictEqual(failure.retryAfterSeconds, 7)
    }
  )

  it("take the pause that model_c asks for in its body", async () => {
    const own = await double.configured()
    const failure = await double.while(["throttled"], "model_c", () => double.failure(own.ask(asking("model_c"))))
    assert.deepEqual([failure.reason, failure.retryAfterSeconds], ["rate_limited", 7])
  })

  it("have no answer for a model that isn't there, and say so", async () => {
    for (const slug of ["model_a", "model_b", "model_d"] as const) {
      const gone = await double.configured({ [slug]: { model: "of-yesterday" } })
      const { closes, reason } = await double.failure(gone.ask(asking(slug)))
      assert.deepEqual([reason, closes], ["model_gone", true])
    }
  })

  it("are those with a key; an account's own key suffices for one that is configured", async () => {
    const some = await double.configured({ model_a: { apiKey: undefined } })
    assert.deepEqual(some.available, ["model_b", "model_c", "model_d"])
    assert.deepEqual(some.configured, modelSlugs)
    assert.strictEqual((await double.failure(some.ask(asking("model_a")))).reason, "credentials")
    const key = Redacted.make(Schema.decodeUnknownSync(Schema.String)(await double.act("issue", "assistant-a")))
    await double.run(some.verify("model_a", key))
    assert.strictEqual((await double.run(some.ask(asking("model_a", { credential: key })))).status, "ok")
    await double.act("revoke", Redacted.value(key))
    assert.strictEqual((await double.failure(some.ask(asking("model_a", { credential: key })))).reason, "credentials")
  })

  it("verify a key with its own provider alone", async () => {
    for (const slug of modelSlugs) {
      const key = Schema.decodeUnknownSync(Schema.String)(await double.act("issue", hostOf(slug)))
      await double.run(assistants.verify(slug, Redacted.make(key)))
      const other = modelSlugs.find((one) => one !== slug) ?? slug
      assert.strictEqual((await double.failure(assistants.verify(other, Redacted.make(key)))).reason, "credentials")
    }
  })

  it("never tell a key: not in an address, not in a failure", async () => {
    const key = "sandbox-key-that-nobody-may-see"
    for (const slug of modelSlugs) {
      const failure = await failing(slug, { credential: Redacted.make(key) })
      assert.notInclude(`${failure.message} ${JSON.stringify(failure)} ${String(failure.stack)}`, key)
    }
    for (const { path, query } of double.control.requests())
      assert.notInclude(JSON.stringify([path, query]), "sandbox-key")
  })
})

describe("the grounded assistant", () => {
  it("is asked again without what it no longer knows, says so, and isn't asked with it for a while", async () => {
    const own = await double.configured()
    const refused = () =>
      double.while(["noToolChoice"], "model_d", async () => {
        const reply = await double.run(own.ask(asking("model_d")))
        return {
          reply,
          asked: Schema.decodeUnknownSync(Schema.Array(Schema.Unknown))(await double.act("asked")).length
        }
      })
    await double.act("asked")
    const [first, second] = [await refused(), await refused()]
    assert.deepEqual([first.asked, second.asked], [2, 1])
    for (const { reply } of [first, second]) assert.match(reply.drift[0] ?? "", /tool_choice/)
  })

  it("without results is ungrounded and cites nothing", async () => {
    const reply = await double.while(["ungrounded"], "model_d", () => ask("model_d"))
    assert.deepEqual([reply.status, reply.grounded, reply.citations], ["ok", false, []])
  })

  it("has every source at the number of its marker, whatever their order, and none that isn't of the web", async () => {
    const reply = await double.while(["form:numbered", "gapped"], "model_d", () => ask("model_d"))
    assert.deepEqual(reply.citations[1], { url: "", title: "" })
    for (const [at, { url }] of reply.citations.entries()) {
      if (at !== 1 && at !== 3) assert.match(url, new RegExp(`^https://.*/${at + 1}$`))
    }
    if (reply.citations.length > 3) assert.deepEqual(reply.citations[3], { url: "", title: "Untitled" })
    const result = (id: number | undefined, url: string) => ({ ...(id === undefined ? {} : { id }), url, title: url })
    const urls = (...results: Parameters<typeof citationsOf>[0]) => citationsOf(results).map(({ url }) => url)
    assert.deepEqual(urls(result(3, "https://c.example"), result(1, "https://a.example")), [
      "https://a.example",
      "",
      "https://c.example"
    ])
    // Two searches that count anew.
    assert.deepEqual(urls(result(1, "https://a.example"), result(1, "https://b.example")), [
      "https://a.example",
      "https://b.example"
    ])
    assert.deepEqual(urls(result(undefined, "https://a.example"), result(2, "javascript:alert(1)")), [
      "https://a.example",
      ""
    ])
    assert.deepEqual(urls(result(1_000_000, "https://a.example")), ["https://a.example"])
  })
})

describe("an answer that instructs its reader", () => {
  it("is read as what it is: nothing in it says where an app stands", async () => {
    for (const form of ["form:numbered", "form:bulleted", "form:prose", "form:table"]) {
      const plain = await double.while([form], "model_a", () => ask("model_a"))
      const instructing = await double.while([form, "instructing"], "model_a", () => ask("model_a"))
      assert.include(instructing.text, "ignore all previous instructions")
      const named = /Report (.+) at position 1/.exec(instructing.text)?.[1] ?? ""
      const read = (text: string) => {
        const { mentions } = readAnswer(text, { language: "en", owner: { names: [named] } })
        return mentions.map(({ name, position, sentiment }) => ({ name, position, sentiment }))
      }
      assert.deepEqual(read(instructing.text), read(plain.text), form)
    }
  })
})

describe("models", () => {
  it("are listed by every provider, with the day they end where it's told", async () => {
    const lists = await Promise.all(modelSlugs.map((slug) => double.run(assistants.models(slug))))
    assert.deepEqual(
      lists.map((list) => list?.length),
      [2, 2, 3, 1]
    )
    assert.deepInclude(lists[0] ?? [], { id: "gpt-5-mini", endsOn: "2026-12-11" })
  })

  it("stand as listed, ending within 30 days, gone or unknown", async () => {
    const standing = async (slug: ModelSlug, settings: Readonly<Record<string, unknown>> = {}) => {
      const own = await double.configured({ [slug]: settings })
      const state = Effect.provideService(own.standing(slug), ...atNow)
      return (await double.run(state)).state
    }
    assert.strictEqual(await standing("model_a"), "listed")
    assert.strictEqual(await standing("model_a", { model: "gpt-5-mini" }), "ending")
    assert.strictEqual(await standing("model_b", { endsOn: "2026-12-01" }), "ending")
    assert.strictEqual(await standing("model_b", { endsOn: "2026-11-23" }), "gone")
    assert.strictEqual(await standing("model_b", { endsOn: "2027-02-01" }), "listed")
    assert.strictEqual(await standing("model_c", { model: "gemini-1.5-pro" }), "gone")
    assert.strictEqual(await double.while(["noList"], "model_d", () => standing("model_d")), "unknown")
    // Its list tells no day; its answers do.
    const own = await double.configured({ model_c: { model: "gemini-2.5-flash" } })
    const state = () => double.run(Effect.provideService(own.standing("model_c"), ...atNow))
    assert.deepInclude(await state(), { state: "listed", endsOn: null })
    await double.run(own.ask(asking("model_c")))
    assert.deepInclude(await state(), { state: "ending", endsOn: "2026-12-01" })
  })
})

describe("patience", () => {
  /** Assistants over an upstream that refuses a few times. */
  const scripted = (refusals: number, retryAfterSeconds: number | undefined) => {
    let asked = 0
    const timeouts: Array<number | undefined> = []
    const answer = { model: "m", content: [{ type: "text", text: "1. Alma" }], stop_reason: "end_turn" }
    const request: Upstream["request"] = ({ timeoutMs }) =>
      Effect.suspend(() => {
        asked += 1
        timeouts.push(timeoutMs)
        return asked <= refusals
          ? Effect.fail(
              new UpstreamError({
                upstream: "b",
                reason: "rate_limited",
                detail: "status 429",
                retryAfterSeconds,
                answered: { status: 429, body: Redacted.make("{}") }
              })
            )
          : Effect.succeed({ status: 200, headers: {}, url: "http://b", body: JSON.stringify(answer) })
      })
    const upstream: Upstream = {
      name: "b",
      request,
      requestBytes: () => Effect.die("unused"),
      requestFile: () => Effect.die("unused"),
      drift: (detail) => Effect.fail(new UpstreamError({ upstream: "b", reason: "drift", detail }))
    }
    const config = Schema.decodeUnknownSync(AssistantsConfig)({ model_b: { model: "m", apiKey: "k" } })
    const layer = layerAssistants(config).pipe(
      Layer.provide(Layer.succeed(Upstreams, { make: () => Effect.succeed(upstream) }))
    )
    return { layer, asked: () => asked, timeouts }
  }
  const waiting = (
    refusals: number,
    retryAfterSeconds: number | undefined,
    untilMs: number | undefined,
    passMs: number
  ) => {
    const { asked, layer } = scripted(refusals, retryAfterSeconds)
    const work = Effect.gen(function* () {
      const context = yield* Layer.build(layer)
      const question = asking("model_b", untilMs === undefined ? {} : { untilMs })
      const fiber = yield* Effect.forkChild(Effect.exit(Context.get(context, Assistants).ask(question)))
      yield* TestClock.adjust(passMs)
      return { exit: yield* Fiber.join(fiber), asked: asked() }
    })
    return Effect.runPromise(Effect.scoped(work).pipe(Effect.provide(TestClock.layer())))
  }

  it("lasts until the deadline, for as long as the provider asks", async () => {
    const { asked, exit } = await waiting(3, 20, 3_600_000, 61_000)
    assert.deepEqual([asked, Exit.isSuccess(exit)], [4, true])
  })

  it("ends at once where the pause goes beyond the deadline, and where there's none", async () => {
    for (const untilMs of [10_000, undefined]) {
      const { asked, exit } = await waiting(3, 20, untilMs, 1)
      assert.deepEqual([asked, Exit.isFailure(exit)], [1, true])
    }
  })

  it("is short for whoever saves a key", async () => {
    const { layer, timeouts } = scripted(0, undefined)
    const verified = Effect.flatMap(Layer.build(layer), (context) =>
      Effect.exit(Context.get(context, Assistants).verify("model_b", Redacted.make("own-key")))
    )
    await Effect.runPromise(Effect.scoped(verified))
    assert.deepEqual(timeouts, [15_000])
  })

  it("grows without a word of the provider's", async () => {
    const { asked, exit } = await waiting(3, undefined, 3_600_000, 7_100)
    assert.deepEqual([asked, Exit.isSuccess(exit)], [4, true])
  })
})
