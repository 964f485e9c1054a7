import { Field, Param, Provenance } from "@storeglass/plugin-api"
import { TrackId } from "@storeglass/stores/contract"
import { Schema } from "effect"
import { MetadataIssue } from "../rules/schema.ts"
import { savedFields } from "../saving.ts"
import { ReadLanguage } from "../schema.ts"
import { NotMeasured, SnapshotAnswer } from "../snapshot/schema.ts"
import { openReasons } from "./plan.ts"

const { NullOr } = Schema
const { number, text, texts, whole } = Field

const figures = {
  keyword: text("The keyword in its normalized form: lowercase, single spaces.", "budget planner"),
  volumeScore: NullOr(number("Estimated search volume, 0 to 100 (kw-volume@2); null if it wasn't measured.")),
  difficulty: NullOr(number("How hard it is to rank, 0 to 100 (kw-difficulty@2); null if it wasn't measured.")),
  relevance: NullOr(number("How much it's about the app, 0 to 100 (aso-relevance@1); null if nothing tells.")),
  currentRank: NullOr(whole("The app's rank; null for the other two statuses.")),
  rankStatus: Schema.Literals(["ranked", "not_in_top_n", "not_measured"]).annotate({
    description: "ranked; not_in_top_n: not in the part of the list that was read; not_measured: no data."
  })
}

const PlannedTerm = Schema.Struct({
  ...figures,
  value: NullOr(number("volume × (1 − difficulty/100) × relevance/100; null where one of them isn't known.")),
  place: Schema.Literals(["title", "keyword_field"]).annotate({
    description: "title: as a phrase; keyword_field: its words, with those of the name."
  })
}).annotate({ identifier: "AsoPlannedTerm" })

const Planned = (description: string, identifier: string) =>
  Schema.Struct({
    text: NullOr(Schema.String).annotate({ description: "The text; null: none, see reason." }),
    charCount: NullOr(Schema.Int).annotate({ description: "Its code points in normal form C; null without a text." }),
    maxChars: whole("The store's limit.", 100),
    reason: NullOr(Schema.String).annotate({ description: "Why there is none; null where there's a text." })
  }).annotate({ identifier, description })

const PlannedLocale = Schema.Struct({
  locale: text("A locale that the storefront searches and the listing lacks.", "es-MX"),
  keywordCount: whole("Terms planned for it.", 7),
  summary: text("The plan in a sentence.", "Keyword field (42 of 100 characters): picture,frame,video,cutter"),
  title: Planned("A name with one of the terms; null where the live name should stand.", "AsoPlannedName"),
  keywords: Planned("Keyword field: words with commas between.", "AsoPlannedKeywords"),
  terms: Schema.Array(PlannedTerm).annotate({ description: "Worth most first; each term is in one locale." }),
  checks: Schema.Struct({
    issues: Schema.Array(MetadataIssue).annotate({ description: "As of POST /v1/aso/metadata/validate." }),
    skipped: Schema.Array(Schema.Struct({ ruleId: Schema.String, reason: Schema.String })).annotate({
      description: "Rules that weren't applied, and why: a language without word lists is named here."
    }),
    score: whole("0 to 100."),
    isValid: Schema.Boolean.annotate({ description: "No error." })
  }).annotate({ identifier: "AsoPlannedChecks", description: "What our rules say of the planned texts." }),
  language: ReadLanguage
}).annotate({ identifier: "AsoPlannedLocale" })

export const LocalePlanAnswer = Schema.Struct({
  appId: TrackId,
  platform: Schema.Literals(Param.platforms),
  country: text("Storefront, lowercase ISO 3166-1 alpha-2.", "us"),
  searched: NullOr(
    texts("Locales whose keywords the storefront searches, its own first; null: nothing is published about it.")
  ),
  used: texts("Those that the listing has."),
  usedFrom: Schema.Literals(["given", "workspace", "assumed"]).annotate({
    description:
      "given in the request; workspace: languages of your released versions; assumed: the storefront's first alone, as nobody can see which locales another's listing has."
  }),
  locales: Schema.Array(PlannedLocale).annotate({ description: "In the storefront's order." }),
  covered: whole("Keywords about the app that the used locales say already.", 12),
  leftOver: Schema.Array(
    Schema.Struct({
      ...figures,
      reason: Schema.Literals(openReasons).annotate({
        description:
          "no_room: other keywords are worth more; rules: it breaks those in ruleIds; script: no unused locale is written like it; words: its words aren't told apart in a field; not_measured: its search wasn't, so that it may be another app's name."
      }),
      ruleIds: texts("Rules that keep it out, where the reason is rules.")
    })
  ).annotate({ description: "Keywords that no locale says, worth most first, at most 100." }),
  leftOverTotal: whole("How many there are of them.", 3),
  notMeasured: NotMeasured,
  language: ReadLanguage,
  snapshot: SnapshotAnswer,
  model: text("Model and version.", "locale-plan@1"),
  ...savedFields,
  provenance: Provenance
}).annotate({ identifier: "AsoLocalePlan" })
export type LocalePlanAnswer = typeof LocalePlanAnswer.Type
