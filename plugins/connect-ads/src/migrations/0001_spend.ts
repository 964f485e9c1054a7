import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What ads of connected accounts cost and brought by day, and what keywords did. No person is in it. */
export const spend = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE connect_ads_copies (
      account_id uuid PRIMARY KEY,
      ad_account_id text NOT NULL,
      currency text,
      read_at timestamptz,
      problem text
    )`
  yield* sql`
    CREATE TABLE connect_ads_days (
      account_id uuid NOT NULL,
      day date NOT NULL,
      state text NOT NULL CHECK (state IN ('measured', 'failed')),
      at timestamptz NOT NULL,
      PRIMARY KEY (account_id, day)
    )`
  yield* sql`
    CREATE TABLE connect_ads_campaigns (
      account_id uuid NOT NULL,
      campaign_id text NOT NULL,
      app_id text,
      name text NOT NULL,
      keywords_from date,
      keywords_to date,
      keywords_left integer NOT NULL DEFAULT 0,
      keywords_failed boolean NOT NULL DEFAULT false,
      PRIMARY KEY (account_id, campaign_id)
    )`
  yield* sql`CREATE INDEX connect_ads_campaigns_apps ON connect_ads_campaigns (account_id, app_id)`
  yield* sql`
    CREATE TABLE connect_ads_spend (
      account_id uuid NOT NULL,
      day date NOT NULL,
      campaign_id text NOT NULL,
      currency text,
      spend numeric,
      impressions bigint,
      taps bigint,
      installs bigint,
      PRIMARY KEY (account_id, day, campaign_id)
    )`
  yield* sql`
    CREATE TABLE connect_ads_keywords (
      account_id uuid NOT NULL,
      campaign_id text NOT NULL,
      keyword_id text NOT NULL,
      ad_group_id text,
      keyword text NOT NULL,
      match_type text,
      status text,
      bid numeric,
      bid_currency text,
      currency text,
      spend numeric,
      impressions bigint,
      taps bigint,
      installs bigint,
      PRIMARY KEY (account_id, campaign_id, keyword_id)
    )`
  yield* sql`CREATE INDEX connect_ads_keywords_spend ON connect_ads_keywords (account_id, spend DESC NULLS LAST)`
})
