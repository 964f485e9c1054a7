import {
  ConsoleCredentialsInvalid,
  ConsoleRoleInsufficient,
  InvalidConsoleCredentials,
  NotFound,
  UpstreamFailed,
  UpstreamRateLimited,
  UpstreamTimedOut,
  VendorConflict,
  VendorRejected
} from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer } from "effect"
import { ofPlan } from "../catalog/Prices.ts"
import { type Console, type ConsoleFailure, ConsoleVendor } from "../vendor/Console.ts"
import { upfront } from "../vendor/records.ts"
import { Catalogue, CatalogueGone, type Product, type TerritoryPrice } from "./Catalogue.ts"
import type { OwnApp } from "./ReportsVendor.ts"
import { SavedConsole } from "./SavedConsole.ts"

/** Beyond what an owner has. */
const appsMax = 200
/** Whose prices are read in one run, some three requests each; the others' come in the next, an hour later. */
const productsMax = 300
/** What was read since isn't read again by a run that goes on. */
const freshMs = 20 * 3_600_000

/** What passes by itself. */
const passes = (error: unknown) =>
  error instanceof UpstreamFailed || error instanceof UpstreamRateLimited || error instanceof UpstreamTimedOut
const failures = [
  ConsoleCredentialsInvalid,
  ConsoleRoleInsufficient,
  InvalidConsoleCredentials,
  NotFound,
  UpstreamFailed,
  UpstreamRateLimited,
  UpstreamTimedOut,
  VendorConflict,
  VendorRejected
]
const isFailure = (error: unknown): error is ConsoleFailure => failures.some((failure) => error instanceof failure)

const make = Effect.gen(function* () {
  const catalogue = yield* Catalogue
  const saved = yield* SavedConsole
  const vendor = yield* ConsoleVendor

  const productsOf = Effect.fnUntraced(function* (console: Console, appId: string) {
    const iaps = yield* console.iaps(appId)
    const products: Array<Product> = iaps.items.map(({ id, name, productId, state }) => ({
      id,
      kind: "iap",
      productId,
      name,
      state
    }))
    for (const group of (yield* console.subscriptionGroups(appId)).items) {
      for (const { id, name, productId, state } of (yield* console.subscriptions(group.id)).items) {
        products.push({ id, kind: "subscription", productId, name, state })
      }
    }
    return products
  })

  const pricesOf = Effect.fnUntraced(function* (console: Console, { id, kind }: Pick<Product, "id" | "kind">) {
    const found = new Map<string, TerritoryPrice>()
    if (kind === "iap") {
      const schedule = yield* console.iapPrices.priceSchedule(id)
      // What was set by hand goes before what follows from the base territory's.
      for (const one of [...(schedule?.automaticPrices ?? []), ...(schedule?.manualPrices ?? [])]) {
        const { currency, customerPrice, manual, proceeds, status, territory } = one
        if (territory === null || status !== "current") continue
        found.set(territory, { territory, currency, price: customerPrice, proceeds, manual })
      }
      return [...found.values()]
    }
    const { items } = yield* console.subscriptionPrices(id)
    // What new subscribers pay.
    for (const { currency, customerPrice, preserved, proceeds, status, territory } of ofPlan(items, upfront)) {
      if (territory === null || status !== "current" || preserved === true) continue
      found.set(territory, { territory, currency, price: customerPrice, proceeds, manual: null })
    }
    return [...found.values()]
  })

  return {
    /** Reads products of apps and what they cost; gives whether that is all there is to read now. */
    read: Effect.fn("Products.read")(function* (accountId: string, apps: ReadonlyArray<OwnApp>) {
      const credentials = yield* saved.credentials(accountId)
      if (credentials === undefined) return true
      const console = yield* vendor.open(credentials)
      yield* catalogue.begin(accountId)
      const met: { problem: string | null; away: boolean } = { problem: null, away: false }
      /** A refusal is noted, and the rest goes on; where the vendor is away, nothing does. */
      const part = <A, E, R, E2, R2>(
        work: Effect.Effect<A, E | ConsoleFailure, R>,
        failed: Effect.Effect<unknown, E2, R2>
      ) =>
        met.away
          ? Effect.void
          : Effect.catchIf(Effect.asVoid(work), isFailure, (error) =>
              Effect.sync(() => {
                met.problem ??= error.message
                met.away = passes(error)
              }).pipe(Effect.andThen(failed), Effect.asVoid)
            )
      return yield* Effect.gen(function* () {
        for (const { id } of apps.slice(0, appsMax)) {
          yield* part(
            Effect.flatMap(productsOf(console, id), (products) => catalogue.replace(accountId, id, products)),
            Effect.void
          )
        }
        const due = yield* catalogue.due(accountId, (yield* Clock.currentTimeMillis) - freshMs)
        for (const product of due.slice(0, productsMax)) {
          yield* part(
            Effect.flatMap(pricesOf(console, product), (prices) =>
              catalogue.replacePrices(accountId, product.id, prices)
            ),
            catalogue.failed(accountId, product.id)
          )
        }
        yield* catalogue.ended(accountId, met.problem)
        return !met.away && due.length <= productsMax
      }).pipe(
        Effect.catchIf(
          (error) => error instanceof CatalogueGone,
          () => Effect.succeed(true)
        )
      )
    })
  }
})

/** Copies the products of a connected account's console, with what they cost in each territory. */
export class ConsoleProducts extends Context.Service<ConsoleProducts, Effect.Success<typeof make>>()(
  "@storeglass/connect-storea/ConsoleProducts"
) {
  static readonly layer = Layer.effect(ConsoleProducts, make)
}
