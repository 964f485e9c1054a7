import { describePlugin } from "@storeglass/testkit"

describePlugin("aso", {
  plugins: { stores: true, keywords: true, aso: true },
  bodies: { aso_validate: { title: "Photo Studio: Free Collage App", keywords: "collage, filter" } }
})
