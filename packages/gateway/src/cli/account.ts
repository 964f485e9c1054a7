import { isPlanId, planIds } from "@storeglass/core/plans"
import { Clock, Effect, Redacted, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { BootError } from "../BootError.ts"
import { deleteAccount, deletions, exportAccount, restore } from "./accountEnd.ts"
import { stateOf } from "./keyState.ts"
import { gateway } from "./lazily.ts"
import { ofAccount, whoArgument } from "./ofAccount.ts"
import { print, table } from "./output.ts"
import { configFlag, jsonFlag } from "./settings.ts"

const Email = Schema.String.pipe(
  Schema.check(Schema.isPattern(/^[^\s@]{1,64}@[^\s@]+\.[^\s@]+$/, { message: "must be an email address" }))
)
export const parsePlan = (text: string) =>
  isPlanId(text)
    ? Effect.succeed(text)
    : Effect.fail(
        new BootError({ subject: "plan", reason: `there's no plan '${text}'; use one of ${planIds.join(", ")}` })
      )

const create = Command.make(
  "create",
  {
    email: Flag.String("email").pipe(Flag.withDescription("Email address of its owner."), Flag.withSchema(Email)),
    plan: Flag.String("plan").pipe(Flag.withDescription(`One of ${planIds.join(", ")}.`), Flag.withDefault("free")),
    another: Flag.Boolean("another").pipe(
      Flag.withDescription("Create it although the owner has an account already."),
      Flag.withDefault(false)
    ),
    config: configFlag,
    json: jsonFlag
  },
  ({ another, config, email, json, plan }) =>
    Effect.gen(function* () {
      const planId = yield* parsePlan(plan)
      const { Accounts, operate } = yield* gateway
      yield* operate(
        config,
        Effect.gen(function* () {
          const accounts = yield* Accounts.Accounts
          const account = yield* accounts.create({ email, plan: planId, only: !another })
          const { value } = yield* accounts.createKey({ accountId: account.id, name: "default" })
          const apiKey = Redacted.value(value)
          yield* print(
            json,
            { accountId: account.id, apiKey },
            `account ${account.id} (${email}, ${plan})\nkey     ${apiKey}\n        shown only once; only its SHA-256 is stored`
          )
        })
      )
    })
).pipe(Command.withDescription("Create an account with its first key. The key is shown only once."))

const show = ofAccount(
  "show",
  Effect.fnUntraced(function* ({ account, accounts, ledger, json }) {
    const keys = yield* accounts.keys(account.id)
    const usage = yield* ledger.usage(account.id)
    const nowMs = yield* Clock.currentTimeMillis
    const bucketRows = Object.entries(usage?.buckets ?? {})
    yield* print(
      json,
      { ...account, buckets: usage?.buckets, keys },
      [
        `${account.id}  ${account.email}  ${account.plan}  since ${account.createdAt}`,
        ...(account.suspendedAt === null ? [] : [`suspended since ${account.suspendedAt}: ${account.suspendedFor}`]),
        "",
        table(
          ["bucket", "limit", "used", "held", "remaining"],
          bucketRows.map(([name, bucket]) => [
            name,
            ...[bucket.limit, bucket.used, bucket.held, bucket.remaining].map(String)
          ])
        ),
        "",
        table(
          ["key", "name", "scopes", "made", "state", "last used"],
          keys.map((key) => [
            key.hint,
            key.name,
            key.scopes.join(","),
            key.createdAt,
            stateOf(key, nowMs),
            key.lastUsed?.at ?? "-"
          ])
        )
      ].join("\n")
    )
  })
).pipe(Command.withDescription("Show an account, its credits and its keys."))

const plan = Command.make(
  "plan",
  {
    account: whoArgument,
    plan: Argument.String("plan").pipe(Argument.withDescription(`One of ${planIds.join(", ")}.`)),
    config: configFlag,
    json: jsonFlag
  },
  ({ account: who, config, json, plan: wanted }) =>
    Effect.gen(function* () {
      const planId = yield* parsePlan(wanted)
      const { Accounts, operate } = yield* gateway
      yield* operate(
        config,
        Effect.gen(function* () {
          const accounts = yield* Accounts.Accounts
          const account = yield* accounts.setPlan((yield* accounts.find(who)).id, planId)
          yield* print(json, account, `${account.email} is now on ${account.plan}`)
        })
      )
    })
).pipe(Command.withDescription("Change an account's plan, effective immediately."))

const suspend = Command.make(
  "suspend",
  {
    account: whoArgument,
    reason: Flag.String("reason").pipe(Flag.withDescription("Why, as the account's people may read it.")),
    config: configFlag,
    json: jsonFlag
  },
  ({ account: who, config, json, reason }) =>
    Effect.gen(function* () {
      const { AccountAdmin, Accounts, operate } = yield* gateway
      yield* operate(
        config,
        Effect.gen(function* () {
          const { id } = yield* (yield* Accounts.Accounts).find(who)
          const account = yield* (yield* AccountAdmin).suspend(id, reason)
          yield* print(
            json,
            account,
            `${account.email} is suspended: every node refuses its keys within 5 s, and its schedules are paused; nothing is deleted`
          )
        })
      )
    })
).pipe(Command.withDescription("Suspend an account: its keys are refused, its schedules pause, nothing is deleted."))

const unsuspend = Command.make(
  "unsuspend",
  { account: whoArgument, config: configFlag, json: jsonFlag },
  ({ account: who, config, json }) =>
    Effect.gen(function* () {
      const { AccountAdmin, Accounts, operate } = yield* gateway
      yield* operate(
        config,
        Effect.gen(function* () {
          const { id } = yield* (yield* Accounts.Accounts).find(who)
          const account = yield* (yield* AccountAdmin).unsuspend(id)
          yield* print(json, account, `${account.email} isn't suspended: its keys work again within 5 s`)
        })
      )
    })
).pipe(Command.withDescription("End an account's suspension."))

export const account = Command.make("account").pipe(
  Command.withDescription("Accounts."),
  Command.withSubcommands([create, show, plan, suspend, unsuspend, exportAccount, deleteAccount, restore, deletions])
)
