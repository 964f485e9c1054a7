import { rowsOf } from "@storeglass/plugin-api"
import { StoreApp } from "@storeglass/stores/contract"
import { Clock, Effect, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { Brief } from "../asked.ts"
import { Check, Copy, KeyPoint, ModeSchema, type Stage, stages, statuses } from "../schema.ts"

const NullOr = Schema.NullOr

/** The listing as it was when the job was taken. */
const Listed = Schema.Struct({ app: StoreApp, subtitle: NullOr(Schema.String), asOfMs: Schema.Finite })
type Listed = typeof Listed.Type

/** What was found out and written. */
const Written = Schema.Struct({
  keyPoints: Schema.Array(KeyPoint),
  angle: NullOr(Schema.String),
  audience: NullOr(Schema.String),
  language: Schema.String,
  copy: NullOr(Copy),
  copyModel: Schema.String,
  checks: Schema.Array(Check),
  imagePrompt: NullOr(Schema.String)
})
export type Written = typeof Written.Type

/** Who drew. `isScene`: the row has the scene. */
const Drawn = Schema.Struct({ model: Schema.String, isScene: Schema.Boolean })
type Drawn = typeof Drawn.Type

const Warning = Schema.Struct({ code: Schema.String, message: Schema.String })
export type Warning = typeof Warning.Type

/** `draws` of the plan that was taken. */
const Draws = Schema.Literals(["nobody", "own_key", "provider", "layout"])

const Row = Schema.Struct({
  id: Schema.String,
  status: Schema.Literals(statuses),
  stage: NullOr(Schema.Literals(stages)),
  mode: ModeSchema,
  brief: Schema.Struct({ ...Brief.fields, draws: Draws }),
  listing: Listed,
  written: NullOr(Written),
  drawn: NullOr(Drawn),
  warnings: Schema.Array(Warning),
  sealedKey: NullOr(Schema.String),
  hold: Schema.String,
  bucket: Schema.Literals(["general", "creative"]),
  credits: Schema.Int,
  fileId: NullOr(Schema.String),
  errorCode: NullOr(Schema.String),
  errorMessage: NullOr(Schema.String),
  placed: NullOr(Schema.Array(Schema.String)),
  createdMs: Schema.Finite,
  updatedMs: Schema.Finite
})
export type JobRow = typeof Row.Type
const jobRows = rowsOf(Row)
const scenes = rowsOf(Schema.Struct({ scene: NullOr(Schema.Uint8Array) }))

/** A scene without room for a screenshot is asked for once more. */
const scenesMax = 2
/** A node that took over buys again once what another may have bought when it was killed. */
const lostMax = 1

export interface JobKey {
  readonly accountId: string
  readonly jobId: string
}

/** What of a row changes on the way. */
interface JobChange {
  readonly status?: "processing"
  readonly stage?: Stage
  readonly listing?: Listed
  readonly written?: Written
  readonly drawn?: Drawn
  readonly scene?: Uint8Array
  readonly warnings?: ReadonlyArray<Warning>
}

export const makeJobTable = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const columns = sql`id, status, stage, mode, brief, listing, written, drawn, warnings,
    sealed_key AS "sealedKey", hold, bucket, credits, file_id AS "fileId", error_code AS "errorCode",
    error_message AS "errorMessage", placed, created_ms::float8 AS "createdMs", updated_ms::float8 AS "updatedMs"`
  const of = ({ accountId, jobId }: JobKey) => sql`account_id = ${accountId}::uuid AND id = ${jobId}::uuid`
  const isOpen = sql`status IN ('queued', 'processing')`
  const first = (where: Statement.Fragment) =>
    Effect.map(jobRows(sql`SELECT ${columns} FROM ad_creatives_jobs WHERE ${where}`), ([row]) => row)

  return {
    of,
    isOpen,
    read: (key: JobKey) => first(of(key)),
    byFile: (accountId: string, fileId: string) => first(sql`account_id = ${accountId}::uuid AND file_id = ${fileId}`),
    /** A job that hasn't ended; `lockOpen` keeps it so until the transaction's end. */
    readOpen: (key: JobKey) => first(sql`${of(key)} AND ${isOpen}`),
    lockOpen: (key: JobKey) => first(sql`${of(key)} AND ${isOpen} FOR UPDATE`),
    scene: (key: JobKey) =>
      Effect.map(scenes(sql`SELECT scene FROM ad_creatives_jobs WHERE ${of(key)}`), ([row]) => row?.scene ?? undefined),
    /** Keeps how far a job has come; nothing where it has ended. */
    keep: Effect.fnUntraced(function* (
      key: JobKey,
      { drawn, listing, scene, stage, status, warnings, written }: JobChange
    ) {
      const nowMs = yield* Clock.currentTimeMillis
      const given = (value: unknown) => (value === undefined ? null : JSON.stringify(value))
      yield* sql`
        UPDATE ad_creatives_jobs SET updated_ms = ${nowMs}::bigint,
          status = coalesce(${status ?? null}, status), stage = coalesce(${stage ?? null}, stage),
          listing = coalesce(${given(listing)}::text::jsonb, listing),
          written = coalesce(${given(written)}::text::jsonb, written),
          drawn = coalesce(${given(drawn)}::text::jsonb, drawn), scene = coalesce(${scene ?? null}::bytea, scene),
          warnings = coalesce(${given(warnings)}::text::jsonb, warnings)
        WHERE ${of(key)} AND ${isOpen}`
    }),
    /** Notes that a picture is about to be bought, before it is; false where that's one too many. */
    mayBuy: Effect.fnUntraced(function* (key: JobKey) {
      const rows = yield* sql`
        UPDATE ad_creatives_jobs SET image_tries = image_tries + 1
        WHERE ${of(key)} AND ${isOpen} AND image_answers < ${scenesMax}::int
          AND image_tries - image_answers <= ${lostMax}::int RETURNING id`
      return rows.length > 0
    }),
    /** Notes that one came, whatever it's good for. */
    bought: (key: JobKey) =>
      sql`UPDATE ad_creatives_jobs SET image_answers = image_answers + 1 WHERE ${of(key)} AND ${isOpen}`
  }
})
