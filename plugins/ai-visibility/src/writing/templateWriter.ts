import { Result } from "effect"
import { aliasesOf } from "../reading/names.ts"
import { normalised } from "../reading/text.ts"
import { promptKey, promptText } from "./promptText.ts"
import { templates, topicOf } from "./templates.ts"
import type { WritingInput, Written, WrittenIntent, WrittenPrompt } from "./Writing.ts"

export const templateModel = "prompt-templates@1"
export const templateLanguages: ReadonlyArray<string> = Object.keys(templates)

const topicMax = 48
const intentsMax = 12
const labelMax = 120

const cut = (text: string, max: number) => {
  const characters = [...text.replace(/\s+/gu, " ").trim()]
  return characters.length <= max
    ? characters.join("")
    : `${characters
        .slice(0, max - 1)
        .join("")
        .trimEnd()}…`
}
/** Letters, numbers and simple marks: what comes from a store goes into a question of ours. */
const plain = (text: string) => cut(text.toWellFormed().replace(/[^\p{L}\p{M}\p{N} &'’+./-]+/gu, " "), topicMax)

const filled = (template: string, values: Readonly<Record<string, string>>) =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)

const capitalised = (text: string) => `${[...text][0]?.toUpperCase() ?? ""}${[...text].slice(1).join("")}`

/** How an app is called in a sentence: the name of its listing without what it says about itself. */
const calledOf = (name: string) => {
  const named = aliasesOf([name]).filter(({ generic }) => !generic)
  return plain(named.at(-1)?.text ?? name)
}

/** Phrases of a listing's subtitle that may be a topic: `Habit & mood diary`. */
const featuresOf = (subtitle: string | null) =>
  (subtitle ?? "")
    .split(/[,;•·|]|\s[-–—]\s/u)
    .map(plain)
    .filter((phrase) => [...phrase].length >= 4)

/**
 * Writes prompts without a provider: eight things that one may want of what the app is for, and up to four of its terms and features,
 * each asked in six ways. The same input gives the same prompts.
 */
export const writeByTemplates = ({ app, language, terms }: WritingInput): Written => {
  const spoken = Object.hasOwn(templates, language) ? language : "en"
  const { everyday, frames, needs } = templates[spoken] ?? { everyday: "", frames: [], needs: [] }
  const name = calledOf(app.name)
  const category = app.category === null ? "" : plain(topicOf(app.category, spoken))
  const topics = [...terms.map(plain), ...featuresOf(app.subtitle)].filter((topic) => {
    const key = normalised(topic)
    return [...topic].length >= 2 && key !== "" && key !== normalised(name) && key !== normalised(category)
  })
  const main = category === "" ? (topics[0] ?? everyday) : category
  const others = [...new Map(topics.map((topic) => [normalised(topic), topic])).values()].filter(
    (topic) => topic !== main
  )
  const wanted = [...needs.map((need) => filled(need, { topic: main })), ...others].slice(0, intentsMax)
  const intents = wanted.map((need): WrittenIntent => {
    const prompts = new Map<string, WrittenPrompt>()
    for (const [style, frame] of frames) {
      const text = promptText(filled(frame, { need, name }))
      if (Result.isSuccess(text)) prompts.set(promptKey(text.success), { text: text.success, style })
    }
    return { label: cut(capitalised(need), labelMax), description: null, prompts: [...prompts.values()] }
  })
  return { intents, promptsModel: templateModel, language: spoken }
}
