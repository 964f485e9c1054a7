import { statements } from "../../sql/statements.ts"

/**
 * Ends the transaction at hand 2.5 s from now, or when it is idle for so long. What holds or settles locks a balance,
 * and charges of all accounts wait in one batch with those of that one.
 */
const boundFunction = `
CREATE FUNCTION core_bound_transaction() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('idle_in_transaction_session_timeout', '2500', true);
  IF current_setting('server_version_num')::int >= 170000 THEN
    PERFORM set_config('transaction_timeout', '2500', true);
  ELSE
    PERFORM set_config('statement_timeout', '2500', true);
  END IF;
END $$`

/** As before, and `foreign` for another account's id, `gone_<state>` for one that is settled. */
const holdFunction = `
CREATE OR REPLACE FUNCTION core_hold(
  p_id uuid, p_account uuid, p_bucket smallint, p_period date, p_credits int, p_operation int,
  p_at timestamptz, p_expires timestamptz
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
    INSERT INTO core_credit_holds (id, account_id, bucket, period, credits, operation_id, state, created_at, expires_at)
    VALUES (p_id, p_account, p_bucket, p_period, p_credits, p_operation, 'held', p_at, p_expires)
    ON CONFLICT (id) DO NOTHING;
    IF FOUND THEN
      INSERT INTO core_credit_entries (period, id, account_id, bucket, kind, held_delta, operation_id, ref, at)
      VALUES (p_period, md5(p_id::text || ':hold')::uuid, p_account, p_bucket, 'hold', p_credits, p_operation, p_id, p_at);
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

/** As before, and `already_<state>` where an earlier settlement stands. */
const settleFunction = `
CREATE OR REPLACE FUNCTION core_settle_hold(p_id uuid, p_state text, p_credits int, p_at timestamptz)
RETURNS TABLE (outcome text, captured int) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE h core_credit_holds;
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
END $$`

/** Renews a hold that is open; locks in the order of the others. */
const extendFunction = `
CREATE FUNCTION core_extend_hold(p_id uuid, p_expires timestamptz)
RETURNS TABLE (outcome text, expires_at timestamptz) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE h core_credit_holds;
BEGIN
  PERFORM core_bound_transaction();
  SELECT * INTO h FROM core_credit_holds x WHERE x.id = p_id;
  IF NOT FOUND THEN outcome := 'unknown'; RETURN NEXT; RETURN; END IF;
  PERFORM 1 FROM core_credit_balances x
  WHERE x.account_id = h.account_id AND x.bucket = h.bucket AND x.period = h.period FOR UPDATE;
  SELECT * INTO h FROM core_credit_holds x WHERE x.id = p_id FOR UPDATE;
  outcome := h.state; expires_at := h.expires_at;
  IF h.state = 'held' AND h.expires_at < p_expires THEN
    UPDATE core_credit_holds x SET expires_at = p_expires WHERE x.id = p_id;
    expires_at := p_expires;
  END IF;
  RETURN NEXT;
END $$`

/** Holds that say what became of them, can be renewed, and can't keep a balance locked for long. */
export const holds = statements(boundFunction, holdFunction, settleFunction, extendFunction)
