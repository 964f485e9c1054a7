import type { McpTools } from "./McpTools.ts"

const ownHeaders = [
  "accept",
  "authorization",
  "content-type",
  "idempotency-key",
  "mcp-method",
  "mcp-name",
  "mcp-protocol-version",
  "x-api-key"
]

/** What lets a page of an origin read an answer; none for origins that nobody allowed. */
export const corsHeaders = (origin: string | undefined): Readonly<Record<string, string>> =>
  origin === undefined
    ? {}
    : {
        "access-control-allow-origin": origin,
        "access-control-expose-headers": "x-request-id, www-authenticate",
        vary: "origin"
      }

/** What a page of that origin may send. */
export const preflightHeaders = (origin: string | undefined, methods: string, tools: McpTools["Service"]) => ({
  ...corsHeaders(origin),
  "access-control-allow-methods": methods,
  "access-control-allow-headers": [...ownHeaders, ...tools.headerNames].join(", "),
  "access-control-max-age": "600"
})
