import { buckets } from "@storeglass/core/plans"
import { Effect, Option, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { BootError } from "../BootError.ts"
import { gateway } from "./lazily.ts"
import { ofAccount, whoArgument } from "./ofAccount.ts"
import { print, table } from "./output.ts"
import { accountFlag, configFlag, jsonFlag } from "./settings.ts"

const Uuid = Schema.String.pipe(
  Schema.check(
    Schema.isPattern(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, {
      message: "must be a UUID such as 019c2b7e-8f10-7000-8000-5f6a1f3c9d21"
    })
  )
)

const show = ofAccount(
  "show",
  Effect.fnUntraced(function* ({ account, ledger, json }) {
    const usage = yield* ledger.usage(account.id)
    const rows = Object.entries(usage?.buckets ?? {})
    yield* print(
      json,
      { accountId: account.id, ...usage },
      [
        `${account.email}, ${account.plan}`,
        "",
        table(
          ["bucket", "limit", "used", "held", "remaining"],
          rows.map(([name, bucket]) => [
            name,
            ...[bucket.limit, bucket.used, bucket.held, bucket.remaining].map(String)
          ])
        ),
        "",
        table(
          ["endpoint", "credits", "requests"],
          (usage?.byOperation ?? []).map((row) => [row.operation, String(row.credits), String(row.requests)])
        )
      ].join("\n")
    )
  })
).pipe(Command.withDescription("Show what an account has used this month and what is left."))

const grant = Command.make(
  "grant",
  {
    account: whoArgument,
    credits: Argument.Int("credits").pipe(Argument.withDescription("How many, for the current month.")),
    bucket: Flag.Literals("bucket", buckets).pipe(Flag.withDescription("Which bucket."), Flag.withDefault("general")),
    reason: Flag.String("reason").pipe(Flag.withDescription("Why, for the audit log.")),
    id: Flag.String("id").pipe(
      Flag.withDescription("A UUID of the grant: repeated with the same one, it grants nothing more."),
      Flag.withSchema(Uuid),
      Flag.optional
    ),
    config: configFlag,
    json: jsonFlag
  },
  ({ account: who, bucket, config, credits: amount, id, json, reason }) =>
    Effect.gen(function* () {
      if (amount <= 0 || amount > 1_000_000_000) {
        return yield* new BootError({ subject: "credits", reason: "must be from 1 to 1 000 000 000" })
      }
      if (reason.trim() === "") return yield* new BootError({ subject: "--reason", reason: "must say why" })
      const { Accounts, CreditLedger, operate } = yield* gateway
      yield* operate(
        config,
        Effect.gen(function* () {
          const accounts = yield* Accounts.Accounts
          const ledger = yield* CreditLedger.CreditLedger
          const account = yield* accounts.find(who)
          const granted = yield* ledger.grant({
            id: Option.getOrElse(id, () => uuidV7Unsafe()),
            accountId: account.id,
            bucket,
            credits: amount,
            reason
          })
          yield* print(
            json,
            { accountId: account.id, bucket, granted: amount, grantedThisMonth: granted },
            `${account.email} has ${amount} more ${bucket} credits this month; ${granted} granted in total`
          )
        })
      )
    })
).pipe(Command.withDescription("Grant credits for the current month, on top of the plan's."))

export const credits = Command.make("credits").pipe(
  Command.withDescription("Show and grant an account's credits."),
  Command.withSubcommands([show, grant])
)

const audit = Command.make(
  "audit",
  {
    account: accountFlag,
    config: configFlag,
    json: jsonFlag
  },
  ({ account: who, config, json }) =>
    Effect.gen(function* () {
      const { Accounts, auditLedger, doubtsDirOf, operate, readComposition } = yield* gateway
      const { loaded } = yield* readComposition(config)
      const report = yield* operate(
        config,
        Effect.gen(function* () {
          const accounts = yield* Accounts.Accounts
          const id = Option.isSome(who) ? (yield* accounts.find(who.value)).id : undefined
          return yield* auditLedger(id, { doubtsDir: doubtsDirOf(loaded) })
        })
      )
      const head = `${report.entries} entries, ${report.balances} balances, ${report.holds} open holds`
      yield* print(
        json,
        report,
        [
          report.differences.length === 0
            ? `${head}: every balance matches its entries`
            : `${head}: ${report.differences.length} differ\n${table(
                ["account", "bucket", "period", "what", "entries say", "derived says"],
                report.differences.map((row) => [
                  row.accountId,
                  row.bucket,
                  row.period,
                  row.what,
                  String(row.entries),
                  String(row.derived)
                ])
              )}`,
          ...(report.deliveries.length === 0
            ? []
            : [
                `${report.deliveries.length} answers of the request log differ from their charges`,
                table(
                  ["request", "at", "account", "operation", "status", "what", "told", "charged"],
                  report.deliveries.map((row) => [
                    row.requestId,
                    row.at,
                    row.accountId,
                    row.operation,
                    String(row.status),
                    row.what,
                    String(row.told),
                    String(row.charged)
                  ])
                )
              ])
        ].join("\n")
      )
      if (report.differences.length > 0) {
        return yield* new BootError({
          subject: "ledger",
          reason: `${report.differences.length} balances don't match their entries`
        })
      }
      if (report.deliveries.length > 0) {
        return yield* new BootError({
          subject: "ledger",
          reason: `${report.deliveries.length} answers of the request log differ from their charges`
        })
      }
    })
).pipe(
  Command.withDescription(
    "Check every balance and usage figure against the ledger's entries, and charges against the answers that are known: those kept for repeats, those this node couldn't confirm, and those in the request log. Exits with 1 if one differs."
  )
)

export const ledger = Command.make("ledger").pipe(
  Command.withDescription("The credit ledger."),
  Command.withSubcommands([audit])
)
