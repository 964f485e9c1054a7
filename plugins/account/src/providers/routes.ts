import {
  asDocumented,
  Directory,
  Forbidden,
  InvalidInput,
  NotFound,
  Operations,
  PayloadTooLarge,
  rawRoute,
  ServiceUnavailable,
  SessionRequired
} from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { HttpRouter, HttpServerRequest, type HttpServerResponse } from "effect/http"
import { SqlClient } from "effect/sql"
import { Asked, Entered } from "../answers.ts"
import type { AccountConfig } from "../config.ts"
import { Confirming } from "../confirming/Confirming.ts"
import { changes, fresh, ownRoute, session } from "../dashboard.ts"
import { ConfirmationNeeded, ConfirmOtherwise, SignUpClosed } from "../errors.ts"
import { jsonRoute } from "../jsonRoute.ts"
import { Notices } from "../mail/Notices.ts"
import { languages } from "../mail/texts.ts"
import { isHere } from "../page/here.ts"
import { relyingPartyOf } from "../passkeys/relyingParty.ts"
import { asking, dataOf, fromOwnPage, languageFor, within } from "../request.ts"
import { common, entered, mailAsked, shared } from "../routes.ts"
import { RoundTrips } from "../signIn/RoundTrips.ts"
import { sessionProblemOf } from "../signIn/SignedIn.ts"
import { demoEmail } from "../signIn/SigningIn.ts"
import { keepsAWayIn, sendsMail } from "../signIn/ways.ts"
import { IdentityTaken, LastWayIn, ProviderRefused } from "./errors.ts"
import { Identities } from "./Identities.ts"
import { isOwnPath, linkedAs, Providers } from "./Providers.ts"
import { callbackPage, callbackScript } from "./page.ts"

const optional = Schema.optionalKey

const Ways = Schema.Struct({
  signUp: Schema.Literals(["open", "domains", "invite", "closed"]),
  mail: Schema.Boolean,
  providers: Schema.Array(Schema.Struct({ id: Schema.String, name: Schema.String })),
  needsFactor: Schema.Boolean.annotate({
    description: "This browser is signed in but for the second factor, by a mail's link or a provider."
  }),
  passkeys: Schema.Struct({ available: Schema.Boolean, reason: Schema.NullOr(Schema.String) }),
  sessions: Schema.Struct({ available: Schema.Boolean, reason: Schema.NullOr(Schema.String) }).annotate({
    description: "Whether browsers keep anybody signed in at this address."
  }),
  demo: Schema.Boolean,
  outbox: Schema.NullOr(Schema.String).annotate({ description: "Where the sandbox shows its mails." })
}).annotate({ identifier: "Ways" })
const Address = Schema.Struct({ address: Schema.String.annotate({ description: "What to open." }) })
const returnTo = { returnTo: Schema.String }
const Finished = Schema.Union([
  Schema.Struct({ ...Entered.fields, ...returnTo }),
  Schema.Struct({ ...Asked.fields, signedIn: Schema.Literal(false), needs: Schema.Literal("mail"), ...returnTo }),
  Schema.Struct({ linked: Schema.Literal(true), ...returnTo }),
  Schema.Struct({ confirmed: Schema.Literal(true), ...returnTo })
])
const OwnPath = Schema.String.check(
  Schema.makeFilter((text: string) =>
    isOwnPath(text) ? undefined : "must be a path of this gateway such as /dashboard, 2000 characters at most"
  )
)
const Begin = Schema.Struct({ returnTo: optional(OwnPath), language: optional(Schema.Literals(languages)) })
const Parameter = Schema.String.check(Schema.isMaxLength(4096))
const Returned = Schema.Struct({
  state: Schema.String.check(Schema.isMaxLength(128)),
  code: optional(Parameter),
  iss: optional(Parameter),
  error: optional(Parameter)
})

const noProvider = new NotFound("no such provider; GET /auth/ways lists them")

/** Sends the browser on its way, with what it must come back with. */
const begun = Effect.fnUntraced(function* (
  config: AccountConfig,
  { confirm, language, link, returnTo }: typeof Begin.Type & { readonly link?: string; readonly confirm?: string }
) {
  const { id = "" } = yield* HttpRouter.params
  const { begin } = yield* Providers
  const { setCookie } = yield* RoundTrips
  const chosen = yield* languageFor(language, config)
  const way = yield* begin({
    id,
    returnTo,
    language: chosen,
    ...(link === undefined ? {} : { link }),
    ...(confirm === undefined ? {} : { confirm })
  })
  if (way === undefined) return yield* noProvider
  return dataOf({ address: way.address }, 200, (response) => setCookie(response, "provider", way.cookie))
})

/** Ways in through identity providers. */
export const providerRoutes = (config: AccountConfig) => [
  jsonRoute({
    ...shared,
    id: "ways",
    method: "GET",
    path: "/auth/ways",
    answer: Ways,
    errors: [ServiceUnavailable],
    summary: "Ways to sign up and in",
    description:
      "For the sign-in page: who may sign up, whether mail goes out, the identity providers, whether passkeys and sessions work here and if not why, whether this browser is signed in but for the second factor, and, to this machine alone, whether a sandbox has a demo account to go on as and where it shows its mails.",
    handler: () =>
      Effect.gen(function* () {
        const { all } = yield* Providers
        const { gateway } = yield* Operations
        const { client } = yield* asking
        const { cookies, headers } = yield* HttpServerRequest.HttpServerRequest
        const directory = yield* Directory
        const { needsFactor } = yield* Confirming
        const here = isHere(gateway, client, headers)
        const party = relyingPartyOf(gateway.url)
        const sessionProblem = sessionProblemOf(gateway.url)
        return dataOf({
          signUp: config.signUp ?? "open",
          mail: yield* sendsMail,
          providers: all.map(({ id, name }) => ({ id, name })),
          passkeys: "id" in party ? { available: true, reason: null } : { available: false, reason: party.reason },
          sessions: { available: sessionProblem === undefined, reason: sessionProblem ?? null },
          needsFactor: yield* asDocumented(needsFactor(cookies)),
          demo: here && (yield* directory.accountByEmail(demoEmail)) !== undefined,
          outbox: here ? (gateway.pages?.find(({ title }) => title === "Mail")?.url ?? null) : null
        })
      })
  }),
  jsonRoute({
    ...shared,
    id: "beginProvider",
    method: "POST",
    path: "/auth/providers/:id/begin",
    payload: Begin,
    answer: Address,
    errors: [Forbidden, InvalidInput, NotFound, PayloadTooLarge, ServiceUnavailable],
    summary: "Sign in by a provider",
    description:
      "Gives the `address` to open, and a cookie without which nobody comes back. `returnTo` is the page of this gateway to go to after.",
    handler: ({ payload }) =>
      Effect.gen(function* () {
        yield* fromOwnPage
        return yield* begun(config, yield* payload)
      })
  }),
  rawRoute({
    // A provider may add what it likes to its query.
    ...shared,
    id: "providerPage",
    method: "GET",
    path: "/auth/providers/:id/callback",
    answers: { kind: "file" },
    errors: [],
    summary: "Page that providers send people back to",
    description: "Posts what they come back with.",
    handler: callbackPage(config)
  }),
  rawRoute({
    ...shared,
    query: [],
    id: "providerScript",
    method: "GET",
    path: "/auth/providers.js",
    answers: { kind: "file" },
    errors: [],
    summary: "Script of that page",
    description: "Posts `state`, `code`, `iss` and `error`.",
    handler: callbackScript
  }),
  jsonRoute({
    ...shared,
    id: "finishProvider",
    method: "POST",
    path: "/auth/providers/:id",
    payload: Returned,
    answer: Finished,
    errors: [...common, ConfirmOtherwise, IdentityTaken, ProviderRefused, SessionRequired, SignUpClosed],
    summary: "Come back from a provider",
    description:
      "Takes what the provider sent along, in the browser that began, once. Begins a session; or links the provider or confirms who is signed in, if that was begun; or, with 202 and `needs: mail`, asks to confirm an address that the provider's word doesn't prove.",
    handler: ({ payload }) =>
      Effect.gen(function* () {
        yield* fromOwnPage
        const returned = yield* payload
        const { id = "" } = yield* HttpRouter.params
        const { finish } = yield* Providers
        const { clearCookie } = yield* RoundTrips
        const finished = yield* asDocumented(finish({ ...(yield* asking), id, returned }))
        const { returnTo } = finished
        const cleared = (response: HttpServerResponse.HttpServerResponse) => clearCookie(response, "provider")
        switch (finished.kind) {
          case "entered": {
            const told = yield* entered(finished.entered)
            return within({ ...told, data: { ...told.data, returnTo } }, cleared)
          }
          case "mail": {
            const told = yield* mailAsked(finished.asked)
            return within(
              { ...told, data: { ...told.data, signedIn: false, needs: "mail", returnTo } as const },
              cleared
            )
          }
          case "confirmed":
            return dataOf({ confirmed: true, returnTo }, 200, cleared)
          default:
            return dataOf({ linked: true, returnTo }, 200, cleared)
        }
      })
  }),
  jsonRoute({
    ...shared,
    id: "confirmByProvider",
    method: "POST",
    path: "/auth/confirm/providers/:id",
    payload: Begin,
    answer: Address,
    errors: [...common, ConfirmOtherwise, NotFound, SessionRequired],
    summary: "Confirm by a provider that it's you",
    description:
      "For who has nothing else to confirm by. Gives the `address` to open, and a cookie without which nobody comes back; `returnTo` is the page of this gateway to go to after.",
    handler: ({ payload }) =>
      Effect.gen(function* () {
        yield* fromOwnPage
        const wanted = yield* payload
        const { id = "" } = yield* HttpRouter.params
        const { mayBegin } = yield* Confirming
        const confirm = yield* asDocumented(mayBegin(yield* asking, id))
        return yield* begun(config, { ...wanted, confirm })
      })
  }),
  jsonRoute({
    ...ownRoute,
    ...fresh,
    id: "linkProvider",
    method: "POST",
    path: "/dashboard/api/providers/:id/link",
    payload: Begin,
    answer: Address,
    errors: [...changes, ConfirmationNeeded, NotFound],
    summary: "Link a provider",
    description: "Gives the `address` to open; who comes back from there can sign in with it from then on.",
    handler: ({ payload }) =>
      Effect.gen(function* () {
        const { id } = yield* session
        return yield* begun(config, { ...(yield* payload), link: id })
      })
  }),
  jsonRoute({
    ...ownRoute,
    ...fresh,
    id: "unlinkIdentity",
    method: "DELETE",
    path: "/dashboard/api/identities/:id",
    answer: Schema.Struct({ unlinked: Schema.Literal(true) }),
    errors: [...changes, ConfirmationNeeded, LastWayIn, NotFound],
    summary: "Unlink a provider",
    description: "Takes the `id` that `GET /dashboard/api/me` gives of it. The last way to sign in stays.",
    handler: () =>
      Effect.gen(function* () {
        const { person } = yield* session
        const { id = "" } = yield* HttpRouter.params
        const identities = yield* Identities
        const { all } = yield* Providers
        const { client } = yield* asking
        const { wayChanged } = yield* Notices
        const sql = yield* SqlClient.SqlClient
        return yield* asDocumented(
          sql.withTransaction(
            Effect.gen(function* () {
              const gone = yield* identities.unlink(person.id, id)
              if (gone === undefined) return yield* new NotFound("no such identity of yours")
              yield* keepsAWayIn(person.id)
              const way = all.find(({ issuer }) => issuer === gone.issuer)?.name ?? gone.issuer
              const change = { kind: "provider-unlinked", personId: person.id, client, way } as const
              yield* wayChanged({ ...change, before: linkedAs(gone) })
              return dataOf({ unlinked: true })
            })
          )
        )
      })
  })
]

/** The providers that someone is linked to; `id` and `name` are null where the config has them no more. */
export const linkedOf = Effect.fnUntraced(function* (personId: string) {
  const identities = yield* Identities
  const { all } = yield* Providers
  const iso = (ms: number) => new Date(ms).toISOString()
  return (yield* identities.list(personId)).map(({ email, id, issuer, linkedMs, usedMs }) => {
    const provider = all.find((each) => each.issuer === issuer)
    return {
      id,
      provider: provider?.id ?? null,
      name: provider?.name ?? null,
      issuer,
      email,
      linkedAt: iso(linkedMs),
      lastUsedAt: usedMs === null ? null : iso(usedMs)
    }
  })
})
