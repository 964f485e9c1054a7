/** Intents and prompts without a language model: templates by language over what a listing and its terms say. */
import { promptMax, promptMin } from "../kept/texts.ts"
import type { WritingInput, Written, WrittenIntent } from "../writing/Writing.ts"

export const promptsModel = "prompt-templates@1"

interface Language {
  /** Of a topic, by style. */
  readonly unbranded: ReadonlyArray<(topic: string) => string>
  readonly problem: (topic: string) => string
  readonly use_case: (topic: string) => string
  readonly comparison: (topic: string) => string
  readonly branded: (topic: string, app: string) => string
  /** What people ask of any app of a category. */
  readonly facets: ReadonlyArray<(category: string) => string>
  /** Where the store names no category. */
  readonly everyday: string
}

const languages: Readonly<Record<string, Language>> = {
  en: {
    unbranded: [(t) => `What is the best app for ${t}?`, (t) => `Can you recommend a few good apps for ${t}?`],
    problem: (t) => `I keep struggling with ${t}. Which app could help me?`,
    use_case: (t) => `Which app should I install on my phone for ${t} every day?`,
    comparison: (t) => `Compare the most popular apps for ${t}. Which one is better, and why?`,
    branded: (t, app) => `Is ${app} a good choice for ${t}, or is there a better app?`,
    facets: [
      (c) => `${c} for beginners`,
      (c) => `${c} for free`,
      (c) => `${c} without ads`,
      (c) => `${c} offline`,
      (c) => `${c} with good privacy`,
      (c) => `${c} on several devices`,
      (c) => `${c} for families`,
      (c) => `${c} for professionals`,
      (c) => `${c} without a subscription`,
      (c) => `${c} in little time`
    ],
    everyday: "everyday tasks"
  },
  de: {
    unbranded: [(t) => `Welche App ist die beste für ${t}?`, (t) => `Kannst du ein paar gute Apps für ${t} empfehlen?`],
    problem: (t) => `Ich komme mit ${t} nicht zurecht. Welche App hilft mir dabei?`,
    use_case: (t) => `Welche App soll ich auf dem Handy haben, wenn ich sie täglich für ${t} brauche?`,
    comparison: (t) => `Vergleiche die beliebtesten Apps für ${t}. Welche ist besser und warum?`,
    branded: (t, app) => `Ist ${app} gut geeignet für ${t}, oder gibt es eine bessere App?`,
    facets: [
      (c) => `${c} für Einsteiger`,
      (c) => `${c} kostenlos`,
      (c) => `${c} ohne Werbung`,
      (c) => `${c} offline`,
      (c) => `${c} mit gutem Datenschutz`,
      (c) => `${c} auf mehreren Geräten`,
      (c) => `${c} für Familien`,
      (c) => `${c} für Profis`,
      (c) => `${c} ohne Abo`,
      (c) => `${c} mit wenig Zeit`
    ],
    everyday: "den Alltag"
  },
  es: {
    unbranded: [
      (t) => `¿Cuál es la mejor aplicación para ${t}?`,
      (t) => `¿Me recomiendas algunas aplicaciones para ${t}?`
    ],
    problem: (t) => `Me cuesta mucho ${t}. ¿Qué aplicación podría ayudarme?`,
    use_case: (t) => `¿Qué aplicación instalo en el móvil para usarla cada día para ${t}?`,
    comparison: (t) => `Compara las aplicaciones más populares para ${t}. ¿Cuál es mejor y por qué?`,
    branded: (t, app) => `¿Es ${app} una buena opción para ${t} o hay una aplicación mejor?`,
    facets: [
      (c) => `${c} para principiantes`,
      (c) => `${c} gratis`,
      (c) => `${c} sin anuncios`,
      (c) => `${c} sin conexión`,
      (c) => `${c} con buena privacidad`,
      (c) => `${c} en varios dispositivos`,
      (c) => `${c} en familia`,
      (c) => `${c} para profesionales`,
      (c) => `${c} sin suscripción`,
      (c) => `${c} con poco tiempo`
    ],
    everyday: "el día a día"
  },
  fr: {
    unbranded: [
      (t) => `Quelle est la meilleure application pour ${t} ?`,
      (t) => `Peux-tu me recommander quelques bonnes applications pour ${t} ?`
    ],
    problem: (t) => `J'ai du mal avec ${t}. Quelle application pourrait m'aider ?`,
    use_case: (t) => `Quelle application installer sur mon téléphone pour ${t} au quotidien ?`,
    comparison: (t) =>
      `Compare les applications les plus populaires pour ${t}. Laquelle est la meilleure, et pourquoi ?`,
    branded: (t, app) => `${app} est-elle un bon choix pour ${t}, ou existe-t-il une meilleure application ?`,
    facets: [
      (c) => `${c} pour débutants`,
      (c) => `${c} gratuit`,
      (c) => `${c} sans publicité`,
      (c) => `${c} hors ligne`,
      (c) => `${c} avec une bonne confidentialité`,
      (c) => `${c} sur plusieurs appareils`,
      (c) => `${c} en famille`,
      (c) => `${c} pour les professionnels`,
      (c) => `${c} sans abonnement`,
      (c) => `${c} en peu de temps`
    ],
    everyday: "le quotidien"
  }
}

const intentsMin = 8
const intentsMax = 12
const topicMax = 60

const folded = (text: string) => text.normalize("NFKC").toLowerCase()
const neat = (text: string) =>
  text
    .replace(/[^\p{L}\p{M}\p{N}&'’ -]/gu, " ")
    .replace(/\s+/gu, " ")
    .trim()
const cut = (text: string, max: number) => [...text].slice(0, max).join("").trim()
const capital = (text: string) => text.replace(/^\p{Ll}/u, (first) => first.toUpperCase())

/** Which languages there are templates of. */
export const templateLanguages = Object.keys(languages)

/** What an app is called in a question: its name up to a separator. */
const shortName = (name: string) => cut(neat(name.split(/\s*[:|–—•]\s*|\s+-\s+/u)[0] ?? name), 60)

/** The same input gives the same prompts. In a language without templates they're written in English, which `language` says. */
export const writeFromTemplates = ({ app, language: asked, terms }: WritingInput): Written => {
  const language = languages[asked] === undefined ? "en" : asked
  const words = languages[language] ?? languages.en
  if (words === undefined) return { intents: [], promptsModel, language }
  const brand = shortName(app.name)
  const category = folded(neat(app.category ?? "")) || words.everyday
  const topics = new Map<string, string>()
  const add = (text: string) => {
    const topic = cut(neat(text), topicMax)
    // A question with the app's own name in it finds nothing out.
    if (topic.length >= 3 && !folded(topic).includes(folded(brand))) topics.set(folded(topic), topic)
  }
  for (const term of terms) if (topics.size < intentsMax - 2) add(term)
  for (const facet of words.facets) if (topics.size < Math.max(intentsMin + 2, 10)) add(facet(category))
  const intents = [...topics.values()].slice(0, intentsMax).map((topic): WrittenIntent => {
    const prompts = [
      ...words.unbranded.map((write) => ({ style: "unbranded" as const, text: write(topic) })),
      { style: "problem" as const, text: words.problem(topic) },
      { style: "use_case" as const, text: words.use_case(topic) },
      { style: "comparison" as const, text: words.comparison(topic) },
      { style: "branded" as const, text: words.branded(topic, brand) }
    ]
    return {
      label: cut(capital(topic), 120),
      description: null,
      prompts: prompts.filter(({ text }) => [...text].length >= promptMin && [...text].length <= promptMax)
    }
  })
  return { intents, promptsModel, language }
}
