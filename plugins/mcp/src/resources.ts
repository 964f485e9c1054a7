import { nextOf, type OperationAnswer, type ResourceHints } from "@storeglass/plugin-api"
import { Effect, Option, Predicate, Schema } from "effect"
import { errorCodes, RpcFailure } from "./jsonRpc.ts"
import type { McpTools } from "./McpTools.ts"
import type { Line } from "./revision.ts"
import { leftOut, type Selection } from "./selection.ts"
import { parseObject } from "./toolResult.ts"
import type { Tool } from "./tools.ts"

/** A list of the account's own things that models can read by their addresses. */
interface Source {
  readonly tool: Tool
  readonly hints: ResourceHints
}

/** The fields of a result, and the id of the request that they were read by. */
export interface Read {
  readonly fields: Readonly<Record<string, unknown>>
  readonly requestId: string | undefined
}

const scheme = "storeglass://"
const mimeType = "application/json"
const perPage = 50

const cursorOf = Schema.Struct({ name: Schema.String, next: Schema.NullOr(Schema.String) })
const Cursor = Schema.StringFromBase64Url.pipe(Schema.decodeTo(Schema.fromJsonString(cursorOf)))
const readCursor = Schema.decodeUnknownOption(Cursor)
const writeCursor = Schema.encodeSync(Cursor)

const sourcesOf = (tools: ReadonlyArray<Tool>, selection: Selection): ReadonlyArray<Source> =>
  tools.flatMap((tool) => {
    const hints = tool.operation.hints.resources
    return hints === undefined || leftOut(selection, tool) !== undefined ? [] : [{ tool, hints }]
  })

const field = (value: unknown, name: string): unknown => (Predicate.hasProperty(value, name) ? value[name] : undefined)
const textOf = (value: unknown, name: string) => {
  const found = field(value, name)
  return typeof found === "string" && found !== "" ? found : undefined
}
const addressOf = ({ hints }: Source, id: string) => `${scheme}${hints.name}/${encodeURIComponent(id)}`

const bodyOf = ({ body }: OperationAnswer) => Option.getOrUndefined(parseObject(new TextDecoder().decode(body)))
const dataOf = (answer: OperationAnswer) => field(bodyOf(answer), "data")
const itemsOf = (data: unknown): ReadonlyArray<unknown> => {
  const items = field(data, "items")
  return Array.isArray(items) ? items : []
}

const asResource = (source: Source, item: unknown) => {
  const { about, at, id, title } = source.hints
  const own = textOf(item, id)
  if (own === undefined) return []
  const description = textOf(item, about)
  const lastModified = textOf(item, at)
  return [
    {
      uri: addressOf(source, own),
      name: `${source.hints.name}/${own}`,
      title: textOf(item, title) ?? own,
      ...(description === undefined ? {} : { description }),
      mimeType,
      annotations: { audience: ["user", "assistant"], ...(lastModified === undefined ? {} : { lastModified }) }
    }
  ]
}

const unknownAddress = (uri: string, line: Line) =>
  // Its own code until 2026-07-28, which did away with it.
  new RpcFailure(
    line === "modern" ? errorCodes.invalidParams : errorCodes.resourceNotFound,
    `Resource not found: ${uri.slice(0, 200)}`,
    {
      data: { uri: uri.slice(0, 2_000) }
    }
  )

/** What an operation's failure is in JSON-RPC. */
const refusalOf = (answer: OperationAnswer): RpcFailure => {
  const error = field(bodyOf(answer), "error")
  const code = textOf(error, "code") ?? "INTERNAL_ERROR"
  const message = textOf(error, "message") ?? "it couldn't be read"
  const number =
    answer.status === 401
      ? errorCodes.unauthorized
      : answer.status === 403
        ? errorCodes.forbidden
        : answer.status < 500 && answer.status !== 429
          ? errorCodes.invalidParams
          : errorCodes.internalError
  return new RpcFailure(number, message, { data: { code }, authenticate: answer.headers["www-authenticate"] })
}

/** Whether an address offers any. */
export const hasResources = (tools: McpTools["Service"], selection: Selection): boolean =>
  sourcesOf(tools.all, selection).length > 0

/** The forms of the addresses. */
export const templatesIn = (tools: McpTools["Service"], selection: Selection) =>
  sourcesOf(tools.all, selection).map(({ hints, tool }) => ({
    uriTemplate: `${scheme}${hints.name}/{id}`,
    name: hints.name,
    title: tool.operation.hints.title,
    description: `${hints.description} ${tool.definition.name} lists and filters them.`,
    mimeType
  }))

/**
 * What the caller's account has to read, and each of it by its address. Reading is a call of the operation that lists, so
 * key, limits and price are that operation's.
 */
export const makeResources = (
  tools: McpTools["Service"],
  headersOf: (tool: Tool) => Readonly<Record<string, string>>
) => {
  const ask = Effect.fnUntraced(function* ({ tool }: Source, input: Readonly<Record<string, unknown>>) {
    const asked = tool.input.requestOf(input)
    if ("wrong" in asked) return yield* Effect.fail(new RpcFailure(errorCodes.invalidParams, asked.wrong))
    const answer = yield* tools.call(tool.operation, { ...asked, headers: { ...headersOf(tool), ...asked.headers } })
    return answer.status >= 400 ? yield* Effect.fail(refusalOf(answer)) : answer
  })

  const list = Effect.fnUntraced(function* (cursor: unknown, selection: Selection) {
    const sources = sourcesOf(tools.all, selection)
    const from = cursor === undefined ? undefined : Option.getOrUndefined(readCursor(cursor))
    const index = from === undefined ? 0 : sources.findIndex(({ hints }) => hints.name === from.name)
    const source = sources[index]
    if ((cursor !== undefined && from === undefined) || source === undefined) {
      return yield* Effect.fail(
        new RpcFailure(errorCodes.invalidParams, "cursor: must be the nextCursor of the page before")
      )
    }
    const { pagedBy } = source.tool.operation
    const answer = yield* ask(source, {
      limit: perPage,
      ...(pagedBy === undefined || from?.next === undefined || from.next === null ? {} : { [pagedBy]: from.next })
    })
    const data = dataOf(answer)
    const next = pagedBy === undefined ? undefined : nextOf(data)
    const following = sources[index + 1]
    const nextCursor =
      next !== undefined
        ? writeCursor({ name: source.hints.name, next: String(next) })
        : following === undefined
          ? undefined
          : writeCursor({ name: following.hints.name, next: null })
    return {
      fields: {
        resources: itemsOf(data).flatMap((item) => asResource(source, item)),
        ...(nextCursor === undefined ? {} : { nextCursor })
      },
      requestId: answer.headers["x-request-id"]
    }
  })

  const read = Effect.fnUntraced(function* (uri: string, selection: Selection, line: Line) {
    const missing = unknownAddress(uri, line)
    const [, name = "", encoded = ""] = /^storeglass:\/\/([a-z-]+)\/([^/?#]{1,200})$/.exec(uri) ?? []
    const source = sourcesOf(tools.all, selection).find(({ hints }) => hints.name === name)
    const id = source === undefined ? Option.none() : Option.liftThrowable(decodeURIComponent)(encoded)
    if (source === undefined || Option.isNone(id)) return yield* Effect.fail(missing)
    // What is no id of theirs isn't there either.
    const answer = yield* Effect.mapError(ask(source, { [source.hints.by]: id.value }), (refused) =>
      refused.code === errorCodes.invalidParams ? missing : refused
    )
    const [item] = itemsOf(dataOf(answer))
    if (item === undefined) return yield* Effect.fail(missing)
    return {
      fields: { contents: [{ uri, mimeType, text: JSON.stringify(item) }] },
      requestId: answer.headers["x-request-id"]
    }
  })

  return { list, read }
}
