/** Holds: set aside, then captured in part or whole, released, or expired. Each is settled once. */
export const holdFunctions = [
  `
CREATE FUNCTION core_hold(
  p_id uuid, p_account uuid, p_bucket smallint, p_period date, p_credits int, p_operation int,
  p_at timestamptz, p_expires timestamptz
) RETURNS TABLE (outcome text, credit_limit bigint, used bigint, held bigint) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE b core_credit_balances; v_limit bigint;
BEGIN
  INSERT INTO core_credit_balances (account_id, bucket, period) VALUES (p_account, p_bucket, p_period)
  ON CONFLICT DO NOTHING;
  SELECT * INTO b FROM core_credit_balances x
  WHERE x.account_id = p_account AND x.bucket = p_bucket AND x.period = p_period FOR UPDATE;
  SELECT p.credits + b.granted INTO v_limit FROM core_accounts a
  JOIN core_plans p ON p.plan = a.plan AND p.bucket = p_bucket WHERE a.id = p_account;
  credit_limit := coalesce(v_limit, 0); used := b.used; held := b.held;
  IF EXISTS (SELECT 1 FROM core_credit_holds h WHERE h.id = p_id) THEN outcome := 'duplicate';
  ELSIF b.used + b.held + p_credits > coalesce(v_limit, 0) THEN outcome := 'refused';
  ELSE
    INSERT INTO core_credit_holds (id, account_id, bucket, period, credits, operation_id, state, created_at, expires_at)
    VALUES (p_id, p_account, p_bucket, p_period, p_credits, p_operation, 'held', p_at, p_expires)
    ON CONFLICT (id) DO NOTHING;
    IF NOT FOUND THEN outcome := 'duplicate'; RETURN NEXT; RETURN; END IF;
    -- An id of its own: a plugin may hold under the id of a request that is charged too.
    INSERT INTO core_credit_entries (period, id, account_id, bucket, kind, held_delta, operation_id, ref, at)
    VALUES (p_period, md5(p_id::text || ':hold')::uuid, p_account, p_bucket, 'hold', p_credits, p_operation, p_id, p_at);
    UPDATE core_credit_balances x SET held = x.held + p_credits
    WHERE x.account_id = p_account AND x.bucket = p_bucket AND x.period = p_period;
    outcome := 'held'; held := b.held + p_credits;
  END IF;
  RETURN NEXT;
END $$`,
  `
CREATE FUNCTION core_settle_hold(p_id uuid, p_state text, p_credits int, p_at timestamptz)
RETURNS TABLE (outcome text, captured int) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE h core_credit_holds;
BEGIN
  SELECT * INTO h FROM core_credit_holds x WHERE x.id = p_id;
  IF NOT FOUND THEN outcome := 'unknown'; captured := 0; RETURN NEXT; RETURN; END IF;
  PERFORM 1 FROM core_credit_balances x
  WHERE x.account_id = h.account_id AND x.bucket = h.bucket AND x.period = h.period FOR UPDATE;
  SELECT * INTO h FROM core_credit_holds x WHERE x.id = p_id FOR UPDATE;
  IF h.state <> 'held' OR (p_state = 'expired' AND h.expires_at > p_at) THEN
    outcome := h.state; captured := h.captured; RETURN NEXT; RETURN;
  END IF;
  captured := CASE WHEN p_state = 'captured' THEN least(greatest(p_credits, 0), h.credits) ELSE 0 END;
  UPDATE core_credit_holds x SET state = p_state, captured = core_settle_hold.captured WHERE x.id = p_id;
  INSERT INTO core_credit_entries (period, id, account_id, bucket, kind, used_delta, held_delta, operation_id, ref, at)
  VALUES (h.period, md5(p_id::text || ':settled')::uuid, h.account_id, h.bucket,
    CASE p_state WHEN 'captured' THEN 'capture' WHEN 'released' THEN 'release' ELSE 'expire' END,
    captured, -h.credits, h.operation_id, p_id, p_at);
  UPDATE core_credit_balances x SET held = x.held - h.credits, used = x.used + core_settle_hold.captured
  WHERE x.account_id = h.account_id AND x.bucket = h.bucket AND x.period = h.period;
  IF captured > 0 THEN
    INSERT INTO core_credit_usage AS u (account_id, period, operation_id, bucket, credits, requests)
    VALUES (h.account_id, h.period, h.operation_id, h.bucket, captured, 1)
    ON CONFLICT (account_id, period, operation_id, bucket)
    DO UPDATE SET credits = u.credits + excluded.credits, requests = u.requests + 1;
  END IF;
  outcome := p_state;
  RETURN NEXT;
END $$`,
  `
CREATE FUNCTION core_grant(p_id uuid, p_account uuid, p_bucket smallint, p_period date, p_credits int, p_operation int, p_at timestamptz)
RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE v_granted bigint;
BEGIN
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
] as const
