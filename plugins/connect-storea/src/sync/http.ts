import { asConnectorAnswer, asDocumented, Caller } from "@storeglass/plugin-api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ConsoleApi } from "../api.ts"
import { makeCounted } from "./counted.ts"
import { Nightly } from "./Nightly.ts"
import { countriesOf, daysOf } from "./own.ts"
import { SavedConsole } from "./SavedConsole.ts"

const accountId = Effect.map(Caller, (caller) => caller.accountId)
const asData = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.map(effect, (data) => ({ data }))
export const syncHandlers = HttpApiBuilder.group(
  ConsoleApi,
  "connectStoreaSync",
  Effect.fn(function* (group) {
    const counted = yield* makeCounted
    const nightly = yield* Nightly
    const saved = yield* SavedConsole

    return group.handleAll({
      connect: ({ payload }) =>
        asData(
          Effect.gen(function* () {
            const account = yield* accountId
            const connected = yield* asDocumented(saved.connect(account, payload))
            yield* nightly.begin(account)
            return connected
          })
        ).pipe(asConnectorAnswer({ credentials: "connecting" })),
      status: () => asData(Effect.flatMap(accountId, (account) => asDocumented(saved.status(account)))),
      disconnect: ({ query: { purge } }) =>
        asData(
          Effect.map(
            Effect.flatMap(accountId, (account) => saved.disconnect(account, purge)),
            (disconnected) => ({ disconnected })
          )
        ),
      days: ({ params: { appId }, query }) =>
        asData(
          Effect.map(counted(appId, query), ({ soldDays, sums, window }) => ({
            appId,
            ...window,
            country: query.country ?? null,
            items: daysOf(sums, soldDays, window)
          }))
        ),
      countries: ({ params: { appId }, query }) =>
        asData(
          Effect.map(counted(appId, query), ({ soldDays, sums, window }) => ({
            appId,
            ...window,
            measuredDays: new Set([...soldDays, ...sums.map(({ day }) => day)]).size,
            items: countriesOf(sums, soldDays)
          }))
        )
    })
  })
)
