import { KeywordBook, searchDevices } from "@storeglass/keywords/contract"
import { Directory, Jobs, rowsOf, TierLimitExceeded } from "@storeglass/plugin-api"
import { AppStores } from "@storeglass/stores/contract"
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { Bootstrap } from "../jobRefs.ts"
import { makeChanges } from "../kept/Changes.ts"
import { makeScanSchedule } from "../kept/Schedule.ts"
import { makeSettingsTable, modelsText, type SettingsRow } from "../kept/SettingsTable.ts"
import { foldedOf } from "../kept/texts.ts"
import { OwnKeys } from "../keys/OwnKeys.ts"
import type { ModelSlug } from "../models.ts"
import { creditsOf, type FirstPlan, firstPlan, promptsMin, scanCredits } from "../plans/budget.ts"
import type { KeyUse } from "../plans/keys.ts"
import { makeLimits } from "../plans/limits.ts"
import { availableTo, isIncluded } from "../plans/room.ts"
import type { Place, Subject } from "../Subjects.ts"
import type { WrittenIntent } from "../writing/Writing.ts"
import { callsOf, makePlanner, payableCalls } from "./Planner.ts"
import { Profiles } from "./Profiles.ts"
import { makeRunTable, type RunRow } from "./RunTable.ts"
import { allowedModels, quotaExceeded } from "./Scans.ts"
import { Writer } from "./Writer.ts"

/** In which a new row of settings takes its models: the cheapest that ground their answers or are asked most come first. */
const preferred = ["model_a", "model_d", "model_c", "model_b"] as const
const termsMax = 30

const seedRows = rowsOf(Schema.Struct({ seed: Schema.String, folded: Schema.String }))
const intentSeedRows = rowsOf(Schema.Struct({ id: Schema.String, seed: Schema.String, status: Schema.String }))

/** By turns of the intents, so that a cap leaves each some of its styles. */
const byTurns = (intents: ReadonlyArray<WrittenIntent>) => {
  const longest = Math.max(0, ...intents.map(({ prompts }) => prompts.length))
  return Array.from({ length: longest }, (_, turn) =>
    intents.flatMap((intent) => intent.prompts.slice(turn, turn + 1).map((prompt) => ({ intent, prompt })))
  ).flat()
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const jobs = yield* Jobs
  const directory = yield* Directory
  const store = yield* Effect.flatMap(AppStores, (stores) => Effect.orDie(stores.get("storea")))
  const book = yield* Effect.serviceOption(KeywordBook)
  const ownKeys = yield* OwnKeys
  const limits = yield* makeLimits
  const settings = yield* makeSettingsTable
  const schedule = yield* makeScanSchedule
  const planner = yield* makePlanner
  const changes = yield* makeChanges
  const runs = yield* makeRunTable
  const profiles = yield* Profiles
  const writer = yield* Writer
  const here = Effect.provideService(SqlClient.SqlClient, sql)

  /** The plan's first that have a key; without any key those that come first. */
  const firstModels = (most: number, { available }: KeyUse): ReadonlyArray<ModelSlug> => {
    const withKey = preferred.filter((model) => available.includes(model))
    return (withKey.length === 0 ? preferred : withKey).slice(0, most)
  }

  /** Terms that the app ranks for, best first; none where nobody collects them. */
  const termsOf = Effect.fnUntraced(function* ({ appId, country }: Place) {
    const [device] = searchDevices(store)
    if (Option.isNone(book) || device === undefined) return []
    const market = { platform: "storea" as const, country, device }
    const basket = yield* book.value.standings(market, [appId])
    const [own] = basket.apps
    return basket.terms
      .flatMap(({ keyword }, at) => {
        const rank = own?.ranks[at]?.rank ?? null
        return rank === null ? [] : [{ keyword, rank }]
      })
      .toSorted((a, b) => a.rank - b.rank)
      .slice(0, termsMax)
      .map(({ keyword }) => keyword)
  })

  /** Within a transaction: keeps what is new of what was written, and gives the ids of the new prompts. */
  const keep = Effect.fnUntraced(function* (
    place: Place,
    intents: ReadonlyArray<WrittenIntent>,
    { language, most }: { readonly language: string; readonly most: number }
  ) {
    const { accountId, appId, country } = place
    const ofPlace = sql`account_id = ${accountId}::uuid AND app_id = ${appId} AND country = ${country}`
    const known = yield* seedRows(sql`SELECT seed, folded FROM ai_visibility_prompts WHERE ${ofPlace}`)
    const seen = new Set(known.flatMap(({ folded, seed }) => [folded, seed]))
    const kept = yield* intentSeedRows(sql`SELECT id, seed, status FROM ai_visibility_intents WHERE ${ofPlace}`)
    const intentOf = new Map(kept.map((row) => [row.seed, row]))
    const nowMs = yield* Clock.currentTimeMillis
    const fresh = byTurns(intents).filter(({ intent, prompt }) => {
      const folded = foldedOf(prompt.text)
      // What its owner archived stays so.
      if (seen.has(folded) || intentOf.get(foldedOf(intent.label))?.status === "archived") return false
      seen.add(folded)
      return true
    })
    const added = fresh.slice(0, Math.max(0, most))
    const labels = new Set(added.map(({ intent }) => intent))
    const newIntents = [...labels].flatMap((intent) => {
      const seed = foldedOf(intent.label)
      if (intentOf.has(seed)) return []
      const id = uuidV7Unsafe()
      intentOf.set(seed, { id, seed, status: "active" })
      return [{ id, seed, label: intent.label, description: intent.description }]
    })
    yield* sql`
      INSERT INTO ai_visibility_intents (account_id, id, app_id, country, language, label, description, status, source, seed,
        created_ms, updated_ms)
      SELECT ${accountId}::uuid, id, ${appId}, ${country}, ${language}, label, description, 'active', 'llm', seed,
        ${nowMs}::bigint, ${nowMs}::bigint
      FROM json_to_recordset(${JSON.stringify(newIntents)}::text::json) AS i (id uuid, seed text, label text,
        description text)`
    const prompts = added.map(({ intent, prompt }) => ({
      id: uuidV7Unsafe(),
      intent: intentOf.get(foldedOf(intent.label))?.id,
      text: prompt.text,
      folded: foldedOf(prompt.text),
      style: prompt.style
    }))
    yield* sql`
      INSERT INTO ai_visibility_prompts (account_id, id, intent, app_id, country, language, text, folded, seed, style, status,
        source, created_ms, updated_ms)
      SELECT ${accountId}::uuid, id, intent, ${appId}, ${country}, ${language}, text, folded, folded, style, 'active', 'llm',
        ${nowMs}::bigint, ${nowMs}::bigint
      FROM json_to_recordset(${JSON.stringify(prompts)}::text::json) AS p (id uuid, intent uuid, text text, folded text,
        style text)`
    for (const id of new Set(prompts.map(({ intent }) => intent))) {
      const n = prompts.filter(({ intent }) => intent === id).length
      yield* changes.note(place, { kind: "prompts_added", n, intent: id ?? null })
    }
    return { ids: new Set(prompts.map(({ id }) => id)), left: fresh.length - added.length }
  })

  /** Within a transaction: how often it is scanned and how much of what was written there is room for. */
  const planOf = Effect.fnUntraced(function* (place: Place, own: SettingsRow, plan: string, { prices }: KeyUse) {
    const included = limits.of(plan)
    const all = yield* settings.all(place.accountId)
    const available = availableTo(prices, place, all, included, limits.credits(plan))
    const active = all.find(({ appId, country }) => appId === place.appId && country === place.country)?.prompts ?? 0
    const isFirst = own.lastBootstrapMs === null && active === 0
    const models = own.models.slice(0, included.models)
    const first = firstPlan({ prices, models, available, promptsMax: included.prompts, samples: own.samples })
    const again: FirstPlan = {
      cadenceDays: own.cadenceDays,
      prompts: included.prompts - active,
      reason: null,
      capReason: null
    }
    return { isFirst, models, ...(isFirst ? first : again) }
  })

  const work = Effect.fnUntraced(function* (place: Place, run: RunRow, plan: string) {
    const { accountId, appId, country } = place
    const listing = yield* store.app(appId, country)
    const page = yield* Effect.option(store.page(appId, country))
    const terms = yield* termsOf(place)
    const { description, genreName, name } = listing.value
    const subtitle = Option.isSome(page) ? page.value.value.subtitle : null
    const written = yield* writer.write({
      language: run.language,
      country,
      app: { name, category: genreName, subtitle, description },
      terms
    })
    yield* profiles.refresh(place, terms)
    yield* sql.withTransaction(
      Effect.gen(function* () {
        const own = yield* settings.lock(place)
        const open = yield* runs.lock(accountId, run.id)
        if (own === undefined || open === undefined || open.finishedMs !== null || open.promptsModel !== null) return
        const keys = yield* ownKeys.useOf(accountId)
        const first = yield* planOf(place, own, plan, keys)
        const kept = yield* keep(place, written.intents, { language: written.language, most: first.prompts })
        yield* sql`UPDATE ai_visibility_runs SET prompts_model = ${written.promptsModel}
          WHERE account_id = ${accountId}::uuid AND id = ${run.id}::uuid`
        if (first.isFirst) {
          yield* sql`UPDATE ai_visibility_settings SET cadence_days = ${first.cadenceDays}::int
            WHERE ${settings.of(place)}`
        }
        if (own.enabled && (first.isFirst || own.lastBootstrapMs === null)) {
          yield* schedule.set(place, first.cadenceDays)
        }
        const prompts = yield* planner.prompts(place, limits.of(plan).prompts)
        const models = allowedModels(first.models, first.models.length, keys.available)
        const missing = yield* planner.missing(
          place,
          prompts.filter(({ id }) => kept.ids.has(id)),
          models,
          own.samples
        )
        const remaining = yield* planner.remaining(accountId)
        const cost = scanCredits(keys.prices, models, callsOf(missing))
        // A first scan asks as much as can be paid; a later one everything or nothing.
        const calls = cost <= remaining || first.isFirst ? payableCalls(keys.prices, missing, remaining) : []
        const reasons = [
          first.reason,
          kept.left === 0 ? null : first.capReason,
          written.language === run.language
            ? null
            : `written in ${written.language}, as the writer lacks ${run.language}`,
          models.length === 0 ? "not scanned: there's no key for the assistants of settings" : null,
          kept.left === 0 || first.isFirst ? null : `${kept.left} prompts are over the plan's and were left out`,
          calls.length === missing.length
            ? null
            : `${calls.length} of ${missing.length} calls are asked now: all cost ${cost} credits and ${remaining} are left`
        ].filter((reason) => reason !== null)
        const held = yield* planner.claim(place, run.id, calls, keys, {
          promptsTotal: kept.ids.size,
          reused: 0,
          models,
          modelsDropped: [],
          degradedReason: reasons.length === 0 ? null : reasons.join("; ")
        })
        if (held !== null) return
        const nowMs = yield* Clock.currentTimeMillis
        yield* sql`UPDATE ai_visibility_settings SET last_bootstrap_ms = ${nowMs}::bigint WHERE ${settings.of(place)}`
        yield* runs.end(accountId, run.id, { status: "finished", nowMs, charged: 0 })
      })
    )
  })

  return {
    /** Takes a bootstrap, or gives the one that is under way. Without a language, it is that of settings. */
    accept: Effect.fn("Bootstraps.accept")(function* (subject: Subject, asked: string | undefined) {
      const { accountId, appId, country, plan } = subject
      yield* store.app(appId, country)
      const included = limits.of(plan)
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          // Two first ones at once: the account's apps are counted by one after the other.
          yield* sql`SELECT pg_advisory_xact_lock(hashtextextended(${`ai-visibility ${accountId}`}, 0))`
          const own = yield* settings.lock(subject)
          const open = own === undefined ? undefined : yield* runs.openBootstrap(subject)
          if (open !== undefined) return { taskRunId: open.id }
          if (!isIncluded(subject, yield* settings.all(accountId), included)) {
            return yield* new TierLimitExceeded(
              `the plan '${plan}' measures ${included.apps} apps in ${included.countries} countries each; change the plan for more`
            )
          }
          const keys = yield* ownKeys.useOf(accountId)
          const models = own?.models.slice(0, included.models) ?? firstModels(included.models, keys)
          const cost = promptsMin * creditsOf(keys.prices, models) * (own?.samples ?? 1)
          const remaining = yield* planner.remaining(accountId)
          if ((own === undefined || own.lastBootstrapMs === null) && cost > remaining) {
            return yield* quotaExceeded(cost, remaining)
          }
          const nowMs = yield* Clock.currentTimeMillis
          const language = asked ?? own?.language ?? "en"
          if (own === undefined) {
            yield* sql`INSERT INTO ai_visibility_settings (account_id, app_id, country, language, enabled, models,
                cadence_days, created_ms)
              VALUES (${accountId}::uuid, ${appId}, ${country}, ${language}, true, ${modelsText(models)}, 3,
                ${nowMs}::bigint)`
          }
          const id = uuidV7Unsafe()
          yield* runs.insert(subject, { id, kind: "bootstrap", language, nowMs, status: "queued" })
          yield* here(jobs.enqueue(Bootstrap, { accountId, runId: id }, { key: `bootstrap:${id}` }))
          return { taskRunId: id }
        })
      )
    }),

    /** Writes what is to be asked, keeps what is new of it, and begins its scan. Again, it does nothing. */
    run: Effect.fn("Bootstraps.run")(function* (accountId: string, runId: string) {
      const run = yield* runs.read(accountId, runId)
      if (run?.kind !== "bootstrap" || run.finishedMs !== null || run.promptsModel !== null) return
      const plan = yield* directory.plan(accountId)
      if (plan === undefined) return
      const nowMs = yield* Clock.currentTimeMillis
      yield* sql`UPDATE ai_visibility_runs SET status = 'running', started_ms = coalesce(started_ms, ${nowMs}::bigint)
        WHERE account_id = ${accountId}::uuid AND id = ${runId}::uuid`
      yield* work({ accountId, appId: run.appId, country: run.country }, run, plan)
    }),

    /** It couldn't be done for good. */
    fail: Effect.fn("Bootstraps.fail")(function* (accountId: string, runId: string) {
      const nowMs = yield* Clock.currentTimeMillis
      const reason = "the listing couldn't be read or the prompts not be written; run bootstrap again"
      yield* runs.end(accountId, runId, { status: "failed", nowMs, charged: 0, reason })
    })
  }
})

/** Writes what is to be asked about an app, and begins to ask it. */
export class Bootstraps extends Context.Service<Bootstraps, Effect.Success<typeof make>>()(
  "@storeglass/ai-visibility/Bootstraps"
) {
  static readonly layer = Layer.effect(Bootstraps, make)
}
