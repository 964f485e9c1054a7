import { CreditLedger, Guard, routeName } from "@storeglass/core"
import { Effect, Layer } from "effect"
import { HttpRouter } from "effect/http"
import { type ServedOperation, shapeOf } from "./catalogue.ts"

/**
 * The router that plugins register with: it puts the guard around every route by its operation in the catalogue, so that no
 * route can be served without one.
 */
export const layer = (operations: ReadonlyArray<ServedOperation>) =>
  Layer.effect(
    HttpRouter.HttpRouter,
    Effect.gen(function* () {
      const router = yield* HttpRouter.HttpRouter
      const guard = yield* Guard.Guard
      const ledger = yield* CreditLedger.CreditLedger
      yield* Effect.orDie(ledger.knowOperations(operations.map(routeName)))
      const byShape = new Map(operations.map((each) => [shapeOf(each.method, each.path), each]))
      const guarded = Effect.fnUntraced(function* <E, R>(route: HttpRouter.Route<E, R>) {
        const operation = byShape.get(shapeOf(route.method, route.path))
        if (operation === undefined)
          return yield* Effect.die(new Error(`${route.method} ${route.path} isn't in the catalogue`))
        const around = yield* Effect.orDie(guard.around(operation))
        return HttpRouter.route(route.method, route.path, around(route.handler), {
          uninterruptible: route.uninterruptible
        })
      })
      const addAll: HttpRouter.HttpRouter["addAll"] = (all) =>
        Effect.flatMap(Effect.forEach(all, guarded), (each) => router.addAll(each))
      return HttpRouter.HttpRouter.of({
        ...router,
        addAll,
        add: (method, path, handler, options) => addAll([HttpRouter.route(method, path, handler, options)])
      })
    })
  )
