export interface Point {
  readonly x: number
  readonly y: number
}

export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Clockwise from the top left, as one sees what's shown there. */
export type Corners = readonly [topLeft: Point, topRight: Point, bottomRight: Point, bottomLeft: Point]

export const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)

export const cornersOf = ({ height, left, top, width }: Box): Corners => [
  { x: left, y: top },
  { x: left + width, y: top },
  { x: left + width, y: top + height },
  { x: left, y: top + height }
]

export const boundsOf = (points: ReadonlyArray<Point>): Box => {
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  const left = Math.min(...xs)
  const top = Math.min(...ys)
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top }
}

export const areaOf = (points: ReadonlyArray<Point>): number => {
  let twice = 0
  points.forEach(({ x, y }, i) => {
    const next = points[(i + 1) % points.length] ?? { x, y }
    twice += x * next.y - next.x * y
  })
  return Math.abs(twice) / 2
}

/** How wide and high a picture is that's shown there at the size of the longer of each two sides. */
export const sizeOf = ([a, b, c, d]: Corners) => ({
  width: Math.max(distance(a, b), distance(d, c)),
  height: Math.max(distance(a, d), distance(b, c))
})

/** Row by row; the last one is always 1. */
export type Homography = readonly [number, number, number, number, number, number, number, number]

/** From (0,0)-(1,1) to the corners (Heckbert, Fundamentals of Texture Mapping, 1989). */
const fromSquare = ([p0, p1, p2, p3]: Corners): Homography => {
  const sx = p0.x - p1.x + p2.x - p3.x
  const sy = p0.y - p1.y + p2.y - p3.y
  const dx1 = p1.x - p2.x
  const dx2 = p3.x - p2.x
  const dy1 = p1.y - p2.y
  const dy2 = p3.y - p2.y
  const denominator = dx1 * dy2 - dx2 * dy1
  const g = (sx * dy2 - dx2 * sy) / denominator
  const h = (dx1 * sy - sx * dy1) / denominator
  return [
    p1.x - p0.x + g * p1.x,
    p3.x - p0.x + h * p3.x,
    p0.x,
    p1.y - p0.y + g * p1.y,
    p3.y - p0.y + h * p3.y,
    p0.y,
    g,
    h
  ]
}

const inverse = ([a, b, c, d, e, f, g, h]: Homography): Homography => {
  const scale = a * e - b * d
  return [
    (e - f * h) / scale,
    (c * h - b) / scale,
    (b * f - c * e) / scale,
    (f * g - d) / scale,
    (a - c * g) / scale,
    (c * d - a * f) / scale,
    (d * h - e * g) / scale,
    (b * g - a * h) / scale
  ]
}

export const through = ([a, b, c, d, e, f, g, h]: Homography, x: number, y: number): Point => {
  const w = g * x + h * y + 1
  return { x: (a * x + b * y + c) / w, y: (d * x + e * y + f) / w }
}

export const toPicture = (corners: Corners): Homography => fromSquare(corners)

/** From a place in the picture to where it is between the corners: (0,0) at the top left, (1,1) at the bottom right. */
export const toShown = (corners: Corners): Homography => inverse(fromSquare(corners))
