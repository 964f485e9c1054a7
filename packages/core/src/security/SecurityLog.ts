import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Queue, References, Schedule } from "effect"
import { changesChannel, decodeChange } from "./SecurityChanges.ts"

/** What anyone on the network can cause, as often as they like. */
export type BoundedEvent =
  | "security.auth_succeeded"
  | "security.auth_failed"
  | "security.access_refused"
  | "security.rate_limited"
  | "security.input_refused"
  | "security.request_malformed"
  | "security.address_refused"

type Fields = Readonly<Record<string, string | number | boolean | ReadonlyArray<string> | undefined>>

/** Lines in a minute: so many from one address, and so many of one event. The others are counted. */
const addressLinesMax = 10
const eventLinesMax = 100
const addressesToldMax = 10

interface Minute {
  lines: number
  suppressed: number
  /** By address: no more of them than lines. */
  readonly byAddress: Map<string, number>
}

/** What a gateway with invented stores did interests nobody unless `logs.level` says so. */
export interface SecurityLogOptions {
  readonly sandbox?: boolean
}

/** Writes lines that `logs.level` doesn't hold back, short of `None`. */
const makeTell =
  ({ sandbox = false }: SecurityLogOptions) =>
  (level: "Info" | "Warn", event: string, fields: Fields) =>
    Effect.flatMap(References.MinimumLogLevel, (minimum) => {
      const line = Effect.logWithLevel(level)(event).pipe(
        Effect.annotateLogs(Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)))
      )
      return minimum === "None" || (sandbox && level === "Info")
        ? line
        : Effect.provideService(line, References.MinimumLogLevel, "Info")
    })

/** Tells of so many events in a minute, and after it how many more there were. */
export const makeBounded = Effect.fnUntraced(function* (options: SecurityLogOptions = {}) {
  const tell = makeTell(options)
  const minutes = new Map<BoundedEvent, Minute>()

  const endMinute = Effect.suspend(() => {
    const ended = [...minutes]
    minutes.clear()
    return Effect.forEach(
      ended.filter(([, { suppressed }]) => suppressed > 0),
      ([event, { byAddress, suppressed }]) =>
        tell("Warn", "security.suppressed", {
          event,
          lines: suppressed,
          addresses: [...byAddress]
            .filter(([, count]) => count > addressLinesMax)
            .sort(([, a], [, b]) => b - a)
            .slice(0, addressesToldMax)
            .map(([address, count]) => `${address} ${count - addressLinesMax}`)
        }),
      { discard: true }
    )
  })
  yield* Effect.forkScoped(Effect.forever(Effect.delay(endMinute, "1 minute")))
  yield* Effect.addFinalizer(() => endMinute)

  return (event: BoundedEvent, address: string, fields: Fields): Effect.Effect<void> =>
    Effect.suspend(() => {
      const minute = minutes.get(event) ?? { lines: 0, suppressed: 0, byAddress: new Map() }
      minutes.set(event, minute)
      const count = minute.byAddress.get(address) ?? 0
      const isTold = count < addressLinesMax && minute.lines < eventLinesMax
      if (isTold || count > 0) minute.byAddress.set(address, count + 1)
      if (!isTold) {
        minute.suppressed += 1
        return Effect.void
      }
      minute.lines += 1
      return tell(event === "security.auth_succeeded" ? "Info" : "Warn", event, { address, ...fields })
    })
})

/**
 * The log of what matters to security, each kind under a name that stays; docs/operating.md lists them. Callers give no
 * secrets: nothing here could recognise one.
 */
export class SecurityLog extends Context.Service<
  SecurityLog,
  {
    /** What whoever is at an address can cause. Bounded, so that it can't fill a disk. */
    readonly bounded: (event: BoundedEvent, address: string, fields: Fields) => Effect.Effect<void>
    /** What the operator or the gateway did. */
    readonly told: (event: `security.${string}`, fields: Fields) => Effect.Effect<void>
  }
>()("@storeglass/core/security/SecurityLog") {}

export const layer = (options: SecurityLogOptions = {}) =>
  Layer.effect(
    SecurityLog,
    Effect.gen(function* () {
      const pg = yield* PgClient.PgClient
      const tell = makeTell(options)
      const bounded = yield* makeBounded(options)

      // Whoever made the change may be another process, such as the command line.
      yield* pg.listen(changesChannel).pipe(
        Effect.flatMap((heard) =>
          Effect.forever(
            Queue.take(heard).pipe(
              Effect.flatMap(({ payload }) => decodeChange(payload)),
              Effect.flatMap(({ actor, accountId, at, detail, event, id }) =>
                tell("Info", event, { changeId: id, changedAt: at, accountId, actor, ...detail })
              ),
              Effect.catchTag("SchemaError", () => Effect.logWarning("A security change couldn't be read"))
            )
          )
        ),
        Effect.scoped,
        Effect.retry(Schedule.spaced("1 second")),
        Effect.forkScoped
      )

      return SecurityLog.of({
        bounded,
        told: (event, fields) => tell("Info", event, fields)
      })
    })
  )
