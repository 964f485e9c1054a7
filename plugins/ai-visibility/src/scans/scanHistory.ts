import { Credits, Directory, Jobs, rowsOf } from "@storeglass/plugin-api"
import { Clock, Effect, Layer, Schema } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { type PastScan, ScanHistory } from "../contract.ts"
import { makeSettingsTable } from "../kept/SettingsTable.ts"
import { keyUseOf } from "../plans/keys.ts"
import { makeLimits } from "../plans/limits.ts"
import { Assistants } from "../vendors/Assistants.ts"
import { makePlanner } from "./Planner.ts"
import { makeRunTable } from "./RunTable.ts"
import { allowedModels } from "./Scans.ts"
import { makeWork, type Work } from "./Work.ts"

const callsAtOnce = 4
const dayMs = 86_400_000
/** What fails isn't tried later: there is no later on that day. */
const lastAttempt = { attempt: 100 }

const placeRows = rowsOf(
  Schema.Struct({
    accountId: Schema.String,
    appId: Schema.String,
    country: Schema.String,
    cadenceDays: Schema.Int,
    sinceMs: Schema.Finite
  })
)
const runRows = rowsOf(Schema.Struct({ id: Schema.String, isOver: Schema.Boolean }))
const waitingRows = rowsOf(Schema.Struct({ id: Schema.String }))

/** A clock that was at `startMs` when it was made, and goes on from there. */
const clockFrom = Effect.fnUntraced(function* (startMs: number) {
  const live = yield* Clock.Clock
  const behindMs = live.currentTimeMillisUnsafe() - startMs
  const nowMs = () => live.currentTimeMillisUnsafe() - behindMs
  const nowNanos = () => live.currentTimeNanosUnsafe() - BigInt(Math.round(behindMs)) * 1_000_000n
  const clock: Clock.Clock = {
    currentTimeMillisUnsafe: nowMs,
    currentTimeMillis: Effect.sync(nowMs),
    currentTimeNanosUnsafe: nowNanos,
    currentTimeNanos: Effect.sync(nowNanos),
    monotonicTimeNanosUnsafe: live.monotonicTimeNanosUnsafe,
    monotonicTimeNanos: live.monotonicTimeNanos,
    sleep: live.sleep
  }
  return clock
})

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const assistants = yield* Assistants
  const directory = yield* Directory
  const limits = yield* makeLimits
  const settings = yield* makeSettingsTable
  const runs = yield* makeRunTable
  const context = yield* Effect.context<Effect.Services<typeof makeWork>>()
  // Nothing of the past waits in today's queue or is paid from today's credits.
  const unqueued = Jobs.of({ ...(yield* Jobs), enqueue: () => Effect.void })
  const keys = keyUseOf([], assistants)
  const free = Credits.of({ ...(yield* Credits), hold: () => Effect.void })
  const planner = yield* makePlanner.pipe(Effect.provideService(Jobs, unqueued), Effect.provideService(Credits, free))

  const workWith = (keyOf: PastScan["keyOf"]): Effect.Effect<Work["Service"]> =>
    makeWork.pipe(
      Effect.provideService(
        Assistants,
        Assistants.of({
          ...assistants,
          ask: (question) => assistants.ask({ ...question, credential: keyOf(question.slug) })
        })
      ),
      Effect.provideService(Jobs, unqueued),
      Effect.provideContext(context)
    )

  /** The run of a day: the one that is there, or a new one; undefined where there is nothing to ask. */
  const runOf = Effect.fnUntraced(function* (place: PastScan["place"], plan: string, startedMs: number) {
    const { accountId, appId, country } = place
    const nowMs = yield* Clock.currentTimeMillis
    const fromMs = Math.floor(nowMs / dayMs) * dayMs
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        // Two may begin a day at once: the second works along, instead of finding nothing left to ask.
        const own = yield* settings.lock(place)
        const [there] = yield* runRows(sql`
          SELECT id, finished_ms IS NOT NULL AS "isOver" FROM ai_visibility_runs
          WHERE account_id = ${accountId}::uuid AND app_id = ${appId} AND country = ${country}
            AND created_ms >= ${fromMs}::bigint AND created_ms < ${fromMs + dayMs}::bigint ORDER BY created_ms LIMIT 1`)
        if (there !== undefined) return there
        if (own === undefined) return undefined
        const included = limits.of(plan)
        const prompts = yield* planner.prompts(place, included.prompts)
        const models = allowedModels(own.models, included.models, keys.available)
        const calls = yield* planner.missing(place, prompts, models, own.samples)
        if (calls.length === 0) return undefined
        const id = uuidV7Unsafe()
        yield* runs.insert(place, {
          id,
          kind: "scheduled",
          language: own.language,
          nowMs,
          status: "running",
          isPast: true
        })
        const told = { promptsTotal: prompts.length, reused: 0, models, modelsDropped: [], degradedReason: null }
        yield* planner.claim(place, id, calls, keys, told)
        yield* sql`UPDATE ai_visibility_runs SET hold = NULL, credits_held = 0, started_ms = ${startedMs}::bigint
          WHERE account_id = ${accountId}::uuid AND id = ${id}::uuid`
        return { id, isOver: false }
      })
    )
  })

  return ScanHistory.of({
    first: Effect.map(
      placeRows(sql`
        SELECT s.account_id AS "accountId", s.app_id AS "appId", s.country, s.cadence_days AS "cadenceDays",
          s.created_ms::float8 AS "sinceMs"
        FROM ai_visibility_settings s WHERE s.last_bootstrap_ms IS NOT NULL ORDER BY s.created_ms, s.account_id LIMIT 1`),
      ([place]) => place ?? null
    ),
    scan: Effect.fn("ScanHistory.scan")(function* ({ callsMax, day, keyOf, place }) {
      const { accountId } = place
      const plan = yield* directory.plan(accountId)
      if (plan === undefined) return true
      const startedMs = yield* Clock.currentTimeMillis
      const clock = yield* clockFrom(Date.parse(`${day}T12:00:00Z`))
      return yield* Effect.gen(function* () {
        const run = yield* runOf(place, plan, startedMs)
        if (run === undefined || run.isOver) return true
        const work = yield* workWith(keyOf)
        const waiting = yield* waitingRows(sql`
          SELECT id FROM ai_visibility_answers
          WHERE account_id = ${accountId}::uuid AND run = ${run.id}::uuid AND status = 'waiting'
          ORDER BY prompt_no, model_slug LIMIT ${callsMax}::int`)
        yield* Effect.forEach(
          waiting,
          ({ id }) => work.answer({ accountId, runId: run.id, answerId: id }, lastAttempt),
          { concurrency: callsAtOnce, discard: true }
        )
        if (waiting.length === callsMax) return false
        yield* work.finish(accountId, run.id)
        return true
      }).pipe(Effect.provideService(Clock.Clock, clock))
    })
  })
})

export const scanHistoryLayer = Layer.effect(ScanHistory, make)
