import { statements } from "../../sql/statements.ts"

/**
 * A row per request, by its id, which begins with its time: partitions are ranges of ids, each a day. `told_id` is the
 * X-Request-Id of its answer where that is another's. `credits` are those that the answer told; what was charged is in the
 * ledger.
 */
const table = [
  `CREATE TABLE core_requests (
    account_id uuid NOT NULL, id uuid NOT NULL, told_id uuid, credential_id uuid NOT NULL, hold_id uuid,
    at timestamptz NOT NULL, operation_id int NOT NULL, credits int NOT NULL, weight int NOT NULL, ms real NOT NULL,
    status smallint NOT NULL, bucket smallint NOT NULL, via smallint NOT NULL, replayed boolean NOT NULL,
    keyed boolean NOT NULL, code text, path text NOT NULL, query text NOT NULL, address text, agent text,
    PRIMARY KEY (account_id, id)
  ) PARTITION BY RANGE (id)`,
  `CREATE INDEX core_requests_told ON core_requests (account_id, told_id) WHERE told_id IS NOT NULL`,
  `CREATE INDEX core_requests_operation ON core_requests (account_id, operation_id, id)`,
  `CREATE INDEX core_requests_credential ON core_requests (account_id, credential_id, id)`,
  `CREATE INDEX core_requests_path ON core_requests (account_id, hashtextextended(path, 0), id)`,
  `CREATE INDEX core_requests_class ON core_requests (account_id, (status / 100), id) WHERE status >= 300`,
  `CREATE INDEX core_requests_status ON core_requests (account_id, status, id) WHERE status >= 300`,
  `CREATE INDEX core_requests_code ON core_requests (account_id, code, id) WHERE code IS NOT NULL`,
  `CREATE INDEX core_requests_via ON core_requests (account_id, via, id) WHERE via <> 0`,
  `CREATE INDEX core_requests_slow ON core_requests (account_id, id) WHERE ms > 5000`
] as const

const functions = [
  `CREATE FUNCTION core_request_bound(p_at timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
    SELECT (lpad(to_hex(floor(extract(epoch FROM p_at) * 1000)::bigint), 12, '0') || '00000000000000000000')::uuid
  $$`,
  // Attached and not created in place, which would keep all others out.
  `CREATE FUNCTION core_request_partition(p_day date) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE name text := 'core_requests_' || to_char(p_day, 'YYYYMMDD');
  BEGIN
    IF to_regclass(name) IS NOT NULL THEN RETURN; END IF;
    PERFORM pg_advisory_xact_lock(7263548107);
    IF to_regclass(name) IS NOT NULL THEN RETURN; END IF;
    EXECUTE format('CREATE TABLE %I (LIKE core_requests INCLUDING DEFAULTS)', name);
    EXECUTE format('ALTER TABLE core_requests ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name,
      core_request_bound(p_day::timestamp AT TIME ZONE 'UTC'), core_request_bound((p_day + 1)::timestamp AT TIME ZONE 'UTC'));
  END $$`,
  `CREATE FUNCTION core_request_drop(p_before date) RETURNS SETOF text LANGUAGE plpgsql AS $$
  DECLARE name text;
  BEGIN
    PERFORM pg_advisory_xact_lock(7263548107);
    FOR name IN SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = 'core_requests'::regclass AND c.relname ~ '^core_requests_[0-9]{8}$'
        AND to_date(right(c.relname, 8), 'YYYYMMDD') < p_before ORDER BY 1
    LOOP
      EXECUTE format('DROP TABLE %I', name);
      RETURN NEXT name;
    END LOOP;
  END $$`,
  `CREATE FUNCTION core_request_at(p_id uuid) RETURNS timestamp LANGUAGE sql IMMUTABLE AS $$
    SELECT to_timestamp(('x' || left(replace(p_id::text, '-', ''), 12))::bit(48)::bigint / 1000.0) AT TIME ZONE 'UTC'
  $$`
] as const

/** The log of requests, and who doesn't want it. */
export const requests = statements(
  ...table,
  ...functions,
  `CREATE TABLE core_request_settings (account_id uuid PRIMARY KEY, is_on boolean NOT NULL, at timestamptz NOT NULL)`
)
