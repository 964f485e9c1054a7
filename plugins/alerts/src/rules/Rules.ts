import { LatestRanks, type MovedRank, ranksOfDay, termOf } from "@storeglass/keywords/contract"
import { InvalidInput, isoOf, NotFound, Param, plusDays, rowsOf } from "@storeglass/plugin-api"
import { type KeptApp, type KeptKeyword, Workspace } from "@storeglass/workspace/contract"
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { daysUpTo, seriesOf } from "../chart/RankSeries.ts"
import { RulesUnavailable } from "../errors.ts"
import { ruleAlert, ruleKind } from "../kinds.ts"
import { Queue } from "../queue/Queue.ts"

export const rulesMax = 50
export const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const
export type Weekday = (typeof weekdays)[number]
/** What isn't found counts as one behind the ranks that are collected unless the config says otherwise. */
const beyond = 101
const shownMax = 10
const keywordsMax = 2_000
const pageSize = 500
const accountsAtOnce = 200

const Rule = Schema.Struct({
  id: Schema.String,
  platform: Schema.Literals(Param.platforms),
  appId: Schema.String,
  /** Null: any that the account keeps with the app. */
  keyword: Schema.NullOr(Schema.String),
  country: Schema.NullOr(Schema.String),
  atLeast: Schema.Int,
  weekdays: Schema.Array(Schema.Literals(weekdays))
})
export type Rule = typeof Rule.Type
const ruleRows = rowsOf(Rule)
const accountRows = rowsOf(Schema.Struct({ accountId: Schema.String }))
const counted = rowsOf(Schema.Struct({ n: Schema.Int }))

export const movedBy = ({ from, to }: Pick<MovedRank, "from" | "to">): number =>
  Math.abs((from ?? Math.max(beyond, to ?? 0)) - (to ?? Math.max(beyond, from ?? 0)))

const rankText = (rank: number | null) => (rank === null ? "not found" : String(rank))
const lineOf = ({ country, device, from, keyword, to }: MovedRank) =>
  `${keyword} (${country}, ${device}): ${rankText(from)} → ${rankText(to)}`
const weekdayOf = (day: string): Weekday => weekdays[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7] ?? "mon"

/** What a rule wants, in words. */
export const told = ({ atLeast, country, keyword, weekdays: days }: Omit<Rule, "id" | "platform" | "appId">) =>
  [
    keyword === null ? "any of its keywords" : `“${keyword}”`,
    country === null ? "in all countries" : `in ${country.toUpperCase()}`,
    `by ${atLeast} or more`,
    days.length === weekdays.length ? "every day" : `on ${days.join(", ")}`
  ].join(", ")

/** Rules of accounts' own: which of their apps' ranks they are told of, from how far on, and on which days. */
export class Rules extends Context.Service<Rules>()("@storeglass/alerts/Rules", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const queue = yield* Queue
    const ranks = yield* Effect.serviceOption(LatestRanks)
    const workspace = yield* Effect.serviceOption(Workspace)
    const columns = sql.literal(`id, platform, app_id AS "appId", keyword, country, at_least AS "atLeast", weekdays`)

    const of = (accountId: string) =>
      ruleRows(sql`SELECT ${columns} FROM alerts_rules WHERE account_id = ${accountId}::uuid
        ORDER BY created_ms, id LIMIT ${rulesMax}`)

    const keywordsOf = Effect.fnUntraced(function* (kept: Workspace["Service"], accountId: string, app: string) {
      const all: Array<KeptKeyword> = []
      while (all.length < keywordsMax) {
        const page = yield* kept.keywords(accountId, app, {
          limit: pageSize,
          ...(all.length === 0 ? {} : { after: all.at(-1)?.id })
        })
        all.push(...page)
        if (page.length < pageSize) break
      }
      return all
    })

    /** Undefined also where its history can't be read: an alert waits for no chart. */
    const chartOf = (of: LatestRanks["Service"], app: KeptApp, moved: MovedRank, day: string) =>
      of.within(app, [moved], daysUpTo(day)).pipe(
        Effect.map(([measured = []]) => seriesOf(moved, day, measured)),
        Effect.catchCause((cause) =>
          Effect.as(
            Effect.logWarning("An alert has no chart: the history of its ranks can't be read", cause),
            undefined
          )
        )
      )

    /** Of the account's own keywords alone: what others search for is nobody else's news. */
    const movesOf = Effect.fnUntraced(function* (accountId: string, rule: Rule, day: string) {
      if (Option.isNone(ranks) || Option.isNone(workspace)) return undefined
      const app = yield* workspace.value.app(accountId, rule.platform, rule.appId)
      if (app === undefined) return undefined
      const keywords = (yield* keywordsOf(workspace.value, accountId, app.id)).filter(
        ({ country, keyword }) =>
          (rule.keyword === null || keyword === rule.keyword) && (rule.country === null || country === rule.country)
      )
      if (keywords.length === 0) return undefined
      const moves = (yield* ranksOfDay(ranks.value, app, keywords, day))
        .filter((moved) => moved !== undefined)
        .filter((moved) => movedBy(moved) >= rule.atLeast)
        .toSorted((a, b) => movedBy(b) - movedBy(a))
      const [heaviest] = moves
      const chart = heaviest === undefined ? undefined : yield* chartOf(ranks.value, app, heaviest, day)
      return { name: app.appName ?? app.appId, moves, chart }
    })

    /** Tells an account what its rules find of the day before, once for each rule and day. */
    const tell = Effect.fn("Rules.tell")(function* (accountId: string, today: string) {
      const day = plusDays(today, -1)
      for (const rule of yield* of(accountId)) {
        if (!rule.weekdays.includes(weekdayOf(today))) continue
        const found = yield* movesOf(accountId, rule, day)
        if (found === undefined || found.moves.length === 0) continue
        const { chart, moves, name } = found
        const more = moves.length - shownMax
        const alert = {
          kind: ruleKind,
          key: `${rule.id} ${day}`,
          title: moves.length === 1 ? `${name}: a rank moved` : `${name}: ${moves.length} ranks moved`,
          text: `On ${day}, by your rule (${told(rule)}):\n${[...moves.slice(0, shownMax).map(lineOf), ...(more > 0 ? [`and ${more} more`] : [])].join("\n")}`
        }
        yield* queue.take(accountId, alert, ruleAlert, chart)
      }
    })

    return {
      /** Whether there is what rules are about. */
      isReady: Option.isSome(ranks) && Option.isSome(workspace),
      of,
      add: Effect.fn("Rules.add")(function* (
        accountId: string,
        {
          country,
          keyword,
          weekdays: days = weekdays,
          ...given
        }: Pick<Rule, "platform" | "appId" | "atLeast"> & {
          readonly keyword?: string
          readonly country?: string
          readonly weekdays?: ReadonlyArray<Weekday>
        }
      ) {
        if (Option.isNone(ranks) || Option.isNone(workspace)) {
          return yield* new RulesUnavailable(
            "rules are about the workspace's keywords; this gateway has no such plugins"
          )
        }
        if ((yield* workspace.value.app(accountId, given.platform, given.appId)) === undefined) {
          return yield* new NotFound("appId: your workspace has no such app; add it first")
        }
        const rule: Rule = {
          ...given,
          id: uuidV7Unsafe(),
          keyword: keyword === undefined ? null : termOf(keyword),
          country: country === undefined ? null : country.toLowerCase(),
          weekdays: weekdays.filter((each) => days.includes(each))
        }
        const nowMs = yield* Clock.currentTimeMillis
        yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`SELECT pg_advisory_xact_lock(hashtextextended(${`alerts/rules/${accountId}`}, 0))`
            const [kept] = yield* counted(
              sql`SELECT count(*)::int AS n FROM alerts_rules WHERE account_id = ${accountId}::uuid`
            )
            if ((kept?.n ?? 0) >= rulesMax) {
              return yield* new InvalidInput(`appId: an account has at most ${rulesMax} rules; delete one first`)
            }
            yield* sql`INSERT INTO alerts_rules (account_id, id, platform, app_id, keyword, country, at_least, weekdays, created_ms)
              VALUES (${accountId}::uuid, ${rule.id}::uuid, ${rule.platform}, ${rule.appId}, ${rule.keyword}, ${rule.country},
                ${rule.atLeast}::int, ${[...rule.weekdays]}::text[], ${nowMs}::bigint)`
          })
        )
      }),
      /** True: it was the account's. */
      remove: Effect.fn("Rules.remove")((accountId: string, id: string) =>
        Effect.map(
          sql`DELETE FROM alerts_rules WHERE account_id = ${accountId}::uuid AND id::text = ${id} RETURNING 1`,
          (gone) => gone.length > 0
        )
      ),
      /** Looks at the rules of all accounts. */
      tellAll: Effect.fn("Rules.tellAll")(function* () {
        const today = isoOf(yield* Clock.currentTimeMillis).slice(0, 10)
        for (let after = "00000000-0000-0000-0000-000000000000"; ; ) {
          const page = yield* accountRows(sql`SELECT DISTINCT account_id AS "accountId" FROM alerts_rules
            WHERE account_id > ${after}::uuid ORDER BY account_id LIMIT ${accountsAtOnce}`)
          for (const { accountId } of page) yield* tell(accountId, today)
          const last = page.at(-1)
          if (last === undefined || page.length < accountsAtOnce) return
          after = last.accountId
        }
      })
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
