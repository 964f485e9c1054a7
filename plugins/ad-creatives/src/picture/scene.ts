import { Effect } from "effect"
import { areaOf, boundsOf, type Corners, distance, type Point } from "./geometry.ts"
import type { Picture } from "./readPicture.ts"

/** The colour that a scene's empty screen is asked to be. */
export const screenMark = "#FF00FF"

export interface Screen {
  readonly corners: Corners
  /** How much of each of the scene's pixels is screen, from 0 to 255: not what's in front of it. */
  readonly mask: Uint8Array
}

export interface Scene extends Screen {
  readonly picture: Picture
}

const areaMin = 0.06
const areaMax = 0.9
const solidityMin = 0.9
/** From a tablet's 4:3 seen a bit askew, to a tall phone's 21:9 likewise. */
const aspectMin = 1.12
const aspectMax = 3

/** How magenta a pixel is, from 0 to 255: its red and blue above its green. */
const magentaOf = (data: Uint8Array, at: number): number =>
  Math.max(0, Math.min(data[at] ?? 0, data[at + 2] ?? 0) - (data[at + 1] ?? 0))

/** Screens that are lit a little or printed by JPEG have this much left. */
const markedMin = 128

interface Blob {
  readonly label: number
  readonly size: number
}

const largestOf = (labels: Int32Array, marked: Uint8Array, width: number): Blob => {
  let best: Blob = { label: 0, size: 0 }
  let label = 0
  const stack: Array<number> = []
  for (let seed = 0; seed < marked.length; seed++) {
    if (marked[seed] === 0 || labels[seed] !== 0) continue
    label++
    let size = 0
    labels[seed] = label
    stack.push(seed)
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      size++
      const x = at % width
      const visit = (next: number) => {
        if (marked[next] !== 1 || labels[next] !== 0) return
        labels[next] = label
        stack.push(next)
      }
      if (x > 0) visit(at - 1)
      if (x < width - 1) visit(at + 1)
      visit(at - width)
      visit(at + width)
    }
    if (size > best.size) best = { label, size }
  }
  return best
}

const cross = (o: Point, a: Point, b: Point) => (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x)

/** Andrew's monotone chain, clockwise as pictures have their y. */
const hullOf = (points: ReadonlyArray<Point>): ReadonlyArray<Point> => {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y)
  const half = (of: ReadonlyArray<Point>) => {
    const chain: Array<Point> = []
    for (const point of of) {
      for (
        let [b, a] = [chain.at(-1), chain.at(-2)];
        a && b && cross(a, b, point) <= 0;
        [b, a] = [chain.at(-1), chain.at(-2)]
      ) {
        chain.pop()
      }
      chain.push(point)
    }
    return chain.slice(0, -1)
  }
  return [...half(sorted), ...half(sorted.toReversed())]
}

/** The ends of each row and column: every point that may be on an outer edge. Edges are half a pixel beyond centres. */
const rimOf = (labels: Int32Array, label: number, width: number, height: number) => {
  const rim: Array<Point> = []
  const lefts = new Int32Array(height).fill(-1)
  const rights = new Int32Array(height).fill(-1)
  const tops = new Int32Array(width).fill(-1)
  const bottoms = new Int32Array(width).fill(-1)
  for (let at = 0; at < labels.length; at++) {
    if (labels[at] !== label) continue
    const x = at % width
    const y = (at - x) / width
    if (lefts[y] === -1) lefts[y] = x
    rights[y] = x
    if (tops[x] === -1) tops[x] = y
    bottoms[x] = y
  }
  lefts.forEach((x, y) => {
    if (x === -1) return
    rim.push({ x, y: y + 0.5 }, { x: (rights[y] ?? 0) + 1, y: y + 0.5 })
  })
  tops.forEach((y, x) => {
    if (y === -1) return
    rim.push({ x: x + 0.5, y }, { x: x + 0.5, y: (bottoms[x] ?? 0) + 1 })
  })
  return rim
}

/** Ramer-Douglas-Peucker of a ring: its long sides, and a few chords of its rounded corners. */
const simplified = (ring: ReadonlyArray<Point>, within: number): ReadonlyArray<Point> => {
  const keep = (from: number, to: number): ReadonlyArray<Point> => {
    const [a, b] = [ring[from % ring.length], ring[to % ring.length]]
    if (a === undefined || b === undefined) return []
    let [far, at] = [within, -1]
    for (let i = from + 1; i < to; i++) {
      const point = ring[i]
      const off = point === undefined ? 0 : Math.abs(cross(a, b, point)) / Math.max(1e-9, distance(a, b))
      if (off > far) [far, at] = [off, i]
    }
    return at === -1 ? [a] : [...keep(from, at), ...keep(at, to)]
  }
  const [first] = ring
  if (first === undefined) return []
  const opposite = ring.reduce(
    (best, point, i) => (distance(point, first) > distance(ring[best] ?? first, first) ? i : best),
    0
  )
  return [...keep(0, opposite), ...keep(opposite, ring.length)]
}

interface Line {
  readonly through: Point
  /** Of length 1. */
  readonly along: Point
}

const meet = (a: Line, b: Line): Point | undefined => {
  const turn = a.along.x * b.along.y - a.along.y * b.along.x
  if (Math.abs(turn) < 0.05) return undefined
  const t = ((b.through.x - a.through.x) * b.along.y - (b.through.y - a.through.y) * b.along.x) / turn
  return { x: a.through.x + a.along.x * t, y: a.through.y + a.along.y * t }
}

const lineOf = (a: Point, b: Point): Line => {
  const length = Math.max(1e-9, distance(a, b))
  return { through: a, along: { x: (b.x - a.x) / length, y: (b.y - a.y) / length } }
}

const quadOf = (lines: readonly [Line, Line, Line, Line]): Corners | undefined => {
  const [a, b, c, d] = lines
  const corners = [meet(d, a), meet(a, b), meet(b, c), meet(c, d)] as const
  const [p, q, r, s] = corners
  return p && q && r && s ? [p, q, r, s] : undefined
}

const isConvex = (corners: Corners) =>
  corners.every((corner, i) => {
    const [next, after] = [corners[(i + 1) % 4], corners[(i + 2) % 4]]
    return next !== undefined && after !== undefined && cross(corner, next, after) > 0
  })

/** The smallest quadrilateral around a hull that has four of its sides. */
const aroundOf = (hull: ReadonlyArray<Point>): readonly [Line, Line, Line, Line] | undefined => {
  const bounds = boundsOf(hull)
  const within = 0.004 * Math.max(bounds.width, bounds.height)
  const ring = simplified(hull, within)
  const sides = ring
    .map((point, i) => ({ point, next: ring[(i + 1) % ring.length] ?? point, i }))
    .sort((a, b) => distance(b.point, b.next) - distance(a.point, a.next))
    .slice(0, 12)
    .sort((a, b) => a.i - b.i)
    .map(({ next, point }) => lineOf(point, next))
  let [best, bestArea]: [readonly [Line, Line, Line, Line] | undefined, number] = [undefined, Number.POSITIVE_INFINITY]
  for (const [i, a] of sides.entries()) {
    for (const [j, b] of sides.entries()) {
      if (j <= i) continue
      for (const [k, c] of sides.entries()) {
        if (k <= j) continue
        for (const d of sides.slice(k + 1)) {
          const quad = quadOf([a, b, c, d])
          if (quad === undefined || !isConvex(quad)) continue
          const area = areaOf(quad)
          if (area < bestArea) [best, bestArea] = [[a, b, c, d], area]
        }
      }
    }
  }
  return best
}

/** Least squares over those near a side's middle part, again and again without those that are off: a finger's, say. */
const fitted = (rim: ReadonlyArray<Point>, line: Line, from: Point, to: Point): Line => {
  const length = distance(from, to)
  let current = line
  for (const within of [0.012 * length + 1.5, 2, 1.2, 0.8]) {
    const near = rim.filter((point) => {
      const [dx, dy] = [point.x - current.through.x, point.y - current.through.y]
      const off = Math.abs(dx * current.along.y - dy * current.along.x)
      const along = ((point.x - from.x) * (to.x - from.x) + (point.y - from.y) * (to.y - from.y)) / (length * length)
      return off < within && along > 0.14 && along < 0.86
    })
    if (near.length < 8) break
    const mean = {
      x: near.reduce((sum, { x }) => sum + x, 0) / near.length,
      y: near.reduce((sum, { y }) => sum + y, 0) / near.length
    }
    let [xx, xy, yy] = [0, 0, 0]
    for (const { x, y } of near) {
      xx += (x - mean.x) ** 2
      xy += (x - mean.x) * (y - mean.y)
      yy += (y - mean.y) ** 2
    }
    const angle = Math.atan2(2 * xy, xx - yy) / 2
    const way = Math.cos(angle) * line.along.x + Math.sin(angle) * line.along.y < 0 ? -1 : 1
    current = { through: mean, along: { x: way * Math.cos(angle), y: way * Math.sin(angle) } }
  }
  return current
}

/** So that the first side is the one that's seen on top. */
const ordered = (corners: Corners): Corners => {
  const [a, b, c, d] = corners
  const turns: ReadonlyArray<Corners> = [corners, [b, c, d, a], [c, d, a, b], [d, a, b, c]]
  const rightward = ([from, to]: Corners) => (to.x - from.x) / Math.max(1e-9, distance(from, to))
  return turns.reduce((best, turn) => (rightward(turn) > rightward(best) ? turn : best))
}

const aspectOf = ([a, b, c, d]: Corners): number => {
  const across = distance(a, b) + distance(d, c)
  const down = distance(a, d) + distance(b, c)
  return Math.max(across, down) / Math.max(1e-9, Math.min(across, down))
}

/** Models draw a mark a little off: shares are of the magenta that most of it has. */
const usualOf = (data: Uint8Array, labels: Int32Array, label: number): number => {
  const counts = new Int32Array(256)
  let total = 0
  for (let at = 0; at < labels.length; at++) {
    if (labels[at] !== label) continue
    const magenta = magentaOf(data, at * 4)
    counts[magenta] = (counts[magenta] ?? 0) + 1
    total++
  }
  let below = 0
  return counts.findIndex((count) => {
    below += count
    return below >= total / 2
  })
}

/** Magenta is only screen near the screen's own: a violet jacket isn't. */
const maskOf = ({ data, height, width }: Picture, labels: Int32Array, label: number, corners: Corners): Uint8Array => {
  const near = 3
  const usual = usualOf(data, labels, label)
  const mask = new Uint8Array(width * height)
  const box = boundsOf(corners)
  const [left, right] = [
    Math.max(0, Math.floor(box.left) - near),
    Math.min(width, Math.ceil(box.left + box.width) + near)
  ]
  const [top, bottom] = [
    Math.max(0, Math.floor(box.top) - near),
    Math.min(height, Math.ceil(box.top + box.height) + near)
  ]
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const at = y * width + x
      if (labels[at] !== label) {
        let close = false
        for (let dy = -near; dy <= near && !close; dy++) {
          for (let dx = -near; dx <= near && !close; dx++) {
            const [nx, ny] = [x + dx, y + dy]
            close = nx >= 0 && nx < width && ny >= 0 && ny < height && labels[ny * width + nx] === label
          }
        }
        if (!close) continue
      }
      const magenta = magentaOf(data, at * 4)
      // Noise of JPEG is a few levels: what's nearly the mark is screen, what hardly is isn't.
      const share = magenta / usual
      mask[at] = share > 0.82 ? 255 : share < 0.06 ? 0 : Math.round(share * 255)
    }
  }
  return mask
}

/** The marked screen of a scene, if there's one that a phone or a tablet may have. */
export const findScreen = (scene: Picture): Effect.Effect<Screen | undefined> =>
  Effect.sync(() => {
    const { data, height, width } = scene
    const marked = new Uint8Array(width * height)
    for (let at = 0; at < marked.length; at++) marked[at] = magentaOf(data, at * 4) >= markedMin ? 1 : 0
    const labels = new Int32Array(width * height)
    const { label, size } = largestOf(labels, marked, width)
    if (size < areaMin * solidityMin * marked.length) return undefined
    const rim = rimOf(labels, label, width, height)
    const around = aroundOf(hullOf(rim))
    const rough = around && quadOf(around)
    if (around === undefined || rough === undefined) return undefined
    const [p, q, r, s] = rough
    const [a, b, c, d] = around
    const quad = quadOf([fitted(rim, a, p, q), fitted(rim, b, q, r), fitted(rim, c, r, s), fitted(rim, d, s, p)])
    if (quad === undefined || !isConvex(quad)) return undefined
    const corners = ordered(quad)
    const area = areaOf(corners)
    const outside = corners.some(({ x, y }) => x < -1 || y < -1 || x > width + 1 || y > height + 1)
    if (outside || area < areaMin * marked.length || area > areaMax * marked.length) return undefined
    const aspect = aspectOf(corners)
    if (size / area < solidityMin || size / area > 1.04 || aspect < aspectMin || aspect > aspectMax) return undefined
    return { corners, mask: maskOf(scene, labels, label, corners) }
  })
