/**
 * How much memory reading a large report takes: `node --conditions development plugins/connect-storeb/bench/memory.ts [MB]`
 * prints the file's size, its rows, and the most memory of the process that read it. Another process makes the file.
 */
import { spawnSync } from "node:child_process"
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Stream } from "effect"
import { ContentLive } from "../../../packages/core/src/content/ContentLive.ts"
import { reportOf } from "../src/reports/families.ts"
import { readReport } from "../src/reports/readReport.ts"

const app = "com.example.app"
const [, script = "", asked = "200", path] = process.argv
const mb = (bytes: number) => Math.round(bytes / 1024 / 1024)

const make = (megabytes: number, to: string) => {
  const file = openSync(to, "w")
  const write = (text: string) => writeSync(file, Buffer.from(text, "utf16le"))
  let written = write(
    "\uFEFFDate,Package name,Traffic source,Search term,UTM source,UTM campaign,Store listing visitors\r\n"
  )
  for (let row = 1; written < megabytes * 1024 * 1024; row++) {
    const day = String(1 + (row % 31)).padStart(2, "0")
    written += write(
      `2026-10-${day},${app},Google Play search,"term ${row}, ""quoted""",,,${row % 97}\r\n` +
        Array.from(
          { length: 99 },
          (_, more) => `2026-10-${day},${app},Google Play search,"term ${row}.${more}\nand more",,,${more}\r\n`
        ).join("")
    )
  }
  closeSync(file)
}

const read = async (from: string) => {
  const file = reportOf(`stats/store_performance/store_performance_${app}_202610_traffic_source.csv`)
  if (typeof file === "string") throw new Error(file)
  const bytes = statSync(from).size
  const before = process.memoryUsage().rss
  const started = performance.now()
  let [rows, bad] = [0, 0]
  await Effect.runPromise(
    readReport(file, { file: from, bytes, head: new Uint8Array([0xff, 0xfe]) }).pipe(
      Stream.runForEach((batch) =>
        Effect.sync(() => {
          rows += batch.rows.length
          bad += batch.bad.length
        })
      ),
      Effect.provide(ContentLive)
    )
  )
  const seconds = Number(((performance.now() - started) / 1_000).toFixed(1))
  const peak = process.resourceUsage().maxRSS * 1024
  const told = {
    fileMb: mb(bytes),
    rows,
    bad,
    seconds,
    startMb: mb(before),
    peakMb: mb(peak),
    grewMb: mb(peak - before)
  }
  process.stdout.write(`${JSON.stringify(told)}\n`)
}

if (path !== undefined) await read(path)
else {
  const folder = mkdtempSync(join(tmpdir(), "storeb-memory-"))
  try {
    const to = join(folder, "report.csv")
    make(Number(asked), to)
    spawnSync(process.execPath, [...process.execArgv, script, asked, to], { stdio: "inherit" })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
