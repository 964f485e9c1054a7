/** The data in an app's page. Each field stands alone: what is missing or odd is null. */
import { lookUp } from "@storeglass/plugin-api"
import { Option, Predicate, Schema } from "effect"
import { HttpUrl, loose, looseList, Whole } from "../common/loose.ts"
import type { StorePage } from "../contract.ts"
import { Id } from "./fields.ts"
import { idInUrl, looksLikePrice } from "./pageHtml.ts"

const Text = loose(Schema.NonEmptyString)
const Artwork = Schema.Struct({
  template: HttpUrl,
  width: loose(Whole),
  height: loose(Whole)
})
type Artwork = typeof Artwork.Type
const Media = Schema.Struct({
  screenshot: loose(Artwork),
  video: loose(Schema.Struct({ videoUrl: HttpUrl, preview: loose(Artwork) }))
})
const Shelf = Schema.Struct({
  title: Text,
  header: loose(Schema.Struct({ title: Text })),
  items: looseList(Schema.Unknown)
})
const Ratings = Schema.Struct({
  ratingAverage: loose(Schema.Finite),
  ratingCounts: Schema.Tuple([Whole, Whole, Whole, Whole, Whole])
})
const TextPair = Schema.Struct({ leadingText: Schema.String, trailingText: Schema.String })
const OlderPairs = Schema.Struct({ textPairs: Schema.Array(Schema.Tuple([Schema.String, Schema.String])) })
const Annotation = Schema.Struct({ items_V3: looseList(TextPair), items: looseList(OlderPairs) })
const Lockup = Schema.Struct({
  adamId: loose(Id),
  clickAction: loose(Schema.Struct({ pageUrl: Text })),
  url: Text
})
const PageEntry = Schema.Struct({
  intent: loose(Schema.Struct({ id: loose(Id) })),
  data: Schema.Struct({
    canonicalURL: Text,
    developerAction: loose(Schema.Struct({ title: Text })),
    lockup: loose(
      Schema.Struct({
        adamId: loose(Id),
        subtitle: Text,
        offerDisplayProperties: loose(Schema.Struct({ hasInAppPurchases: loose(Schema.Boolean) }))
      })
    ),
    titleOfferDisplayProperties: loose(Schema.Struct({ hasInAppPurchases: loose(Schema.Boolean) })),
    shelfMapping: loose(Schema.Record(Schema.String, Schema.Unknown))
  })
})
type PageEntry = typeof PageEntry.Type
const decodeEntry = Schema.decodeUnknownOption(PageEntry)

/** What the data says, and of which app. */
export interface PageData {
  readonly appId: string | null
  readonly page: StorePage
}

/** Reads the data block; undefined when nothing in it is known to us. */
export const readPageData = (root: unknown): PageData | undefined => {
  // The root was a list once; since then the list is under `data`.
  const list: unknown = Predicate.hasProperty(root, "data") ? root.data : root
  for (const candidate of Array.isArray(list) ? list : []) {
    const entry = Option.getOrUndefined(decodeEntry(candidate))
    if (entry !== undefined && (entry.data.lockup !== null || entry.data.shelfMapping !== null)) return pageOf(entry)
  }
  return undefined
}

const pageOf = ({ data, intent }: PageEntry): PageData => {
  const shelves = shelvesOf(data.shelfMapping ?? {})
  const hasInAppPurchases =
    data.titleOfferDisplayProperties?.hasInAppPurchases ??
    data.lockup?.offerDisplayProperties?.hasInAppPurchases ??
    null
  const listed = purchases(shelves)
  const appId =
    intent?.id ?? data.lockup?.adamId ?? (data.canonicalURL === null ? null : (idInUrl(data.canonicalURL) ?? null))
  return {
    appId,
    page: {
      subtitle: ownSubtitle(shelves, data),
      hasInAppPurchases: hasInAppPurchases ?? (listed === null ? null : true),
      inAppPurchases: listed ?? (hasInAppPurchases === false ? [] : null),
      similarAppIds: similar(shelves, appId),
      ratingHistogram: histogram(shelves),
      screenshots: screenshots(shelves),
      previews: previews(shelves),
      privacyPolicyUrl: privacyPolicy(data.shelfMapping ?? {}),
      containsAds: containsAds(shelves)
    }
  }
}

type Shelves = ReadonlyArray<readonly [key: string, shelf: typeof Shelf.Type]>

const shelvesOf = (mapping: Readonly<Record<string, unknown>>): Shelves => {
  const decode = Schema.decodeUnknownOption(Shelf)
  return Object.entries(mapping).flatMap(([key, shelf]) =>
    Option.match(decode(shelf), { onNone: () => [], onSome: (decoded) => [[key, decoded] as const] })
  )
}

const itemsAs = <S extends Schema.ConstraintDecoder<unknown>>(schema: S, shelf: typeof Shelf.Type | undefined) => {
  const decode = Schema.decodeUnknownOption(schema)
  return (shelf?.items ?? []).flatMap((item) => Option.toArray(decode(item)))
}

const shelf = (shelves: Shelves, key: string) => shelves.find(([name]) => name === key)?.[1]

/** The list of pairs whose second halves are prices: titles are translated, so they are not looked at. */
const purchases = (shelves: Shelves): StorePage["inAppPurchases"] => {
  for (const { items, items_V3 } of itemsAs(Annotation, shelf(shelves, "information"))) {
    const pairs =
      items_V3.length > 0
        ? items_V3.map(({ leadingText, trailingText }) => ({ name: leadingText, price: trailingText }))
        : items.flatMap(({ textPairs }) => textPairs.map(([name, price]) => ({ name, price })))
    if (pairs.some(({ price }) => looksLikePrice(price))) return pairs
  }
  return null
}

const SingleText = Schema.Struct({ items: Schema.Tuple([Schema.Struct({ text: Schema.NonEmptyString })]) })

/**
 * Where an app has no subtitle, the store puts the name of its category there, which the page's information has as well.
 * A seller's name is there too, and is one that an app may well give itself.
 */
const ownSubtitle = (shelves: Shelves, { developerAction, lockup }: PageEntry["data"]): string | null => {
  const subtitle = lockup?.subtitle ?? null
  if (subtitle === null || subtitle === developerAction?.title) return subtitle
  const texts = itemsAs(SingleText, shelf(shelves, "information")).map(({ items: [{ text }] }) => text)
  return texts.includes(subtitle) ? null : subtitle
}

/** The article about age ratings, to which the annotation with the rating leads in every storefront. */
const ageRatingArticle = "1825160725"

const Destination = Schema.Struct({ destination: Schema.Struct({ id: Id, language: Text }) })
const AgeRating = Schema.Struct({ linkAction: loose(Destination), items_V3: looseList(Schema.Unknown) })
const RatingItem = Schema.Struct({
  $kind: Text,
  action: loose(Destination),
  linkableText: loose(
    Schema.Struct({ styledText: Schema.Struct({ rawText: Schema.String, rawTextType: Schema.String }) })
  )
})
const decodeRatingItem = Schema.decodeUnknownOption(RatingItem)

/** What an annotation has beside what it lists. */
const silentKinds = new Set(["artwork", "button", "spacer", "textEncapsulation"])

/** The texts in which a rating lists what the app contains, told by their format; null where something isn't known. */
const listedIn = (items: ReadonlyArray<unknown>): ReadonlyArray<string> | null => {
  const listed: Array<string> = []
  for (const item of items) {
    const { $kind: kind, linkableText } = Option.getOrNull(decodeRatingItem(item)) ?? {
      $kind: null,
      linkableText: null
    }
    const type = linkableText?.styledText.rawTextType
    if (linkableText !== null && type === "text/markdown") listed.push(linkableText.styledText.rawText)
    else if (type !== "text/plain" && !silentKinds.has(kind ?? "")) return null
  }
  return items.length === 0 ? null : listed
}

/** What the store calls advertising, by language. */
const advertising: Readonly<Record<string, RegExp>> = {
  ar: /إعلان/,
  ca: /publicitat/i,
  cs: /reklam/i,
  da: /reklame|annonce/i,
  de: /werb/i,
  el: /διαφημ/i,
  en: /advertis/i,
  es: /publicidad|anuncio/i,
  fi: /maino/i,
  fr: /publicit/i,
  he: /פרסו/,
  hi: /विज्ञापन/,
  hr: /oglas|oglaš/i,
  hu: /reklám|hirdet/i,
  id: /iklan/i,
  it: /pubblicit/i,
  ja: /広告/,
  ko: /광고/,
  ms: /iklan/i,
  nb: /reklame|annonse/i,
  nl: /adverten|reclame/i,
  no: /reklame|annonse/i,
  pl: /reklam/i,
  pt: /publicidade|anúncio/i,
  ro: /publicitate|reclam/i,
  ru: /реклам/i,
  sk: /reklam/i,
  sv: /reklam|annons/i,
  th: /โฆษณา/,
  tr: /reklam/i,
  uk: /реклам/i,
  vi: /quảng cáo/i,
  zh: /广告|廣告/
}

/** Languages whose word was seen on the store's own pages: there a list without it tells that there are no ads. */
const seen = new Set(["en", "ja", "ko", "pt"])

/**
 * Whether the age rating lists advertising among what the app contains. The annotation is told by the article that it leads
 * to, and what it lists by being formatted, as no other text of it is: nothing listed is no ads, in every language. Which
 * of the things that are listed is advertising only its name tells; null where that isn't certain
 * (docs/decisions/0018-ads-by-name.md).
 */
const containsAds = (shelves: Shelves): boolean | null => {
  for (const { items_V3, linkAction } of itemsAs(AgeRating, shelf(shelves, "information"))) {
    const actions = items_V3.map((item) => Option.getOrNull(decodeRatingItem(item))?.action)
    const link = [linkAction, ...actions].find((action) => action?.destination.id === ageRatingArticle)
    if (link === undefined || link === null) continue
    const listed = listedIn(items_V3)
    if (listed === null || listed.length === 0) return listed === null ? null : false
    const language = link.destination.language?.slice(0, 2) ?? ""
    const word = lookUp(advertising, language)
    const words = word === undefined ? Object.values(advertising) : [word]
    if (listed.some((text) => words.some((each) => each.test(text)))) return true
    return seen.has(language) ? false : null
  }
  return null
}

const similarTitles = /you might also like|similar/i

const similar = (shelves: Shelves, appId: string | null): StorePage["similarAppIds"] => {
  const found =
    shelf(shelves, "similarItems") ??
    shelves.find(([, { header, title }]) => similarTitles.test(title ?? header?.title ?? ""))?.[1]
  if (found === undefined) return null
  const ids = itemsAs(Lockup, found).flatMap(({ adamId, clickAction, url }) => {
    const id = adamId ?? idInUrl(clickAction?.pageUrl ?? url ?? "")
    return id === undefined || id === appId ? [] : [id]
  })
  return ids.length === 0 && found.items.length > 0 ? null : [...new Set(ids)]
}

/** Five stars come first. The average beside them shows it, should that ever change. */
const histogram = (shelves: Shelves): StorePage["ratingHistogram"] => {
  const [ratings] = itemsAs(Ratings, shelf(shelves, "productRatings"))
  if (ratings === undefined) return null
  const [five, four, three, two, one] = ratings.ratingCounts
  const upward = [one, two, three, four, five] as const
  const downward = ratings.ratingCounts
  const average = ratings.ratingAverage
  return average !== null && distance(downward, average) < distance(upward, average) ? downward : upward
}

const distance = (counts: readonly [number, number, number, number, number], average: number): number => {
  const total = counts.reduce((sum, count) => sum + count, 0)
  const stars = counts.reduce((sum, count, index) => sum + count * (index + 1), 0)
  return total === 0 ? 0 : Math.abs(stars / total - average)
}

const devices: Readonly<Record<string, string>> = { phone: "iphone", pad: "ipad", tv: "appletv" }

const mediaOf = (shelves: Shelves): ReadonlyArray<readonly [device: string, media: ReadonlyArray<typeof Media.Type>]> =>
  shelves.flatMap(([key, found]) => {
    const kind = /^product_media_([a-z]+)_/.exec(key)?.[1]
    return kind === undefined ? [] : [[lookUp(devices, kind) ?? kind, itemsAs(Media, found)] as const]
  })

const screenshots = (shelves: Shelves): StorePage["screenshots"] => {
  const byDevice: Record<string, ReadonlyArray<{ url: string; width: number | null; height: number | null }>> = {}
  for (const [device, media] of mediaOf(shelves)) {
    const shots = media.flatMap(({ screenshot }) =>
      screenshot === null ? [] : [{ url: imageUrl(screenshot), width: screenshot.width, height: screenshot.height }]
    )
    if (shots.length > 0) byDevice[device] = [...(byDevice[device] ?? []), ...shots]
  }
  return byDevice
}

const previews = (shelves: Shelves): StorePage["previews"] =>
  mediaOf(shelves).flatMap(([device, media]) =>
    media.flatMap(({ video }) =>
      video === null
        ? []
        : [{ url: video.videoUrl, posterUrl: video.preview === null ? null : imageUrl(video.preview), device }]
    )
  )

/** `{w}x{h}{c}.{f}` in an address says how the picture is rendered: here in its own size, or one that always works. */
const imageUrl = ({ height, template, width }: Artwork): string =>
  template
    .replace("{w}", String(width ?? 1286))
    .replace("{h}", String(height ?? 1286))
    .replace("{c}", "bb")
    .replace("{f}", "jpg")

const Link = Schema.Struct({ title: loose(Schema.String), url: loose(HttpUrl), pageUrl: loose(HttpUrl) })
const decodeLink = Schema.decodeUnknownOption(Link)

/** The first link out of the store that is about privacy, wherever the privacy shelves keep it. */
const privacyPolicy = (mapping: Readonly<Record<string, unknown>>): string | null => {
  const queue: Array<readonly [value: unknown, inPrivacy: boolean]> = Object.entries(mapping).map(([key, value]) => [
    value,
    /privacy/i.test(key)
  ])
  for (let at = 0; at < queue.length && at < 20_000; at++) {
    const [value, inPrivacy] = queue[at] ?? [undefined, false]
    if (Array.isArray(value)) queue.push(...value.map((item: unknown) => [item, inPrivacy] as const))
    else if (Predicate.isObject(value)) {
      const { pageUrl, title, url } = Option.getOrElse(decodeLink(value), () => ({
        title: null,
        url: null,
        pageUrl: null
      }))
      const link = url ?? pageUrl
      if (link !== null && !inStore(link) && (inPrivacy || /privacy policy/i.test(title ?? ""))) return link
      queue.push(...Object.values(value).map((item) => [item, inPrivacy] as const))
    }
  }
  return null
}

const inStore = (url: string): boolean => /^https?:\/\/([a-z0-9-]+\.)*apple\.com(:\d+)?(\/|$)/i.test(url)
