import {
  Alerts,
  type Connection,
  Credits,
  type JobDelivery,
  Jobs,
  OperatorAlerts,
  RetryAfter,
  rowsOf
} from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { closedAlert, ownKeyAlert, providerAlert } from "../alerts.ts"
import { Ask, Finish } from "../jobRefs.ts"
import { makeSettingsTable, modelsText } from "../kept/SettingsTable.ts"
import { OwnKeys } from "../keys/OwnKeys.ts"
import { ModelSlug } from "../models.ts"
import type { Place } from "../Subjects.ts"
import type { answerStatuses } from "../schema.ts"
import { type AssistantFailed, Assistants, type Reply } from "../vendors/Assistants.ts"
import { makeBands } from "./Bands.ts"
import { bucket, deadlineMs, deliveredCredits } from "./Planner.ts"
import { Profiles } from "./Profiles.ts"
import { Reader } from "./Reader.ts"
import { makeRollups } from "./Rollups.ts"
import { makeRunTable, type RunRow } from "./RunTable.ts"
import { citationsText, mentionsText, type StoredMention } from "./stored.ts"

const WaitingRow = Schema.Struct({
  id: Schema.String,
  appId: Schema.String,
  fingerprint: Schema.String
})
const waitingRows = rowsOf(WaitingRow)
const CallRow = Schema.Struct({
  appId: Schema.String,
  country: Schema.String,
  text: Schema.String,
  language: Schema.String,
  model: ModelSlug,
  ownKey: Schema.Boolean
})
const callRows = rowsOf(CallRow)
const pendingRows = rowsOf(Schema.Struct({ pending: Schema.Int }))
const ownKeyRows = rowsOf(Schema.Struct({ ownKey: Schema.Boolean }))
const deliveredRows = rowsOf(Schema.Struct({ model: ModelSlug, credits: Schema.NullOr(Schema.Int), n: Schema.Int }))
const dayRows = rowsOf(Schema.Struct({ day: Schema.String }))

/** Jobs that one statement's transaction adds. */
const addedAtOnce = 500
/** How often a call that may go better later is tried. */
const triesMax = 3

type AnswerStatus = (typeof answerStatuses)[number]
/** What became of a call. */
interface Outcome {
  readonly status: AnswerStatus
  readonly modelId: string
  readonly rawText: string
  readonly citations: Reply["citations"]
  readonly mentions: ReadonlyArray<StoredMention>
  readonly grounded: boolean | null
}
const failed: Outcome = { status: "error", modelId: "", rawText: "", citations: [], mentions: [], grounded: null }

const ownKeyProblem = (reason: AssistantFailed["reason"]): string => {
  if (reason === "quota") return "its provider says that nothing is left to pay with"
  return reason === "model_gone"
    ? "the key may not use the model that this gateway asks there"
    : "its provider refuses the key"
}

/** PostgreSQL keeps no U+0000 in a text. */
const keepable = (text: string) => text.toWellFormed().replaceAll("\u0000", "\ufffd")

export const makeWork = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const jobs = yield* Jobs
  const credits = yield* Credits
  const alerts = yield* Alerts
  const operators = yield* OperatorAlerts
  const assistants = yield* Assistants
  const ownKeys = yield* OwnKeys
  const settings = yield* makeSettingsTable
  const runs = yield* makeRunTable
  const rollups = yield* makeRollups
  const bands = yield* makeBands
  const profiles = yield* Profiles
  const reader = yield* Reader
  const here = Effect.provideService(SqlClient.SqlClient, sql)

  const keyOf = (accountId: string, { appId, fingerprint }: typeof WaitingRow.Type) =>
    `${accountId}:${appId}:${fingerprint}`

  /** Within a transaction that has locked the run. */
  const record = Effect.fnUntraced(function* (accountId: string, runId: string, answerId: string, outcome: Outcome) {
    const nowMs = yield* Clock.currentTimeMillis
    const { grounded, mentions, status } = outcome
    const [written] = yield* ownKeyRows(sql`
      UPDATE ai_visibility_answers SET status = ${status}, model_id = ${outcome.modelId},
        raw_text = ${keepable(outcome.rawText)}, citations = ${citationsText(outcome.citations)},
        mentions = ${mentionsText(mentions)}, is_grounded = ${grounded}, fetched_ms = ${nowMs}::bigint
      WHERE account_id = ${accountId}::uuid AND id = ${answerId}::uuid AND run = ${runId}::uuid AND status = 'waiting'
      RETURNING own_key AS "ownKey"`)
    if (written === undefined) return
    const one = (is: boolean) => (is ? 1 : 0)
    const [run] = yield* pendingRows(sql`
      UPDATE ai_visibility_runs SET pending = pending - 1, answered = answered + ${one(status !== "error")}::int,
        own_answered = own_answered + ${one(status !== "error" && written.ownKey)}::int,
        errors = errors + ${one(status === "error")}::int, refusals = refusals + ${one(status === "refusal")}::int,
        unparsed = unparsed + ${one(status === "parse_failed")}::int,
        ungrounded = ungrounded + ${one(status !== "error" && grounded === false)}::int
      WHERE account_id = ${accountId}::uuid AND id = ${runId}::uuid RETURNING pending`)
    if (run?.pending === 0) {
      yield* here(jobs.enqueue(Finish, { accountId, runId }, { key: `finish:${runId}` }))
    }
  })

  const settle = (accountId: string, runId: string, answerId: string, outcome: Outcome, closes?: ModelSlug) =>
    sql.withTransaction(
      Effect.gen(function* () {
        const run = yield* runs.lock(accountId, runId)
        // Past its deadline it is added up, and what comes now is nobody's.
        if (run === undefined || run.finishedMs !== null) return
        if (closes !== undefined && !run.closed.includes(closes)) {
          yield* sql`UPDATE ai_visibility_runs SET closed = ${modelsText([...run.closed, closes])}
            WHERE account_id = ${accountId}::uuid AND id = ${runId}::uuid`
        }
        yield* record(accountId, runId, answerId, outcome)
      })
    )

  /** A provider that takes no more questions: its operator finds it in the log and in health, its account is told. */
  const closed = Effect.fnUntraced(function* (accountId: string, run: RunRow, failure: AssistantFailed) {
    yield* Effect.logWarning(`${failure.slug} takes no questions and is left out of a run: ${failure.detail}`)
    yield* operators.raise(closedAlert(failure))
    const nowMs = yield* Clock.currentTimeMillis
    yield* sql`
      INSERT INTO ai_visibility_models (slug, model, state, ends_on, checked_ms)
      VALUES (${failure.slug}, '', ${`closed:${failure.reason}`}, null, ${nowMs}::bigint)
      ON CONFLICT (slug) DO UPDATE SET state = excluded.state, checked_ms = excluded.checked_ms`
    yield* alerts.notify(accountId, {
      kind: providerAlert,
      key: `${providerAlert} ${run.id} ${failure.slug}`,
      title: `AI visibility: ${failure.slug} couldn't be asked`,
      text: `A scan of app ${run.appId} (${run.country}) goes on without ${failure.slug}, which takes no questions at the moment. Its calls aren't charged. Whoever operates this gateway must look at its key or its credit there.`
    })
  })

  /** The account's own key takes no more questions: its provider is left out of this run alone, and the account is told. */
  const ownClosed = Effect.fnUntraced(function* (connection: Connection, run: RunRow, failure: AssistantFailed) {
    const { reason, slug } = failure
    const { accountId } = connection.saved
    yield* Effect.logInfo(`an account's own key for ${slug} takes no questions: ${reason}`)
    yield* ownKeys.noteFailure(connection, slug, { reason, runId: run.id })
    yield* alerts.notify(accountId, {
      kind: ownKeyAlert,
      key: `${ownKeyAlert} ${run.id} ${slug}`,
      title: `AI visibility: your key for ${slug} takes no questions`,
      text: `A scan of app ${run.appId} (${run.country}) goes on without ${slug}: ${ownKeyProblem(reason)}. Its calls aren't charged, and the gateway's key isn't used in its place. The next scan tries your key again. Fix it at the provider, or save another with POST /v1/connect/assistants/${slug}/key.`
    })
  })

  /** The account's key for a call that was claimed with it; undefined where it's gone. Never the gateway's. */
  const ownKeyOf = (accountId: string, model: ModelSlug) =>
    Effect.catchTags(ownKeys.open(accountId, model), {
      NoConnection: () => Effect.undefined,
      ConnectionUnusable: () => Effect.undefined
    })

  /** Within `finish`, last. */
  const charge = Effect.fnUntraced(function* (hold: string | null, delivered: number) {
    if (hold === null) return
    if (delivered === 0) yield* here(credits.release(hold))
    else yield* here(credits.capture(hold, delivered))
  })

  /** The gateway was down for longer than a hold lasts: what it held is held anew, or given away where nothing is left. */
  const holdAnew = Effect.fnUntraced(function* (accountId: string, run: RunRow) {
    const id = uuidV7Unsafe()
    const set = (hold: string | null) =>
      sql`UPDATE ai_visibility_runs SET hold = ${hold}::uuid
        WHERE account_id = ${accountId}::uuid AND id = ${run.id}::uuid AND finished_ms IS NULL`
    const held = { id, accountId, bucket, credits: run.creditsHeld, operation: "ai-visibility.scan", forMs: deadlineMs }
    yield* sql
      .withTransaction(Effect.andThen(set(id), here(credits.hold(held))))
      .pipe(Effect.catchTag("RATE_LIMIT_EXCEEDED", () => set(null)))
  })

  const end = (place: Place, runId: string) =>
    sql.withTransaction(
      Effect.gen(function* () {
        const { accountId } = place
        yield* settings.lock(place)
        const run = yield* runs.lock(accountId, runId)
        if (run === undefined || run.finishedMs !== null) return
        const nowMs = yield* Clock.currentTimeMillis
        const late = yield* sql`
          UPDATE ai_visibility_answers SET status = 'error', fetched_ms = ${nowMs}::bigint
          WHERE account_id = ${accountId}::uuid AND run = ${runId}::uuid AND status = 'waiting' RETURNING 1`
        const delivered = yield* deliveredRows(sql`
          SELECT model_slug AS model, credits, count(*)::int AS n FROM ai_visibility_answers
          WHERE account_id = ${accountId}::uuid AND run = ${runId}::uuid AND status <> 'error'
          GROUP BY model_slug, credits`)
        const days = yield* dayRows(sql`
          SELECT DISTINCT day::text FROM ai_visibility_answers
          WHERE account_id = ${accountId}::uuid AND run = ${runId}::uuid`)
        for (const { day } of days) {
          yield* rollups.compute(place, day)
          yield* bands.watch(place, day)
        }
        const answered = delivered.reduce((sum, { n }) => sum + n, 0)
        const errors = run.errors + late.length
        const status = answered === 0 && errors > 0 ? "failed" : "finished"
        const charged = run.hold === null ? 0 : deliveredCredits(delivered)
        const scannedMs = status === "finished" ? nowMs : null
        const bootstrappedMs = run.kind === "bootstrap" ? nowMs : null
        yield* sql`UPDATE ai_visibility_settings SET last_scan_ms = greatest(${scannedMs}::bigint, last_scan_ms),
            last_bootstrap_ms = coalesce(${bootstrappedMs}::bigint, last_bootstrap_ms) WHERE ${settings.of(place)}`
        yield* sql`UPDATE ai_visibility_runs SET errors = ${errors}::int
          WHERE account_id = ${accountId}::uuid AND id = ${runId}::uuid`
        yield* runs.end(accountId, runId, { status, nowMs, charged })
        yield* charge(run.hold, charged)
      })
    )

  return {
    /** Gives each call of a run its job. Again, it adds none twice. */
    begin: Effect.fn("Work.begin")(function* (accountId: string, runId: string) {
      const run = yield* runs.read(accountId, runId)
      if (run === undefined || run.finishedMs !== null) return
      const place = { accountId, appId: run.appId, country: run.country }
      yield* profiles.refresh(place)
      const nowMs = yield* Clock.currentTimeMillis
      const until = run.deadlineMs ?? nowMs + deadlineMs
      const waiting = yield* waitingRows(sql`
        SELECT id, app_id AS "appId", fingerprint FROM ai_visibility_answers
        WHERE account_id = ${accountId}::uuid AND run = ${runId}::uuid AND status = 'waiting' ORDER BY prompt_no, id`)
      yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* runs.begin(accountId, runId, { nowMs, deadlineMs: until })
          const at = waiting.length === 0 ? {} : { runAtMs: until }
          yield* here(jobs.enqueue(Finish, { accountId, runId }, { key: `finish:${runId}`, ...at }))
        })
      )
      for (let at = 0; at < waiting.length; at += addedAtOnce) {
        yield* sql.withTransaction(
          Effect.forEach(
            waiting.slice(at, at + addedAtOnce),
            (row) => here(jobs.enqueue(Ask, { accountId, runId, answerId: row.id }, { key: keyOf(accountId, row) })),
            { discard: true }
          )
        )
      }
    }),

    /** Asks one assistant one prompt, unless that was done. */
    answer: Effect.fn("Work.answer")(function* (
      { accountId, answerId, runId }: typeof Ask.payload.Type,
      { attempt }: Pick<JobDelivery, "attempt">
    ) {
      const run = yield* runs.read(accountId, runId)
      const [call] = yield* callRows(sql`
        SELECT app_id AS "appId", country, prompt_text AS text, language, model_slug AS model, own_key AS "ownKey"
        FROM ai_visibility_answers
        WHERE account_id = ${accountId}::uuid AND id = ${answerId}::uuid AND run = ${runId}::uuid AND status = 'waiting'`)
      if (run === undefined || run.finishedMs !== null || call === undefined) return
      const nowMs = yield* Clock.currentTimeMillis
      const untilMs = run.deadlineMs ?? nowMs + deadlineMs
      // What isn't answered by then, `finish` counts.
      if (nowMs >= untilMs) return
      if (run.closed.includes(call.model)) return yield* settle(accountId, runId, answerId, failed)
      const { country, language, model, ownKey, text } = call
      const connection = ownKey ? yield* ownKeyOf(accountId, model) : undefined
      if (ownKey && connection === undefined) {
        yield* Effect.logInfo(`an account's own key for ${model} is gone: a run goes on without it`)
        return yield* settle(accountId, runId, answerId, failed, model)
      }
      const credential = connection === undefined ? {} : { credential: connection.secret }
      // A wait takes no place from other calls: the job comes back.
      const asked = assistants.ask({ slug: model, prompt: text, country, language, ...credential })
      const replied = yield* Effect.catchTag(asked, "AssistantFailed", (failure) =>
        Effect.gen(function* () {
          if (failure.closes) {
            // Replaced or deleted while the call was under way: what was refused is the former, so the job looks anew.
            if (connection !== undefined) {
              const now = yield* ownKeyOf(accountId, model)
              if (now?.saved.revision !== connection.saved.revision)
                return yield* new RetryAfter({ ms: 0, cause: failure })
            }
            yield* settle(accountId, runId, answerId, failed, model)
            if (run.closed.includes(model)) return undefined
            if (connection === undefined) yield* closed(accountId, run, failure)
            else yield* ownClosed(connection, run, failure)
            return undefined
          }
          const { reason, retryAfterSeconds, transient } = failure
          // Its limits are waited for until the deadline; anything else is tried a few times.
          const isLimit = reason === "rate_limited" || reason === "overloaded"
          const againMs = Math.max((retryAfterSeconds ?? 0) * 1_000, Math.min(60_000, 5_000 * 2 ** attempt))
          if (transient && (isLimit || attempt < triesMax) && nowMs + againMs < untilMs) {
            return yield* new RetryAfter({ ms: againMs, cause: failure })
          }
          yield* Effect.logInfo(`no answer of ${model}: ${reason}: ${failure.detail}`)
          yield* settle(accountId, runId, answerId, failed)
          return undefined
        })
      )
      if (replied === undefined) return
      for (const detail of replied.drift) yield* Effect.logWarning(`${model} doesn't answer as described: ${detail}`)
      const place = { accountId, appId: run.appId, country }
      const reading =
        replied.status === "refusal"
          ? { status: "refusal" as const, mentions: [] }
          : yield* reader.read(place, language, replied.text)
      const { citations, grounded, modelId, text: rawText } = replied
      yield* settle(accountId, runId, answerId, { ...reading, modelId, rawText, citations, grounded })
    }),

    tell: Effect.fn("Work.tell")(bands.tell),

    /** Adds a run up, charges what was delivered and ends it, all at once. Again, it does nothing. */
    finish: Effect.fn("Work.finish")(function* (accountId: string, runId: string) {
      const run = yield* runs.read(accountId, runId)
      if (run === undefined || run.finishedMs !== null) return
      const place = { accountId, appId: run.appId, country: run.country }
      yield* Effect.catchTag(end(place, runId), "HoldGone", () =>
        Effect.andThen(holdAnew(accountId, run), end(place, runId))
      )
    })
  }
})

/** The work of scans: asking, reading, adding up and charging. */
export class Work extends Context.Service<Work, Effect.Success<typeof makeWork>>()("@storeglass/ai-visibility/Work") {
  static readonly layer = Layer.effect(Work, makeWork)
}
