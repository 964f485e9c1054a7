import { Alerts, Jobs, rowsOf } from "@storeglass/plugin-api"
import { Clock, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { bandAlert } from "../alerts.ts"
import { LeftBand } from "../jobRefs.ts"
import { ModelSlug } from "../models.ts"
import { Sums, sql as sums } from "../results/sums.ts"
import type { Place } from "../Subjects.ts"
import { bandDays, bandOf, isWithin, leavingOf } from "../scoring/band.ts"
import { intervalOf } from "../scoring/interval.ts"
import { scoreOf } from "../scoring/visibility.ts"

const dayRows = rowsOf(Schema.Struct({ day: Schema.String, ...Sums.fields }))
const leftRows = rowsOf(Schema.Struct({ leftOn: Schema.String, low: Schema.Int, high: Schema.Int }))
const modelRows = rowsOf(Schema.Struct({ model: ModelSlug }))

/** Watches scores leave their own band. */
export const makeBands = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const jobs = yield* Jobs
  const alerts = yield* Alerts

  const watch = Effect.fnUntraced(function* (place: Place, model: ModelSlug, until: string) {
    const { accountId, appId, country } = place
    const at = sql`account_id = ${accountId}::uuid AND app_id = ${appId} AND country = ${country}
      AND model_slug = ${model}`
    const rows = yield* dayRows(sql`
      SELECT day::text, ${sql.literal(sums.plain)} FROM ai_visibility_app_days
      WHERE ${at} AND day <= ${until}::date AND ok > 0 ORDER BY day DESC LIMIT ${bandDays.most + 2}::int`)
    const days = rows.toReversed().flatMap((row) => {
      const { score } = scoreOf(row)
      return score === null ? [] : [{ day: row.day, score, interval: intervalOf(row) }]
    })
    const newest = days.at(-1)
    if (newest === undefined) return
    const [left] = yield* leftRows(sql`SELECT left_on::text AS "leftOn", low, high FROM ai_visibility_left WHERE ${at}`)
    if (left !== undefined) {
      // Back where it was, or at home where it has been since: it may leave again.
      const since = days.slice(0, -1).filter(({ day }) => day > left.leftOn)
      if (isWithin(left, newest.score) || isWithin(bandOf(since), newest.score)) {
        yield* sql`DELETE FROM ai_visibility_left WHERE ${at}`
      }
      return
    }
    const leaving = leavingOf(days)
    if (leaving === null) return
    const { band, side } = leaving
    yield* sql`INSERT INTO ai_visibility_left (account_id, app_id, country, model_slug, left_on, low, high)
      VALUES (${accountId}::uuid, ${appId}, ${country}, ${model}, ${newest.day}::date, ${band.low}::int, ${band.high}::int)`
    const told = { accountId, appId, country, model, day: newest.day, score: newest.score, ...band, side }
    yield* Effect.provideService(
      jobs.enqueue(LeftBand, told, { key: `left:${accountId}:${appId}:${country}:${model}:${newest.day}` }),
      SqlClient.SqlClient,
      sql
    )
  })

  return {
    /** Tells the account, once: not again when the job is done anew, and not what has come back meanwhile. */
    tell: Effect.fnUntraced(function* (leaving: typeof LeftBand.payload.Type) {
      const { accountId, appId, country, day, high, low, model, score, side } = leaving
      const at = sql`account_id = ${accountId}::uuid AND app_id = ${appId} AND country = ${country}
        AND model_slug = ${model} AND left_on = ${day}::date AND told_ms IS NULL`
      if ((yield* sql`SELECT FROM ai_visibility_left WHERE ${at}`).length === 0) return
      yield* alerts.notify(accountId, {
        kind: bandAlert,
        key: `${bandAlert} ${appId} ${country} ${model} ${day}`,
        title: `AI visibility: ${model} gives app ${appId} ${score}, ${side} its band`,
        text: `The score of app ${appId} (${country}) by ${model} was ${side} ${low} to ${high}, where it usually lies, for two scans in a row; on ${day} it was ${score}. The notes of the trend say what changed meanwhile. You are told again when it has come back and leaves anew.`,
        fields: { app: appId, country, model, score, low, high }
      })
      const nowMs = yield* Clock.currentTimeMillis
      yield* sql`UPDATE ai_visibility_left SET told_ms = ${nowMs}::bigint WHERE ${at}`
    }),
    /** Within the transaction that added a day up. */
    watch: Effect.fnUntraced(function* (place: Place, day: string) {
      const { accountId, appId, country } = place
      const models = yield* modelRows(sql`SELECT model_slug AS model FROM ai_visibility_app_days
        WHERE account_id = ${accountId}::uuid AND app_id = ${appId} AND country = ${country} AND day = ${day}::date
        ORDER BY 1`)
      yield* Effect.forEach(models, ({ model }) => watch(place, model, day), { discard: true })
    })
  }
})
