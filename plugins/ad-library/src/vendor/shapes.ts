/** What the repository answers, read leniently: booleans and numbers may be text, and null may be the text "null". */
import { Schema } from "effect"
import type { Ad, Asset, Refinement } from "../ads.ts"

const Loosely = Schema.NullOr(Schema.Union([Schema.String, Schema.Finite, Schema.Boolean]))
const Loose = Schema.optionalKey(Loosely)
type Loose = string | number | boolean | null | undefined

export const textOf = (value: Loose): string | null => {
  if (value === null || value === undefined) return null
  // PostgreSQL keeps neither NUL nor half a character.
  const text = String(value).replaceAll("\0", "").toWellFormed().trim()
  return text === "" || text === "null" ? null : text
}
export const numberOf = (value: Loose): number | null => {
  const text = textOf(value)
  const number = text === null ? Number.NaN : Number(text)
  return Number.isFinite(number) ? number : null
}
export const flagOf = (value: Loose): boolean | null => {
  const text = textOf(value)?.toLowerCase()
  return text === "true" ? true : text === "false" ? false : null
}
const customerTypeOf = (value: Loose): string | null => {
  const text = textOf(value)
  if (text === null || text.toLowerCase() === "false" || text === "ALL_USERS") return null
  return text.toLowerCase() === "true" ? "TARGETED" : text
}
/** `YYYY-MM-DD HH:MM:SS.s` or `YYYY-MM-DD`, cut to the day; the words for longer ago are no date. */
export const dateOf = (value: Loose): string | null => /^\d{4}-\d{2}-\d{2}/.exec(textOf(value) ?? "")?.[0] ?? null
export const isOverOneYear = (value: Loose): boolean => /^over 1 year ago$/i.test(textOf(value) ?? "")
/** `APPSTORE_…` as `STORE_…`; one document's RESULT is the RESULTS of the others. */
export const placementOf = (value: Loose): string =>
  (textOf(value) ?? "UNKNOWN").replace(/^APPSTORE_/, "STORE_").replace(/^STORE_SEARCH_RESULT$/, "STORE_SEARCH_RESULTS")
const ppidOf = (urls: ReadonlyArray<string | null>): string | null => {
  for (const url of urls) {
    const ppid = /[?&]ppid=([^&#]+)/.exec(url ?? "")?.[1]
    if (ppid !== undefined) return ppid
  }
  return null
}

const AssetShape = Schema.Struct({
  pictureUrl: Loose,
  videoUrl: Loose,
  orientation: Loose,
  width: Loose,
  height: Loose,
  order: Loose
})
export const assetOf = (asset: typeof AssetShape.Type): Asset => ({
  pictureUrl: textOf(asset.pictureUrl),
  videoUrl: textOf(asset.videoUrl),
  orientation: textOf(asset.orientation),
  width: numberOf(asset.width),
  height: numberOf(asset.height),
  order: numberOf(asset.order)
})

const list = <S extends Schema.Constraint>(item: S) => Schema.optionalKey(Schema.NullOr(Schema.Array(item)))

const RefinementShape = Schema.Struct({
  ageTarget: Loose,
  genderTarget: Loose,
  locationTarget: Loose,
  customerTypeTarget: Loose
})
const refinementOf = (told: typeof RefinementShape.Type | null | undefined): Refinement => ({
  age: flagOf(told?.ageTarget) ?? false,
  gender: flagOf(told?.genderTarget) ?? false,
  location: flagOf(told?.locationTarget) ?? false,
  customerType: customerTypeOf(told?.customerTypeTarget)
})

const adFields = {
  adId: Schema.Union([Schema.String, Schema.Int]),
  appId: Loose,
  appName: Loose,
  developerId: Loose,
  developerName: Loose,
  legalName: Loose,
  placement: Loose,
  format: Loose,
  subFormat: Loose,
  countryOrRegion: Schema.String,
  audienceRefinement: Schema.optionalKey(Schema.NullOr(RefinementShape)),
  firstImpressionDate: Loose,
  lastImpressionDate: Loose,
  defaultLanguageTag: Loose,
  defaultPreviewDevice: Loose,
  adBanner: Schema.optionalKey(
    Schema.NullOr(
      Schema.Struct({
        subtitle: Loose,
        primaryCategory: Loose,
        iconPictureUrl: Loose,
        promotionalText: Loose,
        shortDescription: Loose,
        inAppPurchases: Loose,
        editorialBadge: Loose
      })
    )
  ),
  adAssets: list(AssetShape),
  appIconVariations: list(
    Schema.Union([
      Schema.String,
      Schema.Struct({ pictureUrl: Loose, iconPictureUrl: Loose, url: Loose, languageTag: Loose, locale: Loose })
    ])
  ),
  adLocaleVariations: list(
    Schema.Struct({
      languageTag: Loose,
      languageDisplayName: Loose,
      appName: Loose,
      subTitle: Loose,
      primaryCategory: Loose,
      promotionalText: Loose,
      deviceAssets: list(Schema.Struct({ previewDevice: Loose, adAssets: list(AssetShape) }))
    })
  )
}
export const AdShape = Schema.Struct(adFields)
export type AdShape = typeof AdShape.Type

export const iconsOf = (told: AdShape) =>
  (told.appIconVariations ?? []).flatMap((icon) => {
    if (typeof icon === "string") return textOf(icon) === null ? [] : [{ url: icon, locale: null }]
    const url = textOf(icon.pictureUrl) ?? textOf(icon.iconPictureUrl) ?? textOf(icon.url)
    return url === null ? [] : [{ url, locale: textOf(icon.languageTag) ?? textOf(icon.locale) }]
  })

export const adOf = (told: AdShape): Ad => {
  const assets = (told.adAssets ?? []).map(assetOf)
  const localized = (told.adLocaleVariations ?? []).flatMap(({ deviceAssets }) =>
    (deviceAssets ?? []).flatMap(({ adAssets }) => (adAssets ?? []).map(assetOf))
  )
  const banner = told.adBanner
  const iconPictureUrl = textOf(banner?.iconPictureUrl)
  return {
    adId: String(told.adId),
    country: told.countryOrRegion.toUpperCase(),
    appName: textOf(told.appName),
    developerId: numberOf(told.developerId),
    developerName: textOf(told.developerName),
    legalName: textOf(told.legalName),
    placement: placementOf(told.placement),
    format: textOf(told.format) ?? "UNKNOWN",
    subFormat: textOf(told.subFormat),
    first: dateOf(told.firstImpressionDate),
    firstOverOneYear: isOverOneYear(told.firstImpressionDate),
    last: dateOf(told.lastImpressionDate),
    refinement: refinementOf(told.audienceRefinement),
    banner: {
      subtitle: textOf(banner?.subtitle),
      primaryCategory: textOf(banner?.primaryCategory),
      iconPictureUrl,
      promotionalText: textOf(banner?.promotionalText),
      shortDescription: textOf(banner?.shortDescription),
      inAppPurchases: flagOf(banner?.inAppPurchases),
      editorialBadge: flagOf(banner?.editorialBadge)
    },
    assets,
    productPageId: ppidOf([
      iconPictureUrl,
      ...[...assets, ...localized].flatMap(({ pictureUrl, videoUrl }) => [pictureUrl, videoUrl]),
      ...iconsOf(told).map(({ url }) => url)
    ])
  }
}

const Pagination = Schema.optionalKey(
  Schema.NullOr(Schema.Struct({ totalResults: Loose, startIndex: Loose, itemsPerPage: Loose }))
)
export const AdsPage = Schema.Struct({
  data: list(AdShape),
  dataStartDate: Loose,
  dataEndDate: Loose,
  pagination: Pagination
})
export const EntitiesPage = Schema.Struct({
  data: list(Schema.Struct({ id: Schema.Union([Schema.Int, Schema.String]), name: Loose, type: Loose })),
  pagination: Pagination
})
export const Storefronts = Schema.Struct({ data: Schema.Array(Schema.Struct({ code: Schema.String })) })
export const Refusal = Schema.Struct({ errors: list(Schema.Struct({ message: Loose })) })

export const DetailAnswer = Schema.Struct({
  data: Schema.optionalKey(Schema.NullOr(AdShape)),
  dataStartDate: Loose,
  dataEndDate: Loose
})

export const RestrictionsPage = Schema.Struct({
  data: list(
    Schema.Struct({
      actionDate: Loose,
      actionTaken: Loose,
      reason: Loose,
      basis: Loose,
      details: Loose,
      firstImpressionDate: Loose,
      affectedPlacements: list(Schema.Struct({ placement: Loose, countriesOrRegions: list(Loosely) }))
    })
  ),
  pagination: Pagination
})
type RestrictionShape = NonNullable<(typeof RestrictionsPage.Type)["data"]>[number]
/** A removed ad or a suspended account, of which the repository names neither app nor developer. */
export const restrictionOf = (told: RestrictionShape) => {
  const places = told.affectedPlacements ?? []
  return {
    actionTaken: textOf(told.actionTaken) ?? "UNKNOWN",
    actionDate: dateOf(told.actionDate),
    reason: textOf(told.reason),
    basis: textOf(told.basis),
    details: textOf(told.details),
    firstImpressionDate: dateOf(told.firstImpressionDate),
    storefronts: [
      ...new Set(
        places.flatMap(({ countriesOrRegions }) =>
          (countriesOrRegions ?? []).flatMap((code) => textOf(code)?.toUpperCase() ?? [])
        )
      )
    ].toSorted(),
    placements: [...new Set(places.map(({ placement }) => placementOf(placement)))].toSorted()
  }
}
