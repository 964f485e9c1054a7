/** How the vendor is asked: whose token, in which lane, and page after page. */
import {
  type Credential,
  InvalidConsoleCredentials,
  NotFound,
  readAnswer,
  readNothing,
  refusedBy,
  type Sent,
  Tokens,
  type UpstreamRequest,
  type UpstreamResponse,
  Upstreams,
  VendorRefused,
  type VendorSaid
} from "@storeglass/plugin-api"
import { Clock, Effect, Redacted, Schema } from "effect"
import type { ConsoleFailure, ConsoleSettings, Rows } from "./Console.ts"
import { type ConsoleCredentials, individual, unreadable } from "./credentials.ts"
import { type Included, includedOf } from "./neutral.ts"
import { failureOf, refusalOf, saidIn, vendorName } from "./refusals.ts"
import { Linked, One, Page, Refusal, type Resource } from "./shapes.ts"

const audience = "appstoreconnect-v1"
/** Of 20 minutes that the vendor allows. */
const tokenMs = 10 * 60_000
const timeoutMs = 30_000
/** 8,000 price points in one answer, with room. */
const bodyBytesMax = 24 * 1024 * 1024
export const rowsMax = 2_000
export const pointsMax = 8_000
/** Beyond what any list that is read whole can have. */
const pagesMax = 100

/** What is signed with: in this order. */
const Parts = Schema.fromJsonString(Schema.Tuple([Schema.String, Schema.String, Schema.String]))

/** The credentials that a saved secret holds. */
export const credentialsIn = (secret: Redacted.Redacted<string>): Effect.Effect<ConsoleCredentials> =>
  Effect.map(
    Effect.orDie(Schema.decodeEffect(Parts)(Redacted.value(secret))),
    ([issuerId, keyId, privateKey]): ConsoleCredentials => ({
      issuerId,
      keyId,
      privateKey: Redacted.make(privateKey, { label: "private key" })
    })
  )

/** Another error for a refusal than the usual one. */
export type Rename = (status: number, said: VendorSaid) => ConsoleFailure | undefined

export interface Sending {
  readonly method: "POST" | "PATCH"
  readonly path: string
  readonly body: object
  readonly rename?: Rename | undefined
}
export interface Listing<A> {
  readonly path: string
  readonly query: Readonly<Record<string, string | undefined>>
  readonly max: number
  readonly record: (resource: Resource, included: Included) => A
  /** Rows that are left out. */
  readonly keep?: ((resource: Resource) => boolean) | undefined
}

export interface Upload {
  readonly method: "PUT" | "POST"
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Uint8Array
}

/** One owner's way to the vendor. */
export interface Line {
  readonly identity: string
  readonly owner: string
  readonly one: (
    path: string,
    query?: Readonly<Record<string, string>>
  ) => Effect.Effect<{ readonly data: Resource; readonly included: Included }, ConsoleFailure>
  /** The same; `null` where the vendor says 404. */
  readonly found: (
    path: string,
    query?: Readonly<Record<string, string>>
  ) => Effect.Effect<{ readonly data: Resource; readonly included: Included } | null, ConsoleFailure>
  readonly rows: <A>(listing: Listing<A>) => Effect.Effect<Rows<A>, ConsoleFailure>
  readonly send: <A>(
    sending: Sending,
    record: (resource: Resource, included: Included) => A
  ) => Effect.Effect<Sent<A>, ConsoleFailure>
  /** The one thing that a relationship leads to; null where it leads to none, or the vendor says 404. */
  readonly linked: (path: string) => Effect.Effect<Resource | null, ConsoleFailure>
  /** Bytes to an address that the vendor gave; the token doesn't go there. */
  readonly upload: (part: Upload) => Effect.Effect<void, ConsoleFailure>
  readonly remove: (path: string) => Effect.Effect<Omit<Sent<void>, "after">, ConsoleFailure>
  /** An answer that can't be meant: a `drift` of the vendor. */
  readonly drift: (detail: string) => Effect.Effect<never, ConsoleFailure>
  /** Today, UTC, YYYY-MM-DD. */
  readonly today: Effect.Effect<string>
}

const vendorIds = ["x-apple-request-uuid", "x-apple-jingle-correlation-key", "x-request-id"]
const vendorRequestId = ({ headers }: UpstreamResponse) => vendorIds.flatMap((name) => headers[name] ?? [])[0]

/** As an entry of a host list: a host, or an address whose host is meant. */
export const hostOf = (entry: string) => (entry.includes("://") && URL.canParse(entry) ? new URL(entry).host : entry)

/** Ids in paths aren't for logs. */
const labelOf = (path: string) => path.replace(/^https?:\/\/[^/]+/, "").replace(/\/[^/]*\d[^/]{3,}/g, "/{id}")

const today = Effect.map(Clock.currentTimeMillis, (ms) => new Date(ms).toISOString().slice(0, 10))

/** The address of a list's next page, which must be of the vendor's own host; undefined where it isn't. */
export const nextPageOf = (apiUrl: string) => {
  const { origin } = new URL(apiUrl)
  return (link: string): string | undefined => {
    const to = URL.canParse(link, apiUrl) ? new URL(link, apiUrl) : undefined
    return to?.origin === origin ? to.href : undefined
  }
}

/** A request in its owner's name. */
export const withToken = (
  request: UpstreamRequest,
  lane: string,
  token: Redacted.Redacted<string>
): UpstreamRequest => ({
  ...request,
  lane,
  headers: {
    accept: "application/json",
    ...request.headers,
    authorization: Redacted.make(`Bearer ${Redacted.value(token)}`),
    ...(request.body === undefined ? {} : { "content-type": "application/json" })
  }
})

/** The vendor's tokens, signed with their owner's key. */
export const signing = (tokens: Tokens["Service"]) => {
  const sign = ({ issuerId, keyId, privateKey }: ConsoleCredentials, nowMs: number) => {
    const iat = Math.floor(nowMs / 1_000)
    const claims = {
      ...(issuerId === individual ? { sub: "user" } : { iss: issuerId }),
      iat,
      exp: iat + tokenMs / 1_000,
      aud: audience
    }
    return Effect.mapError(tokens.sign({ alg: "ES256", key: privateKey, header: { kid: keyId }, claims }), () =>
      unreadable("privateKey")
    )
  }
  const mint = Effect.fnUntraced(function* ({ secret }: Credential, nowMs: number) {
    return { token: yield* sign(yield* credentialsIn(secret), nowMs), forMs: tokenMs }
  })
  return { sign, mint }
}

/** The vendor as it is asked; its upstream and its tokens. */
export const makeTransport = Effect.fnUntraced(function* ({ apiUrl, requestsPerMinute, uploadHosts }: ConsoleSettings) {
  const tokens = yield* Tokens
  const upstreams = yield* Upstreams
  const api = yield* upstreams.make({
    name: "storea.console",
    baseUrl: apiUrl,
    timeoutMs,
    bodyBytesMax,
    rateLimit: { requests: requestsPerMinute, windowMs: 60_000 },
    hosts: uploadHosts.map(hostOf)
  })

  const { mint, sign } = signing(tokens)
  const source = yield* tokens.make({ source: "connect-storea", mint })

  const nextOf = nextPageOf(apiUrl)

  /** The key is tried before anything is asked of the vendor. */
  const open = Effect.fn("ConsoleVendor.open")(function* (
    credentials: ConsoleCredentials
  ): Effect.fn.Return<Line, InvalidConsoleCredentials> {
    const { issuerId, keyId, privateKey } = credentials
    yield* sign(credentials, yield* Clock.currentTimeMillis)
    // The private key belongs to what a token is kept under: who has another must not be given this one's. The limits are
    // those of issuer and key id, whatever form the key came in.
    const credential = tokens.credential(issuerId, keyId, privateKey)
    const { lane } = tokens.credential(issuerId, keyId)

    const said = (answer: UpstreamResponse) =>
      Effect.map(readAnswer(api, Refusal, answer, "a refusal"), saidIn).pipe(
        // The status alone tells enough; a proxy's page isn't the vendor's word.
        Effect.catchTag("UpstreamError", () => Effect.succeed<VendorSaid>({}))
      )

    const ask = Effect.fn("ConsoleVendor.ask")(function* (request: UpstreamRequest, rename?: Rename) {
      let refusedWith: UpstreamResponse | undefined
      const answer = yield* source
        .send(credential, (token) =>
          Effect.tap(api.request(withToken(request, lane, token)), (response) =>
            Effect.sync(() => {
              if (response.status === 401) refusedWith = response
            })
          )
        )
        .pipe(
          // These are of saved connections, and this is none.
          Effect.catchTags({
            NoConnection: Effect.die,
            ConnectionUnusable: Effect.die,
            SERVICE_UNAVAILABLE: Effect.die
          }),
          Effect.catch((error) =>
            Effect.gen(function* () {
              if (error instanceof InvalidConsoleCredentials) return yield* error
              if (!(error instanceof VendorRefused)) return yield* Effect.fail(failureOf(error))
              const sentence = refusedWith === undefined ? {} : yield* said(refusedWith)
              return yield* Effect.fail(failureOf(refusedBy(vendorName, 401, sentence)))
            })
          )
        )
      if (answer.status >= 200 && answer.status < 300) return answer
      const told = yield* said(answer)
      return yield* Effect.fail(rename?.(answer.status, told) ?? refusalOf(answer.status, told))
    })

    const read = <A>(schema: Schema.Codec<A, unknown>, answer: UpstreamResponse, path: string) =>
      Effect.mapError(readAnswer(api, schema, answer, labelOf(path)), failureOf)
    const drift = (detail: string) => Effect.mapError(api.drift(detail), failureOf)
    const opened = ({ data, included }: One) => ({ data, included: includedOf(included) })

    const one: Line["one"] = (path, query = {}) =>
      ask({ path, query }).pipe(
        Effect.flatMap((answer) => read(One, answer, path)),
        Effect.map(opened)
      )

    return {
      identity: lane,
      owner: issuerId === individual ? lane : tokens.credential(issuerId).lane,
      today,
      drift,
      one,
      found: (path, query) =>
        Effect.catchIf(
          one(path, query),
          (error): error is NotFound => error instanceof NotFound,
          () => Effect.succeed(null)
        ),
      rows: Effect.fnUntraced(function* ({ keep = () => true, max, path, query, record }) {
        const items: Array<ReturnType<typeof record>> = []
        const seen = new Set<string>()
        let total: number | null = null
        let request: UpstreamRequest = { path, query }
        for (let pages = 1; ; pages++) {
          const page = yield* read(Page, yield* ask(request), path)
          const included = includedOf(page.included)
          total ??= page.meta?.paging?.total ?? null
          const kept = page.data.filter(keep)
          const room = max - items.length
          for (const resource of kept.slice(0, room)) items.push(record(resource, included))
          const link = page.links?.next ?? undefined
          const left = kept.length > room || (link !== undefined && items.length >= max)
          if (left) return { items, total, truncated: true }
          if (link === undefined) return { items, total: items.length, truncated: false }
          const next = nextOf(link)
          if (next === undefined || seen.has(next) || pages >= pagesMax) {
            return yield* drift(`${labelOf(path)}: its next page leads elsewhere, or nowhere`)
          }
          seen.add(next)
          request = { path: next }
        }
      }),
      linked: (path) =>
        Effect.catchIf(
          Effect.flatMap(ask({ path }), (answer) => Effect.map(read(Linked, answer, path), ({ data }) => data)),
          (error): error is NotFound => error instanceof NotFound,
          () => Effect.succeed(null)
        ),
      upload: Effect.fnUntraced(function* ({ bytes, headers, method, url }) {
        // Each part has its place, so that a repeat writes the same.
        const request = { method, path: url, headers, body: bytes, lane, repeatable: true, write: true }
        const { status } = yield* Effect.mapError(api.request(request), failureOf)
        // Nothing that who asked for it could change.
        if (status < 200 || status >= 300) yield* drift(`an upload was answered ${status}`)
      }),
      remove: (path) =>
        Effect.flatMap(ask({ method: "DELETE", path }), (answer) =>
          Effect.mapBoth(readNothing(api, answer, `a deletion of ${labelOf(path)}`), {
            onFailure: failureOf,
            onSuccess: () => ({ vendorRequestId: vendorRequestId(answer) })
          })
        ),
      send: Effect.fnUntraced(function* ({ body, method, path, rename }, record) {
        const answer = yield* ask({ method, path, body: JSON.stringify(body) }, rename)
        const { data, included } = opened(yield* read(One, answer, path))
        return { after: record(data, included), vendorRequestId: vendorRequestId(answer) }
      })
    }
  })

  return { open }
})
