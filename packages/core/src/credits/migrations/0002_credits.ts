import { statements } from "../../sql/statements.ts"
import { chargeFunction, voidFunction } from "./0002_charge.ts"
import { holdFunctions } from "./0002_holds.ts"

/** Entries are the truth; balances and usage are derived from them. */
export const credits = statements(
  `CREATE TABLE core_operations (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL UNIQUE)`,
  `CREATE TABLE core_credit_balances (
    account_id uuid NOT NULL, bucket smallint NOT NULL, period date NOT NULL,
    used bigint NOT NULL DEFAULT 0, held bigint NOT NULL DEFAULT 0, granted bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (account_id, bucket, period), CHECK (used >= 0), CHECK (held >= 0)
  ) WITH (fillfactor = 70)`,
  // The id of a charge is the request's: whoever settles it again finds it here.
  `CREATE TABLE core_credit_entries (
    period date NOT NULL, id uuid NOT NULL, account_id uuid NOT NULL, bucket smallint NOT NULL,
    kind text NOT NULL CHECK (kind IN ('charge','void','reversal','hold','capture','release','expire','grant')),
    used_delta int NOT NULL DEFAULT 0, held_delta int NOT NULL DEFAULT 0, granted_delta int NOT NULL DEFAULT 0,
    operation_id int NOT NULL, ref uuid, at timestamptz NOT NULL, PRIMARY KEY (period, id)
  ) PARTITION BY RANGE (period)`,
  `CREATE INDEX core_credit_entries_account ON core_credit_entries (account_id, bucket)`,
  `CREATE TABLE core_credit_usage (
    account_id uuid NOT NULL, period date NOT NULL, operation_id int NOT NULL, bucket smallint NOT NULL,
    credits bigint NOT NULL, requests bigint NOT NULL, PRIMARY KEY (account_id, period, operation_id, bucket)
  ) WITH (fillfactor = 70)`,
  `CREATE TABLE core_credit_holds (
    id uuid PRIMARY KEY, account_id uuid NOT NULL, bucket smallint NOT NULL, period date NOT NULL,
    credits int NOT NULL CHECK (credits > 0), operation_id int NOT NULL,
    state text NOT NULL CHECK (state IN ('held','captured','released','expired')),
    captured int NOT NULL DEFAULT 0, created_at timestamptz NOT NULL, expires_at timestamptz NOT NULL)`,
  `CREATE INDEX core_credit_holds_open ON core_credit_holds (expires_at) WHERE state = 'held'`,
  `CREATE FUNCTION core_credit_partition(p_period date) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE name text := 'core_credit_entries_' || to_char(p_period, 'YYYYMM');
  BEGIN
    IF to_regclass(name) IS NOT NULL THEN RETURN; END IF;
    PERFORM pg_advisory_xact_lock(7263548102);
    IF to_regclass(name) IS NOT NULL THEN RETURN; END IF;
    EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF core_credit_entries FOR VALUES FROM (%L) TO (%L)',
      name, p_period, (p_period + interval '1 month')::date);
  END $$`,
  chargeFunction,
  voidFunction,
  ...holdFunctions
)
