import { Effect, Option } from "effect"
import { Flag } from "effect/cli"
import { BootError } from "../BootError.ts"

const unitMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** A flag for a moment; `what` goes before "a date such as …". */
export const momentFlag = (name: string, what: string) =>
  Flag.String(name).pipe(
    Flag.withDescription(`${what} a date such as 2026-11-01, or within an age such as 30m, 24h or 7d.`),
    Flag.optional
  )

/** A moment, as a date or as an age like `24h`. */
export const momentOf = (
  subject: string,
  name: string,
  given: Option.Option<string>,
  nowMs: number
): Effect.Effect<number | undefined, BootError> =>
  Option.match(given, {
    onNone: () => Effect.succeed(undefined),
    onSome: (text) => {
      const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? []
      const ms =
        count === undefined || unit === undefined ? Date.parse(text) : nowMs - Number(count) * (unitMs[unit] ?? 0)
      return Number.isNaN(ms)
        ? Effect.fail(
            new BootError({ subject, reason: `--${name}: '${text}' is neither a date nor an age such as 24h` })
          )
        : Effect.succeed(ms)
    }
  })
