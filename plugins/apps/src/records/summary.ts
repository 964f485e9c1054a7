import { type StoreApp, trackIdOf } from "@storeglass/stores/contract"

/** The fields that every list of apps shows. */
export const summaryOf = (app: StoreApp) => ({
  trackId: trackIdOf(app.platform, app.appId),
  trackName: app.name,
  sellerName: app.seller,
  bundleId: app.bundleId,
  primaryGenreName: app.genreName,
  averageUserRating: app.averageRating,
  userRatingCount: app.ratingCount,
  price: app.price,
  currency: app.currency,
  formattedPrice: app.formattedPrice,
  artworkUrl512: app.iconUrl,
  trackViewUrl: app.url
})
