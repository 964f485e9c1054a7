/** Random numbers from a seed: the same seed asks the same things in the same order. */
export interface Prng {
  /** From 0 up to, and without, 1. */
  readonly next: () => number
  /** A whole number from `min` to `max`, both included. */
  readonly int: (min: number, max: number) => number
  readonly chance: (probability: number) => boolean
  readonly pick: <A>(items: readonly [A, ...A[]]) => A
  /** Another stream, which does not move when this one is used. */
  readonly fork: (label: string) => Prng
}

const hashOf = (text: string, seed: number) => {
  let hash = seed | 0
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}

/** Mulberry32: small, fast, and good enough to choose by. */
export const makePrng = (seed: number): Prng => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    int: (min, max) => min + Math.floor(next() * (max - min + 1)),
    chance: (probability) => next() < probability,
    pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
    fork: (label) => makePrng(hashOf(label, seed))
  }
}
