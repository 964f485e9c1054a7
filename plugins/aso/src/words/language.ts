/** In which language texts and terms are read, and what is known of it. */
import { storefrontLanguage } from "@storeglass/stores/contract"
import { stemmerOf, stopWordsOf } from "./lists.ts"
import { type Script, scriptsIn } from "./scripts.ts"

export interface Language {
  /** BCP 47. */
  readonly tag: string
  readonly detectedBy: "given" | "storefront" | "script"
  /** Whether there is a list of its stop words. */
  readonly stopWords: boolean
  /** Null: words are compared as they are. */
  readonly stemmer: string | null
  /** What sets words apart: spaces, a dictionary (scripts without spaces), or spaces with character pairs beside (Hangul). */
  readonly segmentation: "spaces" | "dictionary" | "bigrams"
}

/** The language that most texts in a script are in. */
const languages: ReadonlyArray<readonly [script: Script, language: string]> = [
  ["Hang", "ko"],
  ["Kana", "ja"],
  ["Hani", "zh"],
  ["Latn", "en"],
  ["Cyrl", "ru"],
  ["Arab", "ar"],
  ["Hebr", "he"],
  ["Deva", "hi"],
  ["Thai", "th"],
  ["Grek", "el"],
  ["Armn", "hy"],
  ["Geor", "ka"],
  ["Beng", "bn"],
  ["Guru", "pa"],
  ["Gujr", "gu"],
  ["Orya", "or"],
  ["Taml", "ta"],
  ["Telu", "te"],
  ["Knda", "kn"],
  ["Mlym", "ml"],
  ["Sinh", "si"],
  ["Khmr", "km"],
  ["Laoo", "lo"],
  ["Mymr", "my"],
  ["Ethi", "am"]
]

/** The scripts a language is written in, by the one that its tag stands for. */
const writtenIn = (script: string): ReadonlyArray<string> =>
  script === "Jpan"
    ? ["Kana", "Hani"]
    : script === "Kore"
      ? ["Hang", "Hani"]
      : script === "Hans" || script === "Hant"
        ? ["Hani"]
        : [script]

/** Beyond this many characters a text's script is known. */
const sampled = 4_000

/** The script of most letters; kana tell Japanese even where Han letters are more. */
const scriptOf = (text: string): { readonly script: string; readonly language: string } | undefined => {
  const { of } = scriptsIn(text.slice(0, sampled))
  const counted = languages.map(([script, language]) => ({ script, language, count: of(script) }))
  const most = counted.reduce((best, next) => (next.count > best.count ? next : best))
  if (most.count === 0) return undefined
  const kana = counted.find(({ script }) => script === "Kana")
  return most.script === "Hani" && kana !== undefined && kana.count > 0 ? kana : most
}

const localeOf = (tag: string): Intl.Locale | undefined => {
  try {
    return new Intl.Locale(tag)
  } catch {
    return undefined
  }
}

const primaries = new Map<string, string>()
const primariesMax = 500

/** The language's own code of a tag; undefined for what is no tag. */
export const primaryOf = (tag: string): string | undefined => {
  const known = primaries.get(tag)
  if (known !== undefined) return known
  const primary = localeOf(tag)?.language
  if (primary !== undefined && primaries.size < primariesMax) primaries.set(tag, primary)
  return primary
}

const described = (locale: Intl.Locale, detectedBy: Language["detectedBy"]): Language => {
  const script = locale.maximize().script ?? "Latn"
  return {
    tag: locale.toString(),
    detectedBy,
    stopWords: stopWordsOf(locale.language) !== undefined,
    stemmer: stemmerOf(locale.language)?.name ?? null,
    segmentation:
      script === "Kore"
        ? "bigrams"
        : ["Jpan", "Hans", "Hant", "Hani", "Thai", "Khmr", "Laoo", "Mymr"].includes(script)
          ? "dictionary"
          : "spaces"
  }
}

const english = new Intl.Locale("en")

/**
 * The language given; else the storefront's, unless the text is in a script that language isn't written in; else the
 * one that most texts in this script are in.
 */
export const languageOf = (known: {
  readonly given?: string | undefined
  /** Two lower-case letters. */
  readonly country?: string | undefined
  readonly platform?: "storea" | "storeb" | undefined
  /** What is to be read: names and terms tell more than descriptions. */
  readonly text?: string | undefined
}): Language => {
  const given = known.given === undefined ? undefined : localeOf(known.given)
  if (given !== undefined) return described(given, "given")
  const found = known.text === undefined ? undefined : scriptOf(known.text)
  const ofStore = known.country === undefined ? undefined : localeOf(storefrontLanguage(known.country))
  if (
    ofStore !== undefined &&
    (found === undefined || writtenIn(ofStore.maximize().script ?? "Latn").includes(found.script))
  )
    return described(ofStore, "storefront")
  return described((found === undefined ? undefined : localeOf(found.language)) ?? ofStore ?? english, "script")
}
