import { Credits, Directory, Jobs, rowsOf } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { SqlClient } from "effect/sql"
import { type GrowthChannel, GrowthChannels } from "../contract.ts"
import { ChannelNotAvailable, noProject, ProjectPaused } from "../errors.ts"
import { Scan } from "../jobRefs.ts"
import { assertAvailable, Projects } from "../projects/Projects.ts"
import type { Scanned } from "../projects/ProjectTable.ts"
import { stepsOf } from "./steps.ts"

export const scanCredits = 5
/** A scan that ended so long ago is as good as a new one. */
const freshMs = 15 * 60_000
/** Longer than a scan may take, with all that may delay it. */
export const holdMs = 2 * 3_600_000

const lastRows = rowsOf(
  Schema.Struct({
    id: Schema.String,
    status: Schema.String,
    revision: Schema.Int,
    finishedMs: Schema.NullOr(Schema.Finite)
  })
)
const lockedRows = rowsOf(Schema.Struct({ status: Schema.String, revision: Schema.Int }))

export interface Accepted {
  readonly taskRunId: string
  readonly projectId: string
  readonly status: "queued" | "running" | "fresh"
  readonly estimatedRequests: number
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const jobs = yield* Jobs
  const credits = yield* Credits
  const directory = yield* Directory
  const channels = yield* GrowthChannels
  const projects = yield* Projects
  const here = Effect.provideService(SqlClient.SqlClient, sql)

  /** Within a transaction that has locked the project: what there is already, or undefined. */
  const underWay = Effect.fnUntraced(function* (accountId: string, project: Scanned, revision: number, nowMs: number) {
    const [last] = yield* lastRows(sql`
      SELECT id, status, revision, finished_ms::float8 AS "finishedMs" FROM growth_runs
      WHERE account_id = ${accountId}::uuid AND project_id = ${project.id}::uuid AND status <> 'skipped'
      ORDER BY queued_ms DESC, id DESC LIMIT 1`)
    if (last === undefined) return undefined
    if (last.finishedMs === null) return { id: last.id, status: "running" as const }
    const isFresh = last.status === "finished" && last.revision === revision && last.finishedMs > nowMs - freshMs
    return isFresh ? { id: last.id, status: "fresh" as const } : undefined
  })

  const begin = Effect.fnUntraced(function* (
    accountId: string,
    project: Scanned,
    options: { readonly revision: number; readonly nowMs: number; readonly credentialId?: string }
  ) {
    const { nowMs, revision } = options
    const id = uuidV7Unsafe()
    const holdId = uuidV7Unsafe()
    yield* sql`
      INSERT INTO growth_runs (account_id, id, project_id, revision, status, queued_ms, hold)
      VALUES (${accountId}::uuid, ${id}::uuid, ${project.id}::uuid, ${revision}::int, 'queued', ${nowMs}::bigint,
        ${holdId}::uuid)`
    yield* here(jobs.enqueue(Scan, { accountId, runId: id }, { key: `scan:${id}` }))
    yield* here(
      credits.hold({
        id: holdId,
        accountId,
        bucket: "general",
        credits: scanCredits,
        operation: "growth.scan",
        forMs: holdMs
      })
    )
    return { id, holdId }
  })

  const lock = (accountId: string, projectId: string) =>
    lockedRows(sql`SELECT status, revision FROM growth_projects
      WHERE account_id = ${accountId}::uuid AND id = ${projectId}::uuid FOR UPDATE`).pipe(Effect.map(([row]) => row))

  const estimate = (project: Scanned, channel: GrowthChannel, nowMs: number) =>
    project.leftSteps.length + stepsOf(project, channel, nowMs).length

  return {
    /** Takes a scan and holds its price, or gives the one that is there. */
    accept: Effect.fn("Scans.accept")(function* (accountId: string, projectId: string) {
      const project = yield* projects.find(accountId, projectId)
      const channel = yield* channels.get(project.channel)
      if (channel === undefined) {
        return yield* new ChannelNotAvailable(`channel: this gateway has no channel '${project.channel}' any more`)
      }
      yield* assertAvailable(channel)
      const nowMs = yield* Clock.currentTimeMillis
      return yield* sql
        .withTransaction(
          Effect.gen(function* () {
            const locked = yield* lock(accountId, project.id)
            if (locked === undefined) return yield* noProject
            if (locked.status !== "active") {
              return yield* new ProjectPaused(
                `id: the project is ${locked.status}; send it again with status active and replace: true, then scan`
              )
            }
            const known = yield* underWay(accountId, project, locked.revision, nowMs)
            const answer = { projectId: project.id, estimatedRequests: estimate(project, channel, nowMs) }
            if (known !== undefined) {
              return { ...answer, taskRunId: known.id, status: known.status, estimatedRequests: 0, holdId: null }
            }
            const { holdId, id } = yield* begin(accountId, project, { revision: locked.revision, nowMs })
            return { ...answer, taskRunId: id, status: "queued" as const, holdId }
          })
        )
        .pipe(Effect.catchTag("HoldGone", Effect.die))
    }),

    /** A scan by schedule; where the credits don't suffice, it's skipped until the next turn. */
    due: Effect.fn("Scans.due")(function* (accountId: string, projectId: string) {
      if ((yield* directory.plan(accountId)) === undefined) return
      const project = yield* Effect.catchTag(projects.find(accountId, projectId), "NOT_FOUND", () => Effect.undefined)
      if (project === undefined) return
      const channel = yield* channels.get(project.channel)
      if (channel === undefined || channel.unavailable !== null) return
      const nowMs = yield* Clock.currentTimeMillis
      yield* sql
        .withTransaction(
          Effect.gen(function* () {
            const locked = yield* lock(accountId, projectId)
            if (locked?.status !== "active") return
            if ((yield* underWay(accountId, project, locked.revision, nowMs)) !== undefined) return
            yield* begin(accountId, project, { revision: locked.revision, nowMs })
          })
        )
        .pipe(
          Effect.catchTag("HoldGone", Effect.die),
          Effect.catchTag(
            "RATE_LIMIT_EXCEEDED",
            () =>
              sql`
              INSERT INTO growth_runs (account_id, id, project_id, revision, status, queued_ms, finished_ms)
              VALUES (${accountId}::uuid, ${uuidV7Unsafe()}::uuid, ${projectId}::uuid, ${project.revision}::int, 'skipped',
                ${nowMs}::bigint, ${nowMs}::bigint)`
          )
        )
    })
  }
})

/** Takes scans, and holds what they cost. */
export class Scans extends Context.Service<Scans, Effect.Success<typeof make>>()("@storeglass/growth/Scans") {
  static readonly layer = Layer.effect(Scans, make)
}
