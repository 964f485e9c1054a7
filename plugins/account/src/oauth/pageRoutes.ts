import {
  asDocumented,
  Directory,
  Exchange,
  Forbidden,
  isApiFailure,
  Operations,
  rawRoute,
  ServiceUnavailable,
  Sessions
} from "@storeglass/plugin-api"
import { Effect, Option, Schema } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import type { AccountConfig } from "../config.ts"
import { isSame } from "../crypto.ts"
import type { TooManyAttempts } from "../errors.ts"
import { productOf } from "../mail/links.ts"
import { asset, styleText } from "../mail/mailPage.ts"
import { relyingPartyOf } from "../passkeys/relyingParty.ts"
import { type Membership, Persons } from "../persons/Persons.ts"
import { Secrets } from "../persons/Secrets.ts"
import { Providers } from "../providers/Providers.ts"
import { asking, bodyBytesMax, Email, emailOf, fromOwnPage, languageFor } from "../request.ts"
import { onlyHere } from "../routes.ts"
import { RoundTrips } from "../signIn/RoundTrips.ts"
import { isLoopback, SignedIn, type SignedInSession } from "../signIn/SignedIn.ts"
import { type Entered, SigningIn } from "../signIn/SigningIn.ts"
import { sendsMail } from "../signIn/ways.ts"
import { Issuer } from "../tokens/Issuer.ts"
import { ClientUnknown } from "./Clients.ts"
import { Codes } from "./Codes.ts"
import {
  brokenPage,
  codePage,
  consentPage,
  consentPath,
  factorPage,
  leavingPage,
  linkTo,
  noAccountPage,
  type PageOf,
  providerPage,
  signInPage,
  signInPath,
  stylePath
} from "./pages.ts"
import { redirectTo } from "./redirects.ts"
import { type AuthorizationRequest, authorizationRequest, Redirected } from "./requests.ts"
import { pageStyle } from "./style.ts"
import type { Problem } from "./words.ts"

const shared = { access: "public", price: 0, tool: false, answers: { kind: "file" } } as const
const formBody = {
  kind: "bytes",
  bytesMax: bodyBytesMax,
  contentTypes: ["application/x-www-form-urlencoded"]
} as const

const form = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  return new URLSearchParams(yield* Effect.orDie(request.text))
})

/** What became of a form that couldn't be taken. */
interface Refused {
  readonly problem: Problem
  readonly status: number
}
const wrong = (word: Problem["word"], status: number, values?: Problem["values"]): Refused => ({
  problem: { word, ...(values === undefined ? {} : { values }) },
  status
})
const tooMany = ({ retryAfterSeconds = 60 }: { readonly retryAfterSeconds?: number | undefined }) =>
  wrong("tooMany", 429, { minutes: String(Math.ceil(retryAfterSeconds / 60)) })

const seeOther = (location: string) =>
  HttpServerResponse.empty({ status: 303, headers: { location, "cache-control": "no-store" } })

/** Toolsets that there are: plugins with operations that keys open. */
const toolsets = Effect.map(Operations, ({ all, plugins }) => {
  const used = new Set(all.filter(({ access, hints }) => access === "key" && !hints.hidden).map(({ plugin }) => plugin))
  return plugins.filter(({ id }) => used.has(id)).toSorted((a, b) => (a.id < b.id ? -1 : 1))
})

/** How far someone has come: signed in, past the second factor, in an account. */
const whoLooks = Effect.gen(function* () {
  const { cookies, headers } = yield* HttpServerRequest.HttpServerRequest
  const signedIn = yield* SignedIn
  const persons = yield* Persons
  const sessions = yield* Sessions
  const session = yield* signedIn.find(cookies)
  if (session === undefined) return { step: "sign-in" } as const
  const memberships = yield* persons.memberships(session.person.id)
  if (memberships.length === 0) return { step: "no-account", session } as const
  const resolved = yield* sessions.resolve({ headers, cookies })
  if (Option.isNone(resolved)) return { step: "factor", session } as const
  return { step: "consent", session, memberships, accountId: resolved.value.accountId } as const
})

/** Stands for the session and for what it was asked, so that a page sent for one request says nothing of another. */
const csrfOf = Effect.fnUntraced(function* ({ tokenHash }: SignedInSession, { query }: AuthorizationRequest) {
  const { mark } = yield* Secrets
  return mark("consent", `${tokenHash}\n${query}`)
})

/** The page that is next for whoever looks at it. */
const nextPage = (config: AccountConfig) =>
  Effect.fnUntraced(function* (request: AuthorizationRequest, refused?: Refused, email?: string) {
    const { gateway } = yield* Operations
    const language = yield* languageFor(undefined, config)
    const of: PageOf = { language, product: productOf(config), problem: refused?.problem, status: refused?.status }
    const who = yield* whoLooks
    if (who.step === "sign-in") {
      const demo = gateway.sandbox && isLoopback(new URL(gateway.url).hostname)
      const { all } = yield* Providers
      return signInPage({ ...of, request, email, demo, mail: yield* sendsMail, providers: all })
    }
    const { person } = who.session
    if (who.step === "no-account") return noAccountPage({ ...of, email: person.email, query: request.query })
    if (who.step === "factor") {
      return factorPage({ ...of, request, email: person.email, passkeys: "id" in relyingPartyOf(gateway.url) })
    }
    const directory = yield* Directory
    const accounts = yield* Effect.forEach(
      who.memberships,
      ({ accountId, role }) =>
        Effect.map(directory.account(accountId), (account) => ({
          id: accountId,
          name: account?.email ?? accountId,
          plan: account?.plan ?? "free",
          isViewer: role === "viewer",
          isChosen: accountId === who.accountId
        })),
      { concurrency: 4 }
    )
    return consentPage({
      ...of,
      request,
      accounts,
      email: person.email,
      csrf: yield* csrfOf(who.session, request),
      toolsets: yield* toolsets
    })
  })

/** The request of an app, or the page or address that says what is wrong with it. */
const asked =
  (config: AccountConfig) =>
  <R>(
    answer: (
      request: AuthorizationRequest
    ) => Effect.Effect<HttpServerResponse.HttpServerResponse, Forbidden | ServiceUnavailable, R>
  ) =>
    Effect.gen(function* () {
      const { url } = yield* Issuer
      const { client } = yield* Exchange
      const request = yield* asDocumented(authorizationRequest(url, client.network)).pipe(
        Effect.catchTags({
          ClientUnknown: (unknown) => Effect.succeed(unknown),
          Redirected: (told) => Effect.succeed(told),
          TOO_MANY_ATTEMPTS: (failure) => Effect.succeed(failure)
        })
      )
      if (request instanceof Redirected) {
        return HttpServerResponse.empty({
          status: 302,
          headers: { location: request.location, "cache-control": "no-store" }
        })
      }
      if (request instanceof ClientUnknown || isApiFailure(request)) {
        const language = yield* languageFor(undefined, config)
        const status = isApiFailure(request) ? request.status : 400
        return brokenPage({ language, product: productOf(config), status, why: request.message })
      }
      return yield* answer(request)
    })

/** Signed in: on to the page that is next, by GET, with the cookies. */
const entered = Effect.fnUntraced(function* ({ cookie, person }: Entered, query: string) {
  const signedIn = yield* SignedIn
  const { cookies } = yield* asking
  return signedIn.rememberBrowser(
    signedIn.setCookie(seeOther(linkTo(consentPath, query)), cookie),
    cookies,
    person.email
  )
})

const signInByForm = (config: AccountConfig) =>
  Effect.fnUntraced(function* (request: AuthorizationRequest) {
    yield* fromOwnPage
    const given = yield* form
    const field = (name: string) => given.get(name) ?? ""
    const signingIn = yield* SigningIn
    const signedIn = yield* SignedIn
    const who = yield* asking
    const { query } = request
    const email = emailOf(field("email"))
    const again = (refused: Refused) => nextPage(config)(request, refused, email)
    const language = yield* languageFor(undefined, config)
    const askCode = (ticket: string, refused?: Refused) =>
      codePage({
        language,
        product: productOf(config),
        problem: refused?.problem,
        status: refused?.status,
        request,
        email,
        ticket
      })
    switch (field("step")) {
      case "out": {
        yield* signedIn.end(who.cookies)
        return signedIn.clearCookie(seeOther(linkTo(consentPath, query)))
      }
      case "demo": {
        yield* Effect.mapError(onlyHere, ({ message }) => new Forbidden(message))
        const demo = yield* signingIn.asDemo(who)
        return demo === undefined ? yield* again(wrong("busy", 400)) : yield* entered(demo, query)
      }
      case "provider": {
        const { all, begin } = yield* Providers
        const { setCookie } = yield* RoundTrips
        const id = field("provider")
        const way = yield* begin({ id, returnTo: `${consentPath}?${query}`, language })
        if (way === undefined) return yield* again(wrong("busy", 400))
        const name = all.find((each) => each.id === id)?.name ?? id
        const leaving = (yield* takesPages)
          ? providerPage({ language, product: productOf(config), name, location: way.address })
          : seeOther(way.address)
        return setCookie(leaving, "provider", way.cookie)
      }
      case "factor":
        return yield* signingIn.byFactor({ ...who, code: field("code").trim() }).pipe(
          Effect.flatMap((session) => entered(session, query)),
          Effect.catchTags({
            FACTOR_REFUSED: () => again(wrong("wrongFactor", 401)),
            SESSION_REQUIRED: () => again(wrong("expired", 401)),
            TOO_MANY_ATTEMPTS: (failure: TooManyAttempts) => again(tooMany(failure))
          })
        )
      case "code": {
        const ticket = field("ticket")
        const code = field("code").replaceAll(" ", "")
        const isWhole = /^[A-Za-z0-9_-]{43}$/.test(ticket) && /^\d{8}$/.test(code)
        if (!isWhole) return askCode(ticket, wrong("wrongCode", 400))
        return yield* signingIn.byMail({ ...who, shown: { ticket, code }, password: undefined }).pipe(
          Effect.flatMap((session) => entered(session, query)),
          Effect.catchTags({
            PROOF_INVALID: () => Effect.succeed(askCode(ticket, wrong("wrongCode", 401))),
            PASSWORD_REFUSED: () => Effect.succeed(askCode(ticket, wrong("wrongCode", 401)))
          })
        )
      }
      default: {
        if (!isEmail(email)) return yield* again(wrong("wrongEmail", 400))
        if (field("way") === "mail") {
          return yield* signingIn.askMail({ ...who, purpose: "sign-in", email, language }).pipe(
            Effect.map(({ ticket }) => signedIn.rememberAsked(askCode(ticket), ticket)),
            Effect.catchTag("TOO_MANY_ATTEMPTS", (failure) => again(tooMany(failure)))
          )
        }
        return yield* signingIn.byPassword({ ...who, email, password: field("password").slice(0, 1024) }).pipe(
          Effect.flatMap((session) => entered(session, query)),
          Effect.catchTags({
            SIGN_IN_REFUSED: () => again(wrong("wrong", 401)),
            SIGN_IN_BY_MAIL: () => again(wrong("locked", 403)),
            TOO_MANY_ATTEMPTS: (failure) => again(tooMany(failure))
          })
        )
      }
    }
  })
const isEmail = Schema.is(Email)

/** Whether it's a browser: other clients get redirects, where those get pages that lead on. */
const takesPages = Effect.map(HttpServerRequest.HttpServerRequest, ({ headers }) =>
  /\btext\/html\b/i.test(headers.accept ?? "")
)

/** On to the app: browsers by a page, which opens apps on their machine too; other clients by a redirect. */
const leave = Effect.fnUntraced(function* (config: AccountConfig, app: string, location: string) {
  if (!(yield* takesPages)) return seeOther(location)
  return leavingPage({ language: yield* languageFor(undefined, config), product: productOf(config), app, location })
})

const decide = (config: AccountConfig) =>
  Effect.fnUntraced(function* (request: AuthorizationRequest) {
    yield* fromOwnPage
    const who = yield* whoLooks
    if (who.step !== "consent") return seeOther(linkTo(consentPath, request.query))
    const given = yield* form
    const { challenge, client, redirectUri, refreshes, scopes, state } = request
    if (!isSame(given.get("csrf") ?? "", yield* csrfOf(who.session, request))) {
      return yield* nextPage(config)(request, wrong("expired", 403))
    }
    const { url } = yield* Issuer
    const tell = (answer: Readonly<Record<string, string>>) =>
      leave(config, client.name, redirectTo(redirectUri, { ...answer, state, iss: url }))
    if (given.get("decision") !== "allow") return yield* tell({ error: "access_denied" })
    const membership: Membership | undefined = who.memberships.find(
      ({ accountId }) => accountId === (given.get("account") ?? who.accountId)
    )
    if (membership === undefined) return yield* nextPage(config)(request, wrong("expired", 403))
    const all = (yield* toolsets).map(({ id }) => id)
    const chosen = all.filter((id) => given.getAll("toolset").includes(id))
    if (chosen.length === 0 && all.length > 0) return yield* nextPage(config)(request, wrong("noToolsets", 400))
    const writes = given.get("write") === "yes" && membership.role !== "viewer"
    const codes = yield* Codes
    const code = yield* codes.grant({
      accountId: membership.accountId,
      personId: who.session.person.id,
      clientId: client.id,
      clientName: client.name,
      clientHost: client.host,
      scopes: scopes.filter((scope) => scope !== "write" || writes),
      toolsets: chosen.length === all.length ? null : chosen,
      redirectUri,
      challenge,
      refreshes
    })
    return yield* tell({ code })
  })

const errors = [Forbidden, ServiceUnavailable] as const

/** The pages on the way to a grant. */
export const pageRoutes = (config: AccountConfig) => [
  rawRoute({
    ...shared,
    id: "authorize",
    method: "GET",
    path: consentPath,
    errors,
    summary: "Connect an app",
    description:
      "Where an MCP client sends the browser of whoever connects it (OAuth 2.1: code, S256, `resource`). Asks them to sign in, for the second factor, and then whether they allow it.",
    handler: asked(config)((request) => asDocumented(nextPage(config)(request)))
  }),
  rawRoute({
    ...shared,
    id: "consent",
    method: "POST",
    path: consentPath,
    body: formBody,
    errors,
    summary: "Allow an app, or don't",
    description: "The form of that page. It leads back to the app with a code, or with `access_denied`.",
    handler: asked(config)((request) => asDocumented(decide(config)(request)))
  }),
  rawRoute({
    ...shared,
    id: "signInForm",
    method: "POST",
    path: signInPath,
    body: formBody,
    errors,
    summary: "Sign in on the way to that page",
    description:
      "Its forms for password, code of a mail, and second factor. Leads back to it with the session's cookie.",
    handler: asked(config)((request) => asDocumented(signInByForm(config)(request)))
  }),
  rawRoute({
    ...shared,
    id: "pageStyle",
    method: "GET",
    path: stylePath,
    query: [],
    errors: [],
    summary: "Style of these pages",
    description: "What they look like.",
    handler: asset(`${styleText}${pageStyle}`, "text/css; charset=utf-8")
  })
]
