import { isoColumn, rowsOf } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { KeptProducts } from "./api.ts"

const text = Schema.NullOr(Schema.String)
const copyRows = rowsOf(Schema.Struct({ lastReadAt: text, problem: text }))
const Status = Schema.Literals(["measured", "failed", "not_measured"])
const productRows = rowsOf(
  Schema.Struct({
    id: Schema.String,
    appId: Schema.String,
    kind: Schema.Literals(["iap", "subscription"]),
    productId: text,
    name: text,
    state: text,
    status: Status,
    lastReadAt: text,
    territories: Schema.Int
  })
)
const priceRows = rowsOf(
  Schema.Struct({
    id: Schema.String,
    product: Schema.String,
    territory: Schema.String,
    currency: text,
    price: text,
    proceeds: text,
    manual: Schema.NullOr(Schema.Boolean)
  })
)

/** Reads products as the nightly sync kept them; the vendor isn't asked. */
export const makeKeptProducts = Effect.map(SqlClient.SqlClient, (sql) =>
  Effect.fn("KeptProducts.of")(function* (
    accountId: string,
    asked: {
      readonly appId?: string
      readonly territory?: string
      readonly limit: number
    }
  ) {
    const { limit } = asked
    const appId = asked.appId ?? null
    const territory = asked.territory?.toUpperCase() ?? null
    const [copy] = yield* copyRows(sql`
      SELECT problem, ${sql.literal(isoColumn("read_at"))} AS "lastReadAt"
      FROM connect_storea_catalogues WHERE account_id = ${accountId}::uuid`)
    const products = yield* productRows(sql`
      SELECT id, app_id AS "appId", kind, product_id AS "productId", name, state, prices AS status,
        ${sql.literal(isoColumn("read_at"))} AS "lastReadAt",
        (SELECT count(*) FROM connect_storea_prices c WHERE c.account_id = p.account_id AND c.id = p.id)::int
          AS territories
      FROM connect_storea_products p
      WHERE account_id = ${accountId}::uuid AND (${appId}::text IS NULL OR app_id = ${appId})
      ORDER BY name, id LIMIT ${limit}::int`)
    const prices = yield* priceRows(sql`
      SELECT id, coalesce(nullif(concat_ws(' · ', p.name, p.product_id), ''), id) AS product, territory, currency, price::text AS price,
        proceeds::text AS proceeds, manual
      FROM connect_storea_prices c JOIN connect_storea_products p USING (account_id, id)
      WHERE account_id = ${accountId}::uuid AND (${appId}::text IS NULL OR app_id = ${appId})
        AND (${territory}::text IS NULL OR territory = ${territory})
      ORDER BY product, id, territory LIMIT ${limit}::int`)
    const answer: KeptProducts = {
      appId,
      lastReadAt: copy?.lastReadAt ?? null,
      problem: copy?.problem ?? null,
      products,
      prices: prices.map(({ manual, territory: code, ...price }) => ({
        ...price,
        territory: code,
        setBy: manual === null ? null : manual ? "hand" : "base territory"
      }))
    }
    return answer
  })
)
