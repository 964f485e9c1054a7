import {
  Caller,
  Credits,
  Egress,
  Exchange,
  Files,
  fromUpstream,
  InvalidInput,
  isUuid,
  Jobs,
  NotFound,
  Vault
} from "@storeglass/plugin-api"
import { AppStores } from "@storeglass/stores/contract"
import { Clock, Context, Effect, Layer, Redacted } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { type Asked, askedOf, type Brief, planOf } from "../asked.ts"
import type { AdCreativesConfig } from "../config.ts"
import { ProviderNotConfigured, TooManyJobs } from "../errors.ts"
import { Make } from "../jobRefs.ts"
import type { Generate } from "../schema.ts"
import { Images } from "../vendors/Images.ts"
import { type JobRow, makeJobTable } from "./JobTable.ts"

/** A job that isn't done by then isn't done at all. */
export const deadlineMs = 2 * 3_600_000
const waitingMax = 20
const keyForm = /^[\x21-\x7e]{20,200}$/

/** The row that a key is sealed for. */
export const keyRow = (accountId: string, jobId: string) => `ad-creatives:${accountId}:${jobId}`

const noPicture = new NotFound(
  "previousAd (body): no job of yours made that picture, or its address or its 30 days are over; send { jobId } of one that is there"
)

const make = Effect.fnUntraced(function* ({ layoutEngine }: AdCreativesConfig) {
  const sql = yield* SqlClient.SqlClient
  const stores = yield* AppStores
  const credits = yield* Credits
  const egress = yield* Egress
  const files = yield* Files
  const jobs = yield* Jobs
  const vault = yield* Vault
  const { provider } = yield* Images
  const table = yield* makeJobTable
  const here = Effect.provideService(SqlClient.SqlClient, sql)

  /** The job behind an earlier ad, which is done and has a picture. */
  const previousOf = Effect.fnUntraced(function* (
    accountId: string,
    { imageUrl, jobId }: NonNullable<Asked["previous"]>
  ) {
    let row: JobRow | undefined
    if (jobId !== undefined) row = isUuid(jobId) ? yield* table.read({ accountId, jobId }) : undefined
    else if (imageUrl !== undefined) {
      const id = files.idOf(imageUrl.trim())
      if (id === undefined) {
        return yield* new InvalidInput(
          "previousAd.imageUrl (body): isn't an address of this gateway's files; only pictures that jobs of yours made are edited"
        )
      }
      const fileId = yield* files.resolve(accountId, id)
      row = fileId === undefined ? undefined : yield* table.byFile(accountId, fileId)
    }
    if (row?.status !== "completed" || row.fileId === null) return yield* noPicture
    return row
  })

  const listedOf = Effect.fnUntraced(function* ({ app, brief, country }: Asked, previous: JobRow | undefined) {
    const known = previous?.listing.app
    if (known !== undefined && app !== undefined && (known.platform !== app.platform || known.appId !== app.appId)) {
      return yield* new InvalidInput(
        `previousAd (body): is of ${known.appId} on ${known.platform}, and the app named is another; leave appUrl, platform and appId out`
      )
    }
    const of = app ?? known
    if (of === undefined) return yield* new InvalidInput("appUrl (body): is required, or platform and appId")
    const store = yield* stores.get(of.platform)
    const appId = yield* store.parseAppId(of.appId, "appId")
    const where = yield* store.parseCountry(country ?? known?.country ?? "us")
    const lang = brief.lang ?? previous?.brief.lang ?? "en"
    const [language = "en"] = lang.toLowerCase().split("-")
    const found = yield* store
      .app(appId, where, { language })
      .pipe(Effect.catchTag("UpstreamError", (error) => Effect.fail(fromUpstream(error))))
    return { lang, listing: { app: found.value, subtitle: null, asOfMs: found.asOfMs } }
  })

  return {
    /** Takes a job and holds its price, or refuses it whole. */
    accept: Effect.fn("Acceptance.accept")(function* (body: Generate, ownKey: Redacted.Redacted<string> | undefined) {
      const { accountId } = yield* Caller
      const exchange = yield* Exchange
      const asked = yield* Effect.fromResult(askedOf(body))
      if (ownKey !== undefined && !keyForm.test(Redacted.value(ownKey))) {
        return yield* new InvalidInput(
          "x-imageprovider-key (header): must be 20 to 200 visible ASCII characters; send the key as its provider gave it"
        )
      }
      for (const [index, url] of asked.brief.extraScreenshotUrls.entries()) {
        const wrong = (message: string) => new InvalidInput(`extraScreenshotUrls[${index}] (body): ${message}`)
        if (!/^https:\/\//i.test(url)) yield* wrong("must be an https address")
        yield* Effect.catchTag(egress.check(url), "EgressRefused", ({ message }) => Effect.fail(wrong(message)))
      }
      const plan = planOf(asked, {
        vendor: provider !== undefined,
        key: provider?.key !== undefined,
        ownKey: ownKey !== undefined,
        layoutEngine
      })
      if (plan === undefined) {
        return yield* new ProviderNotConfigured(
          ownKey !== undefined
            ? "x-imageprovider-key (header): this gateway has no image provider that the key could be for; leave it out"
            : asked.mode === "edit"
              ? "mode (body): edit needs an image provider, and this gateway has none; send your own X-ImageProvider-Key where its operator has named the provider"
              : "generateImage (body): this gateway has no image provider; send generateImage false for copy alone"
        )
      }
      const previous = asked.previous === undefined ? undefined : yield* previousOf(accountId, asked.previous)
      const { lang, listing } = yield* listedOf(asked, previous)
      const jobId = uuidV7Unsafe()
      const holdId = uuidV7Unsafe()
      const brief: Brief = {
        ...asked.brief,
        // What an edit doesn't say stays.
        ...(previous === undefined
          ? {}
          : {
              style: body.style?.trim() ?? previous.brief.style,
              imagePreset: body.imagePreset ?? previous.brief.imagePreset,
              angle: asked.brief.angle ?? previous.brief.angle,
              audience: asked.brief.audience ?? previous.brief.audience,
              keyPoints: asked.brief.keyPoints ?? previous.brief.keyPoints
            }),
        lang,
        previous: previous === undefined ? null : { jobId: previous.id, copy: asked.previous?.copy ?? null }
      }
      const sealed =
        plan.draws === "own_key" && ownKey !== undefined ? yield* vault.seal(ownKey, keyRow(accountId, jobId)) : null
      const nowMs = yield* Clock.currentTimeMillis
      yield* sql
        .withTransaction(
          Effect.gen(function* () {
            // One account's jobs are counted one after the other.
            yield* sql`SELECT pg_advisory_xact_lock(hashtextextended(${`ad-creatives ${accountId}`}, 0))`
            const [open] = yield* sql<{ n: number }>`SELECT count(*)::int AS n FROM ad_creatives_jobs
              WHERE account_id = ${accountId}::uuid AND ${table.isOpen}`
            if ((open?.n ?? 0) >= waitingMax) {
              return yield* new TooManyJobs(
                `${waitingMax} jobs of the account wait; nothing was charged, retry when one is done`,
                { retryAfterSeconds: 30 }
              )
            }
            yield* sql`
              INSERT INTO ad_creatives_jobs (account_id, id, status, mode, brief, listing, sealed_key, hold, bucket,
                credits, created_ms, updated_ms)
              VALUES (${accountId}::uuid, ${jobId}::uuid, 'queued', ${asked.mode},
                ${JSON.stringify({ ...brief, draws: plan.draws })}::text::json,
                ${JSON.stringify(listing)}::text::jsonb, ${sealed}, ${holdId}::uuid, ${plan.bucket},
                ${plan.credits}::int, ${nowMs}::bigint, ${nowMs}::bigint)`
            yield* here(jobs.enqueue(Make, { accountId, jobId }, { key: `make:${jobId}` }))
            yield* here(
              credits.hold({
                id: holdId,
                accountId,
                bucket: plan.bucket,
                credits: plan.credits,
                operation: "ad-creatives.generate",
                forMs: deadlineMs
              })
            )
          })
        )
        .pipe(Effect.catchTag("HoldGone", Effect.die))
      yield* exchange.held({ holdId, credits: plan.credits, bucket: plan.bucket })
      return {
        jobId,
        status: "queued" as const,
        estimatedCredits: plan.credits,
        creditCategory: plan.bucket
      }
    })
  }
})

/** Takes jobs: what they're about, who draws, what that costs, and holding it. */
export class Acceptance extends Context.Service<Acceptance, Effect.Success<ReturnType<typeof make>>>()(
  "@storeglass/ad-creatives/Acceptance"
) {
  static readonly layer = (config: AdCreativesConfig) => Layer.effect(Acceptance, make(config))
}
