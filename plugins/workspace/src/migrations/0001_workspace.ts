import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const tables = ["accounts", "apps", "competitors", "keywords", "versions", "reports"]

/** Times are epoch milliseconds of the gateway's clock. */
export const workspace = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const statements = [
    // Its row is what writers of one account wait for; its counts are those of the rows below.
    `CREATE TABLE workspace_accounts (
      account_id uuid PRIMARY KEY, plan text NOT NULL, tokens float8 NOT NULL, refilled_ms bigint NOT NULL,
      apps int NOT NULL DEFAULT 0, keywords int NOT NULL DEFAULT 0, versions int NOT NULL DEFAULT 0,
      reports int NOT NULL DEFAULT 0)`,
    `CREATE TABLE workspace_apps (
      account_id uuid NOT NULL, id uuid NOT NULL, platform text NOT NULL, app_id text NOT NULL, country text NOT NULL,
      app_name text, app_icon_url text, developer_name text, bundle_id text, subtitle text, description text,
      languages jsonb NOT NULL, is_live boolean NOT NULL, category text, device_family text, notes text,
      given jsonb NOT NULL, metadata_status text NOT NULL, competitors int NOT NULL DEFAULT 0,
      keywords int NOT NULL DEFAULT 0, versions int NOT NULL DEFAULT 0, revision int NOT NULL DEFAULT 1,
      created_ms bigint NOT NULL, updated_ms bigint NOT NULL,
      PRIMARY KEY (account_id, id), UNIQUE (account_id, platform, app_id))`,
    `CREATE INDEX workspace_apps_order ON workspace_apps (account_id, created_ms, id)`,
    `CREATE TABLE workspace_competitors (
      account_id uuid NOT NULL, app uuid NOT NULL, id uuid NOT NULL, competitor_app_id text NOT NULL, name text,
      icon_url text, is_name_given boolean NOT NULL, is_pending boolean NOT NULL, relationship text NOT NULL,
      created_ms bigint NOT NULL,
      PRIMARY KEY (account_id, id), UNIQUE (account_id, app, competitor_app_id),
      FOREIGN KEY (account_id, app) REFERENCES workspace_apps (account_id, id))`,
    `CREATE TABLE workspace_keywords (
      account_id uuid NOT NULL, app uuid NOT NULL, id uuid NOT NULL, platform text NOT NULL, keyword text NOT NULL,
      typed text NOT NULL, country text NOT NULL, device text NOT NULL, language text, state text NOT NULL,
      is_own boolean NOT NULL, created_ms bigint NOT NULL,
      PRIMARY KEY (account_id, id), UNIQUE (account_id, app, keyword, country, device),
      FOREIGN KEY (account_id, app) REFERENCES workspace_apps (account_id, id))`,
    `CREATE INDEX workspace_keywords_page ON workspace_keywords (account_id, app, created_ms, id)`,
    `CREATE INDEX workspace_keywords_order ON workspace_keywords (account_id, created_ms, id)`,
    `CREATE INDEX workspace_keywords_collected ON workspace_keywords (account_id, keyword, platform, country, device)`,
    `CREATE TABLE workspace_versions (
      account_id uuid NOT NULL, app uuid NOT NULL, id uuid NOT NULL, version_name text NOT NULL, language text NOT NULL,
      title text, subtitle text, description text, keywords text, short_description text, promotional_text text,
      whats_new text, notes text, released_ms bigint, is_archived boolean NOT NULL, origin text NOT NULL,
      revision int NOT NULL DEFAULT 1, created_ms bigint NOT NULL, updated_ms bigint NOT NULL,
      PRIMARY KEY (account_id, id), UNIQUE (account_id, app, language, version_name),
      FOREIGN KEY (account_id, app) REFERENCES workspace_apps (account_id, id))`,
    `CREATE INDEX workspace_versions_page ON workspace_versions (account_id, app, created_ms, id)`,
    `CREATE INDEX workspace_versions_current ON workspace_versions (account_id, app, language, released_ms)`,
    // JSON as the gateway wrote it: it may hold what jsonb doesn't.
    `CREATE TABLE workspace_reports (
      account_id uuid NOT NULL, id uuid NOT NULL, kind text NOT NULL, platform text, app_id text, country text,
      title text NOT NULL, model text, params text NOT NULL, payload text NOT NULL, bytes int NOT NULL,
      is_cut boolean NOT NULL, is_pinned boolean NOT NULL, created_ms bigint NOT NULL,
      PRIMARY KEY (account_id, id))`,
    `CREATE INDEX workspace_reports_order ON workspace_reports (account_id, created_ms, id)`,
    ...tables.flatMap((table) => [
      `ALTER TABLE workspace_${table} ENABLE ROW LEVEL SECURITY`,
      // Also for the tables' owner.
      `ALTER TABLE workspace_${table} FORCE ROW LEVEL SECURITY`,
      `CREATE POLICY own ON workspace_${table}
        USING (account_id = nullif(current_setting('storeglass.account', true), '')::uuid)`
    ]),
    // Which accounts have apps is the host's to know, and nothing else is in it.
    `CREATE TABLE workspace_owners (account_id uuid PRIMARY KEY)`
  ]
  for (const statement of statements) yield* sql.unsafe(statement)
})
