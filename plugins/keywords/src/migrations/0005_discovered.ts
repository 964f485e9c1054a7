import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Which terms were searched to find an app's keywords, in their order, and which snapshots a request made rather than
 * the collection: for the rest of their day those count for the app they were made for, and for no other.
 */
export const discovered = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const statements = [
    `CREATE TABLE keywords_discovered (
      listing_id int NOT NULL REFERENCES keywords_listings ON DELETE CASCADE,
      keyword_id int NOT NULL REFERENCES keywords_tracked ON DELETE CASCADE,
      place smallint NOT NULL, day date NOT NULL, PRIMARY KEY (listing_id, keyword_id))`,
    `ALTER TABLE keywords_listings ADD COLUMN discovered_terms smallint NOT NULL DEFAULT 0`,
    `ALTER TABLE keywords_tracked ADD COLUMN requested_day date`
  ]
  for (const statement of statements) yield* sql.unsafe(statement)
})
