import { execFile } from "node:child_process"
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { Schema } from "effect"
import { afterAll, assert, describe, it } from "vitest"

const folder = mkdtempSync(join(tmpdir(), "storeb-large-"))
afterAll(() => rmSync(folder, { recursive: true }))

const app = "com.example.app"
const name = `stats/installs/installs_${app}_202610_device.csv`
const mebibyte = 1024 * 1024
const Told = Schema.fromJsonString(Schema.Struct({ rows: Schema.Int, peakBytes: Schema.Int }))

/** A table in the vendor's own UTF-16, of at least so many bytes, and how many rows that were. */
const tableOf = (file: string, bytes: number) => {
  const to = openSync(file, "w")
  let rows = 0
  let written = writeSync(to, Buffer.from("\uFEFFDate,Package Name,Device,Daily User Installs\n", "utf16le"))
  while (written < bytes) {
    const some = Array.from({ length: 2_000 }, () => {
      rows++
      return `2026-10-${String(1 + (rows % 31)).padStart(2, "0")},${app},"device ${rows} ${"é, ".repeat(60)}",${rows % 97}\n`
    })
    written += writeSync(to, Buffer.from(some.join(""), "utf16le"))
  }
  closeSync(to)
  return rows
}
const read = async (file: string) => {
  const program = join(import.meta.dirname, "reports.large.program.ts")
  const { stdout } = await promisify(execFile)(process.execPath, [program, name, file])
  return Schema.decodeUnknownSync(Told)(stdout)
}

describe("a report of 200 MB", () => {
  it("is read to its last row within 150 MB more than a small one takes", { timeout: 300_000 }, async () => {
    const [small, large] = [join(folder, "small.csv"), join(folder, "large.csv")]
    const few = tableOf(small, 1)
    const many = tableOf(large, 200 * mebibyte)
    const before = await read(small)
    const after = await read(large)
    assert.deepEqual([before.rows, after.rows], [few, many])
    const grown = (after.peakBytes - before.peakBytes) / mebibyte
    process.stderr.write(`${many} rows of 200 MB: ${grown.toFixed(0)} MB more at the most\n`)
    assert.isBelow(grown, 150)
  })
})
