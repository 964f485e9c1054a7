import { describePlugin } from "@storeglass/testkit"

describePlugin("aso", {
  // So many store requests that volumes are measured too, which views show.
  plugins: { stores: true, keywords: true, aso: { storeRequests: 80 } },
  bodies: { aso_validate: { title: "Photo Studio: Free Collage App", keywords: "collage, filter" } }
})
