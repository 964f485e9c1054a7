import { type OpenWrite, Verdict } from "@storeglass/plugin-api"
import { Effect, Layer } from "effect"
import type { Parent } from "../catalog/Products.ts"
import { SavedConsole } from "../sync/SavedConsole.ts"
import { ConsoleVendor } from "../vendor/Console.ts"
import { Changes, isOf } from "../writes/Changes.ts"
import { type Image, parentIdIn, pictured, settlingOf, uploads } from "./ReviewScreenshots.ts"

/**
 * What became of uploads that a dead node left, and what they reserved. The key of such a call is gone with it, so that
 * this can only be found out with one that its account saved, of the same console.
 */
export const leftovers = Layer.effectDiscard(
  Effect.gen(function* () {
    const changes = yield* Changes
    const saved = yield* SavedConsole
    const vendor = yield* ConsoleVendor

    const settlingBy = Effect.fnUntraced(function* (
      parent: Parent,
      { accountId, connection, target }: OpenWrite<unknown, Image>
    ) {
      const parentId = parentIdIn(target)
      const credentials = yield* saved.credentials(accountId)
      if (parentId === undefined || credentials === undefined) return undefined
      const console = yield* vendor.open(credentials)
      return isOf(console, connection ?? null) ? settlingOf(pictured(console, parent), parentId) : undefined
    })

    yield* Effect.forEach(["iap", "subscription"] as const, (parent) =>
      changes.register(uploads[parent], {
        verify: (write) =>
          Effect.flatMap(settlingBy(parent, write), (settling) =>
            settling === undefined ? Effect.succeed(Verdict.unknown) : settling.verify(write)
          ),
        // In turn: an upload of the same file that is under way now may have reserved what looks like this one's.
        undo: (write) =>
          Effect.flatMap(settlingBy(parent, write), (settling) =>
            settling === undefined ? Effect.void : changes.inTurn(write.target, settling.clear(write))
          )
      })
    )
  })
)
