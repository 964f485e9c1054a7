/** Scenes as an image model draws them: one device on a lit ground, with an empty, marked screen or without. */
import sharp from "sharp"

/** Of the text, 0 to 1; the same for the same text and index. */
const chance = (text: string, index: number): number => {
  let hash = 2_166_136_261 ^ index
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619)
  return ((hash >>> 8) % 10_000) / 10_000
}

export interface SceneOptions {
  readonly seed: string
  readonly width: number
  readonly height: number
  readonly hasScreen: boolean
  /** The device lies on its side. Default false. */
  readonly isLandscape?: boolean
  readonly format: "png" | "jpeg"
}

/** A phone whose corners are moved a little, each by itself, as in perspective. */
export const sceneOf = async ({
  format,
  hasScreen,
  height,
  isLandscape = false,
  seed,
  width
}: SceneOptions): Promise<Buffer> => {
  const at = (index: number) => chance(seed, index)
  const hue = Math.floor(at(1) * 360)
  const long = height * (0.62 + 0.14 * at(2))
  const [tall, wide] = isLandscape ? [long * 0.47, long] : [long, long * 0.47]
  const [x, y] = [width * (0.5 + 0.12 * (at(3) - 0.5)), height * 0.52]
  const angle = (at(4) - 0.5) * 0.24
  const corner = (sideX: number, sideY: number, scale: number, index: number) => {
    const [dx, dy] = [(sideX * wide * scale) / 2, (sideY * tall * scale) / 2]
    const lean = 1 + 0.04 * (at(10 + index) - 0.5)
    const px = x + (dx * Math.cos(angle) - dy * Math.sin(angle)) * lean
    const py = y + (dx * Math.sin(angle) + dy * Math.cos(angle)) * lean
    return `${px.toFixed(1)},${py.toFixed(1)}`
  }
  const quad = (scale: number) =>
    [corner(-1, -1, scale, 0), corner(1, -1, scale, 1), corner(1, 1, scale, 2), corner(-1, 1, scale, 3)].join(" ")
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1">
      <stop offset="0" stop-color="hsl(${hue},55%,88%)"/><stop offset="1" stop-color="hsl(${(hue + 50) % 360},45%,58%)"/>
    </linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#g)"/>
    <ellipse cx="${x}" cy="${height * 0.93}" rx="${width * 0.32}" ry="${height * 0.04}" fill="hsla(${hue},30%,20%,0.25)"/>
    <polygon points="${quad(1.06)}" fill="#15161a" stroke="#15161a" stroke-width="${width * 0.02}" stroke-linejoin="round"/>
    <polygon points="${quad(1)}" fill="${hasScreen ? "#ff00ff" : `hsl(${hue},25%,30%)`}"/>
  </svg>`
  const drawn = sharp(Buffer.from(svg))
  return await (format === "png" ? drawn.png({ compressionLevel: 6 }) : drawn.jpeg({ quality: 88 })).toBuffer()
}
