import { NotFound, pageOf, Verdict, type Warning } from "@storeglass/plugin-api"
import { Context, Effect, Layer, Schema } from "effect"
import { availabilityCursor, SetAvailability } from "../schema.ts"
import type { Console } from "../vendor/Console.ts"
import * as R from "../vendor/records.ts"
import { Changes, changeOf, type Manner } from "../writes/Changes.ts"
import { fieldsDiff } from "../writes/diffs.ts"
import * as B from "./bodies.ts"

const pageMax = 50

const State = Schema.Struct({
  ...SetAvailability.fields,
  territories: Schema.Array(R.TerritoryAvailability)
})
const isInConsole: Warning = {
  code: "SWITCH_IS_IN_CONSOLE",
  message:
    "the vendor's public API doesn't change this today for an app that has an availability: it is 409, and nothing is changed. The switch is in the console's own page, Pricing and Availability"
}
export const SetNewTerritories = changeOf("availability.replace", {
  state: State,
  intent: Schema.Struct({ availableInNewTerritories: Schema.Boolean }),
  after: SetAvailability
})
export const SetTerritory = changeOf("territory-availability.update", {
  // Null where the id doesn't tell its app, and so there is nowhere to look.
  state: Schema.NullOr(R.TerritoryAvailability),
  intent: Schema.Struct({ available: Schema.Boolean }),
  after: R.TerritoryAvailability
})

/** An app's availability; where it has none yet, that is told apart from there being no such app. */
const existing = (console: Console, availabilityId: string) =>
  Effect.catchIf(
    console.availabilityById(availabilityId),
    (error): error is NotFound => error instanceof NotFound,
    (cause) =>
      Effect.flatMap(console.app(availabilityId), () =>
        Effect.fail(
          new NotFound(
            "availabilityId (path): the app has no availability yet; choose where it's sold in the console's own page first, Pricing and Availability. Nothing was changed",
            { cause }
          )
        )
      )
  )

/** Where an app is sold: all territories in the vendor's order, 50 to a page. */
export const availabilityOf = Effect.fn("Availabilities.of")(function* (
  console: Console,
  appId: string,
  { after, territory }: { readonly territory: string | undefined; readonly after: number }
) {
  const found = yield* console.availability(appId)
  if (found === null) {
    return { id: null, availableInNewTerritories: null, territoryAvailabilities: [], total: 0, nextCursor: null }
  }
  const { availableInNewTerritories, id, territoryAvailabilities, total } = found
  const isWhole = total !== null && total <= territoryAvailabilities.length
  const all = isWhole ? territoryAvailabilities : (yield* console.territoryAvailabilities(id)).items
  const wanted = territory === undefined ? all : all.filter((one) => one.territory === territory)
  const rows = wanted.slice(after, after + pageMax + 1).map((row, at) => ({ row, after: after + at + 1 }))
  const page = pageOf(rows, { limit: pageMax, cursor: availabilityCursor, positionOf: ({ after }) => ({ after }) })
  return {
    id,
    availableInNewTerritories,
    territoryAvailabilities: page.items.map(({ row }) => row),
    total: wanted.length,
    nextCursor: page.nextCursor
  }
})

const make = Effect.gen(function* () {
  const changes = yield* Changes

  return {
    setNewTerritories: (
      console: Console,
      availabilityId: string,
      { availableInNewTerritories, confirm }: Omit<typeof B.AvailabilityPatch.Type, "planId">,
      manner: Manner<{ readonly availableInNewTerritories: boolean }>
    ) => {
      const now = Effect.map(existing(console, availabilityId), ({ availableInNewTerritories, id }) => ({
        id,
        availableInNewTerritories
      }))
      const diff = (state: typeof SetAvailability.Type, intent: { readonly availableInNewTerritories: boolean }) =>
        fieldsDiff({ availableInNewTerritories: state.availableInNewTerritories }, intent)
      return changes.make(console, manner, {
        operation: SetNewTerritories,
        target: `app:${availabilityId}/availability`,
        intent: { availableInNewTerritories },
        confirm: { flag: "confirm", given: confirm, means: B.setsNewTerritories },
        // Of what is replaced nothing may be lost, so every territory is read.
        read: Effect.zipWith(now, console.territoryAvailabilities(availabilityId), (state, { items }) => ({
          ...state,
          territories: items
        })),
        diff,
        checks: (state) => Effect.succeed(diff(state, { availableInNewTerritories }).length === 0 ? [] : [isInConsole]),
        unchanged: ({ availableInNewTerritories, id }) => ({ id, availableInNewTerritories }),
        send: ({ territories }) =>
          Effect.map(
            console.replaceAvailability(availabilityId, { availableInNewTerritories, territories }),
            ({ after, vendorRequestId }) => ({
              after: { id: after.id, availableInNewTerritories: after.availableInNewTerritories },
              vendorRequestId
            })
          ),
        verify: (write) =>
          Effect.map(now, (state) => (diff(state, write.intent).length === 0 ? Verdict.applied(state) : Verdict.absent))
      })
    },

    setTerritory: (
      console: Console,
      territoryAvailabilityId: string,
      { available, confirm }: Omit<typeof B.TerritoryPatch.Type, "planId">,
      manner: Manner<{ readonly available: boolean }>
    ) => {
      const read = console.territoryAvailability(territoryAvailabilityId)
      const diff = (state: R.TerritoryAvailability | null, intent: { readonly available: boolean }) =>
        fieldsDiff(state === null ? null : { available: state.available }, intent)
      return changes.make(console, manner, {
        operation: SetTerritory,
        target: `territory-availability:${territoryAvailabilityId}`,
        intent: { available },
        confirm: { flag: "confirm", given: confirm, means: B.setsTerritory },
        read,
        diff,
        unchanged: (state) => state,
        send: () => console.updateTerritoryAvailability(territoryAvailabilityId, { available }),
        verify: (write) =>
          Effect.map(read, (state) => {
            if (state === null) return Verdict.unknown
            return diff(state, write.intent).length === 0 ? Verdict.applied(state) : Verdict.absent
          })
      })
    }
  }
})

/** Where apps are sold: changing it. */
export class Availabilities extends Context.Service<Availabilities, Effect.Success<typeof make>>()(
  "@storeglass/connect-storea/Availabilities"
) {
  static readonly layer = Layer.effect(this, make)
}
