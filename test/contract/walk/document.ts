/** What the documents say of the operations over the public stores: document 1, "Resources and their fields" and "Credit costs". */

export type Kind = "id" | "text" | "number" | "count" | "time" | "url" | "urls" | "texts" | "word" | "price"

/**
 * The fields of an answer by their paths in `data`; `[]` goes through a list. A field may be null where a store doesn't tell it,
 * but over the whole walk each has to come with a value.
 */
export const fieldsOf: Readonly<Record<string, Readonly<Record<string, Kind>>>> = {
  apps_get: {
    trackId: "id",
    trackName: "text",
    sellerName: "text",
    bundleId: "text",
    primaryGenreName: "text",
    averageUserRating: "number",
    userRatingCount: "count",
    price: "number",
    currentVersionReleaseDate: "time",
    artworkUrl512: "url",
    screenshotUrls: "urls",
    description: "text"
  },
  apps_intelligence: {
    trackId: "id",
    trackName: "text",
    "marketIntelligence.estimatedDownloads.value": "number",
    "marketIntelligence.estimatedDownloads.range.low": "number",
    "marketIntelligence.estimatedDownloads.range.high": "number",
    "marketIntelligence.estimatedDownloads.confidence": "word",
    "marketIntelligence.estimatedDownloads.period": "word",
    "marketIntelligence.estimatedRevenue.value": "number",
    "marketIntelligence.estimatedRevenue.range.low": "number",
    "marketIntelligence.estimatedRevenue.range.high": "number",
    "marketIntelligence.estimatedRevenue.confidence": "word",
    "marketIntelligence.estimatedRevenue.period": "word",
    "marketIntelligence.estimatedRevenue.currency": "text",
    "inAppPurchases[].name": "text",
    "inAppPurchases[].price": "price",
    "similarApps[].trackId": "id",
    "similarApps[].trackName": "text",
    "similarApps[].sellerName": "text",
    "sentimentAnalysis.averageRating": "number",
    "sentimentAnalysis.totalReviews": "count",
    "sentimentAnalysis.positivePercentage": "number",
    "sentimentAnalysis.topPositiveThemes": "texts",
    "sentimentAnalysis.topNegativeThemes": "texts"
  },
  apps_search: { "results[].trackId": "id", "results[].trackName": "text", "results[].sellerName": "text" },
  apps_reviews: {
    "reviews[].rating": "count",
    "reviews[].text": "text",
    "reviews[].author": "text",
    "reviews[].date": "time"
  },
  apps_similar: { "apps[].trackId": "id", "apps[].trackName": "text", "apps[].sellerName": "text" },
  keywords_ranks: {
    keyword: "text",
    country: "word",
    popularity: "number",
    competitiveness: "number",
    totalResults: "count",
    "rankings[].rank": "count",
    "rankings[].trackId": "id",
    "rankings[].trackName": "text",
    "rankings[].sellerName": "text"
  },
  keywords_track: { keyword: "text", country: "word", status: "word", message: "text" },
  keywords_trending: {
    country: "word",
    period: "word",
    total: "count",
    "keywords[].keyword": "text",
    "keywords[].growthPercent": "number",
    "keywords[].maxReach": "count",
    "keywords[].currentReach": "count",
    "keywords[].volumeScore": "number",
    "keywords[].resultCount": "count",
    "keywords[].difficulty": "number"
  },
  charts_discover: {
    "newReleases[].appId": "text",
    "newReleases[].title": "text",
    "newReleases[].developer": "text",
    "newReleases[].icon": "url",
    "newReleases[].category": "text",
    "newReleases[].releasedAt": "time",
    "newReleases[].releasedAgo": "text",
    "newReleases[].url": "url",
    "newNumber1[].category": "text",
    "newNumber1[].appId": "text",
    "newNumber1[].title": "text",
    "newNumber1[].icon": "url"
  },
  account_usage: {
    plan: "word",
    monthlyCredits: "count",
    used: "count",
    remaining: "count",
    "credits.general.limit": "count",
    "credits.general.used": "count",
    "credits.general.remaining": "count",
    "credits.aiVisibility.limit": "count",
    "credits.creative.limit": "count",
    "credits.resetDate": "time",
    resetDate: "time",
    "usageByEndpoint[].endpoint": "text",
    "usageByEndpoint[].totalCredits": "count",
    "usageByEndpoint[].requestCount": "count"
  }
}

/** Credits of the operations whose price the document shows. */
export const pricesOf: Readonly<Record<string, number>> = {
  apps_search: 1,
  apps_get: 2,
  apps_intelligence: 5,
  apps_countryRankings: 3,
  apps_reviews: 2,
  apps_similar: 2,
  apps_screenshots: 2,
  apps_competitorScreenshots: 3,
  charts_categories: 1,
  charts_top: 2,
  charts_topScreenshots: 3,
  charts_newReleases: 2,
  charts_discover: 2,
  charts_newNumberOne: 2,
  keywords_ranks: 2,
  keywords_track: 1,
  keywords_suggestions: 1,
  keywords_metrics: 2,
  keywords_compare: 3,
  keywords_compareCluster: 4,
  keywords_gap: 4,
  keywords_visibility: 3,
  keywords_movers: 3,
  keywords_appKeywords: 3,
  keywords_trends: 2,
  system_health: 0
}
