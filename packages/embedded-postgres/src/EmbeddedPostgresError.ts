import { Effect, Schema } from "effect"

/** Why the embedded PostgreSQL could not be had. The message is one sentence or two for the person at the terminal. */
export class EmbeddedPostgresError extends Schema.TaggedError<EmbeddedPostgresError>()("EmbeddedPostgresError", {
  reason: Schema.Literals(["NoBinaries", "NotPermitted", "VersionMismatch", "DiskFull", "Refused", "Busy"]),
  message: Schema.String,
  cause: Schema.optionalKey(Schema.Defect())
}) {}

/** The system's error code (`ENOENT`, `EACCES`…) of a failed call, where there is one. */
export const errorCode = (cause: unknown): string | undefined =>
  cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : undefined

/** Turns a failed system call into the one sentence that says what to fix. */
export const failedTo =
  (doing: string) =>
  (cause: unknown): EmbeddedPostgresError => {
    const code = errorCode(cause)
    if (code === "ENOSPC" || code === "EDQUOT") {
      return new EmbeddedPostgresError({ reason: "DiskFull", message: `Cannot ${doing}: the disk is full.`, cause })
    }
    if (code === "EACCES" || code === "EPERM" || code === "EROFS") {
      const message = `Cannot ${doing}: ${code === "EROFS" ? "the disk is read-only" : "permission denied"}.`
      return new EmbeddedPostgresError({ reason: "NotPermitted", message, cause })
    }
    const detail = cause instanceof Error ? cause.message : String(cause)
    return new EmbeddedPostgresError({ reason: "Refused", message: `Cannot ${doing}: ${detail}`, cause })
  }

/** Runs a system call; `doing` completes the sentence "Cannot …". */
export const attempt = <A>(
  doing: string,
  call: (signal: AbortSignal) => Promise<A>
): Effect.Effect<A, EmbeddedPostgresError> => Effect.tryPromise({ try: call, catch: failedTo(doing) })
