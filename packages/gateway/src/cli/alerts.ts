import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { BootError } from "../BootError.ts"
import { gateway } from "./lazily.ts"
import { print, table } from "./output.ts"
import { configFlag, jsonFlag } from "./settings.ts"

const iso = (ms: number) => new Date(ms).toISOString()

export const alerts = Command.make(
  "alerts",
  {
    settle: Flag.String("settle").pipe(
      Flag.withDescription("The cause of one that is seen to: it isn't shown any more, and is news if it comes again."),
      Flag.optional
    ),
    config: configFlag,
    json: jsonFlag
  },
  ({ config, json, settle }) =>
    Effect.flatMap(gateway, ({ OperatorAlertAdmin, operate }) =>
      operate(
        config,
        Effect.gen(function* () {
          const admin = yield* OperatorAlertAdmin
          if (Option.isSome(settle)) {
            const cause = settle.value
            if (!(yield* admin.settle(cause))) {
              return yield* new BootError({ subject: "alerts", reason: `no alert is open with the cause '${cause}'` })
            }
            return yield* print(json, { settled: cause }, `settled: ${cause}`)
          }
          const open = yield* admin.list
          const shown = open.map(({ cause, lastMs, mailedMs, sinceMs, text, times, title }) => ({
            cause,
            title,
            text,
            times,
            since: iso(sinceMs),
            last: iso(lastMs),
            mailed: mailedMs === null ? null : iso(mailedMs)
          }))
          const rows = shown.map(({ cause, last, since, times, title }) => [since, last, String(times), cause, title])
          yield* print(
            json,
            shown,
            open.length === 0 ? "no alerts" : table(["since", "last", "times", "cause", "what"], rows)
          )
        })
      )
    )
).pipe(Command.withDescription("Show what operators must see to, such as a vendor that refuses the gateway's key."))
