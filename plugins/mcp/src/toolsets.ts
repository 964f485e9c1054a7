import { errorCodes, RpcFailure } from "./jsonRpc.ts"
import type { McpTools } from "./McpTools.ts"

/** The toolsets that `?toolsets=apps,keywords` names; undefined for all. */
export type Toolsets = ReadonlySet<string> | undefined

type Query = Readonly<Record<string, string | ReadonlyArray<string>>>

const refused = (message: string) => new RpcFailure(errorCodes.invalidParams, message, { http: 400 })

export const toolsetsOf = (query: Query, tools: McpTools["Service"]): Toolsets | RpcFailure => {
  const unknown = Object.keys(query).find((name) => name !== "toolsets")
  if (unknown !== undefined)
    return refused(`${unknown.slice(0, 60)} (query): isn't a parameter here; toolsets is the only one`)
  if (query.toolsets === undefined) return undefined
  const known = tools.toolsets
  const named = [query.toolsets]
    .flat()
    .flatMap((text) => text.split(","))
    .map((name) => name.trim())
  const wrong = named.find((name) => !known.includes(name))
  return wrong === undefined
    ? new Set(named)
    : refused(`toolsets (query): '${wrong.slice(0, 60)}' isn't a toolset here; send some of ${known.join(",")}`)
}
