import type { AlertKind } from "@storeglass/plugin-api"

export const providerAlert = "ai-visibility.provider-closed"

export const bandAlert = "ai-visibility.score-left-band"

export const alerts: Readonly<Record<string, AlertKind>> = {
  [providerAlert]: {
    title: "AI visibility: an assistant couldn't be asked",
    description:
      "Sent once a scan when a provider refuses the gateway's key or has no credit left, so that the scan goes on without it."
  },
  [bandAlert]: {
    title: "AI visibility: the score left its band",
    description:
      "Sent once when an assistant's score lies above or below its own band for two scans in a row, and again only after it came back."
  }
}
