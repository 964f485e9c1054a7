/** The cards by which searches, charts, clusters and developers show apps: less than the app's own page tells. */
import { Result, Schema } from "effect"
import { misread, type Read } from "../common/answers.ts"
import { plainText } from "../common/html.ts"
import { HttpUrl, loose } from "../common/loose.ts"
import type { StoreApp } from "../contract.ts"
import { type CardsBlock, cardPositions, cardScreenshots, sections } from "./cardPositions.ts"
import { Count, picturesOf } from "./detailsParts.ts"
import { genreNamed, withParent } from "./genres.ts"
import { blockOf, type PageBlocks } from "./pageBlocks.ts"
import { at, listAt, pick } from "./path.ts"

const Text = loose(Schema.NonEmptyString)

const Card = Schema.Struct({
  appId: Schema.NonEmptyString,
  title: Schema.NonEmptyString,
  iconUrl: loose(HttpUrl),
  averageRating: loose(Schema.Finite.check(Schema.isBetween({ minimum: 1, maximum: 5 }))),
  genreName: Text,
  priceMicros: loose(Count),
  currency: loose(Schema.String.check(Schema.isPattern(/^[A-Z]{3}$/))),
  priceText: loose(Schema.String),
  description: Text,
  developer: Text,
  installsText: Text,
  contentRating: Text
})
type Card = typeof Card.Type
const decode = Schema.decodeUnknownResult(Card)

/** What the caller knows of the cards that it reads. */
export interface CardContext {
  readonly country: string
  /** The genre of the chart that they are in. */
  readonly genreId: string | null
  readonly urlOf: (appId: string) => string
}

/** A card is there as it is, or alone in a list. */
const unwrap = (card: unknown): unknown => (typeof at(card, cardPositions.appId) === "string" ? card : at(card, [0]))

export const readCards = (cards: ReadonlyArray<unknown>, context: CardContext): Read<ReadonlyArray<StoreApp>> => {
  const apps: Array<StoreApp> = []
  for (const candidate of cards) {
    const card = unwrap(candidate)
    const decoded = decode(pick(card, cardPositions))
    if (Result.isFailure(decoded)) return misread("a card without id or name", decoded.failure)
    apps.push(appOf(card, decoded.success, context))
  }
  return Result.succeed([...new Map(apps.map((app) => [app.appId, app])).values()])
}

/** The block of a page that has cards. */
export const cardsBlockOf = (page: PageBlocks, { key, rpcIds }: CardsBlock): unknown =>
  blockOf(page, { key, rpcIds, fits: (block) => Array.isArray(at(block, sections)), idSuffices: true })

/** The cards of such a page. */
export const readCardPage = (
  page: PageBlocks,
  where: CardsBlock,
  context: CardContext
): Read<ReadonlyArray<StoreApp>> => {
  const block = cardsBlockOf(page, where)
  return block === undefined
    ? misread("the page's cards are not where they were")
    : readSections(block, where.places, context)
}

/** The cards of the first section that has some at one of these places in it; apps elsewhere are a layout that moved. */
export const readSections = (
  root: unknown,
  places: ReadonlyArray<number>,
  context: CardContext
): Read<ReadonlyArray<StoreApp>> => {
  for (const section of listAt(root, sections)) {
    for (const place of places) {
      const cards = listAt(section, [place, 0])
      if (cards.length > 0) return readCards(cards, context)
    }
  }
  return mentionsApps(root) ? misread("apps where none are known to be") : Result.succeed([])
}

/** Whether there is a link to an app anywhere in the data. */
export const mentionsApps = (root: unknown): boolean => JSON.stringify(root ?? null).includes("/store/apps/details?id=")

/** The label of an install counter holds its lower bound, in whichever digits and grouping; abbreviations are not read. */
const installsOf = (label: string | null): StoreApp["installs"] => {
  const digits = /^[\d.,\s\u00a0\u202f’']+\+?$/.test(label ?? "") ? (label ?? "").replace(/\D/g, "") : ""
  return label === null || digits === "" || digits.length > 15 ? null : { min: Number(digits), max: null, label }
}

const appOf = (node: unknown, card: Card, { country, genreId: chartGenreId, urlOf }: CardContext): StoreApp => {
  const genreId = genreNamed(card.genreName, chartGenreId)
  const { priceMicros, priceText } = card
  return {
    platform: "storeb",
    country,
    appId: card.appId,
    name: card.title,
    seller: card.developer ?? "",
    developerId: null,
    bundleId: card.appId,
    genreId,
    genreName: card.genreName,
    genreIds: genreId === null ? [] : withParent(genreId),
    genres: card.genreName === null ? [] : [card.genreName],
    averageRating: card.averageRating,
    ratingCount: null,
    price: priceMicros === null ? null : priceMicros / 1_000_000,
    formattedPrice: priceMicros === null ? null : priceMicros === 0 ? "Free" : priceText || null,
    currency: card.currency,
    version: null,
    releaseNotes: null,
    releaseDate: null,
    currentVersionReleaseDate: null,
    iconUrl: card.iconUrl,
    screenshots: { phone: picturesOf(node, cardScreenshots) },
    description: card.description === null ? "" : plainText(card.description),
    fileSizeBytes: null,
    languages: [],
    contentRating: card.contentRating,
    minimumOsVersion: null,
    sellerUrl: null,
    url: urlOf(card.appId),
    installs: installsOf(card.installsText)
  }
}
