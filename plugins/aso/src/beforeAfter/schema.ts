import { Field, Param, Provenance } from "@storeglass/plugin-api"
import { TrackId } from "@storeglass/stores/contract"
import { Schema } from "effect"
import { savedFields } from "../saving.ts"
import { searchesMin, statuses, termsMin, verdicts } from "./effect.ts"

const { NullOr } = Schema
const { number, text, whole } = Field
const day = text("YYYY-MM-DD (UTC).", "2026-11-02")
const gainSays = "1: the rank's number halved, as from 20 to 10; −1: it doubled"

const Interval = (of: string) =>
  NullOr(Schema.Struct({ low: number("Low end."), high: number("High end.") })).annotate({
    description: `95% interval of ${of}; null where that is.`
  })
const Days = (of: string) =>
  NullOr(Schema.Struct({ from: day, to: day })).annotate({
    description: `${of}, both days included; null: none is left.`
  })

const Version = Schema.Struct({
  id: text("Id in your workspace.", "019c8e2a-7b41-7c3d-9e5f-2a6b8c0d1e3f"),
  versionName: text("What you call it.", "2.4"),
  language: text("BCP 47 tag.", "en-US"),
  releasedAt: text("When it was released, ISO 8601.")
}).annotate({ identifier: "AsoReleasedVersion" })

const group = {
  terms: whole("Keywords of the group that you keep for this storefront and device.", 12),
  measured: whole(`Those with ${searchesMin} searches or more in each window.`, 11),
  mean: NullOr(number(`Their mean change (${gainSays}); null with fewer than ${termsMin}.`)),
  interval: Interval("the mean (Student)")
}
const Group = Schema.Struct(group).annotate({
  identifier: "AsoTermGroup",
  description: "A group of your keywords and how their ranks changed; the untouched ones are the control."
})

const Comparison = Schema.Struct({
  status: Schema.Literals(statuses).annotate({
    description: `measured; no_former_version: this is the first that you keep in its language; too_early: fewer than ${searchesMin} days since; too_few_terms: fewer than ${termsMin} in either group; too_little_measured: fewer than ${termsMin} of them have enough searches.`
  }),
  verdict: NullOr(Schema.Literals(verdicts)).annotate({
    description:
      "no_evidence: the groups' intervals overlap, or that of the difference holds 0. climbed_more, fell_more: these terms went up or down more than untouched ones in the same days. Null unless measured."
  }),
  difference: NullOr(number("Mean change of these terms less that of the untouched ones; null unless measured.")),
  interval: Interval("the difference (Welch)"),
  group: Group
}).annotate({
  identifier: "AsoTermComparison",
  description: "Terms that came into the searched texts with the release, or left them, beside the untouched ones."
})

const Level = Schema.Struct({
  position: NullOr(number("Geometric mean of the ranks; null: too few searches.")),
  searches: whole("Searches in the window.", 14),
  ranked: whole("Those that found the app.", 13)
}).annotate({ identifier: "AsoTermLevel" })

const change = Schema.Literals(["added", "removed", "none"]).annotate({
  description: "Whether its words came into the searched texts with the release, left them, or neither."
})

export const BeforeAfterAnswer = Schema.Struct({
  appId: TrackId,
  platform: Schema.Literals(Param.platforms),
  country: text("Storefront, lowercase ISO 3166-1 alpha-2.", "us"),
  device: text("Device whose searches these are.", "iphone"),
  version: Version,
  former: NullOr(Version).annotate({ description: "The release before it in its language; null: you keep none." }),
  windows: Schema.Struct({
    before: Days("Up to the day before the release"),
    after: Days("From the day after it, up to today or the next release")
  }),
  added: Comparison,
  removed: Comparison,
  untouched: Group,
  lines: Schema.Array(
    Schema.Struct({
      name: Schema.Literals(["added", "removed", "untouched"]),
      points: Schema.Array(
        Schema.Struct({
          day,
          phase: Schema.Literals(["before", "release", "after"]),
          position: number("Geometric mean of the ranks of that day's searches."),
          terms: whole("Terms that were searched for on that day.", 9)
        })
      )
    })
  ).annotate({ description: "The groups' ranks by day, around the release." }),
  terms: Schema.Array(
    Schema.Struct({
      keyword: text("One of your keywords.", "photo collage"),
      change,
      before: Level,
      after: Level,
      gain: NullOr(number(`${gainSays}; null: too few searches.`))
    })
  ).annotate({ description: "Added ones first, then removed and untouched ones." }),
  otherReleases: Schema.Array(Version).annotate({
    description: "Your releases in other languages within these windows: they may have touched the same ranks."
  }),
  says: text("What that means, in a sentence."),
  model: text("Model and version.", "before-after@1"),
  ...savedFields,
  provenance: Provenance
}).annotate({ identifier: "AsoBeforeAfter" })
export type BeforeAfterAnswer = typeof BeforeAfterAnswer.Type
