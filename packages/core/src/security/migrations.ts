import type { Migration } from "@storeglass/plugin-api"
import { statements } from "../sql/statements.ts"

/** Who changed accounts, keys, plans and grants. */
export const migrations: Readonly<Record<string, Migration>> = {
  "0070_security_changes": statements(
    `CREATE TABLE core_security_changes (
      id uuid PRIMARY KEY, at timestamptz NOT NULL, event text NOT NULL, account_id uuid NOT NULL, actor text NOT NULL,
      detail jsonb NOT NULL)`,
    `CREATE INDEX core_security_changes_account ON core_security_changes (account_id, at)`,
    `CREATE INDEX core_security_changes_at ON core_security_changes (at)`
  )
}
