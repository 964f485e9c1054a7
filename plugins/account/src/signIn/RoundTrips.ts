import { Operations } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { SqlClient, type SqlError } from "effect/sql"
import { hashOf, isSame, randomToken } from "../crypto.ts"
import { Secrets } from "../persons/Secrets.ts"
import { timeOf } from "../rows.ts"
import { cookieNamesOf } from "./SignedIn.ts"

/** What takes someone elsewhere and back: to a provider, or to an authenticator. */
export type Trip = "provider" | "passkey"

/** How long somebody may take until they come back. */
export const lifetimeMs = 10 * 60_000

const Payload = Schema.fromJsonString(
  Schema.Struct({ id: Schema.String, untilMs: Schema.Number, held: Schema.Record(Schema.String, Schema.String) })
)
const decode = Schema.decodeUnknownOption(Payload)
const encode = Schema.encodeSync(Payload)

type Response = HttpServerResponse.HttpServerResponse
type Cookies = Readonly<Record<string, string>>
type Held = Readonly<Record<string, string>>

/**
 * Round trips that end in the browser in which they began, once. What was asked is in a signed cookie, so that whoever begins
 * many of them fills no table; only those that end are written down.
 */
export class RoundTrips extends Context.Service<
  RoundTrips,
  {
    /** `id` is what goes along and must come back: 256 random bits. */
    readonly begin: (trip: Trip, held: Held) => Effect.Effect<{ readonly id: string; readonly cookie: string }>
    /** Uses it up. Undefined: it began in another browser, took too long, or has ended before. */
    readonly end: (trip: Trip, cookies: Cookies, id: string) => Effect.Effect<Held | undefined, SqlError.SqlError>
    /** Known to this gateway alone, and the same for one trip. */
    readonly secretOf: (purpose: string, id: string) => string
    readonly setCookie: (response: Response, trip: Trip, cookie: string) => Response
    readonly clearCookie: (response: Response, trip: Trip) => Response
    readonly tidy: Effect.Effect<void, SqlError.SqlError>
  }
>()("@storeglass/account/RoundTrips") {
  static readonly layer = Layer.effect(
    RoundTrips,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { mark } = yield* Secrets
      const { gateway } = yield* Operations
      const { named, secure } = cookieNamesOf(gateway.url)
      // Coming back from a provider is a navigation from another site.
      const attributes = { path: "/", httpOnly: true, sameSite: "lax", secure } as const

      const heldIn = (trip: Trip, cookies: Cookies) => {
        const [body = "", signature = ""] = (cookies[named(trip)] ?? "").split(".")
        if (body === "" || !isSame(signature, mark(`trip-${trip}`, body))) return undefined
        const decoded = decode(Buffer.from(body, "base64url").toString())
        return decoded._tag === "Some" ? decoded.value : undefined
      }

      return RoundTrips.of({
        begin: Effect.fn("RoundTrips.begin")(function* (trip, held) {
          const id = randomToken()
          const untilMs = (yield* Clock.currentTimeMillis) + lifetimeMs
          const body = Buffer.from(encode({ id, untilMs, held })).toString("base64url")
          return { id, cookie: `${body}.${mark(`trip-${trip}`, body)}` }
        }),
        end: Effect.fn("RoundTrips.end")(function* (trip, cookies, id) {
          const kept = heldIn(trip, cookies)
          const now = yield* Clock.currentTimeMillis
          if (kept === undefined || kept.untilMs <= now || !isSame(kept.id, id)) return undefined
          const ended = yield* sql`INSERT INTO account_round_trips (id, expires_at)
            VALUES (${hashOf(id)}, ${timeOf(kept.untilMs)}::timestamptz) ON CONFLICT (id) DO NOTHING RETURNING 1`
          return ended.length === 0 ? undefined : kept.held
        }),
        secretOf: (purpose, id) => mark(purpose, id),
        setCookie: (response, trip, cookie) =>
          HttpServerResponse.setCookieUnsafe(response, named(trip), cookie, { ...attributes, maxAge: lifetimeMs }),
        clearCookie: (response, trip) =>
          HttpServerResponse.setCookieUnsafe(response, named(trip), "", { ...attributes, maxAge: 0 }),
        tidy: Effect.gen(function* () {
          const now = timeOf(yield* Clock.currentTimeMillis)
          yield* sql`DELETE FROM account_round_trips WHERE expires_at < ${now}::timestamptz`
        })
      })
    })
  )
}
