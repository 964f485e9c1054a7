import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import { type AddressInfo, createConnection } from "node:net"
import { dirname, join } from "node:path"
import { formsOf } from "@storeglass/testkit"
import { Effect, type Redacted, Schema, type Scope } from "effect"
import { SqlClient } from "effect/sql"
import { onDatabase } from "./support/database.ts"
import { GateError } from "./support/gate.ts"
import type { RedisServer } from "./support/redis.ts"

/** A secret that can be found again, and what it was put into. */
export interface Canary {
  readonly label: string
  readonly value: string
  /** Sinks in which it belongs, such as an Idempotency-Key in the database. */
  readonly allowed?: ReadonlyArray<string>
}

/** Which canaries sit in a text. */
export const foundIn = (sink: string, text: string, canaries: ReadonlyArray<Canary>): ReadonlyArray<string> => {
  const plain = text.replaceAll("+", "-").replaceAll("/", "_")
  return canaries
    .filter(({ allowed }) => allowed?.includes(sink) !== true)
    .flatMap(({ label, value }) => {
      const form = formsOf(value).find((written) => text.includes(written) || plain.includes(written))
      if (form === undefined) return []
      const at = Math.max(text.indexOf(form), 0)
      return [`${label} in ${sink}: …${text.slice(Math.max(0, at - 120), at)}<canary>`]
    })
}

export interface Collector {
  readonly url: string
  readonly text: () => string
}

/** An OTLP collector that keeps what it gets. */
export const collector: Effect.Effect<Collector, never, Scope.Scope> = Effect.map(
  Effect.acquireRelease(
    Effect.callback<Collector & { readonly close: () => void }>((resume) => {
      const bodies: Array<string> = []
      const server = createServer((request, response) => {
        const chunks: Array<Buffer> = []
        request.on("data", (chunk: Buffer) => chunks.push(chunk))
        request.on("end", () => {
          bodies.push(`${request.url} ${JSON.stringify(request.headers)} ${Buffer.concat(chunks).toString("utf8")}`)
          response.writeHead(200, { "content-type": "application/json" }).end("{}")
        })
      })
      server.listen(0, "127.0.0.1", () => {
        const address: AddressInfo | string | null = server.address()
        const port = typeof address === "object" && address !== null ? address.port : 0
        resume(
          Effect.succeed({
            url: `http://127.0.0.1:${port}`,
            text: () => bodies.join("\n"),
            close: () => {
              server.close()
              server.closeAllConnections()
            }
          })
        )
      })
    }),
    ({ close }) => Effect.sync(close)
  ),
  (found): Collector => found
)

const Tables = Schema.Array(Schema.Struct({ schema: Schema.String, name: Schema.String }))
const Rows = Schema.Array(Schema.Struct({ row: Schema.NullOr(Schema.String) }))

/** Every row of every table, as text; bytes as hexadecimal. */
export const dumpDatabase = (url: Redacted.Redacted<string>) =>
  onDatabase(
    url,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const tables = yield* Effect.flatMap(
        sql`SELECT schemaname AS schema, tablename AS name FROM pg_tables
          WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
        Schema.decodeUnknownEffect(Tables)
      )
      const lines: Array<string> = []
      for (const { name, schema } of tables) {
        const rows = yield* Effect.flatMap(
          sql`SELECT t::text AS row FROM ${sql(`${schema}.${name}`)} t`,
          Schema.decodeUnknownEffect(Rows)
        )
        lines.push(...rows.map(({ row }) => `${schema}.${name} ${row}`))
      }
      return { tables: tables.length, text: lines.join("\n") }
    })
  )

/** Lets Redis write down all that it holds, uncompressed. */
export const dumpRedis = ({ path }: RedisServer) =>
  Effect.callback<string, GateError>((resume) => {
    let answered = ""
    const socket = createConnection({ path }, () => socket.write("CONFIG SET rdbcompression no\r\nSAVE\r\n"))
    socket.on("error", (error) => resume(Effect.fail(new GateError({ message: `Redis: ${error.message}` }))))
    socket.on("data", (chunk) => {
      answered += chunk.toString()
      if (answered.split("\r\n").length < 3) return
      socket.destroy()
      resume(Effect.sync(() => readFileSync(join(dirname(path), "dump.rdb"), "latin1")))
    })
    return Effect.sync(() => socket.destroy())
  })
