import { Clock, Context, DateTime, Effect, Layer, Queue, Redacted } from "effect"
import { Redis } from "effect/persistence"
import { Redis as Client, Command, type RedisOptions } from "ioredis"
import { monotonicMsOf } from "../time.ts"
import { makeLatch, RedisHealth, type RedisState } from "./RedisState.ts"

export interface RedisLiveOptions {
  /** A command that takes longer counts as Redis being away. Default 250. */
  readonly commandTimeoutMs?: number
  /** How long commands fail at once after that, before one asks again. Default 1 000. */
  readonly skipMs?: number
  /** How long the boot waits for the first connection. Default 500. */
  readonly bootWaitMs?: number
}

/** A command that failed; `answered` tells a refusal from silence. */
interface Failure {
  readonly answered: boolean
  readonly message: string
}

// The client's own errors carry the command with its arguments, which must not reach a log.
const failure = (cause: unknown): Failure => ({
  answered: cause instanceof Error && cause.name === "ReplyError",
  message: cause instanceof Error ? cause.message : "failed"
})
const redisError = ({ message }: Pick<Failure, "message">) => new Redis.RedisError({ cause: new Error(message) })

/** Sends a command; what type its reply has is the caller's claim, as everywhere in effect's Redis. */
const call = <A>(client: Client, name: string, args: ReadonlyArray<string>): Effect.Effect<A, Failure> =>
  Effect.tryPromise({
    try: (): Promise<A> => {
      const command = new Command(name.toLowerCase(), [...args], { replyEncoding: "utf8" })
      client.sendCommand(command)
      return command.promise
    },
    catch: failure
  })

const clientOptions = {
  connectTimeout: 1_000,
  // A connection that takes commands and never answers is replaced.
  socketTimeout: 1_000,
  retryStrategy: (attempt: number) => Math.min(50 * 2 ** Math.min(attempt, 10), 2_000),
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0
} satisfies RedisOptions

// Without a listener the client prints its errors; what they mean shows in the state.
const open = (make: () => Client) =>
  Effect.acquireRelease(
    Effect.sync(() => make().on("error", () => {})),
    (client) => Effect.sync(() => client.disconnect())
  )

/** Until the first connection stands or has failed. */
const firstConnection = (client: Client) =>
  Effect.callback<void>((resume) => {
    const done = () => resume(Effect.void)
    client.once("ready", done).once("close", done)
    return Effect.sync(() => client.off("ready", done).off("close", done))
  })

/** A separate connection for blocking commands; it doesn't reconnect. */
const connectAlone = (client: Client, timeoutMs: number) =>
  Effect.suspend(() => {
    const own = client.duplicate({ lazyConnect: true, retryStrategy: null, socketTimeout: undefined })
    own.on("error", () => {})
    const close = Effect.sync(() => own.disconnect())
    return Effect.tryPromise({ try: () => own.connect(), catch: failure }).pipe(
      Effect.timeoutOrElse({
        duration: timeoutMs,
        orElse: () => Effect.fail({ answered: false, message: "the connection timed out" })
      }),
      Effect.onError(() => close),
      Effect.mapError(redisError),
      Effect.as({
        send: <A>(name: string, ...args: ReadonlyArray<string>) =>
          Effect.mapError(call<A>(own, name, args), redisError),
        close
      })
    )
  })

const make = Effect.fnUntraced(function* (url: Redacted.Redacted<string>, options: RedisLiveOptions) {
  const { bootWaitMs = 500, commandTimeoutMs = 250, skipMs = 1_000 } = options
  const clock = yield* Clock.Clock
  const changes = yield* Queue.sliding<{ readonly status: RedisState["status"]; readonly why: string }>(16)
  const latch = makeLatch({
    nowMs: () => clock.currentTimeMillisUnsafe(),
    passedMs: () => monotonicMsOf(clock),
    skipMs,
    onChange: (status, why) => Queue.offerUnsafe(changes, { status, why })
  })
  yield* Queue.take(changes).pipe(
    Effect.flatMap(({ status, why }) =>
      status === "up"
        ? Effect.logInfo("Redis is back")
        : Effect.logWarning("Redis is unavailable; continuing without it", why)
    ),
    Effect.forever,
    Effect.forkScoped
  )

  const client = yield* open(() => new Client(Redacted.value(url), clientOptions))
  let lastError = "connection closed"
  client.on("error", (error) => {
    lastError = error.message
  })
  client.on("ready", latch.up)
  client.on("close", () => latch.down(lastError))
  yield* firstConnection(client).pipe(Effect.timeoutOption(bootWaitMs))
  if (client.status !== "ready") yield* Effect.logWarning("Redis is unavailable; continuing without it", lastError)

  const silent: Failure = { answered: false, message: `no answer within ${commandTimeoutMs} ms` }
  const away = redisError({ message: "Redis is away" })
  const ask = <A>(name: string, args: ReadonlyArray<string>): Effect.Effect<A, Redis.RedisError> =>
    Effect.suspend(() => {
      if (client.status !== "ready") return Effect.fail(away)
      return call<A>(client, name, args).pipe(
        Effect.timeoutOrElse({ duration: commandTimeoutMs, orElse: () => Effect.fail(silent) }),
        Effect.tap(() => Effect.sync(latch.up)),
        Effect.mapError((failed) => {
          if (failed.answered) latch.up()
          else latch.down(failed.message)
          return redisError(failed)
        })
      )
    })

  const send = <A>(name: string, ...args: ReadonlyArray<string>): Effect.Effect<A, Redis.RedisError> =>
    Effect.suspend(() => (latch.pass() ? ask<A>(name, args) : Effect.fail(away)))

  const redis = yield* Redis.make({
    send,
    connect: connectAlone(client, skipMs),
    // The subscription outlives outages: the client subscribes again after each reconnect.
    subscribe: Effect.fnUntraced(function* (channel, onMessage) {
      const subscriber = yield* open(() => client.duplicate({ enableOfflineQueue: true, maxRetriesPerRequest: null }))
      subscriber.on("message", (from: string, message: string) => onMessage({ channel: from, message }))
      const subscribed = Effect.tryPromise({ try: () => subscriber.subscribe(channel), catch: failure })
      yield* Effect.mapError(Effect.timeoutOption(subscribed, commandTimeoutMs), redisError)
      return Effect.never
    })
  })
  const state = Effect.sync(() => {
    const { sinceMs, status } = latch.read()
    return { status, since: DateTime.formatIso(DateTime.makeUnsafe(sinceMs)) }
  })
  return Context.make(Redis.Redis, redis).pipe(
    Context.add(RedisHealth, { state, answers: Effect.isSuccess(ask("PING", [])) })
  )
})

/**
 * effect's `Redis` for the server at `url`. Never fails to build and never waits long: while Redis is away, commands
 * fail at once, but for one in each second, which fails after `commandTimeoutMs`. Reconnects by itself.
 */
export const RedisLive = (
  url: Redacted.Redacted<string>,
  options: RedisLiveOptions = {}
): Layer.Layer<Redis.Redis | RedisHealth> => Layer.effectContext(make(url, options))
