/** The bench at a small size: that it fills, serves and measures what it says. Its figures are for a quiet machine. */
import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { assert, describe, it } from "vitest"
import { at, listOf } from "./support.ts"

describe("the bench of AI visibility", () => {
  it("asks each GET of apps of any size", { timeout: 300_000 }, async () => {
    const bench = join(import.meta.dirname, "../bench/scale.ts")
    const { stdout } = await promisify(execFile)(process.execPath, [bench, "--short", "--json"], { maxBuffer: 2 ** 24 })
    // What the gateway itself says comes before.
    const report: unknown = JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "")
    assert.isAtLeast(Number(at(report, "answers")), 4_000)
    assert.isAtLeast(Number(at(report, "mentions")), 24_000)
    const gets = listOf(report, "gets")
    const names = new Set(gets.map((row) => at(row, "get")))
    assert.isAtLeast(names.size, 14)
    assert.lengthOf(gets, 3 * names.size)
    for (const row of gets) assert.strictEqual(at(row, "asks"), 5)
  })
})
