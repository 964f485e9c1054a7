import { Caches } from "@storeglass/plugin-api"
import { Clock, Effect, Schema } from "effect"
import { type Calls, ProviderAway } from "./calls.ts"
import type { ProviderConfig } from "./config.ts"

const hours = 3_600_000
const optional = Schema.optionalKey
const list = optional(Schema.Array(Schema.String))

/** What of a discovery document is used. */
const Metadata = Schema.Struct({
  issuer: Schema.String,
  authorization_endpoint: Schema.String,
  token_endpoint: Schema.String,
  jwks_uri: Schema.String,
  userinfo_endpoint: optional(Schema.String),
  token_endpoint_auth_methods_supported: list,
  response_modes_supported: list,
  authorization_response_iss_parameter_supported: optional(Schema.Boolean)
})
export type Metadata = typeof Metadata.Type

const Keys = Schema.Struct({ keys: Schema.Array(Schema.Record(Schema.String, Schema.Unknown)) })
export type Keys = typeof Keys.Type

/** For so long a provider that just failed isn't asked again: whoever comes meanwhile doesn't wait for it too. */
const restMs = 5_000

const jsonAs = <A>(schema: Schema.Codec<A, unknown>) => Schema.decodeUnknownEffect(Schema.fromJsonString(schema))
const metadataIn = jsonAs(Metadata)
const keysIn = jsonAs(Keys)

/** The discovery documents and keys of providers, asked for when they're first needed and kept for a while. */
export const makeMetadata = Effect.gen(function* () {
  const caches = yield* Caches
  const documents = yield* caches.make({
    name: "account.provider",
    version: 1,
    schema: Metadata,
    freshMs: hours,
    staleMs: 24 * hours
  })
  const keySets = yield* caches.make({
    name: "account.provider-keys",
    version: 1,
    schema: Keys,
    freshMs: hours,
    staleMs: 24 * hours
  })

  return ({ issuer, privateNetwork = false }: ProviderConfig, ask: Calls) => {
    let failed: { readonly atMs: number; readonly error: ProviderAway } | undefined

    const asked = Effect.fnUntraced(function* (url: string) {
      const { body, status } = yield* ask({ url, headers: { accept: "application/json" } })
      return status === 200 ? body : yield* new ProviderAway({ message: `${url} answers ${status}` })
    })
    const isUsable = (url: string | undefined) => {
      if (url === undefined) return true
      if (!URL.canParse(url)) return false
      const { protocol } = new URL(url)
      return protocol === "https:" || (protocol === "http:" && privateNetwork)
    }
    const discovered = Effect.gen(function* () {
      const url = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`
      const found = yield* Effect.mapError(
        Effect.flatMap(asked(url), metadataIn),
        (cause) => new ProviderAway({ message: `${url} isn't a discovery document: ${cause.message}`, cause })
      )
      if (found.issuer !== issuer) {
        return yield* new ProviderAway({ message: `${url} is of the issuer ${found.issuer}, not of ${issuer}` })
      }
      const { authorization_endpoint, jwks_uri, token_endpoint, userinfo_endpoint } = found
      const bad = [authorization_endpoint, jwks_uri, token_endpoint, userinfo_endpoint].find((each) => !isUsable(each))
      return bad === undefined ? found : yield* new ProviderAway({ message: `${url} names ${bad}, which isn't https` })
    })
    const fetchedKeys = (url: string) =>
      Effect.mapError(
        Effect.flatMap(asked(url), keysIn),
        (cause) => new ProviderAway({ message: `${url} has no keys: ${cause.message}`, cause })
      )

    /** The discovery document; 503 and asked again later where there's none. */
    const document = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      if (failed !== undefined && now < failed.atMs + restMs) return yield* failed.error
      const { value } = yield* Effect.tapError(documents.get(issuer, discovered), (error) =>
        Effect.sync(() => {
          failed = { atMs: now, error }
        })
      )
      failed = undefined
      return value
    })

    return {
      document,
      /** `again`: what was kept doesn't have the key that's sought. */
      keys: Effect.fnUntraced(function* ({ jwks_uri }: Metadata, again: boolean) {
        if (again) yield* keySets.invalidate(jwks_uri)
        const { value } = yield* keySets.get(jwks_uri, fetchedKeys(jwks_uri))
        return value
      }),
      /** Why it was away when it was last asked. */
      failure: () => failed?.error
    }
  }
})
