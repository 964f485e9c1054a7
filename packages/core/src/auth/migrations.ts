import type { Migration } from "@storeglass/plugin-api"
import { statements } from "../sql/statements.ts"

/** What keys may do and until when, accounts that are suspended, and those that are being deleted or are gone. */
export const migrations: Readonly<Record<string, Migration>> = {
  "0081_account_deletions": statements(
    `CREATE TABLE core_account_deletions (
      account_id uuid PRIMARY KEY, asked_at timestamptz NOT NULL, due_at timestamptz NOT NULL,
      forgotten text[] NOT NULL DEFAULT '{}', ended_at timestamptz)`
  ),
  "0082_credentials": statements(
    `ALTER TABLE core_api_keys
      ADD COLUMN plugins text[], ADD COLUMN addresses text[], ADD COLUMN expires_at timestamptz, ADD COLUMN made_by uuid,
      ADD COLUMN successor uuid, ADD COLUMN ends_at timestamptz,
      ADD COLUMN last_used_at timestamptz, ADD COLUMN last_used_address text, ADD COLUMN last_used_agent text`,
    `CREATE INDEX core_api_keys_expiry ON core_api_keys (expires_at) WHERE expires_at IS NOT NULL AND revoked_at IS NULL`,
    `CREATE INDEX core_api_keys_maker ON core_api_keys (made_by) WHERE made_by IS NOT NULL`,
    `ALTER TABLE core_accounts ADD COLUMN suspended_at timestamptz, ADD COLUMN suspended_for text`,
    `DROP INDEX core_accounts_email`,
    `CREATE INDEX core_accounts_email ON core_accounts (lower(email), created_at)`
  ),
  "0093_account_exports": statements(
    `CREATE TABLE core_account_exports (
      id uuid PRIMARY KEY, account_id uuid NOT NULL, asked_at timestamptz NOT NULL,
      state text NOT NULL CHECK (state IN ('waiting', 'ready', 'failed')), ended_at timestamptz,
      files jsonb NOT NULL DEFAULT '[]', rows bigint NOT NULL DEFAULT 0, problem text)`,
    `CREATE UNIQUE INDEX core_account_exports_waiting ON core_account_exports (account_id) WHERE state = 'waiting'`,
    `CREATE INDEX core_account_exports_account ON core_account_exports (account_id, asked_at)`
  ),
  "0140_key_makers": statements(
    `ALTER TABLE core_api_keys ADD COLUMN by_person boolean`,
    `UPDATE core_api_keys SET by_person = true WHERE made_by IS NOT NULL`
  ),
  "0100_plan_since": statements(`ALTER TABLE core_accounts ADD COLUMN plan_since timestamptz`)
}
