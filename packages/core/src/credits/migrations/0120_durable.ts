import { statements } from "../../sql/statements.ts"

/** As before, and raised from `local` too, which waits for no standby; what waits for more than the disk stays as it is. */
const durableFunction = `
CREATE OR REPLACE FUNCTION core_durable_commit() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('synchronous_commit') IN ('off', 'local') THEN
    PERFORM set_config('synchronous_commit', 'on', true);
  END IF;
END $$`

/**
 * Makes the transaction at hand wait for the synchronous standby, though it changes nothing: what it read may be of a commit
 * whose own wait was cancelled.
 */
const awaitFunction = `
CREATE FUNCTION core_await_standby() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('synchronous_standby_names') <> '' THEN
    PERFORM pg_logical_emit_message(true, 'storeglass', '');
  END IF;
END $$`

/** As before, and raised from `local` too. */
const chargeFunction = `
CREATE OR REPLACE FUNCTION core_charge(
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
  IF current_setting('synchronous_commit') IN ('off', 'local') THEN PERFORM set_config('synchronous_commit', 'on', true); END IF;
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

/** As before, and what it replays is on the standby. */
const beginFunction = `
CREATE OR REPLACE FUNCTION core_idempotency_begin(
  p_account uuid, p_key text, p_fingerprint bytea, p_request uuid, p_period date, p_owner int,
  p_now timestamptz, p_expires timestamptz, p_run_ms int, p_insert boolean, p_take boolean
) RETURNS TABLE (outcome text, request_id uuid, period date, attempt int, status int, headers text, body bytea)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  r core_idempotency;
  v_run_until timestamptz := clock_timestamp() + p_run_ms * interval '1 millisecond';
BEGIN
  PERFORM core_durable_commit();
  PERFORM pg_advisory_xact_lock(hashtextextended(p_account::text || ' ' || p_key, 7263548106));
  SELECT * INTO r FROM core_idempotency x WHERE x.account_id = p_account AND x.key = p_key ORDER BY x.day DESC LIMIT 1;
  IF FOUND AND r.expires_at <= p_now THEN
    DELETE FROM core_idempotency x WHERE x.account_id = p_account AND x.key = p_key AND x.expires_at <= p_now;
    r := NULL;
  END IF;
  IF r.key IS NULL THEN
    outcome := 'none';
    IF p_insert THEN
      INSERT INTO core_idempotency AS x
        (account_id, key, fingerprint, request_id, period, owner, created_at, expires_at, day, runner, run_until)
      VALUES (p_account, p_key, p_fingerprint, p_request, p_period, p_owner, p_now, p_expires,
        (p_now AT TIME ZONE 'UTC')::date, p_request, v_run_until);
      outcome := 'started'; request_id := p_request; period := p_period; attempt := 1;
    END IF;
  ELSIF r.runner = p_request AND r.owner = p_owner AND r.status IS NULL AND p_take THEN
    -- Begun by this very request, which hasn't heard that it was.
    outcome := 'started'; request_id := r.request_id; period := r.period; attempt := r.attempt;
  ELSIF r.fingerprint <> p_fingerprint THEN
    outcome := 'reused';
  ELSIF r.status IS NOT NULL THEN
    outcome := 'replay'; status := r.status; headers := r.headers; body := r.body;
    IF NOT r.replayed THEN
      UPDATE core_idempotency x SET replayed = true WHERE x.account_id = p_account AND x.key = p_key AND x.day = r.day
        AND x.request_id = r.request_id AND x.attempt = r.attempt;
      -- Taken back meanwhile, for nobody was told of it.
      IF NOT FOUND THEN outcome := 'in_progress'; END IF;
    ELSE PERFORM core_await_standby();
    END IF;
  ELSE
    outcome := 'in_progress';
    IF p_take AND (r.run_until <= clock_timestamp() OR (r.owner <> p_owner AND NOT core_node_alive(r.owner))) THEN
      UPDATE core_idempotency x SET owner = p_owner, attempt = x.attempt + 1, runner = p_request, run_until = v_run_until
      WHERE x.account_id = p_account AND x.key = p_key AND x.day = r.day
        AND x.request_id = r.request_id AND x.attempt = r.attempt AND x.status IS NULL;
      IF FOUND THEN
        outcome := 'started'; request_id := r.request_id; period := r.period; attempt := r.attempt + 1;
      END IF;
    END IF;
  END IF;
  RETURN NEXT;
END $$`

/** The ledger's commits wait for a synchronous standby where there is one, and so does what is answered from them. */
export const durable = statements(durableFunction, awaitFunction, chargeFunction, beginFunction)
