import { statements } from "../../sql/statements.ts"

/** The day that usage counts for: that of its request, within the month that it was charged to. */
const dayFunction = `
CREATE FUNCTION core_usage_day(p_at timestamptz, p_period date) RETURNS date LANGUAGE sql IMMUTABLE AS $$
  SELECT least(greatest((p_at AT TIME ZONE 'UTC')::date, p_period), (p_period + interval '1 month')::date - 1)
$$`

/**
 * What is given back or captured counts for the day and operation of its charge or hold. Of the entries before this version
 * only these say their day; that of the others follows from their time.
 */
const earlier = [
  `UPDATE core_credit_entries e SET day = core_usage_day(c.at, c.period), operation_id = c.operation_id
  FROM core_credit_entries c WHERE e.kind = 'reversal' AND c.period = e.period AND c.id = e.ref`,
  `UPDATE core_credit_entries e SET day = core_usage_day(h.created_at, h.period)
  FROM core_credit_holds h WHERE e.kind IN ('capture', 'release', 'expire') AND h.id = e.ref`
] as const

/** Without a credential: nil. The months stay as a view: what an earlier version still writes there is refused and sent again. */
const days = [
  `CREATE TABLE core_credit_usage_days (
    account_id uuid NOT NULL, day date NOT NULL, credential_id uuid NOT NULL, operation_id int NOT NULL,
    bucket smallint NOT NULL, credits bigint NOT NULL, requests bigint NOT NULL,
    PRIMARY KEY (account_id, day, credential_id, operation_id, bucket)
  ) WITH (fillfactor = 70)`,
  `INSERT INTO core_credit_usage_days (account_id, day, credential_id, operation_id, bucket, credits, requests)
  SELECT account_id, coalesce(day, core_usage_day(at, period)), '00000000-0000-0000-0000-000000000000'::uuid, operation_id,
    bucket, sum(used_delta), sum(CASE kind WHEN 'reversal' THEN -1 ELSE 1 END)
  FROM core_credit_entries WHERE kind IN ('charge', 'reversal') OR (kind = 'capture' AND used_delta > 0)
  GROUP BY 1, 2, 3, 4, 5`,
  // Of months whose entries were taken away, only the sums are left.
  `INSERT INTO core_credit_usage_days (account_id, day, credential_id, operation_id, bucket, credits, requests)
  SELECT account_id, period, '00000000-0000-0000-0000-000000000000'::uuid, operation_id, bucket, credits, requests
  FROM core_credit_usage u
  WHERE NOT EXISTS (SELECT FROM core_credit_entries e WHERE e.period = u.period)`,
  `DROP TABLE core_credit_usage`,
  `CREATE VIEW core_credit_usage AS
  SELECT account_id, date_trunc('month', day::timestamp)::date AS period, operation_id, bucket,
    sum(credits)::bigint AS credits, sum(requests)::bigint AS requests
  FROM core_credit_usage_days GROUP BY 1, 2, 3, 4`
] as const

/** As before, and it says with which credential, and sums by day instead of by month. */
const chargeFunction = `
CREATE FUNCTION core_charge(
  p_id uuid[], p_account uuid[], p_bucket smallint[], p_period date[], p_credits int[], p_operation int[],
  p_at timestamptz, p_wait int DEFAULT 100, p_credential uuid[] DEFAULT NULL
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
  v_day date := (p_at AT TIME ZONE 'UTC')::date;
  v_month date := date_trunc('month', v_day::timestamp)::date;
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

  INSERT INTO core_credit_entries
    (period, id, account_id, bucket, kind, used_delta, operation_id, at, credential_id, day)
  SELECT i.period, i.id, i.account_id, i.bucket, 'charge', i.credits, i.operation, p_at, i.credential,
    CASE i.period WHEN v_month THEN v_day ELSE core_usage_day(p_at, i.period) END
  FROM unnest(p_id, p_account, p_bucket, p_period, p_credits, p_operation, p_credential, v_ok)
    AS i (id, account_id, bucket, period, credits, operation, credential, ok)
  WHERE i.ok;

  UPDATE core_credit_balances b SET used = b.used + s.credits
  FROM (SELECT i.account_id, i.bucket, i.period, sum(i.credits) AS credits
    FROM unnest(p_account, p_bucket, p_period, p_credits, v_ok) AS i (account_id, bucket, period, credits, ok)
    WHERE i.ok GROUP BY 1, 2, 3) s
  WHERE b.account_id = s.account_id AND b.bucket = s.bucket AND b.period = s.period;

  INSERT INTO core_credit_usage_days AS u (account_id, day, credential_id, operation_id, bucket, credits, requests)
  SELECT i.account_id, CASE i.period WHEN v_month THEN v_day ELSE core_usage_day(p_at, i.period) END, coalesce(i.credential, '00000000-0000-0000-0000-000000000000'),
    i.operation, i.bucket, sum(i.credits), count(*)
  FROM unnest(p_account, p_bucket, p_period, p_credits, p_operation, p_credential, v_ok)
    AS i (account_id, bucket, period, credits, operation, credential, ok)
  WHERE i.ok GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (account_id, day, credential_id, operation_id, bucket)
  DO UPDATE SET credits = u.credits + excluded.credits, requests = u.requests + excluded.requests;
END $$`

/** As before, and it takes back from the day and credential of the charge. */
const voidFunction = `
CREATE FUNCTION core_void(
  p_id uuid, p_account uuid, p_bucket smallint, p_period date, p_operation int, p_at timestamptz,
  p_credential uuid DEFAULT NULL
) RETURNS text LANGUAGE plpgsql SET lock_timeout = 1000 AS $$
DECLARE e core_credit_entries; v_day date;
BEGIN
  PERFORM core_durable_commit();
  INSERT INTO core_credit_balances (account_id, bucket, period) VALUES (p_account, p_bucket, p_period)
  ON CONFLICT DO NOTHING;
  PERFORM 1 FROM core_credit_balances WHERE account_id = p_account AND bucket = p_bucket AND period = p_period FOR UPDATE;
  SELECT * INTO e FROM core_credit_entries WHERE period = p_period AND id = p_id;
  IF NOT FOUND THEN
    INSERT INTO core_credit_entries (period, id, account_id, bucket, kind, operation_id, at, credential_id, day)
    VALUES (p_period, p_id, p_account, p_bucket, 'void', p_operation, p_at, p_credential, core_usage_day(p_at, p_period));
    RETURN 'voided';
  END IF;
  IF e.kind <> 'charge' THEN RETURN 'settled'; END IF;
  v_day := coalesce(e.day, core_usage_day(e.at, p_period));
  INSERT INTO core_credit_entries
    (period, id, account_id, bucket, kind, used_delta, operation_id, ref, at, credential_id, day)
  VALUES (p_period, md5(p_id::text || ':reversal')::uuid, p_account, p_bucket, 'reversal', -e.used_delta, e.operation_id,
    p_id, p_at, e.credential_id, v_day)
  ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN 'settled'; END IF;
  UPDATE core_credit_balances SET used = used - e.used_delta
  WHERE account_id = p_account AND bucket = p_bucket AND period = p_period;
  UPDATE core_credit_usage_days SET credits = credits - e.used_delta, requests = requests - 1
  WHERE account_id = p_account AND day = v_day AND operation_id = e.operation_id AND bucket = p_bucket
    AND credential_id = coalesce(e.credential_id, '00000000-0000-0000-0000-000000000000');
  RETURN 'reversed';
END $$`

/** As before, with a credential. */
const holdFunction = `
CREATE FUNCTION core_hold(
  p_id uuid, p_account uuid, p_bucket smallint, p_period date, p_credits int, p_operation int,
  p_at timestamptz, p_expires timestamptz, p_credential uuid DEFAULT NULL
) RETURNS TABLE (outcome text, credit_limit bigint, used bigint, held bigint) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE b core_credit_balances; h core_credit_holds; v_limit bigint;
BEGIN
  PERFORM core_bound_transaction();
  INSERT INTO core_credit_balances (account_id, bucket, period) VALUES (p_account, p_bucket, p_period)
  ON CONFLICT DO NOTHING;
  SELECT * INTO b FROM core_credit_balances x
  WHERE x.account_id = p_account AND x.bucket = p_bucket AND x.period = p_period FOR UPDATE;
  SELECT p.credits + b.granted INTO v_limit FROM core_accounts a
  JOIN core_plans p ON p.plan = a.plan AND p.bucket = p_bucket WHERE a.id = p_account;
  credit_limit := coalesce(v_limit, 0); used := b.used; held := b.held;
  SELECT * INTO h FROM core_credit_holds x WHERE x.id = p_id;
  IF NOT FOUND THEN
    IF b.used + b.held + p_credits > coalesce(v_limit, 0) THEN outcome := 'refused'; RETURN NEXT; RETURN; END IF;
    INSERT INTO core_credit_holds
      (id, account_id, bucket, period, credits, operation_id, state, created_at, expires_at, credential_id)
    VALUES (p_id, p_account, p_bucket, p_period, p_credits, p_operation, 'held', p_at, p_expires, p_credential)
    ON CONFLICT (id) DO NOTHING;
    IF FOUND THEN
      INSERT INTO core_credit_entries
        (period, id, account_id, bucket, kind, held_delta, operation_id, ref, at, credential_id, day)
      VALUES (p_period, md5(p_id::text || ':hold')::uuid, p_account, p_bucket, 'hold', p_credits, p_operation, p_id, p_at,
        p_credential, core_usage_day(p_at, p_period));
      UPDATE core_credit_balances x SET held = x.held + p_credits
      WHERE x.account_id = p_account AND x.bucket = p_bucket AND x.period = p_period;
      outcome := 'held'; held := b.held + p_credits; RETURN NEXT; RETURN;
    END IF;
    SELECT * INTO h FROM core_credit_holds x WHERE x.id = p_id;
  END IF;
  outcome := CASE WHEN h.account_id <> p_account THEN 'foreign' WHEN h.state = 'held' THEN 'duplicate'
    ELSE 'gone_' || h.state END;
  RETURN NEXT;
END $$`

/** As before; what is captured is usage of the day and credential of the hold. */
const settleFunction = `
CREATE OR REPLACE FUNCTION core_settle_hold(p_id uuid, p_state text, p_credits int, p_at timestamptz)
RETURNS TABLE (outcome text, captured int) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE h core_credit_holds; v_day date;
BEGIN
  PERFORM core_bound_transaction();
  SELECT * INTO h FROM core_credit_holds x WHERE x.id = p_id;
  IF NOT FOUND THEN outcome := 'unknown'; captured := 0; RETURN NEXT; RETURN; END IF;
  PERFORM 1 FROM core_credit_balances x
  WHERE x.account_id = h.account_id AND x.bucket = h.bucket AND x.period = h.period FOR UPDATE;
  SELECT * INTO h FROM core_credit_holds x WHERE x.id = p_id FOR UPDATE;
  IF h.state <> 'held' THEN outcome := 'already_' || h.state; captured := h.captured; RETURN NEXT; RETURN; END IF;
  IF p_state = 'expired' AND h.expires_at > p_at THEN outcome := 'held'; captured := 0; RETURN NEXT; RETURN; END IF;
  captured := CASE WHEN p_state = 'captured' THEN least(greatest(p_credits, 0), h.credits) ELSE 0 END;
  UPDATE core_credit_holds x SET state = p_state, captured = core_settle_hold.captured WHERE x.id = p_id;
  v_day := core_usage_day(h.created_at, h.period);
  INSERT INTO core_credit_entries
    (period, id, account_id, bucket, kind, used_delta, held_delta, operation_id, ref, at, credential_id, day)
  VALUES (h.period, md5(p_id::text || ':settled')::uuid, h.account_id, h.bucket,
    CASE p_state WHEN 'captured' THEN 'capture' WHEN 'released' THEN 'release' ELSE 'expire' END,
    captured, -h.credits, h.operation_id, p_id, p_at, h.credential_id, v_day);
  UPDATE core_credit_balances x SET held = x.held - h.credits, used = x.used + core_settle_hold.captured
  WHERE x.account_id = h.account_id AND x.bucket = h.bucket AND x.period = h.period;
  IF captured > 0 THEN
    INSERT INTO core_credit_usage_days AS u (account_id, day, credential_id, operation_id, bucket, credits, requests)
    VALUES (h.account_id, v_day, coalesce(h.credential_id, '00000000-0000-0000-0000-000000000000'), h.operation_id,
      h.bucket, captured, 1)
    ON CONFLICT (account_id, day, credential_id, operation_id, bucket)
    DO UPDATE SET credits = u.credits + excluded.credits, requests = u.requests + 1;
  END IF;
  outcome := p_state;
  RETURN NEXT;
END $$`

/** Usage by day, credential and operation, of which the month is a sum. */
export const usageDays = statements(
  dayFunction,
  `ALTER TABLE core_credit_entries ADD COLUMN credential_id uuid, ADD COLUMN day date`,
  `ALTER TABLE core_credit_holds ADD COLUMN credential_id uuid`,
  ...earlier,
  ...days,
  `DROP FUNCTION core_charge(uuid[], uuid[], smallint[], date[], int[], int[], timestamptz, int)`,
  chargeFunction,
  `DROP FUNCTION core_void(uuid, uuid, smallint, date, int, timestamptz)`,
  voidFunction,
  `DROP FUNCTION core_hold(uuid, uuid, smallint, date, int, int, timestamptz, timestamptz)`,
  holdFunction,
  settleFunction
)
