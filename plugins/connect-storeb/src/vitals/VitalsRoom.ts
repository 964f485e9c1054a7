import { Alerts, type Connection } from "@storeglass/plugin-api"
import { Data, Effect, Layer, Schema } from "effect"
import { Rooms, type SyncWindow } from "../sync/Rooms.ts"
import { metricSetNames } from "./metricSets.ts"
import { vitalsRoom } from "./VitalRows.ts"
import { type SyncProblem, VitalsSync } from "./VitalsSync.ts"

const dayMs = 86_400_000

/** What a request asks to be read. */
export const VitalsAsked = Schema.Struct({
  packageName: Schema.String,
  metricSets: Schema.Array(Schema.Literals(metricSetNames)),
  from: Schema.NullOr(Schema.String),
  to: Schema.NullOr(Schema.String)
})
const decode = Schema.decodeUnknownEffect(VitalsAsked)

/** The vendor took no more requests, or didn't answer: it's to be tried again. */
class VitalsUnfinished extends Data.TaggedError("VitalsUnfinished")<{ readonly message: string }> {}

const sentence = ({ metricSet, packageName, reason }: SyncProblem) =>
  `${[packageName, metricSet ?? "anomalies"].filter(Boolean).join(" ")}: ${reason}`

/** Vitals as a part of the sync: once a day, and when a request asks for it. */
export const VitalsRoom = Layer.effectDiscard(
  Effect.gen(function* () {
    const alerts = yield* Alerts
    const rooms = yield* Rooms
    const vitals = yield* VitalsSync
    const asked = Effect.fnUntraced(function* (connection: Connection, { task }: SyncWindow) {
      if (task === null) return yield* vitals.sync(connection)
      const { from, metricSets, packageName, to } = yield* Effect.orDie(decode(task.asked))
      return yield* vitals.app(connection, packageName, metricSets, { from: from ?? undefined, to: to ?? undefined })
    })
    yield* rooms.add({
      name: vitalsRoom,
      everyMs: dayMs,
      sync: (connection, window) =>
        Effect.gen(function* () {
          const { finished, problems } = yield* asked(connection, window)
          const sentences = problems.map(sentence)
          if (!finished) return yield* new VitalsUnfinished({ message: sentences.at(-1) ?? "it was cut off" })
          return sentences
        }).pipe(Effect.provideService(Alerts, alerts)),
      purge: vitals.purge,
      keeps: vitals.keeps
    })
  })
)
