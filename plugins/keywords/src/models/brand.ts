/**
 * brand-terms@1: whether a keyword is somebody's name.
 *
 * A word of the keyword is a brand when a competitor's app goes by it alone ("Ulmipix: local news") or it stands in the name
 * of its developer, and hardly any app of other developers in the first ten has it in its title: "ulmipix" is one, "news" isn't.
 */
import { stopWords, words } from "./text.ts"

export const brandModel = "brand-terms@1"

export interface Named {
  readonly name: string
  readonly seller: string
}

const legal: ReadonlySet<string> = new Set(
  (
    "ag app apps bv co company corp corporation digital entertainment games gmbh group holdings inc interactive " +
    "international kg labs limited llc ltd media mobile oy pte pty sa sarl sas software srl studio studios systems " +
    "tech technologies technology"
  ).split(" ")
)
/** So many titles of other developers make a word a common one. */
const commonFrom = 2

const sellerOf = ({ seller }: Named) => words(seller).join(" ")
const isNaming = (word: string) => [...word].length >= 3 && !stopWords.has(word) && !legal.has(word)

/** Of apps that were asked about of late: one basket asks for the same few again and again. */
const known = new WeakMap<Named, ReadonlySet<string>>()

/** The words by which somebody may look for this app alone. */
export const namesOf = (app: Named): ReadonlySet<string> => {
  const kept = known.get(app)
  if (kept !== undefined) return kept
  const head = words(app.name.split(/\s*[:|–—(,]\s*|\s+-\s+/u)[0] ?? "")
  const names = new Set([...(head.length === 1 ? head : []), ...words(app.seller)].filter(isNaming))
  known.set(app, names)
  return names
}

/** The first word of the keyword that names one of these apps; null: none does. `top`: the first ten apps for it. */
export const brandIn = (keyword: string, apps: ReadonlyArray<Named>, top: ReadonlyArray<Named>): string | null => {
  const wanted = words(keyword)
  const brand = wanted.find((word) =>
    apps.some((app) => {
      if (!namesOf(app).has(word)) return false
      const others = top.filter((other) => sellerOf(other) !== sellerOf(app) && words(other.name).includes(word))
      return new Set(others.map(sellerOf)).size < commonFrom
    })
  )
  return brand ?? null
}

/** The first of these apps whose brand the keyword holds, and the word. */
export const brandedApp = <A extends Named>(
  keyword: string,
  apps: ReadonlyArray<A>,
  top: ReadonlyArray<Named>
): { readonly app: A; readonly word: string } | null => {
  for (const app of apps) {
    const word = brandIn(keyword, [app], top)
    if (word !== null) return { app, word }
  }
  return null
}
