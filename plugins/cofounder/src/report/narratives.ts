import type { CofounderConfig } from "../config.ts"
import type { Facts } from "./facts.ts"
import { chartName, isMajorMove, ratingDropOf, rounded } from "./rules.ts"

export interface Narrative {
  readonly event: string
  readonly summary: string
}

/** Rare events beside the report, each at most once a week for an app. */
export const narrativesOf = (facts: Facts, config: CofounderConfig): ReadonlyArray<Narrative> => {
  const name = facts.app.appName ?? facts.app.appId
  const rivals = facts.competitors.status === "unavailable" ? [] : facts.competitors.data
  const moved = rivals.filter((rival) => isMajorMove(rival, config)).map((rival) => rival.name ?? rival.appId)
  const left =
    facts.charts.status === "unavailable"
      ? []
      : facts.charts.data.filter(({ from, to }) => from !== null && to === null)
  const { ratings } = facts
  const stars = (average: number | undefined) => (average === undefined ? "" : rounded(average, 2).toFixed(2))
  return [
    ...(moved.length === 0
      ? []
      : [
          {
            event: "competitor.major_move",
            summary: `${moved.slice(0, 3).join(", ")} moved by ${config.rivalRanksMin} ranks, or into the top 10, for at least ${config.rivalKeywordsMin} keywords of ${name}.`
          }
        ]),
    ...(ratings.status === "ok" && ratingDropOf(ratings.data, config)
      ? [
          {
            event: "app.rating_drop",
            summary: `The average rating of ${name} fell from ${stars(ratings.data.before?.averageRating)} to ${stars(ratings.data.averageRating)} within a week.`
          }
        ]
      : []),
    ...(left.length === 0
      ? []
      : [{ event: "app.left_chart", summary: `${name} left the chart ${left.slice(0, 3).map(chartName).join(", ")}.` }])
  ]
}
