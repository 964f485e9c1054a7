import { validateHeaderName, validateHeaderValue } from "node:http"
import type { Lifecycle } from "./Lifecycle.ts"

/** What every answer tells browsers unless it says otherwise: it's data, not to be shown in any page. */
export const browserHeaders: Readonly<Record<string, string>> = {
  "content-security-policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff"
}

/** What every answer says of its request, and, while the gateway shuts down, that it takes no more on this connection. */
export const answerHeaders = (
  lifecycle: Pick<Lifecycle["Service"], "isDraining">,
  requestId: string
): Record<string, string> =>
  lifecycle.isDraining() ? { "x-request-id": requestId, connection: "close" } : { "x-request-id": requestId }

/** Notes a handler's own header. One that can't be sent is the handler's defect: the server would never end its answer. */
export const noteHeader = (headers: Record<string, string>, name: string, value: string): void => {
  validateHeaderName(name)
  validateHeaderValue(name, value)
  headers[name.toLowerCase()] = value
}
