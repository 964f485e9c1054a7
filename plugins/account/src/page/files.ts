import { accountReads, builtPage, firstReads, overviewReads, pageHtml } from "@storeglass/dashboard"
import { NotFound, Operations, ServiceUnavailable } from "@storeglass/plugin-api"
import { Clock, Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { AccountConfig } from "../config.ts"
import { randomToken } from "../crypto.ts"
import { productOf } from "../mail/links.ts"
import { languages } from "../mail/texts.ts"
import { Persons } from "../persons/Persons.ts"
import { languageFor } from "../request.ts"
import { noSuchRoute } from "../routes.ts"
import { SignedIn, type SignedInSession } from "../signIn/SignedIn.ts"
import { overviewPanelReads } from "./panelReads.ts"

const policyOf = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'"
  ].join("; ")

const apart = {
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff"
}

const notBuilt = new ServiceUnavailable(
  "the dashboard isn't built: start the gateway by `npm start`, or run `npm run build` once"
)

const page = Effect.suspend(() => {
  const built = builtPage()
  return built === undefined ? Effect.fail(notBuilt) : Effect.succeed(built)
})

const languageOf = (text: string | undefined) => languages.find((each) => each === text)
const themeOf = (text: string | undefined) => (text === "light" || text === "dark" ? text : undefined)

/** What a page asks first. Operators may be in no account, and are shown another page. */
const readsOf = Effect.fnUntraced(function* ({ person }: SignedInSession, language: string, isOverview: boolean) {
  const persons = yield* Persons
  const memberships = yield* Effect.orElseSucceed(persons.memberships(person.id), () => [])
  if (memberships.length === 0) return firstReads
  if (!isOverview) return [...firstReads, ...accountReads(language)]
  const { plugins } = yield* Operations
  const hasApps = plugins.some(({ id }) => id === "apps")
  const ofOverview = overviewReads(yield* Clock.currentTimeMillis, hasApps)
  return [...firstReads, ...accountReads(language), ...ofOverview, ...(yield* overviewPanelReads)]
})

/** What the page keeps of its person's choices (packages/dashboard page/keep.ts). */
const keptIn = (cookies: Readonly<Record<string, string>>, what: "language" | "theme") =>
  cookies[`__Host-storeglass-${what}`] ?? cookies[`storeglass_${what}`]

/** The one document of all pages. */
export const dashboardPage = (config: AccountConfig) =>
  Effect.gen(function* () {
    const { page: first } = yield* HttpRouter.params
    // What looks like a route of the API or a file and isn't one.
    if (first === "api" || first === "assets" || first === "hooks") return yield* noSuchRoute
    const built = yield* page
    const { cookies } = yield* HttpServerRequest.HttpServerRequest
    const { gateway } = yield* Operations
    const nonce = randomToken()
    // The page asks again; until then it's reason enough to fetch what it needs. Without the database it comes all the same.
    const signedIn = yield* SignedIn
    const session = yield* Effect.orElseSucceed(signedIn.find(cookies), () => undefined)
    const isOverview = first === undefined
    const language = yield* languageFor(languageOf(session?.person.language ?? keptIn(cookies, "language")), config)
    const html = pageHtml(built, {
      product: productOf(config),
      language,
      theme: themeOf(keptIn(cookies, "theme")),
      nonce,
      version: gateway.version,
      sandbox: gateway.sandbox,
      soon:
        session === undefined
          ? []
          : [...(isOverview ? built.signedIn.first : built.signedIn.all), ...built.wordsOf(language)],
      reads: session === undefined ? [] : yield* readsOf(session, language, isOverview)
    })
    return HttpServerResponse.text(html, {
      contentType: "text/html; charset=utf-8",
      headers: {
        ...apart,
        "content-security-policy": policyOf(nonce),
        "cache-control": "no-store",
        vary: "Cookie, Accept-Language"
      }
    })
  })

const takesBrotli = (header: string | undefined) =>
  header !== undefined && /(^|[\s,])br(\s*;\s*q=(?!0(\.0*)?\s*(,|$))[\d.]+)?\s*(,|$)/i.test(header)

/** A script or style of the page: its name has its hash, so it's kept for ever. */
export const dashboardFile = Effect.gen(function* () {
  const { file: name = "" } = yield* HttpRouter.params
  const built = yield* page
  const file = built.file(name)
  if (file === undefined) return yield* new NotFound("no such file; the page was built anew, so reload it")
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const encoded = file.brotli !== undefined && takesBrotli(headers["accept-encoding"]) ? file.brotli : undefined
  return HttpServerResponse.uint8Array(encoded ?? file.body, {
    contentType: file.type,
    headers: {
      ...apart,
      "cache-control": "public, max-age=31536000, immutable",
      vary: "Accept-Encoding",
      etag: file.etag,
      ...(encoded === undefined ? {} : { "content-encoding": "br" })
    }
  })
})
