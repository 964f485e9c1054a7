import type { Feature } from "@storeglass/plugin-api"

export const appsFeature = "cofounderApps"
/** Over all plans. */
export const appsMax = 25

export const features: Readonly<Record<string, Feature>> = {
  [appsFeature]: {
    description: "Co-founder: apps with a daily report",
    plans: {
      free: 1,
      indie: 3,
      small: 5,
      growth: 25,
      medium: 25,
      large: 25,
      web_indie: 3,
      web_startup: 5,
      web_agentic_scale: 25
    }
  }
}
