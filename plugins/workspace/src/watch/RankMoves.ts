import { type RankChange, RankChanges } from "@storeglass/keywords/contract"
import { type Alert, Alerts, isoOf, rowsOf } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { movedAlert } from "../alerts.ts"
import type { WorkspaceConfig } from "../config.ts"
import { Wall } from "../Wall.ts"
import { type LookedAt, lookedAt } from "./apps.ts"

const dayMs = 86_400_000
const usPerMs = 1_000
/** An app that isn't found counts as one behind the ranks that are collected unless the config says otherwise. */
const beyond = 101
const appsAtOnce = 100
const changesAtOnce = 1_000
const shownMax = 10

const ownRows = rowsOf(Schema.Struct({ id: Schema.String, at: Schema.Int }))

/** By how many ranks; those that it came from or went to unseen are fewer than it was. */
export const movedBy = ({ currentRank, previousRank }: Pick<RankChange, "currentRank" | "previousRank">): number => {
  if (previousRank === null) return Math.max(0, beyond - (currentRank ?? beyond))
  return currentRank === null ? Math.max(0, beyond - previousRank) : Math.abs(previousRank - currentRank)
}

const rankText = (rank: number | null) => (rank === null ? "not found" : String(rank))
const lineOf = ({ country, currentRank, device, keyword, previousRank }: RankChange) =>
  `${keyword} (${country}, ${device}): ${rankText(previousRank)} → ${rankText(currentRank)}`

const alertOf = (app: LookedAt, day: string, least: number, moves: ReadonlyArray<RankChange>): Alert => {
  const name = app.name ?? app.appId
  const shown = moves.toSorted((a, b) => movedBy(b) - movedBy(a)).slice(0, shownMax)
  const more = moves.length - shown.length
  const lines = [...shown.map(lineOf), ...(more > 0 ? [`and ${more} more`] : [])]
  return {
    kind: movedAlert,
    key: `${movedAlert}:${app.id}:${day}`,
    title: moves.length === 1 ? `${name}: a rank moved` : `${name}: ${moves.length} ranks moved`,
    text: `On ${day}, by ${least} or more:\n${lines.join("\n")}`,
    fields: { appId: app.appId, day, moves: moves.length }
  }
}

const make = Effect.fnUntraced(function* (least: number) {
  const sql = yield* SqlClient.SqlClient
  const wall = yield* Wall
  const feed = yield* Effect.serviceOption(RankChanges)

  const appsOf = yield* lookedAt(appsAtOnce, { withKeywords: true })

  /** The changes that are about an app's own keywords, by the app: the feed has those of everybody's. */
  const ownOf = Effect.fnUntraced(function* (accountId: string, changes: ReadonlyArray<RankChange>) {
    const asked = changes.map(({ appId, country, device, keyword, platform }, at) => ({
      at,
      p: platform,
      a: appId,
      k: keyword,
      c: country,
      d: device
    }))
    return yield* wall.inAccount(
      accountId,
      ownRows(sql`
        SELECT a.id, asked.at FROM jsonb_to_recordset(${JSON.stringify(asked)}::text::jsonb)
          AS asked (at int, p text, a text, k text, c text, d text)
        JOIN workspace_apps a ON a.account_id = ${accountId}::uuid AND a.platform = asked.p AND a.app_id = asked.a
        WHERE EXISTS (SELECT FROM workspace_keywords w WHERE w.account_id = ${accountId}::uuid AND w.app = a.id
          AND w.state = 'on' AND w.keyword = asked.k AND w.country = asked.c AND w.device = asked.d OFFSET 0)
        ORDER BY asked.at`)
    )
  })

  return {
    /** Tells once of each app's moves on the day before today. */
    tell: Effect.fn("RankMoves.tell")(function* (accountId: string) {
      if (Option.isNone(feed) || least === 0) return
      const { notify } = yield* Alerts
      const todayMs = Math.floor((yield* Clock.currentTimeMillis) / dayMs) * dayMs
      const day = isoOf(todayMs - dayMs).slice(0, 10)
      for (let after: string | undefined; ; ) {
        const { apps, next } = yield* appsOf(accountId, after)
        const moves = new Map<string, Array<RankChange>>()
        const untilUs = todayMs * usPerMs - 1
        let sinceUs = (todayMs - dayMs) * usPerMs - 1
        let isMore = apps.length > 0
        while (isMore) {
          const appIds = apps.map(({ appId }) => appId)
          const page = yield* feed.value.read({ appIds, sinceUs, untilUs, limit: changesAtOnce })
          const far = page.changes.filter((change) => movedBy(change) >= least)
          for (const { at, id } of far.length === 0 ? [] : yield* ownOf(accountId, far)) {
            const change = far[at]
            if (change !== undefined) moves.set(id, [...(moves.get(id) ?? []), change])
          }
          sinceUs = page.nextUs
          isMore = page.hasMore
        }
        for (const app of apps) {
          const moved = moves.get(app.id)
          if (moved !== undefined) yield* notify(accountId, alertOf(app, day, least, moved))
        }
        if (next === undefined) return
        after = next
      }
    })
  }
})

/** What people are told of their apps' ranks. */
export class RankMoves extends Context.Service<RankMoves, Effect.Success<ReturnType<typeof make>>>()(
  "@storeglass/workspace/RankMoves"
) {
  static readonly layer = ({ rankAlertsFrom: least = 10 }: WorkspaceConfig) => Layer.effect(RankMoves, make(least))
}
