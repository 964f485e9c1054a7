import { AccountRegistry } from "@storeglass/plugin-api"
import { Effect, Layer, Option } from "effect"
import { AccountDeletions } from "./AccountDeletions.ts"
import { Accounts } from "./Accounts.ts"

/** Makes accounts as the command line does. */
export const AccountRegistryLive: Layer.Layer<AccountRegistry, never, Accounts | AccountDeletions> = Layer.effect(
  AccountRegistry,
  Effect.gen(function* () {
    const accounts = yield* Accounts
    const deletions = yield* AccountDeletions

    const find = (email: string) =>
      Effect.catchTag(accounts.find(email), "AccountError", () => Effect.succeed(undefined))

    const openFor = Effect.fn("AccountRegistry.openFor")(function* (email: string) {
      const known = yield* find(email)
      if (known !== undefined) {
        const ending = yield* deletions.of(known.id)
        return Option.isSome(ending) ? undefined : { accountId: known.id, plan: known.plan, isNew: false }
      }
      const made = yield* Effect.catchTag(
        accounts.create({ email, plan: "free", only: true }),
        "AccountError",
        (error) => (error.reason === "email_taken" ? find(email) : Effect.die(error))
      )
      return made === undefined ? undefined : { accountId: made.id, plan: made.plan, isNew: true }
    })

    return AccountRegistry.of({ openFor: (email) => Effect.catchTag(openFor(email), "SchemaError", Effect.die) })
  })
)
