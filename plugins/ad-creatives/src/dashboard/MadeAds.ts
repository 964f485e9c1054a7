import {
  asDocumented,
  Caller,
  isoOf,
  type Param,
  rowsOf,
  type ServiceUnavailable,
  stored
} from "@storeglass/plugin-api"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { ModeSchema, stages, statuses } from "../schema.ts"
import { type MadeAnswer, standing, standingAt } from "./api.ts"

const NullOr = Schema.NullOr
const Row = Schema.Struct({
  jobId: Schema.String,
  mode: ModeSchema,
  status: Schema.Literals(statuses),
  stage: NullOr(Schema.Literals(stages)),
  name: Schema.String,
  country: Schema.String,
  hasPicture: Schema.Boolean,
  headline: NullOr(Schema.String),
  primaryText: NullOr(Schema.String),
  credits: Schema.Int,
  fileId: NullOr(Schema.String),
  error: NullOr(Schema.String),
  createdMs: Schema.Finite,
  updatedMs: Schema.Finite
})
type Row = typeof Row.Type
const rows = rowsOf(Row)

const whatOf = ({ hasPicture, mode }: Row): MadeAnswer["jobs"][number]["what"] =>
  mode === "analyze"
    ? "Facts of the listing"
    : mode === "edit"
      ? "Changed ad"
      : hasPicture
        ? "Ad with a picture"
        : "Copy alone"

const detailOf = ({ error, stage, status }: Row) => {
  switch (status) {
    case "queued":
      return standing.queued
    case "processing":
      return stage === null ? standing.begun : standingAt(stage)
    case "completed":
      return standing.done
    case "failed":
      return error ?? standing.failed
  }
}

/** What an app's page tells of the ads that an account had made for it; nobody is asked. */
export class MadeAds extends Context.Service<
  MadeAds,
  {
    readonly of: (query: {
      readonly appId: string
      readonly platform: Param.Platform
      readonly limit: number
    }) => Effect.Effect<MadeAnswer, ServiceUnavailable, Caller>
  }
>()("@storeglass/ad-creatives/MadeAds") {
  static readonly layer = Layer.effect(
    MadeAds,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return MadeAds.of({
        of: Effect.fn("MadeAds.of")(function* ({ appId, limit, platform }) {
          const { accountId } = yield* Caller
          // Ids tell the order in which jobs were taken.
          const found = yield* rows(sql`
            SELECT id AS "jobId", mode, status, stage, listing->'app'->>'name' AS name,
              listing->'app'->>'country' AS country, (brief->>'generateImage')::boolean AS "hasPicture",
              written->'copy'->>'headline' AS headline, written->'copy'->>'primaryText' AS "primaryText", credits,
              file_id AS "fileId", error_message AS error, created_ms::float8 AS "createdMs", updated_ms::float8 AS "updatedMs"
            FROM ad_creatives_jobs
            WHERE account_id = ${accountId}::uuid AND listing->'app'->>'platform' = ${platform}
              AND listing->'app'->>'appId' = ${appId}
            ORDER BY id DESC LIMIT ${limit}::int`)
          const [newest] = found
          return {
            platform,
            appId,
            creatives: found.flatMap(({ country, createdMs, fileId, headline, jobId, name, primaryText, status }) =>
              status !== "completed" || fileId === null
                ? []
                : [
                    {
                      jobId,
                      country,
                      createdAt: isoOf(createdMs),
                      // Its own address: a link would be a new one at each look, and end one that was given to somebody.
                      pictureUrl: `/files/${fileId}`,
                      headline: headline ?? name,
                      primaryText
                    }
                  ]
            ),
            jobs: found.map((row) => {
              const { country, createdMs, credits, jobId, mode, stage, status, updatedMs } = row
              return {
                jobId,
                country,
                createdAt: isoOf(createdMs),
                what: whatOf(row),
                mode,
                status,
                stage: status === "completed" ? null : stage,
                detail: detailOf(row),
                updatedAt: isoOf(updatedMs),
                credits: status === "failed" ? 0 : credits
              }
            }),
            provenance: stored(newest === undefined ? null : newest.updatedMs, {
              sampleSize: found.length,
              limitations: newest === undefined ? ["no ad of the app was asked for within 30 days: make one below"] : []
            })
          }
        }, asDocumented)
      })
    })
  )
}
