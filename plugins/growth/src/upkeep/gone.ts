/** What is gone at its source, of which a hash of its key is kept: by that it's known again where an index still has it. */
import type { SqlClient, Statement } from "effect/sql"

/** The key that a thread of this key has once it's gone. */
export const goneKey = (sql: SqlClient.SqlClient, key: string): Statement.Fragment =>
  sql`'gone:' || encode(sha256(convert_to(${sql.literal(key)}, 'UTF8')), 'hex')`

/** Whether the account knows a thread of this key to be gone. */
export const isGone = (sql: SqlClient.SqlClient, accountId: string, key: string): Statement.Fragment =>
  sql`EXISTS (SELECT FROM growth_opportunities gone WHERE gone.account_id = ${accountId}::uuid
    AND gone.key = ${goneKey(sql, key)})`
