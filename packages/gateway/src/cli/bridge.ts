import { Effect, Layer, Logger, Option, Redacted, Stdio, Stream } from "effect"
import { FetchHttpClient, HttpBody, HttpClient, HttpClientRequest } from "effect/http"
import { BootError } from "../BootError.ts"
import { boot } from "../boot.ts"
import { Dispatch } from "../Dispatch.ts"
import * as Logging from "../logging.ts"
import { bridgeStdio, type SendMessage } from "../mcpStdio.ts"
import { headersOf, type ToolHeaders, unwrapped } from "./mcpHeaders.ts"
import { environment } from "./settings.ts"

const keyOf = Effect.suspend(() => {
  const key = environment.STOREGLASS_API_KEY?.trim()
  return key === undefined || key === ""
    ? Effect.fail(
        new BootError({
          subject: "STOREGLASS_API_KEY",
          reason: "is not set; set it to the API key that pays for the tools (create one with `storeglass key create`)"
        })
      )
    : Effect.succeed(Redacted.make(key))
})

const addressOf = (url: string) => {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol)) {
    return Effect.fail(
      new BootError({ subject: "--url", reason: `'${url}' isn't an address; use one such as http://127.0.0.1:3000` })
    )
  }
  if (parsed.pathname === "/") parsed.pathname = "/mcp"
  return Effect.succeed(parsed)
}

/** Asks a gateway that runs elsewhere. */
const remote = Effect.fnUntraced(function* (
  url: string,
  toolsets: string | undefined,
  key: Redacted.Redacted<string>,
  toolHeaders: ToolHeaders
) {
  const address = yield* addressOf(url)
  if (toolsets !== undefined) address.searchParams.set("toolsets", toolsets)
  const client = yield* HttpClient.HttpClient
  const send: SendMessage = (body, headers) =>
    client
      .execute(
        HttpClientRequest.post(address).pipe(
          HttpClientRequest.setHeaders({ ...unwrapped(toolHeaders), ...headers, "x-api-key": Redacted.value(key) }),
          HttpClientRequest.setBody(HttpBody.text(body, "application/json"))
        )
      )
      .pipe(
        Effect.flatMap((response) => Effect.map(response.text, (text) => ({ status: response.status, text }))),
        Effect.mapError(() => ({ message: `can't reach the gateway at ${address.origin}` }))
      )
  return send
})

/** Starts a gateway that listens nowhere, and asks it. */
const inProcess = Effect.fnUntraced(function* (
  config: string,
  toolsets: string | undefined,
  key: Redacted.Redacted<string>,
  toolHeaders: ToolHeaders
) {
  const gateway = yield* boot({ configFile: config, environment, listen: false })
  if (!gateway.composition.operations.some(({ method, path }) => method === "POST" && path === "/mcp")) {
    return yield* new BootError({ subject: gateway.loaded.file, reason: "has no MCP server; add 'mcp:' under plugins" })
  }
  const dispatch = yield* Effect.provideContext(Dispatch, gateway.services)
  const url = toolsets === undefined ? "/mcp" : `/mcp?toolsets=${encodeURIComponent(toolsets)}`
  const send: SendMessage = (body, headers) =>
    Effect.map(
      dispatch.send({
        method: "POST",
        url,
        headers: { ...unwrapped(toolHeaders), ...headers, host: "localhost", "x-api-key": Redacted.value(key) },
        body
      }),
      (answer) => ({ status: answer.status, text: new TextDecoder().decode(answer.body) })
    )
  return send
})

// Standard output belongs to the protocol; all else goes to standard error.
const write = (line: string) =>
  Effect.callback<void>((resume) => {
    process.stdout.write(`${line}\n`, () => resume(Effect.void))
  })

/** Carries messages between an MCP client's pipes and a gateway. */
export const bridge = ({
  config,
  headers,
  toolsets,
  url
}: {
  readonly config: string
  readonly headers: ReadonlyArray<string>
  readonly toolsets: Option.Option<string>
  readonly url: Option.Option<string>
}) =>
  Effect.gen(function* () {
    const key = yield* keyOf
    const named = Option.getOrUndefined(toolsets)
    const own = yield* headersOf(headers)
    const send = Option.isSome(url)
      ? yield* remote(url.value, named, key, own)
      : yield* inProcess(config, named, key, own)
    const { stdin } = yield* Stdio.Stdio
    yield* bridgeStdio(stdin.pipe(Stream.decodeText, Stream.splitLines), write, send)
  }).pipe(
    Effect.scoped,
    Effect.provide(Layer.mergeAll(FetchHttpClient.layer, Layer.unwrap(Logging.layerOf(config, environment)))),
    // Where no config says how to log.
    Effect.provide(Logger.layer([Logger.withConsoleError(Logger.formatLogFmt)]))
  )
