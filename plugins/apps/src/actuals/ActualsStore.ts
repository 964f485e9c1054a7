import { isoOf, Param } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError, SqlSchema } from "effect/sql"
import { actualSources, OwnedActuals, worldwide } from "../contract.ts"
import type { Residual } from "../models/residuals.ts"
import { storeFacts } from "../storeFacts.ts"

export const measures = ["downloads", "revenue"] as const
export type Measure = (typeof measures)[number]

/** Days looked back, and those of them that must be counted for a month's figure. */
const days = { back: 45, counted: 28 } as const
const Month = Schema.Struct({
  accountId: Schema.String,
  platform: Schema.Literals(Param.platforms),
  appId: Schema.String,
  country: Schema.String,
  /** 30 days of the counted ones; null where none was told. */
  units: Schema.NullOr(Schema.Finite),
  /** By currency. */
  proceeds: Schema.fromJsonString(Schema.Record(Schema.String, Schema.Finite))
})
export type OwnedMonth = typeof Month.Type
const MonthOfSource = Schema.Struct({ ...Month.fields, source: Schema.Literals(actualSources) })

/** Each measure by the most trusted of the sources that told it. */
const trusted = (months: ReadonlyArray<typeof MonthOfSource.Type>): ReadonlyArray<OwnedMonth> => {
  const rank = ({ source }: typeof MonthOfSource.Type) => actualSources.indexOf(source)
  const same = Map.groupBy(months, ({ accountId, appId, country, platform }) =>
    JSON.stringify([accountId, platform, appId, country])
  )
  return [...same.values()].flatMap((told) => {
    const sorted = told.toSorted((a, b) => rank(a) - rank(b))
    const [first] = sorted
    if (first === undefined) return []
    const { accountId, appId, country, platform } = first
    const units = sorted.find((month) => month.units !== null)?.units ?? null
    const proceeds = sorted.find((month) => Object.keys(month.proceeds).length > 0)?.proceeds ?? {}
    return [{ accountId, platform, appId, country, units, proceeds }]
  })
}

const ResidualRow = Schema.Struct({
  appId: Schema.String,
  country: Schema.String,
  genreId: Schema.NullOr(Schema.String),
  developerId: Schema.NullOr(Schema.String),
  measure: Schema.Literals(measures),
  log: Schema.Finite
})
export type Residuals = Readonly<Record<Measure, ReadonlyArray<Residual>>>
export const noResiduals: Residuals = { downloads: [], revenue: [] }

const Actuals = Schema.fromJsonString(
  Schema.Array(
    Schema.Struct({
      platform: Schema.String,
      appId: Schema.String,
      country: Schema.String,
      day: Schema.String,
      units: Schema.NullOr(Schema.Finite),
      proceeds: Schema.NullOr(Schema.Finite),
      currency: Schema.NullOr(Schema.String)
    })
  )
)

/** SQL of what accounts' own consoles counted. Every statement but the job's names its account. */
export class ActualsStore extends Context.Service<
  ActualsStore,
  {
    readonly owned: OwnedActuals["Service"]
    readonly residuals: (
      accountId: string,
      platform: Param.Platform
    ) => Effect.Effect<Residuals, SqlError.SqlError | Schema.SchemaError>
    /** Of every account: the last month of each app and country that was counted for long enough. */
    readonly months: Effect.Effect<ReadonlyArray<OwnedMonth>, SqlError.SqlError | Schema.SchemaError>
    readonly learn: (
      month: OwnedMonth,
      measure: Measure,
      residual: Pick<Residual, "genreId" | "developerId" | "log">
    ) => Effect.Effect<void, SqlError.SqlError>
  }
>()("@storeglass/apps/ActualsStore") {
  static readonly layer = Layer.effect(
    ActualsStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const encode = Schema.encodeSync(Actuals)
      const everywhere = Param.platforms.filter((platform) => storeFacts[platform].scope === "worldwide")

      const record: OwnedActuals["Service"]["record"] = Effect.fn("OwnedActuals.record")(
        (accountId, actuals, source = "console") =>
          Effect.asVoid(sql`
          INSERT INTO apps_owned_actuals (account_id, platform, app_id, country, day, source, units, proceeds, currency)
          SELECT ${accountId}::uuid, platform, "appId", country, day, ${source}, units, proceeds, currency
          FROM jsonb_to_recordset(${encode(actuals)}::text::jsonb) AS counted (platform text, "appId" text, country text,
            day date, units bigint, proceeds double precision, currency text)
          ON CONFLICT (account_id, platform, app_id, country, day, source)
          DO UPDATE SET units = excluded.units, proceeds = excluded.proceeds, currency = excluded.currency`)
      )

      const forget: OwnedActuals["Service"]["forget"] = Effect.fn("OwnedActuals.forget")(
        (accountId, platform, source = "console") =>
          sql.withTransaction(
            Effect.gen(function* () {
              yield* sql`DELETE FROM apps_residuals WHERE account_id = ${accountId}::uuid AND platform = ${platform}`
              const removed = yield* sql`DELETE FROM apps_owned_actuals
              WHERE account_id = ${accountId}::uuid AND platform = ${platform} AND source = ${source} RETURNING 1`
              return removed.length
            })
          )
      )

      const rowsOf = SqlSchema.findAll({
        Request: Schema.Struct({ accountId: Schema.String, platform: Schema.String }),
        Result: ResidualRow,
        execute: ({ accountId, platform }) => sql`
          SELECT app_id AS "appId", country, genre_id AS "genreId", developer_id AS "developerId", measure, log
          FROM apps_residuals WHERE account_id = ${accountId}::uuid AND platform = ${platform}`
      })
      const residuals = Effect.fn("ActualsStore.residuals")((accountId: string, platform: Param.Platform) =>
        Effect.map(
          rowsOf({ accountId, platform }),
          (rows): Residuals => ({
            downloads: rows.filter(({ measure }) => measure === "downloads"),
            revenue: rows.filter(({ measure }) => measure === "revenue")
          })
        )
      )

      const monthsSince = SqlSchema.findAll({
        Request: Schema.String,
        Result: MonthOfSource,
        execute: (day) => sql`
          WITH counted AS (
            SELECT account_id, platform, app_id, day, source, units, proceeds, currency,
              CASE WHEN platform IN ${sql.in(everywhere)} THEN ${worldwide} ELSE country END AS country
            FROM apps_owned_actuals WHERE day >= ${day}::date),
          spans AS (
            SELECT account_id, platform, app_id, country, source, count(DISTINCT day) AS days, sum(units) AS units,
              count(units) > 0 AS told
            FROM counted GROUP BY 1, 2, 3, 4, 5 HAVING count(DISTINCT day) >= ${days.counted})
          SELECT account_id::text AS "accountId", platform, app_id AS "appId", country, source,
            CASE WHEN told THEN (units * 30.0 / days)::float8 END AS units,
            coalesce((SELECT jsonb_object_agg(currency, total) FROM (
              SELECT c.currency, sum(c.proceeds) * 30 / s.days AS total FROM counted c
              WHERE (c.account_id, c.platform, c.app_id, c.country, c.source)
                = (s.account_id, s.platform, s.app_id, s.country, s.source)
                AND c.proceeds IS NOT NULL AND c.currency IS NOT NULL GROUP BY c.currency) AS sums), '{}')::text AS proceeds
          FROM spans s ORDER BY 1, 2, 3, 4`
      })

      const learn = Effect.fn("ActualsStore.learn")(function* (
        { accountId, appId, country, platform }: OwnedMonth,
        measure: Measure,
        { developerId, genreId, log }: Pick<Residual, "genreId" | "developerId" | "log">
      ) {
        const at = isoOf(yield* Clock.currentTimeMillis)
        yield* sql`
          INSERT INTO apps_residuals (account_id, platform, app_id, country, measure, genre_id, developer_id, log, at)
          VALUES (${accountId}::uuid, ${platform}, ${appId}, ${country}, ${measure}, ${genreId}, ${developerId}, ${log},
            ${at}::timestamptz)
          ON CONFLICT (account_id, platform, app_id, country, measure) DO UPDATE
          SET genre_id = excluded.genre_id, developer_id = excluded.developer_id, log = excluded.log, at = excluded.at`
      })

      return ActualsStore.of({
        owned: { record, forget },
        residuals,
        months: Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
          Effect.map(monthsSince(isoOf(nowMs - days.back * 86_400_000).slice(0, 10)), trusted)
        ),
        learn
      })
    })
  )
}

/** As other plugins see it. */
export const ownedActuals = Layer.effect(
  OwnedActuals,
  Effect.map(ActualsStore, ({ owned }) => OwnedActuals.of(owned))
)
