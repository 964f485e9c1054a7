import type { Migration } from "@storeglass/plugin-api"
import { statements } from "../sql/statements.ts"

/** The mails of the sandbox. */
export const migrations: Readonly<Record<string, Migration>> = {
  "0052_outbox": statements(
    `CREATE TABLE core_outbox (
      number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id uuid NOT NULL, at timestamptz NOT NULL,
      recipients text[] NOT NULL, subject text NOT NULL, body_text text, body_html text, reply_to text,
      headers jsonb NOT NULL, account_id uuid, kind text)`
  ),
  "0130_outbox_key": statements(
    "ALTER TABLE core_outbox ADD COLUMN key text",
    "CREATE UNIQUE INDEX core_outbox_key ON core_outbox (key)"
  )
}
