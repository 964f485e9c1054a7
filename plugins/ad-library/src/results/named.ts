import { type Ad, isRefined } from "../ads.ts"

/** What an answer tells of an ad, in a list as in full. */
export const namedOf = (appId: number, ad: Ad) => ({
  adId: ad.adId,
  appId,
  appName: ad.appName,
  developerId: ad.developerId,
  developerName: ad.developerName,
  legalName: ad.legalName,
  placement: ad.placement,
  format: ad.format,
  subFormat: ad.subFormat,
  countryOrRegion: ad.country,
  firstImpressionDate: ad.first,
  firstImpressionOverOneYear: ad.firstOverOneYear,
  lastImpressionDate: ad.last,
  audienceRefinement: { used: isRefined(ad.refinement), ...ad.refinement },
  productPageId: ad.productPageId
})
