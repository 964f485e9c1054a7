import { LatestRanks, type TrackedKeyword, TrackedKeywords } from "@storeglass/keywords/contract"
import { type Param, rowsOf } from "@storeglass/plugin-api"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type AccountState, Accounts, type Owner } from "../Accounts.ts"
import { numberRows } from "../database.ts"
import { makeLimits } from "../limits.ts"
import type { Keyword } from "../schema.ts"
import { Wall } from "../Wall.ts"

const Key = Schema.Struct({
  platform: Schema.Literals(["storea", "storeb"]),
  keyword: Schema.String,
  country: Schema.String,
  device: Schema.String
})
const keyRows = rowsOf(Key)
const Market = Schema.Struct({
  platform: Schema.Literals(["storea", "storeb"]),
  country: Schema.String,
  device: Schema.String,
  keywords: Schema.fromJsonString(Schema.Array(Schema.String))
})
const marketRows = rowsOf(Market)
const removedRows = rowsOf(
  Schema.Struct({ id: Schema.String, state: Schema.String, isOwn: Schema.Boolean, ...Key.fields })
)
const movedRows = rowsOf(Schema.Struct({ goesOn: Schema.Boolean, ...Key.fields }))
export type RemovedKeyword = typeof Key.Type & { readonly id: string; readonly state: string; readonly isOwn: boolean }

const textOf = ({ country, device, keyword, platform }: TrackedKeyword) =>
  JSON.stringify([platform, country, device, keyword])
const distinct = <K extends TrackedKeyword>(keys: ReadonlyArray<K>) => [
  ...new Map(keys.map((key) => [textOf(key), key])).values()
]
const asJson = (keys: ReadonlyArray<TrackedKeyword>) =>
  JSON.stringify(
    keys.map(({ country, device, keyword, platform }) => ({ p: platform, c: country, d: device, k: keyword }))
  )

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const wall = yield* Wall
  const accounts = yield* Accounts
  const limits = yield* makeLimits
  const tracked = yield* Effect.serviceOption(TrackedKeywords)
  const ranks = yield* Effect.serviceOption(LatestRanks)
  const isOn = Option.isSome(tracked)

  // OFFSET 0 below has each looked up by the index: how many are asked for, no plan knows.
  const asked = (keys: ReadonlyArray<TrackedKeyword>) =>
    sql`jsonb_to_recordset(${asJson(keys)}::text::jsonb) AS asked (p text, k text, c text, d text)`

  /** Those of the keys that are collected for a row of the account, and because of it. */
  const owned = Effect.fnUntraced(function* (accountId: string, keys: ReadonlyArray<TrackedKeyword>) {
    const rows = yield* keyRows(sql`
      SELECT DISTINCT p AS platform, k AS keyword, c AS country, d AS device FROM ${asked(keys)}
      WHERE EXISTS (SELECT FROM workspace_keywords w WHERE w.account_id = ${accountId}::uuid AND w.is_own
        AND w.state = 'on' AND w.platform = p AND w.keyword = k AND w.country = c AND w.device = d OFFSET 0)`)
    return new Set(rows.map(textOf))
  })

  /** Begins the collection of these; gives whether each is collected because of the workspace. */
  const begin = Effect.fnUntraced(function* (accountId: string, keys: ReadonlyArray<TrackedKeyword>) {
    if (Option.isNone(tracked)) return () => false
    const own = distinct(keys)
    const added = new Set((yield* wall.outside(tracked.value.trackAll(accountId, own))).map(textOf))
    const known = added.size === own.length ? [] : own.filter((key) => !added.has(textOf(key)))
    const mine = known.length === 0 ? added : new Set([...added, ...(yield* owned(accountId, known))])
    return (key: TrackedKeyword) => mine.has(textOf(key))
  })

  /** Ends the collection of those of which the account has no row left. */
  const end = Effect.fnUntraced(function* (accountId: string, keys: ReadonlyArray<TrackedKeyword>) {
    if (Option.isNone(tracked) || keys.length === 0) return
    const own = distinct(keys)
    // Of many these are the few.
    const elsewhere = yield* keyRows(sql`
      SELECT p AS platform, k AS keyword, c AS country, d AS device FROM ${asked(own)}
      WHERE EXISTS (SELECT FROM workspace_keywords w WHERE w.account_id = ${accountId}::uuid AND w.state = 'on'
        AND w.platform = p AND w.keyword = k AND w.country = c AND w.device = d OFFSET 0)`)
    const stays = new Set(elsewhere.map(textOf))
    const left = stays.size === 0 ? own : own.filter((key) => !stays.has(textOf(key)))
    yield* wall.outside(tracked.value.untrackAll(accountId, left))
  })

  /**
   * Has the oldest rows collected, as many as the plan includes, and the others wait. Within `write`.
   */
  const settle = Effect.fn("Collection.settle")(function* (owner: Owner) {
    const { accountId, plan } = owner
    yield* accounts.settled(owner)
    if (!isOn) return
    const most = limits.limit(plan, "keywords")
    const moved = yield* movedRows(sql`
      WITH placed AS (
        SELECT id, state, ${most}::int IS NULL OR row_number() OVER (ORDER BY created_ms, id) <= ${most}::int AS "goesOn"
        FROM workspace_keywords WHERE account_id = ${accountId}::uuid)
      UPDATE workspace_keywords w SET state = CASE WHEN "goesOn" THEN 'on' ELSE 'waiting' END
      FROM placed WHERE w.account_id = ${accountId}::uuid AND w.id = placed.id
        AND w.state IS DISTINCT FROM CASE WHEN "goesOn" THEN 'on' ELSE 'waiting' END
      RETURNING "goesOn", w.platform, w.keyword, w.country, w.device`)
    const coming = distinct(moved.filter(({ goesOn }) => goesOn))
    if (coming.length > 0) {
      const isOwn = yield* begin(accountId, coming)
      const mine = coming.filter(isOwn)
      yield* sql`
        UPDATE workspace_keywords w SET is_own = true
        FROM jsonb_to_recordset(${asJson(mine)}::text::jsonb) AS mine (p text, k text, c text, d text)
        WHERE w.account_id = ${accountId}::uuid AND w.platform = p AND w.keyword = k AND w.country = c AND w.device = d`
    }
    const waiting = moved.filter(({ goesOn }) => !goesOn)
    if (waiting.length === 0) return
    yield* endOwn(accountId, waiting)
    // From here on it's collected only if the account tracks it otherwise, and that is nothing of these rows'.
    yield* sql`UPDATE workspace_keywords SET is_own = false
      WHERE account_id = ${accountId}::uuid AND state = 'waiting' AND is_own`
  })

  /** Of keys whose rows wait now: ends those that were collected because of the workspace. */
  const endOwn = Effect.fnUntraced(function* (accountId: string, keys: ReadonlyArray<TrackedKeyword>) {
    const own = yield* keyRows(sql`
      SELECT DISTINCT p AS platform, k AS keyword, c AS country, d AS device FROM ${asked(keys)}
      WHERE EXISTS (SELECT FROM workspace_keywords w WHERE w.account_id = ${accountId}::uuid AND w.is_own
        AND w.platform = p AND w.keyword = k AND w.country = c AND w.device = d OFFSET 0)`)
    yield* end(accountId, own)
  })

  /** After rows are gone: what waited takes their place. */
  const fillUp = (accountId: string, { isSettled, keywords, plan }: AccountState) => {
    const most = limits.limit(plan, "keywords")
    return !isSettled || (most !== null && keywords > most) ? settle({ accountId, plan }) : Effect.void
  }

  /** What an app's keywords are, wherever they're searched: all in one text of a market, as there may be 100,000. */
  const keysIn = (rows: ReadonlyArray<typeof Market.Type>): ReadonlyArray<TrackedKeyword> =>
    rows.flatMap(({ keywords, ...market }) => keywords.map((keyword) => ({ ...market, keyword })))

  /** After an app's row is gone: the collection of its keywords ends, and what waited takes their place. Within `write`. */
  const leave = Effect.fnUntraced(function* (
    accountId: string,
    { id, keywords }: { readonly id: string; readonly keywords: number },
    state: AccountState
  ) {
    if (keywords === 0) return
    yield* accounts.add({ accountId }, { keywords: -keywords })
    if (Option.isSome(tracked)) {
      const rows = yield* marketRows(sql`
        SELECT platform, country, device, json_agg(keyword)::text AS keywords FROM workspace_keyword_rows w
        WHERE account_id = ${accountId}::uuid AND app = ${id}::uuid AND is_own AND state = 'on'
          AND NOT EXISTS (SELECT FROM workspace_keywords o WHERE o.account_id = ${accountId}::uuid AND o.state = 'on'
            AND o.platform = w.platform AND o.keyword = w.keyword AND o.country = w.country AND o.device = w.device)
        GROUP BY platform, country, device`)
      yield* wall.outside(tracked.value.untrackAll(accountId, keysIn(rows)))
    }
    yield* fillUp(accountId, state)
  })

  /** Before the row of a deleted app is back: its keywords are collected again. Within `write`, and the plan's limit. */
  const comeBack = Effect.fnUntraced(function* (accountId: string, app: string) {
    let others: ReadonlyArray<TrackedKeyword> = []
    if (Option.isSome(tracked)) {
      const rows = yield* marketRows(sql`
        SELECT platform, country, device, json_agg(keyword)::text AS keywords FROM workspace_keyword_rows
        WHERE account_id = ${accountId}::uuid AND app = ${app}::uuid GROUP BY platform, country, device`)
      const keys = keysIn(rows)
      const isOwn = yield* begin(accountId, keys)
      others = keys.filter((key) => !isOwn(key))
    }
    // Most are as they were.
    const state = isOn ? "on" : "off"
    const isOther = sql`(platform, keyword, country, device) IN (SELECT p, k, c, d FROM ${asked(others)})`
    const isOwn = isOn ? (others.length === 0 ? sql`true` : sql`NOT ${isOther}`) : sql`false`
    yield* sql`
      UPDATE workspace_keyword_rows SET state = ${state}, is_own = ${isOwn}
      WHERE account_id = ${accountId}::uuid AND app = ${app}::uuid AND (state <> ${state} OR is_own <> (${isOwn}))`
  })

  /** After rows are gone: their collection ends, and what waited takes their place. Within `write`. */
  const left = Effect.fnUntraced(function* (
    accountId: string,
    rows: ReadonlyArray<RemovedKeyword>,
    state: AccountState
  ) {
    if (rows.length === 0) return
    yield* accounts.add({ accountId }, { keywords: -rows.length })
    yield* end(
      accountId,
      rows.filter(({ isOwn, state }) => isOwn && state === "on")
    )
    yield* fillUp(accountId, state)
  })

  const columns = sql`id, state, is_own AS "isOwn", platform, keyword, country, device`

  return {
    isOn,
    begin,
    settle,
    /** Within an account: how many rows are beyond what its plan has collected. */
    waiting: (accountId: string) =>
      Effect.map(
        numberRows(
          sql`SELECT count(*)::int AS n FROM workspace_keywords WHERE account_id = ${accountId}::uuid AND state = 'waiting'`
        ),
        ([counted]) => counted?.n ?? 0
      ),
    /** Deletes one row of an app, within `write`; tells whether the account still has it collected. */
    remove: Effect.fnUntraced(function* (accountId: string, app: string, id: string, state: AccountState) {
      const rows = yield* removedRows(sql`
        DELETE FROM workspace_keywords
        WHERE account_id = ${accountId}::uuid AND app = ${app}::uuid AND id = ${id}::uuid RETURNING ${columns}`)
      yield* left(accountId, rows, state)
      return rows
    }),
    leave,
    comeBack,
    /** Within an account: whether it has this collected, by a row or by itself. */
    isCollected: Effect.fnUntraced(function* (
      accountId: string,
      app: { readonly platform: Param.Platform; readonly appId: string },
      { country, device, keyword }: Omit<TrackedKeyword, "platform">
    ) {
      if (Option.isNone(ranks)) return false
      const [latest] = yield* wall.outside(ranks.value.of(accountId, app, [{ country, device, keyword }]))
      return latest !== undefined && latest.since !== null
    }),
    /** How each stands, in their order. */
    standings: Effect.fn("Collection.standings")(function* (
      accountId: string,
      app: { readonly platform: Param.Platform; readonly appId: string },
      keywords: ReadonlyArray<Omit<TrackedKeyword, "platform"> & { readonly state: string }>
    ) {
      const off: Keyword["collection"] = {
        status: "off",
        since: null,
        lastCollectedAt: null,
        rank: null,
        rankStatus: "not_measured",
        depth: null
      }
      if (Option.isNone(ranks)) return keywords.map(() => off)
      const told = yield* ranks.value.of(accountId, app, keywords)
      return keywords.map(({ state }, index): Keyword["collection"] => {
        const latest = told[index]
        if (latest === undefined) return off
        const isCollected = state === "on" && latest.since !== null
        return {
          ...latest,
          since: isCollected ? latest.since : null,
          status: state === "waiting" ? "waiting" : isCollected ? "collecting" : "off"
        }
      })
    })
  }
})

/** The workspace's keywords in the daily collection, as far as the plan goes and this gateway collects any. */
export class Collection extends Context.Service<Collection, Effect.Success<typeof make>>()(
  "@storeglass/workspace/Collection"
) {
  static readonly layer = Layer.effect(Collection, make)
}
