import { Param } from "@storeglass/plugin-api"
import { Schema } from "effect"

const { Array: List, Literals, NullOr, optionalKey, Record, String: Text, Struct } = Schema

/** The rules by which a report is made. */
export const reportModel = "report@1"
/** The rules by which a week's reports become a digest. */
export const digestModel = "digest@1"

export const sectionIds = [
  "keywords",
  "visibility",
  "charts",
  "ratings",
  "reviews",
  "live",
  "listing",
  "opportunities",
  "competitors",
  "competitor-listings",
  "competitor-ads",
  "assistants",
  "figures",
  "paywall",
  "ads",
  "growth",
  "alerts"
] as const
export type SectionId = (typeof sectionIds)[number]

const Value = NullOr(Schema.Union([Schema.Finite, Text]))
/** What a rule found, with the numbers it was found by. */
export const Finding = Struct({
  text: Text,
  severity: Literals(["good", "info", "warning", "critical"]),
  /** The rule, its threshold and all numbers in the text. */
  evidence: Record(Text, Value)
})
export type Finding = typeof Finding.Type
export const Section = Struct({
  id: Literals(sectionIds),
  title: Text,
  /** partial: not all of it was measured; unavailable: none. `reason` says why. */
  status: Literals(["ok", "partial", "unavailable"]),
  reason: optionalKey(Text),
  findings: List(Finding),
  metrics: Record(Text, Value)
})
export type Section = typeof Section.Type

const changeTypes = ["entered", "left", "rose", "fell"] as const
export const RankChanged = Struct({
  keyword: Text,
  country: Text,
  device: Text,
  type: Literals(changeTypes),
  /** Null: it wasn't among those that were looked at. */
  from: NullOr(Schema.Int),
  to: NullOr(Schema.Int)
})
export type RankChanged = typeof RankChanged.Type
export const CompetitorMove = Struct({ appId: Text, appName: NullOr(Text), ...RankChanged.fields })
export type CompetitorMove = typeof CompetitorMove.Type

export const Action = Struct({
  title: Text,
  why: Text,
  /** 1 is first. */
  priority: Schema.Int,
  link: optionalKey(Text)
})

export const Report = Struct({
  /** The day it tells of, the last that was over: `YYYY-MM-DD` (UTC). */
  date: Text,
  appId: Text,
  appName: NullOr(Text),
  platform: Literals(Param.platforms),
  country: Text,
  headline: Text,
  sections: List(Section),
  rankChanges: List(RankChanged),
  competitorMoves: List(CompetitorMove),
  reviewsSummary: Struct({
    averageRating: NullOr(Schema.Finite),
    ratingCount: NullOr(Schema.Finite),
    newRatings: NullOr(Schema.Finite),
    /** Written or changed that day; null: not known. */
    reviews: NullOr(Schema.Int),
    themes: List(Struct({ theme: Text, polarity: Literals(["positive", "negative"]), mentions: Schema.Int }))
  }),
  /** By assistant, on the last day on which it was asked. */
  assistantVisibility: optionalKey(
    List(Struct({ model: Text, day: Text, score: Schema.Finite, before: NullOr(Schema.Finite) }))
  ),
  revenue: optionalKey(Struct({ installs: NullOr(Schema.Finite), proceeds: Record(Text, Schema.Finite), day: Text })),
  /** What search ads cost and brought; left out where it isn't known. */
  ads: optionalKey(Struct({ spend: Record(Text, Schema.Finite), installs: NullOr(Schema.Finite), day: Text })),
  actions: List(Action),
  provenance: Struct({
    model: Text,
    madeAt: Text,
    /** The assistant that put findings into its words; left out: rules worded all of them. Figures are never its own. */
    wordedBy: optionalKey(Text),
    sources: List(Struct({ what: Text, from: Text, asOf: NullOr(Text) }))
  }),
  /** The lists that were cut for its size, with how many entries each had. */
  truncated: optionalKey(List(Struct({ list: Text, of: Schema.Int })))
})
export type Report = typeof Report.Type

export const Digest = Struct({
  /** Monday and Sunday (UTC): `YYYY-MM-DD`. */
  from: Text,
  to: Text,
  appId: Text,
  appName: NullOr(Text),
  platform: Literals(Param.platforms),
  country: Text,
  headline: Text,
  /** Those that had a report, oldest first. */
  days: List(Struct({ day: Text, headline: Text })),
  /** Those that had none. */
  missing: List(Text),
  /** At most 10 of all days: the gravest first, then the newest. */
  findings: List(Struct({ day: Text, section: Text, ...Finding.fields })),
  /** From before the week's first change of a keyword to after its last; `days` on which it moved. */
  rankChanges: List(
    Struct({
      keyword: Text,
      country: Text,
      device: Text,
      from: NullOr(Schema.Int),
      to: NullOr(Schema.Int),
      days: Schema.Int
    })
  ),
  /** At most 5: those advised on most days first. */
  actions: List(Struct({ ...Action.fields, days: Schema.Int })),
  /** `reports` were made in the week, and `read` of them are still kept. */
  provenance: Struct({ model: Text, madeAt: Text, reports: Schema.Int, read: Schema.Int })
})
export type Digest = typeof Digest.Type
