import { type Panel, View } from "@storeglass/plugin-api"

const app = { appId: { page: "app" }, platform: { page: "platform" }, country: { page: "country" } } as const
const days = { ...app, from: { page: "from" }, to: { page: "to" } } as const
/** As the routes with a price call them. */
const asked = { id: { page: "app" }, platform: { page: "platform" }, country: { page: "country" } } as const

export const panels: ReadonlyArray<Panel> = [
  {
    id: "chart-moves",
    slot: "overview",
    title: "Your apps in the charts",
    order: 30,
    blocks: [{ kind: "view", operation: "appsDashboard_chartMoves" }]
  },
  {
    id: "app",
    slot: "app",
    title: "App",
    order: 1,
    blocks: [
      { kind: "view", operation: "appsDashboard_estimates", title: "Downloads", params: days },
      {
        kind: "view",
        operation: "appsDashboard_estimates",
        title: "Revenue",
        params: { ...days, measure: "revenue" },
        platforms: ["storea"]
      },
      { kind: "view", operation: "appsDashboard_profile", title: "At a glance", params: app },
      {
        kind: "view",
        operation: "apps_intelligence",
        title: "Report now",
        params: asked,
        shows: [
          {
            title: "Of a month, and of its reviews",
            view: View.status({
              state: "trackName",
              details: [
                { field: "marketIntelligence.estimatedDownloads.value", title: "Downloads" },
                { field: "marketIntelligence.estimatedDownloads.range.low", title: "at least" },
                { field: "marketIntelligence.estimatedDownloads.range.high", title: "at most" },
                { field: "marketIntelligence.estimatedRevenue.value", title: "Revenue" },
                { field: "marketIntelligence.estimatedRevenue.range.low", title: "at least" },
                { field: "marketIntelligence.estimatedRevenue.range.high", title: "at most" },
                { field: "marketIntelligence.estimatedRevenue.currency", title: "Currency" },
                { field: "sentimentAnalysis.positivePercentage", title: "Positive reviews, %" },
                { field: "sentimentAnalysis.positiveRange.low", title: "at least" },
                { field: "sentimentAnalysis.positiveRange.high", title: "at most" },
                { field: "sentimentAnalysis.sampleSize", title: "Reviews read" }
              ]
            })
          },
          {
            title: "What its reviews are about",
            view: View.table({
              rows: "sentimentAnalysis.themes",
              columns: [
                { field: "theme", title: "Theme" },
                { field: "polarity", title: "Tone" },
                { field: "mentions", title: "Reviews" }
              ]
            })
          },
          {
            title: "What it sells",
            view: View.table({
              rows: "inAppPurchases",
              columns: [
                { field: "name", title: "In-app purchase" },
                { field: "price", title: "Price" }
              ]
            })
          }
        ]
      },
      { kind: "view", operation: "appsDashboard_ratings", title: "Number of ratings", params: days },
      {
        kind: "view",
        operation: "appsDashboard_ratings",
        title: "Average rating",
        params: days,
        view: View.series({ rows: "days", x: "date", y: "average", status: "status" })
      },
      {
        kind: "view",
        operation: "apps_get",
        title: "Ratings by stars now",
        params: asked,
        shows: [
          {
            title: "Stars",
            view: View.parts({
              parts: [
                { field: "ratingHistogram.5", title: "5 stars" },
                { field: "ratingHistogram.4", title: "4 stars" },
                { field: "ratingHistogram.3", title: "3 stars" },
                { field: "ratingHistogram.2", title: "2 stars" },
                { field: "ratingHistogram.1", title: "1 star" }
              ]
            })
          },
          {
            title: "All together",
            view: View.status({
              state: "trackName",
              details: [
                { field: "averageUserRating", title: "Rating" },
                { field: "userRatingCount", title: "Ratings" }
              ]
            })
          }
        ]
      },
      {
        kind: "view",
        operation: "apps_reviews",
        title: "Reviews now",
        params: asked,
        view: View.list({ rows: "reviews", title: "author", text: "text", note: "rating" })
      },
      {
        kind: "view",
        operation: "apps_similar",
        title: "Similar apps now",
        params: asked,
        view: View.table({
          rows: "apps",
          columns: [
            { field: "trackName", title: "App" },
            { field: "sellerName", title: "Developer" },
            { field: "averageUserRating", title: "Rating" },
            { field: "relation", title: "Found by" }
          ]
        })
      },
      {
        kind: "view",
        operation: "apps_screenshots",
        title: "Screenshots now",
        params: { ...asked, device: "iphone" },
        platforms: ["storea"],
        view: View.gallery({ rows: "screenshots.iphone", picture: "url", title: "position" })
      },
      { kind: "form", operation: "apps_screenshots", title: "Screenshots now", params: asked, platforms: ["storeb"] },
      {
        kind: "view",
        operation: "apps_countryRankings",
        title: "Places by country now",
        params: asked,
        view: View.table({
          rows: "rankings",
          columns: [
            { field: "countryName", title: "Country" },
            { field: "rank", title: "Rank" },
            { field: "totalListed", title: "of" },
            { field: "previousStatus", title: "The day before" },
            { field: "asOf", title: "Read" }
          ]
        })
      }
    ]
  }
]
