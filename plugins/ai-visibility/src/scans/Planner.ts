import { Credits, dayIn, Jobs, rowsOf } from "@storeglass/plugin-api"
import { Clock, Effect, Schema } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { Scan } from "../jobRefs.ts"
import type { ModelSlug } from "../models.ts"
import { type Calls, callCredits, type Prices, scanCredits } from "../plans/budget.ts"
import type { KeyUse } from "../plans/keys.ts"
import type { Place } from "../Subjects.ts"
import { fingerprintOf } from "../writing/promptText.ts"
import { makeRunTable } from "./RunTable.ts"

export const bucket = "aiVisibility" as const
/** How long a scan may take; what isn't answered by then is an error. */
export const deadlineMs = 60 * 60_000
/** Far longer than a scan: jobs wait while the gateway is down. */
const heldMs = 48 * 60 * 60_000

const PromptRow = Schema.Struct({
  id: Schema.String,
  no: Schema.Int,
  intent: Schema.String,
  text: Schema.String,
  language: Schema.String
})
export type AskedPrompt = typeof PromptRow.Type
const promptRows = rowsOf(PromptRow)
const knownRows = rowsOf(Schema.Struct({ fingerprint: Schema.String }))

/** A call that a scan buys. */
export interface PlannedCall {
  readonly prompt: AskedPrompt
  readonly model: ModelSlug
  /** Which of the settings' samples, from 1. */
  readonly sample: number
  readonly fingerprint: string
}

export const callsOf = (planned: ReadonlyArray<PlannedCall>): Calls => {
  const calls: Partial<Record<ModelSlug, number>> = {}
  for (const { model } of planned) calls[model] = (calls[model] ?? 0) + 1
  return calls
}

/** As many whole prompts of them, from the first, as so many credits pay for. */
export const payableCalls = (
  prices: Prices,
  planned: ReadonlyArray<PlannedCall>,
  credits: number
): ReadonlyArray<PlannedCall> => {
  let sum = 0
  let taken = 0
  for (const [at, { model, prompt }] of planned.entries()) {
    sum += prices[model]
    if (sum > credits) break
    if (planned[at + 1]?.prompt.id !== prompt.id) taken = at + 1
  }
  return planned.slice(0, taken)
}

/** What scans and bootstraps do alike, within a transaction that has locked the settings of the place. */
export const makePlanner = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const jobs = yield* Jobs
  const credits = yield* Credits
  const runs = yield* makeRunTable
  const here = Effect.provideService(SqlClient.SqlClient, sql)

  return {
    /** Active prompts of active intents, oldest first, as many as the plan keeps active. */
    prompts: ({ accountId, appId, country }: Place, most: number) =>
      promptRows(sql`
        SELECT p.id, p.no, p.intent, p.text, p.language FROM ai_visibility_prompts p
          JOIN ai_visibility_intents i ON i.account_id = p.account_id AND i.id = p.intent AND i.status = 'active'
        WHERE p.account_id = ${accountId}::uuid AND p.app_id = ${appId} AND p.country = ${country}
          AND p.status = 'active'
        ORDER BY p.no LIMIT ${most}::int`),

    /**
     * The calls that the day has no answer of and nobody waits for, by prompt, then in the order of the models, then by sample.
     * What is asked and charged once is known by its fingerprint: a text, of an assistant, for a country and language, on a day
     * (UTC), and of a repeat its number.
     */
    missing: Effect.fnUntraced(function* (
      { accountId, appId, country }: Place,
      prompts: ReadonlyArray<AskedPrompt>,
      models: ReadonlyArray<ModelSlug>,
      samples: number
    ) {
      const day = dayIn("UTC", yield* Clock.currentTimeMillis)
      const numbers = Array.from({ length: samples }, (_, at) => at + 1)
      const calls = prompts.flatMap((prompt) =>
        models.flatMap((model) => numbers.map((sample) => ({ prompt, model, sample })))
      )
      const wanted = yield* Effect.forEach(calls, ({ model: slug, prompt, sample }) => {
        const { language, text } = prompt
        return Effect.map(
          fingerprintOf({ text, slug, country, language, day, sample }),
          (fingerprint): PlannedCall => ({ prompt, model: slug, sample, fingerprint })
        )
      })
      const known = yield* knownRows(sql`
        SELECT fingerprint FROM ai_visibility_answers WHERE account_id = ${accountId}::uuid AND app_id = ${appId}
          AND status <> 'error' AND fingerprint IN (SELECT jsonb_array_elements_text(
            ${JSON.stringify(wanted.map(({ fingerprint }) => fingerprint))}::text::jsonb))`)
      const there = new Set(known.map(({ fingerprint }) => fingerprint))
      return wanted.filter(({ fingerprint }) => !there.has(fingerprint))
    }),

    remaining: (accountId: string) =>
      Effect.map(here(credits.balance(accountId, bucket)), ({ remaining }) => remaining),

    /**
     * Claims the calls for a run and holds what they cost, in this order: the hold comes last in its transaction. With whose key
     * each is made, and at which price, is settled here, whatever becomes of keys meanwhile. Gives the hold, null where nothing
     * is to be paid.
     */
    claim: Effect.fnUntraced(function* (
      place: Place,
      runId: string,
      calls: ReadonlyArray<PlannedCall>,
      { own, prices }: Pick<KeyUse, "own" | "prices">,
      told: {
        readonly promptsTotal: number
        readonly reused: number
        readonly models: ReadonlyArray<ModelSlug>
        readonly modelsDropped: ReadonlyArray<ModelSlug>
        readonly degradedReason: string | null
      }
    ) {
      const { accountId, appId, country } = place
      const nowMs = yield* Clock.currentTimeMillis
      const cost = scanCredits(prices, told.models, callsOf(calls))
      const hold = cost === 0 ? null : uuidV7Unsafe()
      const ownModels = told.models.filter((model) => own.includes(model))
      yield* runs.plan(accountId, runId, { ...told, ownModels, pending: calls.length, hold, creditsHeld: cost })
      if (hold === null) return null
      const rows = JSON.stringify(
        calls.map(({ fingerprint, model, prompt, sample }) => ({
          id: uuidV7Unsafe(),
          intent: prompt.intent,
          prompt: prompt.id,
          no: prompt.no,
          text: prompt.text,
          language: prompt.language,
          model,
          sample,
          fingerprint,
          own: own.includes(model),
          credits: prices[model]
        }))
      )
      yield* sql`
        INSERT INTO ai_visibility_answers (account_id, id, app_id, country, run, intent, prompt, prompt_no, prompt_text,
          language, model_slug, sample, fingerprint, own_key, credits, day, status)
        SELECT ${accountId}::uuid, id, ${appId}, ${country}, ${runId}::uuid, intent, prompt, no, text, language, model,
          sample, fingerprint, own, credits, ${dayIn("UTC", nowMs)}::date, 'waiting'
        FROM json_to_recordset(${rows}::text::json) AS calls (id uuid, intent uuid, prompt uuid, no int, text text,
          language text, model text, sample int, fingerprint text, own boolean, credits int)`
      yield* here(jobs.enqueue(Scan, { accountId, runId }, { key: `scan:${runId}` }))
      yield* here(
        credits.hold({ id: hold, accountId, bucket, credits: cost, operation: "ai-visibility.scan", forMs: heldMs })
      )
      return { holdId: hold, credits: cost }
    })
  }
})

/** What was delivered of a scan, in credits: at the price of each call's claim. */
export const deliveredCredits = (
  answers: ReadonlyArray<{ readonly model: ModelSlug; readonly credits: number | null; readonly n: number }>
): number => answers.reduce((sum, { credits, model, n }) => sum + (credits ?? callCredits[model]) * n, 0)
