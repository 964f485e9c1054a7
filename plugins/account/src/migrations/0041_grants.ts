import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Of who is gone, what they connected keeps its name and nothing of theirs: usage counts under it. */
export const grants = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE account_grants ALTER COLUMN person_id DROP NOT NULL,
    DROP CONSTRAINT account_grants_person_id_fkey,
    ADD CONSTRAINT account_grants_person_id_fkey FOREIGN KEY (person_id) REFERENCES account_persons ON DELETE SET NULL`
})
