/** The bench at a small size: that it measures what it says. Its figures are for a quiet machine. */
import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { Schema } from "effect"
import { assert, describe, it } from "vitest"

const Told = Schema.Struct({ ms: Schema.Finite, peerMs: Schema.Finite, ratio: Schema.NullOr(Schema.Finite) })
const Asked = Schema.Struct({ asks: Schema.Int, p95Ms: Schema.Finite })
const Report = Schema.fromJsonString(
  Schema.Struct({
    rules: Schema.Array(Schema.Struct({ name: Schema.String, ...Told.fields })),
    listings: Schema.Struct({ ...Told.fields, p95Ms: Schema.Finite }),
    suggest: Schema.Struct({ all: Told, longestStep: Told }),
    answers: Schema.Struct({ record: Asked, audit: Asked, opportunities: Asked, validate: Asked }),
    over: Schema.Array(Schema.String)
  })
)

describe("the bench of aso", () => {
  it("measures rules, listings, suggestions and answers, each beside a peer", { timeout: 300_000 }, async () => {
    const bench = join(import.meta.dirname, "../bench/times.ts")
    const { stdout } = await promisify(execFile)(process.execPath, [bench, "--short", "--json"], { maxBuffer: 2 ** 24 })
    // What the gateway itself says comes before.
    const report = Schema.decodeSync(Report)(stdout.trimEnd().split("\n").at(-1) ?? "")
    assert.lengthOf(report.rules, 10)
    for (const { asks } of Object.values(report.answers)) assert.strictEqual(asks, 3)
    // On a machine of any load it says which are too slow; here, that it looks at all of them.
    const slow = (["audit", "opportunities"] as const).filter((name) => report.answers[name].p95Ms > 80)
    assert.sameMembers(
      report.over.filter((name) => name !== "validate"),
      [...report.rules.filter(({ ms }) => ms > 50).map(({ name }) => name), ...slow]
    )
    assert.strictEqual(report.over.includes("validate"), report.answers.validate.p95Ms > 3)
  })
})
