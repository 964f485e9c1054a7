import { Directory, isoOf, plusDays, rowsOf } from "@storeglass/plugin-api"
import { SavedReports } from "@storeglass/workspace/contract"
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import type { CofounderConfig } from "../config.ts"
import { Events } from "../integration/Events.ts"
import { Webhooks } from "../integration/Webhooks.ts"
import type { OfWeek } from "../jobRefs.ts"
import { digestOf } from "./digestOf.ts"
import { ownerEmailOf } from "./inWords.ts"
import { type Digest, digestModel, Report } from "./schema.ts"

const dailyRows = rowsOf(Schema.Struct({ id: Schema.String, day: Schema.String, headline: Schema.String }))
const readReport = Schema.decodeUnknownOption(Report)

const make = (config: CofounderConfig) =>
  Effect.gen(function* () {
    const directory = yield* Directory
    const events = yield* Events
    const saved = yield* Effect.serviceOption(SavedReports)
    const sql = yield* SqlClient.SqlClient
    const webhooks = yield* Webhooks

    const keep = (accountId: string, plan: string, id: string, digest: Digest) =>
      Option.isNone(saved)
        ? Effect.void
        : saved.value
            .save({
              accountId,
              plan,
              id,
              kind: "cofounder.weekly",
              title: `${digest.appName ?? digest.appId}, ${digest.from} to ${digest.to}: ${digest.headline}`,
              app: { platform: digest.platform, appId: digest.appId },
              country: digest.country,
              model: digestModel,
              params: { from: digest.from, to: digest.to },
              payload: digest,
              keptMax: config.savedPerApp
            })
            .pipe(
              Effect.catchTags({
                TIER_LIMIT_EXCEEDED: () =>
                  Effect.logInfo(
                    "A weekly digest is posted and not kept: the plan's number of saved reports is reached"
                  ),
                ReportTooLarge: ({ bytes }) =>
                  Effect.logWarning(`A weekly digest of ${bytes} bytes is posted and not kept: 1 MiB is kept of one`),
                ReportIdTaken: Effect.die
              }),
              Effect.asVoid
            )

    /** All that a digest leaves, or nothing of it. */
    const finish = Effect.fnUntraced(function* (
      { accountId, appId, platform, week }: OfWeek,
      who: { readonly email: string; readonly plan: string },
      digest: Digest
    ) {
      yield* webhooks.lock(accountId)
      const webhook = yield* webhooks.find(accountId)
      if (webhook === undefined || !webhook.enabled || !webhook.weekly) return
      const id = uuidV7Unsafe()
      const nowMs = yield* Clock.currentTimeMillis
      const made = yield* sql`
        INSERT INTO cofounder_digests (account_id, platform, app_id, week, id, made_ms)
        VALUES (${accountId}::uuid, ${platform}, ${appId}, ${week}::date, ${id}::uuid, ${nowMs}::bigint)
        ON CONFLICT DO NOTHING RETURNING 1`
      if (made.length === 0) return
      yield* keep(accountId, who.plan, id, digest)
      yield* events.add(accountId, "digest.created", { ownerEmail: who.email, appId, digestId: id, digest })
    }, sql.withTransaction)

    return {
      /** Makes the digest of an app and week out of its daily reports, keeps it, and has it posted: once. */
      make: Effect.fn("Digests.make")(function* (of: OfWeek) {
        const { accountId, appId, platform, week } = of
        const daily = yield* dailyRows(sql`SELECT id::text AS id, day::text AS day, headline FROM cofounder_reports
          WHERE account_id = ${accountId}::uuid AND platform = ${platform} AND app_id = ${appId}
            AND day BETWEEN ${week}::date AND ${plusDays(week, 6)}::date ORDER BY day`)
        const account = yield* directory.account(accountId)
        if (daily.length === 0 || account === undefined) return
        const days = yield* Effect.forEach(daily, ({ day, headline, id }) =>
          Effect.map(Option.isNone(saved) ? Effect.succeed(undefined) : saved.value.read(accountId, id), (kept) => ({
            day,
            headline,
            report: kept === undefined ? undefined : Option.getOrUndefined(readReport(kept.payload))
          }))
        )
        const madeAt = isoOf(yield* Clock.currentTimeMillis)
        const digest = digestOf({ platform, appId, week, madeAt }, days)
        const email = ownerEmailOf(account)
        yield* finish(of, { email, plan: account.plan }, digest)
      }),
      prune: (beforeDay: string) => sql`DELETE FROM cofounder_digests WHERE week < ${beforeDay}::date`
    }
  })

/** Weeks of accounts' apps, out of their daily reports. */
export class Digests extends Context.Service<Digests, Effect.Success<ReturnType<typeof make>>>()(
  "@storeglass/cofounder/Digests"
) {
  static readonly layer = (config: CofounderConfig) => Layer.effect(this, make(config))
}
