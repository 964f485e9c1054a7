import { visible } from "./text.ts"

/** An answer's lines, by what they are. */
export type Block =
  | {
      readonly kind: "item"
      readonly marker: "numbered" | "bulleted"
      readonly number: number | null
      readonly indent: number
      /** It's a heading: what it heads stands below. */
      readonly heads: boolean
      readonly text: string
      readonly lines: ReadonlyArray<string>
    }
  | { readonly kind: "heading"; readonly level: number; readonly text: string }
  | {
      readonly kind: "table"
      readonly header: ReadonlyArray<string>
      readonly rows: ReadonlyArray<ReadonlyArray<string>>
    }
  | { readonly kind: "paragraph"; readonly text: string }

const digits: Readonly<Record<string, string>> = Object.fromEntries(
  ["٠١٢٣٤٥٦٧٨٩", "۰۱۲۳۴۵۶۷۸۹", "０１２３４５６７８９"].flatMap((row) =>
    [...row].map((digit, at) => [digit, String(at)])
  )
)
const circled = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"
const hanNumbers = ["一", "二", "三", "四", "五", "六", "七", "八", "九", "十"]
const medals = ["🥇", "🥈", "🥉"]

const numberOf = (text: string): number => {
  const plain = [...text].map((character) => digits[character] ?? character).join("")
  const at = circled.indexOf(plain)
  if (at >= 0) return at + 1
  const han = hanNumbers.indexOf(plain)
  if (han >= 0) return han + 1
  const ordinal = ordinalOf(plain) || letterOf(plain)
  if (ordinal > 0) return ordinal
  const medal = medals.indexOf(plain)
  return medal >= 0 ? medal + 1 : Number(plain)
}

/** Ordinals that lead a paragraph as numbers do. */
const ordinals = [
  ["first", "firstly", "erstens", "premièrement", "primero", "primeiro", "أولا", "أولًا"],
  ["second", "secondly", "zweitens", "deuxièmement", "segundo", "ثانيا", "ثانيًا"],
  ["third", "thirdly", "drittens", "troisièmement", "tercero", "terceiro", "ثالثا", "ثالثًا"],
  ["fourth", "viertens", "quatrièmement", "cuarto", "quarto", "رابعا", "رابعًا"],
  ["fifth", "fünftens", "cinquièmement", "quinto", "خامسا", "خامسًا"]
]
const letters = ["abcdefgh", "أبجدهوزح"]
const letterOf = (text: string): number =>
  letters.reduce((found, row) => (found > 0 ? found : row.indexOf(text.toLowerCase()) + 1), 0)
const ordinalOf = (text: string): number => ordinals.findIndex((words) => words.includes(text.toLowerCase())) + 1

const d = "[0-9٠-٩۰-۹０-９]{1,2}"
const numbered = [
  new RegExp(`^(${d})\\s*(?:[.．]\\)?|[)）、:：]|[-–—]\\s|º\\.?|°)(?![0-9])\\s*`, "u"),
  new RegExp(`^[(（](${d})[)）]\\s*`, "u"),
  new RegExp(`^#(${d})\\s*[:：.)–—-]?\\s+`, "u"),
  new RegExp(`^(?:no|nr|nº|n°|#)\\.?\\s*(${d})\\s*[:：.)–—-]\\s*`, "iu"),
  new RegExp(`^第?(${d}|[一二三四五六七八九十])(?:位|名|위)\\s*[:：.、–—-]?\\s*`, "u"),
  new RegExp(`^(${d})\\ufe0f?\\u20e3\\s*[:：.)–—-]?\\s*`, "u"),
  /^([①-⑳])\s*/u,
  /^([一二三四五六七八九十])[、．.]\s*/u,
  /^(🥇|🥈|🥉)\s*/u,
  new RegExp(`^([${letters.join("")}])(?:\\)\\s*|\\.\\s+)`, "iu"),
  new RegExp(`^【[^】0-9①-⑳]{0,8}(${d}|[①-⑳])[^】]{0,4}】\\s*`, "u"),
  new RegExp(`^(${ordinals.flat().join("|")})(?:\\s*[:：]\\s*|\\s*[,،]\\s*(?=\\*\\*))`, "iu"),
  new RegExp(`^(?:platz|rang|puesto|rank|place)\\s+(${d})\\s*[:：.)–—-]\\s*`, "iu")
]
const bullet = /^(?:[-*+•‣▪◦●○■□◆◇▶►➤➡→·✓✔✅☑⭐★☆👉🔹🔸※・–—]\ufe0f?|\[[ xX]?\])\s+|^[・●○■◆•▪](?=\S)/u
const emphasis = /^(\*\*|__)/

/** The number or bullet that a line begins with, also within its emphasis: `**1. Name**`. */
const markerOf = (line: string): { readonly number: number | null; readonly rest: string } | undefined => {
  const bold = emphasis.exec(line)?.[1] ?? ""
  const bare = line.slice(bold.length)
  for (const form of numbered) {
    const found = form.exec(bare)
    if (found !== null) return { number: numberOf(found[1] ?? ""), rest: bold + bare.slice(found[0].length) }
  }
  const dot = bold === "" ? bullet.exec(line) : null
  if (dot === null) return undefined
  const rest = line.slice(dot[0].length)
  // A bullet before a number, as `- 1. Name`.
  const within = markerOf(rest)
  return within !== undefined && within.number !== null ? within : { number: null, rest }
}

const cellsOf = (line: string): ReadonlyArray<string> =>
  line
    .trim()
    .replace(/^[|｜]|[|｜]$/g, "")
    .split(/[|｜]/)
    .map((cell) => cell.trim())
const isRow = (line: string) => /[|｜]/.test(line.trim().replace(/^[|｜]|[|｜]$/g, "")) || /^\s*\|.*\|\s*$/.test(line)
const isRule = (line: string) =>
  /[|｜+]/.test(line) &&
  (/^[\s|｜:+-]*-{2,}[\s|｜:+-]*$/.test(line) || cellsOf(line).every((cell) => /^:?-+:?$/.test(cell)))

const widthOf = (space: string) => space.replaceAll("\t", "    ").length

/** Reads an answer's markdown as far as its lists need. Code between fences is left out. */
export const blocksOf = (answer: string): ReadonlyArray<Block> => {
  const lines = visible(answer).replace(/\r\n?/g, "\n").split("\n")
  const blocks: Array<Block> = []
  let item:
    | { -readonly [Key in keyof Extract<Block, { kind: "item" }>]: Extract<Block, { kind: "item" }>[Key] }
    | undefined
  let paragraph: Array<string> = []
  let blank = true
  const endParagraph = () => {
    if (paragraph.length > 0) blocks.push({ kind: "paragraph", text: paragraph.join("\n") })
    paragraph = []
  }
  const end = () => {
    endParagraph()
    item = undefined
  }
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ""
    if (/^\s*(```|~~~)/.test(line)) {
      const fence = line.trim().slice(0, 3)
      while (++at < lines.length && !(lines[at] ?? "").trim().startsWith(fence));
      continue
    }
    if (line.trim() === "" || /^\s*([-*_=]\s*){3,}$/.test(line)) {
      endParagraph()
      if (line.trim() !== "") item = undefined
      blank = true
      continue
    }
    if (isRow(line) && isRule(lines[at + 1] ?? "")) {
      end()
      const rows: Array<ReadonlyArray<string>> = []
      const header = cellsOf(line)
      at += 2
      while (at < lines.length && isRow(lines[at] ?? "")) rows.push(cellsOf(lines[at++] ?? ""))
      at--
      blocks.push({ kind: "table", header, rows })
      continue
    }
    const quoted = line.replace(/^\s*>\s?/, "")
    const [, space = "", hashes = "", content = ""] = /^(\s*)(#{1,6}\s+)?(.*)$/u.exec(quoted) ?? []
    const text = content.trim().replace(/\s+#+$/, "")
    const marker = markerOf(text)
    if (marker !== undefined && marker.rest.trim() !== "") {
      endParagraph()
      const made = {
        kind: "item" as const,
        marker: marker.number === null ? ("bulleted" as const) : ("numbered" as const),
        number: marker.number,
        indent: hashes === "" ? widthOf(space) : 0,
        heads: hashes !== "",
        text: marker.rest.trim(),
        lines: []
      }
      item = made
      blocks.push(made)
    } else if (hashes !== "") {
      end()
      blocks.push({ kind: "heading", level: hashes.trim().length, text })
    } else if (item !== undefined && (!blank || widthOf(space) > item.indent)) {
      item.lines = [...item.lines, text]
      const last = blocks.length - 1
      blocks[last] = item
    } else {
      if (blank) end()
      paragraph.push(text)
    }
    blank = false
  }
  end()
  return blocks
}
