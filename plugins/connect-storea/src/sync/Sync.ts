import { dayIn, type MissingRight, plusDays, UpstreamError } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer } from "effect"
import type { ConsoleConfig } from "../config.ts"
import { Estimators } from "./Estimators.ts"
import { Figures, type ImportOf } from "./Figures.ts"
import { Orders } from "./Orders.ts"
import { ConsoleProducts } from "./Products.ts"
import { BudgetSpent, type OwnApp } from "./ReportsVendor.ts"
import { checked, readTable, UnreadableFile } from "./readFile.ts"
import { lackOf, type Ready, SavedConsole, storeZone } from "./SavedConsole.ts"
import { layoutOf, type ReadTable, type Source } from "./tables.ts"

/** Of the sales of so many days the vendor may still correct something. */
const correctedDays = 3
/** Reports by name: the vendor has about 140, and has renamed some. */
const reportsRead: ReadonlyArray<readonly [Source, RegExp]> = [
  ["downloads", /^App (?:Store )?Downloads Standard$/i],
  ["installations", /^App Store Installations? and Deletions? Standard$/i],
  ["engagement", /^App Store Discovery and Engagement Standard$/i]
]

const make = Effect.fnUntraced(function* ({ historyDays, syncDays, syncProducts, syncRequests }: ConsoleConfig) {
  const estimators = yield* Estimators
  const figures = yield* Figures
  const orders = yield* Orders
  const products = yield* ConsoleProducts
  const saved = yield* SavedConsole

  const isLack = (error: { readonly _tag: string }) => lackOf(error) !== undefined

  /** Reads a file's table, and puts it in its place. One that can't be read is noted, and the others go on. */
  const imported = <E, R>(of: ImportOf, read: Effect.Effect<ReadTable | "none" | "waiting", E | UnreadableFile, R>) =>
    Effect.scoped(read).pipe(
      Effect.flatMap((table) =>
        table === "waiting"
          ? figures.note(of, "waiting")
          : figures.replace(of, table === "none" ? { figures: [], rows: 0, skipped: 0 } : table)
      ),
      Effect.catchIf(
        (error) => error instanceof UnreadableFile,
        ({ sentence }) => figures.note(of, "failed", { problem: sentence })
      )
    )

  const sales = Effect.fnUntraced(function* (
    { connection, reports }: Ready,
    vendorNumber: string,
    apps: ReadonlyArray<OwnApp>,
    yesterday: string
  ) {
    const { accountId } = connection.saved
    const layout = layoutOf("sales", new Map(apps.flatMap(({ id, sku }) => (sku === null ? [] : [[sku, id]]))))
    const done = yield* figures.done(accountId, "sales", "")
    for (let back = 0; back < syncDays; back++) {
      const processed = plusDays(yesterday, -back)
      if (back >= correctedDays && done.has(processed)) continue
      yield* imported(
        { accountId, source: "sales", appId: "", processed },
        Effect.gen(function* () {
          const told = yield* reports.sales(vendorNumber, processed)
          return typeof told === "string" ? told : yield* readTable(layout, [Effect.succeed(told.file)])
        })
      )
    }
  })

  const analytics = Effect.fnUntraced(function* (ready: Ready, appId: string) {
    const { connection, reports } = ready
    const { accountId } = connection.saved
    const requestId = yield* orders.ensure(ready, appId)
    const offered = yield* reports.reports(requestId)
    for (const [source, name] of reportsRead) {
      const report = offered.find((one) => name.test(one.name))
      // The first reports come a day or two after they were ordered.
      if (report === undefined) continue
      const done = yield* figures.done(accountId, source, appId)
      for (const { id, processed } of yield* reports.instances(report.id)) {
        if (done.has(processed)) continue
        const segments = yield* reports.segments(id)
        const parts = segments.map((segment) =>
          Effect.flatMap(reports.segment(segment), (file) => checked(file, segment.checksum))
        )
        const of = { accountId, source, appId, processed }
        yield* imported(
          of,
          parts.length === 0 ? Effect.succeed("waiting" as const) : readTable(layoutOf(source, new Map()), parts)
        )
      }
    }
  })

  return {
    /**
     * Reads what the vendor has and isn't here yet; gives whether that is all. Each file is committed by itself, so that a
     * run that was cut off, or has asked as often as it may, is taken up where it was.
     */
    run: Effect.fn("Sync.run")(function* (accountId: string) {
      const ready = yield* saved.ready(accountId, syncRequests)
      const { details, reports } = ready
      const today = dayIn(storeZone, yield* Clock.currentTimeMillis)
      const missing = new Map<string, MissingRight>()
      /** What the key may not do is noted, and the rest goes on. */
      const within = <A, E extends { readonly _tag: string }, R>(part: Effect.Effect<A, E, R>) =>
        Effect.catchIf(part, isLack, (error) =>
          Effect.sync(() => {
            const lack = lackOf(error)
            if (lack !== undefined) missing.set(lack.right, lack)
          })
        )
      const finished = yield* Effect.gen(function* () {
        const apps = yield* reports.apps
        const { vendorNumber } = details
        if (vendorNumber !== null) yield* within(sales(ready, vendorNumber, apps, plusDays(today, -1)))
        if (details.analytics) {
          yield* Effect.forEach(apps, ({ id }) => within(analytics(ready, id)), { discard: true })
        }
        return syncProducts ? yield* products.read(accountId, apps) : true
      }).pipe(
        Effect.catchIf(
          (error) =>
            error instanceof BudgetSpent || (error instanceof UpstreamError && error.reason === "rate_limited"),
          () => Effect.succeed(false)
        )
      )
      if (finished || missing.size > 0) yield* saved.noteRights(ready, [...missing.values()])
      yield* estimators.fill(accountId, details, today)
      yield* figures.prune(accountId, today, historyDays)
      return finished
    })
  }
})

/** Reads the reports of connected accounts, night after night. */
export class Sync extends Context.Service<Sync, Effect.Success<ReturnType<typeof make>>>()(
  "@storeglass/connect-storea/Sync"
) {
  static readonly layer = (config: ConsoleConfig) => Layer.effect(Sync, make(config))
}
