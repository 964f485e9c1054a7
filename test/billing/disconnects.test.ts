import { execFile, execFileSync } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { CreditLedger } from "@storeglass/core"
import { useTestGateway } from "@storeglass/testkit"
import { Effect, Schedule } from "effect"
import { assert, describe, it } from "vitest"
import { makeFixture } from "./fixture.ts"

const fixture = makeFixture()
const gateway = useTestGateway({ further: [fixture.plugin] })
const item = "/v1/fixture/items/1"
const shared = "/v1/fixture/shared/1"

/** Of both operations. */
const price = 2

/** How many requests of a client that leaves were charged. */
const chargedFor = async (path: string, how: "at once" | "after one answer") => {
  const { accountId, key } = await gateway().account({ plan: "large" })
  assert.strictEqual((await gateway().ask(path, { key })).status, 200)
  const client = join(import.meta.dirname, "leavingClient.ts")
  const args = [client, new URL(gateway().url).port, path, key, how]
  // The gateway is in this process: while that waits for the client's end, it hears of nothing.
  if (how === "at once") execFileSync(process.execPath, args)
  else await promisify(execFile)(process.execPath, args)
  // Once this is charged, so is all that came before it; what was given back is given back a moment later.
  assert.strictEqual((await gateway().ask(path, { key })).status, 200)
  await gateway().run(
    Effect.flatMap(CreditLedger.CreditLedger, ({ unconfirmed }) =>
      unconfirmed.pipe(Effect.repeat({ until: (count) => count === 0, schedule: Schedule.spaced(10) }))
    )
  )
  return ((await gateway().used(accountId)) - 2 * price) / price
}

describe("a client that goes away", () => {
  // The network may tell of it only after the answer is on its way: on a quiet machine of none of the 40, on a busy one of a few.
  it.each([
    ["a route's own answer", item],
    ["a kept answer", shared]
  ] as const)("as soon as it has asked for %s isn't charged, or gets it back", async (_, path) => {
    assert.isAtMost(await chargedFor(path, "at once"), 12)
  })

  it("with requests behind the one that it reads is charged for little more than that", async () => {
    const runs = fixture.runs()
    const n = await chargedFor(item, "after one answer")
    assert.isAtLeast(n, 1)
    assert.isAtMost(n, 5)
    assert.isAtMost(fixture.runs() - runs - 2, 10)
  })
})
