import type { Migration } from "@storeglass/plugin-api"
import { statements } from "../sql/statements.ts"

/** Generated files. */
export const migrations: Readonly<Record<string, Migration>> = {
  "0050_files": statements(
    `CREATE TABLE core_files (
      id text PRIMARY KEY, account_id uuid NOT NULL, name text NOT NULL, type text NOT NULL,
      size int NOT NULL, bytes bytea NOT NULL, created_at timestamptz NOT NULL, expires_at timestamptz NOT NULL)`,
    // Images and zips don't shrink.
    `ALTER TABLE core_files ALTER COLUMN bytes SET STORAGE EXTERNAL`,
    `CREATE INDEX core_files_account ON core_files (account_id)`,
    `CREATE INDEX core_files_expiry ON core_files (expires_at)`
  ),
  "0110_file_links": statements(
    `CREATE TABLE core_file_links (
      id text PRIMARY KEY, file_id text NOT NULL REFERENCES core_files ON DELETE CASCADE,
      created_at timestamptz NOT NULL, expires_at timestamptz NOT NULL)`,
    `CREATE INDEX core_file_links_file ON core_file_links (file_id, created_at)`,
    `CREATE INDEX core_file_links_expiry ON core_file_links (expires_at)`
  )
}
