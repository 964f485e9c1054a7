import type { AlertKind } from "@storeglass/plugin-api"

export const moved = "ad-library.moved"

export const alerts: Readonly<Record<string, AlertKind>> = {
  [moved]: {
    title: "Ad library: a competitor's ads in the EU changed",
    description:
      "Sent at most once a day and competitor of your workspace, when it starts or stops advertising, or has new pictures, storefronts or placements, of which the repository tells 7 days late."
  }
}
