/** Reads the report named by its arguments in a process of its own, and prints how many rows it has and the most memory that took. */
import { openSync, readSync, statSync } from "node:fs"
import { Effect, Stream } from "effect"
import { ContentLive } from "../../../packages/core/src/content/ContentLive.ts"
import { reportOf } from "../src/reports/families.ts"
import { readReport } from "../src/reports/readReport.ts"

const [name = "", file = ""] = process.argv.slice(2)
const report = reportOf(name)
if (typeof report === "string") throw new Error(report)
const head = Buffer.alloc(65_536)
const told = readSync(openSync(file, "r"), head)
const batches = readReport(report, { file, bytes: statSync(file).size, head: head.subarray(0, told) })
const rows = await Effect.runPromise(
  Stream.runFold(
    batches,
    () => 0,
    (sum, batch) => sum + batch.rows.length
  ).pipe(Effect.provide(ContentLive))
)
process.stdout.write(JSON.stringify({ rows, peakBytes: process.resourceUsage().maxRSS * 1_024 }))
