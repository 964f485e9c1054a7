import { Field, Param, Provenance } from "@storeglass/plugin-api"
import { TrackId } from "@storeglass/stores/contract"
import { Schema } from "effect"
import { intents } from "../clusters/intent.ts"
import { savedFields } from "../saving.ts"
import { ReadLanguage } from "../schema.ts"
import { NotMeasured, SnapshotAnswer } from "../snapshot/schema.ts"
import { leftReasons, nameMax, pagesMax } from "./pages.ts"

const { NullOr } = Schema
const { number, text, texts, whole } = Field
const volume = NullOr(whole("Volume of those searches together; null: none of them is known.", 143))
const clusterId = text("As in the intent clusters.", "8f1b2c3d4e5f6071")

const Search = Schema.Struct({
  keyword: text("What is searched for.", "photo collage"),
  volumeScore: NullOr(number("Estimated search volume, 0 to 100 (kw-volume@2); null if it wasn't measured.")),
  currentRank: NullOr(whole("The app's rank; null for the other two statuses.")),
  rankStatus: Schema.Literals(["ranked", "not_in_top_n", "not_measured"]).annotate({
    description: "ranked; not_in_top_n: not in the part of the list that was read; not_measured: no data."
  })
})

const Page = Schema.Struct({
  name: text(`What to call it, at most ${nameMax} characters: only you see it.`, "photo collage"),
  clusterId,
  intent: NullOr(Schema.Literals(intents)).annotate({
    description: "What people want who search so; null where the language has no word lists."
  }),
  keywords: texts("Keywords of your field to assign to it, of most volume first."),
  searches: Schema.Array(Search).annotate({ description: "The most searched that hold these keywords, at most 5." }),
  searchCount: whole("How many searches hold them.", 4),
  volume,
  searchesRanked: whole("For how many of these the app is ranked.", 2),
  avgRank: NullOr(number("Mean rank over those; null: none.")),
  why: text("Why it's a page.")
}).annotate({ identifier: "AsoProductPage" })

export const ProductPagesAnswer = Schema.Struct({
  appId: TrackId,
  platform: Schema.Literals(Param.platforms),
  country: text("Storefront, lowercase ISO 3166-1 alpha-2.", "us"),
  keywordField: Schema.Struct({
    versionId: text("Id of the released version in your workspace.", "019c8e2a-7b41-7c3d-9e5f-2a6b8c0d1e3f"),
    versionName: text("What you call it.", "2.4"),
    versionLanguage: text("BCP 47 tag that it's in.", "en-US")
  }).annotate({ description: "Where the keywords are from: nobody but the app's owner sees them in the store." }),
  maxPages: whole("Pages that an app may have.", pagesMax),
  pages: Schema.Array(Page).annotate({ description: "Of most volume first. Each keyword is on one page." }),
  leftOver: Schema.Array(
    Schema.Struct({
      keyword: text("A keyword of your field.", "diary"),
      reason: Schema.Literals(leftReasons).annotate({
        description:
          "no_search: no known search holds it; brand: only searches for a brand do; no_page_left: over the limit; no_words: signs alone."
      })
    })
  ).annotate({ description: "Keywords of the field without a page." }),
  unserved: Schema.Array(
    Schema.Struct({
      clusterId,
      clusterLabel: text("Its most searched keyword that stands for it.", "polaroid"),
      volume
    })
  ).annotate({ description: "Clusters that no keyword of the field serves: they can't have a page yet." }),
  notMeasured: NotMeasured,
  language: ReadLanguage,
  snapshot: SnapshotAnswer,
  model: text("Model and version.", "product-pages@1"),
  ...savedFields,
  provenance: Provenance
}).annotate({ identifier: "AsoProductPages" })
export type ProductPagesAnswer = typeof ProductPagesAnswer.Type
