import { setupI18n } from "@lingui/core"
import { compileMessage } from "@lingui/message-utils/compileMessage"
import { useSyncExternalStore } from "react"

export const languages = ["en", "de"] as const
export type Language = (typeof languages)[number]

/** Every text is its own name, in English; other languages are tables of it. `pseudo` shows what isn't translated. */
const i18n = setupI18n({ locale: "en", messages: { en: {} } })
i18n.setMessagesCompiler(compileMessage)

const tables: Readonly<Record<string, () => Promise<Readonly<Record<string, string>>>>> = {
  de: async () => (await import("./languages/de.ts")).de
}

const accents: Readonly<Record<string, string>> = {
  a: "á",
  e: "ë",
  i: "ï",
  o: "ø",
  u: "ü",
  y: "ý",
  c: "ç",
  n: "ñ",
  s: "š",
  A: "Å",
  E: "É",
  I: "Î",
  O: "Ö",
  U: "Û",
  C: "Ç",
  N: "Ñ",
  S: "Š"
}

/** The text with other letters and a third longer, its values as they are. */
export const pseudo = (text: string): string => {
  if (/\{\w+, (plural|select)/.test(text))
    return text.replace(
      /(other|one|=0) \{([^{}]*)\}/g,
      (_, name: string, inner: string) => `${name} {${pseudo(inner)}}`
    )
  const other = text.replace(/\{\w+\}|#|[A-Za-z]/g, (part) => (part.length > 1 ? part : (accents[part] ?? part)))
  return `${other}${"~".repeat(Math.ceil(text.length / 3))}`
}

/** Loads a language and says it to the document. */
export const speak = async (language: string): Promise<void> => {
  const load = tables[language]
  if (load !== undefined) i18n.load(language, await load())
  const known = load !== undefined || language === "pseudo" ? language : "en"
  if (known === "pseudo") i18n.load(known, {})
  i18n.activate(known)
  document.documentElement.lang = known === "pseudo" ? "en" : known
}

export const t = (text: string, values?: Record<string, unknown>): string =>
  i18n._(i18n.locale === "pseudo" ? pseudo(text) : text, values ?? {})

/** The locale of numbers and dates. */
export const locale = (): string => (i18n.locale === "pseudo" ? "en" : i18n.locale)

const subscribe = (listener: () => void) => i18n.on("change", listener)

/** Draws anew when the language changes. */
export const useLanguage = (): string => useSyncExternalStore(subscribe, () => i18n.locale)
