import { localeOf } from "./links.ts"
import type { Language } from "./texts.ts"

const bucketNames: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: { general: "General", aiVisibility: "AI visibility", creative: "Ad creatives" },
  de: { general: "Allgemein", aiVisibility: "KI-Sichtbarkeit", creative: "Werbemittel" }
}

/** What a mail about a bucket fills in, in its reader's language: `bucket` by its name, `on` and `reset` as days, the rest as numbers. */
export const bucketIn = (
  language: Language,
  { bucket = "", on = "", reset = "", ...numbers }: Readonly<Record<string, string>>
): Readonly<Record<string, string>> => {
  const day = (text: string) =>
    new Intl.DateTimeFormat(localeOf(language), { dateStyle: "long", timeZone: "UTC" }).format(Date.parse(text))
  return {
    ...Object.fromEntries(
      Object.entries(numbers).map(([name, value]) => [
        name,
        new Intl.NumberFormat(localeOf(language)).format(Number(value))
      ])
    ),
    bucket: bucketNames[language][bucket] ?? bucket,
    on: day(on),
    reset: day(reset)
  }
}
