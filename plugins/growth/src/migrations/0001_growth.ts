import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const growth = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE growth_projects (
      account_id uuid NOT NULL,
      id uuid NOT NULL,
      name text NOT NULL,
      channel text NOT NULL,
      app_id text,
      platform text NOT NULL,
      country text NOT NULL,
      keywords jsonb NOT NULL,
      exclude jsonb NOT NULL,
      competitors jsonb NOT NULL,
      languages jsonb NOT NULL,
      filters jsonb NOT NULL,
      scan_every_hours int NOT NULL,
      lookback_days int NOT NULL,
      status text NOT NULL,
      suggested jsonb,
      listing text,
      topic jsonb,
      app_name text,
      competitor_ids jsonb NOT NULL DEFAULT '[]',
      topic_ms bigint,
      newest jsonb NOT NULL DEFAULT '{}',
      left_steps jsonb NOT NULL DEFAULT '[]',
      revision int NOT NULL DEFAULT 1,
      created_ms bigint NOT NULL,
      updated_ms bigint NOT NULL,
      PRIMARY KEY (account_id, id)
    )`
  yield* sql`CREATE UNIQUE INDEX growth_projects_name ON growth_projects (account_id, channel, name)`
  yield* sql`CREATE UNIQUE INDEX growth_projects_suggested ON growth_projects (account_id, channel, platform, app_id)
    WHERE suggested IS NOT NULL`
  yield* sql`
    CREATE TABLE growth_runs (
      account_id uuid NOT NULL,
      id uuid NOT NULL,
      project_id uuid NOT NULL,
      revision int NOT NULL,
      status text NOT NULL,
      queued_ms bigint NOT NULL,
      started_ms bigint,
      finished_ms bigint,
      requests int NOT NULL DEFAULT 0,
      scanned int NOT NULL DEFAULT 0,
      found int NOT NULL DEFAULT 0,
      updated int NOT NULL DEFAULT 0,
      resumes int NOT NULL DEFAULT 0,
      hold uuid,
      credits_charged int NOT NULL DEFAULT 0,
      steps jsonb,
      position int NOT NULL DEFAULT 0,
      cursor text,
      page_hash text,
      newest jsonb NOT NULL DEFAULT '{}',
      sources jsonb NOT NULL DEFAULT '[]',
      is_waiting boolean NOT NULL DEFAULT false,
      PRIMARY KEY (account_id, id)
    )`
  yield* sql`CREATE INDEX growth_runs_latest ON growth_runs (account_id, project_id, queued_ms DESC)`
  yield* sql`CREATE UNIQUE INDEX growth_runs_open ON growth_runs (account_id, project_id) WHERE finished_ms IS NULL`
  yield* sql`
    CREATE TABLE growth_opportunities (
      account_id uuid NOT NULL,
      id uuid NOT NULL,
      key text NOT NULL,
      channel text NOT NULL,
      source text NOT NULL,
      native_id text,
      kind text NOT NULL,
      title text NOT NULL,
      excerpt text NOT NULL,
      url text,
      author text,
      published_ms bigint NOT NULL,
      found_ms bigint NOT NULL,
      points int,
      replies int,
      language text,
      same_link text,
      project_id uuid NOT NULL,
      score int NOT NULL,
      scored jsonb NOT NULL,
      intent text,
      must_ms bigint NOT NULL,
      should_ms bigint NOT NULL,
      nice_ms bigint NOT NULL,
      status text NOT NULL,
      reason text,
      note text,
      snooze_ms bigint,
      decided_ms bigint,
      reply_url text,
      replied_ms bigint,
      gone_ms bigint,
      PRIMARY KEY (account_id, id)
    )`
  yield* sql`CREATE UNIQUE INDEX growth_opportunities_key ON growth_opportunities (account_id, key)`
  yield* sql`CREATE INDEX growth_opportunities_nice ON growth_opportunities (account_id, nice_ms DESC, id)`
  yield* sql`CREATE INDEX growth_opportunities_published ON growth_opportunities (account_id, published_ms DESC, id)`
  yield* sql`CREATE INDEX growth_opportunities_score ON growth_opportunities (account_id, score DESC, id)`
  yield* sql`CREATE INDEX growth_opportunities_found ON growth_opportunities (found_ms)`
  yield* sql`CREATE INDEX growth_opportunities_author ON growth_opportunities (channel, author)`
  yield* sql`
    CREATE TABLE growth_finds (
      account_id uuid NOT NULL,
      opportunity_id uuid NOT NULL,
      project_id uuid NOT NULL,
      found_ms bigint NOT NULL,
      score int NOT NULL,
      scored jsonb NOT NULL,
      excerpt text NOT NULL,
      intent text,
      must_ms bigint NOT NULL,
      should_ms bigint NOT NULL,
      nice_ms bigint NOT NULL,
      PRIMARY KEY (account_id, opportunity_id, project_id),
      FOREIGN KEY (account_id, opportunity_id) REFERENCES growth_opportunities ON DELETE CASCADE
    )`
  yield* sql`CREATE INDEX growth_finds_project ON growth_finds (account_id, project_id, opportunity_id)`
  yield* sql`
    CREATE TABLE growth_days (
      account_id uuid NOT NULL,
      project_id uuid NOT NULL,
      day date NOT NULL,
      scanned int NOT NULL,
      found int NOT NULL,
      PRIMARY KEY (account_id, project_id, day)
    )`
  yield* sql`
    CREATE TABLE growth_told (
      account_id uuid NOT NULL,
      day date NOT NULL,
      alerts int NOT NULL,
      PRIMARY KEY (account_id, day)
    )`
  yield* sql`
    CREATE TABLE growth_sources (
      channel text NOT NULL,
      source text NOT NULL,
      last_ok_ms bigint,
      cooldown_ms bigint,
      PRIMARY KEY (channel, source)
    )`
  yield* sql`
    CREATE TABLE growth_feeds (
      url text PRIMARY KEY,
      read_ms bigint NOT NULL,
      etag text,
      modified text,
      problem text,
      is_gone boolean NOT NULL DEFAULT false,
      posts jsonb NOT NULL DEFAULT '[]'
    )`
})
