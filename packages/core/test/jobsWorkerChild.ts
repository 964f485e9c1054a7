// A node of its own process, to be killed: it starts the job and never ends it.
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { PgClient } from "@effect/sql-pg"
import { defineJob, jobRef } from "@storeglass/plugin-api"
import { Effect, Layer, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { JobsLive, JobWorkersLive } from "../src/jobs/index.ts"

const url = Redacted.make(process.argv[2] ?? "")
const hang = defineJob(jobRef("test.hang", Schema.String), {
  run: (key, { attempt }) =>
    SqlClient.SqlClient.use((sql) => sql`insert into begun (key, attempt) values (${key}, ${attempt})`).pipe(
      Effect.andThen(Effect.never)
    )
})

JobWorkersLive({ database: { url }, jobs: [hang] }).pipe(
  Layer.provide(JobsLive({ database: { url }, jobs: [hang] })),
  Layer.provide(PgClient.layer({ url })),
  Layer.launch,
  NodeRuntime.runMain
)
