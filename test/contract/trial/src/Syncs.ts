import { Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { type Config, makeVendor, type Vendor } from "./Vendor.ts"

/** The vendor, and what was read there by schedule. */
export class Syncs extends Context.Service<
  Syncs,
  {
    readonly vendor: Vendor
    readonly keep: (accountId: string, total: number) => Effect.Effect<void, SqlError.SqlError>
    /** Undefined: nothing yet. */
    readonly total: (accountId: string) => Effect.Effect<number | undefined, SqlError.SqlError>
    /** False: it was taken before. */
    readonly takeHook: (id: string, body: string) => Effect.Effect<boolean, SqlError.SqlError>
  }
>()("@storeglass/trial/Syncs") {}

export const SyncsLive = (config: Config) =>
  Layer.effect(
    Syncs,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return Syncs.of({
        vendor: yield* makeVendor(config),
        keep: (accountId, total) =>
          Effect.asVoid(sql`INSERT INTO trial_synced (account_id, total) VALUES (${accountId}::uuid, ${total})
            ON CONFLICT (account_id) DO UPDATE SET total = excluded.total`),
        total: (accountId) =>
          Effect.map(
            sql<{ readonly total: number }>`SELECT total FROM trial_synced WHERE account_id = ${accountId}::uuid`,
            (rows) => rows[0]?.total
          ),
        takeHook: (id, body) =>
          Effect.map(
            sql`INSERT INTO trial_hooks (id, body) VALUES (${id}, ${body}) ON CONFLICT DO NOTHING RETURNING 1`,
            (rows) => rows.length > 0
          )
      })
    })
  )
