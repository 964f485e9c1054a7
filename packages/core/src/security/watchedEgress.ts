import { Egress, EgressRefused } from "@storeglass/plugin-api"
import { Effect, Layer } from "effect"
import { EgressLive, type EgressOptions } from "../egress/EgressLive.ts"
import { RequestAtHand } from "../http/RequestAtHand.ts"
import { SecurityLog } from "./SecurityLog.ts"

/** The guarded client, which tells the security log of addresses of customers that it refuses. */
export const WatchedEgressLive = (options: EgressOptions = {}): Layer.Layer<Egress, never, SecurityLog> =>
  Layer.effect(
    Egress,
    Effect.gen(function* () {
      const egress = yield* Egress
      const log = yield* SecurityLog
      const tell = Effect.fnUntraced(function* ({ reason }: EgressRefused) {
        const request = yield* RequestAtHand
        const accountId = request?.caller?.accountId
        const by = accountId ?? "background"
        yield* log.bounded("security.address_refused", by, {
          address: undefined,
          requestId: request?.exchange.requestId,
          accountId,
          reason
        })
      })
      const told = <A, E>(effect: Effect.Effect<A, E>) =>
        Effect.tapError(effect, (error) => (error instanceof EgressRefused ? tell(error) : Effect.void))
      return Egress.of({ check: (url) => told(egress.check(url)), request: (request) => told(egress.request(request)) })
    })
  ).pipe(Layer.provide(EgressLive(options)))
