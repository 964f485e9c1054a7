import { CommandFailed, table } from "@storeglass/plugin-api/cli"
import { Effect, Schema } from "effect"
import { DeletedApps } from "./schema.ts"

const decode = Schema.decodeUnknownEffect(DeletedApps)

/** Deleted apps, for people. */
export const deletedTable = Effect.fnUntraced(function* (answer: unknown) {
  const { items } = yield* Effect.mapError(
    decode(answer),
    () => new CommandFailed({ message: "the gateway answered something else than deleted apps" })
  )
  if (items.length === 0) return "no app was deleted within 7 days"
  return table(
    ["id", "app", "name", "competitors", "keywords", "versions", "restorable until"],
    items.map(({ appId, appName, counts, id, restorableUntil }) => [
      id,
      String(appId),
      appName ?? "-",
      String(counts.competitors),
      String(counts.keywords),
      String(counts.versions),
      restorableUntil
    ])
  )
})
