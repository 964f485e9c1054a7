/** Invented scans in the real tables, made by the database itself. */
import { rowsOf } from "@storeglass/plugin-api"
import { Clock, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { makeAddUp } from "../src/migrations/0010_app_sums.ts"

/** How much of everything: `answers` of all places together, of which the largest and the large ones have what they have. */
export interface Size {
  readonly answers: number
  readonly largest: Shape
  readonly large: Shape & { readonly places: number }
  readonly ordinary: Shape
}
/** A place (an app in a country) is scanned by four assistants. */
export interface Shape {
  readonly prompts: number
  /** Days that were scanned, and how many days there are between them. */
  readonly days: number
  readonly everyDays: number
}
export interface Generated {
  readonly accountId: string
  readonly appId: string
  readonly answers: number
}

export const mentionsOfAnswer = 6
const models = 4
const promptsOfIntent = 8
/** Apps that the answers of an intent's day name: of 48 mentions, so many different ones. */
const namedOfIntent = 16

/** Domains that the grounded assistant cites in an intent's answers of a day. */
const citedOfIntent = 20

const tables = [
  "ai_visibility_answers",
  "ai_visibility_named",
  "ai_visibility_rollups",
  "ai_visibility_app_named",
  "ai_visibility_app_sources"
] as const
const indexRows = rowsOf(
  Schema.Struct({ name: Schema.String, definition: Schema.String, isConstraint: Schema.Boolean })
)
const generatedRows = rowsOf(Schema.Struct({ accountId: Schema.String, appId: Schema.String, answers: Schema.Int }))

export const known = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.catch(
    generatedRows(sql`
      SELECT id::text AS "accountId", (1000000 + n)::text AS "appId", prompts * days * ${models}::int AS answers
      FROM ai_visibility_bench ORDER BY n`),
    () => Effect.succeed([])
  )
)

/** Fills the tables; gives the places, the largest first. */
export const generate = Effect.fn("generate")(function* (size: Size, say: (line: string) => Effect.Effect<void>) {
  const sql = yield* SqlClient.SqlClient
  const addUp = yield* makeAddUp
  const nowMs = yield* Clock.currentTimeMillis
  const run = (statement: string, params: ReadonlyArray<unknown> = []) => sql.unsafe(statement, params).unprepared
  const answersOf = ({ days, prompts }: Shape) => days * prompts * models
  const left = size.answers - answersOf(size.largest) - size.large.places * answersOf(size.large)
  const ordinary = Math.max(1, Math.ceil(left / answersOf(size.ordinary)))
  // Indexes are made at the end, as a restore does.
  const indexes = yield* indexRows(sql`
    SELECT i.relname AS name, pg_get_indexdef(i.oid) AS definition, c.oid IS NOT NULL AS "isConstraint"
    FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
      LEFT JOIN pg_constraint c ON c.conindid = i.oid
    WHERE t.relname IN ${sql.in(tables)}`)
  for (const { isConstraint, name } of indexes) if (!isConstraint) yield* run(`DROP INDEX ${name}`)
  yield* run("CREATE TABLE ai_visibility_bench (n int PRIMARY KEY, id uuid, prompts int, days int, every_days int)")
  yield* run(
    `INSERT INTO ai_visibility_bench
    SELECT n, gen_random_uuid(), CASE kind WHEN 1 THEN $1::int WHEN 2 THEN $2::int ELSE $3::int END,
      CASE kind WHEN 1 THEN $4::int WHEN 2 THEN $5::int ELSE $6::int END,
      CASE kind WHEN 1 THEN $7::int WHEN 2 THEN $8::int ELSE $9::int END
    FROM generate_series(1, $10::int) AS n,
      LATERAL (SELECT CASE WHEN n = 1 THEN 1 WHEN n <= $11::int + 1 THEN 2 ELSE 3 END AS kind) AS of`,
    [
      ...[size.largest.prompts, size.large.prompts, size.ordinary.prompts],
      ...[size.largest.days, size.large.days, size.ordinary.days],
      ...[size.largest.everyDays, size.large.everyDays, size.ordinary.everyDays],
      1 + size.large.places + ordinary,
      size.large.places
    ]
  )
  yield* run(
    `INSERT INTO core_accounts (id, email, plan, created_at)
    SELECT id, id || '@example.com', 'large', to_timestamp($1::float8 / 1000) FROM ai_visibility_bench`,
    [nowMs - 400 * 86_400_000]
  )
  yield* run(
    `INSERT INTO ai_visibility_settings (account_id, app_id, country, language, enabled, models, cadence_days, last_scan_ms,
      last_bootstrap_ms, created_ms)
    SELECT id, (1000000 + n)::text, 'us', 'en', false, '["model_a","model_b","model_c","model_d"]', every_days, $1::bigint,
      $1::bigint, $1::bigint FROM ai_visibility_bench`,
    [nowMs]
  )
  yield* run(
    `INSERT INTO ai_visibility_intents (account_id, id, app_id, country, language, label, description, status, source, seed,
      created_ms, updated_ms)
    SELECT id, md5(n || ' intent ' || i)::uuid, (1000000 + n)::text, 'us', 'en', 'What people want, ' || i, repeat('Why they do. ', 8),
      'active', 'llm', 'intent ' || i, $1::bigint + i, $1::bigint + i
    FROM ai_visibility_bench, generate_series(0, (prompts - 1) / ${promptsOfIntent}) AS i`,
    [nowMs - 400 * 86_400_000]
  )
  yield* run(
    `INSERT INTO ai_visibility_prompts (account_id, id, intent, app_id, country, language, text, folded, seed, style, status,
      source, created_ms, updated_ms)
    SELECT id, md5(n || ' prompt ' || p)::uuid, md5(n || ' intent ' || (p - 1) / ${promptsOfIntent})::uuid, (1000000 + n)::text,
      'us', 'en', text, lower(text), lower(text), 'unbranded', 'active', 'llm', $1::bigint, $1::bigint
    FROM ai_visibility_bench, generate_series(1, prompts) AS p,
      LATERAL (SELECT 'Which app is best for what people want, asked in way ' || p || '?' AS text) AS asked
    ORDER BY n, p`,
    [nowMs - 400 * 86_400_000]
  )
  yield* say(`${ordinary + size.large.places + 1} places with their prompts are there`)
  // As scans leave them: day after day, and places mixed among one another.
  yield* run(
    `INSERT INTO ai_visibility_answers (account_id, id, app_id, country, run, intent, prompt, prompt_no, prompt_text, language,
      model_slug, fingerprint, day, status, model_id, raw_text, mentions, is_grounded, fetched_ms)
    SELECT b.id, md5(p.no || ' ' || m || ' ' || d)::uuid, p.app_id, 'us', md5(b.n || ' run ' || d)::uuid, p.intent, p.id, p.no, p.text,
      'en', 'model_' || chr(96 + m), md5(p.text || m || d) || md5(b.n || ' ' || d), at.day,
      CASE WHEN x % 50 = 0 THEN 'refusal' WHEN x % 67 = 0 THEN 'error' ELSE 'ok' END, 'model-' || m,
      repeat('1. **App ' || x % 40 || '** is simple, reliable and easy to set up. ', 5), said.mentions, NULL,
      extract(epoch FROM at.day)::bigint * 1000 + 43200000 + p.no % 100000
    FROM (SELECT b.*, d FROM ai_visibility_bench b, generate_series(0, b.days - 1) AS d) AS b
      JOIN ai_visibility_prompts p ON p.account_id = b.id
      CROSS JOIN generate_series(1, ${models}) AS m
      CROSS JOIN LATERAL (SELECT $1::date - b.d * b.every_days AS day) AS at
      CROSS JOIN LATERAL (SELECT abs(hashint4(p.no * 31 + m * 7 + b.d)) AS x) AS of
      CROSS JOIN LATERAL (SELECT '[' || string_agg('{"name":"App ' || (x + k * 7) % 40 || '","position":' || k || ',"trackId":"' ||
          500000 + (x + k * 7) % 40 || '","isOwnerApp":' || CASE WHEN (x + k * 7) % 40 = 0 THEN 'true' ELSE 'false' END ||
          ',"sentiment":0.5,"citation":null}', ',') || ']' AS mentions
        FROM generate_series(1, ${mentionsOfAnswer}) AS k) AS said`,
    [new Date(nowMs).toISOString().slice(0, 10)]
  )
  yield* say("answers are there")
  yield* run(
    `INSERT INTO ai_visibility_rollups (account_id, app_id, country, model_slug, day, intent, ok, refused, unread, failed, named,
      weight_sum, weight_squares, position_sum, position_n, sentiment_sum, sentiment_squares, sentiment_n, ungrounded, model_id,
      prompts)
    SELECT b.id, (1000000 + n)::text, 'us', 'model_' || chr(96 + m), $1::date - d * every_days, i.intent, cardinality(i.nos), 0, 0, 0,
      x, x * .85, x * .7, x * 3, x, x * .5, x * .25, x, 0, 'model-' || m, i.nos
    FROM (SELECT b.*, d FROM ai_visibility_bench b, generate_series(0, b.days - 1) AS d) AS b
      JOIN (SELECT account_id, intent, array_agg(no) AS nos FROM ai_visibility_prompts GROUP BY 1, 2) AS i ON i.account_id = b.id
      CROSS JOIN generate_series(1, ${models}) AS m
      CROSS JOIN LATERAL (SELECT abs(hashtext(i.intent::text || m || d)) % 8 AS x) AS of`,
    [new Date(nowMs).toISOString().slice(0, 10)]
  )
  yield* run(
    `INSERT INTO ai_visibility_named (account_id, app_id, country, model_slug, day, intent, key, name, track_id, is_owner,
      appearances, position_sum, position_n, prompts)
    SELECT account_id, app_id, country, model_slug, day, intent, 't:' || 500000 + app, 'App ' || app, (500000 + app)::text,
      app = 0, 3, 3 * (1 + a % 6), 3, prompts[1 + a % 5:3 + a % 5]
    FROM ai_visibility_rollups r, generate_series(0, ${namedOfIntent - 1}) AS a,
      LATERAL (SELECT abs(hashtext(r.intent::text)) AS x) AS of,
      -- Most are known to many; some are named rarely.
      LATERAL (SELECT CASE WHEN a < 12 THEN (x + a) % 40 ELSE 40 + (x % 97 * 4 + a - 12 + 16 * (r.day - date '2020-01-01')) % 400 END
        AS app) AS which`
  )
  const everything = { places: sql.literal("true"), days: sql.literal("true") }
  yield* addUp.days(everything).unprepared
  yield* addUp.named(everything).unprepared
  yield* addUp.sources(
    everything,
    sql.literal(`
      SELECT account_id, app_id, country, model_slug, day, intent, domain, 1 + c % 5 AS answers, c % 2 AS with_owner,
        'https://' || domain || '/what/people/say/about/apps-' || c AS url, 'What people say about apps, part ' || c AS title
      FROM ai_visibility_rollups r, generate_series(0, ${citedOfIntent - 1}) AS c,
        LATERAL (SELECT abs(hashtext(r.intent::text)) AS x) AS of,
        LATERAL (SELECT 'site-' || CASE WHEN c < 12 THEN (x + c) % 40
          ELSE 40 + (x % 97 * 8 + c - 12 + 16 * (r.day - date '2020-01-01')) % 800 END || '.example' AS domain) AS which
      WHERE model_slug = 'model_d'`)
  ).unprepared
  yield* run(
    `INSERT INTO ai_visibility_changes (account_id, id, app_id, country, at_ms, kind, n, intent, detail)
    SELECT id, md5(n || ' change ' || c)::uuid, (1000000 + n)::text, 'us', $1::bigint - c * 86400000::bigint, 'prompts_edited', 1,
      md5(n || ' intent 0')::uuid, NULL
    FROM ai_visibility_bench, generate_series(1, 90) AS c`,
    [nowMs]
  )
  yield* say("sums are there")
  for (const { definition, isConstraint } of indexes) if (!isConstraint) yield* run(definition)
  yield* say("indexes are there")
  yield* run("VACUUM ANALYZE")
  return yield* known
})
