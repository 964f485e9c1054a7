import {
  type Credential,
  readAnswer,
  Tokens,
  UnusableCredentials,
  type Upstream,
  type UpstreamRequest,
  type UpstreamResponse,
  Upstreams
} from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Redacted, Schema } from "effect"
import type { PlayConfig } from "../config.ts"
import { type Right, refusalOf } from "./refusals.ts"
import { type ServiceAccount, unusableKey } from "./serviceAccount.ts"
import * as V from "./shapes.ts"

/** For whom its tokens are, whatever address they come from. */
const audience = "https://oauth2.googleapis.com/token"
const grantType = "urn:ietf:params:oauth:grant-type:jwt-bearer"
const scopes = ["androidpublisher", "playdeveloperreporting", "devstorage.read_only"]
  .map((scope) => `https://www.googleapis.com/auth/${scope}`)
  .join(" ")
/** The most that the vendor allows. */
const assertionMs = 3_600_000
const refusals = new Set(["invalid_grant", "unauthorized_client", "invalid_client", "access_denied"])

const tokenMsMax = 10_000
const bodyBytesMax = 16 * 1024 * 1024
/** The longest list that is read to its end. */
export const pagesMax = 50

/** What is sealed: in this order. */
const Parts = Schema.fromJsonString(Schema.Tuple([Schema.String, Schema.String, Schema.String]))

/** Where the publishing API has an app. */
export const applicationPath = (packageName: string) =>
  `/androidpublisher/v3/applications/${encodeURIComponent(packageName)}`
const noRefusal: typeof V.Refusal.Type = { error: {} }

/** A page of a list. */
export interface Paged {
  readonly nextPageToken?: string | null
}

/** A request with a JSON body, where it has one. */
export interface PlayRequest extends Omit<UpstreamRequest, "body" | "headers" | "lane"> {
  readonly json?: Schema.Json | undefined
  /** What has a quota of its own within the connection's, such as an app's reviews. */
  readonly quotaOf?: string | undefined
}

const make = Effect.fnUntraced(function* (config: PlayConfig) {
  const tokens = yield* Tokens
  const upstreams = yield* Upstreams
  const { timeoutMs } = config
  const issuer = yield* upstreams.make({
    name: "storeb.token",
    baseUrl: config.tokenUrl,
    timeoutMs: Math.min(timeoutMs, tokenMsMax)
  })
  const publisher = yield* upstreams.make({
    name: "storeb.publisher",
    baseUrl: config.publisherUrl,
    timeoutMs,
    bodyBytesMax,
    rateLimit: { requests: config.publisherRequestsPerMinute, windowMs: 60_000 }
  })
  const ofReviews = { baseUrl: config.publisherUrl, timeoutMs, bodyBytesMax }
  // A lane gives half at once and half over the window, so that no window has more than the vendor allows.
  const reviews = yield* upstreams.make({
    ...ofReviews,
    name: "storeb.publisher.reviews",
    rateLimit: { requests: Math.ceil(config.reviewReadsPerHour / 2), windowMs: 3_600_000 }
  })
  const replies = yield* upstreams.make({
    ...ofReviews,
    name: "storeb.publisher.replies",
    rateLimit: { requests: Math.ceil(config.repliesPerDay / 2), windowMs: 86_400_000 }
  })
  const reporting = yield* upstreams.make({
    name: "storeb.reporting",
    baseUrl: config.reportingUrl,
    timeoutMs,
    bodyBytesMax,
    rateLimit: { requests: config.reportingRequestsPerSecond, windowMs: 1_000 }
  })
  const storage = yield* upstreams.make({ name: "storeb.reports", baseUrl: config.storageUrl, timeoutMs, bodyBytesMax })

  const assertion = ({ email, keyId, privateKey }: ServiceAccount, nowMs: number) => {
    const iat = Math.floor(nowMs / 1_000)
    const claims = { iss: email, scope: scopes, aud: audience, iat, exp: iat + assertionMs / 1_000 }
    return tokens.sign({ alg: "RS256", key: privateKey, header: { kid: keyId }, claims })
  }

  const source = yield* tokens.make({
    source: "connect-storeb",
    mint: Effect.fnUntraced(function* ({ lane, secret }: Credential, nowMs: number) {
      const [email, keyId, privateKey] = yield* Effect.orDie(Schema.decodeEffect(Parts)(Redacted.value(secret)))
      const signed = yield* Effect.mapError(
        assertion({ email, keyId, privateKey: Redacted.make(privateKey) }, nowMs),
        ({ expected }) => new UnusableCredentials({ problem: "unreadable", header: "serviceAccountJson", expected })
      )
      const answer = yield* issuer.request({
        method: "POST",
        path: "/token",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({ grant_type: grantType, assertion: Redacted.value(signed) }).toString(),
        lane,
        repeatable: true,
        write: false
      })
      if (answer.status !== 200) {
        const { error, error_description } = yield* readAnswer(issuer, V.TokenRefusal, answer, "a token's refusal")
        if (answer.status !== 401 && !refusals.has(error ?? "")) return yield* issuer.drift(`a token: ${answer.status}`)
        return { refused: true as const, headers: answer.headers, sentence: error_description ?? error ?? "" }
      }
      const { access_token, expires_in } = yield* readAnswer(issuer, V.Token, answer, "a token")
      return { token: Redacted.make(access_token), forMs: expires_in * 1_000 }
    })
  })

  const refused = Effect.fnUntraced(function* (upstream: Upstream, answer: UpstreamResponse, right: Right) {
    const told = yield* readAnswer(upstream, V.Refusal, answer, "a refusal").pipe(
      // The status alone tells enough; a proxy's page isn't the vendor's word.
      Effect.catchTag("UpstreamError", () => Effect.succeed(noRefusal))
    )
    return yield* refusalOf(answer.status, told, right)
  })

  /** Sends a request with the connection's token; what isn't a success is refused as lacking `right`, or as what it is. */
  const send = Effect.fn("PlayTransport.send")(function* (
    upstream: Upstream,
    credential: Credential,
    request: PlayRequest,
    right: Right
  ) {
    const { json, quotaOf, ...rest } = request
    const answer = yield* source.send(credential, (token) =>
      upstream.request({
        ...rest,
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
        lane: quotaOf === undefined ? credential.lane : `${credential.lane}/${quotaOf}`,
        headers: {
          accept: "application/json",
          ...(json === undefined ? {} : { "content-type": "application/json" }),
          authorization: Redacted.make(`Bearer ${Redacted.value(token)}`)
        }
      })
    )
    if (answer.status < 200 || answer.status > 299) return yield* refused(upstream, answer, right)
    return answer
  })

  /** The same for what is too large for memory; the temporary file goes with the scope. */
  const sendFile = Effect.fn("PlayTransport.sendFile")(function* (
    upstream: Upstream,
    credential: Credential,
    request: Omit<PlayRequest, "json">,
    right: Right
  ) {
    const answer = yield* source.send(credential, (token) =>
      upstream.requestFile({
        ...request,
        lane: credential.lane,
        headers: { authorization: Redacted.make(`Bearer ${Redacted.value(token)}`) }
      })
    )
    if (answer.status < 200 || answer.status > 299) {
      const { head, headers, status, url } = answer
      return yield* refused(upstream, { status, headers, url, body: Buffer.from(head).toString("utf8") }, right)
    }
    return answer
  })

  const ask = Effect.fn("PlayTransport.ask")(function* <A>(
    upstream: Upstream,
    credential: Credential,
    request: PlayRequest,
    schema: Schema.Codec<A, unknown>,
    right: Right,
    what: string
  ) {
    return yield* readAnswer(upstream, schema, yield* send(upstream, credential, request, right), what)
  })

  /** All pages, or as many items as may be. */
  const pages = Effect.fnUntraced(function* <P extends Paged, A, E, R>(
    upstream: Upstream,
    most: number,
    page: (pageToken: string | undefined) => Effect.Effect<P, E, R>,
    itemsOf: (page: P) => ReadonlyArray<A>
  ) {
    const items: Array<A> = []
    let token: string | undefined
    for (let read = 0; read < pagesMax; read++) {
      const told: P = yield* page(token)
      items.push(...itemsOf(told))
      const next = told.nextPageToken ?? ""
      if (items.length > most) return { items: items.slice(0, most), truncated: true }
      if (next === "") return { items, truncated: false }
      if (next === token) break
      token = next
    }
    return yield* upstream.drift("a list has no end")
  })

  return {
    publisher,
    reviews,
    replies,
    reporting,
    storage,
    send,
    sendFile,
    ask,
    pages,
    /** Fails where the key can't sign, before anything is asked of the vendor. */
    credential: Effect.fnUntraced(function* (account: ServiceAccount) {
      yield* Effect.mapError(assertion(account, yield* Clock.currentTimeMillis), () => unusableKey)
      return tokens.credential(account.email, account.keyId, account.privateKey)
    })
  }
})

/** The vendor's APIs, asked in the name of a connection. */
export class PlayTransport extends Context.Service<PlayTransport, Effect.Success<ReturnType<typeof make>>>()(
  "@storeglass/connect-storeb/PlayTransport"
) {
  static readonly layer = (config: PlayConfig) => Layer.effect(this, make(config))
}
