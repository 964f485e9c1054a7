import type { Caller, Exchange } from "@storeglass/plugin-api"
import { Context } from "effect"

/** What the guard knows of the request at hand; undefined outside a guarded route. */
export interface RequestState {
  readonly caller: Caller["Service"] | undefined
  readonly exchange: Exchange["Service"]
  /** Whether somebody still waits for the answer; absent: always. */
  readonly isThere?: () => boolean
  /** What a token must be for that is sent within it. */
  readonly audience?: string | undefined
}

export const RequestAtHand = Context.Reference<RequestState | undefined>("@storeglass/core/http/RequestAtHand", {
  defaultValue: () => undefined
})
