/** The bench at a small size: that it makes and posts whole reports by way of schedules and jobs. Its figures are for a quiet machine. */
import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { Schema } from "effect"
import { assert, describe, it } from "vitest"

const Told = Schema.fromJsonString(
  Schema.Struct({
    apps: Schema.Int,
    reports: Schema.Int,
    received: Schema.Int,
    whole: Schema.Int,
    failed: Schema.Int,
    hoursOfAll: Schema.Finite
  })
)

describe("the bench of daily reports", () => {
  it("has each report that is due made, with its findings, and received, among accounts that aren't due", {
    timeout: 300_000
  }, async () => {
    const bench = join(import.meta.dirname, "../bench/scale.ts")
    const { stdout } = await promisify(execFile)(process.execPath, [bench, "--short", "--json"], { maxBuffer: 2 ** 24 })
    const told = Schema.decodeSync(Told)(stdout.trimEnd().split("\n").at(-1) ?? "")
    assert.deepInclude(told, { apps: 150, reports: 6, received: 6, whole: 6, failed: 0 })
    assert.isAbove(told.hoursOfAll, 0)
  })
})
