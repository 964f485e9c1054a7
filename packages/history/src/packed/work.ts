/**
 * What moves work out, on bytes alone, so that another thread can do it: what the database gives goes in as it came, and
 * what comes out is ready to be sent to it. Nothing here knows a series; days and months are day numbers.
 */
import * as Result from "effect/Result"
import { decodeColumns, encodeColumns, rowsMax } from "./columnsBlock.ts"
import { freeParts, invert, mergePlaces, monthOf, type OwnBlock, placesOf, sorted, withoutIds } from "./packing.ts"
import { decodePlaces, encodePlaces, type Places } from "./placesBlock.ts"

type Rows = ReadonlyArray<Uint8Array>

export type Work =
  /** Lists; gives the blocks of their listings. */
  | { readonly kind: "invert"; readonly lists: Rows }
  /** Blocks of listings; gives one a listing and month, and what stays. */
  | { readonly kind: "merge"; readonly blocks: Rows }
  /** Lists, the words that there are of their months, and moments; gives words and moments that replace these. */
  | { readonly kind: "fold"; readonly lists: Rows; readonly words: Rows; readonly moments: Rows }
  /** Blocks of listings without some owners. */
  | { readonly kind: "without"; readonly blocks: Rows; readonly gone: ReadonlyArray<number> }
  /** Moments without some owners. */
  | { readonly kind: "forget"; readonly moments: Rows; readonly gone: ReadonlyArray<number> }

/** Rows of a level that are sent at once. Columns are texts of arrays; blocks lie one after the other in `bytes`. */
export interface Batch {
  readonly count: number
  readonly ids: string
  readonly months: string
  readonly runs: string
  readonly parts: string
  readonly starts: string
  readonly lengths: string
  readonly bytes: Uint8Array
}
/** Rows of the moments; their ids are markets, and their months days. */
export interface MomentBatch extends Batch {
  readonly firstMs: string
  readonly lastMs: string
}
/** Rows of the words: the facts of each, then its places. */
export interface WordBatch extends Batch {
  readonly placesStarts: string
  readonly placesLengths: string
}
/** Rows by their key, as texts of arrays. */
export interface Keys {
  readonly ids: string
  readonly months: string
  readonly runs: string
  readonly parts: string
}
export interface Worked {
  readonly blocks: ReadonlyArray<Batch>
  readonly words: ReadonlyArray<WordBatch>
  readonly moments: ReadonlyArray<MomentBatch>
  /** Rows that give way to the above. */
  readonly replaced: Keys
  readonly replacedMoments: Keys
  /** Rows that were taken, can't be read and go back as they are. */
  readonly back: ReadonlyArray<Batch>
  /** Months that partitions must be there for. */
  readonly months: ReadonlyArray<number>
}

/** Blocks that are sent at once. */
const blocksAtOnce = 2_000

const ints = (values: Iterable<number>): string => `{${[...values].join(",")}}`

/** One after another in one value of its own, and where each begins: a block then takes its own size and no text of it. */
const joined = (blocks: ReadonlyArray<Uint8Array>) => {
  const bytes = new Uint8Array(blocks.reduce((sum, { length }) => sum + length, 0))
  const starts: Array<number> = []
  let at = 0
  for (const block of blocks) {
    starts.push(at + 1)
    bytes.set(block, at)
    at += block.length
  }
  return { bytes, starts, lengths: blocks.map(({ length }) => length) }
}

interface Keyed {
  readonly id: number
  readonly month: number
  readonly part: number
  readonly run: number | null
}
const keysOf = (rows: ReadonlyArray<Keyed>): Keys => ({
  ids: ints(rows.map(({ id }) => id)),
  months: ints(rows.map(({ month }) => month)),
  runs: ints(rows.map(({ run }) => run ?? 0)),
  parts: ints(rows.map(({ part }) => part))
})
const batchesOf = (rows: ReadonlyArray<Keyed & { readonly block: Uint8Array }>): ReadonlyArray<Batch> => {
  const batches: Array<Batch> = []
  for (let from = 0; from < rows.length; from += blocksAtOnce) {
    const some = rows.slice(from, from + blocksAtOnce)
    const { bytes, lengths, starts } = joined(some.map(({ block }) => block))
    batches.push({ ...keysOf(some), count: some.length, bytes, starts: ints(starts), lengths: ints(lengths) })
  }
  return batches
}
const blockBatches = (blocks: Iterable<OwnBlock>) => batchesOf(Array.from(blocks, (block) => ({ ...block, run: null })))

/** Reads what the statements of the moves put together: numbers as the database sends them, four bytes each. */
class RowReader {
  private at = 0
  private readonly view: DataView
  private readonly bytes: Uint8Array
  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  }
  get isAtEnd(): boolean {
    return this.at >= this.bytes.length
  }
  int(): number {
    this.at += 4
    return this.view.getInt32(this.at - 4)
  }
  block(): Uint8Array {
    const length = this.int()
    this.at += length
    return this.bytes.subarray(this.at - length, this.at)
  }
  /** The length of an array of one dimension, as `array_send` gives it. */
  private arrayLength(): number {
    const dimensions = this.int()
    this.at += 8
    if (dimensions === 0) return 0
    const length = this.int()
    this.at += 4
    return length
  }
  ints(): Uint32Array {
    const values = new Uint32Array(this.arrayLength())
    for (let index = 0; index < values.length; index++) {
      this.at += 4
      values[index] = this.int()
    }
    return values
  }
  numbers(): ReadonlyArray<number | null> {
    const values: Array<number | null> = []
    for (let left = this.arrayLength(); left > 0; left--) {
      if (this.int() < 0) values.push(null)
      else {
        values.push(this.view.getFloat64(this.at))
        this.at += 8
      }
    }
    return values
  }
}
const readAll = <A>(rows: Rows, read: (reader: RowReader) => A): Array<A> => {
  const all: Array<A> = []
  for (const bytes of rows) for (const reader = new RowReader(bytes); !reader.isAtEnd; ) all.push(read(reader))
  return all
}

interface RawList {
  readonly owner: number
  readonly day: number
  readonly numbers: ReadonlyArray<number | null>
  readonly listings: Uint32Array
}
const readList = (reader: RowReader): RawList => {
  const owner = reader.int()
  const numbers = reader.numbers()
  return { owner, numbers, day: numbers[0] ?? 0, listings: reader.ints() }
}
const readBlock = (reader: RowReader) => {
  const [id, month, run, part] = [reader.int(), reader.int(), reader.int(), reader.int()]
  return { id, month, run: run < 0 ? null : run, part, block: reader.block() }
}
/** Blocks of listings, as they came. */
export const readBlocks = (rows: Rows) => readAll(rows, readBlock)
const readWord = (reader: RowReader) => {
  const [id, month, part] = [reader.int(), reader.int(), reader.int()]
  return { id, month, part, run: null, facts: reader.block(), places: reader.block() }
}
const readMoments = (reader: RowReader) => {
  const [id, month, part] = [reader.int(), reader.int(), reader.int()]
  return { id, month, part, run: null, block: reader.block() }
}

const transposed = (rows: ReadonlyArray<ReadonlyArray<number | null>>) =>
  Array.from({ length: Math.max(0, ...rows.map(({ length }) => length)) }, (_, index) =>
    rows.map((row) => row[index] ?? null)
  )

const nothing: Worked = {
  blocks: [],
  words: [],
  moments: [],
  back: [],
  replaced: keysOf([]),
  replacedMoments: keysOf([]),
  months: []
}

const merge = (rows: Rows): Worked => {
  const merged: Array<OwnBlock> = []
  const replaced: Array<Keyed> = []
  const back: Array<ReturnType<typeof readBlock>> = []
  const inOrder = readAll(rows, readBlock).toSorted((a, b) => a.id - b.id || a.month - b.month)
  for (let from = 0; from < inOrder.length; ) {
    const first = inOrder[from]
    if (first === undefined) break
    let to = from
    while (inOrder[to]?.id === first.id && inOrder[to]?.month === first.month) to += 1
    const { broken, places, readable } = sorted(inOrder.slice(from, to))
    from = to
    const all = mergePlaces(places)
    // What can't be read stays as it is, in its level: another way may still mend it.
    back.push(...broken.filter(({ run }) => run !== null))
    replaced.push(...readable.filter(({ run }) => run === null))
    if (all === null) continue
    const parts = freeParts(new Set(broken.filter(({ run }) => run === null).map(({ part }) => part)))
    for (const block of encodePlaces(all))
      merged.push({ id: first.id, month: first.month, part: parts.next().value, block })
  }
  return { ...nothing, blocks: blockBatches(merged), replaced: keysOf(replaced), back: batchesOf(back) }
}

/** The days of a block of facts as rows of numbers, or why they can't be read. */
const daysOf = (block: Uint8Array) => {
  const columns = decodeColumns("facts", block)
  if (Result.isFailure(columns)) return null
  const days = transposed(columns.success)
  return days.every((numbers) => numbers.slice(0, 7).every((one) => one !== null) && numbers.length >= 7) ? days : null
}

type Moment = readonly [recordedMs: number, owner: number, day: number]

/** Rows of the moments of one market and day. */
const momentRows = (market: number, day: number, moments: ReadonlyArray<Moment>, kept: ReadonlySet<number>) => {
  const inOrder = moments.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
  const parts = freeParts(kept)
  const rows: Array<ReturnType<typeof readMoments> & { readonly firstMs: number; readonly lastMs: number }> = []
  for (let from = 0; from < inOrder.length; from += rowsMax) {
    const some = inOrder.slice(from, from + rowsMax)
    rows.push({
      id: market,
      month: day,
      run: null,
      part: parts.next().value,
      firstMs: some[0]?.[0] ?? 0,
      lastMs: some.at(-1)?.[0] ?? 0,
      block: encodeColumns("moments", some.length, transposed(some))
    })
  }
  return rows
}
const momentBatches = (rows: ReturnType<typeof momentRows>): ReadonlyArray<MomentBatch> => {
  const batches: Array<MomentBatch> = []
  for (const [index, batch] of batchesOf(rows).entries()) {
    const some = rows.slice(index * blocksAtOnce, (index + 1) * blocksAtOnce)
    batches.push({
      ...batch,
      firstMs: ints(some.map(({ firstMs }) => firstMs)),
      lastMs: ints(some.map(({ lastMs }) => lastMs))
    })
  }
  return batches
}
const readMomentsOf = (block: Uint8Array): ReadonlyArray<Moment> | null => {
  const columns = decodeColumns("moments", block)
  if (Result.isFailure(columns)) return null
  return transposed(columns.success).flatMap(
    ([recordedMs, owner, day]): ReadonlyArray<Moment> =>
      recordedMs == null || owner == null || day == null ? [] : [[recordedMs, owner, day]]
  )
}

const fold = (listRows: Rows, wordRows: Rows, stored: Rows): Worked => {
  const lists = readAll(listRows, readList)
  const known = Map.groupBy(readAll(wordRows, readWord), ({ id, month }) => `${id}:${month}`)
  const words: Array<Keyed & { readonly facts: Uint8Array; readonly places: Uint8Array }> = []
  const replaced: Array<Keyed> = []
  const months = new Set<number>()
  for (const [key, own] of Map.groupBy(lists, ({ day, owner }) => `${owner}:${monthOf(day)}`)) {
    const [first] = own
    if (first === undefined) continue
    const id = first.owner
    const month = monthOf(first.day)
    months.add(month)
    const facts = new Map(own.map(({ day, numbers }) => [day, numbers]))
    const cells: Array<Places> = []
    const kept = new Set<number>()
    for (const row of known.get(key) ?? []) {
      const before = daysOf(row.facts)
      const places = decodePlaces(row.places)
      // As in a merge: what can't be read stays.
      if (before === null || Result.isFailure(places)) {
        kept.add(row.part)
        continue
      }
      for (const numbers of before) facts.set(numbers[0] ?? 0, numbers)
      cells.push(places.success)
      replaced.push(row)
    }
    const fresh = placesOf(
      own.flatMap(({ day, listings }) =>
        Array.from(listings, (listing, index) => ({ id: listing, slot: day, place: index + 1 }))
      )
    )
    const all = mergePlaces(fresh === null ? cells : [...cells, fresh])
    const blocks = encodePlaces(
      all ?? { firstSlot: month, slots: 1, ids: new Uint32Array(0), cells: new Uint16Array(0) }
    )
    const rows = [...facts].toSorted(([a], [b]) => a - b).map(([, numbers]) => numbers)
    const parts = freeParts(kept)
    for (const [index, places] of blocks.entries())
      words.push({
        id,
        month,
        run: null,
        part: parts.next().value,
        // The days stand in the first part.
        facts: index === 0 ? encodeColumns("facts", rows.length, transposed(rows)) : encodeColumns("facts", 0, []),
        places
      })
  }
  const wordBatches: Array<WordBatch> = []
  for (let from = 0; from < words.length; from += blocksAtOnce) {
    const some = words.slice(from, from + blocksAtOnce)
    const { bytes, lengths, starts } = joined([...some.map(({ facts }) => facts), ...some.map(({ places }) => places)])
    wordBatches.push({
      ...keysOf(some),
      count: some.length,
      bytes,
      starts: ints(starts.slice(0, some.length)),
      lengths: ints(lengths.slice(0, some.length)),
      placesStarts: ints(starts.slice(some.length)),
      placesLengths: ints(lengths.slice(some.length))
    })
  }
  return { ...nothing, words: wordBatches, replaced: keysOf(replaced), months: [...months], ...feedOf(lists, stored) }
}

/** The moments of lists; small rows that are there already are put together with them. */
const feedOf = (lists: ReadonlyArray<RawList>, stored: Rows) => {
  const known = Map.groupBy(readAll(stored, readMoments), ({ id, month }) => `${id}:${month}`)
  const moments: Array<ReturnType<typeof momentRows>[number]> = []
  const replacedMoments: Array<Keyed> = []
  const recordedOf = ({ numbers }: RawList) => numbers[4] ?? 0
  const dayOf = (list: RawList) => Math.floor(recordedOf(list) / dayMs)
  for (const [key, own] of Map.groupBy(lists, (list) => `${list.numbers[1] ?? 0}:${dayOf(list)}`)) {
    const [first] = own
    if (first === undefined) continue
    const all = own.map((list): Moment => [recordedOf(list), list.owner, list.day])
    const kept = new Set<number>()
    for (const row of known.get(key) ?? []) {
      const before = row.block.length === 0 ? null : readMomentsOf(row.block)
      if (before === null) kept.add(row.part)
      else {
        all.push(...before)
        replacedMoments.push(row)
      }
    }
    moments.push(...momentRows(first.numbers[1] ?? 0, dayOf(first), all, kept))
  }
  return { moments: momentBatches(moments), replacedMoments: keysOf(replacedMoments) }
}
const dayMs = 86_400_000

const without = (rows: Rows, gone: ReadonlySet<number>): Worked => {
  const changed: Array<ReturnType<typeof readBlock>> = []
  const replaced: Array<Keyed> = []
  for (const row of readAll(rows, readBlock)) {
    const decoded = decodePlaces(row.block)
    if (Result.isFailure(decoded) || !decoded.success.ids.some((id) => gone.has(id))) continue
    replaced.push(row)
    const left = withoutIds(decoded.success, gone)
    if (left !== null) for (const block of encodePlaces(left)) changed.push({ ...row, block })
  }
  return { ...nothing, blocks: batchesOf(changed), replaced: keysOf(replaced) }
}

const forget = (stored: Rows, gone: ReadonlySet<number>): Worked => {
  const moments: Array<ReturnType<typeof momentRows>[number]> = []
  const replaced: Array<Keyed> = []
  for (const row of readAll(stored, readMoments)) {
    const before = readMomentsOf(row.block)
    if (before === null || !before.some(([, owner]) => gone.has(owner))) continue
    replaced.push(row)
    const left = before.filter(([, owner]) => !gone.has(owner))
    // It keeps its number; it can't become two.
    for (const one of momentRows(row.id, row.month, left, new Set())) moments.push({ ...one, part: row.part })
  }
  return { ...nothing, moments: momentBatches(moments), replacedMoments: keysOf(replaced) }
}

/** Does a piece of work. */
export const work = (asked: Work): Worked => {
  switch (asked.kind) {
    case "invert":
      return { ...nothing, blocks: blockBatches(invert(readAll(asked.lists, readList))) }
    case "merge":
      return merge(asked.blocks)
    case "fold":
      return fold(asked.lists, asked.words, asked.moments)
    case "without":
      return without(asked.blocks, new Set(asked.gone))
    case "forget":
      return forget(asked.moments, new Set(asked.gone))
  }
}
