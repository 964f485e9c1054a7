import { lookUp } from "@storeglass/plugin-api"
import { lexicons } from "./lexicons.ts"
import { normalised } from "./text.ts"

export const hasLexicon = (language: string): boolean => Object.hasOwn(lexicons, language)

const reach = 3
const flip = -0.75

/**
 * From -1 to 1: words that praise and blame, turned by a negation within three words and raised by what intensifies them, summed and
 * flattened (x ÷ √(x² + 4)). Null without words, and in a language without a lexicon.
 */
export const sentimentOf = (text: string, language: string): number | null => {
  const lexicon = lookUp(lexicons, language)
  const words = normalised(text.replace(/n['’]t\b/giu, " not"))
    .split(" ")
    .filter((word) => /\p{L}/u.test(word))
  if (lexicon === undefined || words.length === 0) return null
  let sum = 0
  for (const [at, word] of words.entries()) {
    const value = lexicon.values.get(word)
    if (value === undefined) continue
    const before = words.slice(Math.max(0, at - reach), at)
    const raised = before.slice(-2).some((one) => lexicon.raising.has(one)) ? 1.4 : 1
    sum += value * raised * (before.some((one) => lexicon.negating.has(one)) ? flip : 1)
  }
  return sum === 0 ? 0 : Math.round((sum / Math.sqrt(sum ** 2 + 4)) * 100) / 100
}
