// The search of the docs, in pages and in tests. Words of names are found too: `averageUserRating` by "rating".

const words = /[\p{L}\p{N}]+/gu
const humps = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{L})(?=\p{N})/u

const tokens = (text) =>
  (text.match(words) ?? []).flatMap((word) => {
    const parts = word.split(humps)
    return parts.length === 1 ? [word] : [word, ...parts]
  })
const asked = (text) => text.match(words) ?? []

// Said in most questions, and in most answers.
const common = new Set(
  "a an and are as at be by can do does for from get has have how i in is it many me much my of on or our show the there to what when where which who why with you your".split(
    " "
  )
)

const options = {
  idField: "id",
  fields: ["title", "words", "where", "text"],
  tokenize: tokens,
  searchOptions: {
    tokenize: asked,
    boost: { title: 6, words: 4, where: 2 },
    prefix: (term) => term.length > 1,
    fuzzy: (term) => (term.length > 8 ? 2 : term.length > 3 ? 1 : 0),
    weights: { fuzzy: 0.3, prefix: 0.6 }
  }
}

const before = 60
const after = 130

/** Where the matched terms stand in a text. */
const excerptOf = (text, terms) => {
  const wanted = terms.toSorted((a, b) => b.length - a.length).map((term) => term.replace(/[^\p{L}\p{N}]/gu, ""))
  const pattern = new RegExp(`(${wanted.filter((term) => term !== "").join("|") || "$^"})`, "giu")
  const first = text.search(pattern)
  const from = first <= before ? 0 : text.indexOf(" ", first - before) + 1
  const shown = `${from === 0 ? "" : "… "}${text.slice(from, Math.max(first, 0) + after)}`
  return shown.split(pattern).flatMap((part, index) => (part === "" ? [] : [{ text: part, matched: index % 2 === 1 }]))
}

export const makeSearch = (Engine, entries) => {
  const engine = new Engine(options)
  engine.addAll(entries.map((entry, id) => ({ ...entry, id })))
  return (question, max = 12) => {
    const all = asked(question.toLowerCase())
    const telling = all.filter((word) => !common.has(word))
    const query = (telling.length === 0 ? all : telling).join(" ")
    // First what has all of the words, then what has some.
    const every = engine.search(query, { combineWith: "AND" }).slice(0, max)
    const ids = new Set(every.map(({ id }) => id))
    const some =
      every.length === max ? [] : engine.search(query, { combineWith: "OR" }).filter(({ id }) => !ids.has(id))
    return [...every, ...some]
      .slice(0, max)
      .map(({ id, terms }) => ({ entry: entries[id], excerpt: excerptOf(entries[id].text, terms) }))
  }
}
