import { Effect } from "effect"
import { type Raster, rawOf, sharpOf } from "./raster.ts"

export interface Colour {
  readonly r: number
  readonly g: number
  readonly b: number
}

/** Lightness from 0 to 1, chroma from 0 to about 0.37, hue in degrees (Björn Ottosson's OKLab, in polar coordinates). */
export interface Lch {
  readonly l: number
  readonly c: number
  readonly h: number
}

const linear = (value: number) => {
  const share = value / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}
const curved = (share: number) =>
  255 * (share <= 0.0031308 ? share * 12.92 : 1.055 * Math.max(0, share) ** (1 / 2.4) - 0.055)

export const lchOf = ({ b, g, r }: Colour): Lch => {
  const [red, green, blue] = [linear(r), linear(g), linear(b)]
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const x = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const y = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(x, y),
    h: ((Math.atan2(y, x) * 180) / Math.PI + 360) % 360
  }
}

const rgbOf = ({ c, h, l }: Lch): ReadonlyArray<number> => {
  const x = c * Math.cos((h * Math.PI) / 180)
  const y = c * Math.sin((h * Math.PI) / 180)
  const long = (l + 0.3963377774 * x + 0.2158037573 * y) ** 3
  const middle = (l - 0.1055613458 * x - 0.0638541728 * y) ** 3
  const short = (l - 0.0894841775 * x - 1.291485548 * y) ** 3
  return [
    curved(4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short),
    curved(-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short),
    curved(-0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short)
  ]
}

/** With as much of the chroma as sRGB has at that lightness and hue. */
export const colourOf = (lch: Lch): Colour => {
  let { c } = lch
  let rgb = rgbOf(lch)
  while (c > 0 && rgb.some((value) => value < -0.5 || value > 255.5)) {
    c -= 0.004
    rgb = rgbOf({ ...lch, c: Math.max(0, c) })
  }
  const [r = 0, g = 0, b = 0] = rgb.map((value) => Math.min(255, Math.max(0, Math.round(value))))
  return { r, g, b }
}

export const hexOf = ({ b, g, r }: Colour): string =>
  `#${[r, g, b].map((value) => value.toString(16).padStart(2, "0")).join("")}`

const luminanceOf = ({ b, g, r }: Colour) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)

/** WCAG 2's contrast, from 1 to 21. */
export const contrastOf = (a: Colour, b: Colour): number => {
  const [one, other] = [luminanceOf(a), luminanceOf(b)]
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

export const mixed = (under: Colour, over: Colour, share: number): Colour => ({
  r: Math.round(under.r + (over.r - under.r) * share),
  g: Math.round(under.g + (over.g - under.g) * share),
  b: Math.round(under.b + (over.b - under.b) * share)
})

export const white: Colour = { r: 255, g: 255, b: 255 }
export const readableMin = 4.5

/** White or a very dark shade, whichever is read better on all of the grounds. */
export const inkOn = (grounds: ReadonlyArray<Colour>, hue: number): Colour => {
  const dark = colourOf({ l: 0.2, c: 0.035, h: hue })
  const worst = (ink: Colour) => Math.min(...grounds.map((ground) => contrastOf(ink, ground)))
  return worst(white) >= worst(dark) ? white : dark
}

export interface IconColours {
  readonly dominant: Lch
  readonly accent: Lch
}

/** An icon of greys, or none, gets a calm blue. */
const calm: Lch = { l: 0.5, c: 0.13, h: 262 }
const apart = (a: number, b: number) => Math.abs(((a - b + 540) % 360) - 180)

interface Hue {
  readonly weight: number
  readonly lch: Lch
}

/** Colours of like hue, those that cover and glow most first. */
const huesOf = ({ data }: Raster): ReadonlyArray<Hue> => {
  const bins = Array.from({ length: 24 }, () => ({ weight: 0, l: 0, c: 0, x: 0, y: 0 }))
  for (let at = 0; at < data.length; at += 4) {
    if ((data[at + 3] ?? 0) < 128) continue
    const { c, h, l } = lchOf({ r: data[at] ?? 0, g: data[at + 1] ?? 0, b: data[at + 2] ?? 0 })
    const bin = bins[Math.floor(h / 15) % 24]
    if (bin === undefined || c < 0.04) continue
    bin.weight += c
    bin.l += l * c
    bin.c += c * c
    bin.x += c * Math.cos((h * Math.PI) / 180)
    bin.y += c * Math.sin((h * Math.PI) / 180)
  }
  return bins
    .filter(({ weight }) => weight > 0)
    .map(({ c, l, weight, x, y }) => ({
      weight,
      lch: { l: l / weight, c: c / weight, h: ((Math.atan2(y, x) * 180) / Math.PI + 360) % 360 }
    }))
    .sort((a, b) => b.weight - a.weight || a.lch.h - b.lch.h)
}

export const coloursOf = Effect.fnUntraced(function* (icon: Raster | undefined) {
  if (icon === undefined) return { dominant: calm, accent: { l: 0.8, c: 0.14, h: 80 } } satisfies IconColours
  const small = yield* rawOf(sharpOf(icon).resize({ width: 48, height: 48, fit: "fill", kernel: "cubic" }))
  const hues = huesOf(small)
  const [first] = hues
  // Less than a fortieth of its pixels in full colour is a grey icon.
  const dominant = first === undefined || first.weight < 6 ? { ...calm, c: 0.035 } : first.lch
  const second = hues.find(({ lch, weight }) => weight > 4 && apart(lch.h, dominant.h) > 40)
  return {
    dominant,
    accent: second?.lch ?? { l: 0.96, c: 0.02, h: dominant.h }
  } satisfies IconColours
})

/** A ground whose two ends are dark or light enough that one ink is read on both. */
export const gradientOf = (
  from: Lch,
  to: Lch
): { readonly from: Colour; readonly to: Colour; readonly ink: Colour } => {
  for (let shift = 0; ; shift += 0.01) {
    const darker = (lch: Lch) => colourOf({ ...lch, l: Math.max(0, lch.l - shift) })
    const ends = [darker(from), darker(to)] as const
    const ink = inkOn(ends, from.h)
    if (ends.every((end) => contrastOf(ink, end) >= readableMin)) return { from: ends[0], to: ends[1], ink }
  }
}
