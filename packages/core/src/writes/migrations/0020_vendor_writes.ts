import { statements } from "../../sql/statements.ts"

/**
 * The journal, in partitions by month, and which of its rows an Idempotency-Key stands for. `claim` is raised by whoever
 * takes a row over, so that who had it before changes it no more.
 */
export const vendorWrites = statements(
  `CREATE TABLE core_vendor_writes (
    month date NOT NULL, id uuid NOT NULL, account_id uuid NOT NULL, key_id uuid, request_id uuid,
    idempotency_key text, connection text, operation text NOT NULL, target text NOT NULL,
    state text NOT NULL CHECK (state IN ('planned','sent','confirmed','rejected','unknown','settled')),
    outcome text CHECK (outcome IN ('applied','absent')),
    before_state json NOT NULL, intent json NOT NULL, after_state json, progress json,
    vendor_request_id text, problem text,
    owner int NOT NULL, claim int NOT NULL DEFAULT 1, lease_until timestamptz NOT NULL, check_at timestamptz NOT NULL,
    checks int NOT NULL DEFAULT 0,
    started_at timestamptz NOT NULL, sent_at timestamptz, send_ended_at timestamptz, ended_at timestamptz,
    PRIMARY KEY (month, id), CHECK ((outcome IS NULL) = (state IN ('planned','sent','unknown')))
  ) PARTITION BY RANGE (month)`,
  `CREATE INDEX core_vendor_writes_account ON core_vendor_writes (account_id, id)`,
  `CREATE INDEX core_vendor_writes_open ON core_vendor_writes (check_at) WHERE outcome IS NULL`,
  `CREATE TABLE core_vendor_write_keys (
    account_id uuid NOT NULL, key text NOT NULL, fingerprint bytea NOT NULL, month date NOT NULL,
    write_id uuid NOT NULL, expires_at timestamptz NOT NULL, PRIMARY KEY (account_id, key, fingerprint))`,
  `CREATE INDEX core_vendor_write_keys_expiry ON core_vendor_write_keys (expires_at)`,
  `CREATE FUNCTION core_vendor_write_partition(p_month date) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE name text := 'core_vendor_writes_' || to_char(p_month, 'YYYYMM');
  BEGIN
    IF to_regclass(name) IS NOT NULL THEN RETURN; END IF;
    PERFORM pg_advisory_xact_lock(7263548103);
    IF to_regclass(name) IS NOT NULL THEN RETURN; END IF;
    EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF core_vendor_writes FOR VALUES FROM (%L) TO (%L)',
      name, p_month, (p_month + interval '1 month')::date);
  END $$`,
  `CREATE FUNCTION core_vendor_write_drop(p_before date) RETURNS SETOF text LANGUAGE plpgsql AS $$
  DECLARE name text;
  BEGIN
    PERFORM pg_advisory_xact_lock(7263548103);
    FOR name IN SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = 'core_vendor_writes'::regclass AND c.relname ~ '^core_vendor_writes_[0-9]{6}$'
        AND (to_date(right(c.relname, 6), 'YYYYMM') + interval '1 month')::date <= p_before ORDER BY 1
    LOOP
      EXECUTE format('DROP TABLE %I', name);
      RETURN NEXT name;
    END LOOP;
  END $$`,
  // 'new': the caller has it planned. 'open': the caller has one to settle. 'done', 'busy', 'none': nothing was taken.
  `CREATE FUNCTION core_vendor_write_begin(
    p_insert boolean, p_id uuid, p_month date, p_account uuid, p_key_id uuid, p_request uuid, p_key text,
    p_fingerprint bytea, p_connection text, p_operation text, p_target text, p_before json, p_intent json,
    p_owner int, p_active uuid[], p_now timestamptz, p_lease timestamptz, p_expires timestamptz
  ) RETURNS TABLE (outcome text, write_id uuid, write_month date, write_claim int) LANGUAGE plpgsql AS $$
  DECLARE
    k core_vendor_write_keys%ROWTYPE;
    w core_vendor_writes%ROWTYPE;
  BEGIN
    IF p_insert THEN PERFORM core_vendor_write_partition(p_month); END IF;
    IF p_key IS NOT NULL THEN
      IF p_insert THEN
        INSERT INTO core_vendor_write_keys VALUES (p_account, p_key, p_fingerprint, p_month, p_id, p_expires)
          ON CONFLICT DO NOTHING;
      END IF;
      SELECT * INTO k FROM core_vendor_write_keys
        WHERE account_id = p_account AND key = p_key AND fingerprint = p_fingerprint FOR UPDATE;
      IF FOUND AND k.write_id <> p_id THEN
        IF k.expires_at > p_now THEN
          SELECT * INTO w FROM core_vendor_writes c WHERE c.month = k.month AND c.id = k.write_id FOR UPDATE;
          IF FOUND AND w.outcome = 'applied' THEN RETURN QUERY SELECT 'done', w.id, w.month, w.claim; RETURN; END IF;
          IF FOUND AND w.outcome IS NULL THEN
            IF NOT (w.owner = 0 OR w.lease_until <= p_now OR (w.owner = p_owner AND w.id <> ALL (p_active))
              OR (w.owner <> p_owner AND pg_try_advisory_xact_lock(726354811, w.owner))) THEN
              RETURN QUERY SELECT 'busy', w.id, w.month, w.claim; RETURN;
            END IF;
            IF w.state = 'planned' THEN
              IF NOT p_insert THEN RETURN QUERY SELECT 'none', w.id, w.month, w.claim; RETURN; END IF;
              UPDATE core_vendor_writes c SET owner = p_owner, claim = c.claim + 1, lease_until = p_lease,
                key_id = p_key_id, request_id = p_request, connection = p_connection, before_state = p_before
                WHERE c.month = w.month AND c.id = w.id RETURNING c.claim INTO w.claim;
              RETURN QUERY SELECT 'new', w.id, w.month, w.claim; RETURN;
            END IF;
            UPDATE core_vendor_writes c SET owner = p_owner, claim = c.claim + 1, lease_until = p_lease
              WHERE c.month = w.month AND c.id = w.id RETURNING c.claim INTO w.claim;
            RETURN QUERY SELECT 'open', w.id, w.month, w.claim; RETURN;
          END IF;
        END IF;
        IF NOT p_insert THEN RETURN QUERY SELECT 'none', p_id, p_month, 0; RETURN; END IF;
        -- The one before was refused, was not done, or is too old: this one stands for the key from now on.
        UPDATE core_vendor_write_keys SET write_id = p_id, month = p_month,
          expires_at = CASE WHEN k.expires_at > p_now THEN k.expires_at ELSE p_expires END
          WHERE account_id = p_account AND key = p_key AND fingerprint = p_fingerprint;
      END IF;
    END IF;
    IF NOT p_insert THEN RETURN QUERY SELECT 'none', p_id, p_month, 0; RETURN; END IF;
    INSERT INTO core_vendor_writes (month, id, account_id, key_id, request_id, idempotency_key, connection, operation,
      target, state, before_state, intent, owner, lease_until, check_at, started_at)
    VALUES (p_month, p_id, p_account, p_key_id, p_request, p_key, p_connection, p_operation,
      p_target, 'planned', p_before, p_intent, p_owner, p_lease, p_now, p_now)
    -- Sent again after a broken connection: the same id is the same row.
    ON CONFLICT (month, id) DO NOTHING;
    RETURN QUERY SELECT 'new', p_id, p_month, 1;
  END $$`
)
