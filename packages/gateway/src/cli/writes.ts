import type { WriteRecord } from "@storeglass/plugin-api"
import { Clock, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { BootError } from "../BootError.ts"
import { gateway } from "./lazily.ts"
import { print, table } from "./output.ts"
import { accountFlag, configFlag, jsonFlag, limitFlag } from "./settings.ts"

const unitMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** A moment, as a date or as an age like `24h`. */
const momentOf = (text: string, nowMs: number): number | undefined => {
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? []
  if (count !== undefined && unit !== undefined) return nowMs - Number(count) * (unitMs[unit] ?? 0)
  const parsed = Date.parse(text)
  return Number.isNaN(parsed) ? undefined : parsed
}

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
    since: Flag.String("since").pipe(
      Flag.withDescription(
        "Only writes begun since a date such as 2026-11-01, or within an age such as 30m, 24h or 7d."
      ),
      Flag.optional
    ),
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
      const sinceText = Option.getOrUndefined(since)
      const sinceMs = sinceText === undefined ? undefined : momentOf(sinceText, yield* Clock.currentTimeMillis)
      if (sinceText !== undefined && sinceMs === undefined) {
        return yield* new BootError({
          subject: "writes",
          reason: `--since: '${sinceText}' is neither a date nor an age such as 24h`
        })
      }
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
