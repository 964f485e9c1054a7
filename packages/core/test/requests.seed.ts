import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The nth account of a seeded log. */
export const accountOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`
/** The nth key of an account. */
export const credentialOf = (account: number, n: number) =>
  `00000000-0000-4001-${String(8000 + n)}-${String(account).padStart(12, "0")}`

/**
 * A log as busy accounts leave it, made by the database: half of it account 1's. One request in twenty fails, with codes of
 * which some are rare; some come by tools. It ends at the last noon, so that its last day has rows enough to be planned for.
 */
export const seedRequests = Effect.fn("seedRequests")(function* (size: {
  readonly rows: number
  readonly accounts: number
  readonly days: number
}) {
  const sql = yield* SqlClient.SqlClient
  const noonMs = Math.floor((yield* Clock.currentTimeMillis) / 86_400_000 - 0.5) * 86_400_000 + 43_200_000
  const startMs = noonMs - size.days * 86_400_000
  for (let day = 0; day <= size.days; day++) {
    yield* sql`SELECT core_request_partition(${new Date(startMs + day * 86_400_000).toISOString().slice(0, 10)}::date)`
  }
  yield* sql`INSERT INTO core_operations (name) SELECT 'GET /seeded/' || n FROM generate_series(0, 39) n ON CONFLICT DO NOTHING`
  const [first] = yield* sql<{ id: number }>`SELECT id FROM core_operations WHERE name = 'GET /seeded/0'`
  yield* sql`INSERT INTO core_requests (account_id, id, credential_id, at, operation_id, credits, weight, ms, status, bucket,
      via, replayed, keyed, code, path, query, address, agent)
    SELECT ('00000000-0000-4000-8000-' || lpad(account::text, 12, '0'))::uuid,
      (lpad(to_hex(ms), 12, '0') || to_hex(28672 + (n & 4095)) || '8' || substr(md5(n::text), 1, 15))::uuid,
      ('00000000-0000-4001-' || (8001 + n % 3)::text || '-' || lpad(account::text, 12, '0'))::uuid,
      to_timestamp(ms / 1000.0), ${first?.id ?? 0}::int + (n % 39)::int, CASE WHEN failed THEN 0 ELSE 1 END, 1, 5 + n % 40,
      CASE WHEN NOT failed THEN 200 WHEN n % 2000 = 0 THEN 503 WHEN n % 100 = 0 THEN 404 ELSE 400 END, 0,
      CASE WHEN n % 50 = 8 THEN 1 ELSE 0 END, false, false,
      CASE WHEN NOT failed THEN NULL WHEN n % 2000 = 0 THEN 'SERVICE_UNAVAILABLE' WHEN n % 100 = 0 THEN 'NOT_FOUND'
        ELSE 'INVALID_INPUT' END,
      '/seeded/' || n % 39 || '/' || n % 977, 'country=us&limit=25', '192.0.2.' || n % 200, 'node'
    FROM generate_series(1, ${size.rows}::int) AS n CROSS JOIN LATERAL (
      SELECT CASE WHEN n % 2 = 0 THEN 1 ELSE 2 + n % ${size.accounts - 1}::int END AS account, n % 20 = 0 AS failed,
        ${startMs}::bigint + n::bigint * ${size.days * 86_400_000}::bigint / ${size.rows}::bigint AS ms) AS t`
  yield* sql`VACUUM ANALYZE core_requests`.unprepared
})
