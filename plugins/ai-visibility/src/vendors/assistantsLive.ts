import { readAnswer, type Upstream, type UpstreamRequest, Upstreams } from "@storeglass/plugin-api"
import { Clock, Effect, Layer, Redacted, Schema, Semaphore } from "effect"
import { type ModelSlug, modelSlugs } from "../models.ts"
import type { Adapter, Asked, Said } from "./Adapter.ts"
import {
  type AssistantFailed,
  Assistants,
  type JsonQuestion,
  type ListedModel,
  type ModelStanding,
  type Question,
  type Reply
} from "./Assistants.ts"
import { anthropic } from "./anthropic.ts"
import type { AssistantsConfig, ProviderConfig } from "./config.ts"
import { failed, failedUpstream, problemIn, refusedWith } from "./failures.ts"
import { gemini } from "./gemini.ts"
import { openai } from "./openai.ts"
import { perplexity } from "./perplexity.ts"

const adapters: Readonly<Record<ModelSlug, Adapter>> = {
  model_a: openai,
  model_b: anthropic,
  model_c: gemini,
  model_d: perplexity
}

const timeoutMs = 90_000
const answerBytesMax = 256 * 1_024
/** A list of models may be longer than an answer. */
const listBytesMax = 4 * 1_024 * 1_024
const listPagesMax = 10
/** Turns that come later are waited for outside, where a wait doesn't take a place from others. */
const queueMsMax = 5_000
/** Whoever saves a key waits for its check. */
const verifyMs = 15_000
const endingDays = 30
const dayMs = 86_400_000
/** How long a provider that doesn't know a parameter isn't asked with it. */
const unforcedMs = 3_600_000

const backoffMs = (attempt: number) => Math.min(60_000, 1_000 * 2 ** attempt)

type Key = Redacted.Redacted<string>

const unforced =
  "model_d no longer takes tool_choice: its search can't be forced, and answers without sources may be more often."

type Places = (key: Key) => <A, E, R>(call: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
/** So many calls at once with each key: those of one account take no place from others. */
const makePlaces = (concurrency: number): Places => {
  const taken = new Map<string, { readonly places: Semaphore.Semaphore; calls: number }>()
  return (key) => (call) =>
    Effect.acquireUseRelease(
      Effect.sync(() => {
        const name = Redacted.value(key)
        const of = taken.get(name) ?? { places: Semaphore.makeUnsafe(concurrency), calls: 0 }
        of.calls += 1
        taken.set(name, of)
        return of
      }),
      ({ places }) => places.withPermit(call),
      (of) =>
        Effect.sync(() => {
          of.calls -= 1
          if (of.calls === 0) taken.delete(Redacted.value(key))
        })
    )
}

interface Provider {
  readonly slug: ModelSlug
  readonly config: ProviderConfig
  readonly adapter: Adapter
  readonly upstream: Upstream
  readonly places: Places
  /** Until then its search isn't forced. */
  unforcedUntilMs: number
  /** When its model ends, as its newest answer told. */
  endsOn: string | undefined
}

const open = Effect.fnUntraced(function* (slug: ModelSlug, config: ProviderConfig) {
  const adapter = adapters[slug]
  const upstream = yield* (yield* Upstreams).make({
    name: `assistants.${slug}`,
    baseUrl: config.baseUrl ?? adapter.baseUrl,
    timeoutMs,
    bodyBytesMax: answerBytesMax,
    rateLimit: { requests: config.requestsPerMinute ?? 60, windowMs: 60_000 },
    queueMsMax,
    headers: adapter.headers
  })
  const places = makePlaces(config.concurrency ?? 4)
  const provider: Provider = { slug, config, adapter, upstream, places, unforcedUntilMs: 0, endsOn: undefined }
  return provider
})

/** Sends once. A status that isn't 2xx is a failure. */
const send = Effect.fnUntraced(function* (provider: Provider, key: Key, request: UpstreamRequest) {
  const { adapter, places, slug, upstream } = provider
  const answer = yield* places(key)(upstream.request({ ...request, lane: key, headers: adapter.authorize(key) })).pipe(
    Effect.mapError((error) => failedUpstream(slug, adapter, error, key))
  )
  if (answer.status >= 200 && answer.status < 300) return { ok: true as const, answer }
  return { ok: false as const, status: answer.status, problem: problemIn(adapter, answer.body) }
})

type Bounds = Pick<UpstreamRequest, "timeoutMs">

const post = (provider: Provider, key: Key, asked: Omit<Asked, "model">, bounds: Bounds = {}) => {
  const { body, path } = provider.adapter.request({ ...asked, model: provider.config.model })
  return send(provider, key, { method: "POST", path, body: JSON.stringify(body), ...bounds })
}

const decoded = Effect.fnUntraced(function* <A>(
  { slug, upstream }: Provider,
  body: string,
  read: (answer: unknown) => Effect.Effect<A, Schema.SchemaError>,
  what: string
) {
  const drifted = (cause: unknown) => Effect.flip(upstream.drift(what, cause))
  const json = yield* readAnswer(upstream, Schema.Unknown, { body }, what).pipe(
    Effect.mapError(({ detail }) => failed(slug, "drift", detail))
  )
  return yield* read(json).pipe(
    Effect.catch((cause) => Effect.flatMap(drifted(cause), ({ detail }) => Effect.fail(failed(slug, "drift", detail))))
  )
})

/** Asks again what may go better, until the caller's deadline. */
const patiently = <A>(
  untilMs: number | undefined,
  once: Effect.Effect<A, AssistantFailed>,
  attempt = 0
): Effect.Effect<A, AssistantFailed> =>
  Effect.catch(once, (failure) =>
    Effect.gen(function* () {
      const { reason, retryAfterSeconds } = failure
      // Anything else may have been answered, and paid for.
      const worth = reason === "rate_limited" || reason === "overloaded" || reason === "unavailable"
      const waitMs = Math.max((retryAfterSeconds ?? 0) * 1_000, backoffMs(attempt))
      if (!worth || untilMs === undefined || (yield* Clock.currentTimeMillis) + waitMs > untilMs) return yield* failure
      yield* Effect.sleep(waitMs)
      return yield* patiently(untilMs, once, attempt + 1)
    })
  )

/** Whether a 400 is about the parameter that forces the search. */
const namesToolChoice = (codes: ReadonlyArray<string>, sentence: string | undefined) =>
  /tool_choice/i.test(`${codes.join(" ")} ${sentence ?? ""}`)

const said = Effect.fnUntraced(function* (provider: Provider, key: Key, asked: Omit<Asked, "search" | "model">) {
  const { adapter, slug } = provider
  const nowMs = yield* Clock.currentTimeMillis
  const searches = slug === "model_d" && asked.json === undefined
  const forced = searches && nowMs >= provider.unforcedUntilMs
  const posted = (search: Asked["search"]) => post(provider, key, { ...asked, search })
  let sent = yield* posted(forced ? "forced" : searches ? "offered" : "none")
  if (!sent.ok && forced && sent.status === 400 && namesToolChoice(sent.problem.codes, sent.problem.sentence)) {
    provider.unforcedUntilMs = nowMs + unforcedMs
    yield* Effect.logWarning("assistant drift", { slug, detail: unforced })
    sent = yield* posted("offered")
  }
  if (!sent.ok) return yield* refusedWith(slug, sent.status, sent.problem, key)
  const answer: Said = yield* decoded(provider, sent.answer.body, adapter.read, "an answer")
  if (answer.failed !== undefined) return yield* failed(slug, answer.failed.reason, `answered ${answer.failed.code}`)
  provider.endsOn = answer.endsOn ?? provider.endsOn
  return { answer, drift: searches && nowMs < provider.unforcedUntilMs ? [unforced] : [] }
})

const replyOf = Effect.fnUntraced(function* (provider: Provider, answer: Said, drift: ReadonlyArray<string>) {
  const { config, slug } = provider
  const { citations, cutOff, grounded, modelId, refusal, text, usage } = answer
  const status = refusal === undefined ? "ok" : "refusal"
  if (status === "ok" && text.trim() === "") {
    return yield* failed(slug, "empty", cutOff ? "cut off before its first word" : "an answer without text")
  }
  const nameless = modelId === undefined || modelId === "" ? [`${slug} doesn't say which model answered.`] : []
  const reply: Reply = {
    status,
    text: refusal ?? text,
    modelId: modelId || config.model,
    citations,
    grounded,
    cutOff,
    usage,
    drift: [...drift, ...nameless]
  }
  return reply
})

const listed = Effect.fnUntraced(function* (provider: Provider, key: Key, bounds: Bounds = {}) {
  const { adapter, slug } = provider
  const { models } = adapter
  const found: Array<ListedModel> = []
  let query: UpstreamRequest["query"] | undefined = models.query
  for (let page = 0; query !== undefined && page < listPagesMax; page++) {
    const sent = yield* send(provider, key, { path: models.path, query, bodyBytesMax: listBytesMax, ...bounds })
    if (!sent.ok && sent.status === 404 && !models.needsKey) return null
    if (!sent.ok) return yield* refusedWith(slug, sent.status, sent.problem, key)
    const { models: more, next } = yield* decoded(provider, sent.answer.body, models.read, "a list of models")
    found.push(...more)
    query = next
  }
  return found
})

/** The earliest day that is known on which a model ends. */
const earliest = (...days: ReadonlyArray<string | null | undefined>): string | null =>
  days.flatMap((day) => day ?? []).sort()[0] ?? null

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

const standingOf = (provider: Provider, models: ReadonlyArray<ListedModel> | null, nowMs: number): ModelStanding => {
  const { config, slug } = provider
  const found = models?.find(({ id }) => id === config.model)
  const endsOn = earliest(found?.endsOn, config.endsOn, provider.endsOn)
  const over = endsOn !== null && endsOn <= dayOf(nowMs)
  const state = (() => {
    if (over || (models !== null && found === undefined)) return "gone"
    if (endsOn !== null && endsOn <= dayOf(nowMs + endingDays * dayMs)) return "ending"
    return models === null ? "unknown" : "listed"
  })()
  return { slug, model: config.model, state, endsOn }
}

const unjson = (slug: ModelSlug, text: string) =>
  Effect.try({
    try: (): unknown => JSON.parse(text),
    catch: () => failed(slug, "drift", "an answer that should be JSON and isn't")
  })

const make = Effect.fnUntraced(function* (config: AssistantsConfig) {
  const providers = new Map<ModelSlug, Provider>()
  for (const slug of modelSlugs) {
    const settings = config[slug]
    if (settings !== undefined) providers.set(slug, yield* open(slug, settings))
  }
  const configured = modelSlugs.filter((slug) => providers.has(slug))

  const providerOf = Effect.fnUntraced(function* (slug: ModelSlug, credential: Key | undefined) {
    const provider = providers.get(slug)
    if (provider === undefined) return yield* failed(slug, "model_gone", "there's no model for it in the config")
    const key = credential ?? provider.config.apiKey
    if (key === undefined) return yield* failed(slug, "credentials", "there's no key for it in the config")
    return { provider, key }
  })

  return Assistants.of({
    available: configured.filter((slug) => config[slug]?.apiKey !== undefined),
    configured,
    ask: Effect.fn("Assistants.ask")(function* ({ country, credential, prompt, slug, untilMs }: Question) {
      const { key, provider } = yield* providerOf(slug, credential)
      const { outputTokensMax = 4_000 } = provider.config
      const asked = { input: prompt, country, outputTokensMax, json: undefined }
      const { answer, drift } = yield* patiently(untilMs, said(provider, key, asked))
      return yield* replyOf(provider, answer, drift)
    }),
    askJson: Effect.fn("Assistants.askJson")(function* (question: JsonQuestion) {
      const { credential, input, instructions, name, outputTokensMax, schema, slug, untilMs } = question
      const { key, provider } = yield* providerOf(slug, credential)
      const asked = { input, country: "us", outputTokensMax, json: { instructions, name, schema } }
      const { answer } = yield* patiently(untilMs, said(provider, key, asked))
      if (answer.refusal !== undefined) return yield* failed(slug, "rejected", "it declined to answer in JSON")
      if (answer.cutOff) return yield* failed(slug, "drift", "its JSON was cut off")
      return yield* unjson(slug, answer.text)
    }),
    models: Effect.fn("Assistants.models")(function* (slug, credential) {
      const { key, provider } = yield* providerOf(slug, credential)
      return yield* listed(provider, key)
    }),
    standing: Effect.fn("Assistants.standing")(function* (slug) {
      const { key, provider } = yield* providerOf(slug, undefined)
      return standingOf(provider, yield* listed(provider, key), yield* Clock.currentTimeMillis)
    }),
    verify: Effect.fn("Assistants.verify")(function* (slug, credential) {
      const { key, provider } = yield* providerOf(slug, credential)
      if (provider.adapter.models.needsKey) {
        const models = yield* listed(provider, key, { timeoutMs: verifyMs })
        return { hasModel: models?.some(({ id }) => id === provider.config.model) ?? true }
      }
      // Its list is everybody's: only an answer tells whether it takes the key.
      const asked = { input: "Say yes.", country: "us", outputTokensMax: 16, json: undefined }
      const sent = yield* post(provider, key, { ...asked, search: "none" }, { timeoutMs: verifyMs })
      if (sent.ok) return { hasModel: true }
      const refused = refusedWith(slug, sent.status, sent.problem, key)
      return refused.reason === "model_gone" ? { hasModel: false } : yield* refused
    })
  })
})

/** The assistants of a config. */
export const layerAssistants = (config: AssistantsConfig): Layer.Layer<Assistants, never, Upstreams> =>
  Layer.effect(Assistants, make(config))
