/**
 * How much value a room can hold at most.
 *
 * Keywords need words, words cost characters, and words are shared: a precedence-constrained knapsack. Its Lagrangian dual
 * is bounded from above by splitting each word's cost among the keywords that need it; any split and any price of a
 * character give a valid bound, so a few rounds of filling suffice and nothing has to be solved to the end.
 */

/** A keyword that isn't held yet: what it would bring, and the needs that are missing. */
export interface Wanted {
  readonly value: number
  readonly missing: ReadonlyArray<number>
}

export interface Effort {
  /** How many prices are tried. */
  readonly prices: number
  /** How often the split is improved at each. */
  readonly rounds: number
}

/** What each need costs. */
export type Costs = ArrayLike<number>

const little = 1e-9

/** Bounds of one kind of room, one after the other: the price of the last is a good first guess for the next. */
export class Room {
  /** The needs in use, and of each where its keywords begin in `users`. */
  private readonly slots: Int32Array
  private readonly starts: Int32Array
  private users = new Int32Array(0)
  private shares = new Float64Array(0)
  private left = new Float64Array(0)

  constructor(needs: number) {
    this.slots = new Int32Array(needs)
    this.starts = new Int32Array(needs + 1)
  }

  /** No choice of `wanted` whose needs fit into `room` is worth more. Once it's no more than `enough`, no better is sought. */
  most(wanted: ReadonlyArray<Wanted>, costs: Costs, room: number, enough: number, { prices, rounds }: Effort): number {
    const { count, sum, total } = this.load(wanted, costs)
    if (total <= room || sum <= enough) return sum
    if (room <= 0) return wanted.reduce((all, { value, missing }) => (missing.length === 0 ? all + value : all), 0)
    const { left, slots, starts, users } = this
    let best = sum
    let low = 0
    let high = Number.POSITIVE_INFINITY
    let price = sum / total
    for (let i = 0; i < prices; i++) {
      for (let round = 0; round < rounds; round++) this.fill(price, count, costs)
      let bound = price * room
      for (let k = 0; k < wanted.length; k++) bound += Math.max(0, left[k] ?? 0)
      if (bound < best) {
        best = bound
        if (best <= enough) break
      }
      let spent = 0
      for (let s = 0; s < count; s++) {
        const end = starts[s + 1] ?? 0
        for (let j = starts[s] ?? 0; j < end; j++) {
          if ((left[users[j] ?? 0] ?? 0) <= little * sum) continue
          spent += costs[slots[s] ?? 0] ?? 0
          break
        }
      }
      if (spent > room) low = price
      else high = price
      price = high === Number.POSITIVE_INFINITY ? price * step : low === 0 ? price / step : (low + high) / 2
    }
    return best
  }

  private load(wanted: ReadonlyArray<Wanted>, costs: Costs) {
    const { slots, starts } = this
    const slotOf = new Int32Array(costs.length).fill(-1)
    const sizes = new Int32Array(costs.length)
    let count = 0
    let links = 0
    let sum = 0
    let total = 0
    if (this.left.length < wanted.length) this.left = new Float64Array(wanted.length)
    for (let k = 0; k < wanted.length; k++) {
      const { missing, value } = wanted[k] ?? { missing: [], value: 0 }
      sum += value
      this.left[k] = value
      for (const need of missing) {
        if (slotOf[need] === -1) {
          slotOf[need] = count
          slots[count++] = need
          total += costs[need] ?? 0
        }
        sizes[need] = (sizes[need] ?? 0) + 1
        links++
      }
    }
    if (this.users.length < links) {
      this.users = new Int32Array(links)
      this.shares = new Float64Array(links)
    }
    this.shares.fill(0, 0, links)
    let at = 0
    for (let s = 0; s < count; s++) {
      const need = slots[s] ?? 0
      starts[s] = at
      at += sizes[need] ?? 0
      sizes[need] = starts[s] ?? 0
    }
    starts[count] = at
    for (let k = 0; k < wanted.length; k++) {
      for (const need of wanted[k]?.missing ?? []) {
        const place = sizes[need] ?? 0
        this.users[place] = k
        sizes[need] = place + 1
      }
    }
    return { count, sum, total }
  }

  /** Splits each word's cost where it takes the most value away. */
  private fill(price: number, count: number, costs: Costs): void {
    const { left, shares, slots, starts, users } = this
    for (let s = 0; s < count; s++) {
      const start = starts[s] ?? 0
      const end = starts[s + 1] ?? 0
      const charge = price * (costs[slots[s] ?? 0] ?? 0)
      let open = 0
      for (let j = start; j < end; j++) {
        const k = users[j] ?? 0
        const without = (left[k] ?? 0) + (shares[j] ?? 0)
        left[k] = without
        if (without > 0) open += without
      }
      const rate = open <= charge ? 1 : charge / open
      for (let j = start; j < end; j++) {
        const k = users[j] ?? 0
        const without = left[k] ?? 0
        const part = without <= 0 ? 0 : without * rate
        shares[j] = part
        left[k] = without - part
      }
    }
  }
}

/** By what a price changes until it lies between two that were tried. */
const step = 2
