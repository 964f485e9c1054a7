/** Numbers of a text by their value, however they're written, and what they count. */
import {
  bounded,
  fractions,
  overBefore,
  overBehind,
  underBefore,
  underBehind,
  upToBefore,
  type Words
} from "./claimWords.ts"
import { everyMatch, unspaced } from "./text.ts"

export type Bound = "over" | "under" | "upTo" | undefined
export type Unit = "count" | "percent" | "times" | "money" | "vague" | "ordinal"

export interface Numeral {
  readonly start: number
  readonly end: number
  readonly value: number
  readonly bound: Bound
  readonly unit: Unit
  /** Of money: the kind of coin. */
  readonly coin: string | undefined
  /** Of money: per what. */
  readonly period: string | undefined
  /** Words counted, folded; before them those in front, where none follow. */
  readonly counted: ReadonlyArray<string>
  /** Text around, in which counted words of others are looked for. */
  readonly around: string
  readonly isYear: boolean
}

const coins: ReadonlyArray<readonly [coin: string, source: string]> = [
  ["dollar", `(?:us|au|ca|a|c|nz|hk|s|r)?\\$|${bounded("usd|aud|cad|dollars?|bucks?|dólares|dolar\\p{L}*")}`],
  ["euro", `€|${bounded("eur|euros?|евро")}`],
  ["pound", `£|${bounded("gbp|pounds?(?! of)|quid")}`],
  ["yen", `¥|円|元|${bounded("jpy|cny|rmb|yen|yuan")}|人民币|块钱`],
  ["won", `₩|원|${bounded("krw")}`],
  ["rupee", `₹|${bounded("inr|rs|rupees?|रुपये|रुपए|रु")}`],
  ["rouble", `₽|${bounded("rub|руб(?:л\\p{L}+)?")}`],
  ["baht", `฿|บาท|${bounded("thb|baht")}`],
  ["lira", `₺|${bounded("try|tl|lira\\p{L}*")}`],
  ["zloty", bounded("zł|pln|złot\\p{L}+")],
  ["riyal", bounded("ريال\\p{L}*|sar")],
  ["dirham", bounded("درهم\\p{L}*|جنيه\\p{L}*|دينار\\p{L}*|aed|egp")],
  ["cent", `¢|${bounded("cents?|pence")}`]
]
const coinSource = coins.map(([coin, source]) => `(?<${coin}>${source})`).join("|")
const coinBefore = new RegExp(`(?:${coinSource})\\s?$`, "iu")
const coinBehind = new RegExp(`^(?:[-\\s]?)(?:${coinSource})`, "iu")

const periods: ReadonlyArray<readonly [period: string, sign: RegExp]> = [
  ["day", /\b(?:day|daily|tag|täglich|jour|día|giorno|dia|dag|dzień|gün)(?![\p{L}])|день|сутки|يوم|日(?!本)|วัน|일/iu],
  [
    "week",
    /\b(?:week|weekly|wk|woche|wöchentlich|semaine|semana|semanal|settimana|week|tydzień|hafta)(?![\p{L}])|недел|أسبوع|週|周|สัปดาห์|주/iu
  ],
  [
    "month",
    /\b(?:month|monthly|mo|monat|monatlich|mois|mensuel\p{L}*|mes|mensual|mese|mensile|mês|mensal|maand|maandelijks|miesi\p{L}+|ay|aylık)(?![\p{L}])|месяц|شهر|月|เดือน|월|달|महीन|माह/iu
  ],
  [
    "year",
    /\b(?:years?|yearly|yr|annual\p{L}*|annually|jahr|jährlich|an|année|annuel\p{L}*|año|anual|anno|annuale|annua|ano|jaar|jaarlijks|rok|rocznie|yıl|yıllık)(?![\p{L}])|в год|ежегод|годов|سنة|سنوي|عام|年|ปี|년|연|वर्ष|साल/iu
  ]
]
const periodIn = (text: string) => periods.find(([, sign]) => sign.test(text))?.[0]
/** Only what's tied to the price: `a month`, `/month`; `in the first year` isn't. */
const periodBehind =
  /^\s?(?:\/|per |a |an |each |every |pro |im |par |al |el |por |ao |na |de |za |w |в |за |في |في ال|प्रति |monthly|yearly|weekly|annually|a l'|l')\s?[\p{L}\p{M}]+|^\s?(?:monthly|yearly|weekly|annually|monatlich|jährlich|mensual|miesięcznie|rocznie|aylık)|^\s?(?:毎月|每月|每年|\/?月|\/?年|ต่อ?เดือน|ต่อปี)/iu

const scaleLetters: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, b: 1e9, mn: 1e6, mm: 1e6, bn: 1e9 }
const hanScales = new Map(
  Object.entries({
    万: 1e4,
    萬: 1e4,
    億: 1e8,
    亿: 1e8,
    千万: 1e7,
    千萬: 1e7,
    百万: 1e6,
    百萬: 1e6,
    千: 1e3,
    百: 1e2,
    만: 1e4,
    억: 1e8,
    천만: 1e7,
    백만: 1e6,
    천: 1e3,
    백: 1e2,
    พัน: 1e3,
    หมื่น: 1e4,
    แสน: 1e5,
    ล้าน: 1e6,
    ร้อย: 1e2
  })
)
const hanScale =
  /^\s?(?:千万|千萬|百万|百萬|[万萬億亿千百](?!能|里|科|事)|천만|백만|[만억천백](?!점)|พัน|หมื่น|แสน|ล้าน|ร้อย)/u

const digits = /(?<![\p{L}\p{M}\d])\d{1,3}(?:[.,' ]\d{3})+(?!\d)(?:[.,]\d{1,2}(?!\d))?|(?<![\d])\d+(?:[.,]\d+)?/giu

/** A comma or full stop before three digits parts thousands, before others it's the point. */
const numberOf = (written: string): number => {
  const plain = written.replace(/[' ]/gu, "")
  const grouped = /^\d{1,3}(?:[.,]\d{3})+(?:[.,]\d{1,2})?$/u.test(plain)
  if (!grouped) return Number(plain.replace(",", "."))
  const point = /[.,](\d{1,2})$/u.exec(plain)
  const whole = Number((point === null ? plain : plain.slice(0, point.index)).replace(/[.,]/gu, ""))
  return point === null ? whole : Number(`${whole}.${point[1]}`)
}

interface Raw {
  start: number
  end: number
  value: number
  unit: Unit
}

const rounded = (value: number) => Math.round(value * 1e6) / 1e6

const fromDigits = (text: string, original: string, words: Words): Array<Raw> =>
  everyMatch(text, digits).map((match) => {
    const start = match.index
    let end = start + match[0].length
    let value = numberOf(match[0])
    // `1千万`, `3 million`, `10k`: what multiplies may come twice.
    for (let isScaled = true; isScaled; ) {
      isScaled = false
      const rest = text.slice(end, end + 16)
      const han = hanScale.exec(rest)
      const letter = /^(?:bn|mn|mm|[kmb])(?![\p{L}\p{N}])/u.exec(rest)
      const word = /^[-\s]?([\p{L}\p{M}]+)\.?/u.exec(rest)
      const scale = word === null ? undefined : words.scales.get(word[1] ?? "")
      if (han !== null) {
        value *= hanScales.get(han[0].trim()) ?? 1
        end += han[0].length
        isScaled = true
      } else if (letter !== null && value < 10_000 && (letter[0] !== "m" || original[end] === "M")) {
        value *= scaleLetters[letter[0]] ?? 1
        end += letter[0].length
      } else if (scale !== undefined && word !== null) {
        value *= scale
        end += word[0].length
        isScaled = true
      }
    }
    const behind = text.slice(end, end + 14)
    const percent =
      /^\s?(?:%|percent|per cent|prozent|pour cent|por ciento|per cento|por cento|procent\p{L}*|процент\p{L}*|パーセント|퍼센트|بالمئة|في المئة|بالمائة|เปอร์เซ็นต์|प्रतिशत)/u.exec(
        behind
      )
    const times =
      /^(?:\s?x(?![\p{L}\p{N}])|\s?×|[- ]?times(?= \p{L}+(?:er|re)\b| as | more| the)|-?fold|-?fach|\s?倍|\s?배|\s?เท่า| fois plus| veces más| volte più| vezes mais| keer | razy | раза? | kat )/u.exec(
        behind
      )
    const ordinal = /^(?:st|nd|rd|th)(?![\p{L}\p{N}])/u.exec(behind)
    const tail = percent ?? times ?? ordinal
    const isTurkish = /(?:^|\s)yüzde\s$/u.test(text.slice(Math.max(0, start - 6), start)) || text[start - 1] === "%"
    return {
      start,
      end: end + (tail?.[0].length ?? 0),
      value: rounded(value),
      unit:
        percent !== null || isTurkish ? "percent" : times !== null ? "times" : ordinal !== null ? "ordinal" : "count"
    }
  })

const token = /[\p{L}\p{M}]+/gu

/** `two hundred and fifty thousand`: hyphens, spaces and `and` go between. */
const fromWords = (text: string, words: Words): Array<Raw> => {
  const found: Array<Raw> = []
  let open: { start: number; end: number; total: number; part: number; isPlainScale: boolean } | undefined
  const close = () => {
    if (open !== undefined) {
      found.push({ start: open.start, end: open.end, value: open.total + open.part, unit: "count" })
    }
    open = undefined
  }
  for (const match of everyMatch(text, token)) {
    const word = match[0]
    const end = match.index + word.length
    if (open !== undefined && !/^(?:[-\s]|\s?and\s|-and-)$/u.test(text.slice(open.end, match.index))) {
      if (word === "and" && text.slice(open.end, match.index) === " ") continue
      close()
    }
    const numeral = words.numerals.get(word)
    const scale = words.scales.get(word)
    const many = words.multitudes.get(word)
    if (
      open === undefined &&
      many !== undefined &&
      !/\d[\s.,-]*$/u.test(text.slice(Math.max(0, match.index - 3), match.index))
    ) {
      const last = found.at(-1)
      // Hundreds of thousands.
      if (last?.unit === "vague" && /^ (?:of|de|di|von) $/u.test(text.slice(last.end, match.index))) {
        last.value *= many / 2
        last.end = end
      } else found.push({ start: match.index, end, value: many, unit: "vague" })
      continue
    }
    if (numeral !== undefined) {
      if (open === undefined) open = { start: match.index, end, total: 0, part: numeral, isPlainScale: false }
      else {
        open.part += numeral
        open.end = end
      }
    } else if (scale !== undefined && !/\d[\s.,-]*$/u.test(text.slice(Math.max(0, match.index - 3), match.index))) {
      if (open === undefined) {
        const one = /(?:^|\s)(?:half an?|половина)[\s-]$/u.test(text.slice(Math.max(0, match.index - 8), match.index))
          ? 0.5
          : 1
        open = { start: match.index, end, total: 0, part: scale * one, isPlainScale: true }
      } else if (scale === 100) {
        open.part = (open.part || 1) * 100
        open.end = end
      } else {
        open.total = (open.total + (open.part || 1)) * scale
        open.part = 0
        open.end = end
      }
    } else close()
  }
  close()
  return found
}

const hanDigits: Readonly<Record<string, number>> = {
  零: 0,
  〇: 0,
  一: 1,
  二: 2,
  两: 2,
  兩: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9
}
const hanNumeral =
  /(?<![第\d])[一二三四五六七八九十两兩百千万萬億亿零〇]{2,}(?![能里科事分别])|(?<![第\d])[二三四五六七八九十两兩百千](?=個|个|倍|年|日|天|週|周|種|种|分|秒|小时|時間|人|名|位|款|万|国|國|語|门|台|折|成|か|ヶ|つ|回|度)|数[十百千]?[万億百千]|數[十百千]?[萬億百千]|[百千](?=万|萬)/gu
const koreanNumeral = /수?(?:백만|천만|십만|수만)|수(?:백|천|십)/gu
const thaiDigits: Readonly<Record<string, number>> = {
  หนึ่ง: 1,
  สอง: 2,
  สาม: 3,
  สี่: 4,
  ห้า: 5,
  หก: 6,
  เจ็ด: 7,
  แปด: 8,
  เก้า: 9,
  ยี่: 2,
  เอ็ด: 1
}
const thaiScales: Readonly<Record<string, number>> = { สิบ: 10, ร้อย: 100, พัน: 1e3, หมื่น: 1e4, แสน: 1e5, ล้าน: 1e6 }
const thaiWord = "หนึ่ง|สอง|สาม(?!ารถ)|สี่|ห้า|หก|เจ็ด|แปด|เก้า|ยี่|เอ็ด|สิบ|ร้อย|พัน|หมื่น|แสน|ล้าน"
const thaiNumeral = new RegExp(
  `(?<!\\d\\s?)(?:${thaiWord}){2,}|(?<!\\d\\s?)(?:สอง|สาม|สี่|ห้า|หก|เจ็ด|แปด|เก้า|สิบ|ร้อย|พัน|หมื่น|แสน|ล้าน)\\s?(?=คน|ท่า|นาที|วัน|เดือน|ปี|ครั้ง|เท่า|บาท|ดาว|ราย|ภาษา|บท)`,
  "gu"
)

/** `五百万`, `สิบล้าน`: a scale multiplies what came since one that was greater. */
const composed = (parts: ReadonlyArray<{ readonly digit?: number; readonly scale?: number }>): number => {
  let total = 0
  let part = 0
  let digit: number | undefined
  for (const { digit: next, scale } of parts) {
    if (next !== undefined) digit = next
    else if (scale !== undefined && scale >= 1e4) {
      total += (part + (digit ?? 0) || 1) * scale
      part = 0
      digit = undefined
    } else if (scale !== undefined) {
      part += (digit ?? 1) * scale
      digit = undefined
    }
  }
  return total + part + (digit ?? 0)
}

const hanScaleOf: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1e3, 万: 1e4, 萬: 1e4, 億: 1e8, 亿: 1e8 }

const fromUnspaced = (text: string): Array<Raw> => {
  if (!unspaced.test(text) && !/\p{sc=Hangul}/u.test(text)) return []
  const han = everyMatch(text, hanNumeral).map((match): Raw => {
    const isVague = /^[数數]/u.test(match[0])
    const parts = [...match[0].replace(/^[数數]/u, "二")].map((sign) =>
      hanDigits[sign] !== undefined ? { digit: hanDigits[sign] } : { scale: hanScaleOf[sign] ?? 1 }
    )
    const isTimes = text[match.index + match[0].length] === "倍"
    const unit: Unit = isVague ? "vague" : isTimes ? "times" : "count"
    return { start: match.index, end: match.index + match[0].length, value: composed(parts), unit }
  })
  const korean = everyMatch(text, koreanNumeral).map((match): Raw => {
    const scale = /백만/u.test(match[0])
      ? 1e6
      : /천만/u.test(match[0])
        ? 1e7
        : /십만/u.test(match[0])
          ? 1e5
          : /만/u.test(match[0])
            ? 1e4
            : /천/u.test(match[0])
              ? 1e3
              : 100
    const isVague = match[0].startsWith("수")
    const end = match.index + match[0].length
    return { start: match.index, end, value: isVague ? scale * 2 : scale, unit: isVague ? "vague" : "count" }
  })
  const thai = everyMatch(text, thaiNumeral).map((match): Raw => {
    const parts = [...match[0].matchAll(new RegExp(thaiWord, "gu"))].map(([word]) =>
      thaiDigits[word] !== undefined ? { digit: thaiDigits[word] } : { scale: thaiScales[word] ?? 1 }
    )
    const unit: Unit = text.startsWith("เท่า", match.index + match[0].length) ? "times" : "count"
    return { start: match.index, end: match.index + match[0].trimEnd().length, value: composed(parts), unit }
  })
  return [...han, ...korean, ...thai]
}

const fromFractions = (text: string): Array<Raw> =>
  fractions.flatMap(({ key, sign }) =>
    everyMatch(text, sign)
      .filter((match) => !/^ an? (?:\S+illion|hundred|thousand|dozen)/u.test(text.slice(match.index + match[0].length)))
      .map(
        (match): Raw => ({
          start: match.index,
          end: match.index + match[0].length,
          value: key === "third" ? 1 / 3 : key === "quarter" ? 0.25 : Number(key),
          unit: "times"
        })
      )
  )

const wordToken = /[\p{L}\p{M}\p{N}]+(?:['-][\p{L}\p{M}\p{N}]+)*/gu
/** Ends what is counted. */
const halts = /[.!?;:,()[\]"“”«»|·•—–/。、，！？：；؟،\n✓★]|\s-\s/u

const countedIn = (text: string, words: Words, max: number): Array<string> => {
  const part = text.split(halts, 1)[0] ?? ""
  if (unspaced.test(part.replace(/^[\s以上+]+/u, "")[0] ?? ""))
    return [part.replace(/^(?:以上|超|多|余|餘)?の?[\s+]*/u, "").slice(0, 12)]
  const counted: Array<string> = []
  for (const [word] of everyMatch(part, wordToken)) {
    const isHyphened = word.includes("-")
    if (words.stops.has(word) || counted.length >= max) break
    if (/^\d/u.test(word)) break
    counted.push(...(isHyphened ? word.split("-") : [word]))
  }
  return counted
}

/** Two readings of one thing at one place: the longer stays. */
const apart = (raws: ReadonlyArray<Raw>): ReadonlyArray<Raw> => {
  const sorted = [...raws].sort((a, b) => a.start - b.start || b.end - a.end)
  const kept: Array<Raw> = []
  for (const raw of sorted) {
    const last = kept.at(-1)
    if (last === undefined || raw.start >= last.end) kept.push(raw)
  }
  return kept
}

const chained =
  /^\s?(?:[-–—,/~〜～、]|to|and|or|bis|und|oder|à|et|ou|a|y|o|e|en|tot|i|do|lub|до|и|или|إلى|و|または|から|ถึง|से|या|와|에서)?\s?$/u

export const numeralsOf = (text: string, original: string, words: Words): ReadonlyArray<Numeral> => {
  const raws = apart([
    ...fromDigits(text, original, words),
    ...fromWords(text, words),
    ...fromUnspaced(text),
    ...fromFractions(text)
  ])
  const numerals: Array<Numeral> = []
  for (let at = raws.length - 1; at >= 0; at--) {
    const raw = raws[at]
    if (raw === undefined) continue
    const next = numerals.at(-1)
    const before = text.slice(Math.max(0, raw.start - 24), raw.start)
    const behind = text.slice(raw.end, raw.end + 60)
    const isChained = next !== undefined && raw.unit === "count" && chained.test(text.slice(raw.end, next.start))
    const coin = coinBefore.exec(before)?.groups ?? coinBehind.exec(behind)?.groups
    const coinName = coin === undefined ? undefined : Object.keys(coin).find((name) => coin[name] !== undefined)
    const isMoney = coinName !== undefined && raw.unit !== "percent"
    const afterCoin = isMoney ? behind.replace(coinBehind, "") : behind
    const bare = afterCoin.replace(/^\+/u, "").replace(overBehind, "").replace(/^-/u, "")
    // `thousands of banks`, `un millón de rutas`.
    const isWritten = /\p{L}/u.test(text[raw.end - 1] ?? "")
    const direct = countedIn(isWritten ? bare.replace(/^ (?:of|de|di|von|van) /u, " ") : bare, words, 4)
    const backwards =
      (before.split(halts).at(-1) ?? "").match(wordToken)?.filter((word) => !words.stops.has(word)) ?? []
    const isAttached =
      /[\p{L}]$/u.test(before) && !unspaced.test(before.at(-1) ?? "") && !/\p{sc=Hangul}$/u.test(before)
    const counted = isAttached
      ? [`${/[\p{L}\p{N}]+$/u.exec(before)?.[0] ?? ""}${text.slice(raw.start, raw.end)}`]
      : direct.length > 0
        ? direct
        : isChained
          ? next.counted
          : raw.unit === "vague"
            ? []
            : backwards.slice(-2)
    const bound: Bound =
      overBefore.test(before) || overBehind.test(behind)
        ? "over"
        : underBefore.test(before) || underBehind.test(behind)
          ? "under"
          : upToBefore.test(before)
            ? "upTo"
            : isChained
              ? next.bound
              : undefined
    numerals.push({
      start: raw.start - (isMoney ? (coinBefore.exec(before)?.[0].length ?? 0) : 0),
      end: raw.end + (isMoney ? behind.length - afterCoin.length : 0),
      value: raw.value,
      bound,
      unit: isMoney ? "money" : isChained && next.unit === "percent" ? "percent" : raw.unit,
      coin: isMoney ? coinName : undefined,
      period: isMoney
        ? (periodIn(periodBehind.exec(afterCoin)?.[0] ?? "") ??
          periodIn(
            /(?:月額|年額|週額|เดือนละ|ปีละ|รายเดือน|รายปี|الشهري|السنوي|شهريا|سنويا|월|연|每月|每年|monthly|yearly|annual|mensual|anual|annuelle?|mensuelle?)[\p{L}\p{M}\s]{0,12}$/u.exec(
              before
            )?.[0] ?? ""
          ))
        : undefined,
      counted,
      around: text.slice(Math.max(0, raw.start - 40), raw.end + 60),
      isYear:
        raw.unit === "count" &&
        !isMoney &&
        Number.isInteger(raw.value) &&
        raw.value >= 1900 &&
        raw.value <= 2100 &&
        raw.end - raw.start === 4
    })
  }
  return numerals.reverse()
}
