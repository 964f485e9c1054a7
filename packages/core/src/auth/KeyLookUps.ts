import type { AccessTokens, ServiceUnavailable, VerifiedToken } from "@storeglass/plugin-api"
import { type Cause, Deferred, Effect, Fiber, Schema, type Scope } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { makeNetworks } from "../http/clientAddresses.ts"
import { within } from "../sql/within.ts"
import type { KeyHolder } from "./KeyHolder.ts"

export type LookUpFailure = SqlError.SqlError | Schema.SchemaError | Cause.TimeoutError | ServiceUnavailable

/** A database that stays silent this long counts as away. */
const lookUpMsMax = 3_000

const HolderRows = Schema.Array(
  Schema.Struct({
    digest: Schema.String,
    keyId: Schema.String,
    accountId: Schema.String,
    plan: Schema.String,
    scopes: Schema.Array(Schema.Literals(["read", "write", "internal"])),
    plugins: Schema.NullOr(Schema.Array(Schema.String)),
    addresses: Schema.NullOr(Schema.Array(Schema.String)),
    endsAtMs: Schema.NullOr(Schema.Finite),
    isReplaced: Schema.Boolean,
    isSuspended: Schema.Boolean
  })
)
const decode = Schema.decodeUnknownEffect(HolderRows)
const decodeAccounts = Schema.decodeUnknownEffect(
  Schema.Array(Schema.Struct({ id: Schema.String, plan: Schema.String, isSuspended: Schema.Boolean }))
)

type Holders = ReadonlyMap<string, KeyHolder>
type Ask<Question> = (questions: ReadonlyMap<string, Question>) => Effect.Effect<Holders, LookUpFailure>
type Answer = Deferred.Deferred<KeyHolder | undefined, LookUpFailure>

/** Told what became of a look-up that was asked in an epoch. */
export type OnFound<Question> = (
  digest: string,
  holder: KeyHolder | undefined,
  asked: { readonly atMs: number; readonly epoch: number; readonly question: Question }
) => void

export interface LookUpTimes {
  readonly nowMs: () => number
  /** Which grows with every change that is heard of. */
  readonly epoch: () => number
}

/**
 * Asks for the holders of credentials, by their SHA-256 in hex. What is asked in one turn of the event loop goes in one
 * question, and a hash that is being looked up is not asked for again: a thousand customers after a restart cost a few
 * statements, and a busy one whose key is to be checked again costs one.
 */
const makeLookUps = Effect.fnUntraced(function* <Question>(
  ask: Ask<Question>,
  onFound: OnFound<Question>,
  { epoch, nowMs }: LookUpTimes
): Effect.fn.Return<
  (digest: string, question: Question) => Effect.Effect<KeyHolder | undefined, LookUpFailure>,
  never,
  Scope.Scope
> {
  const scope = yield* Effect.scope
  const runFork = Effect.runForkWith(yield* Effect.context<never>())
  const pending = new Map<string, Answer>()
  let collected = new Map<string, { readonly question: Question; readonly answer: Answer }>()

  const run = Effect.fn("KeyRing.lookUp")(function* () {
    // To the end of this turn of the event loop.
    yield* Effect.yieldNow
    const batch = collected
    collected = new Map()
    // Taken before asking: a slow answer is that much older already.
    const askedAtMs = nowMs()
    const askedIn = epoch()
    const questions = new Map([...batch].map(([digest, { question }]) => [digest, question]))
    const exit = yield* Effect.exit(within(ask(questions), lookUpMsMax))
    for (const digest of batch.keys()) pending.delete(digest)
    if (exit._tag === "Failure") {
      for (const { answer } of batch.values()) Deferred.doneUnsafe(answer, Effect.failCause(exit.cause))
      return
    }
    for (const [digest, { answer, question }] of batch) {
      const holder = exit.value.get(digest)
      onFound(digest, holder, { atMs: askedAtMs, epoch: askedIn, question })
      Deferred.doneUnsafe(answer, Effect.succeed(holder))
    }
  })

  return (digest, question) =>
    Effect.suspend(() => {
      const known = pending.get(digest)
      if (known !== undefined) return Deferred.await(known)
      const answer: Answer = Deferred.makeUnsafe()
      pending.set(digest, answer)
      collected.set(digest, { question, answer })
      // Owned by no caller: the first one may go away.
      if (collected.size === 1) Fiber.runIn(runFork(run()), scope)
      return Deferred.await(answer)
    })
})

/** Of keys, in one statement. */
export const makeKeyLookUps = Effect.fnUntraced(function* (onFound: OnFound<undefined>, times: LookUpTimes) {
  const sql = yield* SqlClient.SqlClient
  const ask: Ask<undefined> = (digests) =>
    Effect.flatMap(
      sql`SELECT d.digest, k.id AS "keyId", k.account_id AS "accountId", a.plan, k.scopes, k.plugins, k.addresses,
          (extract(epoch FROM least(k.expires_at, k.ends_at)) * 1000)::float8 AS "endsAtMs",
          k.ends_at IS NOT NULL AS "isReplaced", a.suspended_at IS NOT NULL AS "isSuspended"
        FROM unnest(${[...digests.keys()]}::text[]) AS d (digest)
        JOIN core_api_keys k ON k.hash = decode(d.digest, 'hex') AND k.revoked_at IS NULL
        JOIN core_accounts a ON a.id = k.account_id`,
      decode
    ).pipe(
      Effect.map(
        (rows) =>
          new Map(
            rows.map(({ addresses, digest, endsAtMs, plugins, ...row }): [string, KeyHolder] => [
              digest,
              {
                ...row,
                credential: "key",
                personId: undefined,
                role: undefined,
                plugins: plugins ?? undefined,
                mayComeFrom: addresses === null ? undefined : makeNetworks(addresses),
                endsAtMs: endsAtMs ?? Number.POSITIVE_INFINITY,
                audience: undefined,
                notedMinute: -1
              }
            ])
          )
      )
    )
  const lookUp = yield* makeLookUps(ask, onFound, times)
  return (digest: string) => lookUp(digest, undefined)
})

/** Of tokens whose signature was found good: what stands of each by who issued it, and its account by the core. */
export const makeTokenLookUps = Effect.fnUntraced(function* (
  tokens: AccessTokens["Service"],
  onFound: OnFound<VerifiedToken>,
  times: LookUpTimes
) {
  const sql = yield* SqlClient.SqlClient
  const ask: Ask<VerifiedToken> = Effect.fnUntraced(function* (questions) {
    const asked = [...questions]
    const ids = [...new Set(asked.map(([, { accountId }]) => accountId))]
    const [standings, rows] = yield* Effect.all(
      [
        tokens.standing(asked.map(([, token]) => token)),
        Effect.flatMap(
          sql`SELECT id, plan, suspended_at IS NOT NULL AS "isSuspended" FROM core_accounts
            WHERE id = ANY(${ids}::uuid[])
              AND NOT EXISTS (SELECT FROM core_account_deletions d WHERE d.account_id = core_accounts.id)`,
          decodeAccounts
        )
      ],
      { concurrency: 2 }
    )
    const accounts = new Map(rows.map((row) => [row.id, row]))
    const holders = new Map<string, KeyHolder>()
    for (const [at, [digest, token]] of asked.entries()) {
      const standing = standings[at]
      const account = accounts.get(token.accountId)
      if (standing === undefined || account === undefined) continue
      holders.set(digest, {
        credential: "token",
        keyId: token.grantId,
        accountId: token.accountId,
        personId: token.personId,
        role: standing.role,
        plan: account.plan,
        // Never more than it says, and never the operator's.
        scopes: standing.scopes.filter((scope) => scope !== "internal" && token.scopes.includes(scope)),
        plugins: standing.plugins,
        mayComeFrom: undefined,
        endsAtMs: token.expiresAtMs,
        isReplaced: false,
        isSuspended: account.isSuspended,
        audience: token.audience,
        notedMinute: -1
      })
    }
    return holders
  })
  return yield* makeLookUps(ask, onFound, times)
})
export type TokenLookUp = Effect.Success<ReturnType<typeof makeTokenLookUps>>
