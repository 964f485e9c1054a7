import { de } from "./de.ts"
import { en } from "./en.ts"
import { es } from "./es.ts"
import { fr } from "./fr.ts"
import { ja } from "./ja.ts"
import type { Phrases } from "./Phrases.ts"

const byLanguage: Readonly<Record<string, Phrases>> = { de, en, es, fr, ja }

/** Where nobody has written phrases yet, people write English. */
export const phrasesFor = (language: string): Phrases => byLanguage[language] ?? en
