/** Recorded answers of the second vendor, put by their content where they belong. */
import type { Json } from "@storeglass/sandbox"
import type { RecordedFile } from "@storeglass/sandbox/recordings"
import { dayOf } from "@storeglass/sandbox/world"
import type { PlayLocale, PlaySource } from "../formats/PlaySource.ts"
import { playReviewsPayload } from "../formats/playReviews.ts"
import { packageInToken, page } from "../formats/playWire.ts"
import { PlayCharts } from "./PlayCharts.ts"
import { at, cardOf, type PlayCard, payloadsOf, readBlocks } from "./playBlocks.ts"
import { reviewOf, slugOfName, typedOf } from "./playNames.ts"

const packageName = /[A-Za-z]\w*(?:\.[A-Za-z]\w*)+/

/** What a page is of, told by its own address. */
interface PageOf {
  readonly kind: "details" | "datasafety" | "developer" | "cluster" | "search"
  readonly id: string
}

const canonicalOf = (html: string): ReadonlyArray<URL> =>
  [...html.matchAll(/<link rel="canonical" href="([^"]+)"/g)].flatMap(
    ([, href = ""]) => URL.parse(href.replaceAll("&amp;", "&"), "https://play.example") ?? []
  )

const pageOf = (file: RecordedFile): PageOf | undefined => {
  for (const url of canonicalOf(file.text)) {
    const id = url.searchParams.get("id") ?? ""
    if (url.pathname.endsWith("/store/apps/details") && id !== "") return { kind: "details", id }
    if (url.pathname.endsWith("/store/apps/datasafety") && id !== "") return { kind: "datasafety", id }
    if (/\/store\/apps\/dev(eloper)?$/.test(url.pathname) && id !== "") return { kind: "developer", id }
    if (url.pathname.endsWith("/collection/cluster")) {
      const token = /\/collection\/cluster\?gsr(?:=|\\u003d)([\w%-]+)/.exec(file.text)?.[1]
      const id = token === undefined ? undefined : packageInToken(token)
      return id === undefined ? undefined : { kind: "cluster", id }
    }
  }
  const term = /\{id:'AZO9Cb',request:\[("(?:[^"\\]|\\.)*")/.exec(file.text)?.[1]
  if (term !== undefined) return { kind: "search", id: normal(JSON.parse(term)) }
  if (/(?:^|[-_])search[-_]/.test(file.name))
    return { kind: "search", id: normal(slugOfName(file).replaceAll("-", " ")) }
  // A page that was cut to one block.
  const own = new RegExp(`\\[\\["(${packageName.source})",7\\]\\]`).exec(file.text)?.[1]
  return own === undefined ? undefined : { kind: "details", id: own }
}

const normal = (text: unknown): string => String(text).normalize("NFKC").toLowerCase().trim().replace(/\s+/g, " ")

/** The footer shows the flag of the country that the page is for. */
const countryOf = (file: RecordedFile): string =>
  /regionflags\/([a-z]{2})\.png/.exec(file.text)?.[1] ?? file.country ?? "us"

export const isPlayPage = (file: RecordedFile): boolean => file.text.includes("AF_initDataCallback")
export const isPlayAnswer = (file: RecordedFile): boolean => /"wrb\.fr"/.test(file.text)

interface Late {
  readonly file: RecordedFile
  readonly rpcId: "UsvDTd" | "xdSrCf"
  readonly payload: Json
}

export class PlayRecordings {
  private readonly pages = new Map<string, string>()
  private readonly charts = new PlayCharts()
  private readonly suggestions: Array<{ readonly country: string; readonly typed: string; readonly payload: Json }> = []
  private readonly reviews = new Map<string, ReadonlyArray<Json>>()
  private readonly permissions = new Map<string, Json>()
  /** By the name that a file's name has for an app. */
  private readonly packages = new Map<string, string>()
  private late: Array<Late> = []

  /** Takes what is this vendor's; lists of both vendors are left to others as well. */
  add(file: RecordedFile): boolean {
    if (file.json !== undefined) return this.charts.addLists(file)
    if (isPlayPage(file)) return this.addPage(file)
    return isPlayAnswer(file) && this.addAnswer(file)
  }

  private addPage(file: RecordedFile): boolean {
    const found = pageOf(file)
    if (found === undefined) return false
    const country = countryOf(file)
    this.pages.set(`${found.kind} ${country} ${found.id}`, file.text)
    if (!this.pages.has(`${found.kind} * ${found.id}`)) this.pages.set(`${found.kind} * ${found.id}`, file.text)
    for (const block of readBlocks(file.text)) this.charts.learn(block, country)
    if (found.kind === "details") this.packages.set(slugOfName(file), found.id)
    return true
  }

  private addAnswer(file: RecordedFile): boolean {
    let taken = false
    for (const { payload, rpcId } of payloadsOf(file.text)) {
      if (rpcId === "vyAe2") taken = this.charts.addAnswer(payload, file) || taken
      if (rpcId === "IJ4APc") {
        this.suggestions.push({ country: file.country ?? "us", typed: normal(typedOf(file)), payload })
        taken = true
      }
      if (rpcId === "UsvDTd" || rpcId === "xdSrCf") {
        this.late.push({ file, rpcId, payload })
        taken = true
      }
    }
    return taken
  }

  /**
   * Reviews and permissions do not say whose they are: the name of their file does, once all apps are known. Gives the
   * files of which it does not.
   */
  settle(): ReadonlyArray<RecordedFile> {
    const unknown: Array<RecordedFile> = []
    const byPage = [...this.late].sort((a, b) => reviewOf(a.file).page - reviewOf(b.file).page)
    for (const { file, payload, rpcId } of byPage) {
      const appId = this.packageOf(slugOfName(file))
      if (appId === undefined) {
        unknown.push(file)
        continue
      }
      const key = `${file.country ?? "us"} ${appId}`
      if (rpcId === "xdSrCf") this.permissions.set(key, payload)
      else {
        const rows = at(payload, 0)
        this.reviews.set(key, [...(this.reviews.get(key) ?? []), ...(Array.isArray(rows) ? rows : [])])
      }
    }
    this.late = []
    return unknown
  }

  private packageOf(slug: string): string | undefined {
    const named = packageName.exec(slug)?.[0]
    if (named === slug) return slug
    const known = [...new Set([...this.packages.values(), ...this.charts.cards.keys()])]
    return (
      this.packages.get(slug) ??
      known.find((appId) => appId.toLowerCase().split(".").includes(slug)) ??
      known.find((appId) => appId.toLowerCase().replace(/\W/g, "-").includes(slug))
    )
  }

  /** A page of an app differs little between countries; one of another country is better than none. */
  private find(kind: PageOf["kind"], id: string, { country }: PlayLocale): string | undefined {
    return this.pages.get(`${kind} ${country} ${id}`) ?? this.pages.get(`${kind} * ${id}`)
  }

  source(nowMs: number): PlaySource {
    return {
      details: (appId, locale) => this.find("details", appId, locale),
      dataSafety: (appId, locale) => this.find("datasafety", appId, locale),
      developer: (id, locale) => this.find("developer", id, locale),
      cluster: (token, locale) => this.find("cluster", packageInToken(token) ?? "", locale),
      search: (term, locale) =>
        this.pages.get(`search ${locale.country} ${normal(term)}`) ?? this.searched(term, locale),
      chart: (query) => this.charts.payload(query, dayOf(nowMs)),
      reviews: (query) => {
        const rows = this.reviews.get(`${query.locale.country} ${query.appId}`)
        return rows === undefined ? null : playReviewsPayload(newestFirst(rows), query)
      },
      suggestions: (typed, { country }) =>
        this.suggestions.find((one) => one.country === country && one.typed === normal(typed))?.payload ?? null,
      permissions: (appId, { country }) => this.permissions.get(`${country} ${appId}`) ?? null
    }
  }

  /** For a term that was not recorded: every known card of the country whose title or developer has all its words. */
  private searched(term: string, locale: PlayLocale): string {
    const words = normal(term)
      .split(" ")
      .filter((word) => word !== "")
    const fits = (card: PlayCard): boolean =>
      card.country === locale.country && words.every((word) => normal(`${card.title} ${card.developer}`).includes(word))
    const found = words.length === 0 ? [] : [...this.charts.cards.values()].filter(fits).slice(0, 30)
    const sections: Json = found.length === 0 ? null : [cardOf.section(found.map(({ raw }): Json => [raw]))]
    return page({
      title: `${term} - Android Apps on Google Play`,
      path: "/store/search",
      locale,
      blocks: [{ key: "ds:4", rpcId: "lGYRle", data: [[null, sections]] }]
    })
  }
}

const newestFirst = (rows: ReadonlyArray<Json>) => {
  const unique = new Map(rows.map((row) => [JSON.stringify(at(row, 0)), row]))
  return [...unique.values()].map((row) => {
    const number = (...path: ReadonlyArray<number>): number => {
      const value = at(row, ...path)
      return typeof value === "number" ? value : 0
    }
    return { atMs: number(5, 0) * 1000, stars: number(2), thumbs: number(6), row }
  })
}
