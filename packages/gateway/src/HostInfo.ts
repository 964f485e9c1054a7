import { Context } from "effect"
import type { Composition } from "./compose.ts"

/** What the gateway says about itself. */
export class HostInfo extends Context.Service<
  HostInfo,
  {
    readonly version: string
    readonly startedAtMs: number
    /** True when the upstreams are the sandbox's, so that no answer is taken for a real one. */
    readonly sandbox: false | "generated" | "recordings"
    readonly composition: Composition
  }
>()("@storeglass/gateway/HostInfo") {}
