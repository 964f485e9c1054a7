import { execFile } from "node:child_process"
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
  await promisify(execFile)(process.execPath, [client, new URL(gateway().url).port, path, key, how])
  // Once this is charged, so is all that came before it.
  assert.strictEqual((await gateway().ask(path, { key })).status, 200)
  return (await chargesOf(accountId)) - 2
}

describe("a client that goes away", () => {
  // Whoever leaves in the moment of the charge is charged: that can't be known before.
  it.each([
    ["a route's own answer", item],
    ["a kept answer", shared]
  ])("as soon as it has asked for %s is hardly ever charged", async (_, path) => {
    const n = await chargedFor(path, "at once")
    assert.isAtMost(n, 8)
  })

  it("with requests behind the one that it reads is charged for little more than that", async () => {
    const runs = fixture.runs()
    const n = await chargedFor(item, "after one answer")
    assert.isAtLeast(n, 1)
    assert.isAtMost(n, 5)
    assert.isAtMost(fixture.runs() - runs - 2, 10)
  })
})
