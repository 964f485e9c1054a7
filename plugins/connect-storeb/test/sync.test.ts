/** The sync of a connection: by schedule, part by part, and told in its status. */
import { Schedules } from "@storeglass/plugin-api"
import { useTestGateway } from "@storeglass/testkit"
import { Effect } from "effect"
import { assert, describe, it } from "vitest"
import { statusOf } from "../src/sync/SyncStates.ts"
import { reader } from "./reports.support.ts"
import { at, controlOf, dataOf, idle, plugins } from "./support.ts"

const gateway = useTestGateway({ plugins, config: idle })
const schedules = async (accountId: string) => {
  const all = await gateway().run(Effect.flatMap(Schedules, (service) => service.list({ accountId })))
  return all.filter(({ plugin }) => plugin === "connect-storeb")
}

describe("a connection's sync", () => {
  it("runs by a schedule of each part, which rests while there's no connection", async () => {
    const person = await reader(gateway())
    const reports = async () => (await schedules(person.accountId)).find(({ name }) => name === "reports")
    assert.deepEqual((await reports())?.paused, [])
    dataOf(await person.ask("/credentials", "DELETE"))
    assert.deepEqual((await reports())?.paused, ["connection"])
    await person.sync()
    assert.deepInclude(await person.status(), { connected: false, syncStatus: "never" })
    dataOf(await person.connect({ serviceAccountJson: person.keyFile }), 201)
    assert.deepEqual((await reports())?.paused, [])
  })

  it("is never, then ok with the time it ended, and failed where the right is gone", async () => {
    const person = await reader(gateway())
    assert.deepInclude(await person.status(), { syncStatus: "never", lastSyncAt: null })
    await person.sync()
    const status = await person.status()
    assert.strictEqual(at(status, "syncStatus"), "ok")
    assert.match(String(at(status, "lastSyncAt")), /^\d{4}-.*Z$/)
    const poor = await reader(gateway(), { without: ["reports", "financialReports"] })
    await poor.sync()
    const failed = await poor.status()
    assert.strictEqual(at(failed, "syncStatus"), "failed")
    assert.match(String(at(failed, "lastError")), /it lacks/)
  })

  it("ends quietly with a key that the vendor no longer accepts", async () => {
    const person = await reader(gateway())
    await controlOf(gateway()).act("play-console", "revoke", person.keyFile.client_email)
    await person.sync()
    assert.deepInclude(await person.status(), { connected: false, state: "rejected" })
  })
})

describe("the state of the whole", () => {
  const row = (room: string, state: "running" | "ok" | "partial" | "failed", problems: ReadonlyArray<string> = []) => ({
    room,
    state,
    problems,
    endedAt: state === "running" ? null : `2026-11-2${room.length % 10}T00:00:00.000Z`
  })
  it.each([
    ["nothing ran", [], "never"],
    ["a part runs", [row("a", "running"), row("b", "failed")], "running"],
    ["all went well", [row("a", "ok"), row("b", "ok")], "ok"],
    ["one failed", [row("a", "ok"), row("b", "failed")], "partial"],
    ["one lacks something", [row("a", "ok"), row("b", "partial")], "partial"],
    ["all failed", [row("a", "failed"), row("b", "failed")], "failed"]
  ] as const)("where %s", (_, rows, expected) => {
    assert.strictEqual(statusOf(rows).syncStatus, expected)
  })

  it("tells each part's problems and the last end", () => {
    assert.deepEqual(statusOf([row("a", "ok"), row("bc", "failed", ["x", "y"])]), {
      syncStatus: "partial",
      lastSyncAt: "2026-11-22T00:00:00.000Z",
      problems: ["bc: x", "bc: y"]
    })
  })
})
