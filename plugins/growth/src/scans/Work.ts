import { Alerts, Credits, isoOf, Locks, RetryAfter, rowsOf } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { mustReply } from "../alerts.ts"
import type { GrowthConfig } from "../config.ts"
import { type GrowthChannel, GrowthChannels, type SourceFailed } from "../contract.ts"
import { Learned, ranked } from "../learned/Learned.ts"
import { nilProject } from "../opportunities/find.ts"
import { LeftStep, makeProjectTable, type Scanned } from "../projects/ProjectTable.ts"
import { Replies } from "../replies/Replies.ts"
import { tellOf } from "../tells.ts"
import { makeAddUp } from "../upkeep/addUp.ts"
import { candidateOf, isOwnAccount, subjectOf } from "./candidates.ts"
import { makeKeeping } from "./Keeping.ts"
import { makeListings } from "./Listings.ts"
import { makePauses } from "./Pauses.ts"
import { makeRivals } from "./rivals.ts"
import { sourceResults } from "./runs.ts"
import { holdMs, scanCredits } from "./Scans.ts"
import { askedOf, lackingOf, stepsOf } from "./steps.ts"
import { makeTurns, type Turn } from "./turns.ts"

/** A scan asks for so many pages at most, and takes so long. */
export const requestsMax = 200
export const scanMs = 20 * 60_000
/** A longer pause ends the source for this scan. */
const pauseMsMax = 5 * 60_000

const NullOr = Schema.NullOr
const Run = Schema.Struct({
  id: Schema.String,
  projectId: Schema.String,
  status: Schema.String,
  startedMs: NullOr(Schema.Finite),
  finishedMs: NullOr(Schema.Finite),
  requests: Schema.Int,
  hold: NullOr(Schema.String),
  steps: NullOr(Schema.Array(LeftStep)),
  position: Schema.Int,
  cursor: NullOr(Schema.String),
  pageHash: NullOr(Schema.String),
  newest: Schema.Record(Schema.String, Schema.Finite),
  sources: sourceResults,
  isWaiting: Schema.Boolean
})
type Run = typeof Run.Type
const runs = rowsOf(Run)
const told = rowsOf(
  Schema.Struct({
    channel: Schema.String,
    intent: NullOr(Schema.String),
    key: Schema.String,
    url: NullOr(Schema.String),
    author: NullOr(Schema.String),
    nativeId: NullOr(Schema.String),
    score: Schema.Int,
    goneMs: NullOr(Schema.Finite)
  })
)
const json = (value: unknown) => JSON.stringify(value)

const make = Effect.fnUntraced(function* ({ ownAccounts, repliesPerDay }: GrowthConfig) {
  const sql = yield* SqlClient.SqlClient
  const credits = yield* Credits
  const alerts = yield* Alerts
  const locks = yield* Locks
  const channels = yield* GrowthChannels
  const table = yield* makeProjectTable
  const listings = yield* makeListings
  const rivals = yield* makeRivals
  const { isOn } = yield* Replies
  const keep = yield* makeKeeping({ repliesADay: isOn ? repliesPerDay : 0 })
  const pauses = yield* makePauses
  const turnOf = yield* makeTurns
  const addUp = yield* makeAddUp
  const learned = yield* Learned
  const here = Effect.provideService(SqlClient.SqlClient, sql)
  const own = new Set(ownAccounts.map((account) => account.toLowerCase()))

  const columns = sql`id, project_id AS "projectId", status, started_ms::float8 AS "startedMs",
    finished_ms::float8 AS "finishedMs", requests, hold, steps, position, cursor, page_hash AS "pageHash", newest, sources,
    is_waiting AS "isWaiting"`
  const ofRun = (accountId: string, id: string) => sql`account_id = ${accountId}::uuid AND id = ${id}::uuid`
  const read = (accountId: string, id: string) =>
    runs(sql`SELECT ${columns} FROM growth_runs WHERE ${ofRun(accountId, id)}`).pipe(Effect.map(([row]) => row))
  const lock = (accountId: string, id: string) =>
    runs(sql`SELECT ${columns} FROM growth_runs WHERE ${ofRun(accountId, id)} FOR UPDATE`).pipe(
      Effect.map(([row]) => row)
    )

  const resultsWith = (
    sources: Run["sources"],
    source: string,
    told: { readonly pages: number; readonly reason: string | null }
  ): Run["sources"] => {
    const known = sources.find((result) => result.source === source) ?? {
      source,
      status: "ok" as const,
      pages: 0,
      reason: null
    }
    const next = {
      source,
      pages: known.pages + told.pages,
      status: told.reason === null ? known.status : ("failed" as const),
      reason: told.reason ?? known.reason
    }
    return [...sources.filter((result) => result.source !== source), next]
  }

  /** The first attempt plans; a later one goes on. */
  const begin = Effect.fnUntraced(function* (accountId: string, run: Run, project: Scanned, channel: GrowthChannel) {
    const nowMs = yield* Clock.currentTimeMillis
    const steps: ReadonlyArray<LeftStep> = [
      ...project.leftSteps,
      ...stepsOf(project, channel, nowMs).map((step) => ({ ...step, cursor: null }))
    ]
    const first = steps[0]
    // Nothing to ask is no success: it says what to change.
    const nowhere: Run["sources"] =
      first === undefined
        ? [{ source: channel.id, status: "failed", pages: 0, reason: lackingOf(channel, askedOf(project)) }]
        : []
    yield* sql`
      UPDATE growth_runs SET status = 'running', started_ms = ${nowMs}::bigint, steps = ${json(steps)}::text::jsonb,
        cursor = ${first?.cursor ?? null}, sources = ${json(nowhere)}::text::jsonb
      WHERE ${ofRun(accountId, run.id)} AND steps IS NULL`
  })

  /** Ends a run and settles its price. Again, it does nothing. */
  const end = (accountId: string, runId: string, status: "finished" | "partial" | "failed") =>
    sql.withTransaction(
      Effect.gen(function* () {
        const run = yield* lock(accountId, runId)
        if (run === undefined || run.finishedMs !== null) return
        const nowMs = yield* Clock.currentTimeMillis
        const steps = run.steps ?? []
        const failed = new Set(run.sources.filter((result) => result.status === "failed").map(({ source }) => source))
        const left =
          status === "partial"
            ? steps
                .slice(run.position)
                .map((step, at) => (at === 0 ? { ...step, cursor: run.cursor } : step))
                .filter(({ source }) => !failed.has(source))
            : []
        // A source that failed is looked at again from where it was looked at last.
        const newest = Object.fromEntries(Object.entries(run.newest).filter(([source]) => !failed.has(source)))
        const isRead = run.sources.some(({ pages }) => pages > 0)
        const charged = isRead && run.hold !== null ? scanCredits : 0
        const ended = status === "finished" && !isRead ? "failed" : status
        yield* sql`
          UPDATE growth_runs SET status = ${ended}, finished_ms = ${nowMs}::bigint, credits_charged = ${charged}::int,
            started_ms = coalesce(started_ms, ${nowMs}::bigint), steps = '[]', cursor = null, page_hash = null
          WHERE ${ofRun(accountId, runId)}`
        yield* sql`UPDATE growth_projects SET newest = newest || ${json(newest)}::text::jsonb,
            left_steps = ${json(left)}::text::jsonb
          WHERE account_id = ${accountId}::uuid AND id = ${run.projectId}::uuid
            AND revision = (SELECT revision FROM growth_runs WHERE ${ofRun(accountId, runId)})`
        if (run.hold === null) return
        if (charged === 0) yield* here(credits.release(run.hold))
        else yield* here(credits.capture(run.hold, charged))
      })
    )

  /** The gateway was away for longer than a hold lasts: it's held anew, or given where nothing is left. */
  const holdAnew = Effect.fnUntraced(function* (accountId: string, runId: string) {
    const id = uuidV7Unsafe()
    const set = (hold: string | null) =>
      sql`UPDATE growth_runs SET hold = ${hold}::uuid WHERE ${ofRun(accountId, runId)} AND finished_ms IS NULL`
    yield* sql
      .withTransaction(
        Effect.andThen(
          set(id),
          here(
            credits.hold({
              id,
              accountId,
              bucket: "general",
              credits: scanCredits,
              operation: "growth.scan",
              forMs: holdMs
            })
          )
        )
      )
      .pipe(Effect.catchTag("RATE_LIMIT_EXCEEDED", () => set(null)))
  })
  const finish = (accountId: string, { id, projectId }: Run, status: "finished" | "partial" | "failed") =>
    Effect.catchTag(end(accountId, id, status), "HoldGone", () =>
      Effect.andThen(holdAnew(accountId, id), end(accountId, id, status))
    ).pipe(Effect.tap(addUp(accountId, projectId)), Effect.tap(addUp(accountId, nilProject)))

  /** Commits a page with its cursor and its counters, or nothing of it. */
  const commit = (
    accountId: string,
    run: Run,
    project: Scanned,
    channel: GrowthChannel,
    step: LeftStep,
    { hash, next: further, posts }: Extract<Turn, { readonly kind: "page" }>
  ) =>
    sql.withTransaction(
      Effect.gen(function* () {
        const now = yield* lock(accountId, run.id)
        if (now === undefined || now.finishedMs !== null || now.position !== run.position || now.cursor !== run.cursor)
          return
        const nowMs = yield* Clock.currentTimeMillis
        const subject = subjectOf(project)
        const weights = posts.length === 0 ? undefined : yield* learned.ranking(accountId, project.id)
        const candidates = posts
          .filter(({ author }) => !isOwnAccount(own, channel.id, author))
          .map((post) => ranked(weights, channel.halfLifeMs, candidateOf(project, subject, channel, post)))
        const day = isoOf(nowMs).slice(0, 10)
        const kept = yield* keep(
          { accountId, projectId: project.id, channel: channel.id, source: step.source, nowMs, day },
          candidates
        )
        yield* sql`
          INSERT INTO growth_days (account_id, project_id, day, scanned, found)
          VALUES (${accountId}::uuid, ${project.id}::uuid, ${day}::date, ${posts.length}::int, ${kept.found}::int)
          ON CONFLICT (account_id, project_id, day) DO UPDATE SET scanned = growth_days.scanned + excluded.scanned,
            found = growth_days.found + excluded.found`
        const isLast = further === null
        const newest = Math.max(
          now.newest[step.source] ?? 0,
          ...posts.map(({ publishedMs }) => Math.min(publishedMs, nowMs))
        )
        const next = isLast ? (now.steps?.[now.position + 1]?.cursor ?? null) : further
        yield* sql`
          UPDATE growth_runs SET requests = requests + 1, scanned = scanned + ${posts.length}::int,
            found = found + ${kept.found}::int, updated = updated + ${kept.updated}::int,
            position = position + ${isLast ? 1 : 0}::int, cursor = ${next}, page_hash = ${isLast ? null : hash},
            newest = ${json(newest === 0 ? now.newest : { ...now.newest, [step.source]: newest })}::text::jsonb,
            sources = ${json(resultsWith(now.sources, step.source, { pages: 1, reason: null }))}::text::jsonb
          WHERE ${ofRun(accountId, run.id)}`
        yield* pauses.note(channel, step.source, { okMs: nowMs })
      })
    )

  /** A source that failed is left out of what remains; the others go on. */
  const skip = (accountId: string, run: Run, step: LeftStep, failure: SourceFailed) =>
    sql.withTransaction(
      Effect.gen(function* () {
        const now = yield* lock(accountId, run.id)
        if (now === undefined || now.finishedMs !== null || now.position !== run.position) return
        const steps = now.steps ?? []
        let position = now.position + 1
        while (steps[position]?.source === step.source) position += 1
        const rest = steps.slice(position).filter(({ source }) => source !== step.source)
        yield* sql`
          UPDATE growth_runs SET requests = requests + 1, steps = ${json([...steps.slice(0, position), ...rest])}::text::jsonb,
            position = ${position}::int, cursor = ${rest[0]?.cursor ?? null}, page_hash = null,
            sources = ${json(resultsWith(now.sources, step.source, { pages: 0, reason: failure.message }))}::text::jsonb
          WHERE ${ofRun(accountId, run.id)}`
      })
    )

  const wait = Effect.fnUntraced(function* (accountId: string, runId: string, ms: number) {
    yield* sql`UPDATE growth_runs SET is_waiting = true WHERE ${ofRun(accountId, runId)}`
    return yield* new RetryAfter({ ms })
  })

  const scan = Effect.fnUntraced(function* (accountId: string, runId: string, attempt: number) {
    const first = yield* read(accountId, runId)
    if (first === undefined || first.finishedMs !== null) return
    const found = yield* table.scanned(accountId, first.projectId)
    const channel = found === undefined ? undefined : yield* channels.get(found.channel)
    if (found === undefined || channel === undefined || channel.unavailable !== null) {
      return yield* finish(accountId, first, "failed")
    }
    const listed = yield* listings.refreshed(accountId, found)
    const project = first.steps === null ? yield* rivals.refreshed(accountId, listed, channel) : listed
    if (first.steps === null) yield* begin(accountId, first, project, channel)
    else if (attempt > 1 && !first.isWaiting) {
      yield* sql`UPDATE growth_runs SET resumes = resumes + 1 WHERE ${ofRun(accountId, runId)}`
    }
    yield* sql`UPDATE growth_runs SET is_waiting = false WHERE ${ofRun(accountId, runId)} AND is_waiting`
    for (;;) {
      const run = yield* read(accountId, runId)
      if (run === undefined || run.finishedMs !== null) return
      const nowMs = yield* Clock.currentTimeMillis
      const step = run.steps?.[run.position]
      if (step === undefined) return yield* finish(accountId, run, "finished")
      if (run.requests >= requestsMax || nowMs - (run.startedMs ?? nowMs) >= scanMs) {
        return yield* finish(accountId, run, "partial")
      }
      const turn = yield* turnOf(channel, askedOf(project), { step, cursor: run.cursor, hash: run.pageHash })
      if (turn.kind === "page") yield* commit(accountId, run, project, channel, step, turn)
      else if (turn.kind === "wait" && turn.ms <= pauseMsMax) return yield* wait(accountId, runId, turn.ms)
      else yield* skip(accountId, run, step, turn.failure)
    }
  })

  return {
    /** Reads what a scan has left, one scan of a project at a time over all nodes. */
    run: Effect.fn("Work.run")(function* (accountId: string, runId: string, attempt: number) {
      const run = yield* read(accountId, runId)
      if (run === undefined || run.finishedMs !== null) return
      yield* locks
        .withKey(`growth.scan:${run.projectId}`, scan(accountId, runId, attempt), { waitMs: 1_000 })
        .pipe(Effect.catchTag("LockUnavailable", (cause) => Effect.fail(new RetryAfter({ ms: 5_000, cause }))))
    }),

    /** It couldn't be done for good: what was read is kept and charged, the rest is the next scan's. */
    fail: Effect.fn("Work.fail")(function* (accountId: string, runId: string) {
      const run = yield* read(accountId, runId)
      if (run === undefined) return
      const isRead = run.sources.some(({ pages }) => pages > 0)
      yield* finish(accountId, run, isRead ? "partial" : "failed")
    }),

    tell: Effect.fn("Work.tell")(function* (accountId: string, id: string) {
      const [row] = yield* told(sql`SELECT channel, intent, key, url, author, native_id AS "nativeId", score,
          gone_ms::float8 AS "goneMs" FROM growth_opportunities
        WHERE account_id = ${accountId}::uuid AND id = ${id}::uuid`)
      if (row === undefined || row.goneMs !== null) return
      const { isNamed, url, what } = tellOf(row)
      yield* alerts.notify(accountId, {
        kind: mustReply,
        key: `${mustReply} ${id}`,
        title: "Growth: a thread where an answer of yours would help now",
        text: isNamed ? `${what}. Its address names its author: it's in the inbox of Growth.` : what,
        ...(url === null ? {} : { url })
      })
    })
  }
})

/** The work of scans. */
export class Work extends Context.Service<Work, Effect.Success<ReturnType<typeof make>>>()("@storeglass/growth/Work") {
  static readonly layer = (config: GrowthConfig) => Layer.effect(Work, make(config))
}
