/** The bench at a small size: that it seeds, serves and measures what it says. Its figures are for a quiet machine. */
import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { assert, describe, it } from "vitest"
import { at, listOf } from "./support.ts"

describe("the bench of the workspace", () => {
  it("asks each GET of accounts of any size, and adds lists", { timeout: 300_000 }, async () => {
    const bench = join(import.meta.dirname, "../bench/scale.ts")
    const { stdout } = await promisify(execFile)(process.execPath, [bench, "--short", "--json"], { maxBuffer: 2 ** 24 })
    // What the gateway itself says comes before.
    const report: unknown = JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "")
    assert.strictEqual(at(report, "accounts"), 40)
    assert.isAtLeast(Number(at(report, "reports")), 3_900)
    // Ten lists of 200 keywords in 20 countries came to those that were seeded.
    assert.isAtLeast(Number(at(report, "keywords")), 3_900 + 10 * 4_000)
    assert.strictEqual(at(report, "list200x20", "asks"), 10)
    const gets = listOf(report, "gets")
    assert.lengthOf(gets, 2 * new Set(gets.map((row) => at(row, "get"))).size)
    for (const row of gets) assert.strictEqual(at(row, "asks"), 5)
    const moving = at(report, "moving")
    assert.deepEqual(at(moving, "added", "versions"), { added: 20, duplicates: 0 })
    assert.deepEqual(at(moving, "addedAgain", "reports"), { added: 0, duplicates: 20 })
    assert.deepEqual([at(moving, "left"), at(moving, "isSameAtAnother")], [null, true])
  })
})
