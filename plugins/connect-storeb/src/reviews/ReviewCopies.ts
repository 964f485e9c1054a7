import {
  asDocumented,
  type ConnectionUnusable,
  type NoConnection,
  rowsOf,
  type ServiceUnavailable
} from "@storeglass/plugin-api"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { KeptData, type Reading } from "../sync/KeptData.ts"
import type { ShownReview } from "./neutral.ts"
import { DeviceMetadata, ReviewVersion } from "./schema.ts"

export const reviewsRoom = "reviews"

/** Where it all is, by account. */
export const reviewsTables = [
  "connect_storeb_reviews",
  "connect_storeb_review_versions",
  "connect_storeb_review_translations",
  "connect_storeb_review_reads"
] as const

/** How long a read may still show what was before a reply. */
const lagMs = 600_000

const Known = Schema.Struct({
  reviewId: Schema.String,
  modifiedAtMs: Schema.Number,
  replyText: Schema.NullOr(Schema.String),
  translatedAtMs: Schema.NullOr(Schema.Number)
})

const nullText = Schema.NullOr(Schema.String)
const nullNumber = Schema.NullOr(Schema.Number)
const Copy = Schema.Struct({
  reviewId: Schema.String,
  authorName: nullText,
  starRating: nullNumber,
  title: nullText,
  body: Schema.String,
  translatedTitle: nullText,
  translatedBody: nullText,
  language: nullText,
  device: nullText,
  deviceMetadata: Schema.NullOr(DeviceMetadata),
  androidOsVersion: nullNumber,
  appVersionCode: nullText,
  appVersionName: nullText,
  thumbsUp: nullNumber,
  thumbsDown: nullNumber,
  modifiedAtMs: Schema.Number,
  replyText: nullText,
  repliedAtMs: nullNumber,
  firstSeenAtMs: Schema.Number,
  lastSeenAtMs: Schema.Number,
  versions: Schema.Array(
    Schema.Struct({ ...ReviewVersion.fields, lastModified: Schema.Number, starRating: Schema.NullOr(Schema.Int) })
  )
})
/** A review as it's kept here, with its earlier versions. */
export type Copy = typeof Copy.Type

/** A review's place among those of its app, newest first. */
export interface Place {
  readonly atMs: number
  readonly id: string
}
/** Which copies are read. */
export interface CopiesAsked {
  readonly limit: number
  readonly after?: Place | undefined
  readonly fromMs?: number | undefined
  /** Not included. */
  readonly untilMs?: number | undefined
  /** In which translations are told, where they are kept. */
  readonly language?: string | undefined
  /** Only those with a reply, or only those without; default: all. */
  readonly answered?: boolean | undefined
}

const make = Effect.gen(function* () {
  const kept = yield* KeptData
  const sql = yield* SqlClient.SqlClient
  const time = (ms: number) => sql`to_timestamp(${ms}::float8 / 1000)`
  const msOf = (column: string) => sql`(extract(epoch FROM ${sql.literal(column)}) * 1000)::float8`
  const known = rowsOf(Known)
  const copies = rowsOf(Copy)
  const of = (accountId: string, packageName: string) =>
    sql`account_id = ${accountId}::uuid AND package_name = ${packageName}::text`

  const keepVersions = (accountId: string, packageName: string, rows: ReadonlyArray<object>) => sql`
    INSERT INTO connect_storeb_review_versions (account_id, package_name, review_id, kind, at, star_rating, title, body)
    SELECT ${accountId}::uuid, ${packageName}::text, v.id, v.kind, to_timestamp(v.at / 1000), v.rating, v.title, v.body
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      AS v(id text, kind text, at float8, rating smallint, title text, body text)
    ON CONFLICT DO NOTHING`

  /** Keeps what the vendor shows; gives how many of them weren't known as they are. */
  const keep = Effect.fn("ReviewCopies.keep")(function* (
    reading: Reading,
    packageName: string,
    shown: ReadonlyArray<ShownReview>,
    language?: string
  ): Effect.fn.Return<number, ConnectionUnusable | NoConnection | ServiceUnavailable> {
    const { accountId } = reading
    // A list that moved while its pages were read has one twice, and a statement may touch a row once.
    const each = [...new Map(shown.map((review) => [review.reviewId, review])).values()]
    if (each.length === 0) return 0
    const nowMs = yield* Clock.currentTimeMillis
    const rows = each.map((review) => ({
      id: review.reviewId,
      author: review.authorName,
      rating: review.starRating,
      title: review.title,
      body: review.body,
      language: review.language,
      device: review.device,
      about: review.deviceMetadata,
      os: review.androidOsVersion,
      code: review.appVersionCode,
      version: review.appVersionName,
      up: review.thumbsUp,
      down: review.thumbsDown,
      at: review.modifiedAtMs,
      reply: review.reply?.text ?? null,
      replied: review.reply?.atMs ?? null
    }))
    const versions = each.flatMap(({ body, modifiedAtMs, reply, reviewId, starRating, title }) => [
      { id: reviewId, kind: "review", at: modifiedAtMs, rating: starRating, title, body },
      ...(reply === null
        ? []
        : [{ id: reviewId, kind: "reply", at: reply.atMs, rating: null, title: null, body: reply.text }])
    ])
    const translations = each.flatMap(({ body, modifiedAtMs, reviewId, title, translated }) => [
      // What needs no translation is kept too, so that it isn't asked for again.
      { id: reviewId, at: modifiedAtMs, title: translated?.title ?? title, body: translated?.body ?? body }
    ])
    // A list that lags doesn't take back a reply that was just made.
    const ours = sql`(r.replied_at > ${time(nowMs - lagMs)} AND COALESCE(r.replied_at > EXCLUDED.replied_at, TRUE))`
    return yield* asDocumented(
      kept.write(
        reviewsRoom,
        reading,
        Effect.gen(function* () {
          const before = new Map(
            (yield* known(sql`
              SELECT r.review_id AS "reviewId", ${msOf("r.modified_at")} AS "modifiedAtMs", r.reply_text AS "replyText",
                ${msOf("t.at")} AS "translatedAtMs"
              FROM connect_storeb_reviews r
              LEFT JOIN connect_storeb_review_translations t
                ON t.account_id = r.account_id AND t.package_name = r.package_name AND t.review_id = r.review_id
                AND t.language = ${language ?? ""}::text
              WHERE r.account_id = ${accountId}::uuid AND r.package_name = ${packageName}::text
                AND r.review_id IN (SELECT jsonb_array_elements_text(${JSON.stringify(each.map(({ reviewId }) => reviewId))}::text::jsonb))`)).map(
              (row) => [row.reviewId, row] as const
            )
          )
          yield* sql`
            INSERT INTO connect_storeb_reviews AS r (account_id, package_name, review_id, author_name, star_rating, title,
              body, language, device, device_metadata, android_os_version, app_version_code, app_version_name, thumbs_up,
              thumbs_down, modified_at, reply_text, replied_at, first_seen_at, last_seen_at)
            SELECT ${accountId}::uuid, ${packageName}::text, v.id, v.author, v.rating, v.title, v.body, v.language, v.device,
              v.about, v.os, v.code, v.version, v.up, v.down, to_timestamp(v.at / 1000), v.reply,
              to_timestamp(v.replied / 1000), ${time(nowMs)}, ${time(nowMs)}
            FROM jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) AS v(id text, author text, rating smallint, title text,
              body text, language text, device text, about jsonb, os integer, code text, version text, up integer,
              down integer, at float8, reply text, replied float8)
            ORDER BY v.id
            ON CONFLICT (account_id, package_name, review_id) DO UPDATE SET
              author_name = EXCLUDED.author_name, star_rating = EXCLUDED.star_rating, title = EXCLUDED.title,
              body = EXCLUDED.body, language = EXCLUDED.language, device = EXCLUDED.device,
              device_metadata = EXCLUDED.device_metadata, android_os_version = EXCLUDED.android_os_version,
              app_version_code = EXCLUDED.app_version_code, app_version_name = EXCLUDED.app_version_name,
              thumbs_up = EXCLUDED.thumbs_up, thumbs_down = EXCLUDED.thumbs_down, modified_at = EXCLUDED.modified_at,
              last_seen_at = EXCLUDED.last_seen_at,
              reply_text = CASE WHEN ${ours} THEN r.reply_text ELSE EXCLUDED.reply_text END,
              replied_at = CASE WHEN ${ours} THEN r.replied_at ELSE EXCLUDED.replied_at END
            WHERE EXCLUDED.modified_at >= r.modified_at`
          yield* keepVersions(accountId, packageName, versions)
          if (language !== undefined) {
            yield* sql`
              INSERT INTO connect_storeb_review_translations (account_id, package_name, review_id, language, at, title, body)
              SELECT ${accountId}::uuid, ${packageName}::text, v.id, ${language}::text, to_timestamp(v.at / 1000), v.title, v.body
              FROM jsonb_to_recordset(${JSON.stringify(translations)}::text::jsonb) AS v(id text, at float8, title text, body text)
              ORDER BY v.id
              ON CONFLICT (account_id, package_name, review_id, language)
                DO UPDATE SET at = EXCLUDED.at, title = EXCLUDED.title, body = EXCLUDED.body`
          }
          return each.filter(({ modifiedAtMs, reply, reviewId }) => {
            const row = before.get(reviewId)
            return (
              row === undefined ||
              row.modifiedAtMs !== modifiedAtMs ||
              row.replyText !== (reply?.text ?? null) ||
              (language !== undefined && row.translatedAtMs !== modifiedAtMs)
            )
          }).length
        })
      )
    )
  })

  return {
    keep,
    /** Notes a reply that was made here. */
    replied: (reading: Reading, packageName: string, reviewId: string, text: string, atMs: number) =>
      asDocumented(
        kept.write(
          reviewsRoom,
          reading,
          Effect.andThen(
            sql`UPDATE connect_storeb_reviews SET reply_text = ${text}::text, replied_at = ${time(atMs)}
              WHERE ${of(reading.accountId, packageName)} AND review_id = ${reviewId}::text`,
            keepVersions(reading.accountId, packageName, [
              { id: reviewId, kind: "reply", at: atMs, rating: null, title: null, body: text }
            ])
          )
        )
      ),
    /** Newest first. */
    list: (
      accountId: string,
      packageName: string,
      { after, answered, fromMs, language, limit, untilMs }: CopiesAsked
    ) =>
      asDocumented(
        copies(sql`
          SELECT r.review_id AS "reviewId", author_name AS "authorName", star_rating AS "starRating", r.title, r.body,
            t.title AS "translatedTitle", t.body AS "translatedBody", r.language, device, device_metadata AS "deviceMetadata",
            android_os_version AS "androidOsVersion", app_version_code AS "appVersionCode",
            app_version_name AS "appVersionName", thumbs_up AS "thumbsUp", thumbs_down AS "thumbsDown",
            ${msOf("modified_at")} AS "modifiedAtMs", reply_text AS "replyText", ${msOf("replied_at")} AS "repliedAtMs",
            ${msOf("first_seen_at")} AS "firstSeenAtMs", ${msOf("last_seen_at")} AS "lastSeenAtMs",
            COALESCE(v.versions, '[]'::jsonb) AS versions
          FROM connect_storeb_reviews r
          LEFT JOIN connect_storeb_review_translations t
            ON t.account_id = r.account_id AND t.package_name = r.package_name AND t.review_id = r.review_id
            AND t.language = ${language ?? ""}::text AND t.at = r.modified_at
          LEFT JOIN LATERAL (
            SELECT jsonb_agg(jsonb_build_object('kind', kind, 'starRating', v.star_rating, 'title', v.title, 'text', v.body,
              'lastModified', ${msOf("v.at")}) ORDER BY v.at DESC, v.kind) AS versions
            FROM connect_storeb_review_versions v
            WHERE v.account_id = r.account_id AND v.package_name = r.package_name AND v.review_id = r.review_id
              AND NOT (v.kind = 'review' AND v.at = r.modified_at)
              AND NOT (v.kind = 'reply' AND v.at IS NOT DISTINCT FROM r.replied_at)
          ) v ON TRUE
          WHERE r.account_id = ${accountId}::uuid AND r.package_name = ${packageName}::text
            AND ${fromMs === undefined ? sql`TRUE` : sql`modified_at >= ${time(fromMs)}`}
            AND ${untilMs === undefined ? sql`TRUE` : sql`modified_at < ${time(untilMs)}`}
            AND ${answered === undefined ? sql`TRUE` : answered ? sql`reply_text IS NOT NULL` : sql`reply_text IS NULL`}
            AND ${after === undefined ? sql`TRUE` : sql`(modified_at, r.review_id) < (${time(after.atMs)}, ${after.id}::text)`}
          ORDER BY modified_at DESC, r.review_id DESC LIMIT ${limit}::int`)
      ),
    /** How many there are, with a reply and without. */
    counts: (accountId: string, packageName: string, { fromMs, untilMs }: Pick<CopiesAsked, "fromMs" | "untilMs">) =>
      asDocumented(
        Effect.map(
          rowsOf(Schema.Struct({ total: Schema.Int, unanswered: Schema.Int }))(sql`
            SELECT count(*)::int AS total, (count(*) FILTER (WHERE reply_text IS NULL))::int AS unanswered
            FROM connect_storeb_reviews WHERE ${of(accountId, packageName)}
              AND ${fromMs === undefined ? sql`TRUE` : sql`modified_at >= ${time(fromMs)}`}
              AND ${untilMs === undefined ? sql`TRUE` : sql`modified_at < ${time(untilMs)}`}`),
          ([row]) => row ?? { total: 0, unanswered: 0 }
        )
      ),
    /** Notes that the vendor's list was read. */
    read: Effect.fn("ReviewCopies.read")(function* (
      reading: Reading,
      packageName: string
    ): Effect.fn.Return<void, ConnectionUnusable | NoConnection | ServiceUnavailable> {
      const nowMs = yield* Clock.currentTimeMillis
      yield* asDocumented(
        kept.write(
          reviewsRoom,
          reading,
          sql`
            INSERT INTO connect_storeb_review_reads (account_id, package_name, read_at)
            VALUES (${reading.accountId}::uuid, ${packageName}::text, ${time(nowMs)})
            ON CONFLICT (account_id, package_name) DO UPDATE SET read_at = EXCLUDED.read_at`
        )
      )
    }),
    /** When the vendor's list was last read; undefined: never. */
    lastRead: (accountId: string, packageName: string) =>
      asDocumented(
        Effect.map(
          rowsOf(Schema.Struct({ atMs: Schema.Number }))(
            sql`SELECT ${msOf("read_at")} AS "atMs" FROM connect_storeb_review_reads WHERE ${of(accountId, packageName)}`
          ),
          ([row]) => row?.atMs
        )
      ),
    /** Whether anything of an account is here. */
    keeps: (accountId: string) =>
      Effect.map(
        sql`SELECT 1 FROM connect_storeb_review_reads WHERE account_id = ${accountId}::uuid LIMIT 1`,
        ({ length }) => length > 0
      ),
    /** Deletes all of an account, in the transaction at hand. */
    purge: Effect.fn("ReviewCopies.purge")(function* (accountId: string) {
      for (const table of reviewsTables) yield* sql`DELETE FROM ${sql(table)} WHERE account_id = ${accountId}::uuid`
    })
  }
})

/** Copies of reviews, by account: what the vendor shows for a week alone, with what it doesn't tell at all. */
export class ReviewCopies extends Context.Service<ReviewCopies, Effect.Success<typeof make>>()(
  "@storeglass/connect-storeb/ReviewCopies"
) {
  static readonly layer = Layer.effect(this, make)
}
