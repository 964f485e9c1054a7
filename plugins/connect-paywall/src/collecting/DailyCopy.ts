import { dayIn, isoOf, plusDays } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Figures } from "../figures/Figures.ts"
import { currencyOf } from "../figures/metrics.ts"
import type { Link } from "../links/Links.ts"
import { type StoreApp, storeAppOf } from "../links/storeApps.ts"
import type { Chart } from "../schema.ts"

/** How far back the provider may correct a day. */
const correctedDays = 45
/** How far back the first copy goes. */
const firstDays = 729
/** More of each than an organization has. */
const applicationsMax = 20
const chartsMax = 40

const Copied = Schema.Struct({
  applicationId: Schema.String,
  name: Schema.String,
  unit: Schema.NullOr(Schema.String),
  atMs: Schema.Finite
})
const Day = Schema.Struct({ day: Schema.String, value: Schema.Finite })
const Days = Schema.fromJsonString(Schema.Array(Day))

/** What doesn't decode here was written by something else. */
const dies = <A, E, R>(read: Effect.Effect<A, E | Schema.SchemaError, R>) =>
  Effect.catchIf(read, Schema.isSchemaError, Effect.die)

interface OfChart {
  readonly accountId: string
  readonly applicationId: string
  readonly chart: string
}

const make = Effect.fnUntraced(function* (keptDays: number) {
  const figures = yield* Figures
  const sql = yield* SqlClient.SqlClient
  const encode = Schema.encodeSync(Days)

  const forget = Effect.fn("DailyCopy.forget")(function* (accountId: string) {
    yield* sql`DELETE FROM connect_paywall_days WHERE account_id = ${accountId}::uuid`
    yield* sql`DELETE FROM connect_paywall_charts WHERE account_id = ${accountId}::uuid`
    yield* sql`DELETE FROM connect_paywall_apps WHERE account_id = ${accountId}::uuid`
  })

  const isCopied = Effect.fnUntraced(function* ({ accountId, applicationId, chart }: OfChart) {
    const found = yield* sql`SELECT 1 FROM connect_paywall_charts
      WHERE account_id = ${accountId}::uuid AND application_id = ${applicationId} AND chart = ${chart}`
    return found.length > 0
  })

  const store = ({ accountId, applicationId, chart }: OfChart, told: Chart, days: ReadonlyArray<typeof Day.Type>) =>
    sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`
          INSERT INTO connect_paywall_charts (account_id, application_id, chart, name, unit, at)
          VALUES (${accountId}::uuid, ${applicationId}, ${chart}, ${told.name}, ${told.unit}, ${told.asOf}::timestamptz)
          ON CONFLICT (account_id, application_id, chart) DO UPDATE
          SET name = excluded.name, unit = excluded.unit, at = excluded.at`
        yield* sql`
          INSERT INTO connect_paywall_days (account_id, application_id, chart, day, value)
          SELECT ${accountId}::uuid, ${applicationId}, ${chart}, day, value
          FROM jsonb_to_recordset(${encode(days)}::text::jsonb) AS told (day date, value double precision)
          ON CONFLICT (account_id, application_id, chart, day) DO UPDATE SET value = excluded.value`
      })
    )

  const note = (accountId: string, applicationId: string, app: StoreApp | undefined) =>
    app === undefined
      ? Effect.void
      : sql`INSERT INTO connect_paywall_apps (account_id, application_id, platform, app_id)
          VALUES (${accountId}::uuid, ${applicationId}, ${app.platform}, ${app.appId})
          ON CONFLICT (account_id, application_id) DO UPDATE SET platform = excluded.platform, app_id = excluded.app_id`

  const copyChart = Effect.fnUntraced(function* (link: Link, applicationId: string, chart: string, yesterday: string) {
    const of = { accountId: link.saved.accountId, applicationId, chart }
    const read = (days: number) =>
      figures.chart(link, {
        applicationId,
        chart,
        environment: "production",
        interval: "day",
        breakdown: undefined,
        range: { from: plusDays(yesterday, 1 - days), to: yesterday }
      })
    const told = (yield* isCopied(of))
      ? yield* read(correctedDays)
      : yield* Effect.catchIf(
          read(firstDays),
          // The provider may have a shorter window than we do.
          (error) => error._tag === "VendorRefused" && error.refusal === "invalid",
          () => read(correctedDays)
        )
    if (told.stale) return
    const days = (told.series[0]?.points ?? []).flatMap(({ incomplete, x, y }) =>
      incomplete || y === null || !/^\d{4}-\d{2}-\d{2}/.test(x) ? [] : [{ day: x.slice(0, 10), value: y }]
    )
    yield* store(of, told, days)
  })

  const chartOf = SqlSchema.findAll({
    Request: Schema.Struct({
      accountId: Schema.String,
      applicationId: Schema.UndefinedOr(Schema.String),
      chart: Schema.String
    }),
    Result: Copied,
    execute: ({ accountId, applicationId = null, chart }) => sql`
      SELECT application_id AS "applicationId", name, unit, (extract(epoch FROM at) * 1000)::float8 AS "atMs"
      FROM connect_paywall_charts WHERE account_id = ${accountId}::uuid AND chart = ${chart}
        AND (${applicationId}::text IS NULL OR application_id = ${applicationId}) LIMIT 2`
  })
  const daysOf = SqlSchema.findAll({
    Request: Schema.Struct({
      accountId: Schema.String,
      applicationId: Schema.String,
      chart: Schema.String,
      from: Schema.String,
      to: Schema.String
    }),
    Result: Day,
    execute: ({ accountId, applicationId, chart, from, to }) => sql`
      SELECT day::text, value FROM connect_paywall_days
      WHERE account_id = ${accountId}::uuid AND application_id = ${applicationId} AND chart = ${chart}
        AND day BETWEEN ${from}::date AND ${to}::date`
  })

  return {
    forget,
    /** Copies the last days of each chart, where the owner wants that. A chart that the provider can't tell is left out. */
    copy: Effect.fn("DailyCopy.copy")(function* (link: Link) {
      if (!link.known.keepHistory) return
      const { accountId } = link.saved
      const yesterday = plusDays(dayIn(link.known.timeZone, yield* Clock.currentTimeMillis), -1)
      const apps = (yield* figures.apps(link)).flatMap(({ applications }) => applications).slice(0, applicationsMax)
      for (const application of apps) {
        const { id } = application
        yield* note(accountId, id, storeAppOf(application))
        const charts = (yield* figures.chartsOf(link, id)).slice(0, chartsMax)
        for (const { key } of charts) {
          yield* copyChart(link, id, key, yesterday).pipe(
            Effect.catchTags({ NOT_FOUND: () => Effect.void, INVALID_INPUT: () => Effect.void }),
            Effect.catchIf(
              (error) => error._tag === "UpstreamError" && error.reason === "drift",
              (error) => Effect.logWarning("Couldn't copy a chart", error).pipe(Effect.annotateLogs({ chart: key }))
            )
          )
        }
      }
      const oldest = plusDays(yesterday, 1 - keptDays)
      yield* sql`DELETE FROM connect_paywall_days WHERE account_id = ${accountId}::uuid AND day < ${oldest}::date`
    }),
    /** A chart by day out of the copy; undefined where there is none, or where several applications have it. */
    read: Effect.fn("DailyCopy.read")(function* (
      link: Link,
      asked: {
        readonly applicationId: string | undefined
        readonly chart: string
        readonly from: string
        readonly to: string
      }
    ) {
      const { accountId } = link.saved
      const { chart, from, to } = asked
      const [copied, ...others] = yield* dies(chartOf({ accountId, applicationId: asked.applicationId, chart }))
      if (copied === undefined || others.length > 0) return undefined
      const { applicationId, atMs, name, unit } = copied
      const kept = yield* dies(daysOf({ accountId, applicationId, chart, from, to }))
      const byDay = new Map(kept.map(({ day, value }) => [day, value]))
      const points: Array<Chart["series"][number]["points"][number]> = []
      for (let day = from; day <= to; day = plusDays(day, 1)) {
        points.push({ x: day, y: byDay.get(day) ?? null, incomplete: false, extra: {} })
      }
      const found: Chart = {
        chart,
        name,
        unit,
        ...currencyOf(unit, link.known.currency),
        interval: "day",
        breakdown: null,
        applicationId,
        environment: "production",
        series: [{ key: "total", name, points }],
        asOf: isoOf(atMs),
        stale: true,
        origin: "copy"
      }
      return found
    })
  }
})

/** A copy of charts by day, for accounts that asked for it: for longer than the provider keeps them, and for when it's away. */
export class DailyCopy extends Context.Service<DailyCopy, Effect.Success<ReturnType<typeof make>>>()(
  "@storeglass/connect-paywall/DailyCopy"
) {
  static readonly layer = (keptDays: number) => Layer.effect(DailyCopy, make(keptDays))
}
