import { rowsOf } from "@storeglass/plugin-api"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { AdsSpend } from "../contract.ts"

const dayRows = rowsOf(
  Schema.Struct({
    day: Schema.String,
    currency: Schema.NullOr(Schema.String),
    spend: Schema.NullOr(Schema.Finite),
    installs: Schema.NullOr(Schema.Finite)
  })
)

export const adsSpend = Layer.effect(
  AdsSpend,
  Effect.map(SqlClient.SqlClient, (sql) =>
    AdsSpend.of({
      days: Effect.fn("AdsSpend.days")(function* (accountId, appId, { from, to }) {
        const campaigns = yield* sql`SELECT 1 FROM connect_ads_campaigns
          WHERE account_id = ${accountId}::uuid AND app_id = ${appId} LIMIT 1`
        if (campaigns.length === 0) return undefined
        // A figure that one campaign lacks isn't known of the day.
        return yield* dayRows(sql`
          SELECT d.day::text AS day, told.currency,
            CASE WHEN told.campaigns IS NULL THEN 0 WHEN told.spends = told.campaigns THEN told.spend END::float8 AS spend,
            CASE WHEN told.campaigns IS NULL THEN 0 WHEN told.counts = told.campaigns THEN told.installs END::float8 AS installs
          FROM connect_ads_days d LEFT JOIN (
            SELECT s.day, s.currency, count(*) AS campaigns, count(s.spend) AS spends, sum(s.spend) AS spend,
              count(s.installs) AS counts, sum(s.installs) AS installs
            FROM connect_ads_spend s JOIN connect_ads_campaigns c USING (account_id, campaign_id)
            WHERE s.account_id = ${accountId}::uuid AND c.app_id = ${appId}
              AND s.day BETWEEN ${from}::date AND ${to}::date
            GROUP BY s.day, s.currency) AS told ON told.day = d.day
          WHERE d.account_id = ${accountId}::uuid AND d.state = 'measured' AND d.day BETWEEN ${from}::date AND ${to}::date
          ORDER BY d.day, told.currency`)
      })
    })
  )
)
