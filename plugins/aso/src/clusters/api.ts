import { Endpoint, Param, View } from "@storeglass/plugin-api"
import { appErrors, storefront } from "@storeglass/stores/contract"
import { competitorIds, device } from "../parameters.ts"
import { language } from "../snapshot/schema.ts"
import { IntentClustersAnswer } from "./schema.ts"

export const intentClusters = Endpoint.get("intentClusters", "/v1/aso/apps/:id/intent-clusters", {
  params: { id: Param.appId },
  query: {
    ...storefront,
    language,
    device,
    competitorIds
  },
  answer: IntentClustersAnswer,
  errors: appErrors,
  price: 3,
  summary: "Intent clusters of an app",
  description:
    "The keywords of the app and its competitors, grouped by what people who search for them want: how visible the app is in each group, and the groups in which only competitors appear.",
  tool: { words: ["group my keywords, themes of keywords, topics where competitors are ahead, search intent"] },
  view: View.table({
    rows: "clusters",
    columns: [
      { field: "clusterLabel", title: "Cluster" },
      { field: "intent", title: "Intent" },
      { field: "keywordsRanked", title: "Keywords ranked" },
      { field: "avgRank", title: "Average rank" },
      { field: "weightedVisibility", title: "Visibility" },
      { field: "strength", title: "Strength" }
    ]
  })
})
