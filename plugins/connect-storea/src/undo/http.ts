import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ConsoleApi } from "../api.ts"
import { consoleWith } from "../consoleOf.ts"
import { ConsoleVendor } from "../vendor/Console.ts"
import { Undo } from "./Undo.ts"

export const undoHandlers = HttpApiBuilder.group(
  ConsoleApi,
  "connectStoreaChanges",
  Effect.fn(function* (group) {
    const consoleOf = consoleWith(yield* ConsoleVendor)
    const undo = yield* Undo
    return group.handleAll({
      changes: ({ query: { cursor, limit } }) =>
        Effect.map(undo.list({ limit, after: cursor?.id }), (data) => ({ data })),
      undo: ({ headers, params: { changeId }, payload, query }) =>
        Effect.flatMap(consoleOf(headers), (console) => undo.undo(console, changeId, payload, query))
    })
  })
)
