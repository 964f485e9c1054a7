import { Result } from "effect"
import { promptText } from "../writing/promptText.ts"

/** What tells texts apart that aren't the same but for their case. */
export const foldedOf = (text: string): string => text.normalize("NFKC").toLowerCase()

const plain = (text: string) => text.normalize("NFC").trim()

/** An intent's texts as they're kept: NFC, without space around them. */
export const neat = <A extends { readonly label?: string; readonly description?: string | null }>(given: A): A => ({
  ...given,
  ...(given.label === undefined ? {} : { label: plain(given.label) }),
  ...(typeof given.description === "string" ? { description: plain(given.description) } : {})
})

/** A question as it's kept and asked, or what is wrong with it. */
export const promptTextOf = (given: string): { readonly text: string } | { readonly wrong: string } =>
  Result.match(promptText(given), { onSuccess: (text) => ({ text }), onFailure: (wrong) => ({ wrong }) })
