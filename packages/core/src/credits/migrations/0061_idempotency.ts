import { statements } from "../../sql/statements.ts"

/**
 * What an earlier version kept becomes the first partition as it is, so that nothing is copied. The defaults are for
 * nodes of that version, which write here until they are restarted.
 */
const table = [
  `DROP INDEX core_idempotency_expiry`,
  `ALTER TABLE core_idempotency DROP CONSTRAINT core_idempotency_pkey`,
  `DO $$
  BEGIN
    EXECUTE format('ALTER TABLE core_idempotency RENAME TO %I',
      'core_idempotency_' || to_char(now() AT TIME ZONE 'UTC', 'YYYYMMDD'));
  END $$`,
  `CREATE TABLE core_idempotency (
    account_id uuid NOT NULL, key text NOT NULL, fingerprint bytea NOT NULL, request_id uuid NOT NULL,
    period date NOT NULL, owner int NOT NULL, attempt int NOT NULL DEFAULT 1,
    status int, headers text, body bytea, created_at timestamptz NOT NULL, expires_at timestamptz NOT NULL,
    day date NOT NULL DEFAULT (now() AT TIME ZONE 'UTC')::date,
    runner uuid, run_until timestamptz NOT NULL DEFAULT clock_timestamp() + interval '135 seconds',
    replayed boolean NOT NULL DEFAULT false, PRIMARY KEY (account_id, key, day)
  ) PARTITION BY RANGE (day)`,
  `CREATE INDEX core_idempotency_account ON core_idempotency (account_id, expires_at)`,
  `CREATE INDEX core_idempotency_short ON core_idempotency (expires_at) WHERE status >= 400`,
  // All constants, so that the rows stay where they are. Their answers were given before they were kept.
  `DO $$
  DECLARE
    v_day date := (now() AT TIME ZONE 'UTC')::date;
    v_name text := 'core_idempotency_' || to_char(now() AT TIME ZONE 'UTC', 'YYYYMMDD');
  BEGIN
    EXECUTE format('ALTER TABLE %I ADD COLUMN day date NOT NULL DEFAULT %L, ADD COLUMN runner uuid,
      ADD COLUMN run_until timestamptz NOT NULL DEFAULT %L, ADD COLUMN replayed boolean NOT NULL DEFAULT true',
      v_name, v_day, now() + interval '135 seconds');
    EXECUTE format('ALTER TABLE %I ALTER COLUMN replayed SET DEFAULT false', v_name);
    EXECUTE format('ALTER TABLE core_idempotency ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)',
      v_name, v_day + 1);
  END $$`
] as const

/** Attached and not created in place, which would keep all others out. */
const partitionFunction = `
CREATE FUNCTION core_idempotency_partition(p_day date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE name text := 'core_idempotency_' || to_char(p_day, 'YYYYMMDD');
BEGIN
  IF to_regclass(name) IS NOT NULL THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock(7263548105);
  IF to_regclass(name) IS NOT NULL THEN RETURN; END IF;
  EXECUTE format('CREATE TABLE %I (LIKE core_idempotency INCLUDING DEFAULTS)', name);
  EXECUTE format('ALTER TABLE core_idempotency ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
    name, p_day, p_day + 1);
EXCEPTION WHEN invalid_object_definition THEN NULL; -- The first partition has all days before its own.
END $$`

/** Drops the partitions of days before this one, unless the database's own clock says that they're still needed. */
const dropFunction = `
CREATE FUNCTION core_idempotency_drop(p_before date) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE name text;
BEGIN
  PERFORM pg_advisory_xact_lock(7263548105);
  FOR name IN SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'core_idempotency'::regclass AND c.relname ~ '^core_idempotency_[0-9]{8}$'
      AND to_date(right(c.relname, 8), 'YYYYMMDD') < least(p_before, (now() AT TIME ZONE 'UTC')::date - 1) ORDER BY 1
  LOOP
    EXECUTE format('DROP TABLE %I', name);
    RETURN NEXT name;
  END LOOP;
END $$`

/**
 * The nodes at work, each with a lease that it renews. A node of an earlier version has no row, and lives as long as a
 * connection holds its lock.
 */
const nodes = [
  `CREATE TABLE core_nodes (id int PRIMARY KEY, lease_until timestamptz NOT NULL)`,
  `CREATE FUNCTION core_node_alive(p_id int) RETURNS boolean LANGUAGE plpgsql AS $$
  DECLARE v_until timestamptz;
  BEGIN
    SELECT lease_until INTO v_until FROM core_nodes WHERE id = p_id;
    IF FOUND THEN RETURN v_until > clock_timestamp(); END IF;
    RETURN p_id > 0 AND NOT pg_try_advisory_xact_lock(726354811, p_id);
  END $$`
] as const

/**
 * Makes sure that nothing is charged under the id of a run. A quoted price may have been charged to another bucket than
 * its route's.
 */
const voidFunction = `
CREATE FUNCTION core_void_run(p_id uuid, p_account uuid, p_bucket smallint, p_period date, p_operation int, p_at timestamptz)
RETURNS text LANGUAGE plpgsql AS $$
DECLARE v_bucket smallint;
BEGIN
  PERFORM core_durable_commit();
  PERFORM core_credit_partition(p_period);
  SELECT bucket INTO v_bucket FROM core_credit_entries WHERE period = p_period AND id = p_id;
  RETURN core_void(p_id, p_account, coalesce(v_bucket, p_bucket), p_period, p_operation, p_at);
END $$`

/**
 * Begins a run, or says why not: \`started\`, \`replay\`, \`reused\`, \`in_progress\`, \`none\` (there is no record, and none
 * was wanted). A key is looked for in all days, and one request at a time has it in hand, so that midnight makes no
 * second record. A run is taken over from a node whose lease ran out, and after its longest time.
 */
const beginFunction = `
CREATE FUNCTION core_idempotency_begin(
  p_account uuid, p_key text, p_fingerprint bytea, p_request uuid, p_period date, p_owner int,
  p_now timestamptz, p_expires timestamptz, p_run_ms int, p_insert boolean, p_take boolean
) RETURNS TABLE (outcome text, request_id uuid, period date, attempt int, status int, headers text, body bytea)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  r core_idempotency;
  v_run_until timestamptz := clock_timestamp() + p_run_ms * interval '1 millisecond';
BEGIN
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

/**
 * Keeps the answer of a run unless a newer one has its place; only then may it be given. \`p_void\`: it costs nothing, so
 * what an attempt before it was charged is given back, and no charge of one comes after.
 */
const keepFunction = `
CREATE FUNCTION core_idempotency_keep(
  p_account uuid, p_key text, p_id uuid, p_attempt int, p_status int, p_headers text, p_body bytea, p_expires timestamptz,
  p_void boolean, p_bucket smallint, p_operation int, p_at timestamptz
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE v_period date;
BEGIN
  PERFORM core_durable_commit();
  UPDATE core_idempotency SET status = p_status, headers = p_headers, body = p_body,
    expires_at = least(expires_at, p_expires)
  WHERE account_id = p_account AND key = p_key AND request_id = p_id AND attempt = p_attempt
  RETURNING period INTO v_period;
  IF NOT FOUND THEN RETURN false; END IF;
  IF p_void AND p_attempt > 1 THEN PERFORM core_void_run(p_id, p_account, p_bucket, v_period, p_operation, p_at); END IF;
  RETURN true;
END $$`

/**
 * Gives up a run, so that a repeat runs anew, and with it what an attempt before it was charged: its answer was never
 * given. \`p_runner\`: by the request that may have begun it.
 */
const releaseFunction = `
CREATE FUNCTION core_idempotency_release(
  p_account uuid, p_key text, p_id uuid, p_attempt int, p_runner uuid, p_bucket smallint, p_operation int, p_at timestamptz
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_id uuid; v_period date; v_attempt int;
BEGIN
  DELETE FROM core_idempotency WHERE account_id = p_account AND key = p_key AND status IS NULL
    AND (runner = p_runner OR (request_id = p_id AND attempt = p_attempt))
  RETURNING request_id, period, attempt INTO v_id, v_period, v_attempt;
  IF v_attempt > 1 THEN PERFORM core_void_run(v_id, p_account, p_bucket, v_period, p_operation, p_at); END IF;
END $$`

/** Takes back a run and its charge, of which the caller was told that it failed; not once a repeat got its answer. */
const takeBackFunction = `
CREATE FUNCTION core_idempotency_take_back(
  p_account uuid, p_key text, p_id uuid, p_attempt int, p_bucket smallint, p_period date, p_operation int, p_at timestamptz
) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM core_idempotency WHERE account_id = p_account AND key = p_key AND request_id = p_id
    AND attempt = p_attempt AND (status IS NULL OR NOT replayed);
  IF NOT FOUND THEN RETURN 'kept'; END IF;
  RETURN core_void_run(p_id, p_account, p_bucket, p_period, p_operation, p_at);
END $$`

/**
 * The credits of a batch as far as its runs still have their place, which none loses before the batch is settled; 0 for
 * those that a newer run has replaced or is about to, for whom a batch doesn't wait. Locks them before any balance, as all
 * do.
 */
const fenceFunction = `
CREATE FUNCTION core_fence(p_id uuid[], p_account uuid[], p_credits int[], p_key text[], p_attempt int[])
RETURNS int[] LANGUAGE plpgsql AS $$
DECLARE r record;
BEGIN
  FOR r IN SELECT i.* FROM unnest(p_id, p_account, p_key, p_attempt) WITH ORDINALITY AS i (id, account_id, key, attempt, ord)
    WHERE i.key IS NOT NULL ORDER BY i.account_id, i.key
  LOOP
    PERFORM 1 FROM core_idempotency x WHERE x.account_id = r.account_id AND x.key = r.key AND x.request_id = r.id
      AND x.attempt = r.attempt AND x.status IS NULL FOR SHARE SKIP LOCKED;
    IF NOT FOUND THEN p_credits[r.ord] := 0; END IF;
  END LOOP;
  RETURN p_credits;
END $$`

/** Kept answers in partitions by day, runs that a newer one can't be mistaken for, and nodes with leases. */
export const idempotencyDays = statements(
  ...table,
  partitionFunction,
  dropFunction,
  ...nodes,
  voidFunction,
  beginFunction,
  keepFunction,
  releaseFunction,
  takeBackFunction,
  fenceFunction
)
