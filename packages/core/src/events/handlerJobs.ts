import { defineJob, type EventHandler, type Job, jobRef } from "@storeglass/plugin-api"
import { Data, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

/** An event requested after it was deleted. */
class EventGone extends Data.TaggedError("EventGone")<{ readonly id: string }> {}

const Stored = Schema.Tuple([Schema.Struct({ payload: Schema.Unknown, publishedAtMs: Schema.Number })])

// What happens elsewhere must not wait for a plugin's own slow jobs.
const lane = { name: "events", concurrency: 4 }

/** An event's name with its version. */
export const keyOf = ({ name, version }: { readonly name: string; readonly version: number }): string =>
  `${name}@${version}`

/** The jobs that call a plugin's handlers, one for each: they fail and are tried again by themselves. */
export const handlerJobs = <R>(
  plugin: string,
  handlers: ReadonlyArray<EventHandler<R>>
): ReadonlyArray<Job<R | SqlClient.SqlClient>> =>
  handlers.map(({ attempts, event, handle, name, timeoutMs }) => {
    const ref = jobRef(
      `${plugin}.on:${keyOf(event)}${name === undefined ? "" : `:${name}`}`,
      Schema.Struct({ event: Schema.String })
    )
    const job = defineJob(ref, {
      lane,
      ...(attempts === undefined ? {} : { attempts }),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      run: ({ event: id }, { attempt, attemptsMax }) =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const rows = yield* sql`
            select payload, published_ms::float8 as "publishedAtMs" from core_events where id = ${id}::text::bigint`
          if (rows.length === 0) return yield* new EventGone({ id })
          const [{ payload, publishedAtMs }] = yield* Effect.orDie(Schema.decodeUnknownEffect(Stored)(rows))
          // Fails as the handler did, which may also ask for a retry at a time of its choice.
          yield* Effect.mapError(handle(payload, { id, publishedAtMs, attempt, attemptsMax }), ({ cause }) => cause)
        })
    })
    return { ...job, listensTo: keyOf(event) }
  })
