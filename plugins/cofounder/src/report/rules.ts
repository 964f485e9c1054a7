/**
 * `report@1`: named rules over what was collected. Each gives its finding the numbers it was found by, and a weight from 0 to
 * about 100, so that the largest change leads. The guide lists them.
 */
import { rankWeight } from "@storeglass/keywords/contract"
import type { CofounderConfig } from "../config.ts"
import type {
  AdsFacts,
  AssistantFact,
  ChartFact,
  CompetitorFacts,
  FigureFacts,
  GrowthFacts,
  KeywordFacts,
  ListingFacts,
  LiveFacts,
  OpportunityFacts,
  RankFact,
  RatingFacts,
  RevenueFacts,
  ReviewFacts,
  RivalAdsFact,
  RivalListingFacts,
  VisibilityFacts
} from "./facts.ts"
import type { CompetitorMove, Finding, RankChanged } from "./schema.ts"

export interface Weighted extends Finding {
  readonly weight: number
  /** What to do about it; undefined: nothing. */
  readonly action?: string
}

const top = 10
/** Over this a loss is critical. */
const criticalWeight = 50

export const rounded = (value: number, digits = 1) => Math.round(value * 10 ** digits) / 10 ** digits
const weightOf = ({ from, to }: Pick<RankFact, "from" | "to">) =>
  rounded(100 * Math.abs(rankWeight(to) - rankWeight(from)))
const quoted = (keyword: string) => `“${keyword}”`
const placeOf = ({ country, device }: { readonly country: string; readonly device: string }) =>
  `${country.toUpperCase()}, ${device}`
const lossOf = (weight: number): Finding["severity"] => (weight >= criticalWeight ? "critical" : "warning")
const isTop = (rank: number | null) => rank !== null && rank <= top

export const typeOf = ({ from, to }: Pick<RankFact, "from" | "to">): RankChanged["type"] | undefined => {
  if (from === to) return undefined
  if (from === null) return "entered"
  if (to === null) return "left"
  return to < from ? "rose" : "fell"
}
export const changeOf = ({ country, device, from, keyword, to }: RankFact): ReadonlyArray<RankChanged> => {
  const type = typeOf({ from, to })
  return type === undefined ? [] : [{ keyword, country, device, type, from, to }]
}

/**
 * `keywords.top-10-entered`, `-left`: over the border of the first 10. `keywords.entered`, `.left`: into or out of those that are
 * looked at. `keywords.rose`, `.fell`: by `ranksMin` or more. Weight: 100 × the change of the rank's weight in kw-visibility.
 */
export const keywordFindings = ({ ranks }: KeywordFacts, { ranksMin }: CofounderConfig): ReadonlyArray<Weighted> =>
  ranks.flatMap((fact): ReadonlyArray<Weighted> => {
    const { country, device, from, keyword, to } = fact
    const type = typeOf(fact)
    if (type === undefined) return []
    const weight = weightOf(fact)
    const evidence = { keyword, country, device, from, to }
    const where = `for ${quoted(keyword)} (${placeOf(fact)})`
    const improve = `Improve the listing for ${quoted(keyword)} in ${country.toUpperCase()}`
    const border = { top, ...evidence }
    if (isTop(to) && !isTop(from)) {
      const text = `Entered the top ${top} ${where}: rank ${to}${from === null ? "" : `, up from ${from}`}.`
      return [{ text, severity: "good", evidence: { rule: "keywords.top-10-entered", ...border }, weight }]
    }
    if (isTop(from) && !isTop(to)) {
      const now = to === null ? "it's no longer among the results that are looked at" : `rank ${to} now`
      const text = `Left the top ${top} ${where}: ${now}, down from ${from}.`
      const rule = "keywords.top-10-left"
      return [{ text, severity: lossOf(weight), evidence: { rule, ...border }, weight, action: improve }]
    }
    if (type === "entered") {
      const text = `Ranks ${where} for the first time since the day before: ${to}.`
      return [{ text, severity: "good", evidence: { rule: "keywords.entered", ...evidence }, weight }]
    }
    if (type === "left") {
      const text = `No longer among the results that are looked at ${where}, where it was ${from}.`
      const rule = "keywords.left"
      return [{ text, severity: lossOf(weight), evidence: { rule, ...evidence }, weight, action: improve }]
    }
    const moved = Math.abs((from ?? 0) - (to ?? 0))
    if (moved < ranksMin) return []
    const rule = `keywords.${type}`
    const text = `${type === "rose" ? "Rose" : "Fell"} by ${moved} ${where}: from ${from} to ${to}.`
    const told = { text, evidence: { rule, ...evidence, moved, threshold: ranksMin }, weight }
    return type === "rose" ? [{ ...told, severity: "good" }] : [{ ...told, severity: lossOf(weight), action: improve }]
  })

/** `visibility.rose`, `.fell`: kw-visibility of a market by `visibilityMin` points or more. Weight: 3 × the points. */
export const visibilityFindings = (
  markets: ReadonlyArray<VisibilityFacts>,
  { visibilityMin }: CofounderConfig
): ReadonlyArray<Weighted> =>
  markets.flatMap((market): ReadonlyArray<Weighted> => {
    const { country, device, from: before, terms, to: now } = market
    if (before === null) return []
    const points = rounded(Math.abs(now - before))
    if (points < visibilityMin) return []
    const isRise = now > before
    const weight = rounded(3 * points)
    const [to, from] = [rounded(now), rounded(before)]
    const evidence = { rule: `visibility.${isRise ? "rose" : "fell"}`, country, device, from, to, points, terms }
    const text = `The search visibility (${placeOf(market)}) ${isRise ? "rose" : "fell"} by ${points} points to ${to}, over ${terms} keywords.`
    const told = { text, evidence: { ...evidence, threshold: visibilityMin }, weight }
    return isRise
      ? [{ ...told, severity: "good" }]
      : [{ ...told, severity: lossOf(weight), action: `Look which keywords lost in ${country.toUpperCase()}` }]
  })

export const chartName = ({ chart, country, genreId }: ChartFact) =>
  `${chart}${genreId === null ? "" : ` of genre ${genreId}`} in ${country.toUpperCase()}`
/** `charts.entered`, `.left`; `charts.rose`, `.fell`: by `chartRanksMin` or more. Weight: 100 × the change of the rank's weight. */
export const chartFindings = (
  charts: ReadonlyArray<ChartFact>,
  { chartRanksMin }: CofounderConfig
): ReadonlyArray<Weighted> =>
  charts.flatMap((fact): ReadonlyArray<Weighted> => {
    const { chart, country, from, genreId, to } = fact
    const type = typeOf(fact)
    if (type === undefined) return []
    const weight = weightOf(fact)
    const evidence = { rule: `charts.${type}`, chart, country, genre: genreId, from, to }
    if (type === "entered")
      return [{ text: `Entered the chart ${chartName(fact)} at ${to}.`, severity: "good", evidence, weight }]
    if (type === "left") {
      const text = `Left the chart ${chartName(fact)}, where it was ${from}.`
      return [
        { text, severity: lossOf(weight), evidence, weight, action: "Look what changed before it left the chart" }
      ]
    }
    const moved = Math.abs((from ?? 0) - (to ?? 0))
    if (moved < chartRanksMin) return []
    const text = `${type === "rose" ? "Rose" : "Fell"} by ${moved} in the chart ${chartName(fact)}: from ${from} to ${to}.`
    const told = { text, evidence: { ...evidence, moved, threshold: chartRanksMin }, weight }
    return [{ ...told, severity: type === "rose" ? "good" : lossOf(weight) }]
  })

export const newRatingsOf = ({ before, ratingCount }: RatingFacts) =>
  before === null || before.ratingCount === null || ratingCount === null ? null : ratingCount - before.ratingCount
const ratingMoveOf = ({ averageRating, before }: RatingFacts) =>
  before === null ? null : rounded(averageRating - before.averageRating, 2)
/** Below this the average only trembles. */
const ratingMoveMin = 0.05

/** `ratings.rose`, `.fell`: the average within 7 days, by .05 or more. Weight: 200 × the change. */
export const ratingFindings = (facts: RatingFacts): ReadonlyArray<Weighted> => {
  const { averageRating, before } = facts
  const moved = ratingMoveOf(facts)
  if (moved === null || before === null || Math.abs(moved) < ratingMoveMin) return []
  const isRise = moved > 0
  const weight = rounded(200 * Math.abs(moved))
  const [to, from, by] = [rounded(averageRating, 2), rounded(before.averageRating, 2), Math.abs(moved)]
  const newRatings = newRatingsOf(facts)
  const evidence = {
    rule: `ratings.${isRise ? "rose" : "fell"}`,
    from,
    to,
    moved: by,
    newRatings,
    threshold: ratingMoveMin
  }
  const since = newRatings === null ? "" : `, with ${newRatings} new ratings`
  const text = `The average rating ${isRise ? "rose" : "fell"} by ${by} within a week, from ${from} to ${to}${since}.`
  return isRise
    ? [{ text, severity: "good", evidence, weight }]
    : [{ text, severity: lossOf(weight), evidence, weight, action: "Read the newest reviews and answer them" }]
}

/** Whether the rating dropped so far that its owner hears of it at once: by `ratingDropMin`, on `ratingsMin` new ratings. */
export const ratingDropOf = (facts: RatingFacts, { ratingDropMin, ratingsMin }: CofounderConfig) => {
  const [moved, newRatings] = [ratingMoveOf(facts), newRatingsOf(facts)]
  return moved !== null && newRatings !== null && -moved >= ratingDropMin && newRatings >= ratingsMin
}

/** `reviews.complaint`: so many of the day's reviews complain of the same. Weight: 10 × the reviews, at most 100. */
export const reviewFindings = (
  { reviews, themes }: ReviewFacts,
  { themeMentionsMin }: CofounderConfig
): ReadonlyArray<Weighted> =>
  themes.flatMap(({ mentions, polarity, theme }): ReadonlyArray<Weighted> => {
    if (polarity !== "negative" || mentions < themeMentionsMin) return []
    const weight = Math.min(100, 10 * mentions)
    const evidence = { rule: "reviews.complaint", theme, mentions, reviews, threshold: themeMentionsMin }
    const text = `${mentions} of the day's ${reviews} reviews complain of ${quoted(theme)}.`
    return [{ text, severity: lossOf(weight), evidence, weight, action: `Answer the reviews about ${quoted(theme)}` }]
  })

/**
 * `listing.rose`, `.fell`: the score of a saved audit by `auditPointsMin` or more since the one before. `listing.fix`: something that the
 * audit would have changed and the one before wouldn't. Both on the day on which it was saved. Weight: 3 × the points; 5 × the points.
 */
export const listingFindings = (
  { before, day, newFixes, score }: ListingFacts,
  date: string,
  { auditPointsMin }: CofounderConfig
): ReadonlyArray<Weighted> => {
  if (day !== date || before === null) return []
  const fixes = newFixes.map(({ action, id, points }): Weighted => {
    const weight = rounded(5 * points)
    const evidence = { rule: "listing.fix", fix: id, action, points }
    return {
      text: `New in the audit of the listing, worth ${points} points: ${action}`,
      severity: "info",
      evidence,
      weight,
      action
    }
  })
  if (score === null || before.score === null || Math.abs(score - before.score) < auditPointsMin) return fixes
  const isRise = score > before.score
  const points = rounded(Math.abs(score - before.score))
  const weight = rounded(3 * points)
  const evidence = {
    rule: `listing.${isRise ? "rose" : "fell"}`,
    from: before.score,
    to: score,
    points,
    threshold: auditPointsMin
  }
  const text = `The audit's score of the listing ${isRise ? "rose" : "fell"} by ${points} points to ${score}.`
  return [{ text, severity: isRise ? "good" : lossOf(weight), evidence, weight }, ...fixes]
}

const fieldNames: Readonly<Record<string, string>> = {
  title: "title",
  subtitle: "subtitle",
  shortDescription: "short description",
  description: "description",
  whatsNew: "text about what's new",
  version: "version"
}
/** Of a text that changed; those that people and searches read first weigh most. */
const fieldWeight = (field: string) => (field === "title" ? 40 : /^(sub|short|second)/.test(field) ? 30 : 15)
/** Longer texts are named, not quoted. */
const quotedMax = 120
const isQuotable = (text: string | null): text is string =>
  text !== null && text.length <= quotedMax && !/[“”\n]/.test(text)

/**
 * `live.changed`: a text in the store differs from the version that is kept as live, told on the day since which it does. Weight: 40 for
 * the title, 30 for subtitle and short description, 15 for others. `live.unlisted`: the store doesn't list the app, told as long as that
 * lasts; weight 100.
 */
export const liveFindings = (
  { checkedOn, country, differences, since, status, version }: LiveFacts,
  date: string
): ReadonlyArray<Weighted> => {
  const where = country.toUpperCase()
  if (status === "not_listed") {
    const text = `The store doesn't list the app in ${where}.`
    const evidence = { rule: "live.unlisted", country, checkedOn }
    return [
      { text, severity: "critical", evidence, weight: 100, action: `Find out why the app isn't listed in ${where}` }
    ]
  }
  if (since !== date) return []
  return differences.map(({ field, kept, live }): Weighted => {
    const name = fieldNames[field] ?? field
    const told = isQuotable(live)
      ? ` It's ${quoted(live)} there${isQuotable(kept) ? `, and ${quoted(kept)} here` : ""}.`
      : ""
    return {
      text: `The store shows another ${name} in ${where} than the version you keep as live.${told}`,
      severity: "warning",
      evidence: { rule: "live.changed", field, country, version, ...(told === "" ? {} : { live, kept }) },
      weight: fieldWeight(field),
      action: "Take the store's texts over as a version, or correct them in the store"
    }
  })
}

/** `opportunities.appeared`: in the list saved that day and not in the one before, with `opportunityMin` or more. Weight: half its score. */
export const opportunityFindings = (
  { appeared, day }: OpportunityFacts,
  date: string,
  { opportunityMin }: CofounderConfig
): ReadonlyArray<Weighted> =>
  day !== date
    ? []
    : appeared.flatMap(({ difficulty, keyword, rank, score, volume }): ReadonlyArray<Weighted> => {
        const points = rounded(score)
        if (points < opportunityMin) return []
        const stands = rank === null ? "" : `, where you rank ${rank}`
        return [
          {
            text: `A new opportunity: ${quoted(keyword)}, worth ${points} points${stands}.`,
            severity: "info",
            evidence: {
              rule: "opportunities.appeared",
              keyword,
              points,
              rank,
              volume,
              difficulty,
              threshold: opportunityMin
            },
            weight: rounded(points / 2),
            action: `See whether the listing should say ${quoted(keyword)}`
          }
        ]
      })

/**
 * `competitor-listings.changed`: a competitor's title, subtitle or short description, or version differs between the last two saved
 * comparisons, told on the day of the later one. Weight: as for `live.changed`.
 */
export const rivalListingFindings = ({ changes, day }: RivalListingFacts, date: string): ReadonlyArray<Weighted> =>
  day !== date
    ? []
    : changes.map(({ appId, from, name, to, what }): Weighted => {
        const called = what === "second" ? "subtitle or short description" : (fieldNames[what] ?? what)
        const change = isQuotable(from) && isQuotable(to) ? ` from ${quoted(from)} to ${quoted(to)}` : ""
        return {
          text: `${name} changed its ${called}${change}.`,
          severity: "info",
          evidence: { rule: "competitor-listings.changed", appId, name, what, from, to },
          weight: fieldWeight(what),
          action: `Compare your listing with ${name}'s`
        }
      })

/** `competitor-ads.began`, `.stopped`: as the ad repository's daily readings noted it that day. Weight: 45; 25. */
export const rivalAdsFindings = (rivals: ReadonlyArray<RivalAdsFact>): ReadonlyArray<Weighted> =>
  rivals.flatMap((rival): ReadonlyArray<Weighted> => {
    const { appId, began, dataEndDate, hasStopped } = rival
    const name = nameOf(rival)
    const noted = { appId, name, dataEndDate }
    if (began !== null) {
      const storefronts = began.length
      const where = storefronts === 0 ? "" : `, in ${storefronts} ${storefronts === 1 ? "storefront" : "storefronts"}`
      return [
        {
          text: `${name} began to advertise in the EU${where}.`,
          severity: "warning",
          evidence: { rule: "competitor-ads.began", ...noted, storefronts, where: began.join(", ") },
          weight: 45,
          action: `Look at the ads of ${name}`
        }
      ]
    }
    if (!hasStopped) return []
    const evidence = { rule: "competitor-ads.stopped", ...noted }
    return [{ text: `${name} stopped advertising in the EU.`, severity: "info", evidence, weight: 25 }]
  })

/**
 * `growth.found`: threads that the app's projects found that day and that nobody found for them before. Weight: the threads, and 10 for
 * each that wants an answer soon, at most 60.
 */
export const growthFindings = ({ found, mustReply }: GrowthFacts): ReadonlyArray<Weighted> => {
  if (found === 0) return []
  const threads = `${found} new ${found === 1 ? "thread was" : "threads were"} found where an answer of yours would help`
  const told = {
    severity: "info" as const,
    evidence: { rule: "growth.found", found, mustReply },
    weight: Math.min(60, found + 10 * mustReply)
  }
  return mustReply === 0
    ? [{ text: `${threads}.`, ...told }]
    : [{ text: `${threads}, ${mustReply} of them soon.`, ...told, action: "Answer the threads that are still fresh" }]
}

/** On which keywords a competitor moved by `rivalRanksMin`, or entered the first 10. */
const majorMoves = ({ ranks }: CompetitorFacts, { rivalRanksMin }: CofounderConfig) =>
  ranks.filter(
    ({ from, to }) =>
      (isTop(to) && !isTop(from)) || (from !== null && to !== null && Math.abs(from - to) >= rivalRanksMin)
  )
export const isMajorMove = (facts: CompetitorFacts, config: CofounderConfig) =>
  majorMoves(facts, config).length >= config.rivalKeywordsMin
const nameOf = ({ appId, name }: Pick<CompetitorFacts, "appId" | "name">) => name ?? appId

/**
 * `competitors.major-move`: on `rivalKeywordsMin` keywords it moved by `rivalRanksMin` or entered the top 10; weight 60.
 * `competitors.passed`: ahead for a keyword where it was behind the day before; weight: 20 + 100 × its rank's weight's change.
 */
export const competitorFindings = (
  competitors: ReadonlyArray<CompetitorFacts>,
  config: CofounderConfig
): ReadonlyArray<Weighted> =>
  competitors.flatMap((rival): ReadonlyArray<Weighted> => {
    const major = majorMoves(rival, config)
    const name = nameOf(rival)
    const isMajor = isMajorMove(rival, config)
    const moved = {
      rule: "competitors.major-move",
      appId: rival.appId,
      name,
      keywords: major.length,
      ranks: config.rivalRanksMin,
      top,
      threshold: config.rivalKeywordsMin
    }
    const isMajorText = `${name} moved by ${config.rivalRanksMin} ranks or entered the top ${top} for ${major.length} of your keywords.`
    const passed = rival.ranks.flatMap((fact): ReadonlyArray<Weighted> => {
      const { country, device, keyword, own, ownBefore, to, from } = fact
      const isAhead = to !== null && own !== null && to < own
      const wasBehind = ownBefore !== null && (from === null || from > ownBefore)
      if (!isAhead || !wasBehind) return []
      const weight = rounded(20 + weightOf(fact))
      const evidence = { rule: "competitors.passed", appId: rival.appId, name, keyword, country, device, to, own }
      const text = `${name} passed you for ${quoted(keyword)} (${placeOf(fact)}): rank ${to}, yours is ${own}.`
      return [{ text, severity: "warning", evidence, weight, action: `Compare your listing with ${name}'s` }]
    })
    return isMajor
      ? [
          { text: isMajorText, severity: "warning", evidence: moved, weight: 60, action: `Look what ${name} changed` },
          ...passed
        ]
      : passed
  })
export const competitorMovesOf = (competitors: ReadonlyArray<CompetitorFacts>): ReadonlyArray<CompetitorMove> =>
  competitors.flatMap(({ appId, name, ranks }) =>
    ranks.flatMap((fact) => changeOf(fact).map((change) => ({ appId, appName: name, ...change })))
  )

/**
 * `assistants.rose`, `.fell`: an assistant's score by `assistantPointsMin` or more since it was last asked, told on the day on which it
 * was. Weight: 1.5 × the points.
 */
export const assistantFindings = (
  facts: ReadonlyArray<AssistantFact>,
  date: string,
  { assistantPointsMin }: CofounderConfig
): ReadonlyArray<Weighted> =>
  facts.flatMap(({ answers, before, day, model, score }): ReadonlyArray<Weighted> => {
    if (before === null || day !== date) return []
    const points = rounded(Math.abs(score - before.score))
    if (points < assistantPointsMin) return []
    const isRise = score > before.score
    const weight = rounded(1.5 * points)
    const rule = `assistants.${isRise ? "rose" : "fell"}`
    const evidence = { rule, model, from: before.score, to: score, points, answers, threshold: assistantPointsMin }
    const text = `The visibility in ${model.replace("_", " ")} ${isRise ? "rose" : "fell"} by ${points} points to ${score}, over ${answers} answers.`
    return isRise
      ? [{ text, severity: "good", evidence, weight }]
      : [{ text, severity: lossOf(weight), evidence, weight, action: "Look which apps the assistants name instead" }]
  })

/** Fewer installs or units of money a day say little. */
const figureMin = 20
interface Compared {
  readonly rule: string
  /** As the subject of a sentence. */
  readonly of: string
  readonly value: number | null
  readonly mean: number | null
  /** What to do where it fell. */
  readonly action: string
}
/** What is `figuresPercentMin` or more off its mean. Weight: half the percentage, at most 100. */
const offMeans = (
  day: string,
  compared: ReadonlyArray<Compared>,
  { figuresPercentMin }: CofounderConfig
): ReadonlyArray<Weighted> =>
  compared.flatMap(({ action, mean, of, rule, value }): ReadonlyArray<Weighted> => {
    if (value === null || mean === null || mean < figureMin) return []
    const percent = Math.round((100 * (value - mean)) / mean)
    if (Math.abs(percent) < figuresPercentMin) return []
    const weight = Math.min(100, rounded(Math.abs(percent) / 2))
    const [now, before] = [rounded(value, 2), rounded(mean, 2)]
    const by = Math.abs(percent)
    const evidence = { rule, of, day, now, mean: before, percent: by, threshold: figuresPercentMin }
    const text = `${of} were ${now}, ${by} % ${percent > 0 ? "above" : "below"} the mean of the week before (${before}).`
    return percent > 0
      ? [{ text, severity: "good", evidence, weight }]
      : [{ text, severity: lossOf(weight), evidence, weight, action }]
  })

/** `figures.installs`, `figures.proceeds`: `figuresPercentMin` or more off the mean of the seven days before, of 20 or more. */
export const figureFindings = (
  { day, installs, meanInstalls, meanProceeds, proceeds }: FigureFacts,
  config: CofounderConfig
): ReadonlyArray<Weighted> =>
  offMeans(
    day,
    [
      {
        rule: "figures.installs",
        of: "Installs",
        value: installs,
        mean: meanInstalls,
        action: "Find out why installs fell"
      },
      ...Object.entries(meanProceeds).map(([currency, mean]) => ({
        rule: "figures.proceeds",
        of: `Proceeds in ${currency}`,
        value: proceeds[currency] ?? null,
        mean,
        action: "Find out why proceeds fell"
      }))
    ],
    config
  )

/** `paywall.proceeds`: what the paywall's provider counted, as far off as proceeds of consoles must be. */
export const revenueFindings = (
  { day, meanProceeds, proceeds }: RevenueFacts,
  config: CofounderConfig
): ReadonlyArray<Weighted> =>
  offMeans(
    day,
    Object.entries(meanProceeds).map(([currency, mean]) => ({
      rule: "paywall.proceeds",
      of: `Proceeds of the paywall in ${currency}`,
      value: proceeds[currency] ?? null,
      mean,
      action: "Look which of the paywall's products sold less"
    })),
    config
  )

/**
 * `ads.spend`: what search ads cost, `figuresPercentMin` or more off the mean of the seven days before, of 20 or more.
 * Weight: half the percentage, at most 100.
 */
export const adsFindings = (
  { day, meanSpend, spend }: AdsFacts,
  { figuresPercentMin }: CofounderConfig
): ReadonlyArray<Weighted> =>
  Object.entries(meanSpend).flatMap(([currency, mean]): ReadonlyArray<Weighted> => {
    const value = spend[currency]
    if (value === undefined || mean < figureMin) return []
    const percent = Math.round((100 * (value - mean)) / mean)
    if (Math.abs(percent) < figuresPercentMin) return []
    const weight = Math.min(100, rounded(Math.abs(percent) / 2))
    const [now, before] = [rounded(value, 2), rounded(mean, 2)]
    const by = Math.abs(percent)
    const rule = "ads.spend"
    const evidence = { rule, currency, day, now, mean: before, percent: by, threshold: figuresPercentMin }
    const text = `Search ads cost ${now} ${currency}, ${by} % ${percent > 0 ? "above" : "below"} the mean of the week before (${before}).`
    return percent > 0
      ? [{ text, severity: "warning", evidence, weight, action: "Look which campaigns cost more" }]
      : [{ text, severity: "info", evidence, weight }]
  })
