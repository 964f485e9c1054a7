import {
  KeywordBook,
  LatestRanks,
  type MovedVisibility,
  ranksOfDay,
  visibilityOfDay
} from "@storeglass/keywords/contract"
import { type Alert, Alerts, dayIn, plusDays, rowsOf } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { visibilityAlert } from "../alerts.ts"
import type { WorkspaceConfig } from "../config.ts"
import { Wall } from "../Wall.ts"
import { type LookedAt, lookedAt } from "./apps.ts"

const appsAtOnce = 100
const keywordsMax = 2_000
const keywordRows = rowsOf(Schema.Struct({ keyword: Schema.String, country: Schema.String, device: Schema.String }))

const tenth = (value: number) => Math.round(value * 10) / 10

const alertOf = (
  { appId, id, name }: LookedAt,
  day: string,
  { country, device, from, terms, to }: MovedVisibility & { readonly from: number }
): Alert => ({
  kind: visibilityAlert,
  key: `${visibilityAlert}:${id}:${country}:${device}:${day}`,
  title: `${name ?? appId}: search visibility fell to ${tenth(to)}`,
  text: `On ${day} it was ${tenth(to)} after ${tenth(from)} in ${country} (${device}), over ${terms} keywords.`,
  fields: { appId, country, device, day, from: tenth(from), to: tenth(to) }
})

const make = Effect.fnUntraced(function* (least: number) {
  const sql = yield* SqlClient.SqlClient
  const wall = yield* Wall
  const book = yield* Effect.serviceOption(KeywordBook)
  const ranks = yield* Effect.serviceOption(LatestRanks)
  const appsOf = yield* lookedAt(appsAtOnce, { withKeywords: true })

  return {
    /** Tells once of each app and market whose visibility fell on the day before today. */
    tell: Effect.fn("VisibilityDrops.tell")(function* (accountId: string) {
      if (Option.isNone(book) || Option.isNone(ranks) || least === 0) return
      const { notify } = yield* Alerts
      const day = plusDays(dayIn("UTC", yield* Clock.currentTimeMillis), -1)
      for (let after: string | undefined; ; ) {
        const { apps, next } = yield* appsOf(accountId, after)
        for (const app of apps) {
          const keywords = yield* wall.inAccount(
            accountId,
            keywordRows(sql`
              SELECT keyword, country, device FROM workspace_keywords
              WHERE account_id = ${accountId}::uuid AND app = ${app.id}::uuid AND state = 'on'
              ORDER BY id LIMIT ${keywordsMax}::int`)
          )
          const moved = yield* ranksOfDay(ranks.value, app, keywords, day)
          const measured = moved.filter((rank) => rank !== undefined)
          for (const market of yield* visibilityOfDay(book.value, app.platform, measured)) {
            const { from, to } = market
            if (from !== null && tenth(from - to) >= least)
              yield* notify(accountId, alertOf(app, day, { ...market, from }))
          }
        }
        if (next === undefined) return
        after = next
      }
    })
  }
})

/** What people are told of how well their apps are seen in searches. */
export class VisibilityDrops extends Context.Service<VisibilityDrops, Effect.Success<ReturnType<typeof make>>>()(
  "@storeglass/workspace/VisibilityDrops"
) {
  static readonly layer = ({ visibilityAlertsFrom: least = 5 }: WorkspaceConfig) =>
    Layer.effect(VisibilityDrops, make(least))
}
