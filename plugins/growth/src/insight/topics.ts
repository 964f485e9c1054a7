/**
 * growth-insight@1: what threads have in common. A term is a word, or two side by side, without stop words, words that
 * asking is done with, names, and authors. Term after term is taken, each with the threads that have it and are in no
 * topic yet: the one of most threads × log(all threads / threads that have it), half as much again for two words. At
 * least two people must have written it. Words of the project's own keywords come last: that they're there is why the
 * threads were found.
 */
import type { Intent } from "../texts/lists.ts"
import { appWords, asksWith } from "../texts/lists.ts"
import { shortened } from "../texts/plain.ts"
import { folded, isUnspaced, stopWordsOf, type Word, wordsOf } from "../texts/words.ts"

export const insightModel = "growth-insight@1"

/** What of a thread is read. */
export interface Said {
  readonly id: string
  readonly title: string
  readonly excerpt: string
  readonly author: string | null
  readonly language: string | null
  readonly intent: Intent | null
  readonly score: number
  readonly publishedMs: number
}

export interface Topic<S extends Said> {
  readonly topic: string
  readonly words: ReadonlyArray<string>
  readonly authors: number
  /** The most relevant first, the newest of these. */
  readonly threads: ReadonlyArray<S>
}

const pairWeight = 1.5
const authorsMin = 2
const wordsShown = 5
/** So many topics are looked for, for each that is shown: what comes later may have more threads. */
const foundForEach = 3
const readAtOnce = 50
const quoteMax = 240
const wordMin = 3

/** What the list of English leaves out and reviews are full of. */
const fillers = new Set(
  "its not does please thanks thank every want need needs one two even without cannot keep keeps again last just really when why will may having".split(
    " "
  )
)
/** Endings and particles of Japanese. */
const hiragana = /\p{sc=Hiragana}/u

/** What words may not be in a term. */
interface Unsaid {
  /** In their one form, each word of them by itself. */
  readonly names: ReadonlySet<string>
  /** Stems. */
  readonly keywords: ReadonlySet<string>
}

interface Term {
  readonly key: string
  /** As it's written. */
  readonly text: string
  readonly isPair: boolean
  readonly isKeyword: boolean
}

interface Read<S extends Said> {
  readonly said: S
  readonly voice: string
  readonly terms: ReadonlyMap<string, Term>
}

/** Letters of scripts without spaces by twos, as one of them says too little. */
const piecesOf = (words: ReadonlyArray<Word>): ReadonlyArray<Word> =>
  words.flatMap((word, at) => {
    if (!isUnspaced(word.text)) return [word]
    const next = words[at + 1]
    if (next === undefined || !isUnspaced(next.text) || next.start !== word.end) return []
    const text = word.text + next.text
    return [{ text, stem: text, start: word.start, end: next.end }]
  })

const termsOf = ({ excerpt, language, title }: Said, { keywords, names }: Unsaid): ReadonlyMap<string, Term> => {
  const stops = [stopWordsOf("en"), stopWordsOf(language ?? "en")]
  const says = ({ text }: Word) =>
    ([...text].length >= wordMin || isUnspaced(text)) &&
    !/^\p{N}+$/u.test(text) &&
    !stops.some((list) => list.has(text)) &&
    !fillers.has(text) &&
    !hiragana.test(text) &&
    !appWords.has(text) &&
    !names.has(text) &&
    !asksWith(language, text)
  const terms = new Map<string, Term>()
  for (const field of [title, excerpt]) {
    const words = piecesOf(wordsOf(field, language))
    for (const [at, word] of words.entries()) {
      if (!says(word)) continue
      const isKeyword = keywords.has(word.stem)
      terms.set(word.stem, { key: word.stem, text: word.text, isPair: false, isKeyword })
      const next = words[at + 1]
      if (next === undefined || !says(next) || !/^[\s-]+$/u.test(field.slice(word.end, next.start))) continue
      const key = `${word.stem} ${next.stem}`
      const isOwn = isKeyword && keywords.has(next.stem)
      terms.set(key, { key, text: `${word.text} ${next.text}`, isPair: true, isKeyword: isOwn })
    }
  }
  return terms
}

const count = <K>(counts: Map<K, number>, key: K, by = 1) => counts.set(key, (counts.get(key) ?? 0) + by)
const voicesOf = (read: ReadonlyArray<Read<Said>>) => new Set(read.map(({ voice }) => voice)).size
/** What most write; of several, what comes first. */
const mostWritten = (texts: ReadonlyArray<string>): string => {
  const counts = new Map<string, number>()
  for (const text of texts) count(counts, text)
  return [...counts].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))[0]?.[0] ?? ""
}
const bestFirst = (a: Said, b: Said) => b.score - a.score || b.publishedMs - a.publishedMs || (a.id < b.id ? -1 : 1)

/** Words that say nothing of what is asked for: names, and those of keywords. */
export const unsaidOf = (
  { keywords, names }: { readonly keywords: ReadonlyArray<string>; readonly names: ReadonlyArray<string> },
  said: ReadonlyArray<Said>
): Unsaid => {
  const authors = said.flatMap(({ author }) => (author === null ? [] : [author.replace(/^@/, "").split("@")[0] ?? ""]))
  const languages = new Set([null, ...said.map(({ language }) => language)])
  return {
    names: new Set([...names, ...authors].flatMap((name) => folded(name).split(" "))),
    keywords: new Set(
      [...languages].flatMap((language) =>
        keywords.flatMap((keyword) => piecesOf(wordsOf(keyword, language)).map(({ stem }) => stem))
      )
    )
  }
}

/** Topics of most threads first; a thread is in one at most. Between its steps others have a turn. */
export function* topicSteps<S extends Said>(
  said: ReadonlyArray<S>,
  unsaid: Unsaid,
  max: number
): Generator<undefined, ReadonlyArray<Topic<S>>, undefined> {
  const all: Array<Read<S>> = []
  for (const [at, one] of said.entries()) {
    if (at % readAtOnce === 0) yield
    all.push({ said: one, voice: one.author ?? one.id, terms: termsOf(one, unsaid) })
  }
  const totals = new Map<string, number>()
  const terms = new Map<string, Term>()
  for (const one of all) {
    for (const [key, term] of one.terms) {
      count(totals, key)
      terms.set(key, term)
    }
  }
  const having = new Map<string, Array<Read<S>>>()
  for (const one of all) {
    for (const key of one.terms.keys()) {
      if ((totals.get(key) ?? 0) < authorsMin) continue
      const held = having.get(key)
      if (held === undefined) having.set(key, [one])
      else held.push(one)
    }
  }
  const rarity = (key: string) => Math.log((all.length + 1) / (totals.get(key) ?? 1))
  const left = new Set(all)
  const found: Array<{ readonly term: Term; readonly held: ReadonlyArray<Read<S>> }> = []
  /** What each term weighs for a thread that has it. */
  const weights = new Map<string, number>()
  for (const key of having.keys()) {
    weights.set(key, rarity(key) * (terms.get(key)?.isPair === true ? pairWeight : 1))
  }
  for (const areKeywords of [false, true]) {
    const counts = new Map<string, number>()
    for (const one of left) {
      for (const [key, { isKeyword }] of one.terms) if (isKeyword === areKeywords && having.has(key)) count(counts, key)
    }
    // Of later ones each has fewer threads: they wouldn't be shown.
    const until = found.length + max * foundForEach
    while (found.length < until) {
      yield
      let best: { readonly key: string; readonly value: number } | undefined
      for (const [key, n] of counts) {
        if (n < authorsMin) {
          counts.delete(key)
          continue
        }
        const value = n * (weights.get(key) ?? 0)
        if (best === undefined || value > best.value || (value === best.value && key < best.key)) best = { key, value }
      }
      const term = best === undefined ? undefined : terms.get(best.key)
      if (term === undefined) break
      const held = (having.get(term.key) ?? []).filter((one) => left.has(one))
      if (voicesOf(held) < authorsMin) {
        counts.delete(term.key)
        continue
      }
      found.push({ term, held })
      for (const one of held) {
        left.delete(one)
        for (const key of one.terms.keys()) if (counts.has(key)) count(counts, key, -1)
      }
    }
  }
  const written = (key: string, held: ReadonlyArray<Read<S>>) =>
    mostWritten(held.flatMap((one) => one.terms.get(key)?.text ?? []))
  // The same word in two languages has two stems.
  const together = new Map<string, (typeof found)[number]>()
  for (const { held, term } of found) {
    const label = written(term.key, held)
    const known = together.get(label)
    together.set(label, known === undefined ? { held, term } : { term: known.term, held: [...known.held, ...held] })
  }
  return [...together]
    .toSorted(([a, one], [b, other]) => other.held.length - one.held.length || (a < b ? -1 : 1))
    .slice(0, max)
    .map(([label, { held, term }]): Topic<S> => {
      const own = new Set(term.key.split(" "))
      const counts = new Map<string, number>()
      for (const one of held) {
        for (const [key, { isPair }] of one.terms) if (!isPair && !own.has(key)) count(counts, key)
      }
      const weight = ([key, n]: readonly [string, number]) => n * rarity(key)
      // As for the topic itself: what one person alone writes isn't told.
      const others = [...counts]
        .filter(([, n]) => n >= authorsMin)
        .toSorted((a, b) => weight(b) - weight(a) || (a[0] < b[0] ? -1 : 1))
      const words: Array<string> = []
      for (const [key] of others) {
        if (words.length >= wordsShown) break
        const word = written(key, held)
        const isShared = voicesOf(held.filter((one) => one.terms.has(key))) >= authorsMin
        if (isShared && !label.split(" ").includes(word)) words.push(word)
      }
      return {
        topic: label,
        words,
        authors: voicesOf(held),
        threads: held.map((one) => one.said).toSorted(bestFirst)
      }
    })
}

const sentence = /[^.!?。！？]+[.!?。！？]*/gu

/** Of a thread the sentence that has a topic, or what it begins with; null: nothing is left of it. */
export const quoteOf = ({ excerpt, language, title }: Pick<Said, "excerpt" | "language" | "title">, topic: string) => {
  const wanted = piecesOf(wordsOf(topic, language)).map(({ stem }) => stem)
  const sentences = [excerpt, title].flatMap((text) => Array.from(text.matchAll(sentence), ([one]) => one.trim()))
  const found = sentences.find((one) => {
    const stems = new Set(piecesOf(wordsOf(one, language)).map(({ stem }) => stem))
    return wanted.length > 0 && wanted.every((stem) => stems.has(stem))
  })
  const quote = found ?? (title === "" ? excerpt : title)
  return quote === "" ? null : shortened(quote, quoteMax)
}
