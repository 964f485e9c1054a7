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
import { HttpRouter, HttpServerRequest } from "effect/http"
import { SqlClient } from "effect/sql"
import type { AccountConfig } from "../config.ts"
import { Confirming } from "../confirming/Confirming.ts"
import { changes, fresh, ownRoute, session } from "../dashboard.ts"
import { ConfirmationNeeded, ConfirmOtherwise, SignUpClosed } from "../errors.ts"
import { languages } from "../mail/texts.ts"
import { Notices } from "../Notices.ts"
import { isHere } from "../page/here.ts"
import { relyingPartyOf } from "../passkeys/relyingParty.ts"
import { RoundTrips } from "../RoundTrips.ts"
import { asking, bodyOf, dataOf, fromOwnPage, jsonBody, languageFor } from "../request.ts"
import { common, entered, mailAsked, shared } from "../routes.ts"
import { demoEmail } from "../SigningIn.ts"
import { keepsAWayIn, sendsMail } from "../ways.ts"
import { IdentityTaken, LastWayIn, ProviderRefused } from "./errors.ts"
import { Identities } from "./Identities.ts"
import { isOwnPath, linkedAs, Providers } from "./Providers.ts"
import { callbackPage, callbackScript } from "./page.ts"

const optional = Schema.optionalKey
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

// A provider may add what it likes.
const { query: _, ...anyQuery } = shared
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
  return setCookie(dataOf({ address: way.address }), "provider", way.cookie)
})

/** Ways in through identity providers. */
export const providerRoutes = (config: AccountConfig) => [
  rawRoute({
    ...shared,
    id: "ways",
    method: "GET",
    path: "/auth/ways",
    errors: [ServiceUnavailable],
    summary: "Ways to sign up and in",
    description:
      "For the sign-in page: who may sign up, whether mail goes out, the identity providers, whether passkeys can be had or why not, whether this browser is signed in but for the second factor, and, to this machine alone, whether a sandbox has a demo account to go on as and where it shows its mails.",
    handler: Effect.gen(function* () {
      const { all } = yield* Providers
      const { gateway } = yield* Operations
      const { client } = yield* asking
      const { cookies, headers } = yield* HttpServerRequest.HttpServerRequest
      const directory = yield* Directory
      const { needsFactor } = yield* Confirming
      const here = isHere(gateway, client, headers)
      const party = relyingPartyOf(gateway.url)
      return dataOf({
        signUp: config.signUp ?? "open",
        mail: yield* sendsMail,
        providers: all.map(({ id, name }) => ({ id, name })),
        passkeys: "id" in party ? { available: true, reason: null } : { available: false, reason: party.reason },
        needsFactor: yield* asDocumented(needsFactor(cookies)),
        demo: here && (yield* directory.accountByEmail(demoEmail)) !== undefined,
        outbox: here ? (gateway.pages?.find(({ title }) => title === "Mail")?.url ?? null) : null
      })
    })
  }),
  rawRoute({
    ...shared,
    id: "beginProvider",
    method: "POST",
    path: "/auth/providers/:id/begin",
    body: jsonBody,
    errors: [Forbidden, InvalidInput, NotFound, PayloadTooLarge, ServiceUnavailable],
    summary: "Sign in by a provider",
    description:
      "Gives the `address` to open, and a cookie without which nobody comes back. `returnTo` is the page of this gateway to go to after.",
    handler: Effect.gen(function* () {
      yield* fromOwnPage
      return yield* begun(config, yield* bodyOf(Begin))
    })
  }),
  rawRoute({
    ...anyQuery,
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
    id: "providerScript",
    method: "GET",
    path: "/auth/providers.js",
    answers: { kind: "file" },
    errors: [],
    summary: "Script of that page",
    description: "Posts `state`, `code`, `iss` and `error`.",
    handler: callbackScript
  }),
  rawRoute({
    ...shared,
    id: "finishProvider",
    method: "POST",
    path: "/auth/providers/:id",
    body: jsonBody,
    errors: [...common, ConfirmOtherwise, IdentityTaken, ProviderRefused, SessionRequired, SignUpClosed],
    summary: "Come back from a provider",
    description:
      "Takes what the provider sent along, in the browser that began, once. Begins a session; or links the provider or confirms who is signed in, if that was begun; or, with 202 and `needs: mail`, asks to confirm an address that the provider's word doesn't prove.",
    handler: Effect.gen(function* () {
      yield* fromOwnPage
      const returned = yield* bodyOf(Returned)
      const { id = "" } = yield* HttpRouter.params
      const { finish } = yield* Providers
      const { clearCookie } = yield* RoundTrips
      const finished = yield* asDocumented(finish({ ...(yield* asking), id, returned }))
      const { returnTo } = finished
      switch (finished.kind) {
        case "entered":
          return clearCookie(yield* entered(finished.entered, { returnTo }), "provider")
        case "mail":
          return clearCookie(yield* mailAsked(finished.asked, { signedIn: false, needs: "mail", returnTo }), "provider")
        case "confirmed":
          return clearCookie(dataOf({ confirmed: true, returnTo }), "provider")
        default:
          return clearCookie(dataOf({ linked: true, returnTo }), "provider")
      }
    })
  }),
  rawRoute({
    ...shared,
    id: "confirmByProvider",
    method: "POST",
    path: "/auth/confirm/providers/:id",
    body: jsonBody,
    errors: [...common, ConfirmOtherwise, NotFound, SessionRequired],
    summary: "Confirm by a provider that it's you",
    description:
      "For who has nothing else to confirm by. Gives the `address` to open, and a cookie without which nobody comes back; `returnTo` is the page of this gateway to go to after.",
    handler: Effect.gen(function* () {
      yield* fromOwnPage
      const wanted = yield* bodyOf(Begin)
      const { id = "" } = yield* HttpRouter.params
      const { mayBegin } = yield* Confirming
      const confirm = yield* asDocumented(mayBegin(yield* asking, id))
      return yield* begun(config, { ...wanted, confirm })
    })
  }),
  rawRoute({
    ...ownRoute,
    ...fresh,
    id: "linkProvider",
    method: "POST",
    path: "/dashboard/api/providers/:id/link",
    body: jsonBody,
    errors: [...changes, ConfirmationNeeded, NotFound],
    summary: "Link a provider",
    description: "Gives the `address` to open; who comes back from there can sign in with it from then on.",
    handler: Effect.gen(function* () {
      const { id } = yield* session
      return yield* begun(config, { ...(yield* bodyOf(Begin)), link: id })
    })
  }),
  rawRoute({
    ...ownRoute,
    ...fresh,
    id: "unlinkIdentity",
    method: "DELETE",
    path: "/dashboard/api/identities/:id",
    errors: [...changes, ConfirmationNeeded, LastWayIn, NotFound],
    summary: "Unlink a provider",
    description: "Takes the `id` that `GET /dashboard/api/me` gives of it. The last way to sign in stays.",
    handler: Effect.gen(function* () {
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
