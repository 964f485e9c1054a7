import type { AppNotFound, Param, UpstreamError } from "@storeglass/plugin-api"
import {
  AppStores,
  type AskedApp,
  type PageTold,
  reasonOf,
  type Sourced,
  type StorePage
} from "@storeglass/stores/contract"
import { Cache, Cause, Context, Data, Effect, Exit, Fiber, Layer, Option } from "effect"

/** What came of asking for a page: the page, or why there is none. */
export type PageAnswer =
  | { readonly _tag: "Page"; readonly page: Sourced<StorePage> }
  | { readonly _tag: "NoPage"; readonly reason: string; readonly error: UpstreamError | AppNotFound | null }

class PageKey extends Data.Class<{
  readonly platform: Param.Platform
  readonly appId: string
  readonly country: string
}> {}

const pagesMax = 500
const keptMs = 60_000
const failureKeptMs = 20_000

/**
 * App pages, best effort: whoever waits too long goes on without, while the page loads on for the next one. A failure is
 * remembered for a while, so that a store that refuses its pages slows nobody down.
 */
export class AppPages extends Context.Service<
  AppPages,
  { readonly within: (waitMs: number, asked: AskedApp) => Effect.Effect<PageAnswer> }
>()("@storeglass/apps/AppPages") {
  static readonly layer = Layer.effect(
    AppPages,
    Effect.gen(function* () {
      const scope = yield* Effect.scope
      const stores = yield* AppStores
      const pages = yield* Cache.makeWith(
        ({ appId, country, platform }: PageKey) =>
          Effect.flatMap(Effect.orDie(stores.get(platform)), (store) => store.page(appId, country)),
        { capacity: pagesMax, timeToLive: (exit) => (Exit.isSuccess(exit) ? keptMs : failureKeptMs) }
      )
      const within = Effect.fn("AppPages.within")(function* (waitMs: number, { appId, country, store }: AskedApp) {
        const key = new PageKey({ platform: store.platform, appId, country })
        const loading = yield* Effect.forkIn(Cache.get(pages, key), scope)
        const exit = yield* Effect.timeoutOption(Fiber.await(loading), waitMs)
        return Option.match(exit, {
          onNone: () => noPage("the app's page didn't load in time; a later call will have it", null),
          onSome: Exit.match({
            onSuccess: (page): PageAnswer => ({ _tag: "Page", page }),
            onFailure: (cause) => {
              const error = Option.getOrNull(Cause.findErrorOption(cause))
              return noPage(error === null ? "the app's page couldn't be read" : reasonOf(error), error)
            }
          })
        })
      })
      return AppPages.of({ within })
    })
  )
}

/** What a page tells of screenshots. */
export const pageTold = (answer: PageAnswer): PageTold =>
  answer._tag === "Page" ? { page: answer.page.value } : { reason: answer.reason }

const noPage = (reason: string, error: UpstreamError | AppNotFound | null): PageAnswer => ({
  _tag: "NoPage",
  reason,
  error
})
