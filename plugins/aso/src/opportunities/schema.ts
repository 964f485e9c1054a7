import { Field, nextCursor, Param, Provenance } from "@storeglass/plugin-api"
import { TrackId } from "@storeglass/stores/contract"
import { Schema } from "effect"
import { savedFields } from "../saving.ts"
import { ReadLanguage } from "../schema.ts"
import { NotMeasured, SnapshotAnswer } from "../snapshot/schema.ts"
import { actions } from "./model.ts"

const { number, text, whole } = Field
const NullOr = Schema.NullOr
const Range = NullOr(Schema.Struct({ low: Schema.Finite, high: Schema.Finite }))

const keyword = text("The keyword in its normalized form: lowercase, single spaces.", "budget planner")
const relevance = NullOr(number("How much it's about the app, 0 to 100 (aso-relevance@1); null if nothing tells."))
const volumeScore = NullOr(number("Estimated search volume, 0 to 100 (kw-volume@2); null if it wasn't measured."))
const rank = {
  currentRank: NullOr(whole("The app's rank; null for the other two statuses.")),
  rankStatus: Schema.Literals(["ranked", "not_in_top_n", "not_measured"]).annotate({
    description: "ranked; not_in_top_n: not in the part of the list that was read; not_measured: no data."
  })
}

export const Opportunity = Schema.Struct({
  keyword,
  opportunityScore: NullOr(number("What there is to win, 0 to 100; null where a part of it wasn't measured.")),
  range: Range.annotate({
    description: "The score with volume and difficulty at the ends of their ranges; null where the score is."
  }),
  volumeScore,
  difficulty: NullOr(number("How hard it is to rank, 0 to 100 (kw-difficulty@2); null if it wasn't measured.")),
  relevance,
  ...rank,
  bestCompetitor: NullOr(TrackId).annotate({
    description: "The competitor with the best rank; null if none is ranked, or it wasn't measured."
  }),
  bestCompetitorRank: NullOr(whole("Its rank.")),
  recommendedAction: Schema.Literals(actions).annotate({
    description:
      "defend: ranked 3 or better. ignore: the listing says it already, or has no room. Else the most searched field in which it fits."
  }),
  reason: text("Why, with the characters that are free.", "the subtitle has 14 of its characters free, 12 needed")
}).annotate({ identifier: "AsoOpportunity" })

export const OpportunitiesAnswer = Schema.Struct({
  appId: TrackId,
  platform: Schema.Literals(Param.platforms).annotate({ description: "The store." }),
  country: text("Storefront, lowercase ISO 3166-1 alpha-2.", "us"),
  total: whole("Opportunities on all pages."),
  opportunities: Schema.Array(Opportunity).annotate({
    description: "Best first; those that can't be scored come last, most relevant first."
  }),
  excluded: Schema.Array(Schema.Struct({ keyword, relevance, volumeScore })).annotate({
    description: "Terms left out since they're hardly about the app: relevance under 30."
  }),
  brandTerms: Schema.Array(
    Schema.Struct({
      keyword,
      brandOf: TrackId.annotate({ description: "The app whose brand it is." }),
      volumeScore,
      ...rank
    })
  ).annotate({ description: "Other apps' brands, which belong in no listing but theirs." }),
  competitorsFrom: Schema.Literals(["given", "tracked", "found"]).annotate({
    description:
      "Whose ranks it's compared with: those your workspace tracks, or else apps found beside it in searches."
  }),
  nextCursor,
  notMeasured: NotMeasured,
  language: ReadLanguage,
  snapshot: SnapshotAnswer,
  model: text("Model and version of the scores.", "aso-opportunity@1"),
  provenance: Provenance,
  ...savedFields
}).annotate({ identifier: "AsoOpportunities" })
