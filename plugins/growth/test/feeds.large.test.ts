import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { Schema } from "effect"
import { assert, describe, it } from "vitest"

const mebibyte = 1024 * 1024
const Told = Schema.fromJsonString(Schema.Struct({ kinds: Schema.Array(Schema.String), peakBytes: Schema.Int }))
const read = async (kind: string) => {
  const program = join(import.meta.dirname, "feeds.large.program.ts")
  const { stdout } = await promisify(execFile)(process.execPath, [program, kind])
  return Schema.decodeUnknownSync(Told)(stdout)
}

describe("feeds of 2 MiB, of every kind of bulk", () => {
  it("are read within 100 MB more than a small one takes", { timeout: 120_000 }, async () => {
    const { kinds, peakBytes } = await read("none")
    for (const kind of kinds) {
      const grown = ((await read(kind)).peakBytes - peakBytes) / mebibyte
      process.stderr.write(`${kind}: ${grown.toFixed(0)} MB more at the most\n`)
      assert.isBelow(grown, 100, kind)
    }
  })
})
