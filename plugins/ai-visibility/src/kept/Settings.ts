import { Credits, Directory, isoOf, TierLimitExceeded } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { notBegun } from "../errors.ts"
import { OwnKeys } from "../keys/OwnKeys.ts"
import type { ModelSlug } from "../models.ts"
import type { KeyUse } from "../plans/keys.ts"
import { makeLimits } from "../plans/limits.ts"
import { fitOf } from "../plans/room.ts"
import type { Subject } from "../Subjects.ts"
import { makeRunTable, shownRun } from "../scans/RunTable.ts"
import type { SettingsAnswer } from "../schema.ts"
import { makeChanges } from "./Changes.ts"
import { makeScanSchedule } from "./Schedule.ts"
import { makeSettingsTable, modelsText } from "./SettingsTable.ts"

export interface SettingsChange {
  readonly enabled?: boolean
  readonly models?: ReadonlyArray<ModelSlug>
  readonly scanCadenceDays?: number
  readonly language?: string
  readonly samples?: number
}

const monthStart = (ms: number) => {
  const at = new Date(ms)
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth())
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const credits = yield* Credits
  const directory = yield* Directory
  const ownKeys = yield* OwnKeys
  const limits = yield* makeLimits
  const table = yield* makeSettingsTable
  const changes = yield* makeChanges
  const runs = yield* makeRunTable
  const schedule = yield* makeScanSchedule

  const shown = Effect.fnUntraced(function* (subject: Subject, plan: string, keys: KeyUse, sinceMs: number) {
    const { accountId, appId, country } = subject
    const own = yield* table.read(subject)
    if (own === undefined) return null
    const account = yield* directory.account(accountId)
    const next = own.enabled ? yield* schedule.next(subject) : null
    const run = own.lastRun === null ? undefined : yield* runs.read(accountId, own.lastRun)
    const time = (ms: number | null) => (ms === null ? null : isoOf(ms))
    return {
      ownerEmail: account?.email ?? "",
      appId,
      country,
      language: own.language,
      enabled: own.enabled,
      models: own.models,
      scanCadenceDays: own.cadenceDays,
      samples: own.samples,
      ownKeyModels: keys.own,
      ownKeyAnswers: yield* runs.ownAnswersSince(subject, sinceMs),
      nextScanAt: time(limits.of(plan).models === 0 ? null : next),
      lastScanAt: time(own.lastScanMs),
      lastBootstrapAt: time(own.lastBootstrapMs),
      lastRun: run === undefined ? null : shownRun(run)
    }
  })

  const get = Effect.fn("Settings.get")(function* (subject: Subject) {
    const { accountId, appId, country, plan } = subject
    const included = limits.of(plan)
    const balance = yield* credits
      .balance(accountId, "aiVisibility")
      .pipe(Effect.provideService(SqlClient.SqlClient, sql))
    const keys = yield* ownKeys.useOf(accountId)
    const all = yield* table.all(accountId)
    const own = all.find((each) => each.appId === appId && each.country === country)
    const answer: SettingsAnswer = {
      settings: yield* shown(subject, plan, keys, monthStart(yield* Clock.currentTimeMillis)),
      availableModels: keys.available,
      tier: {
        planId: plan,
        enabled: included.models > 0,
        maxModels: included.models,
        maxApps: included.apps,
        maxCountries: included.countries
      },
      aiVisibilityCredits: {
        limit: balance.limit,
        used: balance.used + balance.held,
        remaining: balance.remaining,
        resetDate: isoOf(balance.resetMs),
        ...fitOf(keys.prices, own, all, included, limits.credits(plan))
      }
    }
    return answer
  })

  return {
    get,
    update: Effect.fn("Settings.update")(function* (subject: Subject, change: SettingsChange) {
      const { appId, country, plan } = subject
      yield* sql.withTransaction(
        Effect.gen(function* () {
          const own = yield* table.lock(subject)
          if (own === undefined) return yield* notBegun(appId, country)
          const { models: most } = limits.of(plan)
          if (change.models !== undefined && change.models.length > most) {
            return yield* new TierLimitExceeded(
              `models: the plan '${plan}' asks ${most} assistant${most === 1 ? "" : "s"} at once and ${change.models.length} are named; nothing was changed`
            )
          }
          const { enabled = own.enabled, language = own.language, models = own.models, samples = own.samples } = change
          const cadenceDays = change.scanCadenceDays ?? own.cadenceDays
          yield* sql`UPDATE ai_visibility_settings SET enabled = ${enabled}, language = ${language},
            models = ${modelsText(models)}, cadence_days = ${cadenceDays}::int, samples = ${samples}::int
            WHERE ${table.of(subject)}`
          if (samples !== own.samples) {
            yield* changes.note(subject, { kind: "samples_changed", n: 1, detail: `${own.samples} → ${samples}` })
          }
          if (enabled !== own.enabled || cadenceDays !== own.cadenceDays) {
            yield* schedule.set(subject, enabled ? cadenceDays : 0)
          }
        })
      )
      return yield* get(subject)
    })
  }
})

/** How apps are scanned, and what the plan and its credits say to that. */
export class Settings extends Context.Service<Settings, Effect.Success<typeof make>>()(
  "@storeglass/ai-visibility/Settings"
) {
  static readonly layer = Layer.effect(Settings, make)
}
