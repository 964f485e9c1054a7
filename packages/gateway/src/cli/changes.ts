import { Effect, Option } from "effect"
import { Command } from "effect/cli"
import { gateway } from "./lazily.ts"
import { print, table } from "./output.ts"
import { accountFlag, configFlag, jsonFlag, limitFlag } from "./settings.ts"

export const changes = Command.make(
  "changes",
  {
    account: accountFlag,
    limit: limitFlag(50),
    config: configFlag,
    json: jsonFlag
  },
  ({ account: who, config, json, limit }) =>
    Effect.flatMap(gateway, ({ Accounts, listChanges, operate }) =>
      operate(
        config,
        Effect.gen(function* () {
          const accounts = yield* Accounts.Accounts
          const accountId = Option.isSome(who) ? (yield* accounts.find(who.value)).id : undefined
          const found = yield* listChanges({ accountId, limit: Math.max(1, limit) })
          const told = ({ detail }: (typeof found)[number]) =>
            Object.entries(detail)
              .map(([name, value]) => `${name} ${value}`)
              .join(", ")
          const rows = found.map((change) => [
            change.at,
            change.event.replace("security.", ""),
            change.accountId,
            change.actor,
            told(change)
          ])
          yield* print(
            json,
            found,
            rows.length === 0 ? "no changes" : table(["at", "change", "account", "by", "what"], rows)
          )
        })
      )
    )
).pipe(Command.withDescription("Show who created accounts and keys, revoked keys, changed plans and granted credits."))
