import type { Reply, SandboxRequest } from "@storeglass/sandbox"
import type { CatalogSource } from "../formats/CatalogSource.ts"
import type { PlaySource } from "../formats/PlaySource.ts"

/** What a host answers from. */
export interface UpstreamContext {
  readonly catalog: CatalogSource
  readonly play: PlaySource
  readonly origin: string
  readonly nowMs: number
  /** True when a fault wants the valid answer that says nothing. */
  readonly empty: boolean
}

/** One host of a store. */
export interface Upstream {
  /** The path under which it is served. */
  readonly prefix: string
  readonly handle: (request: SandboxRequest, context: UpstreamContext) => Reply
}

/** JSON under the type that the catalogue host gives it. */
export const script = (status: number, body: string): Reply => ({
  status,
  headers: { "content-type": "text/javascript; charset=utf-8" },
  body
})
