import { type EventRef, Events } from "@storeglass/plugin-api"
import { Clock, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { defaultAttempts } from "../jobs/checkJobs.ts"
import { keyOf } from "./handlerJobs.ts"

/** A job that handles an event, as `handlerJobs` makes it. */
export interface ListeningJob {
  readonly name: string
  readonly attempts?: number
  readonly listensTo?: string
}

const keptDays = 30
const dayMs = 86_400_000
const prunedMax = 1_000
/** How many events one statement writes. */
const toldAtOnce = 5_000

/** Events for the plugins that listen: `jobs` are all that the enabled plugins have. */
export const EventsLive = (jobs: ReadonlyArray<ListeningJob>): Layer.Layer<Events> => {
  const listeners = new Map<string, Array<{ readonly job: string; readonly attempts: number }>>()
  for (const { attempts = defaultAttempts, listensTo, name } of jobs) {
    if (listensTo !== undefined)
      listeners.set(listensTo, [...(listeners.get(listensTo) ?? []), { job: name, attempts }])
  }
  const publishAll = Effect.fn("Events.publishAll")(function* <A>(event: EventRef<A>, payloads: ReadonlyArray<A>) {
    const handlers = listeners.get(keyOf(event))
    if (handlers === undefined) return
    const sql = yield* SqlClient.SqlClient
    const now = yield* Clock.currentTimeMillis
    // The issue itself would quote the payload.
    const encoded = yield* Effect.mapError(
      Schema.encodeEffect(Schema.Array(event.payload))(payloads),
      () => new Error(`The payload of the event "${event.name}" doesn't match its schema.`)
    ).pipe(Effect.orDie)
    for (let from = 0; from < encoded.length; from += toldAtOnce) {
      yield* sql`
        with handlers as (
          select * from json_to_recordset(${JSON.stringify(handlers)}::text::json) as handlers (job text, attempts int)
        ),
        events as (
          insert into core_events (name, version, payload, handlers, published_ms)
          select ${event.name}::text, ${event.version}::int, payload, (select array_agg(job) from handlers), ${now}::float8
          from json_array_elements(${JSON.stringify(encoded.slice(from, from + toldAtOnce))}::text::json)
            with ordinality as told (payload, place)
          order by place
          returning id
        )
        select count(*) from graphile_worker.add_jobs((
          select array_agg((handlers.job, json_build_object('payload', json_build_object('event', events.id::text)),
            null, null, handlers.attempts, 'event:' || events.id || ':' || handlers.job, null, null)::graphile_worker.job_spec
            order by events.id)
          from events cross join handlers))`
    }
  })
  return Layer.succeed(
    Events,
    Events.of({
      publishAll,
      publish: (event, payload) => publishAll(event, [payload]),
      isHeard: (event) => listeners.has(keyOf(event))
    })
  )
}

/** Deletes events older than 30 days, at most a thousand; those that a handler has yet to deal with stay. */
export const pruneEvents = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const before = (yield* Clock.currentTimeMillis) - keptDays * dayMs
  const rows = yield* sql`
    delete from core_events where id in (
      select id from core_events as events
      where published_ms < ${before}::float8::bigint and not exists (
        select from graphile_worker._private_jobs as jobs
        where jobs.key = any (select 'event:' || events.id || ':' || handler from unnest(events.handlers) as handler))
      order by published_ms limit ${prunedMax}::int)
    returning id`
  return rows.length
})
