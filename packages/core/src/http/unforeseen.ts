import { ServiceUnavailable } from "@storeglass/plugin-api"
import { Cause, Effect } from "effect"
import { SqlError } from "effect/sql"
import { defectResponse, failureResponse } from "./envelope.ts"

const databaseAway = new ServiceUnavailable("the database is unavailable; nothing was charged, retry", {
  retryAfterSeconds: 1
})

/** Whether the database could not be asked, or did not answer in time. */
const isDatabaseFailure = (failure: unknown) => SqlError.isSqlError(failure) || Cause.isTimeoutError(failure)

/** The answer to a failure of the guard's own work: a database that is away may be tried again, all else is a defect. */
export const unforeseen = (failure: unknown, requestId: string, operation: string) => {
  const annotations = { requestId, operation }
  return isDatabaseFailure(failure)
    ? Effect.as(
        // The ledger and the key ring warn of it once; requests needn't.
        Effect.annotateLogs(Effect.logDebug("The database is unavailable", failure), annotations),
        failureResponse(databaseAway)
      )
    : Effect.as(
        Effect.annotateLogs(Effect.logError("A request failed in the guard", failure), annotations),
        defectResponse(requestId)
      )
}
