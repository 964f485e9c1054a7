/** Terms of the keyword field that take room for nothing. */

import { termsIn, termsOf, wordsByTerm } from "../keywordTerms.ts"
import { searchedLocales, storefrontOf, storeLocaleOf } from "../locales.ts"
import { charCount } from "../metadata.ts"
import { type Context, type FieldText, fieldText, type Hit, rule, type TextWord } from "../rule.ts"
import { source } from "../sources.ts"
import { shared, stemsIn, telling } from "./repeats.ts"

const help = {
  severity: { storea: "warning" },
  basis: "help",
  source: { storea: source.storea.search },
  fields: ["keywords"],
  sparesBrand: false
} as const
const practice = { ...help, severity: { storea: "info" }, basis: "practice" } as const
const room = { suggestion: "Use the room for another term." }

const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/u

/** Scripts in which two letters are hardly a word. */
const lettered =
  /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Arabic}\p{Script=Hebrew}\p{N}]+$/u

const stemsOf = (name: string, { languages, language }: Context) =>
  stemsIn(fieldText("title", name, languages, language))

/** Words of the terms that a text has too; where words have no spaces, whole terms. */
const repeated = (text: FieldText, other: FieldText | undefined, where: string): ReadonlyArray<Hit> => {
  if (other === undefined) return []
  const tell = (word: string) => ({ message: `“${word}” is in the ${where} already.`, ...room })
  const words = shared(text, stemsIn(other), tell).filter(
    ({ range }) => range !== null && !unspaced.test(text.slice(range))
  )
  const plain = other.folded.text.replace(/\s+/g, "")
  const whole = termsOf(text).filter(
    ({ folded }) => unspaced.test(folded) && [...folded].length > 1 && plain.includes(folded.replace(/\s+/g, ""))
  )
  return [...words, ...whole.map(({ range }) => ({ range, ...tell(text.slice(range)) }))]
}

const legalForms = new Set(
  "inc llc ltd limited gmbh ag bv ab as oy oyj sa sl srl sarl spa kk co corp corporation company plc pty pte sro zoo team studio studios games apps software labs mobile".split(
    " "
  )
)

/** Whether one is the plural of the other, as far as endings tell. */
const isPlural = (a: TextWord, b: TextWord, language: string): boolean => {
  if (a.stem !== b.stem || a.text === b.text) return false
  const [short, long] = a.text.length <= b.text.length ? [a.text, b.text] : [b.text, a.text]
  if (language === "en") return long === `${short}s` || long === `${short}es` || long === `${short.slice(0, -1)}ies`
  return long.length - short.length <= (language === "tr" ? 3 : 2)
}

const repeatsTitle = rule({
  ...help,
  id: "keywords.repeats-title",
  says: "A word of the title among the keywords; the store searches both together.",
  find: (text, { text: of }) => repeated(text, of("title"), "title"),
  bad: [
    { title: "Photo Studio", keywords: "photo,collage", hit: "photo" },
    { locale: "ja", title: "写真加工スタジオ", keywords: "写真加工,文字入れ", hit: "写真加工" }
  ],
  good: [{ title: "Photo Studio", keywords: "collage,filter" }]
})

const repeatsSubtitle = rule({
  ...help,
  id: "keywords.repeats-subtitle",
  says: "A word of the subtitle among the keywords.",
  find: (text, { text: of }) => {
    const inTitle = new Set(repeated(text, of("title"), "title").map(({ range }) => range?.start))
    return repeated(text, of("subtitle"), "subtitle").filter(({ range }) => !inTitle.has(range?.start))
  },
  bad: [{ title: "Lumo", subtitle: "Filters and frames", keywords: "collage,frame", hit: "frame" }],
  good: [{ title: "Lumo", subtitle: "Filters and frames", keywords: "collage,sticker" }]
})

const ownName = rule({
  ...help,
  id: "keywords.own-name",
  says: "The app's or the developer's name among the keywords, by which it's found anyway.",
  lacks: ({ brand, metadata }) =>
    brand === undefined && metadata.developerName === undefined
      ? "Neither the app's own name nor the developer's is known."
      : undefined,
  find: (text, context) => {
    const { brand = "", metadata, text: of } = context
    const developer = metadata.developerName ?? ""
    const names = [...stemsOf(`${brand} ${developer}`, context)].filter((stem) => !legalForms.has(stem))
    const inTexts = new Set([...stemsIn(of("title")), ...stemsIn(of("subtitle"))])
    return shared(text, new Set(names.filter((stem) => !inTexts.has(stem))), (word) => ({
      message: `“${word}” is in the app's or the developer's name.`,
      ...room
    }))
  },
  bad: [{ title: "Lumo", developerName: "Acme Imaging Inc.", keywords: "acme,collage", hit: "acme" }],
  good: [{ title: "Lumo", developerName: "Acme Inc.", keywords: "inc,collage" }]
})

const category = rule({
  ...help,
  id: "keywords.category",
  says: "The app's category among the keywords, by which it's found anyway.",
  lacks: ({ categories }) => (categories === undefined ? "The app's category isn't known." : undefined),
  find: (text, context) =>
    shared(text, new Set((context.categories ?? []).flatMap((name) => [...stemsOf(name, context)])), (word) => ({
      message: `“${word}” is in the app's category.`,
      ...room
    })),
  bad: [{ keywords: "weather,rain", known: { categories: ["Weather"] }, hit: "weather" }],
  good: [{ keywords: "radar,rain", known: { categories: ["Weather"] } }]
})

const wasted = rule({
  ...help,
  id: "keywords.wasted",
  says: "Words that nobody needs there: app, game, free, best.",
  lists: ["wasted"],
  find: (text) => {
    const isEdge = (sign: string | undefined) => sign === undefined || /[\s,，、;|]/u.test(sign)
    return text.phrases("wasted").flatMap(({ end, start }) => {
      const { text: folded } = text.folded
      if (!isEdge(folded[start - 1]) || !isEdge(folded[end])) return []
      const range = text.range(start, end)
      return [{ range, message: `“${text.slice(range)}” brings nobody.`, ...room }]
    })
  },
  bad: [
    { keywords: "photo app,collage", hit: "app" },
    { keywords: "free,collage", hit: "free" },
    { locale: "zh-Hans", keywords: "照片,免费", hit: "免费" }
  ],
  good: [{ keywords: "apple pie,collage" }, { locale: "zh-Hans", keywords: "应用锁,照片" }]
})

const stopWord = rule({
  ...help,
  id: "keywords.stop-word",
  says: "Stop words: a, the, and, for, with.",
  lacks: ({ language }) => (language.stopWords ? undefined : `There's no list of stop words for '${language.tag}'.`),
  find: (text) =>
    wordsByTerm(text).flatMap(({ words }) => {
      const isAllStop = words.length > 1 && words.every(({ isStopWord }) => isStopWord)
      return isAllStop
        ? []
        : words
            .filter(({ isStopWord, range }) => isStopWord && !unspaced.test(text.slice(range)))
            .map(({ range }) => ({ range, message: `“${text.slice(range)}” isn't searched for.`, ...room }))
    }),
  bad: [
    { keywords: "photo with frame", hit: "with" },
    { locale: "de-DE", keywords: "foto,und,rahmen", hit: "und" }
  ],
  good: [{ keywords: "to do,photo frame" }]
})

const short = rule({
  ...help,
  id: "keywords.short",
  says: "A term of one or two characters, in scripts whose words have more.",
  find: (text) =>
    termsOf(text)
      .filter(({ text: term }) => charCount(term) <= 2 && lettered.test(term))
      .map(({ range }) => ({ range, message: `“${text.slice(range)}” is too short to be found by.`, ...room })),
  bad: [{ keywords: "ph,collage", hit: "ph" }],
  good: [{ keywords: "pdf,collage" }, { keywords: "写真,加工" }]
})

const wordRepeat = rule({
  ...practice,
  id: "keywords.word-repeat",
  says: "A word in two terms; the store joins words by itself.",
  find: (text) => {
    const seen = new Map<string, string>()
    const known = new Set<string>()
    return wordsByTerm(text).flatMap(({ term, words }) => {
      if (known.has(term.folded)) return []
      known.add(term.folded)
      return words.flatMap(({ isStopWord, range, text: word }) => {
        const first = seen.get(word)
        if (first === undefined) seen.set(word, term.folded)
        return first === undefined || first === term.folded || isStopWord || unspaced.test(word)
          ? []
          : [
              {
                range,
                message: `“${text.slice(range)}” is in another term.`,
                suggestion: "Write it once; the store joins words."
              }
            ]
      })
    })
  },
  bad: [{ keywords: "photo editor,photo frame", hit: "photo" }],
  good: [{ keywords: "photo,editor,frame" }]
})

const plural = rule({
  ...practice,
  id: "keywords.plural",
  says: "A word in both numbers.",
  lacks: ({ language }) => (language.stemmer === null ? `Plurals of '${language.tag}' aren't known.` : undefined),
  find: (text, { language }) => {
    const [tag = ""] = language.tag.toLowerCase().split("-")
    const seen = new Map<string, TextWord>()
    return telling(text).flatMap((word) => {
      const other = seen.get(word.stem)
      if (other === undefined) seen.set(word.stem, word)
      return other !== undefined && isPlural(other, word, tag)
        ? [
            {
              range: word.range,
              message: `“${text.slice(word.range)}” and “${text.slice(other.range)}” are one word.`,
              suggestion: "Keep the shorter."
            }
          ]
        : []
    })
  },
  bad: [
    { keywords: "photo,photos", hit: "photos" },
    { locale: "es-ES", keywords: "foto,fotos", hit: "fotos" }
  ],
  good: [{ keywords: "edit,editing" }, { keywords: "photo,collage" }]
})

const phrase = rule({
  ...practice,
  id: "keywords.phrase",
  says: "A phrase that could be single words, which the store joins by itself.",
  find: (text) =>
    termsOf(text)
      .filter(({ text: term }) => /\s/u.test(term) && !unspaced.test(term))
      .map(({ range, text: term }) => ({
        range,
        message: `“${term}” is a phrase.`,
        suggestion: `Write its words by themselves: ${term.split(/\s+/u).join(",")}.`
      })),
  bad: [{ keywords: "photo editor,collage", hit: "photo editor" }],
  good: [{ keywords: "photo,editor,collage" }]
})

const noDemand = rule({
  ...practice,
  id: "keywords.no-demand",
  says: "A term that nobody searches for, by its measured volume.",
  lacks: ({ unknown, volumeOf }) =>
    volumeOf === undefined ? (unknown?.volumeOf ?? "The terms' volumes aren't measured.") : undefined,
  find: (text, { volumeOf }) =>
    termsOf(text)
      .filter(({ folded }) => volumeOf?.(folded) === 0)
      .map(({ range }) => ({ range, message: `Nobody searches for “${text.slice(range)}”.`, ...room })),
  bad: [
    {
      keywords: "photomancy,collage",
      known: { volumeOf: (term) => (term === "photomancy" ? 0 : 40) },
      hit: "photomancy"
    }
  ],
  good: [{ keywords: "collage,frame", known: { volumeOf: (term) => (term === "frame" ? null : 40) } }]
})

const crossLocale = rule({
  ...practice,
  id: "keywords.cross-locale",
  says: "A term that another locale of the same storefront has.",
  lacks: ({ keptLocales, otherLocales, unknown }) =>
    (otherLocales ?? keptLocales) === undefined
      ? (unknown?.otherLocales ?? "Give otherLocales to know what their keyword fields have.")
      : undefined,
  find: (text, { country, keptLocales = [], metadata, otherLocales = keptLocales }) => {
    const own = metadata.locale ?? "en-US"
    const storefront = country ?? storefrontOf(own)
    const searched = new Set(storefront === undefined ? [] : searchedLocales(storefront))
    const taken = new Map(
      otherLocales
        .filter(({ locale }) => searched.has(storeLocaleOf("storea", locale) ?? locale))
        .flatMap(({ keywords = "", locale }) => termsIn(keywords).map(({ folded }) => [folded, locale] as const))
    )
    return termsOf(text).flatMap(({ folded, range, text: term }) => {
      const locale = taken.get(folded)
      return locale === undefined
        ? []
        : [
            {
              range,
              message: `“${term}” is in ${locale} too, which the storefront ${storefront} searches as well.`,
              ...room
            }
          ]
    })
  },
  bad: [
    {
      locale: "en-US",
      keywords: "photo,collage",
      known: { otherLocales: [{ locale: "es-MX", keywords: "foto,collage" }] },
      hit: "collage"
    }
  ],
  good: [
    { locale: "en-US", keywords: "photo", known: { otherLocales: [{ locale: "es-MX", keywords: "foto" }] } },
    { locale: "de-DE", keywords: "collage", known: { otherLocales: [{ locale: "es-MX", keywords: "collage" }] } }
  ]
})

export const terms = [repeatsTitle, repeatsSubtitle, ownName, category, wasted, stopWord, short]
export const practices = [wordRepeat, plural, phrase, noDemand, crossLocale]
