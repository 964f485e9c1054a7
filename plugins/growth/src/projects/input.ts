/** What callers send for a project, in its one form, or what is wrong with it. */
import { InvalidInput } from "@storeglass/plugin-api"
import { Effect } from "effect"
import type { GrowthChannel } from "../contract.ts"
import { folded, isStopWord, isUnspaced } from "../texts/words.ts"

const invalid = (message: string) => Effect.fail(new InvalidInput(message))
const tidy = (text: string) => text.normalize("NFC").trim().replaceAll(/\s+/gu, " ")

const keywordProblem = (keyword: string, languages: ReadonlyArray<string>): string | undefined => {
  if ([...keyword].length < 2 && !isUnspaced(keyword)) return "must have at least 2 characters"
  const sides = keyword.split(/\s\+\s/)
  if (sides.length > 2) return "may have one ' + ' between two sides"
  for (const side of sides) {
    const words = folded(side)
    if (words === "") return "must have letters or digits, not signs alone"
    if (!words.includes(" ") && isStopWord(words, languages)) {
      return `'${side.slice(0, 30)}' is a stop word: it's in every post, so add a word to it`
    }
  }
  return undefined
}

/** Keywords, each once; stop words are those of the languages of posts, or of any where all are wanted. */
export const keywordsOf = Effect.fnUntraced(function* (
  given: ReadonlyArray<string>,
  languages: ReadonlyArray<string> = []
) {
  const seen = new Map<string, number>()
  const keywords: Array<string> = []
  for (const [at, text] of given.entries()) {
    const keyword = tidy(text)
    const problem = keywordProblem(keyword, languages)
    if (problem !== undefined) return yield* invalid(`keywords[${at}]: ${problem}`)
    const form = keyword
      .split(/\s\+\s/)
      .map(folded)
      .join(" + ")
    const other = seen.get(form)
    if (other !== undefined) return yield* invalid(`keywords[${at}]: is the same as keywords[${other}]; send it once`)
    seen.set(form, at)
    keywords.push(keyword)
  }
  return keywords
})

/** Other words and names, each once; what has neither letters nor digits is refused. */
export const wordsGiven = Effect.fnUntraced(function* (field: string, given: ReadonlyArray<string> = []) {
  const words = new Map<string, string>()
  for (const [at, text] of given.entries()) {
    const word = tidy(text)
    const form = folded(word)
    if (form === "") return yield* invalid(`${field}[${at}]: must have letters or digits, not signs alone`)
    if (!words.has(form)) words.set(form, word)
  }
  return [...words.values()]
})

const listOf = (channel: GrowthChannel) =>
  channel.filters.length === 0
    ? `${channel.id} has none`
    : `${channel.id} has ${channel.filters.map(({ name }) => name).join(", ")}`

export const filtersOf = Effect.fnUntraced(function* (
  channel: GrowthChannel,
  given: Readonly<Record<string, ReadonlyArray<string>>> = {}
) {
  const filters: Record<string, ReadonlyArray<string>> = {}
  for (const [name, values] of Object.entries(given)) {
    const filter = channel.filters.find((filter) => filter.name === name)
    if (filter === undefined)
      return yield* invalid(`filters.${name.slice(0, 40)}: isn't a filter of this channel; ${listOf(channel)}`)
    if (values.length > filter.max) return yield* invalid(`filters.${name}: must have at most ${filter.max} values`)
    const kept = [...new Set(values.map((value) => value.trim()))]
    for (const [at, value] of kept.entries()) {
      const problem = filter.problem(value) ?? (yield* filter.check?.(value) ?? Effect.undefined)
      if (problem !== undefined) return yield* invalid(`filters.${name}[${at}]: ${problem}`)
    }
    if (kept.length > 0) filters[name] = kept
  }
  const missing = channel.filters.find(({ isRequired, name }) => isRequired && filters[name] === undefined)
  if (missing !== undefined) {
    return yield* invalid(`filters.${missing.name}: ${channel.id} needs it; send 1 to ${missing.max} values`)
  }
  return filters
})

export const channelNamed = Effect.fnUntraced(function* (all: ReadonlyArray<GrowthChannel>, id: string) {
  const channel = all.find((channel) => channel.id === id)
  return (
    channel ??
    (yield* invalid(
      `channel: '${id.slice(0, 40)}' isn't a channel; send one of ${all.map((channel) => channel.id).join(", ")}`
    ))
  )
})
