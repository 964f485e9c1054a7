import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const aiVisibility = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const statements = [
    `CREATE TABLE ai_visibility_settings (
      account_id uuid NOT NULL, app_id text NOT NULL, country text NOT NULL, language text NOT NULL,
      enabled boolean NOT NULL, models text NOT NULL, cadence_days int NOT NULL, last_run uuid,
      last_scan_ms bigint, last_bootstrap_ms bigint, profile text, profile_ms bigint, created_ms bigint NOT NULL,
      PRIMARY KEY (account_id, app_id, country))`,
    `CREATE TABLE ai_visibility_intents (
      account_id uuid NOT NULL, id uuid NOT NULL, app_id text NOT NULL, country text NOT NULL, language text NOT NULL,
      label text NOT NULL, description text, status text NOT NULL, source text NOT NULL, seed text NOT NULL,
      created_ms bigint NOT NULL, updated_ms bigint NOT NULL,
      PRIMARY KEY (account_id, id))`,
    `CREATE INDEX ai_visibility_intents_app ON ai_visibility_intents (account_id, app_id, country, created_ms, id)`,
    // What bootstrap wrote is known by `seed`, whatever became of it; `folded` is the text as it is, but for its case.
    `CREATE TABLE ai_visibility_prompts (
      account_id uuid NOT NULL, id uuid NOT NULL, no int GENERATED ALWAYS AS IDENTITY, intent uuid NOT NULL,
      app_id text NOT NULL, country text NOT NULL, language text NOT NULL, text text NOT NULL, folded text NOT NULL,
      seed text NOT NULL, style text NOT NULL, status text NOT NULL, source text NOT NULL, created_ms bigint NOT NULL,
      updated_ms bigint NOT NULL,
      PRIMARY KEY (account_id, id), UNIQUE (account_id, app_id, country, folded),
      FOREIGN KEY (account_id, intent) REFERENCES ai_visibility_intents (account_id, id))`,
    `CREATE INDEX ai_visibility_prompts_intent ON ai_visibility_prompts (account_id, intent, no)`,
    `CREATE TABLE ai_visibility_runs (
      account_id uuid NOT NULL, id uuid NOT NULL, app_id text NOT NULL, country text NOT NULL, kind text NOT NULL,
      status text NOT NULL, prompts_total int NOT NULL DEFAULT 0, pending int NOT NULL DEFAULT 0,
      answered int NOT NULL DEFAULT 0, reused int NOT NULL DEFAULT 0, errors int NOT NULL DEFAULT 0,
      refusals int NOT NULL DEFAULT 0, unparsed int NOT NULL DEFAULT 0, ungrounded int NOT NULL DEFAULT 0,
      models text NOT NULL DEFAULT '[]', models_dropped text NOT NULL DEFAULT '[]', closed text NOT NULL DEFAULT '[]',
      degraded_reason text, prompts_model text, language text NOT NULL, hold uuid,
      credits_held int NOT NULL DEFAULT 0, credits_charged int NOT NULL DEFAULT 0, deadline_ms bigint,
      created_ms bigint NOT NULL, started_ms bigint, finished_ms bigint,
      PRIMARY KEY (account_id, id))`,
    `CREATE INDEX ai_visibility_runs_open ON ai_visibility_runs (account_id, app_id, country)
      WHERE finished_ms IS NULL`,
    // A row from when its scan is accepted, so that no two scans ask for the same: `waiting` until it's answered.
    `CREATE TABLE ai_visibility_answers (
      account_id uuid NOT NULL, id uuid NOT NULL, app_id text NOT NULL, country text NOT NULL, run uuid NOT NULL,
      intent uuid NOT NULL, prompt uuid NOT NULL, prompt_no int NOT NULL, prompt_text text NOT NULL,
      language text NOT NULL, model_slug text NOT NULL, fingerprint text NOT NULL, day date NOT NULL,
      status text NOT NULL, model_id text NOT NULL DEFAULT '', raw_text text NOT NULL DEFAULT '',
      citations text NOT NULL DEFAULT '[]', mentions text NOT NULL DEFAULT '[]', is_grounded boolean,
      fetched_ms bigint,
      PRIMARY KEY (account_id, id))`,
    `CREATE UNIQUE INDEX ai_visibility_answers_once ON ai_visibility_answers (account_id, app_id, fingerprint)
      WHERE status <> 'error'`,
    `CREATE INDEX ai_visibility_answers_latest ON ai_visibility_answers (account_id, prompt, model_slug, fetched_ms DESC)`,
    `CREATE INDEX ai_visibility_answers_day ON ai_visibility_answers (account_id, app_id, country, day)`,
    `CREATE INDEX ai_visibility_answers_waiting ON ai_visibility_answers (account_id, run) WHERE status = 'waiting'`,
    `CREATE INDEX ai_visibility_answers_age ON ai_visibility_answers (day)`,
    `CREATE TABLE ai_visibility_rollups (
      account_id uuid NOT NULL, app_id text NOT NULL, country text NOT NULL, model_slug text NOT NULL, day date NOT NULL,
      intent uuid NOT NULL, ok int NOT NULL, refused int NOT NULL, unread int NOT NULL, failed int NOT NULL,
      named int NOT NULL, weight_sum float8 NOT NULL, weight_squares float8 NOT NULL, position_sum int NOT NULL,
      position_n int NOT NULL, sentiment_sum float8 NOT NULL, sentiment_squares float8 NOT NULL, sentiment_n int NOT NULL,
      ungrounded int NOT NULL, model_id text,
      prompts int[] NOT NULL, PRIMARY KEY (account_id, app_id, country, model_slug, day, intent))`,
    // Which apps the answers of a day named: `key` is the store's id or the name. `prompts` are the numbers of prompts.
    `CREATE TABLE ai_visibility_named (
      account_id uuid NOT NULL, app_id text NOT NULL, country text NOT NULL, model_slug text NOT NULL, day date NOT NULL,
      intent uuid NOT NULL, key text NOT NULL, name text NOT NULL, track_id text, is_owner boolean NOT NULL,
      appearances int NOT NULL, position_sum int NOT NULL, position_n int NOT NULL, prompts int[] NOT NULL,
      PRIMARY KEY (account_id, app_id, country, model_slug, day, intent, key))`,
    // Nothing of an account: what the store said to a name.
    `CREATE TABLE ai_visibility_names (
      country text NOT NULL, key text NOT NULL, track_id text, resolved_ms bigint NOT NULL, PRIMARY KEY (country, key))`,
    `CREATE TABLE ai_visibility_models (
      slug text PRIMARY KEY, model text NOT NULL, state text NOT NULL, ends_on text, checked_ms bigint NOT NULL)`
  ]
  for (const statement of statements) yield* sql.unsafe(statement)
})
