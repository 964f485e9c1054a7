import { rowsOf } from "@storeglass/plugin-api"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { actualSources, DailyFigures, type OwnedDay } from "../contract.ts"

const Counted = Schema.Struct({
  day: Schema.String,
  source: Schema.Literals(actualSources),
  units: Schema.NullOr(Schema.Finite),
  currency: Schema.NullOr(Schema.String),
  proceeds: Schema.NullOr(Schema.Finite)
})
const countedRows = rowsOf(Counted)

/** A day by the most trusted of the sources that told of each measure. */
const dayOf = (day: string, counted: ReadonlyArray<typeof Counted.Type>): OwnedDay => {
  const told = actualSources.map((source) => counted.filter((row) => row.source === source))
  const ofUnits = told.find((rows) => rows.some(({ units }) => units !== null)) ?? []
  const ofProceeds = told.find((rows) => rows.some(({ proceeds }) => proceeds !== null)) ?? []
  return {
    day,
    units: ofUnits.length === 0 ? null : ofUnits.reduce((sum, { units }) => sum + (units ?? 0), 0),
    proceeds: Object.fromEntries(
      ofProceeds.flatMap(({ currency, proceeds }) =>
        currency === null || proceeds === null ? [] : [[currency, proceeds]]
      )
    )
  }
}

export const dailyFigures = Layer.effect(
  DailyFigures,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return DailyFigures.of({
      owned: Effect.fn("DailyFigures.owned")(function* (accountId, { appId, platform }, { from, to }, by) {
        const rows = yield* countedRows(sql`SELECT day::text AS day, source, sum(units)::float8 AS units, currency,
            sum(proceeds)::float8 AS proceeds
          FROM apps_owned_actuals WHERE account_id = ${accountId}::uuid AND platform = ${platform} AND app_id = ${appId}
            AND day BETWEEN ${from}::date AND ${to}::date
            AND (${by ?? null}::text IS NULL OR source = ${by ?? null}) GROUP BY day, source, currency ORDER BY day`)
        return [...Map.groupBy(rows, ({ day }) => day)].map(([day, counted]) => dayOf(day, counted))
      })
    })
  })
)
