/** What lists and sums read, so that neither grows with what an account has. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What filters and orders look at: with these in an index, a list reads the rows of its page alone. */
const listed = "status, snooze_ms, intent, score, must_ms, should_ms, nice_ms"

/**
 * How many rows there are, by what sums ask for: added to and never changed, so that scans of one account don't wait for each
 * other; `Upkeep` adds up what came in. The nil project is the whole account.
 */
const counting = (name: string, table: string, project: string, isDaily: boolean) => {
  const row = (sign: string, from: string) => `
    SELECT account_id, ${project} AS project_id, (to_timestamp(found_ms / 1000.0) AT TIME ZONE 'UTC')::date AS day,
      CASE WHEN status = 'dismissed' AND reason = 'gone' THEN 'gone' ELSE status END AS status,
      coalesce(intent, 'unknown') AS intent, ${sign}1 AS n FROM ${from}`
  const of = (facet: string, day: string, value: string) => `
    SELECT account_id, project_id, ${day} AS day, '${facet}' AS facet, ${value} AS value, sum(n)::int AS n FROM changed
    GROUP BY 1, 2, 3, 5 HAVING sum(n) <> 0`
  const facets = [of("total", "'-infinity'::date", "status")]
  if (isDaily) facets.push(of("status", "day", "status"), of("intent", "day", "intent"))
  const body = (changed: string) => `BEGIN
    INSERT INTO growth_counts (account_id, project_id, day, facet, value, n)
    WITH changed AS (${changed}) ${facets.join(" UNION ALL ")};
    RETURN NULL;
  END`
  const on = (event: "INSERT" | "UPDATE" | "DELETE", referencing: string, changed: string) => [
    `CREATE FUNCTION ${name}_${event.toLowerCase()}() RETURNS trigger LANGUAGE plpgsql AS $body$ ${body(changed)} $body$`,
    `CREATE TRIGGER ${name}_${event.toLowerCase()} AFTER ${event} ON ${table} REFERENCING ${referencing}
      FOR EACH STATEMENT EXECUTE FUNCTION ${name}_${event.toLowerCase()}()`
  ]
  return [
    ...on("INSERT", "NEW TABLE AS added", row("+", "added")),
    ...on("DELETE", "OLD TABLE AS removed", row("-", "removed")),
    ...on("UPDATE", "OLD TABLE AS removed NEW TABLE AS added", `${row("+", "added")} UNION ALL ${row("-", "removed")}`),
    `INSERT INTO growth_counts (account_id, project_id, day, facet, value, n)
      WITH changed AS (${row("+", table)}) ${facets.join(" UNION ALL ")}`
  ]
}

const nil = "'00000000-0000-0000-0000-000000000000'::uuid"

const statements = [
  // A find's own score, beside the best one of its thread.
  ...["score", "intent", "must_ms", "should_ms", "nice_ms"].map(
    (column) => `ALTER TABLE growth_finds RENAME COLUMN ${column} TO own_${column}`
  ),
  `ALTER TABLE growth_finds ADD COLUMN score int, ADD COLUMN intent text, ADD COLUMN must_ms bigint,
    ADD COLUMN should_ms bigint, ADD COLUMN nice_ms bigint, ADD COLUMN status text, ADD COLUMN reason text,
    ADD COLUMN snooze_ms bigint, ADD COLUMN published_ms bigint, ADD COLUMN replied_ms bigint, ADD COLUMN channel text`,
  `UPDATE growth_finds f SET score = o.score, intent = o.intent, must_ms = o.must_ms, should_ms = o.should_ms,
    nice_ms = o.nice_ms, status = o.status, reason = o.reason, snooze_ms = o.snooze_ms, published_ms = o.published_ms,
    replied_ms = o.replied_ms, channel = o.channel
    FROM growth_opportunities o WHERE o.account_id = f.account_id AND o.id = f.opportunity_id`,
  `ALTER TABLE growth_finds ALTER COLUMN score SET NOT NULL, ALTER COLUMN must_ms SET NOT NULL,
    ALTER COLUMN should_ms SET NOT NULL, ALTER COLUMN nice_ms SET NOT NULL, ALTER COLUMN status SET NOT NULL,
    ALTER COLUMN published_ms SET NOT NULL, ALTER COLUMN channel SET NOT NULL`,
  // What a list shows of a project's finds is what it shows of their threads.
  `CREATE FUNCTION growth_mirrored() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN
    UPDATE growth_finds f SET score = n.score, intent = n.intent, must_ms = n.must_ms, should_ms = n.should_ms,
      nice_ms = n.nice_ms, status = n.status, reason = n.reason, snooze_ms = n.snooze_ms, published_ms = n.published_ms,
      replied_ms = n.replied_ms
    FROM added n WHERE f.account_id = n.account_id AND f.opportunity_id = n.id
      AND (f.score, f.intent, f.must_ms, f.should_ms, f.nice_ms, f.status, f.reason, f.snooze_ms, f.published_ms, f.replied_ms)
        IS DISTINCT FROM (n.score, n.intent, n.must_ms, n.should_ms, n.nice_ms, n.status, n.reason, n.snooze_ms,
          n.published_ms, n.replied_ms);
    RETURN NULL;
  END $body$`,
  `CREATE TRIGGER growth_mirrored AFTER UPDATE ON growth_opportunities REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION growth_mirrored()`,
  `CREATE TABLE growth_counts (
    account_id uuid NOT NULL,
    project_id uuid NOT NULL,
    day date NOT NULL,
    facet text NOT NULL,
    value text NOT NULL,
    n int NOT NULL
  )`,
  "CREATE INDEX growth_counts_of ON growth_counts (account_id, project_id, facet, day, value) INCLUDE (n)",
  ...counting("growth_counted_threads", "growth_opportunities", nil, false),
  ...counting("growth_counted_finds", "growth_finds", "project_id", true),

  // When a post is looked at next, to see whether it's gone at its source; null: never again.
  "ALTER TABLE growth_opportunities ADD COLUMN next_look_ms bigint",
  `UPDATE growth_opportunities SET next_look_ms = found_ms + 86400000 WHERE native_id IS NOT NULL AND gone_ms IS NULL`,
  `CREATE INDEX growth_opportunities_looks ON growth_opportunities (channel, source, next_look_ms)
    WHERE next_look_ms IS NOT NULL`,
  `CREATE INDEX growth_opportunities_native ON growth_opportunities (channel, source, native_id)
    WHERE native_id IS NOT NULL`,
  "CREATE INDEX growth_opportunities_snoozed ON growth_opportunities (snooze_ms) WHERE status = 'snoozed'",

  // Folding the case of each text anew is most of what a search costs.
  `ALTER TABLE growth_opportunities ADD COLUMN searched text
    GENERATED ALWAYS AS (lower(title || E'\\n' || excerpt)) STORED`,

  "DROP INDEX growth_opportunities_nice, growth_opportunities_published, growth_opportunities_score, growth_finds_project",
  `CREATE INDEX growth_opportunities_newest ON growth_opportunities (account_id, published_ms DESC, id DESC)
    INCLUDE (channel, ${listed})`,
  `CREATE INDEX growth_opportunities_channel ON growth_opportunities (account_id, channel, published_ms DESC, id DESC)
    INCLUDE (${listed})`,
  `CREATE INDEX growth_opportunities_intent ON growth_opportunities (account_id, intent, published_ms DESC, id DESC)
    INCLUDE (channel, status, snooze_ms, score, must_ms, should_ms, nice_ms)`,
  `CREATE INDEX growth_opportunities_relevance ON growth_opportunities (account_id, score DESC, id DESC)
    INCLUDE (published_ms, channel, status, snooze_ms, intent, must_ms, should_ms, nice_ms)`,
  `CREATE INDEX growth_opportunities_decided ON growth_opportunities (account_id, status, published_ms DESC, id DESC)
    INCLUDE (channel, snooze_ms, intent, score, must_ms, should_ms, nice_ms) WHERE status <> 'pending'`,
  `CREATE INDEX growth_opportunities_open ON growth_opportunities (account_id, nice_ms DESC)
    INCLUDE (published_ms, id, channel, status, snooze_ms, intent, score, must_ms, should_ms)`,
  "CREATE INDEX growth_opportunities_day ON growth_opportunities (account_id, found_ms) INCLUDE (must_ms)",
  `CREATE INDEX growth_opportunities_replied ON growth_opportunities (account_id, replied_ms)
    WHERE replied_ms IS NOT NULL`,
  `CREATE INDEX growth_finds_newest ON growth_finds (account_id, project_id, published_ms DESC, opportunity_id DESC)
    INCLUDE (channel, ${listed})`,
  `CREATE INDEX growth_finds_relevance ON growth_finds (account_id, project_id, score DESC, opportunity_id DESC)
    INCLUDE (published_ms, channel, status, snooze_ms, intent, must_ms, should_ms, nice_ms)`,
  `CREATE INDEX growth_finds_decided ON growth_finds (account_id, project_id, status, published_ms DESC, opportunity_id DESC)
    INCLUDE (channel, snooze_ms, intent, score, must_ms, should_ms, nice_ms, found_ms) WHERE status <> 'pending'`,
  `CREATE INDEX growth_finds_open ON growth_finds (account_id, project_id, nice_ms DESC)
    INCLUDE (published_ms, opportunity_id, channel, status, snooze_ms, intent, score, must_ms, should_ms, found_ms)`,
  `CREATE INDEX growth_finds_replied ON growth_finds (account_id, project_id, replied_ms)
    INCLUDE (found_ms, published_ms, status) WHERE replied_ms IS NOT NULL`,
  `CREATE INDEX growth_runs_finished ON growth_runs (account_id, project_id, finished_ms DESC)
    WHERE finished_ms IS NOT NULL AND status <> 'skipped'`,
  "CREATE INDEX growth_runs_age ON growth_runs (finished_ms) WHERE finished_ms IS NOT NULL",
  // The newest rows are those that are read: they must be marked as seen by all long before a fifth of the table is new.
  ...["growth_opportunities", "growth_finds", "growth_counts"].map(
    (
      table
    ) => `ALTER TABLE ${table} SET (autovacuum_vacuum_insert_scale_factor = 0.005, autovacuum_vacuum_scale_factor = 0.02,
      autovacuum_analyze_scale_factor = 0.02)`
  )
]

export const listing = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
