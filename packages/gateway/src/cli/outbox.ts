import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { gateway } from "./lazily.ts"
import { print, table } from "./output.ts"
import { configFlag, jsonFlag, limitFlag } from "./settings.ts"

export const outbox = Command.make(
  "outbox",
  {
    to: Flag.String("to").pipe(Flag.withDescription("Only mail to this address, with its text."), Flag.optional),
    limit: limitFlag(20),
    config: configFlag,
    json: jsonFlag
  },
  ({ config, json, limit, to }) =>
    Effect.flatMap(gateway, ({ Outbox, operate }) =>
      operate(
        config,
        Effect.gen(function* () {
          const mails = yield* (yield* Outbox).list({ to: Option.getOrUndefined(to), limit: Math.max(1, limit) })
          const rows = table(
            ["at", "to", "kind", "subject"],
            mails.map((mail) => [mail.at, mail.to.join(", "), mail.kind ?? "-", mail.subject])
          )
          const texts = mails.map((mail) => `${mail.at}  ${mail.subject}\n\n${mail.text ?? mail.html ?? ""}`)
          yield* print(
            json,
            mails,
            mails.length === 0 ? "no mails" : Option.isSome(to) ? texts.join("\n\n---\n\n") : rows
          )
        })
      )
    )
).pipe(Command.withDescription("Show the mail that the sandbox kept instead of sending."))
