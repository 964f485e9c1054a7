import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { type OffsetMeaning, type Page, readPages } from "../src/vendor/pages.ts"

interface Row {
  readonly key: number
  readonly last: number
}
interface Drift {
  readonly detail: string
}
const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const Meaning = Schema.Literals(["records", "pages"])
const Known = Schema.Literals(["records", "pages", "unknown"])

/** A list of `size` rows as a vendor with that meaning of `offset` pages it; `shift` rows move to its end at each request. */
const vendor = (size: number, meaning: OffsetMeaning, perPage: number, shift = 0, tells = true) => {
  const rows = Array.from({ length: size }, (_, key) => ({ key, last: key }))
  let asked = 0
  return {
    asked: () => asked,
    ask: (offset: number) =>
      Effect.sync((): Page<Row> => {
        const by = size === 0 ? 0 : (asked * shift) % size
        asked += 1
        const turned = [...rows.slice(by), ...rows.slice(0, by)]
        const start = meaning === "records" ? offset : offset * perPage
        return { rows: turned.slice(start, start + perPage), total: tells ? size : null }
      })
  }
}
const read = (ask: (offset: number) => Effect.Effect<Page<Row>>, known: OffsetMeaning | undefined, most?: number) => {
  const learnt: Array<OffsetMeaning> = []
  return readPages({
    ask,
    keyOf: ({ key }) => String(key),
    merge: (before, again) => (again.last >= before.last ? again : before),
    meaning: known,
    learnt: (meaning) => Effect.sync(() => learnt.push(meaning)),
    ...(most === undefined ? {} : { most }),
    drift: (detail) => Effect.fail<Drift>({ detail })
  }).pipe(Effect.map((told) => ({ ...told, learnt })))
}

describe("a paged list", () => {
  it.effect.prop(
    "is read whole and each row once, whatever offset means and was taken to mean",
    [between(0, 700), Meaning, Known, between(7, 50)],
    ([size, meaning, known, perPage]) =>
      Effect.gen(function* () {
        const { ask, asked } = vendor(size, meaning, perPage)
        const { rows, total } = yield* read(ask, known === "unknown" ? undefined : known)
        assert.deepEqual(
          rows.map(({ key }) => key).toSorted((a, b) => a - b),
          Array.from({ length: size }, (_, key) => key)
        )
        assert.strictEqual(total, size)
        // Each page once, and once more at most where it was taken to mean the other.
        assert.isAtMost(asked(), 2 * Math.ceil(size / perPage) + 8)
      })
  )

  it.effect.prop(
    "ends where its rows shift while it's read: whole, or told as drift, and never with a row twice",
    [between(0, 400), Meaning, between(10, 50), between(1, 3)],
    ([size, meaning, perPage, shift]) =>
      Effect.gen(function* () {
        const { ask, asked } = vendor(size, meaning, perPage, shift)
        const told = yield* Effect.result(read(ask, undefined))
        if (told._tag === "Success") {
          assert.strictEqual(new Set(told.success.rows.map(({ key }) => key)).size, told.success.rows.length)
          assert.strictEqual(told.success.rows.length, size)
        } else assert.match(told.failure.detail, /^a list tells \d+ rows and gave \d+$/)
        assert.isAtMost(asked(), 12 * Math.ceil(size / perPage) + 20)
      })
  )

  it.effect("learns by its second page what offset means", () =>
    Effect.gen(function* () {
      assert.deepEqual((yield* read(vendor(120, "pages", 50).ask, undefined)).learnt, ["pages"])
      assert.deepEqual((yield* read(vendor(120, "records", 50).ask, undefined)).learnt, ["records"])
      assert.deepEqual((yield* read(vendor(50, "pages", 50).ask, undefined)).learnt, [])
    })
  )

  it.effect("that tells rows and gives none is drift after a few requests", () =>
    Effect.gen(function* () {
      let asked = 0
      const told = yield* Effect.result(
        read(() => Effect.sync(() => ({ rows: [], total: asked++ < 0 ? 0 : 3 })), undefined)
      )
      assert.strictEqual(told._tag, "Failure")
      assert.isAtMost(asked, 8)
    })
  )

  it.effect("without a total ends with the page that isn't full", () =>
    Effect.gen(function* () {
      const { rows } = yield* read(vendor(120, "records", 50, 0, false).ask, undefined)
      assert.strictEqual(rows.length, 120)
    })
  )

  it.effect("gives the first rows, and asks for no more pages than these need", () =>
    Effect.gen(function* () {
      const { ask, asked } = vendor(700, "records", 50)
      const { rows, total } = yield* read(ask, undefined, 60)
      assert.deepEqual([rows.length >= 60, total, asked()], [true, 700, 2])
    })
  )
})
