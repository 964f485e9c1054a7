/** `layout@1`: the presets' own pictures, for when no scene was drawn or its screen can't be used. */
import type { ImagePreset } from "../presets.ts"
import {
  type Colour,
  colourOf,
  contrastOf,
  gradientOf,
  hexOf,
  type IconColours,
  inkOn,
  mixed,
  readableMin,
  white
} from "./colours.ts"
import { aspectOf, bodyIn, type Device, type DeviceStyle, deviceAt, isWide } from "./device.ts"
import type { Box } from "./geometry.ts"
import type { Picture } from "./readPicture.ts"
import { isRightToLeft } from "./shaping.ts"
import { type LaidText, layText, outlineOf } from "./text.ts"

export interface AdCopy {
  readonly headline: string
  readonly callToAction: string
  readonly primaryText: string
}

export interface Content {
  readonly copy: AdCopy
  readonly appName: string
  readonly lang: string
  readonly hasIcon: boolean
  readonly screenshots: ReadonlyArray<Picture>
  readonly colours: IconColours
}

export interface PlacedText {
  readonly what: "headline" | "callToAction" | "appName" | "primaryText"
  /** Around its ink. */
  readonly box: Box
  readonly size: number
  readonly cut: boolean
  readonly text: string
  readonly colour: Colour
}

export interface PlacedIcon {
  readonly box: Box
  readonly radius: number
}

export interface Plan {
  readonly ground: string
  /** On the ground. They're soft: a quarter of the size is enough to draw them at. */
  readonly shadows: string
  /** On those, and below the screenshots. */
  readonly under: string
  /** Above them. */
  readonly over: string
  readonly devices: ReadonlyArray<Device>
  /** What the devices' numbers are of. */
  readonly shots: ReadonlyArray<Picture>
  readonly icon: PlacedIcon | undefined
  readonly texts: ReadonlyArray<PlacedText>
}

export interface Style {
  /** Given where, as a share of the width from the words' side, the words end and the device begins. */
  readonly ground: (edge: number) => string
  readonly ink: Colour
  readonly soft: Colour
  readonly button: Colour
  readonly buttonInk: Colour
  readonly device: DeviceStyle
  /** A card under the words. */
  readonly card: Colour | undefined
  readonly showsPrimaryText: boolean
  readonly screenshotsMax: number
}

interface Canvas {
  readonly width: number
  readonly height: number
}

const gradient = (id: string, from: Colour, to: Colour, across = "x1='0' y1='0' x2='1' y2='1'") =>
  `<defs><linearGradient id="${id}" ${across}><stop offset="0" stop-color="${hexOf(from)}"/><stop offset="1" stop-color="${hexOf(to)}"/></linearGradient></defs>`

const glow = (id: string, x: number, y: number, radius: number, colour: Colour, opacity: number) =>
  `<defs><radialGradient id="${id}"><stop offset="0" stop-color="${hexOf(colour)}" stop-opacity="${opacity}"/><stop offset="1" stop-color="${hexOf(colour)}" stop-opacity="0"/></radialGradient></defs><circle cx="${x}" cy="${y}" r="${radius}" fill="url(#${id})"/>`

const fill = ({ height, width }: Canvas, paint: string) => `<rect width="${width}" height="${height}" fill="${paint}"/>`

const darkBody = { body: "#0c0d11", rim: "#3a3d46" }

/** Of a colour that's seen on the ground, with an ink that's read on it. */
const buttonOn = (ground: Colour, wishes: ReadonlyArray<Colour>, hue: number) => {
  const seen = wishes.find((wish) => contrastOf(wish, ground) >= 3) ?? inkOn([ground], hue)
  const ink = inkOn([seen], hue)
  return contrastOf(ink, seen) >= readableMin
    ? { button: seen, buttonInk: ink }
    : { button: white, buttonInk: colourOf({ l: 0.2, c: 0.03, h: hue }) }
}

/** A colour for buttons on light ground; a grey icon's are black. */
const strongOf = ({ c, h, l }: IconColours["dominant"]): ReadonlyArray<Colour> =>
  c < 0.05 ? [] : [colourOf({ l: Math.min(0.52, l), c: Math.min(0.19, c), h })]

const mutedOn = (ground: Colour, hue: number, dark: boolean): Colour => {
  for (let l = dark ? 0.45 : 0.8; ; l += dark ? -0.02 : 0.02) {
    const tried = colourOf({ l, c: 0.03, h: hue })
    if (contrastOf(tried, ground) >= 5 || l < 0.1 || l > 1) return tried
  }
}

type Styling = (canvas: Canvas, colours: IconColours, mirrored: boolean) => Style

const branded: Styling = (canvas, { accent, dominant }, mirrored) => {
  const { c, h } = dominant
  // Yellow and orange turn brown under white words: they stay bright, under dark ones.
  const isBright = dominant.l > 0.68 && c > 0.08
  const l = isBright ? Math.max(0.82, dominant.l) : Math.min(0.56, Math.max(0.34, dominant.l * 0.85))
  const { from, ink, to } = gradientOf(
    { l, c: Math.min(0.19, c), h },
    { l: l - (isBright ? 0.08 : 0.14), c: Math.min(0.17, c), h: h + (isBright ? -14 : 18) }
  )
  const light = colourOf({ l: 0.82, c: Math.min(0.15, c), h: h - 12 })
  // Words may run into the light: it's only as strong as they're still read in it.
  let strength = 0.42
  while (strength > 0 && contrastOf(ink, mixed(from, light, strength)) < readableMin + 0.2) strength -= 0.03
  const { height, width } = canvas
  const side = mirrored ? width * 0.28 : width * 0.72
  return {
    ground: () =>
      [
        gradient("ground", from, to),
        fill(canvas, "url(#ground)"),
        glow("glow", side, height * 0.42, width * 0.52, light, Math.max(0, strength)),
        `<circle cx="${side}" cy="${height * 0.5}" r="${width * 0.36}" fill="none" stroke="#fff" stroke-opacity=".10" stroke-width="2"/>`,
        `<circle cx="${side}" cy="${height * 0.5}" r="${width * 0.47}" fill="none" stroke="#fff" stroke-opacity=".07" stroke-width="2"/>`
      ].join(""),
    ink,
    soft: ink,
    ...buttonOn(
      from,
      [colourOf({ ...accent, l: Math.max(accent.l, 0.84), c: Math.min(accent.c, 0.15) }), white, ink],
      h
    ),
    device: { ...darkBody, shadow: 0.42, degrees: 0 },
    card: undefined,
    showsPrimaryText: false,
    screenshotsMax: 1
  }
}

const lifestyle: Styling = (canvas, { dominant }, mirrored) => {
  const { height, width } = canvas
  const { c, h } = dominant
  const ground = colourOf({ l: 0.94, c: 0.03, h: 70 })
  const ink = inkOn([ground], h)
  const at = (share: number) => width * (mirrored ? 1 - share : share)
  return {
    ground: () =>
      [
        gradient("ground", colourOf({ l: 0.965, c: 0.022, h: 85 }), colourOf({ l: 0.9, c: 0.045, h: 55 })),
        fill(canvas, "url(#ground)"),
        glow("a", at(0.82), height * 0.2, width * 0.5, colourOf({ l: 0.86, c: 0.1, h: 60 }), 0.7),
        glow("b", at(0.95), height * 0.85, width * 0.55, colourOf({ l: 0.76, c: Math.min(0.12, c), h }), 0.6),
        glow("c", at(0.02), height * 0.98, width * 0.4, colourOf({ l: 0.88, c: 0.08, h: 25 }), 0.5),
        ...[
          [0.6, 0.12, 0.05],
          [0.93, 0.1, 0.075],
          [0.55, 0.9, 0.06],
          [0.97, 0.62, 0.045]
        ].map(
          ([x = 0, y = 0, r = 0]) =>
            `<circle cx="${at(x)}" cy="${y * height}" r="${r * width}" fill="#fff" fill-opacity=".34"/>`
        )
      ].join(""),
    ink,
    soft: mutedOn(ground, h, true),
    ...buttonOn(ground, [...strongOf(dominant), ink], h),
    device: { ...darkBody, shadow: 0.46, degrees: mirrored ? -7 : 7 },
    card: undefined,
    showsPrimaryText: false,
    screenshotsMax: 1
  }
}

const testimonial: Styling = (canvas, { dominant }, mirrored) => {
  const { height, width } = canvas
  const { c, h } = dominant
  const ground = colourOf({ l: 0.9, c: Math.min(0.06, c), h })
  const ink = inkOn([ground, white], h)
  const at = (share: number) => width * (mirrored ? 1 - share : share)
  return {
    ground: () =>
      [
        gradient(
          "ground",
          colourOf({ l: 0.93, c: Math.min(0.045, c), h: h - 10 }),
          colourOf({ l: 0.84, c: Math.min(0.085, c), h: h + 12 })
        ),
        fill(canvas, "url(#ground)"),
        `<circle cx="${at(0.8)}" cy="${height * 0.54}" r="${width * 0.37}" fill="${hexOf(colourOf({ l: 0.72, c: Math.min(0.13, c), h }))}" fill-opacity=".55"/>`
      ].join(""),
    ink,
    soft: mutedOn(white, h, true),
    ...buttonOn(white, [...strongOf(dominant), ink], h),
    device: { ...darkBody, shadow: 0.36, degrees: 0 },
    card: white,
    showsPrimaryText: true,
    screenshotsMax: 1
  }
}

const split: Styling = (canvas, { accent, dominant }, mirrored) => {
  const { height, width } = canvas
  const { c, h } = dominant
  const dark = colourOf({ l: 0.2, c: 0.025, h })
  const at = (share: number) => width * (mirrored ? 1 - share : share)
  const bright = colourOf({ l: Math.min(0.78, Math.max(0.62, dominant.l)), c: Math.min(0.17, c), h })
  // What's unsolved lies about, aslant and faint.
  const mess = [
    [0.1, 0.06, 0.2, -14],
    [0.38, 0.02, 0.17, 11],
    [0.02, 0.84, 0.19, 9],
    [0.31, 0.9, 0.22, -8]
  ].map(([x = 0, y = 0, w = 0, turn = 0]) => {
    const [cx, cy, side] = [at(x + w / 2), y * height, w * width]
    return `<rect x="${cx - side / 2}" y="${cy}" width="${side}" height="${side * 0.55}" rx="18" fill="#fff" fill-opacity=".035" stroke="#fff" stroke-opacity=".09" stroke-width="2" transform="rotate(${turn} ${cx} ${cy})"/>`
  })
  return {
    ground: (edge) =>
      [
        fill(canvas, hexOf(dark)),
        ...mess,
        gradient(
          "half",
          bright,
          colourOf({ l: Math.min(0.66, Math.max(0.5, dominant.l - 0.1)), c: Math.min(0.17, c), h: h + 16 })
        ),
        `<path d="M${at(edge + 0.022)} 0H${at(1)}V${height}H${at(edge - 0.021)}Z" fill="url(#half)"/>`
      ].join(""),
    ink: white,
    soft: mutedOn(dark, h, false),
    ...buttonOn(dark, [...(c < 0.05 ? [] : [bright]), colourOf({ ...accent, l: Math.max(accent.l, 0.8) }), white], h),
    device: { ...darkBody, shadow: 0.45, degrees: 0 },
    card: undefined,
    showsPrimaryText: true,
    screenshotsMax: 1
  }
}

const clean: Styling = (canvas, { dominant }) => {
  const { c, h } = dominant
  const ground = colourOf({ l: 0.965, c: Math.min(0.012, c), h })
  const ink = inkOn([ground], h)
  return {
    ground: () =>
      [
        gradient(
          "ground",
          colourOf({ l: 0.985, c: Math.min(0.006, c), h }),
          colourOf({ l: 0.94, c: Math.min(0.018, c), h }),
          "x1='0' y1='0' x2='0' y2='1'"
        ),
        fill(canvas, "url(#ground)")
      ].join(""),
    ink,
    soft: mutedOn(ground, h, true),
    ...buttonOn(ground, [...strongOf(dominant), ink], h),
    device: { ...darkBody, shadow: 0.26, degrees: 0 },
    card: undefined,
    showsPrimaryText: false,
    screenshotsMax: 3
  }
}

const stylings: Record<ImagePreset, Styling> = {
  branded_showcase: branded,
  person_holding_phone: lifestyle,
  creator_testimonial: testimonial,
  problem_solution_split: split,
  clean_app_store_mockup: clean
}

/** What's put on the canvas bit by bit. */
export class Sheet {
  readonly shadows: Array<string> = []
  readonly under: Array<string> = []
  readonly over: Array<string> = []
  readonly texts: Array<PlacedText> = []
  icon: PlacedIcon | undefined

  text(what: PlacedText["what"], laid: LaidText, left: number, top: number, colour: Colour): void {
    if (laid.lines.length === 0) return
    this.over.push(`<path fill="${hexOf(colour)}" d="${outlineOf(laid, left, top)}"/>`)
    const { ink } = laid
    this.texts.push({
      what,
      box: { ...ink, left: ink.left + left, top: ink.top + top },
      size: laid.size,
      cut: laid.cut,
      text: laid.text,
      colour
    })
  }
}

export const iconRadius = 0.225

/** Parts of a column, one below the other. Each says how high it is, and draws itself from a height on. */
interface Part {
  readonly height: number
  readonly gapBefore: number
  readonly draw: (sheet: Sheet, left: number, top: number) => void
}

interface ColumnOptions {
  readonly width: number
  readonly align: "start" | "center"
  readonly headlineMax: number
  readonly headlineHeight: number
  readonly iconSide: number
  readonly withName: boolean
  readonly primaryHeight: number
}

const headlineOf = ({ copy, lang }: Content, width: number, height: number, size: number, align: "start" | "center") =>
  layText({ text: copy.headline, lang, width, height, weight: 800, align, size, sizeMin: Math.min(size, 32) })

/** An icon, and the app's name beside it. */
const brandPart = (content: Content, style: Style, o: ColumnOptions, mirrored: boolean): Part | undefined => {
  const side = content.hasIcon ? o.iconSide : 0
  const gap = side === 0 ? 0 : o.iconSide * 0.24
  const nameWidth = o.width - side - gap
  const size = Math.max(24, o.iconSide * 0.36)
  const name = o.withName
    ? layText({
        text: content.appName,
        lang: content.lang,
        width: nameWidth,
        height: size * 2.8,
        weight: 700,
        align: "start",
        size,
        sizeMin: 22,
        linesMax: 2
      })
    : undefined
  const nameHeight = name?.height ?? 0
  const height = Math.max(side, nameHeight)
  if (height === 0) return undefined
  const used = side + (name === undefined ? 0 : gap + name.ink.width)
  return {
    height,
    gapBefore: 0,
    draw: (sheet, left, top) => {
      const start = o.align === "center" ? left + (o.width - used) / 2 : left
      const middle = top + height / 2
      if (side > 0) {
        const x = mirrored ? (o.align === "center" ? start + used - side : left + o.width - side) : start
        sheet.icon = { box: { left: x, top: middle - side / 2, width: side, height: side }, radius: side * iconRadius }
      }
      if (name === undefined) return
      // A name of the other direction than the headline's stays beside the icon all the same.
      const nameLeft = mirrored
        ? (o.align === "center" ? start + used : left + o.width) - side - gap - name.ink.width - name.ink.left
        : start + side + gap - name.ink.left
      sheet.text("appName", name, nameLeft, middle - nameHeight / 2, style.ink)
    }
  }
}

const textPart = (what: "headline" | "primaryText", laid: LaidText, colour: Colour, gapBefore: number): Part => ({
  height: laid.height,
  gapBefore,
  draw: (sheet, left, top) => sheet.text(what, laid, left, top, colour)
})

export const buttonPart = (
  content: Content,
  style: Pick<Style, "button" | "buttonInk">,
  width: number,
  align: "start" | "center",
  mirrored: boolean,
  height = 76
): Part => {
  const layIn = (padding: number) =>
    layText({
      text: content.copy.callToAction,
      lang: content.lang,
      width: width - 2 * padding,
      height,
      weight: 700,
      align: "start",
      size: height * 0.41,
      sizeMin: 18,
      linesMax: 1
    })
  const roomy = layIn(height * 0.56)
  const isTight = roomy.size < height * 0.34
  const padding = height * (isTight ? 0.36 : 0.56)
  const laid = isTight ? layIn(padding) : roomy
  const buttonWidth = Math.min(width, laid.ink.width + 2 * padding)
  return {
    height: laid.lines.length === 0 ? 0 : height,
    gapBefore: 40,
    draw: (sheet, left, top) => {
      if (laid.lines.length === 0) return
      const x = align === "center" ? left + (width - buttonWidth) / 2 : mirrored ? left + width - buttonWidth : left
      sheet.over.push(
        `<rect x="${x}" y="${top}" width="${buttonWidth}" height="${height}" rx="${height / 2}" fill="${hexOf(style.button)}"/>`
      )
      sheet.text(
        "callToAction",
        laid,
        x + (buttonWidth - laid.ink.width) / 2 - laid.ink.left,
        top + (height - laid.height) / 2,
        style.buttonInk
      )
    }
  }
}

const columnOf = (content: Content, style: Style, o: ColumnOptions, mirrored: boolean): ReadonlyArray<Part> => {
  const brand = brandPart(content, style, o, mirrored)
  const headline = headlineOf(content, o.width, o.headlineHeight, o.headlineMax, o.align)
  const primary =
    o.primaryHeight > 0
      ? layText({
          text: content.copy.primaryText,
          lang: content.lang,
          width: o.width,
          height: o.primaryHeight,
          weight: 500,
          align: o.align,
          size: 30,
          sizeMin: 24
        })
      : undefined
  return [
    ...(brand === undefined ? [] : [brand]),
    textPart("headline", headline, style.ink, brand === undefined ? 0 : 36),
    ...(primary === undefined || primary.lines.length === 0 ? [] : [textPart("primaryText", primary, style.soft, 22)]),
    buttonPart(content, style, o.width, o.align, mirrored)
  ].filter(({ height }) => height > 0)
}

const heightOf = (parts: ReadonlyArray<Part>) =>
  parts.reduce((sum, { gapBefore, height }, i) => sum + height + (i === 0 ? 0 : gapBefore), 0)

const drawParts = (sheet: Sheet, parts: ReadonlyArray<Part>, left: number, top: number): void => {
  let y = top
  parts.forEach((part, i) => {
    y += i === 0 ? 0 : part.gapBefore
    part.draw(sheet, left, y)
    y += part.height
  })
}

const addCard = (sheet: Sheet, { height, left, top, width }: Box, colour: Colour): void => {
  sheet.shadows.push(
    `<defs><filter id="card" x="-20%" y="-20%" width="140%" height="150%"><feGaussianBlur stdDeviation="22"/></filter></defs><rect x="${left + 6}" y="${top + 22}" width="${width - 12}" height="${height - 12}" rx="36" fill="#000" fill-opacity=".16" filter="url(#card)"/>`
  )
  sheet.under.push(`<rect x="${left}" y="${top}" width="${width}" height="${height}" rx="36" fill="${hexOf(colour)}"/>`)
}

const planOf = (
  sheet: Sheet,
  style: Style,
  devices: ReadonlyArray<Device>,
  shots: ReadonlyArray<Picture>,
  edge = 0.5
): Plan => ({
  ground: style.ground(edge),
  shadows: [...sheet.shadows, ...devices.map(({ shadow }) => shadow)].join(""),
  under: [...sheet.under, ...devices.map(({ shapes }) => shapes)].join(""),
  over: sheet.over.join(""),
  devices,
  shots,
  icon: sheet.icon,
  texts: sheet.texts
})

/** Words on one side, a device on the other, which takes up to a share of the width. */
const besideOf = (
  content: Content,
  style: Style,
  canvas: Canvas,
  mirrored: boolean,
  shot: Picture,
  share: number
): Plan => {
  const { height, width } = canvas
  const margin = width * 0.066
  const gap = width * 0.05
  const body = bodyIn(aspectOf(shot), width * share, height - 2 * margin * 0.9, style.device.degrees)
  const centre = { x: mirrored ? margin + body.boundWidth / 2 : width - margin - body.boundWidth / 2, y: height / 2 }
  const device = deviceAt(0, centre, body, style.device)
  const room = width - 2 * margin - gap - body.boundWidth
  const left = mirrored ? width - margin - room : margin
  const sheet = new Sheet()
  const padding = style.card === undefined ? 0 : 36
  const parts = columnOf(
    content,
    style,
    {
      width: room - 2 * padding,
      align: "start",
      headlineMax: style.card === undefined ? 76 : 54,
      headlineHeight: height * (style.showsPrimaryText ? 0.36 : 0.5),
      iconSide: style.card === undefined ? 104 : 88,
      withName: true,
      primaryHeight: style.showsPrimaryText ? height * 0.24 : 0
    },
    mirrored
  )
  const partsHeight = heightOf(parts)
  const top = (height - partsHeight) / 2
  if (style.card !== undefined) {
    addCard(sheet, { left, top: top - 44, width: room, height: partsHeight + 88 }, style.card)
  }
  drawParts(sheet, parts, left + padding, top)
  return planOf(sheet, style, [device], [shot], (margin + room + gap / 2) / width)
}

const headlineSize = ({ texts }: Plan) => texts.find(({ what }) => what === "headline")?.size ?? 0

/** The device makes room for a headline of long words. */
const beside = (content: Content, style: Style, canvas: Canvas, mirrored: boolean, shot: Picture): Plan => {
  const usual = besideOf(content, style, canvas, mirrored, shot, 0.45)
  if (headlineSize(usual) >= 46) return usual
  const narrow = besideOf(content, style, canvas, mirrored, shot, 0.37)
  return headlineSize(narrow) > headlineSize(usual) ? narrow : usual
}

/** Words above, one wide device or a row of tall ones below, the button under it. */
const below = (
  content: Content,
  style: Style,
  canvas: Canvas,
  mirrored: boolean,
  shots: ReadonlyArray<Picture>
): Plan => {
  const { height, width } = canvas
  const margin = width * 0.062
  const room = width - 2 * margin
  const sheet = new Sheet()
  const centred = style.screenshotsMax > 1
  const parts = columnOf(
    content,
    style,
    {
      width: room - (style.card === undefined ? 0 : 64),
      align: centred ? "center" : "start",
      headlineMax: centred ? 56 : 60,
      headlineHeight: height * 0.17,
      iconSide: 76,
      withName: true,
      // Only a phone on its side leaves room for more words.
      primaryHeight: style.card === undefined || aspectOf(shots[0] ?? { width: 1, height: 1 }) < 1.7 ? 0 : 84
    },
    mirrored
  )
  const button = parts.at(-1)
  const words = button === undefined ? parts : parts.slice(0, -1)
  const wordsHeight = heightOf(words)
  const buttonHeight = button?.height ?? 0
  const padding = style.card === undefined ? 0 : 32
  const deviceTop = margin + wordsHeight + 2 * padding + 34
  const deviceBottom = height - margin - buttonHeight - 40
  const gap = width * 0.035
  const each = (room - gap * (shots.length - 1)) / shots.length
  // Turned, a wide device would hang over its words.
  const upright = { ...style.device, degrees: 0 }
  const bodies = shots.map((shot) => bodyIn(aspectOf(shot), each, deviceBottom - deviceTop, 0))
  const total = bodies.reduce((sum, body) => sum + body.width, 0) + gap * (bodies.length - 1)
  let x = (width - total) / 2
  const devices = bodies.map((body, i) => {
    const device = deviceAt(i, { x: x + body.width / 2, y: (deviceTop + deviceBottom) / 2 }, body, upright)
    x += body.width + gap
    return device
  })
  if (style.card !== undefined) {
    addCard(sheet, { left: margin, top: margin, width: room, height: wordsHeight + 2 * padding }, style.card)
  }
  drawParts(sheet, words, margin + padding, margin + padding)
  if (button !== undefined) button.draw(sheet, margin + padding, height - margin - buttonHeight)
  return planOf(sheet, style, devices, shots)
}

/** Without screenshots, the icon is what's shown. */
const iconLed = (content: Content, style: Style, canvas: Canvas, mirrored: boolean): Plan => {
  const { height, width } = canvas
  const sheet = new Sheet()
  const room = width * 0.78
  const padding = style.card === undefined ? 0 : 56
  const side = content.hasIcon ? width * 0.27 : 0
  const inner = room - 2 * padding
  const name = layText({
    text: content.appName,
    lang: content.lang,
    width: inner,
    height: 96,
    weight: 700,
    align: "center",
    size: 34,
    sizeMin: 24,
    linesMax: 2
  })
  const headline = headlineOf(content, inner, height * 0.27, 72, "center")
  const all: ReadonlyArray<Part> = [
    {
      height: side,
      gapBefore: 0,
      draw: (to, left, top) => {
        to.icon = {
          box: { left: left + (inner - side) / 2, top, width: side, height: side },
          radius: side * iconRadius
        }
      }
    },
    { height: name.height, gapBefore: 30, draw: (to, left, top) => to.text("appName", name, left, top, style.soft) },
    textPart("headline", headline, style.ink, 22),
    buttonPart(content, style, inner, "center", mirrored, 84)
  ]
  const parts = all.filter((part) => part.height > 0)
  const total = heightOf(parts)
  const top = (height - total) / 2
  const left = (width - room) / 2
  if (style.card !== undefined) {
    addCard(sheet, { left, top: top - 60, width: room, height: total + 120 }, style.card)
  }
  drawParts(sheet, parts, left + padding, top)
  return planOf(sheet, style, [], [])
}

export const planLayout = (preset: ImagePreset, content: Content, canvas: Canvas): Plan => {
  const mirrored = isRightToLeft(content.copy.headline)
  const [best] = content.screenshots
  // The halves have no middle for a centred icon or a wide device: those get the brand's ground.
  const usable =
    preset === "problem_solution_split" && (best === undefined || isWide(best)) ? "branded_showcase" : preset
  const style = stylings[usable](canvas, content.colours, mirrored)
  if (best === undefined) return iconLed(content, style, canvas, mirrored)
  const alike = content.screenshots.filter((shot) => isWide(shot) === isWide(best)).slice(0, style.screenshotsMax)
  if (isWide(best)) return below(content, style, canvas, mirrored, [best])
  return alike.length > 1
    ? below(content, style, canvas, mirrored, alike)
    : beside(content, style, canvas, mirrored, best)
}
