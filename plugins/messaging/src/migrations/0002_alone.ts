import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Who was given to the mail service by themselves goes by their own key for good: under the key of a batch they'd be sent to twice. */
export const alone = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE messaging_recipients ADD COLUMN is_alone boolean NOT NULL DEFAULT false, ADD COLUMN provider text`
  // A batch ends for all at once: where some of a chunk are done and some aren't, it was split.
  yield* sql`
    UPDATE messaging_recipients r SET is_alone = true
    WHERE r.state IN ('queued', 'sending') AND EXISTS (SELECT 1 FROM messaging_recipients done
      WHERE done.broadcast_id = r.broadcast_id AND done.chunk = r.chunk AND done.state IN ('sent', 'rejected', 'unknown'))`
})
