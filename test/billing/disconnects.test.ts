import { execFile, execFileSync } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { entriesOf, useTestGateway } from "@storeglass/testkit"
import { assert, describe, it } from "vitest"
import { makeFixture } from "./fixture.ts"

const fixture = makeFixture()
const gateway = useTestGateway({ further: [fixture.plugin] })
const item = "/v1/fixture/items/1"
const shared = "/v1/fixture/shared/1"

const chargesOf = async (accountId: string) => (await gateway().run(entriesOf(accountId))).length

/** How many requests of a client that leaves were charged. */
const chargedFor = async (path: string, how: "at once" | "after one answer") => {
  const { accountId, key } = await gateway().account({ plan: "large" })
  assert.strictEqual((await gateway().ask(path, { key })).status, 200)
  const client = join(import.meta.dirname, "leavingClient.ts")
  const args = [client, new URL(gateway().url).port, path, key, how]
  // The gateway is in this process: while that waits for the client's end, it hears of nothing.
  if (how === "at once") execFileSync(process.execPath, args)
  else await promisify(execFile)(process.execPath, args)
  // Once this is charged, so is all that came before it.
  assert.strictEqual((await gateway().ask(path, { key })).status, 200)
  return (await chargesOf(accountId)) - 2
}

describe("a client that goes away", () => {
  // Whoever leaves after that, in the moment of the charge, is charged: that can't be known before.
  it.each([
    ["a route's own answer", item, 24],
    ["a kept answer", shared, 8]
  ] as const)("as soon as it has asked for %s is mostly not charged", async (_, path, most) => {
    assert.isAtMost(await chargedFor(path, "at once"), most)
  })

  it("with requests behind the one that it reads is charged for little more than that", async () => {
    const runs = fixture.runs()
    const n = await chargedFor(item, "after one answer")
    assert.isAtLeast(n, 1)
    assert.isAtMost(n, 5)
    assert.isAtMost(fixture.runs() - runs - 2, 10)
  })
})
