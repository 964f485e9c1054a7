import { CreditUsage, ServiceUnavailable, type UsageDimension, type UsageRow } from "@storeglass/plugin-api"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { within } from "../sql/within.ts"
import { nobody } from "./audit.ts"
import { bucketNumber, buckets } from "./plans.ts"
import { UsageReads } from "./UsageReads.ts"

const daysMax = 400
const rowsMax = 100_000
const dayMs = 24 * 60 * 60 * 1000
const askMsMax = 10_000

const columnOf: Readonly<Record<UsageDimension, string>> = {
  day: `to_char(u.day, 'YYYY-MM-DD') AS day`,
  credential: `u.credential_id AS credential`,
  operation: `o.name AS operation`,
  bucket: `u.bucket::int AS bucket`
}
const Rows = Schema.Array(
  Schema.Struct({
    day: Schema.optionalKey(Schema.String),
    credential: Schema.optionalKey(Schema.String),
    operation: Schema.optionalKey(Schema.String),
    bucket: Schema.optionalKey(Schema.Int),
    credits: Schema.Finite,
    requests: Schema.Finite
  })
)
const decodeRows = Schema.decodeUnknownEffect(Rows)

const rowOf = ({ bucket, credential, ...row }: (typeof Rows.Type)[number]): UsageRow => ({
  ...row,
  ...(credential === undefined ? {} : { credentialId: credential === nobody ? null : credential }),
  ...(bucket === undefined ? {} : { bucket: buckets[bucket] ?? "general" })
})

const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text)

/** The ledger's sums by day and credential, as plugins read them. */
export const CreditUsageLive = Layer.effect(
  CreditUsage,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const reads = yield* Effect.serviceOption(UsageReads)
    const reading = <A, E>(read: (from: SqlClient.SqlClient) => Effect.Effect<A, E>) =>
      Option.isSome(reads) ? reads.value.read(read) : read(sql)
    return CreditUsage.of({
      read: Effect.fn("CreditUsage.read")(
        function* ({ accountId, buckets: wanted, by = [], credentialIds, from, operations, to }) {
          if (!isDay(from) || !isDay(to) || Date.parse(to) - Date.parse(from) > daysMax * dayMs) {
            return yield* Effect.die(new Error(`usage from '${from}' to '${to}': two days, at most ${daysMax} apart`))
          }
          const where: Array<Statement.Fragment> = [
            sql`u.account_id = ${accountId}::uuid AND u.day >= ${from}::date AND u.day <= ${to}::date`
          ]
          if (credentialIds !== undefined) {
            where.push(sql`u.credential_id = ANY (${credentialIds.map((id) => id ?? nobody)}::uuid[])`)
          }
          if (operations !== undefined) where.push(sql`o.name = ANY (${operations}::text[])`)
          if (wanted !== undefined) where.push(sql`u.bucket = ANY (${wanted.map((name) => bucketNumber[name])}::int[])`)
          const dimensions = [...new Set(by)]
          const columns = dimensions.map((name) => `${columnOf[name]}, `).join("")
          const groups = dimensions.map((_, index) => index + 1).join(", ")
          const order = [...(dimensions.includes("day") ? ["day"] : []), "credits DESC", "requests DESC"].join(", ")
          const rows = yield* reading((from) =>
            Effect.flatMap(
              from`SELECT ${sql.literal(columns)}coalesce(sum(u.credits), 0)::float8 AS credits,
                coalesce(sum(u.requests), 0)::float8 AS requests
              FROM core_credit_usage_days u JOIN core_operations o ON o.id = u.operation_id
              WHERE ${sql.and(where)} ${sql.literal(groups === "" ? "" : `GROUP BY ${groups} HAVING sum(u.requests) <> 0 OR sum(u.credits) <> 0`)}
              ORDER BY ${sql.literal(order)} LIMIT ${rowsMax}::int`,
              decodeRows
            )
          )
          return rows.map(rowOf)
        },
        (read) =>
          Effect.mapError(
            within(read, askMsMax),
            (cause) => new ServiceUnavailable("the ledger is unavailable; retry", { retryAfterSeconds: 1, cause })
          )
      )
    })
  })
)
