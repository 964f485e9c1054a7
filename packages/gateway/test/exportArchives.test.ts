import { createHash } from "node:crypto"
import { it } from "@effect/vitest"
import { ContentLive, zipOf } from "@storeglass/core"
import { Content } from "@storeglass/plugin-api"
import { Arbitrary, Effect, Schema } from "effect"
import { assert, describe } from "vitest"
import { type Archive, makeArchiver } from "../src/system/exportArchives.ts"

const bounds = { archiveBytesMax: 6_000, partBytesMax: 3_000, openBytesMax: 8_000 }
/** The longest row that these tests make. */
const rowBytesMax = 1_200
const Row = Schema.Struct({
  part: Schema.Literals(["a", "b", "c", "d", "e"]),
  bytes: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: rowBytesMax - 40 }))
})
const rows = Arbitrary.array(Arbitrary.schema(Row), { minLength: 0, maxLength: 200 })

/** Text that packs as badly as any. */
const textOf = (seed: string, bytes: number) => {
  let text = ""
  for (let round = 0; text.length < bytes; round++) {
    text += createHash("sha512").update(`${seed} ${round}`).digest("base64")
  }
  return text.slice(0, bytes)
}

describe("an export in archives", () => {
  it.effect.prop(
    "has each row once and in order, however many it takes, and holds no more than its bounds",
    { rows },
    ({ rows }) =>
      Effect.gen(function* () {
        const stored: Array<Archive> = []
        let most = 0
        const archiver = makeArchiver(bounds, (archive) => Effect.sync(() => stored.push(archive)))
        for (const [index, { bytes, part }] of rows.entries()) {
          yield* archiver.add("core", { part, row: { index, text: textOf(String(index), bytes) } })
          const { openBytes, packedBytes } = archiver.held()
          assert.isAtMost(openBytes, bounds.openBytesMax)
          most = Math.max(most, packedBytes)
        }
        assert.strictEqual(yield* archiver.end, rows.length)
        // Of one file that is larger than an archive should be there's no way around: a part's rows and the row that made it full.
        assert.isAtMost(most, 2 * (bounds.archiveBytesMax + 2 * (bounds.partBytesMax + rowBytesMax)))

        assert.deepEqual(
          stored.map(({ number }) => number),
          stored.map((_, index) => index + 1)
        )
        assert.deepEqual(
          stored.map(({ whole }) => whole?.archives),
          stored.map((_, index) => (index === stored.length - 1 ? stored.length : undefined))
        )
        const content = yield* Content
        const found = new Map<string, Array<number>>()
        const names: Array<string> = []
        for (const { entries } of stored) {
          for (const { bytes, name } of yield* content.unzip(zipOf(entries, Date.parse("2026-11-23T10:00:00Z")))) {
            names.push(name)
            const [, part = ""] = /^core\/([a-e])(?:-\d+)?\.json$/.exec(name) ?? []
            if (part === "") continue
            const read: ReadonlyArray<{ readonly index: number }> = JSON.parse(new TextDecoder().decode(bytes))
            found.set(part, [...(found.get(part) ?? []), ...read.map(({ index }) => index)])
          }
        }
        assert.strictEqual(new Set(names).size, names.length)
        assert.isTrue(names.every((name) => names.includes(name.replace(/\.csv$/, ".json"))))
        for (const part of ["a", "b", "c", "d", "e"]) {
          const wanted = [...rows.entries()].filter(([, row]) => row.part === part).map(([index]) => index)
          assert.deepEqual(found.get(part) ?? [], wanted)
          assert.strictEqual(stored.at(-1)?.whole?.rows[`core/${part}`] ?? 0, wanted.length)
        }
      }).pipe(Effect.provide(ContentLive))
  )
})
