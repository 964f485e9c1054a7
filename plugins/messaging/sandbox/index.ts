/** The mail service's API as a team's key sees it, a mail server, and one outbox: what they took, as readers would see it. Nothing leaves. */
import type { Socket } from "node:net"
import { bearerOf, defineDouble, field, hmac, html, json, type Reply, type SandboxRequest } from "@storeglass/sandbox"
import { readMail } from "./mime.ts"
import { mailPage, outboxPage } from "./page.ts"
import { type Envelope, serveSmtp, type Verb, verbs } from "./smtp.ts"

/** A mail that was taken. */
export interface Kept {
  readonly id: string
  readonly atMs: number
  readonly from: string
  readonly to: ReadonlyArray<string>
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly replyTo: string
  readonly headers: Readonly<Record<string, string>>
  /** Of which broadcast; empty: of none. */
  readonly broadcast: string
  /** How it came by SMTP; null: by the API. */
  readonly smtp: { readonly isSecure: boolean; readonly user: string | null } | null
}
interface Broadcast {
  readonly id: string
  readonly name: string
  readonly segment_id: string
  readonly from: string
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly created_at: string
  status: "draft" | "queued" | "sent"
}
interface State {
  readonly kept: Array<Kept>
  readonly broadcasts: Array<Broadcast>
  /** By key: what was asked under it, and what was answered. */
  readonly answered: Record<string, { readonly asked: string; readonly status: number; readonly body: unknown }>
  readonly segments: Record<string, ReadonlyArray<string>>
  /** Addresses that are refused. */
  refused: Array<string>
  /** Where the mail server fails the next times, and with what. */
  smtpFault: { readonly verb: Verb; readonly status: number | "cut"; times: number } | null
  /** Requests that a team may make in so many seconds. */
  limit: { readonly requests: number; readonly seconds: number }
  /** The seconds at hand, and how many were made in them. */
  window: { readonly fromMs: number; used: number }
  made: number
}

interface Shared {
  /** Connections to the mail server. */
  readonly sockets: Set<Socket>
}

const keptMax = 2_000
export const segmentId = "78261eea-8f8b-4381-83c6-79fa7120f1cf"

const refusal = (statusCode: number, name: string, message: string, headers: Readonly<Record<string, string>> = {}) =>
  json(statusCode, { statusCode, name, message }, headers)
const invalid = (message: string) => refusal(422, "validation_error", message)
const text = (value: unknown) => (typeof value === "string" ? value : "")
const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
const idOf = (state: State, kind: string) => {
  const hex = hmac("an id", `${kind} ${state.made++}`)
    .replace(/[^0-9a-f]/gi, "0")
    .padEnd(32, "0")
    .toLowerCase()
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const address = /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+$/
const addressIn = (named: string) => /<([^<>]+)>$/.exec(named)?.[1] ?? named

/** What is wrong with a mail; undefined: nothing. */
const problemOf = (mail: unknown, state: State): string | undefined => {
  const to = [field(mail, "to")].flat().map(text)
  if (!address.test(addressIn(text(field(mail, "from")))))
    return "Invalid `from` field. The email address needs to follow the `email@example.com` or `Name <email@example.com>` format."
  if (to.length === 0 || to.length > 50 || to.some((each) => !address.test(addressIn(each))))
    return "Invalid `to` field. The email address needs to follow the `email@example.com` or `Name <email@example.com>` format."
  if (to.some((each) => state.refused.includes(addressIn(each))))
    return "You can only send testing emails to your own email address."
  if (text(field(mail, "subject")) === "") return "Missing `subject` field."
  if (text(field(mail, "html")) === "" && text(field(mail, "text")) === "") return "Missing `html` or `text` field."
  return undefined
}

const push = (state: State, mail: Omit<Kept, "id">): string => {
  const id = idOf(state, "mail")
  state.kept.push({ id, ...mail })
  // Large runs of tests count them; nobody looks at more by hand.
  if (state.kept.length > keptMax * 10) state.kept.splice(0, state.kept.length - keptMax)
  return id
}
const keep = (mail: unknown, to: ReadonlyArray<string>, state: State, atMs: number, broadcast = ""): string => {
  const headers = Object.fromEntries(
    Object.entries(Object(field(mail, "headers") ?? {})).map(([name, value]) => [name, text(value)])
  )
  return push(state, {
    atMs,
    from: text(field(mail, "from")),
    to,
    subject: text(field(mail, "subject")),
    html: text(field(mail, "html")),
    text: text(field(mail, "text")),
    replyTo: [field(mail, "reply_to")].flat().map(text).join(", "),
    headers,
    broadcast,
    smtp: null
  })
}
const keepEnvelope = ({ isSecure, source, to, user }: Envelope, state: State, atMs: number) =>
  push(state, { ...readMail(source), atMs, to, broadcast: "", smtp: { isSecure, user: user ?? null } })
const recipientsOf = (mail: unknown) => [field(mail, "to")].flat().map((each) => addressIn(text(each)))

const once = (request: SandboxRequest, state: State, work: () => Reply): Reply => {
  const key = request.headers["idempotency-key"]
  if (key === undefined) return work()
  if (key.length > 256) return refusal(400, "invalid_idempotency_key", "The key must be between 1-256 chars.")
  const known = state.answered[key]
  if (known !== undefined) {
    return known.asked === request.body
      ? json(known.status, known.body)
      : refusal(409, "invalid_idempotent_request", "Same idempotency key used with a different request payload.")
  }
  const reply = work()
  if (reply.status < 300) {
    state.answered[key] = { asked: request.body, status: reply.status, body: parsed(String(reply.body)) }
  }
  return reply
}

const send = (request: SandboxRequest, state: State, nowMs: number): Reply =>
  once(request, state, () => {
    const mail = parsed(request.body)
    const problem = problemOf(mail, state)
    return problem === undefined ? json(200, { id: keep(mail, recipientsOf(mail), state, nowMs) }) : invalid(problem)
  })

const batch = (request: SandboxRequest, state: State, nowMs: number): Reply =>
  once(request, state, () => {
    const mails = parsed(request.body)
    if (!Array.isArray(mails) || mails.length === 0 || mails.length > 100)
      return invalid("1 to 100 emails are allowed.")
    const problem = mails.map((mail) => problemOf(mail, state)).find((each) => each !== undefined)
    if (problem !== undefined) return invalid(problem)
    return json(200, { data: mails.map((mail) => ({ id: keep(mail, recipientsOf(mail), state, nowMs) })) })
  })

const broadcastWire = ({ created_at, from, html, id, name, segment_id, status, subject, text }: Broadcast) => ({
  id,
  name,
  segment_id,
  from,
  subject,
  html,
  text,
  status,
  created_at
})

const makeBroadcast = (request: SandboxRequest, state: State, nowMs: number): Reply => {
  const given = parsed(request.body)
  const segment = text(field(given, "segment_id"))
  if (state.segments[segment] === undefined) return refusal(404, "not_found", "Segment not found")
  if (text(field(given, "subject")) === "") return invalid("Missing `subject` field.")
  const made: Broadcast = {
    id: idOf(state, "broadcast"),
    name: text(field(given, "name")),
    segment_id: segment,
    from: text(field(given, "from")),
    subject: text(field(given, "subject")),
    html: text(field(given, "html")),
    text: text(field(given, "text")),
    created_at: new Date(nowMs).toISOString(),
    status: "draft"
  }
  state.broadcasts.unshift(made)
  // What is scheduled waits for a time that never comes here.
  if (field(given, "send") === true && field(given, "scheduled_at") === undefined) sendBroadcast(made, state, nowMs)
  return json(201, { id: made.id, object: "broadcast" })
}

const sendBroadcast = (found: Broadcast, state: State, nowMs: number): Reply => {
  if (found.status !== "draft") return refusal(422, "validation_error", "The broadcast was sent already.")
  found.status = "queued"
  for (const to of state.segments[found.segment_id] ?? []) {
    const link = (content: string) =>
      content.replaceAll("{{{RESEND_UNSUBSCRIBE_URL}}}", `https://unsubscribe.example.com/${encodeURIComponent(to)}`)
    keep({ ...found, html: link(found.html), text: link(found.text), headers: {} }, [to], state, nowMs, found.id)
  }
  return json(200, { id: found.id })
}

const api = (request: SandboxRequest, state: State, nowMs: number): Reply => {
  const { method, path, query } = request
  const route = `${method} ${path}`
  if (route === "POST /emails") return send(request, state, nowMs)
  if (route === "POST /emails/batch") return batch(request, state, nowMs)
  if (route === "POST /broadcasts") return makeBroadcast(request, state, nowMs)
  if (route === "GET /broadcasts") {
    const limit = Number(query.get("limit") ?? 20)
    const after = query.get("after")
    const start = after === null ? 0 : state.broadcasts.findIndex(({ id }) => id === after) + 1
    const data = state.broadcasts.slice(start, start + limit).map(({ created_at, id, name, segment_id, status }) => ({
      id,
      name,
      segment_id,
      status,
      created_at
    }))
    return json(200, { object: "list", has_more: start + limit < state.broadcasts.length, data })
  }
  const [, id = "", action] = /^\/broadcasts\/([^/]+)(\/send)?$/.exec(path) ?? []
  const found = state.broadcasts.find((each) => each.id === id)
  if (id !== "" && found === undefined) return refusal(404, "not_found", "Broadcast not found")
  if (found !== undefined && method === "POST" && action !== undefined) return sendBroadcast(found, state, nowMs)
  if (found !== undefined && method === "GET" && action === undefined) return json(200, broadcastWire(found))
  return refusal(405, "method_not_allowed", "Method not allowed")
}

/** What is over the limit is refused, and every answer tells how much of it is left. */
const limited = (state: State, nowMs: number, answer: () => Reply): Reply => {
  const { requests, seconds } = state.limit
  const endMs = state.window.fromMs + seconds * 1_000
  if (nowMs < state.window.fromMs || nowMs >= endMs) state.window = { fromMs: nowMs, used: 0 }
  state.window.used++
  const resetSeconds = String(Math.ceil((state.window.fromMs + seconds * 1_000 - nowMs) / 1_000))
  const headers = {
    "ratelimit-limit": String(requests),
    "ratelimit-remaining": String(Math.max(0, requests - state.window.used)),
    "ratelimit-reset": resetSeconds
  }
  const reply =
    state.window.used > requests
      ? refusal(429, "rate_limit_exceeded", "Too many requests.", { "retry-after": resetSeconds })
      : answer()
  return { ...reply, headers: { ...reply.headers, ...headers } }
}

const page = ({ path }: SandboxRequest, state: State): Reply | undefined => {
  if (path === "/" || path === "") return html(200, outboxPage(state.kept.slice(-200).toReversed()))
  const id = /^\/outbox\/([0-9a-f-]+)$/.exec(path)?.[1]
  const mail = state.kept.find((each) => each.id === id)
  return mail === undefined ? undefined : html(200, mailPage(mail))
}

export default defineDouble({
  name: "mail",
  page: "Mail",
  open: (): Shared => ({ sockets: new Set() }),
  seed: (): State => ({
    kept: [],
    broadcasts: [],
    answered: {},
    segments: { [segmentId]: ["ada@example.com", "grace@example.com"] },
    refused: [],
    smtpFault: null,
    limit: { requests: 1_000, seconds: 1 },
    window: { fromMs: 0, used: 0 },
    made: 0
  }),
  ports: {
    smtp: (socket, { nowMs, shared: { sockets }, stateOf }) => {
      sockets.add(socket)
      socket.once("close", () => sockets.delete(socket))
      serveSmtp(socket, {
        problemAt: (verb) => {
          const { smtpFault: fault } = stateOf("all")
          if (fault === null || fault.verb !== verb || fault.times <= 0) return undefined
          fault.times--
          return fault.status === "cut" ? "cut" : `${fault.status} Refused, as the sandbox was told`
        },
        refuses: (address) => stateOf("all").refused.includes(address),
        take: (mail) => keepEnvelope(mail, stateOf("all"), nowMs())
      })
    }
  },
  describedBy: {
    files: ["resend.1.5.0.trimmed.openapi.json"],
    except: [/^\/?$/, /^\/outbox\//],
    statuses: [401, 403, 404, 405, 409, 422, 429]
  },
  faults: {
    concurrent: "Another request under this key is under way.",
    "daily-quota": "The day's quota is used up.",
    "key-revoked": "The key is no longer good."
  },
  headersKept: ["idempotency-key", "user-agent"],
  isRead: ({ method }) => method === "GET",
  refuse: ({ message, retryAfterSeconds, status }) =>
    refusal(
      status,
      status === 429 ? "rate_limit_exceeded" : "application_error",
      message ?? "Something went wrong.",
      retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) }
    ),
  control: {
    /** What was taken, oldest first. */
    mails: (_, { stateOf }) => stateOf("all").kept,
    broadcasts: (_, { stateOf }) => stateOf("all").broadcasts,
    /** Addresses that are refused from now on. */
    refuse: (addresses, { stateOf }) => {
      stateOf("all").refused = Array.isArray(addresses) ? addresses.map(String) : []
    },
    /** `{ verb, status, times? }`: where the mail server fails, with a number or by `cut`. Connections that rest are ended. */
    smtp: (input, { shared, stateOf }) => {
      for (const socket of shared.sockets) socket.destroy()
      const verb = verbs.find((each) => each === field(input, "verb"))
      const status = field(input, "status")
      stateOf("all").smtpFault =
        verb === undefined
          ? null
          : { verb, status: status === "cut" ? status : Number(status), times: Number(field(input, "times") ?? 1) }
    },
    /** `{ requests, seconds }`: how many requests are taken in how long. */
    limit: (input, { stateOf }) => {
      stateOf("all").limit = { requests: Number(field(input, "requests")), seconds: Number(field(input, "seconds")) }
    },
    /** `{ contacts }`: who is in the segment. */
    segment: (input, { stateOf }) => {
      const contacts = field(input, "contacts")
      stateOf("all").segments[segmentId] = Array.isArray(contacts) ? contacts.map(String) : []
      return segmentId
    }
  },
  credentialOf: () => "all",
  handle: (request, { faults, nowMs, state }) => {
    if (request.method === "GET") {
      const shown = page(request, state)
      if (shown !== undefined) return shown
    }
    const key = bearerOf(request)
    if (key === undefined) return refusal(401, "missing_api_key", "Missing API Key")
    if (!key.startsWith("re_") || faults.has("key-revoked"))
      return refusal(403, "invalid_api_key", "API key is invalid")
    if (request.headers["user-agent"] === undefined) return refusal(403, "validation_error", "User-Agent is required")
    if (faults.has("daily-quota")) {
      return refusal(429, "daily_quota_exceeded", "You have reached your daily email sending quota.", {
        "retry-after": "3600"
      })
    }
    if (faults.has("concurrent")) {
      return refusal(
        409,
        "concurrent_idempotent_requests",
        "Same idempotency key used while original request is still in progress."
      )
    }
    return limited(state, nowMs, () => api(request, state, nowMs))
  }
})
