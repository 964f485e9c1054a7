import { VendorWrites, Verdict, writeOperation } from "@storeglass/plugin-api"
import { Context, Effect, Layer, Schema } from "effect"
import type { Ongoing, Reports } from "./ReportsVendor.ts"
import { type Ready, SavedConsole } from "./SavedConsole.ts"

const Order = writeOperation("connect-storea.analyticsRequest.create", {
  before: Schema.Struct({ stopped: Schema.NullOr(Schema.String) }),
  intent: Schema.Struct({ appId: Schema.String, accessType: Schema.Literal("ONGOING") }),
  after: Schema.Struct({ id: Schema.String })
})
const atWork = (found: Ongoing | undefined) => found !== undefined && !found.stopped

/** One look, at most. */
const looksMax = 5

const make = Effect.gen(function* () {
  const saved = yield* SavedConsole
  const writes = yield* VendorWrites

  const verifyBy = (reports: Reports, appId: string) =>
    Effect.map(reports.ongoing(appId), (found) =>
      found !== undefined && atWork(found) ? Verdict.applied({ id: found.id }) : Verdict.absent
    )
  // What a dead node sent is settled with the key that is saved now.
  yield* writes.register(Order, {
    verify: ({ accountId, intent: { appId } }) =>
      Effect.flatMap(saved.ready(accountId, looksMax), ({ reports }) => verifyBy(reports, appId))
  })

  return {
    /** The id of an app's ongoing analytics request, ordered where there is none at work. */
    ensure: Effect.fn("Orders.ensure")(function* ({ connection, reports }: Ready, appId: string) {
      const found = yield* reports.ongoing(appId)
      if (found !== undefined && !found.stopped) return found.id
      const { after } = yield* writes.run({
        operation: Order,
        target: `app:${appId}`,
        before: { stopped: found?.id ?? null },
        intent: { appId, accessType: "ONGOING" },
        by: { accountId: connection.saved.accountId },
        connection: connection.lane,
        send: () => reports.orderOngoing(appId),
        verify: () => verifyBy(reports, appId)
      })
      return after.id
    })
  }
})

/** Orders analytics reports at the vendor: the one thing that a sync writes there. */
export class Orders extends Context.Service<Orders, Effect.Success<typeof make>>()(
  "@storeglass/connect-storea/Orders"
) {
  static readonly layer = Layer.effect(Orders, make)
}
