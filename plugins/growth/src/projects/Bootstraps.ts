import { AppClusters } from "@storeglass/aso/contract"
import { KeywordBook, searchDevices, TrackedKeywords } from "@storeglass/keywords/contract"
import { asDocumented, InvalidCountry, InvalidInput, type Param } from "@storeglass/plugin-api"
import { type AppStore, AppStores } from "@storeglass/stores/contract"
import { type KeptApp, Workspace } from "@storeglass/workspace/contract"
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { type GrowthChannel, GrowthChannels } from "../contract.ts"
import { aliasOf } from "../scans/candidates.ts"
import type { NewBootstrap, Suggested } from "../schema.ts"
import { isCommonName, saysApp } from "../scoring/relevance.ts"
import { languageOf } from "../texts/language.ts"
import { folded, isStopWord, stopWordsOf, wordsOf } from "../texts/words.ts"
import { channelNamed } from "./input.ts"
import { assertAsks, assertAvailable, type Owner, Projects, type Settings } from "./Projects.ts"
import { makeProjectTable } from "./ProjectTable.ts"

type Keyword = Suggested["suggestedKeywords"][number]
type Kind = Keyword["kind"]

/** So many keywords are included. */
const includedMax = 12
const suggestedMax = 30
const competitorsMax = 5
const topicsMax = 6
/** So many of the account's tracked terms are looked up. */
const trackedMax = 200
const appsAtOnce = 100
const problemsMax = 4
const keywordChars = 60
/** A theme is one from so many reviews on. */
const themeFrom = 2
/** 12 together, so that no kind takes another's place. */
const shares: Readonly<Record<Kind, number>> = { brand: 2, competitor: 2, alternative: 2, topic: 4, problem: 2 }

/** A name of everyday words needs a second one that says it's an app, unless it has one. */
const named = (name: string) => (isCommonName(name) && !saysApp(name) ? `${name} app` : name)

/** As keywords are written: in them ` + ` has a meaning that it doesn't have in names and terms. */
const plain = (keyword: string) =>
  keyword
    .normalize("NFC")
    .replaceAll(/\s\+(?=\s)/gu, " ")
    .replaceAll(/\s+/gu, " ")
    .trim()

/** Pairs of words, side by side in a sentence, that several reviews of few stars have. */
export const themesOf = (
  texts: ReadonlyArray<string>
): ReadonlyArray<{ readonly phrase: string; readonly reviews: number }> => {
  const counts = new Map<string, number>()
  for (const text of texts) {
    const language = languageOf(text)
    const stops = stopWordsOf(language ?? "en")
    const words = wordsOf(text, language)
    const own = new Set<string>()
    for (const [at, word] of words.entries()) {
      const next = words[at + 1]
      if (next === undefined || [word, next].some(({ text }) => stops.has(text) || text.length < 3)) continue
      if (text.slice(word.end, next.start).trim() !== "") continue
      own.add(`${word.text} ${next.text}`)
    }
    for (const phrase of own) counts.set(phrase, (counts.get(phrase) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, reviews]) => reviews >= themeFrom)
    .map(([phrase, reviews]) => ({ phrase, reviews }))
    .toSorted((a, b) => b.reviews - a.reviews || (a.phrase < b.phrase ? -1 : 1))
    .slice(0, problemsMax)
}

/** Each once, and at most 12 included: each kind its share, then whatever comes first. */
export const included = (given: ReadonlyArray<Omit<Keyword, "included">>): ReadonlyArray<Keyword> => {
  const seen = new Set<string>()
  const forms = given.map((one) => ({ ...one, keyword: plain(one.keyword) }))
  const once = forms.filter(({ keyword }) => {
    const form = folded(keyword)
    const isGood = [...keyword].length <= keywordChars && form.length >= 2 && !(!form.includes(" ") && isStopWord(form))
    if (!isGood || seen.has(form)) return false
    seen.add(form)
    return true
  })
  const left: Record<Kind, number> = { ...shares }
  const chosen = new Set<Omit<Keyword, "included">>()
  for (const keyword of once) {
    if (chosen.size < includedMax && left[keyword.kind] > 0) {
      left[keyword.kind] -= 1
      chosen.add(keyword)
    }
  }
  for (const keyword of once) if (chosen.size < includedMax) chosen.add(keyword)
  const others = once.filter((keyword) => !chosen.has(keyword)).slice(0, suggestedMax - chosen.size)
  const shown = new Set([...chosen, ...others])
  return once.filter((keyword) => shown.has(keyword)).map((keyword) => ({ ...keyword, included: chosen.has(keyword) }))
}

/** Sites where people of everyday software ask. */
const sites = [
  { value: "softwarerecs", reason: "people ask there which software to use", included: true },
  { value: "apple", reason: "questions about apps of storea", included: false },
  { value: "android", reason: "questions about apps of storeb", included: false },
  { value: "webapps", reason: "questions about services on the web", included: false }
]

const sourcesOf = (
  channel: GrowthChannel,
  platform: Param.Platform,
  country: string
): Suggested["suggestedSources"] => {
  switch (channel.filters[0]?.name) {
    case "sites":
      return sites.map((site) =>
        site.value === (platform === "storea" ? "apple" : "android") ? { ...site, included: true } : site
      )
    case "countries":
      return [{ value: country, reason: "the storefront that was asked for", included: true }]
    default:
      return []
  }
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const stores = yield* AppStores
  const channels = yield* GrowthChannels
  const projects = yield* Projects
  const table = yield* makeProjectTable
  const workspace = yield* Effect.serviceOption(Workspace)
  const clusters = yield* Effect.serviceOption(AppClusters)
  const tracked = yield* Effect.serviceOption(TrackedKeywords)
  const book = yield* Effect.serviceOption(KeywordBook)

  /** The first two apps that the account keeps of a store, or of any. */
  const twoApps = Effect.fnUntraced(function* (
    { apps }: Workspace["Service"],
    accountId: string,
    of: Param.Platform | undefined
  ) {
    const found: Array<KeptApp> = []
    let after: string | undefined
    do {
      const page: ReadonlyArray<KeptApp> = yield* apps(accountId, { after, limit: appsAtOnce })
      found.push(...page.filter(({ platform }) => of === undefined || platform === of))
      after = page.length < appsAtOnce ? undefined : page.at(-1)?.id
    } while (after !== undefined && found.length < 2)
    return found
  })

  /** The app that is named, or the only one of the workspace. */
  const appOf = Effect.fnUntraced(function* (accountId: string, given: NewBootstrap) {
    if (given.appId !== undefined) return { platform: given.platform ?? "storea", appId: given.appId }
    const [only, second] = Option.isNone(workspace) ? [] : yield* twoApps(workspace.value, accountId, given.platform)
    if (only !== undefined && second === undefined) return { platform: only.platform, appId: only.appId }
    const ofStore = given.platform === undefined ? "" : ` of ${given.platform}`
    return yield* new InvalidInput(
      only === undefined
        ? `appId: is required, as your workspace has no app${ofStore}`
        : `appId: is required, as your workspace has several apps${ofStore}`
    )
  })

  const rivalsOf = Effect.fnUntraced(function* (
    accountId: string,
    store: AppStore,
    app: { readonly appId: string; readonly country: string }
  ) {
    const row = Option.isNone(workspace) ? undefined : yield* workspace.value.app(accountId, store.platform, app.appId)
    if (row === undefined || Option.isNone(workspace)) return []
    const kept = yield* workspace.value.competitors(accountId, row.id, { limit: competitorsMax })
    const nameless = kept.filter(({ name }) => name === null).map(({ appId }) => appId)
    const told =
      nameless.length === 0
        ? []
        : yield* store.apps(nameless, app.country).pipe(
            Effect.map(({ value }) => value),
            Effect.orElseSucceed(() => [])
          )
    return kept.flatMap(({ appId, name }) => {
      const found = name ?? told.find((other) => other.appId === appId)?.name
      return found === undefined ? [] : [{ appId, name: aliasOf(found) }]
    })
  })

  /** Terms that the account tracks and the app is found for, best rank first. */
  const trackedOf = Effect.fnUntraced(function* (accountId: string, store: AppStore, appId: string, country: string) {
    const [device] = searchDevices(store)
    if (Option.isNone(tracked) || Option.isNone(book) || device === undefined) return []
    const { platform } = store
    const own = yield* tracked.value.list(accountId, { platform, country, limit: trackedMax })
    const keywords = own.flatMap((term) => (term.device === device ? [term.keyword] : []))
    if (keywords.length === 0) return []
    const wanted = new Set(keywords)
    const basket = yield* book.value.standings({ platform, country, device }, [appId], { keywords })
    const [standing] = basket.apps
    return basket.terms
      .flatMap(({ keyword }, at) => {
        const rank = standing?.ranks[at]?.rank ?? null
        return rank === null || !wanted.has(keyword) ? [] : [{ keyword, rank }]
      })
      .toSorted((a, b) => a.rank - b.rank || (a.keyword < b.keyword ? -1 : 1))
      .slice(0, topicsMax)
      .map(({ keyword, rank }) => ({ keyword, reason: `you track it, and the app ranks ${rank} for it` }))
  })

  const topicsOf = Effect.fnUntraced(function* (
    accountId: string,
    platform: Param.Platform,
    appId: string,
    country: string
  ) {
    if (Option.isNone(clusters)) return []
    const told = yield* Effect.option(clusters.value.of({ accountId, platform, id: appId, country }))
    if (Option.isNone(told)) return []
    return [...told.value.clusters, ...told.value.gaps].slice(0, topicsMax).flatMap(({ clusterLabel, keywords }) => [
      { keyword: clusterLabel, reason: "label of one of the app's clusters" },
      ...keywords
        .slice(0, 1)
        .filter(({ keyword }) => keyword !== clusterLabel)
        .map(({ keyword }) => ({ keyword, reason: `most searched term of the cluster ${clusterLabel}` }))
    ])
  })

  /** What a listing itself says it's about, where no clusters are known. */
  const ownTopics = (name: string, subtitle: string | null) =>
    [...name.split(/[:|–—-]\s*/u).slice(1), subtitle ?? ""].flatMap((part) => {
      const words = folded(part)
        .split(" ")
        .filter((word) => !isStopWord(word))
      return words.length >= 2
        ? [{ keyword: words.slice(0, 3).join(" "), reason: "what the listing says it's about" }]
        : []
    })

  const suggest = Effect.fnUntraced(function* (
    accountId: string,
    store: AppStore,
    appId: string,
    country: string,
    channel: GrowthChannel
  ) {
    const { value: app } = yield* store.app(appId, country)
    const page = yield* Effect.option(store.page(appId, country))
    const rivals = yield* rivalsOf(accountId, store, { appId, country })
    const topics = [
      ...(yield* trackedOf(accountId, store, appId, country)),
      ...(yield* topicsOf(accountId, store.platform, appId, country))
    ]
    const reviews = yield* store.reviews({ appId, country, sort: "mostRecent", page: 1 }).pipe(
      Effect.map(({ value }) => value),
      Effect.orElseSucceed(() => [])
    )
    const themes = themesOf(
      reviews.filter(({ rating }) => rating <= 2).map(({ text, title }) => `${title ?? ""}. ${text}`)
    )
    const alias = aliasOf(app.name)
    const subtitle = Option.isSome(page) ? page.value.value.subtitle : null
    const all = topics.length > 0 ? topics : ownTopics(app.name, subtitle)
    const keywords = included([
      { keyword: named(alias), kind: "brand", reason: "the app's name" },
      ...(folded(app.name) === folded(alias)
        ? []
        : [{ keyword: app.name, kind: "brand" as const, reason: "the app's whole name" }]),
      ...rivals.map(({ name }) => ({
        keyword: named(name),
        kind: "competitor" as const,
        reason: "a competitor's name"
      })),
      ...rivals.flatMap(({ name }) => [
        { keyword: `alternative to ${name}`, kind: "alternative" as const, reason: `people who leave ${name} ask so` },
        { keyword: `${name} vs`, kind: "alternative" as const, reason: `people who compare ${name} write so` }
      ]),
      ...all.map((topic) => ({ ...topic, kind: "topic" as const })),
      ...themes.map(({ phrase, reviews }) => ({
        keyword: phrase,
        kind: "problem" as const,
        reason: `${reviews} of its reviews with 1 or 2 stars have it`
      }))
    ])
    const suggested: Suggested = {
      suggestedKeywords: keywords,
      suggestedSources: sourcesOf(channel, store.platform, country)
    }
    return { alias, rivals, suggested }
  })

  return {
    /** Makes a project from what is known of an app, or gives the one that was made before. */
    make: Effect.fn("Bootstraps.make")(function* (owner: Owner, given: NewBootstrap) {
      const { accountId } = owner
      const channel = yield* channelNamed(yield* channels.all, given.channel)
      yield* assertAvailable(channel)
      const named = yield* asDocumented(appOf(accountId, given))
      const store = yield* Effect.orDie(stores.get(named.platform))
      const appId = yield* store.parseAppId(named.appId, "appId")
      const country = yield* store
        .parseCountry((given.country ?? "us").toLowerCase())
        .pipe(Effect.mapError(({ message }) => new InvalidCountry(message)))
      const known = yield* table.suggested(accountId, channel.id, store.platform, appId)
      if (known !== undefined) {
        return { project: yield* projects.show(accountId, known.id), ...known.suggested, existing: true }
      }
      if (channel.filters.some(({ isRequired }) => isRequired)) {
        const filter = channel.filters.find(({ isRequired }) => isRequired)
        return yield* new InvalidInput(
          `channel: ${channel.id} needs ${filter?.name}, which an app doesn't tell; make the project with POST /v1/growth/projects`
        )
      }
      const { alias, rivals, suggested } = yield* suggest(accountId, store, appId, country, channel)
      const values = suggested.suggestedSources.filter(({ included }) => included).map(({ value }) => value)
      const filter = channel.filters[0]?.name
      const made = yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* projects.locked(accountId)
          // Another request may have made it meanwhile.
          const other = yield* table.suggested(accountId, channel.id, store.platform, appId)
          if (other !== undefined) return { id: other.id, existing: true, suggested: other.suggested }
          let name = [...alias].slice(0, 80).join("")
          for (let n = 2; (yield* table.named(accountId, channel.id, name)) !== undefined; n++) {
            name = `${[...alias].slice(0, 74).join("")} ${n}`
          }
          const own: Settings = {
            name,
            appId,
            platform: store.platform,
            country,
            keywords: suggested.suggestedKeywords.filter(({ included }) => included).map(({ keyword }) => keyword),
            exclude: [],
            competitors: rivals.map(({ name }) => name),
            languages: given.language === undefined ? [] : [given.language],
            filters: filter === undefined || values.length === 0 ? {} : { [filter]: values },
            scanEveryHours: 0,
            lookbackDays: 30,
            useLearned: false,
            status: "active",
            suggested,
            competitorIds: rivals.map(({ appId }) => appId)
          }
          yield* assertAsks(channel, own)
          const id = yield* projects.insert(owner, channel.id, own)
          return { id, existing: false, suggested }
        })
      )
      return { project: yield* projects.show(accountId, made.id), ...made.suggested, existing: made.existing }
    })
  }
})

/** Makes projects from apps. */
export class Bootstraps extends Context.Service<Bootstraps, Effect.Success<typeof make>>()(
  "@storeglass/growth/Bootstraps"
) {
  static readonly layer = Layer.effect(Bootstraps, make)
}
