import { Context, type Effect } from "effect"

/** Whether Redis answers, and since when. */
export interface RedisState {
  readonly status: "up" | "down"
  /** ISO 8601. */
  readonly since: string
}

/** The state of the Redis that this node shares with the others; present only when one is configured. */
export class RedisHealth extends Context.Service<
  RedisHealth,
  {
    /** As the last command found it. */
    readonly state: Effect.Effect<RedisState>
    /** Asks Redis now, for as long as a command may take. */
    readonly answers: Effect.Effect<boolean>
  }
>()("@storeglass/core/redis/RedisHealth") {}

interface Options {
  /** Wall-clock time, to tell since when. */
  readonly nowMs: () => number
  /** Monotonic time. */
  readonly passedMs: () => number
  /** How long nobody asks after a command went unanswered. */
  readonly skipMs: number
  readonly onChange: (status: RedisState["status"], why: string) => void
}

/**
 * Remembers that Redis is away, so that one caller in each `skipMs` pays for finding out and all others go on without.
 */
export const makeLatch = ({ nowMs, onChange, passedMs, skipMs }: Options) => {
  let status: RedisState["status"] = "down"
  let sinceMs = nowMs()
  let skipUntilMs = 0

  const become = (next: RedisState["status"], why: string) => {
    if (status === next) return
    status = next
    sinceMs = nowMs()
    onChange(next, why)
  }
  return {
    up: () => {
      skipUntilMs = 0
      become("up", "answers")
    },
    down: (why: string) => {
      skipUntilMs = passedMs() + skipMs
      become("down", why)
    },
    /** Whether to ask now. Claims the turn to find out, so that the next one waits for another `skipMs`. */
    pass: () => {
      if (skipUntilMs === 0) return true
      const now = passedMs()
      if (now < skipUntilMs) return false
      skipUntilMs = now + skipMs
      return true
    },
    read: () => ({ status, sinceMs })
  }
}
