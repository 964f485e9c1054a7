/** The bench at a small size: that it makes and posts whole reports by way of schedules and jobs. Its figures are for a quiet machine. */
import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { Schema } from "effect"
import { assert, describe, it } from "vitest"

const run = promisify(execFile)
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
    const told = await run(process.execPath, [bench, "--short", "--json"], { maxBuffer: 2 ** 24, timeout: 280_000 })
      .then(({ stdout }) => Schema.decodeSync(Told)(stdout.trimEnd().split("\n").at(-1) ?? ""))
      // How far it got is the last that it says.
      .catch((error: { readonly stderr?: string }) => assert.fail(`${error}\n${error.stderr?.slice(-4_000)}`))
    assert.deepInclude(told, { apps: 150, reports: 6, received: 6, whole: 6, failed: 0 })
    assert.isAbove(told.hoursOfAll, 0)
  })
})
