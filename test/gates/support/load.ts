import { Effect, type Scope } from "effect"
import { HttpConnection, type WireAnswer } from "./HttpConnection.ts"

/** A request to send. */
export interface Ask {
  readonly path: string
  readonly apiKey: string
  readonly idempotencyKey?: string
  /** JSON; makes it a POST. */
  readonly body?: string
  /** Whatever a gate wants to find again with the answer. */
  readonly tag?: string
}

/** An answer that was delivered whole. Times are ms of `performance.now()`. */
export interface Answer {
  readonly ask: Ask
  readonly port: number
  readonly status: number
  readonly requestId: string
  /** X-Credit-Cost; null where the answer has none. */
  readonly cost: number | null
  /** X-RateLimit-Limit, -Remaining and -Reset. */
  readonly limit: number | null
  readonly remaining: number | null
  readonly resetSeconds: number | null
  /** `Idempotent-Replayed`: the first answer again. */
  readonly replayed: boolean
  /** `Connection: close`. */
  readonly closes: boolean
  /** The envelope's code; undefined on a success, null where a failure has no envelope. */
  readonly code: string | null | undefined
  readonly sentMs: number
  readonly atMs: number
}

/** A request whose answer was not delivered. */
export interface Cut {
  readonly ask: Ask
  readonly port: number
  /** `hung`: no answer in time, the connection was open all the while. */
  readonly kind: "cut" | "hung"
  readonly reason: string
  /** Bytes of the answer that had come. */
  readonly bytes: number
  readonly sentMs: number
  readonly atMs: number
}

export interface LoadOptions {
  readonly connections: number
  /** Where connections go; undefined: nowhere now, ask again soon. */
  readonly port: (connection: number) => number | undefined
  /** The next request of a connection; undefined ends that connection. */
  readonly next: (connection: number) => Ask | undefined
  readonly onAnswer?: (answer: Answer, wire: WireAnswer) => void
  /** Pause between an answer and the next request of a connection. Default none. */
  readonly gapMs?: number
  /** After so long without an answer a request counts as hung. Default 20 000. */
  readonly hungMs?: number
  /** Whether a connection that the server closed is opened anew. Default true. */
  readonly reconnects?: boolean
}

export interface Load {
  readonly answers: ReadonlyArray<Answer>
  readonly cuts: ReadonlyArray<Cut>
  /** Connections that could not be made. */
  readonly refused: () => number
  /** Requests under way. */
  readonly waiting: () => number
  /** Connections that stand or are being made. */
  readonly open: () => number
  /** Sends no more, waits for what is under way, closes. */
  readonly stop: Effect.Effect<void>
  /** Waits until every connection has ended by itself. */
  readonly done: Effect.Effect<void>
}

const header = (head: string, name: string) => new RegExp(`\\r\\n${name}: *([^\\r]*)`, "i").exec(head)?.[1]
const patterns = {
  requestId: /\r\nx-request-id: *([^\r]*)/i,
  cost: /\r\nx-credit-cost: *(\d+)/i,
  limit: /\r\nx-ratelimit-limit: *(\d+)/i,
  remaining: /\r\nx-ratelimit-remaining: *(\d+)/i,
  reset: /\r\nx-ratelimit-reset: *(\d+)/i,
  closes: /\r\nconnection: *close/i,
  replayed: /\r\nidempotent-replayed: *true/i,
  code: /^\{"error":\{"code":"([A-Z_]+)","message":"/
} as const
const numberOf = (head: string, pattern: RegExp) => {
  const found = pattern.exec(head)?.[1]
  return found === undefined ? null : Number(found)
}

/** One header of an answer. */
export const headerOf = (wire: WireAnswer, name: string): string | undefined => header(wire.head, name)

const requestOf = ({ apiKey, body, idempotencyKey, path }: Ask) =>
  `${body === undefined ? "GET" : "POST"} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: ${apiKey}\r\n${
    idempotencyKey === undefined ? "" : `Idempotency-Key: ${idempotencyKey}\r\n`
  }${
    body === undefined ? "" : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`
  }\r\n${body ?? ""}`

const answerOf = (ask: Ask, port: number, { body, head, status }: WireAnswer, sentMs: number): Answer => ({
  ask,
  port,
  status,
  requestId: patterns.requestId.exec(head)?.[1] ?? "",
  cost: numberOf(head, patterns.cost),
  limit: numberOf(head, patterns.limit),
  remaining: numberOf(head, patterns.remaining),
  resetSeconds: numberOf(head, patterns.reset),
  replayed: patterns.replayed.test(head),
  closes: patterns.closes.test(head),
  code: status < 400 ? undefined : (patterns.code.exec(body.toString("utf8"))?.[1] ?? null),
  sentMs,
  atMs: performance.now()
})

const reconnectMs = 25
const sweepMs = 50

class Lane {
  private connection: HttpConnection | undefined
  private ask: Ask | undefined
  private port = 0
  private sentMs = 0
  private timer: NodeJS.Timeout | undefined
  private stopping = false
  private readonly index: number
  private readonly shared: Shared
  over = false

  constructor(index: number, shared: Shared) {
    this.index = index
    this.shared = shared
    this.open()
  }

  get isWaiting() {
    return this.ask !== undefined
  }

  private open(): void {
    this.timer = undefined
    const port = this.stopping ? undefined : this.shared.options.port(this.index)
    if (this.stopping) {
      this.finish()
      return
    }
    if (port === undefined) {
      this.timer = setTimeout(() => this.open(), reconnectMs)
      return
    }
    this.port = port
    let stood = false
    const connection = new HttpConnection(port, {
      connected: () => {
        stood = true
        this.send()
      },
      answered: (wire) => this.answered(wire),
      ended: (_waiting, bytes, reason) => {
        if (this.connection !== connection) return
        this.connection = undefined
        if (!stood) this.shared.refused += 1
        this.cut("cut", bytes, reason)
        if (this.over) return
        if (this.stopping || this.shared.options.reconnects === false) this.finish()
        else if (this.timer === undefined) this.timer = setTimeout(() => this.open(), stood ? 0 : reconnectMs)
      }
    })
    this.connection = connection
  }

  private send(): void {
    this.timer = undefined
    if (this.connection === undefined) {
      this.open()
      return
    }
    const ask = this.stopping ? undefined : this.shared.options.next(this.index)
    if (ask === undefined) {
      this.finish()
      return
    }
    this.ask = ask
    this.sentMs = performance.now()
    this.connection.send(requestOf(ask))
  }

  private answered(wire: WireAnswer): void {
    const ask = this.ask
    if (ask === undefined) return
    this.ask = undefined
    const answer = answerOf(ask, this.port, wire, this.sentMs)
    this.shared.answers.push(answer)
    this.shared.options.onAnswer?.(answer, wire)
    if (answer.closes) {
      const connection = this.connection
      this.connection = undefined
      connection?.close()
      if (this.shared.options.reconnects === false) {
        this.finish()
        return
      }
    }
    const gapMs = this.shared.options.gapMs ?? 0
    if (gapMs > 0) this.timer = setTimeout(() => this.send(), gapMs)
    else this.send()
  }

  private cut(kind: Cut["kind"], bytes: number, reason: string): void {
    const ask = this.ask
    if (ask === undefined) return
    this.ask = undefined
    this.shared.cuts.push({ ask, port: this.port, kind, reason, bytes, sentMs: this.sentMs, atMs: performance.now() })
  }

  /** Gives up a request that got no answer in time. */
  sweep(): void {
    if (this.ask === undefined || performance.now() - this.sentMs < (this.shared.options.hungMs ?? 20_000)) return
    this.cut("hung", 0, "no answer in time")
    this.connection?.close("no answer in time")
  }

  stop(): void {
    this.stopping = true
    if (this.timer !== undefined || this.ask === undefined) this.finish()
  }

  finish(): void {
    this.over = true
    clearTimeout(this.timer)
    this.timer = undefined
    this.cut("cut", 0, "the load was ended")
    this.connection?.close()
    this.connection = undefined
  }
}

interface Shared {
  readonly options: LoadOptions
  readonly answers: Array<Answer>
  readonly cuts: Array<Cut>
  refused: number
}

/** Connections that keep the gateway busy and write down every answer, until stopped or the scope closes. */
export const startLoad = (options: LoadOptions): Effect.Effect<Load, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => {
        const shared: Shared = { options, answers: [], cuts: [], refused: 0 }
        const lanes = Array.from({ length: options.connections }, (_, index) => new Lane(index, shared))
        const sweeper = setInterval(() => {
          for (const lane of lanes) lane.sweep()
        }, sweepMs)
        return { shared, lanes, sweeper }
      }),
      ({ lanes, sweeper }) =>
        Effect.sync(() => {
          clearInterval(sweeper)
          for (const lane of lanes) lane.finish()
        })
    ),
    ({ lanes, shared }) => {
      // Bounded: what is under way is answered, cut, or swept as hung.
      const done = Effect.callback<void>((resume) => {
        const check = setInterval(() => {
          if (lanes.some((lane) => !lane.over)) return
          clearInterval(check)
          resume(Effect.void)
        }, 5)
        return Effect.sync(() => clearInterval(check))
      })
      const stop = Effect.suspend(() => {
        for (const lane of lanes) lane.stop()
        return done
      })
      return {
        answers: shared.answers,
        cuts: shared.cuts,
        refused: () => shared.refused,
        waiting: () => lanes.filter((lane) => lane.isWaiting).length,
        open: () => lanes.filter((lane) => !lane.over).length,
        stop,
        done
      }
    }
  )

/** Sends these requests, each once, over so many connections, and waits for all of their answers. */
export const askAll = Effect.fn("askAll")(function* (
  port: number,
  asks: ReadonlyArray<Ask>,
  options: Partial<LoadOptions> = {}
) {
  return yield* Effect.scoped(
    Effect.gen(function* () {
      let index = 0
      const load = yield* startLoad({
        connections: Math.min(50, asks.length),
        port: () => port,
        ...options,
        next: () => asks[index++]
      })
      yield* load.done
      return load
    })
  )
})

/** The p-th percentile of these numbers; null without any. */
export const percentile = (values: ReadonlyArray<number>, p: number): number | null => {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor((p / 100) * sorted.length))] ?? null
}

/** How often each thing occurs, as `200 5031, 503 12`. */
export const tally = (values: Iterable<string | number>): string => {
  const counts = new Map<string | number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].map(([value, count]) => `${value}: ${count}`).join(", ")
}
