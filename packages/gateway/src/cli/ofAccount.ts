import type { Accounts, CreditLedger } from "@storeglass/core"
import { Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { gateway } from "./lazily.ts"
import { configFlag, jsonFlag } from "./settings.ts"

export const whoArgument = Argument.String("account").pipe(Argument.withDescription("Account id or email."))

/** A command about one account, which it finds for `work`. */
export const ofAccount = <const Name extends string, E>(
  name: Name,
  work: (found: {
    readonly account: Effect.Success<ReturnType<Accounts.Accounts["Service"]["find"]>>
    readonly accounts: Accounts.Accounts["Service"]
    readonly ledger: CreditLedger.CreditLedger["Service"]
    readonly json: boolean
  }) => Effect.Effect<void, E>
) =>
  Command.make(name, { account: whoArgument, config: configFlag, json: jsonFlag }, ({ account: who, config, json }) =>
    Effect.flatMap(gateway, ({ Accounts, CreditLedger, operate }) =>
      operate(
        config,
        Effect.gen(function* () {
          const accounts = yield* Accounts.Accounts
          const ledger = yield* CreditLedger.CreditLedger
          yield* work({ account: yield* accounts.find(who), accounts, ledger, json })
        })
      )
    )
  )
