import { Exchange, Forbidden, InvalidInput, Operations, Param } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import type { AccountConfig } from "./config.ts"
import { type Language, languages } from "./mail/texts.ts"
import { isLoopback } from "./signIn/SignedIn.ts"

/** The longest body of these routes. */
export const bodyBytesMax = 16 * 1024
export const jsonBody = { kind: "json", bytesMax: bodyBytesMax } as const

const anyJson = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Unknown))

/** A body that says nothing: `{}`. */
export const Nothing = Schema.Record(Schema.String, Schema.Never)

/** The body as JSON of this shape; strict, and its error names the field. */
export const bodyOf = <A>(schema: Schema.Codec<A, unknown>) => {
  const decode = Schema.decodeUnknownEffect(schema, { onExcessProperty: "error" })
  return Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const text = yield* Effect.orDie(request.text)
    const json = yield* Effect.mapError(
      anyJson(text),
      () => new InvalidInput("body: must be JSON, sent with the Content-Type application/json")
    )
    return yield* Effect.mapError(decode(json), (error) => {
      const { path, wrong } = Param.firstIssue(error)
      if (path.length === 0) return new InvalidInput(`body: ${wrong}`)
      const field = path.map(String).join(".")
      return new InvalidInput(`${field} (body): ${wrong}`, { field })
    })
  })
}

// As in mail: neither spaces nor quotes, and a domain with a dot or `localhost`.
const emailShape =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/

export const isEmail = (text: string): boolean => text.length <= 254 && emailShape.test(emailOf(text))

/** An address as it's kept: in small letters, so that nobody is there twice. */
export const Email = Schema.String.check(
  Schema.makeFilter((text: string) => (isEmail(text) ? undefined : "must be an e-mail address such as ada@example.com"))
)
export const emailOf = (text: string): string => text.trim().toLowerCase()

/** The 8 digits of a mail, as people type them. */
export const MailCode = Schema.String.check(
  Schema.isPattern(/^ *(?:\d *){8}$/, { message: "must be the 8 digits of the mail" })
)
export const digitsOf = (code: string): string => code.replaceAll(" ", "")
/** What a link of ours has in its fragment. */
export const tokenOf = (what: string) =>
  Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_-]{43}$/, { message: `isn't of ${what} of ours` }))

const foreign = new Forbidden("this must come from a page of this gateway, not of another site")

/**
 * Refuses what another site's page sends. Clients that are no browsers send neither header.
 */
export const fromOwnPage = Effect.gen(function* () {
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const { gateway } = yield* Operations
  const site = headers["sec-fetch-site"]
  if (site !== undefined && site !== "same-origin" && site !== "none") return yield* foreign
  const { host, origin } = headers
  if (origin === undefined) return
  const own = new URL(gateway.url)
  if (origin === own.origin) return
  // On this machine the port may be any, and each loopback name is the same.
  const isLocal = isLoopback(own.hostname) && origin === `http://${host}` && isLoopback(new URL(origin).hostname)
  if (!isLocal) return yield* foreign
})

/** The browser that asks. */
export const asking = Effect.gen(function* () {
  const { client } = yield* Exchange
  const { cookies } = yield* HttpServerRequest.HttpServerRequest
  return { client, cookies }
})

/** The language someone reads: what they chose, what their browser says, or the operator's first. */
export const languageFor = (chosen: Language | undefined, config: AccountConfig) =>
  Effect.map(HttpServerRequest.HttpServerRequest, ({ headers }): Language => {
    const offered: ReadonlyArray<Language> = config.languages ?? languages
    const wanted = [
      ...(chosen === undefined ? [] : [chosen]),
      ...(headers["accept-language"] ?? "").split(",").map((each) => each.trim().slice(0, 2).toLowerCase())
    ]
    for (const each of wanted) {
      const found = offered.find((language) => language === each)
      if (found !== undefined) return found
    }
    return offered[0] ?? "en"
  })

type Response = HttpServerResponse.HttpServerResponse

/** What a route tells: data for the envelope, and what goes around it, such as cookies. */
export interface Told<A> {
  readonly data: A
  readonly status: number
  readonly around: (response: Response) => Response
}

export const dataOf = <const A>(
  data: A,
  status = 200,
  around: Told<A>["around"] = (response) => response
): Told<A> => ({ data, status, around })

/** The same with more around it. */
export const within = <A>(told: Told<A>, around: Told<A>["around"]): Told<A> => ({
  ...told,
  around: (response) => around(told.around(response))
})

/** An answer in the envelope that nobody may keep. */
export const responseOf = <A>({ around, data, status }: Told<A>): Response =>
  around(HttpServerResponse.jsonUnsafe({ data }, { status, headers: { "cache-control": "no-store" } }))
