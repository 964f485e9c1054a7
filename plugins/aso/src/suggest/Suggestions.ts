import { KeywordBook } from "@storeglass/keywords/contract"
import { asDocumented, brandOf, Caller, type ServiceUnavailable, stored } from "@storeglass/plugin-api"
import { type AppFailure, AppStores, byCodePoint, trackIdOf } from "@storeglass/stores/contract"
import { DraftVersions } from "@storeglass/workspace/contract"
import { Clock, Context, Effect, Layer, Option } from "effect"
import type { SqlError } from "effect/sql"
import { MetadataRules } from "../contract.ts"
import { searchedLocales, storeLocaleOf } from "../rules/locales.ts"
import { yearOf } from "../rules/year.ts"
import { Unsaved } from "../saving.ts"
import { ownRequests } from "../snapshot/reading.ts"
import { SnapshotTable } from "../snapshot/SnapshotTable.ts"
import { languageAnswer, snapshotAnswer } from "../snapshot/schema.ts"
import { isRecord, type Snapshot, type SnapshotBudget, Snapshots } from "../snapshot/snapshot.ts"
import { primaryOf } from "../words/language.ts"
import type { SuggestConfig } from "./config.ts"
import { readKeywords } from "./reading.ts"
import type { SuggestAnswer, SuggestBody } from "./schema.ts"
import {
  placeWeights,
  type SuggestInput,
  type Suggestion,
  type SuggestOptions,
  suggesting,
  suggestModel
} from "./suggest.ts"

/** The locale of storea that texts in this language are for: the storefront's own, if it is of the language. */
export const localeOf = (country: string, tag: string): string => {
  const primary = primaryOf(tag)
  const own = tag.includes("-") ? undefined : searchedLocales(country)?.find((locale) => primaryOf(locale) === primary)
  return own ?? storeLocaleOf("storea", tag) ?? tag
}

/** Lets others have their turn while it computes. */
const suggested = Effect.fnUntraced(function* (input: SuggestInput, options: SuggestOptions) {
  const steps = suggesting(input, options)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    yield* Effect.yieldNow
  }
})

/** The live listing, as far as it's known. */
const listingOf = ({ app, page, platform }: Snapshot): SuggestInput["listing"] & object => ({
  title: app.name,
  subtitle: platform === "storea" ? (page.value?.subtitle ?? null) : null,
  shortDescription: platform === "storeb" ? (page.value?.subtitle ?? null) : null,
  fullDescription: app.description === "" ? null : app.description
})

/** The texts that a version keeps, with what is theirs on the other store left out. */
const draftTexts = ({ storea, storeb }: Suggestion, platform: Snapshot["platform"]) => {
  const texts =
    platform === "storea"
      ? { title: storea.title.text, subtitle: storea.subtitle.text, keywords: storea.keywords.text }
      : { title: storeb.title.text, shortDescription: storeb.shortDescription.text }
  return Object.fromEntries(Object.entries(texts).flatMap(([name, text]) => (text === null ? [] : [[name, text]])))
}

/** Stands for an account where figures have nothing of one. */
const everyone = "00000000-0000-0000-0000-000000000000"

/** A search and, at the most, as many questions as its volume takes. */
const requestsOfTerm = 10
/**
 * Where the app has no snapshot yet, what isn't spent on one: a suggestion stands on the figures of its keywords. With
 * few requests that's a search for each, which tells difficulty, relevance and brands.
 */
const keptForKeywords = (requestsMax: number, keywords: number) =>
  Math.min(Math.floor(requestsMax / 2), keywords * requestsOfTerm)

type DraftAnswer = Pick<SuggestAnswer, "draftVersion" | "draftReason">

export interface Suggested {
  readonly answer: Omit<SuggestAnswer, "draftVersion" | "draftReason" | "savedReport" | "reason">
  readonly snapshot: Snapshot
  readonly suggestion: Suggestion
  /** A version of these texts is in. */
  readonly language: string
}

/** What to write. */
export class Suggestions extends Context.Service<
  Suggestions,
  {
    readonly of: (body: Omit<SuggestBody, "save">) => Effect.Effect<Suggested, AppFailure | ServiceUnavailable, Caller>
    /** A draft version of the texts in the account's workspace, in the caller's transaction; fails where it has no room. */
    readonly draft: (suggested: Suggested) => Effect.Effect<DraftAnswer, Unsaved | SqlError.SqlError, Caller>
  }
>()("@storeglass/aso/Suggestions") {
  static readonly layer = (config: SuggestConfig, budget: SnapshotBudget) =>
    Layer.effect(
      Suggestions,
      Effect.gen(function* () {
        const snapshots = yield* Snapshots
        const stores = yield* AppStores
        const book = yield* KeywordBook
        const rules = yield* MetadataRules
        const table = yield* SnapshotTable
        const drafts = yield* Effect.serviceOption(DraftVersions)
        const weights = { ...placeWeights, ...config.placeWeights }

        const draft = Effect.fn("Suggestions.draft")(function* ({ language, snapshot, suggestion }: Suggested) {
          const { accountId, plan } = yield* Caller
          if (Option.isNone(drafts)) return { draftVersion: null, draftReason: "the plugin workspace isn't enabled" }
          const { app, country, platform } = snapshot
          const day = new Date(yield* Clock.currentTimeMillis).toISOString().slice(0, 10)
          const made = yield* drafts.value
            .draft({
              accountId,
              plan,
              app: { platform, appId: app.appId },
              language,
              versionName: `Suggestion ${day}`,
              texts: { ...draftTexts(suggestion, platform), notes: `Suggested by ${suggestModel} for ${country}.` }
            })
            .pipe(Effect.catchTag("DraftRefused", ({ reason }) => Effect.fail(new Unsaved({ reason }))))
          return made === undefined
            ? { draftVersion: null, draftReason: "the app isn't in your workspace; add it with POST /v1/user/apps" }
            : { draftVersion: made }
        })

        const of = Effect.fn("Suggestions.of")(function* (body: Omit<SuggestBody, "save">) {
          const { accountId } = yield* Caller
          const startMs = yield* Clock.currentTimeMillis
          const { snapshot, spent } = yield* snapshots.read(
            {
              accountId,
              id: String(body.appId),
              idField: "appId",
              platform: body.platform ?? "storea",
              country: body.country ?? "us",
              language: body.language,
              competitorIds: body.competitorIds?.map(String)
            },
            { ...budget, requestsMax: budget.requestsMax - keptForKeywords(budget.requestsMax, body.keywords.length) }
          )
          const { app, country, language, page, platform } = snapshot
          const store = yield* stores.get(platform)
          const key = {
            // Without anything of the account's own they're the same for all, and so is what could be measured of them.
            accountId: snapshot.isOwn ? accountId : everyone,
            sharedId: snapshot.sharedId,
            inputs: JSON.stringify(["figures", snapshot.id, language.tag, [...body.keywords].sort(byCodePoint)])
          }
          // Equal requests within the snapshot stand on equal figures, though more could be measured by now.
          const { body: read } =
            (yield* table.figures(key)) ??
            (yield* Effect.flatMap(
              readKeywords(book, store, snapshot, body.keywords, {
                // Of competitors that an account tracks there's no trace in how much is measured, which is kept for all.
                requestsMax: Math.max(0, budget.requestsMax - spent.shared - ownRequests(store)),
                untilMs: startMs + budget.waitMs
              }),
              (figures) => table.keepFigures(key, figures)
            ))
          const brand = (body.brand ?? brandOf(app.name)).trim() || null
          const suggestion = yield* suggested(
            {
              keywords: read.keywords,
              language,
              brand,
              listing: listingOf(snapshot),
              locale: localeOf(country, language.tag),
              ...(body.avoid === undefined ? {} : { avoid: body.avoid }),
              known: {
                otherBrands: read.otherBrands,
                categories: app.genres,
                country,
                year: yearOf(startMs)
              }
            },
            {
              check: rules.check,
              weights,
              ...(config.suggestNodes === undefined ? {} : { nodesMax: config.suggestNodes })
            }
          )
          const answer = {
            appId: trackIdOf(platform, app.appId),
            platform,
            country,
            brand,
            ...suggestion,
            placeWeights: { ...weights, basis: "community_practice" as const },
            notMeasured: [
              ...read.notMeasured,
              // Whose names aren't known, their brands aren't either.
              ...snapshot.notMeasured.filter(isRecord),
              ...(page.status === "measured" ? [] : [{ what: "the listing's page", reason: page.reason }])
            ],
            language: languageAnswer(snapshot),
            snapshot: snapshotAnswer(snapshot),
            model: suggestModel,
            provenance: {
              ...stored(Date.parse(snapshot.asOf), {
                status: "estimated",
                model: suggestModel,
                sampleSize: suggestion.targetKeywords.length,
                stale: snapshot.inputs.some(({ stale }) => stale),
                limitations: [
                  "what a place counts for is practice of the trade; no store has published it",
                  "volume and difficulty are estimates"
                ]
              }),
              confidence: "low" as const
            }
          }
          return { answer, snapshot, suggestion, language: localeOf(country, language.tag) }
        }, asDocumented)

        return Suggestions.of({ of, draft })
      })
    )
}
