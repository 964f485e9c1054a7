import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger, References, Schema, Scope } from "effect"
import { TestClock } from "effect/testing"
import { makeBounded, type SecurityLogOptions } from "../src/security/SecurityLog.ts"

const Line = Schema.fromJsonString(
  Schema.Struct({ message: Schema.String, annotations: Schema.Record(Schema.String, Schema.Unknown) })
)

/** What a flood of refusals makes the log say. */
const logged = Effect.fnUntraced(function* (options?: SecurityLogOptions) {
  const lines: Array<typeof Line.Type> = []
  const logger = Logger.make((options) => {
    const line = Schema.decodeUnknownSync(Line)(Logger.formatJson.log(options))
    // On a slow machine the test's clock warns that nobody moves it.
    if (line.message.startsWith("security.")) lines.push(line)
  })
  const scope = yield* Scope.make()
  const bounded = yield* Scope.provide(makeBounded(options), scope).pipe(Effect.provide(Logger.layer([logger])))
  const flood = (address: string, times: number) =>
    Effect.forEach(Array.from({ length: times }), () => bounded("security.auth_failed", address, { code: "X" }), {
      discard: true
    }).pipe(Effect.provide(Logger.layer([logger])))
  return { lines, flood, bounded, scope, logger }
})

describe("the security log", () => {
  it.effect("writes ten lines of an address in a minute, then says how many it held back, and begins anew", () =>
    Effect.gen(function* () {
      const { flood, lines } = yield* logged()
      yield* flood("203.0.113.7", 1_000)
      yield* flood("203.0.113.8", 1)
      assert.strictEqual(lines.length, 11)
      yield* TestClock.adjust("1 minute")
      assert.deepEqual(lines.slice(11), [
        {
          message: "security.suppressed",
          annotations: { event: "security.auth_failed", lines: 990, addresses: ["203.0.113.7 990"] }
        }
      ])
      yield* flood("203.0.113.7", 1)
      assert.strictEqual(lines.length, 13)
      yield* TestClock.adjust("5 minutes")
      assert.strictEqual(lines.length, 13)
    })
  )

  it.effect("writes a hundred lines of an event in a minute, however many addresses it comes from", () =>
    Effect.gen(function* () {
      const { flood, lines, bounded, logger } = yield* logged()
      yield* Effect.forEach(Array.from({ length: 5_000 }), (_, index) => flood(`2001:db8::${index.toString(16)}`, 2), {
        discard: true
      })
      assert.strictEqual(lines.length, 100)
      // Another event has lines of its own.
      yield* Effect.provide(bounded("security.access_refused", "203.0.113.7", {}), Logger.layer([logger]))
      assert.strictEqual(lines.length, 101)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(lines.length, 102)
      assert.deepInclude(lines[101]?.annotations, { event: "security.auth_failed", lines: 9_900 })
    })
  )

  it.effect("of a sandbox is as quiet as its level says of what was let through, and of nothing else", () =>
    Effect.gen(function* () {
      const { bounded, lines, logger } = yield* logged({ sandbox: true })
      yield* Effect.andThen(
        bounded("security.auth_succeeded", "203.0.113.7", {}),
        bounded("security.auth_failed", "203.0.113.7", {})
      ).pipe(Effect.provideService(References.MinimumLogLevel, "Error"), Effect.provide(Logger.layer([logger])))
      assert.deepEqual(
        lines.map(({ message }) => message),
        ["security.auth_failed"]
      )
    })
  )

  it.effect("is written under any level but None", () =>
    Effect.gen(function* () {
      const { flood, lines } = yield* logged()
      yield* Effect.provideService(flood("203.0.113.7", 1), References.MinimumLogLevel, "Fatal")
      assert.strictEqual(lines.length, 1)
      yield* Effect.provideService(flood("203.0.113.7", 1), References.MinimumLogLevel, "None")
      assert.strictEqual(lines.length, 1)
    })
  )
})
