/** How many writes an account may make at once where nothing else is configured. */
import { adjustableClock, usePluginGateway } from "@storeglass/testkit"
import { assert, describe, it } from "vitest"
import plugin from "../src/plugin.ts"
import { at, base, newActor, plugins, unreleased } from "./support.ts"

const beganMs = Date.parse("2026-11-23T10:00:00Z")
const clock = adjustableClock(beganMs)
// The sandbox takes more, as its demo writes faster than people do; without the setting it's the default that holds.
const gateway = usePluginGateway(plugin, { plugins: { ...plugins, workspace: { writesPerSecond: undefined } }, clock })

describe("writes at once", () => {
  it("are twenty by default; the next is told to wait a second and writes nothing, whatever its key, while others go on", async () => {
    const own = await newActor(gateway(), { plan: "large" })
    const other = await newActor(gateway(), { plan: "large" })
    const write = (index: number) => own.ask("POST", base, unreleased(960_000 + index))
    assert.strictEqual((await write(0)).status, 200)
    // No time passes from here on, however slow the machine is.
    clock.advanceMs(-60_000)
    const answers = []
    for (let index = 1; index < 25; index += 1) answers.push(await write(index))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [...Array.from({ length: 19 }, () => 200), ...Array.from({ length: 5 }, () => 429)]
    )
    const [refused] = answers.slice(-1)
    assert.strictEqual(at(refused?.json, "error", "code"), "TOO_MANY_WRITES")
    assert.strictEqual(
      at(refused?.json, "error", "message"),
      "at most 20 writes a second are taken for an account; nothing was written, retry in a second"
    )
    assert.strictEqual(refused?.headers.get("retry-after"), "1")
    const imported = await own.ask("POST", "/v1/user/import", { text: "keyword\ntide\n", appId: 960_000 })
    assert.strictEqual(imported.status, 429, imported.text)
    const previewed = await own.ask("POST", "/v1/user/import", {
      text: "keyword\ntide\n",
      appId: 960_000,
      preview: true
    })
    assert.strictEqual(previewed.status, 429, previewed.text)
    // Looking is no write, and another account has its own twenty.
    const { json } = await own.done("GET", base)
    assert.strictEqual(at(json, "data", "total"), 20)
    await other.done("POST", base, unreleased(960_100))
    assert.strictEqual(await gateway().used(own.accountId), 0)
    // In half a second ten of them are back.
    clock.advanceMs(60_500)
    const later = []
    for (let index = 30; index < 40; index += 1) later.push((await write(index)).status)
    assert.deepEqual(new Set(later), new Set([200]))
  })
})
