/**
 * The ledger's statements. Each locks the balances it touches in one order, so batches never deadlock, and looks for
 * what is settled already only after it holds the lock, so a request id is settled once whoever asks, and how often.
 */

/**
 * Settles a batch. Per item: `peek` (costs nothing), `charged`, `duplicate` (this id was charged before), `voided`,
 * `refused` (does not fit, nothing written), `unknown` (no such account). `used` is the balance after the item, in the
 * order of the batch.
 */
export const chargeFunction = `
CREATE FUNCTION core_charge(
  p_id uuid[], p_account uuid[], p_bucket smallint[], p_period date[], p_credits int[], p_operation int[],
  p_at timestamptz
) RETURNS TABLE (ord int, outcome text, plan text, credit_limit bigint, used bigint, held bigint)
LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
DECLARE
  r record;
  v_ok boolean[] := array_fill(false, ARRAY[cardinality(p_id)]);
  v_used bigint;
  v_account uuid;
  v_bucket smallint;
  v_period date;
BEGIN
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

/**
 * Settles a charge whose answer was never given, because its commit could not be confirmed: reverses it when it is
 * there, and otherwise leaves a `void` entry under its id, so that a statement still on its way finds it and stops.
 */
export const voidFunction = `
CREATE FUNCTION core_void(p_id uuid, p_account uuid, p_bucket smallint, p_period date, p_operation int, p_at timestamptz)
RETURNS text LANGUAGE plpgsql AS $$
DECLARE e core_credit_entries;
BEGIN
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
