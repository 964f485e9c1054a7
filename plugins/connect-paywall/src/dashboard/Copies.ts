import { dayIn, InvalidInput, isoOf, plusDays, rowsOf } from "@storeglass/plugin-api"
import { Clock, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { nearestOf } from "../figures/metrics.ts"
import type { CopiedFunnel, CopiedProceeds } from "./api.ts"
import { type Stage, spellings, stages } from "./stages.ts"

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
const keyRows = rowsOf(Schema.Struct({ applicationId: Schema.String, chart: Schema.String }))
const sumRows = rowsOf(Schema.Struct({ applicationId: Schema.String, chart: Schema.String, value: Schema.Finite }))
const dayRows = rowsOf(Schema.Struct({ applicationId: Schema.String, day: Schema.String, value: Schema.Finite }))

interface Asked {
  readonly from?: string
  readonly to?: string
}

/** The window, with what is left out of it. */
const windowOf = Effect.fnUntraced(function* (asked: Asked) {
  const to = asked.to ?? plusDays(dayIn("UTC", yield* Clock.currentTimeMillis), -1)
  const from = asked.from ?? plusDays(to, 1 - daysDefault)
  if (from > to) return yield* new InvalidInput("from (query): must not be after to")
  if (from < plusDays(to, 1 - daysMax)) {
    return yield* new InvalidInput(`from (query): the window may have at most ${daysMax} days`)
  }
  return { from, to }
})

/** Reads the daily copies of an account; the provider isn't asked. */
export const makeCopies = Effect.map(SqlClient.SqlClient, (sql) => {
  const funnel = Effect.fn("Copies.funnel")(function* (accountId: string, asked: Asked) {
    const { from, to } = yield* windowOf(asked)
    const charts = yield* keyRows(sql`
      SELECT application_id AS "applicationId", chart FROM connect_paywall_charts WHERE account_id = ${accountId}::uuid`)
    // Providers spell their charts in their own way: each application has the nearest to each stage.
    const meant = new Map<string, Stage>()
    const keys = new Set<string>()
    for (const own of Map.groupBy(charts, ({ applicationId }) => applicationId).values()) {
      for (const stage of stages) {
        const found = nearestOf(spellings[stage], own, (each) => each.chart)
        if (found === undefined) continue
        meant.set(`${found.applicationId} ${found.chart}`, stage)
        keys.add(found.chart)
      }
    }
    const sums = yield* sumRows(sql`
      SELECT application_id AS "applicationId", chart, sum(value)::float8 AS value FROM connect_paywall_days
      WHERE account_id = ${accountId}::uuid AND chart = ANY(${[...keys]}::text[])
        AND day BETWEEN ${from}::date AND ${to}::date GROUP BY 1, 2`)
    const values = new Map<Stage, number>()
    for (const { applicationId, chart, value } of sums) {
      const stage = meant.get(`${applicationId} ${chart}`)
      if (stage !== undefined) values.set(stage, (values.get(stage) ?? 0) + value)
    }
    const first = values.get(stages[0]) ?? null
    const told: CopiedFunnel = {
      from,
      to,
      stages: stages.map((stage) => {
        const value = values.get(stage) ?? null
        return {
          stage,
          value,
          share: value === null || first === null || first === 0 ? null : Number((value / first).toFixed(4)),
          status: value === null ? "not_measured" : "measured"
        }
      })
    }
    return told
  })

  const proceeds = Effect.fn("Copies.proceeds")(function* (accountId: string, asked: Asked) {
    const { from, to } = yield* windowOf(asked)
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
  return { proceeds, funnel }
})
