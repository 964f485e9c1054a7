import { type Messages, setupI18n } from "@lingui/core"
import { useSyncExternalStore } from "react"
import { keep } from "./keep.ts"

export const languages = ["en", "de"] as const
export type Language = (typeof languages)[number]

// Every text is its own name, in English.
const i18n = setupI18n({ locale: "en", messages: { en: {} } })
// Those with values are compiled when the page is built; the rest says itself.
i18n.setMessagesCompiler((text) => [text])

/** Made of the page's texts when it's built. `pseudo` shows what isn't translated. */
const tables: Readonly<Record<string, () => Promise<{ readonly default: Messages }>>> = {
  en: () => import("virtual:messages/en"),
  de: () => import("virtual:messages/de"),
  pseudo: () => import("virtual:messages/pseudo")
}

let pseudo: ((text: string) => string) | undefined

/** Loads a language and says it to the document. */
export const speak = async (language: string): Promise<void> => {
  const known = tables[language] === undefined ? "en" : language
  const table = await tables[known]?.()
  if (table !== undefined) i18n.load(known, table.default)
  pseudo = known === "pseudo" ? (await import("../src/pseudo.ts")).pseudo : undefined
  i18n.activate(known)
  document.documentElement.lang = known === "pseudo" ? "en" : known
  // The next document comes in this language, whoever is signed in by then.
  if (known !== "pseudo") keep("language", known)
}

export const t = (text: string, values?: Record<string, unknown>): string => i18n._(text, values ?? {})

/** A text that isn't the page's own, by a table of its language. */
export const said = (text: string, table: Readonly<Record<string, string>> = {}): string => {
  if (pseudo !== undefined) return pseudo(text)
  return Object.hasOwn(table, text) ? (table[text] ?? text) : text
}

/** The locale of numbers and dates. */
export const locale = (): Language => languages.find((each) => each === i18n.locale) ?? "en"

const subscribe = (listener: () => void) => i18n.on("change", listener)

/** Draws anew when the language changes. */
export const useLanguage = (): string => useSyncExternalStore(subscribe, () => i18n.locale)
