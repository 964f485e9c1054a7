/** Names and badges of app stores, which never stand in an ad. */

import { everyMatch } from "./text.ts"

/** Letters of other scripts that look like Latin ones, by which a name may hide. */
const lookalikes: Readonly<Record<string, string>> = {
  а: "a",
  е: "e",
  о: "o",
  р: "p",
  с: "c",
  у: "y",
  х: "x",
  і: "i",
  ѕ: "s",
  ԁ: "d",
  ɡ: "g",
  α: "a",
  ο: "o",
  ρ: "p",
  τ: "t",
  ι: "i"
}

const sep = "[\\s\\u00a0._·•-]{0,3}"
const names = [
  `app${sep}stores?(?![a-z])`,
  `google${sep}play(?![a-z])`,
  `play${sep}stores?(?![a-z])`,
  `play${sep}market(?![a-z])`,
  `app${sep}gallery`,
  `(?:galaxy|microsoft|windows|amazon|samsung|aurora|mi)${sep}(?:app)?${sep}stores?(?![a-z])`,
  `amazon${sep}appstore`,
  `ru${sep}store(?![a-z])`,
  "itunes",
  "f-droid",
  "aptoide",
  "apkpure",
  "app[\\s-]?st[o0]re",
  "(?:google|апп|гугл)[\\s-]?(?:плей|плэй|play)",
  "(?:апп?|app)[\\s-]?стор\\p{L}*",
  "(?:плей|плэй|play)[\\s-]?(?:маркет|стор)\\p{L}*",
  "グーグル[・\\s]?プレイ",
  "アップ[・\\s]?ストア|アップルストア|アプリストア|プレイ[・\\s]?ストア",
  "앱[\\s]?스토어|플레이[\\s]?스토어|구글[\\s]?플레이|원스토어",
  "苹果商店|蘋果商店|应用商店|應用商店|应用市场|應用市場|谷歌(?:商店|应用)|應用程式商店|应用宝|华为应用市场|小米商店",
  "متجر[\\s](?:التطبيقات|آبل|ابل|أبل|جوجل|قوقل|غوغل|بلاي)|(?:جوجل|قوقل|غوغل|غوجل)[\\s]?بلاي|(?:آب|اب|أب)[\\s]?ستور|بلاي[\\s]?ستور",
  "แอพ[\\s]?สโตร์|แอป[\\s]?สโตร์|เพลย์?[\\s]?สโตร์|กูเกิล[\\s]?เพลย์?|กูเกิ้ล[\\s]?เพลย์?",
  "ऐप[\\s]?स्टोर|प्ले[\\s]?स्टोर|गूगल[\\s]?प्ले"
]

const stores = new RegExp(`(?<![\\p{L}\\p{M}])(?:${names.slice(0, 16).join("|")})|${names.slice(16).join("|")}`, "giu")

const skeletonOf = (text: string): string => {
  let out = ""
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? ""
    if (text.charCodeAt(at) < 0x80) {
      out += sign
      continue
    }
    const flat = sign.normalize("NFKC")
    const one = flat.length === 1 ? flat : sign
    out += lookalikes[one.toLowerCase()] ?? one
  }
  return out
}

export interface Found {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Where a text names a store, in any writing. */
export const lintText = (text: string): ReadonlyArray<Found> => {
  const skeleton = skeletonOf(text)
  const found = (skeleton === text ? [text] : [text, skeleton]).flatMap((reading) =>
    everyMatch(reading, stores).map(({ 0: { length }, index }) => ({
      start: index,
      end: index + length,
      text: text.slice(index, index + length)
    }))
  )
  return found.filter(({ start }, at) => found.findIndex((other) => other.start === start) === at)
}

export const hasStoreName = (text: string): boolean => lintText(text).length > 0
