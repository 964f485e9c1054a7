import MiniSearch from "minisearch"
import type { Tool } from "./tools.ts"

/** A word without its ending, so that one and many, doing and done are the same. */
const stem = (word: string) =>
  word
    .replace(/'s?$/, "")
    .replace(/(?<=..)ies$/, "y")
    .replace(/(?<=...)(?<!s)s$/, "")
    .replace(/(?<=....)(?:ing|ed)$/, "")

/** Words of one meaning; the first stands for all. */
const synonyms: ReadonlyArray<ReadonlyArray<string>> = [
  ["competitor", "rival", "competition", "competing", "alternative", "similar"],
  ["download", "install"],
  ["revenue", "money", "earn", "earning", "income", "sale"],
  ["keyword", "term", "phrase", "query"],
  ["review", "comment", "opinion", "feedback", "complaint", "complain"],
  ["rating", "star"],
  ["rise", "rose", "risen", "rising", "climb", "gain", "grow", "grew", "growth", "fastest"],
  ["fall", "fell", "fallen", "falling", "drop", "dropped", "lose", "lost", "losing", "decline"],
  ["screenshot", "picture", "image"],
  ["credit", "quota", "usage", "balance"],
  ["country", "storefront", "region"],
  ["category", "genre"],
  ["rank", "position", "place"],
  ["track", "watch", "monitor", "follow"],
  ["new", "recent", "latest", "fresh"],
  ["suggestion", "suggest", "idea", "recommendation"],
  ["difficulty", "difficult", "hard"],
  ["search", "find", "look"],
  ["compare", "comparison", "comparing", "versus", "against"],
  ["developer", "publisher", "maker", "seller", "company"],
  ["remove", "delete", "untrack", "unfollow", "stop", "cancel", "longer"],
  ["release", "launch", "publish", "debut"],
  ["user", "customer", "people", "player"],
  ["listing", "page"],
  ["tablet", "ipad"],
  ["phone", "iphone", "android"],
  ["top", "best", "leading", "leader"],
  ["several", "multiple", "many"],
  ["history", "historical", "past"],
  ["type", "autocomplete", "typing"]
]
const meaning = new Map(
  synonyms.flatMap(([first = "", ...others]) => [first, ...others].map((word) => [stem(word), stem(first)] as const))
)

const unasked = new Set(
  "a an and any are as at be by can could did do does for from get give has have how i if in into is it its just like me my of on or our out show so some than that the their them then there these they this those to up us was we were what when where which who whose why will with would you your app apps tell".split(
    " "
  )
)

const termOf = (word: string): string | null => {
  const plain = word.toLowerCase()
  const stemmed = stem(plain)
  return unasked.has(plain) || stemmed === "" ? null : (meaning.get(stemmed) ?? stemmed)
}

interface Entry {
  readonly id: string
  readonly name: string
  readonly title: string
  readonly words: string
  readonly description: string
  readonly parameters: string
}

const entryOf = ({ definition, operation }: Tool): Entry => ({
  id: definition.name,
  name: operation.id.replace(/([a-z])([A-Z])/g, "$1 $2").replaceAll("_", " "),
  title: operation.hints.title,
  words: operation.hints.words.join("\n"),
  description: operation.hints.description,
  parameters: operation.shapes.parameters.map(({ name }) => name.replace(/([a-z])([A-Z])/g, "$1 $2")).join(" ")
})

/** Finds tools for a question in a user's own words: their names, the best first. */
export const makeToolSearch = (tools: ReadonlyArray<Tool>) => {
  const index = new MiniSearch<Entry>({
    fields: ["name", "title", "words", "description", "parameters"],
    processTerm: termOf,
    searchOptions: {
      boost: { words: 3, title: 2, name: 2, parameters: 0.3 },
      fuzzy: (term) => (term.length > 5 ? 0.2 : false),
      prefix: (term) => term.length > 4
    }
  })
  index.addAll(tools.map(entryOf))
  return (question: string): ReadonlyArray<string> => index.search(question).map(({ id }) => String(id))
}
