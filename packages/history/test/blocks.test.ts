import { crc32, deflateRawSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { ByteWriter } from "../src/packed/bytes.ts"
import { decodeColumns, encodeColumns } from "../src/packed/columnsBlock.ts"
import { decodePlaces, encodePlaces, idsMax, type Places } from "../src/packed/placesBlock.ts"

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

/** Rows of a block: the distance to the id before, and a place for some of the slots. */
const Rows = Schema.Struct({
  firstSlot: between(0, 40_000),
  slots: between(1, 40),
  placeMax: Schema.Literals([3, 100, 250, 251, 400, 65_535]),
  rows: Schema.Array(Schema.Struct({ gap: between(1, 1_000_000), places: Schema.Array(between(0, 131_071)) })).check(
    Schema.isMaxLength(60)
  )
})
/** Half of the cells are empty, as an app is in a list on some days alone. */
const placesOf = ({ firstSlot, placeMax, rows, slots }: typeof Rows.Type): Places => {
  const cells = new Uint16Array(rows.length * slots)
  const ids = new Uint32Array(rows.length)
  let id = 0
  for (const [index, row] of rows.entries()) {
    id += row.gap
    ids[index] = id
    for (let slot = 0; slot < slots; slot++) {
      const value = row.places[slot % Math.max(1, row.places.length)] ?? 0
      cells[index * slots + slot] = value % 2 === 0 ? 0 : 1 + ((value >> 1) % placeMax)
    }
  }
  return { firstSlot, slots, ids, cells }
}
const read = (block: Uint8Array) => Result.getOrThrow(decodePlaces(block))
const faultOf = (result: Result.Result<unknown, string>) => (Result.isFailure(result) ? result.failure : null)

/** A block with this body, whose head is right. */
const sealed = (flags: number, body: Uint8Array, version = 1) => {
  const bytes = Buffer.concat([Buffer.from([version, flags, 0, 0, 0, 0]), body])
  bytes.writeUInt32LE(crc32(bytes.subarray(6), crc32(bytes.subarray(0, 2))), 2)
  return bytes
}
const varints = (...values: ReadonlyArray<number>) => {
  const writer = new ByteWriter()
  for (const value of values) writer.varint(value)
  return Buffer.from(writer.written())
}
/** Days of a month in which each listing moves a little, as apps do. */
const month = (listings: number, deepest: number): Places => {
  const slots = 31
  const ids = Uint32Array.from({ length: listings }, (_, index) => 7 + index * 3)
  const cells = Uint16Array.from({ length: listings * slots }, (_, at) =>
    (at * 7) % 5 === 0 ? 0 : 1 + ((Math.floor(at / slots) * 13 + (at % 3)) % deepest)
  )
  return { firstSlot: 20_000, slots, ids, cells }
}

describe("a block of places", () => {
  it.prop("reads back as it was written, whatever its places", [Rows], ([rows]) => {
    const places = placesOf(rows)
    const [block, ...others] = encodePlaces(places)
    assert.strictEqual(others.length, 0)
    assert.deepStrictEqual(read(block ?? Buffer.alloc(0)), places)
  })

  it("takes half a byte a place where places move as apps do, and no more than a byte where they do not", () => {
    const [small = Buffer.alloc(0)] = encodePlaces(month(300, 100))
    assert.isBelow(small.length, (300 * 31) / 2)
    const random = month(300, 100)
    let state = 1
    for (let at = 0; at < random.cells.length; at++) {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31
      random.cells[at] = 1 + ((state >> 8) % 250)
    }
    const [large = Buffer.alloc(0)] = encodePlaces(random)
    assert.isAtMost(large.length, 300 * 31 + 300 + 16)
    assert.deepStrictEqual(read(large), random)
  })

  it("is the same bytes each time, so that what two ways lead to can be compared", () => {
    assert.deepStrictEqual(encodePlaces(month(50, 300)), encodePlaces(month(50, 300)))
  })

  it("ends at 4,096 ids; the rest goes into the next part", () => {
    const places = month(2 * idsMax + 5, 90)
    const parts = encodePlaces(places).map(read)
    assert.deepStrictEqual(
      parts.map(({ ids }) => ids.length),
      [idsMax, idsMax, 5]
    )
    assert.deepStrictEqual(
      parts.flatMap(({ ids }) => [...ids]),
      [...places.ids]
    )
    assert.deepStrictEqual(
      parts.flatMap(({ cells }) => [...cells]),
      [...places.cells]
    )
  })

  it("is read up to the largest size that there is", () => {
    const ids = Uint32Array.from({ length: idsMax }, (_, index) => 500_000 * (index + 1))
    const places = { firstSlot: 1, slots: 400, ids, cells: new Uint16Array(idsMax * 400).fill(400) }
    const [block = Buffer.alloc(0), ...others] = encodePlaces(places)
    assert.strictEqual(others.length, 0)
    assert.deepStrictEqual(read(block), places)
  })
})

describe("bytes that are no block", () => {
  const blocks = [
    month(4, 9),
    month(60, 100),
    month(60, 400),
    { ...month(3, 400), slots: 1, cells: new Uint16Array(3) }
  ]
    .flatMap((places) => encodePlaces(places))
    .map((block) => Buffer.from(block))

  it("are refused, whichever bit of a block is turned", () => {
    for (const block of blocks)
      for (let bit = 0; bit < block.length * 8; bit++) {
        const turned = Buffer.from(block)
        turned[bit >> 3] = (turned[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        assert.isNotNull(faultOf(decodePlaces(turned)), `bit ${bit}`)
      }
  })

  it("are refused, wherever a block is cut, and where something follows it", () => {
    for (const block of blocks) {
      for (let length = 0; length < block.length; length++)
        assert.isNotNull(faultOf(decodePlaces(block.subarray(0, length))))
      assert.isNotNull(faultOf(decodePlaces(Buffer.concat([block, Buffer.from([0])]))))
    }
  })

  it.prop(
    "are refused or are read within the bounds, where only the checksum is right",
    [Schema.Array(between(0, 255)), Schema.Literals([0, 1, 2, 3, 16, 17, 32])],
    ([bytes, flags]) => {
      for (const body of [Buffer.from(bytes), deflateRawSync(Buffer.from(bytes))]) {
        const places = decodePlaces(sealed(flags, body))
        if (Result.isSuccess(places)) assert.isAtMost(places.success.cells.length, idsMax * 400)
        decodeColumns("facts", sealed(flags, body))
      }
    }
  )

  it("are refused for their reason", () => {
    const reasonOf = (flags: number, body: Uint8Array, version?: number) =>
      faultOf(decodePlaces(sealed(flags, body, version)))
    assert.strictEqual(reasonOf(0, varints(1, 1, 0), 2), "its version is 2, not 1")
    assert.strictEqual(reasonOf(16, varints(1, 1, 0)), "it holds no places")
    assert.strictEqual(reasonOf(3, varints(1, 1, 0)), "its flags exclude each other")
    assert.strictEqual(reasonOf(0, varints(1, 401, 0)), "it is larger than a block can be")
    assert.strictEqual(reasonOf(0, varints(1, 1, idsMax + 1)), "it is larger than a block can be")
    assert.strictEqual(reasonOf(0, varints(1, 0, 0)), "it is larger than a block can be")
    assert.strictEqual(reasonOf(0, varints(1, 1, 2, 5, 0, 1, 1)), "its ids do not ascend")
    assert.strictEqual(reasonOf(0, varints(1, 1, 1, 2 ** 31, 1)), "its ids do not ascend")
    assert.strictEqual(reasonOf(0, varints(1, 1, 1, 5)), "it ends too early or too late")
    assert.strictEqual(reasonOf(0, varints(1, 1, 1, 5, 1, 1)), "it ends too early or too late")
    assert.strictEqual(reasonOf(0, Buffer.alloc(12, 255)), "it is larger than a block can be")
    assert.strictEqual(reasonOf(1, deflateRawSync(varints(1, 1, 1, 2))), "it lists more places than it has")
    // A difference to below the first place, and a listed place that is not there.
    assert.strictEqual(reasonOf(1, deflateRawSync(varints(1, 1, 1, 0, 5, 2))), "a place is out of bounds")
    const escaped = Buffer.concat([varints(1, 1, 1, 0, 5), Buffer.from([255])])
    assert.strictEqual(reasonOf(1, deflateRawSync(escaped)), "a place is out of bounds")
  })

  it("do not make the process hold more than 4 MB, however well they are deflated", () => {
    const bomb = deflateRawSync(Buffer.alloc(64 * 2 ** 20))
    assert.isBelow(bomb.length, 100_000)
    assert.strictEqual(faultOf(decodePlaces(sealed(1, bomb))), "it does not inflate, or to more than 4 MB")
    assert.strictEqual(faultOf(decodeColumns("facts", sealed(17, bomb))), "it does not inflate, or to more than 4 MB")
  })
})

describe("a block of columns", () => {
  const Value = Schema.NullOr(Schema.Literals([0, 1, -1, 7, 1_795_000_000_000, 2 ** 31, -(2 ** 50), 2 ** 50]))

  it.prop("reads back as it was written, what was not measured as null", [Schema.Array(Value)], ([values]) => {
    const columns = [values, values.map(() => null), values.toReversed()]
    const block = encodeColumns("facts", values.length, columns)
    assert.deepStrictEqual(Result.getOrThrow(decodeColumns("facts", block)), columns)
    assert.strictEqual(faultOf(decodeColumns("moments", block)), "it holds no moments")
  })

  it("is refused where it is broken", () => {
    const block = encodeColumns("moments", 3, [
      [1, null, 3],
      [4, 5, 2 ** 40]
    ])
    for (let bit = 0; bit < block.length * 8; bit++) {
      const turned = Buffer.from(block)
      turned[bit >> 3] = (turned[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      assert.isNotNull(faultOf(decodeColumns("moments", turned)))
    }
    for (const body of [varints(1, 1), varints(1, 1, 2, 2), varints(5_000, 1), varints(1, 65), varints(1, 1, 2 ** 52)])
      assert.isNotNull(faultOf(decodeColumns("facts", sealed(16, body))))
  })
})
