import { Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { BootError } from "../BootError.ts"
import { gateway } from "./lazily.ts"
import { print, table } from "./output.ts"
import { accountFlag, configFlag, jsonFlag, limitFlag } from "./settings.ts"

const list = Command.make(
  "list",
  {
    account: accountFlag,
    failed: Flag.Boolean("failed").pipe(
      Flag.withDescription("Only messages that no attempt delivered."),
      Flag.withDefault(false)
    ),
    limit: limitFlag(50, "How many attempts, newest first."),
    config: configFlag,
    json: jsonFlag
  },
  ({ account: who, config, failed, json, limit }) =>
    Effect.gen(function* () {
      const { Accounts, DeliveryLog, withPlugins } = yield* gateway
      const attempts = yield* withPlugins(config, () =>
        Effect.gen(function* () {
          const accounts = yield* Accounts.Accounts
          const accountId = Option.isSome(who)
            ? (yield* Effect.mapError(
                accounts.find(who.value),
                (cause) => new BootError({ subject: "account", reason: cause.message, cause })
              )).id
            : undefined
          return yield* (yield* DeliveryLog).list({ accountId, isFailed: failed, limit: Math.max(1, limit) })
        })
      )
      const rows = attempts.map((attempt) => [
        attempt.deliveryId,
        new Date(attempt.atMs).toISOString(),
        String(attempt.attempt),
        attempt.status === null ? attempt.outcome : `${attempt.outcome} ${attempt.status}`,
        attempt.ms === null ? "-" : `${attempt.ms} ms`,
        attempt.message ?? attempt.url
      ])
      yield* print(
        json,
        attempts,
        rows.length === 0 ? "no webhooks sent" : table(["id", "at", "attempt", "outcome", "took", "url"], rows)
      )
    })
).pipe(Command.withAlias("deliveries"), Command.withDescription("List attempts to deliver webhooks to customers."))

const replay = Command.make(
  "replay",
  {
    id: Argument.String("id").pipe(Argument.withDescription("As `webhook list` shows it.")),
    config: configFlag,
    json: jsonFlag
  },
  ({ config, id, json }) =>
    Effect.gen(function* () {
      const { DeliveryLog, withPlugins } = yield* gateway
      const attempt = yield* withPlugins(config, () =>
        Effect.mapError(
          Effect.flatMap(DeliveryLog, (log) => log.replay(id)),
          (cause) => new BootError({ subject: "webhook", reason: cause.message, cause })
        )
      )
      const how = attempt.status === null ? (attempt.message ?? attempt.outcome) : `status ${attempt.status}`
      yield* print(json, attempt, `attempt ${attempt.attempt} of ${id}: ${attempt.outcome}, ${how}`)
      if (attempt.outcome !== "delivered") {
        return yield* new BootError({ subject: "webhook", reason: `${id} wasn't delivered: ${how}` })
      }
    })
).pipe(
  Command.withDescription("Send a recorded webhook again with a fresh signature. Exits with 1 if it isn't delivered.")
)

export const webhook = Command.make("webhook").pipe(
  Command.withDescription("List and resend webhooks to customers."),
  Command.withSubcommands([list, replay])
)
