import type { Migration } from "@storeglass/plugin-api"
import { statements } from "../sql/statements.ts"

/** Accounts that are being deleted or are gone. Entries of the ledger keep their bare ids. */
export const migrations: Readonly<Record<string, Migration>> = {
  "0081_account_deletions": statements(
    `CREATE TABLE core_account_deletions (
      account_id uuid PRIMARY KEY, asked_at timestamptz NOT NULL, due_at timestamptz NOT NULL,
      forgotten text[] NOT NULL DEFAULT '{}', ended_at timestamptz)`
  )
}
