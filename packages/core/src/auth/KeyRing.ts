import { PgClient } from "@effect/sql-pg"
import type { AccessTokens, Client, VerifiedToken } from "@storeglass/plugin-api"
import { Clock, Context, Effect, Latch, Layer, Option, Queue, Schedule, type Scope } from "effect"
import { SqlClient } from "effect/sql"
import { lastUsed } from "../cache/lastUsed.ts"
import { monotonicMsOf } from "../time.ts"
import * as ApiKey from "./ApiKey.ts"
import { revokedChannel } from "./accountErrors.ts"
import { isGood, type KeyHolder } from "./KeyHolder.ts"
import { type LookUpFailure, makeKeyLookUps, makeTokenLookUps, type OnFound, type TokenLookUp } from "./KeyLookUps.ts"
import { makeKeyUses } from "./KeyUses.ts"

export { isGood, isNoted, type KeyHolder } from "./KeyHolder.ts"

/** A revoked key is refused on every node after this long at the latest, and as a rule at once. */
export const revocationBoundMs = 5_000
/** How often the key of an open stream is checked again, in case its revocation went unheard. */
const askAgainMs = 4_000
/** A key in use is checked again this long before it would be forgotten, so that its requests needn't wait. */
const aheadMs = 1_500
/** Such checks wait so long for each other: a thousand keys in use would be some hundred statements a second. */
const aheadGatherMs = 100
/** As long as a header may be; no token of ours is. */
const tokenCharactersMax = 8_192

/** Looks keys and tokens up by their hash, with one bounded cache in front of the database. */
export class KeyRing extends Context.Service<
  KeyRing,
  {
    /** Undefined: malformed, unknown or revoked. It may have ended, or its account be suspended: `isGood`. */
    readonly holderOf: (credential: string) => Effect.Effect<KeyHolder | undefined, LookUpFailure>
    /** The same without asking the database: undefined too for what is not remembered just now, or isn't good. */
    readonly remembered: (credential: string) => KeyHolder | undefined
    /** Whose it was not long ago, as far as this process remembers. */
    readonly familiar: (credential: string) => KeyHolder | undefined
    /** Completes when it is nobody's any more or isn't good, within the same bound. While that can't be said, it isn't. */
    readonly revoked: (credential: string) => Effect.Effect<void>
    /** Notes that it was used, where that isn't noted yet: `isNoted`. */
    readonly used: (holder: KeyHolder, nowMs: number, client: Client) => void
    /** Writes down now what was noted. */
    readonly flushUses: Effect.Effect<void>
    /** From now on knows tokens, by the plugin that offers that. */
    readonly useTokens: (tokens: AccessTokens["Service"]) => Effect.Effect<void, never, Scope.Scope>
  }
>()("@storeglass/core/auth/KeyRing") {}

interface Entry {
  readonly holder: KeyHolder | undefined
  readonly untilMs: number
  /** What it was asked in: a change that was heard of since may be of it. */
  readonly epoch: number
  askedAgain: boolean
  /** What a token says, whose signature need not be looked at again. */
  readonly token: VerifiedToken | undefined
}

export const layer = Layer.effect(
  KeyRing,
  Effect.gen(function* () {
    const pg = yield* PgClient.PgClient
    const sql = yield* SqlClient.SqlClient
    const clock = yield* Clock.Clock
    const uses = yield* makeKeyUses
    const cache = lastUsed<string, Entry>(100_000)
    let nextChange = Latch.makeUnsafe()
    let epoch = 0
    const times = { nowMs: () => monotonicMsOf(clock), epoch: () => epoch }

    const keep: OnFound<VerifiedToken | undefined> = (digest, holder, { atMs, epoch: askedIn, question: token }) => {
      // What was read before a change was heard of may be what it changed.
      if (askedIn !== epoch) return
      cache.set(digest, { holder, untilMs: atMs + revocationBoundMs, epoch, askedAgain: false, token })
    }
    const lookUpKey = yield* makeKeyLookUps(keep, times)
    let tokens: AccessTokens["Service"] | undefined
    let lookUpToken: TokenLookUp | undefined

    let ahead = new Map<string, string>()
    const hasAhead = yield* Latch.make(false)

    const verified = Effect.fnUntraced(function* (digest: string, text: string) {
      if (tokens === undefined || lookUpToken === undefined || text.length > tokenCharactersMax) return undefined
      const known = cache.get(digest)?.token
      // A text that is no token of ours isn't remembered: there are as many as anyone cares to send.
      const token = known ?? (yield* tokens.verify(text))
      if (token === undefined || token.expiresAtMs <= clock.currentTimeMillisUnsafe()) return undefined
      return yield* lookUpToken(digest, token)
    })
    const lookUp = (digest: string, text: string) =>
      ApiKey.isWellFormed(text) ? lookUpKey(digest) : verified(digest, text)

    const fresh = (digest: string, text: string) => {
      const known = cache.get(digest)
      if (known === undefined || known.epoch !== epoch) return undefined
      const leftMs = known.untilMs - monotonicMsOf(clock)
      if (leftMs <= 0) return undefined
      if (leftMs < aheadMs && !known.askedAgain) {
        known.askedAgain = true
        ahead.set(digest, text)
        if (ahead.size === 1) hasAhead.openUnsafe()
      }
      return known
    }

    yield* Effect.gen(function* () {
      yield* hasAhead.await
      yield* Effect.sleep(aheadGatherMs)
      hasAhead.closeUnsafe()
      const asked = ahead
      ahead = new Map()
      // If that fails, the next request after it expires asks again.
      yield* Effect.forEach(asked, ([digest, text]) => Effect.ignore(lookUp(digest, text)), {
        concurrency: "unbounded",
        discard: true
      })
    }).pipe(Effect.forever, Effect.forkScoped)

    // The cache alone keeps the bound; hearing of a change makes it immediate.
    yield* pg.listen(revokedChannel).pipe(
      Effect.flatMap((heard) =>
        Effect.forever(
          Effect.map(Queue.take(heard), () => {
            epoch += 1
            const heardOf = nextChange
            nextChange = Latch.makeUnsafe()
            heardOf.openUnsafe()
          })
        )
      ),
      Effect.scoped,
      Effect.retry(Schedule.spaced("1 second")),
      Effect.forkScoped
    )

    /** Most have no end, and need no look at the clock. */
    const isGoodNow = (holder: KeyHolder | undefined): holder is KeyHolder =>
      holder !== undefined &&
      (holder.endsAtMs === Number.POSITIVE_INFINITY
        ? !holder.isSuspended
        : isGood(holder, clock.currentTimeMillisUnsafe()))
    const leftMsOf = ({ endsAtMs }: KeyHolder) => endsAtMs - clock.currentTimeMillisUnsafe()

    return KeyRing.of({
      holderOf: (text) =>
        Effect.suspend(() => {
          const digest = ApiKey.digestOf(text)
          const known = fresh(digest, text)
          return known === undefined ? lookUp(digest, text) : Effect.succeed(known.holder)
        }),
      remembered: (text) => {
        const holder = fresh(ApiKey.digestOf(text), text)?.holder
        return isGoodNow(holder) ? holder : undefined
      },
      familiar: (text) => {
        const holder = cache.get(ApiKey.digestOf(text))?.holder
        return isGoodNow(holder) ? holder : undefined
      },
      revoked: Effect.fnUntraced(function* (text) {
        const digest = ApiKey.digestOf(text)
        while (true) {
          const { await: heard } = nextChange
          const found = yield* Effect.option(lookUp(digest, text))
          const holder = Option.getOrUndefined(found)
          if (Option.isSome(found) && !isGoodNow(holder)) return
          const waitMs = holder === undefined ? askAgainMs : Math.min(askAgainMs, Math.max(1, leftMsOf(holder)))
          yield* Effect.raceFirst(heard, Effect.sleep(waitMs))
        }
      }),
      used: uses.note,
      flushUses: uses.flush,
      useTokens: Effect.fnUntraced(
        function* (given) {
          lookUpToken = yield* makeTokenLookUps(given, keep, times)
          tokens = given
          uses.tellTokens(given.used)
        },
        Effect.provideService(SqlClient.SqlClient, sql)
      )
    })
  })
)
