/** Invented workspaces in the real tables, made by the database itself, and collected as the API would have it. */
import { KeywordHistory, type TrackedKeyword, TrackedKeywords } from "@storeglass/keywords/contract"
import { rowsOf, Schedules } from "@storeglass/plugin-api"
import { Clock, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Upkeep } from "../src/jobRefs.ts"

export interface Size {
  readonly accounts: number
  readonly keywords: number
  readonly reports: number
}

export interface Generated {
  readonly accountId: string
  /** How many its first app has, which has half of the account's. */
  readonly keywords: number
  readonly reports: number
  /** The store's id of its first app. */
  readonly appId: number
}

const dayMs = 86_400_000
/** Keywords and reports of the largest plan. */
const planMax = 100_000
const countries = ["us", "gb", "de", "fr"] as const
const generatedRows = rowsOf(
  Schema.Struct({ accountId: Schema.String, keywords: Schema.Int, reports: Schema.Int, appId: Schema.Int })
)
const keyRows = rowsOf(
  Schema.Struct({
    accountId: Schema.String,
    keyword: Schema.String,
    country: Schema.Literals(countries),
    id: Schema.String
  })
)
const termRows = rowsOf(Schema.Struct({ keyword: Schema.String, apps: Schema.Array(Schema.String) }))

/** Accounts in rows of a table: the first has a tenth of the keywords, a hundredth of them a third, the others the rest. */
const shares = ({ accounts, keywords, reports }: Size) => {
  const heavy = Math.max(1, Math.round(accounts / 100))
  const light = Math.max(1, accounts - heavy - 1)
  const of = (all: number) => {
    const first = Math.min(planMax, Math.round(all / 10))
    const ofHeavy = Math.round((all * 0.35) / heavy)
    return { first, heavy: ofHeavy, light: Math.round((all - first - ofHeavy * heavy) / light) }
  }
  return { heavy, keywords: of(keywords), reports: of(reports) }
}

/**
 * So many accounts with apps, competitors, keywords, versions and reports, over a year. Gives them, the largest first.
 * What the API keeps in step (counts, schedules, the collection) is in step here too.
 */
export const generate = Effect.fn("generate")(function* (size: Size, say: (line: string) => Effect.Effect<void>) {
  const sql = yield* SqlClient.SqlClient
  const schedules = yield* Schedules
  const nowMs = yield* Clock.currentTimeMillis
  const { heavy, keywords, reports } = shares(size)
  const run = (statement: string, params: ReadonlyArray<unknown> = []) => sql.unsafe(statement, params).unprepared
  // Ids as the gateway makes them: a moment, and then chance.
  yield* run(`CREATE OR REPLACE FUNCTION workspace_bench_id(ms bigint) RETURNS uuid LANGUAGE sql VOLATILE AS $$
    SELECT (lpad(to_hex(ms), 12, '0') || '7' || substr(r, 1, 3) || 'a' || substr(r, 4, 15))::uuid
    FROM (SELECT md5(random()::text || clock_timestamp()::text) AS r) AS made $$`)
  yield* run("CREATE TABLE workspace_bench (n int PRIMARY KEY, id uuid, apps int, keywords int, reports int)")
  yield* run(
    `INSERT INTO workspace_bench SELECT n, gen_random_uuid(), CASE kind WHEN 1 THEN 20 WHEN 2 THEN 8 ELSE 2 END,
      CASE kind WHEN 1 THEN $2::int WHEN 2 THEN $3::int ELSE $4::int END,
      CASE kind WHEN 1 THEN $5::int WHEN 2 THEN $6::int ELSE $7::int END
    FROM generate_series(1, $8::int) AS n,
      LATERAL (SELECT CASE WHEN n = 1 THEN 1 WHEN n <= $1::int + 1 THEN 2 ELSE 3 END AS kind) AS of`,
    [heavy, keywords.first, keywords.heavy, keywords.light, reports.first, reports.heavy, reports.light, size.accounts]
  )
  yield* run(
    `INSERT INTO core_accounts (id, email, plan, created_at)
    SELECT id, id || '@example.com', 'large', to_timestamp($1::float8 / 1000) FROM workspace_bench`,
    [nowMs - 365 * dayMs]
  )
  yield* run(
    `INSERT INTO workspace_accounts (account_id, plan, tokens, refilled_ms, apps, keywords, versions, reports)
    SELECT id, 'large', 20, $1::bigint, apps, keywords, apps * 6, reports FROM workspace_bench`,
    [nowMs]
  )
  yield* run("INSERT INTO workspace_owners SELECT id FROM workspace_bench")
  // The n-th app of account a has the id 1,000,000 + 100 a + n at the store.
  yield* run(
    `INSERT INTO workspace_apps (account_id, id, platform, app_id, country, app_name, languages, is_live, given,
      metadata_status, competitors, keywords, versions, created_ms, updated_ms, notes, description)
    SELECT b.id, workspace_bench_id(ms), 'storea', (1000000 + 100 * b.n + a)::text, 'us', 'App ' || a || ' of ' || b.n, '["en"]',
      true, '[]', 'filled', 5,
      CASE WHEN a = 1 THEN b.keywords - (b.keywords / 2 / (b.apps - 1)) * (b.apps - 1) ELSE b.keywords / 2 / (b.apps - 1) END,
      6, ms, ms, 'Ours', repeat('What it does. ', 40)
    FROM workspace_bench b, generate_series(1, b.apps) AS a, LATERAL (SELECT $1::bigint + a * 1000 AS ms) AS at`,
    [nowMs - 365 * dayMs]
  )
  yield* run(
    `INSERT INTO workspace_competitors (account_id, app, id, competitor_app_id, name, is_name_given, is_pending, relationship, created_ms)
    SELECT account_id, id, workspace_bench_id(created_ms + c), (500000 + c)::text, 'Rival ' || c, false, false, 'direct', created_ms + c
    FROM workspace_apps, generate_series(1, 5) AS c`
  )
  yield* run(
    `INSERT INTO workspace_versions (account_id, app, id, version_name, language, title, description, keywords, released_ms,
      is_archived, origin, created_ms, updated_ms)
    SELECT account_id, id, workspace_bench_id(ms), v || '.0', l, 'Title ' || v, repeat('What is new in it. ', 60),
      'photo,editor,collage', CASE WHEN v < 3 THEN ms END, false, 'manual', ms, ms
    FROM workspace_apps, generate_series(1, 3) AS v, unnest(ARRAY['en-US', 'de-DE']) AS l,
      LATERAL (SELECT created_ms + v * 86400000::bigint AS ms) AS at`
  )
  yield* say("apps, competitors and versions are there")
  // A term is two words, and in four countries; accounts share terms.
  yield* run(
    `INSERT INTO workspace_keywords (account_id, app, id, platform, keyword, typed, country, device, language, state, is_own, created_ms)
    SELECT k.account_id, k.id, workspace_bench_id(ms), 'storea', term, term, (ARRAY['us', 'gb', 'de', 'fr'])[1 + i % 4], 'iphone', 'en',
      'on', true, ms
    FROM (SELECT a.*, b.n, b.keywords / 2 / (b.apps - 1) AS rest, b.keywords AS of_account, a.app_id::int % 100 AS nth
        FROM workspace_apps a JOIN workspace_bench b ON b.id = a.account_id) AS k,
      generate_series(0, k.keywords - 1) AS i,
      LATERAL (SELECT (k.n * 31 + k.nth * 7 + i / 4) % 60000 AS t,
        k.created_ms + i * 300000::bigint AS ms) AS t,
      LATERAL (SELECT 'word' || t % 997 || ' thing' || t / 997 AS term) AS named`
  )
  yield* say("keywords are there")
  yield* run(
    `INSERT INTO workspace_reports (account_id, id, kind, platform, app_id, country, title, model, params, payload, bytes,
      is_cut, is_pinned, created_ms)
    SELECT b.id, workspace_bench_id(ms), (ARRAY['aso.audit', 'aso.brief', 'growth.scan'])[1 + r % 3], 'storea',
      (1000000 + 100 * b.n + 1 + r % b.apps)::text, 'us', 'Report ' || r, 'aso-audit@1', '{"country":"us"}', payload, length(payload), false, false, ms
    FROM workspace_bench b, generate_series(1, b.reports) AS r,
      LATERAL (SELECT $1::bigint + r * ($2::bigint / (b.reports + 1)) AS ms,
        '{"score":71,"text":"' || repeat(md5((b.n * r)::text), CASE WHEN r % 20 = 0 THEN 500 ELSE 15 END) || '"}' AS payload) AS made`,
    [nowMs - 365 * dayMs, 365 * dayMs]
  )
  yield* say("reports are there")
  const all = yield* generatedRows(sql`
    SELECT b.id AS "accountId", a.keywords, b.reports, a.app_id::int AS "appId" FROM workspace_bench b
    JOIN workspace_apps a ON a.account_id = b.id AND a.app_id = (1000000 + 100 * b.n + 1)::text
    ORDER BY b.n`)
  yield* Effect.forEach(all, ({ accountId }) =>
    schedules.set({
      plugin: "workspace",
      accountId,
      name: "upkeep",
      everyMs: dayMs,
      job: Upkeep,
      payload: { accountId }
    })
  )
  yield* collect(say)
  yield* rank(nowMs)
  yield* run("DROP TABLE workspace_bench")
  yield* run("VACUUM ANALYZE")
  return all
})

/** Has the keywords collected, through what the workspace does it by. */
const collect = Effect.fn("collect")(function* (say: (line: string) => Effect.Effect<void>) {
  const sql = yield* SqlClient.SqlClient
  const { trackAll } = yield* TrackedKeywords
  const last = { account: "00000000-0000-0000-0000-000000000000", id: "00000000-0000-0000-0000-000000000000" }
  for (let done = 0; ; ) {
    const rows = yield* keyRows(sql`
      SELECT account_id AS "accountId", id, keyword, country FROM workspace_keywords
      WHERE (account_id, id) > (${last.account}::uuid, ${last.id}::uuid) ORDER BY account_id, id LIMIT 20000`)
    const end = rows.at(-1)
    if (end === undefined) return
    last.account = end.accountId
    last.id = end.id
    const byAccount = Map.groupBy(rows, ({ accountId }) => accountId)
    for (const [accountId, own] of byAccount) {
      yield* trackAll(
        accountId,
        own.map(({ country, keyword }): TrackedKeyword => ({ platform: "storea", country, device: "iphone", keyword }))
      )
    }
    done += rows.length
    if (done % 200_000 < 20_000) yield* say(`${done} keywords are collected`)
  }
})

/** Ranks of today for a part of the terms in the first country. */
const rank = Effect.fn("rank")(function* (nowMs: number) {
  const sql = yield* SqlClient.SqlClient
  const history = yield* KeywordHistory
  const day = new Date(nowMs).toISOString().slice(0, 10)
  const rows = yield* termRows(sql`
    SELECT k.keyword, to_json((array_agg(a.app_id))[1:20]) AS apps FROM workspace_keywords k
    JOIN workspace_apps a ON a.account_id = k.account_id AND a.id = k.app
    WHERE k.country = 'us' AND a.app_id LIKE '%01' GROUP BY k.keyword ORDER BY k.keyword LIMIT 20000`)
  for (let from = 0; from < rows.length; from += 500) {
    yield* history.importSnapshots(
      rows.slice(from, from + 500).map(({ apps, keyword }) => ({
        platform: "storea",
        country: "us",
        device: "iphone",
        keyword,
        day,
        source: "storea.search",
        depth: 200,
        resultCount: 200,
        reach: null,
        volume: null,
        difficulty: null,
        apps: apps.map((appId) => ({ appId, name: `App ${appId}`, seller: "Seller" }))
      }))
    )
  }
})
