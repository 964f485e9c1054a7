import { CommandFailed, RunningGateway } from "@storeglass/plugin-api/cli"
import { Effect } from "effect"
import type { Environment } from "../config.ts"
import { at, Failed, fetched, refusalOf, Usage, urlOf } from "./reach.ts"

/** Asks the gateway that the environment or a flag names, with the environment's key. */
export const runningGateway = (environment: Environment) =>
  RunningGateway.of({
    ask: (url, { bytes, json, method, path, query = {} }) =>
      Effect.tryPromise({
        try: async (signal) => {
          const key = environment.STOREGLASS_API_KEY
          if (key === undefined || key === "") {
            throw new Failed("MISSING_API_KEY", "set STOREGLASS_API_KEY to a key of your account")
          }
          const given = new URLSearchParams(
            Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
          )
          const type = bytes?.type ?? (json === undefined ? undefined : "application/json")
          const body = bytes?.content ?? (json === undefined ? undefined : JSON.stringify(json))
          const answer = await fetched(`${urlOf(url, environment)}${path}${given.size === 0 ? "" : `?${given}`}`, {
            method,
            signal,
            headers: { "x-api-key": key, ...(type === undefined ? {} : { "content-type": type }) },
            ...(body === undefined ? {} : { body })
          })
          if (!answer.response.ok) throw refusalOf(answer)
          return at(answer.json, "data")
        },
        catch: (error) =>
          error instanceof Failed
            ? new CommandFailed({ message: `${error.code}: ${error.message}` })
            : new CommandFailed({ message: error instanceof Usage ? error.message : String(error) })
      })
  })
