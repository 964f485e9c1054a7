import { aliasesOf, alikeMin, bareName } from "./names.ts"
import type { StoreHit } from "./Reading.ts"
import { alike, normalised } from "./text.ts"

/**
 * The app of a store that a name means, among the hits of the store's search for it, best first; null where none does for sure. The
 * name equals a listing's, or the part of one that is a name; or the first hit is at least .85 alike.
 */
export const resolveAmong = (name: string, hits: ReadonlyArray<StoreHit>): StoreHit | null => {
  const [full, bare] = [normalised(name), bareName(name)]
  if (full === "") return null
  const same = hits.find((hit) => normalised(hit.name) === full)
  if (same !== undefined) return same
  const [top] = hits
  for (const hit of hits) {
    for (const { common, generic, text } of aliasesOf([hit.name])) {
      const own = normalised(text)
      // An everyday word is many apps' name: the store's first hit is the one that is meant.
      if (generic || (common && hit !== top)) continue
      if (own === full || own === bare || bareName(text) === bare) return hit
    }
  }
  if (top === undefined) return null
  const likest = aliasesOf([top.name])
    .filter(({ common, generic }) => !generic && !common)
    .map(({ text }) => Math.max(alike(name, text), alike(bare, text)))
  return Math.max(0, ...likest) >= alikeMin ? top : null
}
