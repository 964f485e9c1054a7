import { statements } from "../../sql/statements.ts"

/** Answers kept for a repeat with the same key. */
export const idempotency = statements(
  `CREATE TABLE core_idempotency (
    account_id uuid NOT NULL, key text NOT NULL, fingerprint bytea NOT NULL, request_id uuid NOT NULL,
    period date NOT NULL, owner int NOT NULL, attempt int NOT NULL DEFAULT 1,
    status int, headers text, body bytea, created_at timestamptz NOT NULL, expires_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, key))`,
  `CREATE INDEX core_idempotency_expiry ON core_idempotency (expires_at)`
)
