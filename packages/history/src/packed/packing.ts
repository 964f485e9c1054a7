import * as Result from "effect/Result"
import { decodePlaces, encodePlaces, type Places } from "./placesBlock.ts"

/** Days and months are numbers here: days since 1970-01-01, and a month's first one. */
const dayMs = 86_400_000
const months = new Map<number, number>()
/** The month of a day. */
export const monthOf = (day: number): number => {
  const known = months.get(day)
  if (known !== undefined) return known
  const date = new Date(day * dayMs)
  const month = Math.floor(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / dayMs)
  if (months.size > 10_000) months.clear()
  months.set(day, month)
  return month
}

/** A list by owner, whose listings have its places in their order. */
interface OwnList {
  readonly owner: number
  readonly day: number
  readonly listings: ArrayLike<number>
}

/** The places of one owner or listing, one after another. */
interface Cells {
  readonly id: number
  readonly slot: number
  readonly place: number
}

/** Ascending ids, and the days from the first to the last that has a place. */
export const placesOf = (cells: Iterable<Cells>): Places | null => {
  const rows = new Map<number, Array<Cells>>()
  let first = Number.POSITIVE_INFINITY
  let last = 0
  for (const cell of cells) {
    const own = rows.get(cell.id)
    if (own === undefined) rows.set(cell.id, [cell])
    else own.push(cell)
    first = Math.min(first, cell.slot)
    last = Math.max(last, cell.slot)
  }
  if (rows.size === 0) return null
  const slots = last - first + 1
  const ids = Uint32Array.from(rows.keys()).sort()
  const packed = new Uint16Array(ids.length * slots)
  for (const [index, id] of ids.entries())
    for (const { place, slot } of rows.get(id) ?? []) packed[index * slots + slot - first] = place
  return { firstSlot: first, slots, ids, cells: packed }
}

/** One of many that say different things of one month. Ids without a place are left out. */
export const mergePlaces = (all: ReadonlyArray<Places>): Places | null => {
  let first = Number.POSITIVE_INFINITY
  let last = 0
  const seen = new Set<number>()
  for (const { firstSlot, ids, slots } of all) {
    first = Math.min(first, firstSlot)
    last = Math.max(last, firstSlot + slots - 1)
    for (const id of ids) seen.add(id)
  }
  if (seen.size === 0) return null
  const slots = last - first + 1
  const ids = Uint32Array.from(seen).sort()
  const indexes = new Map<number, number>()
  for (const [index, id] of ids.entries()) indexes.set(id, index)
  const cells = new Uint16Array(ids.length * slots)
  for (const places of all) {
    const offset = places.firstSlot - first
    for (let index = 0; index < places.ids.length; index++) {
      const to = (indexes.get(places.ids[index] ?? 0) ?? 0) * slots + offset
      for (let slot = 0; slot < places.slots; slot++) {
        const cell = places.cells[index * places.slots + slot] ?? 0
        if (cell !== 0) cells[to + slot] = cell
      }
    }
  }
  return { firstSlot: first, slots, ids, cells }
}

/** Without these ids; null if nothing is left. */
export const withoutIds = (places: Places, gone: ReadonlySet<number>): Places | null => {
  const { cells, ids, slots } = places
  const kept = [...ids.keys()].filter((index) => !gone.has(ids[index] ?? 0))
  if (kept.length === 0) return null
  const left = new Uint16Array(kept.length * slots)
  for (const [to, index] of kept.entries()) left.set(cells.subarray(index * slots, (index + 1) * slots), to * slots)
  return { ...places, ids: Uint32Array.from(kept, (index) => ids[index] ?? 0), cells: left }
}

export interface OwnBlock {
  readonly id: number
  readonly month: number
  readonly part: number
  readonly block: Buffer
}

/** What lists say of each listing: its blocks, a month at a time, in the order of the listings. */
export function* invert(lists: ReadonlyArray<OwnList>): Generator<OwnBlock> {
  const inOrder = lists.toSorted((a, b) => a.owner - b.owner)
  for (const [month, own] of Map.groupBy(inOrder, ({ day }) => monthOf(day))) {
    const counts = new Map<number, number>()
    let total = 0
    for (const { listings } of own)
      for (let place = 0; place < listings.length; place++) {
        const id = listings[place] ?? 0
        counts.set(id, (counts.get(id) ?? 0) + 1)
        total += 1
      }
    const ids = Uint32Array.from(counts.keys()).sort()
    // Where each listing's places begin; they are put there list by list, so in the order of the owners.
    const next = new Map<number, number>()
    let at = 0
    for (const id of ids) {
      next.set(id, at)
      at += counts.get(id) ?? 0
    }
    const fromList = new Uint32Array(total)
    const placeAt = new Uint16Array(total)
    for (const [index, { listings }] of own.entries())
      for (let place = 0; place < listings.length; place++) {
        const id = listings[place] ?? 0
        const to = next.get(id) ?? 0
        next.set(id, to + 1)
        fromList[to] = index
        placeAt[to] = place + 1
      }
    const owners = Uint32Array.from(own, ({ owner }) => owner)
    const days = Uint32Array.from(own, ({ day }) => day)
    let start = 0
    for (const id of ids) {
      const end = start + (counts.get(id) ?? 0)
      for (const [part, block] of encodePlaces(ofListing(owners, days, fromList, placeAt, start, end)).entries())
        yield { id, month, part, block }
      start = end
    }
  }
}

const ofListing = (
  owners: Uint32Array,
  days: Uint32Array,
  fromList: Uint32Array,
  placeAt: Uint16Array,
  start: number,
  end: number
): Places => {
  let first = Number.POSITIVE_INFINITY
  let last = 0
  const ids: Array<number> = []
  for (let at = start; at < end; at++) {
    const list = fromList[at] ?? 0
    const day = days[list] ?? 0
    const owner = owners[list] ?? 0
    first = Math.min(first, day)
    last = Math.max(last, day)
    if (ids.at(-1) !== owner) ids.push(owner)
  }
  const slots = last - first + 1
  const cells = new Uint16Array(ids.length * slots)
  for (let at = start, row = -1, known = 0; at < end; at++) {
    const list = fromList[at] ?? 0
    const owner = owners[list] ?? 0
    if (owner !== known) row += 1
    known = owner
    cells[row * slots + (days[list] ?? 0) - first] = placeAt[at] ?? 0
  }
  return { firstSlot: first, slots, ids: Uint32Array.from(ids), cells }
}

/** Readable blocks as places; the others keep their bytes and their part. */
export const sorted = <T extends { readonly block: Uint8Array }>(rows: ReadonlyArray<T>) => {
  const places: Array<Places> = []
  const readable: Array<T> = []
  const broken: Array<T> = []
  for (const row of rows) {
    const decoded = decodePlaces(row.block)
    if (Result.isFailure(decoded)) broken.push(row)
    else {
      readable.push(row)
      places.push(decoded.success)
    }
  }
  return { places, readable, broken }
}

/** Part numbers from 0 on that are free. */
export function* freeParts(taken: ReadonlySet<number>): Generator<number> {
  for (let part = 0; ; part++) if (!taken.has(part)) yield part
}
