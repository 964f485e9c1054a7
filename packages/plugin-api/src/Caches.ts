import { Context, type Effect, type Schema, type Scope } from "effect"

export interface CacheSpec<A, I> {
  /** Unique; the prefix of its keys, with `version`. */
  readonly name: string
  /** Raise it when the shape changes, so that old entries are not read. */
  readonly version: number
  readonly schema: Schema.Codec<A, I>
  /** Served without asking the source. */
  readonly freshMs: number
  /** Kept this long after that, and served only when the source fails. */
  readonly staleMs: number
}

export interface Cached<A> {
  readonly value: A
  /** When the source gave it, ms since the epoch. */
  readonly asOfMs: number
  /** True when the source failed and this is an older answer. */
  readonly stale: boolean
}

export interface Cache<A> {
  /**
   * The fresh entry, or what `lookup` gives (one lookup a key at a time on a node), or the stale entry when `lookup`
   * fails. Failures are never kept. A store that is away is the same as an empty one.
   */
  readonly get: <E, R>(key: string, lookup: Effect.Effect<A, E, R>) => Effect.Effect<Cached<A>, E, R>
  /** What is kept, fresh or stale, without asking the source. */
  readonly peek: (key: string) => Effect.Effect<Cached<A> | undefined>
  readonly set: (key: string, value: A) => Effect.Effect<void>
  readonly invalidate: (key: string) => Effect.Effect<void>
}

/** Makes caches: in this process, and in Redis when it is configured. */
export class Caches extends Context.Service<
  Caches,
  { readonly make: <A, I>(spec: CacheSpec<A, I>) => Effect.Effect<Cache<A>, never, Scope.Scope> }
>()("@storeglass/plugin-api/Caches") {}
