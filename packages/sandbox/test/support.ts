/** A vendor of no name: notes that an account keeps, a report as a gzip file, a stream, uploads, and a token host. */
import { Effect, Schema } from "effect"
import {
  bearerOf,
  defineDouble,
  formOf,
  gzipFile,
  json,
  nothing,
  type SandboxOptions,
  startSandbox,
  stream,
  verifyToken
} from "../src/index.ts"

/** 2026-11-20, noon. */
export const noonMs = Date.UTC(2026, 10, 20, 12)
export const noonDay = noonMs / 86_400_000 - 0.5

interface Account {
  readonly name: string
  readonly notes: Array<{ readonly id: number; readonly text: string }>
}

const Note = Schema.fromJsonString(Schema.Struct({ text: Schema.String }))
const Added = Schema.Struct({ credential: Schema.String, text: Schema.String })

const letters = async function* () {
  for (const letter of ["one ", "two ", "three"]) yield letter
}

/** With a public key: the token host checks what was signed. */
export const notes = (publicKey = "") =>
  defineDouble({
    name: "notes",
    credentialOf: (request) => bearerOf(request) ?? "nobody",
    seed: (credential, { nowMs }): Account => ({
      name: credential,
      notes: [{ id: 1, text: `seeded at ${nowMs}` }]
    }),
    faults: { suspended: "The account is suspended." },
    quotaHeaders: ({ limit, remaining }) => ({ "x-quota": `${remaining}/${limit}` }),
    headersKept: ["x-version"],
    samples: ({ worlds }) => ({ noteId: "1", firstApp: worlds.first.at(noonDay).apps()[0]?.name ?? "" }),
    control: {
      add: (input, { stateOf }) => {
        const { credential, text } = Schema.decodeUnknownSync(Added)(input)
        const account = stateOf(credential)
        account.notes.push({ id: account.notes.length + 1, text })
        return { count: account.notes.length }
      }
    },
    hosts: {
      notes: {
        handle: async (request, { address, faults, state }) => {
          if (faults.has("suspended")) return json(403, { code: "ACCOUNT_SUSPENDED" })
          if (faults.has("empty")) return json(200, { notes: [] })
          const at = `${request.method} ${request.path}`
          if (at === "GET /notes") return json(200, { ...state, token: address("notes-token") })
          if (at === "POST /notes") {
            const { text } = Schema.decodeUnknownSync(Note)(request.body)
            state.notes.push({ id: state.notes.length + 1, text })
            return json(201, state.notes.at(-1), { location: `/notes/${state.notes.length}` })
          }
          if (at === "DELETE /notes") {
            state.notes.length = 0
            return nothing()
          }
          if (at === "GET /report") return gzipFile("report.csv.gz", "day,notes\n2026-11-20,1\n")
          if (at === "GET /stream") return stream(200, "text/event-stream", letters())
          if (at === "PUT /picture") return json(200, { bytes: [...request.bytes] })
          if (at === "POST /upload") {
            const form = await formOf(request)
            const file = form.get("file")
            return json(200, { title: form.get("title"), size: file instanceof Blob ? file.size : 0 })
          }
          return json(404, { code: "NOT_FOUND" })
        }
      },
      "notes-token": {
        prefix: "/auth",
        handle: async (request, { nowMs }) => {
          const rules = { key: publicKey, algorithms: ["ES256"], audience: "notes-v1", lifetimeMax: 1200, nowMs }
          const checked = await verifyToken(bearerOf(request) ?? "", rules)
          return checked.ok ? json(200, { issuer: checked.claims.iss }) : json(401, { code: checked.reason })
        }
      }
    }
  })

export const start = (options: Omit<SandboxOptions, "doubles"> = {}, double = notes()) =>
  startSandbox({ nowMs: () => noonMs, size: 50, ...options, doubles: [double] })

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

export const ask = (url: string, init: RequestInit = {}): Effect.Effect<Answer> =>
  Effect.promise(async () => {
    const response = await fetch(url, init)
    return { status: response.status, headers: response.headers, body: await response.text() }
  })

/** Success with the answer, or what the connection failed with. */
export const attempt = (url: string, init: RequestInit = {}) =>
  Effect.exit(
    Effect.tryPromise(async () => {
      const response = await fetch(url, init)
      return { status: response.status, body: await response.text() }
    })
  )

export const as = (credential: string, init: RequestInit = {}): RequestInit => ({
  ...init,
  headers: { authorization: `Bearer ${credential}`, "content-type": "application/json" }
})

export const note = (text: string): RequestInit => ({ method: "POST", body: JSON.stringify({ text }) })

const State = Schema.fromJsonString(
  Schema.Struct({ notes: Schema.Array(Schema.Struct({ id: Schema.Int, text: Schema.String })) })
)
export const textsIn = (body: string): ReadonlyArray<string> =>
  Schema.decodeUnknownSync(State)(body).notes.map(({ text }) => text)
