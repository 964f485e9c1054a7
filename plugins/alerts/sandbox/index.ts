/** The messaging platform's API as a bot's token sees it, and its other side: a page with chats, where one presses Start and types. */
import {
  defineDouble,
  field,
  formOf,
  html,
  json,
  listOf,
  nothing,
  type Reply,
  type SandboxRequest,
  text
} from "@storeglass/sandbox"
import { chatsPage, startPage } from "./page.ts"

export interface Line {
  readonly by: "bot" | "person"
  readonly text: string
  readonly atMs: number
  /** Its picture's bytes in base64; the text is below it. */
  readonly photo?: string
  /** Below it. */
  readonly buttons?: ReadonlyArray<{ readonly text: string; readonly data: string }>
}
export interface Chat {
  readonly id: number
  readonly type: "private" | "group"
  readonly username: string
  readonly lines: Array<Line>
  blocked: boolean
}
/** A message in a channel. */
export interface Posted {
  readonly channel: string
  readonly text: string
  readonly atMs: number
}
interface State {
  readonly chats: Array<Chat>
  readonly updates: Array<{ readonly update_id: number }>
  webhook: { readonly url: string; readonly secret: string; readonly allowed?: ReadonlyArray<string> } | null
  /** What was posted to channels of other platforms. */
  readonly posted: Array<Posted>
  /** Channels whose address was taken back. */
  gone: Array<string>
  /** What is shown to whoever pressed a button, by the query. */
  readonly shown: Array<{ readonly query: string; readonly text: string }>
  nextUpdate: number
  /** So many messages are refused with 429. */
  limited: number
  /** So many photos are refused for good. */
  unfit: number
  retryAfter: number
  webhooksSet: number
}
interface Shared {
  readonly waiting: Set<() => void>
}

export const botName = "storeglass_sandbox_bot"
const tokenForm = /^\d+:[A-Za-z0-9_-]{10,}$/
const waitMsMax = 20_000
const chatAtFirst = 4711

const ok = (result: unknown) => json(200, { ok: true, result })
const refusal = (code: number, description: string, parameters?: object) =>
  json(code, { ok: false, error_code: code, description, ...(parameters === undefined ? {} : { parameters }) })
const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body === "" ? "{}" : body)
  } catch {
    return undefined
  }
}

const chatOf = (state: State, id: number, type: Chat["type"] = "private"): Chat => {
  const known = state.chats.find((chat) => chat.id === id)
  if (known !== undefined) return known
  const made: Chat = { id, type, username: `person${Math.abs(id)}`, lines: [], blocked: false }
  state.chats.push(made)
  return made
}
const userOf = (chat: Chat) => ({ id: Math.abs(chat.id), is_bot: false, first_name: "Ada", username: chat.username })
const tell = (state: State, shared: Shared, content: object) => {
  const update = { update_id: state.nextUpdate++, ...content }
  state.updates.push(update)
  for (const wake of shared.waiting) wake()
  return update
}
/** A person presses a button below a message. */
const press = (state: State, shared: Shared, chat: Chat, data: string, atMs: number) =>
  tell(state, shared, {
    callback_query: {
      id: `query${state.nextUpdate}`,
      from: userOf(chat),
      chat_instance: String(chat.id),
      data,
      message: { message_id: 1, date: Math.floor(atMs / 1_000), chat: { id: chat.id, type: chat.type } }
    }
  })
const show = (state: State, body: unknown): Reply => {
  state.shown.push({ query: String(field(body, "callback_query_id")), text: String(field(body, "text") ?? "") })
  return ok(true)
}
/** A person writes; gives the update as the platform tells of it. */
const write = (state: State, shared: Shared, chat: Chat, text: string, atMs: number) => {
  chat.lines.push({ by: "person", text, atMs })
  return tell(state, shared, {
    message: {
      message_id: chat.lines.length,
      date: Math.floor(atMs / 1_000),
      text,
      chat: {
        id: chat.id,
        type: chat.type,
        ...(chat.type === "private" ? { username: chat.username } : { title: "Team" })
      },
      from: userOf(chat)
    }
  })
}
const block = (state: State, shared: Shared, chat: Chat, blocked: boolean, atMs: number) => {
  chat.blocked = blocked
  const member = (status: string) => ({ user: { id: 1, is_bot: true, first_name: "Bot" }, status })
  return tell(state, shared, {
    my_chat_member: {
      chat: { id: chat.id, type: chat.type },
      from: userOf(chat),
      date: Math.floor(atMs / 1_000),
      old_chat_member: member(blocked ? "member" : "kicked"),
      new_chat_member: member(blocked ? "kicked" : "member")
    }
  })
}

interface Photo {
  readonly base64: string
  readonly width: number
  readonly height: number
}
/** A line of the bot's: refused as the platform does, else there; `answer` is what is told of it beside. */
const say = (
  state: State,
  body: unknown,
  { atMs, photo, text }: Pick<Line, "atMs" | "text" | "photo">,
  answer: object
): Reply => {
  const id = Number(field(body, "chat_id"))
  if (state.limited > 0) {
    state.limited--
    return refusal(429, `Too Many Requests: retry after ${state.retryAfter}`, { retry_after: state.retryAfter })
  }
  const chat = state.chats.find((each) => each.id === id)
  if (chat === undefined) return refusal(400, "Bad Request: chat not found")
  if (chat.blocked) return refusal(403, "Forbidden: bot was blocked by the user")
  const keyboard = listOf(listOf(field(field(body, "reply_markup"), "inline_keyboard"))[0])
  const buttons = keyboard.map((button) => ({
    text: String(field(button, "text")),
    data: String(field(button, "callback_data"))
  }))
  if (buttons.some(({ data }) => Buffer.byteLength(data) > 64)) return refusal(400, "Bad Request: BUTTON_DATA_INVALID")
  chat.lines.push({
    by: "bot",
    text,
    atMs,
    ...(photo === undefined ? {} : { photo }),
    ...(buttons.length === 0 ? {} : { buttons })
  })
  return ok({
    message_id: chat.lines.length,
    date: Math.floor(atMs / 1_000),
    chat: { id, type: chat.type },
    ...answer
  })
}
const send = (state: State, body: unknown, nowMs: number): Reply => {
  const said = field(body, "text")
  if (typeof said !== "string" || said === "") return refusal(400, "Bad Request: message text is empty")
  if (said.length > 4_096) return refusal(400, "Bad Request: message is too long")
  return say(state, body, { text: said, atMs: nowMs }, { text: said })
}

const photoBytesMax = 10 * 1_048_576
const sidesMax = 10_000
const ratioMax = 20
/** A picture as the platform takes it, or why it doesn't. PNG alone: nothing else is sent here. */
const photoIn = async (file: unknown): Promise<Photo | string> => {
  if (!(file instanceof Blob)) return "Bad Request: there is no photo in the request"
  if (file.size > photoBytesMax) return "Bad Request: file is too big"
  const bytes = Buffer.from(await file.arrayBuffer())
  if (bytes.length < 24 || bytes.toString("latin1", 1, 4) !== "PNG") return "Bad Request: IMAGE_PROCESS_FAILED"
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  const isFit = width + height <= sidesMax && Math.max(width, height) <= ratioMax * Math.min(width, height)
  return isFit ? { base64: bytes.toString("base64"), width, height } : "Bad Request: PHOTO_INVALID_DIMENSIONS"
}
/** By its bytes in a form: ids and addresses of files aren't sent here. */
const sendPhoto = async (state: State, request: SandboxRequest, nowMs: number): Promise<Reply> => {
  const form = await formOf(request).catch(() => new FormData())
  const caption = form.get("caption") ?? ""
  const photo = await photoIn(form.get("photo"))
  if (typeof photo === "string") return refusal(400, photo)
  if (typeof caption !== "string" || caption.length > 1_024) {
    return refusal(400, "Bad Request: message caption is too long")
  }
  if (state.unfit > 0) {
    state.unfit--
    return refusal(400, "Bad Request: IMAGE_PROCESS_FAILED")
  }
  const { base64, height, width } = photo
  const id = `photo${state.nextUpdate}-${base64.length}`
  return say(
    state,
    { chat_id: form.get("chat_id"), reply_markup: parsed(String(form.get("reply_markup") ?? "")) },
    { text: caption, atMs: nowMs, photo: base64 },
    { photo: [{ file_id: id, file_unique_id: id, width, height }], ...(caption === "" ? {} : { caption }) }
  )
}

/** Of this machine: nothing that is written here leaves it. */
const isNear = (url: string) => URL.canParse(url) && /^(localhost|127\.0\.0\.1)$/.test(new URL(url).hostname)
const deliveriesMax = 3
/** Delivers an update as the platform does: under its own header, until it's taken; what is answered may be a message. */
const deliver = async (state: State, update: object, atMs: number): Promise<ReadonlyArray<number>> => {
  const { webhook } = state
  if (webhook === null || !isNear(webhook.url)) return []
  const statuses: Array<number> = []
  while (statuses.length < deliveriesMax) {
    const answer = await fetch(webhook.url, {
      method: "POST",
      headers: { "content-type": "application/json", "x-telegram-bot-api-secret-token": webhook.secret },
      body: JSON.stringify(update)
    })
    statuses.push(answer.status)
    const said = parsed(await answer.text())
    if (!answer.ok) continue
    if (field(said, "method") === "sendMessage") send(state, said, atMs)
    if (field(said, "method") === "answerCallbackQuery") show(state, said)
    break
  }
  return statuses
}

/** Incoming webhooks: `/services/T/B/x` as Slack has them, `/api/webhooks/<id>/<token>` as Discord does. */
const hook = (request: SandboxRequest, state: State, atMs: number): Reply | undefined => {
  const isSlack: boolean = /^\/services\/\w+\/\w+\/\w+$/.test(request.path)
  if (request.method !== "POST" || (!isSlack && !/^\/api\/webhooks\/\d+\/\w+$/.test(request.path))) return undefined
  if (state.limited > 0) {
    state.limited--
    const headers = { "retry-after": String(state.retryAfter) }
    return isSlack
      ? text(429, "rate_limited", headers)
      : json(429, { message: "You are being rate limited.", retry_after: state.retryAfter, global: false }, headers)
  }
  if (state.gone.includes(request.path)) {
    return isSlack ? text(404, "no_service") : json(404, { message: "Unknown Webhook", code: 10015 })
  }
  const said = field(parsed(request.body), isSlack ? "text" : "content")
  if (typeof said !== "string" || said === "" || said.length > (isSlack ? 40_000 : 2_000)) {
    return isSlack ? text(400, "invalid_payload") : json(400, { message: "Invalid Form Body", code: 50035 })
  }
  state.posted.push({ channel: request.path, text: said, atMs })
  return isSlack ? text(200, "ok") : nothing(204)
}

const delivering = refusal(409, "Conflict: can't use getUpdates method while webhook is active")
const updates = async (state: State, shared: Shared, body: unknown): Promise<Reply> => {
  const offset = Number(field(body, "offset") ?? 0)
  const pending = () => state.updates.filter(({ update_id }) => update_id >= offset)
  const waitMs = Math.min(waitMsMax, Number(field(body, "timeout") ?? 0) * 1_000)
  if (pending().length === 0 && waitMs > 0) {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(done, waitMs)
      timer.unref()
      function done() {
        clearTimeout(timer)
        shared.waiting.delete(done)
        resolve()
      }
      shared.waiting.add(done)
    })
  }
  return state.webhook === null ? ok(pending().slice(0, 100)) : delivering
}

/** What is done on the page: its form comes back here. */
const typed = async (request: SandboxRequest, state: State, shared: Shared, nowMs: number): Promise<Reply> => {
  const form = new URLSearchParams(request.body)
  const chat = chatOf(state, Number(form.get("chat") ?? chatAtFirst))
  const data = form.get("press")
  if (data !== null) await deliver(state, press(state, shared, chat, data, nowMs), nowMs)
  else if (form.get("do") === "block") await deliver(state, block(state, shared, chat, !chat.blocked, nowMs), nowMs)
  else {
    const said = (form.get("text") ?? "").trim()
    // A link to the bot is pasted whole.
    const code = /[?&]start=([A-Za-z0-9_-]+)/.exec(said)?.[1]
    if (said !== "") {
      await deliver(state, write(state, shared, chat, code === undefined ? said : `/start ${code}`, nowMs), nowMs)
    }
  }
  return nothing(303, { location: "./" })
}

const api = (
  method: string,
  state: State,
  shared: Shared,
  request: SandboxRequest,
  nowMs: number
): Reply | Promise<Reply> => {
  if (method === "sendPhoto") return sendPhoto(state, request, nowMs)
  const body = parsed(request.body)
  if (method === "getMe") {
    return ok({ id: 1, is_bot: true, first_name: "Storeglass", username: botName })
  }
  if (method === "sendMessage") return send(state, body, nowMs)
  if (method === "answerCallbackQuery") return show(state, body)
  if (method === "getUpdates") {
    return state.webhook === null ? updates(state, shared, body) : delivering
  }
  if (method === "setWebhook") {
    const url = String(field(body, "url"))
    if (!url.startsWith("https://") && !isNear(url))
      return refusal(400, "Bad Request: bad webhook: An HTTPS URL must be provided for webhook")
    const allowed = listOf(field(body, "allowed_updates")).map(String)
    state.webhook = { url, secret: String(field(body, "secret_token") ?? ""), allowed }
    state.webhooksSet++
    for (const wake of shared.waiting) wake()
    return ok(true)
  }
  if (method === "deleteWebhook") {
    state.webhook = null
    return ok(true)
  }
  if (method === "getWebhookInfo") {
    return ok({
      url: state.webhook?.url ?? "",
      has_custom_certificate: false,
      pending_update_count: 0,
      allowed_updates: state.webhook?.allowed ?? []
    })
  }
  return refusal(404, "Not Found")
}

/** Where a link to the bot leads: a page to press Start on. */
const opened = async (request: SandboxRequest, state: State, shared: Shared, nowMs: number): Promise<Reply> => {
  if (request.method !== "POST") return html(200, startPage)
  const text = `/start ${request.query.get("start") ?? ""}`.trim()
  await deliver(state, write(state, shared, chatOf(state, chatAtFirst), text, nowMs), nowMs)
  return nothing(303, { location: "./" })
}

const chatIdOf = (input: unknown) => Number(field(input, "chat") ?? chatAtFirst)

export default defineDouble({
  name: "bot",
  page: "Alerts",
  open: (): Shared => ({ waiting: new Set() }),
  seed: (_, { nowMs }): State => ({
    chats: [{ id: chatAtFirst, type: "private", username: "ada", lines: [], blocked: false }],
    updates: [],
    webhook: null,
    posted: [],
    gone: [],
    shown: [],
    // A bot's updates go on counting over its starts.
    nextUpdate: Math.floor(nowMs / 1_000),
    limited: 0,
    unfit: 0,
    retryAfter: 0,
    webhooksSet: 0
  }),
  credentialOf: () => "all",
  describedBy: {
    files: ["telegram.bot-api.subset.openapi.json"],
    // Of sendPhoto it has files by name alone, and not as a form brings them.
    except: [/^\/?$/, /^\/(services|api\/webhooks)\//, /(getUpdates|sendPhoto)$/, new RegExp(`^/${botName}$`)],
    statuses: [400, 401, 403, 404, 409, 429]
  },
  refuse: ({ message, retryAfterSeconds, status }) =>
    refusal(
      status,
      message ?? "Something went wrong",
      retryAfterSeconds === undefined ? undefined : { retry_after: retryAfterSeconds }
    ),
  isRead: ({ path }) => /\/get[A-Z]/.test(path),
  control: {
    /** All chats with what was said. */
    chats: (_, { stateOf }) => stateOf("all").chats,
    /** `{ chat?, type?, text }`: somebody writes; gives the update. */
    write: (input, { nowMs, shared, stateOf }) => {
      const state = stateOf("all")
      const type = field(input, "type") === "group" ? "group" : "private"
      return write(state, shared, chatOf(state, chatIdOf(input), type), String(field(input, "text")), nowMs)
    },
    /** `{ chat?, data }`: somebody presses a button; gives the update. */
    press: (input, { nowMs, shared, stateOf }) => {
      const state = stateOf("all")
      return press(state, shared, chatOf(state, chatIdOf(input)), String(field(input, "data")), nowMs)
    },
    /** What was posted to channels of other platforms, oldest first. */
    posted: (_, { stateOf }) => stateOf("all").posted,
    /** `[path]`: addresses of channels that are taken back. */
    takeBack: (input, { stateOf }) => {
      stateOf("all").gone = listOf(input).map(String)
    },
    /** What was shown to whoever pressed a button. */
    shown: (_, { stateOf }) => stateOf("all").shown,
    /** `{ chat?, blocked }`: somebody blocks the bot, or takes that back; gives the update. */
    block: (input, { nowMs, shared, stateOf }) => {
      const state = stateOf("all")
      return block(state, shared, chatOf(state, chatIdOf(input)), field(input, "blocked") === true, nowMs)
    },
    /** `{ times, retryAfter }`: the next messages are too many. */
    limit: (input, { stateOf }) => {
      stateOf("all").limited = Number(field(input, "times"))
      stateOf("all").retryAfter = Number(field(input, "retryAfter"))
    },
    /** So many photos next can't be read. */
    unfit: (input, { stateOf }) => {
      stateOf("all").unfit = Number(input)
    },
    /** `{ url, secret }`: where it delivers, on this machine; from then on it does with all that is written on its pages. */
    connect: (input, { stateOf }) => {
      const webhook = { url: String(field(input, "url")), secret: String(field(input, "secret")) }
      if (!isNear(webhook.url)) throw new Error("It delivers to this machine alone.")
      stateOf("all").webhook = webhook
    },
    /** `{ newestFirst? }`: delivers all updates once more, as after a lost answer; gives what was answered. */
    redeliver: async (input, { nowMs, stateOf }) => {
      const state = stateOf("all")
      const all = field(input, "newestFirst") === true ? state.updates.toReversed() : [...state.updates]
      const statuses: Array<number> = []
      for (const update of all) statuses.push(...(await deliver(state, update, nowMs)))
      return statuses
    },
    webhook: (_, { stateOf }) => {
      const { webhook, webhooksSet } = stateOf("all")
      return { ...(webhook === null ? {} : { url: webhook.url, secret: webhook.secret }), times: webhooksSet }
    }
  },
  handle: (request, { nowMs, shared, state }) => {
    if (request.path === "/" || request.path === "") {
      return request.method === "POST"
        ? typed(request, state, shared, nowMs)
        : html(200, chatsPage(state.chats, state.shown.at(-1)?.text, state.posted.slice(-50)))
    }
    const hooked = hook(request, state, nowMs)
    if (hooked !== undefined) return hooked
    if (request.path === `/${botName}`) return opened(request, state, shared, nowMs)
    const [, token = "", method = ""] = /^\/bot([^/]+)\/(\w+)$/.exec(request.path) ?? []
    if (!tokenForm.test(decodeURIComponent(token))) return refusal(401, "Unauthorized")
    return api(method, state, shared, request, nowMs)
  }
})
