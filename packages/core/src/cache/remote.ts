import { createHash } from "node:crypto"
import type { CacheSpec } from "@storeglass/plugin-api"
import { Effect, Option, Schema } from "effect"
import type { Redis } from "effect/persistence"

/** A kept value and when the source gave it. */
export interface Kept<A> {
  readonly value: A
  readonly asOfMs: number
}

/** What the nodes share. While the store is away it counts as empty; nothing here fails. */
export interface Remote<A> {
  readonly read: (key: string) => Effect.Effect<Kept<A> | undefined>
  readonly write: (key: string, kept: Kept<A>) => Effect.Effect<void>
  readonly remove: (key: string) => Effect.Effect<void>
}

const keyLengthMax = 200

const redisKey = ({ name, version }: { readonly name: string; readonly version: number }, key: string) => {
  const short = key.length <= keyLengthMax ? key : createHash("sha256").update(key).digest("base64url")
  return `sg:cache:${name}:v${version}:${short}`
}

/** The entries of one cache in Redis, as JSON; nothing is kept when none is configured. */
export const makeRemote = <A, I>(redis: Option.Option<Redis.Redis["Service"]>, spec: CacheSpec<A, I>): Remote<A> => {
  if (Option.isNone(redis)) {
    return { read: () => Effect.undefined, write: () => Effect.void, remove: () => Effect.void }
  }
  const { send } = redis.value
  const stored = Schema.fromJsonString(Schema.toCodecJson(Schema.Struct({ asOfMs: Schema.Finite, value: spec.schema })))
  const encode = Schema.encodeEffect(stored)
  const decode = Schema.decodeEffect(stored)
  const ttlMs = String(Math.max(1, Math.ceil(spec.freshMs + spec.staleMs)))
  const remove = (key: string) => Effect.ignore(send("DEL", redisKey(spec, key)))

  return {
    read: (key) =>
      Effect.flatMap(Effect.option(send<string | null>("GET", redisKey(spec, key))), (answer) =>
        Option.isNone(answer) || answer.value === null
          ? Effect.undefined
          : Effect.catch(decode(answer.value), () =>
              Effect.as(
                Effect.andThen(
                  Effect.logWarning("removed a cache entry that doesn't decode", { cache: spec.name }),
                  remove(key)
                ),
                undefined
              )
            )
      ),
    write: (key, kept) =>
      encode({ asOfMs: kept.asOfMs, value: kept.value }).pipe(
        Effect.tapError(() =>
          Effect.logWarning("a cache value doesn't encode; kept in memory only", { cache: spec.name })
        ),
        Effect.flatMap((json) => send("SET", redisKey(spec, key), json, "PX", ttlMs)),
        Effect.ignore
      ),
    remove
  }
}
