import {
  asDocumented,
  Exchange,
  Forbidden,
  InvalidInput,
  NotFound,
  Operations,
  PayloadTooLarge,
  rawRoute,
  ServiceUnavailable,
  SessionRequired,
  StoredText
} from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { HttpServerRequest } from "effect/http"
import { SqlClient } from "effect/sql"
import { Asked, Entered as EnteredShown } from "./answers.ts"
import type { AccountConfig } from "./config.ts"
import {
  FactorRefused,
  PasswordRefused,
  ProofInvalid,
  SignInByMail,
  SignInRefused,
  SignUpClosed,
  TooManyAttempts
} from "./errors.ts"
import { jsonRoute } from "./jsonRoute.ts"
import { mailPage, mailScript, mailStyle } from "./mail/mailPage.ts"
import { languages } from "./mail/texts.ts"
import { isHere } from "./page/here.ts"
import { asking, dataOf, digitsOf, Email, emailOf, fromOwnPage, languageFor, MailCode, tokenOf } from "./request.ts"
import { SignedIn } from "./signIn/SignedIn.ts"
import { type Entered, type MailAsked, SigningIn } from "./signIn/SigningIn.ts"
import { PersonAudit } from "./team/PersonAudit.ts"

const optional = Schema.optionalKey
const Language = Schema.Literals(languages)
// What is sent may be longer than what is taken: that is told as a problem of the password, not of the form.
export const Password = Schema.String.check(Schema.isMaxLength(1024))

const SignUp = Schema.Struct({
  email: Email,
  password: Password,
  name: optional(StoredText({ max: 100, description: "What to call them." })),
  language: optional(Language)
})
const SignIn = Schema.Struct({ email: Email, password: Password })
const AskMail = Schema.Struct({ email: Email, language: optional(Language) })
const Code = Schema.Struct({ code: Schema.String.check(Schema.isMinLength(6), Schema.isMaxLength(20)) })
const Token = tokenOf("a mail")
const Proof = Schema.Union([
  Schema.Struct({ token: Token, password: optional(Password) }),
  Schema.Struct({
    ticket: Token,
    code: MailCode,
    password: optional(Password)
  })
])

export const shared = { access: "public", price: 0, tool: false } as const
export const common = [Forbidden, InvalidInput, PayloadTooLarge, ServiceUnavailable, TooManyAttempts] as const

// As the host says of any address that it doesn't know.
export const noSuchRoute = new NotFound("no such route; GET /openapi.json lists them all")

/** Refuses whoever isn't on the machine of a sandbox, by a name of that machine. */
export const onlyHere = Effect.gen(function* () {
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const { client } = yield* Exchange
  const { gateway } = yield* Operations
  if (headers.origin === undefined || !isHere(gateway, client, headers)) return yield* noSuchRoute
})

export const mailAsked = ({ expiresMs, ticket }: MailAsked) =>
  SignedIn.use((signedIn) =>
    Effect.sync(() =>
      dataOf({ ticket, expiresAt: new Date(expiresMs).toISOString() }, 202, (response) =>
        signedIn.rememberAsked(response, ticket)
      )
    )
  )

/** Signed in: the cookie is in the headers, and nothing that opens anything in the body. */
export const entered = Effect.fnUntraced(function* ({ cookie, needs, person }: Entered) {
  const signedIn = yield* SignedIn
  const { cookies } = yield* asking
  const shown = { id: person.id, email: person.email, name: person.name }
  return dataOf({ signedIn: needs !== "factor", needs, person: shown }, 200, (response) =>
    signedIn.rememberBrowser(signedIn.setCookie(response, cookie), cookies, person.email)
  )
})

/** The ways in and out, for pages and for clients with a cookie jar. */
export const routes = (config: AccountConfig) => [
  jsonRoute({
    ...shared,
    id: "signUp",
    method: "POST",
    path: "/auth/sign-up",
    payload: SignUp,
    answer: Asked,
    errors: [...common, PasswordRefused, SignUpClosed],
    summary: "Sign up",
    description:
      "Mails a link and a code that confirm the address. The answer is the same for an address with an account.",
    handler: ({ payload }) =>
      Effect.gen(function* () {
        yield* fromOwnPage
        const { email, language, name, password } = yield* payload
        const { signUp } = yield* SigningIn
        return yield* mailAsked(
          yield* asDocumented(
            signUp({
              ...(yield* asking),
              email: emailOf(email),
              password,
              name: name ?? "",
              language: yield* languageFor(language, config)
            })
          )
        )
      })
  }),
  jsonRoute({
    ...shared,
    id: "signIn",
    method: "POST",
    path: "/auth/sign-in",
    payload: SignIn,
    answer: EnteredShown,
    errors: [...common, SignInRefused, SignInByMail],
    summary: "Sign in by password",
    description: "Begins a session, in a cookie.",
    handler: ({ payload }) =>
      Effect.gen(function* () {
        yield* fromOwnPage
        const { email, password } = yield* payload
        const { byPassword } = yield* SigningIn
        return yield* entered(yield* asDocumented(byPassword({ ...(yield* asking), email: emailOf(email), password })))
      })
  }),
  ...(["sign-in", "reset"] as const).map((purpose) =>
    jsonRoute({
      ...shared,
      id: purpose === "reset" ? "askReset" : "askSignIn",
      method: "POST",
      path: purpose === "reset" ? "/auth/mail/reset" : "/auth/mail/sign-in",
      payload: AskMail,
      answer: Asked,
      errors: common,
      summary: purpose === "reset" ? "Forgotten password" : "Sign in by mail",
      description: "Mails a link and a code. The answer is the same for an address without an account.",
      handler: ({ payload }) =>
        Effect.gen(function* () {
          yield* fromOwnPage
          const { email, language } = yield* payload
          const { askMail } = yield* SigningIn
          return yield* mailAsked(
            yield* asDocumented(
              askMail({
                ...(yield* asking),
                purpose,
                email: emailOf(email),
                language: yield* languageFor(language, config)
              })
            )
          )
        })
    })
  ),
  jsonRoute({
    ...shared,
    id: "prove",
    method: "POST",
    path: "/auth/mail",
    payload: Proof,
    answer: EnteredShown,
    errors: [...common, PasswordRefused, ProofInvalid],
    summary: "Use a mail's link or code",
    description:
      "Confirms an address, signs in or sets a new password, and begins a session: by the token of a link, or by a code and the ticket of the request that asked for it. `needs: password`: the link was opened in another browser than the one that signed up, whose password isn't taken; choose one.",
    handler: ({ payload }) =>
      Effect.gen(function* () {
        yield* fromOwnPage
        const proof = yield* payload
        const { byMail } = yield* SigningIn
        const shown = "token" in proof ? { token: proof.token } : { ticket: proof.ticket, code: digitsOf(proof.code) }
        return yield* entered(yield* asDocumented(byMail({ ...(yield* asking), shown, password: proof.password })))
      })
  }),
  jsonRoute({
    ...shared,
    id: "giveFactor",
    method: "POST",
    path: "/auth/factor",
    payload: Code,
    answer: EnteredShown,
    errors: [...common, FactorRefused, SessionRequired],
    summary: "Give the second factor",
    description: "Takes a code of the authenticator app or a backup code. The session gets a new cookie.",
    handler: ({ payload }) =>
      Effect.gen(function* () {
        yield* fromOwnPage
        const { code } = yield* payload
        const { byFactor } = yield* SigningIn
        return yield* entered(yield* asDocumented(byFactor({ ...(yield* asking), code })))
      })
  }),
  rawRoute({
    ...shared,
    query: [],
    id: "mailPage",
    method: "GET",
    path: "/auth/mail",
    answers: { kind: "file" },
    errors: [],
    summary: "Page behind mail links",
    description: "One button, which posts the token that the link has in its fragment.",
    handler: mailPage(config)
  }),
  rawRoute({
    ...shared,
    query: [],
    id: "mailScript",
    method: "GET",
    path: "/auth/mail.js",
    answers: { kind: "file" },
    errors: [],
    summary: "Script of that page",
    description: "Posts the token when the button is pressed.",
    handler: mailScript
  }),
  rawRoute({
    ...shared,
    query: [],
    id: "mailStyle",
    method: "GET",
    path: "/auth/mail.css",
    answers: { kind: "file" },
    errors: [],
    summary: "Style of that page",
    description: "What it looks like.",
    handler: mailStyle
  }),
  jsonRoute({
    ...shared,
    id: "demo",
    method: "POST",
    path: "/auth/demo",
    answer: EnteredShown,
    errors: [...common, NotFound],
    summary: "Sign in as the demo account",
    description: "In a sandbox, from this machine alone; anywhere else there's no such route.",
    handler: () =>
      Effect.gen(function* () {
        yield* onlyHere
        yield* fromOwnPage
        const { asDemo } = yield* SigningIn
        const demo = yield* asDocumented(asDemo(yield* asking))
        return yield* Effect.flatMap(demo === undefined ? Effect.fail(noSuchRoute) : Effect.succeed(demo), entered)
      })
  }),
  jsonRoute({
    ...shared,
    id: "signOut",
    method: "POST",
    path: "/auth/sign-out",
    answer: Schema.Struct({ signedIn: Schema.Literal(false) }),
    errors: [Forbidden, ServiceUnavailable],
    summary: "Sign out",
    description: "Ends the session of this browser.",
    handler: () =>
      Effect.gen(function* () {
        yield* fromOwnPage
        const signedIn = yield* SignedIn
        const sql = yield* SqlClient.SqlClient
        const audit = yield* PersonAudit
        const { cookies } = yield* asking
        yield* asDocumented(
          sql.withTransaction(
            Effect.gen(function* () {
              const found = yield* signedIn.find(cookies)
              yield* signedIn.end(cookies)
              if (found !== undefined) yield* audit.record({ personId: found.person.id, action: "account.signed-out" })
            })
          )
        )
        return dataOf({ signedIn: false }, 200, signedIn.clearCookie)
      })
  })
]
