/** What people are told when an analysis that they save differs from the one before. */
import { type Alert, Alerts, isoOf, type Param } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer } from "effect"
import type { SqlError } from "effect/sql"
import { competitorAlert, scoreAlert } from "../alerts.ts"
import type { AuditConfig } from "../audit/config.ts"
import { KeptAnalyses, type KeptAudit, type KeptComparison } from "../contract.ts"

interface OfApp {
  readonly platform: Param.Platform
  /** As the store writes it. */
  readonly appId: string
  readonly country: string
}

const shownMax = 5

/** Undefined: there's none before it, a score is missing, or it fell by less than `least`. */
export const fallOf = (
  { appId, country, platform }: OfApp,
  kept: KeptAudit | null,
  least: number
): Alert | undefined => {
  if (kept?.before == null) return undefined
  const { before, day, newFixes, score } = kept
  const from = before.score
  if (score === null || from === null || from - score < least) return undefined
  const [first] = [...newFixes].sort((a, b) => b.expectedPoints - a.expectedPoints)
  return {
    kind: scoreAlert,
    key: [scoreAlert, platform, appId, country, before.day, from, day, score].join(":"),
    title: `${appId} (${country}): audit ${score} after ${from}`,
    text: `The audit saved on ${before.day} gave it ${from} points, the one of ${day} ${score}.${first === undefined ? "" : ` New in it, and worth most: ${first.action}`}`,
    fields: { appId, country, from, to: score }
  }
}

const called = { title: "title", second: "subtitle or short description" } as const

/** Undefined: no text of a competitor changed. A new version alone is no change of its listing. */
export const changeOf = ({ appId, country, platform }: OfApp, kept: KeptComparison | null): Alert | undefined => {
  if (kept === null || kept.before === null) return undefined
  const changes = kept.changes.flatMap(({ what, ...change }) => (what === "version" ? [] : [{ ...change, what }]))
  if (changes.length === 0) return undefined
  const names = [...new Set(changes.map(({ name }) => name))]
  const more = changes.length - shownMax
  return {
    kind: competitorAlert,
    key: [competitorAlert, platform, appId, country, kept.before.day, kept.day, ...changes.map(({ to }) => to)].join(
      ":"
    ),
    title: `${appId} (${country}): ${names.join(", ")} changed`,
    text: [
      `Since the report of ${kept.before.day}:`,
      ...changes
        .slice(0, shownMax)
        .map(({ from, name, to, what }) => `${name}'s ${called[what]} was “${from}” and is “${to}”.`),
      ...(more > 0 ? [`And ${more} more.`] : [])
    ].join(" "),
    fields: { appId, country, changes: changes.length }
  }
}

export class KeptAlerts extends Context.Service<
  KeptAlerts,
  {
    /** After an audit or a competitor report was saved, in the same transaction. */
    readonly tell: (
      what: "audit" | "competitors",
      accountId: string,
      of: OfApp
    ) => Effect.Effect<void, SqlError.SqlError>
  }
>()("@storeglass/aso/KeptAlerts") {
  static readonly layer = ({ scoreAlertsFrom: least = 5 }: AuditConfig) =>
    Layer.effect(
      KeptAlerts,
      Effect.gen(function* () {
        const analyses = yield* KeptAnalyses
        const { notify } = yield* Alerts
        return KeptAlerts.of({
          tell: Effect.fn("KeptAlerts.tell")(function* (what, accountId, of) {
            if (what === "audit" && least === 0) return
            const day = isoOf(yield* Clock.currentTimeMillis).slice(0, 10)
            const kept = yield* analyses.of({ accountId, ...of, day })
            if (kept === undefined) return
            const alert = what === "competitors" ? changeOf(of, kept.competitors) : fallOf(of, kept.audit, least)
            if (alert !== undefined) yield* notify(accountId, alert)
          })
        })
      })
    )
}
