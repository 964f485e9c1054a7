import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Vitals of apps by day, and how reading them went last. No person is in it. */
export const vitals = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE connect_storeb_vitals (
      account_id uuid NOT NULL,
      package_name text NOT NULL,
      metric_set text NOT NULL,
      dimension text NOT NULL,
      value text NOT NULL,
      day date NOT NULL,
      metric text NOT NULL,
      amount double precision NOT NULL,
      lower double precision,
      upper double precision,
      PRIMARY KEY (account_id, package_name, metric_set, dimension, day, value, metric)
    )`
  yield* sql`
    CREATE TABLE connect_storeb_vital_sets (
      account_id uuid NOT NULL,
      package_name text NOT NULL,
      metric_set text NOT NULL,
      state text NOT NULL,
      rows integer NOT NULL,
      problem text,
      at timestamptz NOT NULL,
      PRIMARY KEY (account_id, package_name, metric_set)
    )`
})
