import { DailyFigures } from "@storeglass/apps/contract"
import { rowsOf } from "@storeglass/plugin-api"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type KeptDay, KeptProceeds } from "../contract.ts"
import { nearestTo } from "../figures/metrics.ts"
import { Links } from "../links/Links.ts"

const chartRows = rowsOf(Schema.Struct({ applicationId: Schema.String, chart: Schema.String }))
const dayRows = rowsOf(Schema.Struct({ day: Schema.String, value: Schema.Finite }))

const tidy = (value: number) => Number(value.toFixed(6))

/** Out of the daily copy, where the account keeps one, else out of what its estimates are corrected by. */
export const keptProceeds = Layer.effect(
  KeptProceeds,
  Effect.gen(function* () {
    const links = yield* Links
    const sql = yield* SqlClient.SqlClient
    const figures = yield* Effect.serviceOption(DailyFigures)

    const copied: KeptProceeds["Service"]["days"] = Effect.fn("KeptProceeds.copied")(function* (
      accountId,
      { appId, platform },
      { from, to }
    ) {
      const charts = yield* chartRows(sql`SELECT application_id AS "applicationId", c.chart FROM connect_paywall_apps a
        JOIN connect_paywall_charts c USING (account_id, application_id)
        WHERE a.account_id = ${accountId}::uuid AND a.platform = ${platform} AND a.app_id = ${appId} AND c.unit = 'currency'`)
      const found = [...Map.groupBy(charts, ({ applicationId }) => applicationId).values()].map((all) =>
        nearestTo("proceeds", all, ({ chart }) => chart)
      )
      const proceeds = found.filter((chart) => chart !== undefined)
      if (proceeds.length === 0 || proceeds.length < found.length) return undefined
      const { currency } = yield* links.status(accountId)
      // An app that is several applications earned what all of them did: days that one doesn't tell are left out.
      const days = yield* dayRows(sql`SELECT day::text, sum(value)::float8 AS value FROM connect_paywall_days d
        JOIN unnest(${proceeds.map(({ applicationId }) => applicationId)}::text[], ${proceeds.map(({ chart }) => chart)}::text[])
          AS asked (application_id, chart) USING (application_id, chart)
        WHERE account_id = ${accountId}::uuid AND day BETWEEN ${from}::date AND ${to}::date
        GROUP BY day HAVING count(*) = ${proceeds.length} ORDER BY day`)
      return days.map(({ day, value }): KeptDay => ({ day, proceeds: { [currency ?? "USD"]: tidy(value) } }))
    })

    return KeptProceeds.of({
      days: Effect.fn("KeptProceeds.days")(function* (accountId, app, window) {
        const copy = yield* copied(accountId, app, window)
        if (copy !== undefined) return copy
        if (Option.isNone(figures)) return undefined
        const counted = yield* figures.value.owned(accountId, app, window, "paywall")
        return counted.length === 0 ? undefined : counted.map(({ day, proceeds }): KeptDay => ({ day, proceeds }))
      })
    })
  })
)
