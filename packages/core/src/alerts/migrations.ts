import type { Migration } from "@storeglass/plugin-api"
import { statements } from "../sql/statements.ts"

/** What operators must see to. */
export const migrations: Readonly<Record<string, Migration>> = {
  "0106_operator_alerts": statements(
    `CREATE TABLE core_operator_alerts (
      cause text PRIMARY KEY, title text NOT NULL, body_text text NOT NULL, times int NOT NULL, since_ms bigint NOT NULL,
      last_ms bigint NOT NULL, mailed_ms bigint)`
  )
}
