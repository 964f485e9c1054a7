/** One 32-bit step of a murmur-like mixer: every bit of `value` reaches every bit of the result. */
const mix = (state: number, value: number): number => {
  let h = Math.imul(state ^ value, 0x9e3779b1)
  h ^= h >>> 15
  h = Math.imul(h, 0x85ebca77)
  h ^= h >>> 13
  h = Math.imul(h, 0xc2b2ae3d)
  return (h ^ (h >>> 16)) >>> 0
}

/** A 32-bit number from a few numbers. The order matters; the same numbers always give the same result. */
export const hash = (a: number, b: number, c = 0, d = 0): number => mix(mix(mix(mix(0x243f6a88, a), b), c), d)

/** Uniform in [0, 1). */
export const unit = (a: number, b: number, c = 0, d = 0): number => hash(a, b, c, d) / 4_294_967_296

export const textHash = (text: string): number => {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return mix(0, h)
}

/** A small sequential generator (mulberry32). */
export class Random {
  private state: number

  constructor(seed: number) {
    this.state = seed >>> 0
  }

  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let t = this.state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }

  /** An integer from `from` up to and including `to`. */
  int(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<A>(items: readonly [A, ...ReadonlyArray<A>]): A {
    return items[Math.floor(this.next() * items.length)] ?? items[0]
  }

  /** Some of the items, each at most once, in random order. */
  sample<A>(items: ReadonlyArray<A>, count: number): Array<A> {
    const pool = [...items]
    const taken: Array<A> = []
    while (taken.length < count && pool.length > 0) {
      taken.push(...pool.splice(Math.floor(this.next() * pool.length), 1))
    }
    return taken
  }

  normal(): number {
    return normalOf(this.next(), this.next())
  }
}

/** A standard normal from two uniforms (Box and Muller). */
export const normalOf = (u: number, v: number): number =>
  Math.sqrt(-2 * Math.log(1 - u * 0.999_999_9)) * Math.cos(2 * Math.PI * v)

const knot = (seed: number, index: number): number => unit(seed, index, 0x51) * 2 - 1

/**
 * A smooth walk in [-1, 1] whose turns are `periodDays` apart. It is a function of the day, not of the day before, so
 * any day can be asked on its own.
 */
export const smooth = (seed: number, day: number, periodDays: number): number => {
  const shifted = day / periodDays + unit(seed, 0x77)
  const index = Math.floor(shifted)
  const t = shifted - index
  const eased = t * t * (3 - 2 * t)
  const from = knot(seed, index)
  return from + (knot(seed, index + 1) - from) * eased
}

/** How many events fall on a day when `rate` are expected. `u` is uniform. */
export const poisson = (rate: number, u: number): number => {
  if (rate > 30) return Math.max(0, Math.round(rate + Math.sqrt(rate) * normalOf(u, (u * 7919) % 1)))
  let term = Math.exp(-rate)
  let sum = term
  let count = 0
  while (u > sum && count < 200) {
    count++
    term *= rate / count
    sum += term
  }
  return count
}
