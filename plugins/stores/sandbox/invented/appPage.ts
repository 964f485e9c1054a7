import type { JsonObject } from "@storeglass/sandbox"
import {
  browserDate,
  dayMs,
  description,
  hash,
  type InventedApp,
  inAppPurchasesTitle,
  localPrice,
  releaseNotes,
  starRatings,
  unit,
  versionOn,
  versionsUpTo
} from "@storeglass/sandbox/world"
import { genreName } from "../formats/genres.ts"
import type { Storefront } from "../formats/storefronts.ts"
import {
  appUrl,
  artworkTemplate,
  artworkUrl,
  developerUrl,
  type ShotDevice,
  shotPixels,
  shotTemplates
} from "./assets.ts"
import { showsAds } from "./playNode.ts"
import { formattedPrice } from "./priceLabels.ts"

export interface PageInput {
  readonly app: InventedApp
  readonly storefront: Storefront
  readonly language: string
  readonly day: number
  readonly origin: string
  readonly similar: ReadonlyArray<InventedApp>
  readonly byDeveloper: ReadonlyArray<InventedApp>
}

const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

/** JSON inside a script element must not be able to close it. */
const scriptJson = (value: JsonObject): string => JSON.stringify(value).replaceAll("<", "\\u003c")

const mediaShelf = ({ app, origin }: PageInput, device: ShotDevice, count: number): JsonObject => {
  if (count === 0) return {}
  const [width, height] = shotPixels[device]
  return {
    [`product_media_${device}_`]: {
      contentType: "productMedia",
      items: shotTemplates(origin, app, device, count).map((template) => ({
        $kind: "ProductMediaItem",
        screenshot: { $kind: "Artwork", template, width, height, crop: "bb" }
      }))
    }
  }
}

const lockup = (app: InventedApp, { origin, storefront }: PageInput): JsonObject => ({
  $kind: "Lockup",
  adamId: String(app.id),
  bundleId: app.bundleId,
  title: app.name,
  subtitle: app.subtitle,
  icon: { $kind: "Artwork", template: artworkTemplate(origin, app), width: 1024, height: 1024 },
  clickAction: { $kind: "FlowAction", pageUrl: appUrl(origin, app, storefront) }
})

const appsShelf = (title: string, apps: ReadonlyArray<InventedApp>, input: PageInput): JsonObject => ({
  contentType: "smallLockup",
  header: { title },
  title,
  items: apps.map((app) => lockup(app, input))
})

const annotation = (title: string, text: string): JsonObject => ({
  $kind: "Annotation",
  title,
  items: [{ text }],
  summary: text
})

/** What an age rating lists, in the languages of the invented pages; others are shown in English. */
const contains: Readonly<Record<string, string>> = {
  en: "**Contains**\nAdvertising",
  de: "**Enthält**\nWerbung",
  fr: "**Contient**\nPublicité",
  es: "**Contiene**\nPublicidad",
  ja: "**含む**\n広告"
}

/** Since 2025 the age rating leads to an article about ratings, and lists what the app contains, advertising among it. */
const ageRating = ({ app, language, storefront }: PageInput): JsonObject => {
  const shown = contains[language] === undefined ? "en" : language
  const learnMore = {
    $kind: "flowAction",
    page: "article",
    destination: {
      $kind: "RoutableArticlePageIntent",
      storefront: storefront.country,
      language: shown,
      id: "1825160725"
    }
  }
  const listed = {
    $kind: "linkableText",
    linkableText: {
      $kind: "LinkableText",
      styledText: { $kind: "StyledText", rawText: contains[shown] ?? "", rawTextType: "text/markdown" }
    }
  }
  return {
    $kind: "Annotation",
    title: "Age Rating",
    summary: app.ageRating,
    items: [],
    items_V3: [
      { $kind: "textEncapsulation", text: app.ageRating },
      { $kind: "button", action: learnMore, style: "infer" },
      ...(showsAds(app) ? [{ $kind: "spacer" }, listed] : [])
    ],
    linkAction: learnMore
  }
}

const information = (input: PageInput): JsonObject => {
  const { app, language, storefront } = input
  const pairs = app.purchases.map(({ name, usd }) => ({ name, price: formattedPrice(usd, storefront, language) }))
  const purchases = {
    $kind: "Annotation",
    title: inAppPurchasesTitle(language),
    items: [{ textPairs: pairs.map(({ name, price }) => [name, price]) }],
    items_V3: pairs.map(({ name, price }) => ({ $kind: "textPair", leadingText: name, trailingText: price })),
    summary: "Yes"
  }
  return {
    contentType: "annotation",
    items: [
      annotation("Seller", app.developer.sellerName),
      annotation("Size", `${(app.baseBytes / 1_000_000).toFixed(1)} MB`),
      annotation("Category", genreName(app.genreIds[0], language)),
      annotation("Compatibility", `Requires iOS ${app.minimumOs} or later.`),
      annotation("Languages", app.languages.join(", ")),
      ageRating(input),
      ...(app.purchases.length > 0 ? [purchases] : []),
      annotation("Copyright", `© ${app.developer.sellerName}`)
    ]
  }
}

const dataCategories = [
  "Purchases",
  "Location",
  "Contact Info",
  "User Content",
  "Identifiers",
  "Usage Data",
  "Diagnostics",
  "Health & Fitness"
] as const

const privacyTypes = ({ app }: PageInput): JsonObject => {
  const chosen = (salt: number, share: number): ReadonlyArray<JsonObject> =>
    dataCategories.filter((_, i) => unit(app.key, salt, i) < share).map((title) => ({ title }))
  const types = [
    { identifier: "DATA_USED_TO_TRACK_YOU", title: "Data Used to Track You", categories: chosen(101, 0.2) },
    { identifier: "DATA_LINKED_TO_YOU", title: "Data Linked to You", categories: chosen(102, 0.35) },
    { identifier: "DATA_NOT_LINKED_TO_YOU", title: "Data Not Linked to You", categories: chosen(103, 0.3) }
  ].filter(({ categories }) => categories.length > 0)
  const none = { identifier: "DATA_NOT_COLLECTED", title: "Data Not Collected", categories: [] }
  return { contentType: "privacyType", items: types.length > 0 ? types : [none] }
}

const versions = ({ app, day }: PageInput): JsonObject => {
  const history = versionsUpTo(app, day, 12).map((version) => ({
    $kind: "TitledParagraph",
    style: "overview",
    primarySubtitle: version.text,
    secondarySubtitle: browserDate(version.day * dayMs + version.ms),
    text: version.index === 0 ? "" : releaseNotes(app, version)
  }))
  const [latest] = history
  return {
    contentType: "titledParagraph",
    items: latest === undefined ? [] : [{ ...latest, primarySubtitle: `Version ${latest.primarySubtitle}` }],
    seeAllAction: { $kind: "FlowAction", pageData: { shelves: [{ contentType: "titledParagraph", items: history }] } }
  }
}

const shelfMapping = (input: PageInput): JsonObject => {
  const { app, day, language, storefront } = input
  const { average, counts } = starRatings(app, storefront, day)
  const total = counts.reduce((sum, count) => sum + count, 0)
  const mac = app.kind === "desktop"
  return {
    ...mediaShelf(input, mac ? "mac" : "phone", app.screenshots.phone),
    ...(mac ? {} : mediaShelf(input, "pad", app.screenshots.pad)),
    ...(mac ? {} : mediaShelf(input, "tv", app.screenshots.tv)),
    informationRibbon: {
      contentType: "informationRibbon",
      items: [{ type: "contentRating", content: { contentRating: app.ageRating } }]
    },
    description: {
      contentType: "productDescription",
      items: [{ paragraph: { $kind: "Paragraph", text: description(app, language) } }]
    },
    mostRecentVersion: versions(input),
    productRatings: {
      contentType: "productRatings",
      items: [
        {
          $kind: "Ratings",
          productId: String(app.id),
          ratingAverage: total === 0 ? 0 : Number(average.toFixed(1)),
          totalNumberOfRatings: total,
          ratingCounts: counts
        }
      ]
    },
    privacyTypes: privacyTypes(input),
    information: information(input),
    ...(input.byDeveloper.length === 0
      ? {}
      : { moreByDeveloper: appsShelf("More By This Developer", input.byDeveloper, input) }),
    similarItems: appsShelf("You Might Also Like", input.similar, input)
  }
}

const jsonLd = ({ app, day, language, origin, storefront }: PageInput): JsonObject => {
  const { average, counts } = starRatings(app, storefront, day)
  const reviewCount = counts.reduce((sum, count) => sum + count, 0)
  return {
    "@context": "https://schema.org",
    "@type": "SoftwareApplication",
    name: app.name,
    description: description(app, language),
    image: artworkUrl(origin, app, 1200),
    availableOnDevice: app.hasPad ? "iPhone, iPad" : "iPhone",
    operatingSystem: `Requires iOS ${app.minimumOs} or later.`,
    offers: {
      "@type": "Offer",
      price: localPrice(app.usd, storefront),
      priceCurrency: storefront.currency,
      category: app.usd === 0 ? "free" : "paid"
    },
    applicationCategory: genreName(app.genreIds[0], language),
    ...(reviewCount === 0
      ? {}
      : {
          aggregateRating: {
            "@type": "AggregateRating",
            ratingValue: Number(average.toFixed(1)),
            reviewCount,
            bestRating: "5",
            worstRating: "1"
          }
        }),
    genre: app.genreIds.map((id) => genreName(id, language)),
    author: { "@type": "Organization", name: app.developer.name, url: developerUrl(origin, app, storefront) }
  }
}

/** The page of an app, with its data where the vendor's page has it. */
export const appPage = (input: PageInput): string => {
  const { app, day, language, origin, storefront } = input
  const version = versionOn(app, day)
  const data = {
    data: [
      {
        intent: { $kind: "ProductPageIntent", id: String(app.id), storefront: storefront.country, language },
        data: {
          $kind: "ShelfBasedProductPage",
          title: app.name,
          canonicalURL: appUrl(origin, app, storefront),
          lockup: lockup(app, input),
          titleOfferDisplayProperties: {
            isFree: app.usd === 0,
            hasInAppPurchases: app.purchases.length > 0,
            hasExternalPurchases: false
          },
          shelfMapping: shelfMapping(input)
        }
      }
    ],
    userTokenHash: hash(app.key, day).toString(16)
  }
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(app.name)} App - App Store</title>
<link rel="canonical" href="${escapeHtml(appUrl(origin, app, storefront))}">
<meta property="og:title" content="${escapeHtml(app.name)} App - App Store">
<script id=software-application type="application/ld+json">${scriptJson(jsonLd(input))}</script></head>
<body><main><h1>${escapeHtml(app.name)}</h1><p class="subtitle">${escapeHtml(app.subtitle)}</p>
<div class="metadata"><span>${escapeHtml(version.text)}</span></div></main>
<script type="application/json" id="serialized-server-data">${scriptJson(data)}</script></body></html>
`
}
