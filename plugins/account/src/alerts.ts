import type { AlertKind } from "@storeglass/plugin-api"

export const creditsEnding = "account.credits-ending"

export const alerts: Readonly<Record<string, AlertKind>> = {
  [creditsEnding]: {
    title: "Credits end before the month does",
    description:
      "Sent once a month and bucket, on the first day on which the pace of the last 7 days leaves none before they come back."
  }
}
