import { Result } from "effect"
import { promptText } from "../writing/promptText.ts"

/** What tells texts apart that aren't the same but for their case. */
export const foldedOf = (text: string): string => text.normalize("NFKC").toLowerCase()

/** A question as it's kept and asked, or what is wrong with it. */
export const promptTextOf = (given: string): { readonly text: string } | { readonly wrong: string } =>
  Result.match(promptText(given), { onSuccess: (text) => ({ text }), onFailure: (wrong) => ({ wrong }) })
