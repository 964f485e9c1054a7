import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Copies of what the vendor forgets after about a week. */
export const reviews = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE connect_storeb_reviews (
      account_id uuid NOT NULL,
      package_name text NOT NULL,
      review_id text NOT NULL,
      author_name text,
      star_rating smallint,
      title text,
      body text NOT NULL,
      language text,
      device text,
      device_metadata jsonb,
      android_os_version integer,
      app_version_code text,
      app_version_name text,
      thumbs_up integer,
      thumbs_down integer,
      modified_at timestamptz NOT NULL,
      reply_text text,
      replied_at timestamptz,
      first_seen_at timestamptz NOT NULL,
      last_seen_at timestamptz NOT NULL,
      PRIMARY KEY (account_id, package_name, review_id)
    )`
  yield* sql`
    CREATE INDEX connect_storeb_reviews_newest
      ON connect_storeb_reviews (account_id, package_name, modified_at DESC, review_id DESC)`
  yield* sql`
    CREATE INDEX connect_storeb_reviews_unanswered
      ON connect_storeb_reviews (account_id, package_name, modified_at DESC, review_id DESC) WHERE reply_text IS NULL`
  yield* sql`
    CREATE TABLE connect_storeb_review_versions (
      account_id uuid NOT NULL,
      package_name text NOT NULL,
      review_id text NOT NULL,
      kind text NOT NULL CHECK (kind IN ('review', 'reply')),
      at timestamptz NOT NULL,
      star_rating smallint,
      title text,
      body text NOT NULL,
      PRIMARY KEY (account_id, package_name, review_id, kind, at)
    )`
  yield* sql`
    CREATE TABLE connect_storeb_review_translations (
      account_id uuid NOT NULL,
      package_name text NOT NULL,
      review_id text NOT NULL,
      language text NOT NULL,
      at timestamptz NOT NULL,
      title text,
      body text NOT NULL,
      PRIMARY KEY (account_id, package_name, review_id, language)
    )`
  yield* sql`
    CREATE TABLE connect_storeb_review_reads (
      account_id uuid NOT NULL,
      package_name text NOT NULL,
      read_at timestamptz NOT NULL,
      PRIMARY KEY (account_id, package_name)
    )`
})
