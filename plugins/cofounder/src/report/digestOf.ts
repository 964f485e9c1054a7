import { type Param, plusDays } from "@storeglass/plugin-api"
import { type Digest, digestModel, type Finding, type Report } from "./schema.ts"

const findingsMax = 10
const actionsMax = 5
const severities = ["critical", "warning", "good", "info"] as const satisfies ReadonlyArray<Finding["severity"]>

/** A day's report, as far as it's still kept. */
export interface DigestDay {
  readonly day: string
  readonly headline: string
  readonly report: Report | undefined
}

/** Where each keyword stood before the week's first change of it, and where after its last. */
const movesOf = (reports: ReadonlyArray<Report>): Digest["rankChanges"] => {
  const moves = new Map<string, Digest["rankChanges"][number]>()
  for (const { rankChanges } of reports) {
    for (const { country, device, from, keyword, to } of rankChanges) {
      const key = JSON.stringify([keyword, country, device])
      moves.set(key, {
        keyword,
        country,
        device,
        from: moves.get(key)?.from ?? from,
        to,
        days: (moves.get(key)?.days ?? 0) + 1
      })
    }
  }
  return [...moves.values()].filter(({ from, to }) => from !== to)
}

/** The digest of a week: the same reports give the same digest. */
export const digestOf = (
  {
    appId,
    madeAt,
    platform,
    week
  }: { readonly platform: Param.Platform; readonly appId: string; readonly week: string; readonly madeAt: string },
  days: ReadonlyArray<DigestDay>
): Digest => {
  const reports = days.flatMap(({ report }) => report ?? [])
  const last = reports.at(-1)
  const told = reports.flatMap(({ date, sections }) =>
    sections.flatMap(({ findings, title }) => findings.map((finding) => ({ day: date, section: title, ...finding })))
  )
  // The gravest first, then the newest; of one kind, those of a day as its report has them.
  const findings = told.toSorted(
    (a, b) =>
      severities.indexOf(a.severity) - severities.indexOf(b.severity) || (a.day > b.day ? -1 : a.day < b.day ? 1 : 0)
  )
  const advice = new Map<
    string,
    { readonly title: string; readonly why: string; readonly days: number; readonly first: number }
  >()
  for (const { actions } of reports) {
    for (const { priority, title, why } of actions) {
      const known = advice.get(title)
      advice.set(title, {
        title,
        why,
        days: (known?.days ?? 0) + 1,
        first: Math.min(known?.first ?? priority, priority)
      })
    }
  }
  const actions = [...advice.values()]
    .toSorted((a, b) => b.days - a.days || a.first - b.first || (a.title < b.title ? -1 : 1))
    .slice(0, actionsMax)
    .map(({ days, title, why }, index) => ({ title, why, days, priority: index + 1 }))
  const known = new Set(days.map(({ day }) => day))
  const all = Array.from({ length: 7 }, (_, n) => plusDays(week, n))
  const rankChanges = movesOf(reports)
  return {
    from: week,
    to: plusDays(week, 6),
    appId,
    appName: last?.appName ?? null,
    platform,
    country: last?.country ?? "",
    headline: findings[0]?.text ?? "Nothing of note happened in the week.",
    days: days.map(({ day, headline }) => ({ day, headline })),
    missing: all.filter((day) => !known.has(day)),
    findings: findings.slice(0, findingsMax),
    rankChanges,
    actions,
    provenance: { model: digestModel, madeAt, reports: days.length, read: reports.length }
  }
}
