/** Which domains answers cite. Pure. */
import type { ModelSlug } from "../models.ts"
import type { DayAnswer } from "./Rollups.ts"

/** Of an intent's answers of a day, those that cite a domain. */
export interface Citing {
  readonly model: ModelSlug
  readonly intent: string
  readonly domain: string
  readonly answers: number
  readonly withOwner: number
  /** A page of it, and its title. */
  readonly url: string
  readonly title: string
}

/** The host of an address, without `www.`; undefined where there is none. */
export const domainOf = (url: string): string | undefined => {
  if (!URL.canParse(url)) return undefined
  const { hostname, protocol } = new URL(url)
  if (protocol !== "https:" && protocol !== "http:") return undefined
  const domain = hostname
    .toLowerCase()
    .replace(/\.$/, "")
    .replace(/^www\.(?=.+\.)/, "")
  return domain === "" ? undefined : domain.slice(0, 253)
}

/** An answer counts once for a domain, however many of its pages it cites. */
export const citingOf = (answers: ReadonlyArray<DayAnswer>): ReadonlyArray<Citing> => {
  const found = new Map<string, Citing>()
  for (const { citations, intent, mentions, model, status } of answers) {
    if (status !== "ok") continue
    const isNamed = mentions.some(({ isOwnerApp }) => isOwnerApp)
    const cited = new Map(
      citations.toReversed().flatMap(({ title, url }) => {
        const domain = domainOf(url)
        return domain === undefined ? [] : [[domain, { title: title.slice(0, 300), url: url.slice(0, 2_000) }] as const]
      })
    )
    for (const [domain, page] of cited) {
      const key = `${model} ${intent} ${domain}`
      const before = found.get(key)
      found.set(key, {
        model,
        intent,
        domain,
        answers: (before?.answers ?? 0) + 1,
        withOwner: (before?.withOwner ?? 0) + (isNamed ? 1 : 0),
        ...page
      })
    }
  }
  return [...found.values()]
}
