import { Setting } from "@storeglass/plugin-api"
import { Effect, Schema } from "effect"

const { withDefault, whole } = Setting

const list = (description: string) =>
  Schema.Array(Schema.NonEmptyString)
    .annotate({ description })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed([])))

export const McpConfig = Schema.Struct({
  allowedHosts: list("Host names that callers may use, besides this machine's and server.publicUrl's; `*` for any."),
  allowedOrigins: list(
    "Origins of web pages that may call it, such as https://app.example.com, besides this machine's."
  ),
  publicLists: withDefault(
    Schema.Boolean.annotate({
      description:
        "Whether anyone may read the lists of tools without a credential where clients sign in (the plugin account). Clients begin their sign-in at the first 401."
    }),
    false
  ),
  sse: withDefault(
    Schema.Boolean.annotate({
      description:
        "Whether GET /mcp/sse opens the stream of revision 2024-11-05. On several nodes it needs sticky sessions."
    }),
    true
  ),
  sseStreamsPerKeyMax: withDefault(whole("Most of these streams that a key may have open on a node.", 1, 1_000), 8),
  sseStreamsMax: withDefault(
    whole("Most of these streams that a node keeps open, half of them for one account.", 2, 100_000),
    200
  ),
  sseKeepAliveMs: withDefault(
    whole("Milliseconds between comments that keep proxies from closing a quiet stream.", 10, 3_600_000),
    15_000
  )
})
export type McpConfig = typeof McpConfig.Type
