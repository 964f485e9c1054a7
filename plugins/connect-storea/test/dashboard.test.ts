/** What pages of an account read of its console. */
import { codeOf, useTestGateway } from "@storeglass/testkit"
import { Schema } from "effect"
import { assert, beforeAll, describe, it } from "vitest"
import { type SignedIn, signedIn } from "../../account/test/signedIn.ts"
import { ChangesMade, ConsoleState, KeptFigures } from "../src/dashboard/api.ts"
import { idle, type Looking, looking } from "./looking.ts"
import { settings } from "./support.ts"

const gateway = useTestGateway({
  plugins: { "connect-storea": { ...settings, syncDays: 45 }, account: true },
  config: idle
})
const root = "/dashboard/api/connect-storea"
let one: Looking
let other: SignedIn

beforeAll(async () => {
  one = await looking(gateway())
  other = await signedIn(gateway)
})

const read = async <A>(schema: Schema.Codec<A, unknown>, path: string, by: SignedIn = one): Promise<A> => {
  gateway().running.sandbox?.control.clearRequests()
  const before = await gateway().used(by.accountId)
  const answer = await by.browser.ask(`${root}${path}`)
  assert.strictEqual(answer.status, 200, answer.text)
  assert.strictEqual(await gateway().used(by.accountId), before, "looking costs something")
  assert.deepEqual(gateway().running.sandbox?.control.requests() ?? [], [], "the vendor was asked")
  return Schema.decodeUnknownSync(Schema.Struct({ data: schema }))(answer.json, { onExcessProperty: "error" }).data
}

describe("looking at a console costs nothing and asks nobody", () => {
  it("shows its state, since when, what to do, and what was read", async () => {
    const { connectedAt, imports, state, todo } = await read(ConsoleState, "/state")
    assert.include(["connected", "degraded"], state)
    assert.isNotNull(connectedAt)
    assert.isNotEmpty(todo)
    assert.isNotEmpty(imports)
  })

  it("shows own downloads by day and country, and proceeds by currency, null where not measured", async () => {
    const { countries, days, proceeds } = await read(KeptFigures, `/figures?appId=${one.appId}`)
    assert.strictEqual(days.length, 30)
    assert.isTrue(days.some(({ firstDownloads }) => firstDownloads !== null))
    for (const { downloadsFrom, firstDownloads, status } of days) {
      assert.strictEqual(status, downloadsFrom === null ? "not_measured" : "measured")
      if (status === "not_measured") assert.isNull(firstDownloads)
    }
    assert.isNotEmpty(proceeds)
    assert.isTrue(proceeds.every((line) => line.days.length === 30))
    for (const { days: line } of proceeds) {
      assert.isTrue(line.every(({ amount, status }) => (amount === null) === (status === "not_measured")))
    }
    assert.isNotEmpty(countries)
    const counts = countries.map(({ firstDownloads }) => firstDownloads ?? 0)
    assert.deepEqual(
      counts,
      counts.toSorted((a, b) => b - a)
    )
  })

  it("shows what was changed there through here, by which key, and whether it's taken back", async () => {
    const { items } = await read(ChangesMade, "/changes")
    assert.isNotEmpty(items)
    assert.deepInclude(items[0], { outcome: "applied", undoable: true, undo: "It can be taken back, by its id." })
    assert.match(items[0]?.by ?? "", /^[0-9a-f-]{36}$/)
  })
})

describe("every route of pages", () => {
  it("shows another account nothing", async () => {
    const { connectedAt, imports, state, todo } = await read(ConsoleState, "/state", other)
    assert.deepEqual([state, connectedAt, imports], ["not_connected", null, []])
    assert.include(todo, "Save a key")
    assert.deepEqual((await read(ChangesMade, "/changes", other)).items, [])
    const { countries, days, proceeds } = await read(KeptFigures, `/figures?appId=${one.appId}`, other)
    assert.deepEqual([countries, proceeds], [[], []])
    assert.isTrue(days.every(({ status }) => status === "not_measured"))
  })

  it.each([
    ["/state?appId=7", "INVALID_INPUT"],
    ["/changes?limit=101", "INVALID_INPUT"],
    ["/figures", "INVALID_APP_ID"],
    ["/figures?appId=com.example.app", "INVALID_APP_ID"],
    ["/figures?appId=7&from=2026-11-05&to=2026-11-04", "INVALID_INPUT"],
    ["/figures?appId=7&from=2020-01-01&to=2026-01-01", "INVALID_INPUT"],
    ["/figures?appId=7&country=us", "INVALID_INPUT"]
  ])("%s answers 400", async (path, code) => {
    const answer = await one.browser.ask(`${root}${path}`)
    assert.deepEqual([answer.status, codeOf(answer.json)], [400, code], answer.text)
  })

  it.each(["/state", "/changes", "/figures?appId=7"])("%s is for whoever is signed in alone", async (path) => {
    const byKey = await gateway().ask(`${root}${path}`, { key: one.key })
    assert.deepEqual([byKey.status, codeOf(byKey.json)], [401, "SESSION_REQUIRED"])
  })
})
