import type { UsageDimension } from "@storeglass/plugin-api"
import { Clock, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { BootError } from "../BootError.ts"
import { gateway } from "./lazily.ts"
import { whoArgument } from "./ofAccount.ts"
import { print, table } from "./output.ts"
import { configFlag, jsonFlag } from "./settings.ts"

const usageDimensions = ["day", "credential", "operation", "bucket"] as const satisfies ReadonlyArray<UsageDimension>

/** `key` is what people call a credential. */
const dimensionOf = (text: string): UsageDimension | undefined =>
  text === "key" ? "credential" : usageDimensions.find((dimension) => dimension === text)

const day = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.optional)

export const usage = Command.make(
  "usage",
  {
    account: whoArgument,
    by: Flag.String("by").pipe(
      Flag.withDescription("What to split it by, separated by commas: day, key, operation, bucket. Default day."),
      Flag.withDefault("day")
    ),
    from: day("from", "First day, YYYY-MM-DD in UTC. Default: the first of this month."),
    to: day("to", "Last day, YYYY-MM-DD in UTC. Default: today."),
    config: configFlag,
    json: jsonFlag
  },
  ({ account: who, by, config, from, json, to }) =>
    Effect.gen(function* () {
      const today = new Date(yield* Clock.currentTimeMillis).toISOString().slice(0, 10)
      const wrong = (reason: string) => new BootError({ subject: "usage", reason })
      const dayOf = (name: string, given: Option.Option<string>, otherwise: string) => {
        const text = Option.getOrElse(given, () => otherwise)
        return /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text)
          ? Effect.succeed(text)
          : Effect.fail(wrong(`--${name}: '${text}' isn't a day such as ${today}`))
      }
      const first = yield* dayOf("from", from, `${today.slice(0, 8)}01`)
      const last = yield* dayOf("to", to, today)
      if (Date.parse(last) - Date.parse(first) > 400 * 86_400_000) return yield* wrong("at most 400 days at a time")
      const dimensions: Array<UsageDimension> = []
      for (const name of by.split(",").map((each) => each.trim())) {
        const dimension = dimensionOf(name)
        if (dimension === undefined) return yield* wrong(`--by: '${name}' isn't one of day, key, operation, bucket`)
        dimensions.push(dimension)
      }
      const { AccessTokens, Accounts, CreditUsage, CreditUsageLive, operate, withPlugins } = yield* gateway
      yield* operate(
        config,
        Effect.gen(function* () {
          const accounts = yield* Accounts.Accounts
          const account = yield* accounts.find(who)
          const keys = new Map<string, string>(
            (yield* accounts.keys(account.id)).map(({ hint, id, name }) => [id, `${name} ${hint}`])
          )
          const rows = yield* (yield* CreditUsage).read({
            accountId: account.id,
            from: first,
            to: last,
            by: dimensions
          })
          const unnamed = ({ credentialId: id }: { readonly credentialId?: string | null }) =>
            id !== null && id !== undefined && !keys.has(id)
          // Only the plugin that issues tokens knows what they were granted to.
          if (!json && rows.some(unnamed)) {
            const grants = yield* withPlugins(config, () =>
              Effect.gen(function* () {
                const names = Option.getOrUndefined(yield* Effect.serviceOption(AccessTokens))?.names
                return names === undefined ? new Map<string, string>() : yield* names(account.id)
              })
            )
            for (const [id, name] of grants) keys.set(id, name)
          }
          const cells = rows.map((row) => [
            ...dimensions.map((dimension) =>
              dimension === "credential"
                ? row.credentialId === null || row.credentialId === undefined
                  ? "-"
                  : (keys.get(row.credentialId) ?? row.credentialId)
                : String(row[dimension] ?? "-")
            ),
            String(row.credits),
            String(row.requests)
          ])
          const heads = dimensions.map((dimension) => (dimension === "credential" ? "key" : dimension))
          yield* print(
            json,
            { accountId: account.id, from: first, to: last, rows },
            rows.length === 0 ? "no usage" : table([...heads, "credits", "requests"], cells)
          )
        }).pipe(Effect.provide(CreditUsageLive))
      )
    })
).pipe(Command.withDescription("Show what an account has used by day, key, operation or bucket, to the credit."))
