import { AdMoves } from "@storeglass/ad-library/contract"
import { AssistantScores } from "@storeglass/ai-visibility/contract"
import { ToldAlerts } from "@storeglass/alerts/contract"
import { DailyFigures, KnownRatings, type RatedDay, ReviewThemes } from "@storeglass/apps/contract"
import { KeptAnalyses } from "@storeglass/aso/contract"
import { ChartHistory } from "@storeglass/charts/contract"
import { AdsSpend } from "@storeglass/connect-ads/contract"
import { KeptProceeds } from "@storeglass/connect-paywall/contract"
import { OwnReviews } from "@storeglass/connect-storeb/contract"
import { GrowthFindings } from "@storeglass/growth/contract"
import {
  KeywordBook,
  LatestRanks,
  ranksOfDay,
  TrackedApps,
  type TrackedKeyword,
  TrackedKeywords,
  visibilityOfDay
} from "@storeglass/keywords/contract"
import { isoOf, type Param, plusDays } from "@storeglass/plugin-api"
import { type KeptApp, LiveListings, Workspace } from "@storeglass/workspace/contract"
import { Clock, Context, Effect, Layer, Option } from "effect"
import type { SqlError } from "effect/sql"
import { appsMax } from "../limits.ts"
import type {
  AdsFacts,
  ChartFact,
  CompetitorFacts,
  Facts,
  FigureFacts,
  KeywordFacts,
  ListingFacts,
  LiveFacts,
  RankFact,
  RatingFacts,
  RevenueFacts,
  ReviewFacts,
  RivalAdsFact,
  Told
} from "./facts.ts"

const dayMs = 86_400_000
const keywordsMax = 2_000
const competitorsMax = 25
const chartsMax = 50
/** Consoles tell of a day some days later. */
const figuresLagDays = 3
const meanDaysMin = 4
const ratingsLagDays = 2

/** A chart that an app was in. */
export interface InChart {
  readonly chart: "top-free" | "top-paid" | "top-grossing"
  readonly country: string
  readonly genreId: string | null
}
export interface Gathered {
  readonly facts: Facts
  /** For the next report, which looks whether the app has left them. */
  readonly charts: ReadonlyArray<InChart>
}

const none = (reason: string) => ({ status: "unavailable", reason }) as const
const off = (plugin: string) => none(`The plugin ${plugin} isn't enabled on this gateway.`)
const whole = <A>(data: A) => ({ status: "ok", data }) as const
const part = <A>(data: A, reason: string) => ({ status: "partial", data, reason }) as const
const noRivals = none("No competitors are kept with the app. Add some to your workspace.")
const startOf = (day: string) => Date.parse(`${day}T00:00:00Z`)

const meanOf = (values: ReadonlyArray<number>) =>
  values.length < meanDaysMin ? null : values.reduce((sum, value) => sum + value, 0) / values.length
type Earned = Readonly<Record<"proceeds", Readonly<Record<string, number>>>>
/** Of the currencies of a day: what was earned on the days before it. */
const meansOf = (last: Earned, before: ReadonlyArray<Earned>) =>
  Object.fromEntries(
    Object.keys(last.proceeds).flatMap((currency) => {
      const mean = meanOf(before.flatMap(({ proceeds }) => proceeds[currency] ?? []))
      return mean === null ? [] : [[currency, mean] as const]
    })
  )

/** An app as a report is made of it. */
type Subject = Pick<KeptApp, "appId" | "appName" | "country" | "platform">
type Keyword = Omit<TrackedKeyword, "platform">
interface Rival {
  readonly appId: string
  readonly name: string | null
}

const make = Effect.gen(function* () {
  const adMoves = yield* Effect.serviceOption(AdMoves)
  const ads = yield* Effect.serviceOption(AdsSpend)
  const alerts = yield* Effect.serviceOption(ToldAlerts)
  const analyses = yield* Effect.serviceOption(KeptAnalyses)
  const assistants = yield* Effect.serviceOption(AssistantScores)
  const book = yield* Effect.serviceOption(KeywordBook)
  const charts = yield* Effect.serviceOption(ChartHistory)
  const figures = yield* Effect.serviceOption(DailyFigures)
  const growth = yield* Effect.serviceOption(GrowthFindings)
  const live = yield* Effect.serviceOption(LiveListings)
  const paywall = yield* Effect.serviceOption(KeptProceeds)
  const ranks = yield* Effect.serviceOption(LatestRanks)
  const ratings = yield* Effect.serviceOption(KnownRatings)
  const reviews = yield* Effect.serviceOption(OwnReviews)
  const themes = yield* Effect.serviceOption(ReviewThemes)
  const tracked = yield* Effect.serviceOption(TrackedKeywords)
  const trackedApps = yield* Effect.serviceOption(TrackedApps)
  const workspace = yield* Effect.serviceOption(Workspace)

  /** All rows of a list that comes in pages, at most so many. */
  const allOf = Effect.fnUntraced(function* <A, E>(
    most: number,
    read: (after: A | undefined, limit: number) => Effect.Effect<ReadonlyArray<A>, E>
  ) {
    const all: Array<A> = []
    while (all.length < most) {
      const limit = Math.min(500, most - all.length)
      const page = yield* read(all.at(-1), limit)
      all.push(...page)
      if (page.length < limit) break
    }
    return all
  })

  /** The apps that an account keeps; where no plugin keeps any, those that its keywords are tracked for. */
  const appsOf = Effect.fnUntraced(function* (accountId: string, limit: number) {
    if (Option.isSome(workspace)) {
      const kept = yield* workspace.value.apps(accountId, { limit: 500 })
      return kept.filter(({ isLive }) => isLive).slice(0, limit)
    }
    if (Option.isNone(trackedApps)) return []
    const seen = yield* trackedApps.value.of(accountId, limit)
    return seen.map(({ name, ...app }): Subject => ({ ...app, appName: name === "" ? null : name }))
  })

  const isNamed =
    (platform: Param.Platform, appId: string) =>
    (app: Subject): boolean =>
      app.platform === platform && app.appId === appId

  /** One of them, with its keywords and competitors; undefined: it isn't any more. */
  const subjectOf = Effect.fnUntraced(function* (accountId: string, platform: Param.Platform, appId: string) {
    if (Option.isSome(workspace)) {
      const kept = workspace.value
      const app = yield* kept.app(accountId, platform, appId)
      if (app === undefined) return undefined
      const keywords: ReadonlyArray<Keyword> = yield* allOf(
        keywordsMax,
        (after: (Keyword & { readonly id: string }) | undefined, limit) =>
          kept.keywords(accountId, app.id, { limit, after: after?.id })
      )
      const rivals: ReadonlyArray<Rival> = yield* kept.competitors(accountId, app.id, { limit: competitorsMax })
      return { app, keywords, rivals }
    }
    const app = (yield* appsOf(accountId, appsMax)).find(isNamed(platform, appId))
    if (app === undefined || Option.isNone(tracked)) return undefined
    const { list } = tracked.value
    const keywords: ReadonlyArray<Keyword> = yield* allOf(keywordsMax, (after: TrackedKeyword | undefined, limit) =>
      list(accountId, { platform, limit, ...(after === undefined ? {} : { after }) })
    )
    return { app, keywords, rivals: undefined }
  })

  const keywordFacts = (
    keywords: ReadonlyArray<Keyword>,
    facts: ReadonlyArray<RankFact | undefined>
  ): Told<KeywordFacts> => {
    if (keywords.length === 0) return none("No keywords are kept with the app. Add some to your workspace.")
    const measured = facts.filter((fact) => fact !== undefined)
    if (measured.length === 0) return none("None of the app's keywords was searched for that day and before it.")
    const data = { tracked: keywords.length, ranks: measured }
    return measured.length === keywords.length
      ? whole(data)
      : part(data, `${measured.length} of ${keywords.length} keywords were searched for that day and before it.`)
  }

  const visibilityFacts = Effect.fnUntraced(function* (
    facts: ReadonlyArray<RankFact | undefined>,
    platform: Param.Platform
  ) {
    if (Option.isNone(book)) return off("keywords")
    const measured = facts.filter((fact) => fact !== undefined)
    const told = yield* visibilityOfDay(book.value, platform, measured)
    return told.length === 0 ? none("Too few of the app's keywords have a rank of that day and a volume.") : whole(told)
  })

  const chartFacts = Effect.fnUntraced(function* (app: Subject, day: string, earlier: ReadonlyArray<InChart>) {
    if (Option.isNone(charts)) return { told: off("charts"), isIn: [] }
    const history = charts.value
    const { appId, platform } = app
    const now = yield* history.positions({ platform, appId, sinceMs: startOf(day), country: app.country })
    const isIn: ReadonlyArray<InChart> = now.map(({ key: { chart, country, genreId } }) => ({
      chart,
      country,
      genreId
    }))
    const asked = [...new Map([...isIn, ...earlier].map((key) => [JSON.stringify(key), key])).values()].slice(
      0,
      chartsMax
    )
    const facts: Array<ChartFact> = []
    let read = 0
    for (const { chart, country, genreId } of asked) {
      const key = { platform, country, chart, genreId }
      const points = yield* history.ranks({ key, appId, fromMs: startOf(day) - dayMs, toMs: startOf(day) + dayMs - 1 })
      const last = points.findLast(({ asOfMs }) => asOfMs >= startOf(day))
      const before = points.findLast(({ asOfMs, source }) => asOfMs < startOf(day) && source === last?.source)
      if (last === undefined || before === undefined) continue
      read += 1
      if (last.rank !== null || before.rank !== null)
        facts.push({ chart, country, genreId, from: before.rank, to: last.rank })
    }
    if (asked.length === 0) return { told: none("The app is in no chart that is read."), isIn }
    if (read === 0) return { told: none("No chart of the app was read that day and the day before."), isIn }
    const told: Told<ReadonlyArray<ChartFact>> =
      read === asked.length
        ? whole(facts)
        : part(facts, `${read} of ${asked.length} charts were read that day and the day before.`)
    return { told, isIn }
  })

  const ratingFacts = Effect.fnUntraced(function* ({ appId, country, platform }: Subject, day: string) {
    if (Option.isNone(ratings)) return off("apps")
    const days = yield* ratings.value.within(
      { platform, appId, country },
      { from: plusDays(day, -7 - ratingsLagDays), to: day }
    )
    const now = days.findLast((each) => each.day >= plusDays(day, -ratingsLagDays))
    if (now === undefined) return none("Nobody looked at the app's ratings that day or the two days before.")
    const told = ({ average, count }: Pick<RatedDay, "average" | "count">) => ({
      averageRating: average,
      ratingCount: count
    })
    const earlier = days.findLast((each) => each.day <= plusDays(now.day, -7))
    const before = earlier === undefined ? null : told(earlier)
    const data: RatingFacts = { day: now.day, ...told(now), before }
    return before === null ? part(data, "The ratings of a week before aren't known.") : whole(data)
  })

  const reviewFacts = Effect.fnUntraced(function* (accountId: string, { appId, platform }: Subject, day: string) {
    if (Option.isNone(reviews)) return off("connect-storeb")
    // The default store's reviews are read when somebody asks for them, and not kept.
    if (platform !== "storeb") return none("Reviews aren't kept of apps of this store.")
    const time = { fromMs: startOf(day), toMs: startOf(day) + dayMs }
    const written = yield* reviews.value.written(accountId, appId, time)
    if (written === undefined)
      return none("No console is connected that tells of the app's reviews, or it has told of none yet.")
    const sum = written.reduce((total, { rating }) => total + rating, 0)
    const data: ReviewFacts = {
      reviews: written.length,
      averageRating: written.length === 0 ? null : sum / written.length,
      themes: Option.isNone(themes)
        ? []
        : themes.value.of(written).map(({ mentions, polarity, theme }) => ({ theme, polarity, mentions }))
    }
    return Option.isNone(themes)
      ? part(data, "The plugin apps isn't enabled on this gateway, so there are no themes.")
      : whole(data)
  })

  const liveFacts = Effect.fnUntraced(function* (accountId: string, app: Subject) {
    if (Option.isNone(live)) return off("workspace")
    const shown = yield* live.value.of(accountId, app)
    if (shown === undefined || shown.checkedAt === null || shown.status === "not_checked")
      return none(
        "The store's listing wasn't looked at yet. That's done daily for apps with a released version in your workspace."
      )
    if (shown.status === "no_version")
      return none(
        "No version in the language of the app's country is released in your workspace to compare the store with."
      )
    const data: LiveFacts = {
      status: shown.status,
      checkedOn: shown.checkedAt.slice(0, 10),
      since: shown.since?.slice(0, 10) ?? null,
      country: shown.country,
      version: shown.version?.versionName ?? null,
      differences: shown.differences
    }
    return whole(data)
  })

  /** What the account's saved analyses tell: one reading for three sections. */
  const analysisFacts = Effect.fnUntraced(function* (
    accountId: string,
    { appId, country, platform }: Subject,
    day: string
  ): Effect.fn.Return<Pick<Facts, "listing" | "opportunities" | "rivalListings">, SqlError.SqlError> {
    const all = (reason: ReturnType<typeof none>) => ({ listing: reason, opportunities: reason, rivalListings: reason })
    if (Option.isNone(analyses)) return all(off("aso"))
    const kept = yield* analyses.value.of({ accountId, platform, appId, country, day })
    if (kept === undefined) return all(off("workspace"))
    const { audit, competitors, opportunities } = kept
    const listing: ListingFacts | undefined =
      audit === null
        ? undefined
        : {
            day: audit.day,
            score: audit.score,
            before: audit.before,
            newFixes: audit.newFixes.map(({ action, expectedPoints, id }) => ({ id, action, points: expectedPoints }))
          }
    return {
      listing:
        listing === undefined
          ? none("No audit of the listing is saved in the app's country. Save one now and then.")
          : whole(listing),
      opportunities:
        opportunities === null
          ? none("No opportunities are saved in the app's country. Save them now and then.")
          : opportunities.before === null
            ? part(opportunities, "They were saved once; what appeared can be told from the second time on.")
            : whole(opportunities),
      rivalListings:
        competitors === null
          ? none("No competitor report is saved in the app's country. Save one now and then.")
          : competitors.before === null
            ? part(competitors, "A competitor report was saved once; what changed can be told from the second time on.")
            : whole(competitors)
    }
  })

  const rivalAdsFacts = Effect.fnUntraced(function* (
    accountId: string,
    { platform }: Subject,
    rivals: ReadonlyArray<Rival> | undefined,
    day: string
  ) {
    if (Option.isNone(adMoves)) return off("ad-library")
    if (rivals === undefined) return off("workspace")
    if (platform !== "storea") return none("Ads are read of apps of the default store.")
    if (rivals.length === 0) return noRivals
    const names = new Map(rivals.map(({ appId, name }) => [appId, name]))
    const read = (yield* adMoves.value.on(accountId, [...names.keys()], day)).flatMap(
      ({ appId, dataEndDate, isAdvertising, moves, readAt }): ReadonlyArray<RivalAdsFact> => {
        if (readAt === null || isAdvertising === null) return []
        // Of the day's readings the last one holds.
        const turn = moves.findLast(({ kind }) => kind === "started" || kind === "stopped")
        return [
          {
            appId,
            name: names.get(appId) ?? null,
            dataEndDate,
            isAdvertising,
            began: turn?.kind === "started" ? turn.values : null,
            hasStopped: turn?.kind === "stopped"
          }
        ]
      }
    )
    if (read.length === 0) return none("The ads of none of the competitors were read yet. That's done daily.")
    return read.length === names.size
      ? whole(read)
      : part(read, `The ads of ${read.length} of ${names.size} competitors were read.`)
  })

  const growthFacts = Effect.fnUntraced(function* (accountId: string, app: Subject, day: string) {
    if (Option.isNone(growth)) return off("growth")
    const found = yield* growth.value.ofApp(accountId, app, day)
    if (found === undefined) return none("No growth project looks for threads about the app. Make one for it.")
    return found.scanned === 0 && found.found === 0
      ? none("No project of the app looked at any post that day.")
      : whole(found)
  })

  const competitorFacts = Effect.fnUntraced(function* (
    { platform }: Subject,
    keywords: ReadonlyArray<Keyword>,
    rivals: ReadonlyArray<Rival> | undefined,
    own: ReadonlyArray<RankFact | undefined>,
    day: string
  ) {
    if (Option.isNone(ranks)) return off("keywords")
    if (rivals === undefined) return off("workspace")
    if (rivals.length === 0) return noRivals
    if (keywords.length === 0) return none("No keywords are kept with the app, so competitors can't be compared.")
    const told: Array<CompetitorFacts> = []
    for (const { appId, name } of rivals) {
      const moved = yield* ranksOfDay(ranks.value, { platform, appId }, keywords, day)
      const facts = moved.flatMap((fact, index) =>
        fact === undefined ? [] : [{ ...fact, own: own[index]?.to ?? null, ownBefore: own[index]?.from ?? null }]
      )
      if (facts.length > 0) told.push({ appId, name, ranks: facts })
    }
    return told.length === 0 ? none("None of the app's keywords was searched for that day and before it.") : whole(told)
  })

  const assistantFacts = Effect.fnUntraced(function* (
    accountId: string,
    { appId, country, platform }: Subject,
    day: string
  ) {
    if (Option.isNone(assistants)) return off("ai-visibility")
    // Assistants are asked about apps of the default store.
    if (platform !== "storea") return none("Assistants aren't asked about apps of this store.")
    const data = yield* assistants.value.upTo({ accountId, appId, country }, day)
    return data.length === 0
      ? none("No assistant was asked about the app in its country. Set up AI visibility for it.")
      : whole(data)
  })

  const figureFacts = Effect.fnUntraced(function* (accountId: string, app: Subject, day: string) {
    if (Option.isNone(figures)) return off("apps")
    const from = plusDays(day, -7 - figuresLagDays)
    const days = yield* figures.value.owned(accountId, app, { from, to: day }, "console")
    const last = days.findLast((each) => each.day >= plusDays(day, -figuresLagDays))
    if (last === undefined)
      return none("No connected console has told of the app's last days. Connect one to have its figures here.")
    const before = days.filter((each) => each.day < last.day && each.day >= plusDays(last.day, -7))
    const data: FigureFacts = {
      day: last.day,
      installs: last.units,
      proceeds: last.proceeds,
      meanInstalls: meanOf(before.flatMap(({ units }) => units ?? [])),
      meanProceeds: meansOf(last, before)
    }
    return whole(data)
  })

  const revenueFacts = Effect.fnUntraced(function* (accountId: string, app: Subject, day: string) {
    if (Option.isNone(paywall)) return off("connect-paywall")
    const from = plusDays(day, -7 - figuresLagDays)
    const days = yield* paywall.value.days(accountId, app, { from, to: day })
    const last = days?.findLast((each) => each.day >= plusDays(day, -figuresLagDays))
    if (days === undefined || last === undefined)
      return none(
        "Nothing is kept of the app's last days by a paywall account. Connect one, and have its figures collected, to have its revenue here."
      )
    const before = days.filter((each) => each.day < last.day && each.day >= plusDays(last.day, -7))
    const data: RevenueFacts = { day: last.day, proceeds: last.proceeds, meanProceeds: meansOf(last, before) }
    return whole(data)
  })

  const alertFacts = Effect.fnUntraced(function* (accountId: string, day: string) {
    if (Option.isNone(alerts)) return off("alerts")
    return whole(yield* alerts.value.on(accountId, day))
  })

  const adsFacts = Effect.fnUntraced(function* (accountId: string, { appId, platform }: Subject, day: string) {
    if (Option.isNone(ads)) return off("connect-ads")
    if (platform !== "storea") return none("Search ads are of apps of the default store.")
    const days = yield* ads.value.days(accountId, appId, { from: plusDays(day, -7 - figuresLagDays), to: day })
    const last = days?.findLast((each) => each.day >= plusDays(day, -figuresLagDays))?.day
    if (days === undefined || last === undefined)
      return none("No connected ads account has told of the app's last days. Connect one to have its spend here.")
    const of = (wanted: string) => days.filter((each) => each.day === wanted)
    const known = [...new Set(days.flatMap(({ currency }) => currency ?? []))]
    /** Of a day: what all its ads cost in a currency; undefined: one's cost isn't known. */
    const spentOn = (wanted: string, currency: string) => {
      const told = of(wanted)
      if (told.some(({ spend }) => spend === null)) return undefined
      return told.reduce((sum, each) => sum + (each.currency === currency ? (each.spend ?? 0) : 0), 0)
    }
    const before = [...new Set(days.map((each) => each.day))].filter(
      (each) => each < last && each >= plusDays(last, -7)
    )
    const sums = known.flatMap((currency) => {
      const spent = spentOn(last, currency)
      return spent === undefined ? [] : [[currency, spent] as const]
    })
    const means = known.flatMap((currency) => {
      const values = before.flatMap((each) => spentOn(each, currency) ?? [])
      return values.length < meanDaysMin
        ? []
        : [[currency, values.reduce((sum, value) => sum + value, 0) / values.length] as const]
    })
    const installs = of(last).reduce<number | null>(
      (sum, each) => (sum === null || each.installs === null ? null : sum + each.installs),
      0
    )
    const data: AdsFacts = {
      day: last,
      spend: Object.fromEntries(sums),
      installs,
      meanSpend: Object.fromEntries(means)
    }
    return known.length > 0 && sums.length === 0
      ? part(data, "What the day's ads cost isn't known of all of them.")
      : whole(data)
  })

  return {
    /** Whether there are apps to report on at all. */
    hasApps: Option.isSome(workspace) || Option.isSome(trackedApps),
    /** The account's live apps, in the order in which they were added; without a workspace, those its keywords are tracked for. */
    apps: appsOf,
    /** Whether an account has reports of this app. */
    has: (accountId: string, { appId, platform }: { readonly platform: Param.Platform; readonly appId: string }) =>
      Option.isSome(workspace)
        ? Effect.map(workspace.value.app(accountId, platform, appId), (app) => app !== undefined)
        : Effect.map(appsOf(accountId, appsMax), (apps) => apps.some(isNamed(platform, appId))),
    /** What was collected of an app up to a day; undefined: the account doesn't keep it any more. Nothing is asked of anybody. */
    of: Effect.fn("Gathering.of")(function* (
      accountId: string,
      { appId, day, platform }: { readonly platform: Param.Platform; readonly appId: string; readonly day: string },
      earlier: ReadonlyArray<InChart>
    ) {
      const subject = yield* subjectOf(accountId, platform, appId)
      if (subject === undefined) return undefined
      const { app, keywords, rivals } = subject
      const madeAt = isoOf(yield* Clock.currentTimeMillis)
      const own = Option.isNone(ranks) ? [] : yield* ranksOfDay(ranks.value, app, keywords, day)
      const { isIn, told } = yield* chartFacts(app, day, earlier)
      const facts: Facts = {
        date: day,
        app: { platform, appId, appName: app.appName, country: app.country },
        keywords: Option.isNone(ranks) ? off("keywords") : keywordFacts(keywords, own),
        visibility: yield* visibilityFacts(own, platform),
        charts: told,
        ratings: yield* ratingFacts(app, day),
        reviews: yield* reviewFacts(accountId, app, day),
        live: yield* liveFacts(accountId, app),
        ...(yield* analysisFacts(accountId, app, day)),
        competitors: yield* competitorFacts(app, keywords, rivals, own, day),
        rivalAds: yield* rivalAdsFacts(accountId, app, rivals, day),
        growth: yield* growthFacts(accountId, app, day),
        assistants: yield* assistantFacts(accountId, app, day),
        figures: yield* figureFacts(accountId, app, day),
        paywall: yield* revenueFacts(accountId, app, day),
        ads: yield* adsFacts(accountId, app, day),
        alerts: yield* alertFacts(accountId, day),
        madeAt
      }
      const gathered: Gathered = { facts, charts: isIn }
      return gathered
    })
  }
})

/** Reads what the enabled plugins collected. */
export class Gathering extends Context.Service<Gathering, Effect.Success<typeof make>>()(
  "@storeglass/cofounder/Gathering"
) {
  static readonly layer = Layer.effect(this, make)
}
