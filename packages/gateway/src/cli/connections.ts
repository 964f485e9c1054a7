import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { gateway } from "./lazily.ts"
import { print, table } from "./output.ts"
import { configFlag, jsonFlag } from "./settings.ts"

export const connections = Command.make(
  "connections",
  {
    account: Flag.String("account").pipe(
      Flag.withDescription("Account id or email. Default: all accounts."),
      Flag.optional
    ),
    config: configFlag,
    json: jsonFlag
  },
  ({ account, config, json }) =>
    Effect.flatMap(gateway, ({ Accounts, ConnectionAdmin, operateVault }) =>
      operateVault(config, () =>
        Effect.gen(function* () {
          const accounts = yield* Accounts.Accounts
          const accountId = Option.isSome(account) ? (yield* accounts.find(account.value)).id : undefined
          const found = yield* ConnectionAdmin.listConnections(accountId)
          const rows = found.map(({ accountId, checkedAt, connectedAt, kind, missing, rejection, state }) => [
            accountId,
            kind,
            state,
            rejection === null
              ? missing.map(({ right }) => `lacks ${right}`).join(", ") || "-"
              : [rejection.reason, rejection.sentence].filter(Boolean).join(": "),
            connectedAt,
            checkedAt
          ])
          yield* print(
            json,
            found,
            rows.length === 0
              ? "no saved connections"
              : table(["account", "kind", "state", "why", "connected", "checked"], rows)
          )
        })
      )
    )
).pipe(Command.withDescription("List saved connections to vendors, without secrets."))
