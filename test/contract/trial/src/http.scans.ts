import { asDocumented, Caller, Exchange, NotFound } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "./api.ts"
import { ScanOver } from "./errors.ts"
import { Scans } from "./Scans.ts"

export const ScansHttp = HttpApiBuilder.group(Api, "trialScans", (handlers) =>
  Effect.gen(function* () {
    const scans = yield* Scans
    const find = Effect.fnUntraced(function* (id: string) {
      const scan = yield* scans.find((yield* Caller).accountId, id)
      return scan ?? (yield* new NotFound("scanId: no such scan"))
    })
    return handlers.handleAll({
      start: ({ payload: { delaySeconds = 0, pages } }) =>
        Effect.gen(function* () {
          const { held } = yield* Exchange
          const scan = yield* scans.start((yield* Caller).accountId, { pages, delaySeconds })
          yield* held({ holdId: scan.id, credits: pages, bucket: "creative" })
          return { data: scan }
          // The id is new: it can't be gone.
        }).pipe(Effect.catchTag("HoldGone", Effect.die), asDocumented),
      get: ({ params: { scanId } }) => asDocumented(Effect.map(find(scanId), (data) => ({ data }))),
      cancel: ({ params: { scanId } }) =>
        Effect.gen(function* () {
          yield* find(scanId)
          const cancelled = yield* scans.cancel((yield* Caller).accountId, scanId)
          if (cancelled === undefined) return yield* new ScanOver("scanId: it is done or was cancelled before")
          return { data: cancelled }
        }).pipe(asDocumented)
    })
  })
)
