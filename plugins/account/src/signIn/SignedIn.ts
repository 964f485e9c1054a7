import { type Client, Operations, rowsOf } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Redacted, Schema } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { HttpServerResponse } from "effect/http"
import { SqlClient, type SqlError } from "effect/sql"
import { cookieSignature, hashOf, isSame, randomToken } from "../crypto.ts"
import type { Person } from "../persons/Persons.ts"
import { Secrets } from "../persons/Secrets.ts"
import { msColumn, timeOf } from "../rows.ts"

const minutes = 60_000
const days = 24 * 60 * minutes
export const idleMsMax = 7 * days
export const ageMsMax = 30 * days
/** How often at most a session is noted to be in use. */
const noteEveryMs = 15 * minutes
/** For so long a browser is known to have signed in with an address. */
const knownMs = 365 * days
const knownMax = 5
/** As long as the longest-lived mail. */
const askedMs = days

export const methods = ["mail", "password", "provider", "passkey", "demo"] as const
export type Method = (typeof methods)[number]

const SessionRow = Schema.Struct({
  id: Schema.String,
  personId: Schema.String,
  name: Schema.String,
  email: Schema.String,
  language: Schema.String,
  accountId: Schema.NullOr(Schema.String),
  method: Schema.Literals(methods),
  createdMs: Schema.Number,
  updatedMs: Schema.Number,
  expiresMs: Schema.Number,
  secondFactorMs: Schema.NullOr(Schema.Number),
  confirmedMs: Schema.NullOr(Schema.Number)
})

/** Somebody signed in, in one browser. */
export interface SignedInSession {
  readonly id: string
  readonly person: Person
  /** The account that this session looks at, if one was chosen. */
  readonly accountId: string | null
  readonly method: Method
  readonly createdMs: number
  /** When a second factor was given. */
  readonly secondFactorMs: number | null
  /** When they last confirmed that it's them; null: they came by a mail or a provider, and have more to confirm with. */
  readonly confirmedMs: number | null
  /** Stands for the session where its token mustn't be. */
  readonly tokenHash: string
}

const DeviceRow = Schema.Struct({
  id: Schema.String,
  method: Schema.String,
  address: Schema.NullOr(Schema.String),
  agent: Schema.NullOr(Schema.String),
  createdMs: Schema.Number,
  updatedMs: Schema.Number
})
export type Device = typeof DeviceRow.Type

type Cookies = Readonly<Record<string, string>>
type Response = HttpServerResponse.HttpServerResponse

/** Loopback names on which browsers take plain http for safe. */
export const isLoopback = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host)

/** Why browsers keep nobody signed in at this address; undefined: they do. */
export const sessionProblemOf = (publicUrl: string): string | undefined => {
  const { hostname, origin, protocol } = new URL(publicUrl)
  if (protocol === "https:" || isLoopback(hostname) || hostname.endsWith(".localhost")) return undefined
  return `browsers keep nobody signed in at ${origin}, as it's plain http: set server.publicUrl to an https address`
}

/** Cookies know no ports, so on one machine each gateway has a name of its own. */
export const cookieNamesOf = (publicUrl: string) => {
  const { hostname, port, protocol } = new URL(publicUrl)
  const plain = protocol === "http:" && isLoopback(hostname)
  const own = plain ? `storeglass_${port || "80"}` : "__Host-storeglass"
  const named = (what: string) => `${own}${plain ? "_" : "-"}${what}`
  return { session: own, known: named("known"), asked: named("asked"), named, secure: !plain }
}

/** Sessions: who is signed in where, by a cookie of which only the hash is kept. */
export class SignedIn extends Context.Service<
  SignedIn,
  {
    /** Begins a session. Whatever the browser had before is worth nothing after. */
    readonly open: (session: {
      readonly person: Person
      readonly method: Method
      readonly client: Client
      readonly cookies: Cookies
      readonly secondFactor?: boolean
      /** Whether it was begun by what they confirm with that it's them. */
      readonly confirmed: boolean
      readonly accountId?: string | null
    }) => Effect.Effect<{ readonly id: string; readonly cookie: string }, SqlError.SqlError>
    /** Begins the one that takes this one's place, with the factor that it was given just now. */
    readonly openWithFactor: (
      session: Pick<SignedInSession, "person" | "method" | "accountId">,
      browser: { readonly client: Client; readonly cookies: Cookies }
    ) => Effect.Effect<{ readonly id: string; readonly cookie: string }, SqlError.SqlError>
    readonly find: (cookies: Cookies) => Effect.Effect<SignedInSession | undefined, SqlError.SqlError>
    readonly end: (cookies: Cookies) => Effect.Effect<void, SqlError.SqlError>
    readonly endOne: (personId: string, id: string) => Effect.Effect<boolean, SqlError.SqlError>
    /** Ends all sessions of a person but this one. */
    readonly endOthers: (personId: string, exceptId: string | undefined) => Effect.Effect<number, SqlError.SqlError>
    readonly devices: (personId: string) => Effect.Effect<ReadonlyArray<Device>, SqlError.SqlError>
    /** Looks at this account from now on. */
    readonly choose: (id: string, accountId: string) => Effect.Effect<void, SqlError.SqlError>
    readonly confirmed: (id: string) => Effect.Effect<void, SqlError.SqlError>
    /** What a page sends along with each change. */
    readonly csrfOf: (session: Pick<SignedInSession, "tokenHash">) => string
    readonly setCookie: (response: Response, cookie: string) => Response
    /** And what the browser keeps of this gateway's answers. */
    readonly clearCookie: (response: Response) => Response
    /** Whether this browser has signed in with the address before. */
    readonly isKnown: (cookies: Cookies, email: string) => boolean
    /** Whether this browser is the one that asked for a mail. */
    readonly hasAsked: (cookies: Cookies, ticketHash: string) => boolean
    readonly rememberAsked: (response: Response, ticket: string) => Response
    readonly rememberBrowser: (response: Response, cookies: Cookies, email: string) => Response
    readonly tidy: Effect.Effect<void, SqlError.SqlError>
  }
>()("@storeglass/account/SignedIn") {
  static readonly layer = Layer.effect(
    SignedIn,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const secrets = yield* Secrets
      const { gateway } = yield* Operations
      const names = cookieNamesOf(gateway.url)
      const problem = sessionProblemOf(gateway.url)
      if (problem !== undefined) yield* Effect.logWarning(`Sign-in: ${problem}`)
      const key = Redacted.value(secrets.key)
      const attributes = { path: "/", httpOnly: true, sameSite: "lax", secure: names.secure } as const

      /** The token of a cookie that we signed. */
      const tokenIn = (cookies: Cookies): string | undefined => {
        const cookie = cookies[names.session]
        if (cookie === undefined) return undefined
        const at = cookie.lastIndexOf(".")
        const token = cookie.slice(0, Math.max(0, at))
        return token !== "" && isSame(cookie.slice(at + 1), cookieSignature(key, token)) ? token : undefined
      }
      const endToken = (token: string) => sql`DELETE FROM account_sessions WHERE token = ${hashOf(token)}`

      const markOf = (email: string) => secrets.mark("known-browser", email).slice(0, 27)
      const knownIn = (cookies: Cookies): ReadonlyArray<string> => {
        const [marks = "", signature = ""] = (cookies[names.known] ?? "").split("~")
        return marks !== "" && isSame(signature, secrets.mark("known-cookie", marks)) ? marks.split(".") : []
      }

      const rows = rowsOf(SessionRow)
      const columns = sql.literal(`s.id, s.person_id AS "personId", p.name, p.email, p.language,
        s.account_id AS "accountId", s.method, ${msColumn("s.created_at", "createdMs")},
        ${msColumn("s.updated_at", "updatedMs")}, ${msColumn("s.expires_at", "expiresMs")},
        ${msColumn("s.second_factor_at", "secondFactorMs")}, ${msColumn("s.confirmed_at", "confirmedMs")}`)

      const open: SignedIn["Service"]["open"] = Effect.fn("SignedIn.open")(function* ({
        accountId = null,
        client,
        confirmed,
        cookies,
        method,
        person,
        secondFactor = false
      }) {
        const now = yield* Clock.currentTimeMillis
        const before = tokenIn(cookies)
        if (before !== undefined) yield* endToken(before)
        const token = randomToken()
        const id = uuidV7Unsafe()
        yield* sql`INSERT INTO account_sessions (id, token, person_id, account_id, method, ip_address, user_agent,
            second_factor_at, confirmed_at, created_at, updated_at, expires_at)
          VALUES (${id}, ${hashOf(token)}, ${person.id}, ${accountId}::uuid, ${method}, ${client.address ?? null}, ${client.agent ?? null},
            ${secondFactor ? timeOf(now) : null}::timestamptz, ${confirmed ? timeOf(now) : null}::timestamptz, ${timeOf(now)}::timestamptz,
            ${timeOf(now)}::timestamptz, ${timeOf(now + idleMsMax)}::timestamptz)`
        return { id, cookie: `${token}.${cookieSignature(key, token)}` }
      })

      return SignedIn.of({
        open,
        openWithFactor: ({ accountId, method, person }, browser) =>
          open({ accountId, method, person, ...browser, secondFactor: true, confirmed: true }),
        find: Effect.fn("SignedIn.find")(function* (cookies) {
          const token = tokenIn(cookies)
          if (token === undefined) return undefined
          const now = yield* Clock.currentTimeMillis
          const tokenHash = hashOf(token)
          const [row] = yield* rows(
            sql`SELECT ${columns} FROM account_sessions s JOIN account_persons p ON p.id = s.person_id
              WHERE s.token = ${tokenHash}`
          )
          if (row === undefined || row.expiresMs <= now || row.createdMs + ageMsMax <= now) return undefined
          if (row.updatedMs + noteEveryMs <= now) {
            const expires = Math.min(now + idleMsMax, row.createdMs + ageMsMax)
            yield* sql`UPDATE account_sessions SET updated_at = ${timeOf(now)}::timestamptz,
                expires_at = ${timeOf(expires)}::timestamptz WHERE id = ${row.id}`
          }
          const { accountId, confirmedMs, createdMs, email, id, language, method, name, personId, secondFactorMs } = row
          const person = { id: personId, name, email, language }
          return { id, person, accountId, method, createdMs, secondFactorMs, confirmedMs, tokenHash }
        }),
        end: Effect.fn("SignedIn.end")(function* (cookies) {
          const token = tokenIn(cookies)
          if (token !== undefined) yield* endToken(token)
        }),
        endOne: Effect.fn("SignedIn.endOne")(function* (personId, id) {
          const ended =
            yield* sql`DELETE FROM account_sessions WHERE person_id = ${personId} AND id = ${id} RETURNING 1`
          return ended.length > 0
        }),
        endOthers: Effect.fn("SignedIn.endOthers")(function* (personId, exceptId) {
          const ended = yield* sql`DELETE FROM account_sessions WHERE person_id = ${personId}
            AND id <> ${exceptId ?? ""} RETURNING 1`
          return ended.length
        }),
        devices: Effect.fn("SignedIn.devices")(function* (personId) {
          const now = yield* Clock.currentTimeMillis
          return yield* rowsOf(DeviceRow)(
            sql`SELECT id, method, ip_address AS address, user_agent AS agent,
                ${sql.literal(msColumn("created_at", "createdMs"))}, ${sql.literal(msColumn("updated_at", "updatedMs"))}
              FROM account_sessions WHERE person_id = ${personId} AND expires_at > ${timeOf(now)}::timestamptz
              ORDER BY updated_at DESC, id LIMIT 100`
          )
        }),
        choose: Effect.fn("SignedIn.choose")(function* (id, accountId) {
          yield* sql`UPDATE account_sessions SET account_id = ${accountId}::uuid WHERE id = ${id}`
        }),
        confirmed: Effect.fn("SignedIn.confirmed")(function* (id) {
          const now = timeOf(yield* Clock.currentTimeMillis)
          yield* sql`UPDATE account_sessions SET confirmed_at = ${now}::timestamptz WHERE id = ${id}`
        }),
        csrfOf: ({ tokenHash }) => secrets.mark("csrf", tokenHash),
        setCookie: (response, cookie) =>
          HttpServerResponse.setCookieUnsafe(response, names.session, cookie, { ...attributes, maxAge: ageMsMax }),
        clearCookie: (response) =>
          HttpServerResponse.setCookieUnsafe(
            // Pictures of what was looked at, and pages that the back button would show again.
            HttpServerResponse.setHeader(response, "clear-site-data", '"cache"'),
            names.session,
            "",
            { ...attributes, maxAge: 0 }
          ),
        isKnown: (cookies, email) => knownIn(cookies).includes(markOf(email)),
        hasAsked: (cookies, ticketHash) => {
          const ticket = cookies[names.asked]
          return ticket !== undefined && isSame(hashOf(ticket), ticketHash)
        },
        rememberAsked: (response, ticket) =>
          HttpServerResponse.setCookieUnsafe(response, names.asked, ticket, { ...attributes, maxAge: askedMs }),
        rememberBrowser: (response, cookies, email) => {
          const own = markOf(email)
          const marks = [own, ...knownIn(cookies).filter((mark) => mark !== own)].slice(0, knownMax).join(".")
          const value = `${marks}~${secrets.mark("known-cookie", marks)}`
          return HttpServerResponse.setCookieUnsafe(response, names.known, value, { ...attributes, maxAge: knownMs })
        },
        tidy: Effect.gen(function* () {
          const now = timeOf(yield* Clock.currentTimeMillis)
          yield* sql`DELETE FROM account_sessions WHERE expires_at < ${now}::timestamptz`
        })
      })
    })
  )
}
