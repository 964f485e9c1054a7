import { Effect, Layer, Ref } from "effect"
import { type CompetitorsOf, TrackedCompetitors } from "../contract.ts"

export const trackedCompetitorsLayer = Layer.effect(
  TrackedCompetitors,
  Effect.gen(function* () {
    const sources = yield* Ref.make<ReadonlyArray<CompetitorsOf>>([])
    return TrackedCompetitors.of({
      register: (source) => Ref.update(sources, (all) => [...all, source]),
      of: Effect.fn("TrackedCompetitors.of")(function* (accountId, app) {
        const told = yield* Effect.forEach(yield* Ref.get(sources), (source) => source(accountId, app))
        return [...new Map(told.flat().map((each) => [each.appId, each])).values()]
      })
    })
  })
)
