// JSON of a schema, as an assistant that was asked for it writes it: names of an answer, or prompts for an app.
const field = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined

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

/** The text of an answer in JSON; undefined for a schema that nobody here knows. */
export const jsonFor = (schema: unknown, input: string): string | undefined => {
  const wanted = propertiesOf(schema)
  if (wanted.includes("mentions")) {
    const mentions = namesIn(input).map((mention) => ({ ...mention, sentiment: null }))
    return JSON.stringify({ mentions })
  }
  if (wanted.includes("intents")) return JSON.stringify({ intents: intentsFor(input) })
  return undefined
}
