import type { CredentialKind, Scope as KeyScope } from "@storeglass/plugin-api"
import { type Cause, Deferred, Effect, Fiber, Schema, type Scope } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { within } from "../sql/within.ts"

/** Who a credential stands for. */
export interface KeyHolder {
  readonly credential: CredentialKind
  /** Of the key; of a token the grant's, of a session the person's. */
  readonly keyId: string
  readonly accountId: string
  /** The person who calls, where that is known. */
  readonly personId: string | undefined
  readonly plan: string
  readonly scopes: ReadonlyArray<KeyScope>
}

export type LookUpFailure = SqlError.SqlError | Schema.SchemaError | Cause.TimeoutError

/** A database that is silent for so long is taken to be away. */
const lookUpMsMax = 3_000

const HolderRows = Schema.Array(
  Schema.Struct({
    digest: Schema.String,
    keyId: Schema.String,
    accountId: Schema.String,
    plan: Schema.String,
    scopes: Schema.Array(Schema.Literals(["read", "write", "internal"]))
  })
)
const decode = Schema.decodeUnknownEffect(HolderRows)

type Answer = Deferred.Deferred<KeyHolder | undefined, LookUpFailure>

/**
 * Asks the database for the holders of keys, by their SHA-256 in hex. What is asked in one turn of the event loop goes
 * in one statement, and a hash that is being looked up is not asked for again: a thousand customers after a restart cost
 * a few statements, and a busy one whose key is to be checked again costs one.
 */
export const makeKeyLookUps = Effect.fnUntraced(function* (
  onFound: (digest: string, holder: KeyHolder | undefined, askedAtMs: number) => void,
  nowMs: () => number
): Effect.fn.Return<
  (digest: string) => Effect.Effect<KeyHolder | undefined, LookUpFailure>,
  never,
  SqlClient.SqlClient | Scope.Scope
> {
  const sql = yield* SqlClient.SqlClient
  const scope = yield* Effect.scope
  const runFork = Effect.runForkWith(yield* Effect.context<never>())
  const pending = new Map<string, Answer>()
  let collected = new Map<string, Answer>()

  const ask = (digests: ReadonlyArray<string>) =>
    within(
      Effect.flatMap(
        sql`SELECT d.digest, k.id AS "keyId", k.account_id AS "accountId", a.plan, k.scopes
          FROM unnest(${digests}::text[]) AS d (digest)
          JOIN core_api_keys k ON k.hash = decode(d.digest, 'hex') AND k.revoked_at IS NULL
          JOIN core_accounts a ON a.id = k.account_id`,
        decode
      ),
      lookUpMsMax
    )

  const run = Effect.fn("KeyRing.lookUp")(function* () {
    // To the end of this turn of the event loop.
    yield* Effect.yieldNow
    const batch = collected
    collected = new Map()
    // From before the question: an answer that takes long is that much older already.
    const askedAtMs = nowMs()
    const exit = yield* Effect.exit(ask([...batch.keys()]))
    for (const digest of batch.keys()) pending.delete(digest)
    if (exit._tag === "Failure") {
      for (const answer of batch.values()) Deferred.doneUnsafe(answer, Effect.failCause(exit.cause))
      return
    }
    const holders = new Map(
      exit.value.map(({ digest, ...row }): [string, KeyHolder] => [
        digest,
        { ...row, credential: "key", personId: undefined }
      ])
    )
    for (const [digest, answer] of batch) {
      const holder = holders.get(digest)
      onFound(digest, holder, askedAtMs)
      Deferred.doneUnsafe(answer, Effect.succeed(holder))
    }
  })

  return (digest) =>
    Effect.suspend(() => {
      const known = pending.get(digest)
      if (known !== undefined) return Deferred.await(known)
      const answer: Answer = Deferred.makeUnsafe()
      pending.set(digest, answer)
      collected.set(digest, answer)
      // Nobody's own: who asked first may go away.
      if (collected.size === 1) Fiber.runIn(runFork(run()), scope)
      return Deferred.await(answer)
    })
})
