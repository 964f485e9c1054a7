/** What went before and after a release, from what is stored: the account's versions and keywords, and collected ranks. */
import { LatestRanks, marketOf } from "@storeglass/keywords/contract"
import { asDocumented, NotFound, type Param, type ServiceUnavailable, stored } from "@storeglass/plugin-api"
import { type AppFailure, AppStores, byCodePoint, trackIdOf } from "@storeglass/stores/contract"
import {
  type KeptKeyword,
  type KeptVersion,
  KeptVersions,
  termChangeOf,
  Workspace
} from "@storeglass/workspace/contract"
import { Clock, Context, Effect, Layer, Option } from "effect"
import {
  type BeforeAfter,
  beforeAfterModel,
  beforeAfterOf,
  type Comparison,
  type Windows,
  windowsOf
} from "./effect.ts"
import type { BeforeAfterAnswer } from "./schema.ts"

export interface BeforeAfterQuery {
  readonly accountId: string
  readonly id: string
  readonly platform: Param.Platform
  readonly country: string
  readonly device?: string | undefined
  readonly versionId?: string | undefined
  readonly days: number
}

/** Keywords of one storefront and device; beyond them the last ones added are left out. */
const keywordsMax = 1_000
const pageOf = 500

type Released = Omit<KeptVersion, "releasedAt"> & { readonly releasedAt: string; readonly releasedMs: number }

const releasedOf = (versions: ReadonlyArray<KeptVersion>): ReadonlyArray<Released> =>
  versions
    .flatMap((version) => {
      const { releasedAt } = version
      return releasedAt === null ? [] : [{ ...version, releasedAt, releasedMs: Date.parse(releasedAt) }]
    })
    .sort((a, b) => b.releasedMs - a.releasedMs || byCodePoint(b.id, a.id))

const shown = ({ id, language, releasedAt, versionName }: Released) => ({ id, versionName, language, releasedAt })

const outcomes = {
  no_evidence: "no evidence that they went otherwise than untouched terms",
  climbed_more: "they climbed more than untouched terms in the same days",
  fell_more: "they fell more than untouched terms in the same days"
} as const
const lacks = {
  measured: "",
  no_former_version: "you keep no earlier release in this language to compare with",
  too_early: "it's too early to tell",
  too_few_terms: "there are too few such terms, or too few untouched ones, to compare",
  too_little_measured: "too few of them were searched for often enough in both windows"
} as const

const saidOf = (what: string, { difference, interval, status, verdict }: Comparison): string => {
  if (status !== "measured" || verdict === null) return `${what}: ${lacks[status]}.`
  const range = interval === null ? "" : ` (95%: ${interval.low} to ${interval.high})`
  return `${what}: ${outcomes[verdict]}; difference ${difference}${range}.`
}

const saysOf = ({ added, removed }: BeforeAfter): string =>
  added.status !== "measured" && added.status === removed.status
    ? `Nothing to compare: ${lacks[added.status]}.`
    : `${saidOf("Terms that came in", added)} ${saidOf("Terms that left", removed)}`

const inWindows = ({ after, before }: Windows, { releasedAt }: Released) => {
  const day = releasedAt.slice(0, 10)
  const from = before?.from ?? after?.from
  const to = after?.to ?? before?.to
  return from !== undefined && to !== undefined && from <= day && day <= to
}

interface Made {
  readonly platform: Param.Platform
  readonly appId: string
  readonly country: string
  readonly device: string
  readonly version: Released
  readonly former: Released | undefined
  readonly others: ReadonlyArray<Released>
  readonly windows: Windows
  readonly found: BeforeAfter
  readonly nowMs: number
}

const answerOf = (made: Made): BeforeAfterAnswer => {
  const { appId, country, device, former, found, nowMs, others, platform, version, windows } = made
  const isMeasured = found.added.status === "measured" || found.removed.status === "measured"
  const otherReleases = others.filter((other) => inWindows(windows, other))
  return {
    appId: trackIdOf(platform, appId),
    platform,
    country,
    device,
    version: shown(version),
    former: former === undefined ? null : shown(former),
    windows,
    added: found.added,
    removed: found.removed,
    untouched: found.untouched,
    lines: found.lines,
    terms: found.terms,
    otherReleases: otherReleases.map(shown),
    says: saysOf(found),
    model: beforeAfterModel,
    provenance: {
      ...stored(nowMs, {
        status: isMeasured ? "measured" : "not_measured",
        model: beforeAfterModel,
        sampleSize: found.added.group.measured + found.removed.group.measured + found.untouched.measured,
        limitations: [
          "it tells what went together: other changes of the same days may have touched these terms alone",
          "a search that didn't find the app counts as one place behind the depth that was looked at",
          ...(otherReleases.length === 0 ? [] : ["other languages were released within these windows"])
        ]
      })
    }
  }
}

/** Ranks beside releases. */
export class BeforeAfters extends Context.Service<
  BeforeAfters,
  {
    readonly of: (
      query: BeforeAfterQuery
    ) => Effect.Effect<BeforeAfterAnswer, AppFailure | NotFound | ServiceUnavailable>
  }
>()("@storeglass/aso/BeforeAfters") {
  static readonly layer = Layer.effect(
    BeforeAfters,
    Effect.gen(function* () {
      const stores = yield* AppStores
      const ranks = yield* LatestRanks
      const workspace = yield* Effect.serviceOption(Workspace)
      const kept = yield* Effect.serviceOption(KeptVersions)

      const keywordsOf = Effect.fnUntraced(function* (
        { keywords }: Workspace["Service"],
        accountId: string,
        app: string,
        market: { readonly country: string; readonly device: string }
      ) {
        const found: Array<KeptKeyword> = []
        let after: string | undefined
        do {
          const page: ReadonlyArray<KeptKeyword> = yield* keywords(accountId, app, { after, limit: pageOf })
          found.push(...page.filter(({ country, device }) => country === market.country && device === market.device))
          after = page.length < pageOf ? undefined : page.at(-1)?.id
        } while (after !== undefined && found.length < keywordsMax)
        return found.slice(0, keywordsMax)
      })

      const of = Effect.fn("BeforeAfters.of")(function* (query: BeforeAfterQuery) {
        const { accountId, platform } = query
        const store = yield* stores.get(platform)
        const appId = yield* store.parseAppId(query.id)
        const { country, device } = yield* marketOf(store, query)
        if (Option.isNone(workspace) || Option.isNone(kept))
          return yield* new NotFound("the plugin workspace, which keeps your released versions, isn't enabled here")
        const app = yield* workspace.value.app(accountId, platform, appId)
        const versions = yield* kept.value.of(accountId, { platform, appId }, { isReleased: true, isArchived: true })
        const released = releasedOf(versions ?? [])
        const version = released.find(({ id }) => query.versionId === undefined || id === query.versionId)
        if (app === undefined || version === undefined)
          return yield* new NotFound(
            `versionId: your workspace has no such released version of ${appId}; GET /v1/user/apps/${appId}/versions?isReleased=true lists them`
          )
        const alike = released.filter(({ language }) => language === version.language)
        const at = alike.indexOf(version)
        const former = alike[at + 1]
        const nowMs = yield* Clock.currentTimeMillis
        const windows = windowsOf({
          releasedMs: version.releasedMs,
          formerMs: former?.releasedMs ?? null,
          nextMs: alike[at - 1]?.releasedMs ?? null,
          nowMs,
          days: query.days
        })
        const words = yield* keywordsOf(workspace.value, accountId, app.id, { country, device })
        const changeOf = former === undefined ? () => "none" as const : termChangeOf(former, version)
        const releasedDay = version.releasedAt.slice(0, 10)
        const days = yield* ranks.within({ platform, appId }, words, {
          from: windows.before?.from ?? releasedDay,
          to: windows.after?.to ?? releasedDay
        })
        const found = beforeAfterOf(
          words.map(({ keyword }, index) => ({ keyword, change: changeOf(keyword), days: days[index] ?? [] })),
          { windows, releasedDay, hasFormer: former !== undefined, isOver: at > 0 }
        )
        const others = released.filter(({ language }) => language !== version.language)
        return answerOf({ platform, appId, country, device, version, former, others, windows, found, nowMs })
      }, asDocumented)

      return BeforeAfters.of({ of })
    })
  )
}
