import { InvalidInput, type Param, rowsOf } from "@storeglass/plugin-api"
import { Context, Effect, Layer, Result, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { CofounderConfig } from "../config.ts"

/** What an account may set otherwise for an app, each with what it's about. */
export const thresholdTitles = {
  ranksMin: "Ranks of a keyword",
  chartRanksMin: "Chart positions",
  visibilityMin: "Points of search visibility",
  assistantPointsMin: "Points of an assistant's score",
  ratingDropMin: "Stars that a rating falls within a week, to be told at once",
  ratingsMin: "New ratings for that",
  themeMentionsMin: "Reviews of a day that complain of the same",
  auditPointsMin: "Points of an audit",
  opportunityMin: "Score of a new keyword opportunity",
  rivalRanksMin: "Ranks of a competitor",
  rivalKeywordsMin: "Keywords on which a competitor must move so",
  figuresPercentMin: "Percent of installs, proceeds or spend"
} as const
export type ThresholdName = keyof typeof thresholdTitles
export const thresholdNames = [
  "ranksMin",
  "chartRanksMin",
  "visibilityMin",
  "assistantPointsMin",
  "ratingDropMin",
  "ratingsMin",
  "themeMentionsMin",
  "auditPointsMin",
  "opportunityMin",
  "rivalRanksMin",
  "rivalKeywordsMin",
  "figuresPercentMin"
] as const satisfies ReadonlyArray<ThresholdName>

interface App {
  readonly platform: Param.Platform
  readonly appId: string
}
const valueRows = rowsOf(Schema.Struct({ name: Schema.Literals(thresholdNames), value: Schema.Finite }))
const decode = Schema.decodeUnknownResult(CofounderConfig)

const make = (config: CofounderConfig) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const own = (accountId: string, { appId, platform }: App) =>
      valueRows(sql`SELECT name, value FROM cofounder_thresholds WHERE account_id = ${accountId}::uuid
        AND platform = ${platform} AND app_id = ${appId} AND name = ANY(${[...thresholdNames]}::text[])`)

    return {
      /** The settings by which an app's reports are made: the gateway's, but for what its account has set otherwise. */
      configOf: Effect.fn("Thresholds.configOf")(function* (accountId: string, app: App) {
        const changed = yield* own(accountId, app)
        const settings: CofounderConfig = {
          ...config,
          ...Object.fromEntries(changed.map(({ name, value }) => [name, value]))
        }
        return settings
      }),
      /** All of an app: the value that holds, and the gateway's. */
      of: Effect.fn("Thresholds.of")(function* (accountId: string, app: App) {
        const changed = new Map((yield* own(accountId, app)).map(({ name, value }) => [name, value]))
        return thresholdNames.map((name) => ({
          name,
          value: changed.get(name) ?? config[name],
          usual: config[name],
          isOwn: changed.has(name)
        }))
      }),
      /** Sets one of an app's; undefined: as the gateway has it. */
      set: Effect.fn("Thresholds.set")(function* (
        accountId: string,
        { appId, platform }: App,
        name: ThresholdName,
        value: number | undefined
      ) {
        if (value === undefined) {
          yield* sql`DELETE FROM cofounder_thresholds WHERE account_id = ${accountId}::uuid AND platform = ${platform}
            AND app_id = ${appId} AND name = ${name}`
          return
        }
        const checked = decode({ [name]: value })
        if (Result.isFailure(checked)) {
          return yield* new InvalidInput(`value: ${name} can't be ${value}: ${checked.failure.message.split("\n")[0]}`)
        }
        yield* sql`INSERT INTO cofounder_thresholds (account_id, platform, app_id, name, value)
          VALUES (${accountId}::uuid, ${platform}, ${appId}, ${name}, ${value})
          ON CONFLICT (account_id, platform, app_id, name) DO UPDATE SET value = excluded.value`
      })
    }
  })

/** From where on a change is told, by app. */
export class Thresholds extends Context.Service<Thresholds, Effect.Success<ReturnType<typeof make>>>()(
  "@storeglass/cofounder/Thresholds"
) {
  static readonly layer = (config: CofounderConfig) => Layer.effect(this, make(config))
}
