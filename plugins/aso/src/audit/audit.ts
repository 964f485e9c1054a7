/** aso-audit@1 over its input. */

import { byCodePoint } from "@storeglass/stores/contract"
import { charCount, limitOf } from "../rules/metadata.ts"
import { type Effort, type Evidence, type Proposal, proposalsFor } from "./fixes.ts"
import { type AuditInput, type Hit, isTold } from "./input.ts"
import { type FactorId, type Grade, gradeOf, round2, sum, weightsOf } from "./model.ts"
import { coverageOf, type Part, pointsOf, type Scored, scoredFactor } from "./scores.ts"

export const statuses = ["measured", "not_measured", "not_measurable", "not_scored"] as const
export type FactorStatus = (typeof statuses)[number]

export interface Finding {
  readonly severity: "error" | "warning" | "info"
  readonly code: string
  readonly message: string
  readonly evidence: Evidence
}

export interface FactorPart {
  readonly id: string
  readonly maxPoints: number
  /** Null: not measured; the others are scaled to 10. */
  readonly points: number | null
}

export interface Factor {
  readonly id: FactorId
  readonly label: string
  readonly weight: number
  readonly score: number | null
  readonly status: FactorStatus
  readonly parts: ReadonlyArray<FactorPart>
  readonly findings: ReadonlyArray<Finding>
}

export interface Fix {
  readonly id: string
  readonly action: string
  readonly factorId: FactorId
  readonly expectedPoints: number
  readonly effort: Effort
  readonly evidence: Evidence
}

export interface Field {
  readonly text: string | null
  readonly charCount: number | null
  readonly maxChars: number
}

export interface Audit {
  readonly score: number | null
  /** To two decimals; what fixes add is counted in it. */
  readonly exactScore: number | null
  readonly grade: Grade | null
  readonly measuredWeight: number
  readonly factors: ReadonlyArray<Factor>
  readonly quickWins: ReadonlyArray<Fix>
  readonly highImpact: ReadonlyArray<Fix>
  readonly strategic: ReadonlyArray<Fix>
  readonly metadata: Readonly<Record<string, Field>>
}

interface Weighed {
  readonly id: FactorId
  readonly label: string
  readonly weight: number
  readonly scored: Scored
  readonly points: number | null
}

const weighedFactors = (input: AuditInput): ReadonlyArray<Weighed> => {
  const coverage = coverageOf(input)
  return weightsOf[input.platform].map(([id, weight, label]) => {
    const scored = scoredFactor(input, id, coverage)
    return { id, weight, label, scored, points: pointsOf(scored) }
  })
}

const totalOf = (factors: ReadonlyArray<Weighed>) => {
  const known = factors.flatMap(({ points, weight }) => (points === null ? [] : [{ points, weight }]))
  const measured = sum(known.map(({ weight }) => weight))
  const all = sum(factors.map(({ weight }) => weight))
  const share = measured / all
  const mean = (10 * sum(known.map(({ points, weight }) => points * weight))) / measured
  return {
    measuredWeight: Math.round(share * 10_000) / 10_000,
    score: share < 0.5 ? null : Math.round(mean),
    exact: share < 0.5 ? null : round2(mean)
  }
}

/** The score to two decimals; null: less than half of the weight is measured. */
export const exactScoreOf = (input: AuditInput): number | null => totalOf(weighedFactors(input)).exact

const severityOf = (share: number): Finding["severity"] =>
  share >= 0.999 ? "info" : share >= 0.5 ? "warning" : "error"

const evidence = (field: string, { found, wanted }: Pick<Part, "found" | "wanted">): Evidence => ({
  field,
  found,
  wanted,
  span: null,
  ruleIds: []
})

const hitsOf = (input: AuditInput, id: FactorId): ReadonlyArray<readonly [Finding["severity"], string, Hit]> => {
  const facts =
    id === "title"
      ? { field: "title", of: input.title }
      : id === "description"
        ? { field: "fullDescription", of: input.description }
        : id === "subtitle" || id === "shortDescription"
          ? isTold(input.subtitle)
            ? { field: id, of: input.subtitle.value }
            : undefined
          : id === "keywordField" && isTold(input.keywordField)
            ? { field: "keywords", of: input.keywordField.value }
            : undefined
  if (facts === undefined) return []
  const { field, of } = facts
  return [
    ...of.errors.map((hit) => ["error", field, hit] as const),
    ...of.warnings.map((hit) => ["warning", field, hit] as const)
  ]
}

const lookAtIcon =
  "Look at it yourself: is it still clear at the size of a search result, does it differ from the icons beside it there, and does it need its words?"

type Noted = { readonly reason: string; readonly found?: number | null }
const gapFinding = (id: FactorId, status: FactorStatus, { found = null, reason }: Noted): Finding => ({
  severity: "info",
  code: `${id}.${status}`,
  message: id === "icon" ? `${reason[0]?.toUpperCase()}${reason.slice(1)}. ${lookAtIcon}` : `Not counted: ${reason}.`,
  evidence: evidence(id, { found, wanted: null })
})

const factorOf = (input: AuditInput, { id, label, points, scored, weight }: Weighed): Factor => {
  const gap =
    scored.gap ??
    (points === null ? scored.parts.flatMap(({ share }) => (typeof share === "number" ? [] : [share]))[0] : undefined)
  const status = points === null ? (gap?.status ?? "not_measured") : "measured"
  const hits = hitsOf(input, id).map(
    ([severity, field, { message, ruleId, span }]): Finding => ({
      severity,
      code: ruleId,
      message,
      evidence: { field, found: null, wanted: null, span, ruleIds: [ruleId] }
    })
  )
  return {
    id,
    label,
    weight,
    score: points,
    status,
    parts: scored.parts.map(({ id, max, share }) => ({
      id,
      maxPoints: max,
      points: typeof share === "number" ? round2(max * share) : null
    })),
    findings: [
      ...(points === null && scored.parts.length === 0 && gap !== undefined ? [gapFinding(id, status, gap)] : []),
      ...scored.parts.map(
        (part): Finding => ({
          severity: typeof part.share === "number" ? severityOf(part.share) : "info",
          code: `${id}.${part.id}`,
          message: part.message,
          evidence: evidence(`${id}.${part.id}`, part)
        })
      ),
      ...(points === null ? [] : hits)
    ]
  }
}

const fieldsOf = (input: AuditInput): Audit["metadata"] => {
  const field = (name: "title" | "subtitle" | "keywords" | "shortDescription", text: string | null): Field => ({
    text,
    charCount: text === null ? null : charCount(text),
    maxChars: limitOf(input.platform, name)?.max ?? 0
  })
  const subtitle = isTold(input.subtitle) ? input.subtitle.value.text : null
  return input.platform === "storea"
    ? {
        title: field("title", input.title.text),
        subtitle: field("subtitle", subtitle),
        keywords: field("keywords", isTold(input.keywordField) ? input.keywordField.value.text : null)
      }
    : { title: field("title", input.title.text), shortDescription: field("shortDescription", subtitle) }
}

const perList = 5
export const quickFrom = 1
export const highFrom = 4

/** Of most points first. */
export const byPoints = (a: Fix, b: Fix): number => b.expectedPoints - a.expectedPoints || byCodePoint(a.id, b.id)

export interface Worked {
  readonly fix: Fix
  /** The input as the fix makes it. */
  readonly after: AuditInput
}

/** All fixes that add something, of most points first. */
export const fixesOf = (input: AuditInput): ReadonlyArray<Worked> => {
  const before = exactScoreOf(input)
  if (before === null) return []
  return proposalsFor(input, exactScoreOf)
    .flatMap(({ after, ...proposal }: Proposal): ReadonlyArray<Worked> => {
      const then = exactScoreOf(after)
      const expectedPoints = then === null ? 0 : round2(then - before)
      return expectedPoints > 0 ? [{ fix: { ...proposal, expectedPoints }, after }] : []
    })
    .sort((a, b) => byPoints(a.fix, b.fix))
}

export const sortedInto = (fixes: ReadonlyArray<Fix>): Pick<Audit, "quickWins" | "highImpact" | "strategic"> => {
  const isQuick = ({ effort, expectedPoints }: Fix) => effort === "S" && expectedPoints >= quickFrom
  const others = fixes.filter((fix) => !isQuick(fix))
  return {
    quickWins: fixes.filter(isQuick).slice(0, perList),
    highImpact: others.filter(({ expectedPoints }) => expectedPoints >= highFrom).slice(0, perList),
    strategic: others.filter(({ expectedPoints }) => expectedPoints < highFrom).slice(0, perList)
  }
}

export const auditOf = (input: AuditInput): Audit & { readonly fixes: ReadonlyArray<Fix> } => {
  const weighed = weighedFactors(input)
  const { exact, measuredWeight, score } = totalOf(weighed)
  const fixes = fixesOf(input).map(({ fix }) => fix)
  return {
    score,
    exactScore: exact,
    grade: score === null ? null : gradeOf(score),
    measuredWeight,
    factors: weighed.map((factor) => factorOf(input, factor)),
    ...sortedInto(fixes),
    metadata: fieldsOf(input),
    fixes
  }
}
