import { DatabaseSync } from "node:sqlite"
import { setTimeout } from "node:timers/promises"
import { Effect } from "effect"
import { EmbeddedPostgresError, failedTo } from "./EmbeddedPostgresError.ts"

/** A lock on a file, held until released or until this process dies. */
export interface FileLock {
  readonly release: Effect.Effect<void>
}

// Node has no file locks of its own; SQLite, which it carries, does. The kernel drops them when their process dies in
// whatever way, so unlike a file with a pid in it such a lock is never stale. The file itself stays empty, and with its
// journal in memory a lock can be had on a full disk too: the server must stop there like anywhere.
const journal = "PRAGMA journal_mode = MEMORY"
const modes = {
  shared: `${journal}; BEGIN; SELECT count(*) FROM sqlite_schema`,
  exclusive: `${journal}; BEGIN EXCLUSIVE`
}
const busy = 5

const open = (path: string, mode: keyof typeof modes): FileLock | undefined => {
  const handle = new DatabaseSync(path, { timeout: 0 })
  try {
    handle.exec(modes[mode])
    return { release: Effect.sync(() => handle.isOpen && handle.close()) }
  } catch (cause) {
    handle.close()
    if (cause instanceof Error && "errcode" in cause && cause.errcode === busy) return undefined
    throw cause
  }
}

/** Takes the lock if it is free right now. */
export const tryLock = (
  path: string,
  mode: keyof typeof modes
): Effect.Effect<FileLock | undefined, EmbeddedPostgresError> =>
  Effect.try({ try: () => open(path, mode), catch: failedTo(`lock ${path}`) })

const pollMs = 20
const attemptsMax = 3000

const lock = Effect.fnUntraced(function* (path: string) {
  for (let attempts = 0; attempts < attemptsMax; attempts++) {
    const held = yield* tryLock(path, "exclusive")
    if (held !== undefined) return held
    yield* pause(pollMs)
  }
  return yield* new EmbeddedPostgresError({
    reason: "Busy",
    message: `Another process has been starting or stopping the embedded PostgreSQL for a minute (${path}).`
  })
})

/** Runs `use` alone among all processes that name the same file, waiting up to a minute for its turn. */
export const withLock =
  (path: string) =>
  <A, E, R>(use: Effect.Effect<A, E, R>): Effect.Effect<A, E | EmbeddedPostgresError, R> =>
    Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(restore(lock(path)), (held) => Effect.ensuring(restore(use), held.release))
    )

/** Waits in real time: another process does not follow a test's clock. */
export const pause = (durationMs: number): Effect.Effect<void> =>
  Effect.promise((signal) => setTimeout(durationMs, undefined, { signal }).catch(() => undefined))
