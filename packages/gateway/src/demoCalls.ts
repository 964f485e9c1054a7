import type { DemoCall } from "@storeglass/sandbox"
import { Effect, Exit, Redacted, Schedule, Schema } from "effect"
import type { RunningGateway } from "./boot.ts"

const Listed = Schema.Struct({ data: Schema.Struct({ items: Schema.Array(Schema.Unknown) }) })
const decodeListed = Schema.decodeUnknownExit(Schema.fromJsonString(Listed))

const itemsOf = async (url: string, key: string): Promise<ReadonlyArray<unknown> | undefined> => {
  const text = await fetch(url, { headers: { "x-api-key": key } }).then(
    (answer) => answer.text(),
    () => ""
  )
  const listed = decodeListed(text)
  return Exit.isSuccess(listed) ? listed.value.data.items : undefined
}
const isNamed = Schema.is(Schema.Struct({ id: Schema.String }))
const idOf = (item: unknown) => (isNamed(item) ? item.id : undefined)
const isEmpty = async (url: string, key: string) => (await itemsOf(url, key))?.length === 0

const send = async (
  url: string,
  key: string,
  { body, isOfItem, isOnce, method, path: given, until }: DemoCall
): Promise<ReadonlyArray<string>> => {
  const id = isOfItem && until !== undefined ? idOf((await itemsOf(`${url}${until.path}`, key))?.[0]) : ""
  if (id === undefined) return []
  const path = given.replace(":item", id)
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

const lookMs = 2_000
const looksMax = 150

/** Waits until a call's list is as it wants it, or long enough. */
const awaited = (url: string, key: string, { until }: DemoCall) =>
  until === undefined
    ? Effect.succeed(true)
    : Effect.promise(() => itemsOf(`${url}${until.path}`, key)).pipe(
        Effect.map((items) => items !== undefined && until.holds(items)),
        Effect.repeat({ until: (holds) => holds, schedule: Schedule.spaced(lookMs), times: looksMax })
      )

/** The calls without which something is missing. Lists are asked before the first call fills one. */
const missing = async (url: string, key: string, calls: ReadonlyArray<DemoCall>) => {
  const lists = [...new Set(calls.flatMap(({ unless }) => (unless === undefined ? [] : [unless])))]
  const empty = new Set<string>()
  for (const list of lists) if (await isEmpty(`${url}${list}`, key)) empty.add(list)
  return calls.filter(({ unless }) => unless === undefined || empty.has(unless))
}

/**
 * Connects an account to the vendors' doubles, as these say, and unless told otherwise fills it; gives what failed, in
 * words. `which`: those that needn't wait, those that must, for which it waits, or all at once.
 */
export const makeDemoCalls = Effect.fn("makeDemoCalls")(function* (
  { sandbox, url }: Pick<RunningGateway, "sandbox" | "url">,
  key: Redacted.Redacted<string>,
  { fill = true, which = "all" }: { readonly fill?: boolean; readonly which?: "now" | "later" | "all" } = {}
) {
  if (sandbox === undefined) return []
  const calls = (yield* Effect.promise(() => sandbox.demo()))
    .filter(({ isOnce }) => fill || isOnce !== true)
    .filter(({ until }) => which === "all" || (until === undefined) === (which === "now"))
  const wanted = yield* Effect.promise(() => missing(url, Redacted.value(key), calls))
  const failed = yield* Effect.forEach(wanted, (call) =>
    Effect.gen(function* () {
      if (which === "later") yield* awaited(url, Redacted.value(key), call)
      return yield* Effect.promise(() => send(url, Redacted.value(key), call))
    })
  )
  return failed.flat()
})
