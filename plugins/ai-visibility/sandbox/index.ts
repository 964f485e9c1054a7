/** Four providers of assistants, each in its own format, over the sandbox's apps. */
import {
  bearerOf,
  type DescribedBy,
  type DoubleContext,
  defineDouble,
  field,
  hmac,
  json,
  listOf,
  parsed,
  type Refusal,
  type Reply,
  type SandboxRequest,
  textOf
} from "@storeglass/sandbox"
import { dayOf, ownedApps } from "@storeglass/sandbox/world"
import { type Form, refusal, type Said, sayingOf, sourcesOf } from "./answers.ts"
import { jsonFor } from "./json.ts"

type Host = "assistant-a" | "assistant-b" | "assistant-c" | "assistant-d"
interface Listed {
  readonly id: string
  readonly endsOn: string | null
}
interface Key {
  readonly host: Host
  revoked: boolean
  /** Nothing is left to pay with. */
  broke: boolean
}
interface Shared {
  readonly keys: Map<string, Key>
  readonly models: Record<Host, ReadonlyArray<Listed>>
  /** Bodies as they came, for tests. */
  readonly asked: Array<{ readonly host: string; readonly body: unknown }>
}
interface State {
  /** Answers given to a key. */
  answered: number
  /** How often each prompt was answered today. */
  readonly times: Map<string, number>
  timesOf: number
}
type Context = DoubleContext<Shared, State>

const hosts = ["assistant-a", "assistant-b", "assistant-c", "assistant-d"] as const
/** Of the operator, one for each provider. */
const operatorKey = (host: Host) => `sandbox-key-of-${host}`
/** Of customers who bring their own. */
const ownKey = (host: Host) => `sandbox-own-key-of-${host}`

const hostOf = (value: unknown): Host => hosts.find((host) => host === value) ?? "assistant-a"

const givenKey = ({ headers, ...request }: SandboxRequest): string =>
  headers["x-api-key"] ?? headers["x-goog-api-key"] ?? bearerOf({ headers, ...request }) ?? ""
/** A key may say for which day it asks, as `sandbox-key-of-assistant-a-on-2026-10-01`: what would have been answered then. */
const dated = /-on-(\d{4}-\d{2}-\d{2})$/
const keyOf = (request: SandboxRequest): string => givenKey(request).replace(dated, "")
const momentOf = (request: SandboxRequest, nowMs: number): number => {
  const day = dated.exec(givenKey(request))?.[1]
  return day === undefined ? nowMs : Date.parse(`${day}T12:00:00Z`)
}

const formFaults = ["numbered", "bulleted", "bold", "table", "prose", "headings"] as const
const formIn = (faults: ReadonlySet<string>): Form | undefined => formFaults.find((form) => faults.has(`form:${form}`))

/** What happens to an answer, by chance or because a test wants it. */
type Turn = "said" | "refused" | "cutOff" | "empty" | "blocked"
const turnOf = ({ faults, host, nowMs }: Context, prompt: string): Turn => {
  for (const turn of ["said", "refused", "cutOff", "empty", "blocked"] as const) if (faults.has(turn)) return turn
  const chance =
    Number.parseInt(
      hmac(`${host} ${dayOf(nowMs)}`, prompt)
        .replace(/[^0-9a-f]/gi, "")
        .slice(0, 6),
      16
    ) / 0xffffff
  if (chance < 0.008) return "refused"
  if (chance < 0.014) return "cutOff"
  if (chance < 0.017) return "empty"
  return chance < 0.02 && host === "assistant-c" ? "blocked" : "said"
}

interface Answer {
  readonly turn: Turn
  readonly text: string
  readonly said: Said | undefined
}

/** How often this was answered before on the same day, where an assistant is to say another thing each time. */
const before = ({ faults, nowMs, state }: Context, prompt: string): number => {
  if (!faults.has("varied")) return 0
  const day = dayOf(nowMs)
  if (state.timesOf !== day) state.times.clear()
  state.timesOf = day
  const times = state.times.get(prompt) ?? 0
  state.times.set(prompt, times + 1)
  return times
}

const answerTo = (context: Context, prompt: string, schema: unknown): Answer => {
  const { faults, host, nowMs, state, worlds } = context
  state.answered += 1
  const written = schema === undefined ? undefined : jsonFor(schema, prompt)
  if (written !== undefined) return { turn: "said", text: written, said: undefined }
  const turn = turnOf(context, prompt)
  const said = sayingOf({
    worlds,
    prompt,
    model: host,
    day: dayOf(nowMs),
    again: before(context, prompt),
    form: formIn(faults),
    misspells: faults.has("misspelt") || state.answered % 23 === 0,
    instructs: faults.has("instructing") || state.answered % 61 === 0,
    cites: host === "assistant-d"
  })
  if (turn === "cutOff") return { turn, text: said.text.slice(0, Math.ceil(said.text.length * 0.6)), said }
  if (turn === "empty") return { turn, text: "", said }
  if (faults.has("huge")) return { turn, text: said.text.padEnd(300_000, " and so on"), said }
  return { turn, text: turn === "said" ? said.text : refusal, said }
}

const tokens = (words: string) => Math.ceil(words.length / 4)
const idOf = (prefix: string, context: Context) =>
  `${prefix}_${hmac(context.host, `${context.credential} ${context.state.answered}`).slice(0, 24)}`

// a

const aError = (status: number, code: string, message: string, param: string | null = null, headers = {}): Reply =>
  json(status, { error: { message, type: status === 429 ? code : "invalid_request_error", param, code } }, headers)

const aResponse = (context: Context, body: unknown, { text: words, turn }: Answer): object => {
  const refused = turn === "refused"
  const part = refused
    ? { type: "refusal", refusal: words }
    : { type: "output_text", text: words, annotations: [], logprobs: [] }
  const cut = turn === "cutOff" ? "max_output_tokens" : turn === "blocked" ? "content_filter" : undefined
  return {
    id: idOf("resp", context),
    object: "response",
    created_at: Math.floor(context.nowMs / 1_000),
    status: cut === undefined ? "completed" : "incomplete",
    error: null,
    incomplete_details: cut === undefined ? null : { reason: cut },
    instructions: null,
    metadata: {},
    model: context.faults.has("rerouted") ? `${textOf(field(body, "model"))}-2026-11-01` : textOf(field(body, "model")),
    output: [
      { type: "reasoning", id: idOf("rs", context), summary: [] },
      {
        type: "message",
        id: idOf("msg", context),
        role: "assistant",
        status: cut === undefined ? "completed" : "incomplete",
        content: turn === "empty" ? [] : [part]
      }
    ],
    parallel_tool_calls: true,
    temperature: 1,
    tool_choice: "auto",
    tools: [],
    top_p: 1,
    usage: {
      input_tokens: tokens(textOf(field(body, "input"))),
      input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
      output_tokens: tokens(words),
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: tokens(textOf(field(body, "input"))) + tokens(words)
    }
  }
}

const handleA = (request: SandboxRequest, context: Context): Reply => {
  const { faults, shared } = context
  const key = shared.keys.get(keyOf(request))
  if (key?.host !== "assistant-a" || key.revoked) {
    return aError(401, "invalid_api_key", `Incorrect API key provided: ${keyOf(request).slice(0, 8)}***.`)
  }
  if (request.method === "GET" && request.path === "/v1/models") {
    const data = shared.models["assistant-a"].map(({ endsOn, id }) => ({
      id,
      object: "model",
      created: 1_750_000_000,
      owned_by: "system",
      shutdown_date: endsOn
    }))
    return json(200, { object: "list", data })
  }
  if (request.method !== "POST" || request.path !== "/v1/responses")
    return aError(404, "not_found", "Unknown request URL")
  if (key.broke || faults.has("insufficientQuota")) {
    return aError(
      429,
      "insufficient_quota",
      "You exceeded your current quota, please check your plan and billing details."
    )
  }
  const body = parsed(request.body)
  shared.asked.push({ host: context.host, body })
  const model = textOf(field(body, "model"))
  if (!shared.models["assistant-a"].some(({ id }) => id === model)) {
    return aError(
      404,
      "model_not_found",
      `The model '${model}' does not exist or you do not have access to it.`,
      "model"
    )
  }
  if (typeof field(body, "input") !== "string")
    return aError(400, "missing_required_parameter", "Missing 'input'.", "input")
  const schema = field(field(field(body, "text"), "format"), "schema")
  return json(200, aResponse(context, body, answerTo(context, textOf(field(body, "input")), schema)))
}

// b

const bError = (status: number, type: string, message: string, headers = {}): Reply =>
  json(status, { type: "error", error: { type, message }, request_id: null }, headers)

const bReasons = {
  said: "end_turn",
  refused: "refusal",
  cutOff: "max_tokens",
  empty: "end_turn",
  blocked: "refusal"
} as const

const handleB = (request: SandboxRequest, context: Context): Reply => {
  const { faults, shared } = context
  const key = shared.keys.get(keyOf(request))
  if (key?.host !== "assistant-b" || key.revoked) return bError(401, "authentication_error", "invalid x-api-key")
  if (request.headers["anthropic-version"] === undefined) {
    return bError(400, "invalid_request_error", "anthropic-version: header is required")
  }
  if (request.method === "GET" && request.path === "/v1/models") {
    const all = shared.models["assistant-b"]
    const data = all.map(({ id }) => ({
      type: "model",
      id,
      display_name: id,
      created_at: "2026-02-04T00:00:00Z",
      max_input_tokens: 200_000,
      max_tokens: 64_000,
      capabilities: null
    }))
    return json(200, { data, has_more: false, first_id: all[0]?.id ?? null, last_id: all.at(-1)?.id ?? null })
  }
  if (request.method !== "POST" || request.path !== "/v1/messages") return bError(404, "not_found_error", "Not found")
  if (faults.has("overloaded")) return bError(529, "overloaded_error", "Overloaded")
  if (key.broke || faults.has("insufficientQuota")) {
    return bError(400, "invalid_request_error", "Your credit balance is too low to access the API.")
  }
  const body = parsed(request.body)
  shared.asked.push({ host: context.host, body })
  if (typeof field(body, "max_tokens") !== "number")
    return bError(400, "invalid_request_error", "max_tokens: Field required")
  const model = textOf(field(body, "model"))
  if (!shared.models["assistant-b"].some(({ id }) => id === model))
    return bError(404, "not_found_error", `model: ${model}`)
  const prompt = textOf(field(listOf(field(body, "messages"))[0], "content"))
  if (prompt === "") return bError(400, "invalid_request_error", "messages: at least one message is required")
  const schema = field(field(field(body, "output_config"), "format"), "schema")
  const { text: words, turn } = answerTo(context, prompt, schema)
  const refused = turn === "refused" || turn === "blocked"
  return json(200, {
    id: idOf("msg", context),
    type: "message",
    role: "assistant",
    model: faults.has("rerouted") ? `${model}-20261101` : model,
    content: turn === "empty" ? [] : [{ type: "text", text: words, citations: null }],
    stop_reason: bReasons[turn],
    stop_sequence: null,
    stop_details: refused ? { type: "refusal", category: null, explanation: refusal } : null,
    container: null,
    usage: {
      cache_creation: null,
      cache_creation_input_tokens: null,
      cache_read_input_tokens: null,
      inference_geo: null,
      input_tokens: tokens(prompt),
      output_tokens: tokens(words),
      output_tokens_details: null,
      server_tool_use: null,
      service_tier: "standard"
    }
  })
}

// c

const cError = (code: number, status: string, message: string, details: ReadonlyArray<object> = []): Reply =>
  json(code, { error: { code, message, status, ...(details.length === 0 ? {} : { details }) } })

const handleC = (request: SandboxRequest, context: Context): Reply => {
  const { faults, shared } = context
  const key = shared.keys.get(keyOf(request))
  if (request.query.has("key") || key?.host !== "assistant-c" || key.revoked) {
    const reason = { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "API_KEY_INVALID" }
    return cError(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.", [reason])
  }
  if (request.method === "GET" && request.path === "/v1beta/models") {
    const all = shared.models["assistant-c"]
    const from = Number(request.query.get("pageToken") ?? "0")
    // Two a page, whatever is asked for: a page may always be shorter.
    const models = all.slice(from, from + 2).map(({ id }) => ({
      name: `models/${id}`,
      version: "001",
      displayName: id,
      supportedGenerationMethods: ["generateContent"]
    }))
    return json(200, { models, ...(from + 2 < all.length ? { nextPageToken: String(from + 2) } : {}) })
  }
  const model = /^\/v1beta\/models\/([^/:]+):generateContent$/.exec(request.path)?.[1]
  if (request.method !== "POST" || model === undefined)
    return cError(404, "NOT_FOUND", "Requested entity was not found.")
  if (key.broke || faults.has("insufficientQuota")) {
    return cError(429, "RESOURCE_EXHAUSTED", "You exceeded your current quota.", [
      {
        "@type": "type.googleapis.com/google.rpc.QuotaFailure",
        violations: [{ quotaId: "GenerateRequestsPerDayPerProjectPerModel" }]
      }
    ])
  }
  if (faults.has("throttled")) {
    const delay = { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "7s" }
    return cError(429, "RESOURCE_EXHAUSTED", "Resource has been exhausted (e.g. check quota).", [delay])
  }
  const body = parsed(request.body)
  shared.asked.push({ host: context.host, body })
  const known = shared.models["assistant-c"].find(({ id }) => id === model)
  const stays = shared.models["assistant-c"][0]?.id ?? model
  const prompt = textOf(field(listOf(field(listOf(field(body, "contents"))[0], "parts"))[0], "text"))
  if (prompt === "") return cError(400, "INVALID_ARGUMENT", "contents is not specified")
  const schema = field(field(body, "generationConfig"), "responseJsonSchema")
  const { text: words, turn } = answerTo(context, prompt, schema)
  // A model that has ended is answered for by another, and nothing but this tells.
  const modelVersion = known === undefined || faults.has("rerouted") ? stays : model
  const usageMetadata = {
    promptTokenCount: tokens(prompt),
    candidatesTokenCount: tokens(words),
    totalTokenCount: tokens(prompt) + tokens(words)
  }
  const common = {
    modelVersion,
    responseId: idOf("r", context),
    usageMetadata,
    ...(known?.endsOn == null
      ? {}
      : { modelStatus: { modelStage: "LEGACY", retirementTime: `${known.endsOn}T00:00:00Z` } })
  }
  if (turn === "blocked") return json(200, { ...common, promptFeedback: { blockReason: "SAFETY", safetyRatings: [] } })
  const finishReason = { said: "STOP", refused: "PROHIBITED_CONTENT", cutOff: "MAX_TOKENS", empty: "STOP" }[turn]
  const parts =
    turn === "empty" || turn === "refused" ? [] : [{ text: "Thinking of apps.", thought: true }, { text: words }]
  return json(200, { ...common, candidates: [{ index: 0, finishReason, content: { role: "model", parts } }] })
}

// d

const dError = (status: number, type: string, message: string, code: string | number = status, headers = {}): Reply =>
  json(status, { error: { message, type, code } }, headers)

const dNames: ReadonlySet<string> = new Set([
  "background",
  "input",
  "instructions",
  "language_preference",
  "max_output_tokens",
  "max_steps",
  "model",
  "models",
  "preset",
  "previous_response_id",
  "reasoning",
  "response_format",
  "skills",
  "store",
  "stream",
  "tools",
  "tool_choice"
])

const handleD = (request: SandboxRequest, context: Context): Reply => {
  const { faults, nowMs, shared } = context
  if (request.method === "GET" && request.path === "/v1/models") {
    const data = shared.models["assistant-d"].map(({ id }) => ({ id, object: "model", owned_by: "perplexity" }))
    return faults.has("noList") ? dError(404, "not_found", "Not found") : json(200, { object: "list", data })
  }
  const key = shared.keys.get(keyOf(request))
  if (key?.host !== "assistant-d" || key.revoked || key.broke || faults.has("insufficientQuota")) {
    return dError(401, "unauthorized", "Invalid API key, or no credits left.")
  }
  if (request.method !== "POST" || request.path !== "/v1/agent") return dError(404, "not_found", "Not found")
  const body = parsed(request.body)
  shared.asked.push({ host: context.host, body })
  const unknown = Object.keys(Object(body)).find((name) => !dNames.has(name))
  if (unknown !== undefined) return dError(400, "invalid_request", `Unknown parameter: ${unknown}`)
  const forced = field(body, "tool_choice") !== undefined
  if (forced && faults.has("noToolChoice")) return dError(400, "invalid_request", "Unknown parameter: 'tool_choice'.")
  const model = textOf(field(body, "model"))
  if (!shared.models["assistant-d"].some(({ id }) => id === model)) {
    return dError(400, "invalid_model", `Invalid model '${model}'.`, "invalid_model")
  }
  const prompt = textOf(field(body, "input"))
  if (prompt === "") return dError(400, "invalid_request", "input is required")
  const schema = field(field(field(body, "response_format"), "json_schema"), "schema")
  const { said, text: words } = answerTo(context, prompt, schema)
  const canSearch = listOf(field(body, "tools")).some((tool) => field(tool, "type") === "web_search")
  // Left to itself it searches for one prompt of two.
  const searches =
    canSearch && !faults.has("ungrounded") && (forced || hmac("searches", prompt).charCodeAt(0) % 2 === 0)
  const sources = said === undefined || !searches ? [] : sourcesOf(said, dayOf(nowMs))
  const results = faults.has("gapped") ? sources.filter(({ id }) => id !== 2) : sources
  return json(200, {
    id: idOf("resp", context),
    object: "response",
    created_at: Math.floor(nowMs / 1_000),
    model: faults.has("rerouted") ? `${model}-2` : model,
    status: "completed",
    output: [
      // They come in no order.
      ...(searches ? [{ type: "search_results", queries: [prompt], results: results.toReversed() }] : []),
      {
        type: "message",
        id: idOf("msg", context),
        role: "assistant",
        status: "completed",
        content: [{ type: "output_text", text: searches ? words : words.replace(/\[\d+\]/g, ""), annotations: [] }]
      }
    ],
    usage: { input_tokens: tokens(prompt), output_tokens: tokens(words), total_tokens: tokens(prompt) + tokens(words) }
  })
}

const described: Readonly<Record<Host, DescribedBy>> = {
  "assistant-a": { files: ["openai.2.3.0.trimmed.openapi.json"], base: "/v1", statuses: [400, 401, 404] },
  "assistant-b": { files: ["anthropic.messages.trimmed.openapi.json"], statuses: [529] },
  "assistant-c": { files: ["gemini-generativelanguage.v1beta.rev20260717.openapi.json"] },
  "assistant-d": {
    files: ["perplexity.sdk0.38.1.derived.openapi.json"],
    // The types that it was made from lack `tool_choice`; other names are refused by the double itself.
    composed: ["ResponsesRequestInput"],
    statuses: [404],
    // Not in those types either.
    except: [/^\/v1\/models$/]
  }
}
const handlers = {
  "assistant-a": handleA,
  "assistant-b": handleB,
  "assistant-c": handleC,
  "assistant-d": handleD
} as const

const refuse = ({ message, retryAfterSeconds, status }: Refusal, { headers, path }: SandboxRequest): Reply => {
  const said = message ?? "The provider was told to refuse."
  const wait: Record<string, string> =
    retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) }
  if (headers["x-goog-api-key"] !== undefined) {
    const reply = cError(status, status === 429 ? "RESOURCE_EXHAUSTED" : "UNAVAILABLE", said)
    return { ...reply, headers: { ...reply.headers, ...wait } }
  }
  if (headers["x-api-key"] !== undefined)
    return bError(status, status === 429 ? "rate_limit_error" : "api_error", said, wait)
  if (path.startsWith("/v1/agent")) return dError(status, "error", said, status, wait)
  return aError(status, status === 429 ? "rate_limit_exceeded" : "server_error", said, null, wait)
}

const catalog = (): Shared["models"] => ({
  "assistant-a": [
    { id: "gpt-5.5-mini", endsOn: null },
    { id: "gpt-5-mini", endsOn: "2026-12-11" }
  ],
  "assistant-b": [
    { id: "claude-sonnet-5", endsOn: null },
    { id: "claude-sonnet-4-5", endsOn: null }
  ],
  "assistant-c": [
    { id: "gemini-3.5-flash", endsOn: null },
    { id: "gemini-3.5-pro", endsOn: null },
    { id: "gemini-2.5-flash", endsOn: "2026-12-01" }
  ],
  "assistant-d": [{ id: "perplexity/sonar", endsOn: null }]
})

const atItsTime =
  (handle: (request: SandboxRequest, context: Context) => Reply) =>
  (request: SandboxRequest, context: Context): Reply =>
    handle(request, { ...context, nowMs: momentOf(request, context.nowMs) })
const host = (name: Host) => ({ describedBy: described[name], isRead: () => false, handle: atItsTime(handlers[name]) })

export default defineDouble({
  name: "assistants",
  open: (): Shared => ({
    keys: new Map(
      hosts.flatMap((host) =>
        [operatorKey(host), ownKey(host)].map((key) => [key, { host, revoked: false, broke: false }])
      )
    ),
    models: catalog(),
    asked: []
  }),
  credentialOf: (request) => hmac("a key's id", keyOf(request)).slice(0, 16),
  seed: (): State => ({ answered: 0, times: new Map(), timesOf: 0 }),
  headersKept: ["anthropic-version"],
  faults: {
    insufficientQuota: "Nothing is left to pay with, in each provider's words.",
    throttled: "c asks to wait in the body of its 429.",
    overloaded: "b answers 529.",
    said: "It neither declines nor stops early, as it does by chance.",
    refused: "It declines, in each provider's form.",
    cutOff: "The answer ends at its limit.",
    blocked: "A filter stops it, in each provider's form.",
    huge: "An answer of more than 256 KiB.",
    rerouted: "Another model answers than was asked.",
    misspelt: "Names are misspelt.",
    instructing: "The answer tries to instruct who reads it.",
    varied: "The same prompt is answered otherwise each time it is asked on a day.",
    ungrounded: "d doesn't search.",
    gapped: "d's results lack one of their ids.",
    noToolChoice: "d doesn't know tool_choice.",
    noList: "d has no list of models.",
    "form:numbered": "A numbered list.",
    "form:bulleted": "A bulleted list.",
    "form:bold": "Paragraphs that begin in bold.",
    "form:headings": "Numbered headings.",
    "form:table": "A table.",
    "form:prose": "Running text."
  },
  refuse,
  control: {
    /** A new key of a provider: `assistant-a` and so on. */
    issue: (name, { shared }) => {
      const key = `sandbox-key-${hmac("a new key", String(shared.keys.size)).slice(0, 20)}`
      shared.keys.set(key, { host: hostOf(name), revoked: false, broke: false })
      return key
    },
    revoke: (key, { shared }) => {
      const found = shared.keys.get(String(key))
      if (found !== undefined) found.revoked = true
    },
    /** `{ key, broke }`: whether anything is left to pay with. */
    setBroke: (input, { shared }) => {
      const found = shared.keys.get(textOf(field(input, "key")))
      if (found !== undefined) found.broke = field(input, "broke") === true
    },
    /** `{ host, models: [{ id, endsOn }] }`: what a provider lists from now on; without models, as in the beginning. */
    setModels: (input, { shared }) => {
      const name = hostOf(field(input, "host"))
      const models = field(input, "models")
      shared.models[name] = Array.isArray(models)
        ? models.map((model) => ({ id: textOf(field(model, "id")), endsOn: textOf(field(model, "endsOn")) || null }))
        : catalog()[name]
    },
    /** The bodies that were asked, in order; they're forgotten then. */
    asked: (_, { shared }) => shared.asked.splice(0)
  },
  // The demo account's first app, measured from its first start on.
  demo: ({ nowMs, worlds }) =>
    ownedApps(worlds.first, dayOf(nowMs), 1).map(({ id }) => ({
      method: "POST",
      path: `/v1/ai-visibility/${id}/bootstrap`,
      body: {},
      isOnce: true
    })),
  hosts: {
    "assistant-a": host("assistant-a"),
    "assistant-b": host("assistant-b"),
    "assistant-c": host("assistant-c"),
    "assistant-d": host("assistant-d")
  }
})
