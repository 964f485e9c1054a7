import { PgClient } from "@effect/sql-pg"
import { Clock, Context, Effect, Latch, Layer, Option, Queue, Schedule } from "effect"
import { LRUCache } from "lru-cache"
import { monotonicMsOf } from "../time.ts"
import { revokedChannel } from "./Accounts.ts"
import * as ApiKey from "./ApiKey.ts"
import { type KeyHolder, type LookUpFailure, makeKeyLookUps } from "./KeyLookUps.ts"

export type { KeyHolder } from "./KeyLookUps.ts"

/** A revoked key is refused on every node after this long at the latest, and as a rule at once. */
export const revocationBoundMs = 5_000
/** How often a key is asked about again for what stays open with it, in case a revocation isn't heard of. */
const askAgainMs = 4_000
/** A key in use is asked about again so long before it would be forgotten, so that its requests need not wait for that. */
const aheadMs = 1_500

/** Looks keys up by their hash, with a bounded cache in front of the database. */
export class KeyRing extends Context.Service<
  KeyRing,
  {
    /** Undefined: malformed, unknown or revoked. */
    readonly holderOf: (key: string) => Effect.Effect<KeyHolder | undefined, LookUpFailure>
    /** The same without asking the database: undefined too for a key that is not remembered just now. */
    readonly remembered: (key: string) => KeyHolder | undefined
    /** Whether it was somebody's key not long ago, as far as this process remembers. */
    readonly isFamiliar: (key: string) => boolean
    /** Completes when it is nobody's key any more, within the same bound. While that can't be said, it isn't. */
    readonly revoked: (key: string) => Effect.Effect<void>
  }
>()("@storeglass/core/auth/KeyRing") {}

interface Entry {
  readonly holder: KeyHolder | undefined
  readonly untilMs: number
  askedAgain: boolean
}

export const layer = Layer.effect(
  KeyRing,
  Effect.gen(function* () {
    const pg = yield* PgClient.PgClient
    const clock = yield* Clock.Clock
    const cache = new LRUCache<string, Entry>({ max: 100_000 })
    let nextRevocation = Latch.makeUnsafe()
    let revokedAtMs = Number.NEGATIVE_INFINITY

    const lookUp = yield* makeKeyLookUps(
      (digest, holder, askedAtMs) => {
        // What was read before a revocation was heard of may be what it revoked.
        if (askedAtMs < revokedAtMs) return
        cache.set(digest, { holder, untilMs: askedAtMs + revocationBoundMs, askedAgain: false })
      },
      () => monotonicMsOf(clock)
    )

    const runFork = Effect.runForkWith(yield* Effect.context<never>())

    const fresh = (digest: string) => {
      const known = cache.get(digest)
      if (known === undefined) return undefined
      const leftMs = known.untilMs - monotonicMsOf(clock)
      if (leftMs <= 0) return undefined
      if (leftMs < aheadMs && !known.askedAgain) {
        known.askedAgain = true
        // Where that fails, the next request after its end asks, and is told.
        runFork(Effect.ignore(lookUp(digest)))
      }
      return known
    }

    // The cache alone keeps the bound; hearing of a revocation makes it immediate.
    yield* pg.listen(revokedChannel).pipe(
      Effect.flatMap((heard) =>
        Effect.forever(
          Effect.map(Queue.take(heard), () => {
            cache.clear()
            revokedAtMs = monotonicMsOf(clock)
            const heardOf = nextRevocation
            nextRevocation = Latch.makeUnsafe()
            heardOf.openUnsafe()
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
          return ApiKey.isWellFormed(key) ? lookUp(digest) : Effect.succeed(undefined)
        }),
      remembered: (key) => fresh(ApiKey.digestOf(key))?.holder,
      isFamiliar: (key) => cache.get(ApiKey.digestOf(key))?.holder !== undefined,
      revoked: Effect.fnUntraced(function* (key) {
        const digest = ApiKey.digestOf(key)
        while (true) {
          const { await: heard } = nextRevocation
          const holder = yield* Effect.option(lookUp(digest))
          if (Option.isSome(holder) && holder.value === undefined) return
          yield* Effect.raceFirst(heard, Effect.sleep(askAgainMs))
        }
      })
    })
  })
)
