/** Drafts of replies: made of sentences, for a person to go over. */
import { replyMax } from "./schema.ts"

interface Sentences {
  readonly hello: (name: string) => string
  readonly helloAll: string
  readonly thanks: string
  readonly mixed: string
  readonly sorry: string
  /** By theme, as the apps plugin names it. */
  readonly themes: Readonly<Record<string, string>>
  readonly ask: string
  readonly bye: string
}

const sentences: Readonly<Record<string, Sentences>> = {
  en: {
    hello: (name) => `Hi ${name},`,
    helloAll: "Hi,",
    thanks: "thank you for taking the time to write this, and for using the app.",
    mixed: "thank you for your honest review.",
    sorry: "thank you for telling us, and sorry for the trouble.",
    themes: {
      "crashes and bugs": "The app shouldn't fail like that, and we're looking into it.",
      "login and account": "Getting into your account must just work, and we're looking into it.",
      performance: "We're working on making it faster.",
      ads: "We hear you about the ads.",
      "pricing and subscription": "We hear you about the price.",
      "ease of use": "We're working on making this easier.",
      "missing features": "We've noted what you miss.",
      "recent updates": "We've noted what the update changed for you.",
      "sync and connection": "Syncing must be reliable, and we're looking into it.",
      "privacy and safety": "We take your privacy seriously.",
      support: "You should have had an answer from us."
    },
    ask: "Could you write to our support with your device and the app's version, so that we can find the cause?",
    bye: "Thank you!"
  },
  de: {
    hello: (name) => `Hallo ${name},`,
    helloAll: "Hallo,",
    thanks: "danke für die Bewertung und dafür, dass du die App nutzt.",
    mixed: "danke für die ehrliche Bewertung.",
    sorry: "danke für den Hinweis. Es tut uns leid, dass etwas nicht geklappt hat.",
    themes: {},
    ask: "Schreib bitte unserem Support, welches Gerät und welche Version der App du hast, damit wir die Ursache finden.",
    bye: "Vielen Dank!"
  },
  fr: {
    hello: (name) => `Bonjour ${name},`,
    helloAll: "Bonjour,",
    thanks: "merci pour votre avis et pour votre confiance.",
    mixed: "merci pour votre avis sincère.",
    sorry: "merci de nous l'avoir signalé, et désolés pour ce désagrément.",
    themes: {},
    ask: "Pourriez-vous écrire à notre support en précisant votre appareil et la version de l'application, pour que nous trouvions la cause ?",
    bye: "Merci !"
  },
  es: {
    hello: (name) => `Hola, ${name}:`,
    helloAll: "Hola:",
    thanks: "gracias por tu reseña y por usar la aplicación.",
    mixed: "gracias por tu reseña sincera.",
    sorry: "gracias por avisarnos, y sentimos las molestias.",
    themes: {},
    ask: "¿Podrías escribir a nuestro soporte con tu dispositivo y la versión de la aplicación, para que encontremos la causa?",
    bye: "¡Gracias!"
  }
}

export interface Draft {
  readonly text: string
  /** BCP 47. */
  readonly language: string
}

/** A first name, where the author's name begins with one. */
const nameOf = (author: string | null): string | undefined => {
  const [first = ""] = (author ?? "").trim().split(/\s+/)
  return /^\p{Lu}[\p{L}'’-]{1,19}$/u.test(first) && !/google/i.test(author ?? "") ? first : undefined
}

const lengthOf = (text: string) => [...text].length

/** A reply within the store's limit, in the reviewer's language where there are sentences in it, else in English. */
export const draftOf = ({
  authorName,
  language,
  starRating,
  themes
}: {
  readonly authorName: string | null
  readonly language: string | null
  readonly starRating: number | null
  readonly themes: ReadonlyArray<string>
}): Draft => {
  const asked = (language ?? "en").slice(0, 2).toLowerCase()
  const spoken = asked in sentences ? asked : "en"
  const said = sentences[spoken] ?? sentences.en
  if (said === undefined) throw new Error("there are no sentences")
  const name = nameOf(authorName)
  const stars = starRating ?? 3
  const about = stars >= 4 ? [] : themes.flatMap((theme) => said.themes[theme] ?? []).slice(0, 1)
  const parts = [
    stars >= 4 ? said.thanks : stars === 3 ? said.mixed : said.sorry,
    ...about,
    ...(stars <= 2 ? [said.ask] : []),
    said.bye
  ]
  let text = name === undefined ? said.helloAll : said.hello(name)
  for (const part of parts) {
    const longer = `${text} ${part}`
    if (lengthOf(longer) > replyMax) continue
    text = longer
  }
  return { text, language: spoken }
}
