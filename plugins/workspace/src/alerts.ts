import type { AlertKind } from "@storeglass/plugin-api"

export const changedAlert = "workspace.listing-changed"
export const ratingAlert = "workspace.rating-dropped"
export const unlistedAlert = "workspace.app-unlisted"
export const movedAlert = "workspace.ranks-moved"
export const visibilityAlert = "workspace.visibility-dropped"
export const waitingAlert = "workspace.keywords-waiting"

export const alerts: Readonly<Record<string, AlertKind>> = {
  [changedAlert]: {
    title: "The store shows other texts",
    description: "Sent when the daily look at the store first finds texts that differ from the current version."
  },
  [unlistedAlert]: {
    title: "An app is no longer listed",
    description: "Sent when the daily look at the store doesn't find an app that it found before."
  },
  [movedAlert]: {
    title: "Ranks moved",
    description:
      "Sent once a day for an app whose ranks for its own keywords moved far on the day before: by 10 or more, unless whoever runs the gateway set another number."
  },
  [ratingAlert]: {
    title: "A rating dropped",
    description:
      "Sent once when the average rating of an app with 50 ratings or more has fallen within 7 days: by 0.1 stars or more, unless whoever runs the gateway set another number."
  },
  [visibilityAlert]: {
    title: "Search visibility dropped",
    description:
      "Sent once a day for an app and market whose visibility over its own keywords fell on the day before: by 5 points or more, unless whoever runs the gateway set another number."
  },
  [waitingAlert]: {
    title: "Keywords wait",
    description: "Sent when the plan has changed and keywords beyond its limit are no longer collected."
  }
}
