import { Effect, Schema } from "effect"

const list = (description: string) =>
  Schema.Array(Schema.NonEmptyString)
    .annotate({ description })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed([])))

export const McpConfig = Schema.Struct({
  allowedHosts: list("Host names that callers may use, besides this machine's and server.publicUrl's; `*` for any."),
  allowedOrigins: list(
    "Origins of web pages that may call it, such as https://app.example.com, besides this machine's."
  )
})
export type McpConfig = typeof McpConfig.Type
