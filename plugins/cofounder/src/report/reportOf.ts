import type { CofounderConfig } from "../config.ts"
import type { Facts, Told } from "./facts.ts"
import {
  adsFindings,
  assistantFindings,
  changeOf,
  chartFindings,
  competitorFindings,
  competitorMovesOf,
  figureFindings,
  growthFindings,
  keywordFindings,
  listingFindings,
  liveFindings,
  newRatingsOf,
  opportunityFindings,
  ratingFindings,
  revenueFindings,
  reviewFindings,
  rivalAdsFindings,
  rivalListingFindings,
  typeOf,
  visibilityFindings,
  type Weighted
} from "./rules.ts"
import { type Report, reportModel, type Section, type SectionId } from "./schema.ts"

const findingsMax = 5
const actionsMax = 3
/** With what surrounds it a delivery stays below 1 MiB. */
export const reportBytesMax = 1024 * 1024 - 4_096

const heaviest = (findings: ReadonlyArray<Weighted>) =>
  findings.toSorted((a, b) => b.weight - a.weight || (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
const shown = ({ evidence, severity, text }: Weighted) => ({ text, severity, evidence })

interface Made {
  readonly section: Section
  readonly findings: ReadonlyArray<Weighted>
}
const sectionOf = <A>(
  id: SectionId,
  title: string,
  told: Told<A>,
  rules: (data: A) => ReadonlyArray<Weighted>,
  metrics: (data: A) => Section["metrics"]
): Made => {
  if (told.status === "unavailable") {
    return { section: { id, title, status: told.status, reason: told.reason, findings: [], metrics: {} }, findings: [] }
  }
  // What isn't shown is no reason to do anything: nobody could see the numbers behind it.
  const findings = heaviest(rules(told.data)).slice(0, findingsMax)
  const reason = told.status === "partial" ? { reason: told.reason } : {}
  const section = { id, title, status: told.status, ...reason, metrics: metrics(told.data) }
  return { section: { ...section, findings: findings.map(shown) }, findings }
}

const counts = <A>(facts: ReadonlyArray<A>, typed: (fact: A) => string | undefined) => {
  const of = (type: string) => facts.filter((fact) => typed(fact) === type).length
  return { rose: of("rose"), fell: of("fell"), entered: of("entered"), left: of("left") }
}
const rounded = (value: number | null, digits: number) =>
  value === null ? null : Math.round(value * 10 ** digits) / 10 ** digits

const inCurrencies = (what: string, amounts: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(amounts).map(([currency, value]) => [`${what} ${currency}`, rounded(value, 2)]))

/** Cuts the longest list in half, again and again, until the report fits. */
export const fitted = (report: Report): Report => {
  const sizeOf = (list: "rankChanges" | "competitorMoves") =>
    report.truncated?.find((each) => each.list === list)?.of ?? report[list].length
  let fitting = report
  while (Buffer.byteLength(JSON.stringify(fitting)) > reportBytesMax) {
    const { competitorMoves, rankChanges } = fitting
    if (rankChanges.length + competitorMoves.length === 0) break
    fitting =
      rankChanges.length >= competitorMoves.length
        ? { ...fitting, rankChanges: rankChanges.slice(0, Math.floor(rankChanges.length / 2)) }
        : { ...fitting, competitorMoves: competitorMoves.slice(0, Math.floor(competitorMoves.length / 2)) }
  }
  const truncated = (["rankChanges", "competitorMoves"] as const).flatMap((list) =>
    fitting[list].length < sizeOf(list) ? [{ list, of: sizeOf(list) }] : []
  )
  return truncated.length === 0 ? fitting : { ...fitting, truncated }
}

/** What consoles counted; else what the paywall's provider did. */
const revenueOf = ({ figures, paywall }: Facts): Pick<Report, "revenue"> => {
  if (figures.status !== "unavailable") {
    const { day, installs, proceeds } = figures.data
    return { revenue: { day, installs, proceeds } }
  }
  if (paywall.status === "unavailable") return {}
  const { day, proceeds } = paywall.data
  return { revenue: { day, installs: null, proceeds } }
}

/** The report of a day: the same facts give the same report. */
export const reportOf = (facts: Facts, config: CofounderConfig): Report => {
  const { ads, alerts, app, assistants, charts, competitors, figures, keywords, listing, paywall, ratings, reviews } =
    facts
  const made = [
    sectionOf(
      "keywords",
      "Keyword ranks",
      keywords,
      (data) => keywordFindings(data, config),
      ({ ranks, tracked }) => ({ tracked, measured: ranks.length, ...counts(ranks, typeOf) })
    ),
    sectionOf(
      "visibility",
      "Search visibility",
      facts.visibility,
      (data) => visibilityFindings(data, config),
      (markets) =>
        Object.fromEntries(
          markets.flatMap(({ country, device, from: before, to: now }) => [
            [`${country} ${device}`, rounded(now, 1)],
            [`${country} ${device} before`, rounded(before, 1)]
          ])
        )
    ),
    sectionOf(
      "charts",
      "Charts",
      charts,
      (data) => chartFindings(data, config),
      (data) => ({ charts: data.filter(({ to }) => to !== null).length, ...counts(data, typeOf) })
    ),
    sectionOf("ratings", "Ratings", ratings, ratingFindings, (data) => ({
      averageRating: rounded(data.averageRating, 2),
      ratingCount: data.ratingCount,
      newRatings: newRatingsOf(data),
      day: data.day
    })),
    sectionOf(
      "reviews",
      "Reviews",
      reviews,
      (data) => reviewFindings(data, config),
      (data) => ({ reviews: data.reviews, averageRating: rounded(data.averageRating, 2) })
    ),
    sectionOf(
      "live",
      "Listing in the store",
      facts.live,
      (data) => liveFindings(data, facts.date),
      ({ checkedOn, differences, since, status, version }) => ({
        status,
        checkedOn,
        since,
        version,
        differences: differences.length
      })
    ),
    sectionOf(
      "listing",
      "Audit of the listing",
      listing,
      (data) => listingFindings(data, facts.date, config),
      ({ before, day, score }) => ({ score, day, before: before?.score ?? null })
    ),
    sectionOf(
      "opportunities",
      "Keyword opportunities",
      facts.opportunities,
      (data) => opportunityFindings(data, facts.date, config),
      ({ appeared, before, day, total }) => ({
        day,
        opportunities: total,
        before: before?.total ?? null,
        appeared: before === null ? null : appeared.length
      })
    ),
    sectionOf(
      "competitors",
      "Competitors",
      competitors,
      (data) => competitorFindings(data, config),
      (data) => ({
        competitors: data.length,
        ...counts(
          data.flatMap(({ ranks }) => ranks),
          typeOf
        )
      })
    ),
    sectionOf(
      "competitor-listings",
      "Competitors' listings",
      facts.rivalListings,
      (data) => rivalListingFindings(data, facts.date),
      ({ before, changes, compared, day }) => ({
        day,
        before: before?.day ?? null,
        competitors: compared,
        changes: before === null ? null : changes.length
      })
    ),
    sectionOf("competitor-ads", "Competitors' ads", facts.rivalAds, rivalAdsFindings, (data) => ({
      competitors: data.length,
      advertising: data.filter(({ isAdvertising }) => isAdvertising).length,
      began: data.filter(({ began }) => began !== null).length,
      stopped: data.filter(({ hasStopped }) => hasStopped).length
    })),
    sectionOf(
      "assistants",
      "AI assistants",
      assistants,
      (data) => assistantFindings(data, facts.date, config),
      (data) => Object.fromEntries(data.map(({ model, score }) => [model, score]))
    ),
    sectionOf(
      "figures",
      "Installs and proceeds",
      figures,
      (data) => figureFindings(data, config),
      ({ day, installs, meanInstalls, proceeds }) => ({
        day,
        installs,
        meanInstalls: rounded(meanInstalls, 2),
        ...inCurrencies("proceeds", proceeds)
      })
    ),
    sectionOf(
      "paywall",
      "Revenue by the paywall",
      paywall,
      (data) => revenueFindings(data, config),
      ({ day, proceeds }) => ({ day, ...inCurrencies("proceeds", proceeds) })
    ),
    sectionOf(
      "ads",
      "Search ads",
      ads,
      (data) => adsFindings(data, config),
      ({ day, installs, spend }) => ({
        day,
        installs,
        ...inCurrencies("spend", spend)
      })
    ),
    sectionOf(
      "growth",
      "Threads to answer",
      facts.growth,
      growthFindings,
      ({ found, mustReply, pending, replied, scanned }) => ({
        scanned,
        found,
        mustReply,
        replied,
        pending
      })
    ),
    // Each was told when it came: they're counted here, and are no findings of their own.
    sectionOf(
      "alerts",
      "Alerts",
      alerts,
      () => [],
      (data) => ({
        alerts: data.reduce((sum, each) => sum + each.alerts, 0),
        ...Object.fromEntries(data.map(({ alerts, title }) => [title, alerts]))
      })
    )
  ]
  const all = heaviest(made.flatMap(({ findings }) => findings))
  // That no alert came says nothing of the app.
  const isNothingMeasured = made.every(({ section: { id, status } }) => status === "unavailable" || id === "alerts")
  const headline =
    all[0]?.text ??
    (isNothingMeasured ? "Nothing was measured that day; each section says why." : "Nothing changed that day.")
  const advised = all.flatMap(({ action: title, text: why }) => (title === undefined ? [] : [{ title, why }]))
  const actions = advised.filter(({ title }, index) => advised.findIndex((each) => each.title === title) === index)
  const ratingData = ratings.status === "unavailable" ? undefined : ratings.data
  return fitted({
    date: facts.date,
    ...app,
    headline,
    sections: made.map(({ section }) => section),
    rankChanges: keywords.status === "unavailable" ? [] : keywords.data.ranks.flatMap(changeOf),
    competitorMoves: competitors.status === "unavailable" ? [] : competitorMovesOf(competitors.data),
    reviewsSummary: {
      averageRating: ratingData?.averageRating ?? null,
      ratingCount: ratingData?.ratingCount ?? null,
      newRatings: ratingData === undefined ? null : newRatingsOf(ratingData),
      reviews: reviews.status === "unavailable" ? null : reviews.data.reviews,
      themes: reviews.status === "unavailable" ? [] : reviews.data.themes
    },
    ...(assistants.status === "unavailable"
      ? {}
      : {
          assistantVisibility: assistants.data.map(({ before, day, model, score }) => ({
            model,
            day,
            score,
            before: before?.score ?? null
          }))
        }),
    ...revenueOf(facts),
    ...(ads.status === "unavailable"
      ? {}
      : { ads: { day: ads.data.day, spend: ads.data.spend, installs: ads.data.installs } }),
    actions: actions.slice(0, actionsMax).map((action, index) => ({ ...action, priority: index + 1 })),
    provenance: {
      model: reportModel,
      madeAt: facts.madeAt,
      sources: made.map(({ section }) => ({
        what: section.id,
        from: section.status === "unavailable" ? "none" : "collected",
        asOf: section.status === "unavailable" ? null : facts.date
      }))
    }
  })
}
