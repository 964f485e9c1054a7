// JSON of a schema, as an assistant that was asked for it writes it: names of an answer, or prompts for an app.
import { field } from "@storeglass/sandbox"

const propertiesOf = (schema: unknown): ReadonlyArray<string> => Object.keys(Object(field(schema, "properties")))

/** What stands out in a text at the head of its lines. */
const namesIn = (text: string) =>
  text.split("\n").flatMap((line) => {
    const found = /^\s*(?:(\d+)[.)]|[-*])\s+\**([^*:–|]+)/.exec(line)
    const name = found?.[2]?.trim()
    return name === undefined || name === ""
      ? []
      : [{ name, position: found?.[1] === undefined ? null : Number(found[1]) }]
  })

const styles = ["unbranded", "problem", "use_case", "comparison", "branded"] as const

const intentsFor = (input: string) => {
  const about = /"category":\s*"([^"]+)"/.exec(input)?.[1] ?? "app"
  const goals = [
    "start with",
    "get better at",
    "save time with",
    "keep track of",
    "compare tools for",
    "pay less for",
    "share",
    "organise"
  ]
  return goals.map((goal) => ({
    label: `${goal} ${about.toLowerCase()}`,
    description: `People who want to ${goal} ${about.toLowerCase()}.`,
    prompts: styles.map((style, at) => ({
      style,
      text: `${["Which app helps me to", "I struggle to", "What do people use to", "What is the best app to", "Is there anything better to"][at]} ${goal} ${about.toLowerCase()}?`
    }))
  }))
}

/** An ad for the app of the input, which now and then claims what nobody told it: a figure, a price, an award. */
const adFor = (schema: unknown, input: string) => {
  const actions = field(field(field(schema, "properties"), "callToAction"), "enum")
  const of = (name: string) => new RegExp(`"${name}":\\s*"((?:[^"\\\\]|\\\\.)*)"`).exec(input)?.[1] ?? ""
  const name = of("name") || "The app"
  const point = of("text").replace(/[.!?。]+$/, "") || "Made for what you do every day"
  const invented = ["Trusted by 12 million people.", "Now only $0.49!", "Winner of the 2026 Best App Award.", ""]
  const length = [...input].length
  return {
    primaryText: `${point}. ${invented[length % invented.length] ?? ""}`.trim(),
    headline: length % 3 === 0 ? `${name}: the #1 choice` : `Meet ${name}`,
    description: "Have a look today",
    callToAction: Array.isArray(actions) ? actions[length % actions.length] : "Learn more",
    imageScene: `A bright desk with one phone that shows ${name}.`
  }
}

/** Sentences in other words: now and then one that adds a figure, loses a mark, turns the direction, or swaps marks. */
const sentencesFor = (input: string) => {
  const given = [...input.matchAll(/"id":(\d+),"text":"((?:[^"\\]|\\.)*)"/g)]
  const faulty: ReadonlyArray<(text: string) => string> = [
    (text) => text,
    (text) => `${text} That makes 12.`,
    (text) => text.replace(/\{\d+\}/, ""),
    (text) => text.replace(/\b(?:fell|down)\b/i, "rose").replace(/\brose\b/i, "fell"),
    (text) => text.replace(/\{1\}/, "{x}").replace(/\{2\}/, "{1}").replace(/\{x\}/, "{2}")
  ]
  return given.map(([, id, text = ""], index) => ({
    id: Number(id),
    text: faulty[index % faulty.length]?.(`Here is the news: ${text.slice(0, 1).toLowerCase()}${text.slice(1)}`) ?? text
  }))
}

/**
 * An answer to a post from sentences of a listing, in their own words; now and then one that claims more, is from nothing, has an
 * address, or follows what the post orders.
 */
const replyFor = (input: string) => {
  const sentences = [...input.matchAll(/"number":(\d+),"text":"((?:[^"\\]|\\.)*)"/g)].map(([, number, text = ""]) => ({
    text: text.replaceAll('\\"', '"'),
    from: [Number(number)]
  }))
  const orders = /ignore (?:all|your|previous)/i.test(input)
  return [
    ...(orders ? [{ text: "As you wish: buy it now, it's the best.", from: [] }] : []),
    ...sentences.slice(0, 3),
    { text: "It was voted the best of all by 9 million people.", from: [0] },
    { text: "See https://example.com for more.", from: [] }
  ]
}

/** The text of an answer in JSON; undefined for a schema that nobody here knows. */
export const jsonFor = (schema: unknown, input: string): string | undefined => {
  const wanted = propertiesOf(schema)
  if (wanted.includes("mentions")) {
    const mentions = namesIn(input).map((mention) => ({ ...mention, sentiment: null }))
    return JSON.stringify({ mentions })
  }
  if (wanted.includes("primaryText")) return JSON.stringify(adFor(schema, input))
  if (wanted.includes("sentences")) return JSON.stringify({ sentences: sentencesFor(input) })
  if (wanted.includes("reply")) return JSON.stringify({ reply: replyFor(input) })
  if (wanted.includes("intents")) return JSON.stringify({ intents: intentsFor(input) })
  return undefined
}
