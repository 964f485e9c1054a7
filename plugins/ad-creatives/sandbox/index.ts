/** Two providers of pictures, each in its own format, that draw scenes with a marked screen. */
import {
  bearerOf,
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

type Host = "creatives" | "creatives-b"
interface Key {
  readonly host: Host
  revoked: boolean
  /** Nothing is left to pay with. */
  broke: boolean
}
interface Sold {
  readonly host: string
  readonly path: string
  /** Without the pictures in it. */
  readonly body: unknown
}
interface Shared {
  readonly keys: Map<string, Key>
  readonly sold: Array<Sold>
}
interface State {
  drawn: number
  /** The last scene had no screen. */
  wasScreenless: boolean
}
type Context = DoubleContext<Shared, State>

const hosts = ["creatives", "creatives-b"] as const
export const operatorKey = (host: Host) => `sandbox-key-of-${host}-0001`
export const ownKey = (host: Host) => `sandbox-own-key-of-${host}-0001`
/** A moderator says no to whoever says it. */
export const blockedWord = "gore-and-violence"
const models: ReadonlySet<string> = new Set(["gpt-image-2", "gpt-image-1.5", "gemini-3.1-flash-image"])
const qualities: ReadonlySet<unknown> = new Set(["low", "medium", "high", "auto"])

/** Pictures would fill the record. */
const withoutPictures = (body: unknown): unknown =>
  JSON.parse(
    JSON.stringify(body, (_, value: unknown) =>
      typeof value === "string" && value.length > 9_000 ? `${value.slice(0, 40)}… (${value.length})` : value
    )
  )

const keyOf = (request: SandboxRequest) => request.headers["x-goog-api-key"] ?? bearerOf(request) ?? ""

/** The picture in base64, or none: what a fault makes of it. */
const drawnFor = async ({ faults, shared, host, state }: Context, path: string, body: unknown, prompt: string) => {
  state.drawn += 1
  shared.sold.push({ host, path, body: withoutPictures(body) })
  if (faults.has("noImage")) return undefined
  const isWide = faults.has("wrongSize")
  state.wasScreenless = faults.has("screenless") || (faults.has("screenlessOnce") && !state.wasScreenless)
  const side =
    textOf(field(field(field(body, "generationConfig"), "imageConfig"), "imageSize")) === "2K" ? 2_048 : 1_024
  // What draws takes a while to load.
  const { sceneOf } = await import("./scenes.ts")
  const picture = await sceneOf({
    seed: `${host} ${prompt}`,
    width: isWide ? 1_536 : side,
    height: isWide ? 1_024 : side,
    hasScreen: !state.wasScreenless,
    isLandscape: faults.has("landscape"),
    format: faults.has("jpeg") ? "jpeg" : "png"
  })
  const base64 = picture.toString("base64")
  if (faults.has("tornBase64")) return `${base64.slice(0, 2_000)}%%%`
  return faults.has("cutPicture") ? picture.subarray(0, picture.length / 3).toString("base64") : base64
}

const aError = (status: number, code: string, message: string, headers = {}): Reply =>
  json(
    status,
    { error: { message, type: status === 429 ? code : "invalid_request_error", param: null, code } },
    headers
  )

const handleA = async (request: SandboxRequest, context: Context): Promise<Reply> => {
  const key = context.shared.keys.get(keyOf(request))
  if (key?.host !== "creatives" || key.revoked) {
    // Some providers quote what they were sent.
    return aError(401, "invalid_api_key", `Incorrect API key provided: ${keyOf(request)}.`)
  }
  const isEdit = request.path === "/v1/images/edits"
  if (request.method !== "POST" || (!isEdit && request.path !== "/v1/images/generations"))
    return aError(404, "not_found", "Unknown request URL")
  if (key.broke)
    return aError(
      429,
      "insufficient_quota",
      "You exceeded your current quota, please check your plan and billing details."
    )
  const body = parsed(request.body)
  const model = textOf(field(body, "model"))
  if (!models.has(model)) return aError(404, "model_not_found", `The model '${model}' does not exist.`)
  const prompt = textOf(field(body, "prompt"))
  if (prompt === "" || prompt.length > 32_000) return aError(400, "invalid_value", "Invalid 'prompt'.")
  if (!qualities.has(field(body, "quality") ?? "auto")) return aError(400, "invalid_value", "Invalid 'quality'.")
  const images = listOf(field(body, "images"))
  if (isEdit && (images.length < 1 || images.length > 16)) return aError(400, "invalid_value", "Invalid 'images'.")
  // What leads elsewhere would be fetched.
  if (images.some((image) => !textOf(field(image, "image_url")).startsWith("data:image/png;base64,iVBOR")))
    return aError(400, "invalid_image", "An image could not be read.")
  if (prompt.includes(blockedWord) || context.faults.has("blocked"))
    return aError(400, "moderation_blocked", "Your request was rejected by the safety system.")
  const picture = await drawnFor(context, request.path, body, prompt)
  return json(200, {
    created: Math.floor(context.nowMs / 1_000),
    data: picture === undefined ? [] : [{ b64_json: picture }],
    usage: {
      input_tokens: 100,
      input_tokens_details: { text_tokens: 100, image_tokens: 0 },
      output_tokens: 1_056,
      total_tokens: 1_156
    }
  })
}

const bError = (code: number, status: string, message: string, details: ReadonlyArray<object> = []): Reply =>
  json(code, { error: { code, message, status, ...(details.length === 0 ? {} : { details }) } })

const handleB = async (request: SandboxRequest, context: Context): Promise<Reply> => {
  const key = context.shared.keys.get(keyOf(request))
  if (request.query.has("key") || key?.host !== "creatives-b" || key.revoked) {
    const reason = { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "API_KEY_INVALID" }
    return bError(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.", [reason])
  }
  const model = /^\/v1beta\/models\/([^/:]+):generateContent$/.exec(request.path)?.[1] ?? ""
  if (request.method !== "POST" || !models.has(model)) return bError(404, "NOT_FOUND", `models/${model} is not found.`)
  if (key.broke) {
    const quota = { "@type": "type.googleapis.com/google.rpc.QuotaFailure", violations: [{ quotaId: "PerDay" }] }
    return bError(429, "RESOURCE_EXHAUSTED", "You exceeded your current quota.", [quota])
  }
  const body = parsed(request.body)
  const parts = listOf(field(listOf(field(body, "contents"))[0], "parts"))
  const prompt = parts.map((part) => textOf(field(part, "text"))).join("")
  const common = {
    modelVersion: model,
    responseId: hmac("response", `${context.credential} ${context.state.drawn}`).slice(0, 20),
    usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 1_290, totalTokenCount: 1_390 }
  }
  if (prompt.includes(blockedWord))
    return json(200, { ...common, promptFeedback: { blockReason: "PROHIBITED_CONTENT" } })
  if (context.faults.has("blocked"))
    return json(200, { ...common, candidates: [{ index: 0, finishReason: "IMAGE_SAFETY" }] })
  const picture = await drawnFor(context, request.path, body, prompt)
  if (picture === undefined) return json(200, { ...common, candidates: [{ index: 0, finishReason: "NO_IMAGE" }] })
  const mimeType = context.faults.has("jpeg") ? "image/jpeg" : "image/png"
  const said = [{ text: "Here is the scene." }, { inlineData: { mimeType, data: picture } }]
  return json(200, {
    ...common,
    candidates: [{ index: 0, finishReason: "STOP", content: { role: "model", parts: said } }]
  })
}

const refuse = ({ message, retryAfterSeconds, status }: Refusal, { headers }: SandboxRequest): Reply => {
  const said = message ?? "The provider was told to refuse."
  const wait: Record<string, string> =
    retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) }
  if (headers["x-goog-api-key"] === undefined)
    return aError(status, status === 429 ? "rate_limit_exceeded" : "server_error", said, wait)
  const reply = bError(status, status === 429 ? "RESOURCE_EXHAUSTED" : "UNAVAILABLE", said)
  return { ...reply, headers: { ...reply.headers, ...wait } }
}

const keys = (): Shared["keys"] =>
  new Map(
    hosts.flatMap((host) =>
      [operatorKey(host), ownKey(host)].map((key) => [key, { host, revoked: false, broke: false }])
    )
  )

export default defineDouble({
  name: "creatives",
  open: (): Shared => ({ keys: keys(), sold: [] }),
  credentialOf: (request) => hmac("a key's id", keyOf(request)).slice(0, 16),
  seed: (): State => ({ drawn: 0, wasScreenless: false }),
  faults: {
    screenless: "Scenes have no marked screen.",
    screenlessOnce: "Every other scene of a key has none, the first one first.",
    landscape: "The device lies on its side.",
    blocked: "A moderator says no, in each provider's form.",
    noImage: "An answer without a picture.",
    wrongSize: "A picture of 1536x1024.",
    jpeg: "JPEG, whatever was asked for.",
    tornBase64: "The picture's base64 breaks off in the middle.",
    cutPicture: "The picture breaks off in the middle."
  },
  refuse,
  control: {
    /** `{ key, revoked?, broke? }`: whether a key is taken, and pays. */
    setKey: (input, { shared }) => {
      const found = shared.keys.get(textOf(field(input, "key")))
      if (found === undefined) return
      found.revoked = field(input, "revoked") === true
      found.broke = field(input, "broke") === true
    },
    /** The pictures that were sold, in order, with what was asked for. */
    sold: (_, { shared }) => shared.sold,
    forget: (_, { shared }) => {
      shared.sold.length = 0
    }
  },
  hosts: {
    creatives: {
      handle: handleA,
      isRead: () => false,
      describedBy: { files: ["openai.2.3.0.trimmed.openapi.json"], base: "/v1", statuses: [400, 401, 404, 429] }
    },
    "creatives-b": {
      handle: handleB,
      isRead: () => false,
      describedBy: { files: ["gemini-generativelanguage.v1beta.rev20260717.openapi.json"] }
    }
  }
})
