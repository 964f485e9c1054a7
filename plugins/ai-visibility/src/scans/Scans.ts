import { asDocumented, type CreditsExhausted, Directory, TierLimitExceeded } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { NoPrompts, QuotaExceeded } from "../errors.ts"
import { makeScanSchedule } from "../kept/Schedule.ts"
import { makeSettingsTable, type SettingsRow } from "../kept/SettingsTable.ts"
import { OwnKeys } from "../keys/OwnKeys.ts"
import type { ModelSlug } from "../models.ts"
import { degrade, scanCredits } from "../plans/budget.ts"
import { makeLimits } from "../plans/limits.ts"
import { isIncluded } from "../plans/room.ts"
import type { Place, Subject } from "../Subjects.ts"
import { callsOf, makePlanner } from "./Planner.ts"
import { previewOf } from "./preview.ts"
import { makeRunTable } from "./RunTable.ts"

const namesOf = (models: ReadonlyArray<ModelSlug>) => models.join(", ")
const keyless = "there's no key for the assistants of settings"

/** What is asked: of a plan as many, and those there's a key for, in the order of settings. */
export const allowedModels = (
  models: ReadonlyArray<ModelSlug>,
  most: number,
  available: ReadonlyArray<ModelSlug>
): ReadonlyArray<ModelSlug> => models.slice(0, most).filter((model) => available.includes(model))

export const quotaExceeded = (cost: number, remaining: number, failure?: Pick<CreditsExhausted, "retryAfterSeconds">) =>
  new QuotaExceeded(
    `this costs ${cost} AI Visibility credits and ${remaining} are left; nothing was asked or charged`,
    failure?.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: failure.retryAfterSeconds }
  )

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const ownKeys = yield* OwnKeys
  const directory = yield* Directory
  const limits = yield* makeLimits
  const settings = yield* makeSettingsTable
  const schedule = yield* makeScanSchedule
  const planner = yield* makePlanner
  const runs = yield* makeRunTable

  /** Tells what a plan that shrank doesn't include any more. */
  const refusal = Effect.fnUntraced(function* (place: Place, plan: string) {
    const included = limits.of(plan)
    const all = yield* settings.all(place.accountId)
    const isThere = all.some(({ appId, country }) => appId === place.appId && country === place.country)
    return !isThere || isIncluded(place, all, included)
      ? undefined
      : `the plan '${plan}' measures ${included.apps} apps in ${included.countries} countries each, those that were set up first`
  })

  /** What a scan of now would ask and what of it the day has: the same for a preview and for the scan itself. */
  const lookedUp = Effect.fnUntraced(function* (subject: Subject, own: SettingsRow | undefined) {
    const { accountId, appId, country, plan } = subject
    const included = limits.of(plan)
    const prompts = own === undefined ? [] : yield* planner.prompts(subject, included.prompts)
    if (own === undefined || prompts.length === 0) {
      return yield* new NoPrompts(
        `app ${appId} has no active prompt in ${country}; run bootstrap, or add or activate one`
      )
    }
    const keys = yield* ownKeys.useOf(accountId)
    const models = allowedModels(own.models, included.models, keys.available)
    const calls = yield* planner.missing(subject, prompts, models, own.samples)
    const cost = scanCredits(keys.prices, models, callsOf(calls))
    const remaining = yield* planner.remaining(accountId)
    const promptsTotal = prompts.length
    const reused = promptsTotal * models.length * own.samples - calls.length
    return { own, keys, models, calls, cost, remaining, promptsTotal, reused }
  })
  const assertIncluded = Effect.fnUntraced(function* (subject: Subject) {
    const refused = yield* refusal(subject, subject.plan)
    if (refused !== undefined) return yield* new TierLimitExceeded(refused)
  })

  return {
    /** What a scan would ask and cost now. Nothing is asked, held or stored. */
    preview: Effect.fn("Scans.preview")(function* (subject: Subject) {
      yield* assertIncluded(subject)
      const { calls, cost, keys, models, own, promptsTotal, remaining, reused } = yield* lookedUp(
        subject,
        yield* settings.read(subject)
      )
      const counts = callsOf(calls)
      const included = limits.of(subject.plan)
      return previewOf({
        settings: own,
        included,
        keys,
        active: yield* settings.activePrompts(subject),
        models,
        counts,
        cost,
        remaining,
        promptsTotal,
        reused
      })
    }),

    /** Takes a scan of everything that the day lacks, or refuses it whole. */
    accept: Effect.fn("Scans.accept")(function* (subject: Subject) {
      const { accountId } = subject
      yield* assertIncluded(subject)
      let cost = 0
      let remaining = 0
      const accepted = sql.withTransaction(
        Effect.gen(function* () {
          const planned = yield* lookedUp(subject, yield* settings.lock(subject))
          const { calls, keys, models, own, promptsTotal, reused } = planned
          cost = planned.cost
          remaining = planned.remaining
          if (cost > remaining) return yield* quotaExceeded(cost, remaining)
          const runId = uuidV7Unsafe()
          const nowMs = yield* Clock.currentTimeMillis
          yield* runs.insert(subject, { id: runId, kind: "scan", language: own.language, nowMs, status: "queued" })
          const told = {
            promptsTotal,
            reused,
            models,
            modelsDropped: [],
            degradedReason: models.length === 0 ? keyless : null
          }
          const held = yield* planner.claim(subject, runId, calls, keys, told)
          if (held === null) yield* runs.end(accountId, runId, { status: "finished", nowMs, charged: 0 })
          return { taskRunId: runId, promptsTotal, models, samples: own.samples, estimatedCost: cost, held }
        })
      )
      return yield* accepted.pipe(
        // Another scan took them between the look and the hold.
        Effect.catchTag("RATE_LIMIT_EXCEEDED", (failure) => Effect.fail(quotaExceeded(cost, remaining, failure))),
        Effect.catchTag("HoldGone", Effect.die)
      )
    }),

    /** A scan by schedule: of as many assistants as the credits pay for, or of none until tomorrow. */
    due: Effect.fn("Scans.due")(function* (place: Place) {
      const { accountId } = place
      const plan = yield* directory.plan(accountId)
      if (plan === undefined) return
      const included = limits.of(plan)
      if (included.models === 0 || (yield* refusal(place, plan)) !== undefined) return
      yield* asDocumented(
        sql.withTransaction(
          Effect.gen(function* () {
            const own = yield* settings.lock(place)
            if (own === undefined || !own.enabled || own.cadenceDays === 0) return
            const prompts = yield* planner.prompts(place, included.prompts)
            const keys = yield* ownKeys.useOf(accountId)
            const models = allowedModels(own.models, included.models, keys.available)
            const calls = yield* planner.missing(place, prompts, models, own.samples)
            const isKeyless = prompts.length > 0 && models.length === 0
            if (calls.length === 0 && !isKeyless) return
            const remaining = yield* planner.remaining(accountId)
            const fitting = degrade(keys.prices, models, callsOf(calls), remaining)
            const runId = uuidV7Unsafe()
            const nowMs = yield* Clock.currentTimeMillis
            const run = { id: runId, kind: "scheduled" as const, language: own.language, nowMs }
            const cost = scanCredits(keys.prices, models, callsOf(calls))
            const reason = `the scan costs ${cost} credits and ${remaining} are left`
            const promptsTotal = prompts.length
            if (fitting === null) {
              yield* runs.insert(place, { ...run, status: "skipped" })
              yield* runs.plan(accountId, runId, {
                promptsTotal,
                reused: 0,
                pending: 0,
                models: [],
                ownModels: [],
                modelsDropped: models,
                degradedReason: isKeyless
                  ? keyless
                  : `${reason}, which one assistant alone doesn't fit into: the next try is in 24 hours`,
                hold: null,
                creditsHeld: 0
              })
              yield* runs.end(accountId, runId, { status: "skipped", nowMs, charged: 0 })
              if (!isKeyless) yield* schedule.set(place, own.cadenceDays, 1)
              return
            }
            const { dropped, models: asked } = fitting
            const left = calls.filter(({ model }) => asked.includes(model))
            yield* runs.insert(place, { ...run, status: "queued" })
            const held = yield* planner.claim(place, runId, left, keys, {
              promptsTotal,
              reused: promptsTotal * asked.length * own.samples - left.length,
              models: asked,
              modelsDropped: dropped,
              degradedReason: dropped.length === 0 ? null : `${reason}: without ${namesOf(dropped)} it fits`
            })
            if (held === null) yield* runs.end(accountId, runId, { status: "finished", nowMs, charged: 0 })
          })
        )
      )
    })
  }
})

/** Takes scans: what they ask, what that costs, and holding it. */
export class Scans extends Context.Service<Scans, Effect.Success<typeof make>>()("@storeglass/ai-visibility/Scans") {
  static readonly layer = Layer.effect(Scans, make)
}
