/** The bench at a small size: that it fills, serves and measures what it says. Its figures are for a quiet machine. */
import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { at, listAt } from "@storeglass/testkit"
import { assert, describe, it } from "vitest"

describe("the bench of growth", () => {
  it("asks each GET of accounts of any size", { timeout: 300_000 }, async () => {
    const bench = join(import.meta.dirname, "../bench/scale.ts")
    const { stdout } = await promisify(execFile)(process.execPath, [bench, "--short", "--json"], { maxBuffer: 2 ** 24 })
    // What the gateway itself says comes before.
    const report: unknown = JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "")
    assert.strictEqual(at(report, "threads"), 4_000)
    const gets = listAt(report, "gets")
    const names = new Set(gets.map((row) => at(row, "get")))
    assert.isAtLeast(names.size, 50)
    assert.lengthOf(gets, 3 * names.size)
    for (const row of gets) assert.strictEqual(at(row, "asks"), 5)
  })
})
