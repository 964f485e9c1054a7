import { makeScheduler, Schedules, type ServiceUnavailable } from "@storeglass/plugin-api"
import { Clock, Effect } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { Due } from "../jobRefs.ts"
import type { Place } from "../Subjects.ts"

const plugin = "ai-visibility"
const dayMs = 86_400_000
const nameOf = ({ appId, country }: Pick<Place, "appId" | "country">) => `scan:${appId}:${country}`

/** When an app is scanned by itself. */
export const makeScanSchedule = Effect.gen(function* () {
  const schedules = yield* Schedules
  const set = yield* makeScheduler
  const sql = yield* SqlClient.SqlClient
  const here = Effect.provideService(SqlClient.SqlClient, sql)
  return {
    /** The first scan is `inDays` from now, by default a whole period; 0 days ends the schedule. */
    set: Effect.fnUntraced(function* (
      place: Place,
      cadenceDays: number,
      inDays = cadenceDays
    ): Effect.fn.Return<void, ServiceUnavailable | SqlError.SqlError> {
      const { accountId, appId, country } = place
      const name = nameOf(place)
      if (cadenceDays === 0) {
        yield* here(schedules.remove({ plugin, accountId, name }))
        return
      }
      const nowMs = yield* Clock.currentTimeMillis
      const payload = { accountId, appId, country }
      const at = nowMs + inDays * dayMs
      yield* set({ plugin, accountId, name, everyMs: cadenceDays * dayMs, at, job: Due, payload })
    }),
    /** When it's scanned next; null: it isn't. */
    next: (place: Place) =>
      Effect.map(here(schedules.list({ plugin, accountId: place.accountId, name: nameOf(place) })), ([schedule]) =>
        schedule === undefined || schedule.paused.length > 0 ? null : schedule.nextAtMs
      ),
    /** A plan without AI visibility keeps the schedules, and they wait. */
    withPlan: (accountId: string, isIncluded: boolean) =>
      here(
        isIncluded ? schedules.resume({ plugin, accountId }, "plan") : schedules.pause({ plugin, accountId }, "plan")
      )
  }
})
