/** The bench of starts at one start of each. How long they take is for a quiet machine; how much CPU, in one run, is for any. */
import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { root } from "@storeglass/testkit"
import { Schema } from "effect"
import { assert, describe, it } from "vitest"

const number = Schema.NullOr(Schema.Finite)
const Report = Schema.fromJsonString(
  Schema.Struct({
    rows: Schema.Array(
      Schema.Struct({ name: Schema.String, readyMs: number, bootMs: number, cpuMs: number, ratioToHttp: number })
    )
  })
)

describe("the bench of starts", () => {
  it("starts all of them twice, and accounts and MCP add less than half to a boot's CPU", {
    timeout: 600_000
  }, async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(root, "test/bench/main.ts"), "starts", "--short", "--json"],
      { cwd: root }
    )
    const { rows } = Schema.decodeUnknownSync(Report)(stdout)
    assert.deepEqual(
      rows.map(({ name }) => name),
      ["node:http", "without accounts and MCP", "on a running database", "with its own PostgreSQL"]
    )
    for (const { name, readyMs, ratioToHttp } of rows) {
      assert.isAbove(readyMs ?? 0, 0, name)
      assert.isAtLeast(ratioToHttp ?? 0, 1, name)
    }
    const [, without, accounts, own] = rows
    for (const row of [without, accounts, own]) assert.isNumber(row?.bootMs, row?.name)
    const [less = null, more = null] = [without?.cpuMs, accounts?.cpuMs]
    if (less !== null && more !== null) assert.isBelow(more / less, 1.5)
  })
})
