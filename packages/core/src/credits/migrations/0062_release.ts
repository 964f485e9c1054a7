import { statements } from "../../sql/statements.ts"

/**
 * As before, but a run that was taken over and under whose id nothing was charged keeps its id for the next attempt: a
 * plugin may have held credits or enqueued jobs under it.
 */
const releaseFunction = `
CREATE OR REPLACE FUNCTION core_idempotency_release(
  p_account uuid, p_key text, p_id uuid, p_attempt int, p_runner uuid, p_bucket smallint, p_operation int, p_at timestamptz
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE r core_idempotency;
BEGIN
  SELECT * INTO r FROM core_idempotency WHERE account_id = p_account AND key = p_key AND status IS NULL
    AND (runner = p_runner OR (request_id = p_id AND attempt = p_attempt)) FOR UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  IF r.attempt > 1 AND NOT EXISTS (SELECT 1 FROM core_credit_entries WHERE period = r.period AND id = r.request_id) THEN
    UPDATE core_idempotency SET owner = 0
    WHERE account_id = p_account AND key = p_key AND day = r.day AND request_id = r.request_id AND attempt = r.attempt;
    RETURN;
  END IF;
  DELETE FROM core_idempotency WHERE account_id = p_account AND key = p_key AND day = r.day
    AND request_id = r.request_id AND attempt = r.attempt;
  IF r.attempt > 1 THEN
    PERFORM core_void_run(r.request_id, p_account, p_bucket, r.period, p_operation, p_at);
  END IF;
END $$`

/** Lets go of a run whose answer may not have been kept: whoever asks next goes on under its id. */
const leaveFunction = `
CREATE FUNCTION core_idempotency_leave(p_account uuid, p_key text, p_id uuid, p_attempt int) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE core_idempotency SET owner = 0 WHERE account_id = p_account AND key = p_key AND request_id = p_id
    AND attempt = p_attempt AND status IS NULL;
END $$`

export const release = statements(releaseFunction, leaveFunction)
