import { isoOf, rowsOf } from "@storeglass/plugin-api"
import { Clock, Context, Data, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"

/** What an app sells. */
export interface Product {
  readonly id: string
  readonly kind: "iap" | "subscription"
  readonly productId: string | null
  readonly name: string | null
  readonly state: string | null
}
/** What a product costs in a territory now. */
export interface TerritoryPrice {
  readonly territory: string
  readonly currency: string | null
  readonly price: string | null
  readonly proceeds: string | null
  /** Whether it was set by hand; null where the vendor has no such difference. */
  readonly manual: boolean | null
}

/** What was read is no longer wanted: its owner has deleted it meanwhile. */
export class CatalogueGone extends Data.TaggedError("CatalogueGone") {}

const Due = Schema.Struct({ id: Schema.String, kind: Schema.Literals(["iap", "subscription"]) })

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  /** Nothing is written for an account whose owner deleted all of it since a run began. */
  const writing = <A, E, R>(accountId: string, write: Effect.Effect<A, E, R>) =>
    sql.withTransaction(
      Effect.gen(function* () {
        const found = yield* sql`SELECT 1 FROM connect_storea_catalogues
          WHERE account_id = ${accountId}::uuid FOR UPDATE`
        if (found.length === 0) return yield* new CatalogueGone()
        return yield* write
      })
    )

  return {
    begin: (accountId: string) =>
      sql`INSERT INTO connect_storea_catalogues (account_id) VALUES (${accountId}::uuid) ON CONFLICT DO NOTHING`,
    /** Puts an app's products in place of those that there were; prices of those that stay are kept. */
    replace: (accountId: string, appId: string, products: ReadonlyArray<Product>) =>
      writing(
        accountId,
        Effect.gen(function* () {
          const told = JSON.stringify(products)
          yield* sql`DELETE FROM connect_storea_prices WHERE account_id = ${accountId}::uuid AND id IN (
            SELECT id FROM connect_storea_products WHERE account_id = ${accountId}::uuid AND app_id = ${appId}
              AND id NOT IN (SELECT id FROM jsonb_to_recordset(${told}::text::jsonb) AS told (id text)))`
          yield* sql`DELETE FROM connect_storea_products WHERE account_id = ${accountId}::uuid AND app_id = ${appId}
            AND id NOT IN (SELECT id FROM jsonb_to_recordset(${told}::text::jsonb) AS told (id text))`
          yield* sql`
            INSERT INTO connect_storea_products (account_id, id, app_id, kind, product_id, name, state)
            SELECT ${accountId}::uuid, id, ${appId}, kind, "productId", name, state
            FROM jsonb_to_recordset(${told}::text::jsonb) AS told (id text, kind text, "productId" text, name text,
              state text)
            ON CONFLICT (account_id, id) DO UPDATE SET app_id = excluded.app_id, product_id = excluded.product_id,
              name = excluded.name, state = excluded.state`
        })
      ),
    /** Products whose prices weren't read since a moment, the oldest first. */
    due: (accountId: string, beforeMs: number) =>
      rowsOf(Due)(sql`
        SELECT id, kind FROM connect_storea_products
        WHERE account_id = ${accountId}::uuid AND (read_at IS NULL OR read_at < ${isoOf(beforeMs)}::timestamptz)
        ORDER BY read_at NULLS FIRST, id`),
    replacePrices: Effect.fn("Catalogue.replacePrices")(function* (
      accountId: string,
      id: string,
      prices: ReadonlyArray<TerritoryPrice>
    ) {
      const at = isoOf(yield* Clock.currentTimeMillis)
      yield* writing(
        accountId,
        Effect.gen(function* () {
          yield* sql`DELETE FROM connect_storea_prices WHERE account_id = ${accountId}::uuid AND id = ${id}`
          yield* sql`
            INSERT INTO connect_storea_prices (account_id, id, territory, currency, price, proceeds, manual)
            SELECT ${accountId}::uuid, ${id}, territory, currency, price, proceeds, manual
            FROM jsonb_to_recordset(${JSON.stringify(prices)}::text::jsonb) AS told (territory text, currency text,
              price numeric, proceeds numeric, manual boolean)
            ON CONFLICT DO NOTHING`
          yield* sql`UPDATE connect_storea_products SET prices = 'measured', read_at = ${at}::timestamptz
            WHERE account_id = ${accountId}::uuid AND id = ${id}`
        })
      )
    }),
    /** A product's prices couldn't be read. Those from before stay. */
    failed: (accountId: string, id: string) =>
      writing(
        accountId,
        sql`UPDATE connect_storea_products SET prices = 'failed' WHERE account_id = ${accountId}::uuid AND id = ${id}`
      ),
    ended: Effect.fn("Catalogue.ended")(function* (accountId: string, problem: string | null) {
      const at = isoOf(yield* Clock.currentTimeMillis)
      yield* sql`UPDATE connect_storea_catalogues
        SET problem = ${problem}, read_at = CASE WHEN ${problem}::text IS NULL THEN ${at}::timestamptz ELSE read_at END
        WHERE account_id = ${accountId}::uuid`
    })
  }
})

/** SQL of the products of accounts' consoles. Every statement names its account. */
export class Catalogue extends Context.Service<Catalogue, Effect.Success<typeof make>>()(
  "@storeglass/connect-storea/Catalogue"
) {
  static readonly layer = Layer.effect(Catalogue, make)
}
