import { namePartsOf } from "@storeglass/plugin-api"
import type { FieldName } from "../metadata.ts"
import { firstAbove, lastUpTo } from "../phrases.ts"
import { type FieldText, type Hit, listed, matches, type Range, rule } from "../rule.ts"
import { source } from "../sources.ts"
import { pictograph } from "./texts.ts"

const title: ReadonlyArray<FieldName> = ["title"]
const accurate = { storea: source.storea.metadata, storeb: source.storeb.metadata }
const policy = "2.3.7; metadata policy"

/** A sign twice or more, but in names such as C++. */
const repeated = /(?<![\p{L}\p{N}+#])[+#]{2,}|([!?*~=|/\\_^<>.,:;%&$@-])\1+|[-–—]{2,}/gu
const emoticon = /(?<![^\s(])(?:[:;=8][-'^]?[)(DPpOo3/\\|*]|<3|\^_?\^|[xX]D|¯\\_\(ツ\)_\/¯)(?![^\s)!.,])/gu
/** Stars, hearts, boxes and arrows; what units and companies in brackets are written with isn't among them. */
const ornament = /(?![©®™℠℗№°㈜㈱\u3200-\u33ff])[\p{So}→←↑↓➔➜•●■◆▶►]+/gu

const symbols = (text: FieldText): ReadonlyArray<Hit> => {
  const pictographs = [...text.given.matchAll(pictograph)].map(({ 0: words, index }) => ({
    start: index,
    end: index + words.length
  }))
  const tell = (message: string) => () => ({ message, suggestion: "Leave it out." })
  return [
    ...matches(text, repeated, tell("A sign is repeated.")),
    ...matches(text, emoticon, tell("An emoticon.")),
    ...matches(text, ornament, tell("An ornament."))
  ].filter(({ range }) => {
    const near = range === null ? undefined : lastUpTo(pictographs, range.end - 1, ({ start }) => start)
    return range === null || near === undefined || near.end <= range.start
  })
}

/** A price: a number with a currency. */
const price =
  /(?<![\p{L}\p{N}])(?:[$€£¥₹₩₽₺₫฿₪₴]\s?\d[\d.,]{0,11}|(?:USD|EUR|GBP|R\$|Rp|RM|Rs\.?)\s?\d[\d.,]{0,11})|(?<![\p{N}.,])\d[\d.,]{0,11}\s?(?:[€£¥₹₩₽₺₫฿₪₴]|zł|kr\.?(?!\p{L})|Kč|Ft(?!\p{L})|lei(?!\p{L})|円|元|원|บาท|руб|грн|\$)/giu
const percent = /(?<![\p{N}.,])[-–−]?\d{1,3}(?:[.,]\d)?\s?[%٪](?=\s|\p{L}|[!)-]|$)/gu

const prices = (text: FieldText): ReadonlyArray<Hit> => {
  const message = (words: string) => ({
    message: `“${words}” is about the price.`,
    suggestion: "Say it in the description; the store shows the price itself."
  })
  const off = text.phrases("percent").map(({ end, start }) => text.range(start, end))
  const shares = matches(text, percent, () => ({ message: "" })).flatMap(({ range }): ReadonlyArray<Hit> => {
    if (range === null) return []
    const next = firstAbove(off, range.end - 1, ({ start }) => start)
    const last = lastUpTo(off, range.start, ({ end }) => end)
    const after = next !== undefined && next.start - range.end <= 6 ? next : undefined
    const before = last !== undefined && range.start - last.end <= 2 ? last : undefined
    const whole =
      after !== undefined
        ? { start: range.start, end: after.end }
        : before !== undefined
          ? { start: before.start, end: range.end }
          : range
    const isOff = after !== undefined || before !== undefined || /^[-–−]/.test(text.slice(range))
    return isOff ? [{ range: whole, ...message(text.slice(whole)) }] : []
  })
  return [...listed(text, "price", message), ...matches(text, price, message), ...shares]
}

/** Where a word stands alone: in brackets, or between separators, or with an exclamation mark. */
export const tags = (
  text: FieldText,
  list: "fresh" | "prerelease",
  options: { readonly last: boolean }
): ReadonlyArray<Range> => {
  const found = text.phrases(list)
  if (found.length === 0) return []
  const { folded } = text
  const segments = namePartsOf(folded.text)
  return found.flatMap(({ end, start }) => {
    const segment = lastUpTo(segments, start, (each) => each.start)
    if (segment === undefined || segment.end < end) return []
    const before = folded.text.slice(segment.start, start).trim()
    const after = folded.text.slice(end, segment.end).trim()
    const isBare = /^[\d.!v]*$/.test(after)
    const isAlone =
      before === "" && isBare && !(segment.start === 0 && segment.end === folded.text.length && segments.length === 1)
    const isLast = options.last && isBare && before !== ""
    return isAlone || isLast ? [text.range(start, end)] : []
  })
}

const domain =
  /(?:https?:\/\/|www\.)[^\s]{2,200}|(?<![\p{L}\p{N}._-])(?:[\p{L}\p{N}][\p{L}\p{N}-]{0,62}\.){1,3}(?:com|net|org|io|app|ai|co|me|tv|info|biz|xyz|dev|gg|shop|store|online|site|de|fr|es|it|nl|ru|pl|br|uk|in|jp|cn|kr|se|dk|no|fi|cz|tr|gr|pt|ro|hu|ua|il|vn|id|my|th|us|ca|au|eu|ch|at|be|рф)(?![\p{L}\p{N}-])/giu
const mail = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,3}\p{L}{2,24}/gu
const phone =
  /(?<![\d+.,:/])(?:\+\d{1,3}[\s.-]?)?(?:\(\d{1,5}\)[\s.-]?)?\d{2,5}(?:[\s.-]\d{2,8}){1,4}(?![\d:/])|(?<![\d+.,:/])\+\d{8,14}(?!\d)/gu

const addresses = (text: FieldText): ReadonlyArray<Hit> => {
  const tell = (what: string) => ({
    message: `${what} in the title.`,
    suggestion: "Put it into the support or marketing address."
  })
  const mails = matches(text, mail, () => tell("A mail address"))
  const inMail = (range: Range | null) => {
    const near = range === null ? undefined : lastUpTo(mails, range.start, (each) => each.range?.start ?? 0)
    return range !== null && (near?.range?.end ?? 0) >= range.end
  }
  return [
    ...mails,
    ...matches(text, domain, () => tell("A web address")).filter(({ range }) => !inMail(range)),
    ...matches(text, phone, (words) => {
      const digits = words.replace(/\D/g, "").length
      return digits >= 9 || (words.startsWith("+") && digits >= 8) ? tell("A phone number") : undefined
    })
  ]
}

/** Whether a word for "for" stands before a place of the folded text, or a particle for it after. */
export const isAfterFor = (text: FieldText, start: number, end: number) => {
  const { text: folded } = text.folded
  const before = folded.slice(Math.max(0, start - 24), start)
  const near = lastUpTo(text.phrases("for"), start, (each) => each.end)
  const stands =
    near !== undefined &&
    start - near.end <= 12 &&
    /^\s*(?:(?:the|your|den|dein|das|die|le|la|el|il|o|a|&|и|and|,|\p{L}+\s(?:and|und|et|y|e|&))\s*)?$/u.test(
      folded.slice(near.end, start)
    )
  return (
    stands ||
    /(?:for|für|pour|para|per|til|dla|pro|для|için|için |untuk|cho|για|ל|ل|สำหรับ|用于|适用于|適用於|支持|支援|&|\/)\s*$/u.test(
      before
    ) ||
    /^(?:\s*(?:용|için|के लिए|対応|用|専用|版|向け))/u.test(folded.slice(end, end + 12))
  )
}

export const titles = [
  rule({
    id: "title.symbols",
    says: "Repeated signs, emoticons or ornaments in the title.",
    severity: { storea: "warning", storeb: "error" },
    basis: policy,
    source: accurate,
    fields: title,
    find: symbols,
    bad: [
      { title: "Photo Studio!!", hit: "!!" },
      { title: "★ Photo Studio ★", hit: "★" },
      { platform: "storeb", title: "Smile Camera :)", hit: ":)" },
      { platform: "storeb", title: "Chess ♛ Master", hit: "♛" }
    ],
    good: [
      { title: "Learn C++: Code & Run" },
      { title: "Photo Studio®" },
      { platform: "storeb", title: "㈜한빛 사전" },
      { title: "Ratio 3:2 (Pro)" }
    ]
  }),
  rule({
    id: "title.caps",
    says: "A word of four or more capitals in the title.",
    severity: { storea: "warning", storeb: "warning" },
    basis: policy,
    source: accurate,
    fields: title,
    find: (text) =>
      matches(text, /(?<![\p{L}\p{N}\p{M}])\p{Lu}(?:\p{M}*\p{Lu}){3,}(?![\p{L}\p{M}])/gu, (words) => ({
        message: `“${words}” is all in capitals.`,
        suggestion: words.charAt(0) + words.slice(1).toLowerCase()
      })),
    bad: [
      { title: "Photo STUDIO", hit: "STUDIO" },
      { platform: "storeb", title: "МОЩНЫЙ редактор", hit: "МОЩНЫЙ" }
    ],
    good: [
      { title: "PDF Scanner" },
      { title: "BBC News" },
      { title: "MONOPOLY Tycoon", known: { brand: "MONOPOLY Tycoon" } }
    ]
  }),
  rule({
    id: "title.ranking",
    says: "The title claims a rank, an award or a number of users: best, top, #1.",
    severity: { storea: "warning", storeb: "error" },
    basis: policy,
    source: accurate,
    fields: title,
    lists: ["ranking"],
    find: (text) =>
      listed(text, "ranking", (words) => ({
        message: `“${words}” claims a rank or an award.`,
        suggestion: "Say what the app does."
      })),
    bad: [
      { title: "Best Photo Editor", hit: "Best" },
      { platform: "storeb", title: "#1 Photo Editor", hit: "#1" },
      { platform: "storeb", locale: "de-DE", title: "Beste Foto-App", hit: "Beste" },
      { platform: "storeb", locale: "fr-FR", title: "Le meilleur éditeur", hit: "Le meilleur" }
    ],
    good: [
      { title: "Best Friend Quiz" },
      { title: "Laptop Prices" },
      { title: "Top Gun: Skies", known: { brand: "Top Gun" } }
    ]
  }),
  rule({
    id: "title.price",
    says: "The title is about the price: free, no ads, a discount or a price.",
    severity: { storea: "error", storeb: "error" },
    basis: policy,
    source: accurate,
    fields: title,
    lists: ["price", "percent"],
    find: prices,
    bad: [
      { title: "Photo Editor: Free", hit: "Free" },
      { platform: "storeb", title: "Puzzle - No Ads", hit: "No Ads" },
      { title: "Shop: 50% off", hit: "50% off" },
      { title: "Radio for $2.99", hit: "$2.99" },
      { locale: "es-ES", title: "Editor de fotos gratis", hit: "gratis" }
    ],
    good: [
      { title: "Hands-Free Radio" },
      { title: "Free Fire: Battle", known: { brand: "Free Fire" } },
      { title: "100% Pure Maths" },
      { title: "Gluten Free Finder" }
    ]
  }),
  rule({
    id: "title.programme",
    says: "The title names a programme or shelf of the store, or has “new” as a tag.",
    severity: { storea: "warning", storeb: "error" },
    basis: policy,
    source: accurate,
    fields: title,
    lists: ["programme", "fresh"],
    find: (text) => [
      ...listed(text, "programme", (words) => ({
        message: `“${words}” is for the store to say.`,
        suggestion: "Leave it out."
      })),
      ...tags(text, "fresh", { last: false }).map((range) => ({
        range,
        message: `“${text.slice(range)}” as a tag.`,
        suggestion: "Leave it out."
      }))
    ],
    bad: [
      { title: "Photo Studio: Editor's Choice", hit: "Editor's Choice" },
      { platform: "storeb", title: "Photo Studio (New)", hit: "New" },
      { platform: "storeb", locale: "de-DE", title: "Fotostudio - Neu!", hit: "Neu" }
    ],
    good: [{ title: "New York Subway Map" }, { title: "Brand New Day" }]
  }),
  rule({
    id: "title.action",
    says: "The title calls to download, install, play, try or update.",
    severity: { storea: "warning", storeb: "error" },
    basis: policy,
    source: accurate,
    fields: title,
    lists: ["action"],
    find: (text) =>
      listed(text, "action", (words) => ({
        message: `“${words}” is a call to act.`,
        suggestion: "Say what the app does."
      })),
    bad: [
      { title: "Chess Club: Play Now", hit: "Play Now" },
      { platform: "storeb", title: "Scanner - Download now!", hit: "Download now" },
      { platform: "storeb", locale: "it-IT", title: "Scacchi: gioca subito", hit: "gioca subito" }
    ],
    good: [{ title: "Video Downloader" }, { title: "Learn & Play Chess" }]
  }),
  rule({
    id: "title.address",
    says: "A web address, mail address or phone number in the title.",
    severity: { storea: "warning", storeb: "warning" },
    basis: "2.3.7",
    source: accurate,
    fields: title,
    find: addresses,
    bad: [
      { title: "Photo Studio photostudio.com", hit: "photostudio.com" },
      { title: "Help: help@studio.org", hit: "help@studio.org" },
      { platform: "storeb", title: "Taxi +49 30 1234567", hit: "+49 30 1234567" }
    ],
    good: [
      { title: "Booking.com: Hotels", known: { brand: "Booking.com" } },
      { title: "Radio 98.5 FM" },
      { title: "Route 1939 - 1945" },
      { title: "St. John's Guide" }
    ]
  }),
  rule({
    id: "title.device",
    says: "The title names a device of the store's vendor, other than “for …”.",
    severity: { storea: "warning" },
    basis: "5.2.5",
    source: { storea: source.storea.trademarks },
    fields: title,
    find: (text) =>
      text
        .phrases("devices")
        .filter(({ end, start }) => !isAfterFor(text, start, end))
        .map(({ end, start }) => {
          const range = text.range(start, end)
          return {
            range,
            message: `“${text.slice(range)}” is a name of the store's vendor.`,
            suggestion: `Leave it out, or write “for ${text.slice(range)}” after the name.`
          }
        }),
    bad: [
      { title: "iPhone Photo Studio", hit: "iPhone" },
      { title: "Apple Watch Faces", hit: "Apple Watch" }
    ],
    good: [
      { title: "Photo Studio for iPhone" },
      { title: "Macro Counter" },
      { locale: "de-DE", title: "Notizen für iPad" }
    ]
  })
]
