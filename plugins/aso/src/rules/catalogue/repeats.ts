/** Words that stand in two places of a listing, where one is enough. */
import { type FieldText, type Hit, type Range, type Rule, readOnce, rule } from "../rule.ts"
import { source } from "../sources.ts"

/** Words that tell something: no stop words, and in scripts without spaces no single letters. */
export const telling = readOnce((text) =>
  text.words.filter(
    ({ isStopWord, text: word }) =>
      !isStopWord && /[\p{L}\p{N}]/u.test(word) && (word.length > 2 || [...word].length > 1 || /\p{N}/u.test(word))
  )
)

/** The words of a text whose stems are among these. */
export const shared = (
  text: FieldText,
  stems: ReadonlySet<string>,
  tell: (word: string) => Pick<Hit, "message" | "suggestion">
): ReadonlyArray<Hit> =>
  telling(text)
    .filter(({ stem }) => stems.has(stem))
    .map(({ range }) => ({ range, ...tell(text.slice(range)) }))

const stemsOf = readOnce((text): ReadonlySet<string> => new Set(telling(text).map(({ stem }) => stem)))

export const stemsIn = (text: FieldText | undefined): ReadonlySet<string> =>
  text === undefined ? new Set() : stemsOf(text)

const han = /\p{sc=Han}{2,}/gu

const pairsIn = readOnce((text): ReadonlySet<string> => {
  const pairs = new Set<string>()
  for (const [run] of text.folded.text.matchAll(han))
    for (let at = 1; at < run.length; at++) pairs.add(run.slice(at - 1, at + 1))
  return pairs
})

/** Compounds of Han letters that two texts share; dictionaries cut them as they like. */
const sharedCompounds = (text: FieldText, of: FieldText): ReadonlyArray<Range> => {
  const pairs = pairsIn(of)
  if (pairs.size === 0) return []
  const ranges: Array<Range> = []
  for (const { 0: run, index } of text.folded.text.matchAll(han)) {
    for (let from = 0; from + 1 < run.length; from++) {
      let to = from
      while (pairs.has(run.slice(to, to + 2))) to++
      if (to === from) continue
      ranges.push(text.range(index + from, index + to + 1))
      from = to
    }
  }
  return ranges
}

const repeatsTitle = (
  written: Pick<Rule, "id" | "says" | "fields" | "bad" | "good" | "basis"> & Parameters<typeof rule>[0]
) =>
  rule({
    ...written,
    sparesBrand: false,
    find: (text, { text: of }) => {
      const title = of("title")
      if (title === undefined) return []
      const tell = (word: string) => ({
        message: `“${word}” is in the title already.`,
        suggestion: "Use the room for another word."
      })
      const words = shared(text, stemsIn(title), tell)
      const starts = new Set(words.map(({ range }) => range?.start))
      const stopWords = new Set(text.words.flatMap((word) => (word.isStopWord ? [word.text] : [])))
      const compounds = sharedCompounds(text, title)
        .filter((range) => !starts.has(range.start) && !stopWords.has(text.slice(range)))
        .map((range) => ({ range, ...tell(text.slice(range)) }))
      return [...words, ...compounds]
    }
  })

export const subtitleRepeats = repeatsTitle({
  id: "subtitle.repeats-title",
  says: "A word of the title again in the subtitle; the store searches both together.",
  severity: { storea: "warning" },
  basis: "2.3.7; help",
  source: { storea: source.storea.search },
  fields: ["subtitle"],
  find: () => [],
  bad: [
    { title: "Photo Studio", subtitle: "Photo filters and frames", hit: "Photo" },
    { locale: "de-DE", title: "Fotostudio: Bilder", subtitle: "Bilder bearbeiten", hit: "Bilder" }
  ],
  good: [
    { title: "Photo Studio", subtitle: "Filters and frames" },
    { title: "The Studio", subtitle: "Make the cut" }
  ]
})

export const shortRepeats = repeatsTitle({
  id: "short.repeats-title",
  says: "A word of the title again in the short description.",
  severity: { storeb: "info" },
  basis: "listing guidance",
  source: { storeb: source.storeb.guidance },
  fields: ["shortDescription"],
  find: () => [],
  bad: [{ platform: "storeb", title: "Photo Studio", shortDescription: "Edit photos with filters", hit: "photos" }],
  good: [{ platform: "storeb", title: "Photo Studio", shortDescription: "Edit pictures with filters" }]
})
