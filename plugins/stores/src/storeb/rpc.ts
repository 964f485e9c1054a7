/** The endpoint that answers what the store's pages ask for later. */
import type { Upstream, UpstreamError } from "@storeglass/plugin-api"
import { Effect, Result } from "effect"
import { failure, misread, orDrift, type Read } from "../common/answers.ts"
import { bodyOf } from "./answers.ts"
import { jsonEnd, parseJson } from "./jsonText.ts"
import type { Locale } from "./languages.ts"
import { at } from "./path.ts"
import type { RpcCall } from "./rpcArguments.ts"

export interface RpcAnswer {
  /** Null: nothing found. */
  readonly payload: unknown
  /** The vendor's status, where it gives one instead of an answer. */
  readonly status: number | null
}

/**
 * The answer to one call. After `)]}'` comes one array, or chunks that each follow their length; among the rows of all
 * of them one is ours, and holds JSON as text.
 */
export const readRpc = (text: string, rpcId: string): Read<RpcAnswer> => {
  const body = text.replace(/^\uFEFF?\s*\)\]\}'/, "").trim()
  if (body.startsWith("<")) return Result.fail({ detail: "a page instead of data", blocked: true })
  let index = 0
  while (index < body.length) {
    const start = body.indexOf("[", index)
    if (start === -1 || !/^\s*\d*\s*$/.test(body.slice(index, start))) break
    const end = jsonEnd(body, start)
    const rows = end === undefined ? undefined : parseJson(body.slice(start, end))
    if (end === undefined || !Array.isArray(rows)) return misread("data that is cut or malformed")
    const row: unknown = rows.find((candidate) => at(candidate, [0]) === "wrb.fr" && at(candidate, [1]) === rpcId)
    if (row !== undefined) return answerOf(row)
    index = end
  }
  return misread(body === "" ? "an empty body" : `no answer to ${rpcId}`)
}

const answerOf = (row: unknown): Read<RpcAnswer> => {
  const status = at(row, [5, 0])
  const inner = at(row, [2])
  if (typeof inner !== "string")
    return Result.succeed({ payload: null, status: typeof status === "number" ? status : null })
  const payload = parseJson(inner)
  return payload === undefined ? misread("an answer that is no JSON") : Result.succeed({ payload, status: null })
}

const notFound = 5
const invalidArgument = 3

/** Calls one of the endpoint's procedures. Null: the store found nothing. */
export const callRpc = (
  upstream: Upstream,
  ask: string,
  { argument, rpcId, tag }: RpcCall,
  { country, language }: Locale
): Effect.Effect<unknown, UpstreamError> =>
  upstream
    .request({
      method: "POST",
      path: "/_/PlayStoreUi/data/batchexecute",
      query: { rpcids: rpcId, hl: language, gl: country },
      headers: { "Content-Type": "application/x-www-form-urlencoded;charset=UTF-8" },
      body: `f.req=${encodeURIComponent(JSON.stringify([[[rpcId, JSON.stringify(argument), null, tag]]]))}`,
      repeatable: true
    })
    .pipe(
      // A refused argument is a change on their side: ours has not changed.
      Effect.flatMap((response) =>
        response.status === 400 ? upstream.drift(`${ask}: the call is refused`) : bodyOf(upstream, ask, response)
      ),
      Effect.flatMap((body) => orDrift(upstream, ask, readRpc(body, rpcId))),
      Effect.flatMap(({ payload, status }): Effect.Effect<unknown, UpstreamError> => {
        if (payload !== null || status === null || status === notFound) return Effect.succeed(payload)
        return status === invalidArgument
          ? upstream.drift(`${ask}: the call's arguments are refused`)
          : Effect.fail(failure(upstream, "failed", `${ask}: status ${status} instead of an answer`))
      })
    )
