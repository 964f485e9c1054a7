import type { Migration } from "@storeglass/plugin-api"
import { statements } from "../sql/statements.ts"

/** Webhooks to customers. */
export const migrations: Readonly<Record<string, Migration>> = {
  "0054_deliveries": statements(
    `CREATE TABLE core_webhook_endpoints (
      id uuid PRIMARY KEY, account_id uuid NOT NULL, name text NOT NULL, url text NOT NULL,
      secret text NOT NULL, previous_secret text, previous_until timestamptz, created_at timestamptz NOT NULL,
      UNIQUE (account_id, name))`,
    `CREATE TABLE core_deliveries (
      id uuid PRIMARY KEY, endpoint_id uuid NOT NULL REFERENCES core_webhook_endpoints ON DELETE CASCADE,
      account_id uuid NOT NULL, webhook_id text NOT NULL, content_type text NOT NULL, body bytea NOT NULL,
      attempts int NOT NULL DEFAULT 0, delivered boolean NOT NULL DEFAULT false, created_at timestamptz NOT NULL,
      UNIQUE (endpoint_id, webhook_id))`,
    `CREATE INDEX core_deliveries_age ON core_deliveries (created_at)`,
    `CREATE TABLE core_delivery_attempts (
      delivery_id uuid NOT NULL REFERENCES core_deliveries ON DELETE CASCADE, attempt int NOT NULL,
      account_id uuid NOT NULL, endpoint_id uuid NOT NULL, at timestamptz NOT NULL, ms int,
      outcome text NOT NULL CHECK (outcome IN ('sending','delivered','rejected','failed','refused')),
      status int, message text, answer text NOT NULL DEFAULT '', PRIMARY KEY (delivery_id, attempt))`,
    `CREATE INDEX core_delivery_attempts_account ON core_delivery_attempts (account_id, at)`,
    `CREATE INDEX core_delivery_attempts_at ON core_delivery_attempts (at)`
  ),
  "0107_delivery_forms": statements(
    `ALTER TABLE core_webhook_endpoints ALTER COLUMN secret DROP NOT NULL,
      ADD COLUMN secret_header text, ADD COLUMN user_agent text,
      ADD COLUMN redirect_delivers boolean NOT NULL DEFAULT false`
  )
}
