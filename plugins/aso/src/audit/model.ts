/**
 * aso-audit@1: how well a listing is made, from what stores show and from what its owner keeps here.
 *
 * Each factor has up to 10 points, from parts whose points the table below names. A part that wasn't measured is left
 * out and the factor's other parts are scaled to 10; a factor without a measured part is null. Score = 10 × the weighted
 * mean of the measured factors, null where they have less than half of the weight.
 *
 * Source: the weights are those of a published audit rubric, with updates, localisation and positioning added at 5 each.
 */
import type { Param } from "@storeglass/plugin-api"

export const auditModel = "aso-audit@1"

export const factorIds = [
  "title",
  "subtitle",
  "shortDescription",
  "keywordField",
  "description",
  "screenshots",
  "preview",
  "icon",
  "ratings",
  "rankings",
  "conversion",
  "updates",
  "localisation",
  "positioning"
] as const
export type FactorId = (typeof factorIds)[number]

type Weights = ReadonlyArray<readonly [id: FactorId, weight: number, label: string]>

/** The same in both stores. */
const beside: Weights = [
  ["screenshots", 15, "Screenshots"],
  ["preview", 5, "Preview video"],
  ["icon", 5, "Icon"],
  ["ratings", 15, "Ratings and reviews"],
  ["rankings", 10, "Keyword rankings"],
  ["conversion", 5, "Conversion"],
  ["updates", 5, "Updates"],
  ["localisation", 5, "Localisation"],
  ["positioning", 5, "Competitive position"]
]
export const weightsOf: Readonly<Record<Param.Platform, Weights>> = {
  storea: [
    ["title", 20, "Title"],
    ["subtitle", 15, "Subtitle"],
    ["keywordField", 15, "Keyword field"],
    ["description", 5, "Description"],
    ...beside
  ],
  storeb: [
    ["title", 20, "Title"],
    ["shortDescription", 15, "Short description"],
    ["description", 15, "Description"],
    ...beside
  ]
}

/** The names of all factors. */
export const factorLabels: ReadonlyArray<string> = [
  ...new Set(Object.values(weightsOf).flatMap((weights) => weights.map(([, , label]) => label)))
]

/** What a factor's parts need to be worth all of their points. */
export const wanted = {
  titleLength: 25,
  /** Share of the limit. */
  subtitleShare: 0.8,
  keywordFieldLength: 95,
  descriptionLength: { storea: 1_000, storeb: 2_000 },
  firstLine: 170,
  /** Share of the description's words. */
  termShareMax: 0.03,
  screenshots: 8,
  screenshotsFew: 3,
  ratingFrom: 3,
  ratingTo: 4.7,
  languages: 10,
  competitors: 3,
  reviews: 100
} as const

export const grades = ["A", "B", "C", "D", "F"] as const
export type Grade = (typeof grades)[number]
export const gradeOf = (score: number): Grade =>
  score >= 85 ? "A" : score >= 70 ? "B" : score >= 55 ? "C" : score >= 40 ? "D" : "F"

/** Points for days since the last version. */
export const freshness = (days: number): number => (days <= 30 ? 10 : days <= 90 ? 7 : days <= 180 ? 4 : 1)

export const round2 = (value: number): number => Math.round(value * 100) / 100
export const clamp01 = (value: number): number => Math.min(1, Math.max(0, value))
export const sum = (values: ReadonlyArray<number>): number => values.reduce((total, value) => total + value, 0)
