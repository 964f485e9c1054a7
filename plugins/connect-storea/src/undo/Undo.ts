import {
  asDocumented,
  Caller,
  type Change,
  ConfirmationRequired,
  isUuid,
  NotFound,
  pageOf,
  VendorWriteLog,
  type WriteRecord
} from "@storeglass/plugin-api"
import { Context, Effect, Layer } from "effect"
import { Availabilities } from "../catalog/Availabilities.ts"
import { Prices, today } from "../catalog/Prices.ts"
import { Products } from "../catalog/Products.ts"
import { NotUndoable } from "../errors.ts"
import { ReviewScreenshots } from "../screenshots/ReviewScreenshots.ts"
import type { Console } from "../vendor/Console.ts"
import { isOf } from "../writes/Changes.ts"
import { changesCursor } from "./api.ts"
import { Deletions } from "./Deletions.ts"
import { toldOf, whyNot } from "./plans.ts"
import { type Undo as Asked, type MadeChange, undoes } from "./schema.ts"

const plugin = "connect-storea"
const kindOf = ({ operation }: WriteRecord) => operation.slice(plugin.length + 1)

const swapped = ({ field, from, to }: Change): Change => ({ field, from: to, to: from })

const make = Effect.gen(function* () {
  const log = yield* VendorWriteLog
  const hands = {
    availabilities: yield* Availabilities,
    deletions: yield* Deletions,
    prices: yield* Prices,
    products: yield* Products,
    screenshots: yield* ReviewScreenshots
  }

  const shown = (record: WriteRecord, day: string): MadeChange => {
    const told = toldOf(record, day)
    const why = whyNot(record, told)
    return {
      id: record.id,
      kind: kindOf(record),
      target: record.target,
      at: new Date(record.sentAtMs ?? record.startedAtMs).toISOString(),
      outcome: record.outcome ?? "unknown",
      changes: told.changes,
      undoable: why === undefined,
      whyNot: why ?? null,
      keyId: record.keyId,
      requestId: record.requestId
    }
  }

  /** A change of the account's; of other accounts' nobody tells that they are there. */
  const found = Effect.fnUntraced(function* (id: string) {
    const { accountId } = yield* Caller
    const record = isUuid(id) ? yield* asDocumented(log.get({ accountId, id })) : undefined
    return record?.operation.startsWith(`${plugin}.`) === true
      ? record
      : yield* new NotFound(`changeId (path): there is no such change of this account in the journal`)
  })

  return {
    /** The account's own changes, newest first. */
    list: Effect.fn("Undo.list")(function* ({
      after,
      limit
    }: {
      readonly limit: number
      readonly after: string | undefined
    }) {
      const { accountId } = yield* Caller
      const day = yield* today
      const rows = yield* asDocumented(log.list({ accountId, plugin, after, limit: limit + 1 }))
      const page = pageOf(rows, { limit, cursor: changesCursor, positionOf: ({ id }) => ({ id }) })
      return { ...page, items: page.items.map((record) => shown(record, day)) }
    }),

    /** Takes a change back, or shows what that would do. */
    undo: Effect.fn("Undo.undo")(function* (
      console: Console,
      changeId: string,
      { confirm, planId }: typeof Asked.Type,
      { dryRun }: { readonly dryRun: boolean }
    ) {
      const record = yield* found(changeId)
      const told = toldOf(record, yield* today)
      const why = whyNot(record, told)
      if (why !== undefined || "whyNot" in told.back) {
        return yield* new NotUndoable(`changeId (path): it can't be taken back: ${why}; nothing was written`)
      }
      if (!isOf(console, record.connection)) {
        return yield* new NotUndoable(
          "changeId (path): the change was made at another console than these credentials are of; send those of its console"
        )
      }
      if (!dryRun && confirm !== true) {
        return yield* new ConfirmationRequired(
          `confirm (body): must be true to confirm: ${undoes}; nothing was written`
        )
      }
      const { data } = yield* told.back(hands, console, { dryRun, planId })
      if ("dryRun" in data) {
        const { changes, planId, warnings } = data
        return { data: { dryRun: true as const, changes, planId, warnings } }
      }
      const { unchanged } = data
      return {
        data: {
          changeId: record.id,
          kind: kindOf(record),
          target: record.target,
          changes: told.changes.map(swapped),
          ...(unchanged === true ? { unchanged } : {})
        }
      }
    })
  }
})

/** What was changed at the console through here, and the way back. */
export class Undo extends Context.Service<Undo, Effect.Success<typeof make>>()("@storeglass/connect-storea/Undo") {
  static readonly layer = Layer.effect(this, make)
}
