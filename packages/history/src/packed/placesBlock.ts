import * as Result from "effect/Result"
import { ByteReader, ByteWriter, unzigzag, zigzag } from "./bytes.ts"
import { type Fault, open, seal } from "./envelope.ts"

/** The places of counterparts over a span of slots: of a listing's keywords, or of a keyword's listings. */
export interface Places {
  readonly firstSlot: number
  readonly slots: number
  /** Ascending, each once, from 1 on. */
  readonly ids: Uint32Array
  /** `cells[index of the id * slots + slot]`; 0: no place. */
  readonly cells: Uint16Array
}

/** Ids in one block; what is beyond goes into the next part. */
export const idsMax = 4_096
export const slotsMax = 400
const idMax = 2 ** 31 - 1
const placeMax = 2 ** 16 - 1
/** The highest place in one byte. */
const narrowMax = 250
/** In a deflated body: the difference is too great for a byte, and the place is listed in front. */
const listedMark = 255

const writer = new ByteWriter()
const differences = new ByteWriter()

const writeHead = ({ firstSlot, slots }: Places, ids: Uint32Array) => {
  writer.varint(firstSlot)
  writer.varint(slots)
  writer.varint(ids.length)
}
const writeIds = (ids: Uint32Array) => {
  let before = 0
  for (const id of ids) {
    writer.varint(id - before)
    before = id
  }
}

/** Each place as its difference to the last known one of its id, which is small and often the same. */
const differing = (places: Places, ids: Uint32Array, cells: Uint16Array): Uint8Array => {
  const { slots } = places
  const escapes: Array<readonly [at: number, place: number]> = []
  differences.clear()
  for (let at = 0, known = 0; at < cells.length; at++) {
    if (at % slots === 0) known = 0
    const place = cells[at] ?? 0
    if (place === 0) {
      differences.byte(0)
      continue
    }
    const difference = zigzag(place - known) + 1
    if (difference >= listedMark) escapes.push([at, place])
    differences.byte(Math.min(difference, listedMark))
    known = place
  }
  writer.clear()
  writeHead(places, ids)
  writer.varint(escapes.length)
  let before = 0
  for (const [at, place] of escapes) {
    writer.varint(at - before)
    writer.varint(place)
    before = at
  }
  writeIds(ids)
  writer.raw(differences.written())
  return writer.written()
}

const encodePart = (places: Places, ids: Uint32Array, cells: Uint16Array): Buffer => {
  const wide = cells.some((place) => place > narrowMax)
  writer.clear()
  writeHead(places, ids)
  writeIds(ids)
  if (wide) {
    for (const place of cells) writer.byte(place & 255)
    for (const place of cells) writer.byte(place >> 8)
  } else writer.raw(Uint8Array.from(cells))
  return seal("places", { plain: Buffer.from(writer.written()), wide, toDeflate: () => differing(places, ids, cells) })
}

/** Blocks of at most 4,096 ids each, in the order of their ids. */
export const encodePlaces = (places: Places): ReadonlyArray<Buffer> => {
  const { cells, ids, slots } = places
  if (ids.length <= idsMax) return [encodePart(places, ids, cells)]
  const parts: Array<Buffer> = []
  for (let from = 0; from < ids.length; from += idsMax)
    parts.push(
      encodePart(places, ids.subarray(from, from + idsMax), cells.subarray(from * slots, (from + idsMax) * slots))
    )
  return parts
}

const known = (cells: Uint16Array, bytes: Uint8Array, slots: number, escapes: ReadonlyMap<number, number>): boolean => {
  for (let at = 0, last = 0; at < cells.length; at++) {
    if (at % slots === 0) last = 0
    const byte = bytes[at] ?? 0
    if (byte === 0) continue
    last = byte === listedMark ? (escapes.get(at) ?? 0) : last + unzigzag(byte - 1)
    if (last < 1 || last > placeMax) return false
    cells[at] = last
  }
  return true
}

/** Decodes what may be anything, within the bounds above. */
export const decodePlaces = (bytes: Uint8Array): Result.Result<Places, Fault> => {
  const opened = open("places", bytes)
  if (Result.isFailure(opened)) return Result.fail(opened.failure)
  const { body, isDeflated, isWide } = opened.success
  const reader = new ByteReader(body)
  const firstSlot = reader.varint()
  const slots = reader.varint()
  const count = reader.varint()
  if (slots < 1 || slots > slotsMax || count > idsMax) return Result.fail("it is larger than a block can be")
  const escapes = new Map<number, number>()
  if (isDeflated) {
    const listed = reader.varint()
    if (listed > count * slots) return Result.fail("it lists more places than it has")
    for (let index = 0, at = 0; index < listed && !reader.broken; index++) {
      at += reader.varint()
      escapes.set(at, reader.varint())
    }
  }
  const ids = new Uint32Array(count)
  for (let index = 0, id = 0; index < count; index++) {
    const difference = reader.varint()
    id += difference
    if (difference < 1 || id > idMax) return Result.fail("its ids do not ascend")
    ids[index] = id
  }
  const total = count * slots
  if (reader.broken || reader.left !== total * (isWide ? 2 : 1)) return Result.fail("it ends too early or too late")
  const rest = reader.take(reader.left)
  if (!isDeflated && !isWide) return Result.succeed({ firstSlot, slots, ids, cells: Uint16Array.from(rest) })
  const cells = new Uint16Array(total)
  if (isWide) for (let at = 0; at < total; at++) cells[at] = (rest[at] ?? 0) | ((rest[total + at] ?? 0) << 8)
  else if (!known(cells, rest, slots, escapes)) return Result.fail("a place is out of bounds")
  return Result.succeed({ firstSlot, slots, ids, cells })
}
