/** What an audit takes from a snapshot. */

import { rankWeight } from "@storeglass/keywords/contract"
import { brandOf } from "@storeglass/plugin-api"
import { type AppStore, byCodePoint, type StoreApp, type StorePage, screenshotsOf } from "@storeglass/stores/contract"
import type { Known, Metadata } from "../rules/check.ts"
import { yearOf } from "../rules/year.ts"
import type { Part, Snapshot } from "../snapshot/snapshot.ts"
import { targetsOf } from "../words/targets.ts"
import { type AuditInput, type Check, notMeasured, type Target, type Told, told } from "./input.ts"
import { sum } from "./model.ts"
import { descriptionFactsOf, shortFactsOf } from "./texts.ts"

const dayMs = 86_400_000

/** Pages can be read and tell nothing of the app. */
export const tells = (page: StorePage): boolean =>
  page.subtitle !== null ||
  page.ratingHistogram !== null ||
  page.hasInAppPurchases !== null ||
  page.previews.length > 0 ||
  Object.values(page.screenshots).some((shots) => shots.length > 0)

const fromPage = <A>(page: Part<StorePage>, read: (page: StorePage) => A): Told<A> => {
  if (page.status !== "measured") return notMeasured(page.reason)
  return tells(page.value) ? told(read(page.value)) : notMeasured("the app's page tells nothing that can be read")
}

const notPublic =
  "the keyword field isn't public: keep your released version in the workspace (POST /v1/user/apps/{appId}/versions) to have it counted"

export const targetsIn = ({ terms }: Pick<Snapshot, "terms">): ReadonlyArray<Target> =>
  targetsOf(
    terms.map(({ brandOf, difficulty, keyword, relevance, volume }) => ({
      keyword,
      volume: volume.value,
      difficulty: difficulty.value,
      relevance,
      brandOf
    }))
  ).map(({ keyword, value }) => ({ keyword, value }))

/** Names of other apps among the terms, as they're searched for. */
const otherBrandsIn = ({ terms }: Pick<Snapshot, "terms">): ReadonlyArray<string> =>
  terms.flatMap(({ brandOf, keyword }) => (brandOf === null ? [] : [keyword])).sort(byCodePoint)

/** Visibility is told of the basket as a whole; its volume only follows where the terms are the basket. */
const rankingsIn = ({ terms, visibility }: Snapshot): AuditInput["rankings"] => {
  if (visibility.value === null) return notMeasured("too few of its keywords were measured and have a known volume")
  const basket = terms.flatMap(({ keyword, rank, rankStatus, volume }) =>
    rankStatus === "not_measured" || volume.value === null ? [] : [{ keyword, rank, volume: volume.value }]
  )
  const volume = sum(basket.map((term) => term.volume))
  const seen = (100 * sum(basket.map((term) => term.volume * rankWeight(term.rank)))) / volume
  const isWhole = basket.length === visibility.terms && Math.abs(seen - visibility.value) < 0.02
  return told({
    visibility: visibility.value,
    volume: isWhole ? volume : null,
    ranked: basket.filter(({ rank }) => rank !== null).length,
    size: visibility.terms,
    terms: basket.flatMap(({ keyword, rank, volume }) => (rank === null ? [] : [{ keyword, rank, volume }]))
  })
}

/** Whose screenshots count. */
export const phoneOf = { storea: "iphone", storeb: "phone" } as const

/** What an audit needs beside the snapshot: the store's devices, and the metadata rules. */
export interface AuditTools {
  readonly devices: AppStore["devices"]
  readonly check: Check
  /** The operator's, for the app's genre: of those who see such a page, the share that gets the app where it does well. */
  readonly benchmark: (app: Pick<StoreApp, "genreId" | "platform">) => number | undefined
}

export const auditInputOf = (snapshot: Snapshot, { benchmark, check, devices }: AuditTools): AuditInput => {
  const { app, competitors, conversion, language, page, platform, reviews, version } = snapshot
  const targets = targetsIn(snapshot)
  const year = yearOf(Date.parse(snapshot.asOf))
  const context = {
    platform,
    language,
    check: (metadata: Metadata, known?: Known) => check(metadata, { ...known, year }),
    brand: brandOf(app.name),
    otherBrands: otherBrandsIn(snapshot),
    targets: targets.map(({ keyword }) => keyword)
  }
  const subtitle = fromPage(page, (read) => read.subtitle ?? "")
  const keywords = platform === "storea" ? (version?.keywords ?? undefined) : undefined
  const facts = shortFactsOf(context, {
    title: app.name,
    subtitle: "value" in subtitle ? subtitle.value : undefined,
    keywords
  })
  const shots = screenshotsOf(
    { devices },
    app,
    "all",
    page.status === "measured" ? { page: page.value } : { reason: page.reason }
  )
  const phone = phoneOf[platform]
  const shown = shots.counts[phone]
  const releasedMs = app.currentVersionReleaseDate === null ? Number.NaN : Date.parse(app.currentVersionReleaseDate)
  return {
    ...context,
    targets: targets.length > 0 ? told(targets) : notMeasured("the app has no relevant terms whose searches are known"),
    title: facts.title,
    subtitle:
      facts.subtitle === undefined
        ? "value" in subtitle
          ? notMeasured("it wasn't read")
          : subtitle
        : told(facts.subtitle),
    keywordField: facts.keywords === undefined ? { status: "not_measurable", reason: notPublic } : told(facts.keywords),
    description: descriptionFactsOf(context, app.description),
    screenshots:
      shown === null || shown === undefined
        ? notMeasured(shots.unavailable[phone] ?? "the store doesn't tell its screenshots")
        : told({ count: shown, tablet: { runs: app.madeForTablets ?? null, count: shots.counts.ipad ?? null } }),
    previews: fromPage(page, (read) => read.previews.length),
    ratings: {
      average: app.averageRating,
      count: app.ratingCount,
      newest:
        reviews.status === "measured" ? told(reviews.value.map(({ rating }) => rating)) : notMeasured(reviews.reason)
    },
    rankings: rankingsIn(snapshot),
    conversion:
      conversion.status === "measured"
        ? told({ ...conversion.value, benchmark: benchmark(app) ?? null })
        : { status: "not_scored", reason: conversion.reason },
    daysSinceUpdate: Number.isNaN(releasedMs)
      ? notMeasured("the store doesn't tell when the present version came")
      : told(Math.max(0, Math.floor((Date.parse(snapshot.asOf) - releasedMs) / dayMs))),
    languages:
      app.languages.length > 0 ? told(app.languages.length) : notMeasured("the store doesn't tell its languages"),
    peers: competitors.flatMap(({ app: peer, appId, visibility: seen }) =>
      peer.status === "measured"
        ? [{ appId, average: peer.value.averageRating, count: peer.value.ratingCount, visibility: seen.value }]
        : []
    )
  }
}

/** 0 to 100, by the metadata rules over all of the listing's texts. */
export const lintScoreIn = (input: AuditInput): number => {
  const { brand, check, description, keywordField, language, otherBrands, platform, subtitle, targets, title } = input
  const second = "value" in subtitle ? subtitle.value.text : ""
  const keywords = "value" in keywordField ? keywordField.value.text : ""
  return check(
    {
      platform,
      locale: language.tag,
      title: title.text,
      ...(second === "" ? {} : { [platform === "storea" ? "subtitle" : "shortDescription"]: second }),
      ...(keywords === "" ? {} : { keywords }),
      ...(description.text === "" ? {} : { fullDescription: description.text })
    },
    {
      ...(brand === null ? {} : { brand }),
      otherBrands,
      targets: "value" in targets ? targets.value.map(({ keyword }) => keyword) : []
    }
  ).score
}
