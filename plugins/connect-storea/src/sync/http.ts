import {
  asConnectorAnswer,
  asDocumented,
  Caller,
  dayIn,
  Exchange,
  InvalidInput,
  measured,
  plusDays
} from "@storeglass/plugin-api"
import { Clock, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ConsoleApi } from "../api.ts"
import { Figures } from "./Figures.ts"
import { Nightly } from "./Nightly.ts"
import { countriesOf, daysOf, windowMax } from "./own.ts"
import { SavedConsole, storeZone } from "./SavedConsole.ts"

const accountId = Effect.map(Caller, (caller) => caller.accountId)
const asData = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.map(effect, (data) => ({ data }))
const daysDefault = 30
const dayMs = 86_400_000

const windowOf = Effect.fnUntraced(function* (asked: { readonly from?: string; readonly to?: string }) {
  const to = asked.to ?? plusDays(dayIn(storeZone, yield* Clock.currentTimeMillis), -1)
  const from = asked.from ?? plusDays(to, 1 - daysDefault)
  if (from > to) return yield* new InvalidInput("from: must not be after to")
  if (Date.parse(to) - Date.parse(from) >= windowMax * dayMs) {
    return yield* new InvalidInput(`from: the window may have at most ${windowMax} days`)
  }
  return { from, to }
})

export const syncHandlers = HttpApiBuilder.group(
  ConsoleApi,
  "connectStoreaSync",
  Effect.fn(function* (group) {
    const figures = yield* Figures
    const nightly = yield* Nightly
    const saved = yield* SavedConsole

    const counted = Effect.fnUntraced(function* (
      appId: string,
      query: { readonly from?: string; readonly to?: string; readonly country?: string }
    ) {
      const window = yield* windowOf(query)
      const asked = { accountId: yield* accountId, appId, ...window, country: query.country }
      const soldDays = yield* asDocumented(figures.soldDays(asked))
      const sums = yield* asDocumented(figures.sums(asked))
      const lastAts = (yield* asDocumented(figures.progress(asked.accountId))).flatMap(({ lastAt }) => lastAt ?? [])
      const asOfMs = Math.max(...lastAts.map((at) => Date.parse(at)))
      if (lastAts.length > 0) {
        yield* Exchange.use(({ describe }) => describe(measured({ source: "connected_account", asOfMs, stale: false })))
      }
      return { window, soldDays, sums }
    })

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
