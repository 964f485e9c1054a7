import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const insight = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // Of a review: whose app it's of, as the store writes its id, and its stars. Null: it's no review, or was found before.
  yield* sql`ALTER TABLE growth_opportunities ADD COLUMN review_of text, ADD COLUMN stars int`
  // What the competitors whose reviews are read are called, by id.
  yield* sql`ALTER TABLE growth_projects ADD COLUMN competitor_names jsonb NOT NULL DEFAULT '{}'`
})
