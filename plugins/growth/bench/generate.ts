/** Invented finds in the real tables, made by the database itself. */
import { rowsOf } from "@storeglass/plugin-api"
import { Clock, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { nilProject } from "../src/opportunities/find.ts"

/** How much of everything: threads of all accounts together, of which the largest and the large ones have so many. */
export interface Size {
  readonly threads: number
  readonly largest: number
  readonly large: { readonly threads: number; readonly accounts: number }
  readonly ordinary: number
}
export interface Generated {
  readonly accountId: string
  readonly projectId: string
  readonly threads: number
}

const tables = ["growth_opportunities", "growth_finds"] as const
const indexRows = rowsOf(
  Schema.Struct({ name: Schema.String, definition: Schema.String, isConstraint: Schema.Boolean })
)
const generatedRows = rowsOf(Schema.Struct({ accountId: Schema.String, projectId: Schema.String, threads: Schema.Int }))

export const known = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.catch(
    generatedRows(sql`
      SELECT id::text AS "accountId", md5(n || ' project 1')::uuid::text AS "projectId", threads FROM growth_bench ORDER BY n`),
    () => Effect.succeed([])
  )
)

/**
 * Accounts with projects and what these found over 400 days: most of it pending, a twentieth decided, a hundredth answered, a
 * third found by two projects. Gives the accounts, the largest first.
 */
export const generate = Effect.fn("generate")(function* (size: Size, say: (line: string) => Effect.Effect<void>) {
  const sql = yield* SqlClient.SqlClient
  const nowMs = yield* Clock.currentTimeMillis
  const run = (statement: string, params: ReadonlyArray<unknown> = []) => sql.unsafe(statement, params).unprepared
  const left = size.threads - size.largest - size.large.accounts * size.large.threads
  const ordinary = Math.max(1, Math.ceil(left / size.ordinary))
  // Indexes are made at the end, as a restore does, and counts are of the whole.
  const indexes = yield* indexRows(sql`
    SELECT i.relname AS name, pg_get_indexdef(i.oid) AS definition, c.oid IS NOT NULL AS "isConstraint"
    FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
      LEFT JOIN pg_constraint c ON c.conindid = i.oid
    WHERE t.relname IN ${sql.in(tables)}`)
  for (const { isConstraint, name } of indexes) if (!isConstraint) yield* run(`DROP INDEX ${name}`)
  for (const table of tables) yield* run(`ALTER TABLE ${table} DISABLE TRIGGER ALL`)
  yield* run("CREATE TABLE growth_bench (n int PRIMARY KEY, id uuid, threads int, projects int)")
  yield* run(
    `INSERT INTO growth_bench
    SELECT n, gen_random_uuid(), CASE kind WHEN 1 THEN $1::int WHEN 2 THEN $2::int ELSE $3::int END,
      CASE kind WHEN 1 THEN 60 WHEN 2 THEN 20 ELSE 3 END
    FROM generate_series(1, $4::int) AS n,
      LATERAL (SELECT CASE WHEN n = 1 THEN 1 WHEN n <= $5::int + 1 THEN 2 ELSE 3 END AS kind) AS of`,
    [size.largest, size.large.threads, size.ordinary, 1 + size.large.accounts + ordinary, size.large.accounts]
  )
  yield* run(
    `INSERT INTO core_accounts (id, email, plan, created_at)
    SELECT id, id || '@example.com', 'large', to_timestamp($1::float8 / 1000) FROM growth_bench`,
    [nowMs - 400 * 86_400_000]
  )
  yield* run(
    `INSERT INTO growth_projects (account_id, id, name, channel, platform, country, keywords, exclude, competitors, languages,
      filters, scan_every_hours, lookback_days, status, created_ms, updated_ms)
    SELECT id, md5(n || ' project ' || p)::uuid, 'Project ' || p, (ARRAY['hackernews', 'stackexchange', 'lemmy', 'mastodon'])[1 + p % 4],
      'storea', 'us', '["habit tracker"]', '[]', '[]', '[]', '{}', 0, 30, 'active', $1::bigint + p, $1::bigint + p
    FROM growth_bench, generate_series(1, projects) AS p`,
    [nowMs - 400 * 86_400_000]
  )
  // As scans leave them: accounts mixed among one another, the oldest first.
  yield* run(
    `INSERT INTO growth_opportunities (account_id, id, key, channel, source, native_id, kind, title, excerpt, url, author,
      published_ms, found_ms, points, replies, language, project_id, score, scored, intent, must_ms, should_ms, nice_ms, status,
      reason, snooze_ms, decided_ms, reply_url, replied_ms)
    SELECT b.id, md5(b.n || ' thread ' || t)::uuid, 'https://example.org/' || b.n || '/' || t,
      (ARRAY['hackernews', 'stackexchange', 'lemmy', 'mastodon'])[1 + p % 4], 'example.org', t::text, 'post',
      'Can anyone recommend an app for word' || x % 997 || ' and thing' || x % 10007, repeat('Somebody asks for something. ', 12),
      'https://example.org/' || b.n || '/' || t, 'author' || x % 5000, at.ms, at.ms + 3600000, x % 50, x % 9, 'en',
      md5(b.n || ' project ' || p)::uuid, score,
      jsonb_build_object('parts', jsonb_build_object('phrase', 1, 'named', 0, 'ask', 1, 'topic', 0.5, 'jobOffer', 0, 'bareLink', 0),
        'matched', '[{"keyword":"habit tracker","field":"title","span":{"start":3,"end":16}}]'::jsonb,
        'hints', '["It asks for a recommendation.","Say that it is your app."]'::jsonb, 'scoredBy', '["growth-relevance@2"]'::jsonb),
      CASE WHEN x % 10 = 9 THEN NULL WHEN x % 211 = 0 THEN 'praise'
        ELSE (ARRAY['recommendation', 'alternative', 'problem', 'complaint', 'comparison', 'question', 'news'])[1 + x % 7] END,
      at.ms + half * ln(greatest(score / 100.0 / .55, .01)) / ln(2), at.ms + half * ln(greatest(score / 100.0 / .35, .01)) / ln(2),
      at.ms + half * ln(greatest(score / 100.0 / .15, .01)) / ln(2), status,
      CASE WHEN status = 'dismissed' THEN 'not_relevant' END, CASE WHEN status = 'snoozed' THEN $1::bigint + (x % 60 - 10) * 86400000::bigint END,
      CASE WHEN status <> 'pending' THEN at.ms + 7200000 END, CASE WHEN status = 'replied' THEN 'https://example.org/r' END,
      CASE WHEN status = 'replied' THEN at.ms + 7200000 END
    FROM growth_bench b CROSS JOIN LATERAL generate_series(1, b.threads) AS t
      CROSS JOIN LATERAL (SELECT abs(hashint4(t * 31 + b.n)) AS x) AS of
      CROSS JOIN LATERAL (SELECT 1 + x % b.projects AS p, 15 + (x / 7 % 81 * (x / 3 % 97)) / 97 AS score,
        CASE (x / 11) % 4 WHEN 0 THEN 1209600000 ELSE 86400000 END::float8 AS half,
        $1::bigint - (b.threads - t)::bigint * (400 * 86400000::bigint / b.threads) AS ms,
        CASE WHEN x / 13 % 100 < 3 THEN 'dismissed' WHEN x / 13 % 100 = 3 THEN 'approved' WHEN x / 13 % 100 = 4 THEN 'replied'
          WHEN x / 13 % 500 = 5 THEN 'snoozed' ELSE 'pending' END AS status) AS at
    ORDER BY at.ms`,
    [nowMs]
  )
  yield* say("threads are there")
  yield* run(
    `INSERT INTO growth_finds (account_id, opportunity_id, project_id, found_ms, own_score, scored, excerpt, own_intent, own_must_ms,
      own_should_ms, own_nice_ms, score, intent, must_ms, should_ms, nice_ms, status, reason, snooze_ms, published_ms, replied_ms, channel)
    SELECT o.account_id, o.id, f.project, o.found_ms, o.score, o.scored, o.excerpt, o.intent, o.must_ms, o.should_ms, o.nice_ms,
      o.score, o.intent, o.must_ms, o.should_ms, o.nice_ms, o.status, o.reason, o.snooze_ms, o.published_ms, o.replied_ms, o.channel
    FROM growth_opportunities o JOIN growth_bench b ON b.id = o.account_id,
      LATERAL (SELECT o.project_id AS project UNION ALL
        SELECT p.other FROM (SELECT md5(b.n || ' project ' || 1 + (o.points + o.replies) % b.projects)::uuid AS other) p
        WHERE o.points % 3 = 0 AND p.other <> o.project_id) AS f
    ORDER BY o.found_ms`
  )
  yield* say("finds are there")
  const facets = (project: string, isDaily: boolean) =>
    [
      ["total", "'-infinity'::date", "state"],
      ...(isDaily
        ? [
            ["status", "day", "state"],
            ["intent", "day", "intent"]
          ]
        : [])
    ].map(
      ([facet, day, value]) =>
        `SELECT account_id, ${project}, ${day}, '${facet}', ${value}, count(*)::int FROM counted GROUP BY 1, 2, 3, 5`
    )
  for (const [table, project, isDaily] of [
    ["growth_opportunities", `'${nilProject}'::uuid`, false],
    ["growth_finds", "project_id", true]
  ] as const) {
    yield* run(
      `INSERT INTO growth_counts (account_id, project_id, day, facet, value, n)
      WITH counted AS (SELECT account_id, project_id, (to_timestamp(found_ms / 1000.0) AT TIME ZONE 'UTC')::date AS day,
        status AS state, coalesce(intent, 'unknown') AS intent FROM ${table})
      ${facets(project, isDaily).join(" UNION ALL ")}`
    )
  }
  yield* run(
    `INSERT INTO growth_days (account_id, project_id, day, scanned, found)
    SELECT account_id, project_id, day, sum(n) * 10, sum(n) FROM growth_counts WHERE facet = 'status' GROUP BY 1, 2, 3`
  )
  yield* run(
    `INSERT INTO growth_runs (account_id, id, project_id, revision, status, queued_ms, started_ms, finished_ms, requests, scanned)
    SELECT p.account_id, gen_random_uuid(), p.id, 1, 'finished', ms, ms, ms + 60000, 10, 1000
    FROM growth_projects p, generate_series(1, 400) AS d, LATERAL (SELECT $1::bigint - d * 86400000::bigint AS ms) AS at`,
    [nowMs]
  )
  yield* run(
    `INSERT INTO growth_sources (channel, source, last_ok_ms) SELECT DISTINCT channel, 'example.org', $1::bigint FROM growth_projects`,
    [nowMs]
  )
  yield* say("sums are there")
  for (const { definition, isConstraint } of indexes) if (!isConstraint) yield* run(definition)
  for (const table of tables) yield* run(`ALTER TABLE ${table} ENABLE TRIGGER ALL`)
  yield* say("indexes are there")
  yield* run("VACUUM ANALYZE")
  return yield* known
})
