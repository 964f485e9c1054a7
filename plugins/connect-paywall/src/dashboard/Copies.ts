import { dayIn, InvalidInput, isoOf, plusDays, rowsOf } from "@storeglass/plugin-api"
import { Clock, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { CopiedProceeds } from "./api.ts"

const chart = "proceeds"
const daysDefault = 30
const daysMax = 731
/** As many as can be told apart. */
const linesMax = 6

const chartRows = rowsOf(
  Schema.Struct({
    applicationId: Schema.String,
    name: Schema.String,
    unit: Schema.NullOr(Schema.String),
    atMs: Schema.Finite
  })
)
const dayRows = rowsOf(Schema.Struct({ applicationId: Schema.String, day: Schema.String, value: Schema.Finite }))

/** Reads the daily copies of an account's proceeds; the provider isn't asked. */
export const makeCopies = Effect.map(SqlClient.SqlClient, (sql) =>
  Effect.fn("Copies.proceeds")(function* (accountId: string, asked: { readonly from?: string; readonly to?: string }) {
    const to = asked.to ?? plusDays(dayIn("UTC", yield* Clock.currentTimeMillis), -1)
    const from = asked.from ?? plusDays(to, 1 - daysDefault)
    if (from > to) return yield* new InvalidInput("from (query): must not be after to")
    if (from < plusDays(to, 1 - daysMax)) {
      return yield* new InvalidInput(`from (query): the window may have at most ${daysMax} days`)
    }
    const charts = yield* chartRows(sql`
      SELECT application_id AS "applicationId", name, unit, (extract(epoch FROM at) * 1000)::float8 AS "atMs"
      FROM connect_paywall_charts WHERE account_id = ${accountId}::uuid AND chart = ${chart}
      ORDER BY application_id LIMIT ${linesMax}::int`)
    const rows = yield* dayRows(sql`
      SELECT application_id AS "applicationId", day::text AS day, value FROM connect_paywall_days
      WHERE account_id = ${accountId}::uuid AND chart = ${chart} AND day BETWEEN ${from}::date AND ${to}::date`)
    const values = new Map(rows.map(({ applicationId, day, value }) => [`${applicationId} ${day}`, value]))
    const told: CopiedProceeds = {
      from,
      to,
      lines: charts.map(({ applicationId, atMs, name, unit }) => {
        const days: Array<CopiedProceeds["lines"][number]["days"][number]> = []
        for (let day = from; day <= to; day = plusDays(day, 1)) {
          const value = values.get(`${applicationId} ${day}`)
          days.push({ day, value: value ?? null, status: value === undefined ? "not_measured" : "measured" })
        }
        return {
          applicationId,
          name: [`${name} of ${applicationId}`, ...(unit === null ? [] : [unit])].join(", "),
          unit,
          asOf: isoOf(atMs),
          days
        }
      })
    }
    return told
  })
)
