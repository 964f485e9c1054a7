/** How text of a listing is made plain, counted, cut and parted. */
import { lookUp } from "@storeglass/plugin-api"

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  ndash: "–",
  mdash: "—",
  hellip: "…",
  rsquo: "’",
  lsquo: "‘",
  bull: "•"
}

const decoded = (text: string) =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/giu, (_, decimal, hex, name) => {
    if (name !== undefined) return lookUp(entities, String(name).toLowerCase()) ?? " "
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number.parseInt(decimal, 10)
    return code > 31 && code <= 0x10ffff ? String.fromCodePoint(code) : " "
  })

/** Joiners mean something in some scripts and in emoji, and hide words everywhere else. */
const joiners =
  /(?<![\p{sc=Arabic}\p{sc=Devanagari}\p{sc=Bengali}\p{sc=Tamil}\p{sc=Telugu}\p{sc=Kannada}\p{sc=Malayalam}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d]|[\u200c\u200d](?![\p{sc=Arabic}\p{sc=Devanagari}\p{sc=Bengali}\p{sc=Tamil}\p{sc=Telugu}\p{sc=Kannada}\p{sc=Malayalam}\p{Extended_Pictographic}])/gu

/** Plain text, its lines kept: no markup, no invisible or private signs, no piles of marks. */
export const plainLines = (text: string): string => {
  // Twice, as stores escape what was escaped.
  const whole = decoded(decoded(text.toWellFormed())).replace(/<br\s*\/?>|<\/(?:p|li|div)>/giu, "\n")
  return whole
    .replace(/<\/?[a-z][^<>]{0,200}>/giu, " ")
    .normalize("NFC")
    .replace(/\r\n?|[\u2028\u2029\u0085]/gu, "\n")
    .replace(joiners, "")
    .replace(/[\p{Cc}\p{Co}\p{Cn}]/gu, (sign) => (sign === "\n" ? sign : " "))
    .replace(/(?![\u200c\u200d])\p{Cf}|\p{Cs}/gu, "")
    .replace(/(\p{M}{3})\p{M}+/gu, "$1")
    .replace(/[^\S\n]+/gu, " ")
    .normalize("NFC")
}

export const plain = (text: string): string => plainLines(text).replace(/\s+/gu, " ").trim()

export const lengthOf = (text: string): number => {
  let count = 0
  for (const _ of text) count++
  return count
}

/** The same length as the text, so that places in one are places in the other: lower case, digits of any script as 0-9. */
export const folded = (text: string): string => {
  let out = ""
  for (let at = 0; at < text.length; at++) out += foldedSign(text.charCodeAt(at), text[at] ?? "")
  return out
}

const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50, 0xff10]

const foldedSign = (code: number, sign: string): string => {
  if (code < 0x80) return code >= 65 && code <= 90 ? String.fromCharCode(code + 32) : sign
  const zero = zeros.find((start) => code >= start && code < start + 10)
  if (zero !== undefined) return String.fromCharCode(48 + code - zero)
  // Full-width letters and signs.
  if (code >= 0xff01 && code <= 0xff5e) return foldedSign(code - 0xfee0, String.fromCharCode(code - 0xfee0))
  if (code === 0x2019 || code === 0x2018 || code === 0x02bc) return "'"
  if (code === 0x00a0 || code === 0x202f || code === 0x2009 || code === 0x3000) return " "
  if (code === 0x066b) return "."
  if (code === 0x066c) return ","
  if (code === 0x066a) return "%"
  if (code >= 0x2010 && code <= 0x2012) return "-"
  const lower = sign.toLowerCase()
  return lower.length === 1 ? lower : sign
}

/** Scripts whose words no spaces part. */
export const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u

/** Full stops of abbreviations and numbers end nothing. */
const ends =
  /(?:(?<!\b(?:\p{Lu}|no|nr|vs|dr|mr|ms|mrs|st|inc|ltd|co|ca|z\.b|e\.g|i\.e|etc|usw|bzw|min|max|approx|тыс|млн|руб))\.(?=["'”’»)]*\s)|[!?…؟।]+["'”’»)]*(?=\s|$|\p{L})|[。！？｡]+[」』”）]*|\n+)/giu

export interface Piece {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** The sentences of a text and where they stand; their own full stops are within. */
export const sentencePieces = (text: string): ReadonlyArray<Piece> => {
  const pieces: Array<Piece> = []
  let from = 0
  const push = (to: number) => {
    const part = text.slice(from, to)
    const trimmed = part.trim()
    if (trimmed !== "") {
      const start = from + part.indexOf(trimmed)
      pieces.push({ start, end: start + trimmed.length, text: trimmed })
    }
    from = to
  }
  for (const match of everyMatch(text, ends)) push(match.index + match[0].length)
  push(text.length)
  return pieces
}

export const sentencesOf = (text: string): ReadonlyArray<string> => sentencePieces(text).map(({ text }) => text)

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" })
const dangling = new RegExp(
  `\\s(?:${[
    "a an the and or but of in on at for with to from by your our my their its is are be that than as so plus & +",
    "und oder mit für von zu der die das den dem ein eine im am auf aus in bei",
    "et ou avec pour de du des le la les un une à au aux en sur dans vos votre",
    "y o con para de del el la los las un una a al en sobre tu su que",
    "e con per di del della il lo i gli le un una da in su",
    "e ou com para de do da dos das o os as um uma em no na",
    "en of met voor van de het een in op te",
    "i lub z ze dla na w we do od o",
    "и или с со для на в во к по от из о не",
    "ve veya ile için bir",
    "و أو في من على إلى مع",
    "और या के की का में से को"
  ]
    .join(" ")
    .split(" ")
    .map((word) => word.replace(/[+]/gu, "\\+"))
    .join("|")})$`,
  "iu"
)

/** Cut to so many code points, at a word where words are told by spaces, with nothing left hanging. */
export const cutTo = (text: string, max: number): string => {
  if (lengthOf(text) <= max) return text
  let kept = ""
  let count = 0
  for (const { segment } of graphemes.segment(text)) {
    count += lengthOf(segment)
    if (count > max) break
    kept += segment
  }
  const next = text[kept.length] ?? " "
  const isWithin = /[\p{L}\p{M}\p{N}]$/u.test(kept) && /[\p{L}\p{M}\p{N}'’-]/u.test(next)
  if (isWithin && !unspaced.test(next)) kept = kept.replace(/[^\s]*$/u, "")
  for (let before = ""; before !== kept; ) {
    before = kept
    kept = kept.replace(/[\s,;:、，：；·|/(（[«"“'‘&+—–-]+$/u, "").replace(dangling, "")
  }
  return kept
}

/** An address, a telephone number, or words to a machine: nothing of an ad. */
export const contact =
  /(?:https?:\/\/|www\.)\S+|(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*|(?<![\p{L}\p{N}.@-])(?:[a-z0-9-]+\.)+(?:com|net|org|io|app|co|me|dev|ly|ai|info|example|de|fr|es|it|ru|jp|cn|kr|uk|br|ar|in|tr|pl|nl|th)(?:\/\S*)?(?![\p{L}\p{N}])|(?:\+\s?\d|\(\d{2,5}\)\s?\d|(?<![\d.,])0\d{2,4}[ /-]\d)[\d\s()./-]{5,}\d|\b\d{3}[-. ]\d{3}[-. ]\d{4}\b/giu

export const toMachine =
  /\b(?:ignore|disregard|forget|override)\b.{0,30}\b(?:instructions?|prompts?|rules|above|previous|everything)\b|\b(?:system|developer)\s*(?:prompt|message)\b|\byou are (?:now )?(?:an? )?(?:ai|assistant|chatbot|language model|chatgpt|claude)\b|\bas an ai\b|<\|[a-z_]+\|>|\[\/?inst\]|\b(?:reply|respond|answer|output|print|write) (?:only |exactly )?(?:with |the following)|\bprevious instructions\b|\b(?:ignorier\w*|vergiss)\b.{0,30}\b(?:anweisung|instruktion)\w*|\bignore[zr]?\b.{0,30}\b(?:instructions|consignes)\b|\b(?:ignora|olvida)\b.{0,30}\b(?:instrucciones|istruzioni)\b|\bignor[ea]\b.{0,30}\binstruções\b|игнорир\S*.{0,30}(?:инструкц|указани)|(?:忽略|无视|無視).{0,12}(?:指令|指示|提示|說明|说明)|(?:指示|命令).{0,6}(?:無視|忘れ)|(?:지시|명령).{0,10}무시|تجاهل.{0,20}(?:التعليمات|الأوامر)|(?:ละเว้น|เพิกเฉย).{0,20}คำสั่ง|निर्देश.{0,20}(?:अनदेखा|नज़रअंदाज़)/iu

/** As `matchAll`, which makes a RegExp anew each time it's called. */
export const everyMatch = (text: string, sign: RegExp): Array<RegExpExecArray> => {
  const found: Array<RegExpExecArray> = []
  sign.lastIndex = 0
  for (let match = sign.exec(text); match !== null; match = sign.exec(text)) {
    found.push(match)
    if (match[0] === "") sign.lastIndex++
  }
  return found
}
