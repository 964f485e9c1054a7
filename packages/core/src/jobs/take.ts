import { Effect, Schema } from "effect"
import { type Queryable, query } from "./connection.ts"
import type { JobsUnavailable } from "./errors.ts"
import { schema } from "./install.ts"

/** A job that a worker has locked for itself. */
export interface Taken {
  readonly id: string
  readonly job: string
  readonly payload: unknown
  readonly attempt: number
  readonly attemptsMax: number
}

const Rows = Schema.Array(
  Schema.Struct({
    id: Schema.String,
    job: Schema.String,
    payload: Schema.Unknown,
    attempt: Schema.Int,
    attemptsMax: Schema.Int
  })
)

// Each job is looked for by itself over its own index, so a full lane's backlog costs the others nothing. The key that it
// was taken with stays beside it: when it loses the key, a newer job has replaced it, or it was aborted.
const text = `
  with lanes as (select * from unnest($2::text[], $3::int[]) as lanes (lane, free)),
  named as (select * from unnest($4::text[], $5::text[]) as named (lane, job)),
  found as (
    select lanes.lane, lanes.free, named.job, waiting.*
    from lanes
    join named using (lane)
    join ${schema}._private_tasks as tasks on tasks.identifier = named.job
    cross join lateral (
      select jobs.id, jobs.priority, jobs.run_at
      from ${schema}._private_jobs as jobs
      where jobs.is_available = true and jobs.task_id = tasks.id and jobs.run_at <= now()
      order by jobs.priority, jobs.run_at
      limit lanes.free
      for update skip locked
    ) as waiting
  ),
  chosen as (
    select id, job
    from (select *, row_number() over (partition by lane order by priority, run_at, id) as place from found) as placed
    where place <= free
  )
  update ${schema}._private_jobs as jobs
  set attempts = jobs.attempts + 1, locked_by = $1::text, locked_at = now(),
    flags = case when jobs.key is not null then jsonb_build_object('key', jobs.key) end
  from chosen
  where jobs.id = chosen.id
  returning jobs.id::text as id, chosen.job, jobs.payload->'payload' as payload,
    jobs.attempts::int as attempt, jobs.max_attempts::int as "attemptsMax"`

/** Locks due jobs for a worker, at most so many of each lane. */
export const take = (
  client: Queryable,
  worker: string,
  free: ReadonlyArray<{ readonly name: string; readonly jobs: ReadonlyArray<string>; readonly free: number }>
): Effect.Effect<ReadonlyArray<Taken>, JobsUnavailable> => {
  const named = free.flatMap(({ jobs, name }) => jobs.map((job) => ({ name, job })))
  return Effect.flatMap(
    query(client, text, [
      worker,
      free.map(({ name }) => name),
      free.map(({ free }) => free),
      named.map(({ name }) => name),
      named.map(({ job }) => job)
    ]),
    (rows) => Effect.orDie(Schema.decodeUnknownEffect(Rows)(rows))
  )
}
