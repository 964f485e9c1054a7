import { TooManyRequests } from "@storeglass/plugin-api"
import { Cause, Context, Deferred, Effect, Fiber, Layer, Queue, type Scope, Stream } from "effect"
import { randomBytesUnsafe } from "effect/crypto/SecureRandom"
import { Base64Url } from "effect/encoding"
import type { McpConfig } from "./config.ts"
import { errorCodes, failureText, idText, type RequestId, RpcFailure } from "./jsonRpc.ts"
import type { Selection } from "./selection.ts"

/** Requests of one stream whose answers have yet to be written to it. */
const unansweredMax = 16
/** Who sends nothing for so long doesn't speak this revision: clients of 2025-03-26 open a stream too, and use none. */
const unusedMs = 60_000
const defect = new RpcFailure(errorCodes.internalError, "something went wrong here; nothing was charged")

/** Whose stream it is. */
export interface Opener {
  readonly accountId: string
  readonly keyId: string
}

/** Why a request wasn't taken. */
export type NotTaken = "full" | "repeated" | "ending"

export interface OpenStream {
  /** 192 random bits. Who posts with it must have the key that opened the stream, too. */
  readonly session: string
  readonly selection: Selection
  /** JSON-RPC messages, and null where there is none but the connection is to be kept. Ends with the stream. */
  readonly messages: Stream.Stream<string | null>
  /** Works on a request behind the caller's back; its answer becomes a message. It is given up with the stream. */
  readonly take: (id: RequestId, answer: Effect.Effect<string>) => Effect.Effect<NotTaken | undefined>
  /** Gives up what was taken under this id; nothing is answered then. */
  readonly cancel: (id: RequestId) => Effect.Effect<void>
  /** It was posted to. */
  readonly used: Effect.Effect<void>
}

type Bounds = Pick<McpConfig, "sseStreamsPerKeyMax" | "sseStreamsMax" | "sseKeepAliveMs">

const isOf =
  ({ accountId, keyId }: Opener) =>
  (other: Opener) =>
    other.keyId === keyId && other.accountId === accountId

/** The streams of revision 2024-11-05 that this process holds; no other knows of them. */
export class OpenStreams extends Context.Service<
  OpenStreams,
  {
    /**
     * Opens a stream, which is closed with the scope. What is taken from it runs as if it had come with the request that
     * opens it: for whoever reads the stream, and no longer than they do. `draining` lets what was taken finish.
     */
    readonly open: (
      opener: Opener,
      options: { readonly selection: Selection; readonly draining: Effect.Effect<void> }
    ) => Effect.Effect<OpenStream, TooManyRequests, Scope.Scope>
    /** Undefined as well for another's. */
    readonly find: (session: string, opener: Opener) => OpenStream | undefined
  }
>()("@storeglass/mcp/OpenStreams") {
  static readonly layer = ({ sseKeepAliveMs, sseStreamsMax, sseStreamsPerKeyMax }: Bounds) =>
    Layer.sync(OpenStreams, () => {
      const open = new Map<string, OpenStream & { readonly opener: Opener }>()

      const refusal = (opener: Opener): TooManyRequests | undefined => {
        const openers = [...open.values()].map((stream) => stream.opener)
        const over = (what: string, max: number) =>
          new TooManyRequests(`${max} streams are open ${what}: close one, or use streamable HTTP (POST /mcp)`, {
            retryAfterSeconds: 30
          })
        if (openers.filter(isOf(opener)).length >= sseStreamsPerKeyMax)
          return over("with this key", sseStreamsPerKeyMax)
        const accountMax = Math.floor(sseStreamsMax / 2)
        const ofAccount = openers.filter(({ accountId }) => accountId === opener.accountId)
        if (ofAccount.length >= accountMax) return over("with keys of this account", accountMax)
        return openers.length < sseStreamsMax ? undefined : over("here", sseStreamsMax)
      }

      return OpenStreams.of({
        find: (session, opener) => {
          const stream = open.get(session)
          return stream !== undefined && isOf(opener)(stream.opener) ? stream : undefined
        },
        open: Effect.fnUntraced(function* (opener, { draining, selection }) {
          const refused = refusal(opener)
          if (refused !== undefined) return yield* refused
          const session = Base64Url.encode(randomBytesUnsafe(24))
          const scope = yield* Effect.scope
          const context = yield* Effect.context<never>()
          const answers = yield* Queue.unbounded<string, Cause.Done>()
          const running = new Map<string, Fiber.Fiber<void>>()
          const wanted = yield* Deferred.make<void>()
          let ending = false
          /** Ends it once nothing is being worked on: what waits to be written still is. */
          const endIfIdle = () => {
            if (ending && running.size === 0) Queue.endUnsafe(answers)
          }
          const end = Effect.sync(() => {
            ending = true
            endIfIdle()
          })
          const unused = Effect.raceFirst(
            Effect.as(Deferred.await(wanted), false),
            Effect.as(Effect.sleep(unusedMs), true)
          )
          yield* Effect.forkIn(Effect.andThen(draining, end), scope)
          yield* Effect.forkIn(
            Effect.andThen(unused, (none) => (none ? end : Effect.void)),
            scope
          )

          const stream: OpenStream & { readonly opener: Opener } = {
            opener,
            session,
            selection,
            messages: Stream.merge(
              Stream.fromQueue(answers),
              Stream.map(Stream.drop(Stream.tick(sseKeepAliveMs), 1), () => null),
              { haltStrategy: "left" }
            ),
            used: Effect.asVoid(Deferred.succeed(wanted, undefined)),
            take: (id, answer) =>
              Effect.suspend(() => {
                const key = idText(id)
                if (ending) return Effect.succeed<NotTaken>("ending")
                if (running.has(key)) return Effect.succeed<NotTaken>("repeated")
                if (running.size + Queue.sizeUnsafe(answers) >= unansweredMax) return Effect.succeed<NotTaken>("full")
                const work = answer.pipe(
                  Effect.catchCause((cause) =>
                    Cause.hasInterruptsOnly(cause)
                      ? Effect.interrupt
                      : Effect.as(Effect.logError("A message failed with a defect", cause), failureText(id, defect))
                  ),
                  Effect.flatMap((text) => Queue.offer(answers, text)),
                  Effect.asVoid,
                  // Whoever reads the stream waits for the answer; whoever posted has theirs.
                  Effect.provideContext(context)
                )
                return Effect.map(Effect.forkIn(work, scope), (fiber) => {
                  running.set(key, fiber)
                  fiber.addObserver(() => {
                    running.delete(key)
                    endIfIdle()
                  })
                  return undefined
                })
              }),
            cancel: (id) =>
              Effect.suspend(() => {
                const fiber = running.get(idText(id))
                return fiber === undefined ? Effect.void : Effect.asVoid(Fiber.interrupt(fiber))
              })
          }
          yield* Effect.acquireRelease(
            Effect.sync(() => open.set(session, stream)),
            () => Effect.sync(() => open.delete(session))
          )
          return stream
        })
      })
    })
}
