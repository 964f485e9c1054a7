import { statements } from "../../sql/statements.ts"

/** Plans, accounts and keys. */
export const accounts = statements(
  `CREATE TABLE core_plans (
    plan text NOT NULL, bucket smallint NOT NULL, credits bigint NOT NULL, PRIMARY KEY (plan, bucket))`,
  `CREATE TABLE core_accounts (
    id uuid PRIMARY KEY, email text NOT NULL, plan text NOT NULL, created_at timestamptz NOT NULL)`,
  `CREATE UNIQUE INDEX core_accounts_email ON core_accounts (lower(email))`,
  `CREATE TABLE core_api_keys (
    id uuid PRIMARY KEY, account_id uuid NOT NULL REFERENCES core_accounts, hash bytea NOT NULL UNIQUE,
    name text NOT NULL, hint text NOT NULL, scopes text[] NOT NULL,
    created_at timestamptz NOT NULL, revoked_at timestamptz)`,
  `CREATE INDEX core_api_keys_account ON core_api_keys (account_id)`
)
