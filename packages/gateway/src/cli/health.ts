import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { BootError } from "../BootError.ts"
import { gateway } from "./lazily.ts"
import { print, table } from "./output.ts"
import { at, Failed, fetched, listOf, objectOf, refusalOf, textOf } from "./reach.ts"
import { configFlag, environment, jsonFlag } from "./settings.ts"

/** A row for each thing that has a status: `upstreams.storea`, say. */
const rowsOf = (report: unknown): ReadonlyArray<ReadonlyArray<string>> => {
  const rows: Array<ReadonlyArray<string>> = []
  const walk = (path: ReadonlyArray<string>, value: unknown) => {
    const [status, state] = [textOf(at(value, "status")), textOf(at(value, "state"))]
    if (typeof value === "string") rows.push([path.join("."), value, "-"])
    else if (path.length > 0 && (status !== "" || state !== "")) {
      rows.push([path.join("."), status || state, textOf(at(value, "detail")) || "-"])
    } else if (listOf(value).length === 0) {
      for (const [name, each] of Object.entries(objectOf(value))) walk([...path, name], each)
    }
  }
  walk([], report)
  return rows
}

export const health = Command.make(
  "health",
  {
    url: Flag.String("url").pipe(
      Flag.withDescription("Where the gateway has its operator's pages. Default: `internal` of the config."),
      Flag.optional
    ),
    config: configFlag,
    json: jsonFlag
  },
  ({ config, json, url }) =>
    Effect.gen(function* () {
      const { loadConfig } = yield* gateway
      const wrong = (reason: string) => new BootError({ subject: "health", reason })
      const { host, port } = Option.isSome(url)
        ? { host: "", port: 1 }
        : (yield* loadConfig(config, environment)).internal
      if (port === 0) return yield* wrong("the config leaves the port of the operator's pages to chance; give --url")
      // A gateway that listens on all addresses is asked on this machine.
      const name = /^(0\.0\.0\.0|::)$/.test(host) ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host
      const base = Option.getOrElse(url, () => `http://${name}:${port}`).replace(/\/+$/, "")
      if (!URL.canParse(base)) return yield* wrong(`--url: '${base}' isn't an address such as http://127.0.0.1:4000`)
      const answer = yield* Effect.tryPromise({
        try: async () => {
          const answer = await fetched(`${base}/health`)
          if (!answer.response.ok) throw refusalOf(answer)
          return answer
        },
        catch: (cause) => wrong(cause instanceof Failed ? `${cause.code}: ${cause.message}` : String(cause))
      })
      const report = at(answer.json, "data")
      yield* print(json, report, table(["what", "status", "detail"], rowsOf(report)))
    })
).pipe(Command.withDescription("Ask a gateway that runs how it, its plugins and what it depends on are."))
