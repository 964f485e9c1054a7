import { Effect } from "effect"
import { SqlClient, type Statement } from "effect/sql"

/** Of which places and days; the columns are those of every table. */
interface Which {
  readonly places: Statement.Fragment
  readonly days: Statement.Fragment
}

const counts = ["ok", "refused", "unread", "failed", "named", "position_sum", "position_n", "sentiment_n", "prompts_ok"]
const sums = ["weight_sum", "weight_squares", "sentiment_sum", "sentiment_squares"].concat([
  "nn",
  "nw",
  "nm",
  "ns",
  "ww",
  "wm",
  "ws",
  "mm",
  "ms",
  "ss"
])
/** Of rows from before prompts were counted, each answer was a prompt's. */
const summed = [
  ...counts.map((column) => `sum(${column})::int AS ${column}`),
  ...sums.map((column) => `sum(${column}) AS ${column}`),
  "sum(coalesce(prompts_asked, ok + refused + unread + failed))::int AS prompts_asked",
  "sum(coalesce(prompts_named, named))::int AS prompts_named"
].join(", ")
const columns = [...counts, ...sums, "prompts_asked", "prompts_named"].join(", ")

/**
 * Adds intents up to their app: inserts the app's rows. In `prompts` and `intents` bit n is the app's nth of these, which stays
 * its nth, as none is deleted. So what a window has of them is an OR over its days.
 *
 * Scans use this as well. A migration that changes these tables leaves a copy here.
 */
export const makeAddUp = Effect.map(SqlClient.SqlClient, (sql) => {
  const place = sql.literal("account_id, app_id, country")
  const day = sql.literal("account_id, app_id, country, model_slug, day")
  const none = sql.literal("repeat('0', bits)::varbit")
  const one = sql.literal("set_bit(repeat('0', bits)::varbit, at, 1)")
  const numbered = (table: "prompts" | "intents", { places }: Which) => sql`
    ${sql.literal(table)} AS MATERIALIZED (
      SELECT account_id, id, no, (row_number() OVER (PARTITION BY ${place} ORDER BY no))::int - 1 AS at,
        (count(*) OVER (PARTITION BY ${place}))::int AS bits
      FROM ${sql(`ai_visibility_${table}`)} WHERE ${places})`

  return {
    days: (which: Which) => sql`
      WITH ${numbered("prompts", which)},
      rolled AS (SELECT * FROM ai_visibility_rollups WHERE ${which.places} AND ${which.days}),
      scored AS (
        SELECT ${day}, bit_or(${one}) AS prompts FROM (
          SELECT rolled.account_id, app_id, country, model_slug, day, bits, at
          FROM rolled CROSS JOIN unnest(rolled.prompts) AS asked (no)
            JOIN prompts ON prompts.account_id = rolled.account_id AND prompts.no = asked.no) AS each
        GROUP BY ${day}),
      summed AS (
        SELECT ${day}, (array_agg(model_id ORDER BY ok DESC, model_id))[1] AS model_id, max(added_ms) AS added_ms,
          ${sql.literal(summed)}
        FROM rolled GROUP BY ${day})
      INSERT INTO ai_visibility_app_days (${day}, model_id, added_ms, prompts, ${sql.literal(columns)})
      SELECT ${day}, model_id, added_ms, coalesce(prompts, ''), ${sql.literal(columns)}
      FROM summed LEFT JOIN scored USING (${day})`,

    named: (which: Which) => sql`
      WITH ${numbered("prompts", which)}, ${numbered("intents", which)},
      told AS (SELECT * FROM ai_visibility_named WHERE ${which.places} AND ${which.days}),
      asked AS (
        SELECT ${day}, key, bit_or(${one}) AS prompts FROM (
          SELECT told.account_id, app_id, country, model_slug, day, key, bits, at
          FROM told CROSS JOIN unnest(told.prompts) AS asked (no)
            JOIN prompts ON prompts.account_id = told.account_id AND prompts.no = asked.no) AS each
        GROUP BY ${day}, key),
      summed AS (
        SELECT ${day}, key, (array_agg(name ORDER BY intent))[1] AS name, (array_agg(track_id ORDER BY intent))[1] AS track_id,
          bool_or(is_owner) AS is_owner, sum(appearances)::int AS appearances, sum(position_sum)::int AS position_sum,
          sum(position_n)::int AS position_n, bit_or(${one}) AS intents
        FROM (SELECT told.*, bits, at FROM told
          JOIN intents ON intents.account_id = told.account_id AND intents.id = told.intent) AS each
        GROUP BY ${day}, key)
      INSERT INTO ai_visibility_app_named (${day}, key, name, track_id, is_owner, appearances, position_sum, position_n, prompts,
        intents)
      SELECT ${day}, key, name, track_id, is_owner, appearances, position_sum, position_n, prompts, intents
      FROM summed JOIN asked USING (${day}, key)`,

    /** Of rows like those that each intent's citations had. */
    sources: (which: Which, cited: Statement.Fragment) => sql`
      WITH ${numbered("intents", which)}, cited AS (${cited})
      INSERT INTO ai_visibility_app_sources (${day}, domain, answers, with_owner, intents, own_intents, url, title)
      SELECT ${day}, domain, sum(answers)::int, sum(with_owner)::int, bit_or(${one}),
        bit_or(CASE WHEN with_owner > 0 THEN ${one} ELSE ${none} END), (array_agg(url ORDER BY intent))[1],
        (array_agg(title ORDER BY intent))[1]
      FROM (SELECT cited.*, bits, at FROM cited
        JOIN intents ON intents.account_id = cited.account_id AND intents.id = cited.intent) AS each
      GROUP BY ${day}, domain`
  }
})

/** No read adds more than ninety days up. */
const daysKept = 100

export const appSums = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const addUp = yield* makeAddUp
  const tables = [
    // As prompts have one.
    `ALTER TABLE ai_visibility_intents ADD COLUMN no int GENERATED ALWAYS AS IDENTITY`,
    `CREATE TABLE ai_visibility_app_days (
      account_id uuid NOT NULL, app_id text NOT NULL, country text NOT NULL, model_slug text NOT NULL, day date NOT NULL,
      ${[...counts, "prompts_asked", "prompts_named"].map((column) => `${column} int NOT NULL`).join(", ")},
      ${sums.map((column) => `${column} float8 NOT NULL`).join(", ")},
      model_id text, added_ms bigint, prompts varbit NOT NULL,
      PRIMARY KEY (account_id, app_id, country, model_slug, day))`,
    // What is summed over a window is in the index, so that rows are read of few apps and sites alone.
    `CREATE TABLE ai_visibility_app_named (
      account_id uuid NOT NULL, app_id text NOT NULL, country text NOT NULL, model_slug text NOT NULL, day date NOT NULL,
      key text NOT NULL, name text NOT NULL, track_id text, is_owner boolean NOT NULL, appearances int NOT NULL,
      position_sum int NOT NULL, position_n int NOT NULL, prompts varbit NOT NULL, intents varbit NOT NULL,
      PRIMARY KEY (account_id, app_id, country, model_slug, day, key)
        INCLUDE (is_owner, appearances, position_sum, position_n))`,
    `CREATE TABLE ai_visibility_app_sources (
      account_id uuid NOT NULL, app_id text NOT NULL, country text NOT NULL, model_slug text NOT NULL, day date NOT NULL,
      domain text NOT NULL, answers int NOT NULL, with_owner int NOT NULL, intents varbit NOT NULL,
      own_intents varbit NOT NULL, url text NOT NULL, title text NOT NULL,
      PRIMARY KEY (account_id, app_id, country, model_slug, day, domain) INCLUDE (answers, with_owner))`
  ]
  for (const statement of tables) yield* sql.unsafe(statement)
  const everywhere = sql.literal("true")
  const recent = { places: everywhere, days: sql.literal(`day > current_date - ${daysKept}`) }
  yield* addUp.days({ places: everywhere, days: everywhere })
  yield* addUp.named(recent)
  yield* addUp.sources(recent, sql`SELECT * FROM ai_visibility_sources WHERE ${recent.days}`)
  yield* sql.unsafe(`DROP TABLE ai_visibility_sources`)
})
