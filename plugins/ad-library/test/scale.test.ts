/** The bench at a small size: that it keeps, asks and measures what it says. Its figures are for a quiet machine. */
import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { Schema } from "effect"
import { assert, describe, it } from "vitest"

const Memory = Schema.Struct({ most: Schema.Int, held: Schema.Int })
const Report = Schema.fromJsonString(
  Schema.Struct({
    rows: Schema.Int,
    distinctAds: Schema.Int,
    keepMb: Memory,
    askMb: Memory,
    isUnderMemory: Schema.Boolean,
    gets: Schema.Array(Schema.Struct({ get: Schema.String, asks: Schema.Int, p95Ms: Schema.Finite }))
  })
)

describe("the bench of the ad library", () => {
  it("keeps an app's many ads and asks for them in each way", { timeout: 300_000 }, async () => {
    const bench = join(import.meta.dirname, "../bench/scale.ts")
    const { stdout } = await promisify(execFile)(process.execPath, [bench, "--short", "--json"], { maxBuffer: 2 ** 24 })
    // What the gateway itself says comes before.
    const report = Schema.decodeSync(Report)(stdout.trimEnd().split("\n").at(-1) ?? "")
    // 34 of each storefront's 100 ads are its own, and 66 are shown in all.
    assert.deepEqual([report.rows, report.distinctAds], [2_500, 25 * 34 + 66])
    assert.lengthOf(report.gets, 9)
    for (const { asks } of report.gets) assert.strictEqual(asks, 5)
    assert.isTrue(report.isUnderMemory)
  })
})
