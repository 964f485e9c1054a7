import { type KeptReport, SavedReports } from "@storeglass/workspace/contract"
import { Effect, Layer, Option, Schema } from "effect"
import {
  KeptAnalyses,
  type KeptAnalysis,
  type KeptAudit,
  type KeptComparison,
  type KeptOpportunities
} from "../contract.ts"

/** Of one kind and app, the newest. */
const looked = 50

const { Array: List, Finite, Int, NullOr, optionalKey, String: Text, Struct, Unknown } = Schema
const Fixes = List(Struct({ id: Text, action: Text, expectedPoints: Finite }))
/** As much of the answers as is compared: what another version of the plugin saved may have more or less beside it. */
const Audit = Struct({ score: NullOr(Finite), quickWins: Fixes, highImpact: Fixes, strategic: Fixes })
const Opportunities = Struct({
  total: Int,
  opportunities: List(
    Struct({
      keyword: Text,
      opportunityScore: NullOr(Finite),
      volumeScore: NullOr(Finite),
      difficulty: NullOr(Finite),
      currentRank: NullOr(Int)
    })
  )
})
const Shown = Struct({ text: NullOr(Text) })
const Comparison = Struct({
  metadata: Struct({
    competitors: List(
      Struct({ appId: Schema.Union([Text, Int]), is: Struct({ name: Text, title: Shown, second: Shown }) })
    )
  }),
  updates: Struct({
    competitors: List(Struct({ appId: Schema.Union([Text, Int]), is: Struct({ version: NullOr(Text) }) }))
  })
})
const Asked = Struct({ language: optionalKey(Unknown), cursor: optionalKey(Unknown) })
const askedIn = Schema.decodeUnknownOption(Asked)

/** The same question: another language reads another listing, and a later page has no beginning. */
const questionOf = ({ params }: Pick<KeptReport, "params">) => {
  const asked = Option.getOrUndefined(askedIn(params))
  return asked?.cursor == null ? JSON.stringify(asked?.language ?? null) : undefined
}

type Days<A> = {
  readonly now: KeptAnalysis & { readonly is: A }
  readonly before: (KeptAnalysis & { readonly is: A }) | null
}

const auditOf = ({ before, now }: Days<typeof Audit.Type>): KeptAudit => {
  const fixesIn = ({ highImpact, quickWins, strategic }: typeof Audit.Type) => [
    ...quickWins,
    ...highImpact,
    ...strategic
  ]
  const known = new Set(before === null ? [] : fixesIn(before.is).map(({ id }) => id))
  return {
    day: now.day,
    score: now.is.score,
    before: before === null ? null : { day: before.day, score: before.is.score },
    newFixes:
      before === null
        ? []
        : fixesIn(now.is).flatMap(({ action, expectedPoints, id }) =>
            known.has(id) ? [] : [{ id, action, expectedPoints }]
          )
  }
}

const opportunitiesOf = ({ before, now }: Days<typeof Opportunities.Type>): KeptOpportunities => {
  const listed = before?.is.opportunities ?? []
  const known = new Set(listed.map(({ keyword }) => keyword))
  // One page tells nothing of what is worth less than its last.
  const isWhole = before !== null && before.is.total <= listed.length
  const least = Math.min(...listed.map(({ opportunityScore }) => opportunityScore ?? Number.POSITIVE_INFINITY))
  return {
    day: now.day,
    total: now.is.total,
    before: before === null ? null : { day: before.day, total: before.is.total },
    appeared:
      before === null
        ? []
        : now.is.opportunities.flatMap(({ currentRank, difficulty, keyword, opportunityScore: score, volumeScore }) =>
            score === null || known.has(keyword) || (!isWhole && score < least)
              ? []
              : [{ keyword, score, volume: volumeScore, difficulty, rank: currentRank }]
          )
  }
}

const comparisonOf = ({ before, now }: Days<typeof Comparison.Type>): KeptComparison => {
  const listingsIn = ({ metadata, updates }: typeof Comparison.Type) =>
    metadata.competitors.map(({ appId, is: { name, second, title } }) => ({
      appId: String(appId),
      name,
      texts: {
        title: title.text,
        second: second.text,
        version: updates.competitors.find((each) => String(each.appId) === String(appId))?.is.version ?? null
      }
    }))
  const known = before === null ? [] : listingsIn(before.is)
  const both = listingsIn(now.is).flatMap((listing) => {
    const then = known.find(({ appId }) => appId === listing.appId)
    return then === undefined ? [] : [{ ...listing, earlier: then.texts }]
  })
  return {
    day: now.day,
    before: before === null ? null : { day: before.day },
    compared: both.length,
    changes: both.flatMap(({ appId, earlier, name, texts }) =>
      (["title", "second", "version"] as const).flatMap((what) => {
        const [from, to] = [earlier[what], texts[what]]
        // What couldn't be seen on one of the days didn't change.
        return from === null || to === null || from === to ? [] : [{ appId, name, what, from, to }]
      })
    )
  }
}

/** Analyses that accounts saved, beside those before them. */
export const keptAnalyses = Layer.effect(
  KeptAnalyses,
  Effect.gen(function* () {
    const saved = yield* Effect.serviceOption(SavedReports)
    if (Option.isNone(saved)) return KeptAnalyses.of({ of: () => Effect.succeed(undefined) })
    const { list, read } = saved.value

    /** The last two answers to one question up to a day, of a form that is known here. */
    const lastOf = <A, I>(
      kind: string,
      schema: Schema.Codec<A, I>,
      isAlike: (one: KeptReport, other: KeptReport) => boolean = () => true
    ) => {
      const decode = Schema.decodeUnknownOption(schema)
      return Effect.fnUntraced(function* ({
        accountId,
        appId,
        country,
        day,
        platform
      }: Parameters<KeptAnalyses["Service"]["of"]>[0]) {
        const listed = yield* list(accountId, { kind, appId, limit: looked })
        const own = listed.filter(
          (report) =>
            report.platform === platform &&
            report.country === country &&
            report.createdAt.slice(0, 10) <= day &&
            questionOf(report) !== undefined
        )
        const [newest] = own
        if (newest === undefined) return null
        const alike = own.filter((report) => questionOf(report) === questionOf(newest) && isAlike(report, newest))
        const answers = yield* Effect.forEach(alike.slice(0, 2), ({ createdAt, id }) =>
          Effect.map(read(accountId, id), (report) => {
            const is = Option.getOrUndefined(decode(report?.payload))
            return is === undefined ? null : { day: createdAt.slice(0, 10), is }
          })
        )
        const [now = null, before = null] = answers
        return now === null ? null : { now, before }
      })
    }
    const [audits, opportunities, comparisons] = [
      // What another model scored says nothing of the listing.
      lastOf("aso.audit", Audit, (one, other) => one.model === other.model),
      lastOf("aso.opportunities", Opportunities),
      lastOf("aso.competitors", Comparison)
    ]

    return KeptAnalyses.of({
      of: Effect.fn("KeptAnalyses.of")(function* (query) {
        const audit = yield* audits(query)
        const opportunity = yield* opportunities(query)
        const comparison = yield* comparisons(query)
        return {
          audit: audit === null ? null : auditOf(audit),
          opportunities: opportunity === null ? null : opportunitiesOf(opportunity),
          competitors: comparison === null ? null : comparisonOf(comparison)
        }
      })
    })
  })
)
