import { Schema } from "effect"
import { Domain } from "../domain.ts"

const optional = Schema.optionalKey

const isIssuer = (text: string) => {
  if (!URL.canParse(text)) return "must be an address such as https://id.example.com"
  const { hash, password, protocol, search, username } = new URL(text)
  if (protocol !== "https:" && protocol !== "http:") return "must begin with https://"
  return hash === "" && search === "" && username === "" && password === ""
    ? undefined
    : "must be an address without query, fragment and user name"
}

/** An identity provider that speaks OpenID Connect. */
export const ProviderConfig = Schema.Struct({
  id: Schema.String.check(
    Schema.isPattern(/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/, {
      message: "must be small letters, digits and hyphens, 40 at most"
    })
  ).annotate({
    description: "What addresses call it: `<publicUrl>/auth/providers/<id>/callback` is where it sends people back to."
  }),
  name: Schema.NonEmptyString.check(Schema.isMaxLength(60)).annotate({ description: "What its button says." }),
  issuer: Schema.String.check(Schema.makeFilter(isIssuer)).annotate({
    description: "Its issuer, exactly as in its discovery document. People are known by it and their subject there."
  }),
  clientId: Schema.NonEmptyString.annotate({ description: "The client that it registered for this gateway." }),
  clientSecret: optional(
    Schema.RedactedFromValue(Schema.NonEmptyString).annotate({
      description: "The client's secret, as ${NAME} or ${file:<path>}. Left out: a public client, by PKCE alone."
    })
  ),
  scopes: optional(
    Schema.Array(
      Schema.String.check(Schema.isPattern(/^[\x21\x23-\x5b\x5d-\x7e]+$/, { message: "must be a scope" }))
    ).annotate({
      description: "What is asked for. Default openid, email, profile."
    })
  ),
  domains: optional(
    Schema.Array(Domain).annotate({
      description: "Takes only people whose verified e-mail address is of one of these domains. Default: any."
    })
  ),
  trustEmail: optional(
    Schema.Boolean.annotate({
      description:
        "Takes an address that it calls verified for proven: it makes the account, or signs in whoever has the address here. Only for providers that prove addresses themselves. Default false: we prove it by mail."
    })
  ),
  trustsFactor: optional(
    Schema.Boolean.annotate({
      description:
        "Takes its sign-in for both factors, for providers that always ask for a second one. Default false: whoever has one here gives it here."
    })
  ),
  privateNetwork: optional(
    Schema.Boolean.annotate({
      description:
        "Its issuer may be on this machine or on a private network, and with http. Default false: only public addresses are called, by https."
    })
  )
})
export type ProviderConfig = typeof ProviderConfig.Type

/** Providers that can be told apart. */
export const Providers = Schema.Array(ProviderConfig)
  .annotate({ description: "Identity providers that people may sign in with, by OpenID Connect." })
  .check(
    Schema.makeFilter((all: ReadonlyArray<ProviderConfig>) => {
      const twice = (of: (each: ProviderConfig) => string) =>
        all.find((each, at) => all.findIndex((other) => of(other) === of(each)) < at)
      const sameId = twice(({ id }) => id)
      if (sameId !== undefined) return `two providers have the id '${sameId.id}'`
      const sameIssuer = twice(({ issuer }) => issuer)
      if (sameIssuer !== undefined) return `two providers have the issuer ${sameIssuer.issuer}`
      const plain = all.find(
        ({ issuer, privateNetwork }) => privateNetwork !== true && new URL(issuer).protocol !== "https:"
      )
      return plain === undefined ? undefined : `issuer of '${plain.id}' must begin with https://`
    })
  )
