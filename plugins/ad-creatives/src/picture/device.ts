import { type Box, boundsOf, type Corners, type Point } from "./geometry.ts"
import type { Picture } from "./readPicture.ts"

/** A device of no maker: a rounded body around a rounded screen. */
export interface Device {
  readonly screenshot: number
  readonly corners: Corners
  readonly radius: number
  readonly bounds: Box
  readonly shapes: string
  /** Blurred, and so drawn small. */
  readonly shadow: string
}

/** Screens are as their screenshots are, but no longer than the longest phone's. */
const longestAspect = 2.22

export const aspectOf = ({ height, width }: Pick<Picture, "height" | "width">): number =>
  Math.min(longestAspect, Math.max(1 / longestAspect, width / height))

export const isWide = (picture: Picture): boolean => aspectOf(picture) > 1.05

const bezelOf = (width: number, height: number) => {
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  const isPhone = long / short > 1.55
  return isPhone ? { bezel: short * 0.032, radius: short * 0.125 } : { bezel: short * 0.042, radius: short * 0.045 }
}

/** The largest body in a room, as its screen is; turned by `degrees`, it's all inside still. */
export const bodyIn = (aspect: number, maxWidth: number, maxHeight: number, degrees: number) => {
  const turn = Math.abs((degrees * Math.PI) / 180)
  const bodyOf = (screenHeight: number) => {
    const screenWidth = screenHeight * aspect
    const { bezel } = bezelOf(screenWidth, screenHeight)
    const [width, height] = [screenWidth + 2 * bezel, screenHeight + 2 * bezel]
    return {
      width,
      height,
      boundWidth: width * Math.cos(turn) + height * Math.sin(turn),
      boundHeight: width * Math.sin(turn) + height * Math.cos(turn)
    }
  }
  const unit = bodyOf(1000)
  const scale = Math.min(maxWidth / unit.boundWidth, maxHeight / unit.boundHeight)
  return bodyOf(1000 * scale)
}

export interface DeviceStyle {
  readonly body: string
  readonly rim: string
  readonly shadow: number
  readonly degrees: number
}

export const deviceAt = (
  screenshot: number,
  centre: Point,
  body: { readonly width: number; readonly height: number },
  { body: fill, degrees, rim, shadow }: DeviceStyle
): Device => {
  // Of the body's own sizes, the screen's bezel follows: the same numbers as in `bodyIn`.
  const short = Math.min(body.width, body.height)
  const isPhone = Math.max(body.width, body.height) / short > 1.53
  const bezel = isPhone ? (short * 0.032) / 1.064 : (short * 0.042) / 1.084
  const screenShort = short - 2 * bezel
  const radius = screenShort * (isPhone ? 0.125 : 0.045)
  const left = centre.x - body.width / 2
  const top = centre.y - body.height / 2
  const turn = (degrees * Math.PI) / 180
  const turned = (x: number, y: number): Point => ({
    x: centre.x + (x - centre.x) * Math.cos(turn) - (y - centre.y) * Math.sin(turn),
    y: centre.y + (x - centre.x) * Math.sin(turn) + (y - centre.y) * Math.cos(turn)
  })
  const [right, bottom] = [left + body.width, top + body.height]
  const corners: Corners = [
    turned(left + bezel, top + bezel),
    turned(right - bezel, top + bezel),
    turned(right - bezel, bottom - bezel),
    turned(left + bezel, bottom - bezel)
  ]
  const rect = (grow: number, more: string, down = 0) =>
    `<rect x="${left - grow}" y="${top - grow + down}" width="${body.width + 2 * grow}" height="${body.height + 2 * grow}" rx="${radius + bezel + grow}" ${more}/>`
  const key = `s${screenshot}`
  const turnedBy = `<g transform="rotate(${degrees} ${centre.x} ${centre.y})">`
  const softly = [
    `<defs><filter id="${key}" x="-40%" y="-40%" width="180%" height="180%"><feGaussianBlur stdDeviation="${short * 0.055}"/></filter>`,
    `<filter id="${key}c" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="${short * 0.012}"/></filter></defs>`,
    turnedBy,
    rect(-short * 0.02, `fill="#000" fill-opacity="${shadow}" filter="url(#${key})"`, short * 0.075),
    rect(0, `fill="#000" fill-opacity="${shadow * 0.6}" filter="url(#${key}c)"`, short * 0.012),
    "</g>"
  ].join("")
  const shapes = [turnedBy, rect(short * 0.006, `fill="${rim}"`), rect(0, `fill="${fill}"`), "</g>"].join("")
  return {
    screenshot,
    corners,
    radius,
    bounds: boundsOf([turned(left, top), turned(right, top), turned(right, bottom), turned(left, bottom)]),
    shapes,
    shadow: softly
  }
}
