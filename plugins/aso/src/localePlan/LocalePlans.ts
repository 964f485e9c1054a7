/** Locale plans over one snapshot, and the account's own versions. */
import {
  asDocumented,
  brandOf,
  InvalidInput,
  PlatformUnsupported,
  type ServiceUnavailable,
  stored
} from "@storeglass/plugin-api"
import { type AppFailure, AppStores, trackIdOf } from "@storeglass/stores/contract"
import { type CurrentVersion, CurrentVersions } from "@storeglass/workspace/contract"
import { Context, Effect, Layer, Option } from "effect"
import { MetadataRules } from "../contract.ts"
import { searchedLocales, storeLocaleOf, storeLocales } from "../rules/locales.ts"
import { charCount, limitOf } from "../rules/metadata.ts"
import { currentYear } from "../rules/year.ts"
import { languageAnswer, snapshotAnswer } from "../snapshot/schema.ts"
import { type Snapshot, type SnapshotQuery, Snapshots } from "../snapshot/snapshot.ts"
import { namesOf } from "../suggest/reading.ts"
import {
  type LocalePlan,
  localePlanModel,
  type PlanInput,
  type PlannedLocale,
  planning,
  type UsedLocale
} from "./plan.ts"
import type { LocalePlanAnswer } from "./schema.ts"

export interface LocalePlanQuery extends SnapshotQuery {
  readonly locales?: ReadonlyArray<string> | undefined
}

const leftOverMax = 100

interface Used {
  readonly from: LocalePlanAnswer["usedFrom"]
  readonly locales: ReadonlyArray<UsedLocale>
}

/** What the listing says in each of its locales, as far as it's known: what is live in the storefront's, else one's own versions. */
const usedOf = (
  { app, page }: Snapshot,
  searched: ReadonlyArray<string>,
  given: ReadonlyArray<string> | undefined,
  versions: ReadonlyArray<CurrentVersion>
): Used => {
  const [first] = searched
  const live = { title: app.name, subtitle: page.value?.subtitle ?? undefined }
  const own = new Map(
    versions.flatMap((version) => {
      const locale = storeLocaleOf("storea", version.language)
      return locale === undefined ? [] : [[locale, version] as const]
    })
  )
  const names = given ?? (own.size > 0 ? [...own.keys()] : first === undefined ? [] : [first])
  const locales = names.map((locale): UsedLocale => {
    const version = own.get(locale)
    if (version === undefined) return { locale, ...(locale === first ? live : {}) }
    const { keywords, subtitle, title } = version
    return {
      locale,
      title: title ?? (locale === first ? live.title : undefined),
      subtitle: subtitle ?? (locale === first ? live.subtitle : undefined),
      keywords: keywords ?? undefined
    }
  })
  return { locales, from: given !== undefined ? "given" : own.size > 0 ? "workspace" : "assumed" }
}

const none = "no keyword in its script is left that is about the app, measured and not said yet"

const textOf = (text: string | null, field: "title" | "keywords", reason: string) => ({
  text,
  charCount: text === null ? null : charCount(text),
  maxChars: limitOf("storea", field)?.max ?? 0,
  reason: text === null ? reason : null
})

const summaryOf = (title: string | null, keywords: string): string => {
  const max = limitOf("storea", "keywords")?.max ?? 0
  const parts = [
    ...(title === null ? [] : [`Name: ${title}`]),
    ...(keywords === "" ? [] : [`Keyword field (${charCount(keywords)} of ${max} characters): ${keywords}`])
  ]
  return parts.length === 0 ? `Nothing to add: ${none}.` : parts.join("; ")
}

const figuresOf = ({ difficulty, keyword, rank, rankStatus, relevance, volume }: PlanInput["terms"][number]) => ({
  keyword,
  volumeScore: volume,
  difficulty,
  relevance,
  currentRank: rank,
  rankStatus
})

const localeAnswer = ({
  checks,
  keywords,
  language,
  locale,
  terms,
  title
}: PlannedLocale): LocalePlanAnswer["locales"][number] => {
  const { detectedBy, segmentation, stemmer, stopWords, tag } = language
  return {
    locale,
    keywordCount: terms.length,
    summary: summaryOf(title, keywords.join(",")),
    title: textOf(
      title,
      "title",
      terms.length === 0 ? none : "people who read this locale would see the name: its terms are in another language"
    ),
    keywords: textOf(keywords.length === 0 ? null : keywords.join(","), "keywords", none),
    terms: terms.map((term) => ({ ...figuresOf(term), value: term.value, place: term.place })),
    // Which locales the listing has is what the plan itself says.
    checks: { ...checks, skipped: checks.skipped.filter(({ ruleId }) => ruleId !== "locale.unused") },
    language: { tag, detectedBy, stopWords, stemmer, segmentation }
  }
}

const answerOf = (
  snapshot: Snapshot,
  searched: ReadonlyArray<string> | undefined,
  used: Used,
  { covered, leftOver, locales }: LocalePlan
): LocalePlanAnswer => {
  const { app, asOf, country, platform, terms } = snapshot
  return {
    appId: trackIdOf(platform, app.appId),
    platform,
    country,
    searched: searched ?? null,
    used: used.locales.map(({ locale }) => locale).filter((locale) => searched?.includes(locale) ?? true),
    usedFrom: used.from,
    locales: locales.map(localeAnswer),
    covered,
    leftOver: leftOver
      .slice(0, leftOverMax)
      .map((term) => ({ ...figuresOf(term), reason: term.reason, ruleIds: term.ruleIds })),
    leftOverTotal: leftOver.length,
    notMeasured: snapshot.notMeasured,
    language: languageAnswer(snapshot),
    snapshot: snapshotAnswer(snapshot),
    model: localePlanModel,
    provenance: {
      ...stored(Date.parse(asOf), {
        status: searched === undefined ? "not_measured" : "estimated",
        model: localePlanModel,
        sampleSize: terms.length,
        stale: snapshot.inputs.some(({ stale }) => stale),
        limitations: [
          "that terms of one language work in the keyword field of another is practice of the trade, published by no store",
          "terms are those of the storefront's searches; those of other languages are told by their script alone"
        ]
      }),
      ...(searched === undefined ? {} : { confidence: "low" as const })
    }
  }
}

/** Lets others have their turn while it computes. */
const planned = Effect.fnUntraced(function* (input: PlanInput) {
  const steps = planning(input)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    yield* Effect.yieldNow
  }
})

/** What to write into the locales that a listing lacks. */
export class LocalePlans extends Context.Service<
  LocalePlans,
  { readonly of: (query: LocalePlanQuery) => Effect.Effect<LocalePlanAnswer, AppFailure | ServiceUnavailable> }
>()("@storeglass/aso/LocalePlans") {
  static readonly layer = Layer.effect(
    LocalePlans,
    Effect.gen(function* () {
      const snapshots = yield* Snapshots
      const stores = yield* AppStores
      const rules = yield* MetadataRules
      const versions = yield* Effect.serviceOption(CurrentVersions)

      const localesOf = Effect.fnUntraced(function* (given: ReadonlyArray<string> | undefined) {
        const found = given?.map((tag) => ({ tag, locale: storeLocaleOf("storea", tag) }))
        const unknown = found?.find(({ locale }) => locale === undefined)
        if (unknown !== undefined) {
          return yield* new InvalidInput(
            `locales: '${unknown.tag}' isn't one of storea's ${storeLocales.storea.length}; send one such as en-US or zh-Hans`
          )
        }
        return found?.flatMap(({ locale }) => locale ?? [])
      })

      const of = Effect.fn("LocalePlans.of")(function* ({ locales, ...query }: LocalePlanQuery) {
        const store = yield* stores.get(query.platform)
        yield* store.parseAppId(query.id)
        if (query.platform !== "storea") {
          return yield* new PlatformUnsupported(
            "platform: only storea searches several locales in a storefront; storeb shows and searches each in its language"
          )
        }
        const given = yield* localesOf(locales)
        const snapshot = yield* snapshots.of(query)
        const { app, country, language, platform } = snapshot
        const searched = searchedLocales(country)
        const own = Option.isNone(versions)
          ? []
          : yield* versions.value.of(query.accountId, { platform, appId: app.appId })
        const used = usedOf(snapshot, searched ?? [], given, own)
        const has = new Set(used.locales.map(({ locale }) => locale))
        const year = yield* currentYear
        const plan = yield* planned({
          terms: snapshot.terms.map(({ difficulty, volume, ...term }) => ({
            ...term,
            volume: volume.value,
            difficulty: difficulty.value
          })),
          unused: (searched ?? []).filter((locale) => !has.has(locale)),
          // What another storefront searches says nothing here.
          used: used.locales.filter(({ locale }) => searched?.includes(locale) ?? true),
          name: app.name,
          brand: brandOf(app.name).trim() || null,
          language,
          check: rules.check,
          known: { otherBrands: namesOf(snapshot), categories: app.genres, country, year }
        })
        return answerOf(snapshot, searched, used, plan)
      }, asDocumented)

      return LocalePlans.of({ of })
    })
  )
}
