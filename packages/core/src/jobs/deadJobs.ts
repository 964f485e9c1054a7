import type { Job } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"

/** The suffix of a job that is told of another's dead letters. */
export const deadSuffix = "#dead"

const Letter = Schema.Struct({
  id: Schema.String,
  attempts: Schema.Int,
  error: Schema.NullOr(Schema.String),
  payload: Schema.Unknown
})

/** The jobs, each with an `onDead` followed by the job that calls it. */
export const withDeadJobs = <R>(jobs: ReadonlyArray<Job<R>>): ReadonlyArray<Job<R>> =>
  jobs.flatMap((job) => {
    const { onDead } = job
    if (onDead === undefined) return [job]
    const dead: Job<R> = {
      name: `${job.name}${deadSuffix}`,
      cronPayload: {},
      ...(job.lane === undefined ? {} : { lane: job.lane }),
      run: (payload) =>
        Effect.flatMap(Effect.orDie(Schema.decodeUnknownEffect(Letter)(payload)), ({ attempts, error, id, payload }) =>
          onDead(payload, { id, attempts, error: error ?? "" })
        )
    }
    return [job, dead]
  })
