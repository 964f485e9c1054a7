import { Egress, type Upstream, Upstreams } from "@storeglass/plugin-api"
import { Data, Effect, type Redacted } from "effect"
import type { ProviderConfig } from "./config.ts"

/** A provider gave no usable answer. `message` is for the log. */
export class ProviderAway extends Data.TaggedError("ProviderAway")<{
  readonly message: string
  readonly cause?: unknown
}> {}

export interface ProviderCall {
  readonly url: string
  readonly method?: "GET" | "POST"
  readonly headers?: Readonly<Record<string, string | Redacted.Redacted<string>>>
  readonly body?: string
}

export interface ProviderAnswer {
  readonly status: number
  readonly body: string
}

const timeoutMs = 10_000
const bodyBytesMax = 256 * 1024

const away = (cause: { readonly message: string }) => new ProviderAway({ message: cause.message, cause })

/**
 * Asks a provider. Addresses come from its discovery document, so they're called as a customer's are: public ones alone. Where
 * the operator says that it's on a private network, its issuer's own origin is the exception.
 */
export const callsOf = Effect.fnUntraced(function* ({ id, issuer, privateNetwork = false }: ProviderConfig) {
  const egress = yield* Egress
  const upstreams = yield* Upstreams
  const { origin } = new URL(issuer)
  const own: Upstream | undefined = privateNetwork
    ? yield* upstreams.make({ name: `account.provider.${id}`, baseUrl: origin, timeoutMs, bodyBytesMax, attempts: 2 })
    : undefined
  return (call: ProviderCall): Effect.Effect<ProviderAnswer, ProviderAway> => {
    const { body, headers = {}, method = "GET", url } = call
    const request = { method, headers, ...(body === undefined ? {} : { body }) }
    return own !== undefined && URL.canParse(url) && new URL(url).origin === origin
      ? Effect.mapError(own.request({ ...request, path: url.slice(origin.length) }), away)
      : egress.request({ ...request, url, timeoutMs, bodyBytesMax }).pipe(
          Effect.map((answer) => ({ status: answer.status, body: Buffer.from(answer.body).toString("utf8") })),
          Effect.mapError(away)
        )
  }
})
export type Calls = Effect.Success<ReturnType<typeof callsOf>>
