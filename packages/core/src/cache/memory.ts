import { LRUCache } from "lru-cache"

/** Something kept in memory, and how its owner forgets it. */
export interface Slot {
  readonly bytes: number
  readonly forget: () => void
}

/** What all caches of a process keep together. Past the bounds, the least recently used is forgotten. */
export const makeMemory = (bytesMax: number, entriesMax: number) => {
  const used = new LRUCache<Slot, true>({
    // Without `max`, for which it would take memory at once for as many as there may ever be.
    maxSize: bytesMax,
    // One answer must not evict all others.
    maxEntrySize: Math.max(1, Math.floor(bytesMax / 8)),
    sizeCalculation: (_, slot) => slot.bytes,
    dispose: (_, slot) => slot.forget()
  })
  return {
    keep: (slot: Slot) => {
      used.set(slot, true)
      if (!used.has(slot)) slot.forget()
      while (used.size > entriesMax) used.pop()
    },
    touch: (slot: Slot) => {
      used.get(slot)
    },
    drop: (slot: Slot) => {
      used.delete(slot)
    },
    bytes: () => used.calculatedSize,
    entries: () => used.size
  }
}
export type Memory = ReturnType<typeof makeMemory>

const nodesMax = 1_000_000

/** About how many bytes a value takes: V8's figures for strings, numbers, objects and arrays, without sharing. */
export const sizeOf = (value: unknown): number => {
  const left: Array<unknown> = [value]
  let bytes = 0
  for (let nodes = 0; left.length > 0; nodes++) {
    // Anything that large, or cyclic, isn't cached.
    if (nodes === nodesMax) return Number.MAX_SAFE_INTEGER
    const next = left.pop()
    if (typeof next === "string") bytes += 16 + next.length * 2
    else if (typeof next !== "object" || next === null) bytes += 8
    else if (ArrayBuffer.isView(next)) bytes += 64 + next.byteLength
    else {
      const children = next instanceof Map ? [...next.keys(), ...next.values()] : Object.values(next)
      bytes += 32 + children.length * 8
      for (const child of next instanceof Set ? next : children) left.push(child)
    }
  }
  return bytes
}
