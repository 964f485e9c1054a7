import { Effect, Schema } from "effect"

const list = (description: string) =>
  Schema.Array(Schema.NonEmptyString)
    .annotate({ description })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed([])))

export const McpConfig = Schema.Struct({
  allowedHosts: list(
    "Names by which callers may address the server, beside this machine's and that of server.publicUrl; `*` for any."
  ),
  allowedOrigins: list("Origins of web pages that may call it, as https://app.example.com, beside this machine's.")
})
export type McpConfig = typeof McpConfig.Type
