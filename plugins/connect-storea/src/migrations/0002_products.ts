import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Products of connected accounts' consoles, and what they cost in each territory. */
export const products = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE connect_storea_catalogues (
      account_id uuid PRIMARY KEY,
      read_at timestamptz,
      problem text
    )`
  yield* sql`
    CREATE TABLE connect_storea_products (
      account_id uuid NOT NULL,
      id text NOT NULL,
      app_id text NOT NULL,
      kind text NOT NULL,
      product_id text,
      name text,
      state text,
      prices text NOT NULL DEFAULT 'not_measured' CHECK (prices IN ('measured', 'failed', 'not_measured')),
      read_at timestamptz,
      PRIMARY KEY (account_id, id)
    )`
  yield* sql`CREATE INDEX connect_storea_products_apps ON connect_storea_products (account_id, app_id)`
  yield* sql`
    CREATE TABLE connect_storea_prices (
      account_id uuid NOT NULL,
      id text NOT NULL,
      territory text NOT NULL,
      currency text,
      price numeric,
      proceeds numeric,
      manual boolean,
      PRIMARY KEY (account_id, id, territory)
    )`
})
