import type { Connection } from "@storeglass/plugin-api"
import { Effect, Fiber, Layer, Redacted, Result } from "effect"
import { TestClock } from "effect/testing"
import { assert, describe, it } from "vitest"
import { raisedRollouts } from "../src/edits/diffs.ts"
import { type RolloutComparison, RolloutGuard, RolloutVitals } from "../src/edits/RolloutGuard.ts"
import type { AskedRelease, Release } from "../src/edits/schema.ts"

const release = (versionCodes: ReadonlyArray<string>, status: string, userFraction: number | null = null): Release => ({
  name: null,
  versionCodes,
  status,
  userFraction,
  releaseNotes: [],
  countryTargeting: null,
  inAppUpdatePriority: null
})
const asks = (
  versionCodes: ReadonlyArray<string>,
  status: AskedRelease["status"],
  userFraction?: number
): AskedRelease => ({
  versionCodes,
  status,
  ...(userFraction === undefined ? {} : { userFraction })
})
const staged = [release(["140"], "inProgress", 0.1), release(["132"], "completed")]
const raised = { candidate: ["140"], baseline: ["132"] }

describe("a staged rollout is compared", () => {
  it.each([
    ["that goes to more users", staged, [asks(["140"], "inProgress", 0.2)], [raised]],
    ["that goes to everybody", staged, [asks(["140"], "completed")], [raised]],
    [
      "that was halted and goes on",
      [release(["140"], "halted", 0.1), release(["132"], "completed")],
      [asks(["140"], "inProgress", 0.1)],
      [raised]
    ],
    [
      "of which one of two codes stays",
      [release(["140", "141"], "inProgress", 0.1), ...staged.slice(1)],
      [asks(["141"], "inProgress", 0.2)],
      [{ candidate: ["141"], baseline: ["132"] }]
    ],
    ["but not one that stays", staged, [asks(["140"], "inProgress", 0.1)], []],
    ["but not one that goes to fewer", staged, [asks(["140"], "inProgress", 0.05)], []],
    ["but not one that is halted", staged, [asks(["140"], "halted", 0.1)], []],
    ["but not one that is new", staged, [asks(["150"], "inProgress", 0.01)], []],
    ["but not a draft", [release(["140"], "draft"), ...staged.slice(1)], [asks(["140"], "completed")], []]
  ])("%s", (_, releases, asked, found) => {
    assert.deepEqual(raisedRollouts({ releases }, asked), found)
  })
})

const connection: Connection = {
  secret: Redacted.make("x"),
  lane: "lane",
  saved: { accountId: "a", kind: "connect-storeb", revision: "1" },
  details: {}
}
const rate = (worse: boolean) => ({
  metric: "crashRate",
  candidate: { rate: 0.031 },
  baseline: { rate: 0.01 },
  worse
})
const found = (verdict: RolloutComparison["verdict"]): RolloutComparison => ({
  verdict,
  from: "2026-11-16",
  to: "2026-11-22",
  rates: verdict === "unknown" ? [] : [rate(verdict === "worse")],
  reason: verdict === "unknown" ? "too few users" : null
})
const guarded = (vitals: RolloutVitals["Service"]["compare"] | undefined, tried = false) =>
  RolloutGuard.use((guard) =>
    guard.check(connection, "com.example.app", { releases: staged }, [asks(["140"], "inProgress", 0.5)], { tried })
  ).pipe(
    Effect.provide(
      vitals === undefined
        ? RolloutGuard.layer
        : RolloutGuard.layer.pipe(Layer.provide(Layer.succeed(RolloutVitals, { compare: vitals })))
    )
  )
const run = <A, E>(effect: Effect.Effect<A, E>) => Effect.runPromise(Effect.result(effect))

describe("the guard of rollouts", () => {
  it("refuses one that does worse, with both rates, and tells a preview", async () => {
    const refusal = await run(guarded(() => Effect.succeed(found("worse"))))
    assert.isTrue(Result.isFailure(refusal))
    if (Result.isFailure(refusal)) {
      assert.strictEqual(refusal.failure._tag, "ROLLOUT_REFUSED")
      assert.match(refusal.failure.message, /140 does worse than 132: crashRate is 3\.1%, and was 1%.*force: true/)
    }
    const told = await Effect.runPromise(guarded(() => Effect.succeed(found("worse")), true))
    assert.deepEqual(
      told.map(({ code }) => code),
      ["ROLLOUT_REFUSED"]
    )
  })

  it("lets one go on that doesn't", async () => {
    assert.deepEqual(await Effect.runPromise(guarded(() => Effect.succeed(found("ok")))), [])
  })

  it.each([
    ["too little is known", () => Effect.succeed(found("unknown")), /too few users/],
    ["nobody measures", undefined, /weren't told in time/]
  ])("says so where %s, and refuses nothing", async (_, compare, said) => {
    const [warning] = await Effect.runPromise(guarded(compare))
    assert.strictEqual(warning?.code, "ROLLOUT_NOT_COMPARED")
    assert.match(warning?.message ?? "", said)
  })

  it("doesn't wait for vitals that never come, as the app's edit is open meanwhile", async () => {
    const [warning] = await Effect.runPromise(
      Effect.gen(function* () {
        const fiber = yield* Effect.forkChild(guarded(() => Effect.never))
        yield* TestClock.adjust(15_000)
        return yield* Fiber.join(fiber)
      }).pipe(Effect.provide(TestClock.layer()))
    )
    assert.strictEqual(warning?.code, "ROLLOUT_NOT_COMPARED")
  })
})
