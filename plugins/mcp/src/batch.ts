import { Effect } from "effect"
import {
  errorCodes,
  failureText,
  idIn,
  isNotification,
  isObject,
  isRequest,
  isResponse,
  RpcFailure,
  type RpcRequest
} from "./jsonRpc.ts"
import type { McpAnswer } from "./McpServer.ts"

/** Messages in one batch. Each call in it is charged and limited as if it came alone. */
const messagesMax = 50
const atOnce = 4

const refused = (message: string) => new RpcFailure(errorCodes.invalidRequest, message, { http: 400 })

const isCall = (message: unknown) => isObject(message) && message.method === "tools/call"

/** Why a batch is refused as a whole. */
const problemOf = (
  messages: ReadonlyArray<unknown>,
  { key, revision }: { readonly key: string | undefined; readonly revision: string | undefined }
): RpcFailure | undefined => {
  // Those revisions are spoken without a header, which came with the one that did away with batches.
  if (revision !== undefined && revision !== "2025-03-26" && revision !== "2024-11-05") {
    return refused(`batches ended with revision 2025-06-18; send one message, or speak 2025-03-26`)
  }
  if (messages.length === 0) return refused("the batch is empty")
  if (messages.length > messagesMax) return refused(`a batch may hold ${messagesMax} messages`)
  if (key !== undefined && messages.filter(isCall).length > 1) {
    return refused("Idempotency-Key: is one for several calls; give each its own as _meta.idempotencyKey")
  }
  return undefined
}

/**
 * Answers a batch of revision 2025-03-26: the answers to its requests in their order, nothing for notifications. Undefined
 * where nothing in it asks for an answer.
 */
export const answerBatch = (
  messages: ReadonlyArray<unknown>,
  headers: Readonly<Record<string, string | undefined>>,
  answer: (request: RpcRequest) => Effect.Effect<McpAnswer>
): Effect.Effect<McpAnswer | undefined, RpcFailure> => {
  const problem = problemOf(messages, { key: headers["idempotency-key"], revision: headers["mcp-protocol-version"] })
  if (problem !== undefined) return Effect.fail(problem)
  const failed = (message: unknown, text: string): Effect.Effect<McpAnswer> =>
    Effect.succeed({ status: 200, text: failureText(idIn(message) ?? null, refused(text)) })
  const answers = messages.flatMap((message): ReadonlyArray<Effect.Effect<McpAnswer>> => {
    if (isNotification(message) || isResponse(message)) return []
    if (!isRequest(message)) return [failed(message, "isn't a JSON-RPC 2.0 message")]
    return [message.method === "initialize" ? failed(message, "initialize can't be in a batch") : answer(message)]
  })
  if (answers.length === 0) return Effect.succeed(undefined)
  return Effect.map(Effect.all(answers, { concurrency: atOnce }), (done) => {
    // All calls of a batch come with the same key: where one lacks it, all do.
    const authenticate = done.find((each) => each.authenticate !== undefined)?.authenticate
    return {
      status: authenticate === undefined ? 200 : 401,
      text: `[${done.map(({ text }) => text).join(",")}]`,
      authenticate
    }
  })
}
