/** Ads as this plugin knows them, whatever form the repository gives them in. */
import { Schema } from "effect"

export const datePresets = ["LAST_90_DAYS", "LAST_180_DAYS", "LAST_YEAR"] as const
export type DatePreset = (typeof datePresets)[number]
export const daysOf = { LAST_90_DAYS: 90, LAST_180_DAYS: 180, LAST_YEAR: 365 } as const satisfies Record<
  DatePreset,
  number
>
/** The repository tells nothing of the last days. */
export const delayDays: 7 = 7

const text = Schema.NullOr(Schema.String)
const count = Schema.NullOr(Schema.Finite)

export const Asset = Schema.Struct({
  pictureUrl: text,
  videoUrl: text,
  orientation: text,
  width: count,
  height: count,
  order: count
})
export type Asset = typeof Asset.Type

export const Refinement = Schema.Struct({
  age: Schema.Boolean,
  gender: Schema.Boolean,
  location: Schema.Boolean,
  /** The vendor's word; null: all customers. */
  customerType: text
})
export type Refinement = typeof Refinement.Type

/** One ad in one storefront: the key of a row is both. */
export const Ad = Schema.Struct({
  /** Opaque text, even where it's all digits. */
  adId: Schema.String,
  country: Schema.String,
  appName: text,
  developerId: count,
  developerName: text,
  legalName: text,
  placement: Schema.String,
  format: Schema.String,
  subFormat: text,
  /** YYYY-MM-DD; null where it isn't told, or was over a year ago. */
  first: text,
  firstOverOneYear: Schema.Boolean,
  last: text,
  refinement: Refinement,
  banner: Schema.Struct({
    subtitle: text,
    primaryCategory: text,
    iconPictureUrl: text,
    promotionalText: text,
    shortDescription: text,
    inAppPurchases: Schema.NullOr(Schema.Boolean),
    editorialBadge: Schema.NullOr(Schema.Boolean)
  }),
  assets: Schema.Array(Asset),
  /** The custom product page that an address of the ad names; nothing else proves one. */
  productPageId: text
})
export type Ad = typeof Ad.Type

/** Whether any of the four refinements was used. */
export const isRefined = ({ age, customerType, gender, location }: Refinement) =>
  age || gender || location || customerType !== null

/** The addresses of an ad's pictures and videos. */
export const creativesOf = ({ assets }: Pick<Ad, "assets">): ReadonlyArray<string> => [
  ...new Set(assets.flatMap(({ pictureUrl, videoUrl }) => [pictureUrl, videoUrl].filter((url) => url !== null)))
]

/** The same pictures and videos, whatever they lead to, or without any the icon, are one creative; null: it has neither. */
export const creativeKeyOf = (ad: Pick<Ad, "assets" | "banner">): string | null => {
  const urls = creativesOf(ad).map((url) => url.replace(/[?#].*$/, ""))
  return urls.length === 0 ? ad.banner.iconPictureUrl : [...new Set(urls)].toSorted().join(" ")
}

/** Newest impression first, then by id and storefront: the same ads are always in the same order. */
export const byLastImpression = (a: Pick<Ad, "last" | "adId" | "country">, b: Pick<Ad, "last" | "adId" | "country">) =>
  compare(b.last ?? "", a.last ?? "") || compare(a.adId, b.adId) || compare(a.country, b.country)

// Ids, codes and dates are of ASCII: their code units are their code points.
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
