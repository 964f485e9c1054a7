/** What is known of the app that a listing is for: from the account's workspace, the snapshot that holds, and the collection. */
import { KeywordBook, searchDevices, termOf } from "@storeglass/keywords/contract"
import { brandOf, Caller, isoOf } from "@storeglass/plugin-api"
import { AppStores, byCodePoint } from "@storeglass/stores/contract"
import { CurrentVersions, Workspace } from "@storeglass/workspace/contract"
import { Clock, Effect, Option } from "effect"
import { targetsIn } from "../audit/fromSnapshot.ts"
import { type Snapshot, Snapshots } from "../snapshot/snapshot.ts"
import { namesOf } from "../suggest/reading.ts"
import { termsIn } from "./keywordTerms.ts"
import { storeLocaleOf } from "./locales.ts"
import type { Platform } from "./metadata.ts"
import type { Known } from "./rule.ts"

export interface Asked {
  readonly platform: Platform
  /** As the store writes it; undefined: no app was named. */
  readonly appId: string | undefined
  readonly country: string
  readonly locale: string | undefined
  readonly keywords: string | undefined
}

export interface AccountKnown {
  readonly known: Known
  /** The one that holds. */
  readonly snapshot: Snapshot | undefined
  /** What was read, each source once. */
  readonly inputs: Snapshot["inputs"]
}

/** What more than a keyword field holds is nobody's. */
const termsMax = 200

const noApp = "Give appId, the app that it's for."

/** No store is asked, and where the database can't be read nothing is known. */
export const accountKnown = Effect.gen(function* () {
  const stores = yield* AppStores
  const book = yield* KeywordBook
  const snapshots = yield* Snapshots
  const workspace = yield* Effect.serviceOption(Workspace)
  const versions = yield* Effect.serviceOption(CurrentVersions)

  /** Names that the account's competitors go by. */
  const trackedNames = Effect.fnUntraced(function* (accountId: string, platform: Platform, appId: string) {
    if (Option.isNone(workspace)) return []
    const app = yield* workspace.value.app(accountId, platform, appId)
    if (app === undefined) return []
    const competitors = yield* workspace.value.competitors(accountId, app.id)
    return competitors.flatMap(({ name }) => (name === null ? [] : [brandOf(name)]))
  })

  const keptLocales = Effect.fnUntraced(function* (
    accountId: string,
    platform: Platform,
    appId: string,
    locale: string | undefined
  ) {
    if (Option.isNone(versions)) return undefined
    const own = locale === undefined ? undefined : storeLocaleOf(platform, locale)
    const all = yield* versions.value.of(accountId, { platform, appId })
    const others = all.flatMap(({ keywords, language, subtitle, title }) => {
      const other = storeLocaleOf(platform, language) ?? language
      const texts = { title: title ?? undefined, subtitle: subtitle ?? undefined, keywords: keywords ?? undefined }
      return other === own ? [] : [{ locale: other, ...texts }]
    })
    const [newest] = all.map(({ releasedAt }) => releasedAt).toSorted((a, b) => byCodePoint(b, a))
    return others.length === 0 || newest === undefined ? undefined : { others, newest }
  })

  const volumes = Effect.fnUntraced(function* (platform: Platform, country: string, keywords: string) {
    const [device] = searchDevices(yield* stores.get(platform))
    const terms = termsIn(keywords).slice(0, termsMax)
    const found = yield* book.terms(
      { platform, country, device: device ?? "phone" },
      terms.map(({ folded }) => folded)
    )
    const known = new Map(found.map(({ keyword, volume }) => [keyword, volume.value]))
    const measured = [...known.values()].some((volume) => volume !== null)
    const [oldest] = found
      .flatMap(({ asOf, volume }) => (asOf === null || volume.value === null ? [] : [asOf]))
      .toSorted()
    return measured ? { volumeOf: (term: string) => known.get(termOf(term)) ?? null, oldest } : undefined
  })

  return Effect.fn("aso.accountKnown")(function* ({
    appId,
    country,
    keywords,
    locale,
    platform
  }: Asked): Effect.fn.Return<AccountKnown, never, Caller> {
    const { accountId } = yield* Caller
    const orNothing = <A, E, R>(read: Effect.Effect<A, E, R>) =>
      Effect.matchEffect(read, {
        onFailure: (error) =>
          Effect.as(Effect.logWarning("what is known of an app couldn't be read", error), undefined),
        onSuccess: (found) => Effect.succeed(found)
      })
    if (appId === undefined)
      return { known: { unknown: { targets: noApp, volumeOf: noApp } }, snapshot: undefined, inputs: [] }
    const [snapshot, names, locales, volume] = yield* Effect.all(
      [
        orNothing(snapshots.kept({ accountId, id: appId, platform, country, language: locale })),
        orNothing(trackedNames(accountId, platform, appId)),
        orNothing(keptLocales(accountId, platform, appId, locale)),
        keywords === undefined ? Effect.succeed(undefined) : orNothing(volumes(platform, country, keywords))
      ],
      { concurrency: "unbounded" }
    )
    const otherBrands = [...new Set([...(names ?? []), ...(snapshot === undefined ? [] : namesOf(snapshot))])]
    const targets = snapshot === undefined ? [] : targetsIn(snapshot).map(({ keyword }) => keyword)
    const known: Known = {
      targets,
      ...(volume === undefined ? {} : { volumeOf: volume.volumeOf }),
      ...(otherBrands.length === 0 ? {} : { otherBrands }),
      ...(locales === undefined ? {} : { keptLocales: locales.others }),
      unknown: {
        volumeOf: "No volume of these terms has been measured in this storefront.",
        targets:
          snapshot === undefined
            ? "The app hasn't been analysed in the last 15 minutes: ask for its audit first."
            : "No term of the app has a measured volume and difficulty yet.",
        otherBrands:
          "No competitor of the app is known, in your workspace or from an audit: only well-known brands were looked for.",
        otherLocales: "Give otherLocales, or keep the released versions of other locales in your workspace."
      }
    }
    const told = (source: string, asOf: string) => ({ source, asOf, stale: false })
    const inputs = [
      ...(snapshot?.inputs ?? []),
      ...(names === undefined || names.length === 0
        ? []
        : [told("workspace.competitors", isoOf(yield* Clock.currentTimeMillis))]),
      ...(locales === undefined ? [] : [told("workspace.versions", locales.newest)]),
      ...(volume?.oldest === undefined ? [] : [told("keywords.volumes", volume.oldest)])
    ]
    return { known, snapshot, inputs: [...new Map(inputs.map((one) => [one.source, one])).values()] }
  })
})
