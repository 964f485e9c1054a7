/** The bench of the request log at a small size: that it seeds, and pages under every filter. Its figures are for a quiet machine. */
import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { Schema } from "effect"
import { assert, describe, it } from "vitest"

const Report = Schema.fromJsonString(
  Schema.Struct({
    rows: Schema.Int,
    filters: Schema.Array(
      Schema.Struct({ filter: Schema.String, asks: Schema.Int, p95Ms: Schema.Finite, rows: Schema.Int })
    )
  })
)

describe("the bench of the request log", () => {
  it("asks pages under every filter, and finds what there is", { timeout: 300_000 }, async () => {
    const bench = join(import.meta.dirname, "../bench/requestLog.ts")
    const { stdout } = await promisify(execFile)(process.execPath, [bench, "--short", "--json"])
    const { filters, rows } = Schema.decodeUnknownSync(Report)(stdout)
    assert.deepEqual([rows, filters.length], [20_000, 27])
    const found = new Map(filters.map((each) => [each.filter, each.rows]))
    for (const filter of ["none", "2xx", "key", "bucket", "http"]) assert.strictEqual(found.get(filter), 400, filter)
    for (const filter of ["a code that there isn't", "another bucket", "text that there isn't", "explorer"]) {
      assert.strictEqual(found.get(filter), 0, filter)
    }
    for (const { asks } of filters) assert.strictEqual(asks, 4)
  })
})
