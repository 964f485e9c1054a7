import {
  type Connections,
  ConnectionUnusable,
  type Credential,
  NoConnection,
  ServiceUnavailable,
  type TokenSource,
  type TokenSpec,
  VendorRefused
} from "@storeglass/plugin-api"
import { Clock, Effect, type Redacted } from "effect"
import { lastUsed } from "../cache/lastUsed.ts"
import { type ConnectionWatch, nameOf } from "../connections/ConnectionWatch.ts"
import { monotonicMs } from "../time.ts"
import { makeSingleFlight } from "../upstream/singleFlight.ts"
import type { TokenState } from "./TokenHealth.ts"
import { makeVendorClock } from "./vendorClock.ts"

interface Held {
  readonly token: Redacted.Redacted<string>
  /** By the monotonic clock. */
  readonly renewAtMs: number
}

const earlyMs = 60_000
const tokensMax = 20_000

interface Parts {
  readonly connections: Connections["Service"]
  readonly watch: ConnectionWatch["Service"]
}

/** The name under which a credential's token is kept; of a saved one it begins with what is told about its change. */
const keyOf = ({ lane, saved }: Credential) =>
  saved === undefined ? `- ${lane}` : `${nameOf(saved.accountId, saved.kind)} ${saved.revision} ${lane}`

/** The tokens of one vendor. */
export const makeSource = Effect.fnUntraced(function* <E>(
  { connections, watch }: Parts,
  { mint, source }: TokenSpec<E>
) {
  const held = lastUsed<string, Held>(tokensMax)
  const clock = makeVendorClock()
  const flights = makeSingleFlight<Held>(yield* Effect.scope)

  // What may not be heard is looked up before each use.
  yield* watch.onChange(({ name, revision }) => {
    for (const key of held.keys()) {
      if (!key.startsWith(`${name} `) || key.startsWith(`${name} ${revision} `)) continue
      held.delete(key)
      flights.forget(key)
    }
  })

  const heard = (headers: Readonly<Record<string, string>>, sentMs: number) =>
    Effect.gen(function* () {
      const changed = clock.hear(headers, sentMs, yield* Clock.currentTimeMillis)
      if (changed) yield* Effect.logWarning("vendor clock", { source, skewMs: clock.skewMs() })
      return changed
    })

  /** A saved connection that was ended or replaced isn't used any further, on any node. */
  const ensureCurrent = Effect.fnUntraced(function* ({ saved }: Credential) {
    if (saved === undefined) return
    const { accountId, kind, revision } = saved
    const current = yield* Effect.mapError(
      watch.current(accountId, kind, revision),
      (cause) =>
        new ServiceUnavailable("saved connections are unavailable; nothing was charged, retry", {
          retryAfterSeconds: 1,
          cause
        })
    )
    if (current === undefined) return yield* new NoConnection({ kind })
    if (current.revision !== revision) return yield* new ConnectionUnusable({ kind, reason: "replaced" })
    if (current.rejected) return yield* new ConnectionUnusable({ kind, reason: "vendor" })
  })

  const refused = Effect.fnUntraced(function* (credential: Credential, sentence: string | undefined) {
    yield* connections.reject(credential, sentence)
    return yield* new VendorRefused({ vendor: source, refusal: "credentials", said: { sentence }, status: 401 })
  })

  /** Once more when it turns out that the vendor's clock is not what was believed. */
  const mintOnce = Effect.fn("Tokens.mint", { attributes: { source } })(function* (credential: Credential) {
    for (let attempt = 1; ; attempt++) {
      const startMs = yield* Clock.currentTimeMillis
      const begunMs = yield* monotonicMs
      const minted = yield* mint(credential, startMs + clock.skewMs())
      if ("token" in minted) {
        const { forMs, token } = minted
        return { token, renewAtMs: begunMs + forMs - Math.min(earlyMs, forMs / 2) }
      }
      const corrected = yield* heard(minted.headers, startMs)
      if (attempt > 1 || !corrected) return yield* refused(credential, minted.sentence)
    }
  })

  const tokenOf = Effect.fnUntraced(function* (credential: Credential) {
    const key = keyOf(credential)
    const known = held.get(key)
    if (known !== undefined && known.renewAtMs > (yield* monotonicMs)) return known
    return yield* flights.run(key, (isCurrent) =>
      Effect.tap(mintOnce(credential), (fresh) =>
        Effect.sync(() => {
          if (isCurrent()) held.set(key, fresh)
        })
      )
    )
  })

  /** The next caller gets another; one made meanwhile stays. */
  const drop = (credential: Credential, used: Held) => {
    const key = keyOf(credential)
    if (held.get(key) === used) held.delete(key)
  }

  const tokens: TokenSource<E> = {
    send: Effect.fn("Tokens.send", { attributes: { source } })(function* (credential, send) {
      yield* ensureCurrent(credential)
      for (let attempt = 1; ; attempt++) {
        const used = yield* tokenOf(credential)
        const sentMs = yield* Clock.currentTimeMillis
        const answer = yield* send(used.token)
        yield* heard(answer.headers, sentMs)
        if (answer.status !== 401) return answer
        drop(credential, used)
        if (attempt > 1) return yield* refused(credential, undefined)
      }
    })
  }
  const health = Effect.sync((): TokenState => {
    const clockSkewMs = clock.skewMs()
    return { status: clockSkewMs === 0 ? "ok" : "degraded", clockSkewMs }
  })
  return { tokens, health }
})
