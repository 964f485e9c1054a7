import { asDocumented, Caller, type Param, served, stored } from "@storeglass/plugin-api"
import { AppStores } from "@storeglass/stores/contract"
import { type KeptReport, KeptVersions, SavedReports } from "@storeglass/workspace/contract"
import { Clock, Effect, Option, Schema } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AsoApi } from "../api.ts"
import { AuditAnswer } from "../audit/schema.ts"
import { BriefAnswer } from "../brief/schema.ts"
import { MetadataRules } from "../contract.ts"
import { OpportunitiesAnswer } from "../opportunities/schema.ts"
import { accountKnown } from "../rules/accountKnown.ts"
import { validate } from "../rules/handlers.ts"
import { storeLocaleOf } from "../rules/locales.ts"
import type { KeptAudit, KeptBrief, KeptDraft, KeptDrafts, KeptOpportunities } from "./api.ts"

interface Query {
  readonly appId: string
  readonly platform: Param.Platform
  readonly country: string
}

/** Of the newest of a kind and app, one of the country is looked for among so many. */
const lookedMax = 50
const draftsMax = 100
const severities = ["error", "warning", "info"] as const

const readAudit = Schema.decodeUnknownOption(AuditAnswer)
const readBrief = Schema.decodeUnknownOption(BriefAnswer)
const readOpportunities = Schema.decodeUnknownOption(OpportunitiesAnswer)

type Evidence = (typeof AuditAnswer.Type)["factors"][number]["findings"][number]["evidence"]
const quoted = (value: string | number) => (typeof value === "number" ? String(value) : `'${value}'`)
const evidenceText = ({ field, found, ruleIds, wanted }: Evidence) =>
  [
    `${field}: ${found === null ? "nothing found" : `found ${quoted(found)}`}${wanted === null ? "" : `, wanted ${quoted(wanted)}`}`,
    ...(ruleIds.length === 0 ? [] : [`by ${ruleIds.join(", ")}`])
  ].join("; ")

interface Found<A> {
  readonly report: KeptReport | undefined
  /** Undefined too where an earlier version kept it in another shape. */
  readonly answer: A | undefined
}

const provenanceOf = <A>(what: string, { answer, report }: Found<A>) =>
  stored(report === undefined ? null : Date.parse(report.createdAt), {
    limitations:
      report === undefined
        ? [`no ${what} of the app in this country was kept: ask for one below, which keeps it`]
        : answer === undefined
          ? [`the ${what} was kept by an earlier version, and can't be drawn: ask for a new one`]
          : [`as it was kept: ask for a new ${what} to see what changed since`]
  })

export const dashboardHandlers = HttpApiBuilder.group(
  AsoApi,
  "asoDashboard",
  Effect.fn(function* (group) {
    const reports = Option.getOrUndefined(yield* Effect.serviceOption(SavedReports))
    const versions = Option.getOrUndefined(yield* Effect.serviceOption(KeptVersions))
    const rules = yield* MetadataRules
    const stores = yield* AppStores
    const knownOf = yield* accountKnown

    /** The newest report of a kind that the account kept of an app in a country. */
    const latest = Effect.fnUntraced(function* <A>(
      kind: string,
      { appId, country, platform }: Query,
      read: (payload: unknown) => Option.Option<A>
    ) {
      const none: Found<A> = { report: undefined, answer: undefined }
      if (reports === undefined) return none
      const { accountId } = yield* Caller
      const listed = yield* reports.list(accountId, { kind, appId, limit: lookedMax })
      const report = listed.find((each) => each.platform === platform && each.country === country)
      if (report === undefined) return none
      const whole = yield* reports.read(accountId, report.id)
      const found: Found<A> = { report, answer: Option.getOrUndefined(read(whole?.payload)) }
      return found
    }, asDocumented)

    const headOf = ({ appId, country, platform }: Query, { report }: Found<unknown>) => ({
      appId,
      platform,
      country,
      keptAt: report?.createdAt ?? null
    })

    type Figure = KeptAudit["figures"][number]
    const figure = (title: Figure["title"], value: number | null, unit: Figure["unit"] = null) => ({
      title,
      value,
      unit,
      status: value === null ? ("not_measured" as const) : ("measured" as const)
    })

    /** What somebody writes at: the newest draft, else what was released last. */
    const draftOf = Effect.fnUntraced(function* ({ appId, platform }: Pick<Query, "appId" | "platform">) {
      const { accountId } = yield* Caller
      const newest = Effect.fnUntraced(function* (isReleased: boolean) {
        if (versions === undefined) return undefined
        const found = yield* versions.of(accountId, { platform, appId }, { isReleased, limit: 1 })
        return found?.[0]
      })
      const version = (yield* newest(false)) ?? (yield* newest(true))
      const told: KeptDraft = {
        appId,
        platform,
        state: version === undefined ? "none" : version.releasedAt === null ? "draft" : "released",
        versionName: version?.versionName ?? null,
        locale: version === undefined ? null : (storeLocaleOf(platform, version.language) ?? version.language),
        title: version?.title ?? null,
        subtitle: version?.subtitle ?? null,
        keywords: version?.keywords ?? null,
        shortDescription: version?.shortDescription ?? null,
        fullDescription: version?.description ?? null,
        promotionalText: version?.promotionalText ?? null,
        whatsNew: version?.whatsNew ?? null,
        provenance: stored(yield* Clock.currentTimeMillis, {
          limitations: version === undefined ? ["your workspace has no version of this app's listing"] : []
        })
      }
      return told
    })

    const draftsOf = Effect.fnUntraced(function* ({ appId, platform }: Pick<Query, "appId" | "platform">) {
      const { accountId } = yield* Caller
      const found =
        versions === undefined
          ? undefined
          : yield* versions.of(accountId, { platform, appId }, { isReleased: false, limit: draftsMax })
      const told: KeptDrafts = {
        appId,
        platform,
        drafts: (found ?? []).map(({ id, language, title, versionName }) => ({
          versionId: id,
          title: [versionName, language, ...(title === null ? [] : [title])].join(" · ")
        })),
        provenance: stored(yield* Clock.currentTimeMillis, { limitations: [] })
      }
      return told
    })

    return group.handleAll({
      audit: ({ query }) =>
        served(
          Effect.map(latest("aso.audit", query, readAudit), (found) => {
            const { answer } = found
            const told: KeptAudit = {
              ...headOf(query, found),
              figures:
                answer === undefined
                  ? []
                  : [
                      figure("Score", answer.score, "of 100"),
                      figure("Measured", Math.round(answer.measuredWeight * 100), "%"),
                      figure("Keywords ranked", answer.keywords.ranked),
                      figure("In the first ten", answer.keywords.top10)
                    ],
              factors: (answer?.factors ?? []).map(({ label, score, status }) => ({ label, score, status })),
              findings: (answer?.factors ?? [])
                .flatMap(({ findings, label }) =>
                  findings.map(({ evidence, message, severity }) => ({
                    message,
                    severity,
                    factor: label,
                    evidence: `${label}. ${evidenceText(evidence)}`
                  }))
                )
                .toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity)),
              provenance: provenanceOf("audit", found)
            }
            return told
          })
        ),
      brief: ({ query }) =>
        served(
          Effect.map(latest("aso.brief", query, readBrief), (found) => {
            const { answer } = found
            const told: KeptBrief = {
              ...headOf(query, found),
              state: answer === undefined ? "none" : "available",
              headline: answer?.summary.headline ?? null,
              readiness: answer?.storefrontReadiness.summary ?? null,
              actions: (answer?.prioritizedActions ?? []).map(({ action, effort, evidence, expectedPoints }) => ({
                action,
                effort,
                expectedPoints,
                evidence: evidenceText(evidence)
              })),
              provenance: provenanceOf("brief", found)
            }
            return told
          })
        ),
      opportunities: ({ query }) =>
        served(
          Effect.map(latest("aso.opportunities", query, readOpportunities), (found) => {
            const told: KeptOpportunities = {
              ...headOf(query, found),
              opportunities: (found.answer?.opportunities ?? []).map(
                ({ currentRank, keyword, opportunityScore, reason, recommendedAction }) => ({
                  keyword,
                  opportunityScore,
                  rank: currentRank,
                  recommendedAction,
                  reason
                })
              ),
              provenance: provenanceOf("list of opportunities", found)
            }
            return told
          })
        ),
      draft: ({ query }) => served(asDocumented(draftOf(query))),
      drafts: ({ query }) => served(asDocumented(draftsOf(query))),
      lint: ({ payload }) =>
        Effect.map(asDocumented(validate(rules, stores, knownOf, payload, { asksStore: false })), (data) => ({ data }))
    })
  })
)
