import type { Job } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"

/** What the name of the job ends in that is told of another's dead letters. */
export const deadSuffix = "#dead"

const Letter = Schema.Struct({
  id: Schema.String,
  attempts: Schema.Int,
  error: Schema.NullOr(Schema.String),
  payload: Schema.Unknown
})

/** The jobs, each that wants to know of its dead letters followed by the one that tells it. */
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
