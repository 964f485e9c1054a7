import { PgClient } from "@effect/sql-pg"
import type { Scope } from "@storeglass/plugin-api"
import { type Cause, Clock, Context, Effect, Layer, Queue, Schedule, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { LRUCache } from "lru-cache"
import { within } from "../sql/within.ts"
import { revokedChannel } from "./Accounts.ts"
import * as ApiKey from "./ApiKey.ts"

/** Who a key stands for. */
export interface KeyHolder {
  readonly keyId: string
  readonly accountId: string
  readonly plan: string
  readonly scopes: ReadonlyArray<Scope>
}

/** A revoked key is refused on every node after this long at the latest, and as a rule at once. */
export const revocationBoundMs = 5_000

/** A database that is silent for so long is taken to be away. */
const lookUpMsMax = 3_000

/** Looks keys up by their hash, with a bounded cache in front of the database. */
export class KeyRing extends Context.Service<
  KeyRing,
  {
    /** Undefined: malformed, unknown or revoked. */
    readonly holderOf: (
      key: string
    ) => Effect.Effect<KeyHolder | undefined, SqlError.SqlError | Schema.SchemaError | Cause.TimeoutError>
    /** The same without asking the database: undefined too for a key that is not remembered just now. */
    readonly remembered: (key: string) => KeyHolder | undefined
  }
>()("@storeglass/core/auth/KeyRing") {}

const HolderRows = Schema.Array(
  Schema.Struct({
    keyId: Schema.String,
    accountId: Schema.String,
    plan: Schema.String,
    scopes: Schema.Array(Schema.Literals(["read", "write", "internal"]))
  })
)
const decode = Schema.decodeUnknownEffect(HolderRows)

interface Entry {
  readonly holder: KeyHolder | undefined
  readonly untilMs: number
}

export const layer = Layer.effect(
  KeyRing,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const pg = yield* PgClient.PgClient
    const clock = yield* Clock.Clock
    const cache = new LRUCache<string, Entry>({ max: 100_000 })

    const fresh = (digest: string) => {
      const known = cache.get(digest)
      return known !== undefined && known.untilMs > clock.currentTimeMillisUnsafe() ? known : undefined
    }

    const lookUp = Effect.fn("KeyRing.lookUp")(function* (key: string, digest: string) {
      // From before the question: an answer that takes long is that much older already.
      const untilMs = clock.currentTimeMillisUnsafe() + revocationBoundMs
      const asked = sql`SELECT k.id AS "keyId", k.account_id AS "accountId", a.plan, k.scopes
        FROM core_api_keys k JOIN core_accounts a ON a.id = k.account_id
        WHERE k.hash = ${ApiKey.hashOf(key)} AND k.revoked_at IS NULL`
      const rows = yield* within(Effect.flatMap(asked, decode), lookUpMsMax)
      const holder = rows[0]
      cache.set(digest, { holder, untilMs })
      return holder
    })

    // The cache alone keeps the bound; hearing of a revocation makes it immediate.
    yield* pg.listen(revokedChannel).pipe(
      Effect.flatMap((heard) =>
        Effect.forever(
          Effect.map(Queue.take(heard), () => {
            cache.clear()
          })
        )
      ),
      Effect.scoped,
      Effect.retry(Schedule.spaced("1 second")),
      Effect.forkScoped
    )

    return KeyRing.of({
      holderOf: (key) =>
        Effect.suspend(() => {
          const digest = ApiKey.digestOf(key)
          const known = fresh(digest)
          if (known !== undefined) return Effect.succeed(known.holder)
          return ApiKey.isWellFormed(key) ? lookUp(key, digest) : Effect.succeed(undefined)
        }),
      remembered: (key) => fresh(ApiKey.digestOf(key))?.holder
    })
  })
)
