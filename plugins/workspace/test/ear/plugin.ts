// Writes down what it hears of the workspace, of each node's. Events that nobody listens to aren't written at all.
import { defineEvent, definePlugin, onEvent } from "@storeglass/plugin-api"
import { Effect, Layer, Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { SqlClient } from "effect/sql"
import manifest from "./package.json" with { type: "json" }

const names = [
  "app.added",
  "app.removed",
  "competitor.added",
  "competitor.removed",
  "keyword.added",
  "keyword.removed",
  "version.released",
  "report.saved"
]

const table = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE ear_heard (event bigint PRIMARY KEY, name text NOT NULL, id text NOT NULL, times int NOT NULL)`
})

export default definePlugin({
  id: "ear",
  manifest,
  description: "Hears what the workspace tells.",
  uses: ["workspace"],
  config: Schema.Struct({}),
  api: HttpApi.make("ear"),
  live: () => Layer.empty,
  migrations: { "0001_heard": table },
  on: () =>
    names.map((name) =>
      onEvent(defineEvent(`workspace.${name}`, Schema.Struct({ id: Schema.String })), ({ id }, delivery) =>
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`
            INSERT INTO ear_heard VALUES (${delivery.id}::text::bigint, ${name}, ${id}, 1)
            ON CONFLICT (event) DO UPDATE SET times = ear_heard.times + 1`
        )
      )
    )
})
