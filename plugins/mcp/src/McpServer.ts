import { Files } from "@storeglass/plugin-api"
import { Context, Effect, Layer } from "effect"
import { makeAdmission } from "./admission.ts"
import type { McpConfig } from "./config.ts"
import { callTool, findTools, foundResult, listOf, questionOf } from "./finding.ts"
import {
  errorCodes,
  failureText,
  initializeRevisions,
  isObject,
  RpcFailure,
  type RpcRequest,
  resultText,
  revisions
} from "./jsonRpc.ts"
import { McpTools } from "./McpTools.ts"
import { hasResources, makeResources, type Read, templatesIn } from "./resources.ts"
import { type Line, lineOf, serverInfoKey } from "./revision.ts"
import { leftOut, type Selection } from "./selection.ts"
import { refusedResult, type ToolResult, textIn, toolResultOf, withPicture } from "./toolResult.ts"
import type { Tool } from "./tools.ts"

/** A request and what HTTP tells beside it. */
export interface McpRequest {
  readonly request: RpcRequest
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly selection: Selection
}

export interface McpAnswer {
  readonly status: number
  /** A JSON-RPC response. */
  readonly text: string
  /** The id under which the ledger knows the call, if it was one. */
  readonly requestId?: string | undefined
  /** How to authenticate, where a call came without a valid key. */
  readonly authenticate?: string | undefined
}

/** The tools change with the config, which is read at the start. */
const listTtlMs = 300_000
/** What of a caller's headers every operation reads; beside these it declares its own. */
const passedOn = ["x-api-key", "authorization", "idempotency-key"] as const

const invalid = (message: string) => new RpcFailure(errorCodes.invalidParams, message)

interface Result {
  readonly text: string
  readonly requestId?: string | undefined
  readonly authenticate?: string | undefined
}

/** What of a caller's headers an operation is given. */
const passedTo = ({ input }: Tool, headers: McpRequest["headers"]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...passedOn, ...input.besides.map(({ name }) => name.toLowerCase())].flatMap((header) => {
      const value = headers[header]
      return value === undefined ? [] : [[header, value]]
    })
  )

/** A larger one is left at its address. */
const pictureBytesMax = 3 * 1_024 * 1_024

const makeAnswer = (tools: McpTools["Service"], files: Files["Service"]) => {
  const { gateway } = tools
  /** The picture that an answer names, beside it: a model sees it without fetching an address. */
  const pictured = Effect.fnUntraced(function* ({ operation }: Tool, result: ToolResult) {
    const { picture } = operation.hints
    const url = picture === undefined ? undefined : textIn(result, picture)
    const id = url === undefined ? undefined : files.idOf(url)
    if (id === undefined) return result
    const file = yield* Effect.orElseSucceed(files.open(id), () => undefined)
    if (file === undefined || !file.type.startsWith("image/") || file.size > pictureBytesMax) return result
    return withPicture(result, file)
  })
  const serverInfo = { name: "storeglass", title: "Storeglass", version: gateway.version }
  const capabilitiesOf = (selection: Selection) => ({
    tools: {},
    ...(hasResources(tools, selection) ? { resources: {} } : {})
  })
  const instructions = [
    "Mobile-app-store intelligence. structuredContent is { data } on success and { error: { code, message } } on failure.",
    "Most tools cost credits, as their descriptions say; only successes are charged. _meta.credits gives the cost and what remains.",
    "platform is storea or storeb; app ids are numbers on storea and package names on storeb.",
    "Figures say where they come from and how far to trust them; null means not measured.",
    ...(gateway.sandbox ? ["These stores are a sandbox: apps and figures are invented."] : [])
  ].join(" ")

  /** Fields of a result, with what 2026-07-28 adds. */
  const encode = (line: Line, fields: Readonly<Record<string, unknown>>) =>
    JSON.stringify(
      line === "initialized"
        ? fields
        : {
            ...fields,
            resultType: "complete",
            _meta: { ...(isObject(fields._meta) ? fields._meta : {}), [serverInfoKey]: serverInfo }
          }
    )
  const cached = { ttlMs: listTtlMs, cacheScope: "public" }

  const initialize = ({ params = {} }: RpcRequest, selection: Selection): Result | RpcFailure => {
    const { capabilities: theirs, clientInfo, protocolVersion } = params
    if (typeof protocolVersion !== "string" || !isObject(theirs) || !isObject(clientInfo)) {
      return invalid("initialize needs protocolVersion, capabilities and clientInfo")
    }
    const agreed = initializeRevisions.find((revision) => revision === protocolVersion) ?? initializeRevisions[0]
    return {
      text: JSON.stringify({
        protocolVersion: agreed,
        capabilities: capabilitiesOf(selection),
        serverInfo,
        instructions
      })
    }
  }

  const list = ({ request, selection }: McpRequest, line: Line): Result | RpcFailure => {
    if (request.params?.cursor !== undefined) return invalid("cursor: there is only one page")
    const rest = line === "initialized" ? "" : `,${encode(line, cached).slice(1, -1)}`
    return { text: `{"tools":[${listOf(tools.all, selection).join(",")}]${rest}}` }
  }

  const find = (input: unknown, selection: Selection): ToolResult => {
    const asked = questionOf(isObject(input) ? input : {})
    if ("wrong" in asked) return refusedResult("INVALID_INPUT", asked.wrong)
    const found = tools.search(asked.question).filter((tool) => leftOut(selection, tool) === undefined)
    return foundResult(found.slice(0, asked.limit))
  }

  const call = ({ headers, request, selection }: McpRequest, line: Line): Effect.Effect<Result | RpcFailure> => {
    const params = request.params ?? {}
    const { _meta: meta } = params
    if (params.name === findTools.name) {
      return Effect.succeed({ text: encode(line, { ...find(params.arguments, selection) }) })
    }
    const inner = params.name === callTool.name && isObject(params.arguments) ? params.arguments : params
    const { arguments: input = {}, name } = inner
    if (typeof name !== "string") return Effect.succeed(invalid("name: must be the name of a tool"))
    const tool = tools.find(name)
    if (tool === undefined) return Effect.succeed(invalid(`Unknown tool: ${name.slice(0, 100)}`))
    const why = leftOut(selection, tool)
    if (why !== undefined) return Effect.succeed(invalid(`Unknown tool: ${name} ${why}`))
    if (!isObject(input)) return Effect.succeed(invalid("arguments: must be an object"))
    const key = isObject(meta) ? meta.idempotencyKey : undefined
    if (key !== undefined && typeof key !== "string") {
      return Effect.succeed(invalid("_meta.idempotencyKey: must be text"))
    }
    const finish = (result: ToolResult, authenticate?: string): Result => ({
      text: encode(line, { ...result }),
      authenticate,
      requestId: typeof result._meta?.requestId === "string" ? result._meta.requestId : undefined
    })
    const asked = tool.input.requestOf(input)
    if ("wrong" in asked) return Effect.succeed(finish(refusedResult("INVALID_INPUT", asked.wrong)))
    const passed: Record<string, string> = { ...passedTo(tool, headers), ...asked.headers }
    if (key !== undefined) passed["idempotency-key"] = key
    return tools.call(tool.operation, { ...asked, headers: passed }).pipe(
      Effect.flatMap((answer) =>
        Effect.map(pictured(tool, toolResultOf(answer, `${gateway.url}${tool.operation.path}`)), (result) =>
          finish(result, answer.headers["www-authenticate"])
        )
      ),
      Effect.withSpan("McpServer.call", { attributes: { tool: name } })
    )
  }

  const discover = (selection: Selection, line: Line): Result => ({
    text: encode(line, {
      ...cached,
      supportedVersions: revisions,
      capabilities: capabilitiesOf(selection),
      instructions
    })
  })

  /** What belongs to an account, as it is now. */
  const own = (line: Line, asked: Effect.Effect<Read, RpcFailure>): Effect.Effect<Result | RpcFailure> =>
    Effect.match(asked, {
      onSuccess: ({ fields, requestId }): Result | RpcFailure => ({
        text: encode(line, { ...(line === "initialized" ? {} : { ttlMs: 0, cacheScope: "private" }), ...fields }),
        requestId
      }),
      onFailure: (failure) => failure
    })

  const resources = ({ headers, request, selection }: McpRequest, line: Line): Effect.Effect<Result | RpcFailure> => {
    const { list, read } = makeResources(tools, (tool) => passedTo(tool, headers))
    const { cursor, uri } = request.params ?? {}
    if (request.method === "resources/list") return own(line, list(cursor, selection))
    if (request.method === "resources/read") {
      return typeof uri === "string"
        ? own(line, read(uri, selection, line))
        : Effect.succeed(invalid("uri: must be the address of a resource"))
    }
    if (cursor !== undefined) return Effect.succeed(invalid("cursor: there is only one page"))
    const fields = { resourceTemplates: templatesIn(tools, selection) }
    return Effect.succeed({ text: encode(line, line === "initialized" ? fields : { ...cached, ...fields }) })
  }

  const noMethod = ({ method }: RpcRequest, line: Line) =>
    new RpcFailure(errorCodes.methodNotFound, `Method not found: ${method.slice(0, 100)}`, {
      http: line === "modern" ? 404 : 200
    })

  const run = (asked: McpRequest, line: Line): Effect.Effect<Result | RpcFailure> => {
    const { request } = asked
    switch (`${line} ${request.method}`) {
      case "initialized initialize":
        return Effect.succeed(initialize(request, asked.selection))
      case "initialized ping":
        return Effect.succeed({ text: "{}" })
      case "modern server/discover":
        return Effect.succeed(discover(asked.selection, line))
      case "initialized tools/list":
      case "modern tools/list":
        return Effect.succeed(list(asked, line))
      case "initialized tools/call":
      case "modern tools/call":
        return call(asked, line)
      case "initialized resources/list":
      case "initialized resources/read":
      case "initialized resources/templates/list":
      case "modern resources/list":
      case "modern resources/read":
      case "modern resources/templates/list":
        return hasResources(tools, asked.selection) ? resources(asked, line) : Effect.succeed(noMethod(request, line))
      default:
        return Effect.succeed(noMethod(request, line))
    }
  }

  return Effect.fn("McpServer.answer")((asked: McpRequest): Effect.Effect<McpAnswer> => {
    const { id } = asked.request
    const line = lineOf(asked.request, asked.headers)
    const answered = line instanceof RpcFailure ? Effect.succeed(line) : run(asked, line)
    return Effect.map(answered, (result) =>
      result instanceof RpcFailure
        ? { status: result.http, text: failureText(id, result), authenticate: result.authenticate }
        : {
            status: result.authenticate === undefined ? 200 : 401,
            text: resultText(id, result.text),
            requestId: result.requestId,
            authenticate: result.authenticate
          }
    )
  })
}

/**
 * Answers requests of all revisions. Nothing is kept between two requests, so any node answers any request; there are no
 * notifications to send and no session to lose.
 */
export class McpServer extends Context.Service<
  McpServer,
  {
    readonly tools: McpTools["Service"]
    readonly admission: ReturnType<typeof makeAdmission>
    readonly answer: (asked: McpRequest) => Effect.Effect<McpAnswer>
  }
>()("@storeglass/mcp/McpServer") {
  static readonly layer = (config: Pick<McpConfig, "allowedHosts" | "allowedOrigins">) =>
    Layer.effect(
      McpServer,
      Effect.gen(function* () {
        const tools = yield* McpTools
        const files = yield* Files
        return McpServer.of({
          tools,
          admission: makeAdmission(config, tools.gateway.url),
          answer: makeAnswer(tools, files)
        })
      })
    ).pipe(Layer.provide(McpTools.layer))
}
