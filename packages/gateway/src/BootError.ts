import { Data } from "effect"

/** Why the gateway does not start: one message that names the culprit and the mend. */
export class BootError extends Data.TaggedError("BootError")<{
  /** The plugin, config path or dependency at fault. */
  readonly subject: string
  readonly reason: string
  readonly cause?: unknown
}> {
  override get message() {
    return `${this.subject}: ${this.reason}`
  }
}
