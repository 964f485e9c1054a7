import type { Migration } from "@storeglass/plugin-api"
import { statements } from "../sql/statements.ts"

/** What people, keys, operators and commands did. Rows are only ever added; what removes old ones says so in its transaction. */
export const migrations: Readonly<Record<string, Migration>> = {
  "0083_audit": statements(
    `CREATE TABLE core_audit (
      id uuid PRIMARY KEY, at timestamptz NOT NULL, account_id uuid, actor text NOT NULL, actor_id text,
      action text NOT NULL, target_kind text, target_id text, before jsonb, after jsonb, address text, request_id text)`,
    `CREATE INDEX core_audit_account ON core_audit (account_id, at, id)`,
    `CREATE INDEX core_audit_at ON core_audit (at, id)`,
    `CREATE INDEX core_audit_actor ON core_audit (actor_id) WHERE actor_id IS NOT NULL`,
    `CREATE FUNCTION core_audit_keep() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP <> 'TRUNCATE' AND current_setting('storeglass.audit', true) = 'forget' THEN
        RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
      END IF;
      RAISE EXCEPTION 'rows of core_audit are only ever added' USING ERRCODE = 'insufficient_privilege';
    END $$`,
    `CREATE TRIGGER core_audit_keep BEFORE UPDATE OR DELETE ON core_audit
      FOR EACH ROW EXECUTE FUNCTION core_audit_keep()`,
    `CREATE TRIGGER core_audit_whole BEFORE TRUNCATE ON core_audit
      FOR EACH STATEMENT EXECUTE FUNCTION core_audit_keep()`
  ),
  // By what people are called who are forgotten.
  "0090_audit_email": statements(
    `CREATE INDEX core_audit_email ON core_audit ((coalesce(after, before) ->> 'email'))
      WHERE coalesce(after, before) ->> 'email' IS NOT NULL`
  )
}
