import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * By which version of the models a day was scored. Scores of versions that don't compare aren't added up, so the latest
 * ones are forgotten until the keyword is next collected.
 */
export const scores = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE keywords_facts ADD COLUMN scored_by smallint NOT NULL DEFAULT 1`
  yield* sql`UPDATE keywords_tracked SET volume = NULL, difficulty = NULL
    WHERE volume IS NOT NULL OR difficulty IS NOT NULL`
})
