import { statements } from "../../sql/statements.ts"

/**
 * As before, and it says with the answer whether that was paid for. Without a price, a charge of an attempt before is
 * given back, as it must be; with one, no charge may be.
 */
const keepFunction = `
CREATE OR REPLACE FUNCTION core_idempotency_keep(
  p_account uuid, p_key text, p_id uuid, p_attempt int, p_status int, p_headers text, p_body bytea, p_expires timestamptz,
  p_void boolean, p_bucket smallint, p_operation int, p_at timestamptz
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE v_period date;
BEGIN
  PERFORM core_durable_commit();
  UPDATE core_idempotency SET status = p_status, headers = p_headers, body = p_body, paid = NOT p_void,
    expires_at = least(expires_at, p_expires)
  WHERE account_id = p_account AND key = p_key AND request_id = p_id AND attempt = p_attempt
  RETURNING period INTO v_period;
  IF NOT FOUND THEN RETURN false; END IF;
  IF p_void AND p_attempt > 1 THEN PERFORM core_void_run(p_id, p_account, p_bucket, v_period, p_operation, p_at); END IF;
  RETURN true;
END $$`

/** Keeps with an answer whether it was paid for; null in the records of earlier versions. */
export const idempotencyPaid = statements(`ALTER TABLE core_idempotency ADD COLUMN paid boolean`, keepFunction)
