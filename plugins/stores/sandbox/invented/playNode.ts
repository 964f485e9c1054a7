/** An app as the second vendor's data has it: the node of a details page, and the card of a list. */
import type { Json } from "@storeglass/sandbox"
import {
  dayMs,
  description,
  type InventedApp,
  localPrice,
  type Market,
  releaseNotes,
  unit,
  versionOn
} from "@storeglass/sandbox/world"
import { playCategoryName } from "../formats/playCategories.ts"
import { type Position, sparse } from "../formats/playWire.ts"
import { artworkUrl, shotUrls } from "./assets.ts"
import { playAverage, playCategory, playDeveloper, playInstalls, playRatings } from "./playFacts.ts"
import { formattedPrice } from "./priceLabels.ts"

export interface PlayMoment {
  readonly storefront: Market
  readonly day: number
  readonly origin: string
}

const picture = (url: string, height: number, width: number): Json => [null, 2, [height, width], [null, null, url]]

const screenshots = (app: InventedApp, { origin }: PlayMoment): Json =>
  shotUrls(origin, app, "phone", Math.max(2, app.screenshots.phone)).map((url) => picture(url, 1920, 1080))

/** Texts are HTML with line breaks and a few entities. */
const markup = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("'", "&#39;").replaceAll("\n", "<br>")

const micros = (app: InventedApp, storefront: Market): number => Math.round(localPrice(app.usd, storefront) * 1_000_000)

/** `[micros, currency, text]`; the text of a free app is empty. */
const price = (app: InventedApp, storefront: Market): Json => [
  micros(app, storefront),
  storefront.currency,
  app.usd === 0 ? "" : formattedPrice(app.usd, storefront, "en")
]

const grouped = new Intl.NumberFormat("en-US")

const purchaseRange = (app: InventedApp, storefront: Market): string => {
  const prices = [...app.purchases].sort((a, b) => a.usd - b.usd)
  const text = (usd: number): string => formattedPrice(usd, storefront, "en")
  const [lowest, highest] = [prices[0]?.usd ?? 0, prices.at(-1)?.usd ?? 0]
  return `${lowest === highest ? text(lowest) : `${text(lowest)} - ${text(highest)}`} per item`
}

const contentRatings: Readonly<Record<InventedApp["ageRating"], string>> = {
  "4+": "Everyone",
  "9+": "Everyone 10+",
  "12+": "Teen",
  "17+": "Mature 17+"
}

export const showsAds = (app: InventedApp): boolean => app.usd === 0 && unit(app.key, 0xc3) < 0.55

const epoch = (ms: number): Json => [Math.floor(ms / 1000), 0]

const ratings = (app: InventedApp, day: number): ReadonlyArray<Position> => {
  const { average, count, stars, written } = playRatings(app, day)
  if (average === null) return []
  const counted = (value: number): Json => [grouped.format(value), value]
  return [
    [
      [51, 0],
      [average.toFixed(1), Number(average.toFixed(6))]
    ],
    [
      [51, 1],
      [null, ...stars.map(counted)]
    ],
    [[51, 2], counted(count)],
    [[51, 3], counted(written)]
  ]
}

/** Everything about an app, as its own page has it and a search's first hit. */
export const playNode = (app: InventedApp, moment: PlayMoment): Json => {
  const { day, origin, storefront } = moment
  const { count } = playRatings(app, day)
  const { min, real } = playInstalls(app, count)
  const version = versionOn(app, day)
  const developer = playDeveloper(app.developer)
  const category = playCategory(app)
  const language = storefront.language
  const varies = unit(app.key, 0xc4) < 0.12
  const video = `https://videos.example/player/${app.id}?autoplay=1&embed=play`
  return sparse([
    [[0, 0], app.name],
    [[9, 0], contentRatings[app.ageRating]],
    ...(unit(app.key, 0xc5) < 0.08 ? [] : ([[[10], ["", epoch(app.releaseDay * dayMs + 43_200_000)]]] as const)),
    [[13], [`${grouped.format(min)}+`, min, real, `${min}+`]],
    [[18, 0], 2],
    ...(app.purchases.length === 0 ? [] : ([[[19], [purchaseRange(app, storefront), [0]]]] as const)),
    [[37, 0], app.developer.name],
    ...(showsAds(app) ? ([[[48], ["Contains ads"]]] as const) : []),
    ...ratings(app, day),
    [[57, 0, 0, 0, 0, 1, 0], price(app, storefront)],
    [[68], [app.developer.name, [null, null, null, null, [null, null, developer.path]], developer.id]],
    ...(app.website ? ([[[69, 0, 5, 2], `https://www.${app.developer.domain}.example`]] as const) : []),
    [[69, 1, 0], `support@${app.developer.domain}.example`],
    [[72, 0, 1], markup(description(app, language))],
    [[73, 0, 1], markup(app.subtitle)],
    [[77, 0], app.bundleId],
    [[78, 0], screenshots(app, moment)],
    [
      [79, 0, 0],
      [playCategoryName(category), [null, null, null, null, [null, null, `/store/apps/category/${category}`]], category]
    ],
    [[95, 0], picture(artworkUrl(origin, app, 512), 512, 512)],
    [[99, 0, 5, 2], `https://www.${app.developer.domain}.example/privacy`],
    ...(unit(app.key, 0xc6) < 0.3
      ? ([
          [[100, 0, 0, 3, 2], video],
          [[100, 1, 0], picture(artworkUrl(origin, app, 1024), 500, 1024)]
        ] as const)
      : []),
    [[118], []],
    ...(varies
      ? []
      : ([
          [[140, 0, 0, 0], version.text],
          [
            [140, 1, 1, 0, 0],
            [26, "8.0"]
          ]
        ] as const)),
    ...(version.index === 0 ? [] : ([[[144, 1, 1], markup(releaseNotes(app, version))]] as const)),
    [
      [145, 0],
      ["", epoch(version.day * dayMs + version.ms)]
    ],
    [
      [154, 1],
      [null, null, 5]
    ]
  ])
}

/** The card of 29 slots; lists put some of them into an array of their own. */
export const playCard = (app: InventedApp, moment: PlayMoment): Json => {
  const { day, origin, storefront } = moment
  const average = playAverage(app, day)
  const { min } = playInstalls(app, playRatings(app, day).count)
  const link = `/store/apps/details?id=${app.bundleId}`
  return sparse([
    [[0], [app.bundleId, 7]],
    [[1], picture(artworkUrl(origin, app, 512), 512, 512)],
    [[2], screenshots(app, moment)],
    [[3], app.name],
    ...(average === null ? [] : ([[[4], [average.toFixed(1), Number(average.toFixed(6))]]] as const)),
    [[5], playCategoryName(playCategory(app))],
    [[8, 1, 0], price(app, storefront)],
    [[10, 4, 2], link],
    [[13, 1], markup(description(app, storefront.language))],
    [[14], app.developer.name],
    [[15], `${grouped.format(min)}+`],
    [[22], picture(artworkUrl(origin, app, 1024), 500, 1024)],
    [[24, 0], contentRatings[app.ageRating]],
    [[28], [1, 1, 0]]
  ])
}
