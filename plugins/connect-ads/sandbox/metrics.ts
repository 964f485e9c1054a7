// What happened on a day, the same whenever one asks; money in whole cents, bounded by the day's budget.
import { dayMs, hash, textHash, unit } from "@storeglass/sandbox/world"
import type { AdAccount, Campaign, Keyword } from "./invented.ts"

export interface Metrics {
  impressions: number
  taps: number
  tapInstalls: number
  viewInstalls: number
  newDownloads: number
  spendCents: number
}
export const none = (): Metrics => ({
  impressions: 0,
  taps: 0,
  tapInstalls: 0,
  viewInstalls: 0,
  newDownloads: 0,
  spendCents: 0
})
export const add = (to: Metrics, more: Metrics): Metrics => ({
  impressions: to.impressions + more.impressions,
  taps: to.taps + more.taps,
  tapInstalls: to.tapInstalls + more.tapInstalls,
  viewInstalls: to.viewInstalls + more.viewInstalls,
  newDownloads: to.newDownloads + more.newDownloads,
  spendCents: to.spendCents + more.spendCents
})

/** The calendar day of a time zone, and how much of it is over. */
export const clockIn = (timezone: string, nowMs: number) => {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: timezone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23"
  }).formatToParts(nowMs)
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? "0"
  return {
    day: `${of("year")}-${of("month")}-${of("day")}`,
    part: (Number(of("hour")) * 60 + Number(of("minute"))) / 1440
  }
}

/** The days from the first to the last. */
const daysFrom = (start: string, end: string): ReadonlyArray<number> => {
  const first = Date.parse(`${start}T00:00:00Z`) / dayMs
  const last = Date.parse(`${end}T00:00:00Z`) / dayMs
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
}

const runs = ({ problems, status }: Campaign) => status === "ENABLED" && problems.length === 0

/** A keyword's share of what its campaign spends on a day. */
const ofDay = (campaign: Campaign, keyword: Keyword, siblings: number, day: number, part: number): Metrics => {
  const key = textHash(keyword.id)
  if (keyword.status === "PAUSED") return none()
  const shareCents = (campaign.budgetCents / siblings) * (0.35 + 0.6 * unit(key, day, 1)) * part
  const cptCents = 55 + (hash(key, 2) % 110)
  const taps = Math.floor(shareCents / cptCents)
  // Some terms are tapped and never lead to an install.
  const converts = hash(key, 3) % 5 === 0 ? 0 : 0.25 + 0.4 * unit(key, day, 4)
  const tapInstalls = Math.floor(taps * converts)
  const viewInstalls = converts === 0 ? 0 : Math.floor(taps * 0.08)
  return {
    impressions: taps * (7 + (hash(key, day, 5) % 14)) + (hash(key, day, 6) % 5),
    taps,
    tapInstalls,
    viewInstalls,
    newDownloads: Math.floor((tapInstalls + viewInstalls) * 0.8),
    spendCents: taps * cptCents
  }
}

interface Asked {
  readonly start: string
  readonly end: string
  readonly nowMs: number
  readonly corrected: ReadonlyMap<string, number>
}
export interface Row {
  readonly keyword: Keyword
  readonly metrics: Metrics
}

/** Metrics of a campaign's keywords over some days; today counts as far as it has got. */
export const keywordRows = (
  account: AdAccount,
  campaign: Campaign,
  { corrected, end, nowMs, start }: Asked
): ReadonlyArray<Row> => {
  const own = account.keywords.filter(({ campaignId }) => campaignId === campaign.id)
  if (!runs(campaign)) return []
  const today = clockIn(account.timezone, nowMs)
  const todayNumber = Date.parse(`${today.day}T00:00:00Z`) / dayMs
  return own
    .map((keyword) => {
      let metrics = none()
      for (const day of daysFrom(start, end)) {
        const percent = corrected.get(new Date(day * dayMs).toISOString().slice(0, 10)) ?? 100
        const part = (percent / 100) * (day < todayNumber ? 1 : day === todayNumber ? today.part : 0)
        if (part > 0) metrics = add(metrics, ofDay(campaign, keyword, own.length, day, part))
      }
      return { keyword, metrics }
    })
    .filter(({ metrics }) => metrics.impressions > 0)
}

/** The metrics of a campaign over some days, and of each of these days. */
export const campaignMetrics = (account: AdAccount, campaign: Campaign, { end, start, ...asked }: Asked) => {
  const sumOf = (from: string, to: string) =>
    keywordRows(account, campaign, { ...asked, start: from, end: to }).reduce(
      (all, row) => add(all, row.metrics),
      none()
    )
  const days = daysFrom(start, end).map((day) => new Date(day * dayMs).toISOString().slice(0, 10))
  return { metrics: sumOf(start, end), days: () => days.map((date) => ({ date, metrics: sumOf(date, date) })) }
}

export interface TermRow {
  readonly text: string | null
  readonly source: "AUTO" | "TARGETED"
  readonly keyword: Keyword | undefined
  readonly adGroupId: string
  readonly metrics: Metrics
}

const split = (whole: number, of: number): readonly [number, number, number] => {
  const first = Math.floor((whole * of) / 100)
  const second = Math.floor(((whole - first) * 80) / 100)
  return [first, second, whole - first - second]
}

/** Each keyword's metrics split over the terms that triggered it; those of low volume are folded into one row. */
export const termRows = (rows: ReadonlyArray<Row>): ReadonlyArray<TermRow> => {
  const terms: Array<TermRow> = []
  const folded = new Map<string, Metrics>()
  for (const { keyword, metrics } of rows) {
    const share = 60 + (textHash(keyword.text) % 25)
    const names = [keyword.text, `${keyword.text} app`, `best ${keyword.text} ${textHash(keyword.id) % 90}`]
    const parts = {
      impressions: split(metrics.impressions, share),
      taps: split(metrics.taps, share),
      tapInstalls: split(metrics.tapInstalls, share),
      viewInstalls: split(metrics.viewInstalls, share),
      newDownloads: split(metrics.newDownloads, share),
      spendCents: split(metrics.spendCents, share)
    }
    for (const [at, text] of names.entries()) {
      const of = (values: ReadonlyArray<number>) => values[at] ?? 0
      const part: Metrics = {
        impressions: of(parts.impressions),
        taps: of(parts.taps),
        tapInstalls: of(parts.tapInstalls),
        viewInstalls: of(parts.viewInstalls),
        newDownloads: of(parts.newDownloads),
        spendCents: of(parts.spendCents)
      }
      if (part.impressions < 10) {
        folded.set(keyword.adGroupId, add(folded.get(keyword.adGroupId) ?? none(), part))
        continue
      }
      const auto = keyword.matchType === "BROAD" && at === 2
      terms.push({
        text,
        source: auto ? "AUTO" : "TARGETED",
        keyword: auto ? undefined : keyword,
        adGroupId: keyword.adGroupId,
        metrics: part
      })
    }
  }
  for (const [adGroupId, metrics] of folded) {
    terms.push({ text: null, source: "TARGETED", keyword: undefined, adGroupId, metrics })
  }
  return terms
}
