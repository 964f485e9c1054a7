import { rowsOf } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { ModelSlug } from "../models.ts"
import type { Place } from "../Subjects.ts"

export const Models = Schema.fromJsonString(Schema.Array(ModelSlug))
export const modelsText = Schema.encodeSync(Models)

/** What is known of the app, for reading answers: it changes little, so scans read it from the store at most daily. */
export const Profile = Schema.Struct({
  /** The listing's name, and former ones. */
  names: Schema.Array(Schema.String),
  /** Words of its category and its terms. */
  category: Schema.Array(Schema.String)
})
export type Profile = typeof Profile.Type
const ProfileText = Schema.fromJsonString(Profile)
export const profileText = Schema.encodeSync(ProfileText)

/** What the listing was, for telling that it changed: the description by its digest. */
export const Listing = Schema.Struct({
  name: Schema.String,
  category: Schema.NullOr(Schema.String),
  price: Schema.NullOr(Schema.String),
  description: Schema.String
})
export type Listing = typeof Listing.Type
const ListingText = Schema.fromJsonString(Listing)
export const listingText = Schema.encodeSync(ListingText)

const Row = Schema.Struct({
  appId: Schema.String,
  country: Schema.String,
  language: Schema.String,
  enabled: Schema.Boolean,
  models: Models,
  cadenceDays: Schema.Int,
  samples: Schema.Int,
  lastRun: Schema.NullOr(Schema.String),
  lastScanMs: Schema.NullOr(Schema.Finite),
  lastBootstrapMs: Schema.NullOr(Schema.Finite),
  profile: Schema.NullOr(ProfileText),
  listing: Schema.NullOr(ListingText),
  profileMs: Schema.NullOr(Schema.Finite)
})
export type SettingsRow = typeof Row.Type
const rows = rowsOf(Row)

/** An app and country of an account, with how many active prompts of active intents it has. */
const Estimated = Schema.Struct({
  appId: Schema.String,
  country: Schema.String,
  enabled: Schema.Boolean,
  models: Models,
  cadenceDays: Schema.Int,
  samples: Schema.Int,
  createdMs: Schema.Finite,
  prompts: Schema.Int
})
export type Estimated = typeof Estimated.Type
const estimatedRows = rowsOf(Estimated)
const countRows = rowsOf(Schema.Struct({ n: Schema.Int }))

/** The rows of settings; every statement names the account first. */
export const makeSettingsTable = Effect.map(SqlClient.SqlClient, (sql) => {
  const columns = sql`app_id AS "appId", country, language, enabled, models, cadence_days AS "cadenceDays", samples,
    last_run AS "lastRun", last_scan_ms::float8 AS "lastScanMs", last_bootstrap_ms::float8 AS "lastBootstrapMs", profile, listing,
    profile_ms::float8 AS "profileMs"`
  const of = ({ accountId, appId, country }: Place) =>
    sql`account_id = ${accountId}::uuid AND app_id = ${appId} AND country = ${country}`
  return {
    of,
    read: (place: Place) =>
      Effect.map(rows(sql`SELECT ${columns} FROM ai_visibility_settings WHERE ${of(place)}`), ([row]) => row),
    /** Within a transaction: whoever changes what is scanned, or adds a scan up, takes turns on this row. */
    lock: (place: Place) =>
      Effect.map(
        rows(sql`SELECT ${columns} FROM ai_visibility_settings WHERE ${of(place)} FOR UPDATE`),
        ([row]) => row
      ),
    /** Active prompts of active intents, also those over the plan's. */
    activePrompts: ({ accountId, appId, country }: Place) =>
      Effect.map(
        countRows(sql`SELECT count(*)::int AS n FROM ai_visibility_prompts p
          JOIN ai_visibility_intents i ON i.account_id = p.account_id AND i.id = p.intent AND i.status = 'active'
          WHERE p.account_id = ${accountId}::uuid AND p.app_id = ${appId} AND p.country = ${country}
            AND p.status = 'active'`),
        ([row]) => row?.n ?? 0
      ),
    /** Everything that the account has scanned, oldest first. */
    all: (accountId: string) =>
      estimatedRows(sql`
        SELECT s.app_id AS "appId", s.country, s.enabled, s.models, s.cadence_days AS "cadenceDays", s.samples,
          s.created_ms::float8 AS "createdMs",
          (SELECT count(*)::int FROM ai_visibility_prompts p
            JOIN ai_visibility_intents i ON i.account_id = p.account_id AND i.id = p.intent AND i.status = 'active'
            WHERE p.account_id = s.account_id AND p.app_id = s.app_id AND p.country = s.country AND p.status = 'active'
          ) AS prompts
        FROM ai_visibility_settings s WHERE s.account_id = ${accountId}::uuid ORDER BY s.created_ms, s.app_id, s.country`)
  }
})
