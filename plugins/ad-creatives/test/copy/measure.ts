import { type Brief, type Copy, checkClaims, type Listing } from "../../src/copy/index.ts"
import { listings } from "./listings.ts"

const marked = /(?<open>[[{])(?<kind>\w)\|(?<claim>[^\]}]*)[\]}]/gu

const brief: Brief = { style: "professional", angle: null, audience: null, lang: "en" }

/** A line of the corpus as a copy; a field that it lacks is filled with what claims nothing. */
const copyOf = (line: string, fillers: { readonly headline: string; readonly description: string }): Copy => {
  const [primaryText = "", headline = fillers.headline, description = fillers.description] = line
    .replace(marked, "$<claim>")
    .split(" // ")
  return { primaryText, headline, description, callToAction: "Learn more" }
}

export interface Measured {
  readonly copies: number
  readonly planted: number
  readonly truths: number
  readonly passed: ReadonlyArray<string>
  readonly lost: ReadonlyArray<string>
  readonly missed: number
}

const listingOf = (id: string): Listing => {
  const listing = listings[id]
  if (listing === undefined) throw new Error(`There's no listing ${id}.`)
  return listing
}

/** What of the planted claims got through, and what of the true ones was lost. */
export const measure = (corpus: Readonly<Record<string, string>>): Measured => {
  const passed: Array<string> = []
  const lost: Array<string> = []
  let [copies, planted, truths] = [0, 0, 0]
  for (const [id, block] of Object.entries(corpus)) {
    const listing = listingOf(id)
    for (const line of block.trim().split("\n")) {
      copies++
      const { copy, checks } = checkClaims(copyOf(line, { headline: listing.name.slice(0, 20), description: "" }), {
        listing,
        keyPoints: [],
        brief
      })
      const fields = [copy.primaryText, copy.headline, copy.description]
      for (const [at, part] of line.split(" // ").entries()) {
        for (const { groups } of part.matchAll(marked)) {
          const claim = groups?.claim ?? ""
          const isThere = (fields[at] ?? "").includes(claim)
          const report = `${id}: ${line} → ${fields.join(" // ")} (${checks.map(({ claim, kind }) => `${kind} ${claim}`).join("; ")})`
          if (groups?.open === "[") {
            planted++
            if (isThere) passed.push(`${claim} — ${report}`)
          } else {
            truths++
            if (!isThere) lost.push(`${claim} — ${report}`)
          }
        }
      }
    }
  }
  return { copies, planted, truths, passed, lost, missed: passed.length + lost.length }
}
