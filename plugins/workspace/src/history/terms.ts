/** Which terms a release changed: those whose words the searched texts had before or have now. Pure. */
import { hasTerm } from "./words.ts"

export type TermChange = "added" | "removed" | "none"

interface Searched {
  readonly language: string
  readonly title: string | null
  readonly subtitle: string | null
  readonly shortDescription: string | null
  readonly keywords: string | null
}

/** What the stores search: the description isn't in it on storea, and on storeb too long to tell a term by. */
const searched = ({ keywords, shortDescription, subtitle, title }: Searched) =>
  [title, subtitle, shortDescription, keywords].filter((text) => text !== null).join("\n")

/** Whether all words of a term are in the latter's title, subtitle, short description or keywords only, or in the former's. */
export const termChangeOf = (former: Searched, latter: Searched): ((term: string) => TermChange) => {
  const inFormer = hasTerm(searched(former), former.language)
  const inLatter = hasTerm(searched(latter), latter.language)
  return (term) => {
    const after = inLatter(term)
    return inFormer(term) === after ? "none" : after ? "added" : "removed"
  }
}
