/** Icons, screenshots and scenes of no app, drawn from raw pixels and shapes. */
import { Effect } from "effect"
import sharp, { type Sharp } from "sharp"
import type { Corners } from "../../src/picture/geometry.ts"
import { type Picture, readPicture } from "../../src/picture/readPicture.ts"

export const svg = (width: number, height: number, shapes: string) =>
  sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes}</svg>`))

const picture = (image: Sharp): Effect.Effect<Picture> =>
  Effect.promise(() => image.png({ compressionLevel: 1 }).toBuffer()).pipe(
    Effect.flatMap((png) => readPicture(png)),
    Effect.orDie
  )

/** Bars, cards, lines like text, and a chart: what a screenshot has of edges and flat parts. */
const screenshot = (width: number, height: number, hue: number, dark: boolean) => {
  const ground = dark ? "#12131a" : "#f6f7fb"
  const card = dark ? "#1f212c" : "#ffffff"
  const line = dark ? "#5d6275" : "#c3c8d6"
  const u = Math.min(width, height) / 100
  const cards = Array.from({ length: 12 }, (_, i) => {
    const top = 62 * u + i * 27 * u
    return `<rect x="${5 * u}" y="${top}" width="${width - 10 * u}" height="${23 * u}" rx="${3 * u}" fill="${card}"/>
      <circle cx="${16 * u}" cy="${top + 11.5 * u}" r="${6.5 * u}" fill="hsl(${hue + i * 31} 70% 58%)"/>
      <rect x="${28 * u}" y="${top + 6 * u}" width="${(30 + ((i * 17) % 28)) * u}" height="${3 * u}" rx="${1.5 * u}" fill="${dark ? "#e8eaf2" : "#2b2f3d"}"/>
      <rect x="${28 * u}" y="${top + 13 * u}" width="${(24 + ((i * 23) % 34)) * u}" height="${2.4 * u}" rx="${1.2 * u}" fill="${line}"/>`
  }).join("")
  const bars = Array.from(
    { length: 9 },
    (_, i) =>
      `<rect x="${(9 + i * 9) * u}" y="${(52 - ((i * 7) % 20) - 4) * u}" width="${5 * u}" height="${(((i * 7) % 20) + 4) * u}" rx="${1.5 * u}" fill="#fff" fill-opacity=".8"/>`
  ).join("")
  return picture(
    svg(
      width,
      height,
      `<rect width="${width}" height="${height}" fill="${ground}"/><rect width="${width}" height="${58 * u}" fill="hsl(${hue} 65% 48%)"/><rect x="${6 * u}" y="${14 * u}" width="${38 * u}" height="${6 * u}" rx="${3 * u}" fill="#fff"/><circle cx="${width - 12 * u}" cy="${17 * u}" r="${5 * u}" fill="#fff" fill-opacity=".7"/>${bars}${cards}`
    )
  )
}

const drawn = new Map<string, Picture>()

export const drawnScreenshot = Effect.fnUntraced(function* (width: number, height: number, hue = 262, dark = false) {
  const key = `${width} ${height} ${hue} ${dark}`
  const before = drawn.get(key)
  if (before !== undefined) return before
  const made = yield* screenshot(width, height, hue, dark)
  drawn.set(key, made)
  return made
})

export const drawnIcon = (kind: "blue" | "white" | "black" | "orange") => {
  const [ground, mark, other] = {
    blue: ["#3b5bfd", "#ffffff", "#ffd166"],
    white: ["#ffffff", "#18a058", "#c8f1d9"],
    black: ["#08090b", "#f2f2f2", "#8b8b8b"],
    orange: ["#ff7a1a", "#4a1600", "#fff0e0"]
  }[kind]
  return picture(
    svg(
      512,
      512,
      `<rect width="512" height="512" fill="${ground}"/><circle cx="256" cy="256" r="150" fill="${mark}"/><path d="M256 156l34 70 76 10-55 53 14 76-69-37-69 37 14-76-55-53 76-10z" fill="${other}"/>`
    )
  )
}

const points = (corners: Corners) => corners.map(({ x, y }) => `${x},${y}`).join(" ")

/** A room with a device whose screen is marked. */
export const drawnScene = (
  corners: Corners,
  options: { readonly size?: number; readonly mark?: string; readonly over?: string; readonly round?: number } = {}
) => {
  const { mark = "#FF00FF", over = "", round = 0, size = 1024 } = options
  return svg(
    size,
    size,
    `<defs><linearGradient id="g" x2="1" y2="1"><stop offset="0" stop-color="#f2d8b8"/><stop offset="1" stop-color="#6f8f8a"/></linearGradient></defs>
    <rect width="${size}" height="${size}" fill="url(#g)"/><circle cx="${size * 0.2}" cy="${size * 0.3}" r="${size * 0.14}" fill="#8a4fa0"/>
    <polygon points="${points(corners)}" fill="#111" stroke="#111" stroke-width="${26 + round}" stroke-linejoin="round"/>
    <polygon points="${points(corners)}" fill="${mark}" stroke="${mark}" stroke-width="${round}" stroke-linejoin="round"/>${over}`
  )
}

export const sceneOf = picture
