/** The guide's table of rules, read anew: it shares no code with the report. */
import type { Facts } from "../src/report/facts.ts"

/** A finding as the guide has it told. */
export interface Expected {
  readonly section: string
  readonly rule: string
  /** What it's about, as `subjectOf` reads it from the evidence. */
  readonly subject: string
  readonly weight: number
  readonly severity: string
  /** Findings of one advice are one thing to do; undefined: nothing is. */
  readonly advice?: string
}

type Evidence = Readonly<Record<string, string | number | null>>
const subjectFields = [
  "keyword",
  "country",
  "device",
  "chart",
  "genre",
  "theme",
  "fix",
  "field",
  "model",
  "appId",
  "what",
  "of",
  "currency"
]
export const subjectOf = (evidence: Evidence) =>
  subjectFields.flatMap((field) => (evidence[field] == null ? [] : [`${field}=${evidence[field]}`])).join(" ")

const tenths = (value: number) => Math.round(value * 10) / 10
const share = (rank: number | null) => {
  if (rank === null || rank > 100) return 0
  if (rank === 1) return 1
  if (rank <= 3) return 0.85
  if (rank <= 5) return 0.7
  if (rank <= 10) return 0.5
  if (rank <= 20) return 0.3
  return rank <= 50 ? 0.15 : 0.05
}
const moveWeight = (from: number | null, to: number | null) => tenths(100 * Math.abs(share(to) - share(from)))
const loss = (weight: number) => (weight >= 50 ? "critical" : "warning")

const keywordRule = (from: number | null, to: number | null) => {
  const [wasTop, isTop] = [(from ?? 999) <= 10, (to ?? 999) <= 10]
  if (isTop && !wasTop) return "top-10-entered"
  if (wasTop && !isTop) return "top-10-left"
  if (from === null) return to === null ? undefined : "entered"
  if (to === null) return "left"
  if (from - to >= 5) return "rose"
  return to - from >= 5 ? "fell" : undefined
}
const isGood = (rule: string) => /(entered|rose)$/.test(rule)

/** 25 % off a mean of 20 or more. */
const offMean = (now: number | undefined | null, mean: number) => {
  if (now === undefined || now === null || mean < 20) return undefined
  const percent = Math.round((100 * (now - mean)) / mean)
  return Math.abs(percent) >= 25 ? { percent, weight: Math.min(100, tenths(Math.abs(percent) / 2)) } : undefined
}

/** By the usual settings. */
export const expectedOf = (facts: Facts): ReadonlyArray<Expected> => {
  const all: Array<Expected> = []
  const { date } = facts
  const add = (section: string, rule: string, evidence: Evidence, weight: number, severity: string, advice?: string) =>
    all.push({
      section,
      rule: `${section}.${rule}`,
      subject: subjectOf(evidence),
      weight,
      severity,
      ...(advice === undefined ? {} : { advice })
    })

  if (facts.keywords.status !== "unavailable") {
    for (const { country, device, from, keyword, to } of facts.keywords.data.ranks) {
      const rule = keywordRule(from, to)
      if (rule === undefined) continue
      const weight = moveWeight(from, to)
      add(
        "keywords",
        rule,
        { keyword, country, device },
        weight,
        isGood(rule) ? "good" : loss(weight),
        isGood(rule) ? undefined : `listing ${keyword} ${country}`
      )
    }
  }
  if (facts.visibility.status !== "unavailable") {
    for (const { country, device, from, to } of facts.visibility.data) {
      const points = from === null ? 0 : tenths(Math.abs(to - from))
      if (from === null || points < 3) continue
      const weight = tenths(3 * points)
      const rule = to > from ? "rose" : "fell"
      add(
        "visibility",
        rule,
        { country, device },
        weight,
        to > from ? "good" : loss(weight),
        to > from ? undefined : `lost ${country}`
      )
    }
  }
  if (facts.charts.status !== "unavailable") {
    for (const { chart, country, from, genreId, to } of facts.charts.data) {
      const border = from === null && to !== null ? "entered" : to === null && from !== null ? "left" : undefined
      const by = (from ?? 0) - (to ?? 0)
      const rule = border ?? (from === null ? undefined : by >= 5 ? "rose" : by <= -5 ? "fell" : undefined)
      if (rule === undefined) continue
      const weight = moveWeight(from, to)
      add(
        "charts",
        rule,
        { chart, country, genre: genreId },
        weight,
        isGood(rule) ? "good" : loss(weight),
        rule === "left" ? "left chart" : undefined
      )
    }
  }
  if (facts.ratings.status !== "unavailable" && facts.ratings.data.before !== null) {
    const { averageRating, before } = facts.ratings.data
    const moved = Math.round(100 * (averageRating - before.averageRating)) / 100
    const weight = tenths(200 * Math.abs(moved))
    if (moved >= 0.05) add("ratings", "rose", {}, weight, "good")
    if (moved <= -0.05) add("ratings", "fell", {}, weight, loss(weight), "read reviews")
  }
  if (facts.reviews.status !== "unavailable") {
    for (const { mentions, polarity, theme } of facts.reviews.data.themes) {
      const weight = Math.min(100, 10 * mentions)
      if (polarity === "negative" && mentions >= 3)
        add("reviews", "complaint", { theme }, weight, loss(weight), `answer ${theme}`)
    }
  }
  if (facts.live.status !== "unavailable") {
    const { country, differences, since, status } = facts.live.data
    if (status === "not_listed") add("live", "unlisted", { country }, 100, "critical", "unlisted")
    if (status === "different" && since === date) {
      for (const { field } of differences) {
        const weight = field === "title" ? 40 : field === "subtitle" || field === "shortDescription" ? 30 : 15
        add("live", "changed", { field, country }, weight, "warning", "take over")
      }
    }
  }
  if (facts.listing.status !== "unavailable" && facts.listing.data.day === date && facts.listing.data.before !== null) {
    const { before, newFixes, score } = facts.listing.data
    for (const { action, id, points } of newFixes)
      add("listing", "fix", { fix: id }, tenths(5 * points), "info", action)
    if (score !== null && before.score !== null && Math.abs(score - before.score) >= 3) {
      const weight = tenths(3 * tenths(Math.abs(score - before.score)))
      add("listing", score > before.score ? "rose" : "fell", {}, weight, score > before.score ? "good" : loss(weight))
    }
  }
  if (facts.opportunities.status !== "unavailable" && facts.opportunities.data.day === date) {
    for (const { keyword, score } of facts.opportunities.data.appeared) {
      if (tenths(score) >= 50)
        add("opportunities", "appeared", { keyword }, tenths(tenths(score) / 2), "info", `say ${keyword}`)
    }
  }
  if (facts.competitors.status !== "unavailable") {
    for (const { appId, name, ranks } of facts.competitors.data) {
      const major = ranks.filter(
        ({ from, to }) =>
          (to !== null && to <= 10 && (from === null || from > 10)) ||
          (from !== null && to !== null && Math.abs(from - to) >= 20)
      )
      if (major.length >= 3) add("competitors", "major-move", { appId }, 60, "warning", `look ${name}`)
      for (const { country, device, from, keyword, own, ownBefore, to } of ranks) {
        if (to === null || own === null || ownBefore === null || to >= own) continue
        if (from !== null && from <= ownBefore) continue
        add(
          "competitors",
          "passed",
          { keyword, country, device, appId },
          tenths(20 + moveWeight(from, to)),
          "warning",
          `compare ${name}`
        )
      }
    }
  }
  if (facts.rivalListings.status !== "unavailable" && facts.rivalListings.data.day === date) {
    for (const { appId, name, what } of facts.rivalListings.data.changes) {
      const weight = what === "title" ? 40 : what === "second" ? 30 : 15
      add("competitor-listings", "changed", { appId, what }, weight, "info", `compare ${name}`)
    }
  }
  if (facts.rivalAds.status !== "unavailable") {
    for (const { appId, began, hasStopped, name } of facts.rivalAds.data) {
      if (began !== null) add("competitor-ads", "began", { appId }, 45, "warning", `ads ${name}`)
      else if (hasStopped) add("competitor-ads", "stopped", { appId }, 25, "info")
    }
  }
  if (facts.assistants.status !== "unavailable") {
    for (const { before, day, model, score } of facts.assistants.data) {
      if (before === null || day !== date) continue
      const points = tenths(Math.abs(score - before.score))
      if (points < 10) continue
      const weight = tenths(1.5 * points)
      const isRise = score > before.score
      add(
        "assistants",
        isRise ? "rose" : "fell",
        { model },
        weight,
        isRise ? "good" : loss(weight),
        isRise ? undefined : "assistants"
      )
    }
  }
  const figure = (section: string, rule: string, of: string, now: number | undefined | null, mean: number) => {
    const off = offMean(now, mean)
    if (off === undefined) return
    const isRise = off.percent > 0
    add(
      section,
      rule,
      { of },
      off.weight,
      isRise ? "good" : loss(off.weight),
      isRise ? undefined : `${section} ${rule}`
    )
  }
  if (facts.figures.status !== "unavailable") {
    const { installs, meanInstalls, meanProceeds, proceeds } = facts.figures.data
    if (meanInstalls !== null) figure("figures", "installs", "Installs", installs, meanInstalls)
    for (const [currency, mean] of Object.entries(meanProceeds))
      figure("figures", "proceeds", `Proceeds in ${currency}`, proceeds[currency], mean)
  }
  if (facts.paywall.status !== "unavailable") {
    const { meanProceeds, proceeds } = facts.paywall.data
    for (const [currency, mean] of Object.entries(meanProceeds))
      figure("paywall", "proceeds", `Proceeds of the paywall in ${currency}`, proceeds[currency], mean)
  }
  if (facts.ads.status !== "unavailable") {
    const { meanSpend, spend } = facts.ads.data
    for (const [currency, mean] of Object.entries(meanSpend)) {
      const off = offMean(spend[currency], mean)
      if (off === undefined) continue
      const isRise = off.percent > 0
      add("ads", "spend", { currency }, off.weight, isRise ? "warning" : "info", isRise ? "campaigns" : undefined)
    }
  }
  if (facts.growth.status !== "unavailable" && facts.growth.data.found > 0) {
    const { found, mustReply } = facts.growth.data
    add("growth", "found", {}, Math.min(60, found + 10 * mustReply), "info", mustReply === 0 ? undefined : "answer")
  }
  return all
}
