import { Effect, Layer, Ref } from "effect"
import { WatchedApps, watchReasons } from "../contract.ts"

type Source = Parameters<WatchedApps["Service"]["register"]>[0]

export const watchedApps = Layer.effect(
  WatchedApps,
  Effect.gen(function* () {
    const sources = yield* Ref.make<ReadonlyArray<Source>>([])
    const of: WatchedApps["Service"]["of"] = Effect.fn("WatchedApps.of")(function* (accountId) {
      const registered = yield* Ref.get(sources)
      const inOrder = watchReasons.flatMap((reason) => registered.filter((source) => source.reason === reason))
      const found = yield* Effect.forEach(
        inOrder,
        (source) => Effect.map(source.of(accountId), (apps) => apps.map((app) => ({ ...app, reason: source.reason }))),
        { concurrency: "unbounded" }
      )
      const once = new Map<string, (typeof found)[number][number]>()
      for (const app of found.flat()) {
        const key = `${app.platform}:${app.appId}`
        if (!once.has(key)) once.set(key, app)
      }
      return [...once.values()]
    })
    return WatchedApps.of({ register: (source) => Ref.update(sources, (all) => [...all, source]), of })
  })
)
