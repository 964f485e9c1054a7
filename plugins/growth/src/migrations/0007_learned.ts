import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What a project learns from is read by this index: the newest decisions that speak of relevance. No word of them is kept. */
export const learned = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE growth_projects ADD COLUMN use_learned boolean NOT NULL DEFAULT false`
  yield* sql`
    CREATE INDEX growth_opportunities_learned
    ON growth_opportunities (account_id, project_id, (greatest(decided_ms, replied_ms)) DESC, id DESC)
    WHERE gone_ms IS NULL
      AND (status IN ('approved', 'replied') OR (status = 'dismissed' AND reason IN ('not_relevant', 'spam')))`
})
