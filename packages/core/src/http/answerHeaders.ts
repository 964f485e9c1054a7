import type { Lifecycle } from "./Lifecycle.ts"

/** What every answer says of its request, and that a gateway which goes away takes no more on this connection. */
export const answerHeaders = (
  lifecycle: Pick<Lifecycle["Service"], "isDraining">,
  requestId: string
): Record<string, string> =>
  lifecycle.isDraining() ? { "x-request-id": requestId, connection: "close" } : { "x-request-id": requestId }
