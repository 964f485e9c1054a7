/** Strokes in a box of 6 by 10. Fonts are the machine's, and many have none: so a chart brings the few signs that it has. */
const strokes: ReadonlyMap<string, string> = new Map([
  ["0", "M3 0C1 0 0 2 0 5S1 10 3 10 6 8 6 5 5 0 3 0Z"],
  ["1", "M.8 2.2L3.4 0V10M.8 10H6"],
  ["2", "M.2 2.6C.4 1 1.5 0 3.1 0 4.8 0 5.9 1.1 5.9 2.7 5.9 5 0 7.2 0 10H6"],
  [
    "3",
    "M.3 1.6C.8.6 1.8 0 3 0 4.7 0 5.7 1 5.7 2.4 5.7 3.9 4.5 4.7 2.4 4.7 4.8 4.7 6 5.7 6 7.3 6 8.9 4.8 10 3 10 1.6 10 .5 9.3 0 8.2"
  ],
  ["4", "M4.5 10V0L0 7H6"],
  ["5", "M5.5 0H1L.5 4.7C1.2 4 2 3.7 3 3.7 4.8 3.7 6 5 6 6.8 6 8.7 4.8 10 3 10 1.6 10 .5 9.3 0 8.2"],
  [
    "6",
    "M5.4 1.1C4.9.4 4.1 0 3.2 0 1.2 0 0 2 0 5.6 0 8.6 1.2 10 3 10 4.8 10 6 8.8 6 7 6 5.1 4.8 4 3.1 4 1.5 4 .3 5 0 6.4"
  ],
  ["7", "M0 0H6C4 3 2.5 6.5 2.1 10"],
  [
    "8",
    "M3 4.7C1.4 4.7.4 3.8.4 2.4S1.4 0 3 0 5.6 1 5.6 2.4 4.6 4.7 3 4.7C1.2 4.7 0 5.7 0 7.3S1.2 10 3 10 6 8.9 6 7.3 4.8 4.7 3 4.7Z"
  ],
  [
    "9",
    "M.6 8.9C1.1 9.6 1.9 10 2.8 10 4.8 10 6 8 6 4.4 6 1.4 4.8 0 3 0 1.2 0 0 1.2 0 3 0 4.9 1.2 6 2.9 6 4.5 6 5.7 5 6 3.6"
  ],
  ["-", "M1 5.3H5"],
  ["#", "M2.2.4L1.3 9.6M4.7.4L3.8 9.6M.1 3.3H6M0 6.7H5.9"],
  ["D", "M0 0H2C4.8 0 6 2 6 5S4.8 10 2 10H0Z"],
  ["F", "M5.6 0H.2V10M.2 4.8H4.8"],
  ["N", "M0 10V0L6 10V0"],
  ["O", "M3 0C1 0-.2 2-.2 5S1 10 3 10 6.2 8 6.2 5 5 0 3 0Z"],
  ["T", "M-.2 0H6.2M3 0V10"],
  ["U", "M0 0V6.4C0 8.7 1.2 10 3 10S6 8.7 6 6.4V0"]
])
const advance = 8.6
const glyphWidth = 6

export interface Lettering {
  /** Where it begins or ends, by `anchor`; and its middle line. */
  readonly x: number
  readonly y: number
  readonly height: number
  readonly color: string
  readonly anchor?: "start" | "end"
  /** Of the strokes, in the picture's units. */
  readonly weight?: number
}

/** A text as SVG. A sign that has no strokes is left out. */
export const lettering = (text: string, { anchor = "start", color, height, weight = 1.5, x, y }: Lettering): string => {
  const scale = height / 10
  const width = ((text.length - 1) * advance + glyphWidth) * scale
  const left = anchor === "start" ? x : x - width
  const signs = [...text].map((sign, index) => {
    const path = strokes.get(sign)
    return path === undefined ? "" : `<path transform="translate(${index * advance} 0)" d="${path}"/>`
  })
  return `<g transform="translate(${left} ${y - height / 2}) scale(${scale})" fill="none" stroke="${color}" stroke-width="${weight / scale}" stroke-linecap="round" stroke-linejoin="round">${signs.join("")}</g>`
}
