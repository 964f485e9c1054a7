import { statements } from "../../sql/statements.ts"

/** Makes the commit of the transaction at hand wait for the disk, whatever the server, database or role defaults to. */
const durableFunction = `
CREATE FUNCTION core_durable_commit() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('synchronous_commit') = 'off' THEN PERFORM set_config('synchronous_commit', 'on', true); END IF;
END $$`

/** As before, and durable. */
const boundFunction = `
CREATE OR REPLACE FUNCTION core_bound_transaction() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM core_durable_commit();
  PERFORM set_config('idle_in_transaction_session_timeout', '2500', true);
  IF current_setting('server_version_num')::int >= 170000 THEN
    PERFORM set_config('transaction_timeout', '2500', true);
  ELSE
    PERFORM set_config('statement_timeout', '2500', true);
  END IF;
END $$`

/**
 * As before, and p_wait: how many ms it waits for a lock before it fails with lock_not_available, having done nothing.
 * 0: it doesn't wait, and answers 'locked' for the items whose balance another transaction has. Those aren't settled.
 */
const chargeFunction = `
CREATE FUNCTION core_charge(
  p_id uuid[], p_account uuid[], p_bucket smallint[], p_period date[], p_credits int[], p_operation int[],
  p_at timestamptz, p_wait int DEFAULT 100
) RETURNS TABLE (ord int, outcome text, plan text, credit_limit bigint, used bigint, held bigint)
LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
SET plan_cache_mode = force_generic_plan SET lock_timeout = 100 AS $$
#variable_conflict use_column
DECLARE
  r record;
  v_ok boolean[] := array_fill(false, ARRAY[cardinality(p_id)]);
  v_locked int[];
  v_used bigint;
  v_account uuid;
  v_bucket smallint;
  v_period date;
BEGIN
  IF current_setting('synchronous_commit') = 'off' THEN PERFORM set_config('synchronous_commit', 'on', true); END IF;
  IF p_wait <> 100 THEN PERFORM set_config('lock_timeout', greatest(p_wait, 5)::text, true); END IF;

  IF p_wait > 0 THEN
    INSERT INTO core_credit_balances (account_id, bucket, period)
    SELECT DISTINCT i.account_id, i.bucket, i.period
    FROM unnest(p_account, p_bucket, p_period, p_credits) AS i (account_id, bucket, period, credits)
    WHERE i.credits > 0
      AND NOT EXISTS (SELECT 1 FROM core_credit_balances b
        WHERE b.account_id = i.account_id AND b.bucket = i.bucket AND b.period = i.period)
      AND EXISTS (SELECT 1 FROM core_accounts a WHERE a.id = i.account_id)
    ORDER BY 1, 2, 3
    ON CONFLICT DO NOTHING;

    PERFORM 1 FROM core_credit_balances b
    WHERE (b.account_id, b.bucket, b.period) IN (
      SELECT i.account_id, i.bucket, i.period
      FROM unnest(p_account, p_bucket, p_period, p_credits) AS i (account_id, bucket, period, credits)
      WHERE i.credits > 0)
    ORDER BY b.account_id, b.bucket, b.period
    FOR UPDATE;
  ELSE
    -- Another transaction may be making the row: then even an insert that does nothing waits for its end.
    FOR r IN
      SELECT DISTINCT i.account_id, i.bucket, i.period
      FROM unnest(p_account, p_bucket, p_period, p_credits) AS i (account_id, bucket, period, credits)
      WHERE i.credits > 0
        AND NOT EXISTS (SELECT 1 FROM core_credit_balances b
          WHERE b.account_id = i.account_id AND b.bucket = i.bucket AND b.period = i.period)
        AND EXISTS (SELECT 1 FROM core_accounts a WHERE a.id = i.account_id)
      ORDER BY 1, 2, 3
    LOOP
      BEGIN
        INSERT INTO core_credit_balances (account_id, bucket, period)
        VALUES (r.account_id, r.bucket, r.period) ON CONFLICT DO NOTHING;
      EXCEPTION WHEN lock_not_available THEN NULL;
      END;
    END LOOP;

    WITH taken AS MATERIALIZED (
      SELECT b.account_id, b.bucket, b.period FROM core_credit_balances b
      WHERE (b.account_id, b.bucket, b.period) IN (
        SELECT i.account_id, i.bucket, i.period
        FROM unnest(p_account, p_bucket, p_period, p_credits) AS i (account_id, bucket, period, credits)
        WHERE i.credits > 0)
      ORDER BY b.account_id, b.bucket, b.period
      FOR UPDATE SKIP LOCKED)
    SELECT array_agg(i.ord::int) INTO v_locked
    FROM unnest(p_account, p_bucket, p_period, p_credits)
      WITH ORDINALITY AS i (account_id, bucket, period, credits, ord)
    WHERE i.credits > 0 AND NOT EXISTS (SELECT 1 FROM taken t
      WHERE t.account_id = i.account_id AND t.bucket = i.bucket AND t.period = i.period);
  END IF;

  FOR r IN
    SELECT i.ord::int AS ord, i.id, i.account_id, i.bucket, i.period, i.credits, a.plan,
      coalesce(p.credits, 0) + coalesce(b.granted, 0) AS credit_limit,
      coalesce(b.used, 0) AS used, coalesce(b.held, 0) AS held,
      CASE WHEN i.credits > 0 THEN
        (SELECT e.kind FROM core_credit_entries e WHERE e.period = i.period AND e.id = i.id)
      END AS settled
    FROM unnest(p_id, p_account, p_bucket, p_period, p_credits)
      WITH ORDINALITY AS i (id, account_id, bucket, period, credits, ord)
    LEFT JOIN core_accounts a ON a.id = i.account_id
    LEFT JOIN core_plans p ON p.plan = a.plan AND p.bucket = i.bucket
    LEFT JOIN core_credit_balances b
      ON b.account_id = i.account_id AND b.bucket = i.bucket AND b.period = i.period
    ORDER BY i.account_id, i.bucket, i.period, i.ord
  LOOP
    IF v_account IS DISTINCT FROM r.account_id OR v_bucket IS DISTINCT FROM r.bucket
      OR v_period IS DISTINCT FROM r.period THEN
      v_account := r.account_id; v_bucket := r.bucket; v_period := r.period; v_used := r.used;
    END IF;
    ord := r.ord; plan := r.plan; credit_limit := r.credit_limit; held := r.held;
    IF r.plan IS NULL THEN outcome := 'unknown';
    ELSIF r.credits = 0 THEN outcome := 'peek';
    ELSIF r.ord = ANY (v_locked) THEN outcome := 'locked';
    ELSIF r.settled = 'void' THEN outcome := 'voided';
    ELSIF r.settled IS NOT NULL THEN
      outcome := CASE WHEN EXISTS (SELECT 1 FROM core_credit_entries e
        WHERE e.period = r.period AND e.id = md5(r.id::text || ':reversal')::uuid) THEN 'voided' ELSE 'duplicate' END;
    ELSIF v_used + r.held + r.credits <= r.credit_limit THEN
      outcome := 'charged'; v_used := v_used + r.credits; v_ok[r.ord] := true;
    ELSE outcome := 'refused';
    END IF;
    used := v_used;
    RETURN NEXT;
  END LOOP;

  IF NOT (true = ANY (v_ok)) THEN RETURN; END IF;

  INSERT INTO core_credit_entries (period, id, account_id, bucket, kind, used_delta, operation_id, at)
  SELECT i.period, i.id, i.account_id, i.bucket, 'charge', i.credits, i.operation, p_at
  FROM unnest(p_id, p_account, p_bucket, p_period, p_credits, p_operation, v_ok)
    AS i (id, account_id, bucket, period, credits, operation, ok)
  WHERE i.ok;

  UPDATE core_credit_balances b SET used = b.used + s.credits
  FROM (SELECT i.account_id, i.bucket, i.period, sum(i.credits) AS credits
    FROM unnest(p_account, p_bucket, p_period, p_credits, v_ok) AS i (account_id, bucket, period, credits, ok)
    WHERE i.ok GROUP BY 1, 2, 3) s
  WHERE b.account_id = s.account_id AND b.bucket = s.bucket AND b.period = s.period;

  INSERT INTO core_credit_usage AS u (account_id, period, operation_id, bucket, credits, requests)
  SELECT i.account_id, i.period, i.operation, i.bucket, sum(i.credits), count(*)
  FROM unnest(p_account, p_bucket, p_period, p_credits, p_operation, v_ok)
    AS i (account_id, bucket, period, credits, operation, ok)
  WHERE i.ok GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (account_id, period, operation_id, bucket)
  DO UPDATE SET credits = u.credits + excluded.credits, requests = u.requests + excluded.requests;
END $$`

/** As before, durable, and it doesn't wait long for a balance that another transaction keeps. */
const voidFunction = `
CREATE OR REPLACE FUNCTION core_void(
  p_id uuid, p_account uuid, p_bucket smallint, p_period date, p_operation int, p_at timestamptz
) RETURNS text LANGUAGE plpgsql SET lock_timeout = 1000 AS $$
DECLARE e core_credit_entries;
BEGIN
  PERFORM core_durable_commit();
  INSERT INTO core_credit_balances (account_id, bucket, period) VALUES (p_account, p_bucket, p_period)
  ON CONFLICT DO NOTHING;
  PERFORM 1 FROM core_credit_balances WHERE account_id = p_account AND bucket = p_bucket AND period = p_period FOR UPDATE;
  SELECT * INTO e FROM core_credit_entries WHERE period = p_period AND id = p_id;
  IF NOT FOUND THEN
    INSERT INTO core_credit_entries (period, id, account_id, bucket, kind, operation_id, at)
    VALUES (p_period, p_id, p_account, p_bucket, 'void', p_operation, p_at);
    RETURN 'voided';
  END IF;
  IF e.kind <> 'charge' THEN RETURN 'settled'; END IF;
  INSERT INTO core_credit_entries (period, id, account_id, bucket, kind, used_delta, operation_id, ref, at)
  VALUES (p_period, md5(p_id::text || ':reversal')::uuid, p_account, p_bucket, 'reversal', -e.used_delta, p_operation, p_id, p_at)
  ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN 'settled'; END IF;
  UPDATE core_credit_balances SET used = used - e.used_delta
  WHERE account_id = p_account AND bucket = p_bucket AND period = p_period;
  UPDATE core_credit_usage SET credits = credits - e.used_delta, requests = requests - 1
  WHERE account_id = p_account AND period = p_period AND operation_id = e.operation_id AND bucket = p_bucket;
  RETURN 'reversed';
END $$`

/** As before, and durable. */
const grantFunction = `
CREATE OR REPLACE FUNCTION core_grant(
  p_id uuid, p_account uuid, p_bucket smallint, p_period date, p_credits int, p_operation int, p_at timestamptz
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE v_granted bigint;
BEGIN
  PERFORM core_durable_commit();
  INSERT INTO core_credit_balances (account_id, bucket, period) VALUES (p_account, p_bucket, p_period)
  ON CONFLICT DO NOTHING;
  PERFORM 1 FROM core_credit_balances WHERE account_id = p_account AND bucket = p_bucket AND period = p_period FOR UPDATE;
  INSERT INTO core_credit_entries (period, id, account_id, bucket, kind, granted_delta, operation_id, at)
  VALUES (p_period, p_id, p_account, p_bucket, 'grant', p_credits, p_operation, p_at) ON CONFLICT DO NOTHING;
  IF FOUND THEN
    UPDATE core_credit_balances SET granted = granted + p_credits
    WHERE account_id = p_account AND bucket = p_bucket AND period = p_period;
  END IF;
  SELECT granted INTO v_granted FROM core_credit_balances
  WHERE account_id = p_account AND bucket = p_bucket AND period = p_period;
  RETURN v_granted;
END $$`

/** No entry takes what its kind gives, a locked balance holds up no other, and each commit of the ledger is durable. */
export const charge = statements(
  // Not checked for what is there: it is what it is, and a long ledger must not hold up the start.
  `ALTER TABLE core_credit_entries ADD CONSTRAINT core_credit_entries_amounts CHECK (CASE kind
    WHEN 'charge' THEN used_delta > 0 AND held_delta = 0 AND granted_delta = 0
    WHEN 'hold' THEN held_delta > 0 AND used_delta = 0 AND granted_delta = 0
    WHEN 'grant' THEN granted_delta > 0 AND used_delta = 0 AND held_delta = 0
    WHEN 'capture' THEN used_delta >= 0 AND held_delta < 0 AND used_delta <= -held_delta
    ELSE used_delta <= 0 AND held_delta <= 0 END) NOT VALID`,
  durableFunction,
  boundFunction,
  `DROP FUNCTION core_charge(uuid[], uuid[], smallint[], date[], int[], int[], timestamptz)`,
  chargeFunction,
  voidFunction,
  grantFunction
)
