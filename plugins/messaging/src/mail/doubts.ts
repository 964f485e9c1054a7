import { OperatorAlerts } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const cause = "messaging unknown"

/** What operators are told while it isn't known of some mail whether it was sent: single ones, and those of broadcasts. */
export const makeDoubts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const operators = yield* OperatorAlerts
  /** Whether there is any. */
  const some = Effect.map(
    sql`SELECT 1 WHERE EXISTS (SELECT 1 FROM messaging_mails WHERE state = 'unknown')
      OR EXISTS (SELECT 1 FROM messaging_recipients WHERE state = 'unknown')`,
    (rows) => rows.length > 0
  )
  return {
    some,
    raise: operators.raise({
      cause,
      title: "It isn't known whether some mail was sent",
      text: "Whoever sends it had it and gave no answer. `storeglass mail unknown` lists it; `storeglass mail settle` says what became of it, and `storeglass mail send` sends it again."
    }),
    /** Once none is left. */
    settle: Effect.flatMap(some, (left) => (left ? Effect.void : operators.settle(cause)))
  }
})
