/** In which scripts a text is written. */

const letters = {
  Hang: /\p{sc=Hangul}/u,
  Kana: /[\p{sc=Hiragana}\p{sc=Katakana}]/u,
  Hani: /\p{sc=Han}/u,
  Latn: /\p{sc=Latin}/u,
  Cyrl: /\p{sc=Cyrillic}/u,
  Arab: /\p{sc=Arabic}/u,
  Hebr: /\p{sc=Hebrew}/u,
  Deva: /\p{sc=Devanagari}/u,
  Thai: /\p{sc=Thai}/u,
  Grek: /\p{sc=Greek}/u,
  Armn: /\p{sc=Armenian}/u,
  Geor: /\p{sc=Georgian}/u,
  Beng: /\p{sc=Bengali}/u,
  Guru: /\p{sc=Gurmukhi}/u,
  Gujr: /\p{sc=Gujarati}/u,
  Orya: /\p{sc=Oriya}/u,
  Taml: /\p{sc=Tamil}/u,
  Telu: /\p{sc=Telugu}/u,
  Knda: /\p{sc=Kannada}/u,
  Mlym: /\p{sc=Malayalam}/u,
  Sinh: /\p{sc=Sinhala}/u,
  Khmr: /\p{sc=Khmer}/u,
  Laoo: /\p{sc=Lao}/u,
  Mymr: /\p{sc=Myanmar}/u,
  Ethi: /\p{sc=Ethiopic}/u,
  /** Letters of others. */
  Zzzz: /\p{L}/u
} as const
/** By ISO 15924, hiragana and katakana as one. */
export type Script = keyof typeof letters

const scripts = Object.entries(letters)

/** Of each code point, once it was seen: 0 unknown, 1 no letter, 2 of the first, and so on. */
const seen = new Uint8Array(0x110000)
const scriptAt = (point: number): number => {
  const known = seen[point] ?? 1
  if (known !== 0) return known
  const sign = String.fromCodePoint(point)
  const place = /\p{L}/u.test(sign) ? 2 + scripts.findIndex(([, pattern]) => pattern.test(sign)) : 1
  seen[point] = place
  return place
}

const names = ["", "", ...scripts.map(([name]) => name)]

export interface Letters {
  readonly of: (script: Script) => number
  readonly all: number
}

/** How many letters of each script are in a text. */
export const scriptsIn = (text: string): Letters => {
  const counts = new Uint32Array(names.length)
  let all = 0
  for (let at = 0; at < text.length; at++) {
    const point = text.codePointAt(at) ?? 0
    if (point > 0xffff) at++
    const script = scriptAt(point)
    counts[script] = (counts[script] ?? 0) + 1
    if (script > 1) all++
  }
  return { of: (script) => counts[names.indexOf(script)] ?? 0, all }
}
