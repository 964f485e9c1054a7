import { Egress, rowsOf } from "@storeglass/plugin-api"
import { Clock, Context, Data, Effect, Layer, Option, Schema } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient, type SqlError } from "effect/sql"
import type { AccountConfig } from "../config.ts"
import type { TooManyAttempts } from "../errors.ts"
import { msColumn, timeOf } from "../rows.ts"
import { type Limit, Limits } from "../signIn/Limits.ts"
import { type ClientDetails, detailsOf, documentAddressProblem, readSaid, type SaidWrong } from "./clientMetadata.ts"

const minutes = 60_000
const hours = 60 * minutes
const days = 24 * hours

/** A client that registered itself is gone so long after it did, or after its last grant. */
export const unusedMs = days
const documentBytesMax = 5 * 1024
const documentTimeoutMs = 5_000
/** How long a document is good, where its answer doesn't say. */
const documentFreshMs = hours
const documentFreshMsMin = 5 * minutes
const documentFreshMsMax = days
/** For so long after, what is known of an app counts while its site can't be asked. */
const documentStaleMs = days

const limits = {
  registrations: { name: "oauth-registrations", max: 20, windowMs: hours },
  /**
   * Documents that are asked for, of one site, and for one address: neither makes us a tool against the other. Those of apps that
   * are known count apart, or whoever invents addresses at a site would shut out the apps that are there.
   */
  documentsOfSite: { name: "oauth-documents-site", max: 20, windowMs: hours },
  documentsOfApp: { name: "oauth-documents-app", max: 20, windowMs: hours },
  documentsForAddress: { name: "oauth-documents-address", max: 30, windowMs: hours }
} as const satisfies Record<string, Limit>

/** An app that may ask people for a grant. */
export interface OAuthClient extends ClientDetails {
  readonly id: string
  /** The site that describes it; null: it described itself, and anyone may take any name. */
  readonly host: string | null
}

/** Why an app isn't known; for whoever looks at the page. */
export class ClientUnknown extends Data.TaggedError("ClientUnknown")<{ readonly message: string }> {}

/** The site of an app couldn't be asked just now. */
class ClientUnread extends Data.TaggedError("ClientUnread")<{ readonly message: string }> {}

const ClientRow = Schema.Struct({
  id: Schema.String,
  kind: Schema.Literals(["registered", "document"]),
  name: Schema.String,
  redirectUris: Schema.Array(Schema.String),
  refreshes: Schema.Boolean,
  freshUntilMs: Schema.NullOr(Schema.Number)
})

const isDocument = (clientId: string) => clientId.startsWith("https://") || clientId.startsWith("http://")

/** How long an answer may be kept, by its `Cache-Control`. */
const freshMsOf = (header: string | undefined): number => {
  const said = /(?:^|[\s,])max-age=(\d{1,9})/i.exec(header ?? "")?.[1]
  if (/no-store|no-cache/i.test(header ?? "")) return documentFreshMsMin
  const ms = said === undefined ? documentFreshMs : Number(said) * 1_000
  return Math.min(documentFreshMsMax, Math.max(documentFreshMsMin, ms))
}

/** Apps: those that describe themselves at an address of theirs, and those that registered. None has a secret. */
export class Clients extends Context.Service<
  Clients,
  {
    /** By its id, which for most is the address of a document that is read when it isn't known or fresh. */
    readonly find: (
      clientId: string,
      network: string
    ) => Effect.Effect<OAuthClient, ClientUnknown | TooManyAttempts | SqlError.SqlError>
    /** Takes what an app says of itself, from an address. */
    readonly register: (
      body: string,
      network: string
    ) => Effect.Effect<(OAuthClient & { readonly issuedMs: number }) | SaidWrong, TooManyAttempts | SqlError.SqlError>
    readonly takesRegistrations: boolean
    readonly tidy: Effect.Effect<void, SqlError.SqlError>
  }
>()("@storeglass/account/Clients") {
  static readonly layer = ({ clientRegistration = true }: AccountConfig) =>
    Layer.effect(
      Clients,
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const egress = yield* Egress
        const counted = yield* Limits

        const save = Effect.fnUntraced(function* (
          id: string,
          kind: "registered" | "document",
          { name, redirectUris, refreshes }: ClientDetails,
          freshUntilMs: number | null
        ) {
          const now = yield* Clock.currentTimeMillis
          yield* sql`INSERT INTO account_oauth_clients (id, kind, name, redirect_uris, refreshes, created_at, fresh_until)
            VALUES (${id}, ${kind}, ${name}, ${[...redirectUris]}::text[], ${refreshes}, ${timeOf(now)}::timestamptz,
              ${freshUntilMs === null ? null : timeOf(freshUntilMs)}::timestamptz)
            ON CONFLICT (id) DO UPDATE SET name = excluded.name, redirect_uris = excluded.redirect_uris,
              refreshes = excluded.refreshes, fresh_until = excluded.fresh_until`
          return now
        })

        /** A registered client that has been without a grant for too long isn't there, tidied away or not. */
        const isUsed = (now: number) => sql`(created_at > ${timeOf(now - unusedMs)}::timestamptz OR EXISTS (
          SELECT FROM account_grants g WHERE g.client_id = account_oauth_clients.id
            AND coalesce(g.ended_at, g.expires_at) > ${timeOf(now - unusedMs)}::timestamptz))`

        const read = Effect.fnUntraced(function* (clientId: string, network: string, isKnown: boolean) {
          const address = documentAddressProblem(clientId)
          if (address !== undefined) return yield* new ClientUnknown({ message: `client_id: ${address}` })
          const { host, origin } = new URL(clientId)
          const told = (why: string) => `the description of the app at ${host} can't be used: ${why}`
          const failed = (why: string) => new ClientUnknown({ message: told(why) })
          const unread = (why: string) => new ClientUnread({ message: told(why) })
          yield* counted.take(limits.documentsForAddress, network)
          yield* isKnown ? counted.take(limits.documentsOfApp, clientId) : counted.take(limits.documentsOfSite, origin)
          const answer = yield* egress
            .request({
              url: clientId,
              headers: { accept: "application/json" },
              timeoutMs: documentTimeoutMs,
              bodyBytesMax: documentBytesMax
            })
            .pipe(Effect.mapError(({ message }) => unread(message)))
          if (answer.status >= 500) return yield* unread(`it answers ${answer.status}`)
          if (answer.status !== 200) return yield* failed(`it answers ${answer.status}`)
          if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(answer.headers["content-type"] ?? "")) {
            return yield* failed("it isn't sent as application/json")
          }
          const said = readSaid(new TextDecoder().decode(answer.body))
          if (Option.isNone(said)) return yield* failed("it isn't a JSON object")
          if (said.value.client_id !== clientId) return yield* failed("its client_id isn't its own address")
          const { token_endpoint_auth_method: method = "none" } = said.value
          if (method !== "none") return yield* failed("its token_endpoint_auth_method must be none")
          const details = detailsOf(said.value)
          if ("error" in details) return yield* failed(details.message)
          const now = yield* Clock.currentTimeMillis
          yield* save(clientId, "document", details, now + freshMsOf(answer.headers["cache-control"]))
          return { ...details, id: clientId, host }
        })

        /** What is known of an app whose site can't be asked is good for a day more; one that says otherwise ends it at once. */
        const readAgain = Effect.fnUntraced(function* (row: typeof ClientRow.Type, network: string) {
          const now = yield* Clock.currentTimeMillis
          const isGood = (row.freshUntilMs ?? 0) + documentStaleMs > now
          const known = Effect.succeed({ ...row, host: new URL(row.id).host })
          return yield* read(row.id, network, true).pipe(
            Effect.tapErrorTag(
              "ClientUnknown",
              () => sql`UPDATE account_oauth_clients SET fresh_until = ${timeOf(now - documentStaleMs)}::timestamptz
                WHERE id = ${row.id}`
            ),
            Effect.catchTags({
              ClientUnread: ({ message }) => (isGood ? known : Effect.fail(new ClientUnknown({ message }))),
              TOO_MANY_ATTEMPTS: (failure) => (isGood ? known : Effect.fail(failure))
            })
          )
        })

        return Clients.of({
          takesRegistrations: clientRegistration,
          find: Effect.fn("Clients.find")(function* (clientId, network) {
            const now = yield* Clock.currentTimeMillis
            const [row] = yield* rowsOf(ClientRow)(
              sql`SELECT id, kind, name, redirect_uris AS "redirectUris", refreshes,
                  ${sql.literal(msColumn("fresh_until", "freshUntilMs"))}
                FROM account_oauth_clients WHERE id = ${clientId} AND (kind = 'document' OR ${isUsed(now)})`
            )
            if (row?.kind === "registered") return { ...row, host: null }
            if (row !== undefined && (row.freshUntilMs ?? 0) > now) return { ...row, host: new URL(clientId).host }
            if (row !== undefined) return yield* readAgain(row, network)
            if (isDocument(clientId)) {
              return yield* read(clientId, network, false).pipe(
                Effect.catchTag("ClientUnread", ({ message }) => Effect.fail(new ClientUnknown({ message })))
              )
            }
            return yield* new ClientUnknown({
              message: "client_id: no app is known by it; it may have been forgotten, so register again"
            })
          }),
          register: Effect.fn("Clients.register")(function* (body, network) {
            const said = readSaid(body)
            if (Option.isNone(said)) {
              const wrong: SaidWrong = { error: "invalid_client_metadata", message: "the body must be a JSON object" }
              return wrong
            }
            const details = detailsOf(said.value)
            if ("error" in details) return details
            yield* counted.take(limits.registrations, network)
            const id = uuidV7Unsafe()
            return { ...details, id, host: null, issuedMs: yield* save(id, "registered", details, null) }
          }),
          tidy: Effect.gen(function* () {
            const now = yield* Clock.currentTimeMillis
            yield* sql`DELETE FROM account_oauth_clients WHERE NOT ${isUsed(now)}
              AND (fresh_until IS NULL OR fresh_until < ${timeOf(now)}::timestamptz)`
          })
        })
      })
    )
}
