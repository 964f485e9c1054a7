import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { BootError } from "../BootError.ts"
import { gateway } from "./lazily.ts"
import { print, table } from "./output.ts"
import { accountFlag, configFlag, jsonFlag, limitFlag } from "./settings.ts"

const timeOf = (name: string, text: Option.Option<string>) =>
  Option.match(text, {
    onNone: () => Effect.undefined,
    onSome: (given) => {
      const ms = Date.parse(given)
      return Number.isNaN(ms)
        ? Effect.fail(new BootError({ subject: name, reason: `'${given}' isn't a time such as 2026-11-23T10:00:00Z` }))
        : Effect.succeed(ms)
    }
  })

const told = (value: unknown) => (value === null ? "-" : JSON.stringify(value))

export const audit = Command.make(
  "audit",
  {
    account: accountFlag,
    action: Flag.String("action").pipe(
      Flag.withDescription("Only these actions, comma-separated, as in key.created."),
      Flag.optional
    ),
    since: Flag.String("since").pipe(Flag.withDescription("Only from this time on (ISO 8601)."), Flag.optional),
    until: Flag.String("until").pipe(Flag.withDescription("Only before this time (ISO 8601)."), Flag.optional),
    after: Flag.String("after").pipe(
      Flag.withDescription("Go on after a page: its `next`, as --json gives it."),
      Flag.optional
    ),
    limit: limitFlag(50),
    config: configFlag,
    json: jsonFlag
  },
  ({ account: who, action, after, config, json, limit, since, until }) =>
    Effect.gen(function* () {
      const fromMs = yield* timeOf("since", since)
      const untilMs = yield* timeOf("until", until)
      const { Accounts, listAudit, operate } = yield* gateway
      yield* operate(
        config,
        Effect.gen(function* () {
          const accounts = yield* Accounts.Accounts
          const page = yield* listAudit({
            accountId: Option.isSome(who) ? (yield* accounts.find(who.value)).id : undefined,
            actions: Option.getOrUndefined(Option.map(action, (text) => text.split(",").map((each) => each.trim()))),
            fromMs,
            untilMs,
            after: Option.getOrUndefined(after),
            limit
          })
          const rows = page.entries.map(({ accountId, action, actor, address, after, at, before, target }) => [
            at,
            action,
            accountId ?? "-",
            actor.id === null ? actor.kind : `${actor.kind} ${actor.id}`,
            address ?? "-",
            target === null ? "-" : `${target.kind} ${target.id}`,
            `${told(before)} > ${told(after)}`
          ])
          yield* print(
            json,
            page,
            rows.length === 0
              ? "nothing"
              : table(["at", "action", "account", "by", "from", "target", "before > after"], rows)
          )
        })
      )
    })
).pipe(Command.withDescription("Show the audit log: who did what to which account, and from where."))
