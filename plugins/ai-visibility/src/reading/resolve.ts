import { Effect } from "effect"
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

/** What resolving needs of the store, and of what is remembered (30 days) by normalised name. */
export interface StorePort<E, R> {
  readonly search: (name: string) => Effect.Effect<ReadonlyArray<StoreHit>, E, R>
  /** Ids by normalised name, null for one that means no app; a name that isn't in it is searched for. */
  readonly recall: (keys: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, string | null>, E, R>
  readonly remember: (found: ReadonlyMap<string, string | null>) => Effect.Effect<void, E, R>
}

const searchesAtOnce = 2

/**
 * The trackIds of names, as written; null for a name that means no app of the store for sure. A name whose search failed is null for
 * now, and isn't remembered.
 */
export const resolveNames = Effect.fn("reading.resolveNames")(function* <E, R>(
  names: ReadonlyArray<string>,
  { recall, remember, search }: StorePort<E, R>
) {
  const wanted = new Map(names.map((name) => [normalised(name), name] as const).filter(([key]) => key !== ""))
  const known = yield* recall([...wanted.keys()])
  const asked = yield* Effect.forEach(
    [...wanted].filter(([key]) => !known.has(key)),
    ([key, name]) =>
      Effect.match(search(name), {
        onSuccess: (hits) => [[key, resolveAmong(name, hits)?.trackId ?? null] as const],
        onFailure: () => []
      }),
    { concurrency: searchesAtOnce }
  )
  const found = new Map(asked.flat())
  if (found.size > 0) yield* remember(found)
  return new Map(names.map((name) => [name, known.get(normalised(name)) ?? found.get(normalised(name)) ?? null]))
})
