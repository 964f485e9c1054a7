import type { Panel } from "@storeglass/plugin-api"

export const panels: ReadonlyArray<Panel> = [
  {
    id: "ad-creatives",
    slot: "app",
    title: "Ads",
    role: "member",
    order: 75,
    blocks: [
      {
        kind: "text",
        text: "Ads from the listing: its real screenshots, and no claim that it doesn't make. A picture costs creative credits, which are charged once it's done."
      },
      { kind: "form", operation: "adCreatives_generate", title: "Make an ad" }
    ]
  }
]
