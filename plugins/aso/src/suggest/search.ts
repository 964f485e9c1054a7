/** Which phrases go into the title and the text below it, and which words into the keyword field. */
import { type Effort, Room, type Wanted } from "./bound.ts"
import { Heap } from "./heap.ts"

/** What is in a text: the needs it meets, the keywords it holds as phrases, and its words, none of which is in a text twice. */
export interface Held {
  readonly gives: ReadonlyArray<number>
  readonly whole: ReadonlyArray<number>
  readonly words: ReadonlyArray<number>
}

export interface Part extends Held {
  /** Code points. */
  readonly length: number
  /** What of its length is for each of `gives`; together no more than all of it with a joint. */
  readonly shares: ReadonlyArray<number>
  readonly mayLead: boolean
  readonly mayFollow: boolean
  /** Stands by itself in a text, not in a list. */
  readonly isAlone: boolean
}

/** A term of the keyword field. */
export interface Unit {
  /** With its comma. */
  readonly cost: number
  readonly gives: ReadonlyArray<number>
}

export interface Weights {
  readonly title: number
  readonly titleWords: number
  readonly second: number
  readonly field: number
}

export interface Chosen {
  readonly title: ReadonlyArray<number>
  readonly second: ReadonlyArray<number>
  readonly units: ReadonlyArray<number>
}

/** Whole numbers all through, so that sums don't depend on their order. */
export interface Problem {
  readonly keywords: ReadonlyArray<{ readonly value: number; readonly needs: ReadonlyArray<number> }>
  readonly needs: number
  /** Of one whole: 1000. */
  readonly weights: Weights
  readonly brand: Held
  readonly parts: ReadonlyArray<Part>
  readonly units: ReadonlyArray<Unit>
  readonly titlePartsMax: number
  readonly secondPartsMax: number
  /** Code points of the second text, and the fewest between two of its parts. */
  readonly secondRoom: number
  readonly secondJoin: number
  /** Whether the second text may say words of the title again. */
  readonly mayRepeat: boolean
  /** Code points of the keyword field with a comma after its last term; 0 where there's none. */
  readonly fieldRoom: number
  /** Whether some title of these parts fits. */
  readonly titleFits: (parts: ReadonlyArray<number>) => boolean
  /** Whether some wording of these parts passes the rules; asked once for each. */
  readonly titleReads: (parts: ReadonlyArray<number>) => boolean
  readonly secondReads: (parts: ReadonlyArray<number>) => boolean
  /** Whether the whole passes; else the units that don't, or none if it isn't for them. */
  readonly passes: (chosen: Chosen) => true | ReadonlyArray<number>
}

export interface Found extends Chosen {
  readonly value: number
  /** No choice is worth more. */
  readonly bound: number
  readonly nodes: number
}

/** A title, with what may be said below it. */
interface Title extends Held {
  readonly parts: ReadonlyArray<number>
  bound: number
  state: State | undefined
  /** Most worth for their length first. */
  follow: ReadonlyArray<number>
  reads: boolean | undefined
}

/** A title with some of the parts below it decided. */
interface Node {
  readonly title: Title
  readonly at: number
  readonly second: ReadonlyArray<number>
  readonly words: ReadonlySet<number>
  readonly state: State
  readonly room: number
  readonly bound: number
  /** The same texts have been looked at already. */
  readonly isSeen: boolean
  /** Not to be taken. */
  readonly skipped?: number
}

/** What is held on the way, and what each keyword that is counts for. */
interface State {
  readonly held: Uint8Array
  /** Weight by keyword; 0: not held yet. */
  readonly weight: Float64Array
}

interface Best {
  value: number
  chosen: Chosen | undefined
}

/** Looks for the best choice, title by title, most promising first. Its answers depend on the problem alone. */
export class Search {
  private readonly problem: Problem
  private readonly titles: ReadonlyArray<Title>
  private readonly reads = new Map<string, boolean>()
  /** The units that give a need. */
  private readonly suppliers: ReadonlyArray<ReadonlyArray<number>>
  private readonly fieldCost: ReadonlyArray<number>
  private readonly secondCost: ReadonlyArray<number>
  /** Where a need costs least, as long as it may stand there. */
  private readonly anywhereCost: Float64Array
  private readonly rooms: { readonly second: Room; readonly all: Room; readonly field: Room }
  private nodes = 0
  private pauseAt = 0
  /** How many may go into one keyword field. */
  private fieldNodes = 0

  constructor(problem: Problem) {
    this.problem = problem
    const { needs, units, parts } = problem
    const suppliers: Array<Array<number>> = Array.from({ length: needs }, () => [])
    units.forEach(({ gives }, u) => {
      for (const need of gives) suppliers[need]?.push(u)
    })
    this.suppliers = suppliers
    this.fieldCost = leastCosts(
      needs,
      units.map(({ cost, gives }) => ({ gives, shares: gives.map(() => cost / gives.length) }))
    )
    this.secondCost = leastCosts(needs, parts)
    this.anywhereCost = new Float64Array(needs)
    this.rooms = { second: new Room(needs), all: new Room(needs), field: new Room(needs) }
    this.titles = this.allTitles()
  }

  /**
   * The best whose title `may` be; undefined: none reads. It ends after so many nodes, with what it has by then, and
   * pauses now and then, so that others have their turn.
   */
  *best(
    nodesMax: number,
    may: (titleParts: ReadonlyArray<number>) => boolean = () => true
  ): Generator<void, Found | undefined> {
    this.nodes = 0
    this.pauseAt = pauseEvery
    this.fieldNodes = Math.max(fieldNodesMin, nodesMax / fieldShare)
    const best: Best = { value: -1, chosen: undefined }
    const titles = this.titles.filter(({ parts, reads }) => reads !== false && may(parts))
    const open = new Heap<Title | Node>(titles)
    let settled = -1
    let dive = 0
    for (;;) {
      const top = open.pop()
      const enough = Number.isFinite(nodesMax) ? best.value * (1 + gapEnough) : best.value
      if (top === undefined || top.bound <= enough || (this.nodes >= nodesMax && best.chosen !== undefined)) {
        const bound = Math.max(best.value, settled, top?.bound ?? -1)
        const { chosen, value } = yield* this.filled(best)
        return chosen && { ...chosen, value, bound, nodes: this.nodes }
      }
      this.nodes++
      yield* this.pause()
      if ("title" in top) {
        let node: Node | undefined = top
        const isDive = this.nodes >= dive
        if (isDive) dive = this.nodes + diveEvery
        while (node !== undefined && node.bound > best.value) {
          if (!node.isSeen) settled = Math.max(settled, yield* this.end(node, best))
          const next: ReadonlyArray<Node> = this.next(node, best.value)
          const deeper: Node | undefined = isDive ? next.find(({ bound }) => bound > best.value) : undefined
          for (const one of next) if (one !== deeper && one.bound > best.value) open.push(one)
          node = deeper
          if (node !== undefined) this.nodes++
        }
      } else if (top.state === undefined) {
        this.tighten(top)
        open.push(top)
      } else {
        top.reads ??= this.problem.titleReads(top.parts)
        if (!top.reads) continue
        const node = this.begin(top, top.state)
        open.push(node)
        if (Number.isFinite(nodesMax)) yield* this.climb(node, best)
      }
    }
  }

  private *pause(): Generator<void, void> {
    if (this.nodes < this.pauseAt) return
    this.pauseAt = this.nodes + pauseEvery
    yield
  }

  /** Of choices worth the same, one with a text below the title. */
  private *filled(best: Best): Generator<void, Best> {
    const { chosen, value } = best
    if (chosen === undefined || chosen.second.length > 0) return best
    const title = this.titles.find(({ parts }) => parts === chosen.title)
    const { state } = title ?? {}
    if (title === undefined || state === undefined) return best
    const equal: Best = { value: value - 1, chosen: undefined }
    for (const p of title.follow.filter((p) => this.part(p).isAlone)) {
      const held = this.with(state, this.part(p).gives, this.problem.weights.second)
      const { secondRoom } = this.problem
      yield* this.end({ ...this.begin(title, state), second: [p], state: held, room: secondRoom }, equal)
      if (equal.chosen !== undefined) return equal
    }
    return best
  }

  private allTitles(): Array<Title> {
    const { brand, parts, titlePartsMax, titleFits } = this.problem
    const titles: Array<Title> = []
    const add = (chosen: ReadonlyArray<number>, from: number, words: ReadonlySet<number>) => {
      if (!titleFits(chosen)) return
      const texts = [brand, ...chosen.map((p) => this.part(p))]
      titles.push({
        parts: chosen,
        gives: union(texts.map(({ gives }) => gives)),
        whole: union(texts.map(({ whole }) => whole)),
        words: [...words],
        bound: Number.POSITIVE_INFINITY,
        state: undefined,
        follow: none,
        reads: undefined
      })
      if (chosen.length === titlePartsMax || chosen.some((p) => this.part(p).isAlone)) return
      for (let p = from; p < parts.length; p++) {
        const next = this.part(p)
        if (!next.mayLead || (next.isAlone && chosen.length > 0) || next.words.some((word) => words.has(word))) continue
        add([...chosen, p], p + 1, new Set([...words, ...next.words]))
      }
    }
    add(none, 0, new Set(brand.words))
    const ceiling = this.ceiling()
    for (const title of titles) title.bound = ceiling + this.extra(title)
    return titles
  }

  private part(p: number): Part {
    const part = this.problem.parts[p]
    if (part === undefined) throw new Error(`no part ${p}`)
    return part
  }

  /** What the best is worth where the title counts no more than the text below it. */
  private ceiling(): number {
    const { brand, parts, secondRoom, secondJoin, weights } = this.problem
    const state = this.fresh()
    this.hold(state, brand.gives, weights.second)
    const anywhere = parts.flatMap((part, p) => (part.mayLead || part.mayFollow ? [p] : []))
    return this.bound(state, secondRoom + titleRoomMax + secondJoin, anywhere, 0, much)
  }

  /** What it's worth that the keywords of a title stand there. */
  private extra(title: Title): number {
    const { second } = this.problem.weights
    const { weight } = this.titled(title)
    return this.sum((k) => Math.max(0, (weight[k] ?? 0) - second))
  }

  private sum(of: (k: number) => number): number {
    let sum = 0
    this.problem.keywords.forEach(({ value }, k) => {
      sum += value * of(k)
    })
    return sum
  }

  private fresh(): State {
    return { held: new Uint8Array(this.problem.needs), weight: new Float64Array(this.problem.keywords.length) }
  }

  private with(state: State, gives: ReadonlyArray<number>, weight: number): State {
    const next = { held: state.held.slice(), weight: state.weight.slice() }
    this.hold(next, gives, weight)
    return next
  }

  private hold({ held, weight }: State, gives: ReadonlyArray<number>, as: number): void {
    for (const need of gives) held[need] = 1
    this.problem.keywords.forEach(({ needs }, k) => {
      if (weight[k] === 0 && needs.every((need) => held[need] === 1)) weight[k] = as
    })
  }

  private titled(title: Title): State {
    const { weights } = this.problem
    const state = this.fresh()
    for (const k of title.whole) state.weight[k] = weights.title
    this.hold(state, title.gives, weights.titleWords)
    return state
  }

  /** No way to go on from here is worth more: `room` is what's left of the second text, and `follow` what may still stand there. */
  private bound(state: State, room: number, follow: ReadonlyArray<number>, floor: number, effort: Effort): number {
    const { keywords, weights, fieldRoom, secondJoin } = this.problem
    const canFollow = new Uint8Array(this.problem.needs)
    for (const p of follow) {
      const { length, gives } = this.part(p)
      if (length <= room) for (const need of gives) canFollow[need] = 1
    }
    const inField = (need: number) => fieldRoom > 0 && (this.suppliers[need]?.length ?? 0) > 0
    const second: Array<Wanted> = []
    const all: Array<Wanted> = []
    let fixed = 0
    keywords.forEach(({ value, needs }, k) => {
      const weight = state.weight[k] ?? 0
      if (weight > 0) {
        fixed += value * weight
        return
      }
      const missing = needs.filter((need) => state.held[need] !== 1)
      if (missing.every((need) => canFollow[need] === 1)) {
        second.push({ value: value * (weights.second - weights.field), missing })
      }
      if (weights.field > 0 && missing.every((need) => canFollow[need] === 1 || inField(need))) {
        all.push({ value: value * weights.field, missing })
      }
    })
    const costs = this.anywhereCost
    for (let need = 0; need < costs.length; need++) {
      const follows = canFollow[need] === 1 ? (this.secondCost[need] ?? 0) : Number.POSITIVE_INFINITY
      costs[need] = inField(need) ? Math.min(follows, this.fieldCost[need] ?? 0) : follows
    }
    const enough = floor - fixed
    const inSecond = this.rooms.second.most(
      second,
      this.secondCost,
      room + secondJoin,
      all.length === 0 ? enough : 0,
      effort
    )
    const most = inSecond + this.rooms.all.most(all, costs, room + secondJoin + fieldRoom, enough - inSecond, effort)
    return Math.floor(fixed + most + rounding)
  }

  private tighten(title: Title): void {
    const { parts, secondRoom, secondJoin, mayRepeat, weights } = this.problem
    const state = this.titled(title)
    const words = new Set(mayRepeat ? none : title.words)
    const worth = (part: Part) => {
      const { weight } = this.with(state, part.gives, weights.second)
      return this.sum((k) => (weight[k] ?? 0) - (state.weight[k] ?? 0)) / (part.length + secondJoin)
    }
    title.follow = parts
      .flatMap((part, p) =>
        part.mayFollow &&
        part.length <= secondRoom &&
        !title.parts.includes(p) &&
        !part.words.some((word) => words.has(word)) &&
        (part.isAlone || part.gives.some((need) => state.held[need] !== 1))
          ? [{ p, worth: worth(part) }]
          : []
      )
      .sort((a, b) => b.worth - a.worth || a.p - b.p)
      .map(({ p }) => p)
    title.state = state
    title.bound = Math.min(title.bound, this.bound(state, secondRoom, title.follow, 0, much))
  }

  private begin(title: Title, state: State): Node {
    const { secondRoom } = this.problem
    return { title, at: 0, second: none, words: new Set(), state, room: secondRoom, bound: title.bound, isSeen: false }
  }

  /** Takes what brings most for its length, then changes one part at a time while that helps: good enough to begin with. */
  private *climb(start: Node, best: Best): Generator<void, void> {
    const taken = (from: Node) => {
      let node = from
      for (;;) {
        const next = this.mostFor(node)
        if (next === undefined) return node
        node = next
      }
    }
    let node = taken(start)
    yield* this.end(node, best)
    for (let isBetter = true; isBetter; ) {
      isBetter = false
      for (const without of node.second) {
        const kept = node.second.filter((p) => p !== without)
        const other = taken(kept.reduce<Node>((from, p) => this.take(from, p), { ...start, skipped: without }))
        const before = best.value
        yield* this.end(other, best)
        if (best.value > before) {
          node = other
          isBetter = true
          break
        }
      }
    }
  }

  private take(node: Node, p: number): Node {
    const { gives, isAlone, length, words } = this.part(p)
    const { secondJoin, weights } = this.problem
    return {
      ...node,
      second: [...node.second, p],
      words: new Set([...node.words, ...words]),
      state: this.with(node.state, gives, weights.second),
      room: isAlone ? 0 : node.room - length - secondJoin,
      isSeen: false
    }
  }

  private mostFor(node: Node): Node | undefined {
    const { second, state, title } = node
    if (second.length === this.problem.secondPartsMax) return undefined
    let most = 0
    let found: Node | undefined
    for (const p of title.follow) {
      const { isAlone, length } = this.part(p)
      if (isAlone || p === node.skipped || second.includes(p) || !this.mayTake(node, p)) continue
      const next = this.take(node, p)
      const brings = this.sum((k) => (next.state.weight[k] ?? 0) - (state.weight[k] ?? 0))
      if (brings / (length + this.problem.secondJoin) > most) {
        most = brings / (length + this.problem.secondJoin)
        found = next
      }
    }
    return found
  }

  private mayTake({ room, second, state, words }: Node, p: number): boolean {
    const { gives, isAlone, length, words: own } = this.part(p)
    if (length > room || own.some((word) => words.has(word))) return false
    return isAlone ? second.length === 0 : gives.some((need) => state.held[need] !== 1)
  }

  /** With the next part below the title, and without. */
  private next(node: Node, floor: number): ReadonlyArray<Node> {
    const { title, second } = node
    const { secondPartsMax } = this.problem
    if (second.length === secondPartsMax || second.some((p) => this.part(p).isAlone)) return []
    let at = node.at
    for (; at < title.follow.length; at++) {
      const p = title.follow[at] ?? 0
      if (!this.mayTake(node, p)) continue
      const taken = { ...this.take(node, p), at: at + 1 }
      const left = { ...node, at: at + 1, isSeen: true }
      return [taken, left].map((next) => ({
        ...next,
        bound: Math.min(node.bound, this.bound(next.state, next.room, title.follow.slice(next.at), floor, little))
      }))
    }
    return []
  }

  /** Nothing more below the title. */
  private *end({ title, second, state }: Node, best: Best): Generator<void, number> {
    const inOrder = [...second].sort((a, b) => a - b)
    if (second.length > 0 && !this.secondReads(inOrder)) return -1
    return yield* this.finish({ title: title.parts, second: inOrder }, state, best)
  }

  private secondReads(second: ReadonlyArray<number>): boolean {
    const key = second.join()
    const known = this.reads.get(key)
    if (known !== undefined) return known
    const reads = this.problem.secondReads(second)
    this.reads.set(key, reads)
    return reads
  }

  /** Fills the keyword field, and takes what the rules let through. */
  private *finish(texts: Omit<Chosen, "units">, state: State, best: Best): Generator<void, number> {
    const banned = new Set<number>()
    for (;;) {
      const field = yield* this.field(state, banned, best.value)
      if (field.units === undefined) return field.open
      const chosen = { ...texts, units: field.units }
      const passes = this.problem.passes(chosen)
      if (passes === true) {
        best.value = field.value
        best.chosen = chosen
        return field.open
      }
      const fresh = passes.filter((unit) => !banned.has(unit))
      if (fresh.length === 0) return field.open
      for (const unit of fresh) banned.add(unit)
    }
  }

  /** The units worth most, if with them all is worth more than `floor`; `open`: what was left unseen is worth no more. */
  private *field(state: State, banned: ReadonlySet<number>, floor: number) {
    const { keywords, weights, fieldRoom } = this.problem
    const may = (u: number) => !banned.has(u)
    const cost = (need: number) => this.fieldCost[need] ?? 0
    let best = { value: floor, units: undefined as ReadonlyArray<number> | undefined }
    let open = -1
    const nodesMax = this.nodes + this.fieldNodes
    interface Step {
      readonly state: State
      readonly wanted: ReadonlyArray<number>
      readonly room: number
      readonly chosen: ReadonlyArray<number>
    }
    /** The last is looked at first. */
    const steps: Array<Step> = [{ state, wanted: [...keywords.keys()], room: fieldRoom, chosen: none }]
    for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
      const { chosen, room, state, wanted } = step
      this.nodes++
      yield* this.pause()
      const value = this.sum((k) => state.weight[k] ?? 0)
      if (value > best.value) best = { value, units: chosen }
      const options = wanted.flatMap((k) => {
        const keyword = keywords[k]
        if (keyword === undefined || state.weight[k] !== 0) return []
        const missing = keyword.needs.filter((need) => state.held[need] !== 1)
        const price = missing.reduce((all, need) => all + cost(need), 0)
        const isThere = missing.every((need) => this.suppliers[need]?.some(may))
        return isThere && price <= room ? [{ k, value: keyword.value * weights.field, missing, price }] : []
      })
      if (options.length === 0) continue
      const bound = Math.floor(
        value + this.rooms.field.most(options, this.fieldCost, room, best.value - value, little) + rounding
      )
      if (bound <= best.value) continue
      if (this.nodes >= nodesMax && best.units !== undefined) {
        open = Math.max(open, bound)
        continue
      }
      const next = options.reduce((top, other) => (other.value * top.price > top.value * other.price ? other : top))
      const rest = options.flatMap(({ k }) => (k === next.k ? [] : [k]))
      const bought = this.ways(next.missing, may).flatMap((units): ReadonlyArray<Step> => {
        const price = units.reduce((all, u) => all + (this.problem.units[u]?.cost ?? 0), 0)
        if (price > room) return []
        const gives = units.flatMap((u) => this.problem.units[u]?.gives ?? [])
        const held = this.with(state, gives, weights.field)
        return [{ state: held, wanted: rest, room: room - price, chosen: [...chosen, ...units] }]
      })
      steps.push({ state, wanted: rest, room, chosen }, ...bought.toReversed())
    }
    return { value: best.value, units: best.units, open }
  }

  /** The sets of units that meet all of these needs. */
  private ways(missing: ReadonlyArray<number>, may: (unit: number) => boolean): ReadonlyArray<ReadonlyArray<number>> {
    return missing.reduce<ReadonlyArray<ReadonlyArray<number>>>(
      (ways, need) =>
        ways.flatMap((way) =>
          way.some((u) => this.problem.units[u]?.gives.includes(need))
            ? [way]
            : (this.suppliers[need] ?? []).filter(may).map((u) => [...way, u])
        ),
      [none]
    )
  }
}

const little: Effort = { prices: 7, rounds: 4 }
const much: Effort = { prices: 16, rounds: 4 }
const none: ReadonlyArray<number> = []
/** Values are whole, sums of shares aren't quite. */
const rounding = 1e-3
const titleRoomMax = 30
const diveEvery = 40
const pauseEvery = 40
/** A search that may not see everything ends when so little is left to find. */
const gapEnough = 0.01
const fieldNodesMin = 20
const fieldShare = 40

const union = (lists: ReadonlyArray<ReadonlyArray<number>>) => [...new Set(lists.flat())]

/** What a need costs at least, whoever supplies it. */
const leastCosts = (needs: number, suppliers: ReadonlyArray<Pick<Part, "gives" | "shares">>): ReadonlyArray<number> => {
  const costs = new Array<number>(needs).fill(Number.POSITIVE_INFINITY)
  for (const { gives, shares } of suppliers) {
    gives.forEach((need, i) => {
      costs[need] = Math.min(costs[need] ?? 0, shares[i] ?? 0)
    })
  }
  return costs
}
