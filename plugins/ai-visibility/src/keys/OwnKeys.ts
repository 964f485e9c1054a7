import {
  type Connection,
  type ConnectionStatus,
  Connections,
  isoOf,
  NotFound,
  rowsOf,
  UpstreamFailed,
  UpstreamRateLimited,
  UpstreamTimedOut,
  VendorRefused,
  type Verified
} from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { ModelSlug, modelSlugs } from "../models.ts"
import { type KeyUse, keyUseOf } from "../plans/keys.ts"
import { type AssistantFailed, Assistants } from "../vendors/Assistants.ts"
import { digestOf } from "../writing/promptText.ts"
import type { NewOwnKey, OwnKey } from "./schema.ts"

/** A kind has no underscores. */
const kindOf = (slug: ModelSlug) => `ai-visibility.${slug.replace("_", "-")}`

const Details = Schema.Struct({
  lastFour: Schema.String,
  fingerprint: Schema.String,
  lastFailure: Schema.NullOr(
    Schema.Struct({
      at: Schema.String,
      reason: Schema.Literals(["credentials", "quota", "model_gone"]),
      taskRunId: Schema.String
    })
  )
})
const detailsOf = (details: unknown) => Effect.orDie(Schema.decodeUnknownEffect(Details)(details))
const ruleRows = rowsOf(Schema.Struct({ slug: ModelSlug, fallback: Schema.Boolean }))

const connectRoute = (slug: ModelSlug) => `POST /v1/connect/assistants/${slug}/key`
const modelRight = (slug: ModelSlug) => ({
  right: `the model that ${slug} is asked on`,
  grantedAt: "the provider's console"
})

/** Why a key that is to be saved wasn't. */
const refusalOf = (failure: AssistantFailed) => {
  const { detail, reason, retryAfterSeconds, slug } = failure
  const options = { cause: failure, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) }
  switch (reason) {
    case "credentials":
    case "quota":
      return new VendorRefused({ vendor: slug, refusal: "credentials", said: { sentence: detail } })
    case "rejected":
      return new VendorRefused({ vendor: slug, refusal: "invalid", said: { sentence: detail } })
    case "rate_limited":
    case "overloaded":
      return new UpstreamRateLimited(
        `${slug} takes no requests of this key for now; nothing was saved, retry later`,
        options
      )
    case "timeout":
      return new UpstreamTimedOut(`${slug} didn't answer in time; nothing was saved, retry later`, options)
    default:
      return new UpstreamFailed(`${slug} didn't give a usable answer; nothing was saved, retry later`, options)
  }
}

const errorOf = (slug: ModelSlug, { missing, rejection }: ConnectionStatus): string | null => {
  if (rejection !== null) return `what was saved can't be opened; save it again with ${connectRoute(slug)}`
  return missing.length === 0
    ? null
    : `the key's provider doesn't list the model that ${slug} is asked on: open it to the key's project there, then save the key again`
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const connections = yield* Connections
  const assistants = yield* Assistants

  const rulesOf = (accountId: string) =>
    ruleRows(sql`SELECT model_slug AS slug, fallback FROM ai_visibility_keys WHERE account_id = ${accountId}::uuid`)
  const setRule = (accountId: string, slug: ModelSlug, fallback: boolean) =>
    sql`INSERT INTO ai_visibility_keys (account_id, model_slug, fallback)
      VALUES (${accountId}::uuid, ${slug}, ${fallback})
      ON CONFLICT (account_id, model_slug) DO UPDATE SET fallback = excluded.fallback`

  const stand = Effect.fnUntraced(function* (accountId: string) {
    const [rules, saved] = yield* Effect.all([rulesOf(accountId), connections.list(accountId)])
    const statusOf = (slug: ModelSlug) => saved.find(({ kind }) => kind === kindOf(slug))
    const each = modelSlugs.map((slug) => {
      const status = statusOf(slug)
      return {
        slug,
        status,
        hasOwn: status !== undefined && status.state !== "rejected",
        fallback: rules.find((rule) => rule.slug === slug)?.fallback ?? true
      }
    })
    return { each, use: keyUseOf(each, assistants) }
  })

  const shown = Effect.fnUntraced(function* (
    slug: ModelSlug,
    { each, use }: Effect.Success<ReturnType<typeof stand>>
  ): Effect.fn.Return<OwnKey> {
    const { fallback = true, status } = each.find((one) => one.slug === slug) ?? {}
    const details = status === undefined ? undefined : yield* detailsOf(status.details)
    const isAsked = use.available.includes(slug)
    return {
      modelSlug: slug,
      state: status?.state ?? "none",
      lastFour: details?.lastFour ?? null,
      fingerprint: details?.fingerprint ?? null,
      fallback,
      asks: !isAsked ? "nobody" : use.own.includes(slug) ? "own_key" : "gateway_key",
      creditsEach: isAsked ? use.prices[slug] : null,
      lastVerifiedAt: status?.connectedAt ?? null,
      lastFailure: details?.lastFailure ?? null,
      lastError: status === undefined ? null : errorOf(slug, status)
    }
  })
  const read = (accountId: string, slug: ModelSlug) => Effect.flatMap(stand(accountId), (all) => shown(slug, all))

  return {
    /** Asks the provider whether it takes the key, and saves it in place of an older one. */
    save: Effect.fn("OwnKeys.save")(function* (accountId: string, slug: ModelSlug, { apiKey, fallback }: NewOwnKey) {
      if (!assistants.configured.includes(slug)) {
        return yield* new NotFound(`this gateway doesn't ask ${slug}: its operator has set no model for it`)
      }
      const { hasModel } = yield* Effect.mapError(assistants.verify(slug, apiKey), refusalOf)
      const text = Redacted.value(apiKey)
      const fingerprint = (yield* digestOf(`ai-visibility ${slug} ${text}`)).slice(0, 16)
      const verified: Verified = hasModel ? {} : { missing: [modelRight(slug)] }
      yield* sql.withTransaction(
        Effect.gen(function* () {
          const before = (yield* rulesOf(accountId)).find((rule) => rule.slug === slug)
          yield* setRule(accountId, slug, fallback ?? before?.fallback ?? false)
          yield* connections.connect({
            accountId,
            kind: kindOf(slug),
            secret: apiKey,
            details: { lastFour: text.slice(-4), fingerprint, lastFailure: null },
            verify: () => Effect.succeed(verified)
          })
        })
      )
      return yield* read(accountId, slug)
    }),

    list: Effect.fn("OwnKeys.list")(function* (accountId: string) {
      const all = yield* stand(accountId)
      return yield* Effect.forEach(modelSlugs, (slug) => shown(slug, all))
    }),

    setFallback: Effect.fn("OwnKeys.setFallback")(function* (accountId: string, slug: ModelSlug, fallback: boolean) {
      yield* setRule(accountId, slug, fallback)
      return yield* read(accountId, slug)
    }),

    remove: Effect.fn("OwnKeys.remove")(function* (accountId: string, slug: ModelSlug) {
      const deleted = yield* connections.disconnect({ accountId, kind: kindOf(slug) })
      return { deleted, key: yield* read(accountId, slug) }
    }),

    /** Which assistants can be asked for an account, with whose key, and at which price: of this moment. */
    useOf: (accountId: string): Effect.Effect<KeyUse, Effect.Error<ReturnType<typeof stand>>> =>
      Effect.map(stand(accountId), ({ use }) => use),

    /** Opens the account's key. */
    open: (accountId: string, slug: ModelSlug) => connections.use(accountId, kindOf(slug)),

    /** Notes on the key that a run had to go on without it. */
    noteFailure: Effect.fn("OwnKeys.noteFailure")(function* (
      connection: Connection,
      slug: ModelSlug,
      { reason, runId }: { readonly reason: AssistantFailed["reason"]; readonly runId: string }
    ) {
      if (reason !== "credentials" && reason !== "quota" && reason !== "model_gone") return
      const status = yield* connections.status(connection.saved.accountId, kindOf(slug))
      const missing = reason === "model_gone" ? [modelRight(slug)] : (status?.missing ?? [])
      const at = isoOf(yield* Clock.currentTimeMillis)
      yield* connections.checked(connection, { missing, details: { lastFailure: { at, reason, taskRunId: runId } } })
    })
  }
})

/** Accounts' own keys at the assistants' providers. */
export class OwnKeys extends Context.Service<OwnKeys, Effect.Success<typeof make>>()(
  "@storeglass/ai-visibility/OwnKeys"
) {
  static readonly layer = Layer.effect(OwnKeys, make)
}
