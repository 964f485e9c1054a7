import { asDocumented, Caller, dayIn, Exchange, InvalidInput, measured, plusDays } from "@storeglass/plugin-api"
import { Clock, Effect } from "effect"
import { Figures } from "./Figures.ts"
import { windowMax } from "./own.ts"
import { storeZone } from "./SavedConsole.ts"

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

/** Reads what the caller's own console counted of an app, as the sync kept it. */
export const makeCounted = Effect.map(Figures, (figures) =>
  Effect.fnUntraced(function* (
    appId: string,
    query: { readonly from?: string; readonly to?: string; readonly country?: string }
  ) {
    const { accountId } = yield* Caller
    const window = yield* windowOf(query)
    const asked = { accountId, appId, ...window, country: query.country }
    const soldDays = yield* asDocumented(figures.soldDays(asked))
    const sums = yield* asDocumented(figures.sums(asked))
    const lastAts = (yield* asDocumented(figures.progress(accountId))).flatMap(({ lastAt }) => lastAt ?? [])
    const asOfMs = Math.max(...lastAts.map((at) => Date.parse(at)))
    if (lastAts.length > 0) {
      yield* Exchange.use(({ describe }) => describe(measured({ source: "connected_account", asOfMs, stale: false })))
    }
    return { window, soldDays, sums }
  })
)
