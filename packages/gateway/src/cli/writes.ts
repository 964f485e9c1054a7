import type { WriteRecord } from "@storeglass/plugin-api"
import { Clock, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { gateway } from "./lazily.ts"
import { momentFlag, momentOf } from "./moments.ts"
import { print, table } from "./output.ts"
import { accountFlag, configFlag, jsonFlag, limitFlag } from "./settings.ts"

const line = (row: WriteRecord) => [
  new Date(row.startedAtMs).toISOString(),
  row.outcome === null || row.state === "confirmed" ? row.state : `${row.state}, ${row.outcome}`,
  row.operation,
  row.target,
  row.accountId,
  row.idempotencyKey ?? "-",
  row.vendorRequestId ?? "-",
  row.problem ?? "-"
]
const head = ["started", "state", "operation", "target", "account", "idempotency key", "vendor's request", "problem"]

export const writes = Command.make(
  "writes",
  {
    account: accountFlag,
    since: momentFlag("since", "Only writes begun since"),
    unknown: Flag.Boolean("unknown").pipe(
      Flag.withDescription("Only writes whose outcome isn't known."),
      Flag.withDefault(false)
    ),
    limit: limitFlag(100, "At most this many, up to 1000."),
    config: configFlag,
    json: jsonFlag
  },
  ({ account: who, config, json, limit, since, unknown }) =>
    Effect.gen(function* () {
      const sinceMs = yield* momentOf("writes", "since", since, yield* Clock.currentTimeMillis)
      const { Accounts, operate, VendorWriteLog, VendorWriteLogLive } = yield* gateway
      const rows = yield* operate(
        config,
        Effect.gen(function* () {
          const accounts = yield* Accounts.Accounts
          const accountId = Option.isSome(who) ? (yield* accounts.find(who.value)).id : undefined
          const log = yield* VendorWriteLog
          return yield* log.list({ accountId, sinceMs, unknown, limit })
        }).pipe(Effect.provide(VendorWriteLogLive))
      )
      yield* print(json, rows, rows.length === 0 ? "no writes" : table(head, rows.map(line)))
    })
).pipe(
  Command.withDescription(
    "List changes sent to vendors and their outcomes, newest first. --json prints whole rows: the state before, the intent and the result."
  )
)
