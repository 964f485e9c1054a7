import type { DemoCall } from "@storeglass/sandbox"
import { Effect, Exit, Redacted, Schema } from "effect"
import type { RunningGateway } from "./boot.ts"

const Listed = Schema.Struct({ data: Schema.Struct({ items: Schema.Array(Schema.Unknown) }) })
const decodeListed = Schema.decodeUnknownExit(Schema.fromJsonString(Listed))

const isEmpty = async (url: string, key: string): Promise<boolean> => {
  const text = await fetch(url, { headers: { "x-api-key": key } }).then(
    (answer) => answer.text(),
    () => ""
  )
  const listed = decodeListed(text)
  return Exit.isSuccess(listed) && listed.value.data.items.length === 0
}

const send = async (
  url: string,
  key: string,
  { body, isOnce, method, path, unless }: DemoCall
): Promise<ReadonlyArray<string>> => {
  if (unless !== undefined && !(await isEmpty(`${url}${unless}`, key))) return []
  const { text: said, status } = await fetch(`${url}${path}`, {
    method,
    headers: { "x-api-key": key, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  }).then(
    async (answer) => ({ status: answer.status, text: await answer.text() }),
    (cause) => ({ status: 0, text: String(cause) })
  )
  const isThere = isOnce === true && status === 409
  return (status >= 200 && status < 300) || isThere
    ? []
    : [`${method} ${path} answered ${status} ${said.slice(0, 300)}`]
}

/**
 * Connects an account to the vendors' doubles, as these say, and unless told otherwise fills it; gives what failed, in
 * words.
 */
export const makeDemoCalls = Effect.fn("makeDemoCalls")(function* (
  { sandbox, url }: Pick<RunningGateway, "sandbox" | "url">,
  key: Redacted.Redacted<string>,
  { fill = true }: { readonly fill?: boolean } = {}
) {
  if (sandbox === undefined) return []
  const calls = (yield* Effect.promise(() => sandbox.demo())).filter(({ isOnce }) => fill || isOnce !== true)
  const failed = yield* Effect.forEach(calls, (call) => Effect.promise(() => send(url, Redacted.value(key), call)))
  return failed.flat()
})
