import {
  type ServiceUnavailable as Away,
  Operations,
  ServiceUnavailable,
  SessionRequired
} from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Redacted, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { AccountConfig } from "../config.ts"
import { Confirming } from "../confirming/Confirming.ts"
import { challengeOf } from "../crypto.ts"
import { domainOf } from "../domain.ts"
import type { ConfirmOtherwise, SignUpClosed, TooManyAttempts } from "../errors.ts"
import { Notices } from "../mail/Notices.ts"
import { Persons } from "../persons/Persons.ts"
import { emailOf, isEmail } from "../request.ts"
import { shownName } from "../shownName.ts"
import { lifetimeMs, RoundTrips } from "../signIn/RoundTrips.ts"
import { SignedIn } from "../signIn/SignedIn.ts"
import { type Asking, type Entered, type MailAsked, SigningIn } from "../signIn/SigningIn.ts"
import { PersonAudit } from "../team/PersonAudit.ts"
import { type Calls, callsOf, ProviderAway } from "./calls.ts"
import type { ProviderConfig } from "./config.ts"
import { IdentityTaken, ProviderRefused } from "./errors.ts"
import { Identities, type Identity } from "./Identities.ts"
import { type Said, saidOf, toleranceSeconds, verifyIdToken } from "./idToken.ts"
import { type Metadata, makeMetadata } from "./metadata.ts"

/** What a provider sent someone back with. */
export interface Returned {
  readonly state: string
  readonly code?: string | undefined
  readonly iss?: string | undefined
  readonly error?: string | undefined
}

/** How a way through a provider ended. */
export type Finished = { readonly returnTo: string } & (
  | { readonly kind: "entered"; readonly entered: Entered }
  /** Their address must be confirmed first. */
  | { readonly kind: "mail"; readonly asked: MailAsked }
  | { readonly kind: "linked" }
  /** Whoever was signed in has shown that it's them. */
  | { readonly kind: "confirmed" }
)

interface Known {
  readonly config: ProviderConfig
  readonly ask: Calls
  readonly metadata: ReturnType<Effect.Success<typeof makeMetadata>>
  readonly redirectUri: string
}

const optional = Schema.optionalKey
const TokenAnswer = Schema.Struct({ id_token: Schema.String, access_token: optional(Schema.String) })
const tokensIn = Schema.decodeUnknownEffect(Schema.fromJsonString(TokenAnswer))
const UserInfo = Schema.Struct({
  sub: Schema.String,
  email: optional(Schema.NullOr(Schema.String)),
  email_verified: optional(Schema.NullOr(Schema.Boolean)),
  name: optional(Schema.NullOr(Schema.String))
})
const userInfoIn = Schema.decodeUnknownEffect(Schema.fromJsonString(UserInfo))
const TokenError = Schema.Struct({ error: Schema.String })
const tokenErrorIn = Schema.decodeUnknownOption(Schema.fromJsonString(TokenError))

const defaultScopes = ["openid", "email", "profile"]
const nameMax = 100
const defaultReturn = "/"

/** A page of this gateway: whoever made the link can't send someone elsewhere. */
export const isOwnPath = (path: string) => /^\/(?![/\\])[\x21-\x7e]{0,2000}$/.test(path) && !path.includes("\\")

/** What the audit log says of somebody at a provider. */
export const linkedAs = ({ email, issuer }: Identity) => ({ provider: issuer, email: email ?? null })

/** As RFC 6749 has it for names and secrets in `Authorization: Basic`. */
const formEncoded = (text: string) => new URLSearchParams({ "": text }).toString().slice(1)

/** Ways in through identity providers, by OpenID Connect. Their tokens are used at once and kept nowhere. */
export class Providers extends Context.Service<
  Providers,
  {
    readonly all: ReadonlyArray<{ readonly id: string; readonly name: string; readonly issuer: string }>
    /** Where to send someone. `link`: the session whose person the identity becomes a way in of. */
    readonly begin: (asked: {
      readonly id: string
      readonly returnTo: string | undefined
      readonly language: string
      readonly link?: string
      /** The session whose person shows by it that it's them. */
      readonly confirm?: string
    }) => Effect.Effect<{ readonly address: string; readonly cookie: string } | undefined, Away>
    /** Ends what `begin` began. */
    readonly finish: (
      asked: Asking & { readonly id: string; readonly returned: Returned }
    ) => Effect.Effect<
      Finished,
      | Away
      | ConfirmOtherwise
      | IdentityTaken
      | ProviderRefused
      | SessionRequired
      | SignUpClosed
      | TooManyAttempts
      | SqlError.SqlError
    >
    /** Why a provider was away when it was last asked, by id. */
    readonly failures: Effect.Effect<Readonly<Record<string, string | undefined>>>
  }
>()("@storeglass/account/providers/Providers") {
  static readonly layer = ({ providers = [] }: AccountConfig) =>
    Layer.effect(
      Providers,
      Effect.gen(function* () {
        const { gateway } = yield* Operations
        const trips = yield* RoundTrips
        const identities = yield* Identities
        const persons = yield* Persons
        const signedIn = yield* SignedIn
        const signingIn = yield* SigningIn
        const confirming = yield* Confirming
        const audit = yield* PersonAudit
        const { wayChanged } = yield* Notices
        const sql = yield* SqlClient.SqlClient
        const metadataOf = yield* makeMetadata
        const known = new Map<string, Known>()
        for (const config of providers) {
          const ask = yield* callsOf(config)
          const redirectUri = `${gateway.url.replace(/\/$/, "")}/auth/providers/${config.id}/callback`
          known.set(config.id, { config, ask, metadata: metadataOf(config, ask), redirectUri })
        }

        /** 503, with the cause in the log: the visitor can do nothing about it. */
        const unavailable =
          ({ config }: Known) =>
          (error: ProviderAway) =>
            Effect.andThen(
              Effect.logWarning(`The identity provider ${config.id} can't be used: ${error.message}`),
              new ServiceUnavailable(`${config.name} can't be reached right now; retry, or sign in another way`, {
                retryAfterSeconds: 10,
                cause: error
              })
            )
        const refusal = ({ config }: Known, why: string) => new ProviderRefused(`${config.name}: ${why}; begin again`)

        const redeemed = Effect.fnUntraced(function* (
          provider: Known,
          { token_endpoint, token_endpoint_auth_methods_supported: methods }: Metadata,
          code: string,
          verifier: string
        ) {
          const { clientId, clientSecret } = provider.config
          const inBody = clientSecret !== undefined && methods !== undefined && !methods.includes("client_secret_basic")
          const form = new URLSearchParams({
            grant_type: "authorization_code",
            code,
            redirect_uri: provider.redirectUri,
            code_verifier: verifier,
            ...(clientSecret === undefined || inBody ? { client_id: clientId } : {}),
            ...(inBody ? { client_secret: Redacted.value(clientSecret) } : {})
          })
          const basic = (secret: string) =>
            Buffer.from(`${formEncoded(clientId)}:${formEncoded(secret)}`).toString("base64")
          const answer = yield* provider.ask({
            url: token_endpoint,
            method: "POST",
            headers: {
              "content-type": "application/x-www-form-urlencoded",
              accept: "application/json",
              ...(clientSecret === undefined || inBody
                ? {}
                : { authorization: Redacted.make(`Basic ${basic(Redacted.value(clientSecret))}`) })
            },
            body: form.toString()
          })
          if (answer.status === 200) {
            return yield* Effect.mapError(
              tokensIn(answer.body),
              () => new ProviderAway({ message: "its token endpoint gave no id token" })
            )
          }
          const told = tokenErrorIn(answer.body)
          const error = told._tag === "Some" ? told.value.error : `status ${answer.status}`
          // What's wrong with the code is the visitor's to mend by beginning again; with the client, the operator's.
          if (error === "invalid_grant") return yield* refusal(provider, "what it sent back was used, or has expired")
          return yield* new ProviderAway({ message: `its token endpoint says ${error.slice(0, 100)}` })
        })

        const verified = Effect.fnUntraced(function* (
          provider: Known,
          metadata: Metadata,
          token: string,
          nonce: string
        ) {
          const { clientId, issuer } = provider.config
          const rules = { clientId, issuer, nonce }
          const look = Effect.fnUntraced(function* (again: boolean) {
            const { keys } = yield* provider.metadata.keys(metadata, again)
            return yield* verifyIdToken(token, { ...rules, keys: { keys: [...keys] } })
          })
          const first = yield* look(false)
          const last = !first.ok && first.unknownKey ? yield* look(true) : first
          if (last.ok) return last.said
          yield* Effect.logWarning(`An id token of ${provider.config.id} isn't taken: ${last.reason}`)
          return yield* refusal(provider, "what it says of you can't be trusted")
        })

        /** Providers may tell the address at an endpoint of its own instead of in the token. */
        const withAddress = Effect.fnUntraced(function* (
          provider: Known,
          { userinfo_endpoint: url }: Metadata,
          said: Said,
          token: string | undefined
        ) {
          if (said.email !== undefined || url === undefined || token === undefined) return said
          const headers = { authorization: Redacted.make(`Bearer ${token}`), accept: "application/json" }
          const { body, status } = yield* provider.ask({ url, headers })
          if (status !== 200) return yield* new ProviderAway({ message: `${url} answers ${status}` })
          const info = yield* Effect.mapError(
            userInfoIn(body),
            () => new ProviderAway({ message: `${url} doesn't answer as it must` })
          )
          if (info.sub !== said.subject) return yield* refusal(provider, "it told of somebody else")
          return { ...saidOf(info), name: said.name ?? info.name ?? undefined, shownMs: said.shownMs }
        })

        const signIn = Effect.fnUntraced(function* (
          provider: Known,
          { language, returnTo }: { readonly language: string; readonly returnTo: string },
          said: Said,
          asking: Asking
        ) {
          const { domains, issuer, name, trustEmail = false, trustsFactor = false } = provider.config
          const email = said.email !== undefined && isEmail(said.email) ? emailOf(said.email) : undefined
          const identity: Identity = { issuer, subject: said.subject, email }
          if (
            domains !== undefined &&
            (email === undefined || !said.emailVerified || !domains.includes(domainOf(email)))
          ) {
            return yield* new ProviderRefused(
              `only people with an address of ${domains.join(", ")} may use ${name} here`
            )
          }
          const entered = (entry: Entered): Finished => ({ kind: "entered", entered: entry, returnTo })
          const ownerId = yield* identities.personOf(identity)
          const owner = ownerId === undefined ? undefined : yield* persons.byId(ownerId)
          if (owner !== undefined) {
            yield* identities.used(identity)
            const entry = { ...asking, person: owner, method: "provider", secondFactor: trustsFactor } as const
            return entered(yield* signingIn.asPerson(entry))
          }
          if (email === undefined) {
            return yield* new ProviderRefused(
              `${name} doesn't tell your e-mail address; sign in another way, and link it in your settings`
            )
          }
          const proven = { ...asking, email, name: shownName(said.name, nameMax) ?? "", language }
          if (trustEmail && said.emailVerified) {
            const alongside = Effect.fnUntraced(function* (personId: string, isNew: boolean) {
              if ((yield* identities.link(personId, identity)) !== "linked") return
              const after = linkedAs(identity)
              // Who has just come knows how.
              yield* isNew
                ? audit.record({ personId, action: "account.provider-linked", after })
                : wayChanged({ kind: "provider-linked", personId, client: asking.client, way: name, after })
            })
            return entered(yield* signingIn.asProven({ ...proven, secondFactor: trustsFactor, alongside }))
          }
          const asked = yield* signingIn.askToConfirm(proven)
          yield* identities.await(asked.ticket, identity, asked.expiresMs)
          return { kind: "mail", asked, returnTo } satisfies Finished
        })

        /** Whoever is signed in gets another way in, if it's nobody else's. */
        const linkTo = Effect.fnUntraced(function* (
          provider: Known,
          { link: sessionId, returnTo }: { readonly link: string; readonly returnTo: string },
          said: Said,
          asking: Asking
        ) {
          const session = yield* signedIn.find(asking.cookies)
          if (session === undefined || session.id !== sessionId) {
            return yield* new SessionRequired("sign in first: the session that began this has ended")
          }
          const { issuer } = provider.config
          const identity = { issuer, subject: said.subject, email: said.email?.slice(0, 254) }
          const personId = session.person.id
          const linked = yield* sql.withTransaction(
            Effect.tap(identities.link(personId, identity), (linked) => {
              const change = {
                kind: "provider-linked",
                personId,
                client: asking.client,
                way: provider.config.name
              } as const
              return linked === "linked" ? wayChanged({ ...change, after: linkedAs(identity) }) : Effect.void
            })
          )
          if (linked === "taken") {
            return yield* new IdentityTaken(`this person at ${provider.config.name} is linked to somebody else here`)
          }
          return { kind: "linked", returnTo } satisfies Finished
        })

        /** Whoever is signed in has signed in there once more. */
        const confirmBy = Effect.fnUntraced(function* (
          provider: Known,
          { confirm: sessionId, returnTo }: { readonly confirm: string; readonly returnTo: string },
          said: Said,
          asking: Asking
        ) {
          // Some never tell when, though they're asked for it.
          const shownMs = said.shownMs ?? Number.POSITIVE_INFINITY
          if (shownMs < (yield* Clock.currentTimeMillis) - lifetimeMs - toleranceSeconds * 1000) {
            return yield* refusal(provider, "it didn't ask you anew who you are")
          }
          const identity = { issuer: provider.config.issuer, subject: said.subject, email: undefined }
          const ownerId = yield* identities.personOf(identity)
          yield* confirming.byProvider({ ...asking, sessionId, personId: ownerId, provider: provider.config.id })
          yield* identities.used(identity)
          return { kind: "confirmed", returnTo } satisfies Finished
        })

        return Providers.of({
          all: providers.map(({ id, issuer, name }) => ({ id, name, issuer })),
          begin: Effect.fn("Providers.begin")(function* ({ confirm, id, language, link, returnTo = defaultReturn }) {
            const provider = known.get(id)
            if (provider === undefined) return undefined
            const { config, metadata, redirectUri } = provider
            const { authorization_endpoint, response_modes_supported: modes } = yield* Effect.catchTag(
              metadata.document,
              "ProviderAway",
              unavailable(provider)
            )
            const held = {
              provider: id,
              language,
              returnTo,
              ...(link === undefined ? {} : { link }),
              ...(confirm === undefined ? {} : { confirm })
            }
            const trip = yield* trips.begin("provider", held)
            const { nonce, verifier } = secretsOf(trips, trip.id)
            const address = new URL(authorization_endpoint)
            const parameters = {
              response_type: "code",
              client_id: config.clientId,
              redirect_uri: redirectUri,
              scope: (config.scopes ?? defaultScopes).join(" "),
              state: trip.id,
              nonce,
              code_challenge: challengeOf(verifier),
              code_challenge_method: "S256",
              // A click must not do: they show there once more who they are.
              ...(confirm === undefined ? {} : { prompt: "login", max_age: "0" }),
              // Where it can be had, the code comes back in the fragment, which no log sees.
              ...(modes?.includes("fragment") === true ? { response_mode: "fragment" } : {})
            }
            for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
            return { address: address.href, cookie: trip.cookie }
          }),
          finish: Effect.fn("Providers.finish")(function* ({ id, returned, ...asking }) {
            const provider = known.get(id)
            const held = yield* trips.end("provider", asking.cookies, returned.state)
            if (provider === undefined || held?.provider !== id) {
              return yield* new ProviderRefused(
                "state (body): isn't of a sign-in that this browser began less than 10 minutes ago; begin again"
              )
            }
            if (returned.error !== undefined) {
              return yield* refusal(provider, returned.error === "access_denied" ? "you declined" : "it refused")
            }
            const { code } = returned
            if (code === undefined) return yield* new ProviderRefused("code (body): is required; begin again")
            return yield* Effect.gen(function* () {
              const metadata = yield* provider.metadata.document
              const { authorization_response_iss_parameter_supported: tellsIssuer = false } = metadata
              if (returned.iss === undefined ? tellsIssuer : returned.iss !== provider.config.issuer) {
                return yield* refusal(provider, "the answer is another provider's")
              }
              const { nonce, verifier } = secretsOf(trips, returned.state)
              const tokens = yield* redeemed(provider, metadata, code, verifier)
              const said = yield* verified(provider, metadata, tokens.id_token, nonce)
              const whole = yield* withAddress(provider, metadata, said, tokens.access_token)
              const returnTo = held.returnTo ?? defaultReturn
              if (held.confirm !== undefined) {
                return yield* confirmBy(provider, { confirm: held.confirm, returnTo }, whole, asking)
              }
              return held.link === undefined
                ? yield* signIn(provider, { language: held.language ?? "en", returnTo }, whole, asking)
                : yield* linkTo(provider, { link: held.link, returnTo }, whole, asking)
            }).pipe(Effect.catchTag("ProviderAway", unavailable(provider)))
          }),
          failures: Effect.sync(() =>
            Object.fromEntries([...known].map(([id, { metadata }]) => [id, metadata.failure()?.message]))
          )
        })
      })
    )
}

/** Nonce and verifier of a sign-in: made of its state and a secret of the gateway, so that nothing of it must be kept. */
const secretsOf = ({ secretOf }: RoundTrips["Service"], state: string) => ({
  nonce: secretOf("provider-nonce", state),
  verifier: secretOf("provider-verifier", state)
})
