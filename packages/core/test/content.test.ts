import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { assert, describe, it, layer } from "@effect/vitest"
import { Content } from "@storeglass/plugin-api"
import { Effect, Stream } from "effect"
import { ContentLive } from "../src/content/ContentLive.ts"
import { crc32c } from "../src/upstream/crc32c.ts"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "content-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
)
const utf8 = (text: string) => Buffer.from(text, "utf8")
const le = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")])
const be = (text: string) => Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(text, "utf16le").swap16()])

/** As the system's own zip makes it. */
const zipped = Effect.fnUntraced(function* (
  files: Readonly<Record<string, Buffer>>,
  ...options: ReadonlyArray<string>
) {
  const path = yield* folder
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(path, name), bytes)
  execFileSync("zip", ["-q", ...options, "out.zip", ...Object.keys(files)], { cwd: path })
  return readFileSync(join(path, "out.zip"))
})
const reasonOf = (effect: Effect.Effect<unknown, { readonly reason: string }>) =>
  Effect.map(Effect.flip(effect), ({ reason }) => reason)

layer(ContentLive)("content", (it) => {
  it.effect("is told by its first bytes", () =>
    Effect.gen(function* () {
      const { kindOf } = yield* Content
      assert.strictEqual(kindOf(gzipSync("a")), "gzip")
      assert.strictEqual(kindOf(utf8("\ufeffa")), "utf-8-bom")
      assert.strictEqual(kindOf(le("a")), "utf-16le")
      assert.strictEqual(kindOf(be("a")), "utf-16be")
      assert.strictEqual(kindOf(utf8(`${"x".repeat(4_095)}ü`)), "text")
      assert.strictEqual(kindOf(utf8("")), "text")
      assert.strictEqual(kindOf(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1])), "binary")
      assert.strictEqual(kindOf(Buffer.from([0x61, 0xff])), "binary")
    })
  )

  it.effect("gives the same text whether it came plain, gzipped, zipped, in UTF-8 or in UTF-16", () =>
    Effect.gen(function* () {
      const { text } = yield* Content
      const report = "Date\tUnits\r\n2026-11-22\t7 ü 😀\r\n"
      const forms = [utf8(report), utf8(`\ufeff${report}`), le(report), be(report)]
      for (const form of forms) {
        assert.strictEqual(yield* text(form), report)
        assert.strictEqual(yield* text(gzipSync(form)), report)
        assert.strictEqual(yield* text(yield* zipped({ "a.csv": form })), report)
        assert.strictEqual(yield* text(yield* zipped({ "a.csv": form }, "-0")), report)
      }
    })
  )

  it.effect("gives the files of an archive with their names", () =>
    Effect.gen(function* () {
      const { unzip } = yield* Content
      const archive = yield* zipped({ "b.csv": utf8("b"), "a.csv": utf8("a".repeat(1_000)), "c.bin": Buffer.alloc(3) })
      const entries = yield* unzip(archive)
      assert.deepStrictEqual(
        entries.map(({ bytes, name }) => [name, bytes.length]),
        [
          ["b.csv", 1],
          ["a.csv", 1_000],
          ["c.bin", 3]
        ]
      )
    })
  )

  it.effect("is refused when it grows over the limit or the ratio", () =>
    Effect.gen(function* () {
      const { gunzip, unzip } = yield* Content
      const bomb = Buffer.alloc(40 * 1024 * 1024)
      assert.strictEqual(yield* reasonOf(gunzip(gzipSync(bomb))), "ratio")
      assert.strictEqual(yield* reasonOf(gunzip(gzipSync(bomb), { ratioMax: 5_000, bytesMax: 1_000 })), "too_large")
      assert.strictEqual((yield* gunzip(gzipSync(bomb), { ratioMax: 5_000 })).length, bomb.length)
      const archive = yield* zipped({ "a.csv": bomb })
      assert.strictEqual(yield* reasonOf(unzip(archive)), "ratio")
      const parts = yield* zipped({ "a.csv": utf8("a".repeat(600)), "b.csv": utf8("b".repeat(600)) })
      assert.strictEqual(yield* reasonOf(unzip(parts, { bytesMax: 1_000 })), "too_large")
    })
  )

  it.effect("that is damaged fails, wherever it was cut or changed, and never dies", () =>
    Effect.gen(function* () {
      const { gunzip, text, unzip } = yield* Content
      const packed = gzipSync("some text that is long enough")
      for (let end = 2; end < packed.length; end++) {
        assert.strictEqual(yield* reasonOf(gunzip(packed.subarray(0, end))), "broken")
      }
      const archive = yield* zipped({ "a.csv": utf8("some text"), "b.csv": utf8("more of it") })
      for (let end = 0; end < archive.length; end++) {
        assert.strictEqual(yield* reasonOf(unzip(archive.subarray(0, end))), "broken")
      }
      for (let at = 0; at < archive.length; at++) {
        const changed = Buffer.from(archive)
        changed.writeUInt8(archive.readUInt8(at) ^ 0xff, at)
        yield* Effect.exit(text(changed))
        const exit = yield* Effect.exit(unzip(changed))
        assert.isFalse(exit._tag === "Failure" && String(exit.cause).includes("Die"), `byte ${at}`)
      }
      assert.strictEqual(
        yield* reasonOf(text(yield* zipped({ "a.csv": utf8("a"), "b.csv": utf8("b") }))),
        "unsupported"
      )
      assert.strictEqual(yield* reasonOf(text(yield* zipped({ "a.csv": utf8("a") }, "-P", "x"))), "unsupported")
      assert.strictEqual(yield* reasonOf(text(Buffer.from([0, 1, 2]))), "not_text")
    })
  )

  it.effect("of a file is read in pieces, inflated within the limits", () =>
    Effect.gen(function* () {
      const { stream } = yield* Content
      const path = yield* folder
      const read = (bytes: Buffer, limits = {}) => {
        const file = join(path, "x")
        writeFileSync(file, bytes)
        const pieces = Stream.runCollect(stream({ file, bytes: bytes.length, head: bytes.subarray(0, 10) }, limits))
        return Effect.map(pieces, (chunks) => Buffer.concat(chunks).toString("utf8"))
      }
      const report = "a line\n".repeat(100_000)
      assert.strictEqual(yield* read(utf8(report)), report)
      assert.strictEqual(yield* read(gzipSync(report)), report)
      assert.strictEqual(yield* reasonOf(read(gzipSync(Buffer.alloc(40_000_000)))), "ratio")
      assert.strictEqual(yield* reasonOf(read(gzipSync(report), { bytesMax: 1_000 })), "too_large")
      assert.strictEqual(yield* reasonOf(read(gzipSync(report).subarray(0, 500))), "broken")
      const archive = Buffer.from(yield* zipped({ "a.csv": utf8(report) }))
      assert.strictEqual(yield* read(archive), report)
      assert.strictEqual(yield* reasonOf(read(archive, { bytesMax: 1_000 })), "too_large")
      assert.strictEqual(yield* reasonOf(read(archive.subarray(0, 100))), "broken")
      const changed = Buffer.from(archive)
      const crcAt = changed.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02])) + 16
      changed.writeUInt8(changed.readUInt8(crcAt) ^ 1, crcAt)
      assert.strictEqual(yield* reasonOf(read(changed)), "broken", "its CRC isn't that of what came")
      assert.strictEqual(yield* reasonOf(read(yield* zipped({ "a.csv": Buffer.alloc(40_000_000) }))), "ratio")
      const several = Buffer.from(yield* zipped({ "a.csv": utf8("a"), "b.csv": utf8("b") }))
      assert.strictEqual(yield* reasonOf(read(several)), "unsupported")
      assert.strictEqual(
        yield* reasonOf(read(Buffer.from(yield* zipped({ "a.csv": utf8("a") }, "-P", "x")))),
        "unsupported"
      )
    })
  )
})

describe("CRC-32C", () => {
  it("is that of RFC 3720, also over pieces", () => {
    assert.strictEqual(crc32c(utf8("123456789")), 0xe3069283)
    assert.strictEqual(crc32c(Buffer.alloc(32)), 0x8a9136aa)
    assert.strictEqual(crc32c(utf8("6789"), crc32c(utf8("12345"))), 0xe3069283)
  })
})
