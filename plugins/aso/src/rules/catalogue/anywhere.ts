import { foldedText } from "../fold.ts"
import { type FieldName, fieldNames, longFields } from "../metadata.ts"
import { type Found, firstAbove, lastUpTo, type PhraseList, phraseList } from "../phrases.ts"
import { type Context, type FieldText, type Hit, listed, matches, rule } from "../rule.ts"
import { source } from "../sources.ts"
import { tags } from "./titles.ts"

const accurate = { storea: source.storea.metadata, storeb: source.storeb.metadata }
const isLong = ({ name }: FieldText) => name !== "locale" && longFields.has(name)

const others = new WeakMap<ReadonlyArray<string>, PhraseList>()
const listOfOthers = (names: ReadonlyArray<string>) => {
  const known = others.get(names)
  if (known !== undefined) return known
  const list = phraseList(names.filter((name) => [...name.trim()].length > 1).map((name) => name.replace(/[*!]/g, "")))
  others.set(names, list)
  return list
}

const otherApps = (text: FieldText, { brand, metadata, otherBrands = [] }: Context): ReadonlyArray<Hit> => {
  const own = ` ${foldedText(`${brand ?? ""} ${metadata.developerName ?? ""}`)} `
  const inOwn = new Map<string, boolean>()
  const isOwn = (phrase: string) => {
    const known = inOwn.get(phrase) ?? own.includes(` ${phrase} `)
    inOwn.set(phrase, known)
    return known
  }
  const found = [...text.phrases("brands"), ...text.found(listOfOthers(otherBrands))].toSorted(
    (a, b) => a.start - b.start
  )
  const near = text.phrases("nearBrands")
  /** Whether one of these stands at most so far from it. */
  const isNear = (list: ReadonlyArray<Found>, { end, start }: Found, most: number) => {
    const before = lastUpTo(list, start, (each) => each.end)
    const after = firstAbove(list, end - 1, (each) => each.start)
    return (before !== undefined && start - before.end <= most) || (after !== undefined && after.start - end <= most)
  }
  const common = text
    .phrases("commonBrands")
    .filter((each) => isNear(near, each, 3) || (text.name !== "keywords" && isNear(found, each, 6)))
  return [...found, ...common]
    .filter(({ phrase }) => !isOwn(phrase))
    .map(({ end, start }) => {
      const range = text.range(start, end)
      return { range, message: `“${text.slice(range)}” is another's name.`, suggestion: "Leave it out." }
    })
}

const otherThan = { storea: "otherThanStorea", storeb: "otherThanStoreb" } as const

// biome-ignore format: one kind a line.
const placeholder = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}])(?:TODO|TBD|FIXME|TBA)(?![\p{L}\p{N}])`,
    String.raw`(?<![\p{L}\p{N}])[Xx]{4,}(?![\p{L}\p{N}])`,
    String.raw`\{\{[^{}]{0,60}\}\}`,
    String.raw`\$\{[^{}]{0,60}\}`,
    String.raw`(?<!\p{L})%\(?[a-z_]{0,20}\)?[@sd](?!\p{L})`,
    String.raw`\[(?:insert|your|app|name|title|placeholder|text)\b[^\]]{0,40}\]`,
    "<(?:insert|your|app name|placeholder)[^<>]{0,40}>",
    String.raw`(?<!\p{L})asdf(?:ghjkl|asdf|gh)?(?!\p{L})`
  ].join("|"),
  "gu"
)
const loremAnyCase = /lorem ipsum(?: dolor)?/giu

const placeholders = (text: FieldText): ReadonlyArray<Hit> => {
  const tell = (words: string) => ({
    message: `“${words}” stands for text that is to come.`,
    suggestion: "Write the text, or leave it out."
  })
  const found = [...matches(text, placeholder, tell), ...matches(text, loremAnyCase, tell)]
  // A phrase such as "coming soon" is a placeholder only where it's all there is.
  const { text: folded } = text.folded
  const lead = folded.length - folded.trimStart().length
  const whole = text
    .phrases("placeholder")
    .filter(({ end, start }) => start === lead && /^[\s.!…]*$/.test(folded.slice(end)))
  const inText = listed(text, "placeholder", tell).filter(
    ({ range }) =>
      range !== null &&
      /(?:here|hier|ici|aquí|aqui|qui|aici|här|her|tutaj|sem|zde|tänne|ide|buraya|εδώ|здесь|тут|сюда|هنا|כאן|यहाँ|यहां|ที่นี่|ở đây|vào đây|di sini|ここに|여기에|此处|此處|在这里|在此)/iu.test(
        text.slice(range)
      )
  )
  const hits = [
    ...found,
    ...inText,
    ...whole.map(({ end, start }) => ({ range: text.range(start, end), ...tell(text.slice(text.range(start, end))) }))
  ]
  return [...new Map(hits.map((hit) => [hit.range?.start, hit])).values()]
}

/** A year that has passed, where it isn't that of a copyright. */
export const seasons = (text: FieldText, { year }: Context): ReadonlyArray<Hit> => {
  const years = matches(text, /(?<![\p{L}\p{N}.,:/-])(?:'|’)?20\d{2}(?![\p{L}\p{N}%:]|[.,/-]\d)/gu, (words) => {
    const told = Number(words.replace(/\D/g, ""))
    return told >= 2010 && told < year
      ? { message: `${told} has passed.`, suggestion: `Leave the year out, or write ${year}.` }
      : undefined
  }).filter(({ range }) => {
    const before = text.given.slice(Math.max(0, (range?.start ?? 0) - 24), range?.start ?? 0)
    return !/(?:©|\(c\)|copyright|since|seit|depuis|desde|dal|sinds|founded in|est\.?|с|od|desde o ano de|sedan|siden|vuodesta)\s*$/iu.test(
      before
    )
  })
  return [
    ...years,
    ...listed(text, "season", (words) => ({
      message: `“${words}” is soon out of date.`,
      suggestion: "Use the promotional text or what's new for it."
    }))
  ]
}

const quoted = /[“«„「『"]([^“”«»„「」『』"\n]{6,240})[”»“」』"]/gu
const attributed = /^\s*(?:[-–—―(,]|by\s|von\s|di\s|de\s|par\s|av\s|od\s)\s*\p{Lu}|^\s*[-–—―]\s*\S/u
const stars = /[★⭐✭✮]{3,}/gu

const testimonials = (text: FieldText): ReadonlyArray<Hit> => {
  const tell = () => ({ message: "Praise that nobody signs.", suggestion: "Name who said it, or leave it out." })
  const praise = text.phrases("praise").map(({ end, start }) => text.range(start, end))
  const quotes = matches(text, quoted, tell).filter(
    ({ range }) =>
      range !== null &&
      !attributed.test(text.given.slice(range.end, range.end + 40)) &&
      (firstAbove(praise, range.start, ({ start }) => start)?.end ?? range.end) < range.end
  )
  return [...listed(text, "testimonial", tell), ...quotes, ...matches(text, stars, tell)]
}

const wide: ReadonlyArray<FieldName> = fieldNames.filter((name) => name !== "developerName")
const copy: ReadonlyArray<FieldName> = ["title", "subtitle", "shortDescription", "fullDescription", "promotionalText"]

export const anywhere = [
  rule({
    id: "any.other-app",
    says: "A competitor's name or a well-known brand; one that is also a common word needs a second sign.",
    severity: { storea: "error", storeb: "error" },
    basis: "2.3.7, 4.1(c); metadata policy",
    source: { storea: source.storea.copycats, storeb: source.storeb.impersonation },
    fields: ["title", "subtitle", "keywords", "shortDescription", "developerName"],
    partly: ({ otherBrands, unknown }) =>
      otherBrands === undefined
        ? (unknown?.otherBrands ?? "The app's competitors aren't known; only well-known brands were looked for.")
        : undefined,
    find: otherApps,
    bad: [
      { title: "Video Saver for Instagram", hit: "Instagram" },
      { keywords: "chat,whatsapp,sticker", hit: "whatsapp" },
      { platform: "storeb", title: "Zoom Alternative", hit: "Zoom" },
      { subtitle: "Like Photoleap, but quick", known: { otherBrands: ["Photoleap"] }, hit: "Photoleap" }
    ],
    good: [
      { title: "Zoom Lens Simulator" },
      { title: "Instagram", known: { brand: "Instagram" } },
      { keywords: "signal,line,discord bot".split(",").slice(0, 2).join(",") }
    ]
  }),
  rule({
    id: "any.other-platform",
    says: "Another platform or marketplace; in long texts a warning.",
    severity: { storea: "error", storeb: "warning" },
    basis: "2.3.10; metadata policy",
    source: { storea: source.storea.metadata, storeb: source.storeb.metadata },
    fields: wide,
    find: (text, { platform }) =>
      text.phrases(otherThan[platform]).map(({ end, start }) => {
        const range = text.range(start, end)
        return {
          range,
          message: `“${text.slice(range)}” is another platform.`,
          suggestion: "Leave it out.",
          ...(isLong(text) ? { severity: "warning" as const } : {})
        }
      }),
    bad: [
      { title: "Photo Studio for Android", hit: "Android" },
      { keywords: "play store,photo", hit: "play store" },
      { fullDescription: "Also on Google Play.", hit: "Google Play" },
      { platform: "storeb", title: "Photo Studio for iPhone", hit: "iPhone" }
    ],
    good: [{ title: "Androids & Aliens Quiz" }, { platform: "storeb", title: "Studio for Android" }]
  }),
  rule({
    id: "any.placeholder",
    says: "Text that stands for text to come: lorem ipsum, TODO, {{…}}.",
    severity: { storea: "error", storeb: "error" },
    basis: "2.3; metadata policy",
    source: accurate,
    fields: fieldNames,
    lists: ["placeholder"],
    sparesBrand: false,
    find: placeholders,
    bad: [
      { title: "TODO", hit: "TODO" },
      { fullDescription: "Lorem ipsum dolor sit amet", hit: "Lorem ipsum dolor" },
      { subtitle: "{{subtitle}}", hit: "{{subtitle}}" },
      { platform: "storeb", shortDescription: "Your text here", hit: "Your text here" }
    ],
    good: [
      { title: "Todo List & Planner" },
      { title: "Get things done: to do" },
      { fullDescription: "New levels coming soon to you." }
    ]
  }),
  rule({
    id: "any.prerelease",
    says: "Beta, demo or trial as a tag.",
    severity: { storea: "warning", storeb: "warning" },
    basis: "2.2",
    source: { storea: source.storea.beta, storeb: source.storeb.metadata },
    fields: ["title", "subtitle", "shortDescription"],
    lists: ["prerelease"],
    find: (text) =>
      tags(text, "prerelease", { last: true }).map((range) => ({
        range,
        message: `“${text.slice(range)}” says that the app isn't finished.`,
        suggestion: "Leave it out, or use the store's own tests for it."
      })),
    bad: [
      { title: "Photo Studio (Beta)", hit: "Beta" },
      { platform: "storeb", title: "Chess Master Demo", hit: "Demo" },
      { locale: "es-ES", title: "Ajedrez - versión de prueba", hit: "versión de prueba" }
    ],
    good: [{ title: "Trial of Heroes" }, { title: "Beta Carotene Guide" }]
  }),
  rule({
    id: "any.testimonial",
    says: "Praise that nobody signs.",
    severity: { storea: "info", storeb: "warning" },
    basis: "metadata policy",
    source: accurate,
    fields: copy,
    lists: ["testimonial", "praise"],
    sparesBrand: false,
    find: testimonials,
    bad: [
      { fullDescription: "“This is the best app ever!” See for yourself.", hit: "“This is the best app ever!”" },
      { platform: "storeb", fullDescription: "Our users say that it is fun.", hit: "Our users say" },
      { fullDescription: "★★★★★ by all", hit: "★★★★★" }
    ],
    good: [
      { fullDescription: "“A great tool for painters.” — Art Weekly" },
      { fullDescription: "Tap “Save” and it's done." }
    ]
  }),
  rule({
    id: "any.dated",
    says: "A year that has passed, or a season.",
    severity: { storea: "info", storeb: "info" },
    basis: "listing guidance",
    source: { storea: source.storea.productPage, storeb: source.storeb.guidance },
    fields: ["title", "subtitle", "keywords", "shortDescription", "fullDescription"],
    lists: ["season"],
    find: seasons,
    bad: [
      { title: "Tax Calculator 2024", hit: "2024" },
      { subtitle: "Christmas photo frames", hit: "Christmas" },
      {
        platform: "storeb",
        locale: "de-DE",
        shortDescription: "Weihnachtskarten aus deinen Fotos gestalten und verschicken",
        hit: "Weihnachtskarten"
      }
    ],
    good: [{ title: "Puzzle 2048" }, { fullDescription: "© 2019 Studio" }, { title: "Tax Calculator 2026" }]
  }),
  rule({
    id: "any.payment-elsewhere",
    says: "Paying on the web. What is allowed differs by storefront since 2025.",
    severity: { storea: "info" },
    basis: "3.1",
    source: { storea: source.storea.payments },
    fields: ["subtitle", "fullDescription", "promotionalText", "whatsNew"],
    lists: ["payment"],
    sparesBrand: false,
    find: (text) =>
      listed(text, "payment", (words) => ({
        message: `“${words}”: what may be said of paying elsewhere differs by storefront.`,
        suggestion: "Check the guideline for the storefronts that the app is in."
      })),
    bad: [
      { fullDescription: "Subscribe on our website and save.", hit: "Subscribe on our website" },
      { locale: "de-DE", fullDescription: "Günstiger auf unserer Website!", hit: "Günstiger auf unserer Website" }
    ],
    good: [{ fullDescription: "Read more on our website." }]
  })
]
